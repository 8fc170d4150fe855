"""Which moment moves which meter: the one place that says so.

A meter only ever grows, and all of them are whole numbers without a limit: credits, or a
count. Names are those of the books and reports; what belongs together shares what stands
before the last dot:

- the cabinet's own meters have no dot: `turnover`;
- `games.joker_poker.staked`: a game's own;
- `blocks.joker_poker/TABLE/CHIPS.SBB`: games that have one return, with the six sums from
  which every figure about a return follows; its doubles apart from its turnover;
- `hands.joker_poker/TABLE/CHIPS.flush`: how games of a block ended;
- `free.joker_poker.staked`: a game's own in free play, which enters nothing else;
- `coins.coin:100`: coins by slot and minor units;
- `counts.door_opened`: lines of the event log by kind and subject;
- `marks.power_up`: `games_played` when something last happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from firmware.log import LogEntry, LogKind
from firmware.money import Account, Block, GameId, Moment, Posting, Transfer

METERS = (
    "coin_in",
    "notes_in",
    "service_in",
    "coin_test",
    "turnover",
    "won",
    "hand_paid",
    "cancelled",
    "games_played",
    "games_won",
    "games_lost",
    "gamble_rounds",
    "gamble_wins",
    "gamble_ties",
    "gamble_losses",
    "gamble_staked",
    "gamble_returned",
    "power_ups",
    "unclean_boots",
)
"""The meters of the whole cabinet, in the order of a report."""

GAME = ("played", "won", "staked", "paid")
"""The meters of one game: games, games, credits, credits."""

FREE = ("free_played", "free_won", "free_staked", "free_paid")
"""The meters of free play, by the order of `GAME`; they begin with its first game."""

FREE_GAMES = "free."
"""What the groups of the games in free play begin with."""

SUMS = ("N", "B", "W", "SBB", "SBW", "SWW")
"""Of a block's decided games, with stake b and win w before any double: their number, and the
sums of b, w, b*b, b*w and w*w."""

GAMBLE = (
    "gamble_rounds",
    "gamble_wins",
    "gamble_ties",
    "gamble_losses",
    "gamble_staked",
    "gamble_returned",
)
"""The doubles of a block, by the names of the cabinet's own meters."""

BLOCK = (*SUMS, "won", "lost", *GAMBLE)
"""The meters of one block; `won` and `lost` count games."""

FALLS = "falls"
"""Of the unclean boots those after which the machine had stayed on; begins with the first."""

POWER_UP, DOOR_CLOSED = "power_up", "door_closed"
"""What `marks.` remembers."""

BLOCKS = "blocks."
"""What the groups of the blocks begin with."""

_NEW_BLOCK: Mapping[str, int] = dict.fromkeys(BLOCK, 0)
"""A block begins with all its meters at once."""

CABINET = "cabinet"
"""The group of the meters without a dot."""


def of_game(game: GameId, name: str) -> str:
    """The meter `name` of a game.

    >>> of_game(GameId.JOKER_POKER, "staked")
    'games.joker_poker.staked'
    """
    return f"games.{game}.{name}"


def of_free(game: GameId, name: str) -> str:
    """The meter `name` of a game in free play."""
    return f"{FREE_GAMES}{game}.{name}"


def of_block(block: Block, name: str) -> str:
    """The meter `name` of a block."""
    return f"blocks.{block}.{name}"


@lru_cache(maxsize=4096)
def split(meter: str) -> tuple[str, str]:
    """A flat name as its group and the name in it.

    >>> split("games.joker_poker.staked"), split("turnover")
    (('games.joker_poker', 'staked'), ('cabinet', 'turnover'))
    """
    group, _, name = meter.rpartition(".")
    return group or CABINET, name


def joined(group: str, name: str) -> str:
    """The flat name of what `split` took apart.

    >>> joined("cabinet", "turnover")
    'turnover'
    """
    return name if group == CABINET else f"{group}.{name}"


Groups = Mapping[str, Mapping[str, int]]
"""Meters by what they are stored with: group -> name -> value."""


def grouped(meters: Mapping[str, int]) -> Groups:
    """Flat meters by their groups."""
    groups: dict[str, dict[str, int]] = {}
    for meter, value in meters.items():
        group, name = split(meter)
        groups.setdefault(group, {})[name] = value
    return groups


def added(groups: Groups, moved: Mapping[str, int]) -> Groups:
    """The meters after `moved`, flat names; groups in which nothing moved stay the same objects."""
    after = dict(groups)
    touched: dict[str, dict[str, int]] = {}
    for meter, value in moved.items():
        group, name = split(meter)
        values = touched.get(group)
        if values is None:
            before = groups.get(group) or (_NEW_BLOCK if group.startswith(BLOCKS) else {})
            values = touched[group] = after[group] = dict(before)
        values[name] = values.get(name, 0) + value
    return after


WON = "won"
FREE_ENDINGS = (WON, "lost", "level")
"""How a game of free play ends; the category of its posting."""


def free_game(block: Block, ended: str, *, staked: int = 0, paid: int = 0) -> Posting:
    """The posting of a game of free play that is over.

    Args:
        block: which game; no block of the books moves.
        ended: one of `FREE_ENDINGS`.
        staked: credits that it cost, none of them real.
        paid: credits that it won in the end, its doubles included.

    Raises:
        ValueError: when it ended in no such way, or a sum is below 0.
    """
    if ended not in FREE_ENDINGS or staked < 0 or paid < 0:
        raise ValueError(f"not a game of free play: {ended!r}, staked {staked}, paid {paid}")
    sums = ((Account.FREE_STAKED, staked), (Account.FREE_PAID, paid))
    moves = tuple(Transfer(Account.FREE, target, credits) for target, credits in sums if credits)
    return Posting(Moment.FREE_GAME, moves, block, ended)


FIXED_METERS = METERS + tuple(of_game(game, name) for game in GameId for name in GAME)
"""The meters that stand from the first boot on; the others begin when they first move."""


# --- what a moment may move -------------------------------------------------------------------

_A = Account
MOVES: Mapping[Moment, frozenset[tuple[Account, Account]]] = MappingProxyType(
    {
        Moment.COIN: frozenset({(_A.COINBOX, _A.CREDIT)}),
        Moment.NOTE: frozenset({(_A.NOTES, _A.CREDIT)}),
        Moment.SERVICE: frozenset({(_A.SERVICE, _A.CREDIT)}),
        Moment.COIN_TEST: frozenset({(_A.COINBOX, _A.COIN_TEST)}),
        Moment.STAKE: frozenset({(_A.CREDIT, _A.STAKE), (_A.STAKE, _A.HOUSE)}),
        Moment.LOST: frozenset({(_A.STAKE, _A.HOUSE)}),
        Moment.WON: frozenset(
            {(_A.STAKE, _A.HOUSE), (_A.HOUSE, _A.PENDING), (_A.PENDING, _A.CREDIT)}
        ),
        Moment.LEVEL: frozenset(
            {(_A.STAKE, _A.HOUSE), (_A.HOUSE, _A.PENDING), (_A.PENDING, _A.CREDIT)}
        ),
        Moment.COLLECT: frozenset({(_A.PENDING, _A.CREDIT)}),
        Moment.GAMBLE_STAKED: frozenset({(_A.PENDING, _A.CREDIT), (_A.PENDING, _A.GAMBLE)}),
        Moment.GAMBLE_WON: frozenset({(_A.GAMBLE, _A.HOUSE), (_A.HOUSE, _A.PENDING)}),
        Moment.GAMBLE_TIED: frozenset({(_A.GAMBLE, _A.PENDING)}),
        Moment.GAMBLE_LOST: frozenset({(_A.GAMBLE, _A.HOUSE)}),
        Moment.HAND_PAY: frozenset({(_A.CREDIT, _A.HANDPAY)}),
        Moment.CANCEL: frozenset({(_A.CREDIT, _A.CANCELLED)}),
        Moment.FREE_GAME: frozenset({(_A.FREE, _A.FREE_STAKED), (_A.FREE, _A.FREE_PAID)}),
    }
)
"""The transfers that a moment may consist of."""


# --- what moves -------------------------------------------------------------------------------


def moved_by(posting: Posting) -> Mapping[str, int]:
    """What a posting adds to the meters; a meter that is not named stays.

    >>> from firmware.money import Transfer
    >>> coin = Posting(Moment.COIN, (Transfer(_A.COINBOX, _A.CREDIT, 10),), category="coin:100")
    >>> moved_by(coin)
    {'coin_in': 10, 'coins.coin:100': 1}

    Raises:
        ValueError: when a posting of a game names no block, a transfer is none that its
            moment may move, or a game of free play tells not how it ended.
    """
    allowed = MOVES[posting.moment]
    for move in posting.transfers:
        if (move.source, move.target) not in allowed:
            raise ValueError(
                f"{posting.moment} moves nothing from {move.source} to {move.target}: {posting}"
            )
    return _RULES[posting.moment](posting)


def moved_by_boot(
    meters: Mapping[str, int], *, was_clean: bool, has_fallen: bool = False
) -> Mapping[str, int]:
    """What a boot adds.

    Args:
        meters: as they stand.
        was_clean: whether the run before it ended with a goodbye.
        has_fallen: whether it ended without one while the machine stayed on.
    """
    return {
        "power_ups": 1,
        "unclean_boots": 0 if was_clean else 1,
        **({FALLS: 1} if has_fallen else {}),
        **_marked(meters, POWER_UP),
    }


def moved_by_log(meters: Mapping[str, int], entry: LogEntry) -> Mapping[str, int]:
    """What a line of the event log adds."""
    subject = f":{entry.subject}" if entry.subject else ""
    moved = {f"counts.{entry.kind}{subject}": entry.times}
    return moved | _marked(meters, DOOR_CLOSED) if entry.kind is LogKind.DOOR_CLOSED else moved


def _marked(meters: Mapping[str, int], mark: str) -> dict[str, int]:
    return {f"marks.{mark}": meters["games_played"] - meters.get(f"marks.{mark}", 0)}


def _money_in(meter: str) -> Callable[[Posting], dict[str, int]]:
    def moved(posting: Posting) -> dict[str, int]:
        came = {meter: sum(move.credits for move in posting.transfers)}
        return came | ({f"coins.{posting.category}": 1} if posting.category else {})

    return moved


def _stake(posting: Posting) -> dict[str, int]:
    # What leaves the credit counts, not what stays in `stake`: a session's price goes on
    # to the house at once, and is decided with that.
    block = _block(posting)
    staked = _leaving(posting, Account.CREDIT)
    decided = _leaving(posting, Account.STAKE)
    moved = {"turnover": staked, of_game(block.game, "staked"): staked}
    return moved | _sums(block, decided, 0) if decided else moved


def _ended(posting: Posting) -> dict[str, int]:
    block = _block(posting)
    paid = _leaving(posting, Account.HOUSE)
    moved = {
        "won": paid,
        "games_played": 1,
        of_game(block.game, "played"): 1,
        of_game(block.game, "paid"): paid,
        of_block(block, "N"): 1,
        **_sums(block, _leaving(posting, Account.STAKE), paid),
    }
    return moved | ({f"hands.{block}.{posting.category}": 1} if posting.category else {})


def _won(posting: Posting) -> dict[str, int]:
    block = _block(posting)
    won = {"games_won": 1, of_game(block.game, "won"): 1, of_block(block, "won"): 1}
    return _ended(posting) | won


def _lost(posting: Posting) -> dict[str, int]:
    return _ended(posting) | {"games_lost": 1, of_block(_block(posting), "lost"): 1}


def _sums(block: Block, bet: int, win: int) -> dict[str, int]:
    sums = {"B": bet, "W": win, "SBB": bet * bet, "SBW": bet * win, "SWW": win * win}
    return {of_block(block, name): value for name, value in sums.items()}


def _gamble_staked(posting: Posting) -> dict[str, int]:
    staked = sum(move.credits for move in posting.transfers if move.target is Account.GAMBLE)
    return _gamble(posting, gamble_staked=staked, gamble_rounds=1)


def _gamble_won(posting: Posting) -> dict[str, int]:
    return _gamble(posting, gamble_returned=_leaving(posting, Account.HOUSE), gamble_wins=1)


def _gamble_tied(posting: Posting) -> dict[str, int]:
    return _gamble(posting, gamble_returned=_leaving(posting, Account.GAMBLE), gamble_ties=1)


def _gamble_lost(posting: Posting) -> dict[str, int]:
    return _gamble(posting, gamble_losses=1)


def _gamble(posting: Posting, **moved: int) -> dict[str, int]:
    block = _block(posting)
    return moved | {of_block(block, name): value for name, value in moved.items()}


def _paid_out(meter: str) -> Callable[[Posting], dict[str, int]]:
    return lambda posting: {meter: sum(move.credits for move in posting.transfers)}


def _free_game(posting: Posting) -> dict[str, int]:
    # Every meter, also by 0: a group that is there is whole.
    game, ended = _block(posting).game, posting.category
    if ended not in FREE_ENDINGS:
        raise ValueError(f"a game of free play ends {', '.join(FREE_ENDINGS)}, not {ended!r}")
    moves = posting.transfers
    staked = sum(move.credits for move in moves if move.target is Account.FREE_STAKED)
    paid = sum(move.credits for move in moves if move.target is Account.FREE_PAID)
    moved = (1, int(ended == WON), staked, paid)
    return {
        **dict(zip(FREE, moved, strict=True)),
        **{of_free(game, name): value for name, value in zip(GAME, moved, strict=True)},
    }


_RULES: Mapping[Moment, Callable[[Posting], dict[str, int]]] = {
    Moment.COIN: _money_in("coin_in"),
    Moment.NOTE: _money_in("notes_in"),
    Moment.SERVICE: _money_in("service_in"),
    Moment.COIN_TEST: _money_in("coin_test"),
    Moment.STAKE: _stake,
    Moment.LOST: _lost,
    Moment.WON: _won,
    Moment.LEVEL: _ended,
    Moment.COLLECT: lambda _posting: {},
    Moment.GAMBLE_STAKED: _gamble_staked,
    Moment.GAMBLE_WON: _gamble_won,
    Moment.GAMBLE_TIED: _gamble_tied,
    Moment.GAMBLE_LOST: _gamble_lost,
    Moment.HAND_PAY: _paid_out("hand_paid"),
    Moment.CANCEL: _paid_out("cancelled"),
    Moment.FREE_GAME: _free_game,
}


def _leaving(posting: Posting, account: Account) -> int:
    return sum(move.credits for move in posting.transfers if move.source is account)


def _block(posting: Posting) -> Block:
    if posting.block is None:
        raise ValueError(f"a posting of {posting.moment} names no block: {posting}")
    return posting.block

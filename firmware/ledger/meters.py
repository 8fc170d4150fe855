"""Which moment moves which meter: the one place that says so.

A meter only ever grows. Names are those of the books and reports; the block of a game
is flat here, `games.joker_poker.staked`. Everything is a whole number: credits, or a
count of games, gambles or boots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from firmware.events import Account, GameId, Moment, Posting

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

BLOCK = ("played", "won", "staked", "paid")
"""The meters of one game: games, games, credits, credits."""


def of_game(game: GameId, name: str) -> str:
    """The meter `name` of a game's own block.

    >>> of_game(GameId.JOKER_POKER, "staked")
    'games.joker_poker.staked'
    """
    return f"games.{game}.{name}"


ALL_METERS = METERS + tuple(of_game(game, name) for game in GameId for name in BLOCK)

_IN = {Account.COINBOX: "coin_in", Account.NOTES: "notes_in", Account.SERVICE: "service_in"}


def moved_by(posting: Posting) -> Mapping[str, int]:
    """What a posting adds to the meters; a meter that is not named stays.

    >>> from firmware.events import Transfer
    >>> bet = Transfer(Account.CREDIT, Account.STAKE, 5)
    >>> dict(moved_by(Posting(Moment.STAKE, (bet,), GameId.JOKER_POKER)))
    {'turnover': 5, 'games.joker_poker.staked': 5}

    Raises:
        ValueError: when a posting of a game does not name its game.
    """
    return MappingProxyType(_RULES[posting.moment](posting))


def moved_by_boot(*, was_clean: bool) -> Mapping[str, int]:
    """What a boot adds; `was_clean` is whether the run before it ended with a goodbye."""
    return {"power_ups": 1, "unclean_boots": 0 if was_clean else 1}


def _coin(posting: Posting) -> dict[str, int]:
    moved: dict[str, int] = {}
    for transfer in posting.transfers:
        name = _IN.get(transfer.source)
        if name is not None:
            moved[name] = moved.get(name, 0) + transfer.credits
    return moved


def _stake(posting: Posting) -> dict[str, int]:
    # What leaves the credit counts, not what stays in `stake`: a session's price goes on
    # to the house at once.
    staked = _leaving(posting, Account.CREDIT)
    return {"turnover": staked, of_game(_game(posting), "staked"): staked}


def _lost(posting: Posting) -> dict[str, int]:
    return {"games_played": 1, "games_lost": 1, of_game(_game(posting), "played"): 1}


def _won(posting: Posting) -> dict[str, int]:
    game = _game(posting)
    return {**_level(posting), "games_won": 1, of_game(game, "won"): 1}


def _level(posting: Posting) -> dict[str, int]:
    game = _game(posting)
    paid = _leaving(posting, Account.HOUSE)
    return {
        "won": paid,
        "games_played": 1,
        of_game(game, "played"): 1,
        of_game(game, "paid"): paid,
    }


def _collect(_posting: Posting) -> dict[str, int]:
    return {}


def _gamble_staked(posting: Posting) -> dict[str, int]:
    staked = sum(move.credits for move in posting.transfers if move.target is Account.GAMBLE)
    return {"gamble_staked": staked, "gamble_rounds": 1}


def _gamble_won(posting: Posting) -> dict[str, int]:
    return {"gamble_returned": _leaving(posting, Account.HOUSE), "gamble_wins": 1}


def _gamble_tied(posting: Posting) -> dict[str, int]:
    return {"gamble_returned": _leaving(posting, Account.GAMBLE), "gamble_ties": 1}


def _gamble_lost(_posting: Posting) -> dict[str, int]:
    return {"gamble_losses": 1}


_RULES: Mapping[Moment, Callable[[Posting], dict[str, int]]] = {
    Moment.COIN: _coin,
    Moment.STAKE: _stake,
    Moment.LOST: _lost,
    Moment.WON: _won,
    Moment.LEVEL: _level,
    Moment.COLLECT: _collect,
    Moment.GAMBLE_STAKED: _gamble_staked,
    Moment.GAMBLE_WON: _gamble_won,
    Moment.GAMBLE_TIED: _gamble_tied,
    Moment.GAMBLE_LOST: _gamble_lost,
}


def _leaving(posting: Posting, account: Account) -> int:
    return sum(move.credits for move in posting.transfers if move.source is account)


def _game(posting: Posting) -> GameId:
    if posting.game is None:
        raise ValueError(f"a posting of {posting.moment} names no game: {posting}")
    return posting.game

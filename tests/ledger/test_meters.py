"""Every moment moves its meters and no other (design: the table of moments)."""

from collections.abc import Iterator

import money
import pytest

from firmware.ledger.meters import (
    FIXED_METERS,
    FREE,
    free_game,
    moved_by,
    moved_by_boot,
    moved_by_log,
    split,
)
from firmware.log import UNLOGGED, LogEntry, LogKind
from firmware.money import Account, Block, GameId, Moment, Posting, Transfer

A = Account
JOKER = f"blocks.{money.TABLE}"
DUEL = f"blocks.{money.DUEL}"
STRIP = f"blocks.{money.STRIP}"


def in_block(block: str, **moved: int) -> dict[str, int]:
    return {f"{block}.{name}": value for name, value in moved.items()}


def doubles(**moved: int) -> dict[str, int]:
    """A double moves the cabinet's meter and its block's alike."""
    return moved | in_block(JOKER, **moved)


TABLE = [
    (money.coin(10), {"coin_in": 10, "coins.coin:100": 1}),
    (money.note(10), {"notes_in": 10}),
    (money.service(10), {"service_in": 10}),
    (money.coin_test(10), {"coin_test": 10}),
    (money.stake(5), {"turnover": 5, "games.joker_poker.staked": 5}),
    (
        money.lost(5),
        {
            "games_played": 1,
            "games_lost": 1,
            "games.joker_poker.played": 1,
            f"hands.{money.TABLE}.nothing": 1,
            **in_block(JOKER, N=1, B=5, SBB=25, lost=1),
        },
    ),
    (
        money.won(5, 20),
        {
            "won": 20,
            "games_played": 1,
            "games_won": 1,
            "games.joker_poker.played": 1,
            "games.joker_poker.won": 1,
            "games.joker_poker.paid": 20,
            f"hands.{money.TABLE}.flush": 1,
            **in_block(JOKER, N=1, B=5, W=20, SBB=25, SBW=100, SWW=400, won=1),
        },
    ),
    (
        money.prize(5, 12),
        {
            "won": 12,
            "games_played": 1,
            "games_won": 1,
            "games.cinque_mani.played": 1,
            "games.cinque_mani.won": 1,
            "games.cinque_mani.paid": 12,
            f"hands.{money.DUEL}.won": 1,
            **in_block(DUEL, N=1, B=5, W=12, SBB=25, SBW=60, SWW=144, won=1),
        },
    ),
    (
        money.level(5, 4),
        {
            "won": 4,
            "games_played": 1,
            "games.cinque_mani.played": 1,
            "games.cinque_mani.paid": 4,
            f"hands.{money.DUEL}.level": 1,
            **in_block(DUEL, N=1, B=5, W=4, SBB=25, SBW=20, SWW=16),
        },
    ),
    (
        money.strip_price(50),
        {"turnover": 50, "games.strip_poker.staked": 50, **in_block(STRIP, B=50, SBB=2500)},
    ),
    (
        money.strip_end(is_won=True),
        {
            "games_played": 1,
            "games_won": 1,
            "games.strip_poker.played": 1,
            "games.strip_poker.won": 1,
            f"hands.{money.STRIP}.won": 1,
            **in_block(STRIP, N=1, won=1),
        },
    ),
    (
        money.strip_end(is_won=False),
        {
            "games_played": 1,
            "games_lost": 1,
            "games.strip_poker.played": 1,
            f"hands.{money.STRIP}.lost": 1,
            **in_block(STRIP, N=1, lost=1),
        },
    ),
    (money.collect(20), {}),
    (money.gamble_staked(20), doubles(gamble_staked=20, gamble_rounds=1)),
    (money.gamble_staked(7, banked=8), doubles(gamble_staked=7, gamble_rounds=1)),
    (money.gamble_won(20), doubles(gamble_returned=40, gamble_wins=1)),
    (money.gamble_tied(20), doubles(gamble_returned=20, gamble_ties=1)),
    (money.gamble_lost(20), doubles(gamble_losses=1)),
    (money.hand_pay(30), {"hand_paid": 30}),
    (money.cancel(30), {"cancelled": 30}),
    (
        money.free_game("won", staked=5, paid=20),
        {
            "free_played": 1,
            "free_won": 1,
            "free_staked": 5,
            "free_paid": 20,
            "free.joker_poker.played": 1,
            "free.joker_poker.won": 1,
            "free.joker_poker.staked": 5,
            "free.joker_poker.paid": 20,
        },
    ),
    (
        money.free_game("lost", staked=3, game=GameId.CINQUE_MANI),
        {
            "free_played": 1,
            "free_staked": 3,
            "free.cinque_mani.played": 1,
            "free.cinque_mani.staked": 3,
        },
    ),
    (
        money.free_game("level", staked=3, paid=2, game=GameId.CINQUE_MANI),
        {
            "free_played": 1,
            "free_staked": 3,
            "free_paid": 2,
            "free.cinque_mani.played": 1,
            "free.cinque_mani.staked": 3,
            "free.cinque_mani.paid": 2,
        },
    ),
    (
        money.free_game("won", game=GameId.STRIP_POKER),
        {
            "free_played": 1,
            "free_won": 1,
            "free.strip_poker.played": 1,
            "free.strip_poker.won": 1,
        },
    ),
]


@pytest.mark.parametrize(("posting", "moved"), TABLE)
def test_a_moment_moves_these_meters_only(posting: Posting, moved: dict[str, int]) -> None:
    assert {name: value for name, value in moved_by(posting).items() if value} == moved


@pytest.mark.parametrize("posting", [posting for posting, _ in TABLE])
def test_no_moment_makes_a_meter_shrink(posting: Posting) -> None:
    assert all(value >= 0 for value in moved_by(posting).values())


def test_every_moment_is_in_the_table() -> None:
    assert {posting.moment for posting, _ in TABLE} == set(Moment)


def test_a_meter_without_a_dot_is_one_of_the_fixed_ones() -> None:
    moved = {name for posting, _ in TABLE for name in moved_by(posting)}
    assert {name for name in moved if "." not in name} <= {*FIXED_METERS, *FREE}


def test_met_1_coins_are_counted_by_slot_and_value() -> None:
    coin = Posting(Moment.COIN, (Transfer(A.COINBOX, A.CREDIT, 20),), category="hopper:200")
    assert moved_by(coin)["coins.hopper:200"] == 1


def test_met_1_coins_of_a_test_are_counted_by_slot_too_for_the_box() -> None:
    moves = (Transfer(A.COINBOX, A.COIN_TEST, 20),)
    coin = Posting(Moment.COIN_TEST, moves, category="coin:200")
    assert dict(moved_by(coin)) == {"coin_test": 20, "coins.coin:200": 1}


@pytest.mark.parametrize(
    "posting", [posting for posting, _ in TABLE if posting.moment.startswith("gamble")]
)
def test_met_3_a_double_never_touches_turnover_won_or_the_sums_of_a_return(
    posting: Posting,
) -> None:
    moved = moved_by(posting)
    returns = {"turnover", "won", *(f"{JOKER}.{name}" for name in ("N", "B", "W", "SBB"))}
    assert not returns & moved.keys()


@pytest.mark.parametrize("credits", [10**10 - 1, 2**63 - 2, 2**64, 10**30])
def test_met_4_a_meter_takes_any_number_of_digits(credits: int) -> None:
    assert moved_by(money.coin(credits))["coin_in"] == credits


def test_met_4_the_squares_of_a_long_bet_are_exact() -> None:
    bet, win = 10**10 - 1, 2**63 - 2
    moved = moved_by(money.won(bet, win))
    assert moved[f"{JOKER}.SBB"] == 10**20 - 2 * 10**10 + 1
    assert moved[f"{JOKER}.SWW"] == 2**126 - 2**65 + 4
    assert moved[f"{JOKER}.SBW"] == 10**10 * 2**63 - 2 * 10**10 - 2**63 + 2


@pytest.mark.parametrize("posting", [money.service(10), money.note(10), money.coin_test(10)])
def test_met_10_only_a_coin_moves_coin_in(posting: Posting) -> None:
    assert "coin_in" not in moved_by(posting)


def test_sec_7_another_pay_table_is_another_block() -> None:
    other = Block(GameId.JOKER_POKER, "jacks_or_better@00000000", 5)
    moved = moved_by(money.lost(5, other))
    assert moved[f"blocks.{other}.N"] == 1
    assert not any(name.startswith(f"{JOKER}.") for name in moved)


def test_other_chips_are_another_block() -> None:
    other = Block(money.TABLE.game, money.TABLE.table, 1)
    assert f"blocks.{other}.N" in moved_by(money.lost(1, other))


# --- what a moment may move -----------------------------------------------------------------------

# By design.md 4, written down once more.
OWN: dict[Moment, set[tuple[Account, Account]]] = {
    Moment.COIN: {(A.COINBOX, A.CREDIT)},
    Moment.NOTE: {(A.NOTES, A.CREDIT)},
    Moment.SERVICE: {(A.SERVICE, A.CREDIT)},
    Moment.COIN_TEST: {(A.COINBOX, A.COIN_TEST)},
    Moment.STAKE: {(A.CREDIT, A.STAKE), (A.STAKE, A.HOUSE)},
    Moment.LOST: {(A.STAKE, A.HOUSE)},
    Moment.WON: {(A.STAKE, A.HOUSE), (A.HOUSE, A.PENDING), (A.PENDING, A.CREDIT)},
    Moment.LEVEL: {(A.STAKE, A.HOUSE), (A.HOUSE, A.PENDING), (A.PENDING, A.CREDIT)},
    Moment.COLLECT: {(A.PENDING, A.CREDIT)},
    Moment.GAMBLE_STAKED: {(A.PENDING, A.CREDIT), (A.PENDING, A.GAMBLE)},
    Moment.GAMBLE_WON: {(A.GAMBLE, A.HOUSE), (A.HOUSE, A.PENDING)},
    Moment.GAMBLE_TIED: {(A.GAMBLE, A.PENDING)},
    Moment.GAMBLE_LOST: {(A.GAMBLE, A.HOUSE)},
    Moment.HAND_PAY: {(A.CREDIT, A.HANDPAY)},
    Moment.CANCEL: {(A.CREDIT, A.CANCELLED)},
    Moment.FREE_GAME: {(A.FREE, A.FREE_STAKED), (A.FREE, A.FREE_PAID)},
}


def others(moment: Moment) -> Iterator[Transfer]:
    for source in Account:
        for target in Account:
            if source is not target and (source, target) not in OWN[moment]:
                yield Transfer(source, target, 1)


@pytest.mark.parametrize("moment", Moment)
def test_a_moment_refuses_every_transfer_that_is_not_its_own(moment: Moment) -> None:
    for transfer in others(moment):
        with pytest.raises(ValueError, match=f"{moment} moves nothing from {transfer.source} to"):
            moved_by(Posting(moment, (transfer,), money.TABLE))


@pytest.mark.parametrize("moment", Moment)
def test_a_moment_takes_each_transfer_of_its_own(moment: Moment) -> None:
    for source, target in OWN[moment]:
        moved_by(Posting(moment, (Transfer(source, target, 1),), money.TABLE, "won"))


def test_a_wrong_transfer_is_refused_behind_a_right_one() -> None:
    moves = (Transfer(A.COINBOX, A.CREDIT, 1), Transfer(A.HOUSE, A.CREDIT, 1))
    with pytest.raises(ValueError, match="coin moves nothing from house to credit"):
        moved_by(Posting(Moment.COIN, moves))


NEEDS_BLOCK = [posting for posting, _ in TABLE if posting.block and posting.moment != "collect"]


@pytest.mark.parametrize("posting", NEEDS_BLOCK)
def test_a_game_that_names_no_block_is_refused(posting: Posting) -> None:
    with pytest.raises(ValueError, match="names no block"):
        moved_by(Posting(posting.moment, posting.transfers))


# --- free play ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ended", "staked", "paid"), [("won", 5, 20), ("lost", 3, 0), ("level", 3, 2), ("lost", 0, 0)]
)
def test_the_posting_of_a_free_game_is_the_one_written_by_hand(
    ended: str, staked: int, paid: int
) -> None:
    made = free_game(Block(GameId.JOKER_POKER), ended, staked=staked, paid=paid)
    assert made == money.free_game(ended, staked=staked, paid=paid)


@pytest.mark.parametrize(
    ("ended", "staked", "paid"), [("flush", 1, 1), ("", 1, 0), ("won", -1, 1), ("won", 1, -1)]
)
def test_what_is_no_end_of_a_free_game_is_refused(ended: str, staked: int, paid: int) -> None:
    with pytest.raises(ValueError, match="not a game of free play"):
        free_game(money.TABLE, ended, staked=staked, paid=paid)


def test_a_free_game_that_tells_not_how_it_ended_is_refused() -> None:
    with pytest.raises(ValueError, match="a game of free play ends won, lost, level, not 'flush'"):
        moved_by(money.free_game("flush"))


FREE_GAMES = [posting for posting, _ in TABLE if posting.moment is Moment.FREE_GAME]


@pytest.mark.parametrize("posting", FREE_GAMES)
def test_a_free_game_moves_no_meter_of_real_play(posting: Posting) -> None:
    assert all(name.startswith(("free_", "free.")) for name in moved_by(posting))


# --- boots and the event log ----------------------------------------------------------------------


@pytest.mark.parametrize(("was_clean", "unclean"), [(True, 0), (False, 1)])
def test_met_8_a_boot_counts_itself_and_an_unclean_end(was_clean: bool, unclean: int) -> None:
    moved = moved_by_boot({"games_played": 0}, was_clean=was_clean)
    assert (moved["power_ups"], moved["unclean_boots"]) == (1, unclean)


def test_met_8_a_boot_marks_the_games_so_far() -> None:
    meters = {"games_played": 12, "marks.power_up": 7}
    assert moved_by_boot(meters, was_clean=True)["marks.power_up"] == 5


@pytest.mark.parametrize("kind", LogKind)
def test_met_8_a_line_of_the_event_log_is_counted_by_kind_and_subject(kind: LogKind) -> None:
    meters = {"games_played": 0}
    assert moved_by_log(meters, LogEntry(kind, "main"))[f"counts.{kind}:main"] == 1
    assert moved_by_log(meters, LogEntry(kind))[f"counts.{kind}"] == 1


def test_met_8_what_came_too_fast_for_a_line_each_is_counted_with_the_next() -> None:
    entry = LogEntry(LogKind.DOOR_OPENED, details=((UNLOGGED, "3"),))
    assert moved_by_log({"games_played": 0}, entry)["counts.door_opened"] == 4


@pytest.mark.parametrize("kind", set(LogKind) - {LogKind.DOOR_CLOSED})
def test_met_8_only_a_closed_door_moves_its_mark(kind: LogKind) -> None:
    moved = moved_by_log({"games_played": 12, "marks.door_closed": 5}, LogEntry(kind, "main"))
    assert dict(moved) == {f"counts.{kind}:main": 1}


def test_met_8_a_closed_door_marks_the_games_so_far() -> None:
    meters = {"games_played": 12, "marks.door_closed": 5}
    assert moved_by_log(meters, LogEntry(LogKind.DOOR_CLOSED))["marks.door_closed"] == 7


def test_a_meter_is_stored_with_what_shares_its_name_before_the_last_dot() -> None:
    assert split(f"{JOKER}.SBB") == (JOKER, "SBB")
    assert split("power_ups") == ("cabinet", "power_ups")

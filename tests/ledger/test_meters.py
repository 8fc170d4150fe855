"""Every moment moves its meters and no other (design: the table of moments)."""

import money
import pytest

from firmware.events import Account, GameId, Moment, Posting, Transfer
from firmware.ledger.meters import ALL_METERS, moved_by, moved_by_boot

TABLE = [
    (money.coin(10), {"coin_in": 10}),
    (money.coin(10, Account.NOTES), {"notes_in": 10}),
    (money.coin(10, Account.SERVICE), {"service_in": 10}),
    (money.stake(5), {"turnover": 5, "games.joker_poker.staked": 5}),
    (money.lost(5), {"games_played": 1, "games_lost": 1, "games.joker_poker.played": 1}),
    (
        money.won(5, 20),
        {
            "won": 20,
            "games_played": 1,
            "games_won": 1,
            "games.joker_poker.played": 1,
            "games.joker_poker.won": 1,
            "games.joker_poker.paid": 20,
        },
    ),
    (
        money.level(5, 5),
        {
            "won": 5,
            "games_played": 1,
            "games.cinque_mani.played": 1,
            "games.cinque_mani.paid": 5,
        },
    ),
    (money.collect(20), {}),
    (money.gamble_staked(20), {"gamble_staked": 20, "gamble_rounds": 1}),
    (money.gamble_staked(7, banked=8), {"gamble_staked": 7, "gamble_rounds": 1}),
    (money.gamble_won(20), {"gamble_returned": 40, "gamble_wins": 1}),
    (money.gamble_tied(20), {"gamble_returned": 20, "gamble_ties": 1}),
    (money.gamble_lost(20), {"gamble_losses": 1}),
]


@pytest.mark.parametrize(("posting", "moved"), TABLE)
def test_a_moment_moves_these_meters_only(posting: Posting, moved: dict[str, int]) -> None:
    assert dict(moved_by(posting)) == moved


def test_every_moment_is_in_the_table() -> None:
    assert {posting.moment for posting, _ in TABLE} == set(Moment)


def test_every_moved_meter_is_a_known_one() -> None:
    assert {name for _, moved in TABLE for name in moved} <= set(ALL_METERS)


def test_the_price_of_a_session_is_turnover_though_the_house_has_it_at_once() -> None:
    moves = (
        Transfer(Account.CREDIT, Account.STAKE, 50),
        Transfer(Account.STAKE, Account.HOUSE, 50),
    )
    price = Posting(Moment.STAKE, moves, GameId.STRIP_POKER)
    assert dict(moved_by(price)) == {"turnover": 50, "games.strip_poker.staked": 50}


def test_a_session_that_ends_without_a_transfer_still_counts_as_a_game() -> None:
    end = Posting(Moment.WON, (), GameId.STRIP_POKER)
    assert moved_by(end)["games_won"] == 1
    assert moved_by(end)["won"] == 0


def test_a_stake_without_a_game_is_refused() -> None:
    bet = Posting(Moment.STAKE, (Transfer(Account.CREDIT, Account.STAKE, 5),))
    with pytest.raises(ValueError, match="names no game"):
        moved_by(bet)


@pytest.mark.parametrize(("was_clean", "unclean"), [(True, 0), (False, 1)])
def test_a_boot_counts_itself_and_an_unclean_end(was_clean: bool, unclean: int) -> None:
    assert dict(moved_by_boot(was_clean=was_clean)) == {"power_ups": 1, "unclean_boots": unclean}

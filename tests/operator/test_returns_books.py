"""The returns of a ledger that was really played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from joker_evening import HIGHER, Evening, evening_in, temporary_folder

from firmware.assets import asset
from firmware.errors import OddsError
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import PayTable
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.games.joker_poker.records import PAY_TABLE
from firmware.games.joker_poker.rules import JokerPoker
from firmware.money import Block, GameId
from firmware.odds import deal
from firmware.odds.known import Exact, kept_exact
from firmware.operator.books import reading_books
from firmware.operator.returns import Doubles
from firmware.operator.returns_books import HandTable, Line, Pace, Returns, read_returns
from firmware.operator.returns_report import returns_report
from firmware.operator.rounds_told import Length, RoundsTold
from firmware.transaction import Transaction

SHIPPED = load_pay_table(asset("paytables", "kings_or_better.toml"))
OTHER = replace(SHIPPED, id="other")
ONE, FIVE = Fraction(501429737789, 511851365025), Fraction(183519471067, 186127769100)
"""The exact returns of the shipped table for one to four chips, and for five."""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Six games of Joker Poker under two tables, one of them doubled, and a period."""
    with temporary_folder() as name:
        folder = Path(name)
        with evening_in(folder) as evening:
            evening.lose(chips=5)
            evening.deal("KH KD 9S 4C 2D 3H 7H 8C", chips=5, chip_value=10)
            evening.draw()
            evening.double(HIGHER)
            evening.pick(2)
            evening.collect()
            evening.lose(chips=1)
            evening.new_period("the operator")
            evening.win(chips=1)
            evening.game = JokerPoker(OTHER, (1, 10), 5000)
            evening.tell(Transaction(documents={document(OTHER): OTHER.stored}))
            evening.lose(chips=2)
            evening.lose(chips=5)
        yield folder


def document(table: PayTable) -> str:
    return PAY_TABLE + table.edition


@pytest.fixture(scope="module")
def found(folder: Path) -> Returns:
    return returns(folder)


def returns(folder: Path, rounds: int | None = None) -> Returns:
    with reading_books(folder) as (books, connection):
        return read_returns(connection, books, rounds, kept_exact)


def line(lines: tuple[Line, ...], **where: object) -> Line:
    (one,) = [each for each in lines if all(getattr(each, k) == v for k, v in where.items())]
    return one


def test_blocks(found: Returns) -> None:
    assert [(each.table, each.chips) for each in found.life.blocks] == [
        (SHIPPED.edition, 1),
        (SHIPPED.edition, 5),
        (OTHER.edition, 2),
        (OTHER.edition, 5),
    ]


def test_a_block_has_the_return_of_its_chips(found: Returns) -> None:
    of_five = line(found.life.blocks, table=SHIPPED.edition, chips=5).returned
    assert (of_five.actual, of_five.exact) == (Fraction(50, 55), FIVE)


def test_a_table_weighs_its_chips_by_what_was_staked(found: Returns) -> None:
    of_table = line(found.life.tables, table=SHIPPED.edition).returned
    assert of_table.exact == (55 * FIVE + 2 * ONE) / 57


def test_the_total_is_of_all_tables(found: Returns) -> None:
    total = found.life.total.returned
    assert total.actual == Fraction(51, 64)
    assert total.exact == (60 * FIVE + 4 * ONE) / 64


def test_the_game_is_the_total_where_no_other_was_played(found: Returns) -> None:
    (game,) = found.life.games
    assert (game.game, game.returned) == (GameId.JOKER_POKER, found.life.total.returned)


def test_the_period_has_its_own(found: Returns) -> None:
    assert found.period.total.returned.actual == Fraction(1, 8)


def test_doubles_stand_apart(found: Returns) -> None:
    assert found.life.total.doubles == Doubles(
        rounds=1, wins=1, ties=0, losses=0, staked=50, returned=100
    )


def test_the_period_had_no_double(found: Returns) -> None:
    assert found.period.total.doubles == Doubles()


def test_hands_as_they_ended(found: Returns) -> None:
    (game,) = found.life.games
    assert game.ends is not None
    ends = {row.hand: row for row in game.ends.rows}
    assert ends[Hand.KINGS_OR_BETTER].games == 2
    assert ends[Hand.KINGS_OR_BETTER].share == Fraction(2, 6)
    assert list(ends) == list(reversed(Hand))


def test_exact_shares_of_ends_add_up(found: Returns) -> None:
    (game,) = found.life.games
    assert game.ends is not None
    assert sum(row.exact or 0 for row in game.ends.rows) == 1


def test_only_joker_poker_ends_with_its_hands(found: Returns) -> None:
    assert replace(found.life.total, game=GameId.STRIP_POKER).ends is None


def test_hands_as_dealt(found: Returns) -> None:
    dealt = {row.hand: row for row in found.dealt.rows}
    assert dealt[Hand.KINGS_OR_BETTER].games == 2
    assert dealt[Hand.KINGS_OR_BETTER].exact == Fraction(262956, 2869685)
    assert dealt[Hand.NATURAL_ROYAL].exact == Fraction(4, 2869685)


def test_luck_by_block(found: Returns) -> None:
    assert [str(block) for block, _ in found.luck] == sorted(
        f"joker_poker/{each.table}/{each.chips}" for each in found.life.blocks
    )


def test_the_split_is_the_result_of_the_books(found: Returns) -> None:
    total = found.luck_total
    assert total is not None
    assert total.deal + total.skill + total.draw == 51 - (60 * FIVE + 4 * ONE)


def test_only_the_newest_rounds_are_judged(folder: Path) -> None:
    total = returns(folder, rounds=2).luck_total
    assert total is not None
    assert total.games == 2


def test_pace(found: Returns) -> None:
    (pace,) = [pace for pace in found.paces if pace.game is GameId.JOKER_POKER]
    assert (pace.played, pace.won, pace.income) == (6, 2, 64 - 51)
    assert pace.endings == {"kings_or_better": 2, "nothing": 4}
    # Lost rounds take a second of the evening's clock, won ones two, a double two more.
    assert pace.length == Length(6, 1000 * (4 * 1 + 2 + 4))


def test_income_an_hour_of_play() -> None:
    pace = Pace(GameId.STRIP_POKER, 10, 4, 100, 40, {}, Length(2, 2 * 90_000))
    assert (pace.mean_length_s, pace.income_per_hour) == (90, 6 * 3600 / 90)


def test_a_game_that_was_not_played_has_no_pace(found: Returns) -> None:
    (pace,) = [pace for pace in found.paces if pace.game is GameId.CINQUE_MANI]
    assert (pace.mean_length_s, pace.income_per_hour) == (None, None)


def test_nothing_is_wrong(found: Returns) -> None:
    assert found.faults == ()


def test_a_lost_pay_table_is_named_and_leaves_its_block_without(folder: Path) -> None:
    with reading_books(folder) as (books, _connection):
        documents = {document(SHIPPED): SHIPPED.stored}
        lost = Returns.of(books, documents, RoundsTold(), kept_exact)
    assert line(lost.life.blocks, table=OTHER.edition, chips=2).returned.exact is None
    assert line(lost.life.tables, table=SHIPPED.edition).returned.exact is not None
    assert lost.faults[0].startswith(f"no exact return of joker_poker/{OTHER.edition}/2: its pay")


def test_figures_that_are_not_known_are_left_out(folder: Path) -> None:
    def none(pays: tuple[int, ...], bet: int) -> Exact | None:
        return None

    with reading_books(folder) as (books, connection):
        without = read_returns(connection, books, None, none)
    assert (without.life.total.returned.exact, without.luck) == (None, ())
    (game,) = without.life.games
    assert game.ends is not None
    assert game.ends.fit is None


def test_odds_that_cannot_be_read_leave_the_rest(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OddsError("the file is gone")

    monkeypatch.setattr(deal, "hands_with", broken)
    left = returns(folder)
    assert left.life.total.returned.actual == Fraction(51, 64)
    assert "no round can be judged: the file is gone" in left.faults


def test_no_games_no_fit() -> None:
    assert HandTable.of({}, None).fit is None


# --- its JSON ---------------------------------------------------------------------------------


def test_report_is_json_and_the_same_twice(folder: Path, found: Returns) -> None:
    first = json.dumps(returns_report(found))
    assert json.dumps(returns_report(returns(folder))) == first


def test_report_of_a_block(found: Returns) -> None:
    report = json.loads(json.dumps(returns_report(found)))
    block = report["life"]["blocks"][1]
    assert (block["game"], block["table"], block["chips"]) == ("joker_poker", SHIPPED.edition, 5)
    assert block["exact"] == "183519471067/186127769100"
    assert block["actual_percent"] == pytest.approx(100 * 50 / 55)
    assert block["verdict"] == "inside"
    assert block["royals"]["few"] is True
    assert block["endings"] == {"kings_or_better": 1, "nothing": 1}


def test_report_of_the_split(found: Returns) -> None:
    total = json.loads(json.dumps(returns_report(found)))["split"]["total"]["exact"]
    parts = [Fraction(total[name]) for name in ("deal", "skill", "draw")]
    assert sum(parts) == Fraction(total["result"])


def test_report_of_the_course(found: Returns) -> None:
    course = json.loads(json.dumps(returns_report(found)))["course"]
    assert [point["games"] for point in course] == [1, 2, 3, 4, 5, 6]
    assert course[-1]["actual_percent"] == pytest.approx(100 * 51 / 64)


def test_report_of_an_empty_ledger() -> None:
    with temporary_folder() as name:
        Evening(Path(name)).close()
        report = json.loads(json.dumps(returns_report(returns(Path(name)))))
    assert report["life"]["total"]["actual_percent"] is None
    assert report["split"] == {"blocks": [], "total": None}
    assert report["dealt"]["fit"] is None
    assert (report["course"], report["hours"], report["days"]) == ([], {}, {})


def test_block_is_written_apart(found: Returns) -> None:
    first, _ = found.luck[0]
    assert first == Block(GameId.JOKER_POKER, SHIPPED.edition, 1)

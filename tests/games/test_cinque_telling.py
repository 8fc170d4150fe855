"""A round of Cinque Mani as it is kept, read back, told and played once more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cinque_bench import GAME, LAID, TURNED, Stacked, arranged, confirmed, dealt, the_round

from firmware.errors import LedgerCorruptError
from firmware.games.cinque_mani.hands import FlushOrder
from firmware.games.cinque_mani.notation import read_deal, write_deal
from firmware.games.cinque_mani.records import read_round, record_of
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Level, Result, Round, Terms
from firmware.games.cinque_mani.telling import COLUMNS, differences, tell
from firmware.money import GameId
from firmware.transaction import RoundRecord

LINE = (
    "7S7C8S8C9S9CTS "
    "7H8D9HJSQC/7D8HTCTDJC/9DJDKDQDAD/QSKSKCKHAS/THJHQHAHAC "
    "7D8HTCTDJC/9DJDKDQDAD/QSKSKCKHAS/THJHQHAHAC/7H8D9HJSQC"
)


def played() -> Round:
    """Won 18 to 7 for a stake of 2."""
    return replace(the_round(GAME.reveal_all(confirmed(TURNED)).table), deal=None)


def match(deals: int = 5) -> Round:
    """A match of which these deals are played, all the same."""
    game = CinqueMani(Terms(deals=5))
    table = GAME.reveal_all(confirmed(TURNED, table=dealt(terms=game.terms))).table
    for _ in range(deals - 1):
        table = arranged(game.deal(table, 0, 1, Stacked()).table)
        table = game.confirm(game.lay(table, (TURNED,)).table).table
        table = game.reveal_all(table).table
    return replace(the_round(table), deal=None)


# --- a deal in a line -------------------------------------------------------------------------


def test_a_deal_is_written_in_one_line() -> None:
    assert played().told == (LINE,)


def test_a_line_is_read_back() -> None:
    told = read_deal(LINE)
    assert told.arrangements == (LAID, TURNED)


def test_a_deal_is_read_back_as_it_was_written() -> None:
    deal = the_round(GAME.reveal_all(confirmed(TURNED, LAID, TURNED)).table).deal
    assert deal is not None
    told = read_deal(write_deal(deal))
    assert (told.removed, told.arrangements) == (deal.removed, deal.arrangements)


@pytest.mark.parametrize("line", ["", "7S8", "7S7C XX/YY"])
def test_what_is_no_deal_is_refused(line: str) -> None:
    with pytest.raises(LedgerCorruptError, match="a deal cannot be read"):
        read_deal(line)


# --- the record -------------------------------------------------------------------------------


def test_a_round_is_read_back_as_it_was_but_for_its_deal() -> None:
    open_round = the_round(confirmed(TURNED))
    assert read_round(record_of(open_round).text) == replace(open_round, deal=None)


def test_a_record_knows_its_round_and_whether_it_is_over() -> None:
    record = record_of(played())
    assert (record.number, record.game, record.is_over) == (1, GameId.CINQUE_MANI, True)
    assert not record_of(the_round(dealt())).is_over


def test_what_the_others_hide_is_in_no_record() -> None:
    table = GAME.lay(arranged(), (TURNED,)).table
    assert "TCTDJC" not in record_of(the_round(table)).text
    assert '"TD"' not in record_of(the_round(table)).text


def test_what_is_no_round_is_refused() -> None:
    with pytest.raises(LedgerCorruptError, match="a round cannot be read"):
        read_round("{}")


# --- played once more -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kept", [played(), replace(the_round(dealt()), deal=None), match(1), match(5)]
)
def test_what_was_played_by_the_rules_comes_to_the_same(kept: Round) -> None:
    assert tell(record_of(kept), {}).differences == ()


def test_a_match_that_was_left_comes_to_the_same() -> None:
    game = CinqueMani(Terms(deals=5))
    table = GAME.reveal_all(confirmed(TURNED, table=dealt(terms=game.terms))).table
    left = game.leave(table).record
    assert left is not None
    assert differences(replace(left, deal=None)) == ()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"points": (25, 0)}, "points"),
        ({"paid": 10}, "paid"),
        ({"result": Result.LOST}, "result"),
        ({"result": None}, "result"),
        ({"sweeps": 1}, "sweeps"),
        ({"stake": 3}, "paid"),
    ],
)
def test_what_was_changed_is_named(changed: dict[str, object], field: str) -> None:
    (found,) = differences(replace(played(), **changed))
    assert found.startswith(f"{field} is ")


def refused(kept: Round) -> str:
    (found,) = differences(kept)
    assert found.startswith("it cannot be evaluated: ")
    return found


def test_a_card_laid_twice_is_named() -> None:
    line = LINE.replace("7H8D9HJSQC/7D", "7H8D9HJSQC/7H", 1)
    assert "not the cards of this deal: 7D 7H" in refused(replace(played(), told=(line,)))


def test_a_card_out_of_play_that_is_laid_is_named() -> None:
    line = LINE.replace("7S7C", "7H7C", 1)
    assert "not the cards of this deal: 7H 7S" in refused(replace(played(), told=(line,)))


def test_hands_of_a_player_too_few_are_named() -> None:
    line = LINE.rpartition(" ")[0]
    assert "1 others play, not 0" in refused(replace(played(), told=(line,)))


def test_hands_of_nobody_are_named() -> None:
    assert "nobody has laid hands" in refused(replace(played(), told=("7S7C8S8C9S9CTS",)))


def test_a_deal_too_many_is_named() -> None:
    assert "a deal after the end" in refused(replace(played(), told=(LINE, LINE)))


def test_terms_that_nobody_offers_are_named() -> None:
    assert "nobody plays under these terms" in refused(replace(played(), stake=6))


def test_a_round_that_was_left_in_its_first_deal_is_named() -> None:
    kept = replace(the_round(dealt()), deal=None, result=Result.LEFT)
    assert "nobody leaves a round that has not begun" in refused(kept)


# --- telling ----------------------------------------------------------------------------------


def test_a_round_is_told_in_figures_of_any_game() -> None:
    told = tell(record_of(played()), {})
    assert (told.number, told.bet, told.credit_before) == (1, 2, 100)
    assert (told.result, told.won, told.collected) == ("won", 4, 4)


def test_every_cell_has_its_column() -> None:
    assert tuple(tell(record_of(played()), {}).cells) == COLUMNS


def test_the_cells_are_the_record() -> None:
    cells = tell(record_of(match()), {}).cells
    assert (cells["deals"], cells["points"], cells["players"]) == (5, "90 to 35", 2)


def test_the_facts_tell_each_deal() -> None:
    facts = tell(record_of(match(2)), {}).facts["deals"]
    assert isinstance(facts, list)
    assert [(deal["number"], deal["dealer"], deal["points"]) for deal in facts] == [
        (1, 0, [18, 7]),
        (2, 1, [18, 7]),
    ]


def test_the_steps_tell_a_deal_in_words() -> None:
    steps = {step.name: step for step in tell(record_of(played()), {}).steps}
    assert steps["1 out of play"].note == "dealt by the player"
    assert steps["1 hand 3 player"].cards == ("9D", "JD", "KD", "QD", "AD")
    assert steps["1 hand 3 player"].note == "flush, takes 5"
    assert steps["1 hand 3 computer 1"].note == "trips"
    assert steps["1 points"].note == "18 to 7"
    assert steps["round"].note == "won 18 to 7, 4 paid"


def test_the_steps_of_a_match_tell_the_totals_after_each_deal() -> None:
    steps = {step.name: step for step in tell(record_of(match(2)), {}).steps}
    assert steps["2 points"].note == "18 to 7, 36 to 14 so far"
    assert steps["2 out of play"].note == "dealt by computer 1"


def test_a_position_that_nobody_takes_says_so() -> None:
    same = replace(the_round(GAME.reveal_all(confirmed(LAID)).table), deal=None)
    steps = {step.name: step for step in tell(record_of(same), {}).steps}
    assert steps["1 hand 5 player"].note == "pair, nobody takes 7"
    assert steps["1 points"].note == "0 to 0"


def test_the_steps_tell_every_option_in_force() -> None:
    terms = Terms(FlushOrder.SUIT_FIRST, True, deals=5, bonus=2, clock_s=90, level=Level.EASY)
    begun = replace(the_round(dealt(terms=terms)), deal=None)
    assert tell(record_of(begun), {}).steps[0].note == (
        "2 players, level easy, a match of 5 deals, flushes by suit first, "
        "the lowest straight flush beats the highest, bonus 2, clock 90 s"
    )


def test_a_deal_that_cannot_be_played_leaves_those_before_it_told() -> None:
    kept = replace(match(2), told=(LINE, "x"))
    facts = tell(record_of(kept), {}).facts["deals"]
    assert isinstance(facts, list)
    assert len(facts) == 1


def test_a_record_of_nothing_is_refused() -> None:
    with pytest.raises(LedgerCorruptError):
        tell(RoundRecord(1, GameId.CINQUE_MANI, "[]", True), {})

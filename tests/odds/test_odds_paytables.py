"""Pay tables to be analysed: what a draft may leave out, and what is refused."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from firmware.errors import ConfigError, RuleError
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import MAX_CHIPS, PAYING_HANDS
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.odds.game import HANDS, JACKS_OR_BETTER, JOKER_POKER
from firmware.odds.paytables import (
    MOST_CHIPS,
    OddsTable,
    chips_named,
    read_odds_table,
    shipped_table,
)


def read(tmp_path: Path, text: str, game=JOKER_POKER) -> OddsTable:
    path = tmp_path / "draft.toml"
    path.write_text(text, encoding="utf-8")
    return read_odds_table(path, game)


def test_as_many_chips_as_the_cabinets_own() -> None:
    assert MOST_CHIPS == MAX_CHIPS


def test_the_cabinets_table_is_read_as_the_cabinet_reads_it() -> None:
    path = shipped_table(JOKER_POKER)
    ours, cabinets = read_odds_table(path, JOKER_POKER), load_pay_table(path)
    assert {hand: ours.rows[hand] for hand in PAYING_HANDS} == dict(cabinets.rows)
    assert ours.returns == cabinets.returns


def test_the_yardstick_is_nine_six() -> None:
    table = read_odds_table(shipped_table(JACKS_OR_BETTER), JACKS_OR_BETTER)
    assert table.pays(1) == (0, 1, 2, 3, 4, 6, 9, 25, 50, 0, 0, 250)
    assert table.pays(5) == (0, 5, 10, 15, 20, 30, 45, 125, 250, 0, 0, 4000)


def test_the_table_shown_in_the_document_is_the_shipped_one(tmp_path: Path) -> None:
    document = (shipped_table(JOKER_POKER).parents[2] / "docs" / "odds.md").read_text("utf-8")
    shown = read(tmp_path, re.search(r"```toml\n(.*?)```", document, re.S)[1])
    assert shown.rows == read_odds_table(shipped_table(JOKER_POKER), JOKER_POKER).rows


def test_a_single_number_is_paid_for_each_chip(tmp_path: Path) -> None:
    table = read(tmp_path, "[hands]\nflush = 7")
    assert table.rows == {Hand.FLUSH: (7, 14, 21, 28, 35)}


def test_a_hand_without_a_row_wins_nothing(tmp_path: Path) -> None:
    table = read(tmp_path, "[hands]\ntwo_pair = 1")
    assert table.pays(3) == (0, 0, 3, *(0 for _ in HANDS[3:]))


def test_a_mark_of_an_editor_is_passed_over(tmp_path: Path) -> None:
    assert read(tmp_path, "\ufeff[hands]\nflush = 7").rows


def test_returns_are_taken_along(tmp_path: Path) -> None:
    text = '[hands]\nflush = 1\n[returns]\nexact = ["1/2", "1/2", "1/2", "1/2", "3/4"]'
    assert read(tmp_path, text).returns == (*[Fraction(1, 2)] * 4, Fraction(3, 4))


ROW = (
    "must be a whole number from 0 to 1000000, the chips won for each chip bet, "
    "or a list of 5: those won for 1 to 5 chips"
)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[hands]\nfulsh = 7", "2: hands.fulsh: no hand of joker-poker; did you mean 'flush'?"),
        ("[hands]\nnothing = 7", "2: hands.nothing: no hand of joker-poker; allowed: "),
        ("[hands]\nflush = -1", f"2: hands.flush = -1: {ROW}"),
        ("[hands]\nflush = 1000001", f"2: hands.flush = 1000001: {ROW}"),
        ("[hands]\nflush = true", f"2: hands.flush = true: {ROW}"),
        ("[hands]\nflush = 1.5", f"2: hands.flush = 1.5: {ROW}"),
        ("[hands]\nflush = [1, 2, 3, 4]", f"2: hands.flush = [1, 2, 3, 4]: {ROW}"),
        ("[hands]\nflush = [1, 2, 3, 4, -5]", f"2: hands.flush = [1, 2, 3, 4, -5]: {ROW}"),
        ("hands = 7", "1: hands = 7: must be a table: the rows of a pay table, of natural_royal,"),
        ("", "hands: must be a table"),
        ("[hands]\n", "1: hands = {}: must be a table"),
        ("ids = 1\n[hands]\nflush = 1", "1: ids: unknown key; did you mean 'id'?"),
        ("id = 1\n[hands]\nflush = 1", "1: id = 1: must be a name"),
        ("returns = 1\n[hands]\nflush = 1", "1: returns = 1: must be a table: [returns]"),
        ("[hands]\nflush = 1\n[returns]\nexat = 1", "4: returns.exat: unknown key; did you mean"),
        ('[hands]\nflush = 1\n[returns]\nexact = ["1/0"]', "must be a list of 5 fractions such as"),
        ("[hands", "1: not TOML"),
    ],
)
def test_faults_are_named_with_their_line(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(ConfigError) as raised:
        read(tmp_path, text)
    assert len(raised.value.faults) == 1
    assert fault in raised.value.faults[0]
    assert raised.value.faults[0].startswith(str(tmp_path / "draft.toml"))


def test_all_faults_are_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as raised:
        read(tmp_path, "[hands]\nflush = -1\nstraigt = 3")
    assert len(raised.value.faults) == 2


def test_hands_of_the_joker_are_none_of_52_cards(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no hand of jacks-or-better"):
        read(tmp_path, "[hands]\nfive_of_a_kind = 7", JACKS_OR_BETTER)


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "draft.toml"
    path.write_bytes(b"[hands]\nflush = 1 # \xff")
    with pytest.raises(ConfigError, match="2: not a text in UTF-8"):
        read_odds_table(path, JOKER_POKER)


def test_a_hand_that_pays_more_than_a_higher_one_is_found(tmp_path: Path) -> None:
    table = read(tmp_path, "[hands]\nflush = [1, 1, 1, 1, 9]\nstraight = [1, 1, 1, 2, 9]")
    assert table.crossing(4) == (Hand.STRAIGHT, Hand.FLUSH)
    assert table.crossing(5) is None


@pytest.mark.parametrize("chips", [0, 6])
def test_a_bet_of_another_size_is_refused(tmp_path: Path, chips: int) -> None:
    with pytest.raises(RuleError, match=f"a bet is 1 to 5 chips, not {chips}"):
        read(tmp_path, "[hands]\nflush = 1").pays(chips)


@pytest.mark.parametrize("text", ["0", "6", "x", "5.0", "", "٣"])
def test_chips_are_one_to_five(text: str) -> None:
    with pytest.raises(RuleError, match="a bet is 1 to 5 chips"):
        chips_named(text)

"""The shipped pay table, and what is refused of another."""

import json
from dataclasses import replace
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path

import pytest

from firmware.errors import ConfigError, RuleError
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import PAYING_HANDS, stored_pay_table
from firmware.games.joker_poker.paytable_file import load_pay_table

SHIPPED = Path(__file__).parents[2] / "assets" / "paytables" / "kings_or_better.toml"

PER_CHIP = {
    Hand.FIVE_OF_A_KIND: 200,
    Hand.JOKER_ROYAL: 100,
    Hand.STRAIGHT_FLUSH: 50,
    Hand.QUADS: 17,
    Hand.FULL_HOUSE: 7,
    Hand.FLUSH: 5,
    Hand.STRAIGHT: 3,
    Hand.TRIPS: 2,
    Hand.TWO_PAIR: 1,
    Hand.KINGS_OR_BETTER: 1,
    Hand.NOTHING: 0,
}


@pytest.mark.parametrize("hand", PER_CHIP)
def test_every_row_but_the_royal_is_linear(hand: Hand) -> None:
    table = load_pay_table(SHIPPED)
    paid = [table.pays(hand, chips) for chips in range(1, 6)]
    assert paid == [PER_CHIP[hand] * chips for chips in range(1, 6)]


def test_royal_has_a_bonus_for_five_chips() -> None:
    table = load_pay_table(SHIPPED)
    paid = [table.pays(Hand.NATURAL_ROYAL, chips) for chips in range(1, 6)]
    assert paid == [750, 1500, 2250, 3000, 5000]


def test_rows_stand_from_the_royal_down() -> None:
    table = load_pay_table(SHIPPED)
    assert tuple(table.rows) == PAYING_HANDS
    assert PAYING_HANDS[0] is Hand.NATURAL_ROYAL
    assert PAYING_HANDS[-1] is Hand.KINGS_OR_BETTER


def test_return_of_five_chips_is_the_published_fraction() -> None:
    assert load_pay_table(SHIPPED).return_of(5) == Fraction(183519471067, 186127769100)


@pytest.mark.parametrize("chips", [1, 2, 3, 4])
def test_return_of_fewer_chips_rounds_to_the_published_percentage(chips: int) -> None:
    assert round(float(load_pay_table(SHIPPED).return_of(chips)) * 100, 4) == 97.9639


@pytest.mark.parametrize("chips", [0, 6])
def test_bet_of_another_size_is_refused(chips: int) -> None:
    table = load_pay_table(SHIPPED)
    with pytest.raises(RuleError, match=f"a bet is 1 to 5 chips, not {chips}"):
        table.pays(Hand.TRIPS, chips)
    with pytest.raises(RuleError, match=f"a bet is 1 to 5 chips, not {chips}"):
        table.return_of(chips)


STRAIGHT = "straight        = [3, 6, 9, 12, 15]"
TRIPS = "trips           = [2, 4, 6, 8, 10]"
ID = 'id = "kings_or_better"'
A_ROW = "must be a list of 5 whole numbers from 1 to 1000000: the chips won for 1 to 5 chips bet"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            STRAIGHT,
            "straight = [3, 6, 9, 12]",
            f"16: hands.straight = [3, 6, 9, 12]: {A_ROW}",
        ),
        (
            STRAIGHT,
            "straight = [3, 6, 9.5, 12, 15]",
            f"16: hands.straight = [3, 6, 9.5, 12, 15]: {A_ROW}",
        ),
        (
            STRAIGHT,
            "straight = [0, 6, 9, 12, 15]",
            f"16: hands.straight = [0, 6, 9, 12, 15]: {A_ROW}",
        ),
        (
            STRAIGHT,
            "straight = [3, 6, 9, 12, 1000001]",
            f"16: hands.straight = [3, 6, 9, 12, 1000001]: {A_ROW}",
        ),
        (
            STRAIGHT,
            "straight = [3, 6, 6, 12, 15]",
            "16: hands.straight = [3, 6, 6, 12, 15]: more chips must win more",
        ),
        (TRIPS, "", f"8: hands.trips: missing; {A_ROW}"),
        (
            TRIPS,
            "trips = [4, 5, 6, 8, 10]",
            "17: hands.trips = [4, 5, 6, 8, 10]: must be at most straight's "
            "[3, 6, 9, 12, 15], since the joker takes the higher hand",
        ),
        (
            '"501429737789/511851365025",\n  "183519471067/186127769100"',
            '"1/0", 0.98',
            '23: returns.exact = ["501429737789/511851365025", "501429737789/511851365025", "...: '
            'must be a list of 5 fractions such as "183519471067/186127769100"',
        ),
        (
            "98.5987]",
            "98.6]",
            "30: returns.percent = 98.6: 183519471067/186127769100 is 98.5987 %",
        ),
        (
            "98.5987]",
            "nan]",
            "30: returns.percent = [97.9639, 97.9639, 97.9639, 97.9639, NaN]: "
            "must be a list of 5 percentages such as 98.5987",
        ),
        (ID, 'id = "kings"', '6: id = "kings": must be the file\'s own name, "kings_or_better"'),
    ],
)
def test_fault_is_named_in_one_line(old: str, new: str, fault: str, tmp_path: Path) -> None:
    assert refusal(old, new, tmp_path) == f"{tmp_path / SHIPPED.name}:{fault}"


def refusal(old: str, new: str, folder: Path) -> str:
    """What is said of the shipped table with `new` in place of `old`."""
    text = SHIPPED.read_text(encoding="utf-8")
    assert old in text
    path = folder / SHIPPED.name
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_pay_table(path)
    return str(caught.value)


def test_a_table_without_a_name_is_refused(tmp_path: Path) -> None:
    said = refusal(ID, "", tmp_path)
    assert said.endswith("id: missing; must be the file's own name, without its ending")


def test_unknown_hand_is_named_with_a_guess(tmp_path: Path) -> None:
    said = refusal("two_pair ", "two_pairs ", tmp_path)
    assert "18: hands.two_pairs: unknown key; did you mean 'two_pair'?" in said


def test_row_for_nothing_is_refused(tmp_path: Path) -> None:
    said = refusal(TRIPS, TRIPS + "\nnothing = [1, 2, 3, 4, 5]", tmp_path)
    assert "18: hands.nothing: unknown key; allowed: natural_royal, " in said


def test_unknown_key_is_named(tmp_path: Path) -> None:
    said = refusal(ID, f"idd = 3\n{ID}", tmp_path)
    assert "6: idd: unknown key; did you mean 'id'? allowed: id, hands, returns" in said


@pytest.mark.parametrize(
    ("content", "fault"),
    [(b"id = ", ":1: not TOML"), (b"id = 1\n\xff", ":2: not a text"), (None, ": cannot be read")],
)
def test_file_that_cannot_be_used_is_named(
    content: bytes | None, fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=f"table.toml{fault}"):
        load_pay_table(path)


# --- what is kept of a table --------------------------------------------------------------------


def test_an_edition_is_the_name_and_a_fingerprint_of_the_rows() -> None:
    table = load_pay_table(SHIPPED)
    rows = json.dumps({hand: list(table.rows[hand]) for hand in PAYING_HANDS}).replace(" ", "")
    fingerprint = blake2b(rows.encode(), digest_size=4).hexdigest()
    assert table.edition == f"kings_or_better@{fingerprint}"


@pytest.mark.parametrize("hand", PAYING_HANDS)
def test_another_row_is_another_edition(hand: Hand) -> None:
    table = load_pay_table(SHIPPED)
    row = table.rows[hand]
    other = replace(table, rows={**table.rows, hand: (*row[:4], row[4] + 1)})
    assert other.edition != table.edition


def test_a_table_comes_back_as_it_was_kept() -> None:
    table = load_pay_table(SHIPPED)
    assert stored_pay_table(table.edition, table.stored) == table


def test_rows_that_were_touched_are_refused() -> None:
    table = load_pay_table(SHIPPED)
    touched = table.stored.replace("[750,", "[751,")
    with pytest.raises(ValueError, match=r"kings_or_better@.* stand under kings_or_better@"):
        stored_pay_table(table.edition, touched)


@pytest.mark.parametrize("text", ["", "{}", "[1]", "nonsense"])
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a stored pay table"):
        stored_pay_table("kings_or_better@9c2e43eb", text)

"""The shipped pay table, and what is refused of another."""

from fractions import Fraction
from pathlib import Path

import pytest

from firmware.errors import ConfigError, RuleError
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import PAYING_HANDS, load_pay_table

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


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            STRAIGHT,
            "straight = [3, 6, 9, 12]",
            "hands.straight: [3, 6, 9, 12] is not allowed: "
            "5 whole numbers of chips, 1 to 1,000,000, for 1 to 5 chips bet",
        ),
        (
            STRAIGHT,
            "straight = [3, 6, 9.5, 12, 15]",
            "hands.straight.3: 9.5 is not allowed: "
            "5 whole numbers of chips, 1 to 1,000,000, for 1 to 5 chips bet",
        ),
        (
            STRAIGHT,
            "straight = [0, 6, 9, 12, 15]",
            "hands.straight.1: 0 is not allowed: "
            "5 whole numbers of chips, 1 to 1,000,000, for 1 to 5 chips bet",
        ),
        (
            STRAIGHT,
            "straight = [3, 6, 6, 12, 15]",
            "hands.straight: [3, 6, 6, 12, 15] is not allowed: more chips must win more",
        ),
        (TRIPS, "", "hands.trips: is missing: every paying hand needs its row"),
        (
            TRIPS,
            "trips = [4, 5, 6, 8, 10]",
            "hands.trips: [4, 5, 6, 8, 10] is not allowed: at most straight's "
            "[3, 6, 9, 12, 15], since the joker takes the higher hand",
        ),
        (
            '"183519471067/186127769100"',
            "0.98",
            'returns.exact.5: 0.98 is not allowed: 5 fractions such as "183519471067/186127769100"',
        ),
        (
            "98.5987]",
            "98.6]",
            "returns.percent.5: 98.6 is not allowed: 183519471067/186127769100 is 98.5987 %",
        ),
        (
            'id = "kings_or_better"',
            'id = "kings"',
            "id: 'kings' is not allowed: the file's own name, 'kings_or_better', is",
        ),
        ('id = "kings_or_better"', "", "id: is missing"),
    ],
)
def test_fault_is_named_in_one_line(old: str, new: str, fault: str, tmp_path: Path) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / SHIPPED.name
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_pay_table(path)
    assert str(caught.value) == f"{path}: {fault}"


def test_unknown_hand_is_named_with_a_guess(tmp_path: Path) -> None:
    path = tmp_path / SHIPPED.name
    path.write_text(SHIPPED.read_text(encoding="utf-8").replace("two_pair ", "two_pairs "))
    with pytest.raises(ConfigError) as caught:
        load_pay_table(path)
    assert str(caught.value).startswith(f"{path}: hands.two_pairs: is not a hand (allowed: ")
    assert str(caught.value).endswith("; did you mean 'two_pair'?")


def test_row_for_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / SHIPPED.name
    text = SHIPPED.read_text(encoding="utf-8")
    path.write_text(text.replace(TRIPS, TRIPS + "\nnothing = [1, 2, 3, 4, 5]"))
    with pytest.raises(ConfigError, match=r"hands\.nothing: is not allowed"):
        load_pay_table(path)


def test_unknown_key_is_named(tmp_path: Path) -> None:
    path = tmp_path / SHIPPED.name
    path.write_text("idd = 3\n" + SHIPPED.read_text(encoding="utf-8"))
    with pytest.raises(ConfigError, match=r"idd: is not known .*; did you mean 'id'\?"):
        load_pay_table(path)


@pytest.mark.parametrize(("text", "fault"), [("id = ", "is not TOML"), (None, "cannot be read")])
def test_file_that_cannot_be_used_is_named(text: str | None, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ConfigError, match=f"table.toml: {fault}"):
        load_pay_table(path)

"""Kept rounds as they looked: every card where it lay, and none that nobody has seen yet."""

from __future__ import annotations

from firmware.assets import asset
from firmware.cards.card import parse_cards
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.games.joker_poker.records import PAY_TABLE, write_round
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Table
from firmware.games.strip_poker import shown as strip_shown
from firmware.games.strip_poker.records import record_of
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Answer, MoveKind, Seat
from firmware.games.strip_poker.table import Table as StripTable
from firmware.games.tellers import SHOWN
from firmware.games.telling import AsKept
from firmware.money import GameId
from firmware.shown import BACK, Mark, ShownStep
from firmware.transaction import RoundRecord
from firmware.words import Message

TABLE = load_pay_table(asset("paytables", "kings_or_better.toml"))
GAME = JokerPoker(TABLE, (1, 10), 5000)
KINGS = "KH KD 9S 4C 2D 3H 7H 8C"
LEFT = "JS 6D"
HIGHER = "5C 9H 2D 5S 4C"
STRIP = StripPoker()


def kept(cards: str) -> AsKept:
    return AsKept(parse_cards(cards))


def shown(table: Table) -> tuple[ShownStep, ...]:
    assert table.round is not None
    record = RoundRecord(1, GameId.JOKER_POKER, write_round(table.round), table.round.is_over)
    return SHOWN[GameId.JOKER_POKER](record, {PAY_TABLE + TABLE.edition: TABLE.stored})


def dealt() -> Table:
    """A pair of kings, both held by the proposal."""
    return GAME.deal(Table(chips=2, chip_value=10), 100, 1, kept(f"{KINGS} {LEFT}")).table


def titles(steps: tuple[ShownStep, ...]) -> list[str]:
    return [step.title.key for step in steps]


# --- Joker Poker ------------------------------------------------------------------------------


def test_the_first_step_has_the_pay_table_in_credits() -> None:
    pays = shown(dealt())[0].pays
    assert pays is not None
    # A royal pays 750 a chip; ten credits a chip, two chips.
    assert (pays.chips, pays.rows[0]) == (2, ("natural_royal", (7500, 15000, 22500, 30000, 50000)))


def test_a_pay_table_that_is_lost_is_left_out() -> None:
    table = dealt()
    assert table.round is not None
    record = RoundRecord(1, GameId.JOKER_POKER, write_round(table.round), False)
    assert SHOWN[GameId.JOKER_POKER](record, {})[0].pays is None


def test_cards_that_were_held_are_marked() -> None:
    row = shown(dealt())[1].rows[0]
    assert row.faces == ("KH", "KD", "9S", "4C", "2D")
    assert row.marks == (Mark.HELD, Mark.HELD, Mark.NONE, Mark.NONE, Mark.NONE)


def test_before_the_draw_no_card_of_the_stock_is_shown() -> None:
    told = str(shown(dealt()))
    assert not any(card in told for card in ("3H", "7H", "8C", "JS", "6D"))


def test_the_final_hand_has_its_cards_and_its_name() -> None:
    row = shown(GAME.draw(dealt()).table)[2].rows[1]
    assert row.faces == ("KH", "KD", "3H", "7H", "8C")
    assert row.marks == (Mark.COUNTS, Mark.COUNTS, Mark.OUT, Mark.OUT, Mark.OUT)
    assert row.told is not None
    assert row.told.key == "made.kings_or_better"


def test_an_open_double_hides_the_four_cards() -> None:
    table = GAME.double(GAME.draw(dealt()).table, kept(HIGHER)).table
    assert shown(table)[3].rows[0].faces == ("5C", BACK, BACK, BACK, BACK)


def test_a_double_has_both_cards_marked_and_its_sums() -> None:
    table = GAME.pick(GAME.double(GAME.draw(dealt()).table, kept(HIGHER)).table, 2).table
    step = shown(table)[3]
    assert step.rows[0].faces == ("5C", "9H", "2D", "5S", "4C")
    assert step.rows[0].marks == (Mark.BANK, Mark.PICKED, Mark.OUT, Mark.OUT, Mark.OUT)
    assert [amount for _, amount in step.sums] == [20, 40]


def test_a_half_double_says_what_was_set_aside() -> None:
    table = GAME.half_double(GAME.draw(dealt()).table, kept(HIGHER)).table
    sums = {name.key: amount for name, amount in shown(table)[3].sums}
    assert sums == {"recall.stake": 10, "recall.banked": 10}


def test_a_collected_round_ends_with_what_was_collected() -> None:
    steps = shown(GAME.collect(GAME.draw(dealt()).table).table)
    assert titles(steps)[-1] == "recall.step.end"
    assert steps[-1].sums[-1] == (Message("history.collected"), 20)


def test_a_round_that_waits_has_no_end() -> None:
    assert "recall.step.end" not in titles(shown(GAME.draw(dealt()).table))


# --- Strip Poker ------------------------------------------------------------------------------


def session() -> tuple[ShownStep, ...]:
    """One deal: opened with 10, called, three and two cards changed, shown for nothing."""
    table = STRIP.sit_down(StripTable(opponent="club-notte/vera"), 100, 1, 5).table
    cards = "QH QC AS 8D 7H KD KS 9C 8H 7S 9D JS TC 8C JD"
    table = STRIP.deal(table, kept(cards)).table
    for seat, answer in (
        (Seat.PLAYER, Answer(MoveKind.OPEN, 10)),
        (Seat.CHARACTER, Answer(MoveKind.CALL)),
        (Seat.PLAYER, Answer(MoveKind.EXCHANGE, change=(3, 4, 5))),
        (Seat.CHARACTER, Answer(MoveKind.EXCHANGE, change=(4, 5))),
        (Seat.PLAYER, Answer(MoveKind.CALL)),
    ):
        table = STRIP.answer(table, seat, answer).table
    record = STRIP.settle(table).record
    assert record is not None
    return strip_shown.show(record_of(record), {})


def test_the_character_is_called_without_its_pack() -> None:
    assert dict(session()[0].told[0].values)["name"] == "Vera"


def test_both_hands_lie_as_they_were_dealt() -> None:
    rows = session()[1].rows
    assert [row.faces for row in rows] == [
        ("QH", "QC", "AS", "8D", "7H"),
        ("KD", "KS", "9C", "8H", "7S"),
    ]


def test_cards_that_stayed_are_marked() -> None:
    assert session()[1].rows[0].marks[:3] == (Mark.HELD, Mark.HELD, Mark.NONE)


def test_both_hands_lie_as_they_ended() -> None:
    rows = session()[2].rows
    assert [row.faces for row in rows] == [
        ("QH", "QC", "9D", "JS", "TC"),
        ("KD", "KS", "9C", "8C", "JD"),
    ]


def test_the_moves_are_told_in_their_order() -> None:
    keys = [message.key for message in session()[1].told]
    assert keys == ["recall.ante", "strip.did", "strip.did", "strip.changed", "strip.changed"]


def test_the_pot_is_told_at_the_end() -> None:
    # Two antes of 5 and two tens.
    pot = Message("recall.takes_pot", (("name", "Vera"), ("amount", 30)))
    assert pot in session()[2].told

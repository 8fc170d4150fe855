"""States of the operator's recall and event log to look at: rounds of every game, by real rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from firmware.cabinet.operator_menu.desk import at_page, moved
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import EventsPage, RecallPage
from firmware.cabinet.state import CabinetState
from firmware.cards.card import Card, parse_cards
from firmware.config import load_config
from firmware.games.joker_poker.configured import joker_poker
from firmware.games.joker_poker.records import PAY_TABLE, write_round
from firmware.games.joker_poker.table import Table
from firmware.games.strip_poker.records import record_of as strip_record
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Answer, MoveKind, Seat
from firmware.games.strip_poker.table import Table as StripTable
from firmware.games.tellers import SHOWN
from firmware.jobs import FindRounds, LogLine, RoundFound, RoundsFound, Topic
from firmware.log import LogKind
from firmware.money import GameId
from firmware.screens.cinque_samples import round_record as cinque_record
from firmware.shown import ShownStep
from firmware.transaction import RoundRecord
from firmware.words import Message

Make = Callable[[], CabinetState]
NUMBER = 8_817
_QUEENS = "QS QH JK QD 5H 3C 2D 9S 8H 4C"
_LOSES = "9D KC 4H JS 9H"
_HIGHER = "5C 9H 2D 5S 4C"
_STRIP = "QH QC AS 8D 7H KD KS 9C 8H 7S 9D JS TC 8C JD"
_AT = "2026-03-01T21:18:42+00:00"


class _Stacked:
    """The chosen cards on top, the others in order."""

    def __init__(self, top: str) -> None:
        self._top = parse_cards(top)

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        return (*self._top, *(card for card in deck if card not in self._top))


def recall_samples(make: Make) -> Mapping[str, tuple[Make, float]]:
    """The states by name, each with the time to look at it, from a table at rest."""

    def page(**changes: object) -> Make:
        shown = RecallPage(**changes)  # type: ignore[arg-type]  # names are those of the fields
        return lambda: at_page(make(), Leaf.RECALL, recall=shown)

    def joker(step: int, **changes: object) -> Make:
        return page(found=_found(_joker(), **changes), step=step)

    def noted(made: Make, key: str) -> Make:
        return lambda: moved(made(), note=Message(f"operator.recall.{key}"))

    strip = _found(
        _strip(), game="strip_poker", credit_after=1_235, won=0, collected=0, added_before=0
    )
    cinque = {"game": "cinque_mani", "bet": 2, "won": 0, "collected": 0, "credit_after": 1_238}
    cut = {"is_over": False, "is_interrupted": True, "won": 0, "collected": 0}
    otherwise = ("paid is 50, the rules make it 15", "credit after is 1285, but 1240 before")
    wish = FindRounds(least_gain=100, day="2026-03-01", is_disputed=True)
    return {
        "recall_bet": (joker(0), 0.3),
        "recall_dealt": (joker(1), 0.3),
        "recall_drawn": (joker(2), 0.3),
        "recall_double": (joker(3), 0.3),
        "recall_end": (joker(5), 0.3),
        "recall_disputed": (noted(joker(4, is_disputed=True), "disputed"), 0.3),
        "recall_open_double": (page(found=_found(_open_double(), **cut), step=3), 0.3),
        "recall_otherwise": (joker(2, differences=otherwise), 0.3),
        "recall_strip": (page(found=strip, step=1), 0.3),
        "recall_strip_end": (page(found=strip, step=2), 0.3),
        "recall_cinque": (page(found=_found(_cinque(), **cinque), step=3), 0.3),
        "recall_cinque_four": (page(found=_found(_cinque(4), **cinque), step=6), 0.3),
        "recall_cinque_whole": (page(found=_found(_cinque(), **cinque), step=7), 0.3),
        "recall_unread": (
            page(
                found=replace(
                    _found(()), round=RoundFound(NUMBER, ""),
                    unread=("round 8817 is lost: cannot read ledger.db: damaged",),
                )
            ),
            0.3,
        ),
        "recall_none": (page(found=RoundsFound(None)), 0.3),
        "recall_search": (page(found=_found(_joker()), is_finding=True), 0.3),
        "recall_search_set": (
            lambda: moved(
                page(found=_found(_joker()), is_finding=True, number=8_700, wish=wish)(), row=1
            ),
            0.3,
        ),
        "recall_searched": (page(found=_found(_joker()), step=5, wish=wish), 0.3),
        "events": (_events(make), 0.3),
        "events_faults": (_events(make, topic=Topic.FAULTS, row=1), 0.3),
        "events_unread": (
            _events(make, unread=("rows 9200 to 9231 are lost: cannot read ledger.db: damaged",)),
            0.3,
        ),
        "events_none": (_events(make, lines=()), 0.3),
    }  # fmt: skip


def _found(steps: tuple[ShownStep, ...], **changes: object) -> RoundsFound:
    shown = RoundFound(
        NUMBER, GameId.JOKER_POKER.value, _AT, True, 1_240, 1_320, 200, 0, 5, 85, 85, steps=steps
    )
    shown = replace(shown, **changes)  # type: ignore[arg-type]  # names are those of the fields
    return RoundsFound(shown, has_older=True, has_newer=True, newest=9_102)


@lru_cache(maxsize=1)
def _joker() -> tuple[ShownStep, ...]:
    """A win that was doubled three times, the last one half and lost."""
    game = joker_poker(load_config().joker_poker)
    table = game.deal(Table(chips=5), 1_240, NUMBER, _Stacked(_QUEENS)).table
    table = game.draw(table).table
    table = game.pick(game.double(table, _Stacked(_HIGHER)).table, 2).table
    table = game.pick(game.half_double(table, _Stacked(_LOSES)).table, 3).table
    return _joker_steps(game.collect(table).table if table.win else table)


@lru_cache(maxsize=1)
def _open_double() -> tuple[ShownStep, ...]:
    game = joker_poker(load_config().joker_poker)
    table = game.deal(Table(chips=5), 1_240, NUMBER, _Stacked(_QUEENS)).table
    return _joker_steps(game.double(game.draw(table).table, _Stacked(_HIGHER)).table)


def _joker_steps(table: Table) -> tuple[ShownStep, ...]:
    pays = joker_poker(load_config().joker_poker).pay_table
    played = table.round
    assert played is not None
    record = RoundRecord(NUMBER, GameId.JOKER_POKER, write_round(played), played.is_over)
    return SHOWN[GameId.JOKER_POKER](record, {PAY_TABLE + pays.edition: pays.stored})


@lru_cache(maxsize=1)
def _strip() -> tuple[ShownStep, ...]:
    """A deal that was raised, changed and shown."""
    game = StripPoker()
    table = game.sit_down(StripTable(opponent="club-notte/ottavia"), 1_240, NUMBER, 5).table
    table = game.deal(table, _Stacked(_STRIP)).table
    for seat, answer in (
        (Seat.PLAYER, Answer(MoveKind.OPEN, 10)),
        (Seat.CHARACTER, Answer(MoveKind.RAISE, 10)),
        (Seat.PLAYER, Answer(MoveKind.CALL)),
        (Seat.PLAYER, Answer(MoveKind.EXCHANGE, change=(3, 4, 5))),
        (Seat.CHARACTER, Answer(MoveKind.EXCHANGE, change=(4, 5))),
        (Seat.PLAYER, Answer(MoveKind.OPEN, 10)),
        (Seat.CHARACTER, Answer(MoveKind.CALL)),
    ):
        table = game.answer(table, seat, answer).table
    record = game.settle(table).record
    assert record is not None
    return SHOWN[GameId.STRIP_POKER](strip_record(record), {})


@lru_cache(maxsize=2)
def _cinque(players: int = 2) -> tuple[ShownStep, ...]:
    return SHOWN[GameId.CINQUE_MANI](cinque_record(players), {})


def _events(make: Make, row: int = 0, **changes: object) -> Make:
    lines = (
        LogLine(9_315, _AT, True, LogKind.KEY_ON),
        LogLine(9_301, _AT, True, LogKind.FAULT, "coin", (("detail", "unplugged"),)),
        LogLine(9_288, _AT, True, LogKind.DOOR_CLOSED),
        LogLine(9_287, _AT, True, LogKind.DOOR_OPENED),
        LogLine(
            9_254, _AT, True, LogKind.SETTING, "",
            (("key", "joker_poker.double_limit"), ("old", "500"), ("new", "1000"),
             ("by", "operator")),
        ),
        LogLine(9_101, "2026-02-28T23:02:11+00:00", True, "dispute_opened", "8817",
                (("by", "attendant"),)),
        LogLine(9_000, "2026-02-28T20:11:09+00:00", True, LogKind.PIN_REFUSED, "",
                (("in_a_row", "2"),)),
        LogLine(8_800, "1970-01-01T00:00:40+00:00", False, "boot", "",
                (("has_fallen", "true"), ("is_test", "false"), ("version", "0.8.0"),
                 ("was_clean", "false"))),
        LogLine(8_799, "2026-02-27T23:59:59+00:00", True, "stop"),
        LogLine(8_700, "2026-02-27T22:00:01+00:00", True, LogKind.COIN_QUARANTINED, "coin",
                (("reason", "lone_pulse"),)),
        LogLine(8_650, "2026-02-27T21:40:00+00:00", True, LogKind.CASH_COUNTED, "coin",
                (("counted", "18400"), ("expected", "18420"), ("by", "operator"))),
        LogLine(8_600, "2026-02-27T19:30:00+00:00", True, "new_period", "", (("by", "operator"),)),
    )  # fmt: skip
    page = EventsPage(lines=lines, has_older=True, starts=(None, (9_400, 0)))
    page = replace(page, **changes)  # type: ignore[arg-type]  # names are those of the fields
    return lambda: at_page(make(), Leaf.EVENTS, events=page, row=row)

"""The driver of a ccTalk bill validator: ids with a scaling, event codes, escrow.

A note in escrow is no money: it is routed at once, to the stacker when it is wanted and back to
the customer else, and only the event "stacked" is credit.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware.cabinet.coins import STACKED
from firmware.events import Health, MoneyQuestioned
from firmware.hardware import cctalk
from firmware.hardware.cctalk import BillId, Header
from firmware.hardware.cctalk_doubt import HELD, Pair, is_never_held, is_swapped_bill
from firmware.hardware.cctalk_exchange import Question, Silence
from firmware.hardware.cctalk_script import FACT_WAIT_S, Kind, Script
from firmware.hardware.cctalk_troubles import BILL_CODES, SELF_CHECK, Trouble, Troubles
from firmware.hardware.cctalk_unit import CctalkUnit, Values
from firmware.money import Tender

GIVEN_BACK = (0, 1)
"""The pair of a note that went from escrow to the customer."""
MASTER_INHIBIT = 0
"""Event code: the unit has inhibited itself, and stays so."""
UNKNOWN_STACKED = 21
"""Event code: a note is in the box, and the unit does not know which."""
STACK, RETURN = b"\1", b"\0"
ROUTE_FAILED = b"\xff"
USE_STACKER_AND_ESCROW = b"\3"
MOVES_S = 3.0
"""A note on its way is left alone for so long."""
STUCK_S = 1.0
"""One that does not move is routed again after so long."""

BILL_VALIDATOR = Kind(
    name="cctalk_bill",
    tender=Tender.NOTE,
    category=b"bill",
    addresses=(cctalk.BILL_VALIDATOR, *range(41, 48)),
    reading=Question(Header.READ_BUFFERED_BILL_EVENTS, shortest=11, longest=11, wait_s=0.200),
    inhibited=frozenset({4, 5}),
    forgets=frozenset({MASTER_INHIBIT, 4, 5}),
)


class CctalkBill(CctalkUnit):
    """One bill validator on its line."""

    kind = BILL_VALIDATOR
    _route_s = 0.0

    def _new_troubles(self) -> Troubles:
        return Troubles(BILL_CODES)

    def _read_values(self) -> Values:
        scalings: dict[str, tuple[int, int] | None] = {}
        values: dict[int, tuple[str, int]] = {}
        for position in range(1, cctalk.LAST_BILL + 1):
            question = Question(Header.REQUEST_BILL_ID, bytes((position,)), 7, 7, FACT_WAIT_S)
            outcome = yield from self._ask_calmly(question)
            if outcome.data is None:
                if outcome.silence is not Silence.REFUSED:
                    break
                continue
            bill = BillId.parse(outcome.data)
            if bill.value is None or not bill.text.startswith(self._settings.country):
                continue
            if bill.country not in scalings:
                asked = Question(
                    Header.REQUEST_COUNTRY_SCALING, bill.country.encode(), 3, 3, FACT_WAIT_S
                )
                scaling = (yield from self._ask_calmly(asked)).data
                scalings[bill.country] = (
                    None if scaling is None else (int.from_bytes(scaling[:2], "little"), scaling[2])
                )
            value_minor = bill.value_minor(scalings[bill.country])
            if value_minor is not None:
                values[position] = bill.text, value_minor
        return values

    def _prepare(self) -> Script:
        """Escrow is off after its power-up; and a note held since before goes back.

        It cannot be known whether the note was wanted, and its customer may have left.
        """
        yield from self._ask_if_known(
            Question(Header.MODIFY_BILL_OPERATING_MODE, USE_STACKER_AND_ESCROW)
        )
        yield from self._route(RETURN)

    def _is_swapped(self, fresh: Sequence[Pair], older: Sequence[Pair] | None, /) -> bool:
        has_escrow = Header.MODIFY_BILL_OPERATING_MODE in self._known
        is_odd = has_escrow and older is not None and is_never_held(fresh, older)
        return is_odd or any(is_swapped_bill(pair) for pair in fresh)

    def _refuse(self) -> Script:
        yield from self._route(RETURN)

    def _follow_up(self, fresh: list[tuple[int, int]]) -> Script:
        for position, code in reversed(fresh):
            if (position, code) == (0, UNKNOWN_STACKED):
                self._events.append(
                    MoneyQuestioned(self._settings.slot, self._unit.text, "unknown_stacked")
                )
        if fresh:
            self._route_s = self._now_s
        if self._is_busy and self._now_s >= self._route_s:
            is_wanted = self._may_open() and self._held_position in self._let_in(
                self._unit.positions_minor
            )
            yield from self._route(STACK if is_wanted else RETURN)

    def _route(self, way: bytes) -> Script:
        """Stack or give back what is in escrow; what became of it its events tell."""
        answer = yield from self._ask_if_known(Question(Header.ROUTE_BILL, way, 0, 1))
        is_stuck = answer == ROUTE_FAILED
        self._route_s = self._now_s + (STUCK_S if is_stuck else MOVES_S)
        if is_stuck:
            self._troubles.begin(Trouble(Health.JAM, "escrow", SELF_CHECK), self._now_s)

    @property
    def _is_busy(self) -> bool:
        """Whether a note is in escrow, or on its way from there."""
        return self._held_position != 0

    @property
    def _held_position(self) -> int:
        """The note that is held and has not come to an end since; 0 for none."""
        for first, second in self._credit.pairs if self._credit is not None else ():
            if first and second == HELD:
                return first
            if (first, second) == GIVEN_BACK or (first and second == STACKED):
                return 0
        return 0

"""The page of the credit: paid by hand, taken off, or given; each asked twice and logged.

Nothing moves while a round is open or a win waits: it is played to its end, or collected, first.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware.cabinet import attendant
from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.operator_menu.pages import GIFTS
from firmware.cabinet.state import CabinetState
from firmware.errors import RuleError
from firmware.events import Cue
from firmware.games.action import can
from firmware.log import LogEntry, LogKind
from firmware.money import Posting
from firmware.operator.roles import Role
from firmware.panel import Button
from firmware.words import Message


def keys(desk: Desk) -> dict[Button, Action]:
    """How much to give, and the three that move credit."""
    state, page = desk.state, desk.state.operator.gift
    found = {}
    for button, legend, step in ((Button.HOLD3, "less", -1), (Button.HOLD4, "more", +1)):
        if 0 <= page + step < len(GIFTS):
            found[button] = action(legend, _showing(moved(state, gift=page + step, note=None)))
    if state.is_storeless:
        return found
    gift = GIFTS[page]
    if can(verify_gift, state, gift, desk.settings.credit_ceiling):
        given = moved(state, given=state.operator.given + gift)
        found[Button.HOLD1] = action(
            "give", lambda: _done(given, attendant.service_credit(gift)), credits=gift, asks=True
        )
    if can(attendant.verify_hand_pay, state.balances):
        found[Button.DEAL] = action(
            "hand_pay", lambda: _done(state, attendant.hand_pay(state.balances)),
            credits=state.paid_credit, asks=True,
        )  # fmt: skip
    if can(attendant.verify_cancel, state.balances):
        found[Button.DOUBLE] = action(
            "take_off", lambda: _done(state, attendant.cancel(state.balances)),
            credits=state.paid_credit, asks=True,
        )  # fmt: skip
    return found


def gift_limit(role: Role) -> int:
    """Credits that may be given before the key is turned back."""
    return {Role.ATTENDANT: 200}.get(role, 1_000)


def verify_gift(state: CabinetState, credits: int, ceiling: int) -> None:
    """Not too much at a time, not too much while the key is turned, not above the ceiling."""
    attendant.verify_service_credit(credits)
    limit = gift_limit(state.role)
    if state.operator.given + credits > limit:
        raise RuleError(
            f"{state.operator.given} credits were given since the key was turned; "
            f"at most {limit} may be"
        )
    if state.paid_credit + credits > ceiling:
        raise RuleError(f"{credits} credits would lift {state.paid_credit} above {ceiling}")


def _showing(there: CabinetState) -> Callable[[], Change]:
    return lambda: Change(there, cues=(Cue.PRESS,))


def _done(state: CabinetState, posting: Posting) -> Change:
    credits = posting.transfers[0].credits
    details = ("credits", str(credits)), ("by", state.role.value)
    note = Message(f"operator.credit.{posting.moment}", count=credits)
    return Change(
        moved(state, note=note),
        postings=(posting,),
        log=(LogEntry(LogKind.BY_HAND, posting.moment.value, details),),
        is_hard=True,
        cues=(Cue.COLLECT,),
    )

"""The page of the full clear: the books are closed for good, and the cabinet starts anew with
the next ones. Only with nobody's credit on them, and asked twice.

What is stored is only the wish; the closing itself is done between two openings of the books.
"""

from __future__ import annotations

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, asking
from firmware.cabinet.state import CabinetState
from firmware.errors import RuleError
from firmware.events import Cue
from firmware.jobs import Restart
from firmware.ledger.closing import asked
from firmware.money import Account
from firmware.operator.roles import Role
from firmware.panel import Button, Light
from firmware.words import Message

HELD = (Account.CREDIT, Account.STAKE, Account.PENDING, Account.GAMBLE)


def verify_clear(state: CabinetState) -> None:
    """Books that can be written, nobody's credit, no game under way, a technician.

    Raises:
        RuleError: one of them does not hold.
    """
    told = refusal(state)
    if told is not None:
        raise RuleError(f"the books cannot be closed: {told.key}")


def refusal(state: CabinetState) -> Message | None:
    """Why not now, as the page says it; None when nothing is in the way."""
    if state.is_storeless:
        return Message("operator.clear.no_books")
    if sum(state.balances.get(account, 0) for account in HELD):
        return Message("operator.clear.credit")
    if state.has_stake:
        return Message("operator.clear.game")
    if state.role is not Role.TECHNICIAN:
        return Message("operator.pin.door")
    return None


def keys(desk: Desk) -> dict[Button, Action]:
    """DEAL twice, where nothing is in the way."""
    state = desk.state
    if state.operator.job is not None or refusal(state) is not None:
        return {}

    def close() -> Change:
        verify_clear(state)
        wish = asked(state.role.value, desk.wall())
        return Change(
            asking(state, Restart(), note=None),
            documents=wish.documents,
            log=wish.log,
            is_hard=True,
            cues=(Cue.PRESS,),
        )

    return {Button.DEAL: action("clear_books", close, Light.NEXT, asks=True)}

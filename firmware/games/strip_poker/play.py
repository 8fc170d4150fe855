"""What every action of the game answers with, and what all of them look up first."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.errors import RuleError
from firmware.games.strip_poker.seat import Phase
from firmware.games.strip_poker.table import Deal, Result, Session, Table
from firmware.money import Block, GameId, Moment, Posting

BLOCK = Block(GameId.STRIP_POKER)
"""Where the books count it: it returns nothing, whatever it is played under."""

_ENDS = {Result.WON: Moment.WON, Result.LOST: Moment.LOST, Result.LEFT: Moment.LEVEL}


@dataclass(frozen=True, slots=True)
class Play:
    """What an action leads to.

    Attributes:
        table: the state after it.
        postings: the credits it moves, and the session it counts; mostly none.
        record: the session as the ledger is to keep it from now on; None where it stays as it
            is kept. It is kept when it is bought, after every deal, and when it ends.
    """

    table: Table
    postings: tuple[Posting, ...] = ()
    record: Session | None = None


def ending(session: Session) -> tuple[Posting, ...]:
    """What counts a session that is over; nothing is paid. None while it goes on."""
    if session.result is None:
        return ()
    return (Posting(_ENDS[session.result], (), BLOCK, session.result.value),)


def verify_phase(table: Table, *phases: Phase) -> None:
    """Refuse any other phase.

    Raises:
        RuleError: naming both.
    """
    if table.phase not in phases:
        allowed = " or ".join(f"'{phase}'" for phase in phases)
        raise RuleError(f"that is for {allowed}, not for '{table.phase}'")


def session_in(table: Table, *phases: Phase) -> Session:
    """The session, in one of these phases.

    Raises:
        RuleError: in another phase.
    """
    verify_phase(table, *phases)
    if table.session is None:
        raise RuleError("nobody has sat down")
    return table.session


def deal_in(table: Table, *phases: Phase) -> tuple[Session, Deal]:
    """The session and its deal, in one of these phases.

    Raises:
        RuleError: in another phase.
    """
    session = session_in(table, *phases)
    if session.deal is None:
        raise RuleError("nothing is dealt")
    return session, session.deal

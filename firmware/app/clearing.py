"""The full clear at a boot: a ledger that was asked to be closed for good is, before anybody
plays on it, and the cabinet goes on with the next one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from firmware.clock import Clock
from firmware.errors import LedgerError
from firmware.ledger.closing import close_for_good, is_asked, refused
from firmware.ledger.ledger import Ledger
from firmware.program import Program

log = logging.getLogger(__name__)


def opened(
    open_ledger: Callable[[], Ledger], folder: Path, clock: Clock, program: Program | None
) -> Ledger:
    """The ledger in `folder`, or the one that follows it where a full clear was asked for.

    A clear that cannot be is taken back, with the reason in the event log: credit that came
    in meanwhile is nobody's to lose, and a full disk is no reason to be without a ledger.

    Args:
        open_ledger: opens the ledger in `folder`.
        folder: the data folder.
        clock: stamps the first rows of the next ledger.
        program: which one that is.

    Raises:
        LedgerError: as `Ledger.open`.
    """
    ledger = open_ledger()
    if not is_asked(ledger.documents):
        return ledger
    ledger.close()
    reason = ""
    try:
        closed = close_for_good(folder, clock, program)
        log.warning("the ledger was closed for good, it lies in %s", closed.folder)
    except LedgerError as error:
        log.error("the ledger was not closed for good: %s", error)
        reason = str(error)
    ledger = open_ledger()
    if is_asked(ledger.documents):
        _take_back(ledger, reason)
    return ledger


def _take_back(ledger: Ledger, reason: str) -> None:
    try:
        ledger.commit(refused(reason)).result()
    except LedgerError:
        ledger.close()  # its folder is not to stay held by nobody
        raise

"""Who does what the operator's pages ask for: one mapping for the kiosk and for stories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.app.clerk import Doer
from firmware.app.errands import Begin, Errands, begun
from firmware.app.lookups import Lookups
from firmware.jobs import HashPin, PinHashed
from firmware.ledger.ledger import Ledger
from firmware.operator.roles import hash_pin


def doers(
    ledger: Ledger | None, errands: Errands | None = None, begin: Begin = begun
) -> Mapping[type[Any], Doer]:
    """By the type of the wish; a wish for which there is nobody is answered with that.

    Args:
        ledger: the open books, in which rounds and events are looked up; or None.
        errands: what is done on the machine itself; None in a world that has none.
        begin: does what needs nothing but time; a story does it at once.
    """
    found: dict[type[Any], Doer] = {HashPin: lambda wish, _: begin(lambda: _hashed(wish))}
    if ledger is not None:
        found |= Lookups(ledger).doers()
    if errands is not None:
        found |= errands.doers()
    return found


def _hashed(wish: HashPin) -> PinHashed:
    return PinHashed(hash_pin(wish.pin, wish.salts))

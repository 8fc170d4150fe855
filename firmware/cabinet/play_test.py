"""The play test: the games with their own rules and chance, on a table where nothing counts.

While it is open the operator's pages hold a second cabinet, which is only a state. Its money is
moved here, in memory: no transaction of it ever reaches the ledger, and no meter, round, document
or mechanical counter of the real one moves. It ends with the key, and with whatever stops play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.state import CabinetState, FaultName, Mode, Page, Saved
from firmware.events import (
    Cue,
    LanguageChosen,
    OptionsAsked,
    Pressed,
    RulesAsked,
    ThinkerLost,
    Thought,
)
from firmware.games.joker_poker.table import Table
from firmware.money import Account
from firmware.panel import Button, Light
from firmware.transaction import Transaction
from firmware.words import Message

TEST_CREDITS = 500
"""On the meter of a test that begins."""
PLAYED = (Pressed, RulesAsked, OptionsAsked, LanguageChosen, Thought, ThinkerLost)
"""What happens to the test while one is open, and not to the cabinet behind it."""
_SHARED = frozenset({FaultName.THINKER, FaultName.CAST})
"""Faults that a game goes on with, and must know of."""


def page_keys(desk: Desk) -> dict[Button, Action]:
    """On the page: DEAL begins, where nothing stops play."""
    state = desk.state
    if state.blocking:
        return {}
    there = moved(state, play=begun(state, desk.now_s), note=None)
    return {Button.DEAL: action("begin_test", lambda: Change(there, cues=(Cue.PRESS,)), Light.NEXT)}


def begun(state: CabinetState, now_s: float) -> CabinetState:
    """The cabinet of a test: at the menu, with test credits and nothing of the real evening."""
    saved = Saved(
        mode=Mode.MENU,
        language=state.saved.language,
        joker=Table(chip_value=state.saved.joker.chip_value),
    )
    return CabinetState(
        saved=saved,
        balances=_with_credit({}, TEST_CREDITS),
        faults=tuple(fault for fault in state.faults if fault.name in _SHARED),
        touched_at_s=now_s,
        waiting_since_s=now_s,
    )


def keys(state: CabinetState) -> dict[Button, Action]:
    """What the test adds to the keys of its games, where those leave two of them free: end it,
    and new test credits."""
    play = state.operator.play
    if play is None or play.saved.page is not Page.NONE or play.dark_since_s is not None:
        return {}
    if play.saved.mode not in (Mode.ATTRACT, Mode.MENU):
        return {}
    over = moved(state, play=None, note=None)
    found = {Button.DOUBLE: action("end_test", lambda: Change(over, cues=(Cue.PRESS,)))}
    if play.credit < TEST_CREDITS:
        rich = replace(play, balances=_with_credit(play.balances, TEST_CREDITS - play.credit))
        there = moved(state, play=rich)
        found[Button.BET] = action("test_credits", lambda: Change(there, cues=(Cue.COIN,)))
    return found


def booked(balances: Mapping[Account, int], transaction: Transaction) -> Mapping[Account, int]:
    """Where the credits of a test stand after a transaction of it."""
    after = dict(balances)
    for posting in transaction.postings:
        for transfer in posting.transfers:
            after[transfer.source] = after.get(transfer.source, 0) - transfer.credits
            after[transfer.target] = after.get(transfer.target, 0) + transfer.credits
    return after


def ended_by_fault(state: CabinetState) -> CabinetState:
    """The cabinet without its test where something stops play; otherwise as it is."""
    play = state.operator.play
    if play is None or not (state.blocking or play.blocking):
        return state
    return moved(state, play=None, note=Message("operator.play.ended"))


def _with_credit(balances: Mapping[Account, int], credits: int) -> Mapping[Account, int]:
    return {
        **balances,
        Account.SERVICE: balances.get(Account.SERVICE, 0) - credits,
        Account.CREDIT: balances.get(Account.CREDIT, 0) + credits,
    }

"""What the computer thinks about at the table of Cinque Mani, and what becomes of its answers.

Finding a good mix takes seconds, so somebody beside the cabinet does it while the player
arranges. The cabinet says what it would like to know (`task`, derived from the state) and takes
the answers as they come. Its arrangement is drawn from the mix and stored before CONFERMA is
lit, so it has never seen the player's. A player waits no longer than `PATIENCE_S` for a better
mix, and where nobody answers at all, the stored one is drawn from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from firmware.cabinet import faults
from firmware.cabinet.actions import Change
from firmware.cabinet.state import CabinetState, Fault, FaultName, Mode, Page
from firmware.cards.shuffle import Chance
from firmware.errors import RuleError
from firmware.events import ThinkerLost, Thought
from firmware.games.cinque_mani.mix import draw_from, write_mix
from firmware.games.cinque_mani.notation import read_arrangement
from firmware.games.cinque_mani.play import Play
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import (
    ARRANGEABLE,
    ARRANGING,
    Arrangement,
    Deal,
    Phase,
    Round,
)
from firmware.games.cinque_mani.task import Kind, Task, write_task
from firmware.games.cinque_mani.thinking import verify_answer
from firmware.log import LogEntry, LogKind

PATIENCE_S = 1.0
"""How long a complete arrangement waits for a better mix where there is one already."""
LATE_S = 3.0
"""How long it waits for any; then the stored one is drawn from."""
MIX = "mix"
"""Name of the document that holds the mix of the deal in play."""

Told: TypeAlias = "Callable[[Chance, Deal, int], tuple[Arrangement, ...]]"


def _not_told(_chance: Chance, _deal: Deal, _count: int) -> tuple[Arrangement, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class CinqueTable:
    """Everything that Cinque Mani needs in this cabinet.

    Attributes:
        game: its rules as they are set up.
        told: what so many of the computer's players are told to lay in a deal; () where they
            may draw. Stories tell it.
    """

    game: CinqueMani
    told: Told = _not_told


# --- what is asked ----------------------------------------------------------------------------


def is_open(state: CabinetState) -> bool:
    """Whether the table of Cinque Mani is what the player can play at now."""
    return state.mode is Mode.CINQUE_MANI and state.saved.page is Page.NONE


def task(state: CabinetState) -> Task | None:
    """What the cabinet would like to know now; None for nothing."""
    played = state.saved.cinque.round
    deal = None if played is None else played.deal
    if state.saved.mode is not Mode.CINQUE_MANI or played is None or deal is None:
        return None
    if state.saved.cinque.phase in ARRANGEABLE:
        return None if deal.opponents else _task(Kind.MIX, played, deal)
    if state.saved.cinque.phase not in (Phase.REVEAL, Phase.RESULT) or state.best is not None:
        return None
    return replace(_task(Kind.BEST, played, deal), against=deal.opponents)


def _task(kind: Kind, played: Round, deal: Deal) -> Task:
    return Task(kind, deal.cards, played.players, played.terms)


# --- what is answered -------------------------------------------------------------------------


def begun(state: CabinetState) -> CabinetState:
    """The state with nothing known yet of the deal that begins."""
    return replace(state, mix="", found="", best=None, is_reviewing=False)


def with_hands(change: Change, table: CinqueTable, chance: Chance) -> Change:
    """A deal as it begins: what the others lay is in it where that needs no thought."""
    played = change.state.saved.cinque.round
    assert played is not None
    assert played.deal is not None
    told = table.told(chance, played.deal, played.players - 1)
    if told:
        return _with_laid(change, table.game, told, "")
    if faults.has(change.state, FaultName.THINKER):
        return _drawn(change, table.game, _fallback(change.state), chance)
    return change


def heard(
    state: CabinetState,
    event: Thought | ThinkerLost,
    cinque: CinqueTable | None,
    chance: Chance,
    now_s: float,
) -> Change | None:
    """Whoever thinks beside the game said something; without a store it is asked again."""
    if cinque is None or state.is_storeless:
        return None
    if isinstance(event, Thought):
        return thought(state, event, cinque.game, chance, now_s)
    return lost(state, event, cinque.game, chance)


def thought(
    state: CabinetState, event: Thought, game: CinqueMani, chance: Chance, now_s: float
) -> Change | None:
    """An answer that has come; None where it is to no question of now."""
    asked = task(state)
    if asked is None or event.about != write_task(asked):
        return None
    heard = faults.without(state, FaultName.THINKER)
    try:
        verify_answer(asked, event.answer)
    except RuleError as error:
        return lost(state, ThinkerLost(f"an answer that is none: {error}"), game, chance)
    if asked.kind is Kind.BEST:
        return Change(replace(heard, best=read_arrangement(event.answer)))
    if event.is_final or _waited_s(state, now_s) >= PATIENCE_S:
        return _drawn(Change(heard), game, event.answer, chance)
    return Change(replace(heard, found=event.answer))


def lost(state: CabinetState, event: ThinkerLost, game: CinqueMani, chance: Chance) -> Change:
    """Nobody thinks any more: a warning, and where hands are due the stored mix."""
    warned = Change(faults.add(state, Fault(FaultName.THINKER, detail=event.reason)))
    asked = task(state)
    if asked is None or asked.kind is not Kind.MIX:
        return warned
    return _drawn(warned, game, state.found or _fallback(state), chance)


def due_s(state: CabinetState) -> float | None:
    """When a complete arrangement has waited long enough; None where none waits."""
    if state.complete_since_s is None or state.is_storeless or state.blocking:
        return None
    return state.complete_since_s + (PATIENCE_S if state.found else LATE_S)


def late(state: CabinetState, game: CinqueMani, chance: Chance) -> Change:
    """It has: the others draw from the best that was found so far, or from the stored mix."""
    if state.found:
        return _drawn(Change(state), game, state.found, chance)
    line = LogEntry(LogKind.THINKER_LATE)
    return _drawn(Change(state, log=(line,)), game, _fallback(state), chance)


def looked(before: CabinetState | None, state: CabinetState, now_s: float) -> CabinetState:
    """The state with the times of what has begun since it was looked at before."""
    table = state.saved.cinque
    deal = table.dealt
    waits = table.phase in ARRANGING and deal is not None and not deal.opponents
    since_s = state.complete_since_s
    if waits and since_s is None:
        state = replace(state, complete_since_s=now_s)
    elif not waits and since_s is not None:
        state = replace(state, complete_since_s=None)
    is_new = before is None or before.saved.cinque.phase not in ARRANGEABLE
    is_new = is_new or (before is not None and not is_open(before) and is_open(state))
    if is_new and table.phase in ARRANGEABLE:
        state = replace(state, arranging_since_s=now_s)
    return state


def _waited_s(state: CabinetState, now_s: float) -> float:
    return 0.0 if state.complete_since_s is None else now_s - state.complete_since_s


def _fallback(state: CabinetState) -> str:
    played = state.saved.cinque.round
    assert played is not None
    assert played.deal is not None
    from firmware.games.cinque_mani.fallback import fallback_mix  # seldom needed

    return write_mix(fallback_mix(played.deal.cards, played.terms.ranking))


def _drawn(change: Change, game: CinqueMani, mix: str, chance: Chance) -> Change:
    """Each of the computer's players draws for itself."""
    played = change.state.saved.cinque.round
    assert played is not None
    laid = tuple(draw_from(mix, chance.source) for _ in range(played.players - 1))
    return _with_laid(change, game, laid, mix)


def _with_laid(change: Change, game: CinqueMani, laid: tuple[Arrangement, ...], mix: str) -> Change:
    """The change with what the others lay: stored with it, before CONFERMA is lit."""
    play: Play = game.lay(change.state.saved.cinque, laid)
    saved = replace(change.state.saved, cinque=play.table)
    state = replace(change.state, saved=saved, mix=mix, found="")
    return replace(
        change,
        state=state,
        documents={**(change.documents or {}), MIX: mix},
        is_hard=True,
        lets_wait=not change.is_hard,
    )

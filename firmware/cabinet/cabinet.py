"""The machine: takes one event at a time, answers with a transaction or not, and with sounds.

`step` decides; nothing that moves money or chance counts before the ledger has made it durable.
The caller commits the transaction and reports back with `committed` or `commit_failed`; until
then the old state stands. What the keys do, and so what their lamps show, is derived from the
state by `actions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from firmware.cabinet import (
    faults,
    free_play,
    large_win,
    mechanical,
    money_in,
    options_page,
    place_keys,
    places,
    play_test,
    strip_poker,
    switches,
    thinking,
    timers,
)
from firmware.cabinet.actions import ASKED_S, LOCK_S, Actions, Change
from firmware.cabinet.effects import NOTHING, Effects
from firmware.cabinet.keeping import Keeping
from firmware.cabinet.operator_menu import keys as operator_keys
from firmware.cabinet.operator_menu import slots as slots_page
from firmware.cabinet.operator_menu.answers import answered
from firmware.cabinet.operator_menu.desk import Desk, Paper, moved
from firmware.cabinet.options import Options
from firmware.cabinet.pace import PACES, Pace
from firmware.cabinet.settings import Settings
from firmware.cabinet.slots import Look, Shut, shut_by
from firmware.cabinet.state import CabinetState, Fault, FaultName, Page, Saved
from firmware.cabinet.switches_seen import Seen
from firmware.cards.card import standard_deck
from firmware.cards.shuffle import Chance
from firmware.clock import Clock
from firmware.errors import ChanceError, LedgerError, StrategyError
from firmware.events import (
    ButtonStuck,
    CopyChanged,
    Cue,
    DoorMoved,
    Event,
    FactsRead,
    FleetChanged,
    KeyTurned,
    LanguageChosen,
    LineHeard,
    MeterPulsed,
    OptionsAsked,
    Pressed,
    QueueFull,
    Released,
    RulesAsked,
    SoundChanged,
    ThinkerLost,
    Thought,
    Tick,
    TiltMoved,
)
from firmware.games.cinque_mani.ahead import ahead
from firmware.games.cinque_mani.table import Table
from firmware.games.cinque_mani.task import Task
from firmware.games.joker_poker.table import Phase
from firmware.jobs import Job, JobDone, JobMoved
from firmware.money import Account, MechanicalMeter
from firmware.panel import Button, Panel, panel

__all__ = ["Cabinet", "Effects"]

PROBE_S = 5.0
"""How often a failed random source is tried again."""


class Cabinet:
    """The cabinet's state and the one way to change it.

    Args:
        settings: how it is set up.
        shuffler: the chance.
        clock: its wall time stamps faults; elsewhere the time is handed in.
        state: where it stands at power-up.
        stored: what of that the ledger has; None when it has all of it.
        paper: what the books say, for the operator's pages; None where there are none.
        seen: when the ledger says that each button and switch was last seen.
    """

    def __init__(
        self,
        settings: Settings,
        shuffler: Chance,
        clock: Clock,
        state: CabinetState,
        stored: Saved | None = None,
        paper: Callable[[], Paper | None] = lambda: None,
        seen: Seen | None = None,
    ) -> None:
        self._paper = paper
        self._settings = settings
        self._shuffler = shuffler
        self._clock = clock
        self._state = state
        self._entrances = place_keys.entrances_of(settings)
        self._proposed: Change | None = None
        self._keeping = Keeping(state, stored or state.saved, seen)
        is_silent = faults.has(state, FaultName.CHANCE)
        self._probe_s = clock.now_s() if is_silent else None
        self._inner: Cabinet | None = None
        self._panel: tuple[CabinetState, bool, Panel] | None = None
        self._asked: tuple[CabinetState, Task | None] | None = None
        self._ahead: tuple[Table | None, Iterator[None]] = None, iter(())
        self._keeping.look(state, clock.now_s())

    @property
    def state(self) -> CabinetState:
        """What counts and may be shown."""
        return self._state

    @property
    def task(self) -> Task | None:
        """What the cabinet would like somebody to think about, beside it."""
        if self._asked is None or self._asked[0] is not self._state:
            is_asking = self._settings.cinque is not None and not self._state.is_storeless
            front = self._state.front
            self._asked = self._state, thinking.task(front) if is_asking else None
        return self._asked[1]

    def look_ahead(self) -> bool:
        """A small step of what the next press may need; for when nothing else is to be done.

        Returns:
            Whether there was one. Left out, the press itself takes so much longer.
        """
        table = self._state.saved.cinque if thinking.is_open(self._state) else None
        if table is not self._ahead[0]:
            self._ahead = table, iter(()) if table is None else ahead(table, self._state.mix)
        return next(self._ahead[1], self) is None

    @property
    def job(self) -> Job | None:
        """What the operator's pages would like the world to do."""
        return self._state.operator.job

    @property
    def settings(self) -> Settings:
        """How it is set up."""
        return self._settings

    @property
    def _pace(self) -> Pace:
        """How fast pictures follow, as whoever plays wants it."""
        return PACES[self.options.speed]

    @property
    def options(self) -> Options:
        """What the player has set for herself, or the operator for everybody."""
        return options_page.options_of(self._state, self._settings)

    # --- what the outside shows ---------------------------------------------------------------

    def actions(self, now_s: float) -> Actions:
        """Every button that does something now, with what it does."""
        inner = self._played_inside()
        if inner is not None:
            return {**inner.actions(now_s), **play_test.keys(self._state)}
        return place_keys.doubted(self._actions(now_s), self._state.asked)

    def _actions(self, now_s: float) -> Actions:
        return place_keys.actions_in_place(
            self._state,
            self._settings,
            self._shuffler,
            self._entrances,
            lambda: self._desk(now_s),
            now_s,
        )

    def _desk(self, now_s: float) -> Desk:
        return Desk(
            self._state,
            self._settings,
            self._shuffler,
            self._clock.wall,
            now_s,
            self._clock.is_synced,
            self._paper,
        )

    def panel(self, now_s: float) -> Panel:
        """The eight keys as they stand."""
        state, is_moving = self._state, self._state.front.moving(now_s) is not None
        if self._panel is None or self._panel[0] is not state or self._panel[1] != is_moving:
            keys = {button: act.key for button, act in self.actions(now_s).items()}
            self._panel = state, is_moving, panel(keys)
        return self._panel[2]

    def shut_by(self, slot: str, *, is_closing: bool = False) -> Shut | None:
        """Why a slot must not take money now; None when it may, or has no device to shut."""
        chosen = self._settings.slots.get(slot)
        if chosen is None:
            return None
        ceiling = self._settings.credit_ceiling
        return shut_by(Look(self._state, slot, chosen, ceiling, is_closing))

    def owes(self, meter: MechanicalMeter) -> bool:
        """Whether a mechanical meter has a step to make."""
        state, per_step = self._state, self._settings.credits_per_step
        due = mechanical.steps_due(meter, state.balances, per_step)
        return not state.is_unread and state.saved.pulsed.get(meter, 0) < due

    def is_settled(self, now_s: float) -> bool:
        """No input lock, no movement and no commit out."""
        front = self._state.front
        return (
            self._proposed is None
            and now_s >= max(self._state.locked_until_s, front.locked_until_s)
            and front.moving(now_s) is None
        )

    def deadline_s(self, now_s: float) -> float | None:
        """When the cabinet wants a `Tick` although nothing happened, or None."""
        if self._proposed is not None:
            return None
        state, keeping, inner = self._state, self._keeping, self._played_inside()
        due_s = [
            keeping.due_s,
            keeping.told_s(state),
            self._probe_s,
            None if inner is None else inner.deadline_s(now_s),
            *timers.due_s(state, self._settings, self._pace, now_s),
        ]
        return min((at_s for at_s in due_s if at_s is not None), default=None)

    # --- events -------------------------------------------------------------------------------

    def step(self, event: Event, now_s: float) -> Effects:
        """Take one event.

        Raises:
            RuntimeError: while a transaction is out; the caller lets events wait.
        """
        if self._proposed is not None:
            raise RuntimeError(f"a transaction is out, {event} must wait")
        try:
            change = self._change(event, now_s)
        except ChanceError as error:
            self._probe_s = now_s + PROBE_S
            fault = Fault(FaultName.CHANCE, detail=str(error))
            change = Change(self._with_fault(self._state, fault), cues=(Cue.FAULT,))
        self._keeping.saw(event, self._state.saved.rounds)
        if change is not None:
            change = free_play.played(self._state, change, self._settings)
            limit = self._settings.attended_win
            change = large_win.watched(self._state, change, limit, self._clock.wall())
        if change is None:
            self._keeping.look(self._state, now_s)
            is_due = isinstance(event, Tick) and self._keeping.is_due(now_s)
            return self._store(now_s) if is_due else NOTHING
        if not change.is_hard:
            self._apply(change, now_s)
            return Effects(cues=change.cues, thanks=change.thanks)
        self._proposed = change
        transaction = self._keeping.transaction(change, now_s)
        return Effects(transaction=transaction, is_soft=change.lets_wait)

    def committed(self, balances: Mapping[Account, int], now_s: float) -> Effects:
        """The transaction is durable: now it counts."""
        change = self._proposed
        if change is None:
            raise RuntimeError("nothing was out to be committed")
        self._proposed = None
        self._keeping.committed(change.state)
        self._apply(replace(change, state=replace(change.state, balances=balances)), now_s)
        return Effects(cues=change.cues, thanks=change.thanks)

    def commit_failed(self, error: LedgerError) -> Effects:
        """The transaction did not become durable: the old state stands and play is locked.

        A switch stands as it was turned all the same: only its line in the log is missing.
        """
        change, self._proposed = self._proposed, None
        self._keeping.forget()
        old = change.state if change is not None and change.is_outside else self._state
        self._state = self._with_fault(replace(old, movement=None), faults.of_ledger(error))
        return Effects(cues=(Cue.FAULT,))

    def keep(self, now_s: float) -> Effects:
        """Store what still waits: at a goodbye nothing is taken back, and nothing left untold."""
        is_untold = self._keeping.told_s(self._state) is not None
        if self._proposed is not None or (self._keeping.due_s is None and not is_untold):
            return NOTHING
        return self._store(now_s, is_last=True)

    def break_down(self, fault: Fault) -> None:
        """A part failed, or could not be opened: play is locked, whatever is on its way."""
        self._state = self._with_fault(self._state, fault)
        if fault.name is FaultName.CHANCE:
            self._probe_s = self._clock.now_s() + PROBE_S
        if self._proposed is not None:
            state = self._with_fault(self._proposed.state, fault)
            self._proposed = replace(self._proposed, state=state)
        else:
            self._keeping.look(self._state, self._clock.now_s())

    def _change(self, event: Event, now_s: float) -> Change | None:
        inner = self._played_inside()
        if inner is not None and isinstance(event, (*play_test.PLAYED, Tick)):
            change = self._change_inside(inner, event, now_s)
            if change is not None or not isinstance(event, Tick):
                return change
        match event:
            case Pressed(button):
                return self._pressed(button, now_s)
            case Tick():
                return self._timers(now_s)
            case RulesAsked():
                return place_keys.page_key(self._state, Page.RULES, places.open_rules, now_s)
            case OptionsAsked():
                opened = places.open_options
                return place_keys.page_key(self._state, Page.OPTIONS, opened, now_s)
            case LanguageChosen(language):
                saved = replace(self._state.saved, language=language)
                return Change(replace(self._state, saved=saved))
            case KeyTurned() | DoorMoved() | TiltMoved():
                wall = self._clock.wall()
                unseen = self._keeping.unseen(self._state.saved.rounds)
                change = switches.moved(self._state, event, now_s, wall, unseen)
                return self._logged(change, now_s)
            case MeterPulsed(meter):
                return switches.pulsed(self._state, meter)
            case Thought() | ThinkerLost():
                cinque = self._settings.cinque
                return thinking.heard(self._state, event, cinque, self._shuffler, now_s)
            case JobDone() | JobMoved():
                return answered(self._state, event, now_s)
            case LineHeard():
                return slots_page.heard(self._state, event)
            case Released(button):
                return operator_keys.released(self._state, button)
            case ButtonStuck(button, is_stuck):
                return self._fault_moved(FaultName.BUTTON_STUCK, button.value, is_stuck)
            case SoundChanged(is_lost):
                return self._fault_moved(FaultName.SOUND, "", is_lost)
            case CopyChanged(copy):
                return Change(faults.copied(self._state, copy, self._clock.wall()))
            case FleetChanged(problem):
                return Change(faults.told(self._state, problem, self._clock.wall()))
            case FactsRead(facts):
                return Change(faults.with_facts(self._state, facts, self._clock.wall()))
            case QueueFull():
                return self._fault_moved(FaultName.QUEUE_FULL, "", is_there=True)
            case _:
                wall = self._clock.wall()
                return money_in.change(self._state, event, self._settings.till, now_s, wall)

    def _played_inside(self) -> Cabinet | None:
        """The cabinet of the play test, while one is open: the same rules, another state."""
        play = self._state.operator.play
        if play is None:
            self._inner = None
        elif self._inner is None or self._inner.state is not play:
            self._inner = Cabinet(self._settings, self._shuffler, self._clock, play)
        return self._inner

    def _change_inside(self, inner: Cabinet, event: Event, now_s: float) -> Change | None:
        """What an event comes to in the play test: nothing of it is ever stored."""
        before = inner.state
        if isinstance(event, Pressed):
            if now_s < max(self._state.locked_until_s, before.locked_until_s):
                return None
            own = play_test.keys(self._state).get(event.button)
            if own is not None:
                return own.act()
        effects = inner.step(event, now_s)
        cues = effects.cues
        if effects.transaction is not None:
            balances = play_test.booked(inner.state.balances, effects.transaction)
            cues += inner.committed(balances, now_s).cues
        if inner.state is before:
            return None
        return Change(moved(self._state, play=inner.state), cues=cues)

    def _pressed(self, button: Button, now_s: float) -> Change | None:
        if not self.panel(now_s)[button].is_lit or now_s < self._state.locked_until_s:
            return None
        self._state = replace(self._state, touched_at_s=now_s, waiting_since_s=now_s)
        if self._state.dark_since_s is not None:
            return Change(replace(self._state, dark_since_s=None), lock_s=LOCK_S)
        act = self._actions(now_s)[button]
        if act.asks and self._state.asked is not button:
            asked = replace(self._state, asked=button, asked_until_s=now_s + ASKED_S)
            return Change(asked, cues=(Cue.PRESS,))
        if self._state.asked is not None or self._state.asked_until_s is not None:
            self._state = replace(self._state, asked=None, asked_until_s=None)
            act = self._actions(now_s)[button]
        try:
            return act.act()
        except StrategyError as error:
            return Change(strip_poker.unopposed(self._state, str(error)), cues=(Cue.FAULT,))

    # --- faults -------------------------------------------------------------------------------

    def _fault_moved(self, name: FaultName, subject: str, is_there: bool) -> Change:
        wall = self._clock.wall()
        return Change(faults.moved(self._state, name, subject, wall, is_there=is_there))

    def _probe_chance(self, now_s: float) -> Change | None:
        try:
            self._shuffler.shuffle(standard_deck())
        except ChanceError:
            self._probe_s = now_s + PROBE_S
            return None
        self._probe_s = None
        state = faults.without(self._state, FaultName.CHANCE)
        return Change(switches.resumed(state, now_s), lock_s=LOCK_S, cues=(Cue.PRESS,))

    def _with_fault(self, state: CabinetState, fault: Fault) -> CabinetState:
        return play_test.ended_by_fault(faults.add(state, replace(fault, since=self._clock.wall())))

    def _logged(self, change: Change | None, now_s: float) -> Change | None:
        """A switch that moved: where its line is to be written, it is durable first."""
        if change is None or not change.is_outside:
            return change
        has_news = self._keeping.has_news(change.state, now_s)
        return replace(change, is_hard=has_news and not change.state.is_storeless)

    # --- time ---------------------------------------------------------------------------------

    def _timers(self, now_s: float) -> Change | None:
        change = timers.question_over(self._state, now_s)
        if change is not None:
            return change
        if self._probe_s is not None and now_s >= self._probe_s:
            return self._probe_chance(now_s)
        return timers.unattended(self._state, self._settings, self._shuffler, self._pace, now_s)

    def _store(self, now_s: float, *, is_last: bool = False) -> Effects:
        self._proposed = Change(self._state)
        transaction = self._keeping.transaction(self._proposed, now_s, is_last=is_last)
        return Effects(transaction=transaction, is_soft=True)

    def _apply(self, change: Change, now_s: float) -> None:
        """Let a change count from now on."""
        state = change.state
        if change.choices is not None and self._settings.configured is not None:
            self._settings = self._settings.configured(change.choices, "", "").settings
            self._entrances = place_keys.entrances_of(self._settings)
        if change.move is not None:
            won_at_s = now_s if state.saved.joker.phase is Phase.WIN else None
            state = replace(
                state,
                movement=self._pace.paced(change.move(now_s)),
                waiting_since_s=now_s,
                won_at_s=won_at_s,
            )
        if change.lock_s:
            state = replace(state, locked_until_s=now_s + change.lock_s)
        self._state = play_test.ended_by_fault(thinking.looked(self._state, state, now_s))
        self._keeping.look(self._state, now_s)

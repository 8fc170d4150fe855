"""One turn of the loop: what the ports report goes in, what the cabinet wants goes out.

The same turn runs a cabinet on its own clock and a story in virtual time; only who waits
between two turns differs. A transaction that is out stops the taking of events: presses are
dropped then, coins, doors and keys wait in the queue.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Protocol

from firmware.app.clerk import Clerk, NoClerk
from firmware.app.fact_watch import FactWatch, NoFacts
from firmware.app.line_watch import LineWatch
from firmware.app.prompter import NoPrompter, Prompt, Prompter, prompt_of
from firmware.app.teller import NoTeller, Teller
from firmware.app.thinker import NoThinker, Thinker
from firmware.cabinet.cabinet import Cabinet, Effects
from firmware.cabinet.lamps import lamp_levels, next_lamp_change_s
from firmware.cabinet.motion import Movement
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.clock import Clock
from firmware.errors import HardwareError, LedgerError
from firmware.events import (
    CopyChanged,
    CopyState,
    Cue,
    Event,
    OptionsAsked,
    Pressed,
    RulesAsked,
    SoundChanged,
    Tick,
)
from firmware.games.cinque_mani.task import Task
from firmware.hardware.ports import CoinPort, FactsPort, PanelPort
from firmware.jobs import Job
from firmware.ledger.ledger import Receipt
from firmware.money import Account
from firmware.panel import Button, Panel
from firmware.transaction import Transaction

GOODBYE_S = 0.6
"""How long a closed acceptor is still listened to: a coin on its way falls and is told."""

EVENTS_PER_TURN = 64
"""A bound on one turn; the rest waits for the next, which comes at once."""


class Display(Protocol):
    """What the machine draws on."""

    def begin(self) -> None:
        """A turn of the loop begins; after long work in it the frame may be left to the next."""

    def draw(self, state: CabinetState, keys: Panel, now_s: float) -> bool:
        """Bring the picture up to date; False when nothing had to be drawn."""

    def look_ahead(self) -> bool:
        """Do a little of what the next picture may need; False when there is nothing."""

    def press(self, button: Button, now_s: float) -> None:
        """A button went down: its drawn key travels."""

    def next_frame_s(self) -> float | None:
        """When the picture changes by time alone, or None."""

    @property
    def is_settling(self) -> bool:
        """Whether the picture still comes to rest: a fade, a card that rises."""


class Speaker(Protocol):
    """What the machine sounds with."""

    @property
    def is_lost(self) -> bool:
        """Whether sound is wanted and cannot be had."""

    def play(self, cue: Cue) -> None:
        """Start a sound; never raises."""


class Store(Protocol):
    """The part of the ledger that the loop talks to."""

    def commit(self, transaction: Transaction) -> Future[Receipt]:
        """Make a transaction durable."""

    @property
    def copy(self) -> CopyState:
        """How the second copy stands."""


class Silence:
    """A speaker that is not there and not missed: headless runs."""

    is_lost = False

    def play(self, cue: Cue) -> None:
        """Nothing sounds."""


class NoStore:
    """Stands for a ledger that could not be opened: nothing is ever durable on it."""

    copy = CopyState()

    def commit(self, transaction: Transaction) -> Future[Receipt]:
        answer: Future[Receipt] = Future()
        answer.set_exception(LedgerError(f"there is no ledger to keep {transaction}"))
        return answer


@dataclass(slots=True)
class Ports:
    """The parts a machine is made of."""

    clock: Clock
    store: Store
    panel: PanelPort
    coins: Sequence[CoinPort]
    display: Display
    speaker: Speaker
    thinker: Thinker = field(default_factory=NoThinker)
    teller: Teller = field(default_factory=NoTeller)
    clerk: Clerk = field(default_factory=NoClerk)
    facts: FactsPort = field(default_factory=NoFacts)
    lines: LineWatch = field(default_factory=LineWatch)
    prompter: Prompter = field(default_factory=NoPrompter)


class Machine:
    """A cabinet connected to its parts.

    Args:
        cabinet: what decides.
        ports: what reports and shows.
        on_answer: called, possibly on the ledger's thread, when a commit has answered, so
            that a sleeping loop wakes.
        on_settings: called when the operator has changed how the cabinet is set up.
    """

    def __init__(
        self,
        cabinet: Cabinet,
        ports: Ports,
        on_answer: Callable[[], None] = lambda: None,
        on_settings: Callable[[Settings], None] = lambda _: None,
    ) -> None:
        self.cabinet = cabinet
        self.ports = ports
        self.presses = 0
        self.frames = 0
        self._on_answer = on_answer
        self._on_settings = on_settings
        self._settings = cabinet.settings
        self._watch = FactWatch(ports.facts)
        self._queue: deque[Event] = deque()
        self._out: Future[Receipt] | None = None
        self._out_is_soft = False
        self._levels: Mapping[Button, float] | None = None
        self._sounding: Movement | None = None
        self._cue_index = 0
        self._is_sound_lost = False
        self._copy = CopyState()
        self._asked: Task | None = None
        self._job: Job | None = None
        self._prompted: tuple[CabinetState, Panel] | None = None
        self._prompt: Prompt | None = None
        self._is_closing = False
        self._is_panel_dead = False

    # --- the turn -----------------------------------------------------------------------------

    def post(self, event: Event) -> None:
        """Queue an event that comes from no port."""
        self._queue.append(event)

    def turn(self) -> None:
        """Take in what has happened until nothing is left to do at this moment."""
        now_s = self.ports.clock.now_s()
        self.ports.display.begin()
        self._take_answer(now_s)
        self._gather(now_s)
        for _ in range(EVENTS_PER_TURN):
            if not self._take_event(now_s):
                break
        self._ask(now_s)
        if self.cabinet.settings is not self._settings:
            self._settings = self.cabinet.settings
            self._on_settings(self._settings)
        self._gate_coins()
        self._pulse_meters()
        self._sound(now_s)
        self.show(now_s)
        if not self._is_closing:
            state, is_at_rest = self.cabinet.state, self.is_settled()
            self.ports.teller.tend(state, now_s, is_at_rest=is_at_rest)

    def close_coins(self) -> None:
        """The goodbye begins: no coin is let in any more, one that still falls is booked, and
        nobody need think on.

        Turn for `GOODBYE_S` after it.
        """
        self._is_closing = True
        self.ports.thinker.close()
        self._gate_coins()

    def keep(self) -> None:
        """Send off what only waits to be stored; `is_committing` tells when it has come home."""
        now_s = self.ports.clock.now_s()
        self._do(self.cabinet.keep(now_s), now_s)

    def listen(self) -> bool:
        """Let the coin lines talk, without a turn; whether they told something that wants one."""
        now_s = self.ports.clock.now_s()
        for port in self.ports.coins:
            self._queue.extend(port.pump(now_s))
        return bool(self._queue)

    def look_ahead(self, steps: int) -> bool:
        """Nothing is due: so many small steps of what the next press may need.

        Returns:
            Whether there is more.
        """
        display = self.ports.display
        return all(self.cabinet.look_ahead() or display.look_ahead() for _ in range(steps))

    def deadline_s(self) -> float | None:
        """When `turn` must come again although no descriptor becomes readable; None: never."""
        times = (self.turn_due_s(), self.listen_due_s())
        return min((at_s for at_s in times if at_s is not None), default=None)

    def turn_due_s(self) -> float | None:
        """When something other than the coin lines wants a turn; None: never."""
        now_s = self.ports.clock.now_s()
        if self._queue and self._out is None:  # while one is out its answer wakes the loop
            return now_s
        state = self.cabinet.state
        times = (
            self.cabinet.deadline_s(now_s),
            self.ports.panel.deadline_s(),
            self.ports.thinker.deadline_s(),
            self.ports.teller.deadline_s(),
            self.ports.clerk.deadline_s(),
            self._watch.deadline_s(),
            self.ports.lines.deadline_s(),
            self.ports.display.next_frame_s(),
            next_lamp_change_s(
                self.cabinet.panel(now_s),
                state.front.mode,
                now_s,
                state.operator.lamp_test,
                is_still=self.cabinet.options.reduced_motion,
            ),
            self._next_cue_s(),
        )
        return min((at_s for at_s in times if at_s is not None), default=None)

    def listen_due_s(self) -> float | None:
        """When a coin line has something to say by itself; None: never."""
        times = [port.deadline_s() for port in self.ports.coins]
        return min((at_s for at_s in times if at_s is not None), default=None)

    def coin_descriptors(self) -> list[int]:
        """The open coin lines; what is readable there may be for `listen` alone."""
        lines = [port.fileno() for port in self.ports.coins]
        return [line for line in lines if line is not None]

    def is_settled(self) -> bool:
        """No queued event, no commit or job out, no undelivered coin, no lock, no finite
        animation."""
        return (
            not self._queue
            and self._out is None
            and self.cabinet.job is None
            and not self.ports.display.is_settling
            and self.cabinet.is_settled(self.ports.clock.now_s())
            and not any(port.has_undelivered() for port in self.ports.coins)
        )

    @property
    def is_committing(self) -> bool:
        """Whether a transaction is on its way to the disk."""
        return self._out is not None

    # --- in -----------------------------------------------------------------------------------

    def _gather(self, now_s: float) -> None:
        self._gate_coins()
        for port in self.ports.coins:
            self._queue.extend(port.pump(now_s))
        events = self._panel_events(now_s)
        self._queue.extend(events)
        for event in events:
            if isinstance(event, Pressed):
                self.presses += 1
                self.ports.display.press(event.button, now_s)
        self._queue.extend(self.ports.thinker.pump(now_s))
        self._queue.extend(self.ports.clerk.pump(now_s))
        self._queue.extend(self._watch.pump(now_s))
        self._queue.extend(self.ports.lines.pump(now_s))
        if self.ports.speaker.is_lost is not self._is_sound_lost:
            self._is_sound_lost = self.ports.speaker.is_lost
            self._queue.append(SoundChanged(self._is_sound_lost))
        if self.ports.store.copy != self._copy:
            self._copy = self.ports.store.copy
            self._queue.append(CopyChanged(self._copy))

    def _panel_events(self, now_s: float) -> Sequence[Event]:
        if self._is_panel_dead:
            return ()
        try:
            return self.ports.panel.pump(now_s)
        except HardwareError as error:
            self._break_down(error)
            return ()

    def _break_down(self, error: HardwareError) -> None:
        """A pin failed under way: play is locked and says so; credit and round are kept.

        The panel is left alone from then on: half a panel would press and light by chance.
        """
        self._is_panel_dead = True
        self.cabinet.break_down(Fault(FaultName.HARDWARE, detail=str(error)))

    def _take_event(self, now_s: float) -> bool:
        """Whether there was something to take."""
        if self._out is not None:
            self._drop_presses(now_s)
            self._take_answer(now_s)
            if self._out is not None:
                return False
        if self._queue:
            event = self._queue.popleft()
            self._do(self.cabinet.step(event, now_s), now_s)
            return True
        due_s = self.cabinet.deadline_s(now_s)
        if due_s is not None and due_s <= now_s:
            before = self.cabinet.state
            self._do(self.cabinet.step(Tick(), now_s), now_s)
            return self.cabinet.state is not before or self._out is not None
        return False

    def _drop_presses(self, now_s: float) -> None:
        """A press that waits would act on a state that its player has not seen: of a soft
        commit, which changes little, only one of a key that was dark."""
        if self._out_is_soft:
            keys = self.cabinet.panel(now_s)
            self._queue = deque(
                event
                for event in self._queue
                if not isinstance(event, Pressed) or keys[event.button].is_lit
            )
            return
        self._queue = deque(
            event
            for event in self._queue
            if not isinstance(event, Pressed | RulesAsked | OptionsAsked)
        )

    # --- out ----------------------------------------------------------------------------------

    def _ask(self, now_s: float) -> None:
        """Whoever thinks, and whoever does the operator's jobs, is told when that has changed."""
        task = self.cabinet.task
        if task != self._asked and not self._is_closing:
            self._asked = task
            self.ports.thinker.ask(task, now_s)
        shown = self.cabinet.state.operator.line
        self.ports.lines.follow("" if shown is None else shown.slot, now_s)
        job = self.cabinet.job
        if job != self._job and not self._is_closing:
            self._job = job
            self.ports.clerk.ask(job, now_s)

    def _do(self, effects: Effects, now_s: float) -> None:
        self._play(effects.cues)
        for slot, token in effects.thanks:
            for port in self.ports.coins:
                if slot in port.slots:
                    port.booked(slot, token)
        transaction = effects.transaction
        if transaction is None:
            return
        riders = self.ports.teller.riders()
        if riders:
            transaction = replace(transaction, documents={**transaction.documents, **riders})
        self._out_is_soft = effects.is_soft
        self._out = self.ports.store.commit(transaction)
        self._out.add_done_callback(lambda _: self._on_answer())
        self._take_answer(now_s)

    def _take_answer(self, now_s: float) -> None:
        if self._out is None or not self._out.done():
            return
        answer, self._out = self._out, None
        try:
            balances: Mapping[Account, int] = answer.result().balances
        except LedgerError as error:
            self._do(self.cabinet.commit_failed(error), now_s)
        else:
            self._do(self.cabinet.committed(balances, now_s), now_s)

    def _gate_coins(self) -> None:
        """The acceptors follow the state; also while a commit is out they stay as they are."""
        try:
            for port in self.ports.coins:
                port.set_open([slot for slot in port.slots if self._may_open(slot)])
        except HardwareError as error:  # the pin of an inhibit wire
            self._break_down(error)

    def _may_open(self, slot: str) -> bool:
        return self.cabinet.shut_by(slot, is_closing=self._is_closing) is None

    def _pulse_meters(self) -> None:
        """A step for every mechanical meter that owes one and stands still."""
        if self._is_panel_dead:
            return
        try:
            for meter in self.ports.panel.meters():
                if self.cabinet.owes(meter):
                    self.ports.panel.pulse(meter)
        except HardwareError as error:
            self._break_down(error)

    def show(self, now_s: float) -> None:
        """Lamps and picture as the state has it."""
        state = self.cabinet.state
        keys = self.cabinet.panel(now_s)
        levels = lamp_levels(
            keys,
            state.front.mode,
            now_s,
            state.operator.lamp_test,
            is_still=self.cabinet.options.reduced_motion,
        )
        if levels != self._levels and not self._is_panel_dead:
            self._levels = levels
            try:
                self.ports.panel.show(levels)
            except HardwareError as error:
                self._break_down(error)
        if self.ports.display.draw(state, keys, now_s):
            self.frames += 1
        self._say(state, keys)

    def _say(self, state: CabinetState, keys: Panel) -> None:
        """Whoever reads the screen aloud is told when it asks something else."""
        seen = self._prompted
        if seen is not None and seen[0] is state and seen[1] is keys:
            return
        self._prompted = state, keys
        prompt = prompt_of(state, keys)
        if prompt != self._prompt:
            self._prompt = prompt
            self.ports.prompter.prompt(prompt)

    # --- sound --------------------------------------------------------------------------------

    def _play(self, cues: Iterable[Cue]) -> None:
        for cue in cues:
            self.ports.speaker.play(cue)

    def _sound(self, now_s: float) -> None:
        """The sounds on the way of a movement; what DEAL cuts short falls silent."""
        movement = self.cabinet.state.front.movement
        if movement is not self._sounding:
            self._sounding, self._cue_index = movement, 0
        if movement is None:
            return
        while self._cue_index < len(movement.cues) and movement.cues[self._cue_index][0] <= now_s:
            self.ports.speaker.play(movement.cues[self._cue_index][1])
            self._cue_index += 1

    def _next_cue_s(self) -> float | None:
        if self._sounding is None or self._cue_index >= len(self._sounding.cues):
            return None
        return self._sounding.cues[self._cue_index][0]

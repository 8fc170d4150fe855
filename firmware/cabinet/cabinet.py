"""The machine: takes one event at a time, answers with a transaction or not, and with sounds.

`step` decides; nothing that moves money or chance counts before the ledger has made it durable.
The caller commits the transaction and reports back with `committed` or `commit_failed`; until
then the old state stands. What the keys do, and so what their lamps show, is derived from the
state by `actions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware.cabinet import faults, idle, joker_poker, memory, places
from firmware.cabinet.actions import LOCK_S, Actions, Change, action
from firmware.cabinet.coins import Feed, book
from firmware.cabinet.fault_log import FaultLog, conditions
from firmware.cabinet.state import CabinetState, DeviceState, Fault, FaultName, Mode, Page
from firmware.cards.card import standard_deck
from firmware.cards.shuffle import Shuffler
from firmware.clock import Clock
from firmware.errors import ChanceError, LedgerError
from firmware.events import (
    Account,
    BufferReply,
    ButtonStuck,
    CopyChanged,
    CopyState,
    Cue,
    DeviceHealth,
    DoorMoved,
    Event,
    GameId,
    KeyTurned,
    LanguageChosen,
    Pressed,
    QueueFull,
    Released,
    RoundRecord,
    RulesAsked,
    SoundChanged,
    Tick,
    Transaction,
)
from firmware.games.joker_poker.records import write_round
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Phase
from firmware.panel import Button, Panel, panel

QUIET_S = 1.0
"""Soft actions are stored at the latest after this long; a cut can take back at most that."""
PROBE_S = 5.0
"""How often a failed random source is tried again."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this cabinet is set up.

    Attributes:
        joker: the rules of Joker Poker in force.
        credit_minor: minor units a credit costs.
        largest_coin_credits: credits of the largest coin accepted; 0 without an acceptor.
        credit_ceiling: coins are refused that could bring the credit above it.
        jump_credits: more than this, from coins within one round or ten seconds, closes the
            acceptor; 0 lets anything pass.
    """

    joker: JokerPoker
    credit_minor: int
    largest_coin_credits: int
    credit_ceiling: int
    jump_credits: int = 0

    def takes_coins_at(self, credit: int) -> bool:
        """Whether the largest coin would not lift a credit above the ceiling."""
        return credit + self.largest_coin_credits <= self.credit_ceiling


@dataclass(frozen=True, slots=True)
class Effects:
    """What the loop must do about an event.

    Attributes:
        transaction: to be made durable; then `committed` or `commit_failed`.
        cues: sounds to start now.
        is_soft: the transaction only stores what already counts, so presses may wait for it.
    """

    transaction: Transaction | None = None
    cues: tuple[Cue, ...] = ()
    is_soft: bool = False


NOTHING = Effects()


class Cabinet:
    """The cabinet's state and the one way to change it.

    Args:
        settings: how it is set up.
        shuffler: the chance.
        clock: its wall time stamps faults; elsewhere the time is handed in.
        state: where it stands at power-up.
    """

    def __init__(
        self, settings: Settings, shuffler: Shuffler, clock: Clock, state: CabinetState
    ) -> None:
        self._settings = settings
        self._shuffler = shuffler
        self._clock = clock
        self._state = state
        self._proposed: Change | None = None
        self._stored = state.saved
        self._unsaved_since_s: float | None = None
        self._log = FaultLog.knowing(conditions(state))
        self._log_out = self._log
        self._kept = memory.kept_faults(state.faults)
        self._kept_out = self._kept
        self._feed = Feed()
        is_silent = faults.has(state, FaultName.CHANCE)
        self._probe_s = clock.now_s() if is_silent else None
        self._panel: tuple[CabinetState, bool, Panel] | None = None

    @property
    def state(self) -> CabinetState:
        """What counts and may be shown."""
        return self._state

    @property
    def settings(self) -> Settings:
        """How it is set up."""
        return self._settings

    # --- what the outside shows ---------------------------------------------------------------

    def actions(self, now_s: float) -> Actions:
        """Every button that does something now, with what it does."""
        state = self._state
        if state.operator_on:
            return places.operator(state)
        if state.blocking:
            return {}
        if state.moving(now_s):
            return {Button.DEAL: action("fast", lambda: _arrived(state))}
        if state.saved.page is not Page.NONE:
            return places.page(state)
        if state.saved.mode is Mode.JOKER_POKER:
            return joker_poker.actions(state, self._settings.joker, self._shuffler)
        return places.lobby(state)

    def panel(self, now_s: float) -> Panel:
        """The eight keys as they stand."""
        state, is_moving = self._state, self._state.moving(now_s) is not None
        if self._panel is None or self._panel[0] is not state or self._panel[1] != is_moving:
            keys = {button: act.key for button, act in self.actions(now_s).items()}
            self._panel = state, is_moving, panel(keys)
        return self._panel[2]

    def is_open(self, slot: str) -> bool:
        """Whether that slot may take money."""
        return bool(slot) and self.coins_open()

    def coins_open(self) -> bool:
        """Whether money may be taken: never what could not be booked or would pass the ceiling."""
        state = self._state
        if state.operator_on or state.blocking or faults.has(state, FaultName.COIN_JUMP):
            return False
        return self._settings.takes_coins_at(state.credit)

    def is_settled(self, now_s: float) -> bool:
        """No input lock, no movement and no commit out."""
        return (
            self._proposed is None
            and now_s >= self._state.locked_until_s
            and self._state.moving(now_s) is None
        )

    def deadline_s(self, now_s: float) -> float | None:
        """When the cabinet wants a `Tick` although nothing happened, or None."""
        if self._proposed is not None:
            return None
        state = self._state
        times = [self._unsaved_since_s + QUIET_S] if self._unsaved_since_s is not None else []
        log_s = None if state.is_storeless else self._log.due_s()
        times += [at_s for at_s in (self._probe_s, log_s) if at_s is not None]
        if state.movement is not None and now_s < state.movement.ends_s:
            times.append(state.movement.ends_s)
        if now_s < state.locked_until_s:
            times.append(state.locked_until_s)
        idle_s = idle.deadline_s(state)
        if idle_s is not None:
            times.append(idle_s)
        return min(times, default=None)

    # --- events -------------------------------------------------------------------------------

    def step(self, event: Event, now_s: float) -> Effects:
        """Take one event.

        Raises:
            RuntimeError: while a transaction is out; the caller lets events wait.
        """
        if self._proposed is not None:
            raise RuntimeError(f"a transaction is out, {event} must wait")
        change = self._change(event, now_s)
        if change is None:
            self._look(now_s)
            return self._store_if_quiet(now_s) if isinstance(event, Tick) else NOTHING
        if not change.is_hard:
            self._apply(change, now_s)
            return Effects(cues=change.cues)
        self._proposed = change
        return Effects(transaction=self._transaction(change, now_s))

    def committed(self, balances: Mapping[Account, int], now_s: float) -> Effects:
        """The transaction is durable: now it counts."""
        change = self._proposed
        if change is None:
            raise RuntimeError("nothing was out to be committed")
        self._proposed = None
        self._stored = change.state.saved
        self._log = self._log_out
        self._kept = self._kept_out
        self._unsaved_since_s = None
        self._apply(replace(change, state=replace(change.state, balances=balances)), now_s)
        return Effects(cues=change.cues)

    def commit_failed(self, error: LedgerError) -> Effects:
        """The transaction did not become durable: the old state stands and play is locked.

        A switch stands as it was turned all the same: only its line in the log is missing.
        """
        change, self._proposed = self._proposed, None
        self._unsaved_since_s = None
        old = change.state if change is not None and change.is_outside else self._state
        self._state = self._with_fault(replace(old, movement=None), faults.of_ledger(error))
        return Effects(cues=(Cue.FAULT,))

    def keep(self, now_s: float) -> Effects:
        """Store what still waits: at a goodbye nothing is taken back, and nothing left untold."""
        is_untold = self._log.due_s() is not None and not self._state.is_storeless
        if self._proposed is not None or (self._unsaved_since_s is None and not is_untold):
            return NOTHING
        return self._store(now_s, is_last=True)

    def break_down(self, fault: Fault) -> None:
        """A part failed, or could not be opened: play is locked, whatever is on its way."""
        self._state = self._with_fault(self._state, fault)
        if self._proposed is not None:
            state = self._with_fault(self._proposed.state, fault)
            self._proposed = replace(self._proposed, state=state)
        else:
            self._look(self._clock.now_s())

    def _change(self, event: Event, now_s: float) -> Change | None:
        match event:
            case Pressed(button):
                return self._pressed(button, now_s)
            case BufferReply():
                return self._coins(event, now_s)
            case Tick():
                return self._timers(now_s)
            case RulesAsked():
                return self._rules_key(now_s)
            case LanguageChosen(language):
                saved = replace(self._state.saved, language=language)
                return Change(replace(self._state, saved=saved))
            case KeyTurned(is_on):
                return self._key(is_on, now_s)
            case DoorMoved(is_open):
                return self._door(is_open, now_s)
            case DeviceHealth():
                return self._health(event)
            case ButtonStuck(button, is_stuck):
                return self._fault_moved(FaultName.BUTTON_STUCK, button.value, is_stuck)
            case SoundChanged(is_lost):
                return self._fault_moved(FaultName.SOUND, "", is_lost)
            case CopyChanged(copy):
                return self._copy(copy)
            case QueueFull():
                return self._fault_moved(FaultName.QUEUE_FULL, "", is_there=True)
            case _:
                return None

    def _pressed(self, button: Button, now_s: float) -> Change | None:
        act = self.actions(now_s).get(button)
        if act is None or now_s < self._state.locked_until_s:
            return None
        self._state = replace(self._state, touched_at_s=now_s, waiting_since_s=now_s)
        if self._state.dark_since_s is not None:
            return Change(replace(self._state, dark_since_s=None), lock_s=LOCK_S)
        try:
            return self.actions(now_s)[button].act()
        except ChanceError as error:
            self._probe_s = now_s + PROBE_S
            fault = Fault(FaultName.CHANCE, detail=str(error))
            return Change(self._with_fault(self._state, fault), cues=(Cue.FAULT,))

    def _rules_key(self, now_s: float) -> Change | None:
        state = self._state
        if state.operator_on or state.blocking or state.moving(now_s):
            return None
        if now_s < state.locked_until_s or state.saved.page is Page.HISTORY:
            return None
        state = replace(state, touched_at_s=now_s, waiting_since_s=now_s)
        if state.dark_since_s is not None:
            return Change(replace(state, dark_since_s=None), lock_s=LOCK_S)
        is_open = state.saved.page is Page.RULES
        return places.close_page(state) if is_open else places.open_rules(state)

    def _coins(self, reply: BufferReply, now_s: float) -> Change | None:
        state = self._state
        if state.is_storeless:
            return None  # the acceptor keeps its counter; the next start books what it tells then
        booking = book(state.counters.get(reply.device), reply, self._settings.credit_minor)
        if booking is None:
            return None
        state = replace(state, counters={**state.counters, reply.device: booking.counter})
        if booking.credits:
            state = replace(state, touched_at_s=now_s, dark_since_s=None)
            if state.saved.mode is Mode.ATTRACT:
                state = places.to_menu(state).state
            state = self._fed(state, booking.credits, now_s)
        return Change(
            state=state,
            postings=booking.postings,
            documents={memory.DEVICE + reply.device: memory.write(booking.counter)},
            log=booking.log,
            is_hard=True,
            cues=(Cue.COIN,) if booking.credits else (),
        )

    def _fed(self, state: CabinetState, credits: int, now_s: float) -> CabinetState:
        """The state, with a fault where coins came faster than a person can feed them."""
        is_open = state.saved.joker.phase is not Phase.BETTING
        self._feed = self._feed.fed(credits, state.saved.rounds if is_open else 0, now_s)
        limit = self._settings.jump_credits
        if not limit or self._feed.credits <= limit or faults.has(state, FaultName.COIN_JUMP):
            return state
        detail = f"{self._feed.credits} credits at once, above coin.jump_credits = {limit}"
        return self._with_fault(state, Fault(FaultName.COIN_JUMP, detail=detail))

    # --- switches and faults ------------------------------------------------------------------

    def _key(self, is_on: bool, now_s: float) -> Change | None:
        if is_on is self._state.operator_on:
            return None
        state = replace(self._state, operator_on=is_on, operator_page=0)
        if not is_on:
            state = faults.without_seen(state)
            self._feed = Feed()
        return self._switched(self._resumed(state, now_s), now_s, cue=Cue.PRESS)

    def _door(self, is_open: bool, now_s: float) -> Change | None:
        if is_open is faults.has(self._state, FaultName.DOOR):
            return None
        state = (
            self._with_fault(self._state, Fault(FaultName.DOOR))
            if is_open
            else faults.without(self._state, FaultName.DOOR)
        )
        return self._switched(self._resumed(state, now_s), now_s, cue=Cue.DOOR)

    def _resumed(self, state: CabinetState, now_s: float) -> CabinetState:
        """The same game on its final picture, its waiting times begun anew."""
        return replace(
            state,
            movement=None,
            touched_at_s=now_s,
            waiting_since_s=now_s,
            dark_since_s=None,  # somebody is there, and the keys that follow are not for waking
        )

    def _health(self, event: DeviceHealth) -> Change:
        devices = {
            **self._state.devices,
            event.slot: DeviceState(event.health, event.detail),
        }
        state = faults.without(replace(self._state, devices=devices), FaultName.COIN, event.slot)
        fault = faults.of_device(event)
        return Change(state if fault is None else self._with_fault(state, fault))

    def _copy(self, copy: CopyState) -> Change | None:
        """One state of the second copy at a time; that it was behind stands until it is seen."""
        fault = faults.of_copy(copy)
        state = self._state
        for name in faults.COPY_FAULTS.values():
            if fault is not None or name is not FaultName.COPY_BEHIND:
                state = faults.without(state, name)
        return Change(state if fault is None else self._with_fault(state, fault))

    def _fault_moved(self, name: FaultName, subject: str, is_there: bool) -> Change:
        if is_there:
            return Change(self._with_fault(self._state, Fault(name, subject)))
        return Change(faults.without(self._state, name, subject))

    def _probe_chance(self, now_s: float) -> Change | None:
        try:
            self._shuffler.shuffle(standard_deck())
        except ChanceError:
            self._probe_s = now_s + PROBE_S
            return None
        self._probe_s = None
        state = faults.without(self._state, FaultName.CHANCE)
        return Change(self._resumed(state, now_s), lock_s=LOCK_S, cues=(Cue.PRESS,))

    def _with_fault(self, state: CabinetState, fault: Fault) -> CabinetState:
        return faults.add(state, replace(fault, since=self._clock.wall()))

    def _switched(self, state: CabinetState, now_s: float, cue: Cue) -> Change:
        """A switch that was turned: where its line is to be written, it is durable first."""
        is_told = self._log.looked(conditions(state), now_s).waiting != self._log.waiting
        return Change(
            state,
            is_hard=is_told and not state.is_storeless,
            is_outside=True,
            lock_s=LOCK_S,
            cues=(cue,),
        )

    # --- time ---------------------------------------------------------------------------------

    def _timers(self, now_s: float) -> Change | None:
        if self._probe_s is not None and now_s >= self._probe_s:
            return self._probe_chance(now_s)
        return idle.change(self._state, self._settings.joker, now_s)

    def _store_if_quiet(self, now_s: float) -> Effects:
        if self._unsaved_since_s is None or now_s < self._unsaved_since_s + QUIET_S:
            return NOTHING
        return self._store(now_s)

    # --- keeping ------------------------------------------------------------------------------

    def _store(self, now_s: float, *, is_last: bool = False) -> Effects:
        self._proposed = Change(self._state)
        transaction = self._transaction(self._proposed, now_s, is_last=is_last)
        return Effects(transaction=transaction, is_soft=True)

    def _apply(self, change: Change, now_s: float) -> None:
        """Let a change count from now on."""
        state = change.state
        if change.move is not None:
            won_at_s = now_s if state.saved.joker.phase is Phase.WIN else None
            state = replace(
                state, movement=change.move(now_s), waiting_since_s=now_s, won_at_s=won_at_s
            )
        if change.lock_s:
            state = replace(state, locked_until_s=now_s + change.lock_s)
        self._state = state
        self._look(now_s)

    def _look(self, now_s: float) -> None:
        """Tell the log which faults are there, and see whether anything waits to be stored."""
        if self._state.is_storeless:
            self._unsaved_since_s = None
            return
        self._log = self._log.looked(conditions(self._state), now_s)
        if self._state.saved == self._stored and not self._log.waiting:
            self._unsaved_since_s = None
        elif self._unsaved_since_s is None:
            self._unsaved_since_s = now_s

    def _transaction(self, change: Change, now_s: float, *, is_last: bool = False) -> Transaction:
        documents = dict(change.documents or {})
        if change.state.saved != self._stored:
            documents[memory.PLAY] = memory.write(change.state.saved)
        kept = memory.kept_faults(change.state.faults)
        if kept != self._kept:
            documents[memory.FAULTS] = memory.write_faults(kept)
        self._kept_out = kept
        log = self._log.looked(conditions(change.state), now_s, is_last=is_last).summed()
        self._log_out = log.written()
        record = None
        if change.round is not None:
            record = RoundRecord(
                number=change.round.number,
                game=GameId.JOKER_POKER,
                text=write_round(change.round),
                is_over=change.round.is_over,
            )
        return Transaction(
            postings=change.postings,
            documents=documents,
            round=record,
            log=(*change.log, *log.waiting),
        )


def _arrived(state: CabinetState) -> Change:
    """VELOCE: the movement is on its final picture."""
    return Change(replace(state, movement=None), lock_s=LOCK_S)

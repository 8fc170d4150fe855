"""A machine on a bench: every port a stand-in, every commit answered by hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future

from firmware.app.build import settings
from firmware.app.machine import Machine, Ports
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState
from firmware.cards.card import Card
from firmware.cards.shuffle import SeededSource
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.errors import HardwareError, LedgerError
from firmware.events import BufferReply, CopyState, Cue, Event
from firmware.games.cinque_mani.task import Task
from firmware.ledger.ledger import Receipt
from firmware.money import Account, MechanicalMeter
from firmware.panel import Button, Panel, lit
from firmware.transaction import Transaction

SETTINGS = settings(load_config())


class Unshuffled:
    def __init__(self) -> None:
        self.source = SeededSource("bench")

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(deck)


class PanelStub:
    """Events are put in; the lamps shown last are kept."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.lamps: Mapping[Button, float] = {}
        self.shows = 0
        self.failure: HardwareError | None = None
        self.wired: tuple[MechanicalMeter, ...] = ()
        self.pulses: list[MechanicalMeter] = []

    def fileno(self) -> int:
        return 77

    def pump(self, now_s: float) -> Sequence[Event]:
        if self.failure is not None:
            raise self.failure
        events, self.events = self.events, []
        return events

    def deadline_s(self) -> float | None:
        return None

    def show(self, levels: Mapping[Button, float]) -> None:
        self.lamps = levels
        self.shows += 1

    def meters(self) -> Collection[MechanicalMeter]:
        return self.wired

    def pulse(self, meter: MechanicalMeter) -> bool:
        self.pulses.append(meter)
        return True

    def close(self) -> None:
        pass


class CoinStub:
    """An acceptor's port."""

    slots = ("coin",)

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.thanks: list[tuple[str, str]] = []
        self.is_open: bool | None = None
        self.has_coin_on_the_way = False
        self.fd: int | None = 78

    def fileno(self) -> int | None:
        return self.fd

    def set_open(self, open_slots: Collection[str]) -> None:
        self.is_open = "coin" in open_slots

    def booked(self, slot: str, token: str) -> None:
        self.thanks.append((slot, token))

    def pump(self, now_s: float) -> Sequence[Event]:
        events, self.events = self.events, []
        return events

    def deadline_s(self) -> float | None:
        return None

    def has_undelivered(self) -> bool:
        return self.has_coin_on_the_way

    def abandon(self) -> None:
        pass

    def close(self) -> None:
        pass


class DisplayStub:
    """Counts what is drawn."""

    is_settling = False

    def __init__(self) -> None:
        self.drawn: list[CabinetState] = []
        self.pressed: list[Button] = []
        self.frame_s: float | None = None

    def draw(self, state: CabinetState, keys: Panel, now_s: float) -> bool:
        if self.drawn and self.drawn[-1] is state:
            return False
        self.drawn.append(state)
        return True

    def begin(self) -> None:
        """Nothing is left to a later turn."""

    def look_ahead(self) -> bool:
        return False

    def press(self, button: Button, now_s: float) -> None:
        self.pressed.append(button)

    def next_frame_s(self) -> float | None:
        return self.frame_s


class SpeakerStub:
    """Writes down the sounds with their times."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.is_lost = False
        self.played: list[tuple[float, Cue]] = []

    def play(self, cue: Cue) -> None:
        self.played.append((self.clock.now_s(), cue))

    @property
    def cues(self) -> list[Cue]:
        return [cue for _, cue in self.played]


class ThinkerStub:
    """Writes down what it is asked; its answers are put in."""

    def __init__(self) -> None:
        self.asked: list[Task | None] = []
        self.events: list[Event] = []
        self.due_s: float | None = None
        self.is_closed = False

    def ask(self, task: Task | None, now_s: float) -> None:
        self.asked.append(task)

    def pump(self, now_s: float) -> Sequence[Event]:
        events, self.events = self.events, []
        return events

    def fileno(self) -> int | None:
        return None

    def deadline_s(self) -> float | None:
        return self.due_s

    def close(self) -> None:
        self.is_closed = True


class StoreStub:
    """Commits answer at once, or stay out until `answer`."""

    def __init__(self) -> None:
        self.is_slow = False
        self.failure: LedgerError | None = None
        self.copy = CopyState()
        self.balances: dict[Account, int] = dict.fromkeys(Account, 0)
        self.taken: list[Transaction] = []
        self._out: Future[Receipt] | None = None

    def commit(self, transaction: Transaction) -> Future[Receipt]:
        assert self._out is None, "one transaction at a time"
        self.taken.append(transaction)
        self._out = Future()
        out = self._out
        if not self.is_slow:
            self.answer()
        return out

    def answer(self) -> None:
        out, self._out = self._out, None
        assert out is not None
        if self.failure is not None:
            out.set_exception(self.failure)
            return
        for posting in self.taken[-1].postings:
            for transfer in posting.transfers:
                self.balances[transfer.source] -= transfer.credits
                self.balances[transfer.target] += transfer.credits
        out.set_result(Receipt(dict(self.balances), len(self.taken), ""))


class Bench:
    """The machine and everything it is connected to."""

    def __init__(self, credit: int = 0, settings: Settings = SETTINGS) -> None:
        self.clock = VirtualClock(100.0)
        self.store = StoreStub()
        self.store.balances[Account.CREDIT] = credit
        self.panel, self.coins, self.display = PanelStub(), CoinStub(), DisplayStub()
        self.speaker, self.thinker = SpeakerStub(self.clock), ThinkerStub()
        self.answers = 0
        state = CabinetState(
            balances=dict(self.store.balances), touched_at_s=100.0, waiting_since_s=100.0
        )
        self.machine = Machine(
            Cabinet(settings, Unshuffled(), self.clock, state),
            Ports(
                self.clock,
                self.store,
                self.panel,
                [self.coins],
                self.display,
                self.speaker,
                self.thinker,
            ),
            on_answer=self._on_answer,
        )
        self.machine.turn()

    def _on_answer(self) -> None:
        self.answers += 1

    @property
    def state(self) -> CabinetState:
        return self.machine.cabinet.state

    @property
    def lit(self) -> str:
        lamps = lit(self.machine.cabinet.panel(self.clock.now_s()))
        return " ".join(button.value for button in Button if button in lamps)

    def after(self, seconds: float, *events: Event) -> None:
        """Let time pass, then a turn with these events on the panel."""
        self.clock.advance_s(seconds)
        self.panel.events += events
        self.machine.turn()

    def coin(self, counter: int, *positions: int) -> None:
        """The acceptor reports; the machine takes its turn."""
        self.coins.events.append(reply(counter, *positions))
        self.machine.turn()


def reply(counter: int, *positions: int) -> BufferReply:
    pairs = (*((each, 1) for each in positions), *((0, 0),) * (5 - len(positions)))
    return BufferReply("unit", counter, pairs, {4: 100, 5: 200})

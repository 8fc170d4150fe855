"""A cabinet on a bench: a ledger in memory, stacked decks, time moved by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from firmware.cabinet import memory, thinking
from firmware.cabinet.cabinet import Cabinet, Effects
from firmware.cabinet.operator_menu.desk import Paper
from firmware.cabinet.operator_menu.keys import way_to
from firmware.cabinet.operator_menu.menu import LEAVES, Leaf
from firmware.cabinet.settings import Settings
from firmware.cabinet.slots import SlotSettings
from firmware.cabinet.state import CabinetState
from firmware.cabinet.switches_seen import read_seen
from firmware.cards.card import Card, parse_cards
from firmware.cards.shuffle import SeededSource, Shuffler
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.errors import ChanceError, LedgerError
from firmware.events import BufferReply, Cue, Event, Pressed, Tick
from firmware.games.joker_poker.configured import joker_poker
from firmware.jobs import HashPin, JobDone, PinHashed
from firmware.log import LogEntry
from firmware.money import Account, GameId, Moment, Tender, Transfer
from firmware.operator.roles import hash_pin, read_pins
from firmware.panel import Button, Panel, lit
from firmware.transaction import RoundRecord, Transaction

JOKER = joker_poker(load_config().joker_poker)
SETTINGS = Settings(
    joker=JOKER,
    credit_minor=10,
    slots={"coin": SlotSettings(Tender.COIN, 20)},
    credit_ceiling=10_000,
    jump_credits=2000,
)
COINS = {1: 10, 2: 20, 3: 50, 4: 100, 5: 200}
"""Coin position -> minor units, as an acceptor with euro coins tells them."""
OUTSIDE = frozenset({Account.COINBOX, Account.NOTES, Account.SERVICE, Account.HOUSE, Account.FREE})
"""Accounts that may stand below nothing: the boxes give credit, the house pays wins, free play
comes from nowhere."""

KINGS = "KH KD 9S 4C 2D 3H 7H 8C"
"""A pair of kings, which stays one: a win of one for each chip."""
NOTHING = "2H 5D 9S JC KD 3H 4D 6S 7C 8H"
ROYAL = "AH KH QH JH TH"
HIGHER = "5C 9H 2D 5S 4C"
"""A double: HOLD2 wins, HOLD3 loses, HOLD4 ties."""


class Chance:
    """Stacked decks, each used once, over unshuffled or fair ones; can fail."""

    def __init__(self, fair: Shuffler | None = None) -> None:
        self.fair = fair
        self.source = SeededSource(1)
        self.tops: list[str] = []
        self.is_broken = False

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        if self.is_broken:
            raise ChanceError("the source is silent")
        top = parse_cards(self.tops.pop(0)) if self.tops else ()
        rest = deck if self.fair is None else self.fair.shuffle(deck)
        return (*top, *(card for card in rest if card not in top))


class Store:
    """A ledger in memory that checks what is handed to it."""

    def __init__(self) -> None:
        self.balances: dict[Account, int] = dict.fromkeys(Account, 0)
        self.documents: dict[str, str] = {}
        self.rounds: dict[int, RoundRecord] = {}
        self.transactions: list[Transaction] = []
        self.failure: LedgerError | None = None

    def commit(self, transaction: Transaction) -> Mapping[Account, int]:
        if self.failure is not None:
            raise self.failure
        balances = dict(self.balances)
        for posting in transaction.postings:
            for transfer in posting.transfers:
                balances[transfer.source] -= transfer.credits
                balances[transfer.target] += transfer.credits
                assert balances[transfer.source] >= 0 or transfer.source in OUTSIDE, transfer
        assert sum(balances.values()) == 0
        if transaction.round is not None:
            self._keep(transaction.round)
        self.balances = balances
        self.documents.update(transaction.documents)
        self.transactions.append(transaction)
        return dict(balances)

    def _keep(self, record: RoundRecord) -> None:
        newest = self.rounds.get(len(self.rounds))
        if record.number == len(self.rounds):
            assert newest is not None
            assert not newest.is_over, "a finished round was changed"
        else:
            assert record.number == len(self.rounds) + 1
        self.rounds[record.number] = record

    def copy(self) -> Store:
        """Another one with the same books."""
        other = Store()
        other.balances = dict(self.balances)
        other.documents = dict(self.documents)
        other.rounds = dict(self.rounds)
        other.failure = self.failure
        return other

    def give(self, credits: int) -> None:
        """Credit from long ago."""
        self.balances[Account.COINBOX] -= credits
        self.balances[Account.CREDIT] += credits

    def log(self) -> list[LogEntry]:
        """Every line of the event log so far."""
        return [line for transaction in self.transactions for line in transaction.log]

    def moved(self) -> list[tuple[Moment, tuple[Transfer, ...]]]:
        """Every posting so far."""
        return [
            (posting.moment, posting.transfers)
            for transaction in self.transactions
            for posting in transaction.postings
        ]


class Bench:
    """A cabinet, its store and its clock."""

    def __init__(
        self,
        settings: Settings = SETTINGS,
        store: Store | None = None,
        paper: Callable[[], Paper | None] = lambda: None,
    ) -> None:
        self.settings = settings
        self.paper = paper
        self.clock = VirtualClock(1000.0)
        self.chance = Chance()
        self.store = store or Store()
        self.cues: list[Cue] = []
        self.thanks: list[tuple[str, str]] = []
        self.coins_taken = 0
        self.hashes_at_once = True
        self.cabinet = self._made()
        if store is None:
            self.do(reply(0))  # the first contact, its counter is the baseline

    def _made(self) -> Cabinet:
        now_s = self.now_s
        state = CabinetState(
            saved=memory.read_saved(self.store.documents, CabinetState().saved),
            balances=dict(self.store.balances),
            history=memory.read_rounds(
                record.text
                for _, record in sorted(self.store.rounds.items(), reverse=True)
                if record.game is GameId.JOKER_POKER
            ),
            faults=memory.read_faults(self.store.documents),
            counters=memory.read_counters(self.store.documents),
            confirmed=memory.read_confirmed(self.store.documents),
            touched_at_s=now_s,
            waiting_since_s=now_s,
            attract_since_s=now_s,
        )
        state = replace(state, mix=self.store.documents.get(thinking.MIX, ""))
        state = replace(state, pins=read_pins(self.store.documents))
        state = thinking.looked(None, state, now_s)
        seen = read_seen(self.store.documents)
        return Cabinet(self.settings, self.chance, self.clock, state, paper=self.paper, seen=seen)

    def twin(self) -> Bench:
        """A second cabinet in the same state, to try something on."""
        other = Bench(self.settings, self.store.copy())
        other.clock.seconds = self.now_s
        other.chance.is_broken = self.chance.is_broken
        other.coins_taken = self.coins_taken
        other.cabinet = Cabinet(self.settings, other.chance, other.clock, self.state)
        return other

    def cut(self) -> None:
        """Lose power, and come back with what the store has."""
        self.cabinet = self._made()

    # --- what is seen -------------------------------------------------------------------------

    @property
    def now_s(self) -> float:
        return self.clock.now_s()

    @property
    def state(self) -> CabinetState:
        return self.cabinet.state

    @property
    def panel(self) -> Panel:
        return self.cabinet.panel(self.now_s)

    @property
    def lit(self) -> str:
        """The lit keys in their order: `HOLD2 DEAL`."""
        lamps = lit(self.panel)
        return " ".join(button.value for button in Button if button in lamps)

    @property
    def faults(self) -> list[str]:
        return [fault.name.value for fault in self.state.faults]

    @property
    def credit(self) -> int:
        return self.state.credit

    @property
    def win(self) -> int:
        return self.state.saved.joker.win

    @property
    def phase(self) -> str:
        return self.state.saved.joker.phase.value

    # --- what is done -------------------------------------------------------------------------

    def do(self, event: Event) -> Effects:
        """An event, and the answer of the store to what it asks for."""
        effects = self.cabinet.step(event, self.now_s)
        self.cues += effects.cues
        self.thanks += effects.thanks
        if effects.transaction is not None:
            try:
                balances = self.store.commit(effects.transaction)
            except LedgerError as error:
                answer = self.cabinet.commit_failed(error)
            else:
                answer = self.cabinet.committed(balances, self.now_s)
            self.cues += answer.cues
            self.thanks += answer.thanks
        job = self.cabinet.job
        if self.hashes_at_once and job is not None and isinstance(job.wanted, HashPin):
            hashes = hash_pin(job.wanted.pin, job.wanted.salts)
            self.do(JobDone(job.number, PinHashed(hashes)))
        return effects

    def wait(self, seconds: float) -> None:
        """Let time pass; a `Tick` at every moment that the cabinet asked for."""
        until_s = self.now_s + seconds
        for _ in range(5000):
            due_s = self.cabinet.deadline_s(self.now_s)
            if due_s is None or due_s > until_s:
                self.clock.seconds = until_s
                return
            self.clock.seconds = max(due_s, self.now_s)
            before = self.state
            self.do(Tick())
            due_s = self.cabinet.deadline_s(self.now_s)
            assert self.state is not before or due_s is None or due_s > self.now_s, "a busy loop"
        raise AssertionError(f"never comes to rest: {self.cabinet.deadline_s(self.now_s)}")

    def settle(self) -> None:
        """Let locks and movements end."""
        for _ in range(20):
            if self.cabinet.is_settled(self.now_s):
                return
            self.wait(0.5)
        raise AssertionError("a lock or a movement that never ends")

    def press(self, *buttons: Button | str) -> None:
        """Press one after the other, each after the lock and the movement of the last."""
        for button in buttons:
            self.settle()
            self.do(Pressed(Button(button)))

    def to_page(self, leaf: Leaf | None) -> None:
        """From anywhere among the operator's pages to one of them, by its keys; None: the index."""
        for _ in range(2 * len(LEAVES)):
            button = way_to(leaf, self.state.operator)
            if button is None:
                return
            self.press(button)
        raise AssertionError(f"no way to {leaf}")

    def pin(self, digits: str) -> None:
        """Enter a PIN from the index, or where the pad is open."""
        if self.state.operator.pad is None:
            self.press("DOUBLE")
        self.press(*(f"HOLD{digit}" for digit in digits), "DEAL")

    def coin(self, credits: int) -> None:
        """A coin of that many credits (1, 2, 5, 10, 20), or as many of them as it takes."""
        self.settle()
        while credits:
            position, minor = max(
                (each for each in COINS.items() if each[1] <= credits * 10),
                key=lambda each: each[1],
            )
            self.coins_taken += 1
            self.do(reply(self.coins_taken, position))
            credits -= minor // 10
        self.settle()

    def play(self, deck: str, credit: int = 10, chips: int = 1) -> None:
        """From attract to a hand of `chips` chips."""
        self.coin(credit)
        self.press("HOLD2", *["BET"] * chips)
        self.chance.tops = [deck]
        self.press("DEAL")
        self.settle()

    def to_win(self, win: int = 1, credit: int = 10) -> None:
        """A win of `win` credits waits: 1 to 5, or 750 of a natural royal with one chip."""
        if win == 750:
            self.play(ROYAL, credit)
        else:
            self.play(KINGS, credit, chips=win)
        self.press("DEAL")
        self.settle()

    def to_double(self, win: int = 1, cards: str = HIGHER) -> None:
        """A double of `win` credits is open."""
        self.to_win(win)
        self.chance.tops = [cards]
        self.press("DOUBLE")
        self.settle()

    def put(self, **changes: object) -> None:
        """Let the state be another one: for what would take long to play to."""
        self.cabinet._state = replace(self.state, **changes)


def reply(counter: int, *coins: int) -> BufferReply:
    """An acceptor's answer: its counter, and the positions of the last coins, newest first."""
    pairs = tuple((coin, 1) for coin in coins)
    padded = (*pairs, *((0, 0),) * (5 - len(pairs)))
    return BufferReply("coin unit 1", (counter - 1) % 255 + 1 if counter else 0, padded, COINS)

"""What the cabinet is at a moment: the values that the screen draws and a cut preserves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

from firmware.cabinet.best_results import Best, Result, Run, StripBest
from firmware.cabinet.coin_feed import Feed
from firmware.cabinet.coins import Counter
from firmware.cabinet.fault_names import (
    KEPT_FAULTS,
    SEEN_FAULTS,
    STORE_FAULTS,
    ClearedBy,
    Effect,
    Fault,
    FaultName,
)
from firmware.cabinet.motion import Movement
from firmware.cabinet.operator_menu.menu import Leaf, OperatorMenu
from firmware.cabinet.options import Options
from firmware.cabinet.purse import Purse
from firmware.cards.card import Card
from firmware.events import BufferReply, Health, LineCounts
from firmware.facts import NOTHING, MachineFacts
from firmware.games.cinque_mani import table as cinque_table
from firmware.games.joker_poker.table import Phase, Round, Table
from firmware.games.strip_poker import seat as strip_seat
from firmware.games.strip_poker import table as strip_table
from firmware.money import Account, GameId, MechanicalMeter
from firmware.operator.roles import Pins, Role
from firmware.panel import Button
from firmware.words import Language

__all__ = [
    "KEPT_FAULTS",
    "RULES_LEAVES",
    "SEEN_FAULTS",
    "STORE_FAULTS",
    "CabinetState",
    "ClearedBy",
    "Confirmed",
    "DeviceState",
    "Effect",
    "Fault",
    "FaultName",
    "Mode",
    "Page",
    "Saved",
    "rules_read",
]


@unique
class Mode(StrEnum):
    """Where the cabinet is; the names are those of the report."""

    ATTRACT = "attract"
    MENU = "menu"
    JOKER_POKER = "joker_poker"
    STRIP_POKER = "strip_poker"
    CINQUE_MANI = "cinque_mani"
    OPERATOR = "operator"
    """The operator's key has its pages open, over whatever goes on."""
    FAULT = "fault"
    """Play is locked or frozen."""


@unique
class Page(StrEnum):
    """A page laid over a place, which keeps its mode and state."""

    NONE = ""
    RULES = "rules"
    HISTORY = "history"
    OPTIONS = "options"


RULES_LEAVES: Mapping[GameId, int] = {
    GameId.JOKER_POKER: 4,
    GameId.STRIP_POKER: 4,
    GameId.CINQUE_MANI: 5,
}
"""How many leaves the rules of each game have, in the order in which they are read."""


def rules_read(mode: Mode, games: Collection[GameId]) -> tuple[tuple[GameId, int], ...]:
    """The leaves of the rules, each by its game and its number from 0.

    At a table only that game's; elsewhere those of every game that can be entered.
    """
    own = [game for game in RULES_LEAVES if game.value == mode.value]
    read = own or [game for game in RULES_LEAVES if game in games]
    return tuple((game, leaf) for game in read for leaf in range(RULES_LEAVES[game]))


@dataclass(frozen=True, slots=True)
class Saved:
    """Everything about play that survives a power cut; stored with every transaction.

    Attributes:
        mode: attract, menu or a game; never operator or fault, which lie over it.
        page: the page laid over it.
        page_number: which leaf of that page, or which row of the options, from 0.
        language: of the player.
        last_game: what GIOCA in attract enters.
        rounds: number of the last round begun on this ledger.
        joker: the table of Joker Poker.
        strip: the table of Strip Poker.
        cinque: the table of Cinque Mani.
        best: the best win of Joker Poker so far.
        strip_best: the best one of Strip Poker.
        cinque_best: the longest run of wins of Cinque Mani.
        cinque_run: the wins there since the player sat down.
        pulsed: steps that each mechanical meter has made.
        purse: what is played with while games cost nothing; None while they cost credit.
        options: the player's; None while she has chosen none, so that the operator's hold.
    """

    mode: Mode = Mode.ATTRACT
    page: Page = Page.NONE
    page_number: int = 0
    language: Language = Language.IT
    last_game: GameId = GameId.JOKER_POKER
    rounds: int = 0
    joker: Table = field(default_factory=Table)
    strip: strip_table.Table = field(default_factory=strip_table.Table)
    cinque: cinque_table.Table = field(default_factory=cinque_table.Table)
    best: Best | None = None
    strip_best: StripBest | None = None
    cinque_best: Run | None = None
    cinque_run: Run = field(default_factory=Run)
    pulsed: Mapping[MechanicalMeter, int] = field(default_factory=dict)
    purse: Purse | None = None
    options: Options | None = None

    @property
    def bests(self) -> Mapping[GameId, Result]:
        """The best results by their games; of a game that nobody has won yet there is none."""
        found = {
            GameId.JOKER_POKER: self.best,
            GameId.STRIP_POKER: self.strip_best,
            GameId.CINQUE_MANI: self.cinque_best,
        }
        return {game: result for game, result in found.items() if result is not None}

    @property
    def has_game(self) -> bool:
        """Whether a game is open at any table, wherever the player stands."""
        is_strip_free = self.strip.phase in (strip_seat.Phase.CHOOSE, strip_seat.Phase.END)
        is_joker_free = self.joker.phase is Phase.BETTING
        return not (is_joker_free and is_strip_free and self.cinque.is_free)


@dataclass(frozen=True, slots=True)
class DeviceState:
    """A slot's device as the cabinet knows it.

    Attributes:
        health: what its driver says of it; what is shown is `slots.shown`.
        detail: a fault code, a path or a fixed word behind that, or empty.
        identity: who it is; empty before it has told, or where its line has no identities.
        money_set: what it takes, as a text that changes with it.
        counts: what it and its line count.
        waiting: the last reply of a unit that is not confirmed.
    """

    health: Health = Health.OFF
    detail: str = ""
    identity: str = ""
    money_set: str = ""
    counts: LineCounts = field(default_factory=LineCounts)
    waiting: BufferReply | None = None


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The unit that belongs to a slot, and the coins that it takes; stored as the slot's
    document."""

    identity: str
    money_set: str


@dataclass(frozen=True, slots=True)
class CabinetState:
    """The whole cabinet.

    Attributes:
        saved: what a cut preserves.
        balances: credits by account, as the ledger last acknowledged them.
        history: the last rounds, newest first, at most RECENT_ROUNDS; one a leaf of its page.
        movement: what the picture is still catching up with, or None.
        locked_until_s: presses before this moment are dropped.
        touched_at_s: last press of a lit key, or coin.
        waiting_since_s: since when the present state waits for a person.
        dark_since_s: when the attract pictures went over a waiting game, or None.
        attract_since_s: when the attract pictures last began, alone or over a waiting game.
        attract_loop: how many of their loops have begun since, after the first.
        won_at_s: when the last win was made, for its three seconds of pulse; or None.
        mix: what the computer drew its hands from in the deal of Cinque Mani in play, as
            `write_mix`; stored with the draw, empty where it did not draw.
        found: the best mix so far, before it has drawn.
        best: the best answer to what lies open at the end of a deal; None before it is known.
        is_reviewing: whether the player looks at that answer.
        arranging_since_s: when she began to arrange.
        complete_since_s: since when her arrangement waits for the others to lay theirs; or None.
        asked: the key that waits for its second press, or None.
        asked_until_s: how long it waits.
        operator: the operator's pages.
        pins: by which operator and technician are told from an attendant.
        pin_free_s: when the next PIN may be tried.
        is_tilted: whether the tilt switch is closed now.
        has_door: whether the door has a switch.
        faults: all faults present, the gravest first.
        facts: what the machine told of itself last.
        devices: coin and bill devices by the name of their slot.
        confirmed: the unit that belongs to each slot.
        counters: what is booked of each device, by its identity.
        feed: credits that came in at once.
    """

    saved: Saved = field(default_factory=Saved)
    balances: Mapping[Account, int] = field(default_factory=dict)
    history: tuple[Round, ...] = ()
    movement: Movement | None = None
    locked_until_s: float = 0.0
    touched_at_s: float = 0.0
    waiting_since_s: float = 0.0
    dark_since_s: float | None = None
    attract_since_s: float = 0.0
    attract_loop: int = 0
    won_at_s: float | None = None
    mix: str = ""
    found: str = ""
    best: cinque_table.Arrangement | None = None
    is_reviewing: bool = False
    arranging_since_s: float = 0.0
    complete_since_s: float | None = None
    asked: Button | None = None
    asked_until_s: float | None = None
    operator: OperatorMenu = field(default_factory=OperatorMenu)
    pins: Pins = field(default_factory=Pins)
    pin_free_s: float = 0.0
    is_tilted: bool = False
    has_door: bool = True
    faults: tuple[Fault, ...] = ()
    facts: MachineFacts = NOTHING
    devices: Mapping[str, DeviceState] = field(default_factory=dict)
    confirmed: Mapping[str, Confirmed] = field(default_factory=dict)
    counters: Mapping[str, Counter] = field(default_factory=dict)
    feed: Feed = field(default_factory=Feed)

    @property
    def credit(self) -> int:
        """What the games may be staked with: the credit meter; in free play the purse."""
        purse = self.saved.purse
        return self.paid_credit if purse is None else purse.credit

    @property
    def paid_credit(self) -> int:
        """The credit meter: what somebody has paid for."""
        return self.balances.get(Account.CREDIT, 0)

    @property
    def is_free_play(self) -> bool:
        """Whether games cost nothing and no money is taken."""
        return self.saved.purse is not None

    @property
    def operator_on(self) -> bool:
        """Whether the operator's key has its pages open."""
        return self.operator.is_open

    @property
    def front(self) -> CabinetState:
        """What is played at and shown: the cabinet of the play test while one is open, else
        this one."""
        return self if self.operator.play is None else self.operator.play

    @property
    def leaf(self) -> Leaf | None:
        """The operator's page that is open; None for the index, and while the key is off."""
        return self.operator.leaf if self.operator.is_open else None

    @property
    def role(self) -> Role:
        """Who stands at the operator's pages, as far as that counts now."""
        is_shut = not any(fault.name is FaultName.DOOR for fault in self.faults)
        if self.operator.role is Role.TECHNICIAN and is_shut and self.has_door:
            return Role.OPERATOR
        return self.operator.role

    @property
    def blocking(self) -> Fault | None:
        """The gravest fault that locks or freezes play, if there is one."""
        for effect in (Effect.LOCKS, Effect.FREEZES):
            for fault in self.faults:
                if fault.name.effect is effect:
                    return fault
        return None

    @property
    def mode(self) -> Mode:
        """Where the cabinet is, seen from outside."""
        if self.operator_on:
            return Mode.OPERATOR
        return Mode.FAULT if self.blocking else self.saved.mode

    @property
    def is_storeless(self) -> bool:
        """Whether nothing can be stored: play is locked and no event is logged."""
        return any(fault.name in STORE_FAULTS for fault in self.faults)

    @property
    def is_unread(self) -> bool:
        """Whether no ledger could be read: credit and hand are in the books, but unknown."""
        return self.is_storeless and not self.balances

    @property
    def has_stake(self) -> bool:
        """Whether a game waits in which something is at stake, so that it must stay."""
        match self.saved.mode:
            case Mode.JOKER_POKER:
                return self.saved.joker.phase is not Phase.BETTING
            case Mode.STRIP_POKER:
                waits = strip_seat.Phase.CHOOSE, strip_seat.Phase.END
                return self.saved.strip.phase not in waits
            case Mode.CINQUE_MANI:
                return not self.saved.cinque.is_free
            case _:
                return False

    @property
    def held(self) -> tuple[int, ...]:
        """Positions of the cards that the player has chosen to keep, while that is the question."""
        match self.saved.mode:
            case Mode.STRIP_POKER:
                return self.saved.strip.held
            case Mode.CINQUE_MANI:
                return ()
            case _:
                return self.saved.joker.held

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """The player's places as she sees them, at the table where she sits; None is hidden."""
        match self.saved.mode:
            case Mode.STRIP_POKER:
                return self.saved.strip.cards
            case Mode.CINQUE_MANI:
                return self.saved.cinque.cards
            case _:
                return self.saved.joker.cards

    def moving(self, now_s: float) -> Movement | None:
        """The movement, while it has not arrived."""
        if self.movement is None or now_s >= self.movement.ends_s:
            return None
        return self.movement

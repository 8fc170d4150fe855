"""Every fault that the cabinet can have: its name in the report, what it does, and who ends it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class Effect(StrEnum):
    """What a fault does to play and coins."""

    LOCKS = "locks"
    """Play locked, coins closed, cleared by a technician."""
    FREEZES = "freezes"
    """Play frozen where it is, coins closed; resumes exactly."""
    WARNS = "warns"
    """Play and the other devices go on."""


@unique
class ClearedBy(StrEnum):
    """Who ends a fault whose reason is gone."""

    ITSELF = "itself"
    """Nobody need do anything."""
    KEY = "key"
    """Whoever has the key: it goes when the key is turned back."""
    RESTART = "restart"
    """Whoever starts the cabinet anew."""
    TECHNICIAN = "technician"
    """A technician at the open door."""


@unique
class FaultName(StrEnum):
    """Every fault by its name in the report."""

    LEDGER = "ledger"
    """The store cannot be used, for a reason that has no name of its own."""
    LEDGER_FULL = "ledger_full"
    """The disk is full."""
    LEDGER_READ_ONLY = "ledger_read_only"
    """The disk or the file takes no writes."""
    LEDGER_IO = "ledger_io"
    """The disk failed: a commit did not become durable."""
    LEDGER_CORRUPT = "ledger_corrupt"
    """The store contradicts itself."""
    LEDGER_IDENTITY = "ledger_identity"
    """The sums of the books do not hold."""
    LEDGER_SCHEMA = "ledger_schema"
    """The store is of a newer program, or of another one."""
    LEDGER_GONE = "ledger_gone"
    """The database was removed or replaced."""
    LEDGER_ROLLED_BACK = "ledger_rolled_back"
    """The store is an older image of itself."""
    CREDIT_VALUE = "credit_value"
    """The worth of a credit was changed in the configuration while credit stands."""
    COPY_MISSING = "copy_missing"
    """The ledger's second copy cannot be written."""
    COPY_BEHIND = "copy_behind"
    """The second copy was older than the ledger, and was brought up to date."""
    COPY_FOREIGN = "copy_foreign"
    """The second copy belongs to another ledger."""
    CHANCE = "chance"
    """The random source failed."""
    HARDWARE = "hardware"
    """A part that the wiring table names cannot be used."""
    DOOR = "door"
    COIN = "coin"
    """A coin device is unplugged, silent or faulty."""
    COIN_JUMP = "coin_jump"
    """More coins at once than a person can feed; the acceptor is closed."""
    COIN_LOST = "coin_lost"
    """A device's events were overwritten, or it lost its memory: coins may be lost."""
    COIN_UNACCOUNTED = "coin_unaccounted"
    """A device took coins that it never told of."""
    TILT = "tilt"
    """The cabinet was shaken or leaned."""
    SOUND = "sound"
    CAST = "cast"
    """No character, or no strategy to play by, can be used; Strip Poker is not played."""
    PACK = "pack"
    """One of the operator's packs cannot be used; the characters of the others play."""
    THINKER = "thinker"
    """Nobody thinks beside the game; Cinque Mani's opponents draw from the stored mix."""
    BUTTON_STUCK = "button_stuck"
    QUEUE_FULL = "queue_full"
    FLEET = "fleet"
    """The broker of the fleet cannot be told until somebody mends something."""
    PROGRAM = "program"
    """The files of the program are not those that were installed."""
    PIN_SHIPPED = "pin_shipped"
    """The PINs are still those that everybody knows."""
    LARGE_WIN = "large_win"
    """A win that an attendant is to see, where the operator wants that."""
    CALL_SERVICE = "call_service"
    """The program ended by itself several times within minutes."""
    HOT = "hot"
    """The processor is so hot that it slows down."""
    UNDER_VOLTAGE = "under_voltage"
    """The supply was too low."""
    CLOCK_UNSET = "clock_unset"
    """Nobody has set the wall clock since power-up."""
    DISK_LOW = "disk_low"
    """The books' disk has little room left."""
    DISK_READ_ONLY = "disk_read_only"
    """The books' disk takes no writes, and the ledger has not met that yet."""
    MEMORY_LOW = "memory_low"
    STORAGE_WORN = "storage_worn"
    """The memory card says that it is near the end of its life."""

    @property
    def effect(self) -> Effect:
        """What it does."""
        return _EFFECTS.get(self, Effect.WARNS)

    @property
    def cleared_by(self) -> ClearedBy:
        """Who ends it, once its reason is gone."""
        return _CLEARED_BY.get(self, ClearedBy.ITSELF)


STORE_FAULTS = frozenset(
    {
        FaultName.LEDGER,
        FaultName.LEDGER_FULL,
        FaultName.LEDGER_READ_ONLY,
        FaultName.LEDGER_IO,
        FaultName.LEDGER_CORRUPT,
        FaultName.LEDGER_IDENTITY,
        FaultName.LEDGER_SCHEMA,
        FaultName.LEDGER_GONE,
        FaultName.LEDGER_ROLLED_BACK,
    }
)
"""Faults with which nothing can be stored."""

SEEN_FAULTS = frozenset(
    {
        FaultName.COPY_BEHIND,
        FaultName.COIN_JUMP,
        FaultName.COIN_LOST,
        FaultName.COIN_UNACCOUNTED,
        FaultName.TILT,
        FaultName.LARGE_WIN,
        FaultName.QUEUE_FULL,
        FaultName.UNDER_VOLTAGE,
    }
)
"""Faults of something that is over; they go when the operator has seen them: key on, key off."""

KEPT_FAULTS = SEEN_FAULTS | {FaultName.CHANCE, FaultName.CALL_SERVICE}
"""Faults that a power cut does not end, since a boot by itself cannot look whether they are gone;
the random source is tried again at once."""

_CLEARED_BY = {
    **dict.fromkeys(SEEN_FAULTS, ClearedBy.KEY),
    **dict.fromkeys(STORE_FAULTS, ClearedBy.TECHNICIAN),
    FaultName.CREDIT_VALUE: ClearedBy.TECHNICIAN,
    FaultName.HARDWARE: ClearedBy.TECHNICIAN,
    FaultName.PROGRAM: ClearedBy.TECHNICIAN,
    FaultName.CALL_SERVICE: ClearedBy.TECHNICIAN,
    FaultName.PIN_SHIPPED: ClearedBy.TECHNICIAN,
    FaultName.CAST: ClearedBy.RESTART,
    FaultName.PACK: ClearedBy.RESTART,
    FaultName.THINKER: ClearedBy.RESTART,
}

_EFFECTS = {
    **dict.fromkeys(STORE_FAULTS, Effect.LOCKS),
    FaultName.CREDIT_VALUE: Effect.LOCKS,
    FaultName.CHANCE: Effect.LOCKS,
    FaultName.HARDWARE: Effect.LOCKS,
    FaultName.PROGRAM: Effect.LOCKS,
    FaultName.CALL_SERVICE: Effect.LOCKS,
    FaultName.PIN_SHIPPED: Effect.LOCKS,
    FaultName.DOOR: Effect.FREEZES,
    FaultName.TILT: Effect.FREEZES,
    FaultName.LARGE_WIN: Effect.FREEZES,
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault that is there now.

    Attributes:
        name: which.
        subject: whose (a device's slot, a button), or empty; name and subject are unique.
        detail: what exactly (a health, the system's reason), or empty.
        since: wall time when it came, ISO 8601; information only.
    """

    name: FaultName
    subject: str = ""
    detail: str = ""
    since: str = ""

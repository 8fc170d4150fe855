"""One root for every error that the cabinet raises on purpose.

Each class also inherits the built-in it resembles, so a caller who knows only
Python's own names still catches the right thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every program loads this file, the help of a command too
    from firmware.words import Message


class CabinatoError(Exception):
    """Root of all errors of this project; its text is one plain sentence."""


class RuleError(CabinatoError, ValueError):
    """An action that the rules do not allow now; says why."""


class ConfigError(CabinatoError, ValueError):
    """Unusable configuration: one line per fault, naming file, key, value and what is allowed."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class StoryError(CabinatoError, ValueError):
    """An unusable story: names file, line, value and what is allowed."""


class ChanceError(CabinatoError, RuntimeError):
    """The random source failed; no game may be started."""


class StrategyError(CabinatoError, ValueError):
    """A solved strategy that cannot be played by: unreadable, damaged, of another format."""


class OddsError(CabinatoError, RuntimeError):
    """What the exact odds are looked up in cannot be read."""


class LedgerError(CabinatoError, RuntimeError):
    """The store of the money cannot be used or trusted."""


class LedgerInUseError(LedgerError):
    """Another process holds this data folder."""


class LedgerRefusedError(LedgerError):
    """The folder belongs to another kind of run (test ledger against cabinet) or schema."""


class LedgerSchemaError(LedgerRefusedError):
    """The store is of a newer program, or this SQLite cannot keep its promises."""


class LedgerCorruptError(LedgerError):
    """What is stored contradicts itself."""


class IdentityError(LedgerCorruptError):
    """The balances do not follow from the meters."""


class LedgerRolledBackError(LedgerCorruptError):
    """The store is an older image of itself: its second copy, or a noted head, is ahead."""


class LedgerGoneError(LedgerCorruptError):
    """The database is gone or was replaced, although its key is there."""


class LedgerFullError(LedgerError):
    """The disk is full: nothing more becomes durable."""


class LedgerReadOnlyError(LedgerError):
    """The disk or the file is read-only."""


class LedgerIoError(LedgerError):
    """The disk reported an error; what it has kept is known after the next start."""


class HardwareError(CabinatoError, OSError):
    """A part named in hw_config.toml cannot be used; names the part and what to do."""


class DisplayError(HardwareError):
    """There is no display that can be opened; says why."""


class BrokerError(CabinatoError, RuntimeError):
    """A broker cannot be told for a reason that somebody must mend; says which, and what to do."""


class ArtError(CabinatoError, ValueError):
    """A drawing that cannot be used; names the drawing and the token or element at fault."""


class _ToldError(CabinatoError):
    """What an operator asked for was not done.

    Args:
        sentence: for the journal.
        why: for the page, in the operator's language.
    """

    def __init__(self, sentence: str, why: Message) -> None:
        super().__init__(sentence)
        self.why = why


class StickError(_ToldError, OSError):
    """The books did not get onto the stick."""


class HostError(_ToldError, RuntimeError):
    """The machine did not do what it was asked: switch off, start anew, set the clock, eject."""

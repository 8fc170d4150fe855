"""How a cabinet is set up: the rules in force, the slots, the limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

from firmware.cabinet.money_in import Till
from firmware.cabinet.options import Options
from firmware.cabinet.slots import SlotSettings
from firmware.cabinet.strip_poker import StripTable
from firmware.cabinet.thinking import CinqueTable
from firmware.games.joker_poker.rules import JokerPoker
from firmware.log import LogEntry
from firmware.money import GameId
from firmware.operator.settings import Choices, Chosen


@unique
class AttractSound(StrEnum):
    """At the beginning of which loops of the attract pictures there is a sound."""

    ALWAYS = "always"
    FOURTH = "fourth"
    """The first, and every fourth after it."""
    NEVER = "never"

    def sounds(self, loop: int) -> bool:
        """Whether a loop begins with it, numbered from 0."""
        if self is AttractSound.FOURTH:
            return loop % 4 == 0
        return self is AttractSound.ALWAYS


@dataclass(frozen=True, slots=True)
class Reset:
    """What comes of other choices.

    Attributes:
        settings: in force with them.
        documents: what the ledger is to keep.
        log: a line for each setting that they change.
    """

    settings: Settings
    documents: Mapping[str, str]
    log: tuple[LogEntry, ...]


Configured = Callable[[Choices, str, str], Reset]
"""What other choices make of the file: the choices, the key that is changed, and by which role.

Raises `ConfigError` where they may not be, with the sentence that says why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this cabinet is set up.

    Attributes:
        joker: the rules of Joker Poker in force.
        credit_minor: minor units a credit costs.
        slots: where money comes in, by name; those without a device are not there.
        credit_ceiling: money is refused that could bring the credit above it.
        jump_credits: more than this, from money within one round or ten seconds, closes every
            slot; 0 lets anything pass.
        credits_per_step: credits that a mechanical meter counts as one.
        attended_win: a win of so many credits waits for the attendant; 0: none does.
        has_trainer: whether a round of Joker Poker is followed by what was best to keep.
        strip: Strip Poker; None where it is not played.
        cinque: Cinque Mani; likewise.
        is_free_play: whether games cost nothing and no money is taken.
        attract_sound: which loops of the attract pictures begin with a sound.
        options: of a player who has chosen none.
        has_pointer: whether there may be a mouse or a touch screen.
        chosen: the file and the operator's choices behind all this; None where nobody can choose.
        configured: what other choices would come to; likewise.
    """

    joker: JokerPoker
    credit_minor: int
    slots: Mapping[str, SlotSettings]
    credit_ceiling: int
    jump_credits: int = 0
    credits_per_step: int = 1
    has_trainer: bool = False
    attended_win: int = 0
    strip: StripTable | None = None
    cinque: CinqueTable | None = None
    is_free_play: bool = False
    attract_sound: AttractSound = AttractSound.ALWAYS
    options: Options = field(default_factory=Options)
    has_pointer: bool = False
    chosen: Chosen | None = None
    configured: Configured | None = None

    def takes_money_at(self, credit: int) -> bool:
        """Whether some slot's largest coin or note would not lift a credit above the ceiling."""
        largest = [slot.largest_credits for slot in self.slots.values()]
        return not largest or credit + min(largest) <= self.credit_ceiling

    @property
    def games(self) -> tuple[GameId, ...]:
        """The games that can be entered."""
        strip = () if self.strip is None else (GameId.STRIP_POKER,)
        cinque = () if self.cinque is None else (GameId.CINQUE_MANI,)
        return (*strip, GameId.JOKER_POKER, *cinque)

    @property
    def till(self) -> Till:
        """What booking needs of it."""
        return Till(self.credit_minor, self.jump_credits, self.slots)

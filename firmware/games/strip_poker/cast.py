"""The people at the Strip Poker table, as a pack describes them: frozen values, no checks.

`packs.py` makes them and has checked everything that stands here. Pictures are named, not
opened: only the screens draw. Nothing here knows a rule of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

from firmware.words import Language

Words = Mapping[Language, str]
"""A short text in every language of the cabinet."""


@unique
class Face(StrEnum):
    """The five faces; every character has them all."""

    NEUTRAL = "neutral"
    GLAD = "glad"
    WORRIED = "worried"
    POKER = "poker"
    SHOCKED = "shocked"


@unique
class Situation(StrEnum):
    """What a character may have something to say about; values are the keys of a pack.

    "Caught" and "called" are told from the character's chair.
    """

    GREETING = "greeting"
    DEAL = "deal"
    OPEN = "open"
    WAIT = "wait"
    RAISE = "raise"
    CALL = "call"
    CHECK = "check"
    """A free CHANGE or SHOW: nothing was outstanding."""
    FOLD = "fold"
    EXCHANGE = "exchange"
    """Numbered by the cards changed, 0 to 5."""
    WIN = "win"
    BIG_WIN = "big_win"
    LOSE_DEAL = "lose_deal"
    PUSH = "push"
    PLEDGE = "pledge"
    LOSE_GARMENT = "lose_garment"
    """Numbered from 1, the outermost; the last garment is `FAREWELL`."""
    BUY_BACK = "buy_back"
    BLUFF_CALLED = "bluff_called"
    """The character called, and the player had next to nothing."""
    CAUGHT_BLUFFING = "caught_bluffing"
    PLAYER_FOLDS = "player_folds"
    PLAYER_LOSES_LIFE = "player_loses_life"
    """Numbered from 1."""
    PLAYER_BUYS_BACK = "player_buys_back"
    PLAYER_BEATEN = "player_beaten"
    THINKING = "thinking"
    IDLE = "idle"
    FAREWELL = "farewell"
    """The last garment is lost: the word from behind the screen."""


NUMBERED = {
    Situation.EXCHANGE: range(6),
    Situation.LOSE_GARMENT: range(1, 7),
    Situation.PLAYER_LOSES_LIFE: range(1, 8),
}
"""The situations that may be told apart by a number: `exchange_3`."""

LINE_KEYS = (
    *(situation.value for situation in Situation),
    *(f"{situation}_{number}" for situation, numbers in NUMBERED.items() for number in numbers),
)
"""Every key that lines may stand under."""


@unique
class Part(StrEnum):
    """What a layer moves with."""

    TABLE = "table"
    """Stands still."""
    BODY = "body"
    """Breathes."""
    HEAD = "head"
    """Breathes, tilts, and is seen over the screen."""
    CARDS = "cards"
    """Breathes, and turns a little when the character has a look at its hand."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A picture laid over the whole canvas.

    Attributes:
        file: an absolute path.
        z: depth; the higher is nearer to the eye.
        part: what it moves with.
    """

    file: Path
    z: int
    part: Part = Part.BODY


@dataclass(frozen=True, slots=True)
class Garment:
    """One step from fully dressed to the screen.

    Attributes:
        id: unlike any other of the character.
        name: what it is called in a sentence or list.
        short: what it is called on a key.
        layers: how it is worn; empty for the last one, which is part of the body.
        rack: how it hangs on the rack; None for the last one.
        prop: how it flies over the screen; only for the last one.
    """

    id: str
    name: Words
    short: Words
    layers: tuple[Layer, ...]
    rack: Path | None
    prop: Path | None

    @property
    def is_last(self) -> bool:
        """Whether the character is behind the screen once it is lost."""
        return self.prop is not None


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How a character plays: which level it likes and what it does too much of.

    Attributes:
        level: 1 (easy), 2 or 3 (hard).
        boldness: 0..1, readiness to put money in.
        bluff: 0..1, readiness to bet on little.
        read: 0..1, attention to what the other's bets tell.
    """

    level: int
    boldness: float
    bluff: float
    read: float


@dataclass(frozen=True, slots=True)
class Blink:
    """Closed lids, for those faces whose eyes are open in the usual way."""

    layer: Layer
    faces: frozenset[Face]


@dataclass(frozen=True, slots=True)
class FarewellScene:
    """What is drawn once the last garment is lost, beside its `prop` and the figure's head.

    Attributes:
        panels: the folding screen.
        neck: behind it, below the head; None where a beard hides it.
        hand: behind it, waving.
        fingers: before it, on its rail; None for no such hand.
        is_head_in_front: whether the head (a long beard) lies before the screen.
    """

    panels: Path
    neck: Path | None
    hand: Path
    fingers: Path | None
    is_head_in_front: bool


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light a character stands in on the contact sheet and the choice card, `#RRGGBB`."""

    wall: str
    light: str
    floor: str


@dataclass(frozen=True, slots=True)
class Character:
    """An opponent: how it looks, speaks and plays.

    Attributes:
        id: unlike any other of the pack.
        name, short: "Contessa Ottavia", "Ottavia".
        age: years, at least 25.
        profession, about: one line each for the choice card.
        canvas: width and height of every picture, in pixels.
        base: what is never taken off, the body among it; in no order.
        faces: the picture of each face; `face_z` is their depth.
        neck, grip: the canvas points that the head and the cards turn about.
        garments: the outermost first; only the last has `is_last`.
        lines: language -> key of `LINE_KEYS` -> variants.
    """

    id: str
    name: Words
    short: Words
    age: int
    profession: Words
    about: Words
    canvas: tuple[int, int]
    base: tuple[Layer, ...]
    faces: Mapping[Face, Path]
    face_z: int
    neck: tuple[int, int]
    grip: tuple[int, int]
    blink: Blink | None
    play: PlayStyle
    garments: tuple[Garment, ...]
    farewell: FarewellScene
    lamp: Lamp
    lines: Mapping[Language, Mapping[str, tuple[str, ...]]]

    def said(
        self, situation: Situation, language: Language, number: int | None = None
    ) -> tuple[str, ...]:
        """The variants to choose from; empty when there is nothing to be said.

        Args:
            situation: what has happened.
            language: the player's.
            number: the cards changed, or which garment or life was lost (from 1); lines
                under that number are preferred to those without any.
        """
        spoken = self.lines.get(language, {})
        numbered = () if number is None else spoken.get(f"{situation}_{number}", ())
        return numbered or spoken.get(situation, ())


@dataclass(frozen=True, slots=True)
class Room:
    """The pictures all characters of a pack share; any may be missing.

    Attributes:
        backdrop: the room, 744 x 1100 px.
        rack: the bare coat rack, 600 x 1000 px.
        lamp: the lamplight on the backdrop as a white shape, to be given the colour of whoever
            stands in it; as large as the backdrop.
    """

    backdrop: Path | None
    rack: Path | None
    lamp: Path | None = None


@dataclass(frozen=True, slots=True)
class Pack:
    """A cast with its room.

    Attributes:
        id: its name in settings and stored sessions.
        title: its name for people.
        license: an SPDX name or a sentence.
        authors: at least one.
        folder: where it lies.
    """

    id: str
    title: Words
    license: str
    authors: tuple[str, ...]
    folder: Path
    room: Room
    characters: tuple[Character, ...]

    def character(self, id: str) -> Character | None:
        """The character of that id, None where the pack has none."""
        return next((each for each in self.characters if each.id == id), None)

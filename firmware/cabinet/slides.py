"""The attract loop as data: which slides there are here, and which is on at a moment.

The cabinet must know, because a loop begins with a sound; the screen draws what is on.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from firmware.assets import asset
from firmware.cabinet.state import CabinetState, Mode
from firmware.errors import ConfigError
from firmware.money import GameId

WHOLE = frozenset({"film", "cast"})
"""Kinds that take the place of the posters too: only where nobody stands and no game waits."""


class Slide(BaseModel):
    """One slide of `assets/attract.toml`; the file says what the fields mean."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: Literal["title", "pays", "hand", "hands", "film", "cast", "best", "pay"]
    seconds: Annotated[float, Field(ge=2, le=120)]
    game: GameId | None = None
    title: str = ""
    lines: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    held: tuple[int, ...] = ()
    bank: tuple[int, ...] = ()

    @model_validator(mode="after")
    def _of_a_game(self) -> Slide:
        if self.kind == "best" and self.game is None:
            raise ValueError("a best result is one of a game: name it")
        return self


class _Loop(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    slide: Annotated[tuple[Slide, ...], Field(min_length=1)]


class Here(NamedTuple):
    """What decides which slides are shown.

    Attributes:
        games: those that can be entered.
        has_theme: whether Strip Poker is about garments.
        has_price: whether somebody can pay, or need not.
        bests: games that have a result to boast of.
        is_alone: whether the pictures are all there is: no menu, no waiting game.
    """

    games: tuple[GameId, ...]
    has_theme: bool = True
    has_price: bool = True
    bests: frozenset[GameId] = frozenset(GameId)
    is_alone: bool = True


class Showing(NamedTuple):
    """What is on.

    Attributes:
        slide: which.
        number: its place in the loop, from 0.
        loop: which loop it is, from 0.
        into_s: for how long it has been on.
        rest_s: for how long it stays.
    """

    slide: Slide
    number: int
    loop: int
    into_s: float
    rest_s: float


def read_slides(path: Path) -> tuple[Slide, ...]:
    """The slides of a loop.

    Raises:
        ConfigError: the file cannot be read or says what it may not.
    """
    try:
        return _Loop.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).slide
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError([f"{path}: cannot be read: {error}"]) from error
    except ValidationError as error:
        raise ConfigError(
            [
                f"{path}: {'.'.join(map(str, fault['loc']))}: {fault['input']!r}: {fault['msg']}"
                for fault in error.errors()
            ]
        ) from error


@lru_cache(maxsize=1)
def shipped_slides() -> tuple[Slide, ...]:
    """The loop that comes with the program, read once."""
    return read_slides(asset("attract.toml"))


def here(
    state: CabinetState, games: tuple[GameId, ...], *, has_theme: bool, has_slots: bool
) -> Here:
    """What decides it in this state of a cabinet that is set up so."""
    return Here(
        games,
        has_theme,
        has_slots or state.is_free_play,
        frozenset(state.saved.bests),
        state.saved.mode is Mode.ATTRACT and state.dark_since_s is None,
    )


@lru_cache(maxsize=16)
def slides_of(place: Here) -> tuple[Slide, ...]:
    """The shipped loop as it is shown here: nothing of what cannot be had."""
    return tuple(slide for slide in shipped_slides() if _is_shown(slide, place))


def _is_shown(slide: Slide, place: Here) -> bool:
    if slide.game is not None and slide.game not in place.games:
        return False
    if slide.game is GameId.STRIP_POKER and not place.has_theme:
        return False
    if slide.kind in WHOLE and not place.is_alone:
        return False
    if slide.kind == "best":
        return slide.game in place.bests
    return slide.kind != "pay" or place.has_price


def loop_s(slides: tuple[Slide, ...]) -> float:
    """How long a loop takes."""
    return sum(slide.seconds for slide in slides)


def showing(slides: tuple[Slide, ...], since_s: float) -> Showing:
    """What is on `since_s` after the first loop began."""
    whole_s = loop_s(slides)
    loop = int(since_s / whole_s + 1e-9)
    into_s = max(0.0, since_s - loop * whole_s)
    number = 0
    while number < len(slides) - 1 and into_s >= slides[number].seconds - 1e-9:
        into_s -= slides[number].seconds
        number += 1
    into_s = max(0.0, into_s)
    slide = slides[number]
    return Showing(slide, number, loop, into_s, max(0.001, slide.seconds - into_s))

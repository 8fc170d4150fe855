"""The attract loop as data: which slide is on at a moment, and how far it has faded in."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from firmware.assets import asset
from firmware.errors import ConfigError
from firmware.money import GameId

CROSS_S = 0.4
_STEPS = 8


class Slide(BaseModel):
    """One slide of `assets/attract.toml`; the file says what the fields mean."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: Literal["title", "pays", "hand", "hands"]
    seconds: Annotated[float, Field(ge=2, le=120)]
    game: GameId | None = None
    title: str = ""
    lines: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    held: tuple[int, ...] = ()
    bank: tuple[int, ...] = ()


class _Loop(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    slide: Annotated[tuple[Slide, ...], Field(min_length=1)]


class Showing(NamedTuple):
    """A slide on the screen and its strength, 1..255."""

    slide: Slide
    alpha: int


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


@lru_cache(maxsize=8)
def slides_of(games: tuple[GameId, ...]) -> tuple[Slide, ...]:
    """The shipped loop where these games can be entered: nothing is shown of another."""
    return tuple(each for each in shipped_slides() if each.game is None or each.game in games)


def showing(slides: tuple[Slide, ...], since_s: float) -> tuple[tuple[Showing, ...], float]:
    """What is on `since_s` after the loop began: one slide, or two while they cross.

    Returns:
        The slides with their strengths, and in how many seconds that changes.
    """
    into_s = since_s % sum(slide.seconds for slide in slides)
    index = 0
    while into_s >= slides[index].seconds:
        into_s -= slides[index].seconds
        index += 1
    slide = slides[index]
    rest_s = slide.seconds - into_s
    if len(slides) == 1 or rest_s > CROSS_S:
        return (Showing(slide, 255),), max(0.001, rest_s - CROSS_S)
    step = min(_STEPS - 1, int((1 - rest_s / CROSS_S) * _STEPS + 1e-6))
    share = step / _STEPS
    after = slides[(index + 1) % len(slides)]
    shown = [Showing(slide, round(255 * (1 - share)))]
    if step:
        shown.append(Showing(after, round(255 * share)))
    return tuple(shown), CROSS_S / _STEPS

"""What a player may set for herself, and the next value of each.

The operator says what a player finds; what she chooses lies over that until the attract pictures
come, so that the next one finds the operator's again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import Any


@unique
class Speed(StrEnum):
    """How fast the picture follows what is decided already."""

    CALM = "calm"
    QUICK = "quick"
    INSTANT = "instant"


@dataclass(frozen=True, slots=True)
class Options:
    """A player's options, or the operator's for whoever has chosen none.

    Attributes:
        speed: of everything that moves.
        four_colour: whether diamonds are blue and clubs green.
        large_text: whether words are as large as their places allow.
        reduced_motion: whether nothing flies or sways, and pictures only fade.
        safe_colours: whether colours with a meaning are those that no colour-blind eye takes for
            one another.
        drag_double: whether the doubling panel follows the mouse.
    """

    speed: Speed = Speed.CALM
    four_colour: bool = False
    large_text: bool = False
    reduced_motion: bool = False
    safe_colours: bool = False
    drag_double: bool = False


ROWS = ("speed", "four_colour", "large_text", "reduced_motion", "safe_colours")
"""The rows of the page, each an attribute of `Options`."""
POINTER_ROWS = ("drag_double",)
"""Those that only make sense where there is a mouse or a touch screen."""

_SPEEDS: Sequence[Speed] = tuple(Speed)


def rows(*, has_pointer: bool) -> tuple[str, ...]:
    """The rows of the page on a cabinet with or without a mouse.

    >>> rows(has_pointer=True)[-1]
    'drag_double'
    """
    return (*ROWS, *(POINTER_ROWS if has_pointer else ()))


def moved(options: Options, row: str, direction: int) -> Options | None:
    """The options with the next value of a row, upwards (1) or downwards (-1); None at its end.

    >>> moved(Options(), "speed", 1).speed
    <Speed.QUICK: 'quick'>
    >>> moved(Options(), "large_text", -1) is None
    True
    """
    values: Sequence[Speed | bool] = _SPEEDS if row == "speed" else (False, True)
    place = values.index(getattr(options, row)) + direction
    if not 0 <= place < len(values):
        return None
    changes: dict[str, Any] = {row: values[place]}
    return replace(options, **changes)

"""The eight buttons: their names, and what each says and shows at a moment.

`HOLD1`..`HOLD5` stand under five columns of the screen, `DEAL`, `BET` and `DOUBLE`
to the right of them. A panel is a value: eight `Key`s, derived from what the game
can do. A lamp is lit exactly where a press does something now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.words import Message


@unique
class Button(StrEnum):
    """A physical button, by the name on the wiring table."""

    HOLD1 = "HOLD1"
    HOLD2 = "HOLD2"
    HOLD3 = "HOLD3"
    HOLD4 = "HOLD4"
    HOLD5 = "HOLD5"
    DEAL = "DEAL"
    BET = "BET"
    DOUBLE = "DOUBLE"


HOLDS = (Button.HOLD1, Button.HOLD2, Button.HOLD3, Button.HOLD4, Button.HOLD5)


@unique
class Light(StrEnum):
    """How brightly a key shines; everything but `OFF` counts as lit."""

    OFF = "off"
    """Key dead, no legend."""
    ON = "on"
    """Acts now (dim lamp; lit without PWM)."""
    FULL = "full"
    """Chosen or held, or one of the answers to the one question asked (full lamp)."""
    NEXT = "next"
    """The suggested next press; blinks. At most one key of a panel."""


@dataclass(frozen=True, slots=True)
class Key:
    """One button at one moment.

    Attributes:
        legend: the word drawn above the button; None when it is dead.
        light: its lamp.
        credits: an amount on a line of its own under the word, or None.
    """

    legend: Message | None = None
    light: Light = Light.OFF
    credits: int | None = None

    def __post_init__(self) -> None:
        if (self.legend is None) != (self.light is Light.OFF):
            raise ValueError(f"a legend and a lit lamp come together: {self.legend}, {self.light}")

    @property
    def is_lit(self) -> bool:
        """Whether a press would do something."""
        return self.light is not Light.OFF


DARK = Key()
Panel = Mapping[Button, Key]


def panel(keys: Mapping[Button, Key]) -> Panel:
    """All eight keys; the ones not named are dark.

    Raises:
        ValueError: when more than one key is the suggested next.
    """
    whole = {button: keys.get(button, DARK) for button in Button}
    if sum(key.light is Light.NEXT for key in whole.values()) > 1:
        raise ValueError(f"only one key may be the next: {keys}")
    return whole


def lit(keys: Panel) -> frozenset[Button]:
    """The buttons whose lamp is lit."""
    return frozenset(button for button, key in keys.items() if key.is_lit)

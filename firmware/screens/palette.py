"""The palette in force: colours that carry a meaning, kept apart for every eye.

Scenes name the tokens of the look; here some of them become others at the moment when they turn
into pixels. A picture is drawn under the palette of its kit and belongs to that kit alone, so
none outlives a change.

The safe palette keeps the lamp's amber, which says win and held, and moves what stands against
it along the one axis that all three kinds of colour blindness leave: loss, closed and the
dealer's card to lavender, information to mint. Suits keep their lightness, so contrast stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from firmware.screens import theme
from firmware.screens.theme import Colour, rgb

FOUR_COLOUR_DIAMONDS, FOUR_COLOUR_CLUBS = rgb("#0B3F8F"), rgb("#0A5530")


@dataclass(frozen=True, slots=True)
class Palette:
    """What becomes of the look's colours.

    Attributes:
        name: under which pictures are kept on disk; empty for the look's own colours.
        swapped: a colour of the look -> what is seen in its place.
    """

    name: str = ""
    swapped: Mapping[Colour, Colour] = field(default_factory=dict)

    @property
    def suffix(self) -> str:
        """At the end of the name of a kept picture."""
        return f"-{self.name}" if self.name else ""


PLAIN = Palette()
SAFE = Palette(
    "safe",
    {
        theme.CORAL: rgb("#B4B4FF"),
        theme.TEAL: rgb("#4BF0C3"),
        # the coral plastic of DOUBLE: dark, edge, text, lit
        rgb("#42121A"): rgb("#26264A"),
        rgb("#260A0E"): rgb("#14142E"),
        rgb("#94323A"): rgb("#5A5AA6"),
        rgb("#FFB8A9"): rgb("#C8C8FF"),
        rgb("#FFC9BC"): rgb("#E2E2FF"),
        rgb("#FF9480"): rgb("#BEBEFF"),
        rgb("#FF7F68"): rgb("#AAAAFA"),
        # the tag of the dealer's card
        rgb("#FFC2B4"): rgb("#D6D6FF"),
        rgb("#FF8E7A"): rgb("#B4B4FF"),
        # suits on paper
        theme.CARD_RED: rgb("#903048"),
        FOUR_COLOUR_DIAMONDS: rgb("#6030C0"),
        FOUR_COLOUR_CLUBS: rgb("#006000"),
    },
)

_in_force: ContextVar[Mapping[Colour, Colour]] = ContextVar("palette", default=PLAIN.swapped)


def seen(colour: Colour) -> Colour:
    """What is seen where the look has this colour.

    >>> seen(theme.CORAL) == theme.CORAL
    True
    """
    return _in_force.get().get(colour, colour)


def seen_code(code: str) -> str:
    """The same for `#RRGGBB`, as drawings have it."""
    colour = rgb(code)
    found = seen(colour)
    return code if found is colour or found == colour else "#{:02X}{:02X}{:02X}".format(*found)


@contextmanager
def in_force(palette: Palette) -> Iterator[None]:
    """Whatever is drawn within is drawn with this palette."""
    token = _in_force.set(palette.swapped)
    try:
        yield
    finally:
        _in_force.reset(token)

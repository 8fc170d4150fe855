"""Colours with a meaning stay apart for eyes that see fewer of them, and stay readable."""

from __future__ import annotations

from itertools import combinations

import pytest

from firmware.cards.card import Suit
from firmware.screens import theme
from firmware.screens.card_face import suit_ink
from firmware.screens.palette import PLAIN, SAFE, Palette, in_force, seen
from firmware.screens.theme import Colour, rgb

# Machado, Oliveira and Fernandes 2009: what each kind of colour blindness at its full strength
# leaves of linear red, green and blue.
EYES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}
LIGHTS = {"held, won": theme.AMBER, "lost, closed, dealer": theme.CORAL, "told": theme.TEAL}
GLASS = [
    room.glass
    for room in (
        theme.JOKER_ROOM, theme.STRIP_ROOM, theme.CINQUE_ROOM, theme.OPERATOR_ROOM,
        theme.FAULT_ROOM,
    )
]  # fmt: skip
LIGHTS_APART, SUITS_APART = 35.0, 20.0
"""Distances in CIE Lab; 2 can just be seen side by side, 20 is another colour at a glance."""


def linear(colour: Colour) -> tuple[float, float, float]:
    def one(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    return one(colour[0]), one(colour[1]), one(colour[2])


def times(
    matrix: tuple[tuple[float, float, float], ...], vector: tuple[float, float, float]
) -> tuple[float, float, float]:
    a, b, c = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c


def lab(light: tuple[float, float, float]) -> tuple[float, float, float]:
    """CIE Lab under D65."""
    clipped = tuple(min(1.0, max(0.0, part)) for part in light)
    x, y, z = times(
        (
            (0.4124564, 0.3575761, 0.1804375),
            (0.2126729, 0.7151522, 0.0721750),
            (0.0193339, 0.1191920, 0.9503041),
        ),
        (clipped[0], clipped[1], clipped[2]),
    )

    def root(share: float) -> float:
        return share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116

    fx, fy, fz = root(x / 0.95047), root(y), root(z / 1.08883)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: Colour, other: Colour, eye: str) -> float:
    a, b = (lab(times(EYES[eye], linear(colour))) for colour in (one, other))
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5


def contrast(one: Colour, other: Colour) -> float:
    def luminance(colour: Colour) -> float:
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def under(palette: Palette, colour: Colour) -> Colour:
    with in_force(palette):
        return seen(colour)


def inks(palette: Palette) -> dict[Suit, Colour]:
    with in_force(palette):
        return {suit: rgb(suit_ink(suit, True)) for suit in Suit}


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("pair", list(combinations(LIGHTS, 2)), ids=" / ".join)
def test_no_eye_takes_one_light_for_another(eye: str, pair: tuple[str, str]) -> None:
    one, other = (under(SAFE, LIGHTS[name]) for name in pair)
    assert apart(one, other, eye) >= LIGHTS_APART


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("pair", list(combinations(Suit, 2)), ids=str)
def test_no_eye_takes_one_of_four_suits_for_another(eye: str, pair: tuple[Suit, Suit]) -> None:
    found = inks(SAFE)
    assert apart(found[pair[0]], found[pair[1]], eye) >= SUITS_APART


def test_the_looks_own_colours_would_not_do() -> None:
    """Without that, the option would be for nothing."""
    assert apart(theme.AMBER, theme.CORAL, "tritanopia") < LIGHTS_APART
    own = inks(PLAIN)
    assert apart(own[Suit.HEARTS], own[Suit.CLUBS], "protanopia") < SUITS_APART


@pytest.mark.parametrize("token", [theme.CORAL, theme.TEAL])
@pytest.mark.parametrize("glass", GLASS)
def test_what_is_swapped_is_as_readable_on_glass(token: Colour, glass: Colour) -> None:
    assert contrast(under(SAFE, token), glass) >= 7.0


@pytest.mark.parametrize("suit", Suit)
def test_suits_are_as_readable_on_paper(suit: Suit) -> None:
    assert contrast(inks(SAFE)[suit], theme.PAPER) >= 7.0


def test_a_legend_on_the_lit_key_is_as_readable() -> None:
    for lit in theme.CORAL_PLASTIC.lit:
        assert contrast(under(SAFE, lit), theme.LAMP_INK) >= 7.0
    for dark in theme.CORAL_PLASTIC.dark:
        assert contrast(under(SAFE, dark), under(SAFE, theme.CORAL_PLASTIC.text)) >= 7.0


def test_outside_a_picture_every_colour_is_its_own() -> None:
    assert seen(theme.CORAL) == theme.CORAL

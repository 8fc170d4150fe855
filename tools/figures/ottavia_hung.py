"""Contessa Ottavia's things off the body: on the rack, in flight, and the screen scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .hands import screen_fingers, waving_hand
from .layer import Dye, Layer
from .ottavia_dyes import BOA, INK, SKIN, WINE
from .scene import ScreenDress, folding_screen
from .shapes import contour, disc, grow, move, oval, turn, union, within


def feathers(heads: Sequence[tuple[float, float, float]]) -> Layer:
    """A cloud of feather heads (x, y, radius), in painting order."""
    import math

    layer = Layer()
    shapes = []
    for number, (x, y, radius) in enumerate(heads):
        small = [
            disc(
                x + radius * 0.86 * math.cos(angle),
                y + radius * 0.86 * math.sin(angle),
                radius * 0.27,
            )
            for angle in (math.tau * (i + 0.37 * number) / 12 for i in range(12))
        ]
        shapes.append(union(disc(x, y, radius * 0.88), small))
    layer.ink(union(shapes), INK)
    for number, ((x, y, radius), shape) in enumerate(zip(heads, shapes, strict=True)):
        layer.fill(shape, BOA.dark)
        light = turn(move(shape, -radius * 0.16, -radius * 0.2), 9, (x, y))
        layer.fill(within(light, shape), BOA.light)
        for index in range(6):
            angle = math.tau * (index / 6 + 0.13 * number) + 0.3
            start = (x + radius * 0.2 * math.cos(angle), y + radius * 0.2 * math.sin(angle))
            middle = (
                x + radius * 0.46 * math.cos(angle + 0.22),
                y + radius * 0.46 * math.sin(angle + 0.22),
            )
            end = (
                x + radius * 0.74 * math.cos(angle + 0.28),
                y + radius * 0.74 * math.sin(angle + 0.28),
            )
            layer.line([start, middle, end], 2.2, BOA.dark, end=0.4)
    return layer


def screen() -> Layer:
    return folding_screen(
        ScreenDress(
            Dye("#7a3760", "#5c2549"), Dye("#642a50", "#481b3a"), ("spade", "heart", "club")
        )
    )


def screen_hand() -> Layer:
    return waving_hand((486, 176), SKIN, INK, elbow=(462, 320))


def fingers() -> Layer:
    return screen_fingers(188, 279, SKIN, INK, nails=WINE)


PROPS: dict[str, Callable[[], Layer]] = {
    "screen": screen,
    "screen_hand": screen_hand,
    "screen_fingers": fingers,
}
_UNUSED = (contour, grow, oval)

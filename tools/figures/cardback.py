"""The house card back (assets/cards/back.svg) for small cards: the same lozenges, fewer lines."""

from __future__ import annotations

from .layer import Layer
from .shapes import Shape, Spot, box, lozenge, move, turn, union, within

PETROL, PETROL_DARK = "#0B3644", "#0A2A35"
TEAL, RED, GOLD, PAPER = "#12566B", "#8E101D", "#E0A526", "#FCF5E4"
MARK = ("#B3121F", "#FFFDF7", "#E0A526", "#1E7E9C")
WIDTH, HEIGHT = 160.0, 228.0  # of the drawing of the back
PITCH = (35.5, 52.5)


def card_outline(size: Spot, centre: Spot, turn_deg: float) -> Shape:
    """One card: its paper, turned about its own centre."""
    width, height = size
    flat = box(-width / 2, -height / 2, width, height, width * 0.075)
    return move(turn(flat, turn_deg, (0, 0)), *centre)


def card_back(size: Spot, centre: Spot, turn_deg: float, ink: str, weight: float = 0.55) -> Layer:
    """A card seen from behind.

    Args:
        size: width and height in canvas units.
        centre: where its middle lies.
        turn_deg: clockwise from upright.
        ink: colour of its contour.
        weight: of its contour.
    """
    unit = size[0] / WIDTH
    rim = 11.0
    area = box(-WIDTH / 2 + rim, -HEIGHT / 2 + rim, WIDTH - 2 * rim, HEIGHT - 2 * rim, 6)
    flat = Layer()
    flat.fill(area, TEAL)
    red, cores = [], []
    for row in range(-3, 3):
        for column in range(-3, 3):
            x, y = (column + 0.5) * PITCH[0], (row + 0.5) * PITCH[1]
            red.append(lozenge(x, y, 16.8, 24.8))
            cores.append(lozenge(x, y, 6.4, 9.5))
    flat.fill(within(union(red), area), RED)
    flat.fill(within(union(cores), area), "#EDC163")
    flat.fill(lozenge(0, 0, 40, 58), GOLD)
    flat.fill(lozenge(0, 0, 35, 51), PETROL_DARK)
    for colour, (x, y) in zip(MARK, ((0, -12.4), (-9.2, 0), (9.2, 0), (0, 12.4)), strict=True):
        flat.fill(lozenge(x, y, 8.4, 11.6), colour)
    placed = flat.scaled(unit, (0, 0)).turned(turn_deg, (0, 0)).moved(*centre)
    result = Layer()
    paper = card_outline(size, centre, turn_deg)
    result.ink(paper, ink, weight)
    result.fill(paper, PAPER)
    result.add(placed)
    return result


def fan(
    pivot: Spot, radius: float, size: Spot, ink: str, *, first: float = -52.0, last: float = 34.0
) -> Layer:
    """Five cards from behind, spread about a pivot; the middle one stands out a little.

    Args:
        pivot: where the hand holds them.
        radius: from the pivot to the middle of a card.
        size: of one card.
        ink: colour of the contours.
        first: turn of the leftmost, in degrees clockwise.
        last: turn of the rightmost.
    """
    result = Layer()
    before: Shape | None = None
    for index in range(5):
        angle = first + (last - first) * index / 4
        out = radius + (5 if index == 2 else 2 if index in (1, 3) else 0)
        upright = (pivot[0], pivot[1] - out)
        spun = turn(box(upright[0], upright[1], 0.01, 0.01), angle, pivot).centroid
        centre = (spun.x, spun.y)
        if before is not None:  # the shadow of this card on the one under it
            shadow = move(card_outline(size, centre, angle), -2.4, 1.2)
            result.fill(within(shadow, before), PETROL_DARK)
        result.add(card_back(size, centre, angle, ink))
        before = card_outline(size, centre, angle)
    return result

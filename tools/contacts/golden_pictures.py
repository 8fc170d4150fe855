"""Chosen pictures as they shall be, kept small, and what has changed when one is otherwise.

A picture is kept as two files: a PNG of the means of its 8 x 8 pixels, and a list of what it is
made of: widget, painter, box and content of every sprite. The list tells a move, a swap, another
word or colour by name; the means tell what the list cannot, as a painter that paints otherwise.
How letters are smoothed and hinted moves edges by a pixel and is let pass.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pygame
from drawn_states import Easel
from numpy.typing import NDArray

from firmware.assets import asset
from firmware.screens import theme
from firmware.screens.layout import Layout
from firmware.screens.lettering import draw_glimmer, draw_line, draw_shaded
from firmware.screens.stage import Placed
from firmware.screens.theme import Box
from firmware.words import Language

WIDE, UPRIGHT = (1280, 720), (720, 1280)
CELL = 8
"""Pixels each way of which the mean is kept."""
MOVED = 2
"""Pixels by which a box may lie or end elsewhere: widths of letters differ by their hinting."""
NARROWED = 0.03
"""And this share of its width."""
LEVEL, OF_RANGE = 6.0, 0.2
"""A cell may leave the levels (0..255) around it by this, and by this share of their range."""
STRANGE = 8.0
"""Cells that lie together count when all they are off comes to more."""
TINTED = 5.0
"""The mean of a widget may differ by so many levels,"""
SMALL = 24.0
"""and by this divided by its cells: of few cells its letters are most."""
_CONTENT = 60


class Golden(NamedTuple):
    """A chosen picture."""

    state: str
    language: str
    size: tuple[int, int] = WIDE

    @property
    def stem(self) -> str:
        """The name of its files."""
        upright = "" if self.size == WIDE else f"-{self.size[0]}x{self.size[1]}"
        return f"{self.state}-{self.language}{upright}"


GOLDEN = (
    Golden("betting", "it"),
    Golden("hold", "en"),
    Golden("dealing", "ru"),
    Golden("counting", "it"),
    Golden("royal", "ru"),
    Golden("double", "en"),
    Golden("no_credit_no_coins", "it"),
    Golden("attract", "it"),
    Golden("menu", "ru"),
    Golden("waiting", "en"),
    Golden("rules_1", "ru"),
    Golden("rules_cinque_2", "it"),
    Golden("history_1", "en"),
    Golden("fault_door", "ru"),
    Golden("operator_index", "it"),
    Golden("operator_1", "en"),
    Golden("operator_pin", "it"),
    Golden("returns_joker_poker", "ru"),
    Golden("play_test_hold", "en"),
    Golden("strip_choose", "en"),
    Golden("strip_facing", "ru"),
    Golden("strip_undressing", "it"),
    Golden("cinque_build", "ru"),
    Golden("cinque_lifted", "it"),
    Golden("cinque_confirmed", "en"),
    Golden("hold", "it", UPRIGHT),
    Golden("cinque_build", "en", UPRIGHT),
    Golden("strip_facing", "it", UPRIGHT),
)

PLACES: dict[str, Box] = {
    "top panel": theme.TOP_PANEL,
    "marquee": theme.MARQUEE,
    "message": theme.MESSAGE,
    "credit meter": theme.CREDIT_METER,
    "value meter": theme.VALUE_METER,
    "bet meter": theme.BET_METER,
    "win meter": theme.WIN_METER,
    **{f"card {place}": box for place, box in enumerate(theme.CARD_BOXES, start=1)},
    **{f"key {button}": box for button, box in theme.KEY_BOXES.items()},
}
"""Regions of the grid by name; others are told by their corners."""


class Part(NamedTuple):
    """One sprite of a picture."""

    widget: str
    painter: str
    content: str
    box: tuple[int, int, int, int]
    alpha: int

    @property
    def line(self) -> str:
        """As it is kept; a tab never stands in what is drawn."""
        x, y, w, h = self.box
        at = f"{x},{y} {w}x{h}"
        return "\t".join((self.widget, self.painter, at, str(self.alpha), self.content))

    @classmethod
    def read(cls, line: str) -> Part:
        """What `line` wrote."""
        widget, painter, at, alpha, content = line.split("\t")
        x, y, w, h = (int(each) for each in at.replace(",", " ").replace("x", " ").split())
        return cls(widget, painter, content, (x, y, w, h), int(alpha))


class Description(NamedTuple):
    """A picture as it is kept: means (columns, rows, 3) of its cells, and its parts."""

    means: NDArray[np.float32]
    parts: tuple[Part, ...]


class Seen(NamedTuple):
    """A picture to be kept or compared: how it looks, what it is made of, how it is laid out."""

    picture: pygame.Surface
    placed: tuple[Placed, ...]
    layout: Layout


def described(seen: Seen) -> Description:
    """A picture as it is kept."""
    return Description(_means(seen.picture), tuple(_part(each) for each in seen.placed))


# --- what it is made of -----------------------------------------------------------------------


def _part(placed: Placed) -> Part:
    draw, args = placed.sprite.paint
    painter = f"{draw.__module__.rpartition('.')[2]}.{draw.__name__}"
    if draw in (draw_line, draw_shaded, draw_glimmer):
        content = f"'{args[0]}' {_told(args[1].colour)}"
    else:
        content = _short(" ".join(_told(each) for each in args))
    content = content.replace("\t", " ").replace("\n", " ")
    x, y, w, h = placed.rect
    return Part(placed.sprite.widget, painter, content, (x, y, w, h), placed.sprite.alpha)


def _told(value: Any) -> str:
    """An argument of a painter in letters that are the same on every machine."""
    if isinstance(value, tuple):
        if len(value) == 3 and all(isinstance(each, int) for each in value):
            return "#" + "".join(f"{each:02X}" for each in value)
        return "(" + " ".join(_told(each) for each in value) + ")"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, theme.Room):
        return value.name
    if callable(value):
        return str(getattr(value, "__name__", value))
    return str(value).replace(str(asset()), "assets")


def _short(text: str) -> str:
    """A long content cut, with a sum that still tells it from every other."""
    if len(text) <= _CONTENT:
        return text
    return f"{text[:_CONTENT].rstrip()}… {zlib.crc32(text.encode()):08x}"


def _by_parts(golden: Sequence[Part], actual: Sequence[Part]) -> list[str]:
    """What the lists say: gone, new, moved, otherwise."""
    left = list(actual)
    missing: list[Part] = []
    for part in golden:  # what is as it was
        same = next((each for each in left if _is_same(part, each)), None)
        if same is None:
            missing.append(part)
        else:
            left.remove(same)
    told: list[str] = []
    for is_like in (_has_moved, _has_changed):
        for part in list(missing):
            found = next((each for each in left if is_like(part, each)), None)
            if found is not None:
                told.append(_difference(part, found))
                missing.remove(part)
                left.remove(found)
    told += [f"{part.widget}: gone: {part.painter} {part.content}" for part in missing]
    told += [f"{part.widget}: new: {part.painter} {part.content}" for part in left]
    return told


def _is_same(one: Part, other: Part) -> bool:
    return one._replace(box=other.box) == other and _lies_same(one, other)


def _lies_same(one: Part, other: Part) -> bool:
    """Whether both boxes are one, but for the widths of letters."""
    (x, y, w, h), (x2, y2, w2, h2) = one.box, other.box
    slack = MOVED + NARROWED * w
    ends = abs(x + w / 2 - x2 - w2 / 2), abs(x - x2), abs(x + w - x2 - w2)
    # a line stands at its left, its middle or its right
    return min(ends) <= MOVED and max(ends) <= slack and abs(y - y2) <= MOVED and abs(h - h2) <= 3


def _has_moved(one: Part, other: Part) -> bool:
    return one._replace(box=other.box) == other


def _has_changed(one: Part, other: Part) -> bool:
    return one[:2] == other[:2]


def _difference(one: Part, other: Part) -> str:
    what: list[str] = []
    if not _lies_same(one, other):
        (x, y, w, h), (x2, y2, w2, h2) = one.box, other.box
        moved = f"moved by {x2 - x:+},{y2 - y:+}"
        what.append(moved if (w, h) == (w2, h2) else f"{moved}, {w}x{h} is {w2}x{h2}")
    if one.content != other.content:
        what.append(f"{one.content} is {other.content}")
    if one.alpha != other.alpha:
        what.append(f"alpha {one.alpha} is {other.alpha}")
    return f"{one.widget}: {'; '.join(what)}"


# --- how it looks -----------------------------------------------------------------------------


def _means(picture: pygame.Surface) -> NDArray[np.float32]:
    pixels = pygame.surfarray.array3d(picture).astype(np.float32)
    columns, rows = -(-pixels.shape[0] // CELL), -(-pixels.shape[1] // CELL)
    spare = columns * CELL - pixels.shape[0], rows * CELL - pixels.shape[1]
    pixels = np.pad(pixels, ((0, spare[0]), (0, spare[1]), (0, 0)), mode="edge")
    means: NDArray[np.float32] = pixels.reshape(columns, CELL, rows, CELL, 3).mean(axis=(1, 3))
    return means


def _strange(golden: NDArray[np.float32], actual: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how many levels each cell's colour is off those around it in the golden picture.

    Both are smoothed over three cells first: a stem that lies across two may, a pixel on, lie
    in one.
    """
    golden, actual = _around(golden).mean(axis=0), _around(actual).mean(axis=0)
    around = _around(golden)
    low, high = around.min(axis=0), around.max(axis=0)
    slack = LEVEL + OF_RANGE * (high - low)
    off = np.maximum(low - slack - actual, actual - high - slack).max(axis=2)
    strange: NDArray[np.float32] = np.maximum(off, 0)
    return strange


def _around(means: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each cell and the eight beside it, along a new first axis."""
    w, h = means.shape[:2]
    edged = np.pad(means, ((1, 1), (1, 1), (0, 0)), mode="edge")
    return np.stack([edged[x : x + w, y : y + h] for x in range(3) for y in range(3)])


def _regions(strange: NDArray[np.float32]) -> list[pygame.Rect]:
    """Boxes, in pixels, round the cells that lie together; those that hardly differ are let be."""
    regions: list[tuple[pygame.Rect, float]] = []
    for x, y in np.argwhere(strange > 0):
        box, off = pygame.Rect(int(x) * CELL, int(y) * CELL, CELL, CELL), float(strange[x, y])
        near = box.inflate(2 * CELL, 2 * CELL)
        joined = [each for each in regions if each[0].colliderect(near)]
        regions = [each for each in regions if each not in joined]
        whole = box.unionall([each for each, _ in joined])
        regions.append((whole, off + sum(each for _, each in joined)))
    return [box for box, off in regions if off > STRANGE]


def _by_means(
    golden: Description, actual: NDArray[np.float32], of_grid: Callable[[pygame.Rect], Box]
) -> list[str]:
    """What the cells say: regions that look otherwise and widgets whose colour changed."""
    told = []
    for region in _regions(_strange(golden.means, actual)):
        widgets = ", ".join(_lying_in(region, golden.parts)) or "nothing"
        told.append(f"{_place(of_grid(region))} looks otherwise: {widgets}")
    if told:
        return told
    for widget, cells in _cells(golden.parts).items():
        off = np.abs(_mean_in(golden.means, cells) - _mean_in(actual, cells))
        if float(off.max()) > TINTED + SMALL / (cells.w * cells.h):
            told.append(f"{widget}: its colour is off by {float(off.max()):.0f} of 255")
    return told


def _lying_in(region: pygame.Rect, parts: Iterable[Part]) -> list[str]:
    """Widgets of a region; those of which it takes most come first, the ground only alone."""
    shares: dict[str, float] = {}
    for part in parts:
        box = pygame.Rect(part.box)
        shared = box.clip(region)
        if shared.w and shared.h:
            share = shared.w * shared.h / (box.w * box.h)
            shares[part.widget] = max(share, shares.get(part.widget, 0.0))
    if len(shares) > 1:
        shares.pop("ground", None)
    return sorted(shares, key=lambda widget: -shares[widget])[:6]


def _cells(parts: Iterable[Part]) -> dict[str, pygame.Rect]:
    """The box of every widget, in cells."""
    boxes: dict[str, pygame.Rect] = {}
    for part in parts:
        box = pygame.Rect(part.box)
        boxes[part.widget] = box.union(boxes[part.widget]) if part.widget in boxes else box
    return {
        widget: pygame.Rect(
            box.x // CELL, box.y // CELL, -(-box.w // CELL) or 1, -(-box.h // CELL) or 1
        )
        for widget, box in boxes.items()
    }


def _mean_in(means: NDArray[np.float32], cells: pygame.Rect) -> NDArray[np.float32]:
    inside = cells.clip(pygame.Rect(0, 0, *means.shape[:2]))
    if not inside.w or not inside.h:
        return np.zeros(3, np.float32)
    part = means[inside.left : inside.right, inside.top : inside.bottom]
    mean: NDArray[np.float32] = part.mean(axis=(0, 1))
    return mean


def _place(box: Box) -> str:
    """A region by the name of what it mostly lies in."""
    x, y = box.middle_x, box.middle_y
    for name, place in PLACES.items():
        if place.x <= x < place.right and place.y <= y < place.bottom:
            return f"{name} ({round(box.x)},{round(box.y)} {round(box.w)}x{round(box.h)})"
    return f"{round(box.x)},{round(box.y)} {round(box.w)}x{round(box.h)}"


# --- kept and compared ------------------------------------------------------------------------


def keep(golden: Golden, seen: Seen, folder: Path) -> None:
    """Make this the golden picture."""
    folder.mkdir(parents=True, exist_ok=True)
    found = described(seen)
    small = pygame.surfarray.make_surface(np.rint(found.means).astype(np.uint8))
    pygame.image.save(small, str(folder / f"{golden.stem}.png"))
    lines = "".join(f"{part.line}\n" for part in found.parts)
    (folder / f"{golden.stem}.txt").write_text(lines, encoding="utf-8")


def kept(golden: Golden, folder: Path) -> Description:
    """The golden picture.

    Raises:
        OSError: if it was never kept.
    """
    lines = (folder / f"{golden.stem}.txt").read_text(encoding="utf-8").splitlines()
    small = pygame.image.load(str(folder / f"{golden.stem}.png"))
    means = pygame.surfarray.array3d(small).astype(np.float32)
    return Description(means, tuple(Part.read(line) for line in lines))


def changes(golden: Golden, seen: Seen, folder: Path) -> list[str]:
    """What is otherwise than in the golden picture, a line each, by widget and region."""
    before, now = kept(golden, folder), described(seen)
    if before.means.shape != now.means.shape:
        return [f"{before.means.shape} cells are {now.means.shape}"]
    layout = seen.layout

    def of_grid(region: pygame.Rect) -> Box:
        x, y = layout.logical(*region.center)
        scale = layout.spot(x, y).scale
        w, h = region.w / scale, region.h / scale
        return Box(x - w / 2, y - h / 2, w, h)

    return [*_by_parts(before.parts, now.parts), *_by_means(before, now.means, of_grid)]


def explain(golden: Golden, seen: Seen, folder: Path, out: Path) -> None:
    """Write what is there and where it differs, to be looked at."""
    out.mkdir(parents=True, exist_ok=True)
    pygame.image.save(seen.picture, str(out / f"{golden.stem}-actual.png"))
    before, now = kept(golden, folder).means, _means(seen.picture)
    if before.shape != now.shape:
        return
    off = np.clip(np.abs(now - before) * 4, 0, 255).astype(np.uint8)
    picture = pygame.transform.scale_by(pygame.surfarray.make_surface(off), CELL)
    for region in _regions(_strange(before, now)):
        pygame.draw.rect(picture, (255, 40, 200), region, 2)
    pygame.image.save(picture, str(out / f"{golden.stem}-difference.png"))


def shown(golden: Golden, easel: Easel) -> Seen:
    """A golden picture's state, drawn now on an easel of its size."""
    easel.show(golden.state, Language(golden.language))
    screen = easel.screen
    return Seen(screen.picture(), screen.placed, screen.layout)

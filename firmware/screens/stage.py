"""A display list: what is to be seen, and the least drawing that makes it so.

A scene answers with a flat tuple of sprites. The stage compares it with the tuple that is on
the display, redraws only the regions that differ and presents only those. Nothing changed
means no drawing at all. A sprite's content is named by a hashable `Paint`, so equal content is
drawn once, kept in a bounded cache, and comparing two lists is comparing names.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pygame

from firmware.screens.theme import HEIGHT, WIDTH, Box

CACHE_BYTES = 48 * 1024 * 1024
"""Pictures kept at most, besides those on the display; enough for every state of a game."""
_MERGE_WASTE = 1.25
"""Two regions become one while their hull is at most this many times their pixels."""


class Picture(NamedTuple):
    """Drawn content: the surface, and where its corner lies from the anchor, device pixels."""

    surface: pygame.Surface
    dx: int = 0
    dy: int = 0


class Paint(NamedTuple):
    """The name of a content: the function that draws it and what it is given."""

    draw: Callable[..., Picture]
    args: tuple[Any, ...] = ()


class Sprite(NamedTuple):
    """One content at one place.

    Attributes:
        paint: what is seen.
        x: anchor, logical.
        y: anchor, logical.
        widget: the name under which a change is reported.
        alpha: 0..255 on top of the content's own.
        clip: logical box outside which nothing of it is drawn.
    """

    paint: Paint
    x: float
    y: float
    widget: str
    alpha: int = 255
    clip: Box | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """How the 1280 x 720 grid lies on a display of any size: scaled evenly, centred."""

    width: int
    height: int

    @property
    def scale(self) -> float:
        """Device pixels a logical pixel."""
        return min(self.width / WIDTH, self.height / HEIGHT)

    @property
    def area(self) -> pygame.Rect:
        """Where the grid lies; what is left over stays black."""
        w, h = round(WIDTH * self.scale), round(HEIGHT * self.scale)
        return pygame.Rect((self.width - w) // 2, (self.height - h) // 2, w, h)

    def device(self, box: Box) -> pygame.Rect:
        """A box in pixels of the area."""
        s = self.scale
        return pygame.Rect(round(box.x * s), round(box.y * s), round(box.w * s), round(box.h * s))

    def logical(self, x: float, y: float) -> tuple[float, float]:
        """A point of the display, in the grid."""
        area = self.area
        return (x - area.x) / self.scale, (y - area.y) / self.scale


class PictureCache:
    """Pictures by name; the least recently used go first when it is full."""

    def __init__(self, kit: Any, capacity_bytes: int = CACHE_BYTES) -> None:
        self._kit = kit
        self._capacity = capacity_bytes
        self._bytes = 0
        self._kept: OrderedDict[Paint, Picture] = OrderedDict()

    def get(self, paint: Paint) -> Picture:
        """The picture of that name, drawn now if it is not there."""
        found = self._kept.get(paint)
        if found is not None:
            self._kept.move_to_end(paint)
            return found
        made = paint.draw(self._kit, *paint.args)
        self._kept[paint] = made
        self._bytes += _bytes(made)
        while self._bytes > self._capacity and len(self._kept) > 1:
            self._bytes -= _bytes(self._kept.popitem(last=False)[1])
        return made

    def __len__(self) -> int:
        return len(self._kept)


class Placed(NamedTuple):
    """A sprite with the rectangle that it covers, device pixels of the area."""

    sprite: Sprite
    picture: Picture
    rect: pygame.Rect
    corner: tuple[int, int]


class Stage:
    """Keeps a target surface equal to the last list of sprites.

    Attributes:
        grid: how the logical grid lies on the target.
        canvas: the part of the target that is drawn on.
        cache: the pictures.
    """

    def __init__(self, target: pygame.Surface, kit: Any) -> None:
        self.grid = Grid(*target.get_size())
        self.canvas = target.subsurface(self.grid.area)
        self.cache = PictureCache(kit)
        self._target = target
        self._shown: tuple[Sprite, ...] = ()
        self._placed: list[Placed] = []
        self._is_new = True

    def forget(self) -> None:
        """The target's content is lost (another window came over it): redraw all next time."""
        self._is_new = True

    def draw(self, sprites: tuple[Sprite, ...]) -> tuple[list[pygame.Rect], frozenset[str]]:
        """Bring the target up to date.

        Returns:
            The regions drawn, in pixels of the target (none: nothing had changed), and the
            names of the widgets that did.
        """
        if not self._is_new and (sprites is self._shown or sprites == self._shown):
            return [], frozenset()
        placed = [self._place(sprite) for sprite in sprites]
        if self._is_new:
            regions, widgets = [self.canvas.get_rect()], frozenset(s.widget for s in sprites)
            self._target.fill((0, 0, 0))
        else:
            changed = _changed(self._placed, placed)
            widgets = frozenset(each.sprite.widget for each in changed)
            regions = merged([each.rect for each in changed], self.canvas.get_rect())
        for region in regions:
            self._redraw(region, placed)
        self._shown, self._placed, was_new = sprites, placed, self._is_new
        self._is_new = False
        if was_new:
            return [self._target.get_rect()], widgets
        left, top = self.grid.area.topleft
        return [region.move(left, top) for region in regions], widgets

    def _place(self, sprite: Sprite) -> Placed:
        scale = self.grid.scale
        picture = self.cache.get(sprite.paint)
        corner = (round(sprite.x * scale) + picture.dx, round(sprite.y * scale) + picture.dy)
        rect = pygame.Rect(corner, picture.surface.get_size())
        if sprite.clip is not None:
            rect = rect.clip(self.grid.device(sprite.clip))
        return Placed(sprite, picture, rect, corner)

    def _redraw(self, region: pygame.Rect, placed: Iterable[Placed]) -> None:
        canvas = self.canvas
        for sprite, picture, rect, corner in placed:
            if not rect.colliderect(region) or sprite.alpha <= 0:
                continue
            canvas.set_clip(region if sprite.clip is None else region.clip(rect))
            if sprite.alpha < 255:
                picture.surface.set_alpha(sprite.alpha)
                canvas.blit(picture.surface, corner)
                picture.surface.set_alpha(255)
            else:
                canvas.blit(picture.surface, corner)
        canvas.set_clip(None)


def _bytes(picture: Picture) -> int:
    return picture.surface.get_width() * picture.surface.get_height() * 4


def _changed(before: list[Placed], after: list[Placed]) -> list[Placed]:
    """What is in only one of two lists, or stands at another place in the order of both."""
    old = {each.sprite: each for each in before}
    new = {each.sprite: each for each in after}
    changed = [each for sprite, each in old.items() if sprite not in new]
    changed += [each for sprite, each in new.items() if sprite not in old]
    stayed_old = [sprite for sprite in old if sprite in new]
    stayed_new = [sprite for sprite in new if sprite in old]
    if stayed_old != stayed_new:
        changed += [new[now] for was, now in zip(stayed_old, stayed_new, strict=True) if was != now]
    return changed


def merged(rects: Iterable[pygame.Rect], bounds: pygame.Rect) -> list[pygame.Rect]:
    """Few rectangles that cover all of these, without much waste, and without overlap."""
    waiting = [clipped for rect in rects if (clipped := rect.clip(bounds)).w and clipped.h]
    done: list[pygame.Rect] = []
    while waiting:
        rect = waiting.pop()
        for index, other in enumerate(done):
            hull = rect.union(other)
            pixels = rect.w * rect.h + other.w * other.h
            if rect.colliderect(other) or hull.w * hull.h <= _MERGE_WASTE * pixels:
                del done[index]
                waiting.append(hull)
                break
        else:
            done.append(rect)
    return done

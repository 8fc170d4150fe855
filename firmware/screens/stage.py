"""A display list: what is to be seen, and the least drawing that makes it so.

A scene answers with a flat tuple of sprites. The stage compares it with the tuple that is on
the display, redraws only the regions that differ and presents only those. Nothing changed
means no drawing at all. A sprite's content is named by a hashable `Paint`, so equal content is
drawn once, kept in a bounded cache, and comparing two lists is comparing names.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import pygame

from firmware.screens.layout import BACKDROPS, Layout, Plan, Spot, layout_of
from firmware.screens.palette import in_force
from firmware.screens.regions import merged, upper_part
from firmware.screens.sprites import PartlyRead
from firmware.screens.theme import Box

if TYPE_CHECKING:  # a kit's own file draws pictures, which are named here
    from firmware.screens.kit import Kit, Kits

CACHE_BYTES = 20 * 1024 * 1024
"""Pictures kept at most, besides those on the display; enough for every state of a game."""
_STRIP_PART = 1 / 12
"""Of the display is redrawn between two looks at the time that is left."""
_TURN_PART = 0.55
"""Of the display is redrawn in one turn; a deal or a reveal changes more, and may take two."""

IsTimeLeft = Callable[[], bool]


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


class PictureCache:
    """Pictures by name; the least recently used go first when it is full.

    What is kept is ready to be drawn: in the display's format, colours multiplied by alpha.
    Of what covers the display one picture is kept, whatever room there is: it is as large as
    hundreds of others, and read again in a frame.
    """

    def __init__(self, capacity_bytes: int = CACHE_BYTES) -> None:
        self._capacity = capacity_bytes
        self._bytes = 0
        self._kept: OrderedDict[tuple[Paint, Kit], Picture] = OrderedDict()
        self._behind: tuple[tuple[Paint, Kit], Picture] | None = None

    def get(self, paint: Paint, kit: Kit) -> Picture:
        """The picture of that name as this kit draws it, drawn now if it is not there.

        Raises:
            PartlyRead: as the store's, of a picture as large as the display.
        """
        name = paint, kit
        found = self._kept.get(name)
        if found is not None:
            self._kept.move_to_end(name)
            return found
        if self._behind is not None and self._behind[0] == name:
            return self._behind[1]
        with in_force(kit.palette):
            drawn = paint.draw(kit, *paint.args)
        made = drawn._replace(surface=_ready(drawn.surface))
        if kit.layout is not None and made.surface.get_size() == kit.layout.size:
            self._behind = name, made
            return made
        self._kept[name] = made
        self._bytes += _bytes(made)
        while self._bytes > self._capacity and len(self._kept) > 1:
            self._bytes -= _bytes(self._kept.popitem(last=False)[1])
        return made

    def __contains__(self, name: tuple[Paint, Kit]) -> bool:
        """Whether the picture of that name is there."""
        return name in self._kept or (self._behind is not None and self._behind[0] == name)

    def __len__(self) -> int:
        return len(self._kept)


class Placed:
    """A sprite with its picture and the rectangle that it covers, device pixels.

    Attributes:
        sprite: what was asked for.
        surface: its picture.
        corner: where the picture's own corner lies.
        rect: what of it may be seen.
        spot: the block it lies in; None for what covers the display.
    """

    __slots__ = ("corner", "index", "rect", "spot", "sprite", "surface")

    def __init__(
        self,
        sprite: Sprite,
        surface: pygame.Surface,
        corner: tuple[int, int],
        rect: pygame.Rect,
        spot: Spot | None = None,
    ) -> None:
        self.spot = spot
        self.sprite = sprite
        self.surface = surface
        self.corner = corner
        self.rect = rect
        self.index = 0


class Prepared(NamedTuple):
    """How far pictures are drawn ahead.

    Attributes:
        is_complete: whether all that were asked for are there.
        made: how many were drawn just now.
    """

    is_complete: bool
    made: int


class Stage:
    """Keeps a target surface equal to the last list of sprites.

    Attributes:
        layout: where the blocks of the grid lie on the target.
        canvas: the target; another surface of the same size and content may take its place.
        cache: the pictures.

    Args:
        target: what is drawn on.
        kits: what a painter is handed.
    """

    def __init__(self, target: pygame.Surface, kits: Kits) -> None:
        self.layout = layout_of(*target.get_size())
        self.canvas = target
        self.cache = PictureCache()
        self._kits = kits
        self._shown: tuple[Sprite, ...] = ()
        self._placed: dict[Sprite, Placed] = {}
        self._ahead: dict[Sprite, Placed] = {}
        self._ahead_on = self.layout
        self._is_new = True
        self._stale: list[pygame.Rect] = []

    @property
    def is_behind(self) -> bool:
        """Whether the last `draw` ran out of time: parts of the canvas are still to be drawn."""
        return bool(self._stale)

    def is_another(self, sprites: tuple[Sprite, ...], plan: Plan, panels: tuple[Box, ...]) -> bool:
        """Whether all of the canvas would have to be drawn for these sprites."""
        layout = layout_of(*self.canvas.get_size(), plan, panels)
        return (
            self._is_new
            or layout.spots != self.layout.spots
            or (bool(sprites) and sprites[0] not in self._placed)
        )

    @property
    def placed(self) -> tuple[Placed, ...]:
        """What is on the target, from the back to the front."""
        return tuple(self._placed.values())

    def forget(self) -> None:
        """The target's content is lost (another window came over it): redraw all next time."""
        self._is_new = True

    def prepare(
        self,
        sprites: tuple[Sprite, ...],
        plan: Plan,
        panels: tuple[Box, ...],
        is_time_left: IsTimeLeft,
    ) -> Prepared:
        """Draw the pictures that these sprites need: one, and more while there is time.

        They are kept until the next `draw`, so whoever goes on asking gets there. Of a picture
        as large as the display a part may be read only.
        """
        layout = layout_of(*self.canvas.get_size(), plan, panels)
        if layout is not self._ahead_on:
            self._ahead_on, self._ahead = layout, {}
        placed = self._placed if layout.spots == self.layout.spots else {}
        made = 0
        for sprite in sprites:
            if sprite in placed or sprite in self._ahead:
                continue
            if made and not is_time_left():
                return Prepared(False, made)
            made += 1
            try:
                with self._kits.in_parts(is_time_left):
                    self._ahead[sprite] = self._place(sprite, layout)
            except PartlyRead:
                return Prepared(False, made)
        return Prepared(True, made)

    def draw(
        self,
        sprites: tuple[Sprite, ...],
        plan: Plan = Plan.TABLE,
        panels: tuple[Box, ...] = (),
        is_time_left: IsTimeLeft | None = None,
    ) -> tuple[list[pygame.Rect], frozenset[str]]:
        """Bring the target up to date.

        Args:
            sprites: from the back to the front; the first covers everything.
            plan: how the blocks of the grid are arranged.
            panels: of a leaf.
            is_time_left: asked after each strip; when there is none, or half of the display
                is redrawn, the rest is left to the next call (`is_behind`). None: all is
                drawn now.

        Returns:
            The regions drawn, in pixels of the target (none: nothing had changed), and the
            names of the widgets that did.
        """
        layout = layout_of(*self.canvas.get_size(), plan, panels)
        if layout is not self.layout:
            self._follow(layout)
        if not self._is_new and not self._stale and sprites == self._shown:
            return [], frozenset()
        changed = self._arrange(sprites)
        self._ahead = {}
        self._shown = sprites
        if self._is_new:
            self._is_new = False
            self._stale = [self.canvas.get_rect()]
            widgets = frozenset(sprite.widget for sprite in sprites)
        else:
            rects = [*self._stale, *(each.rect for each in changed)]
            self._stale = merged(rects, self.canvas.get_rect())
            widgets = frozenset(each.sprite.widget for each in changed)
        return self._catch_up(is_time_left), widgets

    def draw_ahead(self, sprite: Sprite) -> bool:
        """Draw the picture of a sprite that may come; whether it was not there yet."""
        kit = self._kits.at(self.layout.spot(sprite.x, sprite.y, sprite.widget).scale)
        if (sprite.paint, kit) in self.cache:
            return False
        self.cache.get(sprite.paint, kit)
        return True

    def reserve(self) -> None:
        """Have the memory for another ground at hand."""
        self._kits.reserve(self.canvas.get_size())

    def dress(self, kits: Kits) -> None:
        """From now on everything is drawn with these kits; what the others drew is let go."""
        self._kits = kits
        self.cache = PictureCache()
        self._placed, self._ahead = {}, {}
        self._is_new = True

    def _follow(self, layout: Layout) -> None:
        """From now on the blocks are arranged so; where they lie as before nothing is redrawn."""
        before, self.layout = self.layout, layout
        if self.layout.spots != before.spots:
            self._placed = {}
            self._is_new = True

    def _arrange(self, sprites: tuple[Sprite, ...]) -> list[Placed]:
        """Place the new list; what came, went, or fell back in the order of the others."""
        before, after = self._placed, {}
        ahead = self._ahead if self._ahead_on is self.layout else {}
        changed: list[Placed] = []
        stayed, foremost = 0, -1
        for sprite in sprites:
            placed = before.get(sprite)
            if placed is None:
                placed = ahead.get(sprite) or self._place(sprite, self.layout)
                changed.append(placed)
            else:
                stayed += 1
                if placed.index < foremost:
                    changed.append(placed)
                else:
                    foremost = placed.index
            after[sprite] = placed
        for index, placed in enumerate(after.values()):
            placed.index = index
        if stayed < len(before):
            changed += [placed for sprite, placed in before.items() if sprite not in after]
        self._placed = after
        return changed

    def _place(self, sprite: Sprite, layout: Layout) -> Placed:
        widget = sprite.widget
        if widget in BACKDROPS:
            surface, dx, dy = self.cache.get(sprite.paint, self._kits.backdrop(layout))
            corner = dx, dy
            return Placed(sprite, surface, corner, pygame.Rect(corner, surface.get_size()))
        spot = layout.spot(sprite.x, sprite.y, widget)
        surface, dx, dy = self.cache.get(sprite.paint, self._kits.at(spot.scale))
        x, y = spot.at(sprite.x, sprite.y)
        corner = x + dx, y + dy
        rect = pygame.Rect(corner, surface.get_size())
        if sprite.clip is not None:
            rect = rect.clip(spot.device(sprite.clip))
        return Placed(sprite, surface, corner, rect, spot)

    def _catch_up(self, is_time_left: IsTimeLeft | None) -> list[pygame.Rect]:
        """Redraw what is stale, strip by strip while there is time; the regions drawn."""
        drawn: list[pygame.Rect] = []
        there = list(self._placed.values())
        rects = [placed.rect for placed in there]
        faint: dict[tuple[int, int], pygame.Surface] = {}
        width, height = self.canvas.get_size()
        left = _TURN_PART * width * height
        while self._stale:
            region = self._stale.pop(0)
            if is_time_left is not None:
                region, rest = upper_part(region, _STRIP_PART * width * height)
                self._stale[:0] = rest
            self._redraw(region, there, rects, faint)
            drawn.append(region)
            left -= region.w * region.h
            if is_time_left is not None and (left <= 0 or not is_time_left()):
                break
        return drawn

    def _redraw(
        self,
        region: pygame.Rect,
        there: Sequence[Placed],
        rects: Sequence[pygame.Rect],
        faint: dict[tuple[int, int], pygame.Surface],
    ) -> None:
        """Draw what lies in a region.

        Args:
            region: pixels of the canvas.
            there: from the back to the front.
            rects: what each of them covers.
            faint: of a picture and a strength, made once for all cards and regions of a frame.
        """
        canvas = self.canvas
        canvas.set_clip(region)
        for index in region.collidelistall(rects):
            placed = there[index]
            sprite, surface = placed.sprite, placed.surface
            if sprite.clip is not None:
                canvas.set_clip(region.clip(placed.rect))
            if surface.get_flags() & pygame.SRCALPHA:
                if sprite.alpha < 255:
                    name = id(surface), sprite.alpha
                    if name not in faint:
                        faint[name] = _fainter(surface, sprite.alpha)
                    surface = faint[name]
                canvas.blit(surface, placed.corner, special_flags=pygame.BLEND_PREMULTIPLIED)
            else:
                surface.set_alpha(sprite.alpha if sprite.alpha < 255 else None)
                canvas.blit(surface, placed.corner)
            if sprite.clip is not None:
                canvas.set_clip(region)
        canvas.set_clip(None)


_multiplied: Callable[[pygame.Surface], pygame.Surface] = getattr(
    pygame.Surface,
    "premul_alpha_ip",
    pygame.Surface.premul_alpha,  # pygame has only this one, which takes another surface
)


def _ready(surface: pygame.Surface) -> pygame.Surface:
    """A picture as it is drawn fastest: multiplied by its alpha, in the display's format."""
    display = pygame.display.get_surface() if pygame.display.get_init() else None
    if surface.get_flags() & pygame.SRCALPHA:
        if display is None:
            return surface.premul_alpha()
        return _multiplied(surface.convert_alpha())
    if display is None or surface.get_masks() == display.get_masks():
        return surface
    return surface.convert()


def _fainter(surface: pygame.Surface, alpha: int) -> pygame.Surface:
    """A copy of a multiplied surface at `alpha` of 255 of its strength."""
    made = surface.copy()
    made.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def _bytes(picture: Picture) -> int:
    return picture.surface.get_width() * picture.surface.get_height() * 4

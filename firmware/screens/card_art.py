"""The deck as the screens use it: every face, back, sign and light at the display's scale.

Drawing is `card_face`'s work; this keeps what was drawn, in memory and (with a store) on
disk. Sizes are asked for in the look's units (a card is 160 x 228) and answered in pixels.
All surfaces are shared: copy before changing. None is converted, so the deck can be built
before there is a display.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

import pygame

from firmware.cards.card import Card, Suit
from firmware.screens import brush, card_band, card_face, theme
from firmware.screens.palette import PLAIN, Palette
from firmware.screens.sprites import SpriteStore
from firmware.screens.vector import Size, fill_tokens, render_fine, render_svg

Mark = Literal["paper", "glass"]
Lamp = Literal["amber", "coral"]

_LAMPS: dict[Lamp, theme.Colour] = {"amber": theme.AMBER, "coral": theme.CORAL}
_MARKS: dict[Mark, dict[str, str]] = {
    "paper": {"top": "#B3121F", "left": "#15171C", "right": "#E0A526", "bottom": "#12566B"},
    "glass": {"top": "#B3121F", "left": "#FFFDF7", "right": "#E0A526", "bottom": "#1E7E9C"},
}
_MARGIN = 32  # room for lights and shadows round a card
_OUTLINE, _GLOW_BLUR, _GLOW_OPACITY = 4, 11, 0.5
_SHADOW_DOWN, _SHADOW_BLUR, _SHADOW_OPACITY = 5, 6, 0.45
_VEIL_OPACITY = 0.40

_FAN_CARDS = ("TH", "JH", "QH", "KH", "JK")
_FAN_SIZE, _FAN_CARD = (520, 370), 1.22
# The cards of the fan turn about one point below them: where, how far off, and how far apart.
_FAN_PIVOT, _FAN_ARM, _FAN_STEP_DEG = (260, 354), 187, 14


class CardArt:
    """The deck at one display scale, drawn when first asked for and then kept.

    Attributes:
        scale: pixels for one unit of the look (1.0 at 1280 x 720, 1.5 at 1920 x 1080).
        four_colour: whether faces are printed in four colours unless asked otherwise.
    """

    def __init__(
        self,
        scale: float,
        cache: SpriteStore | None = None,
        *,
        four_colour: bool = False,
        palette: Palette = PLAIN,
    ) -> None:
        """A deck for a display.

        Args:
            scale: pixels for one unit of the look, over 0.
            cache: where drawn pictures are kept over a restart; None keeps them in memory.
            four_colour: diamonds blue and clubs green.
            palette: that everything is drawn with.

        Raises:
            ValueError: for a scale that is not over 0.
        """
        if scale <= 0:
            raise ValueError(f"the scale of the deck must be over 0, not {scale}")
        self.scale = scale
        self.four_colour = four_colour
        self._palette = palette
        self._cache = cache
        self._held: dict[tuple[str, Size], pygame.Surface] = {}

    def size(self, scale: float = 1.0) -> Size:
        """A card's width and height in pixels, at `scale` times its normal size."""
        factor = self.scale * scale
        width = round(card_face.CARD_WIDTH * factor)
        return max(1, width), max(1, round(card_face.CARD_HEIGHT * factor))

    def margin_px(self, scale: float = 1.0) -> int:
        """How far `outline` and `shadow` reach beyond the card on every side."""
        return round(_MARGIN * self.scale * scale)

    def face(
        self, card: Card, scale: float = 1.0, *, four_colour: bool | None = None
    ) -> pygame.Surface:
        """A card face up, without outline or shadow.

        Args:
            card: any of the 53.
            scale: times the normal size.
            four_colour: over-rules the deck's setting when given.
        """
        four = self.four_colour if four_colour is None else four_colour
        size = self.size(scale)
        name = f"face-{str(card).lower()}{'-four' if four else ''}"
        return self._kept(name, size, lambda: card_face.draw_face(card, size, four))

    def band(self, card: Card, *, is_top: bool = False) -> pygame.Surface:
        """A card as it stands in a column of Cinque Mani: 160 x 140, square at its foot.

        Args:
            card: of the 32 from seven to ace.
            is_top: only what shows of a card behind others: 160 x 80.
        """
        high = card_band.BAND_TOP if is_top else card_band.BAND_HEIGHT
        size = self.size()[0], max(1, round(high * self.scale))
        kind = "top" if is_top else "band"
        name = f"{kind}-{str(card).lower()}{'-four' if self.four_colour else ''}"
        return self._kept(
            name,
            size,
            lambda: card_band.draw_band(card, size, self.four_colour, is_top=is_top),
        )

    def back(self, scale: float = 1.0) -> pygame.Surface:
        """A card face down, without shadow."""
        size = self.size(scale)
        return self._kept("back", size, lambda: card_face.draw_back(size))

    def veil(self, scale: float = 1.0) -> pygame.Surface:
        """The dark to lay over a card that is out; same size and place as the card."""
        size = self.size(scale)

        def draw() -> pygame.Surface:
            return brush.tint(self._shape(size), theme.VEIL, round(255 * _VEIL_OPACITY))

        return self._kept("veil", size, draw)

    def shadow(self, scale: float = 1.0) -> pygame.Surface:
        """The shadow under a card; blit it at the card's place minus `margin_px(scale)`."""
        size, margin = self.size(scale), self.margin_px(scale)
        factor = self.scale * scale

        def draw() -> pygame.Surface:
            dark = round(255 * _SHADOW_OPACITY)
            soft = brush.shine(self._shape(size), theme.BLACK, dark, _SHADOW_BLUR * factor, margin)
            moved = brush.blank(*soft.get_size())
            moved.blit(soft, (0, round(_SHADOW_DOWN * factor)))
            return moved

        return self._kept("shadow", _grown(size, margin), draw)

    def outline(self, lamp: Lamp = "amber", scale: float = 1.0) -> pygame.Surface:
        """The lit outline and its glow, to lie under a card.

        Blit it at the card's place minus `margin_px(scale)`; all outlines go before all cards.

        Args:
            lamp: `amber` for held or winning, `coral` for the dealer's card.
            scale: times the normal size.
        """
        size, margin = self.size(scale), self.margin_px(scale)
        factor = self.scale * scale
        edge = max(1, round(_OUTLINE * factor))

        def draw() -> pygame.Surface:
            ring_size = _grown(size, edge)
            radius = card_face.CARD_RADIUS * factor + edge
            ring = brush.tint(brush.rounded(*ring_size, radius), _LAMPS[lamp])
            strength = round(255 * _GLOW_OPACITY)
            light = brush.shine(ring, _LAMPS[lamp], strength, _GLOW_BLUR * factor, margin - edge)
            light.blit(ring, (margin - edge, margin - edge))
            return light

        return self._kept(f"outline-{lamp}", _grown(size, margin), draw)

    def joker(self, size: Size, radius_px: float = 0.0) -> pygame.Surface:
        """The joker's portrait filling `size` pixels, its corners round by `radius_px`.

        The drawing is 128 x 268; another ratio cuts its sides or its ends.
        """

        def draw() -> pygame.Surface:
            portrait = card_face.draw_joker(card_face.oversampled(size))
            portrait = pygame.transform.smoothscale(portrait, size)
            if radius_px > 0:
                brush.masked(portrait, brush.rounded(*size, radius_px))
            return portrait

        return self._kept(f"joker-r{radius_px:g}", size, draw)

    def suit(self, suit: Suit, size_px: float, ink: str | None = None) -> pygame.Surface:
        """A suit's sign, `size_px` high and wide as on the cards, with a 5 % rim all round.

        Args:
            suit: which sign.
            size_px: of the sign's unit box, in pixels of the display (not scaled).
            ink: `#RRGGBB`; by default the colour it is printed in.
        """
        tone = ink or card_face.suit_ink(suit, self.four_colour)
        side = max(1, round(size_px * 1.1))
        name = f"suit-{suit.value.lower()}-{tone.lstrip('#').lower()}"

        def draw() -> pygame.Surface:
            shape = render_fine(
                card_face.suit_svg(suit), (side, side), {"suit": "#FFFFFF"}, name=name
            )
            return brush.tinted(shape, theme.rgb(tone))

        return self._kept(name, (side, side), draw)

    def mark(self, height_px: float, on: Mark = "glass") -> pygame.Surface:
        """The maker's mark, four lozenges, `height_px` pixels of the display high."""
        size = (max(1, round(height_px * 0.7)), max(1, round(height_px)))

        def draw() -> pygame.Surface:
            return render_svg(card_face.part_svg("mark"), size, _MARKS[on], name="mark")

        return self._kept(f"mark-{on}", size, draw)

    def lozenge(self, height_px: float, ink: str) -> pygame.Surface:
        """The one ornament in one colour, `height_px` pixels of the display high."""
        size = (max(1, round(height_px * 2 / 3)), max(1, round(height_px)))
        name = f"lozenge-{ink.lstrip('#').lower()}"

        def draw() -> pygame.Surface:
            text = fill_tokens(card_face.part_svg("lozenge"), {"fill": "#FFFFFF"}, "lozenge")
            return brush.tinted(render_fine(text, size, name="lozenge"), theme.rgb(ink))

        return self._kept(name, size, draw)

    def fan(self, scale: float = 1.0) -> pygame.Surface:
        """The fan of attract: ten to king of hearts and the joker, with their shadows.

        520 x 370 units; in attract its top left corner is at (742, 60).
        """
        factor = self.scale * scale
        size = (round(_FAN_SIZE[0] * factor), round(_FAN_SIZE[1] * factor))
        name = f"fan{'-four' if self.four_colour else ''}"
        return self._kept(name, size, lambda: self._draw_fan(size))

    def _draw_fan(self, size: Size) -> pygame.Surface:
        fine = 2  # turned at twice the size, so that averaging smooths the slanting edges
        factor = size[0] / _FAN_SIZE[0] * fine
        deck = CardArt(factor * _FAN_CARD, four_colour=self.four_colour, palette=self._palette)
        fan = brush.blank(size[0] * fine, size[1] * fine)
        for place, text in enumerate(_FAN_CARDS):
            lean_deg = (place - len(_FAN_CARDS) // 2) * _FAN_STEP_DEG
            lean = math.radians(lean_deg)
            x = (_FAN_PIVOT[0] + _FAN_ARM * math.sin(lean)) * factor
            y = (_FAN_PIVOT[1] - _FAN_ARM * math.cos(lean)) * factor
            for sprite in (deck.shadow(), deck.face(Card.parse(text))):
                turned = pygame.transform.rotozoom(sprite, -lean_deg, 1.0)
                fan.blit(turned, turned.get_rect(center=(round(x), round(y))))
        return pygame.transform.smoothscale(fan, size)

    def _shape(self, size: Size) -> pygame.Surface:
        radius = card_face.CARD_RADIUS * size[0] / card_face.CARD_WIDTH
        return brush.rounded(*size, radius)

    def _kept(self, name: str, size: Size, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        name += self._palette.suffix
        if self._cache is not None:
            return self._cache.get(name, size, draw)
        held = self._held.get((name, size))
        if held is None:
            held = self._held[name, size] = draw()
        return held


def _grown(size: Size, margin: int) -> Size:
    return size[0] + 2 * margin, size[1] + 2 * margin

"""The marquee of Joker Poker: the portrait, the name in neon, and what the best hand pays."""

from __future__ import annotations

from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import MAX_CHIPS
from firmware.screens import brush, neon, theme
from firmware.screens.kit import Kit
from firmware.screens.lettering import kept, line, shining
from firmware.screens.panels import rule
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import MARQUEE, Style
from firmware.screens.view import Setup

WIDGET = "marquee"
PORTRAIT_W, PORTRAIT_H = 128, 268
NAMES_X = 1141
NEON_SIZE = 60
ROYAL = Style("play_bold", 48, theme.rgb("#D6FFF8"), "centre")
SMALL = Style("sans_bold", 20, theme.SAND, "centre")


@kept(16)
def marquee(setup: Setup, chip_value: int, words: Speech) -> tuple[Sprite, ...]:
    """Everything of it, for chips of this value; the ground has its panel."""
    royal = setup.game.pays(Hand.NATURAL_ROYAL, MAX_CHIPS, chip_value)
    below = words.counted("marquee.with_chips", royal, chips=MAX_CHIPS)
    return (
        Sprite(
            Paint(draw_portrait, (PORTRAIT_W, PORTRAIT_H)), MARQUEE.x + 12, MARQUEE.y + 12, WIDGET
        ),
        Sprite(Paint(draw_neon, ("joker", NEON_SIZE, "coral")), NAMES_X, 78, WIDGET),
        Sprite(Paint(draw_neon, ("poker", NEON_SIZE, "amber")), NAMES_X, 136, WIDGET),
        rule(1042, 160, 198, theme.JOKER_ROOM.edge, theme.TEAL, WIDGET),
        line(words.text("marquee.royal"), SMALL, NAMES_X, 196, WIDGET, width=190),
        *shining(words.number(royal), ROYAL, theme.TEAL, theme.TEAL, 7.0, NAMES_X, 243, WIDGET),
        line(below, SMALL, NAMES_X, 274, WIDGET, width=190),
    )


def draw_portrait(kit: Kit, width: float, height: float) -> Picture:
    """Paint: the joker in a brass frame."""
    frame = 2.5 * kit.scale
    w, h = round((width + 4) * kit.scale), round((height + 4) * kit.scale)
    inner = (round(width * kit.scale), round(height * kit.scale))
    radius = 8 * kit.scale
    out = brush.blank(w, h)
    art = kit.cards.joker(inner, radius_px=round(radius))
    at = (w - inner[0]) // 2
    out.blit(art, (at, at))
    out.blit(brush.tint(brush.ring(w, h, radius + 2, frame), theme.BRASS), (0, 0))
    return Picture(out, -at, -at)


def draw_neon(kit: Kit, word: str, size: float, lamp: str) -> Picture:
    """Paint: a name in neon, anchored in the middle of its baseline."""
    tube = _TUBES[lamp]
    squeeze = 0.95 if lamp == "wordmark" else 1.0
    lit = neon.neon(word.upper(), tube, size, kit.scale, squeeze=squeeze, store=kit.store)
    return Picture(lit.surface, *lit.centred_at(0, 0))


_TUBES = {
    "coral": neon.CORAL,
    "amber": neon.AMBER,
    "chalk": neon.CHALK,
    "wordmark": neon.WORDMARK,
}

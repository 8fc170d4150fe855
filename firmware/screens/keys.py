"""The eight keys as they are drawn: faces by family and state, legends, light.

Colour tells the family, brightness tells the state; only the suggested next key blinks, in
step with everything else that calls.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from firmware.panel import Button, Key, Light, Panel
from firmware.screens import brush, theme
from firmware.screens.kit import Kit
from firmware.screens.lettering import SQUEEZE, fit, kept, line, width_of
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import KEY_BOXES, Box, Style

RADIUS = 10
PADDING = 7
"""Between a legend and the edge of its key, at each side."""
LINE_GAP, CLOSE_GAP = 23.0, 20.0
"""From one line of a legend to the next; closer where there are three."""
_ARROWS = {"<": -1, ">": 1}


def blink_level(now_s: float) -> float:
    """1.0 while the shared blink is bright, 0.0 while dim, with short even steps between.

    >>> blink_level(0.25), blink_level(0.75)
    (1.0, 0.0)
    """
    phase = now_s % theme.BLINK_S
    half = theme.BLINK_S / 2
    bright_first = phase < half
    since = phase if bright_first else phase - half
    done = min(3, 1 + int(since / (theme.BLINK_FADE_S / 3) + 1e-6)) / 3
    return done if bright_first else 1.0 - done


def next_blink_s(now_s: float) -> float:
    """When `blink_level` changes next."""
    half = theme.BLINK_S / 2
    start = now_s // half * half
    for step in (1, 2):
        edge = start + step * theme.BLINK_FADE_S / 3
        if now_s < edge - 1e-6:
            return edge
    return start + half


def key_sprites(
    keys: Panel,
    words: Callable[[Key], str],
    amounts: Callable[[int], str],
    now_s: float,
    pressed: Collection[Button] = (),
    bright: Collection[Button] = (),
) -> tuple[Sprite, ...]:
    """All eight keys.

    Args:
        keys: what each says and shows.
        words: legend of a lit key.
        amounts: how an amount of credits is written.
        now_s: for the blink.
        pressed: keys drawn as pushed down.
        bright: keys drawn full whatever their lamp says: the chase of attract.
    """
    sprites: list[Sprite] = []
    level = blink_level(now_s)
    for button in Button:
        key = keys[button]
        if key.is_lit:
            text = words(key)
            amount = "" if key.credits is None else amounts(key.credits)
            state = Light.FULL if button in bright and key.light is Light.ON else key.light
            sprites += _key(button, state, text, amount, level, button in pressed)
        else:
            sprites += _key(button, Light.OFF, "", "", 0.0, False)
    return tuple(sprites)


@kept(256)
def _key(
    button: Button, light: Light, text: str, amount: str, level: float, is_pressed: bool
) -> tuple[Sprite, ...]:
    box = KEY_BOXES[button]
    name = f"key.{button}"
    if light is Light.OFF:
        return (_face(button, "off", box, name),)
    sink = 2 if is_pressed else 0
    if light is not Light.NEXT:
        state = light.value
        face = "down" if is_pressed and state == "full" else state
        return (
            _face(button, face, box, name, y=sink),
            *_legend(button, text, amount, state, name, sink),
        )
    alpha = round(255 * level)
    dim: tuple[Sprite, ...] = ()
    if alpha < 255:
        dim = (
            _face(button, "on", box, name, y=sink),
            *_legend(button, text, amount, "on", name, sink),
        )
    if alpha == 0:
        return dim
    return (
        *dim,
        _face(button, "down" if is_pressed else "next", box, name, alpha, sink),
        *(
            sprite._replace(alpha=alpha)
            for sprite in _legend(button, text, amount, "full", name, sink)
        ),
    )


def _face(
    button: Button, state: str, box: Box, name: str, alpha: int = 255, y: float = 0
) -> Sprite:
    family = theme.PLASTICS[button]
    paint = Paint(draw_face, (box.w, box.h, family, state))
    return Sprite(paint, box.x, box.y + y, name, alpha)


def draw_face(kit: Kit, width: float, height: float, family: theme.Plastic, state: str) -> Picture:
    """Paint: a key without its legend; `state` is off, on, full, down or next."""
    w, h, radius = round(width * kit.scale), round(height * kit.scale), RADIUS * kit.scale
    mask = brush.rounded(w, h, radius)
    if state == "off":
        out = brush.tint(mask, theme.OFF_FACE, 175)
        edge = brush.tint(brush.ring(w, h, radius, 1.5 * kit.scale), theme.OFF_EDGE)
        out.blit(edge, (0, 0))
        gem = brush.lozenge(16 * kit.scale, 24 * kit.scale, theme.OFF_EDGE)
        out.blit(gem, ((w - gem.get_width()) // 2, (h - gem.get_height()) // 2))
        return Picture(out)
    if state == "on":
        out = brush.masked(brush.vertical_gradient(w, h, family.dark), mask)
        out.blit(brush.tint(brush.ring(w, h, radius, 1.5 * kit.scale), family.edge), (0, 0))
        bar_w, bar_h = w - kit.px(24), kit.px(3)
        light, pad = brush.glow(bar_w, bar_h, bar_h / 2, 4 * kit.scale, 0.34)
        brush.tint(light, family.text)
        out.blit(light, (kit.px(12) - pad, kit.px(5) - pad))
        bar = brush.tint(brush.rounded(bar_w, bar_h, bar_h / 2), family.text, 225)
        out.blit(bar, (kit.px(12), kit.px(5)))
        return Picture(brush.masked(out, brush.rounded(w, h, radius)))
    spread = 11 * kit.scale
    light, pad = brush.glow(w, h, radius, spread * 1.1, 0.62)
    out = brush.tint(light, family.lit[1])
    out.blit(brush.masked(brush.vertical_gradient(w, h, family.lit), mask), (pad, pad))
    if state != "down":
        inset = kit.px(2.5)
        gloss_w, gloss_h = w - 2 * inset, round(h * 0.42)
        gloss = brush.tint(brush.rounded(gloss_w, gloss_h, radius * 0.8), theme.WHITE, 76)
        out.blit(gloss, (pad + inset, pad + inset))
    edge = brush.tint(brush.ring(w, h, radius, 1.5 * kit.scale), theme.rgb("#FFF6DC"), 230)
    out.blit(edge, (pad, pad))
    if state == "next":
        gap = round(6 * kit.scale)
        thick = 3 * kit.scale
        ring = brush.ring(w + 2 * gap, h + 2 * gap, radius + gap, thick)
        dark = brush.tint(
            brush.ring(w + 2 * gap, h + 2 * gap, radius + gap, gap + 0.5), theme.SHELF
        )
        out.blit(dark, (pad - gap, pad - gap))
        out.blit(ring, (pad - gap, pad - gap))
    return Picture(out, -pad, -pad)


def _legend(
    button: Button, text: str, amount: str, state: str, name: str, sink: float
) -> tuple[Sprite, ...]:
    box = KEY_BOXES[button]
    colour = theme.LAMP_INK if state == "full" else theme.PLASTICS[button].text
    if text in _ARROWS:
        return (
            Sprite(
                Paint(draw_arrow, (_ARROWS[text], colour)), box.middle_x, box.middle_y + sink, name
            ),
        )
    lift = sink - (1 if state == "full" else 0)
    text = text.replace(" -", " \u2212")  # a hyphen is too short to be read as minus
    lines = legend_lines(text, amount, box.w - 2 * PADDING)
    middle = box.middle_y + lift + (0.5 if state == "on" else 0)
    # 0.36 of the em is half the height of Play's capitals
    apart = LINE_GAP if len(lines) < 3 else CLOSE_GAP
    first = middle - apart / 2 * (len(lines) - 1)
    return tuple(
        line(
            words,
            Style("play_bold", size, colour, "centre"),
            box.middle_x,
            first + apart * index + 0.36 * size,
            name,
            width=box.w - 2 * PADDING,
            floor=theme.KEY_FLOOR,
        )
        for index, (words, size) in enumerate(lines)
    )


@kept(256)
def legend_lines(text: str, amount: str, width: float) -> tuple[tuple[str, float], ...]:
    """The lines of a legend with their sizes: one line while it fits, else two.

    A legend may be broken into lines by its catalogue.

    >>> legend_lines("TIENI", "", 146)
    (('TIENI', 24),)
    """
    if amount:
        return (text, theme.KEY_TWO), (amount, 22)
    if "\n" in text:
        lines = text.split("\n")
        em = theme.KEY_TWO if len(lines) == 2 else theme.KEY_FLOOR
        return tuple((each, em) for each in lines)
    big = Style("play_bold", theme.KEY_ONE, theme.IVORY)
    if width_of(text, big) <= width:
        return ((text, theme.KEY_ONE),)
    words = text.split(" ")
    if len(words) == 1:
        return ((text, theme.KEY_TWO),)
    middle = min(
        range(1, len(words)),
        key=lambda cut: max(len(" ".join(words[:cut])), len(" ".join(words[cut:]))),
    )
    halves = " ".join(words[:middle]), " ".join(words[middle:])
    # Both lines of a legend at the size of the wider one. Large letters are told as what grows
    # to them, which is less than the floor; below that a line would be set smaller, not squeezed.
    size = min(
        fit(half, big._replace(size=theme.KEY_TWO), width, theme.KEY_FLOOR).size for half in halves
    )
    size = max(size, theme.KEY_FLOOR)
    return tuple((half, size) for half in halves)


def legend_fits(text: str, amount: str, width: float) -> bool:
    """Whether a legend fits a key without being squeezed beyond what the look allows."""
    return all(
        fit(words, Style("play_bold", size, theme.IVORY), width, theme.KEY_FLOOR).squeeze >= SQUEEZE
        for words, size in legend_lines(text, amount, width)
    )


def draw_arrow(kit: Kit, direction: int, colour: theme.Colour) -> Picture:
    """Paint: a triangle to the left (-1) or to the right (1)."""
    w, h = 18 * kit.scale, 26 * kit.scale
    points = [(0, 0), (0, h), (w, h / 2)] if direction > 0 else [(w, 0), (w, h), (0, h / 2)]
    out = brush.polygon(w, h, points, colour)
    return Picture(out, -(out.get_width() // 2), -(out.get_height() // 2))

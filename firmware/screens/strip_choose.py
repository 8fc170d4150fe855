"""The page on which an opponent is chosen: who, with how many cards, how well, for how much."""

from __future__ import annotations

import pygame

from firmware.cabinet.strip_poker import Guest, StripTable, page_of
from firmware.games.strip_poker import talk
from firmware.games.strip_poker.table import Table
from firmware.panel import Light
from firmware.screens import brush, coin_notice, theme
from firmware.screens.credit import credit_meter
from firmware.screens.figure import Pose, Spot, figure_sprites
from firmware.screens.keys import blink_level, key_sprites, next_blink_s
from firmware.screens.kit import Kit
from firmware.screens.layout import Plan
from firmware.screens.lettering import balanced, line
from firmware.screens.marquee import draw_neon
from firmware.screens.panels import ground, rule
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.strip_art import BUBBLE, bubble
from firmware.screens.strip_figure import SCENE, figure_scene, next_figure_s
from firmware.screens.table_cards import draw_light, draw_outline, draw_shadow
from firmware.screens.theme import CARD_BOXES, Box, Colour, Style
from firmware.screens.view import Trace, View

ROOM = theme.STRIP_ROOM
CREDIT_METER = Box(24, theme.METER_Y, 330, theme.METER_H)
PRICE_PANEL = Box(364, theme.METER_Y, 500, theme.METER_H)
LEVEL_PANEL = Box(884, theme.METER_Y, 372, theme.METER_H)
DECK_BOX = CARD_BOXES[3]
PANELS = (theme.TOP_PANEL, SCENE, CREDIT_METER, PRICE_PANEL, LEVEL_PANEL, DECK_BOX)

NEON_X = 214
BUST_H = 470
"""Height of a whole figure of which the choice card shows the upper half."""
TEXT_X = BUBBLE.middle_x
NAME = Style("play_bold", 30, theme.IVORY, "centre")
FACTS = Style("sans_bold", 20, ROOM.accent, "centre")
ABOUT = Style("sans", 21, theme.IVORY, "centre")
SAID = Style("sans_italic", 24, theme.rgb("#3A1B3D"), "centre")
AGE = Style("sans_bold", 19, theme.IVORY, "centre")
QUESTION = Style("play_bold", 25, theme.AMBER_TEXT, "centre")
NOTE = Style("sans_bold", 20, theme.SAND, "centre", 0.4)
CARDS = Style("play_bold", 84, theme.AMBER_TEXT, "centre")


def choose_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The picture of the choice now."""
    strip, table = view.setup.strip, view.state.saved.strip
    assert strip is not None
    sprites = (
        ground(ROOM, PANELS),
        *figure_scene(strip, table, None, now_s, words, is_still=view.options.reduced_motion),
        *_name(words),
        *_about(strip, table, words, is_below=view.is_upright),
        *_portraits(strip, table, words),
        *_deck(strip, table, words),
        *_foot(view, strip, table, now_s, words),
        *key_sprites(view.panel, words.legend, words.number, now_s, [b for b, _ in trace.pressed]),
    )
    due = [] if view.options.reduced_motion else [next_figure_s(now_s)]
    if trace.pressed:
        due.append(min(when for _, when in trace.pressed) + theme.PRESS_S)
    is_short = view.state.credit < strip.game.price
    if is_short or any(key.light is Light.NEXT for key in view.panel.values()):
        due.append(next_blink_s(now_s))
    return Scene(sprites, min(due, default=None), is_settling=bool(trace.pressed), plan=Plan.CAST)


def _name(words: Speech) -> tuple[Sprite, ...]:
    first, second = words.text("lobby.strip_poker.first"), words.text("lobby.strip_poker.second")
    return (
        Sprite(Paint(draw_neon, (first.lower(), 76, "coral")), NEON_X, 108, "name"),
        Sprite(Paint(draw_neon, (second.lower(), 76, "amber")), NEON_X, 190, "name"),
        rule(64, 222, 300, ROOM.edge, ROOM.accent, "name"),
        line(words.text("strip.choose"), QUESTION, NEON_X, 266, "name", width=330),
    )


def _about(strip: StripTable, table: Table, words: Speech, *, is_below: bool) -> tuple[Sprite, ...]:
    """Who it is, and what they have to say."""
    character, language = strip.character(table), words.language
    text = talk.words(character, table, language)
    said = balanced(text, SAID, BUBBLE.w - 36) if text else ()
    facts = f"{words.counted('strip.age', character.age)}. {character.profession[language]}"
    first = BUBBLE.middle_y - 15 * (len(said) - 1) + 8
    return (
        *((bubble(is_below=is_below),) if said else ()),
        *(
            line(each, SAID, TEXT_X, first + 30 * index, "bubble", width=BUBBLE.w - 36, floor=18)
            for index, each in enumerate(said)
        ),
        line(character.name[language], NAME, TEXT_X, 176, "about", width=BUBBLE.w),
        line(facts, FACTS, TEXT_X, 212, "about", width=BUBBLE.w),
        line(character.about[language], ABOUT, TEXT_X, 248, "about", width=BUBBLE.w),
        line(
            words.text(f"strip.level.{table.level}"),
            ABOUT._replace(colour=theme.SAND), TEXT_X, 280, "about", width=BUBBLE.w,
        ),
    )  # fmt: skip


def _portraits(strip: StripTable, table: Table, words: Speech) -> tuple[Sprite, ...]:
    """A choice card over each of the first three keys."""
    cast = strip.cast()
    sprites: list[Sprite] = []
    for place, name in enumerate(page_of(strip, table)):
        box, widget = CARD_BOXES[place], f"portrait.{place}"
        is_chosen = name == table.opponent
        sprites += choice_card(cast[name], box, widget, words, is_chosen=is_chosen)
    return tuple(sprites)


def choice_card(
    guest: Guest, box: Box, widget: str, words: Speech, *, is_chosen: bool = False
) -> tuple[Sprite, ...]:
    """Somebody's upper half on a card, fully dressed, with the age; `box` is of a card's size."""
    character = guest.character
    scale = BUST_H / 1000
    top = box.y + 12 - 40 * scale
    spot = Spot(box.middle_x - character.neck[0] * scale, top, BUST_H)
    inside = box.grown(-5)
    light = Paint(draw_light, (theme.AMBER,)) if is_chosen else Paint(draw_shadow, ())
    lamp = character.lamp
    frame = [
        Sprite(light, box.x, box.y, widget),
        Sprite(Paint(draw_card, (lamp.wall, lamp.light)), box.x, box.y, widget),
        *(
            sprite._replace(clip=inside)
            for sprite in figure_sprites(character, 0, Pose(), spot, widget)
        ),
        Sprite(Paint(draw_foot, ()), box.x, box.bottom - 40, widget),
        line(words.counted("strip.age", character.age), AGE, box.middle_x, box.bottom - 13, widget),
    ]
    if is_chosen:
        frame.append(Sprite(Paint(draw_outline, (theme.AMBER,)), box.x, box.y, widget))
    return tuple(frame)


def draw_card(kit: Kit, wall: str, lit: str) -> Picture:
    """Paint: a choice card without anybody on it: paper edge, wall, lamplight."""
    box = CARD_BOXES[0]
    size = round(box.w * kit.scale), round(box.h * kit.scale)
    name = f"choice-{wall}-{lit}".replace("#", "").lower()
    return Picture(kit.kept(name, size, lambda: _card(kit, size, wall, lit)))


def _card(kit: Kit, whole: tuple[int, int], wall: str, lit: str) -> pygame.Surface:
    w, h, edge = *whole, kit.px(5)
    out = brush.tint(brush.rounded(w, h, 12 * kit.scale), theme.PAPER)
    size = w - 2 * edge, h - 2 * edge
    room = brush.vertical_gradient(*size, (_colour(wall), _colour(wall)))
    lamp = brush.disc(size[0] * 1.02, _colour(lit))
    room.blit(lamp, lamp.get_rect(center=(size[0] // 2, round(size[1] * 0.46))))
    out.blit(brush.masked(room, brush.rounded(*size, 8 * kit.scale)), (edge, edge))
    return out


def _colour(code: str) -> Colour:
    return theme.rgb(code)


def draw_foot(kit: Kit) -> Picture:
    """Paint: the dark band at a choice card's foot."""
    w, h = round(CARD_BOXES[0].w * kit.scale), round(40 * kit.scale)
    out = brush.blank(w, h)
    edge = kit.px(5)
    band = brush.tint(
        brush.rounded(w - 2 * edge, h - edge, 6 * kit.scale), theme.rgb("#0B050B"), 225
    )
    out.blit(band, (edge, 0))
    return Picture(out)


def _deck(strip: StripTable, table: Table, words: Speech) -> tuple[Sprite, ...]:
    """How many cards, over the key that changes it."""
    cards = int(strip.game.deck_of(table))
    text = words.text("strip.deck", cards=cards)
    lines = balanced(text, NOTE, DECK_BOX.w - 24)
    return (
        line(str(cards), CARDS, DECK_BOX.middle_x, DECK_BOX.y + 124, "deck"),
        *(
            line(
                each, NOTE, DECK_BOX.middle_x, DECK_BOX.y + 168 + 26 * index, "deck",
                width=DECK_BOX.w - 16, floor=16,
            )
            for index, each in enumerate(lines)
        ),
    )  # fmt: skip


def _foot(
    view: View, strip: StripTable, table: Table, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    """Credit, price, and the call for coins while the price is not there."""
    credit, price = view.state.credit, strip.game.price
    baseline = theme.METER_Y + 35
    if credit >= price:
        told = line(
            words.counted("strip.price", price), NOTE, PRICE_PANEL.middle_x, baseline, "price",
            width=PRICE_PANEL.w - 28,
        )  # fmt: skip
    else:
        call = words.counted("strip.needs", price - credit)
        if not coin_notice.is_out(view):
            call = f"{coin_notice.call(view, words)}: {call}"
        told = line(
            call,
            NOTE._replace(colour=theme.AMBER_TEXT),
            PRICE_PANEL.middle_x,
            baseline,
            "price",
            width=PRICE_PANEL.w - 28,
            alpha=round(255 * (0.25 + 0.75 * blink_level(now_s))),
        )
    level = words.text("key.level", level=table.level)
    return (
        *credit_meter(CREDIT_METER, view, words),
        told,
        line(level, NOTE, LEVEL_PANEL.middle_x, baseline, "level", width=LEVEL_PANEL.w - 28),
    )

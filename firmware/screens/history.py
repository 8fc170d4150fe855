"""The last rounds, one a leaf: bet, cards dealt and held, the final hand, what it paid, doubles."""

from __future__ import annotations

from firmware.cards.card import Card
from firmware.games.joker_poker.double_up import Outcome
from firmware.games.joker_poker.hands import Hand, evaluate
from firmware.games.joker_poker.table import Double, Round
from firmware.screens import brush, theme
from firmware.screens.hand_words import title
from firmware.screens.kit import Kit
from firmware.screens.leaf import BODY, leaf_scene
from firmware.screens.lettering import line
from firmware.screens.panels import rule
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Box, Colour, Style
from firmware.screens.view import Trace, View
from firmware.shown import BACK

SIZE = 0.74
CARDS_X, STEP = 180, 136
DEALT_Y, FINAL_Y = 92, 282
_ROWS = 5
_ROW_H = 98
DOUBLE_SIZE, DOUBLE_STEP = 0.29, 50
SHORT_SIZE, SHORT_STEP = 0.2, 39
"""Many doubles: two columns, of each only the dealer's card and the chosen one."""
_SHORT_W = 177
_END_W = 78
LABEL = Style("sans_bold", 20, theme.SAND)
BIG = Style("play_bold", 30, theme.IVORY)
AMOUNT = Style("play_bold", 30, theme.AMBER_TEXT, "right")
_CARDS = Box(24, 66, 840, 552)
_SIDE = Box(874, 66, 382, 552)
_OUTCOME_COLOURS: dict[Outcome, Colour] = {
    Outcome.WON: theme.AMBER_TEXT,
    Outcome.TIED: theme.TEAL,
    Outcome.LOST: theme.CORAL,
}


def history_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The round of the open leaf; leaf 0 is the newest."""
    rounds = view.state.history
    leaf = min(max(view.state.saved.page_number, 0), max(0, len(rounds) - 1))
    if rounds:
        body = _round(rounds[leaf], words)
        sub = words.text("history.round", number=rounds[leaf].number)
    else:
        body = (line(words.text("history.none"), BIG._replace(align="centre"), 640, 340, "body"),)
        sub = ""
    return leaf_scene(
        view,
        now_s,
        trace,
        words,
        body,
        head=words.text("history.title"),
        sub=sub,
        page=leaf + 1,
        pages=len(rounds),
        panels=(_CARDS, _SIDE) if rounds else (BODY,),
    )


def _round(played: Round, words: Speech) -> tuple[Sprite, ...]:
    return (*_hands(played, words), *_sums(played, words), *_doubles(played, words))


def _hands(played: Round, words: Speech) -> tuple[Sprite, ...]:
    sprites: list[Sprite] = [_label("history.dealt", DEALT_Y, words)]
    for place, card in enumerate(played.dealt, start=1):
        kind = "held" if place in played.held else ""
        sprites.append(_card(card, kind, CARDS_X + STEP * (place - 1), DEALT_Y, SIZE))
    sprites.append(_label("history.final", FINAL_Y, words))
    if played.final is None:
        sprites.append(line(words.text("history.open"), BIG, CARDS_X, FINAL_Y + 95, "body"))
        return tuple(sprites)
    made = evaluate(played.final)
    for place, card in enumerate(played.final, start=1):
        kind = "won" if place in made.positions else "out" if made.positions else ""
        sprites.append(_card(card, kind, CARDS_X + STEP * (place - 1), FINAL_Y, SIZE))
    colour = theme.SAND if made.hand is Hand.NOTHING else theme.IVORY
    name = words.message(title(made))
    sprites.append(line(name, BIG._replace(colour=colour), 52, 508, "body", width=780))
    return tuple(sprites)


def _label(key: str, y: float, words: Speech) -> Sprite:
    """What a row of cards is, at its left."""
    return line(words.text(key), LABEL, 52, y + 92, "body", width=118)


def _card(card: Card, kind: str, x: float, y: float, size: float) -> Sprite:
    return Sprite(Paint(draw_small, (str(card), kind, size)), x, y, "body")


def draw_small(kit: Kit, face: str, kind: str, size: float) -> Picture:
    """Paint: a small card, face up or down, plain or marked held, won, bank, picked or out."""
    art = kit.cards.back(size) if face == BACK else kit.cards.face(Card.parse(face), size)
    w, h = art.get_size()
    pad = kit.px(4)
    radius = 12 * size * kit.scale
    out = brush.blank(w + 2 * pad, h + 2 * pad)
    out.blit(art, (pad, pad))
    if kind == "out":
        veil = brush.tint(brush.rounded(w, h, radius), theme.VEIL, 102)
        out.blit(veil, (pad, pad))
    ring_colour = {"held": theme.AMBER, "won": theme.AMBER, "bank": theme.CORAL}.get(kind)
    if kind == "picked":
        ring_colour = theme.TEAL
    if ring_colour is not None:
        ring = brush.ring(w + 2 * pad, h + 2 * pad, radius + pad, pad * 0.9)
        out.blit(brush.tint(ring, ring_colour), (0, 0))
    return Picture(out, -pad, -pad)


def _sums(played: Round, words: Speech) -> tuple[Sprite, ...]:
    sprites: list[Sprite] = []
    figures = (
        ("history.bet", played.bet),
        ("history.paid", played.paid),
        ("history.collected", played.collected),
    )
    for index, (key, value) in enumerate(figures):
        x = 52 + 274 * index
        label = words.text(key)
        sprites.append(line(label, LABEL, x, 580, "body", width=120))
        style = AMOUNT if value else AMOUNT._replace(colour=theme.SAND)
        sprites.append(line(words.number(value), style, x + 242, 582, "body", width=118))
    return (rule(44, 540, 800, theme.JOKER_ROOM.edge, theme.TEAL, "body"), *sprites)


def _doubles(played: Round, words: Speech) -> tuple[Sprite, ...]:
    head = line(words.text("history.doubles"), LABEL, 898, 104, "body", width=330)
    if not played.doubles:
        style = Style("sans", 23, theme.IVORY)
        return head, line(words.text("history.no_doubles"), style, 898, 150, "body", width=330)
    is_short = len(played.doubles) > _ROWS
    shown = played.doubles[-2 * _ROWS :]
    sprites = [head]
    for index, double in enumerate(shown):
        column, row = divmod(index, _ROWS)
        y = 124 + _ROW_H * row
        draw = _short_double if is_short else _double
        sprites += draw(double, 898 + _SHORT_W * column, y, words)
    hidden = len(played.doubles) - len(shown)
    if hidden:
        more = words.counted("history.more", hidden)
        sprites.append(line(more, LABEL._replace(align="right"), 1236, 104, "body", width=180))
    return tuple(sprites)


def _double(double: Double, x: float, y: float, words: Speech) -> tuple[Sprite, ...]:
    """All five cards of a double, its stake and its end."""
    sprites = []
    for place, card in enumerate(double.cards, start=1):
        kind = "bank" if place == 1 else "picked" if place == double.pick else "out"
        if double.outcome is None and place > 1:
            continue  # still hidden from everybody
        sprites.append(_card(card, kind, x + DOUBLE_STEP * (place - 1), y, DOUBLE_SIZE))
    return (
        *sprites,
        *_end(double, x + 342, y, words.counted("history.stake", double.stake), words),
    )


def _short_double(double: Double, x: float, y: float, words: Speech) -> tuple[Sprite, ...]:
    """The dealer's card and the chosen one, the stake and the end."""
    sprites = [_card(double.cards[0], "bank", x, y, SHORT_SIZE)]
    if double.pick is not None:
        chosen = double.cards[double.pick - 1]
        sprites.append(_card(chosen, "picked", x + SHORT_STEP, y, SHORT_SIZE))
    return (*sprites, *_end(double, x + _SHORT_W - 20, y, words.number(double.stake), words))


def _end(double: Double, right: float, y: float, stake: str, words: Speech) -> tuple[Sprite, ...]:
    style = Style("sans_bold", 17, theme.SAND, "right")
    first = line(stake, style, right, y + 26, "body", width=_END_W, floor=13)
    if double.outcome is None:
        return (first,)
    style = Style("play_bold", 18, _OUTCOME_COLOURS[double.outcome], "right")
    text = words.text(f"history.{double.outcome}")
    return first, line(text, style, right, y + 54, "body", width=_END_W, floor=13)

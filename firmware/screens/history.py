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
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Box, Colour, Style
from firmware.screens.view import Trace, View

SIZE = 0.74
_ROWS = 5
_ROW_H = 98
STEP = 138
DOUBLE_SIZE = 0.29
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
    sprites: list[Sprite] = [line(words.text("history.dealt"), LABEL, 52, 100, "body", width=500)]
    for place, card in enumerate(played.dealt, start=1):
        kind = "held" if place in played.held else ""
        sprites.append(_card(card, kind, 52 + STEP * (place - 1), 112, SIZE))
    sprites.append(line(words.text("history.final"), LABEL, 52, 318, "body", width=500))
    if played.final is None:
        sprites.append(line(words.text("history.open"), BIG, 52, 410, "body"))
        return tuple(sprites)
    made = evaluate(played.final)
    for place, card in enumerate(played.final, start=1):
        kind = "won" if place in made.positions else "out" if made.positions else ""
        sprites.append(_card(card, kind, 52 + STEP * (place - 1), 330, SIZE))
    colour = theme.SAND if made.hand is Hand.NOTHING else theme.IVORY
    name = words.message(title(made))
    sprites.append(line(name, BIG._replace(colour=colour), 52, 546, "body", width=780))
    return tuple(sprites)


def _card(card: Card, kind: str, x: float, y: float, size: float) -> Sprite:
    return Sprite(Paint(draw_small, (str(card), kind, size)), x, y, "body")


def draw_small(kit: Kit, face: str, kind: str, size: float) -> Picture:
    """Paint: a small card, plain, or marked held, won, bank, picked or out."""
    art = kit.cards.face(Card.parse(face), size)
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
        x = 52 + 265 * index
        label = words.text(key)
        sprites.append(line(label, LABEL, x, 600, "body", width=120))
        style = AMOUNT if value else AMOUNT._replace(colour=theme.SAND)
        sprites.append(line(words.number(value), style, x + 225, 602, "body", width=110))
    return tuple(sprites)


def _doubles(played: Round, words: Speech) -> tuple[Sprite, ...]:
    head = line(words.text("history.doubles"), LABEL, 898, 104, "body", width=330)
    if not played.doubles:
        style = Style("sans", 23, theme.IVORY)
        return head, line(words.text("history.no_doubles"), style, 898, 150, "body", width=330)
    shown = played.doubles[-_ROWS:]
    sprites = [head]
    for index, double in enumerate(shown):
        sprites += _double(double, 124 + _ROW_H * index, words)
    hidden = len(played.doubles) - len(shown)
    if hidden:
        more = words.counted("history.more", hidden)
        sprites.append(line(more, LABEL._replace(align="right"), 1236, 104, "body", width=180))
    return tuple(sprites)


def _double(double: Double, y: float, words: Speech) -> tuple[Sprite, ...]:
    sprites = []
    for place, card in enumerate(double.cards, start=1):
        kind = "bank" if place == 1 else "picked" if place == double.pick else "out"
        if double.outcome is None and place > 1:
            continue  # still hidden from everybody
        sprites.append(_card(card, kind, 898 + 50 * (place - 1), y, DOUBLE_SIZE))
    stake = words.counted("history.stake", double.stake)
    sprites.append(
        line(
            stake, Style("sans_bold", 17, theme.SAND, "right"), 1244, y + 26, "body", width=84,
            floor=13,
        )
    )  # fmt: skip
    if double.outcome is not None:
        style = Style("play_bold", 18, _OUTCOME_COLOURS[double.outcome], "right")
        text = words.text(f"history.{double.outcome}")
        sprites.append(line(text, style, 1244, y + 58, "body", width=84, floor=13))
    return tuple(sprites)

"""The attract slides that boast: what is the best so far in each game, and who can do better.

All have the heading, the line and the question at the left, a large figure in the middle and a
picture of the game's own at the right: the joker, whoever was beaten, hands that win.
"""

from __future__ import annotations

from typing import NamedTuple

from firmware.cabinet.best_results import Best, Run, StripBest
from firmware.cabinet.slides import Slide
from firmware.cards.card import parse_cards
from firmware.games.cinque_mani.table import POINTS
from firmware.screens import theme
from firmware.screens.attract_slides import draw_small_card
from firmware.screens.cinque_art import draw_hand, draw_points
from firmware.screens.lettering import line, shining, width_of
from firmware.screens.lobby_art import draw_motto
from firmware.screens.marquee import draw_portrait
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.theme import CARD_BOXES, Box, Style
from firmware.screens.view import View

TEXT_X, TEXT_W = 72, 640
HEADING = Style("play_bold", 54, theme.IVORY, "left")
TOLD = Style("sans", 34, theme.IVORY)
DARE = Style("sans_italic", 30, theme.SAND)
AMOUNT = Style("play_bold", 142, theme.rgb("#FFEBB4"), "centre")
UNIT = Style("sans_bold", 26, theme.IVORY, "centre")
FIGURE_X, FIGURE_W = 905, 300

PORTRAIT_X, PORTRAIT_Y = 1092, 72
OPPONENT = Box(1062, 84, CARD_BOXES[0].w, CARD_BOXES[0].h)
HANDS_X, HANDS_Y, HANDS_W, HANDS_STEP = 1002, 116, 72, 78


class _Told(NamedTuple):
    """What a slide says.

    Attributes:
        title, told, dare: the heading, the line under it, the question.
        figure: how much.
        unit: of what.
        x: the middle of the figure.
        width: room for it.
    """

    title: str
    told: str
    dare: str
    figure: str
    unit: str
    x: float = FIGURE_X
    width: float = FIGURE_W


def best_slide(slide: Slide, view: View, words: Speech) -> tuple[Sprite, ...]:
    """The best result of the slide's game; nothing where there is none any more."""
    best = None if slide.game is None else view.state.saved.bests.get(slide.game)
    if isinstance(best, Best):
        return _joker(best, words)
    if isinstance(best, StripBest):
        return _strip(best, view, words)
    return () if best is None else _cinque(best, slide, words)


def _joker(best: Best, words: Speech) -> tuple[Sprite, ...]:
    hand = words.text(f"hand.{best.hand}")
    told = _Told(
        words.text("slide.best.title"),
        words.counted("lobby.best_line", best.chips, hand=hand),
        words.text("slide.best.dare"),
        words.number(best.credits),
        words.counted("slide.best.credits", best.credits),
    )
    portrait = Sprite(Paint(draw_portrait, (128, 268)), PORTRAIT_X, PORTRAIT_Y, "slide")
    return (*_said(told), portrait)


def _strip(best: StripBest, view: View, words: Speech) -> tuple[Sprite, ...]:
    """Whoever was beaten is shown as he came to the table; one whose pack is gone is not named."""
    from firmware.screens.strip_choose import choice_card

    strip = view.setup.strip
    guest = None if strip is None else strip.cast().get(best.opponent)
    what = words.text("slide.best.strip.gone", level=best.level)
    if guest is not None:
        name = guest.character.name[words.language]
        what = words.text("slide.best.strip.line", name=name, level=best.level)
    told = _Told(
        words.text("slide.best.strip.title"),
        what,
        words.text("slide.best.strip.dare"),
        words.number(best.deals),
        words.counted("slide.best.strip.deals", best.deals),
    )
    if guest is None:
        hidden = Paint(draw_small_card, ("--", False, False))
        return (*_said(told), Sprite(hidden, OPPONENT.x, OPPONENT.y, "slide"))
    return (*_said(told), *choice_card(guest, OPPONENT, "slide", words))


def _cinque(best: Run, slide: Slide, words: Speech) -> tuple[Sprite, ...]:
    told = _Told(
        words.text("slide.best.cinque.title"),
        words.counted("slide.best.cinque.points", best.points),
        words.text("slide.best.dare"),
        words.number(best.wins),
        words.counted("slide.best.cinque.wins", best.wins),
        x=868,
        width=220,
    )
    sprites = [*_said(told)]
    for place, hand in enumerate(slide.cards):
        x, worth = HANDS_X + HANDS_STEP * place, POINTS[place - len(slide.cards)]
        cards = tuple(map(str, parse_cards(hand)))
        sprites += [
            Sprite(Paint(draw_points, (worth, False)), x + HANDS_W / 2, HANDS_Y - 34, "slide"),
            Sprite(Paint(draw_hand, (cards, HANDS_W, 40, 0)), x, HANDS_Y, "slide"),
        ]
    return tuple(sprites)


def _said(told: _Told) -> tuple[Sprite, ...]:
    big = AMOUNT
    while big.size > 60 and width_of(told.figure, big) > told.width:
        big = big._replace(size=big.size - 4)
    return (
        line(told.title, HEADING, TEXT_X, 112, "slide", width=TEXT_W, floor=36),
        Sprite(Paint(draw_motto, (580,)), TEXT_X, 146, "slide"),
        line(told.told, TOLD, TEXT_X, 206, "slide", width=TEXT_W, floor=24),
        line(told.dare, DARE, TEXT_X, 256, "slide", width=TEXT_W, floor=24),
        *shining(told.figure, big, theme.AMBER_TEXT, theme.AMBER, 12.0, told.x, 226, "slide"),
        line(told.unit, UNIT, told.x, 276, "slide", width=told.width - 20),
    )

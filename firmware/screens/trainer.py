"""The trainer's line: what was best to keep of the cards dealt, and what the choice cost."""

from __future__ import annotations

import logging

from firmware.errors import OddsError
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Round
from firmware.odds.lesson import Lesson, lesson
from firmware.screens import theme
from firmware.screens.card_tile import tile
from firmware.screens.cinque_words import signed
from firmware.screens.lettering import line, width_of
from firmware.screens.message_panel import MIDDLE, ROOM_W
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Style

_WIDGET = "message.trainer"
_WORD = Style("sans_bold", 18, theme.TEAL)
_COST = Style("play_bold", 20, theme.CORAL)
_BASELINE, _TILE_Y = 545, 525
_TILE_W, _TILE_H, _STEP = 35, 26, 37
_OUT = 80
"""How much of a card is seen that was better given away."""
_GAP = 10

log = logging.getLogger(__name__)


def trained(played: Round, game: JokerPoker, words: Speech) -> tuple[Sprite, ...]:
    """One line under the message of a round that is over."""
    judged = _judged(played, game)
    if judged is None:
        return ()
    if not judged.cost:
        praise = _WORD._replace(align="centre")
        text = words.text("trainer.best")
        return (line(text, praise, MIDDLE, _BASELINE, _WIDGET, width=ROOM_W),)
    word = words.text("trainer.better")
    cost = signed(-judged.cost, 2, words.language)
    cards_w = _STEP * 4 + _TILE_W
    x = MIDDLE - (width_of(word, _WORD) + cards_w + width_of(cost, _COST) + 2 * _GAP) / 2
    cards_x = x + width_of(word, _WORD) + _GAP
    return (
        line(word, _WORD, x, _BASELINE, _WIDGET),
        *(
            tile(
                card,
                cards_x + _STEP * (at - 1),
                _TILE_Y,
                _WIDGET,
                width=_TILE_W,
                height=_TILE_H,
                alpha=255 if at in judged.best else _OUT,
            )
            for at, card in enumerate(played.dealt, start=1)
        ),
        line(cost, _COST, cards_x + cards_w + _GAP, _BASELINE, _WIDGET),
    )


def _judged(played: Round, game: JokerPoker) -> Lesson | None:
    """What the round teaches; None where what is counted beside the program cannot be read."""
    try:
        return lesson(played, game)
    except OddsError as error:
        log.warning("the trainer is silent: %s", error)
        return None

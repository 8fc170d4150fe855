"""The rules of Strip Poker on four leaves, written from the texts and the rules in force.

The order of the hands is a picture: a hand of every kind, called what the rules call it.
"""

from __future__ import annotations

from firmware.cards.card import parse_cards
from firmware.games.strip_poker.hands import FlushTie, evaluate
from firmware.games.strip_poker.rules import StripPoker
from firmware.screens import theme
from firmware.screens.card_tile import tile_row
from firmware.screens.leaf import BODY, body_box, paragraphs
from firmware.screens.lettering import line
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

EXAMPLES = tuple(
    map(
        parse_cards,
        (
            "QD JD TD 9D 8D",
            "KH KD KC KS 9H",
            "JH JC JS 8D 8S",
            "AC QC TC 9C 7C",
            "JD TS 9D 8C 7H",
            "9H 9C 9S KD 8H",
            "AH AS TD TC QC",
            "QH QS KC 9D 7S",
            "AD JS TH 9C 7D",
        ),
    )
)
"""A hand of every kind, the highest first."""

_NAME = Style("play_bold", 22, theme.IVORY)
_CUT = 708
"""Where the leaf of the hands is cut in two for an upright display."""
_BESIDE = Box(724, 92, 504, 510)
TITLES = ("deal", "hands", "garments", "fair")


def strip_title(view: View, leaf: int, words: Speech) -> str:
    """What a leaf is about."""
    assert view.setup.strip is not None
    if TITLES[leaf] == "garments" and not view.setup.strip.game.has_theme:
        return words.text("rules.strip.lives.title")
    return words.text(f"rules.strip.{TITLES[leaf]}.title")


def strip_leaf(
    view: View, leaf: int, box: Box, words: Speech, largest: float
) -> tuple[Sprite, ...]:
    """The text of a leaf, from 0."""
    assert view.setup.strip is not None
    game = view.setup.strip.game
    accent = theme.STRIP_ROOM.accent
    texts = (_deal, _hands, _stakes, _fair)[leaf](game, words)
    if TITLES[leaf] == "hands":
        said = paragraphs(tuple(texts), _BESIDE, bullet=accent, gap=20, largest=26)
        return (*_order(game, words), *said)
    return paragraphs(tuple(texts), box, bullet=accent, largest=largest)


def strip_panels(view: View, leaf: int) -> tuple[Box, ...]:
    """The glass under a leaf."""
    if not view.is_upright or TITLES[leaf] != "hands":
        return (body_box(view),)
    return BODY._replace(w=_CUT - BODY.x), Box(_CUT, BODY.y, BODY.right - _CUT, BODY.h)


def _order(game: StripPoker, words: Speech) -> tuple[Sprite, ...]:
    """The kinds of hands, each with a hand of it."""
    sprites: list[Sprite] = []
    for row, hand in enumerate(EXAMPLES):
        y = 88 + 57 * row
        name = words.text(f"laid.{evaluate(hand, game.terms.ranking).category.value}")
        sprites += [
            line(name, _NAME, 60, y + 30, "body", width=240, floor=18),
            *tile_row(hand, 308, y, "body", width=70, height=46),
        ]
    return tuple(sprites)


def _deal(game: StripPoker, words: Speech) -> list[str]:
    del game
    return [words.text(f"rules.strip.deal.{n}") for n in range(1, 6)]


def _hands(game: StripPoker, words: Speech) -> list[str]:
    terms = game.terms
    is_top = terms.flush_tie is FlushTie.TOP_CARD
    return [
        words.text("rules.strip.hands.2"),
        words.text("rules.strip.hands.top_card" if is_top else "rules.strip.hands.all_cards"),
        words.text(
            "rules.strip.hands.low_ace" if terms.has_low_ace else "rules.strip.hands.high_ace"
        ),
        words.text("rules.strip.hands.push"),
    ]


def _stakes(game: StripPoker, words: Speech) -> list[str]:
    terms = game.terms
    values = {"value": terms.garment_value, "needed": terms.start + terms.garment_value}
    of = "garments" if game.has_theme else "lives"
    texts = [words.text(f"rules.strip.{of}.{n}", **values) for n in range(1, 5)]
    if terms.lives and game.has_theme:
        texts.insert(1, words.counted("rules.strip.own_lives", terms.lives))
    return [*texts, words.text("rules.strip.garments.5")]


def _fair(game: StripPoker, words: Speech) -> list[str]:
    texts = [words.counted("rules.strip.fair.1", game.price)]
    texts += [words.text(f"rules.strip.fair.{n}") for n in range(2, 5)]
    return [*texts, words.text("rules.fair.5")]

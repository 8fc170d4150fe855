"""The rules of Strip Poker on four leaves, written from the texts and the rules in force."""

from __future__ import annotations

from firmware.games.strip_poker.hands import FlushTie
from firmware.games.strip_poker.rules import StripPoker
from firmware.screens.leaf import paragraphs
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box
from firmware.screens.view import View

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
    texts = (_deal, _hands, _stakes, _fair)[leaf](game, words)
    return paragraphs(tuple(texts), box, largest=largest)


def _deal(game: StripPoker, words: Speech) -> list[str]:
    del game
    return [words.text(f"rules.strip.deal.{n}") for n in range(1, 6)]


def _hands(game: StripPoker, words: Speech) -> list[str]:
    terms = game.terms
    is_top = terms.flush_tie is FlushTie.TOP_CARD
    return [
        words.text("rules.strip.hands.1"),
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

"""The deck in four colours: on everything that shows a card, and never mixed up with the other."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pygame
import pytest

from firmware.cards.card import Card, Suit
from firmware.screens import card_strip, card_tile, history, strip_art, table_cards, theme
from firmware.screens import cinque_art as cinque
from firmware.screens.attract_slides import draw_small_card
from firmware.screens.card_face import suit_ink
from firmware.screens.kit import Kits
from firmware.screens.palette import PLAIN, SAFE, in_force
from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import Picture

PAINTS: dict[str, tuple[Any, Any]] = {
    "table": (table_cards.draw_card, lambda card: (card,)),
    "leaning": (table_cards.draw_leaning, lambda card: (card, 3)),
    "history": (history.draw_small, lambda card: (card, "won", 0.74)),
    "attract": (draw_small_card, lambda card: (card, True, False)),
    "strip opposite": (strip_art.draw_small_face, lambda card: (card, 0.5)),
    "waiting": (card_strip.draw_strip, lambda card: (card, False)),
    "tile": (card_tile.draw_tile, lambda card: (card, 120.0, 60.0)),
    "cinque hand": (cinque.draw_hand, lambda card: ((card,) * 5, 160.0, 40.0, 0)),
    "cinque row": (cinque.draw_row, lambda card: ((card,) * 5, 160.0, 76.0, 0)),
    "cinque tile": (cinque.draw_tile, lambda card: (card,)),
    "cinque card": (
        lambda kit, card: Picture(kit.cards.band(Card.parse(card))),
        lambda card: (card,),
    ),
}
CARDS = {"8D": Suit.DIAMONDS, "8C": Suit.CLUBS, "8H": Suit.HEARTS, "8S": Suit.SPADES}
NEAR = 4
"""Letters are tinted on the way, which rounds."""
TWO = (Suit.DIAMONDS, Suit.CLUBS)
"""The suits that get a colour of their own."""


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Kits]:
    """Both decks, with one store between them as in a cabinet."""
    store = SpriteStore(tmp_path_factory.mktemp("art"), "test")
    return {four: Kits(store, four_colour=four) for four in (False, True)}


def drawn(kits: Kits, paint: str, card: str) -> pygame.Surface:
    draw, args = PAINTS[paint]
    surface: pygame.Surface = draw(kits.at(1.0), *args(card)).surface
    return surface


def pixels(picture: Picture) -> bytes:
    return pygame.image.tobytes(picture.surface, "RGBA")


def inks(surface: pygame.Surface, colour: tuple[int, int, int]) -> int:
    """Pixels of that colour, nearly, with nothing shining through."""
    data = pygame.image.tobytes(surface, "RGBA")
    counted = Counter(memoryview(data).cast("I").tolist())
    found = 0
    for pixel, times in counted.items():
        *rgb, alpha = pixel.to_bytes(4, sys.byteorder)
        is_near = all(abs(one - other) <= NEAR for one, other in zip(rgb, colour, strict=True))
        found += times if alpha == 255 and is_near else 0
    return found


@pytest.mark.parametrize("paint", PAINTS)
@pytest.mark.parametrize("card", CARDS)
def test_rank_and_suit_have_the_ink_of_the_deck_and_no_other(
    kits: dict[bool, Kits], paint: str, card: str
) -> None:
    suit = CARDS[card]
    plain, four = (theme.rgb(suit_ink(suit, is_four)) for is_four in (False, True))
    two_colour, four_colour = drawn(kits[False], paint, card), drawn(kits[True], paint, card)
    assert inks(two_colour, plain) > 20
    assert inks(four_colour, four) > 20
    if suit in TWO:
        assert inks(four_colour, plain) == 0
        assert inks(two_colour, four) == 0
    else:
        assert plain == four


DECKS = ((False, PLAIN), (True, PLAIN), (True, SAFE))


def test_the_art_of_all_decks_lies_in_the_store_at_once(tmp_path: Path) -> None:
    """A name that two of them had would bring the other deck's picture after a restart."""
    for order in (DECKS, DECKS[::-1]):
        folder = tmp_path / str(order[0][0])
        for four, palette in order:
            store = SpriteStore(folder, "test")
            art = Kits(store, four_colour=four, palette=palette).at(1.0)
            fresh = Kits(four_colour=four, palette=palette).at(1.0)
            for paint, (draw, args) in PAINTS.items():
                with in_force(palette):
                    kept, own = draw(art, *args("8C")), draw(fresh, *args("8C"))
                assert pixels(kept) == pixels(own), (paint, four, palette)

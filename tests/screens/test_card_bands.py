"""Cards as they stand in a column: index and suit in the band that shows, a window below."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from firmware.cards.card import JOKER, Card
from firmware.games.cinque_mani.hands import DECK
from firmware.screens.card_art import CardArt
from firmware.screens.card_band import BAND_HEIGHT, BAND_SHOWN, BAND_TOP, draw_band, pips_across

PAPER = (0xFC, 0xF5, 0xE4)
RED, INK = (0xA6, 0x0B, 0x19), (0x15, 0x17, 0x1C)


def band(name: str) -> pygame.Surface:
    return draw_band(Card.parse(name), (160, BAND_HEIGHT))


@pytest.mark.parametrize(("scale", "size"), [(1.0, (160, 140)), (1.5, (240, 210))])
def test_a_band_has_the_size_of_the_display_scale(scale: float, size: tuple[int, int]) -> None:
    assert CardArt(scale).band(Card.parse("QD")).get_size() == size


def test_what_shows_of_every_card_differs_from_every_other() -> None:
    tops = [
        pygame.image.tobytes(draw_band(card, (80, 70)).subsurface((0, 0, 80, 32)), "RGB")
        for card in DECK
    ]
    assert all(a != b for a, b in combinations(tops, 2))


@pytest.mark.parametrize("name", ["TH", "QS", "AC", "7D"])
def test_index_and_suit_lie_within_the_part_that_shows(name: str) -> None:
    drawn = band(name)
    for y in range(BAND_SHOWN - 5, BAND_SHOWN + 1):  # bare paper between them and the window
        assert {tuple(drawn.get_at((x, y))[:3]) for x in range(20, 140)} == {PAPER}


@pytest.mark.parametrize(("name", "ink"), [("9H", RED), ("9S", INK)])
def test_the_suit_stands_beside_the_index(name: str, ink: tuple[int, int, int]) -> None:
    assert tuple(band(name).get_at((98, 32))[:3]) == ink


def test_the_corners_are_round_above_and_square_below() -> None:
    drawn = band("8C")
    assert drawn.get_at((0, 0)).a == 0
    assert drawn.get_at((0, BAND_HEIGHT - 1)).a == 255


@pytest.mark.parametrize("rank", [7, 8, 9, 10])
def test_the_window_shows_as_many_pips_as_the_card_says(rank: int) -> None:
    card = next(card for card in DECK if card.rank == rank)
    assert card.rank is not None
    assert card.suit is not None
    pips = pips_across(card.rank, card.suit, "#000")
    assert pips.count("<g transform") == rank
    assert "rotate" not in pips  # all of them stand upright


@pytest.mark.parametrize("name", ["JH", "QH", "KH"])
def test_a_courts_window_shows_its_head(name: str) -> None:
    drawn = band(name)
    window = {tuple(drawn.get_at((x, 105))[:3]) for x in range(60, 100)}
    assert (0xFF, 0xE6, 0xC7) in window  # skin


@pytest.mark.parametrize("name", ["KS", "TD"])
def test_the_top_alone_is_the_upper_part_of_the_whole_but_for_the_window(name: str) -> None:
    top = CardArt(1.0).band(Card.parse(name), is_top=True)
    shown = (0, 0, 160, BAND_SHOWN)
    whole = band(name).subsurface(shown)
    assert top.get_size() == (160, BAND_TOP)
    first, second = (pygame.image.tobytes(part, "RGBA") for part in (top.subsurface(shown), whole))
    assert max(abs(a - b) for a, b in zip(first, second, strict=True)) <= 8  # rounding
    assert {tuple(top.get_at((x, 72))[:3]) for x in range(20, 140)} == {PAPER}


def test_a_joker_has_no_band() -> None:
    with pytest.raises(ValueError, match="no band"):
        draw_band(JOKER, (160, BAND_HEIGHT))

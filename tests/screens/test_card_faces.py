"""The deck: every face is there, distinct, of the right size, and two-way where it should be."""

from itertools import combinations

import pygame
import pytest

from firmware.cards.card import JOKER, Card, Rank, Suit, joker_deck
from firmware.errors import ArtError
from firmware.screens import card_face
from firmware.screens.card_art import CardArt
from firmware.screens.card_face import draw_back, draw_face

EDGE = 60  # what softened edges may differ by when turned; a moved line differs by over 100


def difference(a: pygame.Surface, b: pygame.Surface) -> int:
    """The largest difference of any colour channel of any pixel."""
    first, second = pygame.image.tobytes(a, "RGBA"), pygame.image.tobytes(b, "RGBA")
    return max(abs(x - y) for x, y in zip(first, second, strict=True))


def pixel(surface: pygame.Surface, x: float, y: float) -> tuple[int, int, int, int]:
    """The colour at a place in card units, whatever the size."""
    across, down = surface.get_width() / 160, surface.get_height() / 228
    return tuple(surface.get_at((int(x * across), int(y * down))))


@pytest.mark.parametrize(
    ("scale", "size"), [(0.5, (80, 114)), (1.0, (160, 228)), (1.5, (240, 342))]
)
def test_a_face_has_the_size_of_the_display_scale(scale, size):
    assert CardArt(scale).face(Card.parse("QD")).get_size() == size


def test_a_face_is_scaled_on_top_of_the_display_scale():
    assert CardArt(1.5).face(JOKER, 0.5).get_size() == (120, 171)


@pytest.mark.parametrize("four_colour", [False, True])
def test_every_face_differs_from_every_other(four_colour):
    art = CardArt(0.5, four_colour=four_colour)
    faces = [pygame.image.tobytes(art.face(card), "RGBA") for card in joker_deck()]
    assert len(faces) == 53
    assert all(a != b for a, b in combinations(faces, 2))


@pytest.mark.parametrize("rank", [Rank.JACK, Rank.QUEEN, Rank.KING])
@pytest.mark.parametrize("suit", list(Suit))
def test_a_court_is_the_same_upside_down(rank, suit):
    face = draw_face(Card(rank, suit), (160, 228))
    panel = face.subsurface((56, 13, 91, 202))
    turned = pygame.transform.flip(panel, True, True)
    assert difference(panel, turned) <= EDGE


def test_the_joker_is_one_way():
    panel = draw_face(JOKER, (160, 228)).subsurface((56, 13, 91, 202))
    assert difference(panel, pygame.transform.flip(panel, True, True)) > 100


def test_the_back_is_the_same_upside_down():
    back = draw_back((160, 228))
    field = back.subsurface((14, 14, 132, 200)).copy()
    field.fill("#000000", (132 // 2 - 20, 200 // 2 - 26, 40, 52))  # the mark has a top
    assert difference(field, pygame.transform.flip(field, True, True)) <= EDGE


@pytest.mark.parametrize("size", [(80, 114), (160, 228), (240, 342), (320, 456)])
def test_the_corners_are_clear_and_the_paper_is_paper(size):
    face = draw_face(Card.parse("2C"), size)
    assert pixel(face, 0, 0)[3] == 0
    assert pixel(face, 159.5, 227.5)[3] == 0
    assert pixel(face, 28, 150) == (0xFC, 0xF5, 0xE4, 255)
    assert pixel(face, 101, 114) == (0xFF, 0xFD, 0xF7, 255)


def test_the_index_is_red_or_ink_by_the_suit():
    assert pixel(draw_face(Card.parse("5H"), (160, 228)), 28, 86) == (0xA6, 0x0B, 0x19, 255)
    assert pixel(draw_face(Card.parse("5S"), (160, 228)), 28, 86) == (0x15, 0x17, 0x1C, 255)


def test_four_colours_make_diamonds_blue_and_clubs_green_and_leave_the_others():
    size = (160, 228)
    assert pixel(draw_face(Card.parse("5D"), size, True), 28, 86) == (0x0B, 0x3F, 0x8F, 255)
    assert pixel(draw_face(Card.parse("5C"), size, True), 28, 86) == (0x0A, 0x55, 0x30, 255)
    assert (
        difference(draw_face(Card.parse("5H"), size, True), draw_face(Card.parse("5H"), size)) == 0
    )


@pytest.mark.parametrize("count", range(2, 11))
def test_a_number_card_shows_as_many_pips_as_it_says(count):
    assert card_face._pips(Rank(count), Suit.CLUBS, "#000").count("<g transform") == count


def test_the_lower_half_of_the_pips_stands_on_its_head():
    pips = card_face._pips(Rank.SEVEN, Suit.SPADES, "#000")
    assert pips.count("rotate(180)") == 2  # 7: three rows at or over the centre, one pair below


def test_an_unfit_scale_is_refused():
    with pytest.raises(ValueError, match="over 0, not 0"):
        CardArt(0)


def test_a_court_without_its_drawing_says_so(monkeypatch):
    table = {"queen": {"figure": "queen.svg"}}
    monkeypatch.setattr(card_face, "_table", lambda name: table)
    with pytest.raises(ArtError, match="the queen of hearts lacks 'hearts'"):
        card_face.court_body(Rank.QUEEN, Suit.HEARTS, "#000")

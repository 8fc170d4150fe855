"""One card as a drawing: rail, picture panel, pips, courts and joker, by the look's measures.

All lengths are in card units (160 x 228, the card's pixels at 1280 x 720). A face is one
vector document drawn larger than wanted and averaged down; only what has to be clipped
(court halves at the belt, pictures at the panel's corners) is drawn apart and cut.
"""

from __future__ import annotations

import math
import tomllib
from functools import lru_cache
from typing import Any

import pygame

from firmware.assets import asset
from firmware.cards.card import Card, Rank, Suit
from firmware.errors import ArtError
from firmware.screens.brush import masked, rounded, white_under
from firmware.screens.palette import seen_code
from firmware.screens.vector import (
    Size,
    document,
    fill_tokens,
    inner,
    placed,
    read_svg,
    render_svg,
)

CARD_WIDTH, CARD_HEIGHT, CARD_RADIUS = 160, 228, 12
PANEL_X, PANEL_Y, PANEL_WIDTH, PANEL_HEIGHT, PANEL_RADIUS = 54, 11, 95, 206, 7

PICTURE_EDGE = 1.6

PAPER, PANEL_PAPER = "#FCF5E4", "#FFFDF7"
CARD_RED, CARD_INK, JOKER_RED = "#A60B19", "#15171C", "#7E0B18"
BRASS, BRASS_DEEP = "#E0A526", "#B57C12"
FOUR_COLOUR_DIAMONDS, FOUR_COLOUR_CLUBS = "#0B3F8F", "#0A5530"

_FINEST_HEIGHT = 360  # up to so many pixels four times as large, beyond it twice
_SUIT_FILES = {
    Suit.HEARTS: "hearts",
    Suit.SPADES: "spades",
    Suit.DIAMONDS: "diamonds",
    Suit.CLUBS: "clubs",
}
COURT_NAMES = {Rank.KING: "king", Rank.QUEEN: "queen", Rank.JACK: "jack"}

_RAIL_X = 28
INDEX_EM, _INDEX_FOOT_Y = 75, 60
_SQUEEZE = {"T": 0.70, "A": 0.79, "K": 0.825, "Q": 0.80, "J": 0.95}
_SQUEEZE_FIGURES = 0.87
_JOKER_EM, _JOKER_FOOT_Y, _JOKER_STEP = 36, 37, 31
_MARK_ON_PAPER = {"top": "#BA2833", "left": "#2C2D30", "right": "#E3AD39", "bottom": "#296678"}

_PIP_X = 27
_PAIR, _CENTRE = (-1, 1), (0,)
# Rows of pips: columns, and the height as a fraction of the half height.
PIP_ROWS: dict[int, list[tuple[tuple[int, ...], float]]] = {
    2: [(_CENTRE, -1), (_CENTRE, 1)],
    3: [(_CENTRE, -1), (_CENTRE, 0), (_CENTRE, 1)],
    4: [(_PAIR, -1), (_PAIR, 1)],
    5: [(_PAIR, -1), (_CENTRE, 0), (_PAIR, 1)],
    6: [(_PAIR, -1), (_PAIR, 0), (_PAIR, 1)],
    7: [(_PAIR, -1), (_CENTRE, -1 / 2), (_PAIR, 0), (_PAIR, 1)],
    8: [(_PAIR, -1), (_CENTRE, -1 / 2), (_PAIR, 0), (_CENTRE, 1 / 2), (_PAIR, 1)],
    9: [(_PAIR, -1), (_PAIR, -1 / 3), (_CENTRE, 0), (_PAIR, 1 / 3), (_PAIR, 1)],
    10: [
        (_PAIR, -1),
        (_CENTRE, -2 / 3),
        (_PAIR, -1 / 3),
        (_PAIR, 1 / 3),
        (_CENTRE, 2 / 3),
        (_PAIR, 1),
    ],
}

_BELT_X, _BELT_Y, _BELT_HIGH, _BELT_STEP = 48, 17, 13, 10.4


def suit_ink(suit: Suit, four_colour: bool = False) -> str:
    """The colour a suit is printed in on paper, as the palette in force has it."""
    if four_colour and suit is Suit.DIAMONDS:
        return seen_code(FOUR_COLOUR_DIAMONDS)
    if four_colour and suit is Suit.CLUBS:
        return seen_code(FOUR_COLOUR_CLUBS)
    return seen_code(CARD_RED) if suit in (Suit.HEARTS, Suit.DIAMONDS) else CARD_INK


def suit_svg(suit: Suit) -> str:
    """The drawing of a suit in a unit box, with the token `suit` for its colour."""
    return read_svg(asset("cards", f"{_SUIT_FILES[suit]}.svg"))


def part_svg(name: str) -> str:
    """A drawing among the cards' art, by its name without ending."""
    return read_svg(asset("cards", f"{name}.svg"))


@lru_cache(maxsize=4)
def _table(name: str) -> dict[str, Any]:
    path = asset("cards", f"{name}.toml")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ArtError(f"the card art's table {path} cannot be read: {error}") from error


def pip_svg(suit: Suit, ink: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """A suit's sign at a place, upright or on its head."""
    body = inner(fill_tokens(suit_svg(suit), {"suit": ink}, suit.name.lower()))
    return placed(body, x, y, size, 180 if turned else 0)


def letter_svg(
    letter: str, em: float, foot_y: float, squeeze: float, ink: str, middle_x: float = _RAIL_X
) -> str:
    """A letter of the rail: its ink centred on the rail, its foot at `foot_y`."""
    glyph = _table("index")[letter]
    scale_y = em / 1000
    scale_x = scale_y * squeeze
    x = middle_x - (glyph["left"] + glyph["right"]) / 2 * scale_x
    return (
        f'<path transform="translate({x:.3f} {foot_y:g}) scale({scale_x:.5f} {scale_y:.5f})"'
        f' d="{glyph["path"]}" fill="{ink}"/>'
    )


def _rail(rank: Rank, suit: Suit, ink: str) -> str:
    letter = rank.letter
    squeeze = _SQUEEZE.get(letter, _SQUEEZE_FIGURES)
    mark = inner(fill_tokens(part_svg("mark"), _MARK_ON_PAPER, "mark"))
    return (
        letter_svg(letter, INDEX_EM, _INDEX_FOOT_Y, squeeze, ink)
        + pip_svg(suit, ink, _RAIL_X, 86, 32)
        + placed(mark, _RAIL_X, 206)
    )


def _joker_rail() -> str:
    return "".join(
        letter_svg(
            letter,
            _JOKER_EM,
            _JOKER_FOOT_Y + step * _JOKER_STEP,
            1.0,
            (JOKER_RED, CARD_INK)[step % 2],
        )
        for step, letter in enumerate("JOKER")
    )


def _pips(rank: Rank, suit: Suit, ink: str) -> str:
    """The pips of a number card about the panel's centre."""
    count = int(rank)
    half = 72 if count <= 3 else 74 if count <= 6 else 77
    size = 38 if count <= 3 else 33 if count <= 6 else 29
    return "".join(
        pip_svg(suit, ink, column * _PIP_X, row * half, size, turned=row > 0)
        for columns, row in PIP_ROWS[count]
        for column in columns
    )


def _lozenge_path(width: float, height: float, y: float = 0) -> str:
    return f"M0 {y - height / 2:g}L{width / 2:g} {y:g}L0 {y + height / 2:g}L{-width / 2:g} {y:g}Z"


def _ace(suit: Suit, ink: str) -> str:
    """The ace's two thin lozenges and large suit about the panel's centre."""
    tips = "".join(
        f'<path d="{_lozenge_path(6.6, 10.6, y)}" fill="{BRASS}"/>' for y in (-79.5, 79.5)
    )
    sign_y = {Suit.HEARTS: 1.5, Suit.SPADES: 2}.get(suit, 0)
    return (
        f'<path d="{_lozenge_path(84, 184)}" fill="none" stroke="{BRASS_DEEP}"'
        f' stroke-width="1.1" stroke-opacity=".6"/>'
        f'<path d="{_lozenge_path(84 * 0.86, 184 * 0.86)}" fill="none" stroke="{ink}"'
        f' stroke-width="1" stroke-opacity=".62"/>'
        + tips
        + pip_svg(suit, ink, 0, 0, 66)
        + pip_svg(suit, PANEL_PAPER, 0, sign_y, 20)
    )


def _belt(colour: str) -> str:
    """The brass belt that parts a court's halves, about the panel's centre."""
    half = _BELT_HIGH / 2
    edges = "".join(
        f'<path d="M{-_BELT_X} {_BELT_Y + side:g}L{_BELT_X} {-_BELT_Y + side:g}"'
        f' stroke="{CARD_INK}" stroke-width="1.4" fill="none"/>'
        for side in (-half, half)
    )
    slope = -_BELT_Y / _BELT_X
    turn = math.degrees(math.atan(slope))
    lozenges = "".join(
        placed(
            f'<path d="{_lozenge_path(8.4, 8.4)}" fill="{PANEL_PAPER if step % 2 == 0 else colour}"'
            "/>",
            step * _BELT_STEP,
            step * _BELT_STEP * slope,
            1,
            turn,
        )
        for step in range(-4, 5)
    )
    return (
        f'<path d="M{-_BELT_X} {_BELT_Y - half:g}L{_BELT_X} {-_BELT_Y - half:g}'
        f'V{-_BELT_Y + half:g}L{-_BELT_X} {_BELT_Y + half:g}Z" fill="{BRASS}"/>' + lozenges + edges
    )


def court_body(rank: Rank, suit: Suit, ink: str) -> tuple[str, dict[str, str]]:
    """The upper bust of a court with what it holds, and the colours of its suit."""
    table = _table("courts")
    name, house = COURT_NAMES[rank], _SUIT_FILES[suit]
    try:
        figure, own = table[name], table[house].get(name, {})
        tokens = {key: value for key, value in table[house].items() if isinstance(value, str)}
        tokens |= {key: value for key, value in own.items() if isinstance(value, str)}
        tokens["suit"] = ink
        body = inner(read_svg(asset("cards", figure["figure"])), name)
        if "attribute" in own:
            held = table[own["attribute"]]
            drawn = inner(read_svg(asset("cards", held["figure"])), own["attribute"])
            body = drawn + body if held.get("layer") == "behind" else body + drawn
        for place in figure.values():
            if isinstance(place, dict):  # where the figure wears its suit
                body += pip_svg(suit, ink, place["x"], place["y"], place["size"])
    except KeyError as error:
        raise ArtError(f"courts.toml: the {name} of {house} lacks {error}") from error
    return body, tokens


def _court(rank: Rank, suit: Suit, ink: str, size: Size) -> pygame.Surface:
    """A two-way court filling the picture panel at `size` pixels."""
    body, tokens = court_body(rank, suit, ink)
    view = (0, 0, PANEL_WIDTH, PANEL_HEIGHT)
    name = f"{COURT_NAMES[rank]} of {_SUIT_FILES[suit]}"
    half = render_svg(document(body, view), size, tokens, name=name)
    fall = _BELT_Y * (PANEL_WIDTH / 2) / _BELT_X
    middle = PANEL_HEIGHT / 2
    above = f'<path d="M0 0H{PANEL_WIDTH}V{middle - fall:g}L0 {middle + fall:g}Z" fill="#fff"/>'
    mask = render_svg(document(above, view), size, name="court half")
    masked(half, white_under(mask))
    whole = pygame.Surface(size, pygame.SRCALPHA, 32)
    whole.fill(PANEL_PAPER)
    whole.blit(half, (0, 0))
    whole.blit(pygame.transform.flip(half, True, True), (0, 0))
    return _framed(whole, placed(_belt(tokens.get("belt", ink)), PANEL_WIDTH / 2, middle))


def _panel_edge(ink: str, width: float, opacity: float, x: float, y: float) -> str:
    """The picture panel's line, the panel's top left corner being at (x, y)."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{PANEL_WIDTH}" height="{PANEL_HEIGHT}"'
        f' rx="{PANEL_RADIUS}" fill="none" stroke="{ink}" stroke-width="{width:g}"'
        f' stroke-opacity="{opacity:g}"/>'
    )


def _framed(picture: pygame.Surface, over: str = "") -> pygame.Surface:
    """A picture cut to the panel's round corners, with the inner half of its ink line.

    The outer half lies on the card; `over` are more elements to draw upon the picture.
    """
    size = picture.get_size()
    body = over + _panel_edge(CARD_INK, PICTURE_EDGE, 1, 0, 0)
    view = (0, 0, PANEL_WIDTH, PANEL_HEIGHT)
    picture.blit(render_svg(document(body, view), size, name="picture's edge"), (0, 0))
    masked(picture, rounded(*size, PANEL_RADIUS * size[0] / PANEL_WIDTH))
    return picture


def draw_face(card: Card, size: Size, four_colour: bool = False) -> pygame.Surface:
    """A card's face at `size` pixels, round corners clear.

    Args:
        card: any of the 53.
        size: pixels; 160 x 228 or near that ratio.
        four_colour: diamonds blue and clubs green.

    Raises:
        ArtError: if a drawing or a table of the art cannot be used.
    """
    paper = (
        f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" fill="{PAPER}"/>'
        f'<rect x=".75" y=".75" width="{CARD_WIDTH - 1.5}" height="{CARD_HEIGHT - 1.5}"'
        f' rx="{CARD_RADIUS - 0.75}" fill="none" stroke="#fff" stroke-width="1.5"/>'
        f'<rect x="{PANEL_X}" y="{PANEL_Y}" width="{PANEL_WIDTH}" height="{PANEL_HEIGHT}"'
        f' rx="{PANEL_RADIUS}" fill="{PANEL_PAPER}"/>'
    )
    large = oversampled(size)
    across, down = large[0] / CARD_WIDTH, large[1] / CARD_HEIGHT
    picture_size = (round(PANEL_WIDTH * across), round(PANEL_HEIGHT * down))
    picture: pygame.Surface | None = None
    edge = _panel_edge(CARD_INK, PICTURE_EDGE, 1, PANEL_X, PANEL_Y)
    if card.rank is None or card.suit is None:
        body = paper + _joker_rail() + edge
        picture = _framed(draw_joker(picture_size))
    else:
        ink = suit_ink(card.suit, four_colour)
        body = paper + _rail(card.rank, card.suit, ink)
        if card.rank in COURT_NAMES:
            body += edge
            picture = _court(card.rank, card.suit, ink, picture_size)
        else:
            is_ace = card.rank is Rank.ACE
            signs = _ace(card.suit, ink) if is_ace else _pips(card.rank, card.suit, ink)
            body += placed(signs, PANEL_X + PANEL_WIDTH / 2, PANEL_Y + PANEL_HEIGHT / 2)
            body += _panel_edge(ink, 1, 0.32, PANEL_X, PANEL_Y)
    view = (0, 0, CARD_WIDTH, CARD_HEIGHT)
    face = render_svg(document(body, view), large, name=f"card {card}")
    if picture is not None:
        face.blit(picture, (round(PANEL_X * across), round(PANEL_Y * down)))
    return _trimmed(face, size)


def draw_back(size: Size) -> pygame.Surface:
    """The back of the cards at `size` pixels; it has no up or down."""
    return _trimmed(render_svg(part_svg("back"), oversampled(size), name="back"), size)


def draw_joker(size: Size) -> pygame.Surface:
    """The joker's portrait filling `size` pixels; what juts out is cut at the sides or ends."""
    return render_svg(part_svg("joker"), size, fit="cover", name="joker")


def oversampled(size: Size) -> Size:
    """The size to draw at before averaging down to `size`: four or two times as large.

    Other multiples dim the picture a little, for SDL's averaging rounds down.
    """
    fine = 4 if size[1] <= _FINEST_HEIGHT else 2
    return size[0] * fine, size[1] * fine


def _trimmed(large: pygame.Surface, size: Size) -> pygame.Surface:
    """A card drawn large brought to size, its corners cut round."""
    face = pygame.transform.smoothscale(large, size)
    masked(face, rounded(*size, CARD_RADIUS * size[0] / CARD_WIDTH))
    return face

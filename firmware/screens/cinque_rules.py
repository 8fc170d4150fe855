"""The rules of Cinque Mani on five leaves, each with its picture, by the terms in force.

The pictures are real hands: which of two wins, and what a placing scores, is what the rules
make of them. No placing is called better than another; that is the player's part.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware.cards.card import Card, parse_cards
from firmware.games.cinque_mani.hands import (
    Category,
    FlushOrder,
    Winner,
    compare,
    evaluate,
)
from firmware.games.cinque_mani.rules import PLAYERS, STAKES, CinqueMani
from firmware.games.cinque_mani.scoring import points, winners
from firmware.games.cinque_mani.table import ALL_POINTS, PERSON, POINTS, Arrangement, Terms
from firmware.panel import Button
from firmware.screens import theme
from firmware.screens.card_tile import tile, tile_row
from firmware.screens.cinque_art import (
    FALLING_SUITS,
    draw_chevron,
    draw_points,
    draw_suit_tile,
)
from firmware.screens.keys import draw_face, legend_lines
from firmware.screens.leaf import BODY, NARROW_W, body_box, paragraphs
from firmware.screens.lettering import line, wrapped
from firmware.screens.panels import gem, rule
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View
from firmware.words import Message

TITLES = ("deal", "hands", "equal", "keys", "prize")

_ROOM = theme.CINQUE_ROOM
_HEAD = Style("sans_bold", 20, theme.SAND)
_NAME = Style("play_bold", 22, theme.IVORY)
_SAID = Style("sans", 23, theme.IVORY)
_AMOUNT = Style("play_bold", 24, theme.AMBER_TEXT, "right")
_LOST = 105
"""How strongly cards are drawn that lose."""


def cinque_title(leaf: int, words: Speech) -> str:
    """What a leaf is about."""
    return words.text(f"rules.cinque.{TITLES[leaf]}.title")


def cinque_leaf(
    game: CinqueMani, leaf: int, words: Speech, *, is_upright: bool = False
) -> tuple[Sprite, ...]:
    """The text and the picture of a leaf, from 0."""
    if is_upright and TITLES[leaf] == "keys":
        return _keys_upright(game, words)
    return (_deal, _hands, _equal, _keys, _prize)[leaf](game, words)


_CUTS = (642, 708, 590, None, 724)
"""Where a leaf is cut in two for an upright display; the keys have a leaf of their own there."""


def cinque_panels(view: View, leaf: int) -> tuple[Box, ...]:
    """The glass under a leaf."""
    cut = _CUTS[leaf]
    if not view.is_upright or cut is None:
        return (body_box(view),)
    return BODY._replace(w=cut - BODY.x), Box(cut, BODY.y, BODY.right - cut, BODY.h)


def _said(
    texts: Sequence[str], box: Box, gap: float = 20, largest: float = 26
) -> tuple[Sprite, ...]:
    return paragraphs(tuple(texts), box, bullet=_ROOM.accent, gap=gap, largest=largest)


# --- a deal -----------------------------------------------------------------------------------

OUT = parse_cards("AD JC QS 9S 8D 7H 7C")
_HIGH, _RED, _FULL, _BLACK, _PAIR = map(
    parse_cards,
    (
        "AH KH QH JH TH",
        "KD QD JD TD 9D",
        "8H 8C 8S 9H 9C",
        "AS KS QC JS TC",
        "7S 7D AC KC TS",
    ),
)
YOURS: Arrangement = (_FULL, _RED, _BLACK, _HIGH, _PAIR)
THEIRS: Arrangement = (_HIGH, _PAIR, _FULL, _RED, _BLACK)
"""The same hands, placed otherwise by two players."""

_COLUMN_X, _COLUMN_W, _COLUMN_STEP = 664, 104, 112


def _deal(game: CinqueMani, words: Speech) -> tuple[Sprite, ...]:
    texts = [words.text(f"rules.cinque.deal.{n}") for n in range(1, 6)]
    won = winners((YOURS, THEIRS), game.terms.ranking)
    totals = points(won, players=2)
    sprites = [
        *_said(texts, Box(60, 92, 560, 510)),
        line(words.text("rules.cinque.out"), _HEAD, _COLUMN_X, 102, "body", width=552),
        *tile_row(OUT, _COLUMN_X, 112, "body", width=72, height=42, gap=8),
    ]
    for at, worth in enumerate(POINTS):
        x = _COLUMN_X + _COLUMN_STEP * at
        middle = x + _COLUMN_W / 2
        sprites += [
            Sprite(Paint(draw_points, (worth, False)), middle, 190, "body"),
            *(
                tile(card, x, 224 + 39 * row, "body", width=_COLUMN_W, height=36)
                for row, card in enumerate(YOURS[at])
            ),
            *_name_in_column(YOURS[at], middle, 478, words, is_won=won[at] == PERSON),
            *_name_in_column(THEIRS[at], middle, 578, words, is_won=won[at] == 1),
        ]
    return (
        *sprites,
        line(_side("you", totals[0], words), _HEAD, _COLUMN_X, 441, "body", width=540),
        rule(_COLUMN_X, 519, 552, _ROOM.edge, _ROOM.accent, "body"),
        line(_side("other", totals[1], words), _HEAD, _COLUMN_X, 541, "body", width=540),
    )


def _side(who: str, total: int, words: Speech) -> str:
    return words.counted(f"rules.cinque.{who}", total)


def _name_in_column(
    hand: Sequence[Card], middle: float, baseline: float, words: Speech, *, is_won: bool
) -> tuple[Sprite, ...]:
    """What a hand is, in one or two lines; amber over a lozenge where it takes the points."""
    colour = theme.AMBER_TEXT if is_won else theme.SAND
    style = Style("play_bold", 18, colour, "centre")
    parts = wrapped(_name(evaluate(hand).category, words).replace("-", "- "), style, _COLUMN_W + 4)
    first = baseline - 10 * (len(parts) - 1)
    mark = (gem(middle, baseline + 25, 10, 15, theme.AMBER, "body"),) if is_won else ()
    return mark + tuple(
        line(part, style, middle, first + 20 * at, "body", width=_COLUMN_W + 4, floor=16)
        for at, part in enumerate(parts)
    )


def _name(category: Category, words: Speech) -> str:
    return words.text(f"laid.{category.value}")


# --- the order of the hands -------------------------------------------------------------------

EXAMPLES = tuple(
    map(
        parse_cards,
        (
            "QD JD TD 9D 8D",
            "KH KD KC KS 9H",
            "AC QC TC 9C 7C",
            "JH JC JS 8D 8S",
            "TS 9D 8C 7H AC",
            "9H 9C 9S KD 8H",
            "AH AS TD TC QC",
            "QH QS KC 9D 7S",
            "AD JS TH 9C 7D",
        ),
    )
)
"""A hand of every kind, the highest first."""


def _hands(game: CinqueMani, words: Speech) -> tuple[Sprite, ...]:
    sprites: list[Sprite] = []
    for row, hand in enumerate(EXAMPLES):
        y = 88 + 57 * row
        name = _name(evaluate(hand).category, words)
        sprites += [
            line(name, _NAME, 60, y + 30, "body", width=240, floor=18),
            *tile_row(hand, 308, y, "body", width=70, height=46),
        ]
    keys = ["flush_full", "low_ace", "straight_flush", "free"]
    texts = [*_texts("hands", keys, words), *_options(game.terms, words)]
    return (*sprites, *_said(texts, _BESIDE))


_BESIDE = Box(724, 92, 504, 510)


def _texts(leaf: str, keys: Sequence[str], words: Speech) -> list[str]:
    return [words.text(f"rules.cinque.{leaf}.{key}") for key in keys]


def _options(terms: Terms, words: Speech) -> list[str]:
    """What the operator has chosen about the order."""
    keys = [terms.flush.value]
    if terms.minima_batte_massima:
        keys += ["minima", "circle"]
    return _texts("hands", keys, words)


# --- hands of one kind ------------------------------------------------------------------------

PAIRS = tuple(
    (key, parse_cards(ours), parse_cards(theirs))
    for key, ours, theirs in (
        ("side_card", "KC KS AD 9S 7C", "KH KD QH JH TC"),
        ("side_suit", "KC KS AH 9D 7C", "KH KD AC 9H 7H"),
        ("fifth_card", "9H 9D 9C 9S KC", "9H 9D 9C 9S QH"),
        ("straight_suit", "QD JS TC 9H 8S", "QC JH TH 9D 8D"),
        ("same", "AH AD TS 9C 8H", "AH AD TS 9C 8H"),
    )
)
"""What the text says of it, and two hands; the first wins, but for the last pair."""


def _equal(game: CinqueMani, words: Speech) -> tuple[Sprite, ...]:
    is_suit_first = game.terms.flush is FlushOrder.SUIT_FIRST
    keys = ["ranks", "suits", "but_flush" if is_suit_first else "identical"]
    sprites = [
        *_suit_order(60, 96, words),
        *_said(_texts("equal", keys, words), Box(600, 86, 628, 150), gap=10),
    ]
    for row, (key, ours, theirs) in enumerate(PAIRS):
        y = 258 + 71 * row
        is_level = compare(ours, theirs, game.terms.ranking).winner is Winner.PUSH
        sprites += [
            *tile_row(ours, 60, y, "body", alpha=_LOST if is_level else 255),
            _sign(is_level, 417, y + 20),
            *tile_row(theirs, 448, y, "body", alpha=_LOST),
            *_beside(words.text(f"rules.cinque.equal.{key}"), Box(800, y, 428, 46)),
        ]
    return tuple(sprites)


def _suit_order(x: float, y: float, words: Speech) -> tuple[Sprite, ...]:
    """The four suits, the highest first."""
    sprites = [line(words.text("rules.cinque.equal.order"), _HEAD, x, y + 12, "body", width=500)]
    for place, suit in enumerate(FALLING_SUITS):
        at = x + 92 * place
        sprites.append(Sprite(Paint(draw_suit_tile, (suit.value,)), at, y + 40, "body"))
        if place:
            sprites.append(_sign(False, at - 24, y + 62))
    return tuple(sprites)


def _sign(is_level: bool, x: float, y: float) -> Sprite:
    """Between two hands: the first is better, or both are the same."""
    if is_level:
        return line("=", Style("play_bold", 34, theme.SAND, "centre"), x, y + 12, "body")
    return Sprite(Paint(draw_chevron, (theme.AMBER,)), x, y, "body")


def _beside(text: str, box: Box) -> tuple[Sprite, ...]:
    """A sentence of one or two lines beside a row."""
    style = _SAID
    while len(wrapped(text, style, box.w)) > 2 and style.size > 18:
        style = style._replace(size=style.size - 1)
    parts = wrapped(text, style, box.w)
    step = style.size * 1.2
    first = box.middle_y + 0.34 * style.size - step / 2 * (len(parts) - 1)
    return tuple(
        line(part, style, box.x, first + step * at, "body", width=box.w)
        for at, part in enumerate(parts)
    )


# --- the keys ---------------------------------------------------------------------------------

BEFORE = tuple(map(parse_cards, ("KC 9H 9D QS 7D", "9S JC TD 8H 7C")))
"""Two hands, of which the first cards change places."""
AFTER = tuple((theirs[0], *ours[1:]) for ours, theirs in (BEFORE, BEFORE[::-1]))

_KEY_W, _KEY_H, _KEY_STEP = 138, 56, 146


def _laid(hands: Sequence[Sequence[Card]]) -> list[Message]:
    """What each of some hands is."""
    return [Message(f"laid.{evaluate(hand).category.value}") for hand in hands]


def _exchange(words: Speech) -> str:
    """What the exchange of two cards makes of two hands."""
    before, after = _laid(BEFORE), _laid(AFTER)
    return words.text(
        "rules.cinque.keys.cards",
        lifted=before[0], second=before[1], lifted_after=after[0], second_after=after[1],
    )  # fmt: skip


def _last(game: CinqueMani, words: Speech) -> list[str]:
    """What is said of the keys at the end."""
    said = _legends(words)
    last = [words.text(f"rules.cinque.keys.{n}", **said) for n in ("half_made", "lay", "quick")]
    if game.terms.clock_s:
        last.append(words.counted("rules.cinque.keys.clock", game.terms.clock_s, **said))
    return last


def _keys(game: CinqueMani, words: Speech) -> tuple[Sprite, ...]:
    said, after = _legends(words), _laid(AFTER)
    return (
        *_build_row(words),
        *_said([words.text("rules.cinque.keys.build", **said)], Box(60, 164, 1168, 72), largest=24),
        *_steps(["lift", "swap"], [2, 5], 252, words),
        *_said([words.text("rules.cinque.keys.swap")], Box(412, 265, 816, 36), largest=24),
        *_steps(["lift", "open_hand", "take", "toward"], [2, 2, 0, 5], 366, words),
        *_step(5, words.text("key.exchange", lifted=after[0], second=after[1]), 366),
        tile(BEFORE[0][0], _step_x(3) + 38, 326, "body", width=62, height=36),
        tile(BEFORE[1][0], _step_x(5) + 38, 326, "body", width=62, height=36),
        *_said([_exchange(words)], Box(872, 318, 356, 126), largest=24),
        *_said(_last(game, words), Box(60, 454, 1168, 152), gap=10, largest=24),
    )


def _keys_upright(game: CinqueMani, words: Speech) -> tuple[Sprite, ...]:
    """The same one under the other: the keys in two rows, as they are on the panel."""
    said, after = _legends(words), _laid(AFTER)
    width = NARROW_W - 72
    return (
        *_build_row(words, first=5),
        *_said(
            [words.text("rules.cinque.keys.build", **said)], Box(60, 246, width, 178), largest=30
        ),
        *_steps(["lift", "swap"], [2, 5], 440, words),
        *_said([words.text("rules.cinque.keys.swap")], Box(60, 518, width, 84), largest=30),
        *_steps(["lift", "open_hand", "take", "toward"], [2, 2, 0, 5], 660, words),
        *_step(5, words.text("key.exchange", lifted=after[0], second=after[1]), 660),
        tile(BEFORE[0][0], _step_x(3) + 38, 618, "body", width=62, height=36),
        tile(BEFORE[1][0], _step_x(5) + 38, 618, "body", width=62, height=36),
        *_said([_exchange(words)], Box(60, 738, width, 130), largest=30),
        *_said(_last(game, words), Box(60, 886, width, 310), gap=16, largest=30),
    )


_NAMED = (
    "discard", "other_hands", "auto", "cancel", "propose", "redo", "lay_down", "reveal_all",
    "next_deal", "best_answer",
)  # fmt: skip


def _legends(words: Speech) -> dict[str, str]:
    """What stands on the keys that the texts name, each in one line."""
    return {name: words.text(f"key.{name}").replace("\n", " ") for name in _NAMED}


def _build_row(words: Speech, first: int = 8) -> tuple[Sprite, ...]:
    """The eight keys while a hand is chosen: so many in a row, the others under them."""
    offered = (Category.STRAIGHT_FLUSH, Category.FLUSH, Category.FULL_HOUSE, Category.STRAIGHT)
    legends = [_name(category, words) for category in offered]
    legends += [words.text(f"key.{n}") for n in ("discard", "recommended", "other_hands", "auto")]
    return tuple(
        sprite
        for at, (button, legend) in enumerate(zip(Button, legends, strict=True))
        for sprite in _drawn_key(
            legend,
            60 + _KEY_STEP * (at % first),
            86 + (_KEY_H + 12) * (at // first),
            theme.PLASTICS[button],
        )
    )


def _steps(keys: Sequence[str], hands: Sequence[int], y: float, words: Speech) -> list[Sprite]:
    """One press after the other; a key that names a hand names that one."""
    return [
        sprite
        for press, (key, hand) in enumerate(zip(keys, hands, strict=True), start=1)
        for sprite in _step(press, words.text(f"key.{key}", position=hand), y)
    ]


def _step_x(press: int) -> float:
    return 60 + 162 * (press - 1)


def _step(press: int, legend: str, y: float) -> tuple[Sprite, ...]:
    """A press: its key, and an arrow from the one before it."""
    key = _drawn_key(legend, _step_x(press), y, theme.AMBER_PLASTIC)
    return key if press == 1 else (*key, _sign(False, _step_x(press) - 12, y + _KEY_H / 2))


def _drawn_key(legend: str, x: float, y: float, family: theme.Plastic) -> tuple[Sprite, ...]:
    """A lit key, smaller than the real ones."""
    room = _KEY_W - 12
    lines = legend_lines(legend, "", room)
    sizes = [min(size, 20) for _, size in lines]
    first = y + _KEY_H / 2 + 1 - 11 * (len(lines) - 1)
    return (
        Sprite(Paint(draw_face, (_KEY_W, _KEY_H, family, "on")), x, y, "body"),
        *(
            line(
                text, Style("play_bold", size, family.text, "centre"), x + _KEY_W / 2,
                first + 22 * at + 0.36 * size, "body", width=room,
            )
            for at, ((text, _), size) in enumerate(zip(lines, sizes, strict=True))
        ),
    )  # fmt: skip


# --- stake and prize --------------------------------------------------------------------------


def _prize(game: CinqueMani, words: Speech) -> tuple[Sprite, ...]:
    terms = game.terms
    texts = _texts("prize", ["stake", "level"], words)
    if terms.deals > 1:
        texts.append(words.counted("rules.cinque.prize.match", terms.deals))
    if terms.bonus:
        texts.append(words.counted("rules.cinque.prize.bonus", terms.bonus, points=ALL_POINTS))
    said = _legends(words)
    plays = words.text(f"rules.cinque.plays.{terms.level.value}")
    texts.append(f"{plays} {words.text('rules.cinque.prize.fair', **said)}")
    texts.append(words.text("rules.cinque.prize.review", **said))
    house = [words.text("rules.cinque.prize.cut"), words.text("rules.fair.5")]
    return (
        *_said(texts, Box(60, 92, 640, 510), largest=25),
        *_prizes(words),
        *_said(house, Box(752, 390, 476, 212), largest=24),
    )


def _prizes(words: Speech) -> tuple[Sprite, ...]:
    """What the best total takes: a line for each number of players, a column for each stake."""
    left, right, top = 752, 1228, 112
    figure_x = [right - 62 * at for at in range(len(STAKES) - 1, -1, -1)]
    sprites = [
        line(words.text("rules.cinque.prize.table"), _NAME, left, top, "body", width=right - left),
        line(words.text("rules.cinque.prize.stakes"), _HEAD, left, top + 52, "body", width=200),
        rule(left, top + 74, right - left, _ROOM.edge, _ROOM.accent, "body"),
    ]
    head = _AMOUNT._replace(colour=theme.SAND)
    for stake, x in zip(STAKES, figure_x, strict=True):
        sprites.append(line(words.number(stake), head, x, top + 52, "body"))
    for row, players in enumerate(PLAYERS):
        y = top + 122 + 54 * row
        name = words.counted("rules.cinque.prize.players", players)
        sprites.append(line(name, _HEAD, left, y, "body", width=190))
        sprites += [
            line(words.number(stake * players), _AMOUNT, x, y, "body")
            for stake, x in zip(STAKES, figure_x, strict=True)
        ]
    return tuple(sprites)

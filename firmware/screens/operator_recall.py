"""The operator's page of the recall: a kept round as it looked, step by step, with its credits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from firmware.cabinet.operator_menu.pages import FIND_ROWS, FindRow, RecallPage
from firmware.jobs import FindRounds, RoundFound, RoundsFound
from firmware.screens import theme
from firmware.screens.history import draw_small
from firmware.screens.leaf import paragraphs
from firmware.screens.lettering import line, wrapped
from firmware.screens.operator_rows import HEAD, Row, note_sprites, rows_sprites
from firmware.screens.panels import gem
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View
from firmware.shown import ShownCards, ShownPays, ShownStep

ROUND = Box(24, 66, 848, 518)
FACTS = Box(888, 66, 368, 518)
NOTE = Box(24, 500, 848, 60)
LIST = Box(24, 66, 700, 220)
LIST_NOTE = Box(24, 296, 700, 60)
ABOUT = Box(744, 66, 512, 518)

COUNT = Style("play_bold", 22, theme.SAND, "right")
NAME = Style("sans_bold", 19, theme.SAND)
MADE = Style("play_bold", 21, theme.IVORY)
TOLD = Style("sans", 21, theme.IVORY)
SUM = Style("play_bold", 24, theme.AMBER_TEXT)
SUM_NAME = Style("sans_bold", 19, theme.SAND)
NUMBER = Style("play_bold", 32, theme.IVORY)
SMALL = Style("sans", 19, theme.SAND)
FACT = Style("sans", 20, theme.SAND)
FACT_VALUE = Style("play_bold", 21, theme.AMBER_TEXT, "right")
MARK = Style("sans_bold", 20, theme.CORAL)
SAID = Style("sans_bold", 21, theme.AMBER_TEXT)
SAME = Style("sans_bold", 19, theme.TEAL)
_OTHERWISE = re.compile(r"^(?P<field>\w+) is (?P<was>.*), the rules make it (?P<made>.*)$")
PAY_NAME = Style("sans", 20, theme.SAND)
PAY = Style("play_bold", 20, theme.SAND, "right")

NAME_W = 158
TOLD_STEP = 27
CARD_GAP = 0.06
"""Between two cards, of a card's width."""
PAY_COLUMN_W = 92
_SEPARATOR = "   ·   "
UNSURE = " *"
"""Behind a time that a clock told which nobody had set."""


def recall_panels(view: View) -> tuple[Box, ...]:
    """The panels of the round, or of the search."""
    if view.state.operator.recall.is_finding:
        return LIST, LIST_NOTE, ABOUT
    return ROUND, FACTS


def recall_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The round that is shown, or the search for one."""
    page = view.state.operator.recall
    if page.is_finding:
        return _search(view, page, words)
    shown = page.round
    if shown is None:
        return (*_none(page, words), *note_sprites(view, words, NOTE))
    step = shown.steps[page.step] if page.step < len(shown.steps) else None
    picture = _unread(page, words)
    if step is not None:
        count = words.text("page.of", page=page.step + 1, pages=len(shown.steps))
        counted = line(count, COUNT, ROUND.right - 22, ROUND.y + 34, "body", width=150)
        picture = (*_step(step, words), counted)
    return (*picture, *_facts(view, shown, words))


def _none(page: RecallPage, words: Speech) -> tuple[Sprite, ...]:
    """Nothing was played yet, or nothing was read yet."""
    if page.found is None:
        return ()
    if page.found.unread:
        return _unread(page, words)
    style = MADE._replace(size=30, align="centre")
    return (line(words.text("history.none"), style, ROUND.middle_x, ROUND.y + 240, "body"),)


def _unread(page: RecallPage, words: Speech) -> tuple[Sprite, ...]:
    """Why a round cannot be shown, as far as the ledger says."""
    found = page.found
    told = [words.text("operator.recall.unread")]
    if found is not None:
        told += found.unread
        if found.round is not None:
            told += found.round.differences
    return _sentences(told, ROUND.x + 22, ROUND.y + 60, ROUND.w - 44, TOLD, theme.CORAL)


def _sentences(
    texts: Sequence[str], x: float, baseline: float, width: float, style: Style,
    first: theme.Colour,
) -> tuple[Sprite, ...]:  # fmt: skip
    sprites = []
    for text in texts:
        for part in wrapped(text, style, width)[:4]:
            ink = style._replace(colour=first)
            sprites.append(line(part, ink, x, baseline, "body", width=width))
            baseline += style.size * 1.3
        first = style.colour
        baseline += 8
    return tuple(sprites)


# --- a step -----------------------------------------------------------------------------------


def _step(step: ShownStep, words: Speech) -> tuple[Sprite, ...]:
    left, top = ROUND.x + 22, ROUND.y + 34
    sprites = [line(words.message(step.title), HEAD, left, top, "body", width=ROUND.w - 220)]
    told = wrapped(_SEPARATOR.join(map(words.message, step.told)), TOLD, ROUND.w - 44)
    told = told if step.told else ()
    floor = ROUND.bottom - 18
    sums_y = floor
    if step.sums:
        floor -= 38
    first = floor - TOLD_STEP * (len(told) - 1)
    for index, part in enumerate(told):
        y = first + TOLD_STEP * index
        sprites.append(line(part, TOLD, left, y, "body", width=ROUND.w - 44, floor=15))
    sprites += _sums(step, sums_y, words)
    room = Box(left, top + 18, ROUND.w - 44, first - 28 - (top + 18))
    if step.pays is not None:
        sprites += _pays(step.pays, room, words)
    elif step.rows:
        sprites += _rows(step.rows, room, words)
    return tuple(sprites)


def _sums(step: ShownStep, baseline: float, words: Speech) -> list[Sprite]:
    sprites: list[Sprite] = []
    width = (ROUND.w - 44) / 3
    for index, (name, amount) in enumerate(step.sums):
        x = ROUND.x + 22 + width * index
        text = words.message(name)
        sprites.append(line(text, SUM_NAME, x, baseline, "body", width=150, floor=14))
        value = words.number(amount)
        sprites.append(line(value, SUM, x + 160, baseline, "body", width=width - 170))
    return sprites


def _rows(rows: Sequence[ShownCards], room: Box, words: Speech) -> list[Sprite]:
    """Rows of cards one under the other, all of one size, as large as they fit."""
    gap = 10.0
    row_h = min(236.0, (room.h - gap * (len(rows) - 1)) / len(rows))
    most = max(len(row.faces) for row in rows)
    wide = (room.w - NAME_W) / (most * (1 + CARD_GAP))
    size = round(min(row_h / theme.CARD_H, wide / theme.CARD_W, 0.74), 3)
    card_w, card_h = theme.CARD_W * size, theme.CARD_H * size
    height = len(rows) * card_h + gap * (len(rows) - 1)
    top = room.y + max(0.0, (room.h - height) / 2)
    sprites: list[Sprite] = []
    for index, row in enumerate(rows):
        y = top + (card_h + gap) * index
        sprites += _name(row, room.x, y, card_h, words)
        for place, (face, mark) in enumerate(zip(row.faces, row.marks, strict=True)):
            if face:
                x = room.x + NAME_W + card_w * (1 + CARD_GAP) * place
                paint = Paint(draw_small, (face, mark.value, size))
                sprites.append(Sprite(paint, x, y, "body"))
    return sprites


def _name(row: ShownCards, x: float, y: float, height: float, words: Speech) -> list[Sprite]:
    """Whose cards they are, over what they make."""
    width = NAME_W - 18
    parts = [(words.message(row.name), NAME)]
    if row.told is not None:
        parts += [(part, MADE) for part in wrapped(words.message(row.told), MADE, width)[:3]]
    baseline = y + height / 2 - 13 * (len(parts) - 1) + 7
    return [
        line(text, style, x, baseline + 26 * index, "body", width=width, floor=13)
        for index, (text, style) in enumerate(parts)
    ]


def _pays(pays: ShownPays, room: Box, words: Speech) -> list[Sprite]:
    """The pay table of the day; the column that counted is lit."""
    step = min(29.0, (room.h - 30) / len(pays.rows))
    sprites: list[Sprite] = []
    for index, (hand, credits) in enumerate(pays.rows):
        baseline = room.y + 26 + step * index
        name = words.text(f"hand.{hand}")
        sprites.append(line(name, PAY_NAME, room.x, baseline, "body", width=300, floor=14))
        for place, amount in enumerate(credits, start=1):
            style = PAY._replace(colour=theme.AMBER_TEXT) if place == pays.chips else PAY
            x = room.x + 330 + PAY_COLUMN_W * place
            sprites.append(line(words.number(amount), style, x, baseline, "body", width=84))
    edition = words.text("operator.recall.edition", edition=pays.edition or "0.1.0")
    sprites.append(line(edition, SMALL, room.x, room.bottom + 4, "body", width=room.w, floor=14))
    return sprites


# --- the facts beside it ----------------------------------------------------------------------


def _facts(view: View, shown: RoundFound, words: Speech) -> tuple[Sprite, ...]:
    x, width = FACTS.x + 20, FACTS.w - 40
    number = words.text("history.round", number=shown.number)
    sprites = [line(number, NUMBER, x, FACTS.y + 44, "body", width=width)]
    if shown.is_disputed:
        sprites.append(gem(FACTS.right - 30, FACTS.y + 34, 16, 24, theme.CORAL, "dispute"))
    baseline = FACTS.y + 74
    for text, style in _head(shown, words):
        sprites.append(line(text, style, x, baseline, "body", width=width, floor=14))
        baseline += 27
    baseline += 10
    for name, value in _amounts(shown, words):
        sprites.append(line(name, FACT, x, baseline, "body", width=width - 110, floor=14))
        sprites.append(line(value, FACT_VALUE, FACTS.right - 20, baseline, "body", width=104))
        baseline += 30
    sprites += _verdict(shown, x, baseline + 12, width, words)
    return (*sprites, *_foot(view, x, width, words))


def _foot(view: View, x: float, width: float, words: Speech) -> list[Sprite]:
    """What the last press came to, over which rounds are gone through."""
    menu = view.state.operator
    told: list[tuple[str, Style]] = []
    if menu.note is not None:
        told += [(part, SAID) for part in wrapped(words.message(menu.note), SAID, width)]
    elif menu.job is not None:
        told.append((words.text("operator.working", percent=menu.percent), SAID))
    searched = _searched(menu.recall.wish, words)
    if searched:
        text = words.text("operator.recall.only", what=searched)
        told += [(part, SMALL) for part in wrapped(text, SMALL, width)]
    first = FACTS.bottom - 18 - 26 * (len(told) - 1)
    return [
        line(text, style, x, first + 26 * index, "note", width=width, floor=13)
        for index, (text, style) in enumerate(told)
    ]


def _head(shown: RoundFound, words: Speech) -> list[tuple[str, Style]]:
    """Which game, when, and how it stands with the round."""
    told: list[tuple[str, Style]] = []
    if shown.game:
        told.append((words.text(f"key.{shown.game}"), SMALL))
    if shown.at:
        when = shown.at[:19].replace("T", " ") + ("" if shown.is_synced else UNSURE)
        told.append((when, SMALL))
    if shown.is_disputed:
        told.append((words.text("operator.recall.in_dispute"), MARK))
    if not shown.is_over:
        told.append((words.text("operator.recall.incomplete"), MARK))
    elif shown.is_interrupted:
        told.append((words.text("operator.recall.complete"), SAME))
    if shown.is_interrupted:
        told.append((words.text("operator.recall.interrupted"), SMALL))
    return told


def _amounts(shown: RoundFound, words: Speech) -> list[tuple[str, str]]:
    """Credits in the order in which they moved."""
    if not shown.game:
        return []
    found = [("credit_before", shown.credit_before), ("added_before", shown.added_before)]
    for name, value in (("bet", shown.bet), ("won", shown.won), ("collected", shown.collected)):
        if value is not None:
            found.append((name, value))
    if shown.is_over:  # of an open round they may still change
        if shown.added_during:
            found.append(("added_during", shown.added_during))
        found.append(("credit_after", shown.credit_after))
    return [(words.text(f"operator.recall.{name}"), words.number(value)) for name, value in found]


def _verdict(
    shown: RoundFound, x: float, baseline: float, width: float, words: Speech
) -> tuple[Sprite, ...]:
    """What its cards come to when they are evaluated once more."""
    if not shown.game:
        return ()
    if not shown.differences:
        same = "operator.recall.same" if shown.is_over else "operator.recall.same_so_far"
        return _sentences((words.text(same),), x, baseline, width, SAME, SAME.colour)
    texts = (words.text("operator.recall.otherwise"), _difference(shown.differences[0], words))
    return _sentences(texts, x, baseline, width, SMALL, theme.CORAL)


def _difference(told: str, words: Speech) -> str:
    """What the rules make otherwise; the field by its name in the ledger."""
    found = _OTHERWISE.match(told)
    if found is None:
        return told
    return words.text("operator.recall.difference", **found.groupdict())


def _searched(wish: FindRounds, words: Speech) -> str:
    """Which rounds are gone through; empty for all of them."""
    told = []
    if wish.least_gain:
        told.append(words.counted("operator.recall.gain", wish.least_gain))
    if wish.day:
        told.append(wish.day)
    if wish.is_disputed:
        told.append(words.text("operator.recall.in_dispute"))
    return ", ".join(told)


# --- the search -------------------------------------------------------------------------------


def _search(view: View, page: RecallPage, words: Speech) -> tuple[Sprite, ...]:
    rows = [
        Row(words.text(f"operator.recall.by.{row}", jump=page.jump), _asked(row, page, words))
        for row in FIND_ROWS
    ]
    box = Box(ABOUT.x + 22, ABOUT.y + 26, ABOUT.w - 44, ABOUT.h - 60)
    texts = tuple(words.text(f"operator.recall.about.{place}") for place in (1, 2, 3))
    return (
        *rows_sprites(
            rows, LIST, chosen=view.state.operator.row, head=words.text("operator.recall.search"),
            row_h=43, value_w=300,
        ),
        *note_sprites(view, words, LIST_NOTE),
        *paragraphs(texts, box, largest=25),
    )  # fmt: skip


def _asked(row: FindRow, page: RecallPage, words: Speech) -> str:
    wish, found = page.wish, page.found
    any_round = words.text("operator.recall.any")
    match row:
        case FindRow.NUMBER:
            if page.number:
                return words.number(page.number)
            return words.text("operator.recall.newest", number=_newest(found))
        case FindRow.GAIN:
            if not wish.least_gain:
                return any_round
            return words.counted("operator.recall.gain", wish.least_gain)
        case FindRow.DAY:
            return wish.day or any_round
        case FindRow.DISPUTED:
            return words.text("operator.recall.in_dispute") if wish.is_disputed else any_round


def _newest(found: RoundsFound | None) -> int:
    return 0 if found is None else found.newest

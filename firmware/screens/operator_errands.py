"""The operator's pages that ask something of the machine: stick, power, clock, full clear.

Each says what will happen before anybody presses, and below it what the last press came to.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from firmware.cabinet.operator_menu import clear
from firmware.cabinet.operator_menu.pages import CLOCK_FIELDS, POWER_ROWS, ClockField, ClockPage
from firmware.screens import theme
from firmware.screens.leaf import below, narrowed, paragraphs
from firmware.screens.lettering import line
from firmware.screens.operator_rows import Row, note_lines, note_sprites, rows_sprites
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

WHOLE = Box(24, 66, 1232, 436)
LEFT, RIGHT = Box(24, 66, 460, 436), Box(500, 66, 756, 436)
NOTE = Box(24, 512, 1232, 72)
LARGEST = 27
NOW = Style("play_bold", 44, theme.AMBER_TEXT)
HEAD = Style("sans_bold", 22, theme.TEAL)


def whole(view: View) -> Box:
    """The panel of a page that only says something."""
    box = narrowed(WHOLE, view)
    return box._replace(h=700) if view.is_upright else box


def one_panel(view: View) -> tuple[Box, ...]:
    """Of such a page."""
    return whole(view), below(NOTE, view)


def two_panels(view: View) -> tuple[Box, ...]:
    """Of a page with a list and what is said of the chosen row."""
    return LEFT, RIGHT, below(NOTE, view)


def stick_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """What goes onto the stick, how far it is, what came of it."""
    texts = [words.text(f"operator.export.{part}") for part in ("what", "which", "then")]
    if view.state.is_unread:
        texts.append(words.text("operator.head_unread"))
    return (*_said(texts, whole(view)), *note_sprites(view, words, below(NOTE, view)))


def power_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The two rows, and what becomes of whoever plays."""
    state = view.state
    rows = [Row(words.text(f"operator.power.{row}")) for row in POWER_ROWS]
    row = POWER_ROWS[state.operator.row]
    texts = [words.text(f"operator.power.{row}.what"), words.text("operator.power.goodbye")]
    if state.has_stake:
        texts.append(words.text("operator.power.game"))
    if state.paid_credit:
        texts.append(words.counted("operator.power.credit", state.paid_credit))
    return (
        *rows_sprites(rows, LEFT, chosen=state.operator.row, row_h=46),
        *_said(texts, RIGHT),
        *note_sprites(view, words, below(NOTE, view)),
    )


def clear_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """What is closed, where it stays, what begins; and what is in the way."""
    texts = [words.text(f"operator.clear.{part}") for part in ("what", "where", "next", "restart")]
    sprites = _said(texts, whole(view))
    told = note_sprites(view, words, below(NOTE, view))
    reason = clear.refusal(view.state)
    if not told and reason is not None:
        ink = HEAD._replace(colour=theme.CORAL, size=24)
        told = note_lines(words.message(reason), ink, below(NOTE, view))
    return (*sprites, *told)


def play_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """What a test is, that nothing of it counts, and how it ends."""
    texts = [words.text(f"operator.play.{part}") for part in ("what", "nothing", "end")]
    if view.state.blocking:
        texts.append(words.text("operator.play.blocked"))
    return (*_said(texts, whole(view)), *note_sprites(view, words, below(NOTE, view)))


def clock_body(view: View, now_s: float, words: Speech) -> tuple[Sprite, ...]:
    """The fields as they are or were chosen; beside them the clock as it goes."""
    page = view.state.operator.clock
    shown = shown_clock(page, now_s)
    if shown is None:
        return ()
    chosen = datetime.fromisoformat(page.chosen) if page.chosen else shown
    rows = [
        Row(
            words.text(f"operator.clock.{field}"),
            _figure(chosen, field),
            colour=theme.AMBER_TEXT if page.chosen else theme.IVORY,
        )
        for field in CLOCK_FIELDS
    ]
    x, y = RIGHT.x + 24, RIGHT.y
    synced = words.text("operator.clock.synced" if page.is_synced else "operator.clock.alone")
    how = words.text("operator.clock.how" if page.chosen else "operator.clock.begin")
    return (
        *rows_sprites(rows, LEFT, chosen=view.state.operator.row, row_h=46),
        line(words.text("operator.clock.now"), HEAD, x, y + 36, "body", width=RIGHT.w - 48),
        line(f"{shown:%Y-%m-%d  %H:%M:%S}", NOW, x, y + 92, "now", width=RIGHT.w - 48),
        *_said([synced, how], Box(RIGHT.x, y + 104, RIGHT.w, RIGHT.h - 104)),
        *note_sprites(view, words, below(NOTE, view)),
    )


def shown_clock(page: ClockPage, now_s: float) -> datetime | None:
    """The clock now, by the cabinet's time since it was read; None before that."""
    if not page.wall:
        return None
    return datetime.fromisoformat(page.wall) + timedelta(seconds=int(now_s - page.read_s + 1e-6))


def next_second_s(page: ClockPage, now_s: float) -> float:
    """When it shows another second."""
    return page.read_s + int(now_s - page.read_s + 1e-6) + 1


def _figure(moment: datetime, field: ClockField) -> str:
    value = int(getattr(moment, field))
    return f"{value:04}" if field is ClockField.YEAR else f"{value:02}"


def _said(texts: list[str], box: Box) -> tuple[Sprite, ...]:
    inner = Box(box.x + 20, box.y + 22, box.w - 40, box.h - 36)
    return paragraphs(tuple(texts), inner, largest=LARGEST)

"""The operator's page of the event log: a screenful of lines, the chosen one told in full."""

from __future__ import annotations

from collections.abc import Mapping

from firmware.cabinet.operator_menu.pages import EventsPage
from firmware.events import Health
from firmware.jobs import LogLine
from firmware.log import LogKind
from firmware.money import Tender
from firmware.screens import theme
from firmware.screens.leaf import narrowed
from firmware.screens.lettering import line, wrapped
from firmware.screens.operator_rows import note_sprites
from firmware.screens.panels import plate
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Colour, Style
from firmware.screens.view import View
from firmware.words import Message

LOG = Box(24, 66, 1232, 424)
WHOLE = Box(24, 498, 1232, 86)
HEAD = Style("sans_bold", 20, theme.TEAL)
ROW = Style("play_bold", 19, theme.SAND, "right")
TIME = Style("play_bold", 19, theme.SAND)
WHAT = Style("sans_bold", 20, theme.IVORY)
DETAIL = Style("sans", 18, theme.SAND)
BAD = Style("sans_bold", 20, theme.CORAL)
ROW_X, TIME_X, WHAT_X, DETAIL_X = LOG.x + 96, LOG.x + 116, LOG.x + 346, LOG.x + 756
WHAT_W = DETAIL_X - WHAT_X - 16
LINE_H = 31
UPRIGHT_LINE_H, UPRIGHT_H = 66, 848
UNSURE = " *"
"""Behind a time that a clock told which nobody had set, or that went back."""

_COLOURS: dict[str, Colour] = {
    LogKind.FAULT: theme.CORAL,
    LogKind.COIN_SUSPECT: theme.CORAL,
    LogKind.PIN_REFUSED: theme.CORAL,
    "unreadable": theme.CORAL,
    "dispute_opened": theme.CORAL,
    LogKind.FAULT_CLEARED: theme.TEAL,
    "dispute_ended": theme.TEAL,
}
_SLOTTED = ("coin_", "device_", "cash_")
"""Kinds whose subject is a slot of the acceptor."""


def events_panels(view: View) -> tuple[Box, ...]:
    """The list, and the chosen line; on an upright display details have a line of their own."""
    return _log_box(view), _whole_box(view)


def _log_box(view: View) -> Box:
    return narrowed(LOG, view)._replace(h=UPRIGHT_H) if view.is_upright else LOG


def _whole_box(view: View) -> Box:
    if not view.is_upright:
        return WHOLE
    return narrowed(WHOLE, view)._replace(y=LOG.y + UPRIGHT_H + 8, h=260)


def events_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The lines, newest first; under them the chosen one with all its details."""
    menu = view.state.operator
    page = menu.events
    head = words.text("operator.events.head", topic=Message(f"operator.topic.{page.topic}"))
    star = DETAIL._replace(align="right")
    log = _log_box(view)
    unsure = words.text("operator.events.unsure")
    sprites = [
        line(head, HEAD, log.x + 20, log.y + 28, "body", width=log.w * 0.46),
        line(unsure, star, log.right - 20, log.y + 28, "body", width=log.w * 0.46, floor=14),
    ]
    for index, told in enumerate(page.lines or ()):
        sprites += _line(told, index, log, words, is_chosen=index == menu.row)
    return (*sprites, *_whole(view, page, words))


def _line(told: LogLine, index: int, log: Box, words: Speech, *, is_chosen: bool) -> list[Sprite]:
    is_wide = log.w == LOG.w
    line_h = LINE_H if is_wide else UPRIGHT_LINE_H
    top = LOG.y + 42 + line_h * index
    baseline = top + 22
    sprites = []
    if is_chosen:
        sprites.append(plate(Box(log.x + 8, top, log.w - 16, line_h - 2), "body.plate", glow=3))
    colour = _COLOURS.get(told.kind, WHAT.colour)
    what = WHAT._replace(colour=theme.HOT if is_chosen else colour)
    what_w = WHAT_W if is_wide else log.right - 20 - WHAT_X
    x, y = (DETAIL_X, baseline) if is_wide else (WHAT_X, baseline + 25)
    details = _cut(details_of(told, words), x, y, log.right - 20 - x)
    return [
        *sprites,
        line(words.number(told.row), ROW, ROW_X, baseline, "body", width=80, floor=13),
        line(_when(told), TIME, TIME_X, baseline, "body", width=222, floor=14),
        line(what_of(told, words), what, WHAT_X, baseline, "body", width=what_w, floor=14),
        *details,
    ]


def _cut(text: str, x: float, baseline: float, width: float) -> list[Sprite]:
    """As many words of it as there is room for; the chosen line is told in full."""
    parts = wrapped(text, DETAIL, width - 20)
    shown = parts[0] + (" …" if len(parts) > 1 else "")
    return [line(shown, DETAIL, x, baseline, "body", width=width, floor=14)]


def _whole(view: View, page: EventsPage, words: Speech) -> tuple[Sprite, ...]:
    """The chosen line; what could not be read comes before it."""
    box = _whole_box(view)
    menu, width = view.state.operator, box.w - 40
    note = note_sprites(view, words, box)
    if note:
        return note
    texts: list[tuple[str, Style]] = []
    if page.unread:
        texts.append((words.text("operator.events.unread", why=page.unread[0]), BAD))
    lines = page.lines
    if not lines:
        if lines is not None:
            texts.append((words.text("operator.events.none"), WHAT))
    elif menu.row < len(lines):
        chosen = lines[menu.row]
        texts.append((what_of(chosen, words), WHAT))
        texts.append((details_of(chosen, words), DETAIL))
    sprites, baseline = [], box.y + 26
    for text, style in texts:
        for part in wrapped(text, style, width):
            if baseline > box.bottom - 6:
                break
            sprites.append(line(part, style, box.x + 20, baseline, "body", width=width, floor=14))
            baseline += 25
    return tuple(sprites)


def what_of(told: LogLine, words: Speech) -> str:
    """What happened, and to what."""
    what = words.named(f"log.{told.kind}", told.kind)
    subject = _subject(told, words)
    return f"{what}: {subject}" if subject else what


def _subject(told: LogLine, words: Speech) -> str:
    kind, subject = told.kind, told.subject
    if not subject:
        return ""
    if kind in (LogKind.FAULT, LogKind.FAULT_CLEARED):
        return words.named(f"fault.name.{subject}", subject)
    if kind.startswith(_SLOTTED) and subject in tuple(Tender):
        return words.text(f"device.{subject}")
    if kind in (LogKind.LOGIN, LogKind.PIN_CHANGED):
        return words.named(f"operator.role.{subject}", subject)
    return subject


def details_of(told: LogLine, words: Speech) -> str:
    """The details by their names, as they were kept; what they mean is said where we know it."""
    if told.kind == "boot":
        return _of_boot(dict(told.details), words)
    if told.kind == "checkpoint":
        return ""
    return ", ".join(_detail(name, value, words) for name, value in told.details if value)


def _of_boot(told: Mapping[str, str], words: Speech) -> str:
    """How the run before it ended, and which program began; as the ledger keeps it in JSON."""
    how = "clean" if told.get("was_clean") == "true" else "cut"
    if told.get("has_fallen") == "true":
        how = "fell"
    said = [words.text(f"log.boot.{how}")]
    if "version" in told:
        said.append(_detail("version", told["version"], words))
    return ", ".join(said)


def _detail(name: str, value: str, words: Speech) -> str:
    if name == "detail":
        return words.text(f"health.{value}") if value in tuple(Health) else value
    if name == "reason":
        return words.quarantine(value)
    if name == "by":
        value = words.named(f"operator.role.{value}", value)
    if name == "hand":
        value = words.named(f"hand.{value}", value)
    return f"{words.named(f'log.detail.{name}', name)} {value}"


def _when(told: LogLine) -> str:
    is_unsure = not told.is_synced or told.is_wall_back
    return told.at[:19].replace("T", " ") + (UNSURE if is_unsure else "")

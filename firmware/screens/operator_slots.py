"""The operator's page of the slots: each unit's health, what to do about it, its counts."""

from __future__ import annotations

from firmware.cabinet import slots
from firmware.cabinet.coins import Counter
from firmware.cabinet.operator_menu.pages import LineShown
from firmware.cabinet.state import CabinetState, DeviceState
from firmware.events import Health
from firmware.money import Tender
from firmware.screens import theme
from firmware.screens.leaf import narrowed
from firmware.screens.lettering import line, width_of, wrapped
from firmware.screens.slot_sign import COLOURS, Standing, slot_sign, standing
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

ONE = (Box(24, 66, 1232, 518),)
TWO = (Box(24, 66, 606, 518), Box(650, 66, 606, 518))
HALVES = (Box(24, 66, 600, 518), Box(634, 66, 622, 518))
HEAD = Style("sans_bold", 22, theme.TEAL)
NAME = Style("sans", 18, theme.SAND)
VALUE = Style("play_bold", 18, theme.IVORY, "right")
SENTENCE = Style("sans", 21, theme.IVORY)
ALONE = 25
"""Size of the sentences of a slot that has the page for itself."""
IDENTITY = Style("sans", 18, theme.IVORY)
WORD = Style("play_bold", 38, theme.IVORY)
UNKNOWN = "-"
LEADING = 1.24
COUNT_ROWS = 9
COUNT_STEP = 22
RAW_STEP = 25
RAW_COLUMNS = ((0, 0, 120), (128, 0, 300), (436, 0, 540), (984, 0, 204))
"""Where each part of a packet begins, how far below its first line, and how wide it may be."""
RAW_UPRIGHT_STEP, RAW_UPRIGHT_H, RAW_LARGER = 60, 1150, 3
RAW_UPRIGHT = ((0, 0, 120), (128, 0, 440), (128, 25, 668), (580, 0, 216))
RAW_STYLES = (
    Style("sans", 17, theme.SAND),
    Style("sans_bold", 17, theme.IVORY),
    Style("sans", 17, theme.IVORY),
    Style("sans", 17, theme.TEAL),
)


def panels(view: View) -> tuple[Box, ...]:
    """The glass: of each slot, or of one; an upright display has its counts below it."""
    state = view.state
    if view.is_upright and state.operator.line is None and len(state.devices) == 1:
        return HALVES
    if view.is_upright and state.operator.line is not None:
        return (_raw_box(view),)
    if not state.devices:
        return (narrowed(ONE[0], view),)
    return _boxes(state)


def _raw_box(view: View) -> Box:
    """Of the packets; on an upright display each takes two lines."""
    return narrowed(ONE[0], view)._replace(h=RAW_UPRIGHT_H) if view.is_upright else ONE[0]


def _boxes(state: CabinetState) -> tuple[Box, ...]:
    """Where the slots stand: side by side, or one alone; a raw line needs the whole page."""
    if state.operator.line is not None:
        return ONE
    return TWO if len(state.devices) > 1 else ONE


def slots_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """Every slot in its panel, or the raw line of one."""
    state = view.state
    if state.operator.line is not None:
        return _raw(state.operator.line, _raw_box(view), words, is_upright=view.is_upright)
    if not state.devices:
        box = narrowed(ONE[0], view)
        text = words.text("operator.slots.none")
        return (line(text, SENTENCE, box.x + 22, box.y + 44, "body", width=box.w - 44),)
    sprites: list[Sprite] = []
    for slot, box in zip(sorted(state.devices), _boxes(state), strict=False):
        half = Box(box.x, box.y, 606, box.h)
        style = SENTENCE if len(state.devices) > 1 else SENTENCE._replace(size=ALONE)
        sprites += _told(state, slot, half, style, words)
        rows = _counts(state, slot, words)
        if len(state.devices) > 1:
            sprites += _columns(rows, Box(half.x, half.bottom - 206, half.w, 206))
        else:
            sprites.append(line(words.text("operator.counts"), HEAD, 652, box.y + 36, "body"))
            sprites += _list(rows, Box(630, box.y + 50, 626, box.h - 50))
    return tuple(sprites)


def _raw(shown: LineShown, box: Box, words: Speech, *, is_upright: bool) -> tuple[Sprite, ...]:
    """The last packets, one under the other: direction, name, meaning, verdict."""
    step, columns = (RAW_UPRIGHT_STEP, RAW_UPRIGHT) if is_upright else (RAW_STEP, RAW_COLUMNS)
    x = box.x + 22
    head = words.text("operator.raw", device=words.text(f"device.{shown.slot}"))
    sprites = [line(head, HEAD, x, box.y + 34, "body", width=box.w - 44)]
    if not shown.lines:
        text = words.text("operator.raw.silent")
        sprites.append(line(text, SENTENCE, x, box.y + 74, "body", width=box.w - 44))
    for index, packet in enumerate(shown.lines):
        top = box.y + 64 + step * index
        for text, (left, down, width), style in zip(packet, columns, RAW_STYLES, strict=True):
            if text:
                if is_upright:
                    style = style._replace(size=style.size + RAW_LARGER)
                cut = pieces(text, style, width)[0]
                sprites.append(line(cut, style, x + left, top + down, "raw", width=width))
    return tuple(sprites)


def tender_of(slot: str) -> Tender:
    """What goes into a slot, by its name."""
    return Tender.NOTE if slot == Tender.NOTE else Tender.COIN


def _told(state: CabinetState, slot: str, box: Box, sentence: Style, words: Speech) -> list[Sprite]:
    """Sign and word of the health, what it means, what to do, and who the unit is."""
    health, detail = slots.shown(state, slot)
    told = words.health(health, detail, tender_of(slot))
    x, width = box.x + 22, box.w - 44
    colour = COLOURS[standing(health)]
    word = WORD._replace(colour=colour)
    sprites = [
        line(words.text(f"device.{slot}"), HEAD, x, box.y + 36, "body", width=width),
        slot_sign(health, x, box.y + 50, 44, "body"),
        line(told.name, word, x + 58, box.y + 86, "body", width=width - 58, floor=28),
    ]
    todo = told.todo
    if health is Health.WRONG_DEVICE and not state.is_storeless:
        todo = words.text("operator.unit.confirm")
    is_fine = standing(health) in (Standing.OPEN, Standing.SHUT)
    to_do = sentence._replace(colour=theme.SAND if is_fine else theme.AMBER_TEXT)
    step = sentence.size * LEADING
    baseline = box.y + 104 + sentence.size
    for style, text in ((sentence, told.what), (to_do, todo)):
        for part in pieces(text, style, width):
            sprites.append(line(part, style, x, baseline, "body", width=width))
            baseline += step
        baseline += sentence.size * 0.3
    return [*sprites, *_identity(state, slot, health, x, baseline, words)]


def _identity(
    state: CabinetState, slot: str, health: Health, x: float, baseline: float, words: Speech
) -> list[Sprite]:
    """Who the unit is; who was there before, or what it took, when another one is."""
    device, known = state.devices[slot], state.confirmed.get(slot)
    rows = [("operator.unit", device.identity or words.text("operator.unit.unknown"))]
    if health is Health.WRONG_DEVICE and known is not None:
        is_unit = device.identity != known.identity
        was = known.identity if is_unit else known.money_set
        now = device.identity if is_unit else device.money_set
        rows = [("operator.unit.was", was), ("operator.unit.is", now)]
    sprites: list[Sprite] = []
    for key, text in rows:
        name = words.text(key)
        shift = width_of(name, NAME) + 12
        text = pieces(text, IDENTITY, 562 - shift)[0]
        sprites.append(line(name, NAME, x, baseline, "body"))
        sprites.append(line(text, IDENTITY, x + shift, baseline, "body", width=562 - shift))
        baseline += 23
    return sprites


def pieces(text: str, style: Style, width: float) -> tuple[str, ...]:
    """Lines of at most `width`: broken between words, and a longer word (a path) within."""
    found: list[str] = []
    for part in wrapped(text, style, width):
        rest = part
        while width_of(rest, style) > width:
            cut = len(rest)
            while width_of(rest[:cut], style) > width:
                cut -= 1
            found.append(rest[:cut])
            rest = rest[cut:]
        found.append(rest)
    return tuple(found)


# --- counts -------------------------------------------------------------------------------------


def _counts(state: CabinetState, slot: str, words: Speech) -> list[tuple[str, str]]:
    """(name, figure) of all that is counted; a dash for what nobody told."""
    device = state.devices[slot]
    counter = state.counters.get(device.identity) if device.identity else None
    booked = counter or Counter()
    is_told = device.counts.polls > 0

    def own(value: int) -> str:
        return words.number(value) if counter is not None else UNKNOWN

    def heard(value: int) -> str:
        return words.number(value) if is_told else UNKNOWN

    def said(value: int | None) -> str:
        return UNKNOWN if value is None else words.number(value)

    counts = device.counts
    figures = {
        "booked": own(booked.coins),
        "returned": own(booked.returned),
        "rejected": heard(counts.rejected),
        "inhibited": heard(counts.inhibited),
        "lost": own(booked.lost),
        "unaccounted": own(booked.unaccounted),
        "quarantined": own(booked.quarantined) if counter else heard(counts.quarantined),
        "swallowed": own(booked.swallowed),
        "retries": _retries(device, words) if is_told else UNKNOWN,
        "polls": words.decimal(counts.polls_per_s) if is_told else UNKNOWN,
        "resets": heard(counts.resets),
        "rearms": heard(counts.rearms),
        "bad_frames": heard(counts.bad_frames),
        "inserted": said(counts.inserted),
        "accepted": said(counts.accepted),
        "reject_count": said(counts.reject_count),
        "fraud_count": said(counts.fraud_count),
    }
    return [(words.text(f"operator.count.{name}"), figure) for name, figure in figures.items()]


def _retries(device: DeviceState, words: Speech) -> str:
    counts = device.counts
    return f"{words.number(counts.retries)}  ({words.decimal(counts.retries_percent)}%)"


def _columns(rows: list[tuple[str, str]], box: Box) -> list[Sprite]:
    """Two columns, for half a page."""
    width = (box.w - 44 - 30) / 2
    sprites: list[Sprite] = []
    for index, row in enumerate(rows):
        x = box.x + 22 + (width + 30) * (index // COUNT_ROWS)
        baseline = box.y + 16 + COUNT_STEP * (index % COUNT_ROWS)
        sprites += _row(row, x, baseline, width, NAME, VALUE)
    return sprites


def _list(rows: list[tuple[str, str]], box: Box) -> list[Sprite]:
    """One column, where there is room."""
    sprites: list[Sprite] = []
    name, value = NAME._replace(size=20), VALUE._replace(size=20)
    for index, row in enumerate(rows):
        sprites += _row(row, box.x + 22, box.y + 22 + 26 * index, box.w - 44, name, value)
    return sprites


def _row(
    row: tuple[str, str], x: float, baseline: float, width: float, name: Style, value: Style
) -> tuple[Sprite, Sprite]:
    figure_w = width_of(row[1], value)
    return (
        line(row[0], name, x, baseline, "body", width=width - figure_w - 10, floor=16),
        line(row[1], value, x + width, baseline, "body"),
    )

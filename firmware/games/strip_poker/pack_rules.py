"""What the values of a manifest must be to each other, and to the cast rules of the house.

Each rule gives (field, value, problem) triples below the table it looks at; `packs.py` makes
findings of them. Pictures are `packs.py`'s too.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping

from firmware.games.strip_poker.cast import LINE_KEYS, Face
from firmware.games.strip_poker.pack_manifest import (
    CharacterTable,
    GarmentTable,
    HeadTable,
    label,
)
from firmware.language import SHIPPED
from firmware.suggestion import suggestion

Fault = tuple[str, object, str]
"""A field below the table looked at, the value there (None: nothing), the problem."""

FORMAT = 1
MIN_AGE = 25
MAX_AGE = 120
MIN_GARMENTS, MAX_GARMENTS = 3, 7
CANVAS_RATIO = (3, 5)

BUBBLE_LINES, BUBBLE_COLUMNS = 2, 36
"""What the speech bubble holds."""

_NAME_LENGTH = 28
_SHORT_LENGTH = 12
_CARD_LINE_LENGTH = 60
_NEEDED = tuple(map(str, SHIPPED))
_NO_CODE = f"no code of a language, such as {', '.join(_NEEDED)} or de"
_CODE = re.compile(r"[a-z]{2}(_[A-Z]{2})?")


def head_faults(head: HeadTable) -> Iterator[Fault]:
    """What is wrong with the pack itself."""
    yield from words_faults("title", head.title, _NAME_LENGTH)
    if not head.license.strip():
        yield "license", head.license, "must name the licence of the pictures and words"
    if not head.authors or not all(author.strip() for author in head.authors):
        yield "authors", list(head.authors), "must name at least one author"


def character_faults(table: CharacterTable) -> Iterator[Fault]:
    """What is wrong with a character apart from its pictures."""
    yield from _person_faults(table)
    yield from _wardrobe_faults(table.garment)
    for index, garment in enumerate(table.garment):
        place = f"garment[{label({'id': garment.id}, index)}]"
        for field, value, problem in _garment_faults(garment):
            yield f"{place}.{field}", value, problem
    if table.blink is not None:
        for face in table.blink.faces:
            if face not in tuple(Face):
                yield "blink.faces", face, f"no face; {suggestion(face, Face)}"
    yield from _line_faults(table.lines)


def _person_faults(table: CharacterTable) -> Iterator[Fault]:
    if table.age is None:
        yield "age", None, f"missing; must be a whole number of at least {MIN_AGE}"
    elif not MIN_AGE <= table.age <= MAX_AGE:
        yield "age", table.age, f"must be a whole number from {MIN_AGE} to {MAX_AGE}"
    if not table.fictional:
        problem = "must be true: nobody in a pack may be a real person"
        written = table.fictional if "fictional" in table.model_fields_set else None
        yield "fictional", written, problem
    if isinstance(table.name, str):
        yield from _text_faults("name", table.name, _NAME_LENGTH)
    else:
        yield from words_faults("name", table.name, _NAME_LENGTH)
    names = [table.name] if isinstance(table.name, str) else table.name.values()
    yield from _short_faults(names, table.short)
    yield from words_faults("profession", table.profession, _CARD_LINE_LENGTH)
    yield from words_faults("about", table.about, _CARD_LINE_LENGTH)
    width, height = table.canvas
    if min(width, height) < 1 or width * CANVAS_RATIO[1] != height * CANVAS_RATIO[0]:
        yield "canvas", list(table.canvas), "must be 3 wide to 5 high, such as [600, 1000]"
    for field, (x, y) in (("neck", table.neck), ("grip", table.grip)):
        if not (0 <= x <= width and 0 <= y <= height):
            yield field, [x, y], "must be a point of the canvas"


def _wardrobe_faults(garments: tuple[GarmentTable, ...]) -> Iterator[Fault]:
    count = len(garments)
    if not MIN_GARMENTS <= count <= MAX_GARMENTS:
        yield "garment", None, f"{count} of them; must be {MIN_GARMENTS} to {MAX_GARMENTS}"
    last = [garment.id for garment in garments if garment.last]
    if not last:
        yield "garment", None, "none has last = true; exactly the last one must"
    elif len(last) > 1:
        yield "garment", last, "several have last = true; exactly the last one must"
    elif not garments[-1].last:
        yield f"garment[{last[0]}].last", True, "must stand in the last garment of the list"
    for garment_id in sorted(repeated(garment.id for garment in garments)):
        yield f"garment[{garment_id}].id", garment_id, "used twice"


def _garment_faults(garment: GarmentTable) -> Iterator[Fault]:
    yield from words_faults("name", garment.name, _NAME_LENGTH)
    yield from _short_faults(garment.name.values(), garment.short)
    if garment.last:
        if garment.layers:
            files = [layer.file for layer in garment.layers]
            yield "layers", files, "the last garment has none: the body is drawn in it"
        if garment.rack:
            yield "rack", garment.rack, "the last garment never hangs on the rack"
        if not garment.prop:
            yield "prop", None, "missing; must be the picture that flies over the screen"
        return
    if not garment.layers:
        yield "layers", None, "missing; must be the pictures of the garment as worn"
    if not garment.rack:
        yield "rack", None, "missing; must be the picture of the garment on the rack"
    if garment.prop:
        yield "prop", garment.prop, "only the last garment flies over the screen"


def _short_faults(names: Iterable[str], short: Mapping[str, str]) -> Iterator[Fault]:
    if short or any(len(name) > _SHORT_LENGTH for name in names):
        yield from words_faults("short", short, _SHORT_LENGTH)


def _line_faults(lines: Mapping[str, Mapping[str, tuple[str, ...]]]) -> Iterator[Fault]:
    for language, situations in lines.items():
        if not _CODE.fullmatch(language):
            yield f"lines.{language}", None, _NO_CODE
            continue
        for key, variants in situations.items():
            place = f"lines.{language}.{key}"
            if key not in LINE_KEYS:
                yield place, None, f"unknown situation; {suggestion(key, LINE_KEYS)}"
                continue
            for line in variants:
                yield from _spoken_faults(place, line)


def _spoken_faults(place: str, line: str) -> Iterator[Fault]:
    yield from _text_faults(place, line, BUBBLE_LINES * (BUBBLE_COLUMNS + 1))
    rows = textwrap.wrap(line, BUBBLE_COLUMNS, break_long_words=False, break_on_hyphens=False)
    if len(rows) > BUBBLE_LINES or any(len(row) > BUBBLE_COLUMNS for row in rows):
        problem = f"must fit the bubble: {BUBBLE_LINES} lines of {BUBBLE_COLUMNS} characters"
        yield place, line, problem


def words_faults(field: str, words: Mapping[str, str], longest: int) -> Iterator[Fault]:
    """What is wrong with a text that each of the shipped languages must have, and more may."""
    for language in _NEEDED:
        if language not in words:
            yield f"{field}.{language}", None, "missing; every shipped language has one"
    for language, text in words.items():
        if not _CODE.fullmatch(language):
            yield f"{field}.{language}", None, _NO_CODE
        else:
            yield from _text_faults(f"{field}.{language}", text, longest)


def _text_faults(place: str, text: str, longest: int) -> Iterator[Fault]:
    if not text.strip():
        yield place, text, "must not be empty"
    elif not text.isprintable():
        yield place, text, "must be plain text on one line"
    elif len(text) > longest:
        yield place, text, f"{len(text)} characters; at most {longest}"


def repeated(names: Iterable[str]) -> set[str]:
    """The names that come more than once.

    >>> repeated(["hat", "coat", "hat"])
    {'hat'}
    """
    seen: set[str] = set()
    twice: set[str] = set()
    for name in names:
        (twice if name in seen else seen).add(name)
    return twice

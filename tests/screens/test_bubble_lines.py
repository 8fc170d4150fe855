"""Whatever the cast says fits into the speech bubble in the bubble's own type."""

from __future__ import annotations

import tomllib

from firmware.games.strip_poker.packs import MANIFEST, built_in
from firmware.screens.lettering import width_of, wrapped
from firmware.screens.theme import IVORY, Style

SPEECH = Style("sans_italic", 25, IVORY)
WIDTH = 440 - 36
"""The bubble's, without its margins."""


def fits(line: str) -> bool:
    rows = wrapped(line, SPEECH, WIDTH)
    return len(rows) <= 2 and max(width_of(row, SPEECH) for row in rows) <= WIDTH


def test_every_line_fits_the_bubble() -> None:
    manifest = tomllib.loads((built_in() / MANIFEST).read_text(encoding="utf-8"))
    too_long = [
        line
        for person in manifest["character"]
        for lines in person["lines"].values()
        for variants in lines.values()
        for line in variants
        if not fits(line)
    ]
    assert too_long == []


def test_a_line_that_does_not_fit_is_seen() -> None:
    assert not fits("Ottavia " * 12)

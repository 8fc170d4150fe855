"""The drawn guests: every picture names the drawing it was made from, and drawings are plain."""

from __future__ import annotations

import hashlib
import re
import struct
from pathlib import Path

import pytest

PACK = Path(__file__).resolve().parents[2] / "assets" / "packs" / "club-notte"
SOURCES = sorted(PACK.glob("*/svg/*.svg"))
PICTURES = sorted(PACK.glob("*/*.png"))
_ELEMENT = re.compile(
    r'<path fill="#[0-9a-f]{6}"(?: fill-opacity="[01]\.\d{3}")? fill-rule="evenodd" d="[^"<>]+"/>',
    re.IGNORECASE,
)


def _named(path: Path) -> str:
    return f"{path.parent.name if path.suffix == '.png' else path.parts[-3]}/{path.stem}"


def _chunks(data: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    place = 8
    while place < len(data):
        (length,) = struct.unpack_from(">I", data, place)
        found.setdefault(data[place + 4 : place + 8], data[place + 8 : place + 8 + length])
        place += length + 12
    return found


def test_there_are_drawings() -> None:
    assert {path.parts[-3] for path in SOURCES} >= {"ottavia", "scene"}


def test_every_picture_has_its_drawing_and_every_drawing_its_picture() -> None:
    assert [_named(path) for path in PICTURES] == [_named(path) for path in SOURCES]


@pytest.mark.parametrize("source", SOURCES, ids=_named)
def test_a_picture_was_made_from_the_drawing_beside_it(source: Path) -> None:
    chunks = _chunks((source.parents[1] / f"{source.stem}.png").read_bytes())
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    assert chunks[b"tEXt"].decode() == f"Source-SHA256\0{digest}"


@pytest.mark.parametrize("source", SOURCES, ids=_named)
def test_a_picture_has_the_size_of_its_canvas(source: Path) -> None:
    view = re.search(r'viewBox="0 0 (\d+) (\d+)"', source.read_text(encoding="utf-8"))
    header = _chunks((source.parents[1] / f"{source.stem}.png").read_bytes())[b"IHDR"]
    assert view is not None
    assert struct.unpack(">II", header[:8]) == (int(view[1]), int(view[2]))


@pytest.mark.parametrize("source", SOURCES, ids=_named)
def test_a_drawing_holds_nothing_but_plainly_filled_paths(source: Path) -> None:
    first, *elements, last = source.read_text(encoding="utf-8").splitlines()
    assert first.startswith("<svg ")
    assert last == "</svg>"
    assert elements
    assert [line for line in elements if not _ELEMENT.fullmatch(line)] == []


def test_the_pack_stays_small() -> None:
    assert sum(path.stat().st_size for path in PICTURES) < 3_000_000

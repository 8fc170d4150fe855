"""A pack small enough to be written for every test: one character on a canvas of 6 x 10 px."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

CANVAS = (6, 10)

MANIFEST = """\
format = 1
id = "tiny"
title = { it = "Piccolo", en = "Tiny", ru = "Малый" }
license = "CC-BY-4.0"
authors = ["Nobody in Particular"]

[scene]
backdrop = "scene/backdrop.png"
rack = "scene/rack.png"

[[character]]
id = "anna"
name = { it = "Zia Anna", en = "Aunt Anna", ru = "Тётя Анна" }
age = 61
fictional = true
profession = { it = "Sarta", en = "Tailor", ru = "Портниха" }
about = { it = "Passa volentieri.", en = "Folds gladly.", ru = "Охотно пасует." }
canvas = [6, 10]
body = "anna/body.png"
base = [
  { file = "anna/head.png", z = 80, part = "head" },
]
neck = [3, 3]
grip = [1, 4]
play = { level = 2, boldness = 0.7, bluff = 0.25, read = 0 }

[character.faces]
neutral = "anna/neutral.png"
glad = "anna/glad.png"
worried = "anna/worried.png"
poker = "anna/poker.png"
shocked = "anna/shocked.png"

[character.blink]
file = "anna/blink.png"

[character.screen]
panels = "anna/screen.png"
hand = "anna/wave.png"
fingers = "anna/fingers.png"

[[character.garment]]
id = "hat"
name = { it = "Cappello", en = "Hat", ru = "Шляпа" }
layers = [ { file = "anna/hat.png", z = 90, part = "head" } ]
rack = "anna/rack_hat.png"

[[character.garment]]
id = "coat"
name = { it = "Cappotto di lana", en = "Woollen coat", ru = "Шерстяное пальто" }
short = { it = "Cappotto", en = "Coat", ru = "Пальто" }
layers = [ { file = "anna/coat.png", z = 50 }, { file = "anna/coat_back.png", z = 8 } ]
rack = "anna/rack_coat.png"

[[character.garment]]
id = "dress"
name = { it = "Vestito", en = "Dress", ru = "Платье" }
last = true
prop = "anna/prop.png"

[character.lines.it]
win = ["Ho vinto.", "Di nuovo."]
exchange = ["Cambio."]
exchange_1 = ["Una sola."]

[character.lines.en]
win = ["I have won."]
"""

PICTURES = [
    "body",
    "head",
    "neutral",
    "glad",
    "worried",
    "poker",
    "shocked",
    "blink",
    "screen",
    "wave",
    "fingers",
    "hat",
    "rack_hat",
    "coat",
    "coat_back",
    "rack_coat",
    "prop",
]


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(
    size: tuple[int, int], rgba: tuple[int, int, int, int] = (0, 0, 0, 0), padding: int = 0
) -> bytes:
    """A PNG of one colour; `padding` bytes more in a chunk nobody reads."""
    width, height = size
    rows = (b"\0" + bytes(rgba) * width) * height
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
            chunk(b"paDd", b"x" * padding) if padding else b"",
            chunk(b"IDAT", zlib.compress(rows)),
            chunk(b"IEND", b""),
        )
    )


def write_pack(folder: Path, manifest: str = MANIFEST) -> Path:
    """The pack, its pictures all clear; `folder` is made."""
    (folder / "anna").mkdir(parents=True)
    (folder / "scene").mkdir()
    for name in PICTURES:
        (folder / "anna" / f"{name}.png").write_bytes(png(CANVAS))
    (folder / "scene" / "backdrop.png").write_bytes(png((744, 1100)))
    (folder / "scene" / "rack.png").write_bytes(png((600, 1000)))
    (folder / "pack.toml").write_text(manifest, encoding="utf-8")
    return folder


def changed(old: str, new: str, manifest: str = MANIFEST) -> str:
    """The manifest with one thing changed, which must be there."""
    assert manifest.count(old) == 1, f"{manifest.count(old)} times in the manifest: {old}"
    return manifest.replace(old, new)

"""What docs/wiring/ says can be built: its lines load, its pins are so, its links lead."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from firmware.config import EMULATOR, Config, parse_config

ROOT = Path(__file__).parents[1]
WIRING = ROOT / "docs" / "wiring"
PAGES = {path.name: path.read_text("utf-8") for path in sorted(WIRING.glob("*.md"))}
SHIPPED = (ROOT / "hw_config.toml").read_text("utf-8")
PROFILES = {
    "serial_frame": {"dg600f", "jy910", "jy23", "nv_simple"},
    "pulse": {"ch926_fast", "ch926_medium", "ch926_slow", "dg600f_pulse", "hx616"},
}
SECTION = re.compile(r"^\[(?P<name>[\w.]+)\]", re.M)
BLOCK = re.compile(r"^```toml\n(?P<lines>.*?)^```$", re.M | re.S)
PIN = re.compile(r"GPIO(\d+) \(pin (\d+)\)")
PLACES = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22,
    26: 37, 27: 13,
}  # fmt: skip
"""BCM number -> position on the header, as the Pi's makers print it."""

BLOCKS = [
    pytest.param(found["lines"], id=f"{name}-{number}")
    for name, text in PAGES.items()
    for number, found in enumerate(BLOCK.finditer(text), start=1)
]


def sections(text: str) -> dict[str, str]:
    """Section -> its lines, header included."""
    heads = list(SECTION.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return {head["name"]: text[head.start() : end] for head, end in zip(heads, ends, strict=True)}


def loaded(block: str) -> Config:
    """The shipped table on a real Pi, with a page's sections in place of its own."""
    parts = sections(SHIPPED)
    parts["hardware"] = '[hardware]\nmode = "real"\npin_factory = "lgpio"\n'
    parts["coin"] = parts["coin"].replace(f'"{EMULATOR}"', '"/dev/serial/by-id/a"', 1)
    return parse_config("\n".join((parts | sections(block)).values()))


def test_every_family_has_its_page():
    wanted = {"README", "cctalk", "serial_frame", "ssp", "pulse", "panel", "calibration"}
    assert {name.removesuffix(".md") for name in PAGES} == wanted


@pytest.mark.parametrize("block", BLOCKS)
def test_the_lines_to_write_load(block: str):
    config = loaded(block)
    assert set(sections(block)) <= {"coin", "note", "panel", "panel.switches", "panel.meters"}
    for slot in (config.coin, config.note):
        if slot.driver_name in PROFILES:
            assert slot.profile in PROFILES[slot.driver_name]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_lines_to_write_refuse_money_at_a_dead_pin(block: str):
    for slot in ("coin", "note"):
        table = tomllib.loads(block).get(slot, {})
        if "inhibit_pin" in table:
            assert table["inhibit_pin"] >= 9  # pins 0 to 8 are pulled up while a Pi starts
            assert table["inhibit_when"] == "low"


@pytest.mark.parametrize("block", BLOCKS)
def test_pulses_are_worth_a_part_of_each_coin(block: str):
    config = loaded(block)
    if config.coin.driver == "pulse":
        assert all(coin % config.coin.unit_minor == 0 for coin in config.coin.coins_minor)
    if config.note.driver == "pulse":
        assert all(note % config.note.unit_minor == 0 for note in config.note.notes_minor)


def test_each_profile_has_its_lines():
    shown = set(re.findall(r'^profile = "(\w+)"', "\n".join(PAGES.values()), re.M))
    told = set(re.findall(r"`(\w+)`", "\n".join(PAGES.values())))
    assert PROFILES["serial_frame"] | PROFILES["pulse"] <= shown | told


@pytest.mark.parametrize("path", sorted(WIRING.glob("*.*")), ids=lambda path: path.name)
def test_a_pin_is_where_it_is_said_to_be(path: Path):
    told = {(int(number), int(place)) for number, place in PIN.findall(path.read_text("utf-8"))}
    assert [pin for pin in told if PLACES[pin[0]] != pin[1]] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_link_of_a_page_leads_somewhere(name: str):
    links = [link for link in re.findall(r"\]\(([^)#]+)", PAGES[name]) if "://" not in link]
    assert links
    assert [link for link in links if not (WIRING / link).exists()] == []


def test_every_drawing_is_shown_once():
    shown = Counter(re.findall(r"!\[[^\]]+\]\((\w+\.svg)\)", "\n".join(PAGES.values())))
    assert set(shown) == {path.name for path in WIRING.glob("*.svg")}
    assert set(shown.values()) == {1}


@pytest.mark.parametrize("name", [name for name in PAGES if name != "README.md"])
def test_the_first_page_leads_to_every_other(name: str):
    assert f"]({name})" in PAGES["README.md"]

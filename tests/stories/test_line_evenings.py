"""Evenings on other lines than the shipped ones: notes, pulses, two slots, a tilt switch."""

from __future__ import annotations

from pathlib import Path

import pytest
from blank_display import made
from wiring import wired

from firmware.app.script import read_script
from firmware.app.story import play
from firmware.config import parse_config
from firmware.ledger.verify import verify

FOLDER = Path(__file__).parent / "lines"
CCTALK, SSP = 'driver = "cctalk"', 'driver = "ssp"'
PULSES = 'driver = "pulse"\nprofile = "ch926_fast"\npulse_pin = 8\ninhibit_pin = 11'
BOX = 'driver = "serial_frame"\nprofile = "jy23"\nchannels_minor = [10]\ninhibit_pin = 11'
TILT = "tilt = 2"

WIRED = {
    "notes_cctalk": wired(CCTALK, CCTALK),
    "notes_ssp": wired(CCTALK, SSP),
    "note_held_cctalk": wired(CCTALK, CCTALK),
    "note_held_ssp": wired(CCTALK, SSP),
    "tilted_double": wired(switches=TILT),
    "pulses": wired(PULSES),
    "pulse_box": wired(BOX),
    "one_slot_out": wired(CCTALK, SSP),
    "note_in_the_coin_test": wired(CCTALK, SSP),
}


def test_every_story_has_its_wiring() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(WIRED)


@pytest.mark.parametrize("name", WIRED)
def test_story(name: str, tmp_path: Path) -> None:
    config = parse_config(WIRED[name], f"{name}.toml")
    steps = read_script(FOLDER / f"{name}.story", has_seed=True)
    outcome = play(f"{name}.story", steps, made(tmp_path, config=config))
    assert outcome.failures == ()
    assert outcome.expectations > 0
    assert verify(tmp_path).faults == ()

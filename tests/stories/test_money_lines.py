"""The whole cabinet on each kind of money line: a coin becomes credit and is known after a cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from wiring import wired

from firmware.cli.main import run

STORY = """\
expect health.coin ready
coin 100
settle
expect credit 10
expect meters.coin_in 10
cut
expect credit 10
expect health.coin ready
"""


@pytest.mark.parametrize(
    ("coin", "note"),
    [
        ('driver = "cctalk"', 'driver = "cctalk"'),
        ('driver = "cctalk"', 'driver = "ssp"'),
        ('driver = "cctalk"\nchecksum = "crc-16"', 'driver = "none"'),
        ('driver = "serial_frame"\nprofile = "dg600f"', 'driver = "none"'),
        ('driver = "serial_frame"\nprofile = "jy23"', 'driver = "none"'),
        ('driver = "serial_frame"\nprofile = "jy23"\nchannels_minor = [10]', 'driver = "none"'),
        ('driver = "serial_frame"\nprofile = "jy910"\nchannels_minor = [10, 20, 50, 100, 200]',
         'driver = "none"'),
        ('driver = "serial_frame"\nprofile = "dg600f"\ninhibit_pin = 11', 'driver = "ssp"'),
        ('driver = "pulse"\nprofile = "ch926_fast"\npulse_pin = 8', 'driver = "none"'),
        ('driver = "pulse"\nprofile = "ch926_slow"\npulse_pin = 8\ninhibit_pin = 11',
         'driver = "ssp"'),
    ],
)  # fmt: skip
def test_a_coin_becomes_credit_and_stays(coin: str, note: str, tmp_path: Path) -> None:
    config, story = tmp_path / "cabinet.toml", tmp_path / "evening.story"
    config.write_text(wired(coin, note), "utf-8")
    is_with_notes = '"none"' not in note
    story.write_text(STORY + "expect health.note ready\n" * is_with_notes, "utf-8")
    assert run(["run", "--headless", "--script", str(story), "--config", str(config)]) == 0


def test_a_unit_that_could_tell_of_nothing_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, story = tmp_path / "cabinet.toml", tmp_path / "evening.story"
    config.write_text(wired('driver = "serial_frame"\nprofile = "jy910"', 'driver = "none"'))
    story.write_text(STORY, "utf-8")
    assert run(["run", "--headless", "--script", str(story), "--config", str(config)]) == 2
    told = capsys.readouterr().err
    assert 'coin.channels_minor = []: profile "jy910" could tell of nothing' in told
    assert "list what each channel is worth" in told


def test_a_coin_that_is_not_credited_fails_the_story(tmp_path: Path) -> None:
    story = tmp_path / "evening.story"
    story.write_text("coin 5\nsettle\nexpect credit 1\n", "utf-8")
    assert run(["run", "--headless", "--script", str(story)]) == 1

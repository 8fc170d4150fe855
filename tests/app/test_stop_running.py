"""`systemctl stop` in the middle of a game: money first, then the books; nothing is lost."""

from __future__ import annotations

import configparser
import functools
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from blank_display import made
from in_memory import tmp_path

from firmware.app import story
from firmware.app.build import open_books
from firmware.app.machine import GOODBYE_S
from firmware.app.script import read_script
from firmware.assets import shipped_config
from firmware.cabinet import memory
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.ledger.ledger import Ledger
from firmware.ledger.verify import verify

__all__ = ["tmp_path"]

CHILD = Path(__file__).with_name("stop_child.py")
UNIT = Path(__file__).parents[2] / "cabinet.service"
PLACES = {
    "a double, with money at stake": (
        *(
            "coin 200",
            "settle",
            "press HOLD2",
            "settle",
            "press BET",
            "deck KH KD 9S 4C 2D KS 7H 7C",
        ),
        *("press DEAL", "settle", "press DEAL", "settle", "press DOUBLE", "settle"),
        "expect state double",
    ),
    "Cinque Mani, while the opponent thinks": (
        *("coin 200", "settle", "press HOLD3", "settle", "press DEAL", "settle"),
        *("expect mode cinque_mani", "expect state build"),
    ),
}
"""Where somebody stands -> the way there; each costs a process, whose start is most of the time."""


def played(data: Path, steps: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A cabinet's own ledger after these steps and a goodbye; its documents."""
    real = functools.partial(open_books, is_test=False)

    def opened(*args: object, is_test: bool) -> object:
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(story, "open_books", opened)
    script = data.parent / "a.story"
    script.write_text("\n".join(steps) + "\n")
    steps_read = read_script(script, has_seed=True)
    outcome = story.play("a.story", steps_read, made(data, config=load_config()))
    assert not outcome.failures
    return documents(data)


def documents(data: Path) -> dict[str, str]:
    ledger = Ledger.open(data, clock=VirtualClock(), executor=None, is_test=False)
    kept = dict(ledger.documents)
    assert ledger.meters["unclean_boots"] == 0
    ledger.close()
    return kept


def stopped(folder: Path, data: Path) -> list[str]:
    """Start the program on `data`, stop it once it is ready; what it told, in order."""
    config = folder / "hw.toml"
    text = shipped_config().read_text(encoding="utf-8")
    text = text.replace("enabled = true", "enabled = false")
    config.write_text(text.replace("size = [1280, 720]", "size = [320, 240]"))
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(folder / "notify"))
    line.settimeout(60)
    environment = {
        **os.environ,
        "NOTIFY_SOCKET": str(folder / "notify"),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    words = ["run", "--windowed", "--config", str(config), "--data", str(data)]
    with subprocess.Popen(
        [sys.executable, str(CHILD), *words], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert "READY=1" in line.recv(4096).decode()
        process.send_signal(signal.SIGTERM)
        told, _ = process.communicate(timeout=60)
    line.close()
    assert process.returncode == 0
    return told.splitlines()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("place", PLACES)
def test_a_stop_closes_money_then_books_and_keeps_the_game(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    before = played(data, PLACES[place], monkeypatch)
    assert stopped(tmp_path, data) == ["money refused", "coin line closed", "ledger closed"]
    after = documents(data)
    assert after[memory.PLAY] == before[memory.PLAY]
    assert verify(data).faults == ()


def test_systemd_waits_longer_than_the_goodbye_takes() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT)
    assert float(unit["Service"]["TimeoutStopSec"]) > 5 * GOODBYE_S

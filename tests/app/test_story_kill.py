"""A cabinet killed without a goodbye comes back with the same cards, the same credit."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from blank_display import played

from firmware.ledger.verify import verify

HERE = Path(__file__).parent
KILLED = """
import os, signal, sys
from pathlib import Path
from blank_display import made
from firmware.app.script import parse_script

story = made(Path(sys.argv[1]))
story.boot()
for step in parse_script(sys.argv[2], "killed", has_seed=True):
    story.play(step)
os.kill(os.getpid(), signal.SIGKILL)
"""
TO_A_HAND = """
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D KS 7H 7C
press DEAL
"""
TO_A_WIN = TO_A_HAND + "settle\npress DEAL\n"
TO_A_DOUBLE = TO_A_WIN + "settle\ndeck 5C 9H 2D 5S 4C\npress BET\n"
TO_THE_END = TO_A_DOUBLE + "settle\npress HOLD2\nsettle\npress DEAL\n"


def killed(story: str, data: Path) -> None:
    """Play in a process of its own, which dies at the end of the story."""
    folders = [str(HERE.parent), str(HERE.parents[1])]
    process = subprocess.run(
        [sys.executable, "-c", KILLED, str(data), story],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
        check=False,
        timeout=60,
    )
    assert process.returncode == -signal.SIGKILL


@pytest.mark.promise("RES-1")
@pytest.mark.parametrize(
    ("story", "expected"),
    [
        ("coin 100\nsettle", {"mode": "menu", "credit": 10}),
        (
            TO_A_HAND,
            {"state": "hold", "credit": 9, "held": [1, 2], "cards": ["KH", "KD", "9S", "4C", "2D"]},
        ),
        (
            TO_A_WIN,
            {"state": "win", "credit": 9, "win": 7, "cards": ["KH", "KD", "KS", "7H", "7C"]},
        ),
        (
            TO_A_DOUBLE,  # of seven, four are banked and three at risk
            {"state": "double", "credit": 13, "win": 3, "cards": ["5C", "??", "??", "??", "??"]},
        ),
        (TO_THE_END, {"state": "betting", "credit": 19, "win": 0}),
    ],
    ids=["coin", "hand", "win", "double", "end"],
)
def test_kill(story: str, expected: dict[str, object], tmp_path: Path) -> None:
    killed(story, tmp_path)
    report = played("", tmp_path).report
    assert {name: report[name] for name in expected} == expected
    assert report["meters"]["unclean_boots"] == 1
    assert verify(tmp_path).faults == ()


@pytest.mark.promise("RES-2")
def test_the_hidden_cards_of_a_killed_double_are_the_same(tmp_path: Path) -> None:
    killed(TO_A_DOUBLE, tmp_path)
    report = played("press HOLD2\nsettle", tmp_path).report
    assert report["cards"] == ["5C", "9H", "2D", "5S", "4C"]
    assert report["win"] == 6


@pytest.mark.promise("RNG-8")
def test_the_draw_of_a_killed_hand_is_the_same(tmp_path: Path) -> None:
    killed(TO_A_HAND, tmp_path)
    assert played("press DEAL\nsettle", tmp_path).report["cards"] == ["KH", "KD", "KS", "7H", "7C"]

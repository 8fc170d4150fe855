"""The proof by chattering buttons, and that it can fall."""

from __future__ import annotations

import pytest
from proof import untracked
from proof_debounce import STUCK_S, MakeLine, Timing, prove, real_line, sessions

from firmware.hardware import debounce
from firmware.hardware.debounce import ButtonChange, ButtonLine, Read

pytestmark = pytest.mark.proof


def test_every_press_is_one_press() -> None:
    assert prove(False, untracked).fell == ()


def test_short_presses_and_stuck_buttons_are_among_them() -> None:
    (tried,) = prove(False, untracked).tried
    assert " 0 shorter" not in tried
    assert " 0 held" not in tried


def line(is_down: bool, bounce_s: float, spike_s: float, stuck_s: float = STUCK_S) -> ButtonLine:
    return ButtonLine(is_down, 0.0, bounce_s=bounce_s, spike_s=spike_s, stuck_s=stuck_s)


class EdgeAtFirst(ButtonLine):
    """Takes the first reading for an edge."""

    def __init__(self, is_down: bool, timing: Timing) -> None:
        super().__init__(
            False, 0.0, bounce_s=timing.bounce_s, spike_s=timing.spike_s, stuck_s=STUCK_S
        )
        self.edge(is_down, 0.0)


WRONG: dict[str, MakeLine] = {
    "bounces are presses": lambda down, timing: line(down, 0.0, timing.spike_s),
    "the bounce time is too short": lambda down, timing: line(
        down, timing.bounce_s / 4, timing.spike_s
    ),
    "spikes are presses": lambda down, timing: line(down, timing.bounce_s, 0.0),
    "the spike time is too short": lambda down, timing: line(
        down, timing.bounce_s, timing.spike_s / 2
    ),
    "short presses are spikes": lambda down, timing: line(down, timing.bounce_s, timing.bounce_s),
    "stuck is never told": lambda down, timing: line(
        down, timing.bounce_s, timing.spike_s, 10 * STUCK_S
    ),
    "stuck is told too soon": lambda down, timing: line(down, timing.bounce_s, timing.spike_s, 0.5),
    "the first reading is a press": EdgeAtFirst,
}


class NeverReads(ButtonLine):
    """Takes what it was told last for what the contact does now."""

    def until(self, now_s: float, _read: Read | None = None) -> list[ButtonChange]:
        return super().until(now_s)


class LooksAreMoments(ButtonLine):
    """Lets an edge count from when the loop looked, if that was later."""

    looked_s = 0.0

    def until(self, now_s: float, read: Read | None = None) -> list[ButtonChange]:
        self.looked_s = now_s
        return super().until(now_s, read)

    def edge(self, is_down: bool, at_s: float) -> list[ButtonChange]:
        return super().edge(is_down, max(at_s, self.looked_s))


WRONG["what a late edge ended has lasted"] = lambda down, timing: NeverReads(
    down, 0.0, bounce_s=timing.bounce_s, spike_s=timing.spike_s, stuck_s=STUCK_S
)
WRONG["edges count from the look"] = lambda down, timing: LooksAreMoments(
    down, 0.0, bounce_s=timing.bounce_s, spike_s=timing.spike_s, stuck_s=STUCK_S
)


@pytest.mark.parametrize("wait", ["LATEST_S", "SOON_S"])
def test_a_wait_of_the_wrong_length_is_caught(wait: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debounce, wait, {"LATEST_S": 0.1, "SOON_S": 1.0}[wait])
    assert sessions(real_line, 1_500, untracked).fell != ()


@pytest.mark.parametrize("name", WRONG)
def test_a_planted_fault_is_caught(name: str) -> None:
    assert sessions(WRONG[name], 300, untracked).fell != ()

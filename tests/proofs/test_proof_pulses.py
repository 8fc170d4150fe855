"""The proof by pulses, and that it can fall."""

from __future__ import annotations

import pytest
from proof import untracked
from proof_pulses import NOMINAL_MS, profiles, prove, real_trains, sessions

from firmware.hardware import pulse_train
from firmware.hardware.acceptor_profiles import PulseProfile, profile_names
from firmware.hardware.pulse_train import PulseTrains

pytestmark = pytest.mark.proof


@pytest.mark.promise("ERR-6")
def test_no_train_is_lost_and_none_is_made_up() -> None:
    assert prove(False, untracked).fell == ()


def test_every_profile_of_the_program_is_tried() -> None:
    assert sorted(NOMINAL_MS) == profile_names("pulse")
    assert {each.name for each in profiles()} == set(NOMINAL_MS)


# --- planted faults ---------------------------------------------------------------------------


def fell_with(**changes: object) -> str:
    """What falls where the program reads every profile with those changes."""

    def make(profile: PulseProfile, coins_minor: tuple[int, ...]) -> PulseTrains:
        return real_trains(profile.model_copy(update=changes), coins_minor)

    return "\n".join(sessions(make, 60, untracked).fell)


def test_a_gap_that_is_too_short_breaks_trains() -> None:
    assert "merged" in fell_with(gap_periods=0.5)


def test_a_window_without_jitter_doubts_good_coins() -> None:
    assert "doubted without a reason" in fell_with(shortest_ms=49.0, longest_ms=51.0)


def test_an_extra_edge_that_is_counted_is_a_phantom() -> None:
    assert "phantom credit" in fell_with(extra_edge_at_start=False)


def test_a_pulse_taken_for_an_extra_edge_is_a_loss() -> None:
    assert "lost without a word" in fell_with(extra_edge_at_start=True)


def test_noise_that_is_a_question() -> None:
    assert "noise: doubted without a reason" in fell_with(noise_below_ms=0.0)


def test_odd_pulses_that_are_noise_without_a_data_sheet() -> None:
    assert "an odd pulse was taken for noise" in fell_with(noise_below_ms=20.0)


def test_a_loop_that_does_not_wait_for_late_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse_train, "LATEST_S", 0.0)
    assert "plain: doubted without a reason" in fell_with()


def test_edges_that_count_from_when_somebody_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pulse whose edges come late would be as long as the loop was away."""

    def until(self: PulseTrains, now_s: float) -> list[pulse_train.Said]:
        said = honest(self, now_s)
        self._decided_s = max(self._decided_s, now_s)
        return said

    honest = PulseTrains.until
    monkeypatch.setattr(PulseTrains, "until", until)
    assert "doubted without a reason" in fell_with()


def test_a_spike_that_stands_for_the_extra_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PulseTrains, "_may_be_extra", lambda _self, _before_s: False)
    assert "a short extra edge: lost without a word" in fell_with()


def test_spikes_that_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse_train, "SPIKE_S", 0.0005)
    assert "spikes" in fell_with()


def test_spikes_that_are_pulses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse_train, "SPIKE_S", 0.0005)
    assert "phantom credit" in fell_with(shortest_ms=0.5)


def test_a_train_that_goes_on_where_the_wire_was_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows a wire that came free unseen would be told short of a pulse."""

    def edge(self: PulseTrains, is_active: bool, at_s: float) -> list[pulse_train.Said]:
        if self.is_stuck and is_active:
            return self.lost_edge(is_active, at_s)
        return honest(self, is_active, at_s)

    honest = PulseTrains.edge
    monkeypatch.setattr(PulseTrains, "edge", edge)
    assert "lost without a word" in fell_with()


def test_a_lost_edge_that_is_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def swallow(self: PulseTrains, _is_active: bool, at_s: float) -> list[pulse_train.Said]:
        return self.until(at_s)

    monkeypatch.setattr(PulseTrains, "lost_edge", swallow)
    assert "lost without a word" in fell_with()


def test_a_stuck_wire_that_nobody_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse_train, "STUCK_S", 10.0)
    assert "a stuck wire was not told" in fell_with()

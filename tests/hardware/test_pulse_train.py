"""Edges of a pulse wire become money, or quarantine, and never a phantom."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from firmware.hardware.acceptor_profiles import PulseProfile, load_profile, profile_names
from firmware.hardware.edge_queue import LATEST_S
from firmware.hardware.pulse_train import Doubtful, PulseTrains, Said, Stuck, Train

FAST = PulseProfile(kind="pulse", period_ms=40, shortest_ms=12, longest_ms=35)
GAP_S = 0.100  # 2.5 periods


def trains(
    profile: PulseProfile = FAST,
    accepted_minor: Iterable[int] = (10, 20, 50),
    *,
    is_active: bool = False,
    is_after_noise: bool = False,
) -> PulseTrains:
    return PulseTrains(
        profile,
        unit_minor=10,
        accepted_minor=accepted_minor,
        is_active=is_active,
        at_s=0.0,
        is_after_noise=is_after_noise,
    )


def pulses(made: PulseTrains, count: int, at_s: float = 1.0, width_s: float = 0.020) -> float:
    """That many pulses of 40 ms, from `at_s` on; when the last of them ended."""
    for number in range(count):
        rise_s = at_s + 0.040 * number
        assert made.edge(True, rise_s) == []
        assert made.edge(False, rise_s + width_s) == []
    return at_s + 0.040 * (count - 1) + width_s


def told(said: list[Said]) -> list[tuple[str, str]]:
    return [(each.reason, each.detail) for each in said if isinstance(each, Doubtful)]


@pytest.mark.parametrize("name", profile_names("pulse"))
def test_every_profile_of_the_program_is_right(name: str) -> None:
    profile = load_profile(name, "pulse")
    assert profile.shortest_ms < profile.longest_ms
    assert profile.startup_quiet_ms == 500


def test_pulses_times_unit_is_the_money() -> None:
    made = trains()
    end_s = pulses(made, 5)
    assert made.until(5.0) == [Train(5, 50, pytest.approx(end_s + GAP_S))]


def test_a_train_is_over_when_no_edge_of_two_and_a_half_periods_can_be_on_its_way() -> None:
    made = trains()
    end_s = pulses(made, 1)
    assert made.deadline_s() < end_s + GAP_S + LATEST_S  # to look at the width of the pulse
    assert made.until(end_s + GAP_S + LATEST_S - 0.001) == []
    assert made.deadline_s() == pytest.approx(end_s + GAP_S + LATEST_S)
    assert made.has_open_train()
    assert made.until(end_s + GAP_S + LATEST_S) == [Train(1, 10, pytest.approx(end_s + GAP_S))]
    assert not made.has_open_train()


def test_the_next_train_shows_at_once_that_the_last_is_over() -> None:
    made = trains()
    end_s = pulses(made, 2)
    assert made.edge(True, end_s + GAP_S + 0.001) == [Train(2, 20, pytest.approx(end_s + GAP_S))]


# --- edges that are told late -------------------------------------------------------------------


def late_pulses(made: PulseTrains, late_s: float) -> list[Said]:
    """Five pulses of a coin from 1 s on, each edge told `late_s` after it by a loop that looks
    every millisecond."""
    edges = [(1.0 + 0.040 * number, True) for number in range(5)]
    edges += [(at_s + 0.020, False) for at_s, _ in edges]
    edges.sort()
    said: list[Said] = []
    for milliseconds in range(1_000, 2_500):
        now_s = milliseconds / 1000
        while edges and edges[0][0] + late_s <= now_s:
            at_s, is_active = edges.pop(0)
            said += made.edge(is_active, at_s)
        said += made.until(now_s)
    return said


@pytest.mark.parametrize("late_s", [0.0, 0.016, 0.200, 0.250])
def test_late_edges_are_the_money_that_they_were(late_s: float) -> None:
    assert late_pulses(trains(), late_s) == [Train(5, 50, pytest.approx(1.180 + GAP_S))]


def test_on_a_wire_at_rest_nothing_is_decided_and_no_edge_too_late() -> None:
    made = trains()
    made.until(30.0)
    pulses(made, 5)
    assert made.until(30.0) == [Train(5, 50, pytest.approx(1.180 + GAP_S))]


def test_edges_that_come_after_all_was_decided_are_a_question() -> None:
    made = trains()
    end_s = pulses(made, 1)
    assert [each.value_minor for each in made.until(2.0) if isinstance(each, Train)] == [10]
    pulses(made, 4, end_s + 0.020)
    assert told(made.until(5.0)) == [("late_edge", "2 pulses")]  # two have no width left


def test_a_pulse_of_which_nothing_is_left_is_a_question() -> None:
    made = trains()
    end_s = pulses(made, 1)
    made.until(2.0)
    pulses(made, 1, end_s + 0.020)
    assert told(made.until(5.0)) == [("late_edge", "0 pulses")]


# --- widths -------------------------------------------------------------------------------------


def test_merged_trains_sum_up() -> None:
    made = trains()
    end_s = pulses(made, 5)
    pulses(made, 2, end_s + GAP_S - 0.005)
    assert [each.value_minor for each in made.until(5.0) if isinstance(each, Train)] == [70]


@pytest.mark.parametrize("width_s", [0.012, 0.035])
def test_a_width_at_the_limit_counts(width_s: float) -> None:
    made = trains()
    pulses(made, 1, width_s=width_s)
    assert isinstance(made.until(5.0)[0], Train)


@pytest.mark.promise("ERR-2")
@pytest.mark.parametrize(("width_s", "ms"), [(0.011, 11), (0.037, 37), (0.5, 500)])
def test_a_width_outside_the_window_is_quarantined(width_s: float, ms: int) -> None:
    made = trains()
    pulses(made, 1, width_s=width_s)
    assert told(made.until(5.0)) == [("bad_width", f"0 pulses, {ms} ms")]


def test_one_bad_width_makes_its_whole_train_doubtful() -> None:
    made = trains()
    end_s = pulses(made, 2)
    pulses(made, 1, end_s + 0.02, width_s=0.060)
    assert told(made.until(5.0)) == [("bad_width", "2 pulses, 60 ms")]


def test_a_spike_is_ignored_and_counted() -> None:
    made = trains()
    pulses(made, 1, width_s=0.001)
    assert made.until(5.0) == []
    assert made.spikes == 1


def test_a_spike_inside_a_pulse_does_not_cut_it() -> None:
    made = trains()
    made.edge(True, 1.000)
    made.edge(False, 1.010)
    made.edge(True, 1.011)
    made.edge(False, 1.020)
    assert [each.value_minor for each in made.until(5.0) if isinstance(each, Train)] == [10]


def test_a_count_that_no_coins_make_is_quarantined() -> None:
    made = trains(accepted_minor=(50, 100))
    pulses(made, 7)
    assert told(made.until(5.0)) == [("impossible_count", "7 pulses")]


def test_a_count_that_only_two_coins_make_is_money() -> None:
    made = trains(accepted_minor=(20, 50))
    pulses(made, 7)
    assert [each.value_minor for each in made.until(5.0) if isinstance(each, Train)] == [70]


def test_a_lone_pulse_is_quarantined_where_no_coin_is_worth_one() -> None:
    made = trains(accepted_minor=(20, 50))
    pulses(made, 1)
    assert told(made.until(5.0)) == [("lone_pulse", "1 pulses")]


def test_a_wire_active_for_a_second_is_stuck_until_it_comes_free() -> None:
    made = trains()
    made.edge(True, 1.0)
    assert made.until(2.249) == []
    said = made.until(2.0 + LATEST_S)
    assert told(said) == [("bad_width", "0 pulses, 1000 ms")]
    assert said[1] == Stuck(is_stuck=True, at_s=2.0)
    made.edge(False, 3.0)
    assert made.until(5.0) == [Stuck(is_stuck=False, at_s=3.0)]


def test_a_lost_edge_makes_its_train_doubtful() -> None:
    made = trains()
    end_s = pulses(made, 2)
    made.edge(True, end_s + 0.020)
    assert made.lost_edge(False, end_s + 0.5) == []
    assert told(made.until(5.0)) == [("lost_edge", "2 pulses")]


def test_two_edges_the_same_way_show_that_one_was_lost() -> None:
    made = trains()
    end_s = pulses(made, 2)
    made.edge(False, end_s + 0.040)
    assert told(made.until(5.0)) == [("lost_edge", "2 pulses")]


def test_a_train_on_a_wire_that_came_free_unseen_is_doubtful() -> None:
    made = trains()
    made.edge(True, 1.0)
    made.until(2.5)
    assert made.edge(True, 3.0) == [Stuck(is_stuck=False, at_s=3.0)]
    made.edge(False, 3.020)
    pulses(made, 4, 3.040)
    assert told(made.until(5.0)) == [("lost_edge", "5 pulses")]


def test_an_extra_edge_at_the_start_of_each_train_is_no_pulse() -> None:
    made = trains(FAST.model_copy(update={"extra_edge_at_start": True}))
    pulses(made, 3)
    first = made.until(2.0)
    pulses(made, 6, 3.0)
    said = first + made.until(5.0)
    assert [each.value_minor for each in said if isinstance(each, Train)] == [20, 50]


EXTRA = FAST.model_copy(update={"extra_edge_at_start": True})


def test_an_extra_edge_that_may_have_been_a_spike_is_a_question() -> None:
    """Five pulses are four of a coin, or five after a spike."""
    made = trains(EXTRA)
    made.edge(True, 0.970)
    made.edge(False, 0.972)
    pulses(made, 5)
    assert told(made.until(5.0)) == [("extra_edge", "4 pulses")]


def test_a_spike_long_before_a_train_is_no_extra_edge() -> None:
    made = trains(EXTRA)
    made.edge(True, 0.890)
    made.edge(False, 0.892)
    pulses(made, 6)
    assert [each.value_minor for each in made.until(5.0) if isinstance(each, Train)] == [50]


def test_a_spike_within_a_train_is_no_extra_edge() -> None:
    made = trains(EXTRA)
    end_s = pulses(made, 2)
    made.edge(True, end_s + 0.008)
    made.edge(False, end_s + 0.009)
    pulses(made, 1, end_s + 0.020)
    assert [each.value_minor for each in made.until(5.0) if isinstance(each, Train)] == [20]


def test_without_an_extra_edge_a_spike_before_a_train_is_nothing() -> None:
    made = trains()
    made.edge(True, 0.970)
    made.edge(False, 0.972)
    pulses(made, 5)
    assert [each.value_minor for each in made.until(5.0) if isinstance(each, Train)] == [50]


def test_an_extra_edge_into_which_a_pulse_ran_is_a_question() -> None:
    made = trains(EXTRA)
    made.edge(True, 1.000)
    made.edge(False, 1.020)
    made.edge(True, 1.022)
    made.edge(False, 1.042)
    pulses(made, 4, 1.060)
    assert told(made.until(5.0)) == [("bad_width", "3 pulses, 42 ms")]


# --- noise --------------------------------------------------------------------------------------

DG600F = load_profile("dg600f_pulse", "pulse")


@pytest.mark.parametrize("width_s", [0.005, 0.0199])
def test_a_lone_pulse_that_its_maker_calls_noise_is_ignored_and_counted(width_s: float) -> None:
    made = trains(DG600F)
    pulses(made, 1, width_s=width_s)
    assert made.until(5.0) == []
    assert made.spikes == 1


def test_nothing_but_noise_is_noise() -> None:
    made = trains(DG600F)
    pulses(made, 3, width_s=0.010)
    assert made.until(5.0) == []
    assert made.spikes == 3


def test_a_pulse_of_twenty_milliseconds_is_money_of_a_dg600f() -> None:
    made = trains(DG600F)
    pulses(made, 1, width_s=0.020)
    assert [each.value_minor for each in made.until(5.0) if isinstance(each, Train)] == [10]


def test_a_long_pulse_is_no_noise() -> None:
    made = trains(DG600F)
    pulses(made, 1, width_s=0.032)
    assert told(made.until(5.0)) == [("bad_width", "0 pulses, 32 ms")]


def test_a_short_pulse_among_others_may_be_money_and_is_a_question() -> None:
    made = trains(DG600F)
    end_s = pulses(made, 2, width_s=0.025)
    pulses(made, 1, end_s + 0.025, width_s=0.010)
    assert told(made.until(5.0)) == [("bad_width", "2 pulses, 10 ms")]


def test_a_pulse_that_a_spike_cut_short_is_a_question() -> None:
    """20 ms with a millisecond of static after its second: 17 ms are left."""
    made = trains(DG600F)
    made.edge(True, 1.000)
    made.edge(False, 1.002)
    made.edge(True, 1.003)
    made.edge(False, 1.020)
    assert told(made.until(5.0)) == [("bad_width", "0 pulses, 17 ms")]


def test_noise_before_a_stuck_wire_hides_nothing() -> None:
    made = trains(DG600F)
    pulses(made, 1, width_s=0.010)
    made.edge(True, 1.050)
    assert told(made.until(5.0)) == [("bad_width", "0 pulses, 10 ms")]


def test_noise_with_a_lost_edge_is_a_question() -> None:
    made = trains(DG600F)
    end_s = pulses(made, 1, width_s=0.010)
    made.edge(False, end_s + 0.020)
    assert [reason for reason, _ in told(made.until(5.0))] == ["bad_width"]


# --- listening begins ---------------------------------------------------------------------------


def test_a_train_that_began_before_listening_is_doubtful() -> None:
    made = trains(is_after_noise=True)
    pulses(made, 2, 0.010)
    assert told(made.until(5.0)) == [("startup", "2 pulses")]


def test_noise_before_listening_alone_is_nothing() -> None:
    assert trains(is_after_noise=True).until(5.0) == []


# --- lamps and meters beside the wire -----------------------------------------------------------


def test_while_something_is_switched_a_single_odd_pulse_is_static() -> None:
    made = trains()
    made.hush(1.0)
    pulses(made, 1, 1.010, width_s=0.008)
    assert made.until(5.0) == []
    assert made.spikes == 1


def test_while_something_is_switched_whole_pulses_count() -> None:
    made = trains()
    made.hush(1.0)
    pulses(made, 1, 1.005)
    assert [each.value_minor for each in made.until(5.0) if isinstance(each, Train)] == [10]


def test_while_something_is_switched_an_odd_pulse_of_a_train_is_not_lost_silently() -> None:
    made = trains()
    end_s = pulses(made, 1)
    made.hush(end_s)
    pulses(made, 1, end_s + 0.010, width_s=0.008)
    assert told(made.until(5.0)) == [("bad_width", "1 pulses, 8 ms")]


@pytest.mark.parametrize("switched_s", [0.9, 1.011, 1.5])
def test_static_at_another_time_is_not_of_the_switch(switched_s: float) -> None:
    made = trains()
    made.hush(switched_s)
    pulses(made, 1, 1.010, width_s=0.008)
    assert told(made.until(5.0)) == [("bad_width", "0 pulses, 8 ms")]


def test_what_lasts_longer_than_its_static_is_not_of_the_switch() -> None:
    made = trains(FAST.model_copy(update={"shortest_ms": 25.0, "switching_ms": 15.0}))
    made.hush(1.0)
    pulses(made, 1, 1.0, width_s=0.016)
    assert told(made.until(5.0)) == [("bad_width", "0 pulses, 16 ms")]


def test_a_pulse_that_is_too_long_is_never_static() -> None:
    made = trains(FAST.model_copy(update={"switching_ms": 200.0}))
    made.hush(1.0)
    pulses(made, 1, 1.0, width_s=0.060)
    assert told(made.until(5.0)) == [("bad_width", "0 pulses, 60 ms")]


def test_each_of_several_switches_has_its_own_static() -> None:
    made = trains()
    made.hush(1.0)
    made.hush(1.2)
    pulses(made, 1, 1.010, width_s=0.008)
    assert made.until(5.0) == []


def test_a_lamp_that_blinks_all_evening_leaves_no_heap() -> None:
    made = trains()
    for number in range(10_000):
        made.hush(number / 10)
    assert len(made._switched_s) < 30


def test_worths_that_no_pulses_make_are_refused() -> None:
    with pytest.raises(ValueError, match="whole pulses of 10"):
        trains(accepted_minor=(5, 15))

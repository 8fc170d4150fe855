"""Acceptor profiles: those that come with the program, and exact faults of bad ones."""

from pathlib import Path

import pytest

from firmware.config import CoinTable
from firmware.errors import ConfigError
from firmware.hardware.acceptor_profiles import (
    Kind,
    acceptors_folder,
    line_settings,
    load_profile,
    profile_names,
    verify_worths,
)
from firmware.hardware.coin_port import LineSettings

PULSE = 'kind = "pulse"\nperiod_ms = 50\nshortest_ms = 30\nlongest_ms = 75\n'
FRAME = (acceptors_folder() / "dg600f.toml").read_text()


def _faults(folder: Path, text: str, kind: str) -> str:
    (folder / "odd.toml").write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_profile("odd", kind, folder)
    return str(caught.value)


@pytest.mark.parametrize("name", ["dg600f", "jy910", "jy23", "nv_simple"])
def test_every_frame_profile_is_right(name: str) -> None:
    assert load_profile(name, "serial_frame").name == name


def test_every_file_of_the_folder_is_a_profile() -> None:
    known = profile_names("serial_frame") + profile_names("pulse")
    assert sorted(known) == sorted(path.stem for path in acceptors_folder().glob("*"))


def test_a_pulse_profile_has_its_defaults(tmp_path: Path) -> None:
    (tmp_path / "some.toml").write_text(PULSE)
    profile = load_profile("some", "pulse", tmp_path)
    assert (profile.period_ms, profile.shortest_ms, profile.longest_ms) == (50, 30, 75)
    assert (profile.gap_periods, profile.startup_quiet_ms) == (2.5, 500)
    assert not profile.extra_edge_at_start
    assert (profile.noise_below_ms, profile.switching_ms) == (0, 30)


def test_only_a_dg600f_has_a_data_sheet_that_calls_short_pulses_noise() -> None:
    noise = {name: load_profile(name, "pulse").noise_below_ms for name in profile_names("pulse")}
    assert noise.pop("dg600f_pulse") == 20
    assert set(noise.values()) == {0}


def test_noise_is_shorter_than_every_pulse(tmp_path: Path) -> None:
    said = _faults(tmp_path, PULSE + "noise_below_ms = 31\n", "pulse")
    assert "noise_below_ms = 31.0: must not be above shortest_ms, 30" in said


def test_an_unknown_name_is_refused_with_a_hint() -> None:
    with pytest.raises(ConfigError, match="did you mean 'dg600f'"):
        load_profile("dg600", "serial_frame")


def test_a_profile_of_the_other_kind_is_refused() -> None:
    with pytest.raises(ConfigError, match='is of kind "serial_frame", the driver needs "pulse"'):
        load_profile("dg600f", "pulse")


def test_a_name_cannot_leave_the_folder(tmp_path: Path) -> None:
    (tmp_path / "some.toml").write_text(PULSE)
    (tmp_path / "inner").mkdir()
    with pytest.raises(ConfigError, match="no such file"):
        load_profile("../some", "pulse", tmp_path / "inner")


def test_a_fault_names_file_line_key_and_what_is_allowed(tmp_path: Path) -> None:
    said = _faults(tmp_path, PULSE.replace("period_ms = 50", "period_ms = 0"), "pulse")
    expected = "odd.toml:2: period_ms = 0: must be a number from 5 to 1000 (milliseconds)"
    assert said == f"{tmp_path}/{expected}"


def test_the_shortest_pulse_is_below_the_longest(tmp_path: Path) -> None:
    said = _faults(tmp_path, PULSE.replace("= 75", "= 30"), "pulse")
    assert said.endswith("odd.toml:4: longest_ms = 30.0: must be above shortest_ms, 30")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("at = 1", "at = 3", "outside a frame of 3 bytes"),
        ('by = "value"', 'by = "channel"', "must be 1 or more where the money is told by"),
        ("sequence = [0xAA]", "sequence = [0xAB]", "lacks 0xab, which is used below"),
        ("length = 3", "lenght = 3", "did you mean 'length'"),
        ("headers = [0xAA]", "headers = [256]", "a list of bytes, 0 to 255"),
    ],
)
def test_what_contradicts_itself_is_refused(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert old in FRAME
    assert problem in _faults(tmp_path, FRAME.replace(old, new), "serial_frame")


def test_the_line_is_the_profiles() -> None:
    slot = CoinTable(driver="serial_frame")
    assert line_settings(load_profile("nv_simple", "serial_frame"), slot) == LineSettings(
        300, "N", 2
    )


def test_the_slot_may_say_otherwise() -> None:
    slot = CoinTable(driver="serial_frame", baud=4_800, parity="even")
    assert line_settings(load_profile("dg600f", "serial_frame"), slot) == LineSettings(
        4_800, "E", 1
    )


# --- what a unit could tell of ------------------------------------------------------------------


def _verify(name: str, kind: Kind, accepted: tuple[int, ...], **keys: object) -> None:
    driver = {"driver": kind, **keys}
    table = CoinTable.model_validate(driver)
    verify_worths("coin", table, load_profile(name, kind), accepted)


@pytest.mark.parametrize(
    ("name", "kind", "keys"),
    [
        ("dg600f", "serial_frame", {"unit_minor": 50}),
        ("jy910", "serial_frame", {"channels_minor": [0, 100]}),
        ("jy23", "serial_frame", {"unit_minor": 50}),
        ("jy23", "serial_frame", {"channels_minor": [10]}),
        ("jy23", "serial_frame", {"unit_minor": 30, "channels_minor": [0, 100]}),
        ("ch926_fast", "pulse", {"unit_minor": 100, "channels_minor": [7]}),
    ],
)
def test_a_unit_that_can_tell_of_something_is_right(
    name: str, kind: Kind, keys: dict[str, object]
) -> None:
    _verify(name, kind, (50, 100), **keys)


@pytest.mark.parametrize(
    ("name", "kind", "keys", "said", "todo"),
    [
        ("dg600f", "serial_frame", {"unit_minor": 30}, "coin.unit_minor = 30: ", "one unit"),
        ("jy910", "serial_frame", {}, "coin.channels_minor = []: ", "in their order"),
        ("jy910", "serial_frame", {"channels_minor": [10]}, "coin.channels_minor = [10]: ",
         "in their order"),
        ("jy23", "serial_frame", {"channels_minor": [0, 40]}, "coin.channels_minor = [0, 40]: ",
         "one pulse"),
        ("ch926_fast", "pulse", {"unit_minor": 40}, "coin.unit_minor = 40: ", "one unit"),
    ],
)  # fmt: skip
def test_a_unit_that_could_tell_of_nothing_is_refused(
    name: str, kind: Kind, keys: dict[str, object], said: str, todo: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        _verify(name, kind, (50, 100), **keys)
    (fault,) = caught.value.faults
    assert fault.startswith(said)
    assert f'profile "{name}" could tell of nothing that is taken (50, 100)' in fault
    assert todo in fault

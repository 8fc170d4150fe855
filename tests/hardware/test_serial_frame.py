"""One-way frames by profile: the known vectors, damage, health; against the emulated unit too."""

import pytest

from firmware.events import DeviceHealth, Event, Health, MoneyQuestioned, MoneyTaken
from firmware.hardware.acceptor_profiles import load_profile
from firmware.hardware.frame_emulator import FrameEmulator, FrameFault
from firmware.hardware.serial_frame import FrameSettings, SerialFrameDriver
from firmware.money import Tender

COINS = (10, 20, 50, 100, 200)


def _driver(name: str, channels: tuple[int, ...] = ()) -> SerialFrameDriver:
    profile = load_profile(name, "serial_frame")
    driver = SerialFrameDriver(
        FrameSettings("coin", Tender.COIN, frozenset(COINS), 10, channels, profile)
    )
    driver.set_open({"coin"})
    return driver


def _money(events: tuple[Event, ...]) -> list[int]:
    return [event.value_minor for event in events if isinstance(event, MoneyTaken)]


def _doubts(events: tuple[Event, ...]) -> list[str]:
    return [event.reason for event in events if isinstance(event, MoneyQuestioned)]


def _read(name: str, raw: str, channels: tuple[int, ...] = ()) -> tuple[Event, ...]:
    return _driver(name, channels).pump(0.0, bytes.fromhex(raw))[1]


def _group(*front: int) -> bytes:
    return bytes((*front, sum(front) & 0xFF))


COIN_OF_CHANNEL_4 = _group(0x97, 1, 1, 2) + _group(0x91, 0, 5, 0) + _group(0x94, 0, 5, 4)


@pytest.mark.parametrize(
    ("raw", "value_minor"), [("AA 01 AB", 10), ("AA 03 A9", 30), ("AA 32 98", 500)]
)
def test_a_dg600f_frame_is_worth_its_units(raw: str, value_minor: int) -> None:
    [money] = [e for e in _read("dg600f", raw) if isinstance(e, MoneyTaken)]
    assert money == MoneyTaken("coin", "serial_frame:dg600f", Tender.COIN, value_minor)


def test_the_largest_known_dg600f_frame() -> None:
    assert _money(_read("dg600f", "AA 64 CE")) == [1_000]


def test_a_damaged_dg600f_frame_is_no_money() -> None:
    events = _read("dg600f", "AA 32 99")
    assert (_money(events), _doubts(events)) == ([], [])


def test_a_value_of_nought_is_questioned() -> None:
    assert _doubts(_read("dg600f", "AA 00 AA")) == ["zero_value"]


@pytest.mark.parametrize("noise", ["00", "AA", "AA 32", "AA 32 99", "55 AA 01"])
def test_after_noise_the_next_good_frame_counts(noise: str) -> None:
    assert _money(_read("dg600f", noise + "AA 03 A9")) == [30]


def test_a_frame_in_pieces_is_one() -> None:
    driver = _driver("dg600f")
    assert _money(driver.pump(0.0, b"\xaa\x03")[1]) == []
    assert _money(driver.pump(0.1, b"\xa9")[1]) == [30]


def test_the_vector_of_jy23_is_five_pulses() -> None:
    assert _money(_read("jy23", "F2 03 01 05 00 07 F3")) == [50]


def test_a_pulse_of_jy23_is_worth_what_its_input_says() -> None:
    assert _money(_read("jy23", "F2 03 02 05 00 04 F3", (10, 100))) == [500]


@pytest.mark.parametrize(
    ("raw", "reason"),
    [("F2 03 03 05 00 05 F3", "unknown_channel"), ("F2 03 01 00 00 02 F3", "zero_value")],
)
def test_a_jy23_frame_of_no_worth_is_questioned(raw: str, reason: str) -> None:
    assert _doubts(_read("jy23", raw)) == [reason]


def test_jy23_is_asked_for_its_total() -> None:
    driver = _driver("jy23")
    assert driver.pump(0.0, b"")[0] == bytes.fromhex("F2 01 32 33 F3")
    # 9 bytes of data: 32, 5 pulses, 2 pulses; xor of 09 32 05 02 is 3C
    driver.pump(0.1, bytes.fromhex("F2 09 32 05 00 00 00 02 00 00 00 3C F3"))
    assert driver._accepted == 7


JY23_COIN = bytes.fromhex("F2 03 01 05 00 07 F3")


@pytest.mark.parametrize("stray", ["F2", "F2 FF", "F2 40 F2", "F2 F2 F2 F2"])
def test_a_good_frame_behind_a_stray_start_is_told_within_a_second(stray: str) -> None:
    """The stray byte begins a frame of up to 259 bytes, which swallowed what came behind it."""
    driver = _driver("jy23")
    told = driver.pump(10.0, bytes.fromhex(stray))[1] + driver.pump(10.2, JY23_COIN)[1]
    while (deadline_s := driver.deadline_s()) is not None and deadline_s <= 11.2:
        told += driver.pump(deadline_s, b"")[1]
    assert _money(told) == [50]


def test_it_wants_to_be_asked_when_what_has_begun_is_given_up() -> None:
    driver = _driver("jy23")
    driver.pump(10.0, b"\xf2\x40")
    assert driver.deadline_s() == pytest.approx(10.5, abs=0.01)


@pytest.mark.parametrize("silence_s", [0.1, 0.6, 3.0])
def test_the_rest_of_a_frame_may_be_read_late(silence_s: float) -> None:
    """The program may have been busy between two readings; the check says that it is one frame."""
    driver = _driver("jy23")
    told = driver.pump(10.0, JY23_COIN[:4])[1] + driver.pump(10.0 + silence_s, JY23_COIN[4:])[1]
    assert _money(told) == [50]


def test_what_was_given_up_does_not_spoil_the_next_frame() -> None:
    driver = _driver("jy23")
    told = driver.pump(10.0, JY23_COIN[:4])[1] + driver.pump(12.0, b"")[1]
    assert _money(told + driver.pump(12.1, JY23_COIN)[1]) == [50]


def test_a_jy910_coin_is_three_groups() -> None:
    events = _driver("jy910", COINS).pump(0.0, COIN_OF_CHANNEL_4)[1]
    assert _money(events) == [100]


def test_an_idle_group_between_them_is_no_matter() -> None:
    raw = COIN_OF_CHANNEL_4[:5] + _group(0x98, 1, 1, 0) + COIN_OF_CHANNEL_4[5:]
    assert _money(_driver("jy910", COINS).pump(0.0, raw)[1]) == [100]


@pytest.mark.parametrize("lost", [0, 5])
def test_a_jy910_coin_that_lacks_a_group_is_questioned(lost: int) -> None:
    raw = COIN_OF_CHANNEL_4[:lost] + COIN_OF_CHANNEL_4[lost + 5 :]
    events = _driver("jy910", COINS).pump(0.0, raw)[1]
    assert (_money(events), _doubts(events)) == ([], ["incomplete"])


@pytest.mark.parametrize("headers", [(0x92,), (0x93, 0x92)])
def test_a_wrong_or_jammed_jy910_coin_is_no_money(headers: tuple[int, ...]) -> None:
    raw = b"".join(_group(header, 0, 0, 4) for header in headers)
    events = _driver("jy910", COINS).pump(0.0, raw)[1]
    assert (_money(events), _doubts(events)) == ([], [])


def test_a_jy910_channel_without_worth_is_questioned() -> None:
    assert _doubts(_driver("jy910", COINS[:3]).pump(0.0, COIN_OF_CHANNEL_4)[1]) == [
        "unknown_channel"
    ]


def test_a_byte_of_nv_simple_is_a_note() -> None:
    assert _money(_read("nv_simple", "02 78 79", (500, 1_000))) == [1_000]


def test_a_channel_of_nv_simple_without_worth_is_questioned() -> None:
    assert _doubts(_read("nv_simple", "03", (500, 1_000))) == ["unknown_channel"]


def test_nv_simple_is_opened_and_closed_by_a_byte() -> None:
    driver = _driver("nv_simple", (500,))
    assert driver.pump(0.0, b"")[0] == b"\xb8"  # 184
    driver.set_open(())
    assert driver.pump(0.1, b"")[0] == b"\xb9"  # 185
    assert driver.pump(0.2, b"")[0] == b""
    assert driver.goodbye() == b"\xb9"


def test_money_that_falls_while_it_is_closed_is_told() -> None:
    driver = _driver("dg600f")
    driver.set_open(())
    assert _money(driver.pump(0.0, b"\xaa\x03\xa9")[1]) == [30]
    assert not driver.is_open


# --- health -------------------------------------------------------------------------------------


def _healths(driver: SerialFrameDriver, *pumps: tuple[float, bytes]) -> list[tuple[Health, str]]:
    events = [event for now_s, raw in pumps for event in driver.pump(now_s, raw)[1]]
    return [(e.health, e.detail) for e in events if isinstance(e, DeviceHealth)]


def test_silence_is_normal() -> None:
    seen = _healths(_driver("dg600f"), (0.0, b""), (1_000.0, b""))
    assert seen == [(Health.STARTING, ""), (Health.READY, "")]


def test_a_unit_that_idles_aloud_and_stops_is_gone() -> None:
    idle = _group(0x98, 1, 1, 0)
    seen = _healths(_driver("jy910"), (0.0, idle), (4.9, b""), (5.0, b""), (6.0, idle))
    assert [health for health, _ in seen] == [
        Health.STARTING,
        Health.READY,
        Health.NO_ANSWER,
        Health.READY,
    ]


def test_garbage_alone_is_bad_wiring() -> None:
    driver = _driver("dg600f")
    seen = _healths(driver, *((float(at), b"\x00\xaa\x05\x05\x05") for at in range(8)))
    assert seen[-1] == (Health.WIRING, "garbled")


def test_bytes_that_are_no_channel_are_noise_too() -> None:
    seen = _healths(_driver("nv_simple", (500,)), *((float(at), b"\xfe") for at in range(4)))
    assert seen[-1] == (Health.WIRING, "garbled")


def test_many_bad_frames_are_shown_and_pass() -> None:
    driver = _driver("dg600f")
    good, bad = b"\xaa\x01\xab", b"\x00\x00"
    seen = _healths(driver, *((float(at), good + bad) for at in range(5)), (70.0, good))
    assert (Health.DEGRADED, "bad_frames") in seen
    assert seen[-1] == (Health.READY, "")


def test_three_frauds_lock_the_slot() -> None:
    driver = _driver("nv_simple", (500,))
    seen = _healths(driver, (0.0, b"\x28\x28"), (1.0, b"\x28"), (60.9, b""), (61.0, b""))
    assert [health for health, _ in seen][1:] == [Health.READY, Health.FRAUD_LOCK, Health.READY]


# --- the emulated unit --------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [None, FrameFault.NOISE, FrameFault.WRONG_CHECK])
@pytest.mark.parametrize("name", ["dg600f", "jy910", "jy23"])
def test_what_the_unit_takes_is_told_unless_it_was_damaged(
    name: str, fault: FrameFault | None
) -> None:
    channels = COINS if name == "jy910" else ()
    profile = load_profile(name, "serial_frame")
    unit = FrameEmulator(profile, unit_minor=10, channels_minor=channels, fault=fault)
    driver = _driver(name, channels)
    told: list[int] = []
    to_unit = b""
    for step in range(10):
        now_s = 3.0 * step
        unit.insert(50, now_s)
        for at_s in (now_s, now_s + 0.2):
            to_unit, events = driver.pump(at_s, unit.pump(at_s, to_unit))
            told += _money(events)
    assert told == [50] * (5 if fault is FrameFault.WRONG_CHECK else 10)


def test_a_closed_nv_simple_gives_notes_back() -> None:
    profile = load_profile("nv_simple", "serial_frame")
    unit = FrameEmulator(profile, unit_minor=10, channels_minor=(500,))
    unit.insert(500, 0.0)
    assert unit.pump(1.0) == b""
    assert unit.returned == 1
    unit.pump(1.0, b"\xb8")
    unit.insert(500, 1.0)
    assert unit.pump(2.0) == b"\x01"


# --- the unit's own total -----------------------------------------------------------------------

AUDIT_OF_JY23 = "F2 09 32 {} 00 00 00 00 00 00 00 {:02X} F3"


def _total(pulses: int) -> bytes:
    """The box's answer: `pulses` of input 1, none of input 2; xor from the length on."""
    return bytes.fromhex(AUDIT_OF_JY23.format(f"{pulses:02X}", 0x09 ^ 0x32 ^ pulses))


FIVE_PULSES = bytes.fromhex("F2 03 01 05 00 07 F3")


def _told_by(*raws: bytes) -> tuple[Event, ...]:
    driver = _driver("jy23")
    return tuple(e for at, raw in enumerate(raws) for e in driver.pump(10.0 * at, raw)[1])


def test_what_the_total_knows_and_no_frame_told_is_questioned_once_and_never_money() -> None:
    events = _told_by(*(_total(each) for each in (7, 7, 12, 12, 12)))
    assert (_money(events), _doubts(events)) == ([], ["untold"])
    [asked] = [e for e in events if isinstance(e, MoneyQuestioned)]
    assert asked.detail.startswith("5 ")


def test_a_total_that_grows_by_what_was_told_asks_nothing() -> None:
    events = _told_by(_total(7), _total(7), FIVE_PULSES, _total(12), _total(12))
    assert (_money(events), _doubts(events)) == ([50], [])


def test_a_total_ahead_of_a_frame_on_its_way_asks_nothing() -> None:
    events = _told_by(_total(7), _total(7), _total(12), FIVE_PULSES, _total(12), _total(12))
    assert (_money(events), _doubts(events)) == ([50], [])


def test_a_total_that_fell_is_a_new_beginning() -> None:
    assert _doubts(_told_by(*(_total(each) for each in (7, 7, 0, 0, 5, 5)))) == ["untold"]
    assert _doubts(_told_by(*(_total(each) for each in (7, 7, 0, 0)))) == []


def test_what_fell_before_our_time_is_not_asked_about() -> None:
    assert _doubts(_told_by(FIVE_PULSES, _total(200), _total(200))) == []


def test_the_emulated_box_knows_what_its_damaged_frames_did_not_tell() -> None:
    unit = FrameEmulator(
        load_profile("jy23", "serial_frame"), unit_minor=10, fault=FrameFault.WRONG_CHECK
    )
    driver, to_unit = _driver("jy23"), b""
    told: list[Event] = []
    for step in range(100):
        if step in (40, 50):
            unit.insert(50, float(step))
        to_unit, events = driver.pump(float(step), unit.pump(float(step), to_unit))
        told += events
    assert (_money(tuple(told)), _doubts(tuple(told))) == ([50], ["untold"])


@pytest.mark.parametrize(("value", "pulses"), [(100, "01 0A 00"), (50, "01 05 00")])
def test_the_emulated_box_tells_a_coin_by_the_worth_of_a_pulse(value: int, pulses: str) -> None:
    unit = FrameEmulator(
        load_profile("jy23", "serial_frame"), unit_minor=10, channels_minor=(10, 500)
    )
    unit.insert(value, 0.0)
    assert bytes.fromhex(pulses) in unit.pump(1.0)


def test_the_emulated_box_takes_the_input_that_can_tell_it() -> None:
    unit = FrameEmulator(load_profile("jy23", "serial_frame"), unit_minor=10, channels_minor=(0, 7))
    unit.insert(21, 0.0)
    assert bytes.fromhex("02 03 00") in unit.pump(1.0)
    unit.insert(10, 2.0)
    assert unit.pump(3.0) == b""
    assert unit.returned == 1


# --- a unit that its inhibit wire feeds ---------------------------------------------------------


def _fed(*, has_inhibit: bool) -> SerialFrameDriver:
    profile = load_profile("jy910", "serial_frame")
    settings = FrameSettings(
        "coin", Tender.COIN, frozenset(COINS), 10, COINS, profile, has_inhibit=has_inhibit
    )
    return SerialFrameDriver(settings)


def test_a_closed_unit_whose_wire_may_be_its_supply_need_not_speak() -> None:
    seen = _healths(_fed(has_inhibit=True), (0.0, b""), (100.0, b""))
    assert [health for health, _ in seen] == [Health.STARTING, Health.CLOSED]
    seen = _healths(_fed(has_inhibit=False), (0.0, b""), (100.0, b""))
    assert seen[-1] == (Health.NO_ANSWER, "")


def test_it_has_its_time_to_speak_once_it_is_opened() -> None:
    driver = _fed(has_inhibit=True)
    _healths(driver, (0.0, b""), (100.0, b""))
    driver.set_open({"coin"})
    idle = _group(0x98, 1, 1, 0)
    seen = _healths(driver, (100.1, b""), (105.0, b""), (105.2, b""), (106.0, idle))
    assert [health for health, _ in seen] == [Health.READY, Health.NO_ANSWER, Health.READY]


def test_one_that_spoke_while_it_was_closed_is_missed_then_too() -> None:
    idle = _group(0x98, 1, 1, 0)
    driver = _fed(has_inhibit=True)
    seen = _healths(driver, *((float(at), idle) for at in range(8)), (11.0, b""), (12.0, b""))
    assert seen == [(Health.STARTING, ""), (Health.CLOSED, ""), (Health.NO_ANSWER, "")]


def test_what_it_said_while_its_power_ran_out_is_no_such_sign() -> None:
    idle = _group(0x98, 1, 1, 0)
    driver = _fed(has_inhibit=True)
    driver.set_open({"coin"})
    _healths(driver, (0.0, idle))
    driver.set_open(())
    seen = _healths(driver, (10.0, idle), (11.0, idle), (60.0, b""))
    assert [health for health, _ in seen] == [Health.CLOSED]

"""The fuzzed line, short, and that its proof can fall: every check planted as one that checks
nothing."""

import proof_line_fuzz
import pytest

from firmware.events import Event, MoneyTaken
from firmware.hardware import cctalk, frame_shape, ssp
from firmware.hardware.cctalk import Checksum, Frame, FrameError
from firmware.hardware.serial_frame import SerialFrameDriver
from firmware.money import Tender

pytestmark = pytest.mark.proof


@pytest.mark.parametrize("kind", proof_line_fuzz.KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_a_fuzzed_line_makes_no_money_loses_none_and_is_soon_in_use(kind: str, seed: int) -> None:
    assert proof_line_fuzz.fuzz(kind, seed, 600).fell == ()


def makes_money(kind: str) -> bool:
    """Whether one of a few lines brings money of thin air."""
    fell = (line for seed in range(3) for line in proof_line_fuzz.fuzz(kind, seed, 1_500).fell)
    return any("phantom money" in line for line in fell)


def test_a_sum_that_checks_nothing_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    def unchecked(raw: bytes, checksum: Checksum = Checksum.SUM8) -> Frame:
        if cctalk.frame_length(raw) != len(raw):
            raise FrameError("of another length")
        return Frame(raw[0], raw[3], raw[4:-1], raw[2])

    monkeypatch.setattr(cctalk, "parse", unchecked)
    assert makes_money("cctalk coin 8-bit")
    assert makes_money("cctalk bill")


def test_a_crc_that_checks_nothing_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cctalk, "crc16", lambda _checked: 0)
    assert makes_money("cctalk coin crc-16")


@pytest.mark.parametrize("kind", ["ssp", "ssp without ack"])
def test_a_crc_of_ssp_that_checks_nothing_falls(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssp, "crc", lambda _body: 0)
    assert makes_money(kind)


@pytest.mark.parametrize("kind", ["dg600f", "jy910", "jy23"])
def test_a_frame_whose_check_is_not_looked_at_falls(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame_shape, "is_right", lambda _shape, _frame: True)
    assert makes_money(kind)


def test_a_byte_that_is_no_channel_and_counts_all_the_same_falls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def take(self: SerialFrameDriver, frame: bytes) -> None:
        self._events.append(MoneyTaken("note", self._device, Tender.NOTE, 100 * frame[0]))

    monkeypatch.setattr(SerialFrameDriver, "_take", take)
    assert makes_money("nv_simple")


def test_a_start_byte_that_swallows_the_next_coin_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_shape, "GAP_S", 60.0)
    assert any(proof_line_fuzz.fuzz("jy23", seed, 1_500).fell for seed in range(3))


def test_a_note_that_is_thanked_for_and_not_booked_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    hear = proof_line_fuzz.Till.hear

    def forgets(till: proof_line_fuzz.Till, event: Event) -> tuple[tuple[str, str], ...]:
        is_lost = isinstance(event, MoneyTaken) and event.value_minor == 700
        return ((event.slot, event.token),) if is_lost else hear(till, event)

    monkeypatch.setattr(proof_line_fuzz.Till, "hear", forgets)
    assert proof_line_fuzz.fuzz("ssp", 0, 1_500).fell

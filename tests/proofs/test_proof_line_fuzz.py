"""The fuzzed line, short, and that its proof can fall."""

import proof_line_fuzz
import pytest

from firmware.hardware import cctalk

pytestmark = pytest.mark.proof


@pytest.mark.parametrize("kind", proof_line_fuzz.KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_fuzzed_line_makes_no_money_and_is_soon_in_use(kind: str, seed: int) -> None:
    assert proof_line_fuzz.fuzz(kind, seed).fell == ()


def test_a_checksum_that_checks_nothing_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cctalk, "crc16", lambda _checked: 0)
    fell = [line for seed in range(8) for line in proof_line_fuzz.fuzz("cctalk crc16", seed).fell]
    assert any("phantom money" in line for line in fell)

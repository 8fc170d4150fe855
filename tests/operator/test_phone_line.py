"""The line that a phone reads: short, of a QR code's own letters, and read back."""

from __future__ import annotations

import pytest

from firmware.ledger.meters import METERS as CABINET
from firmware.operator.phone import LETTERS, MAX_LETTERS, METERS, phone_line, read_phone_line

HEAD = "6b1f0d9e83c25a4770be9d1846f2ac3508e4d7b96c1a52f0937d84be61c0fa2d"


def test_ten_digits_in_every_meter_still_fit() -> None:
    most = dict.fromkeys(METERS.values(), 9_999_999_999)
    line = phone_line(most, "ffffffff", 9_999_999_999, HEAD, is_test=True)
    assert len(line) <= MAX_LETTERS


def test_it_has_only_letters_of_the_dense_mode() -> None:
    line = phone_line({"coin_in": 1}, "1a2b3c4d", 7, HEAD, is_test=True)
    assert set(line) <= LETTERS


def test_every_meter_in_it_is_one_of_the_cabinet() -> None:
    assert set(METERS.values()) <= set(CABINET)


def test_it_is_read_back() -> None:
    told = read_phone_line(phone_line({"games_played": 684}, "1a2b3c4d", 9315, HEAD))
    assert (told["GAMES"], told["ID"], told["ROW"]) == ("684", "1A2B3C4D", "9315")
    assert told["HEAD"].lower() == HEAD


def test_a_meter_that_never_moved_is_zero() -> None:
    assert read_phone_line(phone_line({}, "", 1, HEAD))["NOTES"] == "0"


def test_a_ledger_without_a_known_name_has_none() -> None:
    assert "ID" not in read_phone_line(phone_line({}, "", 1, HEAD))


def test_a_test_ledger_says_so_first() -> None:
    assert phone_line({}, "", 1, HEAD, is_test=True).startswith("CABINATO-TEST:1 ")
    assert phone_line({}, "", 1, HEAD).startswith("CABINATO:1 ")


@pytest.mark.parametrize("line", ["", "HELLO", "CABINATO:1 ROW", "https://example.org/?a:b"])
def test_another_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not the line of a cabinet"):
        read_phone_line(line)

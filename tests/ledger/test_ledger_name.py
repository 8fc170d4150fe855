"""A ledger has a name that tells it from others, stays the same, and betrays no key."""

from __future__ import annotations

from pathlib import Path

from firmware.clock import VirtualClock
from firmware.ledger.chain import Keys, name_of
from firmware.ledger.ledger import Ledger
from firmware.ledger.readable import read_last_books


def name_in(folder: Path) -> str:
    ledger = Ledger.open(folder, clock=VirtualClock(), executor=None, is_test=True)
    ledger.close()
    return ledger.name


def test_it_stays_the_same_over_a_boot(tmp_path: Path) -> None:
    assert name_in(tmp_path) == name_in(tmp_path)


def test_two_ledgers_have_two_names(tmp_path: Path) -> None:
    assert name_in(tmp_path / "one") != name_in(tmp_path / "two")


def test_a_ledger_that_is_only_read_has_the_same(tmp_path: Path) -> None:
    assert name_in(tmp_path) == read_last_books(tmp_path).name


def test_it_is_eight_digits_and_no_part_of_the_key(tmp_path: Path) -> None:
    name = name_in(tmp_path)
    assert len(bytes.fromhex(name)) == 4
    assert name not in Keys(tmp_path).read().hex()


def test_one_bit_of_the_key_makes_another_name() -> None:
    assert name_of(bytes(32)) != name_of(bytes(31) + b"\1")

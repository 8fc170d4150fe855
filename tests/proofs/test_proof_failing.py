"""The proof by failing operations, and that it can fall."""

import os
from contextlib import nullcontext, suppress
from functools import cache
from typing import Any

import proof_failing
import pytest
from apsw_connection import ApswConnection, DeafConnection
from proof import untracked
from proof_failing import Failure, fail_each, failures_of, operations_of, prove

from firmware.errors import LedgerError
from firmware.ledger import chain, database
from firmware.ledger.ledger import Ledger

pytestmark = pytest.mark.proof


@cache
def all_failures() -> list[Failure]:
    return list(failures_of(operations_of(ApswConnection)))


def failures(how: str, file: str) -> list[Failure]:
    """The ways in which operations on that file fail `how`."""
    return [each for each in all_failures() if each.how == how and each.name.endswith(file)]


@pytest.mark.promise("ERR-3")
@pytest.mark.timeout(600)  # 15 s on a PC, minutes on a busy Raspberry Pi
def test_no_failing_operation_costs_a_credit(monkeypatch: pytest.MonkeyPatch) -> None:
    """One in thirteen; `tools/proofs failing` one in seven, with `--full` every one."""
    monkeypatch.setattr(proof_failing, "EVERY", 13)
    assert prove(False, untracked).fell == ()


def test_every_operation_is_failed_in_every_way() -> None:
    operations = operations_of(ApswConnection)
    assert {each.number for each in all_failures()} == set(range(1, len(operations) + 1))
    writes = sum(what == "write" for what, _ in operations)
    ways = {"EIO": len(operations), "ENOSPC": writes, "short write": writes}
    for how, number in ways.items():
        assert len([each for each in all_failures() if each.how == how]) == 2 * number


# --- planted faults ---------------------------------------------------------------------------


def test_a_commit_that_failed_and_is_taken_for_done() -> None:
    outcome = fail_each(DeafConnection, failures("failed sync", "-wal")[8:12])
    assert outcome.lost > 0
    assert any("a power cut" in line for line in outcome.fell)


def test_an_error_that_is_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Ledger._make_durable

    def swallow(*arguments: Any) -> None:
        with suppress(LedgerError):
            write(*arguments)

    monkeypatch.setattr(Ledger, "_make_durable", swallow)
    fell = fail_each(ApswConnection, failures("ENOSPC", "-wal")[100:104]).fell
    assert any("stands:" in line for line in fell)


def test_a_ledger_that_goes_on_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten = property(lambda _ledger: None, lambda _ledger, _error: None)
    monkeypatch.setattr(Ledger, "_failure", forgotten, raising=False)
    fell = fail_each(ApswConnection, failures("failed sync", "-wal")[8:12]).fell
    assert any("a coin was acknowledged after the failure" in line for line in fell)


def test_an_error_that_comes_out_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "plain_errors", lambda _doing, _path: nullcontext())
    fell = fail_each(ApswConnection, failures("EIO", "-wal")[40:44]).fell
    assert any("raised OperationalError" in line for line in fell)


def test_a_log_that_the_system_shows_and_no_disk_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "renew_log", lambda _path: None)
    assert fail_each(ApswConnection, failures("failed sync", "-wal")[8:20]).lost > 0


def test_a_key_that_is_half_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def write_once(file: int, content: bytes) -> None:
        os.write(file, content)

    monkeypatch.setattr(chain, "write_all", write_once)
    fell = fail_each(ApswConnection, failures("short write", "ledger.key.new")).fell
    assert any("the key of the ledger is damaged" in line for line in fell)

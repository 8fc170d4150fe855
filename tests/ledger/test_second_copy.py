"""The second copy follows, and what is wrong with it, or with the ledger, has a name."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from money import JOKER, book, coin, collect, gamble_staked, stake, won

from firmware.clock import VirtualClock
from firmware.errors import LedgerError, LedgerGoneError, LedgerRolledBackError
from firmware.events import CopyHealth
from firmware.ledger.chain import KEY, Keys, read_key
from firmware.ledger.database import DATABASE
from firmware.ledger.device import Device, Direct, Patient
from firmware.ledger.journal import JOURNAL, PUT_ASIDE, read_head
from firmware.ledger.ledger import Ledger
from firmware.ledger.rebuild import rebuild_copy, verify_copy
from firmware.ledger.second_copy import RETRY_S, SecondCopy
from firmware.transaction import RoundRecord, Transaction

LIMIT_BYTES = 1 << 20


class Cabinet:
    """A ledger with its second copy, opened and left as often as a test wants."""

    def __init__(self, folder: Path) -> None:
        self.data, self.stick = folder / "data", folder / "stick"
        self.clock = VirtualClock()
        self.limit_bytes = LIMIT_BYTES
        self.must_be_elsewhere = False
        self.device: Device = Direct()

    def open(self) -> Ledger:
        copy = SecondCopy(
            self.stick,
            self.limit_bytes,
            must_be_elsewhere=self.must_be_elsewhere,
            device=self.device,
        )
        return Ledger.open(self.data, clock=self.clock, executor=None, is_test=True, copy=copy)

    def evening(self, ledger: Ledger, rounds: int) -> None:
        for _ in range(rounds):
            newest = ledger.standing.round
            number = 1 if newest is None else newest.number + 1
            for text, posting in (("dealt", stake(5)), ("won", won(5, 5)), ("over", collect(5))):
                record = RoundRecord(number, JOKER, f"{text} {number}", text == "over")
                ledger.commit(Transaction((posting,), {"play": text}, record)).result()

    @property
    def copied(self) -> tuple[int, str]:
        """Number and hash of the newest row that the copy tells."""
        head = read_head(self.stick / JOURNAL, read_key(self.data / KEY))
        assert head is not None
        return head.last.sequence, head.last.hash.hex()


@pytest.fixture
def cabinet(tmp_path: Path) -> Cabinet:
    return Cabinet(tmp_path)


def begun(cabinet: Cabinet) -> Ledger:
    ledger = cabinet.open()
    book(ledger, coin(100))
    return ledger


# --- following --------------------------------------------------------------------------------


def test_the_copy_tells_each_transaction_once_it_is_answered(cabinet: Cabinet) -> None:
    ledger = begun(cabinet)
    for _ in range(5):
        receipt = book(ledger, coin(1))
        assert cabinet.copied == (receipt.sequence, receipt.head)


def test_the_copy_tells_the_goodbye_too(cabinet: Cabinet) -> None:
    ledger = begun(cabinet)
    ledger.close()
    assert cabinet.copied[0] == 3  # boot, coin, goodbye


def test_a_ledger_without_a_copy_says_so(tmp_path: Path) -> None:
    ledger = Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=True)
    assert ledger.copy.health is CopyHealth.OFF


def test_the_key_lies_beside_the_copy_for_its_owner_only(cabinet: Cabinet) -> None:
    begun(cabinet)
    assert (cabinet.stick / KEY).read_bytes() == (cabinet.data / KEY).read_bytes()
    assert (cabinet.stick / KEY).stat().st_mode & 0o777 == 0o600


def test_both_journals_together_stay_within_the_limit(cabinet: Cabinet) -> None:
    cabinet.limit_bytes = 100_000
    ledger = begun(cabinet)
    for _ in range(20):
        cabinet.evening(ledger, 10)
        sizes = [path.stat().st_size for path in cabinet.stick.glob("ledger.journal*")]
        # One transaction may pass the half before the journal is put aside.
        assert sum(sizes) <= cabinet.limit_bytes + 2_000
    assert (cabinet.stick / PUT_ASIDE).exists()
    assert ledger.copy.health is CopyHealth.WELL


def test_a_copy_attached_later_tells_what_was_before(cabinet: Cabinet) -> None:
    ledger = Ledger.open(cabinet.data, clock=cabinet.clock, executor=None, is_test=True)
    book(ledger, coin(100))
    ledger.close()
    ledger = cabinet.open()
    lines = (cabinet.stick / JOURNAL).read_bytes().splitlines()
    assert len(lines) == 1 + ledger.sequence


# --- missing ----------------------------------------------------------------------------------


def test_a_device_that_is_not_there_is_missing_and_play_goes_on(cabinet: Cabinet) -> None:
    cabinet.stick = cabinet.stick / "not" / "mounted"
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.MISSING
    assert book(ledger, coin(10)).balances == ledger.balances


def test_a_mount_point_without_its_stick_is_missing(cabinet: Cabinet) -> None:
    cabinet.must_be_elsewhere = True
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.MISSING
    assert "on the ledger's own disk" in ledger.copy.detail
    assert not list(cabinet.stick.iterdir())


def test_a_device_that_comes_back_is_found_and_brought_up_to_date(cabinet: Cabinet) -> None:
    cabinet.stick = cabinet.stick / "stick"
    ledger = begun(cabinet)
    assert ledger.copy.health is CopyHealth.MISSING
    cabinet.stick.parent.mkdir()
    cabinet.clock.advance_s(RETRY_S)
    receipt = book(ledger, coin(1))
    assert ledger.copy.health is CopyHealth.WELL
    assert cabinet.copied == (receipt.sequence, receipt.head)


def test_it_is_not_looked_for_at_every_transaction(cabinet: Cabinet) -> None:
    cabinet.stick = cabinet.stick / "stick"
    ledger = begun(cabinet)
    cabinet.stick.parent.mkdir()
    cabinet.clock.advance_s(RETRY_S - 1)
    book(ledger, coin(1))
    assert ledger.copy.health is CopyHealth.MISSING


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_device_that_fails_is_missing_and_the_ledger_has_answered(
    cabinet: Cabinet, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    ledger = begun(cabinet)
    with monkeypatch.context() as patched:
        patched.setattr(f"firmware.ledger.second_copy.os.{call}", _full)
        receipt = book(ledger, coin(1))
    assert receipt.sequence == ledger.sequence == 3
    assert ledger.copy.health is CopyHealth.MISSING
    assert "No space left" in ledger.copy.detail


def test_what_a_failing_device_missed_is_told_later(
    cabinet: Cabinet, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = begun(cabinet)
    with monkeypatch.context() as patched:
        patched.setattr("firmware.ledger.second_copy._written", _half_written)
        cabinet.evening(ledger, 1)
    cabinet.clock.advance_s(RETRY_S)
    receipt = book(ledger, coin(1))
    assert ledger.copy.health is CopyHealth.WELL
    assert cabinet.copied == (receipt.sequence, receipt.head)
    ledger.abandon()
    assert verify_copy(cabinet.data, cabinet.stick, cabinet.clock) == ()


def _full(*_arguments: object) -> int:
    raise OSError(28, os.strerror(28))


_write: Callable[[int, bytes], int] = os.write


def _half_written(file: int, data: bytes) -> int:
    return _write(file, data[: len(data) // 2])


# --- behind -----------------------------------------------------------------------------------


def left_without_copy(cabinet: Cabinet, transactions: int) -> None:
    """Play on with the stick pulled out."""
    ledger = Ledger.open(cabinet.data, clock=cabinet.clock, executor=None, is_test=True)
    for _ in range(transactions):
        book(ledger, coin(1))
    ledger.abandon()


def test_a_copy_that_a_cut_left_behind_by_a_transaction_is_well(cabinet: Cabinet) -> None:
    begun(cabinet).abandon()
    left_without_copy(cabinet, 1)  # a boot and a coin
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.WELL
    assert cabinet.copied == (ledger.sequence, ledger.head)


def test_an_older_copy_is_named_and_brought_up_to_date(cabinet: Cabinet) -> None:
    begun(cabinet).abandon()
    left_without_copy(cabinet, 9)
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.BEHIND
    assert "10 rows" in ledger.copy.detail  # with the boot
    assert cabinet.copied == (ledger.sequence, ledger.head)


def test_a_line_that_was_cut_off_is_told_again(cabinet: Cabinet) -> None:
    begun(cabinet).abandon()
    journal = cabinet.stick / JOURNAL
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-10])
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.WELL
    assert journal.read_bytes().startswith(whole)


def test_a_cut_between_putting_aside_and_beginning_anew_loses_nothing(cabinet: Cabinet) -> None:
    begun(cabinet).abandon()
    (cabinet.stick / JOURNAL).rename(cabinet.stick / PUT_ASIDE)
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.WELL
    assert cabinet.copied == (ledger.sequence, ledger.head)


# --- foreign ----------------------------------------------------------------------------------


def test_the_copy_of_another_ledger_is_left_alone(cabinet: Cabinet, tmp_path: Path) -> None:
    begun(cabinet).close()
    before = (cabinet.stick / JOURNAL).read_bytes()
    other = Cabinet(tmp_path / "other")
    other.data.mkdir(parents=True)
    Ledger.open(other.data, clock=other.clock, executor=None, is_test=True).close()
    other.stick = cabinet.stick
    ledger = other.open()
    assert ledger.copy.health is CopyHealth.FOREIGN
    book(ledger, coin(1))
    assert (cabinet.stick / JOURNAL).read_bytes() == before


def test_something_else_under_its_name_is_left_alone(cabinet: Cabinet) -> None:
    ledger = Ledger.open(cabinet.data, clock=cabinet.clock, executor=None, is_test=True)
    ledger.close()
    cabinet.stick.mkdir()
    (cabinet.stick / JOURNAL).write_text("my holiday\n")
    assert cabinet.open().copy.health is CopyHealth.FOREIGN
    assert (cabinet.stick / JOURNAL).read_text() == "my holiday\n"


# --- the ledger set back ----------------------------------------------------------------------


def test_sec_9_an_older_image_of_the_ledger_is_reported_as_rolled_back(
    cabinet: Cabinet, tmp_path: Path
) -> None:
    ledger = begun(cabinet)
    ledger.close()
    image = tmp_path / "image"
    shutil.copytree(cabinet.data, image)
    ledger = cabinet.open()
    book(ledger, stake(5))
    ledger.close()
    shutil.rmtree(cabinet.data)
    shutil.copytree(image, cabinet.data)
    before = (cabinet.data / DATABASE).read_bytes()
    with pytest.raises(LedgerRolledBackError, match="tells up to row 6, the ledger only to row 3"):
        cabinet.open()
    assert (cabinet.data / DATABASE).read_bytes() == before


def test_an_older_image_that_went_on_is_reported_too(cabinet: Cabinet, tmp_path: Path) -> None:
    ledger = begun(cabinet)
    image = tmp_path / "image"
    shutil.copytree(cabinet.data, image)
    book(ledger, stake(5))
    book(ledger, won(5, 20))
    ledger.abandon()
    shutil.rmtree(cabinet.data)
    shutil.copytree(image, cabinet.data)
    left_without_copy(cabinet, 5)
    with pytest.raises(LedgerRolledBackError, match="set back and went on"):
        cabinet.open()


def test_a_ledger_that_begins_beside_an_old_copy_is_refused(cabinet: Cabinet) -> None:
    begun(cabinet).close()
    shutil.rmtree(cabinet.data)
    with pytest.raises(LedgerGoneError, match="rebuild the ledger from it"):
        cabinet.open()
    assert not (cabinet.data / KEY).exists()


def test_another_stick_during_a_run_is_foreign_and_play_goes_on(
    cabinet: Cabinet, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = begun(cabinet)
    book(ledger, stake(5))
    with monkeypatch.context() as patched:
        patched.setattr("firmware.ledger.second_copy.os.write", _full)
        book(ledger, won(5, 20))
    shutil.rmtree(cabinet.stick)
    twin = Cabinet(cabinet.data.parent / "twin")
    begun(twin).abandon()
    twin.stick.rename(cabinet.stick)
    cabinet.clock.advance_s(RETRY_S)
    book(ledger, gamble_staked(20))
    assert ledger.copy.health is CopyHealth.FOREIGN


@pytest.mark.parametrize(
    "line", [b"5\n", b"[]\n", b'"row"\n', b"my holiday\n", b"[" * 100_000 + b"\n"]
)
def test_a_damaged_last_line_begins_a_new_journal(cabinet: Cabinet, line: bytes) -> None:
    begun(cabinet).close()
    with (cabinet.stick / JOURNAL).open("ab") as journal:
        journal.write(line)
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.WELL
    ledger.close()
    assert verify_copy(cabinet.data, cabinet.stick, cabinet.clock) == ()


def test_a_damaged_last_line_hides_no_ledger_that_was_set_back(
    cabinet: Cabinet, tmp_path: Path
) -> None:
    ledger = begun(cabinet)
    ledger.close()
    image = tmp_path / "image"
    shutil.copytree(cabinet.data, image)
    ledger = cabinet.open()
    book(ledger, stake(5))
    ledger.close()
    with (cabinet.stick / JOURNAL).open("ab") as journal:
        journal.write(b"null\n")
    shutil.rmtree(cabinet.data)
    shutil.copytree(image, cabinet.data)
    with pytest.raises(LedgerRolledBackError):
        cabinet.open()


def test_a_copy_that_is_gone_from_its_device_is_missing_not_begun_anew(cabinet: Cabinet) -> None:
    begun(cabinet).close()
    shutil.rmtree(cabinet.stick)
    cabinet.stick.mkdir()  # the mount point without its stick
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.MISSING
    assert list(cabinet.stick.iterdir()) == []


def test_a_new_device_is_taken_when_a_person_says_so(cabinet: Cabinet) -> None:
    begun(cabinet).close()
    shutil.rmtree(cabinet.stick)
    cabinet.stick.mkdir()
    rebuild_copy(cabinet.data, cabinet.stick)
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.WELL
    assert cabinet.copied == (ledger.sequence, ledger.head)


def test_the_ledgers_own_folder_is_no_second_copy(cabinet: Cabinet) -> None:
    cabinet.stick = cabinet.data
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.MISSING
    assert not (cabinet.data / JOURNAL).exists()


def test_a_key_that_is_gone_from_the_device_is_put_there_again(cabinet: Cabinet) -> None:
    begun(cabinet).close()
    (cabinet.stick / KEY).unlink()
    assert verify_copy(cabinet.data, cabinet.stick, cabinet.clock) != ()
    cabinet.open().close()
    assert (cabinet.stick / KEY).read_bytes() == (cabinet.data / KEY).read_bytes()


def test_a_device_that_was_full_is_whole_again_once_it_has_room(
    cabinet: Cabinet, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = begun(cabinet)
    cabinet.evening(ledger, 3)
    with monkeypatch.context() as patched:
        patched.setattr("firmware.ledger.second_copy._written", _half_written)
        cabinet.evening(ledger, 2)
        ledger.abandon()
        patched.setattr("firmware.ledger.second_copy._written", _full)
        patched.setattr("firmware.ledger.second_copy._writing", _full)
        ledger = cabinet.open()
        assert ledger.copy.health is CopyHealth.MISSING
        cabinet.evening(ledger, 2)
        ledger.abandon()
    cabinet.open().close()
    assert verify_copy(cabinet.data, cabinet.stick, cabinet.clock) == ()


def test_a_long_absence_begins_a_new_journal_whatever_the_journal_may_take(
    cabinet: Cabinet,
) -> None:
    cabinet.limit_bytes = 60_000
    ledger = begun(cabinet)
    ledger.abandon()
    ledger = Ledger.open(cabinet.data, clock=cabinet.clock, executor=None, is_test=True)
    cabinet.evening(ledger, 100)
    ledger.abandon()
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.BEHIND
    assert (cabinet.stick / JOURNAL).stat().st_size < 30_000
    ledger.close()
    assert verify_copy(cabinet.data, cabinet.stick, cabinet.clock) == ()


def test_a_cut_in_the_first_boot_leaves_a_beginning(
    cabinet: Cabinet, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(*_arguments: object, **_named: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Keys, "keep", cut)
        with pytest.raises(KeyboardInterrupt):
            cabinet.open()
    ledger = cabinet.open()
    assert (ledger.boot, ledger.copy.health) == (2, CopyHealth.WELL)


# --- a device that hangs ----------------------------------------------------------------------


def test_a_device_that_hangs_is_missing_and_the_ledger_goes_on(
    cabinet: Cabinet, monkeypatch: pytest.MonkeyPatch
) -> None:
    cabinet.device = Patient(patience_s=0.05)
    ledger = begun(cabinet)
    assert ledger.copy.health is CopyHealth.WELL
    released = threading.Event()

    def hang(file: int, data: bytes) -> int:
        released.wait()
        return _write(file, data)

    with monkeypatch.context() as patched:
        patched.setattr("firmware.ledger.second_copy.os.write", hang)
        receipt = book(ledger, coin(1))
        assert (receipt.sequence, ledger.copy.health) == (3, CopyHealth.MISSING)
        cabinet.clock.advance_s(RETRY_S)
        assert book(ledger, coin(1)).sequence == 4  # it still hangs
        released.set()
    assert _comes_back(cabinet.device)
    cabinet.clock.advance_s(RETRY_S)
    receipt = book(ledger, coin(1))
    assert ledger.copy.health is CopyHealth.WELL
    assert cabinet.copied == (receipt.sequence, receipt.head)
    ledger.close()
    assert verify_copy(cabinet.data, cabinet.stick, cabinet.clock) == ()


def _comes_back(device: Device) -> bool:
    """Ask until it answers; what hung was let go."""
    for _ in range(10_000):
        with suppress(LedgerError):
            device.run(lambda: None)
            return True
    return False


# --- while it runs ----------------------------------------------------------------------------


def test_the_own_stick_is_found_again_after_another(cabinet: Cabinet) -> None:
    ledger = begun(cabinet)
    own = cabinet.stick.with_name("own")
    twin = Cabinet(cabinet.data.parent / "twin")
    twin.data.parent.mkdir()
    begun(twin).close()
    shutil.move(cabinet.stick, own)
    shutil.copytree(twin.stick, cabinet.stick)
    book(ledger, coin(1))
    ledger.abandon()
    ledger = cabinet.open()
    assert ledger.copy.health is CopyHealth.FOREIGN
    shutil.rmtree(cabinet.stick)
    shutil.move(own, cabinet.stick)
    cabinet.clock.advance_s(RETRY_S)
    receipt = book(ledger, coin(1))
    assert ledger.copy.health is CopyHealth.WELL
    assert cabinet.copied == (receipt.sequence, receipt.head)


def test_a_journal_removed_while_it_runs_is_missing(cabinet: Cabinet) -> None:
    ledger = begun(cabinet)
    shutil.rmtree(cabinet.stick)
    book(ledger, coin(1))
    assert ledger.copy.health is CopyHealth.MISSING


def test_damaged_lines_at_the_end_are_left_out(cabinet: Cabinet) -> None:
    begun(cabinet).close()
    with (cabinet.stick / JOURNAL).open("ab") as journal:
        journal.write(b"null\nmy holiday\n{")
    assert verify_copy(cabinet.data, cabinet.stick, cabinet.clock) == ()

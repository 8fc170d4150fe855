"""Either copy makes the other again."""

from __future__ import annotations

import functools
import shutil
import tempfile
from pathlib import Path

import pytest
from money import JOKER, MEMORY, book, coin, collect, gamble_lost, gamble_staked, stake, won

from firmware.clock import VirtualClock
from firmware.errors import (
    LedgerCorruptError,
    LedgerError,
    LedgerInUseError,
    LedgerRefusedError,
)
from firmware.events import CopyHealth
from firmware.ledger import rebuild
from firmware.ledger.chain import KEY
from firmware.ledger.database import DATABASE
from firmware.ledger.journal import JOURNAL, PUT_ASIDE
from firmware.ledger.ledger import Ledger
from firmware.ledger.rebuild import rebuild_copy, rebuild_ledger, verify_copy
from firmware.ledger.second_copy import SecondCopy
from firmware.ledger.snapshot import reading
from firmware.ledger.standing import Standing
from firmware.ledger.store import read_round
from firmware.ledger.verify import verify
from firmware.money import Account
from firmware.transaction import Dispute, RoundRecord, Transaction

CLOCK = VirtualClock()
SMALL, LARGE = 60_000, 1 << 30


def opened(folder: Path, limit_bytes: int, keep_rounds: int = 1_000) -> Ledger:
    copy = SecondCopy(folder / "stick", limit_bytes)
    return Ledger.open(
        folder / "data",
        clock=CLOCK,
        executor=None,
        is_test=True,
        copy=copy,
        keep_rounds=keep_rounds,
    )


def play(ledger: Ledger, rounds: int) -> None:
    for _ in range(rounds):
        newest = ledger.standing.round
        number = 1 if newest is None else newest.number + 1
        for text, posting in (("dealt", stake(5)), ("won", won(5, 6)), ("over", collect(6))):
            record = RoundRecord(number, JOKER, f"{text} {number}", text == "over")
            ledger.commit(Transaction((posting,), {"play": text}, record)).result()


EVENINGS = tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)


def played(folder: Path, limit_bytes: int, keep_rounds: int = 1_000) -> Standing:
    """An evening that a cut ends in the middle of a double; the books as they stood."""
    kept, standing = evening(limit_bytes, keep_rounds)
    shutil.copytree(kept, folder, dirs_exist_ok=True)
    return standing


@functools.cache  # the same for many tests, each of which gets a copy
def evening(limit_bytes: int, keep_rounds: int) -> tuple[Path, Standing]:
    folder = Path(EVENINGS.name) / f"{limit_bytes}-{keep_rounds}"
    return folder, play_evening(folder, limit_bytes, keep_rounds)


def play_evening(folder: Path, limit_bytes: int, keep_rounds: int = 1_000) -> Standing:
    """An evening that nobody has played, with a key of its own."""
    ledger = opened(folder, limit_bytes, keep_rounds)
    ledger.commit(Transaction((coin(500),), {"device:x": "1"})).result()
    play(ledger, 20)
    ledger.commit(Transaction(dispute=Dispute(7, is_open=True, by="operator"))).result()
    play(ledger, 180)
    record = RoundRecord(201, JOKER, "double 201", is_over=False)
    evening = (stake(5), won(5, 40), gamble_staked(20, banked=20))
    ledger.commit(Transaction(evening, {"play": "double"}, record)).result()
    ledger.abandon()
    return ledger.standing


def rebuilt(folder: Path) -> Ledger:
    """The ledger made again in an empty folder, and opened."""
    target = folder / "new" / "data"
    rebuild_ledger(target, folder / "stick", CLOCK)
    return Ledger.open(target, clock=CLOCK, executor=None, is_test=True)


@pytest.mark.promise("MEM-5")
@pytest.mark.parametrize("keep_rounds", [100, 1_000])
@pytest.mark.parametrize("limit_bytes", [SMALL, LARGE])
def test_the_copy_alone_makes_the_same_books(
    tmp_path: Path, limit_bytes: int, keep_rounds: int
) -> None:
    before = played(tmp_path, limit_bytes, keep_rounds)
    after = rebuilt(tmp_path)
    assert after.balances == before.totals.balances
    assert after.balances[Account.GAMBLE] == 20
    assert after.documents == {"device:x": "1", "play": "double"}
    assert after.recent_rounds[0] == RoundRecord(201, JOKER, "double 201", is_over=False)
    counted = before.totals.meters
    of_the_boot = {"power_ups", "unclean_boots", "marks.power_up", "counts.rebuilt"}
    assert {name for name, n in after.meters.items() if n != counted.get(name)} == of_the_boot
    assert verify(after.folder).ok


def test_a_large_copy_gives_every_round_back(tmp_path: Path) -> None:
    played(tmp_path, LARGE)
    assert len(rebuilt(tmp_path).recent_rounds) == 50


def test_two_journals_that_follow_each_other_tell_more_than_one(tmp_path: Path) -> None:
    played(tmp_path, SMALL)
    assert (tmp_path / "stick" / PUT_ASIDE).exists()
    both = len(rebuilt(tmp_path).recent_rounds)
    shutil.rmtree(tmp_path / "new")
    (tmp_path / "stick" / PUT_ASIDE).unlink()
    assert len(rebuilt(tmp_path).recent_rounds) < both


def test_a_round_in_dispute_is_in_the_copy_whatever_its_age(tmp_path: Path) -> None:
    played(tmp_path, SMALL, keep_rounds=50)
    ledger = rebuilt(tmp_path)
    assert ledger.standing.disputed == (7,)
    with reading(ledger.folder) as connection:
        kept = read_round(connection, 7)
    assert kept is not None
    assert kept.text == "over 7"


def test_play_goes_on_where_it_stood(tmp_path: Path) -> None:
    played(tmp_path, SMALL)
    ledger = rebuilt(tmp_path)
    play_on = RoundRecord(201, JOKER, "lost 201", is_over=True)
    ledger.commit(Transaction((gamble_lost(20),), {}, play_on)).result()
    play(ledger, 3)
    ledger.close()
    assert verify(ledger.folder).ok


def test_the_old_head_is_still_proven(tmp_path: Path) -> None:
    last = played(tmp_path, LARGE).last
    assert last is not None
    assert verify(rebuilt(tmp_path).folder, last.hash.hex()).ok


def test_the_copy_follows_the_rebuilt_ledger(tmp_path: Path) -> None:
    played(tmp_path, LARGE)
    shutil.rmtree(tmp_path / "data")
    rebuild_ledger(tmp_path / "data", tmp_path / "stick", CLOCK)
    assert opened(tmp_path, LARGE).copy.health is CopyHealth.WELL


def test_what_was_there_is_put_aside(tmp_path: Path) -> None:
    played(tmp_path, LARGE)
    data = tmp_path / "data"
    damaged = b"damaged" * 1000
    (data / DATABASE).write_bytes(damaged)
    done = rebuild_ledger(data, tmp_path / "stick", CLOCK)
    assert done.aside == data / "aside-1"
    assert (data / "aside-1" / DATABASE).read_bytes() == damaged
    assert verify(data).ok


def test_the_key_of_a_rebuilt_ledger_is_its_owners(tmp_path: Path) -> None:
    played(tmp_path, LARGE)
    (tmp_path / "stick" / KEY).chmod(0o644)  # as on a stick without owners
    ledger = rebuilt(tmp_path)
    assert (ledger.folder / KEY).stat().st_mode & 0o777 == 0o600


def test_a_running_cabinet_is_not_rebuilt_under_its_feet(tmp_path: Path) -> None:
    played(tmp_path, LARGE)
    running = opened(tmp_path, LARGE)
    with pytest.raises(LedgerInUseError):
        rebuild_ledger(running.folder, tmp_path / "stick", CLOCK)


def test_without_a_copy_nothing_is_touched(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="there is no second copy"):
        rebuild_ledger(tmp_path / "data", tmp_path / "stick", CLOCK)


@pytest.mark.promise("MEM-5")
@pytest.mark.parametrize("what", ["header", "row", "document", "lost line", "swapped lines"])
def test_a_copy_that_is_not_whole_makes_nothing(tmp_path: Path, what: str) -> None:
    played(tmp_path, LARGE)
    journal = tmp_path / "stick" / JOURNAL
    lines = journal.read_bytes().splitlines(keepends=True)
    match what:
        case "header":
            lines[0] = lines[0].replace(b'"checkpoint":null', b'"checkpoint":nul ')
        case "row":
            lines[3] = lines[3].replace(b"stake", b"stakf")
        case "document":
            lines[-1] = lines[-1].replace(b'{"play":"double"}', b'{"play":"doubl3"}')
        case "lost line":
            del lines[7]
        case "swapped lines":
            lines[7], lines[8] = lines[8], lines[7]
    journal.write_bytes(b"".join(lines))
    before = (tmp_path / "data" / DATABASE).read_bytes()
    with pytest.raises(LedgerCorruptError):
        rebuild_ledger(tmp_path / "data", tmp_path / "stick", CLOCK)
    assert (tmp_path / "data" / DATABASE).read_bytes() == before
    assert verify_copy(tmp_path / "data", tmp_path / "stick", CLOCK) != ()


def test_a_line_cut_off_in_the_writing_is_left_out(tmp_path: Path) -> None:
    before = played(tmp_path, LARGE)
    journal = tmp_path / "stick" / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-20])
    assert before.last is not None
    done = rebuild_ledger(tmp_path / "new", tmp_path / "stick", CLOCK)
    assert done.rows == before.last.sequence - 1


def test_a_cut_in_the_middle_of_the_exchange_can_be_rebuilt_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = played(tmp_path, LARGE)
    data, real = tmp_path / "data", rebuild._put_aside

    def put_aside_and_die(*arguments: object) -> None:
        real(*arguments)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(rebuild, "_put_aside", put_aside_and_die)
        with pytest.raises(KeyboardInterrupt):
            rebuild_ledger(data, tmp_path / "stick", CLOCK)
    rebuild_ledger(data, tmp_path / "stick", CLOCK)
    assert opened(tmp_path, LARGE).balances == before.totals.balances


def test_a_copy_that_tells_the_same_is_proven(tmp_path: Path) -> None:
    played(tmp_path, SMALL)
    assert verify_copy(tmp_path / "data", tmp_path / "stick", CLOCK) == ()


def test_the_copy_is_begun_anew_and_the_old_one_kept(tmp_path: Path) -> None:
    played(tmp_path, LARGE)
    stick = tmp_path / "stick"
    old = (stick / JOURNAL).read_bytes()
    assert rebuild_copy(tmp_path / "data", stick).aside == stick / "aside-1"
    assert (stick / "aside-1" / JOURNAL).read_bytes() == old
    ledger = opened(tmp_path, LARGE)
    assert ledger.copy.health is CopyHealth.WELL
    book(ledger, coin(1))
    ledger.close()
    assert verify_copy(tmp_path / "data", stick, CLOCK) == ()


def test_a_ledger_that_knows_more_is_not_replaced(tmp_path: Path) -> None:
    played(tmp_path, LARGE)
    ledger = Ledger.open(tmp_path / "data", clock=CLOCK, executor=None, is_test=True)
    for _ in range(5):
        book(ledger, coin(10))
    ledger.close()
    with pytest.raises(LedgerRefusedError, match="7 rows more than the copy"):  # boot, goodbye
        rebuild_ledger(tmp_path / "data", tmp_path / "stick", CLOCK)
    assert opened(tmp_path, LARGE).meters["coin_in"] == 550


def test_the_ledger_of_another_cabinet_is_not_replaced(tmp_path: Path) -> None:
    play_evening(tmp_path / "one", LARGE)
    play_evening(tmp_path / "two", LARGE)
    with pytest.raises(LedgerRefusedError, match="another cabinet"):
        rebuild_ledger(tmp_path / "two" / "data", tmp_path / "one" / "stick", CLOCK)


def test_it_is_replaced_when_a_person_says_so(tmp_path: Path) -> None:
    before = played(tmp_path, LARGE)
    ledger = Ledger.open(tmp_path / "data", clock=CLOCK, executor=None, is_test=True)
    for _ in range(5):
        book(ledger, coin(10))
    ledger.close()
    rebuild_ledger(tmp_path / "data", tmp_path / "stick", CLOCK, may_lose=True)
    assert opened(tmp_path, LARGE).balances == before.totals.balances


def test_a_ledger_that_was_set_back_is_replaced(tmp_path: Path) -> None:
    opened(tmp_path, LARGE).close()
    shutil.copytree(tmp_path / "data", tmp_path / "old")
    before = played(tmp_path, LARGE)
    shutil.rmtree(tmp_path / "data")
    shutil.copytree(tmp_path / "old", tmp_path / "data")
    rebuild_ledger(tmp_path / "data", tmp_path / "stick", CLOCK)
    assert opened(tmp_path, LARGE).balances == before.totals.balances


def test_a_copy_that_ends_long_before_the_ledger_is_not_the_same(tmp_path: Path) -> None:
    played(tmp_path, LARGE)
    journal = tmp_path / "stick" / JOURNAL
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-20]))
    (fault,) = verify_copy(tmp_path / "data", tmp_path / "stick", CLOCK)
    assert "the ledger at row" in fault


def test_a_damaged_last_line_is_left_out(tmp_path: Path) -> None:
    before = played(tmp_path, LARGE)
    with (tmp_path / "stick" / JOURNAL).open("ab") as journal:
        journal.write(b"null\n")
    assert before.last is not None
    done = rebuild_ledger(tmp_path / "new", tmp_path / "stick", CLOCK)
    assert done.rows == before.last.sequence


def test_a_failed_rebuild_leaves_nothing_behind(tmp_path: Path) -> None:
    played(tmp_path, LARGE)
    journal = tmp_path / "stick" / JOURNAL
    lines = journal.read_bytes().splitlines(keepends=True)
    del lines[7]
    journal.write_bytes(b"".join(lines))
    before = sorted(path.name for path in (tmp_path / "data").iterdir())
    with pytest.raises(LedgerCorruptError):
        rebuild_ledger(tmp_path / "data", tmp_path / "stick", CLOCK)
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == before


def test_the_copy_is_not_rebuilt_onto_itself(tmp_path: Path) -> None:
    played(tmp_path, LARGE)
    with pytest.raises(LedgerRefusedError, match="the second copy itself"):
        rebuild_ledger(tmp_path / "stick", tmp_path / "stick", CLOCK)


def test_an_old_journal_that_cannot_be_read_does_not_spoil_the_newest(tmp_path: Path) -> None:
    before = played(tmp_path, SMALL)
    aside = tmp_path / "stick" / PUT_ASIDE
    aside.write_bytes(b"x" + aside.read_bytes()[1:])
    assert rebuilt(tmp_path).balances == before.totals.balances


@pytest.mark.parametrize("is_clean", [True, False])
def test_a_rebuilt_ledger_ended_as_the_one_before_did(tmp_path: Path, is_clean: bool) -> None:
    ledger = opened(tmp_path, LARGE)
    book(ledger, coin(10))
    ledger.close() if is_clean else ledger.abandon()
    assert rebuilt(tmp_path).meters["unclean_boots"] == int(not is_clean)

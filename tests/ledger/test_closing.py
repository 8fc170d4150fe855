"""SEC-6, the full clear: whatever cuts it short, one ledger stands, and nothing is ever lost."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import money
import pytest
from money import JOKER, book, ledger_in, open_test_ledger

from firmware.clock import VirtualClock
from firmware.errors import (
    LedgerCorruptError,
    LedgerFullError,
    LedgerInUseError,
    LedgerRefusedError,
    RuleError,
)
from firmware.events import CopyHealth
from firmware.ledger import closing
from firmware.ledger.chain import digest
from firmware.ledger.closed import CLOSED, REPORT, closed_ledgers, name_of, verify_closed
from firmware.ledger.closing import (
    CLEARING,
    DECIDED,
    close_for_good,
    is_asked,
    is_unfinished,
    refused,
    request,
    verify_clear,
)
from firmware.ledger.database import DATABASE
from firmware.ledger.entries import Predecessor
from firmware.ledger.journal import JOURNAL
from firmware.ledger.ledger import Ledger
from firmware.ledger.lock import LOCK
from firmware.ledger.rebuild import verify_copy
from firmware.ledger.second_copy import RETRY_S, SecondCopy
from firmware.ledger.store import read_round
from firmware.ledger.verify import verify
from firmware.log import LogEntry, LogKind
from firmware.transaction import Dispute, RoundRecord, Transaction

WALL = "2026-11-30T15:00:00+00:00"


def ask(ledger: Ledger) -> None:
    ledger.commit(request(ledger.standing, "technician", WALL)).result()


def asked(folder: Path) -> str:
    """An evening whose credit was paid out, a dispute, and a clear asked for; its last head."""
    money.evening(folder)
    with ledger_in(folder) as ledger:
        book(ledger, money.collect(10)) if ledger.balances[money.A.PENDING] else None
        book(ledger, money.hand_pay(ledger.balances[money.A.CREDIT]))
        ledger.commit(Transaction(dispute=Dispute(1, True, "attendant"))).result()
        ask(ledger)
    return verify(folder).head


def close(folder: Path) -> closing.Closed:
    return close_for_good(folder, VirtualClock(9.0))


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("full") / "data"
    asked(folder)
    return folder


@pytest.fixture
def data(full: Path, tmp_path: Path) -> Path:
    """A folder of one's own with a ledger that is to be closed."""
    return Path(shutil.copytree(full, tmp_path / "data"))


# --- what comes of it -----------------------------------------------------------------------------


def test_sec_6_the_new_chain_begins_with_the_old_head_and_the_digest_of_the_report(
    data: Path,
) -> None:
    head = verify(data).head
    closed = close(data)
    report = (closed.folder / REPORT).read_text("utf-8")
    with ledger_in(data) as ledger:
        assert ledger.standing.predecessor == Predecessor(1, head, digest(report))
        assert ledger.standing.generation == 2


def test_sec_6_the_old_ledger_is_kept_whole(data: Path) -> None:
    before = verify(data)
    closed = close(data)
    assert closed.folder == data / CLOSED / name_of(1, before.head)
    assert verify(closed.folder) == before


def test_sec_6_the_new_ledger_is_whole_and_empty(data: Path) -> None:
    close(data)
    assert verify(data).ok
    with ledger_in(data) as ledger:
        moved = {name: n for name, n in ledger.meters.items() if n}
        # The boot in which it was made, and the one that looks now.
        assert moved == {"power_ups": 2}
        assert not any(ledger.balances.values())
        assert (dict(ledger.documents), ledger.recent_rounds) == ({}, ())


def test_sec_6_the_closing_report_tells_every_meter(data: Path) -> None:
    with ledger_in(data) as ledger:
        meters, head = dict(ledger.meters), ledger.standing
    closed = close(data)
    told = json.loads((closed.folder / REPORT).read_text("utf-8"))
    assert told["meters"] == meters
    assert (told["ledger"], told["disputed"], told["rounds"]) == (1, [1], 2)
    assert told["asked"] == {"by": "technician", "wall": WALL}
    assert told["head"] == verify(closed.folder).head
    assert told["boots"] == head.boot


def test_a_disputed_round_survives_the_clear(data: Path) -> None:
    closed = close(data)
    with ledger_in(closed.folder) as old:
        assert old.standing.disputed == (1,)
        kept = old.ask(lambda connection: read_round(connection, 1)).result()
        assert kept is not None
        assert kept.text == "won"


def test_a_test_ledger_is_followed_by_a_test_ledger(data: Path) -> None:
    close(data)
    with pytest.raises(LedgerRefusedError, match="test ledger"):
        Ledger.open(data, clock=VirtualClock(), executor=None, is_test=False)


def test_money_goes_on_in_the_new_ledger(data: Path) -> None:
    close(data)
    with ledger_in(data) as ledger:
        book(ledger, money.coin(10))
        ledger.commit(money.round_over(1)).result()
    assert verify(data).ok


def test_a_second_clear_counts_on(data: Path) -> None:
    close(data)
    with ledger_in(data) as ledger:
        ask(ledger)
    second = close(data)
    assert second.folder.name.startswith("2-")
    with ledger_in(data) as ledger:
        assert ledger.standing.generation == 3
    assert [each.name[:2] for each in closed_ledgers(data)] == ["2-", "1-"]
    assert verify_closed(data) == ()


# --- who may, and when ----------------------------------------------------------------------------


def test_nothing_is_closed_that_nobody_asked_for(tmp_path: Path) -> None:
    money.evening(tmp_path)
    head = verify(tmp_path).head
    with pytest.raises(LedgerRefusedError, match="nobody asked"):
        close(tmp_path)
    assert verify(tmp_path).head == head
    assert not (tmp_path / CLOSED).exists()


def test_a_clear_that_was_refused_is_not_asked_for_any_more(data: Path) -> None:
    with ledger_in(data) as ledger:
        assert is_asked(ledger.documents)
        ledger.commit(refused("credit")).result()
        assert not is_asked(ledger.documents)
    with pytest.raises(LedgerRefusedError, match="nobody asked"):
        close(data)


def test_no_ledger_is_closed_while_credit_stands(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        ask(ledger)
        book(ledger, money.coin(10))
    with pytest.raises(LedgerRefusedError, match="10 credits stand on credit"):
        close(tmp_path)
    with ledger_in(tmp_path) as ledger:
        assert ledger.balances[money.A.CREDIT] == 10
    assert not is_unfinished(tmp_path)


@pytest.mark.parametrize(
    ("postings", "account"),
    [
        ((money.coin(1),), "credit"),
        ((money.coin(5), money.stake(5)), "stake"),
        ((money.coin(5), money.stake(5), money.won(5, 5)), "pending"),
        ((money.coin(5), money.stake(5), money.won(5, 5), money.gamble_staked(5)), "gamble"),
    ],
)
def test_a_clear_is_not_asked_for_over_credit(
    tmp_path: Path, postings: tuple[Any, ...], account: str
) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, *postings)
        with pytest.raises(RuleError, match=f"credits stand on {account}"):
            request(ledger.standing, "technician", WALL)


def test_a_clear_is_not_asked_for_in_a_round(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        ledger.commit(Transaction(round=RoundRecord(1, JOKER, "open", False))).result()
        with pytest.raises(RuleError, match="round 1 is open"):
            verify_clear(ledger.standing)


def test_the_log_tells_who_asked(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        made = request(ledger.standing, "technician", WALL)
    assert made.log == (LogEntry(LogKind.CLEARING, "asked", (("by", "technician"),)),)
    assert json.loads(made.documents[CLEARING]) == {"by": "technician", "wall": WALL}


def test_a_ledger_in_use_is_not_closed(data: Path) -> None:
    with ledger_in(data), pytest.raises(LedgerInUseError):
        close(data)


def test_a_ledger_that_is_not_whole_is_not_closed(data: Path) -> None:
    with money_tampered(data), pytest.raises(LedgerCorruptError):
        close(data)
    assert not (data / CLOSED).exists()


@contextmanager
def money_tampered(folder: Path) -> Iterator[None]:
    from forgery import tampering

    with tampering(folder) as database:
        database.execute("UPDATE standing SET text = '{}' WHERE name = 'balances'")
    yield


# --- cut short ------------------------------------------------------------------------------------


class Cut(BaseException):
    """The end of a process, from one line to the next."""


def run_until(line: int, work: Callable[[], object]) -> bool:
    """Whether `work` was cut short before its line number `line` of the closing itself."""
    passed = 0

    def follow(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal passed
        if frame.f_code.co_filename != closing.__file__:
            return None
        if event == "line":
            passed += 1
            if passed == line:
                raise Cut
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        work()
    except Cut:
        sys.settrace(before)
        free_locks()
        return True
    finally:
        sys.settrace(before)
    return False


def free_locks() -> None:
    """What the system does for a process that has ended, and not for a test that goes on."""
    for number in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            if number.readlink().name == LOCK:
                os.close(int(number.name))


Tree = frozenset[tuple[str, int]]
"""Each file and folder below a folder, with its size."""


def is_new(folder: Path, seen: set[Tree]) -> bool:
    """Whether the folder looks like none before: the boots after all others were looked at."""
    tree = frozenset(
        (str(each.relative_to(folder)), each.stat().st_size) for each in folder.rglob("*")
    )
    if tree in seen:
        return False
    seen.add(tree)
    return True


def which_stands(folder: Path, old: str) -> str:
    """Boot, and say which ledger stands; the one in the folder and what is closed are proven."""
    open_test_ledger(folder).close()
    assert not is_unfinished(folder)
    closed = closed_ledgers(folder)
    assert verify(folder).ok
    assert verify_closed(folder) == ()
    if not closed:
        assert verify(folder, head=old).ok
        return "old"
    assert [verify(each).head for each in closed] == [old]
    assert not verify(folder, head=old).ok
    return "new"


def test_sec_6_a_cut_at_any_line_leaves_the_old_ledger_or_the_new_one(
    full: Path, tmp_path: Path
) -> None:
    old = verify(full).head
    found: list[str] = []
    seen: set[Tree] = set()
    for line in range(1, 1000):
        folder = Path(shutil.copytree(full, tmp_path / str(line)))
        if not run_until(line, lambda folder=folder: close(folder)):  # type: ignore[misc]
            break
        if is_new(folder, seen):
            found.append(which_stands(folder, old))
        shutil.rmtree(folder)
    # First the old one, from some line on the new one, and both were seen.
    assert found == sorted(found, reverse=True)
    assert {"old", "new"} == set(found)
    assert line > 60
    assert len(found) > 12


def test_sec_6_a_cut_at_any_line_of_the_finishing_is_finished_by_the_next_boot(
    full: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = verify(full).head
    decided = Path(shutil.copytree(full, tmp_path / "decided"))
    cut_after_the_decision(decided, monkeypatch)
    seen: set[Tree] = set()
    lines = 0
    for line in range(1, 1000):
        folder = Path(shutil.copytree(decided, tmp_path / str(line)))
        if not run_until(line, lambda folder=folder: closing.finish(folder)):  # type: ignore[misc]
            break
        if is_new(folder, seen):
            assert which_stands(folder, old) == "new"
        shutil.rmtree(folder)
        lines += 1
    assert lines > 20
    assert len(seen) > 6  # the report, the database and the key go, the new ones come, the end


def cut_after_the_decision(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Close, and end just behind the rename that decides."""

    def cut(*_: object) -> None:
        raise Cut

    monkeypatch.setattr(closing, "_move_old", cut)
    with pytest.raises(Cut):
        close(folder)
    monkeypatch.undo()
    assert (folder / DECIDED).exists()
    assert (folder / DATABASE).exists()


def test_a_disk_without_room_leaves_the_old_ledger(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = verify(data).head

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(closing, "_write", no_room)
    with pytest.raises(LedgerFullError, match="No space left"):
        close(data)
    assert which_stands(data, head) == "old"


# --- the proof over all of them -------------------------------------------------------------------


@pytest.fixture
def cleared(data: Path) -> Path:
    close(data)
    return data


def test_a_closed_ledger_that_is_gone_is_named(cleared: Path) -> None:
    shutil.rmtree(cleared / CLOSED)
    (fault,) = verify_closed(cleared)
    assert fault.startswith("ledger 1 is missing: closed/1-")


def test_an_edited_closing_report_is_named(cleared: Path) -> None:
    report = closed_ledgers(cleared)[0] / REPORT
    report.write_text(report.read_text("utf-8").replace('"rows"', '"lines"'), "utf-8")
    assert verify_closed(cleared) == ("the closing report of ledger 1 is not what was written",)


def test_a_closing_report_that_is_gone_is_named(cleared: Path) -> None:
    (closed_ledgers(cleared)[0] / REPORT).unlink()
    (fault,) = verify_closed(cleared)
    assert REPORT in fault


def test_a_closed_ledger_that_went_on_is_named(cleared: Path) -> None:
    with ledger_in(closed_ledgers(cleared)[0]) as ledger:
        book(ledger, money.coin(1))
    assert verify_closed(cleared) == ("ledger 1 ends otherwise than the next one says",)


def test_a_ledger_that_was_never_cleared_has_nothing_to_prove(tmp_path: Path) -> None:
    money.evening(tmp_path)
    assert verify_closed(tmp_path) == ()


# --- the second copy ------------------------------------------------------------------------------


def with_copy(folder: Path, stick: Path, clock: VirtualClock | None = None) -> Ledger:
    return Ledger.open(
        folder,
        clock=clock or VirtualClock(),
        executor=None,
        is_test=True,
        copy=SecondCopy(stick, 1 << 20),
    )


def asked_with_copy(folder: Path, stick: Path) -> None:
    ledger = with_copy(folder, stick)
    book(ledger, money.coin(10), money.hand_pay(10))
    ask(ledger)
    ledger.close()


def test_the_second_copy_follows_and_keeps_the_old_one(tmp_path: Path) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    asked_with_copy(data, stick)
    old = (stick / JOURNAL).read_bytes()
    closed = close(data)
    ledger = with_copy(data, stick)
    assert ledger.copy.health is CopyHealth.WELL
    book(ledger, money.coin(10))
    ledger.close()
    assert verify_copy(data, stick, VirtualClock()) == ()
    assert (stick / CLOSED / closed.folder.name / JOURNAL).read_bytes() == old


def test_a_copy_that_was_away_follows_when_it_comes_back(tmp_path: Path) -> None:
    data, stick, pocket = tmp_path / "data", tmp_path / "stick", tmp_path / "pocket"
    asked_with_copy(data, stick)
    stick.rename(pocket)
    stick.touch()  # nothing can be written there
    close(data)
    clock = VirtualClock()
    ledger = with_copy(data, stick, clock)
    assert ledger.copy.health is CopyHealth.MISSING
    stick.unlink()
    pocket.rename(stick)
    clock.advance_s(RETRY_S)
    book(ledger, money.coin(10))
    assert ledger.copy.health is CopyHealth.WELL
    ledger.close()
    assert verify_copy(data, stick, VirtualClock()) == ()


def test_a_copy_of_another_cabinet_stays_foreign(tmp_path: Path) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    other = with_copy(tmp_path / "other", stick)
    other.close()
    asked(data)
    close(data)
    before = (stick / JOURNAL).read_bytes()
    ledger = with_copy(data, stick)
    assert ledger.copy.health is CopyHealth.FOREIGN
    ledger.close()
    assert (stick / JOURNAL).read_bytes() == before

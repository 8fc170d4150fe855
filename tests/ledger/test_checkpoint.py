"""Retention: old rounds give way to a checkpoint, and what is left proves itself all the same."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import money
import pytest
from forgery import rows_of, tampered, tampering
from money import JOKER, book, keep, ledger_in, log, open_test_ledger, play_rounds

from firmware.errors import LedgerCorruptError, LedgerError, LedgerFullError, LedgerRefusedError
from firmware.ledger import ledger as ledger_module
from firmware.ledger import store as store_module
from firmware.ledger.chain import canonical
from firmware.ledger.checkpoint import BATCH_ROUNDS
from firmware.ledger.ledger import KEEP_ROUNDS, Ledger
from firmware.ledger.snapshot import reading
from firmware.ledger.store import read_checkpoint, read_rounds
from firmware.ledger.verify import verify
from firmware.log import LogEntry, LogKind
from firmware.transaction import Dispute, RoundRecord, Transaction

KEEP, BATCH = 4, 3


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "BATCH_ROUNDS", BATCH)


def opened(folder: Path, keep_rounds: int = KEEP) -> Ledger:
    return open_test_ledger(folder, keep_rounds=keep_rounds)


def opened_in(folder: Path) -> AbstractContextManager[Ledger]:
    return ledger_in(folder, keep_rounds=KEEP)


def played(folder: Path, upto: int, keep_rounds: int = KEEP) -> None:
    with ledger_in(folder, keep_rounds=keep_rounds) as ledger:
        play_rounds(ledger, upto)


def kept(folder: Path) -> list[int]:
    """Numbers of the rounds that can be recalled, oldest first."""
    with reading(folder) as connection:
        return [each.line.number for each in read_rounds(connection)][::-1]


def upto(folder: Path) -> int:
    with reading(folder) as connection:
        found = read_checkpoint(connection)
        return 0 if found is None else found[0]


def dispute(ledger: Ledger, number: int, *, is_open: bool = True) -> None:
    ledger.commit(Transaction(dispute=Dispute(number, is_open, "operator"))).result()


# --- what goes and what stays ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "oldest"),
    # A batch of 3 goes as soon as 4 would be left.
    [(1, 1), (6, 1), (7, 4), (9, 4), (10, 7), (12, 7), (13, 10)],
)
def test_rounds_go_a_batch_at_a_time_and_the_newest_stay(
    tmp_path: Path, rounds: int, oldest: int
) -> None:
    played(tmp_path, rounds)
    assert kept(tmp_path) == list(range(oldest, rounds + 1))


def test_rec_3_never_fewer_than_were_promised_are_kept(tmp_path: Path) -> None:
    with ledger_in(tmp_path, keep_rounds=KEEP) as ledger:
        for number in range(1, 30):
            play_rounds(ledger, number)
            assert len(kept(tmp_path)) >= min(number, KEEP)


def test_rec_3_a_cabinet_keeps_a_hundred_thousand_rounds() -> None:
    assert KEEP_ROUNDS == 100_000
    assert BATCH_ROUNDS <= 100


def test_the_rows_before_the_oldest_round_are_gone(tmp_path: Path) -> None:
    played(tmp_path, 13)
    with reading(tmp_path) as connection:
        *_, oldest = read_rounds(connection)
    assert rows_of(tmp_path)[0] == oldest.line.opened
    assert upto(tmp_path) == oldest.line.opened - 1


def test_the_chain_proves_itself_after_every_one_of_many_checkpoints(tmp_path: Path) -> None:
    with ledger_in(tmp_path, keep_rounds=KEEP) as ledger:
        seen = set()
        for number in range(1, 40):
            play_rounds(ledger, number)
            assert verify(tmp_path).faults == ()
            seen.add(upto(tmp_path))
    assert len(seen) > 10
    assert verify(tmp_path).faults == ()


def test_a_checkpoint_changes_no_meter(tmp_path: Path) -> None:
    played(tmp_path / "kept", 20, keep_rounds=1000)
    played(tmp_path / "replaced", 20)
    with ledger_in(tmp_path / "kept") as whole, opened_in(tmp_path / "replaced") as short:
        assert dict(short.meters) == dict(whole.meters)
        assert dict(short.balances) == dict(whole.balances)


def test_a_boot_after_checkpoints_is_as_before(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    play_rounds(ledger, 20)
    keep(ledger, play="here")
    before = ledger.standing
    ledger.abandon()
    with opened_in(tmp_path) as again:
        assert again.meters["unclean_boots"] == 1
        assert dict(again.documents) == {"play": "here"}
        assert again.standing.round == before.round
        play_rounds(again, 30)
    assert verify(tmp_path).ok


def test_fewer_rounds_to_keep_are_caught_up_with_after_a_boot(tmp_path: Path) -> None:
    played(tmp_path, 40, keep_rounds=1000)
    with ledger_in(tmp_path, keep_rounds=KEEP) as ledger:
        for _ in range(40):
            book(ledger, money.coin(1))
    assert len(kept(tmp_path)) < KEEP + BATCH
    assert verify(tmp_path).faults == ()


def test_more_rounds_to_keep_than_before_keep_what_is_there(tmp_path: Path) -> None:
    played(tmp_path, 13)
    played(tmp_path, 30, keep_rounds=1000)
    assert kept(tmp_path) == list(range(10, 31))


def test_a_checkpoint_waits_for_a_round_that_is_open(tmp_path: Path) -> None:
    # A round of many commits: its rows begin before other things and stay till it is old.
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 6)
        for text in "abcdefgh":
            bet = (money.coin(1), money.stake(1), money.lost(1))
            record = RoundRecord(7, JOKER, text, text == "h")
            ledger.commit(Transaction(bet, round=record)).result()
            book(ledger, money.coin(1))
        play_rounds(ledger, 20)
    assert verify(tmp_path).faults == ()


def test_the_file_stays_small_over_many_rounds(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 100)
        ledger.close()
    first = (tmp_path / "ledger.db").stat().st_size
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 1_000)
    assert (tmp_path / "ledger.db").stat().st_size <= first * 1.25
    assert len(rows_of(tmp_path)) < 5 * (KEEP + BATCH)


# --- disputes -------------------------------------------------------------------------------------


def test_a_disputed_round_stays_with_its_rows_whatever_its_age(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 3)
        dispute(ledger, 2)
        play_rounds(ledger, 40)
    assert kept(tmp_path)[0] == 2
    # The boot is row 1, round 2 is row 3.
    assert rows_of(tmp_path)[0] == 3
    assert rows_of(tmp_path)[1] > 40
    assert verify(tmp_path).faults == ()


def test_a_disputed_round_that_took_many_rows_keeps_all_of_them(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        bet = (money.coin(1), money.stake(1))
        ledger.commit(Transaction(bet, round=RoundRecord(1, JOKER, "a", False))).result()
        book(ledger, money.coin(5))
        ledger.commit(
            Transaction((money.lost(1),), round=RoundRecord(1, JOKER, "b", True))
        ).result()
        dispute(ledger, 1)
        play_rounds(ledger, 40)
    assert rows_of(tmp_path)[:3] == [2, 3, 4]
    assert verify(tmp_path).faults == ()


def test_neighbours_in_dispute_stay_both(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 3)
        for number in (1, 2, 3):
            dispute(ledger, number)
        play_rounds(ledger, 40)
    assert kept(tmp_path)[:3] == [1, 2, 3]
    assert rows_of(tmp_path)[:3] == [2, 3, 4]
    assert verify(tmp_path).faults == ()


def test_a_round_goes_once_its_dispute_has_ended(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 3)
        dispute(ledger, 2)
        play_rounds(ledger, 20)
        dispute(ledger, 2, is_open=False)
        play_rounds(ledger, 20 + BATCH)
    assert 2 not in kept(tmp_path)
    assert 3 not in rows_of(tmp_path)
    assert verify(tmp_path).faults == ()


@pytest.mark.parametrize("number", range(4, 8))
def test_any_round_that_a_checkpoint_left_can_be_disputed(tmp_path: Path, number: int) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 7)
        assert kept(tmp_path) == [4, 5, 6, 7]
        dispute(ledger, number)
        play_rounds(ledger, 30)
    assert kept(tmp_path)[0] == number
    assert verify(tmp_path).faults == ()


def test_a_dispute_outlives_boots_and_checkpoints(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 3)
        dispute(ledger, 3)
    for round_number in (10, 20, 30):
        played(tmp_path, round_number)
    with opened_in(tmp_path) as ledger:
        assert ledger.standing.disputed == (3,)
    assert kept(tmp_path)[0] == 3
    assert verify(tmp_path).faults == ()


def test_a_round_that_is_gone_cannot_be_disputed_any_more(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 20)
        sequence = ledger.sequence
        with pytest.raises(LedgerRefusedError, match="round 2 is not kept any more"):
            dispute(ledger, 2)
        assert ledger.standing.disputed == ()
        assert ledger.sequence == sequence
        book(ledger, money.coin(1))  # and the ledger goes on


def test_a_missing_row_of_a_disputed_round_is_named(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 3)
        dispute(ledger, 2)
        play_rounds(ledger, 40)
    verdict = tampered(tmp_path, "DELETE FROM rows WHERE sequence = 3")
    assert verdict.faults[0].startswith("rows 3 to 3 of round 2, which is in dispute, are missing")


@pytest.mark.parametrize("edit", ["payload = payload || ' '", "wall = ''", "hash = zeroblob(32)"])
def test_an_edited_row_of_a_disputed_round_is_named(tmp_path: Path, edit: str) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 3)
        dispute(ledger, 2)
        play_rounds(ledger, 40)
    verdict = tampered(tmp_path, f"UPDATE rows SET {edit} WHERE sequence = 3")
    assert verdict.faults[0].startswith("row 3 (")


def test_an_edited_record_of_a_disputed_round_is_named(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 3)
        dispute(ledger, 2)
        play_rounds(ledger, 40)
    verdict = tampered(tmp_path, "UPDATE rounds SET text = 'won' WHERE number = 2")
    assert verdict.faults == ("round 2 is not what was written",)


# --- heads ----------------------------------------------------------------------------------------


def test_a_head_behind_the_checkpoint_is_said_to_be_older_than_what_is_left(
    tmp_path: Path,
) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 1)
        noted = ledger.head
        play_rounds(ledger, 20)
    (fault,) = verify(tmp_path, noted).faults
    assert f"no row has the head {noted}: either it is older than row {upto(tmp_path)}" in fault


def test_the_head_of_the_checkpoint_itself_is_proven(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 9)
        play_rounds(ledger, 20)
    with reading(tmp_path) as connection:
        found = read_checkpoint(connection)
    assert found is not None
    assert verify(tmp_path, json.loads(found[1])["last"][-1]).faults == ()


def test_every_head_since_the_checkpoint_is_proven(tmp_path: Path) -> None:
    with opened_in(tmp_path) as ledger:
        play_rounds(ledger, 10)
        noted = ledger.head
        play_rounds(ledger, 12)
    assert verify(tmp_path, noted).faults == ()


def shown_and_replaced(folder: Path, *kinds: LogKind) -> tuple[str, str]:
    """(the head before, the head after) the last of those lines; then long play."""
    with opened_in(folder) as ledger:
        play_rounds(ledger, 2)
        for kind in kinds:
            before = ledger.head
            log(ledger, LogEntry(kind))
        after = ledger.head
        play_rounds(ledger, 40)
    return before, after


def test_a_head_shown_when_the_pages_opened_is_proven_after_its_row_is_gone(
    tmp_path: Path,
) -> None:
    _, shown = shown_and_replaced(tmp_path, LogKind.KEY_ON)
    assert verify(tmp_path, shown).faults == ()
    assert verify(tmp_path, shown.upper()).faults == ()


def test_a_head_shown_while_the_pages_were_open_is_proven_after_its_row_is_gone(
    tmp_path: Path,
) -> None:
    shown, _ = shown_and_replaced(tmp_path, LogKind.KEY_ON, LogKind.FAULT, LogKind.KEY_OFF)
    assert verify(tmp_path, shown).faults == ()


def test_a_head_that_no_row_ever_had_is_not_proven_after_a_checkpoint(tmp_path: Path) -> None:
    shown_and_replaced(tmp_path, LogKind.KEY_ON)
    assert not verify(tmp_path, "0" * 64).ok


# --- the checkpoint in an editor ------------------------------------------------------------------


@pytest.fixture
def replaced(tmp_path: Path) -> Path:
    """A store with many checkpoints, and a round in dispute, behind it."""
    folder = tmp_path / "store"
    with opened_in(folder) as ledger:
        play_rounds(ledger, 3)
        dispute(ledger, 2)
        log(ledger, LogEntry(LogKind.KEY_ON))
        keep(ledger, play="here")
        play_rounds(ledger, 20)
    return folder


def checkpoint_edits(text: str) -> Iterator[str]:
    """The checkpoint with one thing in it changed, for every number and text in it."""
    told = json.loads(text)

    def edits(value: object) -> Iterator[object]:
        if isinstance(value, bool):
            yield not value
        elif isinstance(value, int):
            yield from (value + 1, value - 1)
        elif isinstance(value, str):
            yield f"{value}0"
            yield value[:-1]
            if value.startswith(("{", "[")):
                yield from map(canonical, edits(json.loads(value)))
        elif isinstance(value, list):
            for place, each in enumerate(value):
                for edited in edits(each):
                    yield [*value[:place], edited, *value[place + 1 :]]
            yield value[:-1]
        elif isinstance(value, dict):
            for name, each in value.items():
                for edited in edits(each):
                    yield {**value, name: edited}
                yield {other: kept for other, kept in value.items() if other != name}

    yield from map(canonical, edits(told))


def test_any_edit_of_the_checkpoint_is_seen(replaced: Path) -> None:
    with reading(replaced) as connection:
        found = read_checkpoint(connection)
    assert found is not None
    unseen, tried = [], 0
    for edited in checkpoint_edits(found[1]):
        if edited == found[1]:
            continue
        with closing(sqlite3.connect(replaced / "ledger.db", isolation_level=None)) as database:
            database.execute("UPDATE checkpoint SET text = ?", (edited,))
        tried += 1
        if verify(replaced).ok:
            unseen.append(edited)
    assert unseen == []
    assert tried > 200


@pytest.mark.parametrize("by", [1, -1])
def test_an_edited_mark_of_the_checkpoint_is_seen(replaced: Path, by: int) -> None:
    assert not tampered(replaced, f"UPDATE checkpoint SET upto = upto + {by}").ok


def test_a_removed_checkpoint_is_named(replaced: Path) -> None:
    first = rows_of(replaced)[0]
    assert first > 1
    assert tampered(replaced, "DELETE FROM checkpoint").faults[0].startswith("row 1 is missing")


def test_a_cabinet_does_not_start_without_its_checkpoint(replaced: Path) -> None:
    tampered(replaced, "DELETE FROM checkpoint")
    with pytest.raises(LedgerCorruptError):
        opened(replaced)


def edited_texts(text: str) -> dict[str, str]:
    """A checkpoint with other values that a later one could take over."""

    def with_text(name: str, value: object) -> str:
        told = json.loads(text)
        return canonical({**told, "texts": {**told["texts"], name: canonical(value)}})

    told = json.loads(text)
    meters = json.loads(told["texts"]["meters.cabinet"])
    wall = [*told["last"][:3], "2000-01-01", *told["last"][4:]]
    return {
        "a meter": with_text("meters.cabinet", {**meters, "power_ups": meters["power_ups"] + 1}),
        "a head": with_text("noted", ["ab" * 32]),
        "the first round": canonical({**told, "first_round": told["first_round"] + 1}),
        "a time": canonical({**told, "last": wall}),
        "a document": canonical({**told, "documents": {"gift": "00"}}),
        "a dispute's rows": canonical({**told, "stretches": []}),
    }


EDITED = ["a meter", "a head", "the first round", "a time", "a document", "a dispute's rows"]


@pytest.mark.parametrize("what", EDITED)
def test_an_edited_checkpoint_locks_the_boot(replaced: Path, what: str) -> None:
    with tampering(replaced) as database:
        (text,) = database.execute("SELECT text FROM checkpoint").fetchone()
        database.execute("UPDATE checkpoint SET text = ?", (edited_texts(text)[what],))
    with pytest.raises(LedgerCorruptError, match="not the one that the rows tell of"):
        opened(replaced)


@pytest.mark.parametrize("what", EDITED)
def test_an_edited_checkpoint_is_not_built_upon(replaced: Path, what: str) -> None:
    # The next checkpoint would hide for ever what the edit changed.
    ledger = opened(replaced)
    with tampering(replaced) as database:
        (text,) = database.execute("SELECT text FROM checkpoint").fetchone()
        database.execute("UPDATE checkpoint SET text = ?", (edited_texts(text)[what],))
    with pytest.raises(LedgerError, match="not the one that the rows tell of"):
        play_rounds(ledger, 40)
    ledger.abandon()
    assert "the checkpoint is not the one that the rows tell of" in verify(replaced).faults


@pytest.mark.parametrize("by", [5, -1, -1000, 10_000])
def test_a_round_with_a_wrong_first_row_takes_no_other_rows_with_it(
    tmp_path: Path, by: int
) -> None:
    # Old enough that a boot does not look at it, young enough that it is still kept.
    played(tmp_path, 60, keep_rounds=60)
    tampered(tmp_path, f"UPDATE rounds SET opened = opened + {by} WHERE number = 4")
    before = rows_of(tmp_path)
    ledger = opened(tmp_path, keep_rounds=60)
    with pytest.raises(LedgerError, match="nothing is written after a failure"):
        play_rounds(ledger, 70)
    ledger.abandon()
    assert rows_of(tmp_path)[: len(before)] == before
    assert verify(tmp_path).faults == ("round 4 is not what was written",)


def test_an_older_checkpoint_put_back_is_seen(tmp_path: Path) -> None:
    played(tmp_path, 10)
    with reading(tmp_path) as connection:
        older = read_checkpoint(connection)
    played(tmp_path, 20)
    with tampering(tmp_path) as database:
        database.execute("UPDATE checkpoint SET upto = ?, text = ?", older)
    assert "missing" in verify(tmp_path).faults[0]


def test_an_older_checkpoint_put_back_with_all_its_rows_is_seen(tmp_path: Path) -> None:
    with opened_in(tmp_path / "store") as ledger:
        play_rounds(ledger, 12)
    shutil.copytree(tmp_path / "store", tmp_path / "older")
    played(tmp_path / "store", 13)
    with tampering(tmp_path / "store") as database:
        database.execute("ATTACH ? AS older", (str(tmp_path / "older" / "ledger.db"),))
        database.execute("INSERT OR IGNORE INTO rows SELECT * FROM older.rows")
        database.execute("INSERT OR IGNORE INTO rounds SELECT * FROM older.rounds")
        database.execute("DELETE FROM checkpoint")
        database.execute("INSERT INTO checkpoint SELECT * FROM older.checkpoint")
        database.commit()
    assert verify(tmp_path / "store").faults[0] == (
        "the checkpoint is not the one that the rows tell of"
    )


def test_rows_added_behind_the_checkpoint_are_seen(replaced: Path) -> None:
    row = "SELECT 1, boot, monotonic_ms, wall, is_clock_synced, kind, payload, hash FROM rows"
    verdict = tampered(replaced, f"INSERT INTO rows {row} ORDER BY sequence DESC LIMIT 1")
    assert verdict.faults == ("behind the checkpoint stand 2 rows instead of 1",)


def test_a_round_added_behind_the_checkpoint_is_seen(replaced: Path) -> None:
    columns = "game, is_over, opened, changed, credit_before, credit_after, added_before"
    copied = f"SELECT 5, {columns}, added_during, text FROM rounds WHERE number = 2"
    names = f"number, {columns}, added_during, text"
    verdict = tampered(replaced, f"INSERT INTO rounds ({names}) {copied}")
    assert verdict.faults == ("round 5 was added: no row tells of it",)


def test_sqlite_itself_removes_rows_only_behind_the_checkpoint(replaced: Path) -> None:
    newest = rows_of(replaced)[-1]
    with (
        closing(sqlite3.connect(replaced / "ledger.db")) as database,
        pytest.raises(sqlite3.IntegrityError, match="never removed"),
    ):
        database.execute("DELETE FROM rows WHERE sequence = ?", (newest,))


# --- storage fails in the middle ------------------------------------------------------------------

STEPS = ["write_checkpoint", "remove_before", "write_row", "write_standing"]


@pytest.mark.parametrize("step", STEPS)
def test_a_failure_in_the_middle_of_retention_locks_and_loses_nothing(
    tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = opened(tmp_path)
    play_rounds(ledger, 6)
    real, calls = getattr(store_module, step), []

    def fails(*args: object, **named: object) -> None:
        calls.append(step)
        # The round's own row comes first, that of the checkpoint after it.
        if step != "write_row" or len(calls) == 2:
            raise LedgerFullError("the disk is full")
        real(*args, **named)

    with monkeypatch.context() as patch:
        patch.setattr(store_module, step, fails)
        ledger.commit(money.round_over(7)).result()  # acknowledged: it is durable
    with pytest.raises(LedgerError, match="nothing is written after a failure: the disk is full"):
        book(ledger, money.coin(1))
    head = ledger.head
    ledger.abandon()
    assert verify(tmp_path, head).faults == ()
    assert kept(tmp_path) == [1, 2, 3, 4, 5, 6, 7]
    with opened_in(tmp_path) as again:  # the boot tidies what could not be tidied
        assert again.recent_rounds[0].number == 7
    assert kept(tmp_path) == [4, 5, 6, 7]
    assert verify(tmp_path).faults == ()


def test_a_row_damaged_before_it_was_replaced_stops_the_retention(tmp_path: Path) -> None:
    # A checkpoint that would take over an edited row must not be made.
    played(tmp_path, 6)
    with tampering(tmp_path) as database:
        database.execute("UPDATE rows SET wall = '' WHERE sequence = 3")
    with pytest.raises(LedgerCorruptError, match="row 3 "):
        opened(tmp_path)


def test_a_row_damaged_while_the_cabinet_runs_is_not_taken_over(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    play_rounds(ledger, 6)
    with tampering(tmp_path) as database:
        database.execute("UPDATE rows SET wall = '' WHERE sequence = 3")
    play_rounds(ledger, 7)
    with pytest.raises(LedgerError, match="nothing is written after a failure: row 3 "):
        play_rounds(ledger, 8)
    ledger.close()
    assert verify(tmp_path).faults[0].startswith("row 3 (")

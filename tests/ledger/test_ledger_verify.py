"""Whatever is edited, removed, moved or cut off in a store, `verify` names it."""

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import money
import pytest
from forgery import EDITS, rows_of, swap, tampered, tampering
from money import book, keep, ledger_in, open_test_ledger

from firmware.errors import LedgerCorruptError
from firmware.ledger.chain import canonical, link, read_key
from firmware.ledger.meters import BLOCK, FIXED_METERS, split
from firmware.ledger.readable import read_last_books
from firmware.ledger.snapshot import reading
from firmware.ledger.store import NEWEST, SEAL, TOLD, read_rows, read_stored
from firmware.ledger.verify import Verdict, verify
from firmware.money import Account


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    money.evening(folder)
    return folder


@pytest.fixture
def store(whole: Path, tmp_path: Path) -> Path:
    """A copy of an evening's ledger to tamper with."""
    return Path(shutil.copytree(whole, tmp_path / "store"))


def test_an_evening_is_whole(store: Path) -> None:
    verdict = verify(store)
    assert verdict.faults == ()
    assert verdict.ok
    assert verdict.rows == len(rows_of(store)) == 8


def test_the_head_is_the_ledgers_own(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(1))
        assert verify(tmp_path).head == ledger.head


# --- rows ---------------------------------------------------------------------------------------


@pytest.mark.promise("SEC-8")
@pytest.mark.parametrize("column", EDITS)
def test_an_edited_row_is_named_whatever_was_edited(store: Path, column: str) -> None:
    for sequence in rows_of(store):
        copy = Path(shutil.copytree(store, store.with_name(f"edited-{sequence}")))
        edit = f"UPDATE rows SET {column} = {EDITS[column]} WHERE sequence = {sequence}"
        assert tampered(copy, edit).faults[0].startswith(f"row {sequence} (")


@pytest.mark.promise("SEC-8")
def test_a_removed_row_is_named(store: Path) -> None:
    for sequence in rows_of(store)[:-1]:
        copy = Path(shutil.copytree(store, store.with_name(f"removed-{sequence}")))
        verdict = tampered(copy, f"DELETE FROM rows WHERE sequence = {sequence}")
        assert verdict.faults[0].startswith(f"row {sequence} is missing")


def test_a_removed_row_is_named_though_the_later_ones_moved_up(store: Path) -> None:
    up = [f"UPDATE rows SET sequence = {n - 1} WHERE sequence = {n}" for n in range(5, 9)]
    verdict = tampered(store, "DELETE FROM rows WHERE sequence = 4", *up)
    assert verdict.faults[0].startswith("row 4 (")


@pytest.mark.promise("SEC-8")
def test_swapped_rows_are_named(store: Path) -> None:
    for sequence in rows_of(store)[:-1]:
        copy = Path(shutil.copytree(store, store.with_name(f"swapped-{sequence}")))
        verdict = tampered(copy, *swap(sequence))
        assert verdict.faults[0].startswith(f"row {sequence} (")


@pytest.mark.promise("SEC-8")
def test_rows_cut_off_at_the_end_are_named(store: Path) -> None:
    last = rows_of(store)[-1]
    for kept in range(1, last):
        copy = Path(shutil.copytree(store, store.with_name(f"cut-{kept}")))
        verdict = tampered(copy, f"DELETE FROM rows WHERE sequence > {kept}")
        those = f"rows {kept + 1} to {last} are" if kept + 1 < last else f"row {last} is"
        assert verdict.faults == (f"{those} missing: the newest were cut off",)


def test_rows_cut_off_with_the_mark_set_back_are_seen(store: Path) -> None:
    last = rows_of(store)[-1]
    verdict = tampered(
        store,
        f"DELETE FROM rows WHERE sequence = {last}",  # the goodbye: it moves no money
        f"UPDATE standing SET text = '{last - 1}' || substr(text, instr(text, ' '))"
        " WHERE name IN ('seal', 'newest')",
    )
    assert verdict.faults[0].startswith(f"the mark of the newest row is not that of row {last - 1}")


def test_no_rows_at_all(store: Path) -> None:
    assert not tampered(store, "DELETE FROM rows").ok


def test_a_row_forged_with_the_key_does_not_fit_the_row_after_it(store: Path) -> None:
    key = (store / "ledger.key").read_bytes()
    with tampering(store) as database:
        before, row = islice(read_rows(database), 2, 4)
        forged = replace(row.stamp, wall="2000-01-01T00:00:00+00:00")
        hash_ = link(key, before.hash, row.sequence, forged, row.kind, row.payload)
        database.execute(
            "UPDATE rows SET wall = ?, hash = ? WHERE sequence = 4", (forged.wall, hash_)
        )
    assert verify(store).faults[0].startswith("row 5 (")


# --- what stands beside the rows ------------------------------------------------------------------


def set_value(folder: Path, name: str, value: str, by: int) -> Verdict:
    """The verdict once a value in a text of how the books stand is another one."""
    with tampering(folder) as database:
        stored = "SELECT text FROM standing WHERE name = ?"
        told = json.loads(database.execute(stored, (name,)).fetchone()[0])
        told[value] = told.get(value, 0) + by
        edited = "UPDATE standing SET text = ? WHERE name = ?"
        database.execute(edited, (canonical(told), name))
    return verify(folder)


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("account", Account)
def test_an_edited_balance_is_named(store: Path, account: str, by: int) -> None:
    verdict = set_value(store, "balances", account, by)
    assert verdict.faults[0].startswith(f"balance of {account} is ")


BLOCK_NAMES = [f"blocks.{money.TABLE}.{name}" for name in BLOCK]
MORE = [f"hands.{money.TABLE}.flush", "coins.coin:100", "marks.power_up"]


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("meter", [*FIXED_METERS, *BLOCK_NAMES, *MORE])
def test_an_edited_meter_is_named(store: Path, meter: str, by: int) -> None:
    group, name = split(meter)
    verdict = set_value(store, f"meters.{group}", name, by)
    assert verdict.faults[0].startswith(f"meter {meter} is ")


def names_of(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "ledger.db")) as database:
        told = "SELECT name FROM standing WHERE name <> 'seal'"
        return [name for (name,) in database.execute(told)]


def test_a_missing_text_of_the_books_is_named_whichever_it_is(store: Path) -> None:
    for name in names_of(store):
        copy = Path(shutil.copytree(store, store.with_name("without")))
        verdict = tampered(copy, f"DELETE FROM standing WHERE name = '{name}'")
        is_told = name not in (SEAL, NEWEST, TOLD)
        wanted = (
            f"{name} of the books is missing" if is_told else "the ledger has rows without a seal"
        )
        assert verdict.faults[0].startswith(wanted)
        shutil.rmtree(copy)


@pytest.mark.parametrize("text", ["", "8", "8 ", "x", "-8 00", "8 zz"])
def test_a_damaged_seal_is_seen(store: Path, text: str) -> None:
    assert (
        "seal"
        in tampered(store, f"UPDATE standing SET text = '{text}' WHERE name = 'seal'").faults[0]
    )


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE rows SET is_clock_synced = 2 WHERE sequence = 3",
        "UPDATE rounds SET is_over = 2 WHERE number = 2",
        "UPDATE store SET is_test = 2",
    ],
)
def test_a_yes_that_is_neither_yes_nor_no_is_damage(store: Path, edit: str) -> None:
    # The table would refuse it; the bytes of the file do not ask the table.
    verdict = tampered(store, "PRAGMA ignore_check_constraints = 1", edit)
    assert "2 is neither yes nor no" in verdict.faults[0]


def test_a_mark_under_another_number_is_no_mark(store: Path) -> None:
    verdict = tampered(store, "PRAGMA ignore_check_constraints = 1", "UPDATE store SET id = 3")
    assert verdict.faults[0].startswith("the ledger has rows without a seal")


def test_a_table_under_another_spelling_is_named(store: Path) -> None:
    with tampering(store) as database:
        database.execute("PRAGMA writable_schema = 1")
        database.execute("UPDATE sqlite_schema SET tbl_name = 'rOunds' WHERE name = 'rounds'")
    assert verify(store).faults == ("table rounds of the database is not as cabinato made it",)


def test_an_added_text_of_the_books_is_named(store: Path) -> None:
    verdict = tampered(store, "INSERT INTO standing VALUES ('meters.x', '{}')")
    assert verdict.faults == ("meters.x of the books is too much",)


@pytest.mark.parametrize(
    ("name", "value"), [("period", "number"), ("period", "sequence"), ("round", "money_in")]
)
def test_an_edited_period_or_round_line_is_named(store: Path, name: str, value: str) -> None:
    assert set_value(store, name, value, 1).faults[0].startswith(f"{name} of the books is ")


@pytest.mark.parametrize("name", ["disputed", "noted"])
def test_an_edited_list_of_the_books_is_named(store: Path, name: str) -> None:
    edit = f"UPDATE standing SET text = '[1]' WHERE name = '{name}'"
    assert tampered(store, edit).faults == (f"{name} of the books is [1], the rows make it []",)


@pytest.mark.parametrize(
    "text", ["", "x", "{", "null", "[]", "0", pytest.param("[" * 100_000, id="deep")]
)
def test_a_damaged_text_of_the_books_is_named_whatever_it_says(store: Path, text: str) -> None:
    for name in names_of(store):
        copy = Path(shutil.copytree(store, store.with_name("damaged")))
        edit = f"UPDATE standing SET text = '{text} ' WHERE name = '{name}'"
        assert name in tampered(copy, edit).faults[0]
        shutil.rmtree(copy)


def test_an_edited_document_is_named(store: Path) -> None:
    edit = "UPDATE documents SET text = 'won' WHERE name = 'play'"
    assert tampered(store, edit).faults == ("document 'play' is not what was written",)


def test_a_missing_document_is_named(store: Path) -> None:
    edit = "DELETE FROM documents WHERE name = 'coin'"
    assert tampered(store, edit).faults == ("document 'coin' is missing",)


def test_an_added_document_is_named(store: Path) -> None:
    edit = "INSERT INTO documents VALUES ('x', 'y')"
    assert tampered(store, edit).faults == ("document 'x' was added: no row tells of it",)


NUMBERS = [
    f"{column} = {column} + 1"
    for column in (
        "opened",
        "changed",
        "credit_before",
        "credit_after",
        "added_before",
        "added_during",
    )
]


@pytest.mark.parametrize(
    "edit", ["text = 'x'", "is_over = 1 - is_over", "game = 'strip_poker'", *NUMBERS]
)
@pytest.mark.parametrize("number", [1, 2])
def test_an_edited_round_is_named(store: Path, edit: str, number: int) -> None:
    verdict = tampered(store, f"UPDATE rounds SET {edit} WHERE number = {number}")
    assert verdict.faults == (f"round {number} is not what was written",)


def test_a_missing_round_is_named(store: Path) -> None:
    verdict = tampered(store, "DELETE FROM rounds WHERE number = 2")
    assert verdict.faults == ("round 2 is missing",)


def test_a_test_ledger_made_real_is_seen(store: Path) -> None:
    verdict = tampered(store, "UPDATE store SET is_test = 0")
    assert verdict.faults == ("the mark of a test ledger was changed",)


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE standing SET text = replace(text, '\"power_ups\":1', '\"power_ups\":2')"
        " WHERE name = 'meters.cabinet'",  # in no sum
        "UPDATE standing SET text = replace(text, '\"coin_in\":10', '\"coin_in\":11')"
        " WHERE name = 'meters.cabinet'",
        "UPDATE documents SET text = 'won' WHERE name = 'play'",
        "UPDATE rows SET wall = '' WHERE sequence = 5",
        "UPDATE standing SET text = substr(text, 1, length(text) - 1) WHERE name = 'seal'",
    ],
)
def test_a_boot_refuses_a_tampered_store_and_changes_nothing(store: Path, edit: str) -> None:
    tampered(store, edit)
    with closing(sqlite3.connect(store / "ledger.db")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = (store / "ledger.db").read_bytes()
    with pytest.raises(LedgerCorruptError):
        open_test_ledger(store)
    assert (store / "ledger.db").read_bytes() == before


# --- a head written down --------------------------------------------------------------------------


def test_every_head_ever_noted_is_found_again(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        heads = [ledger.head, book(ledger, money.coin(1)).head, keep(ledger, play="a").head]
    assert [verify(tmp_path, head).faults for head in heads] == [(), (), ()]


def test_a_store_rewritten_by_someone_with_the_key_is_seen_by_the_noted_head(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ledger_in(tmp_path) as ledger:
        noted = book(ledger, money.coin(5)).head
    key = (tmp_path / "ledger.key").read_bytes()
    (tmp_path / "ledger.db").unlink()
    (tmp_path / "ledger.key").unlink()
    monkeypatch.setattr("secrets.token_bytes", lambda _count: key)
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(2))
    assert verify(tmp_path).ok
    assert verify(tmp_path, noted).faults[0].startswith(f"no row has the head {noted}")


# --- stores that cannot be read -------------------------------------------------------------------


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    verdict = verify(tmp_path / "nowhere")
    assert verdict == Verdict((f"there is no ledger in {tmp_path / 'nowhere'}",), "", 0)


def test_a_missing_key(store: Path) -> None:
    (store / "ledger.key").unlink()
    assert "key of the ledger is missing" in verify(store).faults[0]


def test_another_key(store: Path) -> None:
    (store / "ledger.key").write_bytes(bytes(32))
    assert verify(store).faults[0].startswith("row 1 ('boot') is not what was written")


def test_a_file_that_is_no_database(store: Path) -> None:
    (store / "ledger.db").write_bytes(b"text" * 1000)
    assert "damaged" in verify(store).faults[0]


def test_an_empty_file(store: Path) -> None:
    (store / "ledger.db").write_bytes(b"")
    assert "is empty" in verify(store).faults[0]


def test_text_that_is_no_text_is_one_line_of_damage(store: Path) -> None:
    with tampering(store) as database:
        database.execute("UPDATE rows SET kind = CAST(x'0aff0a' AS TEXT) WHERE sequence = 3")
    (fault,) = verify(store).faults
    assert "damaged" in fault
    assert "\n" not in fault


def test_half_a_database(store: Path) -> None:
    database = store / "ledger.db"
    database.write_bytes(database.read_bytes()[: database.stat().st_size // 2])
    assert not verify(store).ok


def with_schema(folder: Path, *statements: str) -> Verdict:
    """The verdict after statements that change the database itself, not its rows."""
    with closing(sqlite3.connect(folder / "ledger.db")) as database:
        for statement in statements:
            database.execute(statement)
    return verify(folder)


TRIGGERS = ["rows_are_never_edited", "rows_are_removed_only_behind_a_checkpoint"]


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_a_removed_guard_is_named(store: Path, trigger: str) -> None:
    verdict = with_schema(store, f"DROP TRIGGER {trigger}")
    assert verdict.faults == (f"trigger {trigger} of the database is not as cabinato made it",)


def test_a_guard_that_guards_nothing_is_named(store: Path) -> None:
    verdict = with_schema(
        store,
        "DROP TRIGGER rows_are_never_edited",
        "CREATE TRIGGER rows_are_never_edited BEFORE UPDATE ON rows BEGIN SELECT 1; END",
    )
    assert verdict.faults[0].startswith("trigger rows_are_never_edited")


def test_an_extra_trigger_is_named(store: Path) -> None:
    extra = "CREATE TRIGGER helper AFTER INSERT ON rows BEGIN SELECT 1; END"
    assert with_schema(store, extra).faults[0].startswith("trigger helper")


def test_a_cabinet_does_not_start_on_a_ledger_without_its_guards(store: Path) -> None:
    with_schema(store, "DROP TRIGGER rows_are_never_edited")
    with pytest.raises(LedgerCorruptError, match="trigger rows_are_never_edited"):
        open_test_ledger(store)


# --- rows since the seal --------------------------------------------------------------------------


def left_open(folder: Path, coins: int) -> None:
    """A ledger with a few rows since its seal, as a cut leaves it."""
    ledger = open_test_ledger(folder)
    for _ in range(coins):
        book(ledger, money.coin(5))
    ledger.abandon()


def test_a_row_edited_since_the_seal_is_not_counted(tmp_path: Path) -> None:
    left_open(tmp_path, 4)
    with tampering(tmp_path) as database:
        database.execute(
            "UPDATE rows SET payload = replace(payload, '\"credit\",5', '\"credit\",5000') "
            "WHERE sequence = 3"
        )
    with pytest.raises(LedgerCorruptError, match="row 3 "):
        open_test_ledger(tmp_path)
    with pytest.raises(LedgerCorruptError, match="row 3 "):
        read_last_books(tmp_path)


def test_a_seal_is_not_proven_without_the_rows_since(tmp_path: Path) -> None:
    # The books are read through the seal alone: no window of newest rows stands behind it.
    left_open(tmp_path, 4)
    with tampering(tmp_path) as database:
        database.execute("UPDATE rows SET wall = '' WHERE sequence = 3")
    with reading(tmp_path) as connection:
        stored = read_stored(connection)
    assert stored is not None
    with pytest.raises(LedgerCorruptError, match="row 3 "):
        stored.verify_seal(read_key(tmp_path / "ledger.key"))


def test_an_older_standing_put_back_is_not_built_upon(tmp_path: Path) -> None:
    # Whoever puts an older sealed standing back could edit the rows that would be told since.
    left_open(tmp_path, 1)
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as database:
        told = "SELECT name, text FROM standing WHERE name <> 'newest'"
        older = database.execute(told).fetchall()
    ledger = open_test_ledger(tmp_path)
    for _ in range(40):
        book(ledger, money.coin(5))
    ledger.close()
    with tampering(tmp_path) as database:
        database.executemany(
            "UPDATE standing SET text = ? WHERE name = ?", [(t, n) for n, t in older]
        )
    with pytest.raises(LedgerCorruptError, match="the seal is for row 1, the newest is"):
        open_test_ledger(tmp_path)
    assert not verify(tmp_path).ok


def test_a_document_of_another_hand_is_not_shown(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    keep(ledger, play="five low cards")
    ledger.abandon()
    with tampering(tmp_path) as database:
        database.execute("UPDATE documents SET text = 'a royal flush'")
    with pytest.raises(LedgerCorruptError, match="document 'play'"):
        read_last_books(tmp_path)
    with pytest.raises(LedgerCorruptError, match="document 'play'"):
        open_test_ledger(tmp_path)


@pytest.mark.parametrize("name", ["seal", "newest"])
def test_a_mark_with_a_number_of_no_row_is_damage(store: Path, name: str) -> None:
    with tampering(store) as database:
        text = "9" * 5000 + " 00"
        database.execute("UPDATE standing SET text = ? WHERE name = ?", (text, name))
    assert "is damaged" in verify(store).faults[0]
    with pytest.raises(LedgerCorruptError):
        open_test_ledger(store)

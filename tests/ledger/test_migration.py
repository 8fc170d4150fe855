"""A ledger of an earlier version is carried over whole, or left exactly as it was.

`fixtures/schema_1` was played by cabinato 0.1.0 itself: two boots, a coin of 10, a round
lost, a cut, a coin of 5, a round won, half of the win banked, and a second cut in the middle
of the double.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import money
import pytest
from money import A, book, ledger_in, open_test_ledger

from firmware.errors import LedgerCorruptError, LedgerError, LedgerRefusedError
from firmware.ledger import database, migration, store
from firmware.ledger.database import MIGRATIONS
from firmware.ledger.snapshot import reading
from firmware.ledger.verify import verify
from firmware.transaction import RoundRecord

FIXTURE = Path(__file__).parent / "fixtures" / "schema_1"
HEAD = "84d65efed4a62c0e77d68aa1c5129099b6860b8e8b40829faab00efded658702"
ROWS = 30
COPY = "ledger-schema-1.db"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURE, tmp_path / "data"))


def schema_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
    return int(schema)


def table(path: Path, name: str) -> list[tuple[object, ...]]:
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        return connection.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall()


# --- carried over ---------------------------------------------------------------------------------


def test_the_balances_are_carried_over(old: Path) -> None:
    with ledger_in(old) as ledger:
        there = {account: value for account, value in ledger.balances.items() if value}
        assert there == {A.COINBOX: -15, A.CREDIT: 10, A.GAMBLE: 5}


def test_met_5_the_meters_are_carried_over_and_one_boot_is_counted(old: Path) -> None:
    before: dict[str, int] = dict(table(old / "ledger.db", "meters"))  # type: ignore[arg-type]
    with ledger_in(old) as ledger:
        after = {name: ledger.meters[name] for name in before}
    assert after == {**before, "power_ups": 3, "unclean_boots": 2}


def test_the_games_of_the_first_schema_are_one_block_without_a_table(old: Path) -> None:
    # Two games at 5, one of which won 10; a double of 5 is open.
    with ledger_in(old) as ledger:
        block = {n: ledger.meters[f"blocks.joker_poker//0.{n}"] for n in ("N", "B", "W", "SWW")}
        assert block == {"N": 2, "B": 10, "W": 10, "SWW": 100}
        assert ledger.meters["blocks.joker_poker//0.gamble_staked"] == 5


def test_the_lines_of_the_event_log_are_counted(old: Path) -> None:
    with ledger_in(old) as ledger:
        counts = {n: v for n, v in ledger.meters.items() if n.startswith("counts.")}
        assert counts == {
            "counts.coin_first_contact": 1,
            "counts.coin_reset": 1,
            "counts.door_opened": 1,
            "counts.door_closed": 1,
        }


def test_documents_and_rounds_are_carried_over_to_the_letter(old: Path) -> None:
    documents = dict(table(old / "ledger.db", "documents"))  # type: ignore[arg-type]
    rounds = {row[0]: row[2] for row in table(old / "ledger.db", "rounds")}
    with ledger_in(old) as ledger:
        assert dict(ledger.documents) == documents
        assert ledger.recent_rounds == (
            RoundRecord(2, money.JOKER, str(rounds[2]), False),
            RoundRecord(1, money.JOKER, str(rounds[1]), True),
        )


@pytest.mark.parametrize(
    ("number", "around"),
    # Credit before and after, added before and during: by hand from the rows. Round 1: a coin
    # of 10, a bet of 5, lost. Round 2: 5 left and a coin of 5, a bet of 5, a win of 10, half
    # of which is banked.
    [(1, (10, 5, 10, 0)), (2, (10, 10, 5, 0))],
)
def test_a_round_knows_the_credit_around_it(
    old: Path, number: int, around: tuple[int, int, int, int]
) -> None:
    open_test_ledger(old).close()
    with reading(old) as connection:
        kept = store.read_round(connection, number)
    assert kept is not None
    line = kept.line
    found = (line.credit_before, line.credit_after, line.added_before, line.added_during)
    assert found == around


def test_a_round_knows_its_rows(old: Path) -> None:
    open_test_ledger(old).close()
    with reading(old) as connection:
        lines = {each.line.number: each.line for each in store.read_rounds(connection)}
    # Its record is told in a row behind that of its stake.
    assert (lines[1].opened, lines[1].changed) == (7, 11)
    assert (lines[2].opened, lines[2].changed) == (23, 29)


def test_the_rows_stay_as_they_were_written(old: Path) -> None:
    before = table(FIXTURE / "ledger.db", "rows")
    open_test_ledger(old).close()
    assert table(old / "ledger.db", "rows")[:ROWS] == before


def test_the_chain_is_proven_from_the_first_row_on(old: Path) -> None:
    with ledger_in(old) as ledger:
        assert ledger.sequence == ROWS + 1
    verdict = verify(old)
    assert (verdict.faults, verdict.rows) == ((), ROWS + 2)


def test_the_head_written_down_before_is_proven_after(old: Path) -> None:
    open_test_ledger(old).close()
    assert verify(old, HEAD).faults == ()


def test_play_goes_on_where_the_cut_came(old: Path) -> None:
    with ledger_in(old) as ledger:
        book(ledger, money.gamble_won(5))
        book(ledger, money.collect(10))
        assert ledger.balances[A.CREDIT] == 20
        assert ledger.meters["gamble_wins"] == 1
    assert verify(old).faults == ()


def test_a_copy_of_the_old_database_is_left_beside(old: Path) -> None:
    open_test_ledger(old).close()
    assert schema_of(old / COPY) == 1
    for name in ("rows", "balances", "meters", "documents", "rounds", "store"):
        assert table(old / COPY, name) == table(FIXTURE / "ledger.db", name)


def test_a_second_boot_makes_no_second_copy(old: Path) -> None:
    open_test_ledger(old).close()
    (old / COPY).unlink()
    open_test_ledger(old).close()
    assert not (old / COPY).exists()


def test_a_new_ledger_makes_no_copy(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    assert {file.name for file in tmp_path.iterdir()} == {"ledger.db", "ledger.key", "ledger.lock"}
    assert schema_of(tmp_path / "ledger.db") == len(MIGRATIONS) == 2


def test_tables_and_guards_are_those_of_a_new_ledger(old: Path, tmp_path: Path) -> None:
    open_test_ledger(old).close()
    open_test_ledger(tmp_path / "new").close()
    told = "sqlite_schema WHERE name NOT LIKE 'sqlite_%'"

    def objects(folder: Path) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(folder / "ledger.db")) as connection:
            return connection.execute(f"SELECT type, name, sql FROM {told} ORDER BY 2").fetchall()

    assert objects(old) == objects(tmp_path / "new")


def test_what_the_old_version_left_in_its_log_is_carried_over_too(tmp_path: Path) -> None:
    # The fixture as the cut itself left it: the last commit only in the write-ahead log.
    old = Path(shutil.copytree(FIXTURE, tmp_path / "cut"))
    writer = sqlite3.connect(old / "ledger.db", isolation_level=None)
    writer.execute("PRAGMA journal_mode = wal").fetchall()
    writer.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
    (text,) = writer.execute("SELECT text FROM documents WHERE name = 'play'").fetchone()
    for each in ("", text):
        writer.execute("UPDATE documents SET text = ? WHERE name = 'play'", (each,))
    copy = tmp_path / "data"
    copy.mkdir()
    for name in ("ledger.db", "ledger.db-wal", "ledger.key"):
        shutil.copy(old / name, copy / name)
    writer.close()
    assert (copy / "ledger.db-wal").stat().st_size > 0
    open_test_ledger(copy).close()
    assert verify(copy, HEAD).faults == ()


# --- refused --------------------------------------------------------------------------------------

TAMPERED = {
    "a row": "UPDATE rows SET wall = '' WHERE sequence = 7",
    "a missing row": "DELETE FROM rows WHERE sequence = 7",
    "the newest row": "DELETE FROM rows WHERE sequence = 30",
    "a balance": "UPDATE balances SET credits = credits + 1 WHERE account = 'credit'",
    "all balances": "UPDATE balances SET credits = credits + 1",
    "a missing balance": "DELETE FROM balances WHERE account = 'notes'",
    "a meter": "UPDATE meters SET value = value + 1 WHERE name = 'power_ups'",
    "a missing meter": "DELETE FROM meters WHERE name = 'coin_test'",
    "an added meter": "INSERT INTO meters VALUES ('gift', 1)",
    "a document": "UPDATE documents SET text = '{}' WHERE name = 'play'",
    "a missing document": "DELETE FROM documents WHERE name = 'play'",
    "an added document": "INSERT INTO documents VALUES ('x', 'y')",
    "a round's text": "UPDATE rounds SET text = '{}' WHERE number = 1",
    "a missing round": "DELETE FROM rounds WHERE number = 1",
    "an added round": "INSERT INTO rounds VALUES (3, 'joker_poker', '{}', 1)",
    "a round's end": "UPDATE rounds SET is_over = 1 - is_over WHERE number = 2",
    "a round's game": "UPDATE rounds SET game = 'strip_poker' WHERE number = 1",
    "the mark's sequence": "UPDATE store SET sequence = 29",
    "the seal": "UPDATE store SET seal = zeroblob(32)",
    "no mark": "DELETE FROM store",
}


def edit(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "ledger.db", isolation_level=None)) as connection:
        told = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        guards = connection.execute(told).fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        assert connection.execute(statement).rowcount > 0
        for _, sql in guards:
            connection.execute(sql)
        connection.execute("PRAGMA journal_mode = delete").fetchall()


@pytest.mark.parametrize("what", TAMPERED)
def test_a_tampered_old_ledger_is_refused_and_left_as_it_was(old: Path, what: str) -> None:
    edit(old, TAMPERED[what])
    names = ("rows", "balances", "meters", "documents", "rounds", "store")
    before = {name: table(old / "ledger.db", name) for name in names}
    with pytest.raises(LedgerCorruptError):
        open_test_ledger(old)
    assert schema_of(old / "ledger.db") == 1
    assert {name: table(old / "ledger.db", name) for name in names} == before


def test_an_old_ledger_with_another_key_is_refused(old: Path) -> None:
    (old / "ledger.key").write_bytes(bytes(32))
    with pytest.raises(LedgerCorruptError, match="row 1 "):
        open_test_ledger(old)
    assert schema_of(old / "ledger.db") == 1


def test_an_old_ledger_without_its_guards_is_refused(old: Path) -> None:
    with closing(sqlite3.connect(old / "ledger.db")) as connection:
        connection.execute("DROP TRIGGER rows_are_never_edited")
    with pytest.raises(LedgerCorruptError, match="trigger rows_are_never_edited"):
        open_test_ledger(old)
    assert schema_of(old / "ledger.db") == 1


def test_an_old_test_ledger_takes_no_real_money(old: Path) -> None:
    before = (old / "ledger.db").read_bytes()
    with pytest.raises(LedgerRefusedError, match="test ledger"):
        money.Ledger.open(old, clock=money.VirtualClock(), executor=None, is_test=False)
    assert (old / "ledger.db").read_bytes() == before


# --- cut in the middle ----------------------------------------------------------------------------


class CutError(LedgerError):
    """The power went."""


def cut_at(step: str) -> Callable[..., None]:
    def cut(*_: object, **__: object) -> None:
        raise CutError(step)

    return cut


CUTS = [
    (database, "make_objects"),
    (store, "write_round"),
    (store, "write_standing"),
    (migration, "_prove_first"),
    (migration, "_leave_copy"),
]


@pytest.mark.parametrize(("module", "step"), CUTS)
def test_a_migration_cut_short_leaves_the_old_ledger_and_a_second_try_works(
    old: Path, module: object, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(module, step, cut_at(step))
        with pytest.raises(CutError):
            open_test_ledger(old)
    assert schema_of(old / "ledger.db") == 1
    for name in ("rows", "balances", "meters", "documents", "rounds", "store"):
        assert table(old / "ledger.db", name) == table(FIXTURE / "ledger.db", name)
    with ledger_in(old) as ledger:
        assert ledger.balances[A.CREDIT] == 10
    assert verify(old, HEAD).faults == ()
    assert table(old / COPY, "rows") == table(FIXTURE / "ledger.db", "rows")


def test_half_a_copy_of_a_try_before_is_made_again(old: Path) -> None:
    (old / COPY).write_bytes(b"half")
    open_test_ledger(old).close()
    assert table(old / COPY, "rows") == table(FIXTURE / "ledger.db", "rows")


def test_no_room_for_the_copy_leaves_the_old_ledger(old: Path) -> None:
    (old / COPY).mkdir()  # nothing can be written there
    with pytest.raises(LedgerError):
        open_test_ledger(old)
    assert schema_of(old / "ledger.db") == 1


# --- other schemas --------------------------------------------------------------------------------


def test_an_auditor_leaves_an_older_ledger_alone_and_says_why(old: Path) -> None:
    before = (old / "ledger.db").read_bytes()
    (fault,) = verify(old).faults
    assert "older schema 1: let the cabinet boot once" in fault
    with pytest.raises(LedgerRefusedError, match="older schema"), reading(old):
        pass
    assert (old / "ledger.db").read_bytes() == before


@pytest.mark.parametrize("newer", [len(MIGRATIONS) + 1, 99])
def test_a_newer_ledger_is_refused_everywhere_and_never_written(tmp_path: Path, newer: int) -> None:
    money.evening(tmp_path)
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
        connection.execute(f"PRAGMA user_version = {newer}")
        connection.execute("PRAGMA journal_mode = delete").fetchall()
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(LedgerRefusedError, match=f"schema {newer}, .* a newer cabinato made it"):
        open_test_ledger(tmp_path)
    assert f"schema {newer}" in verify(tmp_path).faults[0]
    with pytest.raises(LedgerRefusedError, match="newer"), reading(tmp_path):
        pass
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_the_fixture_is_what_it_says(old: Path) -> None:
    rows = table(old / "ledger.db", "rows")
    assert len(rows) == ROWS
    assert rows[-1][-1] == bytes.fromhex(HEAD)
    play = dict(table(old / "ledger.db", "documents"))["play"]  # type: ignore[arg-type]
    assert json.loads(str(play))["joker"]["phase"] == "double"

"""`tools/bench ledger`: what it measures on is what play leaves, and it measures to the end."""

import json
import secrets
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from firmware.clock import VirtualClock
from firmware.ledger.verify import verify
from firmware.operator.books import read_books

ROOT = Path(__file__).resolve().parents[2]
MEMORY = Path("/dev/shm")
ROUNDS = 40
TABLES = ("rows", "rounds", "documents", "standing", "checkpoint", "store")


@pytest.fixture(autouse=True)
def _benches_importable(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools" / "benches"))


@pytest.fixture
def tmp_path():
    """In memory, where the system has such a folder: every commit waits for the disk."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)


@pytest.fixture(scope="module")
def recorded():
    sys.path.insert(0, str(ROOT / "tools" / "benches"))
    from ledger_evening import recorded

    sys.path.pop(0)
    return recorded(ROUNDS)


def tables(folder):
    with closing(sqlite3.connect(folder / "ledger.db")) as database:
        return {
            name: database.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in TABLES
        }


def without_hashes(found):
    """The tables, less what nobody can know without the rows that are gone."""
    masked = {name: list(rows) for name, rows in found.items()}
    masked["rows"] = [_row_without_hashes(row) for row in found["rows"]]
    masked["standing"] = [_text_without_hashes(*row) for row in found["standing"]]
    masked["checkpoint"] = [_checkpoint_without_hashes(*row) for row in found["checkpoint"]]
    return masked


def _row_without_hashes(row):
    *facts, kind, payload, _hash = row
    if kind == "checkpoint":
        payload = json.loads(payload)["upto"]
    return (*facts, kind, payload)


def _text_without_hashes(name, text):
    if name == "noted":
        return name, len(json.loads(text))
    if name == "checkpoint":
        return name, _told_upto(text)
    return name, text.partition(" ")[0] if name in ("seal", "newest") else text


def _checkpoint_without_hashes(number, upto, text):
    told = json.loads(text)
    *told["last"], _hash = told["last"]
    told["texts"]["noted"] = len(json.loads(told["texts"]["noted"]))
    told["texts"]["checkpoint"] = _told_upto(told["texts"]["checkpoint"])
    return number, upto, told


def _told_upto(text):
    """Up to which row the checkpoint before stood; its digest went with the rows it stood for."""
    payload = json.loads(text)
    return json.loads(payload)["upto"] if payload else 0


# --- evenings ---------------------------------------------------------------------------------


def test_an_evening_has_every_moment_of_joker_poker(recorded):
    for evening in recorded:
        moments = {
            p.moment.value for each in evening.transactions for p in each.transaction.postings
        }
        assert moments >= {
            *("coin", "stake", "won", "lost", "collect", "hand_pay"),
            *("gamble_staked", "gamble_won", "gamble_lost"),
        }


def test_an_evening_leaves_an_empty_cabinet(recorded):
    for evening in recorded:
        balances = Counter()
        for each in evening.transactions:
            for posting in each.transaction.postings:
                for move in posting.transfers:
                    balances[move.source.value] -= move.credits
                    balances[move.target.value] += move.credits
        assert [balances[name] for name in ("credit", "stake", "pending", "gamble")] == [0] * 4


# --- years ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keep_rounds", "count"),
    [
        pytest.param(100, 25, id="1000 rounds, all but 100 replaced"),
        pytest.param(100, 5, id="replaced once"),
        pytest.param(64, 7, id="the checkpoint within an evening"),
        pytest.param(40, 3, id="the checkpoint within the evenings that are told"),
    ],
)
def test_what_is_made_is_what_play_leaves(recorded, tmp_path, keep_rounds, count):
    from ledger_maker import Evenings, make, play

    evenings = Evenings(*recorded, keep_rounds)
    play(tmp_path / "played", evenings, count, keep_rounds)
    make(tmp_path / "made", evenings, count, keep_rounds)
    played, made = tables(tmp_path / "played"), tables(tmp_path / "made")
    assert played["checkpoint"], "nothing was replaced"
    assert without_hashes(made) == without_hashes(played)
    assert verify(tmp_path / "made").faults == ()
    assert read_books(tmp_path / "made").life.meters["games_played"] == count * ROUNDS


def test_where_nothing_is_replaced_it_is_the_same_to_the_last_hash(recorded, tmp_path, monkeypatch):
    from ledger_maker import Evenings, make, play

    monkeypatch.setattr(secrets, "token_bytes", lambda count: b"k" * count)
    evenings = Evenings(*recorded, 1000)
    play(tmp_path / "played", evenings, 5, 1000)
    make(tmp_path / "made", evenings, 5, 1000)
    assert tables(tmp_path / "made") == tables(tmp_path / "played")


# --- beside it --------------------------------------------------------------------------------


def test_the_plain_ledger_keeps_the_same(recorded, tmp_path):
    from ledger_maker import Evenings, play
    from ledger_plain import PlainLedger

    play(tmp_path / "ours", Evenings(*recorded, 1000), 1, 1000)
    books = read_books(tmp_path / "ours")
    plain = PlainLedger(tmp_path / "plain.db", VirtualClock(), 1024)
    for each in recorded[0].transactions:
        plain.commit(each.transaction)
    plain.close()
    with closing(sqlite3.connect(tmp_path / "plain.db")) as database:
        balances = dict(database.execute("SELECT * FROM balances"))
        meters = dict(database.execute("SELECT * FROM meters"))
        rounds = database.execute("SELECT number, text FROM rounds").fetchall()
        documents = database.execute("SELECT * FROM documents ORDER BY name").fetchall()
    kept = tables(tmp_path / "ours")
    assert balances == dict(books.balances)
    of_cabinet = {name: n for name, n in books.life.meters.items() if n and name != "power_ups"}
    assert {name: n for name, n in meters.items() if "." not in name} == of_cabinet
    assert rounds == [(row[0], row[-1]) for row in kept["rounds"]]
    assert documents == kept["documents"]


def test_all_figures_are_measured(tmp_path, monkeypatch):
    import bench_ledger

    monkeypatch.setattr(bench_ledger, "BUILD", tmp_path)
    plan = bench_ledger.Plan(
        evening_rounds=20, commits=40, block=10, played=(40, 400), keep_rounds=100, openings=1
    )
    told = []
    figures = bench_ledger.measure(told.append, plan)
    assert len(told) == 5
    nothing = [figure.what for figure in figures if figure.value <= 0]
    assert all("blocks of the disk" in what for what in nothing)  # memory has none
    assert {figure.target for figure in figures if figure.ratio} >= {
        "at least 0.7 of it",
        "at most 1.5 of it",
    }
    assert list(tmp_path.iterdir()) == []

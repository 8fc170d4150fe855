"""Evenings on which the disk fails: the cabinet says so, keeps the credit, and clears nothing.

The same whole cabinet as in the stories (panel, coin line, ledger, screens), with what a disk
does between two lines.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from story_evening import few_small_pictures

from firmware.app.headless import make_display_of
from firmware.app.script import parse_script
from firmware.app.story import Story
from firmware.cards.shuffle import ScriptedShuffler, SeededSource
from firmware.clock import VirtualClock
from firmware.config import Config
from firmware.ledger import database
from firmware.ledger.database import DATABASE
from firmware.ledger.rebuild import rebuild_ledger
from firmware.ledger.verify import verify

BEGUN = "coin 200\nsettle\npress HOLD2\nsettle\npress BET\nwait 2"
"""Twenty credits, at the table, one chip chosen."""
WON = "deck KH KD 9S 4C 2D 3H 7H 8C\npress DEAL\nsettle\npress DEAL\nsettle"
"""A pair of kings: one credit waits, nineteen stand."""


class Evening:
    """A cabinet that is played line by line, with time for a mishap in between."""

    def __init__(self, folder: Path) -> None:
        self.data, self.stick = folder / "data", folder / "stick"
        self._story: Story | None = None

    def config(self) -> Config:
        shipped = few_small_pictures()
        ledger = shipped.ledger.model_copy(update={"copy_to": str(self.stick)})
        return shipped.model_copy(update={"ledger": ledger})

    @property
    def story(self) -> Story:
        if self._story is None:
            chance, config = ScriptedShuffler(SeededSource(1)), self.config()
            self._story = Story(config, self.data, chance, make_display_of(config))
            self._story.boot()
        return self._story

    def play(self, lines: str) -> dict[str, Any]:
        """Play some lines; the report after them. Every expectation must be met."""
        for step in parse_script(lines, "evening", has_seed=True):
            assert self.story.play(step) is None
        return self.story.report()

    def switch_off(self) -> None:
        """A cut, and nobody switches it on again yet."""
        self.play("crash")
        self.story.stop()
        self._story = None

    @property
    def connection(self) -> sqlite3.Connection:
        ledger = self.story._ledger
        assert ledger is not None
        return ledger._connection


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    if made._story is not None:
        made._story.stop()


Mishap = Callable[[Evening, pytest.MonkeyPatch], None]


def full(evening: Evening, _patch: pytest.MonkeyPatch) -> None:
    connection = evening.connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}").fetchone()


def read_only(evening: Evening, _patch: pytest.MonkeyPatch) -> None:
    evening.connection.execute("PRAGMA query_only = 1")


def failing_with(code: str) -> Mishap:
    def mishap(_evening: Evening, patch: pytest.MonkeyPatch) -> None:
        def fail(*_arguments: object) -> None:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = code
            raise error

        patch.setattr("firmware.ledger.store.write_row", fail)

    return mishap


def deleted(evening: Evening, _patch: pytest.MonkeyPatch) -> None:
    shutil.move(evening.data / DATABASE, evening.data / "elsewhere")


def another_hand(evening: Evening, _patch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(evening.data / DATABASE)) as other, other:
        other.execute("UPDATE standing SET text = replace(text, ':20', ':21')")


MISHAPS = {
    "ledger_full": full,
    "ledger_read_only": read_only,
    "ledger_io": failing_with("SQLITE_IOERR_FSYNC"),
    "ledger_corrupt": failing_with("SQLITE_CORRUPT"),
    "ledger_gone": deleted,
}


def played_into(evening: Evening, name: str, patch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Twenty credits and a bet; then the mishap, and as many deals as it takes to be noticed."""
    evening.play(BEGUN)
    MISHAPS[name](evening, patch)
    for _ in range(60):
        report = evening.play("press DEAL\nsettle")
        if report["mode"] == "fault":
            return report
    raise AssertionError(f"{name} was never noticed")


@pytest.mark.promise("ERR-2")
@pytest.mark.parametrize("name", MISHAPS)
def test_err_3_a_failing_disk_locks_and_is_named(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    report = played_into(evening, name, monkeypatch)
    assert report["faults"] == [name]
    assert report["lamps"] == []


@pytest.mark.parametrize("name", MISHAPS)
def test_err_3_no_coin_is_taken_then_and_the_credit_stays(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = played_into(evening, name, monkeypatch)
    after = evening.play("wait 2\ncoin 100\nsettle\npress DEAL\nwait 600")
    assert after["health"] == {"coin": "ledger_error"}
    assert (after["credit"], after["win"]) == (before["credit"], before["win"])
    assert after["faults"] == [name]  # nothing is cleared by waiting


@pytest.mark.parametrize("name", MISHAPS)
def test_err_3_the_next_start_finds_the_last_answered_state(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with monkeypatch.context() as patched:
        before = played_into(evening, name, patched)
        evening.switch_off()
    if name == "ledger_gone":
        shutil.move(evening.data / "elsewhere", evening.data / DATABASE)
    after = evening.play("settle")
    for part in ("state", "credit", "win", "cards"):
        assert after[part] == before[part]
    assert after["faults"] == []
    assert verify(evening.data).ok


def test_met_2_a_meter_changed_by_another_hand_refuses_the_next_play(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.ledger.ledger.SEALED_EVERY_ROWS", 1)
    evening.play(BEGUN)
    another_hand(evening, monkeypatch)
    report = evening.play("press DEAL\nsettle")
    assert (report["mode"], report["faults"]) == ("fault", ["ledger_corrupt"])
    assert (report["credit"], report["meters"]["turnover"]) == (20, 0)


# --- a disk that fails at the start -----------------------------------------------------------

AT_THE_START = {
    "ledger_full": "SQLITE_FULL",
    "ledger_read_only": "SQLITE_READONLY",
    "ledger_io": "SQLITE_IOERR_WRITE",
}


@pytest.mark.parametrize("name", AT_THE_START)
@pytest.mark.parametrize("goodbye", ["cut", "clean"])
def test_err_3_a_disk_that_fails_at_the_start_keeps_credit_win_and_meters_in_sight(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, name: str, goodbye: str
) -> None:
    before = evening.play(f"{BEGUN}\n{WON}")
    if goodbye == "cut":
        evening.switch_off()
    else:
        evening.story.stop()
        evening._story = None
    failing_with(AT_THE_START[name])(evening, monkeypatch)
    after = evening.play("wait 5")
    assert (after["mode"], after["faults"], after["lamps"]) == ("fault", [name], [])
    assert (after["credit"], after["win"]) == (19, 1)
    for part in ("state", "cards", "meters", "games"):
        assert after[part] == before[part]


def test_err_3_the_operator_looks_into_a_cabinet_that_did_not_start(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.play(BEGUN)
    evening.switch_off()
    failing_with("SQLITE_FULL")(evening, monkeypatch)
    report = evening.play("key operator on\nsettle")
    assert (report["mode"], report["meters"]["coin_in"]) == ("operator", 20)
    report = evening.play("key operator off\nsettle")
    assert (report["mode"], report["credit"]) == ("fault", 20)


def test_err_3_nothing_is_cleared_until_the_disk_is_well(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = evening.play(f"{BEGUN}\n{WON}")
    evening.switch_off()
    with monkeypatch.context() as patched:
        failing_with("SQLITE_FULL")(evening, patched)
        evening.play("press DEAL\nwait 600\ncoin 100\nwait 5")
        evening.switch_off()
    after = evening.play("settle")
    for part in ("state", "credit", "win", "cards"):
        assert after[part] == before[part]
    assert after["faults"] == []
    assert verify(evening.data).ok


def test_a_database_that_is_gone_at_the_start_is_named(evening: Evening) -> None:
    evening.play(BEGUN)
    evening.switch_off()
    (evening.data / DATABASE).unlink()
    report = evening.play("wait 5")
    assert report["faults"] == ["ledger_gone"]
    assert report["health"] == {"coin": "ledger_error"}


def test_a_newer_schema_is_named_and_not_written(evening: Evening) -> None:
    evening.play(BEGUN)
    evening.story.stop()
    evening._story = None
    newer = len(database.MIGRATIONS) + 1
    with closing(sqlite3.connect(evening.data / DATABASE)) as connection:
        connection.execute(f"PRAGMA user_version = {newer}")
    before = (evening.data / DATABASE).read_bytes()
    assert evening.play("wait 5")["faults"] == ["ledger_schema"]
    assert (evening.data / DATABASE).read_bytes() == before


# --- the second copy --------------------------------------------------------------------------


@pytest.mark.promise("MEM-4", "ERR-2")
def test_a_stick_pulled_out_is_named_and_play_goes_on(evening: Evening) -> None:
    evening.play(BEGUN)
    evening.stick.rename(evening.stick.with_name("pocket"))
    evening.stick.write_text("no folder any more")
    evening.switch_off()
    report = evening.play(WON)
    assert report["faults"] == ["copy_missing"]
    assert (report["state"], report["credit"]) == ("win", 19)
    evening.stick.unlink()
    evening.stick.with_name("pocket").rename(evening.stick)
    report = evening.play("wait 40\npress DEAL\nsettle\nwait 2")
    assert report["faults"] == ["copy_behind"]
    report = evening.play("key operator on\nsettle\nkey operator off\nsettle")
    assert (report["faults"], report["credit"]) == ([], 20)


@pytest.mark.promise("SEC-9")
def test_an_old_card_put_back_is_noticed_and_the_copy_brings_the_money_back(
    evening: Evening, tmp_path: Path
) -> None:
    evening.play(BEGUN)
    evening.switch_off()
    shutil.copytree(evening.data, tmp_path / "old card")
    before = evening.play(WON)
    evening.switch_off()
    shutil.rmtree(evening.data)
    shutil.copytree(tmp_path / "old card", evening.data)
    report = evening.play("wait 5")
    assert (report["mode"], report["faults"]) == ("fault", ["ledger_rolled_back"])
    evening.switch_off()
    rebuild_ledger(evening.data, evening.stick, VirtualClock())
    after = evening.play("settle")
    for part in ("state", "credit", "win", "cards"):
        assert after[part] == before[part]
    after = evening.play("press DEAL\nsettle")
    assert (after["faults"], after["credit"], after["win"]) == ([], 20, 0)
    assert verify(evening.data).ok

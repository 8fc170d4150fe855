"""From configuration and ledger to a cabinet that stands where it stood."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from firmware.app.build import Books, cabinet, open_books, settings
from firmware.app.machine import NoStore
from firmware.cabinet import memory
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.options import Options
from firmware.cabinet.slots import SlotSettings
from firmware.cabinet.state import Fault, FaultName, Mode, Saved
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.clock import VirtualClock
from firmware.config import Config, load_config
from firmware.errors import LedgerError, LedgerInUseError, LedgerRefusedError
from firmware.events import CopyHealth, CopyState
from firmware.games.joker_poker.records import PAY_TABLE, read_pay_tables
from firmware.ledger.database import DATABASE
from firmware.ledger.device import Device, Direct, Patient
from firmware.ledger.ledger import Ledger
from firmware.ledger.second_copy import SecondCopy
from firmware.money import Account, Moment, Posting, Tender, Transfer
from firmware.program import program
from firmware.transaction import Transaction

CHANCE = FairShuffler(SeededSource(1))


def changed(part: str, **values: object) -> Config:
    config = load_config()
    table = getattr(config, part).model_copy(update=values)
    return config.model_copy(update={part: table})


def opened(folder: Path) -> Ledger:
    return Ledger.open(folder, clock=VirtualClock(), executor=None, is_test=True)


def test_the_shipped_settings() -> None:
    made = settings(load_config())
    assert made.joker.chip_values == (1, 2, 5, 10, 20)
    assert made.joker.double_limit == 1000
    assert (made.credit_minor, made.credit_ceiling) == (10, 10_000)
    assert made.slots == {"coin": SlotSettings(Tender.COIN, 20)}
    assert made.jump_credits == 2000


def test_without_an_acceptor_there_is_no_slot() -> None:
    assert settings(changed("coin", driver="none")).slots == {}


def test_the_largest_note_is_that_of_its_slot() -> None:
    made = settings(changed("note", driver="ssp", notes_minor=(500, 1_000)))
    assert made.slots["note"] == SlotSettings(Tender.NOTE, 100)


def test_a_fresh_ledger_begins_with_the_smallest_chip_offered(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    config = changed("joker_poker", chip_values=(5, 10))
    made = cabinet(config, Books(ledger, ledger), CHANCE, VirtualClock())
    assert made.state.saved.joker.chip_value == 5
    ledger.close()


def test_the_waiting_times_begin_at_the_boot(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    config = load_config()
    silent = config.sound.model_copy(update={"attract": "never"})
    config = config.model_copy(update={"sound": silent})
    made = cabinet(config, Books(ledger, ledger), CHANCE, VirtualClock(5000.0))
    assert made.deadline_s(5000.0) is None  # attract that is not heard waits for nobody
    assert (made.state.touched_at_s, made.state.waiting_since_s) == (5000.0, 5000.0)
    ledger.close()


def with_credit(folder: Path, play: str = "") -> None:
    """A ledger with ten credits, and perhaps a text for its play state."""
    ledger = opened(folder)
    coin = Posting(Moment.COIN, (Transfer(Account.COINBOX, Account.CREDIT, 10),))
    documents = {"play": play} if play else {}
    ledger.commit(Transaction((coin,), documents)).result()
    ledger.close()


def started(folder: Path, config: Config | None = None) -> Cabinet:
    config = config or load_config()
    books = open_books(config, folder, VirtualClock(), None, is_test=True)
    made = cabinet(config, books, CHANCE, VirtualClock())
    if books.ledger is not None:
        books.ledger.close()
    return made


def test_a_whole_ledger_opens_with_its_credit(tmp_path: Path) -> None:
    with_credit(tmp_path)
    made = started(tmp_path)
    assert (made.state.credit, made.state.faults) == (10, ())


def test_a_ledger_that_contradicts_itself_locks_play(tmp_path: Path) -> None:
    with_credit(tmp_path, play=memory.write(Saved()))
    with sqlite3.connect(tmp_path / DATABASE) as database:
        database.execute("UPDATE documents SET text = text || ' '")
    database.close()
    made = started(tmp_path)
    assert made.state.mode is Mode.FAULT
    assert [fault.name for fault in made.state.faults] == ["ledger_corrupt"]
    assert made.shut_by("coin")
    assert made.deadline_s(1e6) is None


def test_a_folder_that_cannot_be_used_locks_play_and_says_why(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    made = started(in_the_way)
    (fault,) = made.state.faults
    assert fault.name == "ledger"
    assert str(in_the_way) in fault.detail
    assert made.shut_by("coin")


def test_a_play_state_that_cannot_be_read_locks_play_and_keeps_the_credit(tmp_path: Path) -> None:
    with_credit(tmp_path, play="nonsense")
    made = started(tmp_path)
    assert [fault.name for fault in made.state.faults] == ["ledger_corrupt"]
    assert made.state.credit == 10
    assert made.shut_by("coin")


def test_a_folder_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    opened(tmp_path).close()
    with pytest.raises(LedgerRefusedError):
        open_books(load_config(), tmp_path, VirtualClock(), None, is_test=False)


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    with pytest.raises(LedgerInUseError):
        open_books(load_config(), tmp_path, VirtualClock(), None, is_test=True)
    ledger.close()


def test_nothing_is_durable_without_a_ledger() -> None:
    with pytest.raises(LedgerError, match="there is no ledger"):
        NoStore().commit(Transaction()).result()


# --- the settings at a boot ---------------------------------------------------------------------


def settings_lines(folder: Path) -> list[dict[str, str]]:
    """Every change of settings in the books."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        payloads = [json.loads(text) for (text,) in database.execute("SELECT payload FROM rows")]
    return [
        dict(details)
        for payload in payloads
        for kind, _, details in payload.get("log", ())
        if kind == "setting"
    ]


def test_a_boot_keeps_settings_and_pay_table(tmp_path: Path) -> None:
    table = settings(load_config()).joker.pay_table
    started(tmp_path)
    ledger = opened(tmp_path)
    assert read_pay_tables(ledger.documents) == {table.edition: table}
    assert ledger.documents["settings"]
    ledger.close()


def test_a_boot_under_the_same_settings_writes_one_row(tmp_path: Path) -> None:
    started(tmp_path)
    first = opened(tmp_path)
    before = first.sequence
    first.close()
    started(tmp_path)
    second = opened(tmp_path)
    assert second.sequence - before == len(("stop", "boot", "stop", "boot"))
    second.close()


def test_a_changed_setting_is_in_the_event_log(tmp_path: Path) -> None:
    started(tmp_path)
    started(tmp_path, changed("sound", volume_percent=40))
    started(tmp_path, changed("sound", volume_percent=40))
    assert settings_lines(tmp_path) == [
        {"key": "sound.volume_percent", "old": "70", "new": "40", "by": "hw_config.toml"}
    ]


@pytest.mark.promise("MET-12")
def test_another_worth_of_a_credit_locks_while_credit_stands(tmp_path: Path) -> None:
    started(tmp_path)
    with_credit(tmp_path)
    made = started(tmp_path, changed("coin", credit_minor=5))
    (fault,) = made.state.faults
    assert fault.name == "credit_value"
    assert "coin.credit_minor from 10 to 5" in fault.detail
    stands = made.state.credit, made.state.mode, made.shut_by("coin")
    assert stands == (10, Mode.FAULT, "locked")
    assert settings_lines(tmp_path) == []


def test_a_coin_that_falls_while_the_worth_is_refused_counts_by_the_old_one(
    tmp_path: Path,
) -> None:
    started(tmp_path)
    with_credit(tmp_path)
    made = started(tmp_path, changed("coin", credit_minor=5))
    assert made.settings.credit_minor == 10


def test_the_old_worth_put_back_opens_play_again(tmp_path: Path) -> None:
    started(tmp_path)
    with_credit(tmp_path)
    started(tmp_path, changed("coin", credit_minor=5))
    made = started(tmp_path)
    assert (made.state.faults, made.shut_by("coin") is None) == ((), True)


def test_another_worth_is_only_logged_at_no_credit(tmp_path: Path) -> None:
    started(tmp_path)
    made = started(tmp_path, changed("coin", credit_minor=5))
    assert (made.state.faults, made.settings.credit_minor) == ((), 5)
    assert [line["key"] for line in settings_lines(tmp_path)] == ["coin.credit_minor"]


def test_a_round_that_waits_is_paid_by_the_pay_table_it_was_staked_under(tmp_path: Path) -> None:
    started(tmp_path)
    kept = settings(load_config()).joker.pay_table
    other = replace(kept, rows=dict.fromkeys(kept.rows, (9, 9, 9, 9, 9)))
    ledger = opened(tmp_path)
    ledger.commit(Transaction(documents={PAY_TABLE + other.edition: other.stored})).result()
    ledger.close()
    made = started(tmp_path)
    assert set(made.settings.joker.earlier) == {kept.edition, other.edition}


def test_faults_that_outlive_a_boot_come_back(tmp_path: Path) -> None:
    there = (Fault(FaultName.QUEUE_FULL, since="2026-03-01T21:18:42"),)
    ledger = opened(tmp_path)
    ledger.commit(Transaction(documents={memory.FAULTS: memory.write_faults(there)})).result()
    ledger.close()
    assert started(tmp_path).state.faults == there


# --- program, copy and retention ----------------------------------------------------------------


def test_the_row_of_a_boot_tells_the_program(tmp_path: Path) -> None:
    started(tmp_path)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        (payload,) = database.execute("SELECT payload FROM rows WHERE sequence = 1").fetchone()
    assert program().digest in payload
    assert program().version in payload


def test_the_configured_copy_is_kept(tmp_path: Path) -> None:
    config = changed("ledger", copy_to=str(tmp_path / "stick"))
    books = open_books(config, tmp_path / "books", VirtualClock(), None, is_test=True)
    assert books.ledger is not None
    assert books.store.copy.health is CopyHealth.WELL
    books.ledger.close()
    assert any((tmp_path / "stick").iterdir())


@pytest.mark.parametrize(("mode", "must_be_elsewhere"), [("real", True), ("simulated", False)])
def test_the_copy_has_its_limit_and_in_a_real_cabinet_its_own_device(
    mode: str, must_be_elsewhere: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[Path, int, bool]] = []
    devices: list[type[Device]] = []

    class Asked(SecondCopy):
        def __init__(
            self, folder: Path, limit_bytes: int, *, must_be_elsewhere: bool, device: Device
        ) -> None:
            asked.append((folder, limit_bytes, must_be_elsewhere))
            devices.append(type(device))
            super().__init__(folder, limit_bytes)

    monkeypatch.setattr("firmware.app.build.SecondCopy", Asked)
    config = changed("ledger", copy_to=str(tmp_path / "stick"), copy_limit_mb=7)
    hardware = config.hardware.model_copy(update={"mode": mode})
    config = config.model_copy(update={"hardware": hardware})
    books = open_books(config, tmp_path / "books", VirtualClock(), None, is_test=True)
    assert books.ledger is not None
    books.ledger.close()
    assert asked == [(tmp_path / "stick", 7_000_000, must_be_elsewhere)]
    assert devices == [Direct]


def test_a_ledger_with_a_thread_of_its_own_waits_for_no_stick_that_hangs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    devices: list[object] = []

    class Asked(SecondCopy):
        def __init__(self, folder: Path, limit_bytes: int, **options: Any) -> None:
            devices.append(type(options["device"]))
            super().__init__(folder, limit_bytes, **options)

    monkeypatch.setattr("firmware.app.build.SecondCopy", Asked)
    config = changed("ledger", copy_to=str(tmp_path / "stick"))
    with ThreadPoolExecutor(1) as thread:
        books = open_books(config, tmp_path / "books", VirtualClock(), thread, is_test=True)
        assert books.ledger is not None
        books.ledger.close()
    assert devices == [Patient]


def test_as_many_rounds_are_kept_as_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[object] = []
    opens = Ledger.open

    def opened_with(folder: Path, **options: Any) -> Ledger:
        asked.append(options["keep_rounds"])
        return opens(folder, **options)

    monkeypatch.setattr(Ledger, "open", opened_with)
    started(tmp_path, changed("ledger", keep_rounds=1234))
    assert asked == [1234]


def test_without_a_configured_copy_there_is_none(tmp_path: Path) -> None:
    books = open_books(load_config(), tmp_path, VirtualClock(), None, is_test=True)
    assert books.ledger is not None
    assert books.store.copy.health is CopyHealth.OFF
    books.ledger.close()


def test_a_ledger_that_could_not_be_opened_has_no_copy() -> None:
    assert NoStore().copy == CopyState()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("speed", "instant"),
        ("four_colour", True),
        ("large_text", True),
        ("reduced_motion", True),
        ("safe_colours", True),
        ("drag_double", True),
    ],
)
def test_what_a_player_finds_is_as_configured(name: str, value: object) -> None:
    found = settings(changed("play", **{name: value})).options
    assert getattr(found, name) == value
    others = [each.name for each in fields(Options) if each.name != name]
    assert all(getattr(found, each) == getattr(Options(), each) for each in others)


@pytest.mark.parametrize("policy", ["always", "fourth", "never"])
def test_attract_sounds_as_configured(policy: str) -> None:
    assert settings(changed("sound", attract=policy)).attract_sound.value == policy


def test_a_real_cabinet_has_no_mouse() -> None:
    assert settings(load_config()).has_pointer
    assert not settings(changed("hardware", mode="real")).has_pointer

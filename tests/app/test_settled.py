"""Choices at a boot: over the file, or dropped with a line; and the file never past a credit."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from firmware.app.build import cabinet, open_books
from firmware.cabinet import memory
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.purse import Purse
from firmware.cabinet.state import Saved
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.clock import VirtualClock
from firmware.config import Config, load_config, parse_config
from firmware.errors import ConfigError
from firmware.games.joker_poker.records import PAY_TABLE
from firmware.games.joker_poker.table import Phase, Table
from firmware.ledger.database import DATABASE, connect
from firmware.money import Account, Moment, Posting, Transfer
from firmware.operator.event_log import newest_events
from firmware.operator.settings import CHOICES, Choice, Choices, write_choices
from firmware.transaction import Transaction

SHIPPED = Path(__file__).parents[2] / "hw_config.toml"


def file_with(before: str = "", after: str = "") -> Config:
    text = SHIPPED.read_text(encoding="utf-8")
    assert before in text
    return parse_config(text.replace(before, after))


def started(folder: Path, config: Config | None = None) -> Cabinet:
    config = config or load_config()
    books = open_books(config, folder, VirtualClock(), None, is_test=True)
    made = cabinet(config, books, FairShuffler(SeededSource(1)), VirtualClock())
    if books.ledger is not None:
        books.ledger.close()
    return made


def kept(folder: Path, *postings: Posting, **documents: str) -> None:
    """A ledger that a cabinet has begun, with these documents."""
    books = open_books(load_config(), folder, VirtualClock(), None, is_test=True)
    assert books.ledger is not None
    cabinet(load_config(), books, FairShuffler(SeededSource(1)), VirtualClock())
    books.ledger.commit(Transaction(postings, documents)).result()
    books.ledger.close()


def choices(**values: bool | int | str) -> str:
    return write_choices(
        {key.replace("__", "."): Choice(value, "operator") for key, value in values.items()}
    )


def log_of(folder: Path) -> list[dict[str, str]]:
    """Details of every setting's line, newest first."""
    with closing(connect(folder / DATABASE)) as connection:
        return [
            dict(event.details)
            for event in newest_events(connection, [])
            if event.kind == "setting"
        ]


def chosen(made: Cabinet) -> Choices:
    assert made.settings.chosen is not None
    return made.settings.chosen.choices


def test_choices_lie_over_the_file(tmp_path: Path) -> None:
    kept(tmp_path, **{CHOICES: choices(coin__jump_credits=0, joker_poker__trainer=True)})
    made = started(tmp_path)
    assert (made.settings.jump_credits, made.settings.has_trainer) == (0, True)


def test_a_choice_holds_though_the_file_changes(tmp_path: Path) -> None:
    kept(tmp_path, **{CHOICES: choices(coin__jump_credits=0)})
    made = started(tmp_path, file_with("jump_credits = 2000", "jump_credits = 3000"))
    assert made.settings.jump_credits == 0
    assert made.settings.chosen is not None
    assert made.settings.chosen.file.coin.jump_credits == 3000


def test_a_choice_that_may_not_be_any_more_is_dropped_with_a_line(tmp_path: Path) -> None:
    kept(tmp_path, **{CHOICES: choices(coin__jump_credits=5, sound__pitch=3, sound__enabled=False)})
    made = started(tmp_path)
    assert set(chosen(made)) == {"sound.enabled"}
    assert made.state.faults == ()
    dropped = {line["key"] for line in log_of(tmp_path) if line["by"] == "cabinato"}
    assert dropped == {"coin.jump_credits", "sound.pitch"}
    before = len(log_of(tmp_path))
    started(tmp_path)
    assert len(log_of(tmp_path)) == before


def test_choices_that_cannot_be_read_lock_play(tmp_path: Path) -> None:
    kept(tmp_path, **{CHOICES: "nonsense"})
    made = started(tmp_path)
    assert [fault.name for fault in made.state.faults] == ["ledger_corrupt"]


def test_the_pay_table_that_is_chosen_is_kept_with_the_choice(tmp_path: Path) -> None:
    books = open_books(load_config(), tmp_path, VirtualClock(), None, is_test=True)
    made = cabinet(load_config(), books, FairShuffler(SeededSource(1)), VirtualClock())
    assert made.settings.configured is not None
    reset = made.settings.configured(
        {"joker_poker.double_limit": Choice(500, "operator")},
        "joker_poker.double_limit",
        "operator",
    )
    assert reset.settings.joker.double_limit == 500
    assert {CHOICES, "settings"} == set(reset.documents)
    (line,) = reset.log
    assert dict(line.details) == {
        "key": "joker_poker.double_limit", "old": "1000", "new": "500", "by": "operator",
    }  # fmt: skip
    edition = made.settings.joker.pay_table.edition
    assert books.ledger is not None
    assert PAY_TABLE + edition in books.ledger.documents
    books.ledger.close()


def test_a_choice_equal_to_the_file_has_its_line_too(tmp_path: Path) -> None:
    books = open_books(load_config(), tmp_path, VirtualClock(), None, is_test=True)
    made = cabinet(load_config(), books, FairShuffler(SeededSource(1)), VirtualClock())
    assert made.settings.configured is not None
    reset = made.settings.configured(
        {"sound.enabled": Choice(True, "operator")}, "sound.enabled", "operator"
    )
    assert [dict(line.details)["key"] for line in reset.log] == ["sound.enabled"]
    assert books.ledger is not None
    books.ledger.close()


def test_other_choices_that_contradict_are_refused(tmp_path: Path) -> None:
    made = started(tmp_path)
    assert made.settings.configured is not None
    with pytest.raises(ConfigError, match=r"coin\.jump_credits = 5: must be 0, or at least"):
        made.settings.configured({"coin.jump_credits": Choice(5)}, "coin.jump_credits", "operator")


# --- free play by the file ------------------------------------------------------------------------

FREE = ("free_play = false", "free_play = true")
COIN = Posting(Moment.COIN, (Transfer(Account.COINBOX, Account.CREDIT, 10),))


def test_the_file_can_switch_free_play_on(tmp_path: Path) -> None:
    made = started(tmp_path, file_with(*FREE))
    assert made.state.is_free_play
    assert made.state.credit == 100


def test_the_file_cannot_while_credit_stands(tmp_path: Path) -> None:
    kept(tmp_path, COIN)
    made = started(tmp_path, file_with(*FREE))
    (fault,) = made.state.faults
    assert fault.name == "credit_value"
    assert "cabinet.free_play from false to true was changed while 10 credits" in fault.detail
    assert not made.state.is_free_play
    assert made.state.credit == 10
    assert made.settings.configured is None


def test_the_file_cannot_end_it_in_a_game(tmp_path: Path) -> None:
    started(tmp_path, file_with(*FREE))
    books = open_books(file_with(*FREE), tmp_path, VirtualClock(), None, is_test=True)
    assert books.ledger is not None
    saved = Saved(joker=Table(phase=Phase.WIN), purse=Purse(42))
    books.ledger.commit(Transaction(documents={"play": memory.write(saved)})).result()
    books.ledger.close()
    made = started(tmp_path)
    (fault,) = made.state.faults
    assert "while a game is open" in fault.detail
    assert made.state.saved.purse == Purse(42)


def test_a_chip_that_is_gone_falls_back_at_a_boot(tmp_path: Path) -> None:
    kept(tmp_path, play=memory.write(Saved(joker=Table(chip_value=20))))
    made = started(tmp_path, file_with("chip_values = [1, 2, 5, 10, 20]", "chip_values = [2, 5]"))
    assert made.state.saved.joker.chip_value == 5


def test_the_line_of_a_dropped_choice_tells_old_and_new_and_that_the_program_did_it(
    tmp_path: Path,
) -> None:
    books = open_books(load_config(), tmp_path, VirtualClock(), None, is_test=True)
    made = cabinet(load_config(), books, FairShuffler(SeededSource(1)), VirtualClock())
    assert made.settings.configured is not None
    taken = {"coin.jump_credits": Choice(20, "operator")}
    reset = made.settings.configured(taken, "coin.jump_credits", "operator")
    assert books.ledger is not None
    books.ledger.commit(Transaction(documents=reset.documents, log=reset.log)).result()
    books.ledger.close()
    started(tmp_path, file_with("credit_minor = 10 ", "credit_minor = 5 "))
    lines = {line["key"]: line for line in log_of(tmp_path)[:2]}
    assert lines["coin.jump_credits"] == {
        "key": "coin.jump_credits", "old": "20", "new": "2000", "by": "cabinato",
    }  # fmt: skip
    assert lines["coin.credit_minor"]["by"] == "hw_config.toml"

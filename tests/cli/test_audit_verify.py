"""`cabinato audit` and `cabinato verify`: reports on stdout, faults on stderr, exit codes."""

import argparse
import json
import sqlite3
from pathlib import Path

import pytest

from firmware.cli import audit
from firmware.cli import verify as verify_command
from firmware.clock import VirtualClock
from firmware.ledger.chain import KEY
from firmware.ledger.closed import REPORT, closed_ledgers
from firmware.ledger.closing import close_for_good, request
from firmware.ledger.ledger import Ledger
from firmware.money import Account, Moment, Posting, Transfer
from firmware.transaction import Transaction


def cabinato(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="cabinato")
    commands = parser.add_subparsers(required=True)
    audit.add_parser(commands)
    verify_command.add_parser(commands)
    args = parser.parse_args(words)
    code: int = args.run(args)
    return code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    ledger = Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=True)
    coin = Posting(Moment.COIN, (Transfer(Account.COINBOX, Account.CREDIT, 1234),))
    ledger.commit(Transaction((coin,), {"play": "x"})).result()
    ledger.close()
    return tmp_path


@pytest.mark.promise("SEC-4")
def test_audit_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cabinato("audit", "--data", str(folder), "--json") == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert report["meters"]["coin_in"] == 1234
    assert report["games"]["joker_poker"]["played"] == 0
    assert len(report["head"]) == 64
    assert err == ""


def test_audit_for_people(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cabinato("audit", "--data", str(folder)) == 0
    out, _ = capsys.readouterr()
    assert "1,234" in out
    assert "joker_poker" in out


@pytest.mark.parametrize("command", ["audit", "verify"])
def test_a_folder_that_the_system_refuses_is_a_no_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    folder = tmp_path / ("x" * 300)  # longer than a name may be
    assert cabinato(command, "--data", str(folder)) == 1
    assert capsys.readouterr().err == f"cannot read {folder / 'ledger.db'}: File name too long\n"


@pytest.mark.parametrize("command", ["audit", "verify"])
def test_no_ledger_is_a_no_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert cabinato(command, "--data", str(tmp_path)) == 1
    assert capsys.readouterr().err == f"there is no ledger in {tmp_path}\n"


@pytest.mark.parametrize("command", ["audit", "verify"])
def test_an_unusable_configuration_is_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert cabinato(command, "--config", str(tmp_path / "none.toml")) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "none.toml" in err


def test_verify_says_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cabinato("verify", "--data", str(folder)) == 0
    out, err = capsys.readouterr()
    assert out.startswith("whole: 3 rows proven, head ")
    assert err == ""


@pytest.fixture
def cleared(tmp_path: Path) -> Path:
    """A ledger that goes on from one that was closed for good."""
    ledger = Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=True)
    ledger.commit(request(ledger.standing, "technician", "")).result()
    ledger.close()
    close_for_good(tmp_path, VirtualClock())
    return tmp_path


def test_sec_6_verify_proves_the_ledgers_before_too(
    cleared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cabinato("verify", "--data", str(cleared)) == 0
    (closed,) = closed_ledgers(cleared)
    out, err = capsys.readouterr()
    assert out.splitlines()[1] == (
        f"closed before it: {closed}, whole, and the next goes on from it"
    )
    assert err == ""


def test_sec_6_verify_names_what_is_wrong_with_a_ledger_before(
    cleared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (closed_ledgers(cleared)[0] / REPORT).write_text("{}", "utf-8")
    assert cabinato("verify", "--data", str(cleared)) == 1
    err = capsys.readouterr().err
    assert err == "the closing report of ledger 1 is not what was written\n"


def test_verify_warns_of_a_key_that_others_may_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / KEY).chmod(0o640)
    assert cabinato("verify", "--data", str(folder)) == 0
    key = folder / KEY
    assert capsys.readouterr().err == (
        f"{key} is open to others (mode 0640): who reads it can forge the ledger; chmod 600 {key}\n"
    )


def test_verify_names_the_fault_and_says_no(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(folder / "ledger.db") as database:
        database.execute(
            "UPDATE standing SET text = replace(text, '\"credit\":1234', '\"credit\":9')"
        )
    database.close()
    assert cabinato("verify", "--data", str(folder)) == 1
    out, err = capsys.readouterr()
    assert err.splitlines()[0] == "balance of credit is 9, the rows make it 1234"
    assert "NOT PROVEN" in out


def test_verify_finds_the_head_that_audit_showed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cabinato("audit", "--data", str(folder), "--json")
    head = json.loads(capsys.readouterr().out)["head"]
    assert cabinato("verify", "--data", str(folder), "--head", head) == 0
    assert cabinato("verify", "--data", str(folder), "--head", "0" * 64) == 1


def test_verify_takes_a_head_in_the_groups_that_the_screen_shows(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cabinato("audit", "--data", str(folder), "--json")
    head = json.loads(capsys.readouterr().out)["head"]
    noted = " ".join(head[at : at + 4] for at in range(0, 64, 4)).upper()
    assert cabinato("verify", "--data", str(folder), "--head", noted) == 0


def test_a_malformed_head_is_exit_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cabinato("verify", "--data", str(folder), "--head", "12xy")
    assert stop.value.code == 2
    assert "'12xy' is no head" in capsys.readouterr().err

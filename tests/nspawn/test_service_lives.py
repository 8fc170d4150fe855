"""cabinet.service under a systemd that runs: tools/install's own system, booted in a container.

Where the machine has no systemd-nspawn, or no system was made (`sudo tools/nspawn`), nothing is
judged: the check says "not run" and why. A machine's slowness is no fault either: no limit here
is one of the cabinet's own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from living import PATIENCE_S, is_ready, started_anew

pytestmark = pytest.mark.timeout(600)


def reliability(machine) -> Mapping[str, int]:
    """What the ledger counts of starts and falls, as `cabinato audit` reads it."""
    return json.loads(machine.cabinato("audit", "--json").stdout)["reliability"]


def test_it_plays_after_a_boot_without_being_asked_to(machine) -> None:
    told = machine.wait("ready", is_ready, PATIENCE_S)
    assert told["UnitFileState"] == "enabled"
    assert told["NRestarts"] == "0"


def test_started_means_that_the_self_test_was_made(cabinet) -> None:
    cabinet.systemctl("stop", "cabinet")
    program = cabinet.installed("firmware/events.py")
    shipped = program.read_bytes()
    program.write_bytes(shipped + b"# another hand\n")
    try:
        assert cabinet.systemctl("start", "cabinet").returncode == 0  # comes back when ready
        assert cabinet.show()["StatusText"] == "Play has stopped: program (P-01)."
    finally:
        program.write_bytes(shipped)
        cabinet.systemctl("stop", "cabinet")


def test_a_program_that_hangs_is_ended_and_started_again(cabinet) -> None:
    before = cabinet.show()
    cabinet.systemctl("kill", "--kill-whom=main", "--signal=STOP", "cabinet")
    cabinet.wait("started again after a hang", started_anew(before), PATIENCE_S)
    cabinet.wait("ready", is_ready, PATIENCE_S)
    assert "Watchdog timeout" in cabinet.journal(300)


def test_a_killed_program_is_started_again_and_the_ledger_counts_it(cabinet) -> None:
    before, counted = cabinet.show(), reliability(cabinet)
    cabinet.systemctl("kill", "--kill-whom=main", "--signal=KILL", "cabinet")
    cabinet.wait("started again after a crash", started_anew(before), PATIENCE_S)
    cabinet.wait("ready", is_ready, PATIENCE_S)
    found = reliability(cabinet)
    assert found["unclean_boots"] == counted["unclean_boots"] + 1
    assert found["falls"] == counted["falls"] + 1


def test_a_stop_ends_in_time_and_by_the_program_itself(cabinet) -> None:
    cabinet.systemctl("stop", "cabinet")
    told = cabinet.show()
    assert (told["ActiveState"], told["Result"]) == ("inactive", "success")
    assert told["ExecMainStatus"] == "0"


def test_a_stop_leaves_books_that_prove_and_count_as_closed(cabinet) -> None:
    counted = reliability(cabinet)
    cabinet.systemctl("stop", "cabinet")
    proof = cabinet.cabinato("verify")
    assert proof.returncode == 0, proof.stdout + proof.stderr
    cabinet.systemctl("start", "cabinet")
    cabinet.wait("ready", is_ready, PATIENCE_S)
    found = reliability(cabinet)
    assert found["power_ups"] == counted["power_ups"] + 1
    assert found["unclean_boots"] == counted["unclean_boots"]


def test_a_faulty_configuration_is_told_and_once_mended_it_begins_by_itself(cabinet) -> None:
    from nspawn_machine import CONFIG

    config = cabinet.file(CONFIG)
    good = config.read_text()
    config.write_text(good.replace("credit_minor = 10 ", "credit_minor = -1 "))
    try:
        assert cabinet.systemctl("restart", "cabinet").returncode == 0
        told = cabinet.show()
        assert told["ActiveState"] == "active"
        assert (
            told["StatusText"] == "The cabinet cannot begin: the configuration has faults (F-01)."
        )
    finally:
        config.write_text(good)
    cabinet.wait("ready with the mended configuration", is_ready, PATIENCE_S)

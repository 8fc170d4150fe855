"""The service loses its display, its serial adapter, its disk space, or falls again and again:
each ends in the right state and in a sentence, and nobody's credit is gone.
"""

from __future__ import annotations

import json

import pytest
from living import PATIENCE_S, is_ready, only_by_hand, says, started_anew

pytestmark = pytest.mark.timeout(600)

EURO, TENTH = 100, 10
"""Coins, minor units; a credit is worth the latter."""
FALLS = 4
"""docs/service.md: so many crashes within five minutes call for service."""
NO_DISPLAY = "The cabinet cannot begin: no display can be opened (H-01)."
_KMSDRM = "[Service]\nEnvironment=SDL_VIDEODRIVER=kmsdrm SDL_VIDEO_DRIVER=kmsdrm\n"


@pytest.fixture
def bench(machine):
    """A real cabinet with books, pins and an acceptor of its own, not started yet."""
    from nspawn_bench import Bench

    with Bench(machine) as made:
        yield made


@pytest.fixture
def played(bench):
    """The same, started, with ten credits in it."""
    bench.machine.systemctl("start", "cabinet")
    bench.wait("ready for coins", lambda: bench.health() == "ready", PATIENCE_S)
    bench.coin(EURO)
    bench.wait("credited", lambda: bench.credit() == EURO // TENTH, PATIENCE_S)
    return bench


def reliability(machine):
    return json.loads(machine.cabinato("audit", "--json").stdout)["reliability"]


def test_without_a_display_it_stands_still_and_begins_once_it_may(cabinet) -> None:
    machine = cabinet
    drop_in = machine.file("etc/systemd/system/cabinet.service.d/zz-display.conf")
    machine.systemctl("stop", "cabinet")
    counted = reliability(machine)
    drop_in.write_text(_KMSDRM)
    machine.systemctl("daemon-reload")
    try:
        assert machine.systemctl("start", "cabinet").returncode == 0
        told = machine.show()
        assert (told["ActiveState"], told["StatusText"]) == ("active", NO_DISPLAY)
        assert "/dev/dri" in machine.journal()
        machine.systemctl("stop", "cabinet")
        told = machine.show()
        assert (told["Result"], told["ExecMainStatus"]) == ("success", "0")
        assert reliability(machine) == counted
    finally:
        drop_in.unlink()
        machine.systemctl("daemon-reload")
    machine.systemctl("start", "cabinet")
    machine.wait("ready with a display", is_ready, PATIENCE_S)


def test_an_adapter_that_is_pulled_is_told_and_found_again(played) -> None:
    played.pull()
    played.wait("unplugged", lambda: played.health() == "unplugged", PATIENCE_S)
    told = played.machine.show()["StatusText"]
    assert told.startswith("The cabinet is ready; to look at: ")
    assert "coin (C-01)" in told
    played.plug()
    played.wait("ready again", lambda: played.health() == "ready", PATIENCE_S)
    assert "coin" not in played.machine.show()["StatusText"]
    played.coin(TENTH)
    played.wait("credited", lambda: played.credit() == EURO // TENTH + 1, PATIENCE_S)


def test_a_full_disk_stops_play_and_loses_no_coin(played) -> None:
    machine = played.machine
    machine.run("sh", "-c", "cat /dev/zero >/var/lib/cabinato/forgotten 2>/dev/null")
    played.coin(TENTH)  # it fell in before anybody knew; the unit remembers it
    machine.wait("stopped", says("Play has stopped: ledger_full (L-02)"), PATIENCE_S)
    played.wait("closed", lambda: played.health() == "ledger_error", PATIENCE_S)
    played.coin(EURO)  # and this one comes back
    machine.file("var/lib/cabinato/forgotten").unlink()
    machine.systemctl("restart", "cabinet")
    machine.wait("playing again", is_ready, PATIENCE_S)
    played.wait("all credited", lambda: played.credit() >= EURO // TENTH + 1, PATIENCE_S)
    assert played.credit() == EURO // TENTH + 1
    proof = machine.cabinato("verify")
    assert proof.returncode == 0, proof.stdout + proof.stderr


@only_by_hand
def test_repeated_crashes_call_for_service_and_keep_the_credit(played) -> None:
    machine = played.machine
    for _ in range(FALLS):
        before = machine.show()
        machine.systemctl("kill", "--kill-whom=main", "--signal=KILL", "cabinet")
        machine.wait("started again", started_anew(before), PATIENCE_S)
    machine.wait("locked", says("Play has stopped: call_service (P-02)"), PATIENCE_S)
    assert reliability(machine)["falls"] == FALLS
    machine.systemctl("restart", "cabinet")
    machine.wait("locked still", says("Play has stopped: call_service (P-02)"), PATIENCE_S)
    played.coin(EURO)  # comes back: nobody takes money while it is locked
    assert played.credit() == EURO // TENTH

"""tools/install over a running cabinet, and back: in the container, by a bundle that brings one
version more, whose files lie there already.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

import pytest
from living import PATIENCE_S, is_ready, only_by_hand, says

pytestmark = [pytest.mark.timeout(900), only_by_hand]

ROOT = Path(__file__).resolve().parents[2]
TREE = "root/tree"
NEXT = "9.9.9-next"
HOME = "/opt/cabinato"
NEW = ("--bundle", f"/{TREE}/bundle.tar", "--no-pictures")
WAITS = "somebody plays: waiting for the end"
_LAY = """
cd /opt/cabinato
before=$(readlink current)
mkdir -p $1/.venv/lib
cp -a $before/.venv/bin $before/.venv/pyvenv.cfg $1/.venv/
cp $before/cabinet.service $1/
sed -i "1s|/opt/cabinato/$before|/opt/cabinato/$1|" $1/.venv/bin/cabinato
python=$(ls $before/.venv/lib)
site=.venv/lib/$python/site-packages
mkdir -p $1/$site
ln -s /opt/cabinato/$before/$site/* $1/$site/
rm $1/$site/firmware
cp -r $before/$site/firmware $1/$site/
ledger=$1/$site/firmware/ledger
eval "$2"
cd $1
find . -type f ! -name MANIFEST.sha256 -print0 | xargs -0 sha256sum >MANIFEST.sha256
"""
"""Lays a version that is the one in use, but for what `$2` does to it. What has not changed is
linked to, which a manifest of files does not list."""
NEWER_LEDGER = """
echo 'MIGRATIONS = (*MIGRATIONS, ())' >>$ledger/database.py
sed -i 's/^_STEPS: .*= {/&3: lambda made, _: database.make_objects(made, 3), /' $ledger/migration.py
"""
"""Made into a version that carries a ledger over to a schema of its own."""
ROUNDS = 60
"""More than anybody plays with one credit."""


@pytest.fixture
def bench(machine):
    """A real cabinet that is ready, and the installer's own files beside it."""
    from nspawn_bench import Bench

    lay_tree(machine)
    with Bench(machine) as made:
        machine.systemctl("start", "cabinet")
        made.wait("ready for coins", lambda: made.health() == "ready", PATIENCE_S)
        before = current(machine)
        yield made
        machine.systemctl("stop", "cabinet")
        machine.run("ln", "-sfn", before, f"{HOME}/current")
        machine.run("rm", "-rf", f"{HOME}/previous", f"{HOME}/{NEXT}")


def lay_tree(machine) -> None:
    """The installer as a bundle has it, and a bundle that names the next version."""
    machine.run("mkdir", "-p", f"/{TREE}/tools")
    for name in ("tools/install", "tools/installing", "cabinet.service", "hw_config.toml"):
        place = machine.file(f"{TREE}/{name}")
        subprocess.run(["cp", "-rT", ROOT / name, place], check=True)
    told = f"version={NEXT}\nsuite=bookworm\narch={architecture()}\n".encode()
    entry = tarfile.TarInfo("cabinato-bundle/bundle.txt")
    entry.size = len(told)
    with tarfile.open(machine.file(f"{TREE}/bundle.tar"), "w") as archive:
        archive.addfile(entry, io.BytesIO(told))


def architecture() -> str:
    """That of this machine, in Debian's words: the container's is the same."""
    asked = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    )
    return asked.stdout.strip()


def lay_next(machine, change: str = "") -> None:
    done = machine.run("sh", "-euc", _LAY, "lay", NEXT, change)
    assert done.returncode == 0, done.stderr


def install(machine, *options: str) -> subprocess.CompletedProcess[str]:
    return machine.run(f"/{TREE}/tools/install", *options)


def update(machine, *options: str) -> subprocess.CompletedProcess[str]:
    return install(machine, *NEW, *options)


def current(machine) -> str:
    return machine.run("readlink", f"{HOME}/current").stdout.strip()


def play_until_nothing_is_left(bench) -> None:
    bench.press("HOLD2")  # Joker Poker
    for _ in range(ROUNDS):
        if not bench.status().get("is_paid"):
            return
        for button in ("BET", "DEAL", "DEAL", "DEAL"):  # deal, draw, take what was won
            bench.press(button)
    raise AssertionError(f"{ROUNDS} rounds were not enough to lose")


def test_an_update_waits_for_the_player_and_a_rollback_comes_back(bench) -> None:
    machine = bench.machine
    before, played = current(machine), machine.show()["MainPID"]
    lay_next(machine)
    bench.coin(10)
    bench.wait("paid", lambda: bool(bench.status()["is_paid"]), PATIENCE_S)
    waiting = machine.begin(f"/{TREE}/tools/install", *NEW)
    for line in waiting.stdout:
        if WAITS in line:
            break
    else:
        pytest.fail("it did not wait for the player")
    assert (current(machine), machine.show()["MainPID"]) == (before, played)

    play_until_nothing_is_left(bench)
    said = waiting.communicate(timeout=PATIENCE_S)[0]
    assert waiting.returncode == 0, said
    machine.wait("ready", is_ready, PATIENCE_S)
    assert current(machine) == NEXT
    assert machine.show()["MainPID"] != played

    bench.wait("ready for coins", lambda: bench.health() == "ready", PATIENCE_S)
    bench.coin(100)
    bench.wait("credited", lambda: bench.credit() >= 10, PATIENCE_S)
    credit = bench.credit()
    done = install(machine, "--rollback", "--now")
    assert done.returncode == 0, done.stderr
    machine.wait("ready", is_ready, PATIENCE_S)
    assert current(machine) == before
    assert f"now {before}; the same command goes forward again" in done.stderr
    assert bench.credit() == credit


def test_an_older_version_does_not_get_a_newer_ones_ledger(bench) -> None:
    machine = bench.machine
    before = current(machine)
    lay_next(machine, NEWER_LEDGER)
    done = update(machine, "--now")  # the newer one carries the ledger over
    assert done.returncode == 0, done.stdout + done.stderr
    machine.wait("ready", is_ready, PATIENCE_S)
    plays = machine.show()["MainPID"]

    done = install(machine, "--rollback", "--now")
    assert done.returncode == 1
    assert "a newer cabinato made it, use that one" in done.stderr
    assert f"{NEXT} stays in use" in done.stderr
    assert (current(machine), machine.show()["MainPID"]) == (NEXT, plays)

    machine.systemctl("stop", "cabinet")  # and by force
    machine.run("ln", "-sfn", before, f"{HOME}/current")
    machine.systemctl("start", "cabinet")
    machine.wait("locked", says("Play has stopped: ledger_schema (L-07)"), PATIENCE_S)

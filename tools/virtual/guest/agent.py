"""The hand at the cabinet, inside the guest: wires, books and programs on demand.

tools/vm talks to it through a virtio port, a JSON object a line each way. It knows nothing of the
program: buttons are wires of a simulated chip, the books are a database that it only reads.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

PORT = Path("/dev/virtio-ports/cabinato.vm")
CHIP = Path("/sys/devices/platform")
LEDGER = Path("/var/lib/cabinato/ledger.db")
PATIENCE_S = 600.0
LOOKS, LOOK_S = 100, 0.011


def wire(number: int) -> Path:
    """The folder of a wire of the simulated chip."""
    return next(CHIP.glob(f"gpio-sim.*/gpiochip*/sim_gpio{number}"))


def drive(number: int, *, is_high: bool) -> None:
    """Put a wire to 3.3 V or to ground."""
    (wire(number) / "pull").write_text("pull-up" if is_high else "pull-down")


def press(number: int, hold_ms: int) -> None:
    """Close a button's contact for a while."""
    drive(number, is_high=False)
    time.sleep(hold_ms / 1000)
    drive(number, is_high=True)


def is_lit(number: int) -> bool:
    """Whether the cabinet drives a lamp's wire now and then: a dimmed lamp is switched fast."""
    value = wire(number) / "value"
    for _ in range(LOOKS):
        if value.read_text().strip() == "1":
            return True
        time.sleep(LOOK_S)
    return False


def books() -> dict[str, Any]:
    """The documents of the ledger, and its rows that move credits; {} before there is one.

    What stands beside the rows is written now and then only.
    """
    if not LEDGER.exists():
        return {}
    base = sqlite3.connect(f"file:{LEDGER}?mode=ro", uri=True, timeout=30)
    try:
        moving = "SELECT payload FROM rows WHERE payload LIKE '%\"postings\"%' ORDER BY sequence"
        return {
            "documents": dict(base.execute("SELECT name, text FROM documents")),
            "rows": [payload for (payload,) in base.execute(moving)],
        }
    except sqlite3.OperationalError:  # it is just being made
        return {}
    finally:
        base.close()


def run(argv: list[str]) -> dict[str, Any]:
    """A program, what it said and how it ended."""
    done = subprocess.run(argv, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    return {"code": done.returncode, "out": done.stdout, "err": done.stderr}


def obey(asked: dict[str, Any]) -> Any:
    """Do one request."""
    match asked["do"]:
        case "drive":
            for number, is_high in asked["wires"].items():
                drive(int(number), is_high=is_high)
            return None
        case "press":
            return press(asked["wire"], asked["hold_ms"])
        case "is_lit":
            return is_lit(asked["wire"])
        case "books":
            return books()
        case "run":
            return run(asked["argv"])
        case _:
            return asked


def main() -> None:
    """Answer for as long as the machine runs."""
    while not PORT.exists():  # udev names it later on a slow machine; to start anew costs more
        time.sleep(0.2)
    line = os.open(PORT, os.O_RDWR)
    with os.fdopen(line, "r+b", buffering=0) as port:
        port.write(b'{"told":"hello"}\n')
        kept = b""
        while True:
            read = port.read(65536)
            if not read:  # nobody holds the other end
                time.sleep(0.2)
                continue
            *lines, kept = (kept + read).split(b"\n")
            for each in lines:
                try:
                    told = {"told": obey(json.loads(each))}
                except (OSError, ValueError, KeyError, StopIteration, sqlite3.Error) as error:
                    told = {"fault": f"{type(error).__name__}: {error}"}
                except subprocess.TimeoutExpired as error:
                    told = {"fault": f"{error}"}
                answer = json.dumps(told).encode() + b"\n"
                while answer:
                    answer = answer[port.write(answer) or 0 :]


if __name__ == "__main__":
    main()

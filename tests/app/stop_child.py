"""The whole program, as a service runs it, that tells in which order it closes.

Run as `python tests/app/stop_child.py ARGUMENTS` with the arguments of the program.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from firmware.__main__ import main
from firmware.app.machine import Machine
from firmware.hardware.coin_port import SerialCoinPort
from firmware.ledger.ledger import Ledger


def told(owner: type, name: str, what: str) -> None:
    """Print `what` before each call of the method."""
    method: Callable[..., Any] = getattr(owner, name)

    def telling(*args: Any, **kwargs: Any) -> Any:
        sys.stdout.write(f"{what}\n")
        return method(*args, **kwargs)

    setattr(owner, name, telling)


if __name__ == "__main__":
    told(Machine, "close_coins", "money refused")
    told(SerialCoinPort, "close", "coin line closed")
    told(Ledger, "close", "ledger closed")
    sys.exit(main())

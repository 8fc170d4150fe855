"""Other money lines than those of the shipped configuration, for stories."""

from __future__ import annotations

import re

from firmware.assets import shipped_config

NO_NOTES = 'driver = "none"'


def wired(coin: str = 'driver = "cctalk"', note: str = NO_NOTES, switches: str = "") -> str:
    """The shipped configuration with other first lines of `[coin]`, `[note]` and
    `[panel.switches]`."""
    text = shipped_config().read_text("utf-8")
    text = re.sub(r"(?m)^(\[coin\]\n)driver = .*$", lambda found: found[1] + coin, text)
    text = re.sub(r"(?m)^(\[note\].*\n)driver = .*$", lambda found: found[1] + note, text)
    return re.sub(r"(?m)^(\[panel\.switches\].*\n)", lambda found: f"{found[1]}{switches}\n", text)

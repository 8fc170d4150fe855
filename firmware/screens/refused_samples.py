"""Cabinets that cannot begin, to look at and to test the screens with."""

from __future__ import annotations

from collections.abc import Mapping

from firmware.screens.refusal import Refusal, RefusalKind

_FILE = "/etc/cabinato/hw_config.toml"
_FOLDER = "/var/lib/cabinato"
_FEW = (
    f"{_FILE}:12: cabinet.langage: unknown key; did you mean 'language'? allowed: language, data",
    f"{_FILE}:41: panel.buttons.HOLD2 = 4: pin already used by buttons.HOLD1",
    f'{_FILE}:88: coin.port = 3: must be "emulator", or an absolute path such as '
    '"/dev/serial/by-id/..."',
)
_PINS = tuple(
    f"{_FILE}:{line}: panel.buttons.{name}: missing; must be a whole number from 2 to 27 (BCM "
    "pin; 0 and 1 are reserved)"
    for line, name in enumerate(("HOLD3", "HOLD4", "HOLD5", "DEAL", "BET", "DOUBLE"), start=89)
)

REFUSALS: Mapping[str, Refusal] = {
    "refused_config": Refusal(RefusalKind.CONFIG, _FILE, _FEW),
    "refused_config_one": Refusal(
        RefusalKind.CONFIG, _FILE, (f"{_FILE}:41: not TOML: Invalid value (column 9)",)
    ),
    "refused_config_many": Refusal(
        RefusalKind.CONFIG,
        _FILE,
        (
            *_FEW,
            *_PINS,
            f'{_FILE}:120: coin.inhibit_pin = 9: driver "cctalk" refuses money by command and '
            "moves no wire; leave it out",
            "/opt/cabinato/current/assets/paytables/ours.toml:7: full_house = [1]: must be five "
            "whole numbers",
        ),
    ),
    "refused_config_gone": Refusal(
        RefusalKind.CONFIG, _FILE, (f"{_FILE}: cannot be read: No such file or directory",)
    ),
    "refused_in_use": Refusal(
        RefusalKind.IN_USE, _FOLDER, ("another cabinet is running on this folder",)
    ),
    "refused_foreign": Refusal(RefusalKind.FOREIGN, _FOLDER, ("it holds a test ledger",)),
}
"""By the name of the sample."""

"""Every drawing of docs/wiring/ by the name of its file."""

from __future__ import annotations

from inhibit import inhibit_ground, inhibit_low, inhibit_relay
from lines import cctalk, pulse, serial_adapter, serial_pin, serial_rs232, ssp
from panel import header, lamps, meters, power, switches
from sheet import Sheet

from firmware.config import Config


def sheets(config: Config) -> dict[str, Sheet]:
    """Name of the file, without its ending -> the sheet, its legend drawn."""
    drawn = {
        "power": power(),
        "header": header(config.panel),
        "switches": switches(config.panel),
        "lamps": lamps(config.panel),
        "meters": meters(),
        "cctalk": cctalk(),
        "serial_adapter": serial_adapter(),
        "serial_pin": serial_pin(),
        "serial_rs232": serial_rs232(),
        "ssp": ssp(),
        "pulse": pulse(),
        "inhibit_low": inhibit_low(),
        "inhibit_ground": inhibit_ground(),
        "inhibit_relay": inhibit_relay(),
    }
    for sheet in drawn.values():
        sheet.legend()
    return drawn

"""What keys that are each fine may not say together: a sentence and a line for each fault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from firmware.config_tables import (
    EMULATOR,
    CabinetTable,
    CoinTable,
    HardwareTable,
    LedgerTable,
    MqttTable,
    NoteTable,
)
from firmware.toml_faults import TomlTable, TomlText

_SERIAL_PINS = (14, 15)
_SERIAL_PIN_PORT = re.compile(r"/dev/(serial0|ttyAMA\d*|ttyS\d*)")


def contradictions(source: TomlText, tables: Mapping[str, TomlTable]) -> list[str]:
    """What two keys that are each fine say against one another."""
    faults = []
    hardware, coin = tables.get("hardware"), tables.get("coin")
    if isinstance(hardware, HardwareTable):
        wanted = {"simulated": "mock", "real": "lgpio"}[hardware.mode]
        if hardware.pin_factory != wanted:
            problem = f'mode "{hardware.mode}" needs pin_factory = "{wanted}"'
            faults.append(source.fault(("hardware", "pin_factory"), problem, hardware.pin_factory))
    note = tables.get("note")
    slots = {
        name: table
        for name, table in (("coin", coin), ("note", note))
        if isinstance(table, CoinTable | NoteTable)
    }
    if isinstance(coin, CoinTable):
        faults += _coin_faults(source, coin)
        if isinstance(note, NoteTable):
            faults += _note_faults(source, coin, note)
    for name, slot in slots.items():
        faults += _line_faults(source, name, slot)
    faults += _shared_port_faults(source, slots)
    cabinet, ledger = tables.get("cabinet"), tables.get("ledger")
    if isinstance(cabinet, CabinetTable) and isinstance(ledger, LedgerTable):
        faults += _copy_faults(source, cabinet, ledger)
    mqtt = tables.get("mqtt")
    if isinstance(mqtt, MqttTable) and mqtt.is_wanted:
        faults += _broker_faults(source, mqtt)
    if isinstance(hardware, HardwareTable):
        for name, slot in slots.items():
            faults += _port_faults(source, hardware, name, slot)
    return faults


Slot = CoinTable | NoteTable


def _port_faults(source: TomlText, hardware: HardwareTable, name: str, slot: Slot) -> list[str]:
    if not slot.is_serial or (hardware.mode == "simulated") == (slot.port == EMULATOR):
        return []
    if hardware.mode == "simulated":
        problem = f'mode "simulated" needs port = "{EMULATOR}"'
    else:
        problem = 'mode "real" needs the path of a serial port, or driver = "none"'
    return [source.fault((name, "port"), problem, slot.port)]


def _line_faults(source: TomlText, name: str, slot: Slot) -> list[str]:
    """What a driver needs and the table lacks, and pins that it would leave idle."""
    faults = []
    if slot.driver in ("cctalk", "ssp") and slot.inhibit_pin is not None:
        problem = f'driver "{slot.driver}" refuses money by command and moves no wire; leave it out'
        faults.append(source.fault((name, "inhibit_pin"), problem, slot.inhibit_pin))
    if slot.is_serial and slot.pulse_pin is not None:
        problem = f'driver "{slot.driver}" counts no pulses; leave it out, or use driver = "pulse"'
        faults.append(source.fault((name, "pulse_pin"), problem, slot.pulse_pin))
    if slot.driver in ("serial_frame", "pulse") and not slot.profile:
        problem = f'driver "{slot.driver}" needs the name of a file of assets/acceptors/'
        faults.append(source.fault((name, "profile"), problem, slot.profile))
    if slot.driver == "pulse" and slot.pulse_pin is None:
        problem = 'driver "pulse" needs pulse_pin, the pin of its signal wire'
        faults.append(source.fault((name, "pulse_pin"), problem))
    return faults


def _shared_port_faults(source: TomlText, slots: Mapping[str, Slot]) -> list[str]:
    """Two slots on one port: only a ccTalk bus carries two devices."""
    coin, note = slots.get("coin"), slots.get("note")
    if coin is None or note is None or not (coin.is_serial and note.is_serial):
        return []
    if coin.port != note.port or coin.port == EMULATOR:
        return []
    if coin.driver != "cctalk" or note.driver != "cctalk":
        problem = "already used by coin; only two ccTalk devices share a line"
        return [source.fault(("note", "port"), problem, note.port)]
    if coin.checksum != note.checksum:
        problem = f'must be "{coin.checksum}" as in coin: both are on one line'
        return [source.fault(("note", "checksum"), problem, note.checksum)]
    return []


def _note_faults(source: TomlText, coin: CoinTable, note: NoteTable) -> list[str]:
    if note.driver == "none":
        return []
    path = ("note", "notes_minor")
    faults = [
        source.fault(path, f"note {value} is not a whole number of credits of {coin.credit_minor}")
        for value in note.notes_minor
        if value % coin.credit_minor
    ]
    largest = max(note.notes_minor) // coin.credit_minor
    if largest > coin.credit_ceiling:
        problem = f"the largest note is {largest} credits, above coin.credit_ceiling"
        faults.append(source.fault(path, problem))
    if 0 < coin.jump_credits < largest:
        problem = f"must be 0, or at least the largest note, {largest} credits"
        faults.append(source.fault(("coin", "jump_credits"), problem, coin.jump_credits))
    return faults


def _coin_faults(source: TomlText, coin: CoinTable) -> list[str]:
    path = ("coin", "coins_minor")
    faults = [
        source.fault(path, f"coin {value} is not a whole number of credits of {coin.credit_minor}")
        for value in coin.coins_minor
        if value % coin.credit_minor
    ]
    if coin.largest_credits > coin.credit_ceiling:
        problem = f"must be at least the largest coin, {coin.largest_credits} credits"
        faults.append(source.fault(("coin", "credit_ceiling"), problem, coin.credit_ceiling))
    if 0 < coin.jump_credits < coin.largest_credits:
        problem = f"must be 0, or at least the largest coin, {coin.largest_credits} credits"
        faults.append(source.fault(("coin", "jump_credits"), problem, coin.jump_credits))
    return faults


def _copy_faults(source: TomlText, cabinet: CabinetTable, ledger: LedgerTable) -> list[str]:
    if not ledger.copy_to or PurePath(ledger.copy_to) != PurePath(cabinet.data):
        return []
    problem = "must be another folder than cabinet.data, on another device"
    return [source.fault(("ledger", "copy_to"), problem, ledger.copy_to)]


def _broker_faults(source: TomlText, mqtt: MqttTable) -> list[str]:
    faults = []
    if not mqtt.cabinet:
        problem = "must be the cabinet's own name: two of one name would overwrite each other"
        faults.append(source.fault(("mqtt", "cabinet"), problem, mqtt.cabinet))
    if mqtt.password_file and not mqtt.username:
        problem = "needs username: a broker takes no password without a name"
        faults.append(source.fault(("mqtt", "password_file"), problem, mqtt.password_file))
    if mqtt.ca_file and not mqtt.tls:
        problem = "needs tls = true: without it no certificate is looked at"
        faults.append(source.fault(("mqtt", "ca_file"), problem, mqtt.ca_file))
    return faults


def pin_faults(source: TomlText, data: Mapping[str, Any]) -> list[str]:
    """Pins used twice, and serial pins that the coin line needs; from the raw tables, so
    that they are found beside any other fault."""
    faults = []
    users: dict[int, str] = {}
    on_header = {slot: port for slot in ("coin", "note") if (port := _header_port(data.get(slot)))}
    for path, pin in _raw_pins(data):
        name = ".".join(path[1:] if path[0] == "panel" else path)
        if pin in users:
            faults.append(source.fault(path, f"pin already used by {users[pin]}", pin))
        users.setdefault(pin, name)
        for slot, port in on_header.items() if pin in _SERIAL_PINS else ():
            faults.append(source.fault(path, f"pin belongs to the {slot} line's port {port}", pin))
    return faults


def _header_port(slot: object) -> str | None:
    """The port of a slot where it lies on pins of the header."""
    port = slot.get("port") if isinstance(slot, dict) and slot.get("driver") != "none" else None
    return port if isinstance(port, str) and _SERIAL_PIN_PORT.fullmatch(port) else None


def _raw_pins(data: Mapping[str, Any]) -> list[tuple[tuple[str, ...], int]]:
    panel = data.get("panel")
    pins: list[tuple[tuple[str, ...], int]] = []
    tables: list[tuple[tuple[str, ...], object]] = []
    if isinstance(panel, dict):
        groups = ("buttons", "lamps", "switches", "meters")
        tables += [(("panel", group), panel.get(group)) for group in groups]
    tables += [((slot,), data.get(slot)) for slot in ("coin", "note")]
    for path, table in tables:
        if isinstance(table, dict):
            pins += [
                ((*path, key), value)
                for key, value in table.items()
                if _is_pin(path, key) and isinstance(value, int) and not isinstance(value, bool)
            ]
    return pins


def _is_pin(path: tuple[str, ...], key: str) -> bool:
    """Whether a whole number under that key is a pin."""
    if path == ("panel", "meters"):
        return key in ("money_in", "money_out", "cash_box")
    return path[0] == "panel" or key.endswith("_pin")

"""Pins and money lines of a running cabinet: not before the first picture, which waits for none.

Importing gpiozero and opening ports takes longer than drawing; the kiosk does it when a person
already sees a machine that is awake. Which driver a slot has is the configuration's choice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Literal

from firmware.cabinet.state import Fault, FaultName
from firmware.clock import Clock
from firmware.config import COIN_SLOT, NOTE_SLOT, Config, SlotTable
from firmware.errors import HardwareError
from firmware.hardware.acceptor_profiles import line_settings, load_profile, verify_worths
from firmware.hardware.cctalk_bill import CctalkBill
from firmware.hardware.cctalk_bus import CctalkBus
from firmware.hardware.cctalk_coin import CctalkCoin
from firmware.hardware.cctalk_script import UnitSettings, checksum_of
from firmware.hardware.cctalk_unit import CctalkUnit
from firmware.hardware.coin_port import LineSettings, NoCoinPort, SerialCoinPort
from firmware.hardware.dead_panel import DeadPanel
from firmware.hardware.gpio_panel import GpioPanel
from firmware.hardware.inhibit_line import InhibitedPort, InhibitLine
from firmware.hardware.pins import PinFactory, open_pins
from firmware.hardware.ports import CoinPort, PanelPort
from firmware.hardware.pulse_port import PulsePort, PulseSettings
from firmware.hardware.serial_frame import FrameSettings, SerialFrameDriver
from firmware.hardware.ssp_script import SspSettings
from firmware.hardware.ssp_validator import SspValidator
from firmware.money import Tender

TENDERS: Mapping[str, Tender] = {COIN_SLOT: Tender.COIN, NOTE_SLOT: Tender.NOTE}
SSP_LINE = LineSettings(stop_bits=2)

log = logging.getLogger(__name__)


def real_parts(config: Config, clock: Clock) -> tuple[PanelPort, list[CoinPort], Fault | None]:
    """Panel and money lines; a part that is missing is shown, never replaced by a mock.

    Raises:
        ConfigError: an acceptor's profile cannot be used.
    """
    try:
        factory = open_pins(config.hardware)
    except HardwareError as error:
        return DeadPanel(), coin_ports(config, None, clock), _missing(error)
    try:
        coins = coin_ports(config, factory, clock)
    except HardwareError as error:
        return DeadPanel(), coin_ports(config, None, clock), _missing(error)
    try:
        return GpioPanel(config.panel, factory, clock, _hush(coins)), coins, None
    except HardwareError as error:
        return DeadPanel(), coins, _missing(error)


def _hush(coins: list[CoinPort]) -> Callable[[float], None]:
    """Tells every pulse wire that something beside it is switched."""
    wires = [port for port in coins if isinstance(port, PulsePort)]

    def hush(now_s: float) -> None:
        for wire in wires:
            wire.hush(now_s)

    return hush


def coin_ports(
    config: Config,
    factory: PinFactory | None,
    clock: Clock,
    paths: Mapping[str, str] | None = None,
) -> list[CoinPort]:
    """The ports of every slot; a ccTalk line that two slots share is one port.

    Args:
        config: the configuration.
        factory: of the pins; None: there are none, and what needs one is left out.
        clock: the cabinet's.
        paths: where the lines lie, by slot, when it is not where the configuration says: those
            of a simulated cabinet lie at another path each time, and are shown as configured.

    Raises:
        ConfigError: an acceptor's profile cannot be used.
        HardwareError: a pin cannot be used; names its key.
    """
    tables = slot_tables(config)
    ports: list[CoinPort] = []
    if is_shared(config):
        units = [_cctalk_unit(config, slot) for slot in tables]
        driver = CctalkBus(units, checksum_of(config.coin.checksum))
        return [_serial(config, COIN_SLOT, driver, LineSettings(), paths)]
    for slot, table in tables.items():
        match table.driver_name:
            case "none" if slot == COIN_SLOT:  # a cabinet without notes lacks nothing
                ports.append(NoCoinPort(slot))
            case "cctalk":
                bus = CctalkBus([_cctalk_unit(config, slot)], checksum_of(table.checksum))
                ports.append(_serial(config, slot, bus, LineSettings(), paths))
            case "ssp":
                chosen = SspSettings(slot, _accepted(config, slot), config.coin.currency)
                ports.append(_serial(config, slot, SspValidator(chosen), SSP_LINE, paths))
            case "serial_frame":
                ports.append(_frames(config, slot, factory, paths))
            case "pulse" if factory is not None:
                ports.append(_pulses(config, slot, factory, clock))
    return ports


def slot_tables(config: Config) -> dict[str, SlotTable]:
    """The table of each slot, in the order of the pages."""
    return {COIN_SLOT: config.coin, NOTE_SLOT: config.note}


def is_shared(config: Config) -> bool:
    """Whether coins and notes are on one ccTalk line."""
    coin, note = config.coin, config.note
    return coin.driver == note.driver == "cctalk" and coin.port == note.port


# --- one slot -------------------------------------------------------------------------------------


def _accepted(config: Config, slot: str) -> frozenset[int]:
    return frozenset(config.coin.coins_minor if slot == COIN_SLOT else config.note.notes_minor)


def _cctalk_unit(config: Config, slot: str) -> CctalkUnit:
    chosen = UnitSettings(
        slot,
        _accepted(config, slot),
        country=config.coin.currency[:2],  # EUR and the ids EU100A: both begin with the country
        address=slot_tables(config)[slot].address,
        has_swapped_results=slot_tables(config)[slot].swapped_results,
    )
    return CctalkCoin(chosen) if slot == COIN_SLOT else CctalkBill(chosen)


def _serial(
    config: Config,
    slot: str,
    driver: CctalkBus | SspValidator | SerialFrameDriver,
    settings: LineSettings,
    paths: Mapping[str, str] | None,
) -> SerialCoinPort:
    configured = slot_tables(config)[slot].port
    path = configured if paths is None else paths[slot]
    return SerialCoinPort(path, driver, settings, shown=configured)


def _frames(
    config: Config, slot: str, factory: PinFactory | None, paths: Mapping[str, str] | None
) -> CoinPort:
    table = slot_tables(config)[slot]
    profile = load_profile(table.profile, "serial_frame")
    verify_worths(slot, table, profile, _accepted(config, slot))
    driver = SerialFrameDriver(
        FrameSettings(
            slot,
            TENDERS[slot],
            _accepted(config, slot),
            table.unit_minor,
            table.channels_minor,
            profile,
            has_inhibit=table.inhibit_pin is not None,
        )
    )
    port = _serial(config, slot, driver, line_settings(profile, table), paths)
    inhibit = _inhibit(table, slot, factory)
    if inhibit is None:
        return port
    return InhibitedPort(port, inhibit, lambda: port.fileno() is not None and driver.is_open)


def _pulses(config: Config, slot: str, factory: PinFactory, clock: Clock) -> PulsePort:
    table = slot_tables(config)[slot]
    assert table.pulse_pin is not None, f"{slot}.pulse_pin was checked when the file was read"
    active: Literal["low", "high"] = table.pulse_when
    profile = load_profile(table.profile, "pulse")
    verify_worths(slot, table, profile, _accepted(config, slot))
    settings = PulseSettings(
        slot,
        TENDERS[slot],
        profile,
        table.unit_minor,
        tuple(sorted(_accepted(config, slot))),
        table.pulse_pin,
        active,
    )
    return PulsePort(settings, factory, clock, _inhibit(table, slot, factory))


def _inhibit(table: SlotTable, slot: str, factory: PinFactory | None) -> InhibitLine | None:
    if table.inhibit_pin is None or factory is None:
        return None
    return InhibitLine(table.inhibit_pin, table.inhibit_when, factory, f"{slot}.inhibit_pin")


def _missing(error: HardwareError) -> Fault:
    log.error("%s", error)
    return Fault(FaultName.HARDWARE, detail=str(error))

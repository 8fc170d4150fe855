"""Pins and coin line of a running cabinet, apart so that the first picture need not wait for them.

Importing gpiozero and opening ports takes longer than drawing; the kiosk does it when a person
already sees a machine that is awake.
"""

from __future__ import annotations

import logging

from firmware.cabinet.state import Fault, FaultName
from firmware.clock import Clock
from firmware.config import COIN_SLOT, CoinTable, Config
from firmware.errors import HardwareError
from firmware.hardware.cctalk_bus import CctalkBus
from firmware.hardware.cctalk_coin import CctalkCoin
from firmware.hardware.cctalk_script import UnitSettings, checksum_of
from firmware.hardware.coin_port import NoCoinPort, SerialCoinPort
from firmware.hardware.dead_panel import DeadPanel
from firmware.hardware.gpio_panel import GpioPanel
from firmware.hardware.pins import open_pins
from firmware.hardware.ports import CoinPort, PanelPort

log = logging.getLogger(__name__)


def real_parts(config: Config, clock: Clock) -> tuple[PanelPort, list[CoinPort], Fault | None]:
    """Panel and acceptors; a part that is missing is shown, never replaced by a mock."""
    coin = config.coin
    coins: list[CoinPort] = [
        no_coin_port() if coin.driver == "none" else coin_port(coin, coin.port)
    ]
    try:
        return GpioPanel(config.panel, open_pins(config.hardware), clock), coins, None
    except HardwareError as error:
        log.error("%s", error)
        return DeadPanel(), coins, Fault(FaultName.HARDWARE, detail=str(error))


def coin_port(coin: CoinTable, path: str) -> SerialCoinPort:
    """The ccTalk acceptor of `[coin]` on the line at `path`.

    It reports the configured port: that of a simulated cabinet lies at another path each time.
    """
    chosen = UnitSettings(
        slot=COIN_SLOT,
        accepted_minor=frozenset(coin.coins_minor),
        country=coin.currency[:2],  # EUR and the coin ids EU100A: both begin with the country
    )
    driver = CctalkBus([CctalkCoin(chosen)], checksum_of(coin.checksum))
    return SerialCoinPort(path, driver, shown=coin.port)


def no_coin_port() -> NoCoinPort:
    """For a cabinet without an acceptor."""
    return NoCoinPort(COIN_SLOT)

"""The tables of `hw_config.toml`: every key with its type, its range and its default.

What a key may say by itself stands here; what two keys may not say together in `config_checks`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from firmware.events import CueGroup
from firmware.language import Language, languages
from firmware.money import MechanicalMeter
from firmware.panel import Button
from firmware.toml_faults import Listed, TomlTable

COIN_SLOT, NOTE_SLOT = "coin", "note"
"""Names of the slots: of their tables here, in stories and in reports."""
EMULATOR = "emulator"
"""The coin port of a simulated cabinet."""


def _whole(low: int, high: int, what: str = "", **more: Any) -> Any:
    """A field for a whole number with its range in the description."""
    described = f"a whole number from {low} to {high}" + (f" ({what})" if what else "")
    return Field(ge=low, le=high, description=described, **more)


def _ascending(values: tuple[int, ...]) -> tuple[int, ...]:
    if any(after <= before for before, after in pairwise(values)):
        raise ValueError("not ascending")
    return values


def _placed(text: str) -> str:
    if not text.startswith(("/", "~/")) or "\0" in text:
        raise ValueError("not an absolute path")
    return text


def _placed_or_none(text: str) -> str:
    return text and _placed(text)


def _port(text: str) -> str:
    if text != EMULATOR and (not text.startswith("/") or "\0" in text):
        raise ValueError("not a port")
    return text


Ascending = Annotated[
    tuple[Annotated[int, Field(ge=1, le=1_000_000)], ...],
    Listed,
    AfterValidator(_ascending),
]
Size = tuple[Annotated[int, Field(ge=320, le=7680)], Annotated[int, Field(ge=240, le=4320)]]
Contact = Literal["closed", "open"]
_CONTACT = 'the contact\'s state, "closed" or "open"'


def _one_of(codes: Sequence[str]) -> str:
    *most, last = (f'"{code}"' for code in codes)
    return f"{', '.join(most)} or {last}"


class CabinetTable(TomlTable):
    """`[cabinet]`."""

    language: Language = Field(default=Language.IT, description=_one_of(languages()))
    data: Annotated[str, AfterValidator(_placed)] = Field(
        default="~/.local/share/cabinato",
        description="an absolute path, or one that begins with ~/",
    )
    export_to: Annotated[str, AfterValidator(_placed_or_none)] = Field(
        default="",
        description='"" for a USB stick, an absolute path, or one that begins with ~/',
    )
    free_play: bool = Field(default=False, description="true or false")


class HardwareTable(TomlTable):
    """`[hardware]`: chosen, never guessed, so neither key has a default."""

    mode: Literal["simulated", "real"] = Field(description='"simulated" or "real"')
    pin_factory: Literal["mock", "lgpio"] = Field(
        description='"mock" (mode "simulated") or "lgpio" (mode "real")'
    )


def _pin(**more: Any) -> Any:
    return _whole(2, 27, "BCM pin; 0 and 1 are reserved", **more)


class PinTable(TomlTable):
    """`[panel.buttons]` and `[panel.lamps]`: the BCM pin of each."""

    HOLD1: int = _pin()
    HOLD2: int = _pin()
    HOLD3: int = _pin()
    HOLD4: int = _pin()
    HOLD5: int = _pin()
    DEAL: int = _pin()
    BET: int = _pin()
    DOUBLE: int = _pin()

    @property
    def pins(self) -> dict[Button, int]:
        """Button -> BCM pin, all eight."""
        return {button: getattr(self, button.value) for button in Button}


class SwitchTable(TomlTable):
    """`[panel.switches]`: None where the cabinet has no such switch."""

    operator_key: int | None = _pin(default=None)
    operator_key_on_when: Contact = Field(default="closed", description=_CONTACT)
    door: int | None = _pin(default=None)
    door_open_when: Contact = Field(default="open", description=_CONTACT)
    tilt: int | None = _pin(default=None)
    tilt_when: Contact = Field(default="closed", description=_CONTACT)


class MeterTable(TomlTable):
    """`[panel.meters]`: mechanical meters, None where the cabinet has no such meter."""

    money_in: int | None = _pin(default=None)
    money_out: int | None = _pin(default=None)
    cash_box: int | None = _pin(default=None)
    credits_per_step: int = _whole(1, 100_000, "credits", default=1)
    pulse_ms: int = _whole(20, 500, "milliseconds on, and as long off", default=50)

    @property
    def wired(self) -> dict[MechanicalMeter, int]:
        """Meter -> BCM pin, of those that are there."""
        pins = {meter: getattr(self, meter.value) for meter in MechanicalMeter}
        return {meter: pin for meter, pin in pins.items() if pin is not None}


class PanelTable(TomlTable):
    """`[panel]`."""

    bounce_ms: int = _whole(1, 50, "milliseconds", default=8)
    spike_us: int = _whole(0, 5_000, "microseconds; 0 for short cables", default=0)
    stuck_s: int = _whole(5, 600, "seconds", default=30)
    pwm: bool = Field(default=True, description="true or false")
    buttons: PinTable = Field(description="a table with the pins of the eight buttons")
    lamps: PinTable = Field(description="a table with the pins of the eight lamps")
    switches: SwitchTable = SwitchTable()
    meters: MeterTable = MeterTable()


class SlotTable(TomlTable):
    """What `[coin]` and `[note]` have in common: a device and its line.

    Amounts are minor units (cents).
    """

    port: Annotated[str, AfterValidator(_port)] = Field(
        default=EMULATOR,
        description='"emulator", or an absolute path such as "/dev/serial/by-id/..."',
    )
    profile: str = Field(
        default="",
        pattern=r"^[a-z0-9_]*$",
        description="the name of a file of assets/acceptors/, without its ending",
    )
    address: int | None = _whole(2, 255, "ccTalk address", default=None)
    checksum: Literal["auto", "8-bit", "crc-16"] = Field(
        default="auto", description='"auto", "8-bit" or "crc-16" (ccTalk)'
    )
    swapped_results: bool = Field(default=False, description="true or false (ccTalk)")
    baud: int | None = _whole(300, 115_200, "bits per second", default=None)
    parity: Literal["none", "even", "odd"] | None = Field(
        default=None, description='"none", "even" or "odd"'
    )
    unit_minor: int = _whole(1, 1_000_000, "minor units per pulse or unit", default=10)
    channels_minor: Annotated[tuple[Annotated[int, Field(ge=0, le=100_000_000)], ...], Listed] = (
        Field(
            default=(),
            max_length=32,
            description="a list of whole numbers, the worth of channel 1, 2, ... (minor units)",
        )
    )
    pulse_pin: int | None = _pin(default=None)
    pulse_when: Literal["low", "high"] = Field(
        default="low", description='the level of pulse_pin during a pulse, "low" or "high"'
    )
    inhibit_pin: int | None = _pin(default=None)
    inhibit_when: Literal["low", "high"] = Field(
        default="low", description='the level of inhibit_pin that refuses money, "low" or "high"'
    )

    @property
    def driver_name(self) -> str:
        """The driver, whatever the slot."""
        return str(getattr(self, "driver"))  # noqa: B009 - each slot has its own choice

    @property
    def is_serial(self) -> bool:
        """Whether the device is on a serial line."""
        return self.driver_name not in ("pulse", "none")


class CoinTable(SlotTable):
    """`[coin]`; amounts in minor units (cents) unless they say credits."""

    driver: Literal["cctalk", "serial_frame", "pulse", "none"] = Field(
        description='"cctalk", "serial_frame", "pulse" or "none"'
    )
    currency: str = Field(
        default="EUR", pattern=r"^[A-Z]{3}$", description='three capital letters, such as "EUR"'
    )
    credit_minor: int = _whole(1, 100_000, "minor units per credit", default=10)
    coins_minor: Ascending = Field(
        default=(10, 20, 50, 100, 200),
        min_length=1,
        max_length=16,
        description="a list of 1 to 16 whole numbers above 0, ascending (minor units)",
    )
    credit_ceiling: int = _whole(1, 1_000_000, "credits", default=10_000)
    jump_credits: int = _whole(0, 1_000_000, "credits; 0 for no limit", default=2_000)

    @property
    def largest_credits(self) -> int:
        """Credits of the largest coin that is taken."""
        return max(self.coins_minor) // self.credit_minor


class NoteTable(SlotTable):
    """`[note]`: a bill validator; amounts in minor units (cents)."""

    driver: Literal["cctalk", "ssp", "serial_frame", "pulse", "none"] = Field(
        default="none", description='"cctalk", "ssp", "serial_frame", "pulse" or "none"'
    )
    notes_minor: Ascending = Field(
        default=(500, 1_000, 2_000),
        min_length=1,
        max_length=16,
        description="a list of 1 to 16 whole numbers above 0, ascending (minor units)",
    )


class LedgerTable(TomlTable):
    """`[ledger]`."""

    copy_to: Annotated[str, AfterValidator(_placed_or_none)] = Field(
        default="",
        description='"" for no second copy, an absolute path, or one that begins with ~/',
    )
    copy_limit_mb: int = _whole(1, 65_536, "megabytes", default=1_024)
    keep_rounds: int = _whole(1_000, 10_000_000, "rounds", default=100_000)


def _no_wildcard(topic: str) -> str:
    """MQTT's own wildcards, empty levels and the broker's `$` topics name no cabinet."""
    if not re.fullmatch(r"[\w.-]+(/[\w.-]+)*", topic, re.ASCII):
        raise ValueError("not a topic")
    return topic


class MqttTable(TomlTable):
    """`[mqtt]`: a broker that is told of the cabinet; none where the host is empty."""

    host: str = Field(
        default="",
        pattern=r"^[A-Za-z0-9.:_-]*$",
        description='"" for no broker, or its name or address, such as "broker.local"',
    )
    port: int | None = _whole(1, 65_535, "left out: 8883 with tls, else 1883", default=None)
    tls: bool = Field(default=True, description="true or false")
    ca_file: Annotated[str, AfterValidator(_placed_or_none)] = Field(
        default="",
        description='"" for the authorities that the system trusts, or the absolute path of a '
        "certificate file, or one that begins with ~/",
    )
    username: str = Field(
        default="", max_length=256, description='a name of 256 characters at most; "" for none'
    )
    password_file: Annotated[str, AfterValidator(_placed_or_none)] = Field(
        default="",
        description='"" for none, or the absolute path of a file that holds the password, or one '
        "that begins with ~/",
    )
    prefix: Annotated[str, AfterValidator(_no_wildcard)] = Field(
        default="cabinato",
        max_length=128,
        description="a topic of letters, digits, _ . and -, its levels parted by /",
    )
    cabinet: str = Field(
        default="",
        pattern=r"^[A-Za-z0-9_.-]{0,64}$",
        description="the cabinet's own name: 64 letters, digits, _ . or - at most",
    )
    every_s: int = _whole(5, 86_400, "seconds between two tellings of the meters", default=60)

    @property
    def is_wanted(self) -> bool:
        """Whether there is a broker."""
        return bool(self.host)


class DisplayTable(TomlTable):
    """`[display]`."""

    size: Annotated[Size, Listed] = Field(
        default=(1280, 720),
        description="a list of width (320 to 7680) and height (240 to 4320) in pixels",
    )
    fullscreen: bool = Field(default=False, description="true or false")
    fps_max: int = _whole(10, 240, "frames per second", default=60)


class SoundTable(TomlTable):
    """`[sound]`."""

    enabled: bool = Field(default=True, description="true or false")
    volume_percent: int = _whole(0, 100, "percent", default=70)
    attract: Literal["always", "fourth", "never"] = Field(
        default="always", description='"always", "fourth" or "never"'
    )
    coins_percent: int = _whole(0, 100, "percent of volume_percent", default=100)
    keys_percent: int = _whole(0, 100, "percent of volume_percent", default=100)
    cards_percent: int = _whole(0, 100, "percent of volume_percent", default=100)
    wins_percent: int = _whole(0, 100, "percent of volume_percent", default=100)
    attract_percent: int = _whole(0, 100, "percent of volume_percent", default=100)

    @property
    def groups(self) -> dict[CueGroup, int]:
        """Group -> its part of the volume, in percent."""
        return {group: getattr(self, f"{group}_percent") for group in CueGroup}


class PlayTable(TomlTable):
    """`[play]`: the options of a player who has chosen none."""

    speed: Literal["calm", "quick", "instant"] = Field(
        default="calm", description='"calm", "quick" or "instant"'
    )
    four_colour: bool = Field(default=False, description="true or false")
    large_text: bool = Field(default=False, description="true or false")
    reduced_motion: bool = Field(default=False, description="true or false")
    safe_colours: bool = Field(default=False, description="true or false")
    drag_double: bool = Field(default=False, description="true or false")


class JokerPokerTable(TomlTable):
    """`[joker_poker]`; amounts in credits."""

    paytable: str = Field(
        default="kings_or_better",
        pattern=r"^[a-z0-9_]+$",
        description="the name of a file of assets/paytables/, without its ending",
    )
    chip_values: Ascending = Field(
        default=(1, 2, 5, 10, 20),
        min_length=1,
        max_length=10,
        description="a list of 1 to 10 whole numbers above 0, ascending (credits)",
    )
    double_limit: int = _whole(1, 1_000_000, "credits", default=1_000)
    most_doubles: int = _whole(0, 100, "doubles in a row; 0 for any number", default=0)
    attended_win: int = _whole(0, 1_000_000, "credits; 0 for never", default=0)
    trainer: bool = Field(default=False, description="true or false")


def _fives(low: int, high: int, **more: Any) -> Any:
    """A field for stripdollars: everything at the strip table is counted in fives."""
    described = f"a multiple of 5 from {low} to {high} (stripdollars)"
    return Field(ge=low, le=high, multiple_of=5, description=described, **more)


class StripPokerTable(TomlTable):
    """`[strip_poker]`; the price in credits, all else in stripdollars, which are fiction."""

    price: int = _whole(1, 10_000, "credits", default=5)
    deck: Literal["choice", "32", "52"] = Field(
        default="choice", description='"choice" (the player\'s), "32" or "52"'
    )
    bank: int = _fives(5, 10_000, default=50)
    garment_value: int = _fives(5, 10_000, default=25)
    lives: int = _whole(0, 7, "0: only the character pledges", default=3)
    flush_tie: Literal["top_card", "all_cards"] = Field(
        default="top_card", description='"top_card" or "all_cards"'
    )
    low_ace: bool = Field(default=True, description="true or false")
    raise_cap: int = _whole(0, 100, "raises a round; 0 for no limit", default=4)
    pledges: Literal["one", "unlimited"] = Field(default="one", description='"one" or "unlimited"')
    theme: bool = Field(default=True, description="true or false")
    packs: Annotated[tuple[Annotated[str, AfterValidator(_placed)], ...], Listed] = Field(
        default=(),
        max_length=20,
        description='a list of folders, such as ["/home/pi/packs/teatro"]',
    )


SHORTEST_CLOCK_S = 30


def _no_hurry(clock_s: int) -> int:
    if 0 < clock_s < SHORTEST_CLOCK_S:
        raise ValueError(f"nobody arranges 25 cards in {clock_s} s")
    return clock_s


class CinqueManiTable(TomlTable):
    """`[cinque_mani]`."""

    level: Literal["easy", "medium", "hard"] = Field(
        default="hard", description='"easy", "medium" or "hard"'
    )
    deals: Literal[1, 5] = Field(default=1, description="1 or 5 (deals a stake is for)")
    bonus: int = _whole(0, 100, "stakes", default=0)
    clock_s: Annotated[int, AfterValidator(_no_hurry)] = Field(
        default=0,
        ge=0,
        le=600,
        description="0 (none) or a whole number from 30 to 600 (seconds)",
    )
    flush: Literal["ranks_first", "suit_first"] = Field(
        default="ranks_first", description='"ranks_first" or "suit_first"'
    )
    minima_batte_massima: bool = Field(default=False, description="true or false")

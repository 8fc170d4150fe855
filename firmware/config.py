"""The configuration: what `hw_config.toml` may say, read once and never changed.

Every fault of the file is reported at once, a line each, so that a builder mends them
in one go. Nothing is guessed: what the mode needs and the file lacks is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError

from firmware.assets import shipped_config
from firmware.errors import ConfigError
from firmware.events import MechanicalMeter
from firmware.panel import Button
from firmware.suggestion import suggestion
from firmware.toml_faults import Listed, TomlTable, TomlText
from firmware.words import Language

COIN_SLOT, NOTE_SLOT = "coin", "note"
"""Names of the slots: of their tables here, in stories and in reports."""
EMULATOR = "emulator"
"""The coin port of a simulated cabinet."""

_SERIAL_PINS = (14, 15)
_SERIAL_PIN_PORT = re.compile(r"/dev/(serial0|ttyAMA\d*|ttyS\d*)")


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


class CabinetTable(TomlTable):
    """`[cabinet]`."""

    language: Annotated[Language, Field(strict=False)] = Field(
        default=Language.IT, description='"it", "en" or "ru"'
    )
    data: Annotated[str, AfterValidator(_placed)] = Field(
        default="~/.local/share/cabinato",
        description="an absolute path, or one that begins with ~/",
    )


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


class Config(TomlTable):
    """Everything that the file says, checked."""

    cabinet: CabinetTable
    hardware: HardwareTable
    panel: PanelTable
    coin: CoinTable
    note: NoteTable = NoteTable()
    ledger: LedgerTable = LedgerTable()
    display: DisplayTable
    sound: SoundTable
    joker_poker: JokerPokerTable

    @property
    def data_folder(self) -> Path:
        """Where the ledger lives, `~` resolved; may not exist yet.

        Raises:
            ConfigError: it lies under `~`, and this user has no home.
        """
        return _folder("cabinet.data", self.cabinet.data, "here or with --data")

    @property
    def copy_folder(self) -> Path | None:
        """Where the ledger's second copy lives, `~` resolved; None where none is wanted.

        Raises:
            ConfigError: as `data_folder`.
        """
        if not self.ledger.copy_to:
            return None
        return _folder("ledger.copy_to", self.ledger.copy_to, "here")

    def without_copy(self) -> Config:
        """The same, with no second copy of the ledger."""
        return self.model_copy(update={"ledger": self.ledger.model_copy(update={"copy_to": ""})})

    @property
    def is_real(self) -> bool:
        """Whether the pins and the coin line are the real ones."""
        return self.hardware.mode == "real"


def _folder(key: str, path: str, where: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        problem = f"this user has no home folder; name an absolute path, {where}"
        raise ConfigError([f'{key} = "{path}": {problem}']) from error


def load_config(path: Path | None = None) -> Config:
    """The checked configuration of a file; None is the one that comes with the program.

    Raises:
        ConfigError: unreadable or wrong; every fault on a line of its own.
    """
    source = TomlText.read(shipped_config() if path is None else path)
    return parse_config(source.text, source.name)


def parse_config(text: str, name: str = "hw_config.toml") -> Config:
    """The checked configuration of a TOML text; `name` is what its faults call the file.

    Raises:
        ConfigError: every fault on a line of its own.
    """
    source = TomlText(name, text)
    data = source.parse()
    tables: dict[str, TomlTable] = {}
    faults: list[str] = []
    for section, value in data.items():
        if section not in Config.model_fields:
            kind = "table" if isinstance(value, dict) else "key"
            hint = suggestion(section, list(Config.model_fields))
            faults.append(source.fault((section,), f"unknown {kind}; {hint}"))
    for section, field in Config.model_fields.items():
        model = field.annotation
        assert isinstance(model, type)
        assert issubclass(model, TomlTable)
        try:
            tables[section] = model.model_validate(data.get(section, {}))
        except ValidationError as error:
            faults += source.model_faults(error, model, (section,))
    faults += _contradictions(source, tables) + _pin_faults(source, data)
    if faults:
        raise ConfigError(sorted(faults, key=lambda fault: _line_number(fault, name)))
    return Config.model_validate(tables)


def _contradictions(source: TomlText, tables: Mapping[str, TomlTable]) -> list[str]:
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
    """What a driver needs and the table lacks."""
    faults = []
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


def _pin_faults(source: TomlText, data: Mapping[str, Any]) -> list[str]:
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


def _line_number(fault: str, name: str) -> int:
    found = re.match(r":(\d+): ", fault.removeprefix(name))
    return int(found[1]) if found else 0

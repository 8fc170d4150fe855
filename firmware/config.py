"""The configuration: what `hw_config.toml` may say, read once and never changed.

Every fault of the file is reported at once, a line each, so that a builder mends them
in one go. Nothing is guessed: what the mode needs and the file lacks is refused.
"""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import ValidationError

from firmware.assets import shipped_config
from firmware.config_checks import contradictions, pin_faults
from firmware.config_tables import (
    COIN_SLOT,
    EMULATOR,
    NOTE_SLOT,
    CabinetTable,
    CinqueManiTable,
    CoinTable,
    DisplayTable,
    HardwareTable,
    JokerPokerTable,
    LedgerTable,
    MeterTable,
    MqttTable,
    NoteTable,
    PanelTable,
    PlayTable,
    SlotTable,
    SoundTable,
    StripPokerTable,
    SwitchTable,
)
from firmware.errors import ConfigError
from firmware.suggestion import suggestion
from firmware.toml_faults import TomlTable, TomlText

__all__ = [
    "COIN_SLOT",
    "EMULATOR",
    "NOTE_SLOT",
    "CinqueManiTable",
    "CoinTable",
    "Config",
    "HardwareTable",
    "JokerPokerTable",
    "MeterTable",
    "MqttTable",
    "PanelTable",
    "SlotTable",
    "StripPokerTable",
    "SwitchTable",
    "load_config",
    "parse_config",
]


class Config(TomlTable):
    """Everything that the file says, checked."""

    cabinet: CabinetTable
    hardware: HardwareTable
    panel: PanelTable
    coin: CoinTable
    note: NoteTable = NoteTable()
    ledger: LedgerTable = LedgerTable()
    mqtt: MqttTable = MqttTable()
    display: DisplayTable
    sound: SoundTable
    play: PlayTable = PlayTable()
    joker_poker: JokerPokerTable
    strip_poker: StripPokerTable = StripPokerTable()
    cinque_mani: CinqueManiTable = CinqueManiTable()

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

    @property
    def export_folder(self) -> Path | None:
        """Where the books are taken to, `~` resolved; None: to a stick that is plugged in.

        Raises:
            ConfigError: as `data_folder`.
        """
        if not self.cabinet.export_to:
            return None
        return _folder("cabinet.export_to", self.cabinet.export_to, "here")

    @property
    def packs(self) -> tuple[Path, ...]:
        """The folders of the operator's own characters, `~` resolved.

        Raises:
            ConfigError: as `data_folder`.
        """
        folders = self.strip_poker.packs
        return tuple(_folder("strip_poker.packs", folder, "here") for folder in folders)

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
    faults += contradictions(source, tables) + pin_faults(source, data)
    if faults:
        raise ConfigError(sorted(faults, key=lambda fault: _line_number(fault, name)))
    return Config.model_validate(tables)


def _line_number(fault: str, name: str) -> int:
    found = re.match(r":(\d+): ", fault.removeprefix(name))
    return int(found[1]) if found else 0

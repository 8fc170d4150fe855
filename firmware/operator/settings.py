"""What an operator may change without a file: one table for the page, the books and the docs.

A setting names a key of the configuration. What it may be, and what it is when nobody has chosen,
stands with that key in `config_tables` and is never written twice; here stands who may change it,
when, and by what steps. The file and the operator's choices live apart: what is in force is the
file with the choices laid over it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Any, Literal, cast, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from firmware.assets import asset
from firmware.config import Config
from firmware.config_checks import contradictions
from firmware.errors import ConfigError, LedgerCorruptError
from firmware.games.joker_poker.configured import joker_poker
from firmware.language import Language, languages
from firmware.operator.roles import Role
from firmware.toml_faults import TomlTable, TomlText, spelt

CHOICES = "choices"
"""Name of the document that holds the operator's choices."""

Value = bool | int | str | tuple[int, ...]
"""What a setting may be."""


@unique
class Kind(StrEnum):
    """How a setting is moved."""

    SWITCH = "switch"
    """Off and on."""
    WORD = "word"
    """One of a few words or numbers."""
    NUMBER = "number"
    """A whole number between two ends."""
    LIST = "list"
    """One of a few lists of numbers."""


@unique
class When(StrEnum):
    """When a setting may be changed."""

    ALWAYS = "always"
    NO_GAME = "no_game"
    """While no game is open: it is a rule of one."""
    NO_CREDIT = "no_credit"
    """While nobody's credit stands either."""


CHIP_VALUES = (
    (1,),
    (1, 2),
    (1, 2, 5),
    (1, 2, 5, 10),
    (1, 2, 5, 10, 20),
    (1, 5, 10, 20, 50),
    (5, 10, 20, 50, 100),
)


def _pay_tables() -> tuple[Value, ...]:
    """The pay tables that the program comes with."""
    return tuple(sorted(path.stem for path in asset("paytables").glob("*.toml")))


@dataclass(frozen=True, slots=True)
class Setting:
    """A key of the configuration that an operator may change.

    Attributes:
        key: with its table: "joker_poker.double_limit".
        unit: what is counted, by a fixed word; empty where nothing is.
        role: who may change it.
        when: when it may be changed.
        is_maths: whether it changes what a game returns, or how much of it is at risk: then a
            period of the books begins with it.
        is_later: whether it holds from the next start only.
        step: of a number; 0: by its size, from 10 on in twenties of a power of ten.
        listed: what a list, or the name of a file, may be.
        zero: what a number of 0 means, by a fixed word; empty: just that.
    """

    key: str
    unit: str = ""
    role: Role = Role.OPERATOR
    when: When = When.ALWAYS
    is_maths: bool = False
    is_later: bool = False
    step: int = 1
    listed: Callable[[], tuple[Value, ...]] | None = None
    zero: str = ""

    @property
    def section(self) -> str:
        """The table that it stands in."""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """Its name in that table."""
        return self.key.partition(".")[2]

    @property
    def field(self) -> FieldInfo:
        """What the configuration says of it."""
        return _model(self.section).model_fields[self.name]

    @property
    def kind(self) -> Kind:
        """How it is moved."""
        if self.field.annotation is bool:
            return Kind.SWITCH
        if self.listed is not None:
            return Kind.WORD if self.field.annotation is str else Kind.LIST
        return Kind.NUMBER if self.field.annotation is int else Kind.WORD

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest number that it may be.

        Raises:
            ValueError: it is no number.
        """
        if self.kind is not Kind.NUMBER:
            raise ValueError(f"{self.key} is no number")
        found = {type(each).__name__: each for each in self.field.metadata}
        low, high = found["Ge"], found["Le"]
        return cast("Any", low).ge, cast("Any", high).le

    @property
    def values(self) -> tuple[Value, ...]:
        """What it may be, in order; empty for a number."""
        if self.listed is not None:
            return self.listed()
        annotation = self.field.annotation
        if annotation is bool:
            return False, True
        if get_origin(annotation) is Literal:
            return get_args(annotation)
        if annotation is Language:
            return tuple(map(str, languages()))
        return ()

    def of(self, config: Config) -> Value:
        """What a configuration says."""
        value = getattr(getattr(config, self.section), self.name)
        return cast("Value", str(value) if isinstance(value, Language) else value)

    def moved(self, config: Config, value: Value, direction: int) -> Value | None:
        """The next value, upwards (1) or downwards (-1); None at the end.

        Args:
            config: in force; what the key by itself cannot be is stepped over.
            value: from where.
            direction: which way.
        """
        if self.kind is Kind.NUMBER:
            return self._counted(config, int(cast("int", value)), direction)
        values = self.values
        if value not in values:  # a list that only the file has
            return values[0 if direction > 0 else -1]
        place = values.index(value) + direction
        return values[place] if 0 <= place < len(values) else None

    def _counted(self, config: Config, value: int, direction: int) -> int | None:
        low, high = self.ends
        while True:
            after = min(max(_stepped(value, direction, self.step), low), high)
            if after == value:
                return None
            if fault_of(config, self.key, after) is None:
                return after
            value = after


def _stepped(value: int, direction: int, step: int) -> int:
    """The next number on the grid of its size.

    >>> [_stepped(value, 1, 0) for value in (0, 9, 10, 95, 100)], _stepped(100, -1, 0)
    ([1, 10, 15, 100, 150], 95)
    """
    inner = value if direction > 0 else value - 1
    wide = step or max(1, 10 ** (len(str(max(inner, 1))) - 1) // 2)
    return (value // wide + 1) * wide if direction > 0 else (-(-value // wide) - 1) * wide


def _maths(key: str, unit: str = "", **more: Any) -> Setting:
    return Setting(key, unit, Role.TECHNICIAN, When.NO_CREDIT, is_maths=True, **more)


def _rule(key: str, unit: str = "", **more: Any) -> Setting:
    return Setting(key, unit, when=When.NO_GAME, **more)


SETTINGS: tuple[Setting, ...] = (
    Setting("cabinet.language"),
    Setting("cabinet.free_play", when=When.NO_CREDIT),
    Setting("sound.enabled"),
    Setting("sound.volume_percent", "percent", step=5),
    Setting("sound.attract"),
    Setting("sound.coins_percent", "percent", step=5),
    Setting("sound.keys_percent", "percent", step=5),
    Setting("sound.cards_percent", "percent", step=5),
    Setting("sound.wins_percent", "percent", step=5),
    Setting("sound.attract_percent", "percent", step=5),
    Setting("coin.credit_minor", "minor", when=When.NO_CREDIT, step=0),
    Setting("coin.credit_ceiling", "credits", when=When.NO_CREDIT, step=0),
    Setting("coin.jump_credits", "credits", step=0, zero="no_limit"),
    _maths("joker_poker.paytable", listed=_pay_tables),
    _rule("joker_poker.chip_values", "credits", listed=lambda: CHIP_VALUES),
    Setting(
        "joker_poker.double_limit", "credits", when=When.NO_CREDIT, is_maths=True, step=0
    ),  # the operator's, not the technician's: it is the gamble limit
    Setting(
        "joker_poker.most_doubles", "doubles", when=When.NO_CREDIT, is_maths=True, zero="no_limit"
    ),
    Setting("joker_poker.attended_win", "credits", step=0, zero="never"),
    Setting("joker_poker.trainer"),
    Setting("strip_poker.price", "credits", when=When.NO_CREDIT, step=0),
    _rule("strip_poker.deck"),
    _rule("strip_poker.bank", "dollars", step=0),
    _rule("strip_poker.garment_value", "dollars", step=0),
    _rule("strip_poker.lives"),
    _rule("strip_poker.flush_tie"),
    _rule("strip_poker.low_ace"),
    _rule("strip_poker.raise_cap", "raises", zero="no_limit"),
    _rule("strip_poker.pledges"),
    _rule("strip_poker.theme"),
    _maths("cinque_mani.level"),
    _maths("cinque_mani.deals"),
    _maths("cinque_mani.bonus", "stakes"),
    _rule("cinque_mani.clock_s", "seconds", step=15, zero="none"),
    _maths("cinque_mani.flush"),
    _maths("cinque_mani.minima_batte_massima"),
    Setting("play.speed"),
    Setting("play.four_colour"),
    Setting("play.large_text"),
    Setting("play.reduced_motion"),
    Setting("play.safe_colours"),
    Setting("play.drag_double"),
    Setting("ledger.keep_rounds", "rounds", is_later=True, step=0),
)
"""Every setting, in the order of the page."""

BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}


# --- the operator's choices -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody chose.

    Attributes:
        value: what.
        by: the role of who did.
        at: wall time, ISO 8601; information only.
    """

    value: Value
    by: str = ""
    at: str = ""


Choices = Mapping[str, Choice]
"""By key; a key that is missing is as the file says."""


def write_choices(choices: Choices) -> str:
    """As `read_choices` reads it."""
    kept = {
        key: {"value": each.value, "by": each.by, "at": each.at}
        for key, each in sorted(choices.items())
    }
    return json.dumps(kept, separators=(",", ":"), ensure_ascii=False)


def read_choices(documents: Mapping[str, str]) -> dict[str, Choice]:
    """The choices as they were stored; none on a new ledger.

    Whether they may still be is for `in_force` to say.

    Raises:
        LedgerCorruptError: when the stored text is none that this program wrote.
    """
    text = documents.get(CHOICES)
    if text is None:
        return {}
    try:
        return {
            str(key): Choice(_value(each["value"]), str(each["by"]), str(each["at"]))
            for key, each in json.loads(text).items()
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise LedgerCorruptError(f"document '{CHOICES}' cannot be read: {text[:80]!r}") from error


def _value(told: object) -> Value:
    if isinstance(told, bool | int | str):
        return told
    if isinstance(told, list) and all(isinstance(each, int) for each in told):
        return tuple(told)
    raise ValueError(f"no value of a setting: {told!r}")


# --- what is in force -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chosen:
    """The file, the operator's choices, and what follows.

    Attributes:
        file: as it was read.
        choices: those that may be.
        config: in force.
        refused: why the others may not be, a sentence for each key.
    """

    file: Config
    choices: Choices
    config: Config
    refused: Mapping[str, str] = field(default_factory=dict)


def in_force(file: Config, choices: Choices) -> Chosen:
    """The file with the choices laid over it.

    A choice that no key has room for any more, or that contradicts the rest, is left out; two
    that are only allowed together stay together.
    """
    refused: dict[str, str] = {}
    left: dict[str, Choice] = {}
    for key, choice in sorted(choices.items()):
        fault = fault_of(file, key, choice.value)
        if fault is None:
            left[key] = choice
        else:
            refused[key] = fault
    kept = left
    if _contradiction(_laid_over(file, left)):
        kept = {}
        while fitting := [key for key in left if not _contradiction(_with(file, kept, left, key))]:
            kept[fitting[0]] = left.pop(fitting[0])
        refused |= {key: _contradiction(_with(file, kept, left, key)) for key in left}
    return Chosen(file, kept, _laid_over(file, kept), refused)


def fault_of(config: Config, key: str, value: Value) -> str | None:
    """Why a key cannot be that, whatever the others are; None where it can."""
    setting = BY_KEY.get(key)
    if setting is None:
        return f"{key}: no setting of this program"
    said = f"{key} = {spelt(value)}"
    if setting.kind is Kind.NUMBER and isinstance(value, bool):
        return f"{said}: must be {setting.field.description}"
    try:
        laid = _laid_over(config, {key: Choice(value)})
        if setting.listed is _pay_tables:
            joker_poker(laid.joker_poker)
    except ValidationError:
        return f"{said}: must be {setting.field.description}"
    except ConfigError as error:
        return f"{said}: {error}"
    return None


def _with(file: Config, kept: Choices, left: Choices, key: str) -> Config:
    return _laid_over(file, {**kept, key: left[key]})


def _laid_over(file: Config, choices: Choices) -> Config:
    tables: dict[str, dict[str, Value]] = {}
    for key, choice in choices.items():
        section, _, name = key.partition(".")
        tables.setdefault(section, {})[name] = choice.value
    laid = {
        section: _model(section).model_validate({**dict(getattr(file, section)), **values})
        for section, values in tables.items()
    }
    return file.model_copy(update=laid)


def _contradiction(config: Config) -> str:
    """What two keys say against one another, the first of it; or empty."""
    tables = {section: getattr(config, section) for section in Config.model_fields}
    faults = contradictions(TomlText("", ""), tables)
    return faults[0].removeprefix(": ") if faults else ""


def _model(section: str) -> type[TomlTable]:
    model = Config.model_fields[section].annotation
    assert isinstance(model, type)
    assert issubclass(model, TomlTable)
    return model

"""Reads a TOML file a person wrote, and says in one line what is wrong with it.

tomllib forgets the lines and pydantic speaks to programmers. A `TomlText` finds a key's
line again and turns pydantic's findings into `file:line: key = value: must be ...`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from firmware.errors import ConfigError
from firmware.suggestion import suggestion

KeyPath = tuple[str, ...]
"""A key with the tables it stands in, outermost first: `("panel", "buttons", "DEAL")`."""

_HEADER = re.compile(r"^\s*\[\[?([^\[\]]+)\]\]?\s*(#.*)?$")
_KEY = re.compile(
    r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
    r"""(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")
_AT_LINE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_LONGEST_VALUE = 60

Listed = BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)
"""Before a tuple of a `TomlTable`: TOML's lists are Python's lists, which strictness refuses."""


class TomlTable(BaseModel):
    """A table of a file: frozen, no unknown key, no value turned into another type.

    Every field has a `description` of what is allowed, which its faults quote.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


@dataclass(frozen=True, slots=True)
class TomlText:
    """The text of a TOML file with the name that its faults should carry."""

    name: str
    text: str

    @classmethod
    def read(cls, path: Path) -> TomlText:
        """The text of the file at `path`, under that name.

        Raises:
            ConfigError: it cannot be read, or is no text in UTF-8; names the line.
        """
        try:
            return cls(
                str(path), path.read_bytes().decode("utf-8-sig")
            )  # editors may begin with a mark
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise ConfigError([f"{path}:{line}: not a text in UTF-8"]) from error
        except OSError as error:
            raise ConfigError([f"{path}: cannot be read: {error.strerror}"]) from error
        except ValueError as error:  # a path with a null character
            raise ConfigError([f"{str(path)!r}: cannot be read: {error}"]) from error

    def parse(self) -> dict[str, Any]:
        """The tables and values.

        Raises:
            ConfigError: not TOML; names the line.
        """
        try:
            return tomllib.loads(self.text)
        except RecursionError as error:
            raise ConfigError([f"{self.name}: not TOML: nested too deeply"]) from error
        except ValueError as error:
            raise ConfigError([self._syntax_fault(str(error))]) from error

    def fault(self, path: KeyPath, problem: str, value: object = None) -> str:
        """One line: file, line where it can be found, key, value if given, what is wrong."""
        line = self.line_of(path)
        place = self.name if line is None else f"{self.name}:{line}"
        said = ".".join(_spelt_key(part) for part in path)
        shown = "" if value is None else f" = {spelt(value)}"
        return f"{place}: {said}{shown}: {problem}"

    def line_of(self, path: KeyPath) -> int | None:
        """The line (from 1) of a key, else of the nearest table around it, else None."""
        lines = dict(self._lines())
        for length in range(len(path), 0, -1):
            if path[:length] in lines:
                return lines[path[:length]]
        return None

    def _lines(self) -> Iterator[tuple[KeyPath, int]]:
        table: KeyPath = ()
        for number, line in enumerate(self.text.splitlines(), start=1):
            if header := _HEADER.match(line):
                table = _parts(header[1])
                yield table, number
            elif key := _KEY.match(line):
                yield table + _parts(key[1]), number

    def _syntax_fault(self, said: str) -> str:
        where = _AT_LINE.search(said)
        if where is None and "integer string conversion" in said:  # Python's own limit
            return f"{self.name}: not TOML: a number has too many digits"
        if where is None:
            return f"{self.name}: not TOML: {said}"
        reason = said[: where.start()]
        if where[1] is None:
            return f"{self.name}:{len(self.text.splitlines())}: not TOML: {reason} (end of file)"
        return f"{self.name}:{where[1]}: not TOML: {reason} (column {where[2]})"

    def model_faults(
        self, error: ValidationError, model: type[TomlTable], at: KeyPath
    ) -> list[str]:
        """pydantic's findings on the table `at`, which was read as `model`, a line each.

        The allowed values come from each field's `description`.
        """
        lines = [self._model_fault(found, model, at) for found in error.errors()]
        return list(dict.fromkeys(lines))

    def _model_fault(self, found: ErrorDetails, model: type[TomlTable], at: KeyPath) -> str:
        inner = tuple(str(part) for part in found["loc"])
        owner, allowed, depth = _described(model, inner)
        path = at + inner[:depth]
        match found["type"]:
            case "extra_forbidden":
                return self.fault(path, f"unknown key; {suggestion(inner[depth - 1], owner)}")
            case "missing" if depth == len(inner):
                return self.fault(path, f"missing; must be {allowed}")
            case "model_type" | "model_attributes_type":
                table = ".".join(path)
                return self.fault(path, f"must be a table: [{table}]", found["input"])
        value = self._value_at(path, found["input"])
        return self.fault(path, f"must be {allowed}", value)

    def _value_at(self, path: KeyPath, otherwise: object) -> object:
        value: object = self.parse()
        for part in path:
            if not isinstance(value, Mapping) or part not in value:
                return otherwise
            value = value[part]
        return value


def spelt(value: object) -> str:
    """A value as TOML would spell it, on one line and not too long.

    >>> spelt([10, "x"])
    '[10, "x"]'
    """
    text = json.dumps(value, ensure_ascii=False, default=str)
    printable = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
    return printable if len(printable) <= _LONGEST_VALUE else printable[:_LONGEST_VALUE] + "..."


def _described(model: type[TomlTable], inner: KeyPath) -> tuple[list[str], str, int]:
    """The keys beside the innermost named one, what is allowed there, how deep it stands."""
    allowed = "a table"
    for depth, part in enumerate(inner, start=1):
        names = list(model.model_fields)
        if part not in model.model_fields:
            return names, allowed, depth
        field = model.model_fields[part]
        allowed = field.description or "a table"
        inside = field.annotation
        if not (isinstance(inside, type) and issubclass(inside, TomlTable)):
            return names, allowed, depth
        model = inside
    return list(model.model_fields), allowed, len(inner)


def _parts(dotted: str) -> KeyPath:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _spelt_key(part: str) -> str:
    return part if re.fullmatch(r"[A-Za-z0-9_-]+", part) else spelt(part)

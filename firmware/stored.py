"""Values as the ledger stores them: dataclasses to compact JSON and back, checked on the way.

A ledger is read by commands that must answer at once, and a validating library takes longer to
load than they take to work; it stays where people write, in the files of the configuration.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from firmware.language import Language

T = TypeVar("T")
_Read = Callable[[Any], Any]


def stored_text(value: object) -> str:
    """A value as JSON without a space, which `read_stored` reads.

    Dataclasses become objects with all their fields, unless they have `parse`: those become what
    `str` says of them.
    """
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=_plain)


def read_stored(kind: type[T], text: str) -> T:
    """The value that `stored_text` wrote.

    A field that is not there takes its default, what has no field is passed over; nothing is
    turned into another type.

    Args:
        kind: a dataclass whose fields are numbers, texts, truth values, None, languages,
            members of an `Enum`, dataclasses, or tuples, mappings and alternatives of these.
        text: what was written.

    Raises:
        ValueError: it is no such value; quotes what is wrong.
    """
    try:
        value: T = _reader_of(kind)(json.loads(text))
    except RecursionError as error:
        raise ValueError(f"nested too deeply: {text[:80]!r}") from error
    return value


def _plain(value: Any) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"nothing that can be stored: {value!r}")
    if hasattr(value, "parse"):
        return str(value)
    return {name: getattr(value, name) for name in _names(type(value))}


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _reader_of(kind: Any) -> _Read:
    return _reader(kind)


@cache
def _reader(kind: Any) -> _Read:
    """What reads a value of a type from what `json` made of its text."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind is Language:
        return lambda value: Language.stored(_text(value))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member_reader(kind)
    if is_dataclass(kind):
        return _parser(kind) if hasattr(kind, "parse") else _fields_reader(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _row_reader(inner)
    if origin in (Mapping, dict):
        return _mapping_reader(*inner)
    if origin in (Union, types.UnionType):
        return _either_reader(inner)
    raise TypeError(f"nothing that can be stored: {kind!r}")


def _exactly(kind: type[Any]) -> _Read:
    def read(value: Any) -> Any:
        if type(value) is not kind:  # a bool is an int, and 1.0 equals 1
            raise _unlike(kind, value)
        return value

    return read


def _number(value: Any) -> float:
    if type(value) not in (int, float):
        raise _unlike(float, value)
    return float(value)


def _text(value: Any) -> str:
    if type(value) is not str:
        raise _unlike(str, value)
    if not value.isascii():
        value.encode()  # half a character can be written in JSON, and nowhere else
    return value


_PLAIN: Mapping[Any, _Read] = {
    int: _exactly(int),
    bool: _exactly(bool),
    type(None): _exactly(type(None)),
    float: _number,
    str: _text,
}


def _member_reader(kind: type[Enum]) -> _Read:
    members = {(type(each.value), each.value): each for each in kind}

    def read(value: Any) -> Enum:
        if type(value) not in (str, int) or (type(value), value) not in members:
            raise _unlike(kind, value)
        return members[type(value), value]

    return read


def _parser(kind: Any) -> _Read:
    parse = kind.parse
    return lambda value: parse(_text(value))


def _fields_reader(kind: Any) -> _Read:
    hints = get_type_hints(kind)
    readers = [
        (field.name, _reader(hints[field.name]), _is_needed(field)) for field in fields(kind)
    ]

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise _unlike(kind, value)
        found = {}
        for name, read_field, is_needed in readers:
            if name in value:
                found[name] = read_field(value[name])
            elif is_needed:
                raise ValueError(f"a {kind.__name__} without {name}: {_short(value)}")
        return kind(**found)

    return read


def _is_needed(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _row_reader(inner: tuple[Any, ...]) -> _Read:
    if inner[-1:] == (...,):
        read_one = _reader(inner[0])
        return lambda value: tuple([read_one(each) for each in _list(value)])
    readers = [_reader(each) for each in inner]

    def read(value: Any) -> tuple[Any, ...]:
        if len(_list(value)) != len(readers):
            raise ValueError(f"not {len(readers)} values: {_short(value)}")
        return tuple([one(each) for one, each in zip(readers, value, strict=True)])

    return read


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise _unlike(list, value)
    return value


def _mapping_reader(key: Any, inner: Any) -> _Read:
    read_key = _whole if key is int else _reader(key)
    read_one = _reader(inner)

    def read(value: Any) -> dict[Any, Any]:
        if type(value) is not dict:
            raise _unlike(dict, value)
        return {read_key(name): read_one(each) for name, each in value.items()}

    return read


def _whole(text: str) -> int:
    """A number that is a key: in JSON those are texts."""
    number = int(text)
    if str(number) != text:
        raise _unlike(int, text)
    return number


def _either_reader(inner: tuple[Any, ...]) -> _Read:
    readers = [_reader(each) for each in inner]
    last = readers.pop() if readers[-1] is not _PLAIN[type(None)] else readers.pop(0)

    def read(value: Any) -> Any:
        for one in readers:
            try:
                return one(value)
            except ValueError:
                continue
        return last(value)

    return read


def _unlike(kind: type[Any], value: object) -> ValueError:
    return ValueError(f"not of {kind.__name__}: {_short(value)}")


def _short(value: object) -> str:
    return repr(value)[:80]

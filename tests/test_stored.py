"""What is stored comes back as it was, and nothing else is taken for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from types import MappingProxyType

import pytest
from pydantic import TypeAdapter

from firmware.cards.card import Card
from firmware.stored import read_stored, stored_text


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Height(IntEnum):
    LOW = 1


@dataclass(frozen=True, slots=True)
class Inner:
    number: int
    name: str = ""


@dataclass(frozen=True)
class Outer:
    cards: tuple[Card, ...] = ()
    colour: Colour | None = None
    height: Height = Height.LOW
    pair: tuple[int, str] = (0, "")
    inner: Inner | None = None
    by_hour: Mapping[int, Inner] = field(default_factory=dict)
    by_colour: Mapping[Colour, int] = field(default_factory=dict)
    is_open: bool = False
    share: float = 0.0
    either: int | str = 0


FULL = Outer(
    cards=(Card.parse("TD"), Card.parse("JK")),
    colour=Colour.BLUE,
    pair=(-3, 'a "word"\n'),
    inner=Inner(2**70, "città 🂡"),
    by_hour={23: Inner(1)},
    by_colour={Colour.RED: 4},
    is_open=True,
    share=0.1,
    either="5",
)


def test_all_comes_back() -> None:
    assert read_stored(Outer, stored_text(FULL)) == FULL


def test_a_member_comes_back_as_itself() -> None:
    assert read_stored(Outer, stored_text(FULL)).colour is Colour.BLUE


@pytest.mark.parametrize("value", [FULL, Outer()])
def test_it_is_written_as_the_ledgers_of_old_versions_were(value: Outer) -> None:
    assert stored_text(value) == TypeAdapter(Outer).dump_json(value).decode()


def test_what_older_versions_did_not_write_has_its_default() -> None:
    assert read_stored(Inner, '{"number":1}') == Inner(1, "")


def test_what_has_no_field_is_passed_over() -> None:
    assert read_stored(Inner, '{"number":1,"later":2}') == Inner(1)


def test_a_mapping_that_cannot_change_is_stored_like_another() -> None:
    assert stored_text(MappingProxyType({"a": 1})) == '{"a":1}'


def test_what_is_no_value_is_not_stored() -> None:
    with pytest.raises(TypeError, match="nothing that can be stored"):
        stored_text(object())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "[]",
        "{}",
        '{"number":"1"}',
        '{"number":1.0}',
        '{"number":true}',
        '{"number":null}',
        '{"number":1,"name":2}',
        r'{"number":1,"name":"\ud800"}',
        '{"number":' + "9" * 5000 + "}",
        "[" * 100_000,
    ],
)
def test_another_number_or_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each has its own words
        read_stored(Inner, text)


@pytest.mark.parametrize(
    "text",
    [
        '{"cards":["XX"]}',
        '{"cards":"TD"}',
        '{"cards":[7]}',
        '{"colour":"green"}',
        '{"colour":["red"]}',
        '{"height":"1"}',
        '{"height":true}',
        '{"height":1.0}',
        '{"pair":[1]}',
        '{"pair":[1,"a",2]}',
        '{"inner":{}}',
        '{"by_hour":[]}',
        '{"by_hour":{"x":{"number":1}}}',
        '{"by_hour":{"01":{"number":1}}}',
        '{"by_colour":{"green":1}}',
        '{"is_open":1}',
        '{"share":"1"}',
        '{"either":null}',
    ],
)
def test_a_field_of_another_type_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each has its own words
        read_stored(Outer, text)


def test_what_is_wrong_is_quoted() -> None:
    with pytest.raises(ValueError, match="not of int: 'seven'"):
        read_stored(Inner, '{"number":"seven"}')

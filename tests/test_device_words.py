"""Every health of a unit, every known detail and every code has its words in every language."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path

import pytest

import firmware
from firmware.catalogue import Catalogue
from firmware.device_words import event_words, health_words, quarantine_words
from firmware.events import Health
from firmware.money import Tender
from firmware.words import Language

COIN_CODES = (*range(41), *range(128, 160), 253, 254, 255)
NOTE_CODES = range(22)
SELF_CHECKS = (*range(1, 11), *range(17, 23), *range(30, 53), 255)
DETAILS = [
    (Health.NO_ANSWER, "encrypted"), (Health.NO_ANSWER, "refused"),
    (Health.WIRING, "no_echo"), (Health.WIRING, "wrong_echo"), (Health.WIRING, "garbled"),
    (Health.WRONG_DEVICE, "unit"), (Health.WRONG_DEVICE, "money_set"),
    (Health.DEGRADED, "retries"), (Health.DEGRADED, "rearmed"), (Health.DEGRADED, "bad_frames"),
    (Health.DEGRADED, "quarantine"), (Health.DEGRADED, "refused"),
    (Health.FAULT, "no_coins"), (Health.FAULT, "no_notes"), (Health.FAULT, "encrypted"),
    (Health.FAULT, "unsure"), (Health.FAULT, "setup"), (Health.FAULT, "event_ack"),
    (Health.FAULT, "swapped_results"), (Health.FAULT, "counter_runs"),
    (Health.JAM, "escrow"), (Health.FULL, "full"), (Health.FULL, "stacker_out"),
    (Health.DEGRADED, "late"), (Health.JAM, "safe"), (Health.JAM, "unsafe"), (Health.FAULT, "pin"),
]  # fmt: skip


@functools.cache  # read once for hundreds of tests
def strict(language: Language) -> Catalogue:
    return Catalogue.load(language, strict=True)  # raises for a text that is not there


EN = strict(Language.EN)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("health", Health)
def test_every_health_is_told_with_what_to_do(health: Health, language: Language) -> None:
    told = health_words(strict(language), health)
    assert told.name
    assert told.what.endswith((".", ":"))
    assert told.todo.endswith(".")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("health", "detail"), DETAILS)
def test_every_known_detail_is_a_sentence(health: Health, detail: str, language: Language) -> None:
    told = health_words(strict(language), health, detail).what
    assert "_" not in told
    assert told.startswith(health_words(strict(language), health).what)
    assert len(told) > len(health_words(strict(language), health).what) + len(detail)
    assert told.endswith(".")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("code", COIN_CODES)
def test_every_code_of_a_coin_unit_has_words(code: int, language: Language) -> None:
    assert event_words(strict(language), code, Tender.COIN)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("code", NOTE_CODES)
def test_every_code_of_a_bill_unit_has_words(code: int, language: Language) -> None:
    assert event_words(strict(language), code, Tender.NOTE)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("code", SELF_CHECKS)
def test_every_answer_of_a_self_check_has_words(code: int, language: Language) -> None:
    number = strict(language)
    assert health_words(number, Health.FAULT, str(code)).what.count(": ") == 1


# --- quarantine -----------------------------------------------------------------------------------

_TELLS = {"MoneyQuestioned", "Doubtful", "_question", "_take", "_doubted"}
_HOLDS = {"reason", "doubt", "_doubt"}
_WORD = re.compile(r"[a-z]+(_[a-z]+)*")


@functools.cache
def reasons() -> frozenset[str]:
    """Every fixed word in the program that is given, or kept to be given, as the reason of a
    `MoneyQuestioned`."""
    found: set[str] = set()
    for path in Path(firmware.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if (
                    name in _TELLS
                ):
                    found |= _words(*args)
                case ast.Assign(targets=targets, value=value) if any(
                    _called(part) in _HOLDS for target in targets for part in ast.walk(target)
                ):
                    found |= _words(*(value.elts if isinstance(value, ast.Tuple) else (value,)))
                case _:
                    pass
    return frozenset(found)


def _called(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _words(*values: ast.expr) -> set[str]:
    """The fixed words that an expression can be: itself, or either side of a choice."""
    found: set[str] = set()
    for value in values:
        match value:
            case ast.Constant(value=str(text)) if _WORD.fullmatch(text):
                found.add(text)
            case ast.IfExp(body=body, orelse=other):
                found |= _words(body, other)
            case ast.BoolOp(values=parts):
                found |= _words(*parts)
    return found


def test_the_reasons_are_found_where_they_are_given() -> None:
    assert reasons() >= {
        "lone_pulse", "impossible_count", "bad_width", "lost_edge", "startup", "incomplete",
        "cleared", "unknown_channel", "zero_value", "untold", "cleared_to_cashbox",
        "unknown_event", "unknown_stacked", "wrong_device",
    }  # fmt: skip


@pytest.mark.parametrize("language", Language)
def test_every_reason_of_a_quarantine_has_words(language: Language) -> None:
    bare = [each for each in reasons() if quarantine_words(strict(language), each) == each]
    assert bare == []


@pytest.mark.parametrize("language", Language)
def test_money_of_no_whole_credit_has_words(language: Language) -> None:
    assert quarantine_words(strict(language), "odd_value") != "odd_value"


def test_a_reason_that_nobody_knows_is_shown_as_it_is() -> None:
    assert quarantine_words(EN, "odd_word") == "odd_word"


# --- what nobody knows ----------------------------------------------------------------------------


def test_a_path_is_shown_as_it_is() -> None:
    told = health_words(EN, Health.UNPLUGGED, "/dev/ttyUSB0").what
    assert told == "The adapter of the unit is not there: /dev/ttyUSB0"


def test_a_detail_that_nobody_knows_is_shown_as_it_is() -> None:
    assert health_words(EN, Health.FAULT, "odd_word").what.endswith(" odd_word")


def test_a_code_that_nobody_knows_is_a_number() -> None:
    assert health_words(EN, Health.JAM, "99").what.endswith("Code 99.")
    assert event_words(EN, 77) == ""


@pytest.mark.parametrize(
    ("tender", "words"),
    [(Tender.COIN, "coin late at the credit sensor"), (Tender.NOTE, "note stuck within reach")],
)
def test_the_same_code_means_another_thing_to_another_unit(tender: Tender, words: str) -> None:
    assert health_words(EN, Health.JAM, "6", tender).what.endswith(f"Code 6: {words}.")


def test_a_fault_number_is_of_the_self_check_where_no_event_has_it() -> None:
    assert "Code 33: supply voltage out of limits." in health_words(EN, Health.FAULT, "33").what
    assert "Code 14: credit sensor blocked." in health_words(EN, Health.FAULT, "14").what


def test_what_to_do_follows_the_detail() -> None:
    assert health_words(EN, Health.FULL, "stacker_out").todo.startswith("Put the stacker back.")
    assert health_words(EN, Health.FULL, "full").todo.startswith("Empty it.")


def test_an_inhibited_coin_is_told_with_its_kind() -> None:
    assert event_words(EN, 128) == "coin of kind 1 while closed"


def test_a_bill_unit_without_values_is_told_of_notes() -> None:
    told = health_words(EN, Health.FAULT, "no_coins", Tender.NOTE)
    assert told == health_words(EN, Health.FAULT, "no_notes", Tender.NOTE)
    assert "notes" in told.what

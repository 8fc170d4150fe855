"""The codes that the screen shows are all in the document, and it says of each what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware.cabinet.operator_menu.menu import LEAVES
from firmware.cabinet.state import ClearedBy, Effect, FaultName
from firmware.catalogue import Catalogue
from firmware.screens.fault_signs import code
from firmware.screens.refusal import CODES, RefusalKind
from firmware.words import Language, Message

DOCS = Path(__file__).parents[1] / "docs"
TEXT = (DOCS / "troubleshooting.md").read_text(encoding="utf-8")
WORDS = Catalogue.load(Language.EN)
EFFECTS = {
    Effect.LOCKS: "play stops",
    Effect.FREEZES: "play waits",
    Effect.WARNS: "play goes on",
}
ENDS = {
    ClearedBy.ITSELF: "goes by itself",
    ClearedBy.KEY: "key on, key off",
    ClearedBy.RESTART: "a restart",
    ClearedBy.TECHNICIAN: "a technician",
}
CODE = re.compile(r"\b[A-Z]-\d\d\b")


def rows() -> dict[str, list[str]]:
    """The other cells of the table of codes, by code."""
    table = TEXT.partition("## Every code")[2]
    cells = [[each.strip() for each in row.strip("|").split("|")] for row in table.splitlines()]
    return {row[0]: row[1:] for row in cells if CODE.fullmatch(row[0])}


@pytest.mark.parametrize("name", FaultName)
def test_every_fault_has_its_row(name: FaultName) -> None:
    called, effect, ends, cause = rows()[code(name)]
    assert called == WORDS.text(Message(f"fault.name.{name.value}"))
    assert effect == EFFECTS[name.effect]
    assert ends == ENDS[name.cleared_by]
    assert cause


def test_the_table_has_no_other_codes() -> None:
    assert set(rows()) == {code(name) for name in FaultName} | set(CODES.values())


@pytest.mark.parametrize("document", ["door_page", "first_boot", "parts", "service"])
def test_no_document_names_a_code_that_is_not_there(document: str) -> None:
    text = (DOCS / f"{document}.md").read_text(encoding="utf-8")
    assert set(CODE.findall(text)) - set(rows()) == set()


@pytest.mark.parametrize("document", ["door_page", "first_boot"])
def test_pages_are_called_as_the_screen_calls_them(document: str) -> None:
    text = (DOCS / f"{document}.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", text))
    pages = {WORDS.text(Message(f"operator.page.{leaf.value}")) for leaf in LEAVES}
    assert {each for each in named if not each.endswith(".")} - pages == set()


@pytest.mark.parametrize("name", [each for each in FaultName if each.effect is not Effect.WARNS])
def test_the_page_inside_the_door_knows_every_screen_that_stops_play(name: FaultName) -> None:
    text = (DOCS / "door_page.md").read_text(encoding="utf-8")
    for part in ("first", "second"):
        assert WORDS.text(Message(f"fault.{name.value}.{part}")) in text


@pytest.mark.parametrize("kind", RefusalKind)
def test_it_knows_every_screen_of_a_cabinet_that_cannot_begin(kind: RefusalKind) -> None:
    text = (DOCS / "door_page.md").read_text(encoding="utf-8")
    title = [WORDS.text(Message(f"refused.{kind.value}.{part}")) for part in ("first", "second")]
    assert " ".join(title) in text

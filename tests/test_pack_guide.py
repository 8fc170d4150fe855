"""The pack guide names every key that a manifest may hold, and every situation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware.games.strip_poker import pack_manifest
from firmware.games.strip_poker.cast import Situation
from firmware.games.strip_poker.pack_manifest import TomlTable

GUIDE = (Path(__file__).parents[1] / "docs" / "packs.md").read_text(encoding="utf-8")
TABLES = [
    table
    for table in vars(pack_manifest).values()
    if isinstance(table, type) and issubclass(table, TomlTable) and table is not TomlTable
]


def told() -> set[str]:
    """The words in code type."""
    return {word for code in re.findall(r"`([^`]+)`", GUIDE) for word in re.findall(r"\w+", code)}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_every_key_is_explained(table: type[TomlTable]) -> None:
    assert set(table.model_fields) - told() == set()


def test_every_situation_is_explained() -> None:
    assert {situation.value for situation in Situation} - told() == set()


def test_the_operators_part_is_said() -> None:
    assert "The operator answers for a pack that he installs." in GUIDE

"""The operator's packs of characters as a cabinet takes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.app.build import Books, cabinet, settings
from firmware.app.machine import NoStore
from firmware.assets import shipped_config
from firmware.cabinet.state import FaultName
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.clock import VirtualClock
from firmware.config import Config, parse_config


def with_packs(*folders: Path) -> Config:
    text = shipped_config().read_text("utf-8")
    listed = ", ".join(f'"{folder}"' for folder in folders)
    return parse_config(text.replace("packs = []", f"packs = [{listed}]"), "packs.toml")


def faults(config: Config) -> list[tuple[FaultName, str]]:
    books = Books(NoStore(), None)
    made = cabinet(config, books, FairShuffler(SeededSource(1)), VirtualClock())
    return [(fault.name, fault.subject) for fault in made.state.faults]


def test_a_refused_pack_is_named_while_play_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "teatro"
    folder.mkdir()
    (folder / "pack.toml").write_text("format = 99\n")
    assert (FaultName.PACK, "teatro") in faults(with_packs(folder))


def test_a_pack_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert (FaultName.PACK, "nowhere") in faults(with_packs(tmp_path / "nowhere"))


def test_without_packs_of_ones_own_none_is_read_at_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read(*_: object) -> None:
        raise AssertionError("a pack was read")

    monkeypatch.setattr("firmware.app.build._packs", read)
    assert FaultName.PACK not in [name for name, _ in faults(with_packs())]


def test_the_shipped_characters_sit_beside_a_refused_pack(tmp_path: Path) -> None:
    chosen = settings(with_packs(tmp_path / "nowhere"))
    assert chosen.strip is not None
    assert [name for name in chosen.strip.cast() if name.startswith("club-notte/")] == [
        "club-notte/ottavia",
        "club-notte/rocco",
        "club-notte/vera",
    ]

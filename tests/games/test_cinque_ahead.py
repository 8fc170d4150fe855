"""What the next press may ask is found while the player looks, and is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from firmware.cards.shuffle import ScriptedShuffler, SeededSource
from firmware.games.cinque_mani import building, mix
from firmware.games.cinque_mani.ahead import ahead
from firmware.games.cinque_mani.building import candidates, discard
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Deal, Phase, Table

GAME = CinqueMani()
MEMORIES = (
    building._candidates,
    building._makeable,
    building._least_spoiling,
    building._worth,
    building._weakest,
    building._strongest,
    building._cheapest,
    building._needs,
)


@pytest.fixture(autouse=True)
def nothing_known() -> Iterator[None]:
    forget()
    yield
    forget()


def forget() -> None:
    for memory in MEMORIES:
        memory.cache_clear()


def dealt(seed: str) -> Table:
    return GAME.deal(Table(), 20, 1, ScriptedShuffler(SeededSource(seed))).table


def deal_of(table: Table) -> Deal:
    assert table.dealt is not None
    return table.dealt


PRESSES: dict[str, Callable[[Table], Table]] = {
    **{f"HOLD{at}": lambda table, at=at: GAME.pick(table, at).table for at in range(1, 5)},
    "SCARTO": lambda table: GAME.discard(table).table,
    "CONSIGLIATA": lambda table: GAME.take_recommended(table).table,
    "ALTRE": lambda table: GAME.others(table).table,
    "AUTO": lambda table: GAME.auto(table).table,
}


def told(table: Table) -> object:
    """All that a picture asks of a table."""
    if table.phase is not Phase.BUILD:
        return deal_of(table).hands
    return candidates(deal_of(table).left, table.page), discard(deal_of(table).left)


def finished(table: Table) -> None:
    for _ in ahead(table):
        pass


def search(*_: object) -> None:
    raise AssertionError("hands are looked for in the turn that shows them")


@pytest.mark.parametrize("picked", [0, 1, 2])
@pytest.mark.parametrize("press", PRESSES)
def test_no_press_looks_for_hands(press: str, picked: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = dealt("somewhere")
    for _ in range(picked):
        table = GAME.pick(table, 1).table
    finished(table)
    monkeypatch.setattr(building, "forms_of", search)
    told(PRESSES[press](table))


def test_proposta_looks_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    table = GAME.auto(dealt("elsewhere")).table
    finished(table)
    monkeypatch.setattr(building, "forms_of", search)
    for _ in range(5):
        table = GAME.propose(table, SeededSource("chance")).table
    assert GAME.redo(table).table.phase is Phase.BUILD


def test_the_review_reckons_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = GAME.auto(dealt("reviewed")).table
    own = deal_of(table).hands
    text = mix.write_mix(mix.Mix((own, own[::-1]), (1, 2)))
    shown = GAME.reveal_all(GAME.confirm(GAME.lay(table, (own,)).table).table).table
    for _ in ahead(shown, text):
        pass
    monkeypatch.setattr(mix, "_margin", search)
    mix.worth(own, text, GAME.terms.ranking)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("press", PRESSES)
def test_what_is_found_ahead_is_what_is_found_at_once(press: str, seed: str) -> None:
    table = dealt(seed)
    at_once = told(PRESSES[press](table))
    forget()
    finished(table)
    assert told(PRESSES[press](table)) == at_once


def test_it_may_be_left_at_any_step() -> None:
    table = dealt("d")
    whole = told(table)
    for steps in (0, 1, 5, 20, 60):
        forget()
        for _ in zip(range(steps), ahead(table), strict=False):
            pass
        assert told(table) == whole


@pytest.mark.parametrize("phase", [Phase.STAKE, Phase.RESULT])
def test_where_nothing_is_offered_nothing_is_looked_for(phase: Phase) -> None:
    assert list(ahead(Table(phase=phase))) == []

"""The report: the cabinet seen from outside, in the words of the story contract."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from firmware.app.machine import Machine
from firmware.cabinet.slots import shown
from firmware.cabinet.state import CabinetState, Mode
from firmware.catalogue import Catalogue
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Phase, Table
from firmware.panel import Button, Panel
from firmware.words import Language

HIDDEN = "??"


def report(
    machine: Machine,
    lamps: Mapping[Button, float],
    books: Mapping[str, object],
    boots: int,
) -> dict[str, Any]:
    """Everything a story may expect.

    Args:
        machine: the running cabinet.
        lamps: levels read back from the lamp pins.
        books: `meters` and `games` as the audit gives them.
        boots: power-ups of this run, the first included.
    """
    state = machine.cabinet.state
    table = state.saved.joker
    now_s = machine.ports.clock.now_s()
    return {
        "mode": state.mode.value,
        "state": table.phase.value if state.saved.mode is Mode.JOKER_POKER else "",
        "page": state.saved.page.value,
        "language": state.saved.language.value,
        "credit": state.credit,
        **_bet(machine.cabinet.settings.joker, table, state.credit),
        "win": table.win,
        "cards": [HIDDEN if card is None else str(card) for card in table.cards],
        "held": list(table.held),
        "lamps": [button.value for button in Button if lamps[button] > 0],
        "legends": _legends(machine.cabinet.panel(now_s), _catalogue(state.saved.language)),
        "health": {slot: shown(state, slot)[0].value for slot in state.devices},
        "faults": [fault.name.value for fault in state.faults],
        "coins_returned": _returned(state),
        "presses": machine.presses,
        "frames": machine.frames,
        "boots": boots,
        "meters": books.get("meters", {}),
        "games": books.get("games", {}),
    }


@cache
def _catalogue(language: Language) -> Catalogue:
    return Catalogue.load(language)


def _bet(game: JokerPoker, table: Table, credit: int) -> dict[str, int]:
    """`bet` in credits, in a double the stake at risk; `chips` and `chip_value`."""
    played = table.round
    if table.phase is Phase.BETTING or played is None:
        chips = game.chips_in_force(table, credit)
        return {
            "bet": chips * table.chip_value,
            "chips": chips,
            "chip_value": table.chip_value,
        }
    bet = played.win if table.phase is Phase.DOUBLE else played.bet
    return {"bet": bet, "chips": played.chips, "chip_value": table.chip_value}


def _legends(keys: Panel, catalogue: Catalogue) -> dict[str, str]:
    """The word over each lit button."""
    return {
        button.value: catalogue.text(key.legend)
        for button, key in keys.items()
        if key.legend is not None
    }


def _returned(state: CabinetState) -> int:
    return sum(counter.returned for counter in state.counters.values())

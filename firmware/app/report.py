"""The report: the cabinet seen from outside, in the words of the story contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple
from functools import cache
from typing import Any

from firmware.app.machine import Machine
from firmware.cabinet.best_results import Result
from firmware.cabinet.settings import Settings
from firmware.cabinet.slots import shown
from firmware.cabinet.state import CabinetState, Mode
from firmware.catalogue import Catalogue
from firmware.games.cinque_mani import table as cinque_table
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.scoring import shown_points
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Phase, Table
from firmware.games.strip_poker import table as strip_table
from firmware.games.strip_poker.amount import amount_in_force
from firmware.games.strip_poker.seat import Seat
from firmware.operator.settings import Value
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
    state, settings = machine.cabinet.state, machine.cabinet.settings
    now_s = machine.ports.clock.now_s()
    return {
        "mode": state.mode.value,
        "state": _phase(state),
        "page": state.saved.page.value,
        "operator": _operator(state),
        "recall": _recall(state),
        "events": [line.kind for line in state.operator.events.lines or ()],
        "language": str(state.saved.language),
        "credit": state.paid_credit,
        "best": {game.value: _best(result) for game, result in state.saved.bests.items()},
        "free_play": {"is_on": state.is_free_play, "credit": _purse(state)},
        "settings": _settings(settings),
        **_game(settings, state),
        "held": list(state.held),
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


def _operator(state: CabinetState) -> dict[str, Any]:
    """The operator's pages: which is open, who stands there, which row is chosen."""
    menu = state.operator
    if not menu.is_open:
        return {"page": "", "role": "", "row": 0, "note": "", "play": ""}
    page = "pin" if menu.pad is not None else "index" if menu.leaf is None else menu.leaf.value
    note = "" if menu.note is None else menu.note.key
    told = {"page": page, "role": state.role.value, "row": menu.row, "note": note, "play": ""}
    if menu.play is None:
        return told
    return told | {"play": menu.play.mode.value, "play_credit": menu.play.credit}


def _best(result: Result) -> list[int | str]:
    """A best result: credits, hand and chips; deals, opponent and level; wins and points."""
    return [str(value) if isinstance(value, str) else value for value in astuple(result)]


def _purse(state: CabinetState) -> int:
    """Credits of free play."""
    return state.credit if state.is_free_play else 0


def _settings(settings: Settings) -> dict[str, Any]:
    """What the operator has chosen, by table and name."""
    told: dict[str, dict[str, Any]] = {}
    for key, choice in (settings.chosen.choices if settings.chosen else {}).items():
        section, _, name = key.partition(".")
        told.setdefault(section, {})[name] = _plain(choice.value)
    return told


def _plain(value: Value) -> bool | int | str | list[int]:
    return list(value) if isinstance(value, tuple) else value


def _recall(state: CabinetState) -> dict[str, Any]:
    """The round on the operator's page of the recall, and the step of it that is shown."""
    page = state.operator.recall
    shown = page.round
    if shown is None:
        return {"number": 0, "step": "", "cards": [], "disputed": False, "over": False}
    step = shown.steps[page.step] if page.step < len(shown.steps) else None
    return {
        "number": shown.number,
        "step": "" if step is None else step.title.key,
        "cards": [] if step is None else [face for row in step.rows for face in row.faces],
        "disputed": shown.is_disputed,
        "over": shown.is_over,
    }


def _phase(state: CabinetState) -> str:
    match state.saved.mode:
        case Mode.JOKER_POKER:
            return state.saved.joker.phase.value
        case Mode.STRIP_POKER:
            return state.saved.strip.phase.value
        case Mode.CINQUE_MANI:
            return state.saved.cinque.phase.value
        case _:
            return ""


def _game(settings: Settings, state: CabinetState) -> dict[str, Any]:
    """The table where the player sits; that of Joker Poker where she sits at none."""
    if state.saved.mode is Mode.STRIP_POKER:
        return _strip(state.saved.strip)
    if state.saved.mode is Mode.CINQUE_MANI and settings.cinque is not None:
        return _cinque(settings.cinque.game, state)
    return _joker(settings.joker, state)


def _joker(game: JokerPoker, state: CabinetState) -> dict[str, Any]:
    table = state.saved.joker
    return {
        **_bet(game, table, state.credit),
        "win": table.win,
        "cards": [HIDDEN if card is None else str(card) for card in table.cards],
    }


def _strip(table: strip_table.Table) -> dict[str, Any]:
    """The table of Strip Poker; what lies hidden on it is hidden here too. `bet` is the price
    paid, in credits; everything under `strip` is in stripdollars or a count."""
    session, deal = table.session, table.dealt
    shown: dict[str, Any] = {
        "bet": 0 if session is None else session.price,
        "chips": 0,
        "chip_value": 0,
        "win": 0,
        "cards": [str(card) for card in table.cards],
    }
    if session is None:
        return shown
    theirs = [] if deal is None else [str(card) for card in deal.character.cards]
    is_open = deal is not None and deal.outcome is not None and deal.folded is None
    return shown | {
        "strip": {
            "opponent": session.opponent,
            "level": session.level,
            "deck": int(session.terms.deck),
            "deal": 0 if deal is None else deal.number,
            "pot": session.pot,
            "pushes": session.pushes,
            "amount": amount_in_force(table),
            "facing": 0 if deal is None or deal.turn is not Seat.PLAYER else deal.facing,
            "money": session.player.bank,
            "lost": session.player.lost,
            "at_stake": session.player.at_stake,
            "their_money": session.character.bank,
            "their_lost": session.character.lost,
            "their_at_stake": session.character.at_stake,
            "their_cards": theirs if is_open else [HIDDEN] * len(theirs),
            "result": session.result or "",
        }
    }


def _cinque(game: CinqueMani, state: CabinetState) -> dict[str, Any]:
    """The table of Cinque Mani. `bet` is the stake taken, or the one that would be; `cards` are
    the player's hands as far as they are laid, first to fifth; what lies face down is hidden."""
    table = state.saved.cinque
    played, deal = table.round, table.dealt
    is_free = table.is_free
    stake = game.stake_in_force(table, state.credit) if is_free or played is None else played.stake
    shown: dict[str, Any] = {
        "bet": stake,
        "chips": 0,
        "chip_value": 0,
        "win": 0 if played is None else played.paid,
        "cards": [str(card) for card in table.cards],
    }
    if played is None or deal is None:
        return shown | {"cinque": {"players": table.players}}
    has_counted = table.phase is cinque_table.Phase.RESULT
    return shown | {
        "cinque": {
            "players": played.players,
            "deal": deal.number,
            "dealer": deal.dealer,
            "removed": [str(card) for card in deal.removed],
            "plan": deal.plan or "",
            "hands": [_hand(hand) for hand in deal.hands],
            "ready": bool(deal.opponents),
            "opponents": [
                [_hand(hand) for hand in deal.seen(seat)] for seat in range(1, played.players)
            ],
            "shown": deal.shown,
            "points": list(shown_points(played, deal)),
            "total": list(played.points),
            "result": (played.result or "") if has_counted else "",
        }
    }


def _hand(hand: cinque_table.Hand | None) -> str:
    """A hand as one word; `??` while it lies face down."""
    return HIDDEN if hand is None else "".join(map(str, hand))


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
        button.value: catalogue.text(key.legend).replace("\n", " ")
        for button, key in keys.items()
        if key.legend is not None
    }


def _returned(state: CabinetState) -> int:
    return sum(counter.returned for counter in state.counters.values())

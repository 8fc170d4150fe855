"""States of Joker Poker to look at, to measure and to test the screens with.

Each is reached by the real rules from chosen cards, so a picture can only show what can happen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from firmware.cabinet import motion
from firmware.cabinet.state import CabinetState, DeviceState, Mode, Page, Saved
from firmware.cards.card import Card, parse_cards
from firmware.cards.shuffle import SeededSource
from firmware.config import load_config
from firmware.events import Health
from firmware.games.joker_poker.configured import joker_poker
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Phase, Table
from firmware.money import Account

Make = Callable[[], CabinetState]
NOW_S = 100.0
CREDIT = 1240


class Stacked:
    """A shuffler that lays the chosen cards on top and leaves the others in order."""

    def __init__(self, *tops: str) -> None:
        self.source = SeededSource("samples")
        self._tops = [parse_cards(top) for top in tops]

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        """The next chosen cards, then the rest of the deck."""
        top = self._tops.pop(0)
        return (*top, *(card for card in deck if card not in top))


@lru_cache(maxsize=1)
def game() -> JokerPoker:
    """Joker Poker as shipped."""
    return joker_poker(load_config().joker_poker)


def table_state(table: Table, credit: int = CREDIT, **more: object) -> CabinetState:
    """The cabinet at the table of Joker Poker."""
    state = CabinetState(
        saved=Saved(mode=Mode.JOKER_POKER, joker=table, rounds=7),
        balances={Account.CREDIT: credit},
        devices={"coin": DeviceState(Health.READY)},
    )
    return replace(state, **more)  # type: ignore[arg-type]  # names are those of the fields


BETTING = Table(chips=5)
DEALT = "KH 7C JK TD 4S QC 2H 9D 3C 8S"
QUEENS = "QS QH JK QD 5H 3C 2D 9S 8H 4C"
DOUBLE_CARDS = "9D KC 4H JS 9H"


def dealt(cards: str = DEALT) -> Table:
    """After the deal, with the proposed hold."""
    return game().deal(BETTING, CREDIT + 5, 7, Stacked(cards)).table


def drawn(cards: str = QUEENS) -> Table:
    """After the draw with the proposed hold."""
    return game().draw(dealt(cards)).table


def doubling(cards: str = DOUBLE_CARDS) -> Table:
    """A double is open."""
    return game().double(drawn(), Stacked(cards)).table


def picked(place: int, cards: str = DOUBLE_CARDS) -> Table:
    """A double is decided."""
    return game().pick(doubling(cards), place).table


def betting() -> CabinetState:
    return table_state(BETTING)


def _first_bet() -> CabinetState:
    return table_state(Table(), 10)


def no_credit() -> CabinetState:
    return table_state(BETTING, 0)


def _dealing() -> CabinetState:
    return table_state(dealt(), movement=motion.dealing(NOW_S - 0.29, True))


def hold() -> CabinetState:
    return table_state(dealt())


def _hold_nothing() -> CabinetState:
    return table_state(dealt("2H 7C 9S TD 4S QC 2C 9D 3C 8S"))


def _counting() -> CabinetState:
    table = drawn()
    assert table.round is not None
    moved = motion.drawing(NOW_S - 2.0, table.round)
    return table_state(table, movement=moved, won_at_s=NOW_S - 1.5)


def _drawing() -> CabinetState:
    table = drawn()
    assert table.round is not None
    return table_state(table, movement=motion.drawing(NOW_S - 0.1, table.round))


def _win() -> CabinetState:
    return table_state(drawn(), won_at_s=NOW_S - 60)


def _royal() -> CabinetState:
    return table_state(drawn("AH KH QH JH TH 2C 3C 4C 5C 6C"), won_at_s=NOW_S - 60)


def _no_win() -> CabinetState:
    return table_state(drawn("2H 7C 9S TD 4S QC 2C 9D 3C 8S"))


def _held_badly() -> CabinetState:
    """The joker and a king were given away for a nine."""
    table = drawn("KH 9C JK TD 4S QC 2C 9D 3C 8S")
    assert table.round is not None
    played = replace(table.round, held=(2,), paid=0, win=0)
    return table_state(replace(table, phase=Phase.BETTING, round=played))


def _won_badly() -> CabinetState:
    """Two of the three queens were kept, and the joker that made them four was not."""
    table = game().collect(drawn()).table
    assert table.round is not None
    return table_state(replace(table, round=replace(table.round, held=(1, 2))), CREDIT + 85)


def _collected() -> CabinetState:
    return table_state(game().collect(drawn()).table, CREDIT + 85)


def double() -> CabinetState:
    return table_state(doubling())


def _reveal() -> CabinetState:
    table = picked(2)
    assert table.round is not None
    return table_state(table, movement=motion.revealing(NOW_S - 0.32, table.round))


def _double_won() -> CabinetState:
    return table_state(picked(2))


def _double_tied() -> CabinetState:
    return table_state(picked(5))


def _double_lost() -> CabinetState:
    return table_state(picked(3))


def _dear() -> CabinetState:
    """The dearest chip and a credit at the ceiling."""
    return table_state(Table(chips=5, chip_value=20), 11_989)


def _dear_hold() -> CabinetState:
    betting = Table(chips=5, chip_value=20)
    table = game().deal(betting, 11_989, 7, Stacked("AH KH QH JH 9H TH 2C 3C 4C 5C")).table
    return table_state(table, 11_889)


def _dear_win() -> CabinetState:
    table = game().draw(_dear_hold().saved.joker).table
    return table_state(table, 11_889, won_at_s=NOW_S - 60)


def _long() -> Table:
    """A round of nine doubles: half ones that win and tie, and the last one lost."""
    table = drawn()
    for number in range(9):
        cards = DOUBLE_CARDS if number < 8 else "KD 4C 2H 3S 5S"
        place = 5 if number == 3 else 2
        table = game().half_double(table, Stacked(cards)).table
        table = game().pick(table, place).table
    return table


def _history_long() -> CabinetState:
    state = table_state(_long())
    played = state.saved.joker.round
    assert played is not None
    saved = replace(state.saved, page=Page.HISTORY)
    return replace(state, saved=saved, history=(played,))


def _history(leaf: int) -> Make:
    def make() -> CabinetState:
        rounds = [
            table.round
            for table in (
                picked(3),
                drawn("2H 7C 9S TD 4S QC 2C 9D 3C 8S"),
                game().collect(drawn()).table,
            )
        ]
        state = table_state(game().collect(drawn()).table)
        saved = replace(state.saved, page=Page.HISTORY, page_number=leaf)
        history = tuple(played for played in rounds if played is not None)
        return replace(state, saved=saved, history=history)

    return make


def joker_samples() -> Mapping[str, tuple[Make, float]]:
    """The states by name, each with the time after `NOW_S` to look at it."""
    return {
        "betting": (betting, 0.3),
        "first_bet": (_first_bet, 0.3),
        "no_credit": (no_credit, 0.3),
        "dear_betting": (_dear, 0.3),
        "dear_hold": (_dear_hold, 0.3),
        "dear_win": (_dear_win, 0.3),
        "dealing": (_dealing, 0.0),
        "hold": (hold, 0.3),
        "hold_nothing": (_hold_nothing, 0.3),
        "drawing": (_drawing, 0.0),
        "counting": (_counting, 0.3),
        "win": (_win, 0.3),
        "royal": (_royal, 0.3),
        "no_win": (_no_win, 0.8),
        "collected": (_collected, 0.3),
        "double": (double, 0.0),
        "reveal": (_reveal, 0.0),
        "double_won": (_double_won, 0.3),
        "double_tied": (_double_tied, 0.3),
        "double_lost": (_double_lost, 0.3),
        "trained": (_held_badly, 0.8),
        "trained_won": (_won_badly, 0.3),
        "trained_best": (_no_win, 0.8),
        "history_1": (_history(0), 0.3),
        "history_2": (_history(1), 0.3),
        "history_long": (_history_long, 0.3),
    }

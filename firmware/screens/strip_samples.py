"""States of Strip Poker to look at, to measure and to test the screens with.

Each is reached by the real rules from chosen cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from firmware.cabinet import strip_motion
from firmware.cabinet.state import CabinetState, Fault, FaultName, Mode, Page, Saved
from firmware.cabinet.strip_poker import Guest, StripTable
from firmware.cards.card import Card, parse_cards
from firmware.cards.shuffle import Chance
from firmware.config import load_config
from firmware.games.strip_poker.cast import PlayStyle
from firmware.games.strip_poker.configured import strip_poker
from firmware.games.strip_poker.packs import load_packs
from firmware.games.strip_poker.seat import Answer, MoveKind, Phase, Seat, View
from firmware.games.strip_poker.stakes import max_amount
from firmware.games.strip_poker.table import Side, Table
from firmware.money import Account, GameId
from firmware.panel import Button

Make = Callable[[], CabinetState]
CREDIT = 38
DEALT = "QH QC AS 8D 7H KD KS 9C 8H 7S"
"""The player's five, the character's five."""
FLUSH = "AH KH QH TH 8H KD KS 9C 8S 7S"
DRAWN = "9D JS TC 8C JD"
NOW_S = 100.0
ME, OTHER = Seat.PLAYER, Seat.CHARACTER


class _Stacked:
    """The chosen cards on top, the others in order."""

    def __init__(self, top: str) -> None:
        self._top = parse_cards(top)

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        return (*self._top, *(card for card in deck if card not in self._top))


def answered(view: View, style: PlayStyle, level: int, chance: Chance) -> Answer:
    """A character without a strategy: it calls, changes three and never folds."""
    del style, level, chance
    if view.phase is Phase.DRAW:
        return Answer(MoveKind.EXCHANGE, change=(3, 4, 5))
    return Answer(MoveKind.WAIT if view.phase is Phase.B1_FIRST else MoveKind.CALL)


@lru_cache(maxsize=1)
def cast() -> Mapping[str, Guest]:
    """The characters that come with the program."""
    return {
        f"{pack.id}/{character.id}": Guest(character, pack.room)
        for pack in load_packs([]).packs
        for character in pack.characters
    }


@lru_cache(maxsize=2)
def strip_table(has_theme: bool = True) -> StripTable:
    """Strip Poker as shipped, or with the theme put off."""
    game = replace(strip_poker(load_config().strip_poker), has_theme=has_theme)
    return StripTable(game, cast, answered)


def _seated(name: str, player: Side | None = None, character: Side | None = None) -> Table:
    """At the table with somebody, with what each has."""
    chosen = Table(opponent=name)
    table = strip_table().game.sit_down(chosen, CREDIT, 7, len(cast()[name].character.garments))
    session = table.table.session
    assert session is not None
    session = replace(
        session, player=player or session.player, character=character or session.character
    )
    return replace(table.table, session=session)


def _dealt(table: Table, cards: str = f"{DEALT} {DRAWN}") -> Table:
    return strip_table().game.deal(table, _Stacked(cards)).table


def _walk(table: Table, *moves: tuple[Seat, Answer]) -> list[Table]:
    tables = [table]
    for seat, answer in moves:
        tables.append(strip_table().game.answer(tables[-1], seat, answer).table)
    return tables


def _state(table: Table, credit: int = CREDIT, **more: object) -> CabinetState:
    saved = Saved(mode=Mode.STRIP_POKER, strip=table, last_game=GameId.STRIP_POKER, rounds=7)
    state = CabinetState(saved=saved, balances={Account.CREDIT: credit})
    return replace(state, waiting_since_s=NOW_S, **more)  # type: ignore[arg-type]  # names are those of the fields


def _moving(tables: Sequence[Table], since_s: float, before: Table | None = None) -> CabinetState:
    """On the way through tables, begun `since_s` ago."""
    first = before or tables[0]
    rest = tables if before else tables[1:]
    move = strip_motion.of_tables(NOW_S - since_s, first, rest)
    return _state(tables[-1], movement=move)


OPEN_10 = Answer(MoveKind.OPEN, 10)
RAISE_10 = Answer(MoveKind.RAISE, 10)
CALL, FOLD, WAIT = Answer(MoveKind.CALL), Answer(MoveKind.FOLD), Answer(MoveKind.WAIT)
CHANGE = ((ME, Answer(MoveKind.EXCHANGE, change=(3, 4, 5))),
          (OTHER, Answer(MoveKind.EXCHANGE, change=(3, 4, 5))))  # fmt: skip


def strip_samples() -> Mapping[str, tuple[Make, float]]:
    """The states by name, each with the time after `NOW_S` to look at it."""
    names = tuple(cast())
    if not names:
        return {}
    o, r, v = (names[place % len(names)] for place in range(3))

    def to_draw(name: str, cards: str = f"{DEALT} {DRAWN}", **sides: Side) -> Table:
        table = _dealt(_seated(name, **sides), cards)
        return _walk(table, (ME, OPEN_10), (OTHER, CALL))[-1]

    def to_show(name: str, cards: str = f"{DEALT} {DRAWN}", **sides: Side) -> list[Table]:
        keep = (ME, Answer(MoveKind.EXCHANGE))
        moves = CHANGE if cards.startswith(DEALT) else (keep, CHANGE[1])
        table = _walk(to_draw(name, cards, **sides), *moves)[-1]
        return _walk(table, (ME, OPEN_10), (OTHER, CALL))

    def settled(tables: list[Table]) -> list[Table]:
        return [*tables, strip_table().game.settle(tables[-1]).table]

    low = Side(4, 5, lost=1)
    poor = Side(2, 3, lost=1)

    def max_bet() -> Table:
        table = _dealt(_seated(v, player=Side(12, 3)))
        return replace(table, amount=max_amount(table, ME))

    def facing() -> Table:
        table = _dealt(_seated(o, player=Side(142, 3), character=low))
        return _walk(table, (ME, WAIT), (OTHER, OPEN_10))[-1]

    def push() -> Table:
        cards = "AH KD QC TH 8H AD KC QD TS 8S"
        table = _dealt(_seated(r), cards)
        table = _walk(table, (ME, OPEN_10), (OTHER, CALL))[-1]
        keep = Answer(MoveKind.EXCHANGE)
        table = _walk(table, (ME, keep), (OTHER, keep), (ME, CALL))[-1]
        return strip_table().game.settle(table).table

    def undressing() -> list[Table]:
        return settled(to_show(o, f"{FLUSH} {DRAWN}", character=Side(12, 5, lost=1)))

    def ended() -> list[Table]:
        return settled(to_show(r, f"{FLUSH} {DRAWN}", character=Side(12, 5, lost=4)))

    def beaten() -> Table:
        cards = "7H 8H 9S TD QC KD KS AC AH AS"
        return settled(to_show(v, f"{cards} {DRAWN}", player=Side(25, 3, lost=3)))[-1]

    def rich() -> Table:
        side = Side(120, 3, lost=2)
        return settled(to_show(v, f"{FLUSH} {DRAWN}", player=side))[-1]

    def folded() -> Table:
        table = _dealt(_seated(r))
        return _walk(table, (ME, OPEN_10), (OTHER, FOLD))[-1]

    def waiting() -> CabinetState:
        return replace(_state(facing()), dark_since_s=NOW_S - 1)

    def rules(leaf: int) -> Make:
        def make() -> CabinetState:
            state = _state(_seated(o))
            saved = replace(state.saved, page=Page.RULES, page_number=leaf)
            return replace(state, saved=saved)

        return make

    return {
        "strip_choose": (lambda: _state(Table(opponent=o)), 0.3),
        "strip_choose_rocco": (lambda: _state(Table(opponent=r, level=3)), 0.3),
        "strip_choose_vera": (lambda: _state(Table(opponent=v, level=1)), 0.3),
        "strip_choose_poor": (lambda: _state(Table(opponent=v), 2), 0.3),
        "strip_seated": (lambda: _state(_seated(o)), 0.3),
        "strip_dealing": (lambda: _moving([_dealt(_seated(o))], 0.5, _seated(o)), 0.0),
        "strip_first": (lambda: _state(_dealt(_seated(v))), 0.3),
        "strip_max": (lambda: _state(max_bet()), 0.3),
        "strip_ask": (lambda: replace(_state(facing()), asked=Button.HOLD1), 0.3),
        "strip_facing": (lambda: _state(facing()), 0.3),
        "strip_thinking": (
            lambda: _moving(
                _walk(_dealt(_seated(r)), (ME, OPEN_10), (OTHER, RAISE_10)), 0.2
            ),
            0.0,
        ),
        "strip_draw": (lambda: _state(to_draw(r)), 0.3),
        "strip_second": (lambda: _state(_walk(to_draw(v), *CHANGE)[-1]), 0.3),
        "strip_pledge": (
            lambda: _state(_dealt(_seated(o, player=poor, character=Side(1, 5, lost=2)))), 0.3,
        ),
        "strip_revealing": (lambda: _moving(to_show(v)[-2:], 1.3), 0.0),
        "strip_show": (lambda: _state(to_show(v)[-1]), 0.3),
        "strip_show_won": (lambda: _state(to_show(r, f"{FLUSH} {DRAWN}")[-1]), 0.3),
        "strip_undressing": (lambda: _moving(undressing()[-2:], 0.9), 0.0),
        "strip_lost_two": (lambda: _state(undressing()[-1]), 0.3),
        "strip_push": (lambda: _state(push()), 0.3),
        "strip_folded": (lambda: _state(folded()), 0.3),
        "strip_buy_back": (lambda: _state(rich()), 0.3),
        "strip_farewell": (lambda: _moving(ended()[-2:], 1.2), 0.0),
        "strip_won": (lambda: _state(ended()[-1]), 0.3),
        "strip_beaten": (lambda: _state(beaten()), 0.3),
        "strip_waiting": (waiting, 0.3),
        "strip_door": (
            lambda: replace(_state(to_draw(r)), faults=(Fault(FaultName.DOOR),)), 0.3,
        ),
        "strip_neutral": (lambda: _state(facing()), 0.3),
        **{f"strip_rules_{leaf + 1}": (rules(leaf), 0.3) for leaf in range(4)},
    }  # fmt: skip

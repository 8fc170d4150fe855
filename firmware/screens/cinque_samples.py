"""States of Cinque Mani to look at, to measure and to test the screens with.

Each is reached by the real rules from chosen cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from firmware.cabinet import cinque_motion
from firmware.cabinet.state import CabinetState, Fault, FaultName, Mode, Saved
from firmware.cards.card import Card, parse_cards
from firmware.cards.shuffle import SeededSource
from firmware.games.cinque_mani.building import completed
from firmware.games.cinque_mani.mix import Mix, write_mix
from firmware.games.cinque_mani.records import record_of
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Arrangement, Table, Terms
from firmware.money import Account, GameId
from firmware.transaction import RoundRecord

Make = Callable[[], CabinetState]
NOW_S = 100.0
CREDIT = 1240
PLAIN = Terms()
REMOVED = "AD JC QS 9S 8D 7H 7C"
"""Those out of play, as they were drawn."""
LAID = (
    "7S 7D AC KC TS", "AS KS QC JS TC", "8H 8C 8S 9H 9C", "KD QD JD TD 9D", "AH KH QH JH TH",
)  # fmt: skip

WEAK = (
    "AH KD QC TS 8H", "AC KS QD JH 9C", "AS KH QH JD 8C", "KC JS TH 9D 7S", "TD TC 9H 8S 7D",
)  # fmt: skip


class _Stacked:
    """The chosen cards on top, the others in order."""

    def __init__(self, top: str) -> None:
        self.source = SeededSource("samples")
        self._top = parse_cards(top)

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        return (*self._top, *(card for card in deck if card not in self._top))


@lru_cache(maxsize=1)
def arrangement() -> Arrangement:
    """The player's hands in most of the states."""
    return tuple(parse_cards(hand) for hand in LAID)


def trapped(hands: Arrangement) -> Arrangement:
    """The worst hand for 7 points, every other one place up."""
    return (*hands[1:], hands[0])


def other_hands() -> Arrangement:
    """Other hands of the same cards."""
    return completed([card for hand in LAID for card in parse_cards(hand)])


def game(terms: Terms = PLAIN) -> CinqueMani:
    """The rules under terms."""
    return CinqueMani(terms)


def dealt(players: int = 2, stake: int = 2, terms: Terms = PLAIN) -> Table:
    """The cards are there."""
    table = Table(stake=stake, players=players)
    return game(terms).deal(table, CREDIT + stake, 7, _Stacked(REMOVED)).table


def laid(table: Table, *others: Arrangement) -> Table:
    """The others have laid these hands."""
    return game().lay(table, others).table


def on_table(table: Table, hands: Arrangement | None = None) -> Table:
    """With a complete arrangement of the player's."""
    after = game().auto(table).table
    assert after.round is not None
    assert after.round.deal is not None
    deal = after.round.deal
    if hands is not None:
        deal = replace(deal, hands=hands)
    return replace(after, round=replace(after.round, deal=deal))


def confirmed(players: int = 2, *others: Arrangement) -> Table:
    """All hands lie face down."""
    table = on_table(laid(dealt(players), *others), arrangement())
    return game().confirm(table).table


def turned(table: Table, shown: int) -> Table:
    """So many positions are turned up."""
    for _ in range(shown):
        table = game().reveal(table).table
    return table


def _state(table: Table, credit: int = CREDIT, **more: object) -> CabinetState:
    saved = Saved(mode=Mode.CINQUE_MANI, cinque=table, last_game=GameId.CINQUE_MANI, rounds=7)
    state = CabinetState(saved=saved, balances={Account.CREDIT: credit})
    return replace(state, waiting_since_s=NOW_S, **more)  # type: ignore[arg-type]  # likewise


def _turning(table: Table, shown: int, since_s: float) -> CabinetState:
    """One more position turns up, begun `since_s` ago."""
    before = turned(table, shown)
    after = turned(before, 1)
    move = cinque_motion.revealing(NOW_S - since_s, before, after)
    return _state(after, movement=move)


def _reviewed(table: Table) -> CabinetState:
    deal = table.dealt
    assert deal is not None
    mix = Mix((deal.opponents[0], trapped(arrangement()), other_hands()), (3, 2, 1), 80)
    return _state(table, best=trapped(deal.opponents[0]), is_reviewing=True, mix=write_mix(mix))


def weak_hands() -> Arrangement:
    """Hands of the same cards that lose to the player's everywhere."""
    return tuple(parse_cards(hand) for hand in WEAK)


def _match(deals: int, *, is_won: bool = False) -> Table:
    """A match of five after so many deals."""
    rules = game(Terms(deals=5, bonus=2))
    table = Table(stake=3)
    for number in range(deals):
        table = rules.deal(table, CREDIT, 7, _Stacked(REMOVED)).table
        other = trapped(arrangement()) if number % 2 == 0 else other_hands()
        if is_won:
            other = weak_hands()
        table = on_table(laid(table, other), arrangement())
        table = rules.reveal_all(rules.confirm(table).table).table
    return table


def round_record(players: int) -> RoundRecord:
    """A finished round as the ledger keeps it."""
    others = (trapped(arrangement()), other_hands(), weak_hands())[: players - 1]
    after = game().reveal_all(confirmed(players, *others)).record
    assert after is not None
    return record_of(after)


def cinque_samples() -> Mapping[str, tuple[Make, float]]:
    """The states by name, each with the time after `NOW_S` to look at it."""
    rules = game()
    mine = arrangement()
    trap = trapped(mine)
    climbing = other_hands()
    swapped = (mine[1], mine[0], *mine[2:])

    def built(*picks: int) -> Table:
        table = laid(dealt(), climbing)
        for pick in picks:
            table = rules.pick(table, pick).table if pick else rules.discard(table).table
        return table

    def table() -> Table:
        return on_table(laid(dealt(), climbing), mine)

    def lifted() -> Table:
        return rules.lift(table(), 3).table

    def opened() -> Table:
        return rules.open(lifted()).table

    def in_hand() -> Table:
        return rules.take(opened(), 4).table

    def second() -> Table:
        return rules.toward(in_hand(), 1).table

    def dealing() -> CabinetState:
        return _state(dealt(), movement=cinque_motion.dealing(NOW_S - 0.33))

    def counting() -> CabinetState:
        before = turned(confirmed(2, weak_hands()), 4)
        after = turned(before, 1)
        return _state(after, movement=cinque_motion.revealing(NOW_S - 0.5, before, after))

    def frozen() -> CabinetState:
        door = Fault(FaultName.DOOR, since="2026-11-24T20:41:07")
        return _state(built(1), faults=(door,))

    def lost() -> Table:
        return turned(confirmed(2, trap), 5)

    def won() -> Table:
        return turned(confirmed(2, (*mine[4:], *mine[:4])), 5)

    def level() -> Table:
        return turned(confirmed(2, mine), 5)

    def others(players: int) -> tuple[Arrangement, ...]:
        return (trap, climbing, swapped)[: players - 1]

    return {
        "cinque_stake": (lambda: _state(Table(stake=2)), 0.3),
        "cinque_stake_four": (lambda: _state(Table(stake=5, players=4)), 0.3),
        "cinque_no_credit": (lambda: _state(Table(), 0), 0.3),
        "cinque_no_coins": (
            lambda: _state(Table(stake=2), faults=(Fault(FaultName.COIN, "coin", "unplugged"),)),
            0.3,
        ),
        "cinque_lost_no_credit": (lambda: _state(lost(), 0), 0.3),
        "cinque_dealing": (dealing, 0.0),
        "cinque_build": (lambda: _state(dealt()), 0.3),
        "cinque_build_second": (lambda: _state(built(1)), 0.3),
        "cinque_build_last": (lambda: _state(built(1, 2, 0)), 0.3),
        "cinque_build_others": (
            lambda: _state(rules.others(built(1, 2, 0)).table),
            0.3,
        ),
        "fault_cinque_door": (frozen, 0.3),
        "cinque_table": (lambda: _state(table()), 0.3),
        "cinque_table_waits": (lambda: _state(on_table(dealt(), mine)), 0.3),
        "cinque_table_three": (lambda: _state(on_table(dealt(3), mine)), 0.3),
        "cinque_table_four": (
            lambda: _state(on_table(laid(dealt(4), *others(4)), mine)),
            0.3,
        ),
        "cinque_table_clock": (
            lambda: _state(
                on_table(dealt(terms=Terms(clock_s=90)), mine), arranging_since_s=NOW_S - 83
            ),
            0.3,
        ),
        "cinque_plan": (
            lambda: _state(rules.propose(table(), SeededSource("plan")).table),
            0.3,
        ),
        "cinque_lifted": (lambda: _state(lifted()), 0.3),
        "cinque_opened": (lambda: _state(opened()), 0.3),
        "cinque_card_in_hand": (lambda: _state(in_hand()), 0.3),
        "cinque_opened_second": (lambda: _state(second()), 0.3),
        "cinque_confirmed": (lambda: _state(confirmed(2, climbing)), 0.3),
        "cinque_turning": (lambda: _turning(confirmed(2, trap), 2, 0.12), 0.0),
        "cinque_reveal": (lambda: _state(turned(confirmed(2, climbing), 3)), 0.3),
        "cinque_reveal_three": (lambda: _state(turned(confirmed(3, *others(3)), 4)), 0.3),
        "cinque_reveal_four": (lambda: _state(turned(confirmed(4, *others(4)), 4)), 0.3),
        "cinque_won": (lambda: _state(won()), 0.3),
        "cinque_lost": (lambda: _state(lost()), 0.3),
        "cinque_level": (lambda: _state(level()), 0.3),
        "cinque_result_four": (lambda: _state(turned(confirmed(4, *others(4)), 5)), 0.3),
        "cinque_review": (lambda: _reviewed(lost()), 0.3),
        "cinque_review_four": (lambda: _reviewed(turned(confirmed(4, *others(4)), 5)), 0.3),
        "cinque_review_no_mix": (lambda: replace(_reviewed(won()), mix=""), 0.3),
        "cinque_match": (lambda: _state(_match(2)), 0.3),
        "cinque_match_lost": (lambda: _state(_match(5)), 0.3),
        "cinque_match_won": (lambda: _state(_match(5, is_won=True)), 0.3),
        "cinque_sweep": (lambda: _state(turned(confirmed(2, weak_hands()), 5)), 0.3),
        "cinque_counting": (counting, 0.0),
        "cinque_build_three": (lambda: _state(dealt(3)), 0.3),
        "cinque_match_table": (
            lambda: _state(on_table(dealt(3, terms=Terms(deals=5, clock_s=90)), mine),
                           arranging_since_s=NOW_S - 20),
            0.3,
        ),
    }  # fmt: skip

"""Cinque Mani under whatever is pressed, held against a second bookkeeper.

The second bookkeeper ranks hands by the list of `proof_cinque_hands`, counts points and credits in
plain loops from the rules, and knows nothing of the program's tables.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from proof import Report, Track
from proof_cinque_hands import order

from firmware.cards.card import Card
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Arrangement, Phase, Table, Terms
from firmware.money import Account, Moment, Posting

Cards = tuple[Card, ...]


def prove(full: bool, track: Track) -> Report:
    """Rounds of 2, 3 and 4 players, single deals and matches."""
    return rounds(6_000 if full else 300, track)


# --- the second bookkeeper --------------------------------------------------------------------


@cache
def _places() -> dict[frozenset[Card], int]:
    return {frozenset(hand): place for place, (_, hand) in enumerate(order())}


def points_of(arrangements: tuple[Arrangement, ...]) -> list[int]:
    """Points of every player, by the list."""
    points = [0] * len(arrangements)
    for at, worth in enumerate((3, 4, 5, 6, 7)):
        places = [_places()[frozenset(laid[at])] for laid in arrangements]
        best = max(places)
        if places.count(best) == 1:
            points[places.index(best)] += worth
    return points


@dataclass
class Books:
    """One stake as a second person keeps it."""

    stake: int
    players: int
    deals: int
    bonus: int
    totals: list[int]
    sweeps: int = 0
    counted: int = 0

    def count(self, arrangements: tuple[Arrangement, ...]) -> None:
        """A deal is turned up."""
        gained = points_of(arrangements)
        self.totals = [had + more for had, more in zip(self.totals, gained, strict=True)]
        self.sweeps += gained[0] == 25
        self.counted += 1

    def due(self) -> tuple[str, int] | None:
        """Result and credits back; None while deals are left."""
        if self.counted < self.deals:
            return None
        ours = self.totals[0]
        if any(total > ours for total in self.totals):
            return "lost", 0
        alike = sum(1 for total in self.totals if total == ours)
        everything = self.stake * self.players
        if alike > 1:
            return "level", everything // alike
        return "won", everything + self.bonus * self.sweeps * self.stake


def moved(postings: tuple[Posting, ...]) -> tuple[int, bool]:
    """What the credit meter gains, and whether every credit that came left again as it should:
    nothing stays in `stake` or `pending` at the end."""
    balance = dict.fromkeys(Account, 0)
    for posting in postings:
        for move in posting.transfers:
            balance[move.source] -= move.credits
            balance[move.target] += move.credits
    settled = balance[Account.STAKE] == balance[Account.PENDING] == 0
    return balance[Account.CREDIT], settled and sum(balance.values()) == 0


# --- held against the program -----------------------------------------------------------------


def rounds(count: int, track: Track) -> Report:
    """Rounds in which the others lay the player's hands, or hers turned, or anything."""
    chance, ends = random.Random(23), dict.fromkeys(("won", "lost", "level"), 0)
    fell = []
    for number in track(range(count), "rounds", count):
        terms = Terms(deals=chance.choice((1, 1, 5)), bonus=chance.choice((0, 2)))
        fault = _round(CinqueMani(terms), number, chance, ends)
        fell += [f"round {number}: {fault}"] if fault else []
    fell += [f"no round ended {end}" for end, times in ends.items() if not times]
    tried = ", ".join(f"{times} {end}" for end, times in ends.items())
    return Report((f"{count:,} rounds: {tried}",), tuple(fell[:20]))


def _round(game: CinqueMani, number: int, chance: random.Random, ends: dict[str, int]) -> str:
    shuffler = FairShuffler(SeededSource(number))
    table = Table(stake=chance.randint(1, 5), players=chance.choice((2, 3, 4)))
    terms = game.terms
    books = Books(table.stake, table.players, terms.deals, terms.bonus, [0] * table.players)
    postings: list[Posting] = []
    while books.due() is None:
        play = game.deal(table, 100, number, shuffler)
        postings += play.postings
        table = _arranged(game, play.table, chance)
        others = tuple(_laid(table, chance) for _ in range(table.players - 1))
        table = game.confirm(game.lay(table, others).table).table
        play = game.reveal_all(table)
        postings += play.postings
        table = play.table
        assert table.round is not None
        assert table.round.deal is not None
        books.count(table.round.deal.arrangements)
        if list(table.round.points) != books.totals:
            return f"points {table.round.points}, not {books.totals}"
    played, due = table.round, books.due()
    assert played is not None
    assert played.result is not None
    assert due is not None
    ends[due[0]] += 1
    if (played.result.value, played.paid) != due:
        return f"{played.result}, {played.paid} paid, not {due}"
    if moved(tuple(postings)) != (due[1] - books.stake, True):
        return f"money moves otherwise than {due}: {postings}"
    kinds = [posting.moment for posting in postings]
    return "" if kinds == [Moment.STAKE, Moment(due[0])] else f"{kinds} for {due}"


def _arranged(game: CinqueMani, table: Table, chance: random.Random) -> Table:
    """A complete arrangement: any, as the player may swap her way to any."""
    assert table.round is not None
    assert table.round.deal is not None
    deal = table.round.deal
    cards = list(deal.cards)
    chance.shuffle(cards)
    hands = tuple(tuple(cards[at : at + 5]) for at in range(0, 25, 5))
    laid = replace(table.round, deal=replace(deal, hands=hands))
    return replace(table, phase=Phase.TABLE, round=laid)


def _laid(table: Table, chance: random.Random) -> Arrangement:
    """What another player lays: often the very same hands, so that rounds end level."""
    assert table.dealt is not None
    hands = list(table.dealt.hands)
    match chance.randrange(4):
        case 0:
            chance.shuffle(hands)
        case 1:
            cards = [card for hand in hands for card in hand]
            chance.shuffle(cards)
            hands = [tuple(cards[at : at + 5]) for at in range(0, 25, 5)]
        case 2:
            hands[0], hands[1] = hands[1], hands[0]
        case _:
            pass
    return tuple(hands)


# --- the swap grammar -------------------------------------------------------------------------


def every_swap() -> Iterator[tuple[int, ...]]:
    """Every sequence of presses that completes a swap: hand, hand, or hand twice, card, hand,
    card."""
    places = range(1, 6)
    for first in places:
        for second in places:
            if first != second:
                yield first, second
                for card in places:
                    for back in places:
                        yield first, first, card, second, back


def pressed(game: CinqueMani, table: Table, presses: tuple[int, ...]) -> Table:
    """The table after presses on the five columns."""
    for column in presses:
        match table.phase:
            case Phase.TABLE:
                table = game.lift(table, column).table
            case Phase.LIFTED if column == table.lifted:
                table = game.open(table).table
            case Phase.LIFTED:
                table = game.swap(table, column).table
            case Phase.OPENED:
                table = game.take(table, column).table
            case Phase.CARD_IN_HAND:
                table = game.toward(table, column).table
            case _:
                table = game.exchange(table, column).table
    return table

"""Rounds by the cabinet's own rules, held as the machine proposes: what a demonstration plays.

Nothing here knows what a hand pays or how money moves: the rules are told to deal, to draw and to
collect as a player's presses would, and a credit meter follows the transfers that they order.
"""

from __future__ import annotations

from collections import Counter

from firmware.cards.evaluate import HAND_SIZE
from firmware.cards.shuffle import SeededSource, TopShuffler
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import PAYING_HANDS, PayTable
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Phase, Table
from firmware.money import Account, Posting
from firmware.odds.game import HANDS
from firmware.odds.paytables import MOST_CHIPS, OddsTable
from firmware.odds.play import Progress
from firmware.odds.sample import Sample

_EVERY = 1000
"""Rounds between two words of progress."""


def play_machine(
    rules: JokerPoker, chips: int, rounds: int, seed: int | str, progress: Progress
) -> Sample:
    """Play rounds, doubling nothing.

    Args:
        rules: the game; a chip is worth one credit.
        chips: of every bet.
        rounds: how many.
        seed: the same one gives the same rounds.
        progress: told now and then how many are played.
    """
    shuffler = TopShuffler(SeededSource(seed), 2 * HAND_SIZE)
    table = Table(chips=chips)
    purse = credit = rounds * chips
    ended: Counter[Hand | None] = Counter()
    for number in range(1, rounds + 1):
        play = rules.deal(table, credit, number, shuffler)
        credit = _moved(credit, play.postings)
        play = rules.draw(play.table)
        credit = _moved(credit, play.postings)
        if play.table.phase is Phase.WIN:
            play = rules.collect(play.table)
            credit = _moved(credit, play.postings)
        table = play.table
        ended[table.round.hand if table.round else None] += 1
        if number % _EVERY == 0:
            progress(number, rounds)
    counts = tuple(ended[hand] for hand in HANDS)
    staked = rounds * chips
    return Sample(counts, staked, credit - purse + staked)


def ruled_by(table: OddsTable) -> JokerPoker:
    """The game with this pay table; hands without a row win nothing, a chip is a credit."""
    nothing = (0,) * MOST_CHIPS
    rows: dict[Hand, tuple[int, ...]] = {
        hand: table.rows.get(hand, nothing) for hand in PAYING_HANDS
    }
    named = PayTable("simulated", rows, table.returns)  # a file's name may be no name for the books
    return JokerPoker(named, chip_values=(1,), double_limit=0)


def _moved(credit: int, postings: tuple[Posting, ...]) -> int:
    for posting in postings:
        for transfer in posting.transfers:
            if transfer.source is Account.CREDIT:
                credit -= transfer.credits
            elif transfer.target is Account.CREDIT:
                credit += transfer.credits
    return credit

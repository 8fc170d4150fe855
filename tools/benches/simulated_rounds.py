"""How many rounds `cabinato simulate` plays in a second of CPU: a part of the topic `odds`."""

from __future__ import annotations

from collections.abc import Callable

from measured import Figure, Say, least_cpu_ms

from firmware.cards.card import joker_deck
from firmware.cards.evaluate import HAND_SIZE
from firmware.cards.shuffle import SeededSource, TopShuffler
from firmware.odds.game import JOKER_POKER
from firmware.odds.machine import play_machine, ruled_by
from firmware.odds.paytables import read_odds_table, shipped_table
from firmware.odds.play import Player
from firmware.odds.reduced import Reduced

CHIPS = 5
OPTIMAL, MADE = 1_000_000, 3_000
RUNS = 5


def simulated(say: Say, engine: Reduced) -> list[Figure]:
    """Both players of `cabinato simulate`, once they are ready."""
    say("odds: rounds")
    table = read_odds_table(shipped_table(JOKER_POKER), JOKER_POKER)
    rules = ruled_by(table)
    player = Player.of(engine.tables, engine.holds(table.pays(CHIPS))[0])
    optimal = _a_second(lambda: player.play(OPTIMAL, 1, _unseen), OPTIMAL)
    made = _a_second(lambda: play_machine(rules, CHIPS, MADE, 1, _unseen), MADE)
    shuffled = _a_second(_shuffle, MADE)
    return [
        Figure(
            "rounds of best play, a CPU second",
            optimal,
            "",
            "by the cabinet's own rules",
            made,
            "1,000,000 on a PC",
        ),
        Figure(
            "rounds by the cabinet's own rules, a CPU second",
            made,
            "",
            "only shuffling for them",
            shuffled,
            "15,000 on a PC at rest",
        ),
    ]


def _shuffle() -> None:
    shuffler = TopShuffler(SeededSource(1), 2 * HAND_SIZE)
    for _ in range(MADE):
        shuffler.shuffle(joker_deck())


def _a_second(work: Callable[[], object], rounds: int) -> float:
    return 1000 * rounds / least_cpu_ms(work, runs=RUNS)


def _unseen(done: int, of: int) -> None:
    """A bench shows no progress of its own."""

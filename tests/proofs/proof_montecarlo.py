"""Rounds dealt, held, drawn and paid one by one return what the counts of all deals say."""

from __future__ import annotations

from typing import Any

from proof import Report, Track

from firmware.odds.game import HANDS, JOKER_POKER, Analysis
from firmware.odds.machine import play_machine, ruled_by
from firmware.odds.paytables import read_odds_table, shipped_table
from firmware.odds.play import Player
from firmware.odds.reduced import Reduced
from firmware.odds.sample import Sample
from firmware.odds.strategy import followed, made_holds

CHIPS = 5
ROUNDS = 1_000_000
"""Of one seed; the first million, or a hundred of them."""
BY_RULES = 1_000
MOST_CHI_SQUARE = 31.3
"""Of eleven degrees of freedom, one sample in a thousand lies above."""


def prove(full: bool, track: Track) -> Report:
    """A million rounds of best play and a few by the cabinet's rules; a hundred times as many."""
    table = read_odds_table(shipped_table(JOKER_POKER), JOKER_POKER)
    pays = table.pays(CHIPS)
    engine = Reduced.of(JOKER_POKER)
    times = 100 if full else 1
    player = Player.of(engine.tables, best_holds(engine, pays))
    counts = [0] * len(HANDS)
    for nth in track(range(times), "million rounds", times):
        for hand, count in enumerate(player.play(ROUNDS, f"montecarlo {nth}", _unseen)):
            counts[hand] += count
    report = agreed("optimal", Sample.of(counts, pays, CHIPS), engine.analyse(pays, CHIPS))
    rules = ruled_by(table)
    made: list[Sample] = [
        play_machine(rules, CHIPS, BY_RULES, f"made {nth}", _unseen)
        for nth in track(range(times), "thousand rounds by the rules", times)
    ]
    proposed = followed(engine, pays, CHIPS, made_holds(engine.tables))
    return report + agreed("made", added(made), proposed)


def best_holds(engine: Reduced, pays: tuple[int, ...]) -> Any:
    """What the player of the proof holds of every class."""
    return engine.holds(pays)[0]


def agreed(player: str, sample: Sample, exact: Analysis) -> Report:
    """Whether the return lies in the 99 % band, and the hands are spread as they must be."""
    low, high = (100 * end for end in sample.interval(99, exact))
    said = (
        f"{player}: {sample.rounds:,} rounds return {float(100 * sample.rtp):.4f} %, "
        f"99 % band {low:.4f} to {high:.4f}, exactly {float(100 * exact.rtp):.6f} "
        f"({sample.deviations(exact):+.2f} standard deviations)"
    )
    fell = [] if low < 100 * float(exact.rtp) < high else [f"out of the band: {said}"]
    if (spread := chi_square(sample, exact)) > MOST_CHI_SQUARE:
        fell.append(f"{player}: chi square of the hands {spread:.1f} above {MOST_CHI_SQUARE}")
    return Report((f"{said}, chi square {spread:.1f}",), tuple(fell))


def chi_square(sample: Sample, exact: Analysis) -> float:
    """How far the hands lie from their expected numbers; those below five are left out."""
    expected = [float(exact.share(hand) * sample.rounds) for hand in HANDS]
    return sum(
        (count - mean) ** 2 / mean
        for count, mean in zip(sample.counts, expected, strict=True)
        if mean >= 5
    )


def added(samples: list[Sample]) -> Sample:
    """Several samples as one."""
    counts = tuple(sum(each) for each in zip(*(one.counts for one in samples), strict=True))
    return Sample(counts, sum(one.staked for one in samples), sum(one.paid for one in samples))


def _unseen(done: int, of: int) -> None:
    """The proof shows its own progress."""

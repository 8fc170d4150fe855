"""The best results of each game, which attract boasts of: what counts as one, and as a better one.

They are part of the play state, so they move with the transaction that makes the round durable,
and a power cut takes none of them back. There is one of each game, however old the cabinet is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware.games.cinque_mani import table as cinque
from firmware.games.joker_poker import table as joker
from firmware.games.joker_poker.hands import Hand
from firmware.games.strip_poker import table as strip

LEAST_RUN = 2
"""One win of Cinque Mani is no run."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best win of Joker Poker: the most credits for a hand, doubles aside."""

    credits: int
    hand: Hand
    chips: int


@dataclass(frozen=True, slots=True)
class StripBest:
    """The quickest win of Strip Poker at the highest level that was beaten.

    Attributes:
        deals: how many the session took.
        opponent: the character's name in its pack, which may be gone by now.
        level: how well it played, 1..3.
    """

    deals: int
    opponent: str
    level: int


@dataclass(frozen=True, slots=True)
class Run:
    """Wins of Cinque Mani one after another, since the player sat down; the longest is the best.

    Attributes:
        wins: stakes won.
        points: the points that she made in them.
    """

    wins: int = 0
    points: int = 0


Result: TypeAlias = Best | StripBest | Run


def joker_best(best: Best | None, played: joker.Round) -> Best | None:
    """The best win after a round has drawn: the new one where it pays more."""
    if played.hand is None or played.paid <= (best.credits if best else 0):
        return best
    return Best(played.paid, played.hand, played.chips)


def strip_best(best: StripBest | None, session: strip.Session) -> StripBest | None:
    """The quickest win after a session: a higher level counts more than fewer deals."""
    if session.result is not strip.Result.WON:
        return best
    found = StripBest(len(session.told), session.opponent, session.level)
    if best is not None and (-found.level, found.deals) >= (-best.level, best.deals):
        return best
    return found


def run_after(run: Run, played: cinque.Round) -> Run:
    """The run after a stake is over: longer by a win, and at its end by anything else."""
    if played.result is None:
        return run
    if played.result is not cinque.Result.WON:
        return Run()
    return Run(run.wins + 1, run.points + played.points[cinque.PERSON])


def cinque_best(best: Run | None, run: Run) -> Run | None:
    """The longest run so far; of equally long ones that with more points."""
    if run.wins < LEAST_RUN:
        return best
    if best is not None and (run.wins, run.points) <= (best.wins, best.points):
        return best
    return run

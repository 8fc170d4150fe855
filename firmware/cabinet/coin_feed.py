"""More coins than a hand can feed: a line that tells of them is broken or tampered with."""

from __future__ import annotations

from dataclasses import dataclass

FEED_S = 10.0
"""Where no round is open, coins are added up over so long."""


@dataclass(frozen=True, slots=True)
class Feed:
    """Credits that coins brought within one open round, or outside one within ten seconds.

    Attributes:
        round_number: of the open round; 0 where none is open.
        since_s: when the first of these coins came.
        credits: their sum.
    """

    round_number: int = 0
    since_s: float = float("-inf")
    credits: int = 0

    def fed(self, credits: int, round_number: int, now_s: float) -> Feed:
        """The sum after more coins: begun anew with another round, or after ten seconds."""
        is_same = round_number == self.round_number
        if is_same and (round_number or now_s < self.since_s + FEED_S):
            return Feed(round_number, self.since_s, self.credits + credits)
        return Feed(round_number, now_s, credits)

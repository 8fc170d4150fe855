"""Pay tables made to a return: whole-number rows that come nearest to what is wanted.

The exact return never falls when a row pays more, and between neighbours it is nearly a straight
line. So of the rows that may move all but one are gone through, and the last, the one whose chips
count least, is solved for: the two whole numbers on either side of the target are found in a few
returns each. What is left out lies farther away than what was found: that is sure, since once
even the lowest value of the last row is too much, so it is for every greater value of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from firmware.errors import RuleError
from firmware.games.joker_poker.hands import Hand
from firmware.odds.game import HANDS, MAX_PAY
from firmware.odds.paytables import MOST_CHIPS, OddsTable
from firmware.odds.reduced import Reduced
from firmware.suggestion import suggestion

MOST_VARIED = 3
PROPOSALS = 10
MOST_RETURNS = 2000
"""Worked out for one question, some 20 s: rows without a higher one have no end of their own."""
_MOST_A_CHIP = MAX_PAY // MOST_CHIPS

Progress = Callable[[int, int], None]
Rows = Mapping[Hand, int]
"""Chips won for each chip bet, of the rows that may move."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pay table near the target.

    Attributes:
        rows: what the rows that moved pay for each chip bet; the highest hand first.
        moved: by how much each of them moved.
        rtp: the exact return.
    """

    rows: Rows
    moved: Mapping[Hand, Fraction]
    rtp: Fraction


@dataclass(frozen=True, slots=True)
class Design:
    """What was found.

    Attributes:
        base: return of the table as it was.
        proposals: the nearest first; of equally near ones the one that moves least.
        returns: how many returns were worked out.
        is_whole: whether all tables were gone through that may lie nearer; where there are too
            many, those that lie about the table to begin with were.
    """

    base: Fraction
    proposals: tuple[Proposal, ...]
    returns: int
    is_whole: bool


def rows_named(text: str, table: OddsTable, names: Mapping[Hand, str]) -> tuple[Hand, ...]:
    """The hands of a list such as "full_house,flush", the highest first.

    Raises:
        RuleError: a hand is not a row of the table or stands twice, or there are too many.
    """
    named = {names[hand]: hand for hand in table.rows}
    words = [word.strip() for word in text.split(",")]
    for at, word in enumerate(words):
        if word not in named:
            raise RuleError(f"--vary {word}: {suggestion(word, tuple(named))}")
        if word in words[:at]:
            raise RuleError(f"--vary {text}: {word} stands there twice")
    if len(words) > MOST_VARIED:
        raise RuleError(f"--vary {text}: at most {MOST_VARIED} rows can be varied at once")
    return tuple(sorted((named[word] for word in words), key=HANDS.index, reverse=True))


def percent_named(text: str) -> Fraction:
    """A target such as "97.5", in percent, as a fraction.

    Raises:
        RuleError: it is no return that a table can be made to.
    """
    whole, _, places = text.removesuffix("%").strip().partition(".")
    digits = whole + places
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 12):
        raise RuleError(f"--target {text}: a return in percent such as 97.5")
    value = Fraction(int(digits), 100 * 10 ** len(places))
    if not 0 < value <= 2:
        raise RuleError(f"--target {text}: a return above 0 and up to 200 percent")
    return value


def propose(
    engine: Reduced,
    table: OddsTable,
    chips: int,
    target: Fraction,
    vary: Sequence[Hand],
    progress: Progress,
    most: int = MOST_RETURNS,
) -> Design:
    """The pay tables nearest to a return.

    For every choice of the other rows the last one, whose chips count least, is given the whole
    number just below the target and the one just above.

    Args:
        engine: of the table's game.
        table: where to begin; no row of it may pay more than a higher one's.
        chips: bet whose return is meant.
        target: the return; 1 is 100 %.
        vary: one to three rows of the table; the others stay.
        progress: told how many returns are worked out, of how many at most.
        most: about so many are worked out.

    Raises:
        RuleError: hands of the table pay out of order, so none says how far a row may move.
    """
    if crossed := table.crossing(chips):
        lower, higher = (engine.tables.game.names[hand] for hand in crossed)
        raise RuleError(
            f"{table.name}: {lower} pays more than {higher}; "
            "rows can be varied where none pays more than a higher one"
        )
    counts = engine.analyse(table.pays(chips), chips)
    search = _Search(
        engine,
        table.pays(chips),
        chips,
        target,
        tuple(sorted(vary, key=counts.share, reverse=True)),
        {hand: counts.share(hand) for hand in vary},
        most,
    )
    search.run(progress)
    found = sorted(search.found, key=search.order)[:PROPOSALS]
    return Design(counts.rtp, tuple(found), len(search.known) + 1, not search.is_cut)


@dataclass(eq=False)
class _Search:
    """One search.

    Attributes:
        base: chips won by each of `HANDS` for the whole bet, to begin with.
        vary: the rows that may move, those whose chips count most first.
        slopes: what one chip more of each adds to the return, about.
        most: about so many returns are worked out.
        found: proposals, of which the best are kept.
        known: returns by the values of `vary`.
        guess: where the last row was solved before.
        is_cut: whether it ended before it was through.
    """

    engine: Reduced
    base: tuple[int, ...]
    chips: int
    target: Fraction
    vary: tuple[Hand, ...]
    slopes: Mapping[Hand, Fraction]
    most: int
    found: list[Proposal] = field(default_factory=list)
    known: dict[tuple[int, ...], Fraction] = field(default_factory=dict)
    guess: int = 0
    is_cut: bool = False

    def run(self, progress: Progress) -> None:
        """Go through all rows."""
        self.guess = round(self._base(self.vary[-1]))
        self._go_through((), progress)

    def order(self, proposal: Proposal) -> tuple[Fraction, Fraction]:
        """How far from the target, then how far from the table to begin with."""
        moved = sum((abs(by) for by in proposal.moved.values()), Fraction())
        return abs(proposal.rtp - self.target), moved

    def _go_through(self, values: tuple[int, ...], progress: Progress) -> None:
        depth = len(values)
        low, high = self._range(values)
        if depth == len(self.vary) - 1:
            self._solve(values, low, high)
            return
        start = min(max(round(self._base(self.vary[depth])), low), high)
        for step in range(max(high - start, start - low) + 1):
            for value in dict.fromkeys((start + step, start - step)):
                if not low <= value <= high:
                    continue
                if len(self.known) >= self.most:
                    self.is_cut = True
                    return
                chosen = (*values, value)
                if self._rtp(self._lowest(chosen)) - self.target > self._farthest():
                    high = value - 1  # and so would any greater value be
                else:
                    self._go_through(chosen, progress)
                progress(min(len(self.known), self.most), self.most)
            if start + step > high and start - step < low:
                return

    def _solve(self, values: tuple[int, ...], low: int, high: int) -> None:
        """Find the last row's greatest value that stays within the target, and the next one."""
        below, above = low - 1, high + 1  # neither is a value of the row
        slope = self.slopes[self.vary[-1]]
        at = min(max(self.guess, low), high)
        last: tuple[int, Fraction] | None = None
        while above - below > 1:
            at = min(max(at, below + 1), above - 1)
            rtp = self._rtp((*values, at))
            if rtp <= self.target:
                below = at
            else:
                above = at
            if last is not None and last[0] != at:
                slope = (rtp - last[1]) / (at - last[0]) or slope
            last = at, rtp
            at += floor((self.target - rtp) / slope) if slope else (above - below) // 2
        for value in (below, above):
            if low <= value <= high:
                self.guess = value
                self._keep((*values, value))

    def _keep(self, values: tuple[int, ...]) -> None:
        chosen = dict(zip(self.vary, values, strict=True))
        rows = {hand: chosen[hand] for hand in sorted(chosen, key=HANDS.index, reverse=True)}
        moved = {hand: value - self._base(hand) for hand, value in rows.items()}
        self.found.append(Proposal(rows, moved, self._rtp(values)))

    def _farthest(self) -> Fraction:
        """How far the last of the proposals lies from the target; farther ones are not wanted."""
        gaps = sorted(abs(each.rtp - self.target) for each in self.found)
        return gaps[PROPOSALS - 1] if len(gaps) >= PROPOSALS else Fraction(10**9)

    # --- rows ---------------------------------------------------------------------------------

    def _base(self, hand: Hand) -> Fraction:
        return Fraction(self.base[HANDS.index(hand)], self.chips)

    def _range(self, values: tuple[int, ...]) -> tuple[int, int]:
        """From what to what the next row may pay a chip, so that no hand pays more than a higher.

        Rows that are still to be chosen set no bound, but leave room for themselves.
        """
        hand = self.vary[len(values)]
        chosen = dict(zip(self.vary, values, strict=False))
        low, high = Fraction(1), Fraction(_MOST_A_CHIP)
        for other in HANDS[1:]:
            if other in self.vary and other not in chosen:
                continue
            pays = Fraction(chosen[other]) if other in chosen else self._base(other)
            if HANDS.index(other) < HANDS.index(hand):
                low = max(low, pays)
            elif other is not hand and pays:
                high = min(high, pays)
        return ceil(low), floor(high)

    def _lowest(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """The same with the rows still to be chosen as low as they go."""
        while len(values) < len(self.vary):
            values = (*values, self._range(values)[0])
        return values

    def _rtp(self, values: tuple[int, ...]) -> Fraction:
        if values not in self.known:
            pays = list(self.base)
            for hand, value in zip(self.vary, values, strict=True):
                pays[HANDS.index(hand)] = value * self.chips
            self.known[values] = self.engine.rtp(pays, self.chips)
        return self.known[values]

"""How long the picture takes to follow what is already decided.

A movement is data: parts with a begin and an end, and the sounds on the way. The cabinet needs
it because only DEAL is lit while something moves; the screen only dresses it. DEAL ends any
movement on its final picture. Times are seconds on the cabinet's clock; the figures are the
measures of the motion table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.events import TICKS, Cue
from firmware.games.joker_poker.double_up import Outcome
from firmware.games.joker_poker.table import Round
from firmware.games.strip_poker.table import Table

DEAL_GAP_S = 0.070
FLIGHT_S = 0.160
FLIP_S = 0.180
REVEAL_GAP_S = 0.120
DIM_S = 0.400
COUNT_MIN_S = 0.4
COUNT_MAX_S = 3.0
COUNT_FULL_CREDITS = 1000
"""A win from which on the count-up takes its longest."""
TICK_GAP_S = 0.075
OPPOSITE = 10
"""Added to a place for what lies opposite: cards of the character, hands face down."""
WON_ROW_S = 3.0
"""How long the won row and its cards pulse before they shine steadily; not a movement."""


@unique
class PartKind(StrEnum):
    """What moves."""

    FLIGHT = "flight"
    """A card comes from the right to its place, face down."""
    FLIP = "flip"
    """A card at its place turns its face up."""
    COUNT = "count"
    """The win counts up from `start` to `end` credits."""
    DIM = "dim"
    """The cards lose light."""
    THINK = "think"
    """The character thinks."""
    UNDRESS = "undress"
    """A garment of the character, by its place from 0, flies to its hook."""
    DRESS = "dress"
    """The same film backwards."""
    FAREWELL = "farewell"
    """The character goes behind the screen and its last garment over the top."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that moves.

    Attributes:
        kind: what it does.
        position: place of the card, 1..5, of a card opposite 11..15; 0 where none is meant.
        begins_s: when it starts; before that the card is not there, or still face down.
        ends_s: when it has arrived.
        start: credits at the beginning of a count.
        end: credits at its end.
    """

    kind: PartKind
    position: int
    begins_s: float
    ends_s: float
    start: int = 0
    end: int = 0

    def progress(self, now_s: float) -> float:
        """0.0 before it begins, 1.0 when it has arrived, evenly between."""
        if now_s >= self.ends_s:
            return 1.0
        if now_s <= self.begins_s:
            return 0.0
        return (now_s - self.begins_s) / (self.ends_s - self.begins_s)


@dataclass(frozen=True, slots=True)
class Seen:
    """What lies on a table from a moment on, where a movement leads through several.

    Attributes:
        begins_s: from when on.
        table: what is shown then.
    """

    begins_s: float
    table: Table


@dataclass(frozen=True, slots=True)
class Movement:
    """Parts that belong together.

    Attributes:
        parts: what moves, in order of beginning.
        cues: (time in seconds, sound), ascending.
        begins_s: when the first part begins.
        ends_s: when everything has arrived.
        seen: the tables on the way, in their order; empty where the last one is shown at once.
        is_still: whether what flies fades in where it will lie instead; a screen's own matter.
    """

    parts: tuple[Part, ...]
    cues: tuple[tuple[float, Cue], ...]
    begins_s: float
    ends_s: float
    seen: tuple[Seen, ...] = ()
    is_still: bool = False

    def table(self, now_s: float) -> Table | None:
        """What lies on the table now; None where the movement does not say."""
        begun = [each.table for each in self.seen if each.begins_s <= now_s]
        return begun[-1] if begun else None

    def of(self, kind: PartKind, position: int = 0) -> Part | None:
        """The part of that kind at that place, if there is one."""
        for part in self.parts:
            if part.kind is kind and part.position == position:
                return part
        return None


def count_s(credits: int) -> float:
    """Seconds that a count-up of `credits` takes: 0.4 for one, 3 from a thousand on.

    >>> count_s(1)
    0.4
    >>> count_s(5000)
    3.0
    """
    size = min(1.0, math.log(max(1, credits)) / math.log(COUNT_FULL_CREDITS))
    return COUNT_MIN_S + (COUNT_MAX_S - COUNT_MIN_S) * size


def win_cue(credits: int, bet: int) -> Cue:
    """The jingle for a win, by how many times the bet it is."""
    if credits >= 50 * bet:
        return Cue.WIN_LARGE
    return Cue.WIN_MEDIUM if credits >= 5 * bet else Cue.WIN_SMALL


def dealing(now_s: float, has_proposal: bool) -> Movement:
    """Five cards come in and turn up."""
    parts, cues = _cards_in(now_s, (1, 2, 3, 4, 5), face_up=(1, 2, 3, 4, 5))
    if has_proposal:
        cues.append((_end(parts), Cue.PROPOSAL))
    return movement_of(now_s, parts, cues)


def drawing(now_s: float, played: Round) -> Movement:
    """The cards that were not held are replaced; then a win counts up, or the light goes down."""
    fresh = tuple(place for place in range(1, 6) if place not in played.held)
    parts, cues = _cards_in(now_s, fresh, face_up=fresh)
    then_s = _end(parts, now_s)
    if played.paid:
        counting(parts, cues, then_s, 0, played.paid)
        cues.insert(_index(cues, then_s), (then_s, win_cue(played.paid, played.bet)))
    else:
        parts.append(Part(PartKind.DIM, 0, then_s, then_s + DIM_S))
    return movement_of(now_s, parts, cues)


def opening_double(now_s: float) -> Movement:
    """The dealer's card and four hidden ones."""
    parts, cues = _cards_in(now_s, (1, 2, 3, 4, 5), face_up=(1,))
    cues.append((_end(parts), Cue.DRUM))
    return movement_of(now_s, parts, cues)


def revealing(now_s: float, played: Round) -> Movement:
    """The chosen card turns, then the other three, then the result."""
    decided = played.doubles[-1]
    others = [place for place in (2, 3, 4, 5) if place != decided.pick]
    parts = [Part(PartKind.FLIP, decided.pick or 0, now_s, now_s + FLIP_S)]
    cues = [(now_s, Cue.FLIP)]
    first_s = now_s + FLIP_S
    for index, place in enumerate(others):
        begins_s = first_s + index * REVEAL_GAP_S
        parts.append(Part(PartKind.FLIP, place, begins_s, begins_s + FLIP_S))
        cues.append((begins_s, Cue.FLIP))
    then_s = _end(parts)
    match decided.outcome:
        case Outcome.WON:
            cues.append((first_s, Cue.DOUBLE_WON))
            counting(parts, cues, then_s, decided.stake, played.win)
        case Outcome.TIED:
            cues.append((first_s, Cue.TIE))
        case _:
            cues.append((first_s, Cue.LOSS))
            parts.append(Part(PartKind.DIM, 0, then_s, then_s + DIM_S))
    return movement_of(now_s, parts, cues)


def _cards_in(
    now_s: float, places: tuple[int, ...], face_up: tuple[int, ...]
) -> tuple[list[Part], list[tuple[float, Cue]]]:
    parts: list[Part] = []
    cues: list[tuple[float, Cue]] = []
    for index, place in enumerate(places):
        begins_s = now_s + index * DEAL_GAP_S
        lands_s = begins_s + FLIGHT_S
        parts.append(Part(PartKind.FLIGHT, place, begins_s, lands_s))
        cues.append((begins_s, Cue.DEAL))
        if place in face_up:
            parts.append(Part(PartKind.FLIP, place, lands_s, lands_s + FLIP_S))
    return parts, cues


def counting(
    parts: list[Part], cues: list[tuple[float, Cue]], begins_s: float, start: int, end: int
) -> None:
    """Add a count-up and its ticks, which rise."""
    lasts_s = count_s(end - start)
    parts.append(Part(PartKind.COUNT, 0, begins_s, begins_s + lasts_s, start, end))
    ticks = max(1, min(end - start, int(lasts_s / TICK_GAP_S)))
    for place in range(ticks):
        cue = TICKS[place * len(TICKS) // ticks]
        cues.append((begins_s + lasts_s * (place + 1) / ticks, cue))


def _index(cues: list[tuple[float, Cue]], at_s: float) -> int:
    return sum(when <= at_s for when, _ in cues)


def _end(parts: list[Part], default_s: float = 0.0) -> float:
    return max((part.ends_s for part in parts), default=default_s)


def movement_of(now_s: float, parts: list[Part], cues: list[tuple[float, Cue]]) -> Movement:
    """The movement of these parts and sounds, which arrives with the last part."""
    return Movement(
        parts=tuple(parts),
        cues=tuple(sorted(cues, key=lambda cue: cue[0])),
        begins_s=now_s,
        ends_s=_end(parts, now_s),
    )

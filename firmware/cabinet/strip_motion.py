"""How long the picture of Strip Poker takes to follow what is already decided.

One press may lead through several tables: the player's move, the character's thought, its
answer. All of them are stored at once; the picture walks through them one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from firmware.cabinet.motion import (
    DEAL_GAP_S,
    FLIGHT_S,
    FLIP_S,
    OPPOSITE,
    REVEAL_GAP_S,
    Movement,
    Part,
    PartKind,
    Seen,
)
from firmware.events import Cue
from firmware.games.strip_poker.seat import MoveKind, Phase, Seat
from firmware.games.strip_poker.table import Deal, Session, Table

THINK_MIN_S = 0.6
THINK_MAX_S = 1.5
GARMENT_S = 0.9
"""A garment on its arc to its hook, or back."""
FAREWELL_S = 1.6
"""The way behind the folding screen and the last garment over its top."""
BREATH_S = 0.35
"""Between two things that happen one after the other."""


def of_tables(now_s: float, before: Table, tables: Sequence[Table]) -> Movement:
    """The way from one table through others to the last of them.

    Args:
        now_s: when it begins.
        before: what is shown now.
        tables: what followed, one after the other.
    """
    film = _Film(now_s)
    shown = before
    for table in tables:
        film.show(shown, table)
        shown = table
    return film.movement()


@dataclass(slots=True)
class _Film:
    """A movement in the making; `at_s` is where it has come to."""

    at_s: float
    seen: list[Seen] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    cues: list[tuple[float, Cue]] = field(default_factory=list)
    begins_s: float = field(init=False)

    def __post_init__(self) -> None:
        self.begins_s = self.at_s

    def movement(self) -> Movement:
        return Movement(
            parts=tuple(self.parts),
            cues=tuple(sorted(self.cues, key=lambda cue: cue[0])),
            begins_s=self.begins_s,
            ends_s=max([self.at_s, *(part.ends_s for part in self.parts)]),
            seen=tuple(self.seen),
        )

    def show(self, before: Table, after: Table) -> None:
        """The next table: first the thought that led to it, then what changes."""
        if _mover(before, after) is Seat.CHARACTER:
            self._think(after)
        self.seen.append(Seen(self.at_s, after))
        session = after.session
        if session is None:
            return
        old, deal = before.session, session.deal
        if old is not None and old.number != session.number:
            return  # a rematch: everybody is dressed again
        if deal is not None and _is_new(old, deal):
            self._deal(deal)
        elif deal is not None and _is_changed(before, after):
            self._exchange(deal)
        elif after.phase is Phase.SHOWDOWN and before.phase is not Phase.SHOWDOWN:
            self.cues.append((self.at_s, Cue.CHIPS))
            self._reveal()
        elif old is not None and after.phase in (Phase.BETWEEN, Phase.END):
            self._settle(old, session)
        elif old is not None and session.pot != old.pot:
            self.cues.append((self.at_s, Cue.CHIPS))

    def _think(self, after: Table) -> None:
        lasts_s = think_s(after)
        self.parts.append(Part(PartKind.THINK, 0, self.at_s, self.at_s + lasts_s))
        self.at_s += lasts_s

    def _deal(self, deal: Deal) -> None:
        """Ten cards in turn, from whoever speaks first."""
        self.cues.append((self.at_s, Cue.CHIPS))
        near = 0 if deal.first is Seat.PLAYER else OPPOSITE
        places = [at + side for at in range(1, 6) for side in (near, OPPOSITE - near)]
        self._fly(places)

    def _exchange(self, deal: Deal) -> None:
        mine, others = deal.player.change or (), deal.character.change or ()
        self._fly([*mine, *(OPPOSITE + at for at in others)])
        self.at_s += BREATH_S if mine or others else 0.0

    def _fly(self, places: Sequence[int]) -> None:
        ends_s = self.at_s
        for index, place in enumerate(places):
            begins_s = self.at_s + index * DEAL_GAP_S
            lands_s = ends_s = begins_s + FLIGHT_S
            self.parts.append(Part(PartKind.FLIGHT, place, begins_s, lands_s))
            self.cues.append((begins_s, Cue.DEAL))
            if place < OPPOSITE:
                ends_s = lands_s + FLIP_S
                self.parts.append(Part(PartKind.FLIP, place, lands_s, ends_s))
        self.at_s = max(self.at_s, ends_s)

    def _reveal(self) -> None:
        self.at_s += BREATH_S
        for index in range(5):
            begins_s = self.at_s + index * REVEAL_GAP_S
            place = OPPOSITE + index + 1
            self.parts.append(Part(PartKind.FLIP, place, begins_s, begins_s + FLIP_S))
            self.cues.append((begins_s, Cue.FLIP))
        self.at_s += 4 * REVEAL_GAP_S + FLIP_S

    def _settle(self, old: Session, session: Session) -> None:
        """What the character loses or wins back goes its way; the player's lives just change."""
        self.cues.append((self.at_s, Cue.COLLECT))
        was, now = old.character.lost, session.character.lost
        for garment in range(was, now):
            self.at_s += BREATH_S
            is_last = garment == session.character.garments - 1
            kind = PartKind.FAREWELL if is_last else PartKind.UNDRESS
            self._garment(kind, garment, FAREWELL_S if is_last else GARMENT_S)
        for garment in range(now, was):
            self.at_s += BREATH_S
            self._garment(PartKind.DRESS, garment, GARMENT_S)
        if session.player.lost > old.player.lost:
            self.cues.append((self.at_s, Cue.LOSS))

    def _garment(self, kind: PartKind, garment: int, lasts_s: float) -> None:
        self.parts.append(Part(kind, garment, self.at_s, self.at_s + lasts_s))
        self.cues.append((self.at_s, Cue.GARMENT))
        self.at_s += lasts_s


def think_s(after: Table) -> float:
    """How long the thought lasts that leads to a table: not the same for every answer, and the
    same again whenever it is shown.

    It depends on what both may see alone: how often somebody has spoken.
    """
    session = after.session
    if session is None or session.deal is None:
        return THINK_MIN_S
    spoken = 7 * session.deal.number + 5 * len(session.deal.acts)
    return THINK_MIN_S + (THINK_MAX_S - THINK_MIN_S) * (spoken % 11) / 10


def _mover(before: Table, after: Table) -> Seat | None:
    """Who made the last move, if one was made."""
    old, session = before.session, after.session
    if old is None or session is None or old.deal is None or session.deal is None:
        return None
    if session.deal.number != old.deal.number or len(session.deal.acts) == len(old.deal.acts):
        return None
    last = session.deal.acts[-1]
    return None if last.kind is MoveKind.EXCHANGE else last.seat


def _is_new(old: Session | None, deal: Deal) -> bool:
    return old is None or old.deal is None or old.deal.number != deal.number


def _is_changed(before: Table, after: Table) -> bool:
    return before.phase is Phase.DRAW and after.phase is Phase.B2_FIRST

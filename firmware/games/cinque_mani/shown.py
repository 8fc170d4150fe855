"""A kept round of Cinque Mani as it looked: position by position, and the whole arrangements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware.cards.card import Card
from firmware.games.cinque_mani.hands import evaluate
from firmware.games.cinque_mani.records import read_round
from firmware.games.cinque_mani.scoring import points, winners
from firmware.games.cinque_mani.table import HANDS, PERSON, POINTS, Deal, Round
from firmware.games.cinque_mani.telling import deals_of
from firmware.games.telling import Documents
from firmware.shown import Mark, ShownCards, ShownStep, plain
from firmware.transaction import RoundRecord
from firmware.words import Message


def show(record: RoundRecord, documents: Documents) -> tuple[ShownStep, ...]:  # noqa: ARG001
    """The steps of a record.

    Raises:
        LedgerCorruptError: when no program of ours wrote it.
    """
    kept = read_round(record.text)
    steps = [_begin(kept)]
    for after in deals_of(kept):
        steps += _deal(after)
    if kept.result is not None:
        steps.append(_end(kept))
    return tuple(steps)


def _begin(kept: Round) -> ShownStep:
    told = [
        _values("recall.players", players=kept.players),
        Message(f"recall.level.{kept.terms.level.value}"),
    ]
    if kept.is_match:
        told.append(Message("recall.match", count=kept.terms.deals))
    stake = (Message("recall.stake"), kept.stake)
    return ShownStep(Message("recall.step.stake"), told=tuple(told), sums=(stake,))


def _deal(after: Round) -> Iterator[ShownStep]:
    deal = after.deal
    assert deal is not None
    won = winners(deal.arrangements, after.terms.ranking)
    removed = _faces(deal.removed)
    yield ShownStep(
        _values("recall.step.cinque_deal", number=deal.number),
        (ShownCards(Message("recall.out_of_play"), removed, plain(len(removed))),),
        (Message("recall.dealt_by", (("name", _player(deal.dealer, after.players)),)),),
    )
    for at in range(HANDS):
        yield _position(after, deal, at, won)
    for seat in range(1, after.players):
        yield _whole(after, deal, seat, won)


def _position(after: Round, deal: Deal, at: int, won: Sequence[int | None]) -> ShownStep:
    """The hands of all players at one place, that of the winner marked."""
    rows = []
    for seat, arrangement in enumerate(deal.arrangements):
        mark = Mark.COUNTS if won[at] == seat else Mark.NONE
        made = evaluate(arrangement[at], after.terms.ranking).category
        cards = _faces(arrangement[at])
        rows.append(
            ShownCards(
                _player(seat, after.players), cards, (mark,) * len(cards),
                Message(f"laid.{made.value}"),
            )
        )  # fmt: skip
    title = _values("recall.step.position", number=deal.number, position=at + 1, points=POINTS[at])
    return ShownStep(title, tuple(rows), (_taken(won[at], at, after.players),))


def _taken(seat: int | None, at: int, players: int) -> Message:
    if seat is None:
        return Message("recall.position.nobody")
    return _values("recall.position.taken", name=_player(seat, players), points=POINTS[at])


def _whole(after: Round, deal: Deal, seat: int, won: Sequence[int | None]) -> ShownStep:
    """The player's five hands beside those of one other."""
    rows = []
    for at in range(HANDS):
        own, other = _faces(deal.hands[at]), _faces(deal.arrangements[seat][at])
        marks = tuple(
            (Mark.COUNTS if won[at] == each else Mark.OUT,) * HANDS for each in (PERSON, seat)
        )
        name = _values("recall.hand", number=at + 1)
        rows.append(ShownCards(name, (*own, "", *other), (*marks[0], Mark.NONE, *marks[1])))
    gained = points(won, after.players)
    title = _values("recall.step.whole", number=deal.number, name=_player(seat, after.players))
    told = [_score("recall.points", gained)]
    if deal.number > 1:
        told.append(_score("recall.points_so_far", after.points))
    return ShownStep(title, tuple(rows), tuple(told))


def _end(kept: Round) -> ShownStep:
    assert kept.result is not None
    told = (Message(f"recall.cinque.{kept.result.value}"), _score("recall.points", kept.points))
    sums = ((Message("recall.stake"), kept.stake), (Message("history.paid"), kept.paid))
    return ShownStep(Message("recall.step.end"), told=told, sums=sums)


def _player(seat: int, players: int) -> Message:
    if seat == PERSON:
        return Message("recall.player")
    if players == 2:
        return Message("recall.computer")
    return _values("recall.computer_number", number=seat)


def _score(key: str, of_seats: Sequence[int]) -> Message:
    """The player's points first."""
    return _values(key, points=" : ".join(map(str, of_seats)))


def _faces(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def _values(key: str, **values: int | str | Message) -> Message:
    return Message(key, tuple(values.items()))

"""A kept session of Strip Poker as it looked: of each deal both hands, dealt and changed."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.cards.card import Card
from firmware.games.strip_poker.hands import evaluate
from firmware.games.strip_poker.records import read_session
from firmware.games.strip_poker.seat import MoveKind, Seat
from firmware.games.strip_poker.table import Act, Deal, Outcome, Session
from firmware.games.strip_poker.telling import deals_of
from firmware.games.telling import Documents
from firmware.shown import Mark, ShownCards, ShownStep, marked, plain
from firmware.transaction import RoundRecord
from firmware.words import Message


def show(record: RoundRecord, documents: Documents) -> tuple[ShownStep, ...]:  # noqa: ARG001
    """The steps of a record.

    Raises:
        LedgerCorruptError: when no program of ours wrote it.
    """
    kept = read_session(record.text)
    steps = [_begin(kept)]
    for after in deals_of(kept):
        steps += _deal(after)
    if kept.result is not None:
        steps.append(_end(kept))
    return tuple(steps)


def _begin(kept: Session) -> ShownStep:
    told = (
        _values("recall.opponent", name=_name(kept), level=Message(f"strip.level.{kept.level}")),
        _values("recall.deck", cards=int(kept.terms.deck)),
    )
    price = (Message("recall.price"), kept.price)
    return ShownStep(Message("recall.step.session"), told=told, sums=(price,))


def _deal(after: Session) -> Iterator[ShownStep]:
    """The hands as they were dealt with what was done first; then as they lay at the end."""
    deal = after.deal
    assert deal is not None
    number, name = deal.number, _name(after)
    has_changed = deal.player.final is not None
    before, later = _halves(deal)
    rows = tuple(_row(after, deal, seat, is_final=False) for seat in Seat)
    ante = _values("recall.ante", ante=deal.ante)
    if deal.carried:
        ante = _values("recall.ante_carried", ante=deal.ante, carried=deal.carried)
    told = (ante, *(_move(act, name) for act in before))
    if not has_changed:
        yield ShownStep(_values("recall.step.deal_end", number=number), rows, (*told, _took(after)))
        return
    yield ShownStep(_values("recall.step.deal", number=number), rows, told)
    rows = tuple(_row(after, deal, seat, is_final=True) for seat in Seat)
    told = (*(_move(act, name) for act in later), _took(after), *_garments(after))
    yield ShownStep(_values("recall.step.deal_end", number=number), rows, told)


def _halves(deal: Deal) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
    """The moves up to the exchange, and those after it."""
    acts = deal.acts
    changes = [at for at, act in enumerate(acts) if act.kind is MoveKind.EXCHANGE]
    split = changes[-1] + 1 if changes else len(acts)
    return acts[:split], acts[split:]


def _row(after: Session, deal: Deal, seat: Seat, *, is_final: bool) -> ShownCards:
    """Of a first hand the cards that stayed are marked, of a last one those that make it."""
    holding = deal.holding(seat)
    who = _who(after, seat)
    if not is_final:
        change = holding.change
        stayed = () if change is None else tuple(at for at in range(1, 6) if at not in change)
        return ShownCards(
            who, _faces(holding.dealt), marked(5, stayed, Mark.HELD), _made(after, holding.dealt)
        )
    made = evaluate(holding.cards, after.terms.ranking)
    marks = marked(5, made.positions, Mark.COUNTS) if made.positions else plain(5)
    return ShownCards(who, _faces(holding.cards), marks, _made(after, holding.cards))


def _who(after: Session, seat: Seat) -> Message:
    if seat is Seat.PLAYER:
        return Message("recall.player")
    return _values("recall.named", name=_name(after))


def _made(after: Session, cards: tuple[Card, ...]) -> Message:
    return Message(f"laid.{evaluate(cards, after.terms.ranking).category.value}")


def _move(act: Act, name: str) -> Message:
    who: str | Message = Message("recall.player") if act.seat is Seat.PLAYER else name
    if act.kind is MoveKind.EXCHANGE:
        if not act.change:
            return _values("strip.stands", name=who)
        return _values("strip.changed", name=who, cards=len(act.change))
    if act.kind is MoveKind.CALL and not act.amount:
        return _values("strip.did", name=who, did=Message("did.check"))
    did = _values(f"did.{act.kind.value}", **({"amount": act.amount} if act.amount else {}))
    return _values("strip.did", name=who, did=did)


def _took(after: Session) -> Message:
    last = after.last
    assert last is not None
    if last.outcome is Outcome.PUSH:
        return _values("recall.pot_stays", amount=last.pot)
    who: str | Message = Message("recall.player")
    if last.outcome is Outcome.CHARACTER:
        who = _name(after)
    return _values("recall.takes_pot", name=who, amount=last.pot)


def _garments(after: Session) -> Iterator[Message]:
    """What the deal did to lives and banks."""
    last = after.last
    assert last is not None
    if last.came_off:
        yield Message("recall.lost_lives", count=last.came_off)
    if last.bought_back:
        yield Message("recall.bought_back")
    banks = {"player": after.player.bank, "character": after.character.bank}
    yield _values("recall.banks", **banks)


def _end(kept: Session) -> ShownStep:
    assert kept.result is not None
    banks = _values("recall.banks", player=kept.player.bank, character=kept.character.bank)
    told = (Message(f"recall.session.{kept.result.value}"), banks)
    return ShownStep(
        Message("recall.step.end"), told=told, sums=((Message("recall.price"), kept.price),)
    )


def _name(kept: Session) -> str:
    """The character by its name in its pack, without the pack's; the pack may be gone."""
    return kept.opponent.rpartition("/")[2].capitalize()


def _faces(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def _values(key: str, **values: int | str | Message) -> Message:
    return Message(key, tuple(values.items()))

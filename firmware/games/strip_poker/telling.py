"""A kept session of Strip Poker, told and played once more.

The session is played again through the very rules that made it: of each deal the kept cards on
top of the deck and the kept moves by whoever's turn it is. Whatever then stands otherwise than
it was kept is a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace

from firmware.cards.card import Card
from firmware.errors import LedgerCorruptError, RuleError
from firmware.games.strip_poker.hands import evaluate
from firmware.games.strip_poker.notation import read_deal
from firmware.games.strip_poker.records import read_session
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import MoveKind, Phase, Seat
from firmware.games.strip_poker.table import (
    ANTE,
    Act,
    Deal,
    Holding,
    Outcome,
    Result,
    Session,
    Side,
    Table,
)
from firmware.games.telling import AsKept, Documents, Retold, Step, Teller
from firmware.transaction import RoundRecord

COLUMNS = (
    "opponent",
    "level",
    "deck",
    "deals",
    "player_bank",
    "character_bank",
    "pot",
    "player_lost",
    "character_lost",
    "deal_lines",
)
"""Cells of a session besides those that every game has."""


# --- playing it once more ---------------------------------------------------------------------


def replayed(kept: Session) -> Iterator[Session]:
    """The session as the rules make it of the kept cards and moves, after each deal and, when
    the player left, once more at its end.

    Args:
        kept: the session as it was stored; of its results nothing is looked at but whether
            the player left.

    Raises:
        ValueError, LedgerCorruptError: the rules do not allow it, or a deal cannot be read.
    """
    _verify_terms(kept)
    game = StripPoker(kept.terms, kept.price, kept.terms.deck)
    table = Table(deck=kept.terms.deck, opponent=kept.opponent, level=kept.level)
    garments = kept.character.garments
    table = game.sit_down(table, kept.credit_before, kept.number, garments).table
    for line in kept.told:
        table = _dealt(game, table, line)
        assert table.session is not None
        yield table.session
    if kept.result is Result.LEFT:
        left = game.leave(table).record
        assert left is not None
        yield left


def _verify_terms(kept: Session) -> None:
    terms = kept.terms
    if min(terms.start, terms.garment_value) < ANTE or kept.price < 1 or terms.lives < 0:
        raise RuleError(f"nobody sits down under these terms: {terms}, price {kept.price}")


def _dealt(game: StripPoker, table: Table, line: str) -> Table:
    """The table after one more deal."""
    told = read_deal(line)
    table = game.deal(table, AsKept(told.deck_top)).table
    for answer in told.answers:
        awaited = game.awaited(table)
        if not awaited:
            raise RuleError(f"a move after the end of the deal: '{line[:120]}'")
        table = game.answer(table, awaited[0], answer).table
    if table.phase is Phase.SHOWDOWN:
        table = game.settle(table).table
    if table.phase not in (Phase.BETWEEN, Phase.END):
        raise RuleError(f"the deal has no end: '{line[:120]}'")
    return game.buy_back(table).table if told.bought_back else table


@dataclass(frozen=True, slots=True)
class _Replay:
    """A session played once more: how it stood after each deal, as far as the rules allow.

    Attributes:
        after: the session after each deal that could be played.
        end: how it stands at the end; None when it could not be played that far.
        fault: why not; empty otherwise.
    """

    after: tuple[Session, ...]
    end: Session | None
    fault: str = ""


def _replay(kept: Session) -> _Replay:
    after: list[Session] = []
    try:
        after.extend(replayed(kept))
    except (ValueError, LedgerCorruptError) as error:
        return _Replay(tuple(after[: len(kept.told)]), None, f"it cannot be evaluated: {error}")
    end = after[-1] if after else _before_the_first(kept)
    return _Replay(tuple(after[: len(kept.told)]), replace(end, deal=None))


def _before_the_first(kept: Session) -> Session:
    return replace(
        kept,
        player=Side(kept.terms.start, kept.terms.lives),
        character=Side(kept.terms.start, kept.character.garments),
        first=Seat.PLAYER,
        pot=0,
        pushes=0,
        last=None,
        result=None,
    )


def deals_of(kept: Session) -> tuple[Session, ...]:
    """How it stood after each deal, as far as the rules allow the kept cards and choices."""
    return _replay(kept).after


def differences(kept: Session) -> tuple[str, ...]:
    """What the rules make otherwise, a sentence each; none where all is as it was kept."""
    return _differences(kept, _replay(kept))


def _differences(kept: Session, again: _Replay) -> tuple[str, ...]:
    if again.end is None:
        return (again.fault,)
    return tuple(
        f"{field.name} is {_shown(was)}, the rules make it {_shown(made)}"
        for field in fields(Session)
        if (was := getattr(kept, field.name)) != (made := getattr(again.end, field.name))
    )


def _shown(value: object) -> str:
    match value:
        case Side():
            return (
                f"(bank {value.bank}, {value.lost} of {value.garments} lost, "
                f"{value.at_stake} at stake)"
            )
        case tuple():
            return "; ".join(map(str, value)) or "nothing"
        case None:
            return "open"
        case _:
            return str(value)


# --- telling ----------------------------------------------------------------------------------


def tell(record: RoundRecord, documents: Documents) -> Retold:  # noqa: ARG001 - as every teller
    """The session of a record.

    Raises:
        LedgerCorruptError: when no program of ours wrote it.
    """
    kept = read_session(record.text)
    again = _replay(kept)
    return Retold(
        number=kept.number,
        is_over=kept.result is not None,
        credit_before=kept.credit_before,
        bet=kept.price,
        result="" if kept.result is None else kept.result.value,
        won=0,
        collected=0,
        facts=_facts(kept, again),
        cells=_cells(kept),
        steps=tuple(_steps(kept, again)),
        differences=_differences(kept, again),
    )


TELLER = Teller(COLUMNS, tell)


def _facts(kept: Session, again: _Replay) -> dict[str, object]:
    return {
        "opponent": kept.opponent,
        "level": kept.level,
        "price": kept.price,
        "terms": {**asdict(kept.terms), "deck": int(kept.terms.deck)},
        "player": asdict(kept.player),
        "character": asdict(kept.character),
        "pot": kept.pot,
        "pushes": kept.pushes,
        "result": None if kept.result is None else kept.result.value,
        "deals": [_deal_facts(after) for after in again.after],
        "deal_lines": list(kept.told),
    }


def _deal_facts(after: Session) -> dict[str, object]:
    deal, last = after.deal, after.last
    assert deal is not None
    assert last is not None
    return {
        "number": deal.number,
        "first": deal.first.value,
        "ante": deal.ante,
        "carried": deal.carried,
        "player": _holding(deal.player),
        "character": _holding(deal.character),
        "moves": [
            {"seat": act.seat.value, "kind": act.kind.value, "amount": act.amount}
            for act in deal.acts
        ],
        "outcome": last.outcome.value,
        "pot": last.pot,
        "came_off": last.came_off,
        "released": last.released,
        "bought_back": last.bought_back,
        "player_bank": after.player.bank,
        "character_bank": after.character.bank,
    }


def _holding(holding: Holding) -> dict[str, object]:
    return {
        "dealt": _codes(holding.dealt),
        "changed": None if holding.change is None else list(holding.change),
        "final": None if holding.final is None else _codes(holding.final),
    }


def _cells(kept: Session) -> dict[str, str | int]:
    return {
        "opponent": kept.opponent,
        "level": kept.level,
        "deck": int(kept.terms.deck),
        "deals": len(kept.told),
        "player_bank": kept.player.bank,
        "character_bank": kept.character.bank,
        "pot": kept.pot,
        "player_lost": kept.player.lost,
        "character_lost": kept.character.lost,
        "deal_lines": "; ".join(kept.told),
    }


def _steps(kept: Session, again: _Replay) -> list[Step]:
    cards = int(kept.terms.deck)
    steps = [Step("opponent", note=f"{kept.opponent}, level {kept.level}, {cards} cards")]
    for after in again.after:
        assert after.deal is not None
        steps += [
            _hand_step(after, after.deal, Seat.CHARACTER),
            _hand_step(after, after.deal, Seat.PLAYER),
            Step(f"{after.deal.number} moves", note=_moves(after.deal)),
            Step(f"{after.deal.number} end", note=_end(after)),
        ]
    if kept.result is not None:
        steps.append(Step("session", note=kept.result.value))
    return steps


def _hand_step(after: Session, deal: Deal, seat: Seat) -> Step:
    """The last cards of a side, those that came by the exchange marked."""
    holding = deal.holding(seat)
    name = evaluate(holding.cards, after.terms.ranking).category.value.replace("_", " ")
    marked = (holding.change or ()) if holding.final is not None else ()
    return Step(f"{deal.number} {seat}", tuple(_codes(holding.cards)), marked, name)


def _moves(deal: Deal) -> str:
    antes = f"ante {deal.ante}" + (f", {deal.carried} carried" if deal.carried else "")
    return "; ".join([antes, *(_move(act) for act in deal.acts)])


_DONE = {
    MoveKind.OPEN: "opens {}",
    MoveKind.WAIT: "waits",
    MoveKind.RAISE: "raises {}",
    MoveKind.CALL: "calls {}",
    MoveKind.FOLD: "folds",
    MoveKind.EXCHANGE: "changes {}",
}


def _move(act: Act) -> str:
    size = len(act.change) if act.kind is MoveKind.EXCHANGE else act.amount
    return f"{act.seat} {_DONE[act.kind].format(size)}"


def _end(after: Session) -> str:
    last = after.last
    assert last is not None
    if last.outcome is Outcome.PUSH:
        said = [f"push, {last.pot} stays"]
    else:
        said = [f"{last.outcome} takes {last.pot}"]
    said += [f"{last.came_off} off"] if last.came_off else []
    said += [f"{last.released} free again"] if last.released else []
    said += ["one bought back"] if last.bought_back else []
    return f"{', '.join(said)}; {after.player.bank} to {after.character.bank}"


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]

"""A kept round of Cinque Mani, told and played once more.

The round is played again through the very rules that made it: of each deal the kept cards out of
play on top of the deck and the kept hands laid by every seat. Whatever then stands otherwise
than it was kept is a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace

from firmware.cards.card import Card
from firmware.errors import LedgerCorruptError, RuleError
from firmware.games.cinque_mani.hands import FlushOrder, evaluate
from firmware.games.cinque_mani.notation import read_deal
from firmware.games.cinque_mani.records import read_round
from firmware.games.cinque_mani.rules import PLAYERS, STAKES, CinqueMani
from firmware.games.cinque_mani.scoring import points, winners
from firmware.games.cinque_mani.table import (
    HANDS,
    PERSON,
    POINTS,
    Deal,
    Phase,
    Plan,
    Result,
    Round,
    Table,
    verify_arrangement,
)
from firmware.games.telling import AsKept, Documents, Retold, Step, Teller
from firmware.transaction import RoundRecord

COLUMNS = ("players", "level", "deals", "points", "sweeps", "deal_lines")
"""Cells of a round besides those that every game has."""


# --- playing it once more ---------------------------------------------------------------------


def replayed(kept: Round) -> Iterator[Round]:
    """The round as the rules make it of the kept cards and hands: when its stake is taken,
    after each deal and, when the player left, once more at its end.

    Args:
        kept: the round as it was stored; of its results nothing is looked at but whether the
            player left.

    Raises:
        ValueError, LedgerCorruptError: the rules do not allow it, or a deal cannot be read.
    """
    _verify_terms(kept)
    game = CinqueMani(kept.terms)
    table = Table(stake=kept.stake, players=kept.players, dealer=kept.dealer)
    begun = game.deal(table, kept.credit_before, kept.number, AsKept(())).record
    assert begun is not None
    yield begun
    for line in kept.told:
        table = _dealt(game, table, kept, line)
        assert table.round is not None
        yield table.round
    if kept.result is Result.LEFT:
        left = game.leave(table).record
        if left is None:
            raise RuleError("nobody leaves a round that has not begun, or is over")
        yield left


def _verify_terms(kept: Round) -> None:
    terms = kept.terms
    is_offered = (
        kept.stake in STAKES
        and kept.players in PLAYERS
        and 0 <= kept.dealer < kept.players
        and terms.deals >= 1
        and min(terms.bonus, terms.clock_s) >= 0
    )
    if not is_offered:
        raise RuleError(
            f"nobody plays under these terms: {terms}, stake {kept.stake}, "
            f"players {kept.players}, dealer {kept.dealer}"
        )


def _dealt(game: CinqueMani, table: Table, kept: Round, line: str) -> Table:
    """The table after one more deal."""
    if table.round is not None and table.round.result is not None:
        raise RuleError(f"a deal after the end of the round: '{line[:120]}'")
    told = read_deal(line)
    if not told.arrangements:
        raise RuleError(f"nobody has laid hands: '{line[:120]}'")
    table = game.deal(table, kept.credit_before, kept.number, AsKept(told.removed)).table
    assert table.round is not None
    assert table.round.deal is not None
    deal, hands = table.round.deal, told.arrangements[PERSON]
    verify_arrangement(hands, deal.cards)
    # How she came to them is not kept: any arrangement of the cards may be made.
    laid = replace(deal, hands=hands, own=hands, plan=Plan.MINE)
    table = replace(table, phase=Phase.TABLE, round=replace(table.round, deal=laid))
    table = game.confirm(game.lay(table, told.arrangements[1:]).table).table
    return game.reveal_all(table).table


@dataclass(frozen=True, slots=True)
class _Replay:
    """A round played once more: how it stood after each deal, as far as the rules allow.

    Attributes:
        after: the round after each deal that could be played.
        end: how it stands at the end; None when it could not be played that far.
        fault: why not; empty otherwise.
    """

    after: tuple[Round, ...]
    end: Round | None
    fault: str = ""


def _replay(kept: Round) -> _Replay:
    made: list[Round] = []
    try:
        made.extend(replayed(kept))
    except (ValueError, LedgerCorruptError) as error:
        return _Replay(_of_deals(made, kept), None, f"it cannot be evaluated: {error}")
    return _Replay(_of_deals(made, kept), replace(made[-1], deal=None))


def _of_deals(made: Sequence[Round], kept: Round) -> tuple[Round, ...]:
    return tuple(made[1 : 1 + len(kept.told)])


def deals_of(kept: Round) -> tuple[Round, ...]:
    """How it stood after each deal, as far as the rules allow the kept cards and choices."""
    return _replay(kept).after


def differences(kept: Round) -> tuple[str, ...]:
    """What the rules make otherwise, a sentence each; none where all is as it was kept."""
    return _differences(kept, _replay(kept))


def _differences(kept: Round, again: _Replay) -> tuple[str, ...]:
    if again.end is None:
        return (again.fault,)
    return tuple(
        f"{field.name} is {_shown(was)}, the rules make it {_shown(made)}"
        for field in fields(Round)
        if (was := getattr(kept, field.name)) != (made := getattr(again.end, field.name))
    )


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return "; ".join(map(str, value)) or "nothing"
    return "open" if value is None else str(value)


# --- telling ----------------------------------------------------------------------------------


def tell(record: RoundRecord, documents: Documents) -> Retold:  # noqa: ARG001 - as every teller
    """The round of a record.

    Raises:
        LedgerCorruptError: when no program of ours wrote it.
    """
    kept = read_round(record.text)
    again = _replay(kept)
    return Retold(
        number=kept.number,
        is_over=kept.result is not None,
        credit_before=kept.credit_before,
        bet=kept.stake,
        result="" if kept.result is None else kept.result.value,
        won=kept.paid,
        collected=kept.paid,
        facts=_facts(kept, again),
        cells=_cells(kept),
        steps=tuple(_steps(kept, again)),
        differences=_differences(kept, again),
        score=_to(kept.points),
    )


TELLER = Teller(COLUMNS, tell)


def _facts(kept: Round, again: _Replay) -> dict[str, object]:
    return {
        "stake": kept.stake,
        "players": kept.players,
        "terms": asdict(kept.terms),
        "points": list(kept.points),
        "sweeps": kept.sweeps,
        "result": None if kept.result is None else kept.result.value,
        "paid": kept.paid,
        "deals": [_deal_facts(after) for after in again.after],
        "deal_lines": list(kept.told),
    }


def _deal_facts(after: Round) -> dict[str, object]:
    deal = after.deal
    assert deal is not None
    won = winners(deal.arrangements, after.terms.ranking)
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "removed": _codes(deal.removed),
        "hands": [
            [{"cards": _codes(hand), "name": evaluate(hand).category.value} for hand in arrangement]
            for arrangement in deal.arrangements
        ],
        "winners": list(won),
        "points": list(points(won, after.players)),
    }


def _cells(kept: Round) -> dict[str, str | int]:
    return {
        "players": kept.players,
        "level": kept.terms.level.value,
        "deals": len(kept.told),
        "points": _to(kept.points),  # "7-18" is a date to a spreadsheet
        "sweeps": kept.sweeps,
        "deal_lines": "; ".join(kept.told),
    }


def _steps(kept: Round, again: _Replay) -> list[Step]:
    steps = [Step("table", note=_table(kept))]
    for after in again.after:
        assert after.deal is not None
        steps += _deal_steps(after, after.deal)
    if kept.result is not None:
        totals = _to(kept.points)
        steps.append(Step("round", note=f"{kept.result} {totals}, {kept.paid} paid"))
    return steps


def _table(kept: Round) -> str:
    """Who plays, and every option that is in force."""
    terms = kept.terms
    said = [f"{kept.players} players", f"level {terms.level}"]
    if terms.deals > 1:
        said.append(f"a match of {terms.deals} deals")
    if terms.flush is FlushOrder.SUIT_FIRST:
        said.append("flushes by suit first")
    if terms.minima_batte_massima:
        said.append("the lowest straight flush beats the highest")
    if terms.bonus:
        said.append(f"bonus {terms.bonus}")
    if terms.clock_s:
        said.append(f"clock {terms.clock_s} s")
    return ", ".join(said)


def _deal_steps(after: Round, deal: Deal) -> Iterator[Step]:
    """The cards out of play, every position from the first to the fifth, and the points."""
    dealt = "dealt by " + ("the player" if deal.dealer == PERSON else _seat(deal.dealer))
    yield Step(f"{deal.number} out of play", tuple(_codes(deal.removed)), note=dealt)
    won = winners(deal.arrangements, after.terms.ranking)
    for at in range(HANDS):
        for seat, arrangement in enumerate(deal.arrangements):
            name = evaluate(arrangement[at]).category.value.replace("_", " ")
            taker = {seat: "takes", None: "nobody takes"}.get(won[at], "")
            note = f"{name}, {taker} {POINTS[at]}" if taker else name
            cards = tuple(_codes(arrangement[at]))
            yield Step(f"{deal.number} hand {at + 1} {_seat(seat)}", cards, note=note)
    gained = _to(points(won, after.players))
    so_far = f", {_to(after.points)} so far" if deal.number > 1 else ""
    yield Step(f"{deal.number} points", note=gained + so_far)


def _to(totals: Sequence[int]) -> str:
    return " to ".join(map(str, totals))


def _seat(seat: int) -> str:
    return "player" if seat == PERSON else f"computer {seat}"


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]

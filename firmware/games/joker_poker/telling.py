"""A kept round of Joker Poker, told and played once more.

The round is played again through the very rules that made it: the kept cards on top of the
deck, the kept choices pressed. Whatever then stands otherwise than it was kept is a difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from firmware.cards.card import Card
from firmware.errors import LedgerCorruptError, RuleError
from firmware.games.joker_poker.double_up import pending_after
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import PAYING_HANDS, PayTable
from firmware.games.joker_poker.records import pay_table_of, read_round
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Double, Phase, Round, Table
from firmware.games.telling import AsKept, Documents, Retold, Step, Teller
from firmware.transaction import RoundRecord

COLUMNS = (
    "chips",
    "chip_value",
    "pay_table",
    "dealt",
    "held",
    "drawn",
    "final",
    "doubles",
)
"""Cells of a round besides those that every game has."""

_NO_LIMIT = 2**63
"""The doubling limit is the operator's and may have been another one: it decides no win."""


# --- playing it once more ---------------------------------------------------------------------


def replayed(kept: Round, pay_table: PayTable) -> Round:
    """The round that the rules make of the kept cards and choices.

    Args:
        kept: the round as it was stored; its results are not looked at, only how far it came.
        pay_table: the one it was staked under.

    Raises:
        RuleError: the rules do not allow it.
    """
    if kept.chip_value < 1:
        raise RuleError(f"there is no chip of {kept.chip_value} credits")
    game = JokerPoker(pay_table, (kept.chip_value,), _NO_LIMIT)
    table = Table(chips=kept.chips, chip_value=kept.chip_value)
    chance = AsKept((*kept.dealt, *kept.stock))
    table = game.deal(table, kept.credit_before, kept.number, chance).table
    for position in sorted(set(table.held) ^ set(kept.held)):
        table = game.hold(table, position).table
    if kept.final is not None:
        table = game.draw(table).table
    for double in kept.doubles:
        table = _doubled(game, table, double)
    if kept.is_over and table.phase is Phase.WIN:
        table = game.collect(table).table
    assert table.round is not None
    return replace(table.round, table=kept.table)


def _doubled(game: JokerPoker, table: Table, kept: Double) -> Table:
    double = game.half_double if kept.banked else game.double
    opened = double(table, AsKept(kept.cards)).table
    return opened if kept.pick is None else game.pick(opened, kept.pick).table


def differences(kept: Round, documents: Documents) -> tuple[str, ...]:
    """What the rules make otherwise, a sentence each; none where all is as it was kept."""
    try:
        again = replayed(kept, pay_table_of(kept, documents))
    except (RuleError, LedgerCorruptError) as error:
        return (f"it cannot be evaluated: {error}",)
    return tuple(
        f"{field.name} is {_shown(was)}, the rules make it {_shown(made)}"
        for field in fields(Round)
        if (was := getattr(kept, field.name)) != (made := getattr(again, field.name))
    )


def _shown(value: object) -> str:
    match value:
        case tuple():
            return " ".join(map(_shown, value)) or "nothing"
        case Double():
            pick = "open" if value.pick is None else f"{value.pick} {value.outcome}"
            return f"({_shown(value.cards)}, stake {value.stake}, banked {value.banked}, {pick})"
        case None:
            return "open"
        case _:
            return str(value)


# --- telling ----------------------------------------------------------------------------------


def tell(record: RoundRecord, documents: Documents) -> Retold:
    """The round of a record.

    Raises:
        LedgerCorruptError: when no program of ours wrote it.
    """
    kept = read_round(record.text)
    return Retold(
        number=kept.number,
        is_over=kept.is_over,
        credit_before=kept.credit_before,
        bet=kept.bet,
        result="" if kept.hand is None else kept.hand.value,
        won=kept.paid,
        collected=kept.collected,
        facts=_facts(kept, documents),
        cells=_cells(kept),
        steps=tuple(_steps(kept)),
        differences=differences(kept, documents),
    )


TELLER = Teller(COLUMNS, tell)


def _facts(kept: Round, documents: Documents) -> dict[str, object]:
    return {
        "chips": kept.chips,
        "chip_value": kept.chip_value,
        "pay_table": _pay_table(kept, documents),
        "dealt": _codes(kept.dealt),
        "held": list(kept.held),
        "drawn": _codes(_drawn(kept)),
        "final": None if kept.final is None else _codes(kept.final),
        "hand": None if kept.hand is None else kept.hand.value,
        "paid": kept.paid,
        "waiting": kept.win,
        "doubles": [_double(double) for double in kept.doubles],
    }


def _pay_table(kept: Round, documents: Documents) -> dict[str, object] | None:
    try:
        table = pay_table_of(kept, documents)
    except LedgerCorruptError:
        return None
    rows = {hand.value: list(table.rows[hand]) for hand in PAYING_HANDS}
    return {"edition": table.edition, "rows": rows}


def _double(double: Double) -> dict[str, object]:
    return {
        "stake": double.stake,
        "banked": double.banked,
        "dealer": str(double.cards[0]) if double.cards else None,
        "cards": _codes(double.cards[1:]),
        "pick": double.pick,
        "picked": _picked(double),
        "outcome": None if double.outcome is None else double.outcome.value,
        "won": _returned(double),
    }


def _picked(double: Double) -> str | None:
    pick = double.pick
    if pick is None or not 2 <= pick <= len(double.cards):
        return None
    return str(double.cards[pick - 1])


def _returned(double: Double) -> int | None:
    """Credits that a decided double gave; None while it is open."""
    if double.outcome is None or double.stake < 1:
        return None
    return pending_after(double.outcome, double.stake)


def _cells(kept: Round) -> dict[str, str | int]:
    return {
        "chips": kept.chips,
        "chip_value": kept.chip_value,
        "pay_table": kept.table,
        "dealt": _text(kept.dealt),
        "held": " ".join(map(str, kept.held)),
        "drawn": _text(_drawn(kept)),
        "final": _text(kept.final or ()),
        "doubles": "; ".join(map(_double_text, kept.doubles)),
    }


def _double_text(double: Double) -> str:
    """One double in one line: `15 on QH: 2C [KC] 4D 5S won 30`."""
    four = " ".join(
        f"[{card}]" if place == double.pick else str(card)
        for place, card in enumerate(double.cards[1:], start=2)
    )
    end = "open" if double.outcome is None else f"{double.outcome} {_returned(double)}"
    banked = f", {double.banked} banked" if double.banked else ""
    return f"{double.stake} on {_text(double.cards[:1])}: {four} {end}{banked}"


def _drawn(kept: Round) -> tuple[Card, ...]:
    """The cards that came for those not held, left to right; none before the draw."""
    if kept.final is None:
        return ()
    return tuple(card for place, card in enumerate(kept.final, 1) if place not in kept.held)


def _steps(kept: Round) -> list[Step]:
    held = f"held {' '.join(map(str, kept.held))}" if kept.held else "nothing held"
    steps = [Step("dealt", tuple(_codes(kept.dealt)), kept.held, held)]
    if kept.final is None:
        return [*steps, Step("the draw is open")]
    came = [
        "" if place in kept.held else str(card) for place, card in enumerate(kept.final, start=1)
    ]
    name = (kept.hand or Hand.NOTHING).value.replace("_", " ")
    pays = f"{name}, pays {kept.paid}" if kept.paid else name
    steps += [
        Step("drawn", tuple(came)),
        Step("final", tuple(_codes(kept.final)), note=pays),
    ]
    for number, double in enumerate(kept.doubles, start=1):
        banked = f" ({double.banked} banked)" if double.banked else ""
        end = "open" if double.outcome is None else f"{double.outcome}, {_returned(double)}"
        marked = () if double.pick is None else (double.pick,)
        note = f"stake {double.stake}{banked}: {end}"
        steps.append(Step(f"double {number}", tuple(_codes(double.cards)), marked, note))
    if kept.collected:
        steps.append(Step("collected", note=str(kept.collected)))
    if kept.win:
        steps.append(Step("waiting", note=str(kept.win)))
    return steps


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _text(cards: Sequence[Card]) -> str:
    return " ".join(_codes(cards))

"""What a seat may know of a table: the one way from the whole deal to a `View`."""

from __future__ import annotations

from firmware.errors import RuleError
from firmware.games.strip_poker.seat import Move, MoveKind, Seat, View
from firmware.games.strip_poker.stakes import max_amount, means, raises_left
from firmware.games.strip_poker.table import Act, Table


def view_of(table: Table, seat: Seat) -> View:
    """The deal as `seat` sees it.

    The other's cards, the stock and a choice that the other has made in secret are not read.

    Raises:
        RuleError: there is no deal.
    """
    session = table.session
    if session is None or session.deal is None:
        raise RuleError(f"there is no deal to look at in '{table.phase}'")
    deal, terms = session.deal, session.terms
    own, other = session.side(seat), session.side(seat.other)
    holding = deal.holding(seat)
    return View(
        ranking=terms.ranking,
        phase=table.phase,
        cards=holding.cards,
        is_first=deal.first is seat,
        moves=tuple(_seen(act, seat) for act in deal.acts),
        pot=session.pot,
        carried=deal.carried,
        carried_pushes=deal.pushes,
        ante=deal.ante,
        facing=deal.facing if deal.turn is seat else 0,
        max_amount=max_amount(table, seat),
        raises_left=raises_left(table),
        own_bank=own.bank,
        other_bank=other.bank,
        own_means=means(own, terms),
        other_means=means(other, terms),
        own_garments_free=own.free,
        other_garments_free=other.free,
        garment_value=terms.garment_value,
        exchanged_own=None if holding.change is None else len(holding.change),
        exchanged_other=_exchanged(deal.acts, seat.other),
    )


def _seen(act: Act, seat: Seat) -> Move:
    changed = len(act.change) if act.kind is MoveKind.EXCHANGE else None
    return Move(act.seat is seat, act.kind, act.amount, changed)


def _exchanged(acts: tuple[Act, ...], seat: Seat) -> int | None:
    """How many cards `seat` changed, once that is public."""
    changes = (len(act.change) for act in acts if act.seat is seat and _is_exchange(act))
    return next(changes, None)


def _is_exchange(act: Act) -> bool:
    return act.kind is MoveKind.EXCHANGE

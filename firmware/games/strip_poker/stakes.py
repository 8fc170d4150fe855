"""Money and garments: what a side can pay, what it pledges for that, and what becomes of it.

At all times `bank + bank + pot = 2 x start + garment value x (garments off + at stake)`: a
pledge brings money from the house, a release or a buy-back gives it back, and nothing else
makes or takes any.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware.games.strip_poker.seat import Phase, Seat
from firmware.games.strip_poker.table import ANTE, Session, Side, Table, Terms

NO_CAP = 1_000_000
"""Raises left where the operator has set no limit: more than any money pays for."""


def means(side: Side, terms: Terms) -> int:
    """All that a side can still pay: its bank and every garment that is on and not pledged."""
    return side.bank + terms.garment_value * side.free


def reach(side: Side, terms: Terms) -> int:
    """What one action may cost a side: its bank and, as the operator allows, one more garment
    or all of them."""
    free = min(side.free, 1) if terms.has_one_pledge else side.free
    return side.bank + terms.garment_value * free


def next_ante(session: Session) -> int:
    """What each pays before the next deal.

    Less than 5 only for a carried pot: both pay what the poorer one still has, which may be
    nothing. After a pot that was taken both have 5, or the session is over.
    """
    poorer = min(means(session.player, session.terms), means(session.character, session.terms))
    return min(ANTE, poorer)


def raises_left(table: Table) -> int:
    """How many raises this round still allows."""
    if table.session is None or table.session.deal is None:
        return 0
    cap = table.session.terms.raise_cap
    return max(0, cap - table.session.deal.raises) if cap else NO_CAP


def max_amount(table: Table, seat: Seat) -> int:
    """The most that `seat` may open or raise now; 0 where it may do neither.

    No more than the other side can call, so every call can be paid and there are no side pots.
    """
    session = table.session
    if session is None or session.deal is None or session.deal.turn is not seat:
        return 0
    if table.phase in (Phase.B1_FACING, Phase.B2_FACING) and not raises_left(table):
        return 0
    own = reach(session.side(seat), session.terms) - session.deal.facing
    return max(0, min(own, reach(session.side(seat.other), session.terms)))


@dataclass(frozen=True, slots=True)
class Paid:
    """A side after a payment, and how many garments that put at stake."""

    side: Side
    pledged: int


def pay(side: Side, amount: int, terms: Terms) -> Paid:
    """Take `amount` out of the bank, pledging the outermost garments as long as it is short.

    Raises:
        ValueError: it is more than the side's means; the rules never ask for that.
    """
    if amount > means(side, terms):
        raise ValueError(f"{amount} is more than the means of {means(side, terms)}")
    short = max(0, amount - side.bank)
    pledged = -(-short // terms.garment_value)
    bank = side.bank + pledged * terms.garment_value - amount
    return Paid(replace(side, bank=bank, at_stake=side.at_stake + pledged), pledged)


def pledged_by(side: Side, amount: int, terms: Terms) -> tuple[int, ...]:
    """The garments that a payment would put at stake, by their place from 0, the outermost.

    Raises:
        ValueError: as `pay`.
    """
    begun = side.lost + side.at_stake
    return tuple(range(begun, begun + pay(side, amount, terms).pledged))


def release(side: Side, terms: Terms) -> Side:
    """The winner's side: every garment at stake is free again, its money back to the house."""
    return replace(side, bank=side.bank - terms.garment_value * side.at_stake, at_stake=0)


def undress(side: Side) -> Side:
    """The loser's side: every garment at stake comes off."""
    return replace(side, lost=side.lost + side.at_stake, at_stake=0)


def can_redeem(side: Side, terms: Terms) -> bool:
    """Whether a winner may buy a garment back: it leaves what everybody began with."""
    return side.lost > 0 and side.bank >= terms.start + terms.garment_value


def redeem(side: Side, terms: Terms) -> Side:
    """The garment lost last is on again."""
    return replace(side, bank=side.bank - terms.garment_value, lost=side.lost - 1)

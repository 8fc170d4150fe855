"""The end of a deal: who takes the pot, what comes off, what is bought back, who has won."""

from __future__ import annotations

from dataclasses import replace

from firmware.games.strip_poker.notation import write_deal
from firmware.games.strip_poker.seat import Seat
from firmware.games.strip_poker.stakes import can_redeem, means, redeem, release, undress
from firmware.games.strip_poker.table import (
    ANTE,
    Deal,
    Outcome,
    Result,
    Session,
    Settlement,
    Side,
)


def settled(session: Session, deal: Deal) -> Session:
    """The session after a deal that is over.

    A push leaves pot and garments at stake where they are. Else the winner takes the pot and
    releases what he had at stake, and what the loser had at stake comes off. The character
    buys a garment back whenever she may; the player is asked.

    Args:
        session: before it; its pot is still on the table.
        deal: with its outcome.
    """
    assert deal.outcome is not None
    winner = deal.outcome.winner
    after = replace(
        session,
        deal=deal,
        first=deal.first.other,
        told=(*session.told, write_deal(deal)),
    )
    if winner is None:
        kept = Settlement(Outcome.PUSH, session.pot)
        return replace(after, pushes=session.pushes + 1, last=kept)
    return _ended(_taken(after, deal.outcome, winner))


def _taken(session: Session, outcome: Outcome, winner: Seat) -> Session:
    terms = session.terms
    won, lost = session.side(winner), session.side(winner.other)
    settlement = Settlement(outcome, session.pot, lost.at_stake, won.at_stake)
    # The pot holds at least what the winner put in, so the release can be paid.
    won, lost = release(replace(won, bank=won.bank + session.pot), terms), undress(lost)
    if winner is Seat.CHARACTER and can_redeem(won, terms):
        won, settlement = redeem(won, terms), replace(settlement, bought_back=True)
    player, character = _seated(winner, won, lost)
    return replace(session, player=player, character=character, pot=0, pushes=0, last=settlement)


def _seated(winner: Seat, won: Side, lost: Side) -> tuple[Side, Side]:
    return (won, lost) if winner is Seat.PLAYER else (lost, won)


def _ended(session: Session) -> Session:
    """With its result, when somebody has won; a pot has just been taken."""
    if session.character.lost == session.character.garments:
        return replace(session, result=Result.WON)
    if means(session.player, session.terms) < ANTE:
        return replace(session, result=Result.LOST)
    return session

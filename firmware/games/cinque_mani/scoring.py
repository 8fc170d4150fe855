"""The points of a deal, and the credits of a stake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from firmware.games.cinque_mani.hands import Ranking, best_of, evaluate
from firmware.games.cinque_mani.notation import write_deal
from firmware.games.cinque_mani.table import (
    ALL_POINTS,
    HANDS,
    PERSON,
    POINTS,
    Arrangement,
    Deal,
    Result,
    Round,
)
from firmware.money import Account, Block, GameId, Moment, Posting, Transfer

BLOCK = Block(GameId.CINQUE_MANI)
"""Where the books count it."""

_ENDS = {
    Result.WON: Moment.WON,
    Result.LEVEL: Moment.LEVEL,
    Result.LOST: Moment.LOST,
    Result.LEFT: Moment.LOST,
}


def winners(arrangements: Sequence[Arrangement], ranking: Ranking) -> tuple[int | None, ...]:
    """The seat whose hand is the best at each position, first to fifth; None where nobody's is.

    Nobody's is, where the best hand lies there twice, card by card; under the option with its
    circle also where three hands beat each other.
    """
    return tuple(
        best_of([evaluate(each[at], ranking) for each in arrangements], ranking)
        for at in range(HANDS)
    )


def points(won: Sequence[int | None], players: int) -> tuple[int, ...]:
    """What each seat has of the positions that are turned up.

    >>> points((0, 0, None, 1), players=2)
    (7, 6)
    """
    return tuple(
        sum(worth for seat, worth in zip(won, POINTS, strict=False) if seat == player)
        for player in range(players)
    )


def shown_points(played: Round, deal: Deal) -> tuple[int, ...]:
    """What each seat has so far of the deal that is being revealed; nothing of what is hidden."""
    if not deal.is_confirmed:
        return (0,) * played.players
    won = winners(deal.arrangements, played.terms.ranking)
    return points(won[: deal.shown], played.players)


def result(totals: Sequence[int]) -> Result:
    """How a stake ended for the player, by the points of all seats.

    >>> result((12, 13, 0)), result((9, 9, 7))
    (<Result.LOST: 'lost'>, <Result.LEVEL: 'level'>)
    """
    if totals[PERSON] < max(totals):
        return Result.LOST
    return Result.WON if totals.count(totals[PERSON]) == 1 else Result.LEVEL


def prize(played: Round) -> int:
    """Credits that come back: the stakes of all for the best total, shared where several have
    it and rounded down; to a prize that is not shared the house adds its bonus."""
    ended = result(played.points)
    if ended is Result.LOST:
        return 0
    stakes = played.stake * played.players
    if ended is Result.LEVEL:
        return stakes // played.points.count(played.points[PERSON])
    return stakes + played.sweeps * played.terms.bonus * played.stake


def settled(played: Round, deal: Deal) -> Round:
    """The round after a deal that is wholly turned up; with its result after the last one."""
    gained = points(winners(deal.arrangements, played.terms.ranking), played.players)
    after = replace(
        played,
        points=tuple(map(sum, zip(played.points, gained, strict=True))),
        sweeps=played.sweeps + (gained[PERSON] == ALL_POINTS),
        deal=deal,
        told=(*played.told, write_deal(deal)),
    )
    if len(after.told) < after.terms.deals:
        return after
    return replace(after, result=result(after.points), paid=prize(after))


def ending(played: Round) -> tuple[Posting, ...]:
    """The money of a round that is over; none while it goes on."""
    if played.result is None:
        return ()
    transfers = [Transfer(Account.STAKE, Account.HOUSE, played.stake)]
    if played.paid:
        transfers += [
            Transfer(Account.HOUSE, Account.PENDING, played.paid),
            Transfer(Account.PENDING, Account.CREDIT, played.paid),
        ]
    return (Posting(_ENDS[played.result], tuple(transfers), BLOCK, played.result.value),)

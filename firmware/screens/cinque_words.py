"""What the table of Cinque Mani says: names of hands and players, scores, what decided."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from firmware.games.cinque_mani.building import candidates, discard
from firmware.games.cinque_mani.hands import Category, Made, Ranking, Reason, compare, evaluate
from firmware.games.cinque_mani.scoring import points, winners
from firmware.games.cinque_mani.table import (
    PERSON,
    Arrangement,
    Deal,
    Hand,
    Phase,
    Round,
    Table,
)
from firmware.screens.speech import Speech
from firmware.words import Language, Message

COUNT_HANDS = 5


@lru_cache(maxsize=256)
def made_of(hand: Hand, ranking: Ranking) -> Made:
    """What five cards make, remembered."""
    return evaluate(hand, ranking)


def laid(category: Category) -> Message:
    """What a hand makes, in capitals."""
    return Message(f"laid.{category.value}")


def player(seat: int, players: int, words: Speech) -> str:
    """Who sits there: you, the other, or one of several others."""
    if seat == PERSON:
        return words.text("cinque.you")
    if players == 2:
        return words.text("cinque.opponent")
    return words.text("cinque.opponent_number", number=seat)


@lru_cache(maxsize=16)
def columns_of(table: Table) -> Arrangement:
    """The hands that stand in the five columns: what is offered, or what is laid; () for none."""
    deal = table.dealt
    if deal is None:
        return ((),) * COUNT_HANDS
    if table.phase is not Phase.BUILD:
        return deal.hands
    offered = tuple(found.cards for found in candidates(deal.left, table.page))
    return (*offered, *((),) * (COUNT_HANDS - 1 - len(offered)), discard(deal.left))


@lru_cache(maxsize=64)
def won_by(arrangements: tuple[Arrangement, ...], ranking: Ranking) -> tuple[int | None, ...]:
    """The seat that has the best hand at each position, remembered."""
    return winners(arrangements, ranking)


def score(played: Round, deal: Deal, shown: int) -> tuple[int, ...]:
    """What each seat has of the positions that are seen to be turned up."""
    if not shown:
        return (0,) * played.players
    won = won_by(deal.arrangements, played.terms.ranking)
    return points(won[:shown], played.players)


def totals(played: Round, deal: Deal, shown: int, *, is_counted: bool) -> tuple[int, ...]:
    """The points of the match with those of the positions that are seen.

    Args:
        played: the round.
        deal: the one that is shown.
        shown: how many positions are seen to be turned up.
        is_counted: whether `played.points` has the whole deal already.
    """
    now = score(played, deal, shown)
    whole = score(played, deal, COUNT_HANDS) if is_counted else (0,) * played.players
    return tuple(
        before + gained - counted
        for before, gained, counted in zip(played.points, now, whole, strict=True)
    )


def in_a_row(numbers: Sequence[int], words: Speech) -> str:
    """Points of several players as they are read: `14 : 11`."""
    return " : ".join(map(words.number, numbers))


@lru_cache(maxsize=64)
def reason(own: Hand, other: Hand, ranking: Ranking, words: Speech) -> str:
    """What decided between two hands, as a short sentence."""
    found = compare(own, other, ranking)
    if found.reason is Reason.CATEGORY:
        best, least = sorted((found.first, found.second), key=lambda made: -made.category.height)
        return words.text(
            "cinque.decided.category", best=laid(best.category), least=laid(least.category)
        )
    return words.text(f"cinque.decided.{found.reason.value}")


def signed(value: Fraction, digits: int, language: Language) -> str:
    """A number with its sign and a few decimals: `+1,4`, `\u22120,25`.

    >>> signed(Fraction(-1, 4), 2, Language.IT), signed(Fraction(3, 2), 1, Language.EN)
    ('\u22120,25', '+1.5')
    """
    shown = round(value, digits)  # what is too little to be seen has no minus
    sign = "+" if shown >= 0 else "\u2212"
    return sign + language.manner.decimals(abs(float(shown)), digits)


@lru_cache(maxsize=128)
def names(cards: Hand) -> tuple[str, ...]:
    """Cards by their two letters."""
    return tuple(map(str, cards))

"""What a character has to say to what has happened at the table, and the face it makes.

Both follow from the table alone, and from what both players may know of it: neither the face
nor the words give anything away that the cards on view do not. The same table is always
answered with the same words, also after a power cut.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.games.strip_poker.cast import Character, Face, Situation
from firmware.games.strip_poker.hands import Category, evaluate
from firmware.games.strip_poker.seat import MoveKind, Phase, Seat
from firmware.games.strip_poker.table import (
    Act,
    Deal,
    Outcome,
    Result,
    Session,
    Table,
)
from firmware.words import Language

BIG_POT = 60
"""A pot, in stripdollars, that is worth a bigger word: two raises each."""
WEAK = (Category.NOTHING,)
"""A hand to bet on is a bluff."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What is spoken to.

    Attributes:
        situation: what has happened.
        number: the cards changed, or which garment or life was lost, from 1; else None.
    """

    situation: Situation
    number: int | None = None


_FACES = {
    Situation.GREETING: Face.GLAD,
    Situation.OPEN: Face.POKER,
    Situation.RAISE: Face.POKER,
    Situation.CALL: Face.POKER,
    Situation.THINKING: Face.POKER,
    Situation.WIN: Face.GLAD,
    Situation.BIG_WIN: Face.GLAD,
    Situation.LOSE_DEAL: Face.WORRIED,
    Situation.PLEDGE: Face.WORRIED,
    Situation.LOSE_GARMENT: Face.SHOCKED,
    Situation.BUY_BACK: Face.GLAD,
    Situation.BLUFF_CALLED: Face.GLAD,
    Situation.CAUGHT_BLUFFING: Face.SHOCKED,
    Situation.PLAYER_FOLDS: Face.GLAD,
    Situation.PLAYER_LOSES_LIFE: Face.GLAD,
    Situation.PLAYER_BUYS_BACK: Face.WORRIED,
    Situation.PLAYER_BEATEN: Face.GLAD,
    Situation.FAREWELL: Face.GLAD,
}
"""The face for a remark; neutral where none is named."""


_NEUTRAL = {
    Situation.LOSE_GARMENT: Situation.LOSE_DEAL,
    Situation.FAREWELL: Situation.LOSE_DEAL,
    Situation.PLEDGE: Situation.RAISE,
    Situation.BUY_BACK: Situation.WIN,
    Situation.PLAYER_LOSES_LIFE: Situation.WIN,
    Situation.PLAYER_BUYS_BACK: Situation.LOSE_DEAL,
}
"""What is said in place of what speaks of garments, where none are shown."""


def face(table: Table) -> Face:
    """The face that goes with the last remark."""
    found = remark(table)
    return Face.NEUTRAL if found is None else _FACES.get(found.situation, Face.NEUTRAL)


def remark(table: Table) -> Remark | None:
    """What is spoken to now; None where there is nothing new to say.

    >>> remark(Table())
    Remark(situation=<Situation.GREETING: 'greeting'>, number=None)
    """
    session = table.session
    if session is None:
        return Remark(Situation.GREETING)
    match table.phase:
        case Phase.BETWEEN:
            return _between(session)
        case Phase.END:
            is_won = session.result is Result.WON
            return Remark(Situation.FAREWELL if is_won else Situation.PLAYER_BEATEN)
        case Phase.SHOWDOWN:
            assert session.deal is not None
            return _shown(session, session.deal)
        case _:
            assert session.deal is not None
            return _spoken(session.deal)


def words(character: Character, table: Table, language: Language, *, has_theme: bool = True) -> str:
    """What the character says now, or nothing; without the theme nothing of garments."""
    found = remark(table)
    if found is None:
        return ""
    if not has_theme:
        found = Remark(_NEUTRAL.get(found.situation, found.situation), None)
    return words_for(character, table, found, language)


def words_for(character: Character, table: Table, found: Remark, language: Language) -> str:
    """One of the lines for a remark, always the same for the same table."""
    variants = character.said(found.situation, language, found.number)
    return variants[_turn(table) % len(variants)] if variants else ""


def _turn(table: Table) -> int:
    """A number that changes with every deal and every move."""
    session = table.session
    if session is None:
        return 0
    deal = session.deal
    spoken = 0 if deal is None else 3 * deal.number + len(deal.acts)
    return session.number + spoken + session.character.lost


def _between(session: Session) -> Remark:
    last, deal = session.last, session.deal
    if last is None or deal is None:
        return Remark(Situation.GREETING)
    if last.outcome is Outcome.PUSH:
        return Remark(Situation.PUSH)
    if last.outcome is Outcome.PLAYER:
        if last.bought_back:
            return Remark(Situation.PLAYER_BUYS_BACK)
        if last.came_off:
            return Remark(Situation.LOSE_GARMENT, session.character.lost)
        return Remark(Situation.FOLD if deal.folded else Situation.LOSE_DEAL)
    if last.came_off:
        return Remark(Situation.PLAYER_LOSES_LIFE, session.player.lost)
    if last.bought_back:
        return Remark(Situation.BUY_BACK)
    if deal.folded is Seat.PLAYER:
        return Remark(Situation.PLAYER_FOLDS)
    return Remark(Situation.BIG_WIN if last.pot >= BIG_POT else Situation.WIN)


def _shown(session: Session, deal: Deal) -> Remark:
    """Both hands are open."""
    if deal.outcome is Outcome.PUSH:
        return Remark(Situation.PUSH)
    loser = deal.player if deal.outcome is Outcome.CHARACTER else deal.character
    has_nothing = evaluate(loser.cards, session.terms.ranking).category in WEAK
    if deal.outcome is Outcome.PLAYER:
        is_bluff = has_nothing and _has_bet(deal, Seat.CHARACTER)
        return Remark(Situation.CAUGHT_BLUFFING if is_bluff else Situation.LOSE_DEAL)
    if has_nothing and _has_bet(deal, Seat.PLAYER):
        return Remark(Situation.BLUFF_CALLED)
    return Remark(Situation.BIG_WIN if session.pot >= BIG_POT else Situation.WIN)


def _has_bet(deal: Deal, seat: Seat) -> bool:
    """Whether somebody has opened or raised after the exchange."""
    after = False
    for act in deal.acts:
        if act.kind is MoveKind.EXCHANGE:
            after = True
        elif after and act.seat is seat and act.kind in (MoveKind.OPEN, MoveKind.RAISE):
            return True
    return False


def _spoken(deal: Deal) -> Remark:
    """The character's last move of the deal."""
    own = [act for act in deal.acts if act.seat is Seat.CHARACTER]
    if not own:
        return Remark(Situation.DEAL)
    return _moved(own[-1])


def _moved(act: Act) -> Remark:
    if act.pledged:
        return Remark(Situation.PLEDGE)
    match act.kind:
        case MoveKind.EXCHANGE:
            return Remark(Situation.EXCHANGE, len(act.change))
        case MoveKind.CALL:
            return Remark(Situation.CALL if act.amount else Situation.CHECK)
        case _:
            return Remark(Situation(act.kind.value))

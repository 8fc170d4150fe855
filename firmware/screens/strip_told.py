"""What has happened at the table, in plain words beside what the character says about it."""

from __future__ import annotations

from firmware.games.strip_poker.cast import Character
from firmware.games.strip_poker.hands import Made, Reason, compare
from firmware.games.strip_poker.seat import MoveKind, Phase, Seat
from firmware.games.strip_poker.table import Act, Deal, Result, Session, Table
from firmware.screens.speech import Speech
from firmware.words import Message

SECOND_ROUND = (Phase.B2_FIRST, Phase.B2_FACING)


def name_of(character: Character, words: Speech) -> str:
    """The short name of a character in the language of the picture."""
    return character.short[words.language]


def hand_title(made: Made) -> Message:
    """A hand in capitals, with the rank that names it where people say it."""
    has_rank = made.category.value in ("pair", "trips", "full_house", "quads")
    rank = made.ranks[0].name.lower() if has_rank else ""
    values = (("ranks", Message(f"ranks.{rank}")),) if rank else ()
    return Message(f"strip.{made.category.value}", values)


def told(session: Session, table: Table, character: Character, words: Speech) -> str:
    """What the character last did in this deal; before that, who begins.

    After the exchange the number of cards she changed stays beside it.
    """
    deal = session.deal
    if deal is None or (table.phase in (Phase.BETWEEN, Phase.END) and not deal.folded):
        return ""
    name, did = name_of(character, words), _did(deal)
    changed = deal.character.change if deal.player.final is not None else None
    if changed is not None:
        if not changed:
            return _stands(name, did, words)
        if did is None:
            return words.text("strip.changed", name=name, cards=len(changed))
        return words.text("strip.changed_did", name=name, cards=len(changed), did=did)
    if did is not None:
        return words.text("strip.did", name=name, did=did)
    if deal.folded:
        return ""
    if deal.first is Seat.PLAYER:
        return words.text("strip.you_begin") if table.phase is Phase.B1_FIRST else ""
    return words.text("strip.begins", name=name)


def _stands(name: str, did: Message | None, words: Speech) -> str:
    """Of an exchange of no card."""
    if did is None:
        return words.text("strip.stands", name=name)
    return words.text("strip.stands_did", name=name, did=did)


def ending(session: Session, character: Character, words: Speech) -> str:
    """Who has won the session."""
    if session.result is Result.WON:
        return words.text("strip.end.won")
    return words.text("strip.end.lost", name=name_of(character, words).upper())


def decision(session: Session, words: Speech) -> str:
    """The two ranks that decided between hands of one category; empty where none did."""
    deal = session.deal
    if deal is None or deal.folded is not None:
        return ""
    found = compare(deal.player.cards, deal.character.cards, session.terms.ranking)
    if found.ranks is None or found.reason is Reason.CATEGORY:
        return ""
    high, low = sorted(found.ranks, reverse=True)
    return words.text("strip.decides", high=_index(high.letter), low=_index(low.letter))


def _index(letter: str) -> str:
    """A rank as it stands on its card."""
    return "10" if letter == "T" else letter


def _did(deal: Deal) -> Message | None:
    """The character's last move of the present round."""
    is_second = deal.player.final is not None
    own: Act | None = None
    for act in deal.acts:
        if act.kind is MoveKind.EXCHANGE and is_second:
            own = None
        elif act.seat is Seat.CHARACTER:
            own = act
    if own is None:
        return None
    if own.kind is MoveKind.CALL and not own.amount:
        return Message("did.check")
    values = (("amount", own.amount),) if own.amount else ()
    return Message(f"did.{own.kind.value}", values)

"""The moves of a deal: what each seat may do between the cards and the pot.

They depend on the terms of the session alone, not on how the cabinet is set up now, so that a
session is played to its end as it was bought.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.cards.card import Card
from firmware.cards.evaluate import HAND_SIZE
from firmware.errors import RuleError
from firmware.games.strip_poker.hands import Winner, compare, evaluate
from firmware.games.strip_poker.play import Play, deal_in, ending
from firmware.games.strip_poker.seat import Answer, MoveKind, Phase, Seat
from firmware.games.strip_poker.settling import settled
from firmware.games.strip_poker.stakes import max_amount, pay, raises_left
from firmware.games.strip_poker.table import (
    Act,
    Deal,
    Holding,
    Outcome,
    Session,
    Side,
    Table,
)

POSITIONS = tuple(range(1, HAND_SIZE + 1))

SPEAKING = (
    Phase.B1_FIRST,
    Phase.B1_AFTER_WAIT,
    Phase.B1_FACING,
    Phase.B2_FIRST,
    Phase.B2_FACING,
)
"""Where one of the two must speak."""
_MAY_OPEN = {
    Phase.B1_FIRST: Phase.B1_FACING,
    Phase.B1_AFTER_WAIT: Phase.B1_FACING,
    Phase.B2_FIRST: Phase.B2_FACING,
}
"""Where an opening bet may be made -> where it leads."""
_MAY_RAISE = (Phase.B1_FACING, Phase.B2_FACING)
_MAY_CALL = {
    Phase.B1_AFTER_WAIT: Phase.DRAW,
    Phase.B1_FACING: Phase.DRAW,
    Phase.B2_FIRST: Phase.SHOWDOWN,
    Phase.B2_FACING: Phase.SHOWDOWN,
}
"""Where a round may be closed -> where that leads. The first speaker's show in the second round
ends the deal at once: the other gets no chance to bet."""

_OUTCOMES = {
    Winner.FIRST: Outcome.PLAYER,
    Winner.SECOND: Outcome.CHARACTER,
    Winner.PUSH: Outcome.PUSH,
}


class Moves:
    """The moves of a deal, each for the seat that makes it."""

    __slots__ = ()

    def awaited(self, table: Table) -> tuple[Seat, ...]:
        """Who must move now; both while neither has chosen what to change."""
        if table.session is None or table.session.deal is None:
            return ()
        deal = table.session.deal
        if table.phase is Phase.DRAW:
            return tuple(seat for seat in Seat if deal.holding(seat).change is None)
        return (deal.turn,) if table.phase in SPEAKING and deal.turn is not None else ()

    def verify_answer(self, table: Table, seat: Seat, answer: Answer) -> None:
        """Any move, as an opponent answers it."""
        match answer.kind:
            case MoveKind.OPEN:
                self.verify_open(table, seat, answer.amount)
            case MoveKind.WAIT:
                self.verify_wait(table, seat)
            case MoveKind.RAISE:
                self.verify_raise(table, seat, answer.amount)
            case MoveKind.CALL:
                self.verify_call(table, seat)
            case MoveKind.FOLD:
                self.verify_fold(table, seat)
            case MoveKind.EXCHANGE:
                self.verify_exchange(table, seat, answer.change)

    def answer(self, table: Table, seat: Seat, answer: Answer) -> Play:
        """Do what an opponent answers."""
        match answer.kind:
            case MoveKind.OPEN:
                return self.open(table, seat, answer.amount)
            case MoveKind.WAIT:
                return self.wait(table, seat)
            case MoveKind.RAISE:
                return self.raise_(table, seat, answer.amount)
            case MoveKind.CALL:
                return self.call(table, seat)
            case MoveKind.FOLD:
                return self.fold(table, seat)
            case MoveKind.EXCHANGE:
                return self.exchange(table, seat, answer.change)

    # --- betting ------------------------------------------------------------------------------

    def verify_open(self, table: Table, seat: Seat, amount: int) -> None:
        """An opening bet: whoever speaks where nothing is outstanding."""
        _spoken(table, seat, *_MAY_OPEN)
        _verify_amount(table, seat, amount)

    def open(self, table: Table, seat: Seat, amount: int) -> Play:
        """Bet `amount`; the other faces it."""
        self.verify_open(table, seat, amount)
        session, deal = _spoken(table, seat, *_MAY_OPEN)
        after, pledged = _paid(session, seat, amount)
        act = Act(seat, MoveKind.OPEN, amount, pledged=pledged)
        faced = replace(_acted(deal, act), turn=seat.other, facing=amount)
        return _on(table, _MAY_OPEN[table.phase], after, faced)

    def verify_wait(self, table: Table, seat: Seat) -> None:
        """Let the other speak: the first speaker of the first round alone."""
        _spoken(table, seat, Phase.B1_FIRST)

    def wait(self, table: Table, seat: Seat) -> Play:
        """The other speaks; who has waited faces whatever the other opens."""
        self.verify_wait(table, seat)
        session, deal = _spoken(table, seat, Phase.B1_FIRST)
        waited = replace(_acted(deal, Act(seat, MoveKind.WAIT)), turn=seat.other)
        return _on(table, Phase.B1_AFTER_WAIT, session, waited)

    def verify_raise(self, table: Table, seat: Seat, amount: int) -> None:
        """A raise: whoever faces a bet, until the cap."""
        _spoken(table, seat, *_MAY_RAISE)
        if not raises_left(table):
            raise RuleError("this round has all the raises that it may have")
        _verify_amount(table, seat, amount)

    def raise_(self, table: Table, seat: Seat, amount: int) -> Play:
        """Pay what is outstanding and `amount` on top; the other faces `amount`."""
        self.verify_raise(table, seat, amount)
        session, deal = _spoken(table, seat, *_MAY_RAISE)
        after, pledged = _paid(session, seat, deal.facing + amount)
        act = Act(seat, MoveKind.RAISE, amount, pledged=pledged)
        faced = replace(_acted(deal, act), turn=seat.other, facing=amount, raises=deal.raises + 1)
        return _on(table, table.phase, after, faced)

    def verify_call(self, table: Table, seat: Seat) -> None:
        """Change or show: everywhere but for the first speaker of the first round."""
        _spoken(table, seat, *_MAY_CALL)

    def call(self, table: Table, seat: Seat) -> Play:
        """Pay what is outstanding, which may be nothing, and end the round for both."""
        self.verify_call(table, seat)
        session, deal = _spoken(table, seat, *_MAY_CALL)
        after, pledged = _paid(session, seat, deal.facing)
        act = Act(seat, MoveKind.CALL, deal.facing, pledged=pledged)
        closed = replace(_acted(deal, act), turn=None, facing=0, raises=0)
        if _MAY_CALL[table.phase] is Phase.DRAW:
            made = evaluate(deal.player.cards, session.terms.ranking).positions
            marks = tuple(at for at in POSITIONS if at not in made)
            return _on(table, Phase.DRAW, after, replace(closed, marks=marks))
        found = compare(deal.player.cards, deal.character.cards, session.terms.ranking)
        shown = replace(closed, outcome=_OUTCOMES[found.winner])
        return _on(table, Phase.SHOWDOWN, after, shown)

    def verify_fold(self, table: Table, seat: Seat) -> None:
        """Give the deal up: whoever speaks."""
        _spoken(table, seat, *SPEAKING)

    def fold(self, table: Table, seat: Seat) -> Play:
        """The pot, a carried one included, goes to the other; no hidden card is shown."""
        self.verify_fold(table, seat)
        session, deal = _spoken(table, seat, *SPEAKING)
        folded = replace(
            _acted(deal, Act(seat, MoveKind.FOLD)),
            turn=None,
            facing=0,
            raises=0,
            outcome=Outcome(seat.other.value),
        )
        return _settled(table, session, folded)

    # --- the exchange -------------------------------------------------------------------------

    def verify_mark(self, table: Table, position: int) -> None:
        """Mark a card to be changed, or keep it: the player, before she has chosen."""
        _choosing(table, Seat.PLAYER)
        if position not in POSITIONS:
            raise RuleError(f"there is no card at position {position}, only 1..{HAND_SIZE}")

    def mark(self, table: Table, position: int) -> Play:
        """A card that would be kept goes, one that would go is kept."""
        self.verify_mark(table, position)
        session, deal = _choosing(table, Seat.PLAYER)
        marks = tuple(sorted({*deal.marks} ^ {position}))
        return _on(table, Phase.DRAW, session, replace(deal, marks=marks))

    def verify_mark_all(self, table: Table) -> None:
        """Keep nothing: when at least one card would be kept."""
        _, deal = _choosing(table, Seat.PLAYER)
        if deal.marks == POSITIONS:
            raise RuleError("no card is kept")

    def mark_all(self, table: Table) -> Play:
        """All five go."""
        self.verify_mark_all(table)
        session, deal = _choosing(table, Seat.PLAYER)
        return _on(table, Phase.DRAW, session, replace(deal, marks=POSITIONS))

    def verify_exchange(self, table: Table, seat: Seat, change: tuple[int, ...]) -> None:
        """The choice of what to change: once, by each, in any order of the two."""
        _choosing(table, seat)
        if tuple(sorted(set(change) & set(POSITIONS))) != change:
            raise RuleError(f"not positions 1..{HAND_SIZE} in ascending order: {change}")

    def exchange(self, table: Table, seat: Seat, change: tuple[int, ...]) -> Play:
        """Fix the choice. With the second one both draw, the player's cards first, and only
        then are the counts public."""
        self.verify_exchange(table, seat, change)
        session, deal = _choosing(table, seat)
        chosen = replace(deal.holding(seat), change=change)
        if seat is Seat.PLAYER:
            deal = replace(deal, player=chosen, marks=change)
        else:
            deal = replace(deal, character=chosen)
        player, character = deal.player.change, deal.character.change
        if player is None or character is None:
            return _on(table, Phase.DRAW, session, deal)
        after = replace(
            deal,
            player=_drawn(deal.player, player, deal.stock),
            character=_drawn(deal.character, character, deal.stock[len(player) :]),
            turn=deal.first,
            acts=(
                *deal.acts,
                Act(Seat.PLAYER, MoveKind.EXCHANGE, change=player),
                Act(Seat.CHARACTER, MoveKind.EXCHANGE, change=character),
            ),
        )
        return _on(table, Phase.B2_FIRST, session, after)

    # --- the end ------------------------------------------------------------------------------

    def verify_settle(self, table: Table) -> None:
        """Go on after the showdown."""
        deal_in(table, Phase.SHOWDOWN)

    def settle(self, table: Table) -> Play:
        """Award the pot, or leave it after a push; garments come off or are free again."""
        self.verify_settle(table)
        return _settled(table, *deal_in(table, Phase.SHOWDOWN))


def _spoken(table: Table, seat: Seat, *phases: Phase) -> tuple[Session, Deal]:
    """Session and deal, where `seat` must speak in one of these phases."""
    session, deal = deal_in(table, *phases)
    if deal.turn is not seat:
        raise RuleError(f"it is not the {seat}'s turn")
    return session, deal


def _choosing(table: Table, seat: Seat) -> tuple[Session, Deal]:
    """Session and deal, where `seat` has still to choose what to change."""
    session, deal = deal_in(table, Phase.DRAW)
    if deal.holding(seat).change is not None:
        raise RuleError(f"the {seat} has chosen what to change")
    return session, deal


def _verify_amount(table: Table, seat: Seat, amount: int) -> None:
    most = max_amount(table, seat)
    if not 1 <= amount <= most:
        allowed = f"only 1..{most}" if most else "nothing is left to bet"
        raise RuleError(f"an amount of {amount} is not allowed: {allowed}")


def _paid(session: Session, seat: Seat, amount: int) -> tuple[Session, int]:
    """The session with `amount` in the pot, and the garments that cost."""
    paid = pay(session.side(seat), amount, session.terms)
    return with_side(replace(session, pot=session.pot + amount), seat, paid.side), paid.pledged


def with_side(session: Session, seat: Seat, side: Side) -> Session:
    """The session with another side for `seat`."""
    if seat is Seat.PLAYER:
        return replace(session, player=side)
    return replace(session, character=side)


def _acted(deal: Deal, act: Act) -> Deal:
    return replace(deal, acts=(*deal.acts, act))


def _drawn(holding: Holding, change: tuple[int, ...], stock: tuple[Card, ...]) -> Holding:
    """The holding with its changed cards replaced from left to right."""
    new = iter(stock)
    final = tuple(
        next(new) if at in change else card for at, card in enumerate(holding.dealt, start=1)
    )
    return replace(holding, final=final)


def _on(table: Table, phase: Phase, session: Session, deal: Deal) -> Play:
    """The table after a move; an amount that was set belongs to the move before it."""
    return Play(replace(table, phase=phase, session=replace(session, deal=deal), amount=0))


def _settled(table: Table, session: Session, deal: Deal) -> Play:
    after = settled(session, deal)
    phase = Phase.BETWEEN if after.result is None else Phase.END
    return Play(replace(table, phase=phase, session=after, amount=0), ending(after), after)

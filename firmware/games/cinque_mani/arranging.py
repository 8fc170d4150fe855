"""How a player lays her hands out: building them, and changing a complete arrangement.

From TABLE on the arrangement is always complete. Two hands change places in two presses, two
cards of different hands in five, and the same presses undo it: nothing is sorted, what comes
back lies where the other lay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware.cards.evaluate import HAND_SIZE
from firmware.cards.shuffle import Source
from firmware.errors import RuleError
from firmware.games.cinque_mani.building import (
    candidates,
    completed,
    discard,
    laid_out,
    pages,
    recommended,
)
from firmware.games.cinque_mani.hands import Made, evaluate
from firmware.games.cinque_mani.plans import next_plan
from firmware.games.cinque_mani.play import Play, deal_in, verify_phase
from firmware.games.cinque_mani.table import (
    HALF_MADE,
    HANDS,
    NOTHING_LAID,
    Arrangement,
    Deal,
    Hand,
    Phase,
    Plan,
    Table,
)


@dataclass(frozen=True, slots=True)
class Preview:
    """What an exchange of two cards would make of their hands.

    Attributes:
        lifted: the hand that the card in hand leaves: now, and then.
        second: the hand that it goes to: now, and then.
    """

    lifted: tuple[Made, Made]
    second: tuple[Made, Made]


class Arranging:
    """Everything that the player does between the cards and CONFERMA; all of it soft."""

    __slots__ = ()

    # --- build --------------------------------------------------------------------------------

    def verify_pick(self, table: Table, candidate: int) -> None:
        """A candidate of the page, by its place on it from 1."""
        deal = deal_in(table, Phase.BUILD)
        shown = len(candidates(deal.left, table.page))
        if not 1 <= candidate <= shown:
            raise RuleError(f"there is no candidate {candidate}, only 1..{shown}")

    def pick(self, table: Table, candidate: int) -> Play:
        """Lay it at the highest position that is free."""
        self.verify_pick(table, candidate)
        shown = candidates(deal_in(table, Phase.BUILD).left, table.page)
        return _laid(table, shown[candidate - 1].cards)

    def verify_discard(self, table: Table) -> None:
        """SCARTO: while building."""
        deal_in(table, Phase.BUILD)

    def discard(self, table: Table) -> Play:
        """Lay the five cards that the rest needs least."""
        return _laid(table, discard(deal_in(table, Phase.BUILD).left))

    def verify_take_recommended(self, table: Table) -> None:
        """CONSIGLIATA: while building."""
        deal_in(table, Phase.BUILD)

    def take_recommended(self, table: Table) -> Play:
        """Lay the candidate with the star, whether or not its page is shown."""
        return _laid(table, recommended(deal_in(table, Phase.BUILD).left))

    def verify_others(self, table: Table) -> None:
        """ALTRE: where there is another page of candidates."""
        if pages(deal_in(table, Phase.BUILD).left) == 1:
            raise RuleError("these are all the candidates")

    def others(self, table: Table) -> Play:
        """The next four; after the last page the first."""
        self.verify_others(table)
        count = pages(deal_in(table, Phase.BUILD).left)
        return Play(replace(table, page=(table.page + 1) % count))

    def verify_auto(self, table: Table) -> None:
        """AUTO: while building."""
        deal_in(table, Phase.BUILD)

    def auto(self, table: Table) -> Play:
        """Lay all that is left, climbing."""
        deal = deal_in(table, Phase.BUILD)
        rest = completed(deal.left)
        hands = (*rest, *deal.hands[len(rest) :])
        if len(rest) == HANDS:
            return _on_table(table, replace(deal, hands=hands, plan=Plan.CLIMBING))
        return _on_table(table, _owned(deal, hands))

    # --- a complete arrangement ---------------------------------------------------------------

    def verify_redo(self, table: Table) -> None:
        """RIFAI: with a complete arrangement and no move begun."""
        deal_in(table, Phase.TABLE)

    def redo(self, table: Table) -> Play:
        """Take all hands up and build again; LA MIA is remembered."""
        deal = deal_in(table, Phase.TABLE)
        return _with(
            replace(table, phase=Phase.BUILD), replace(deal, hands=NOTHING_LAID, plan=None)
        )

    def verify_propose(self, table: Table) -> None:
        """PROPOSTA: with a complete arrangement and no move begun."""
        deal_in(table, Phase.TABLE)

    def propose(self, table: Table, chance: Source) -> Play:
        """The next plan; `chance` draws the mixed one."""
        deal = deal_in(table, Phase.TABLE)
        plan, hands = next_plan(deal, chance)
        return _on_table(table, replace(deal, hands=hands, plan=plan))

    def verify_lift(self, table: Table, position: int) -> None:
        """Lift a hand, 1..5."""
        deal_in(table, Phase.TABLE)
        _verify_position(position, "hand")

    def lift(self, table: Table, position: int) -> Play:
        """It waits for another hand to change places with, or to be opened."""
        self.verify_lift(table, position)
        return Play(replace(table, phase=Phase.LIFTED, lifted=position))

    def verify_swap(self, table: Table, position: int) -> None:
        """Change the lifted hand with another one."""
        deal_in(table, Phase.LIFTED)
        _verify_other(table, position)

    def swap(self, table: Table, position: int) -> Play:
        """The two hands change places."""
        self.verify_swap(table, position)
        deal = deal_in(table, Phase.LIFTED)
        hands = {table.lifted: deal.hands[position - 1], position: deal.hands[table.lifted - 1]}
        return _on_table(table, _owned(deal, _replaced(deal.hands, hands)))

    def verify_open(self, table: Table) -> None:
        """Open the lifted hand."""
        deal_in(table, Phase.LIFTED)

    def open(self, table: Table) -> Play:
        """Its five cards lie above the keys."""
        self.verify_open(table)
        return Play(replace(table, phase=Phase.OPENED))

    def verify_take(self, table: Table, card: int) -> None:
        """Take a card of the opened hand, 1..5."""
        deal_in(table, Phase.OPENED)
        _verify_position(card, "card")

    def take(self, table: Table, card: int) -> Play:
        """It is in hand."""
        self.verify_take(table, card)
        return Play(replace(table, phase=Phase.CARD_IN_HAND, card=card))

    def verify_toward(self, table: Table, position: int) -> None:
        """Carry the card in hand to another hand."""
        deal_in(table, Phase.CARD_IN_HAND)
        _verify_other(table, position)

    def toward(self, table: Table, position: int) -> Play:
        """That hand is opened too."""
        self.verify_toward(table, position)
        return Play(replace(table, phase=Phase.OPENED_SECOND, second=position))

    def verify_exchange(self, table: Table, card: int) -> None:
        """Name the card of the second hand, 1..5, that comes back."""
        deal_in(table, Phase.OPENED_SECOND)
        _verify_position(card, "card")

    def exchange(self, table: Table, card: int) -> Play:
        """The two cards change places, each lying where the other lay."""
        self.verify_exchange(table, card)
        deal = deal_in(table, Phase.OPENED_SECOND)
        return _on_table(table, _owned(deal, _exchanged(table, deal, card)))

    def preview(self, table: Table, card: int) -> Preview:
        """What `exchange` would make of the two hands."""
        self.verify_exchange(table, card)
        deal = deal_in(table, Phase.OPENED_SECOND)
        after = _exchanged(table, deal, card)
        lifted, second = (
            (evaluate(deal.hands[at - 1]), evaluate(after[at - 1]))
            for at in (table.lifted, table.second)
        )
        return Preview(lifted, second)

    def verify_cancel(self, table: Table) -> None:
        """ANNULLA: while a move is half made."""
        verify_phase(table, *HALF_MADE)

    def cancel(self, table: Table) -> Play:
        """Back to the arrangement as it was."""
        self.verify_cancel(table)
        return _on_table(table, deal_in(table, *HALF_MADE))

    def verify_finish(self, table: Table) -> None:
        """When the clock has run out: unless the arrangement is complete and no move begun."""
        deal_in(table, Phase.BUILD, *HALF_MADE)

    def finish(self, table: Table) -> Play:
        """A half-made move is cancelled, an unfinished Build completed as by AUTO."""
        self.verify_finish(table)
        return self.auto(table) if table.phase is Phase.BUILD else self.cancel(table)


def _verify_position(position: int, what: str) -> None:
    if not 1 <= position <= HANDS:
        raise RuleError(f"there is no {what} {position}, only 1..{HANDS}")


def _verify_other(table: Table, position: int) -> None:
    _verify_position(position, "hand")
    if position == table.lifted:
        raise RuleError(f"hand {position} is the one that is lifted")


def _laid(table: Table, hand: Hand) -> Play:
    """The table with one more hand, and with the last one where only five cards are left."""
    deal = deal_in(table, Phase.BUILD)
    laid = replace(deal, hands=_replaced(deal.hands, {deal.building: hand}))
    if len(laid.left) > HAND_SIZE:
        return _with(table, laid)
    hands = _replaced(laid.hands, {laid.building: laid_out(laid.left)})
    return _on_table(table, _owned(laid, hands))


def _owned(deal: Deal, hands: Arrangement) -> Deal:
    """The deal with an arrangement of the player's own making."""
    return replace(deal, hands=hands, own=hands, plan=Plan.MINE)


def _replaced(hands: Sequence[Hand], new: dict[int, Hand]) -> Arrangement:
    return tuple(new.get(position, hand) for position, hand in enumerate(hands, start=1))


def _exchanged(table: Table, deal: Deal, card: int) -> Arrangement:
    """The hands with the card in hand and `card` of the second hand in each other's place."""
    lifted, second = list(deal.hands[table.lifted - 1]), list(deal.hands[table.second - 1])
    at = table.card - 1
    lifted[at], second[card - 1] = second[card - 1], lifted[at]
    return _replaced(deal.hands, {table.lifted: tuple(lifted), table.second: tuple(second)})


def _on_table(table: Table, deal: Deal) -> Play:
    """A complete arrangement and no move begun."""
    return _with(replace(table, phase=Phase.TABLE), deal)


def _with(table: Table, deal: Deal) -> Play:
    assert table.round is not None
    played = replace(table.round, deal=deal)
    return Play(replace(table, page=0, lifted=0, card=0, second=0, round=played))

"""The rules of Joker Poker: bet, deal, hold, draw, collect, double.

Video poker with 52 cards and one joker; the lowest paying hand is a pair of kings. Five cards
are dealt, any of them replaced once, and the pay table multiplies the chips of the bet. A win
may be collected, or staked whole or by half against the dealer's open card.

Every action stands here three times: `verify_x` raises the reason why it is not allowed,
`can(game.verify_x, ...)` asks it for the lamps, and `x` does it. `x` returns a `Play`: the next
table and the money it moves. Nothing here draws, stores or waits, and the only chance is the
shuffler that is handed in.

Source: the rule sheet of the game, with a one-chip straight at 3 (its 4 is a misprint, which
its own return of 97.96 % proves) and A-2-3-4-5 as a straight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware.cards.card import Card, joker_deck, standard_deck
from firmware.cards.evaluate import HAND_SIZE
from firmware.cards.shuffle import Shuffler
from firmware.errors import RuleError
from firmware.games.joker_poker.double_up import (
    CARDS_LAID,
    Outcome,
    half_rest,
    half_stake,
    outcome,
    pending_after,
)
from firmware.games.joker_poker.hands import Hand, evaluate, proposal
from firmware.games.joker_poker.paytable import MAX_CHIPS, PayTable
from firmware.games.joker_poker.table import (
    Double,
    Phase,
    Round,
    Table,
)
from firmware.money import Account, Moment, Posting, Transfer

PICKS = (2, 3, 4, 5)
"""The places of the four hidden cards of a double; the dealer's card lies at 1."""


@dataclass(frozen=True, slots=True)
class Play:
    """What an action leads to.

    Attributes:
        table: the state after it.
        postings: the money it moves; empty for an action that moves none.
    """

    table: Table
    postings: tuple[Posting, ...] = ()


@dataclass(frozen=True, slots=True)
class JokerPoker:
    """The game as this cabinet is set up.

    Attributes:
        pay_table: chips won per hand and number of chips.
        chip_values: credits a chip may be worth, ascending.
        double_limit: the greatest win, in credits, that may still be doubled.
        earlier: pay tables of earlier set-ups by their edition: a round that waits is paid by
            the table that its player saw when she staked.
        most_doubles: how often a win may be doubled in a row; 0 for any number.
    """

    pay_table: PayTable
    chip_values: tuple[int, ...]
    double_limit: int
    earlier: Mapping[str, PayTable] = field(default_factory=dict)
    most_doubles: int = 0

    # --- betting ------------------------------------------------------------------------------

    def chips_affordable(self, table: Table, credit: int) -> int:
        """The most chips of the present value that `credit` pays for, 0..5."""
        return min(MAX_CHIPS, credit // table.chip_value)

    def chips_in_force(self, table: Table, credit: int) -> int:
        """The remembered bet, or less while the credit does not cover it."""
        return min(table.chips, self.chips_affordable(table, credit))

    def bet_in_force(self, table: Table, credit: int) -> int:
        """That bet in credits."""
        return self.chips_in_force(table, credit) * table.chip_value

    def pays(self, hand: Hand, chips: int, chip_value: int) -> int:
        """Credits that a hand pays for a bet of `chips` chips of `chip_value` credits."""
        return self.pay_table.pays(hand, chips) * chip_value

    def pays_for(self, played: Round, hand: Hand) -> int:
        """Credits that a hand pays in a round: by the pay table that it was staked under."""
        table = self.earlier.get(played.table, self.pay_table)
        return table.pays(hand, played.chips) * played.chip_value

    def verify_chip_down(self, table: Table, credit: int) -> None:
        """A smaller chip: while betting with credit, above the smallest value."""
        self._verify_betting(table, credit)
        if table.chip_value <= self.chip_values[0]:
            raise RuleError(f"{table.chip_value} is the smallest chip of {self.chip_values}")

    def chip_down(self, table: Table, credit: int) -> Play:
        """The next smaller chip value."""
        self.verify_chip_down(table, credit)
        smaller = max(value for value in self.chip_values if value < table.chip_value)
        return Play(replace(table, chip_value=smaller))

    def verify_chip_up(self, table: Table, credit: int) -> None:
        """A bigger chip: while betting with credit, below the largest value."""
        self._verify_betting(table, credit)
        if table.chip_value >= self.chip_values[-1]:
            raise RuleError(f"{table.chip_value} is the largest chip of {self.chip_values}")

    def chip_up(self, table: Table, credit: int) -> Play:
        """The next larger chip value."""
        self.verify_chip_up(table, credit)
        larger = min(value for value in self.chip_values if value > table.chip_value)
        return Play(replace(table, chip_value=larger))

    def verify_bet_one(self, table: Table, credit: int) -> None:
        """One more chip: while at least one is affordable and the bet would change."""
        self._verify_betting(table, credit)
        if self._chips_after_bet_one(table, credit) == self.chips_in_force(table, credit):
            raise RuleError(
                f"a credit of {credit} leaves no other bet of {table.chip_value} a chip"
            )

    def bet_one(self, table: Table, credit: int) -> Play:
        """One chip more; past five, or past what the credit covers, back to one."""
        self.verify_bet_one(table, credit)
        return Play(replace(table, chips=self._chips_after_bet_one(table, credit)))

    def _chips_after_bet_one(self, table: Table, credit: int) -> int:
        affordable = self.chips_affordable(table, credit)
        more = self.chips_in_force(table, credit) + 1
        return more if more <= affordable else min(1, affordable)

    def verify_bet_max(self, table: Table, credit: int) -> None:
        """The maximum bet: while at least one chip is affordable."""
        self._verify_betting(table, credit)
        if self.chips_affordable(table, credit) == 0:
            raise RuleError(f"a chip of {table.chip_value} is more than the credit of {credit}")

    def bet_max(self, table: Table, credit: int, number: int, shuffler: Shuffler) -> Play:
        """Five chips, or the most affordable, and the deal at once."""
        self.verify_bet_max(table, credit)
        return self.deal(replace(table, chips=MAX_CHIPS), credit, number, shuffler)

    def verify_deal(self, table: Table, credit: int) -> None:
        """The deal: with at least one chip chosen and affordable."""
        self._verify_betting(table, credit)
        if self.chips_in_force(table, credit) == 0:
            raise RuleError(f"no bet: {table.chips} chips of {table.chip_value}, credit {credit}")

    def deal(self, table: Table, credit: int, number: int, shuffler: Shuffler) -> Play:
        """Take the stake and deal five cards of a fresh deck, with the proposed hold.

        Args:
            table: the table, betting.
            credit: the credit meter.
            number: the number of the new round.
            shuffler: the chance; the ten cards this round can need are fixed here.
        """
        self.verify_deal(table, credit)
        chips = self.chips_in_force(table, credit)
        deck = shuffler.shuffle(joker_deck())
        dealt = deck[:HAND_SIZE]
        played = Round(
            number=number,
            chips=chips,
            chip_value=table.chip_value,
            credit_before=credit,
            dealt=dealt,
            stock=deck[HAND_SIZE : 2 * HAND_SIZE],
            held=proposal(dealt),
            table=self.pay_table.edition,
        )
        stake = Transfer(Account.CREDIT, Account.STAKE, played.bet)
        return Play(
            replace(table, phase=Phase.HOLD, round=played),
            (_posting(Moment.STAKE, played, stake),),
        )

    def _verify_betting(self, table: Table, credit: int) -> None:
        if table.phase is not Phase.BETTING:
            raise RuleError(f"bets are placed before the deal, not in '{table.phase}'")
        if credit <= 0:
            raise RuleError("there is no credit")

    # --- hold and draw ------------------------------------------------------------------------

    def verify_hold(self, table: Table, position: int) -> None:
        """Hold or release a card: positions 1..5, between deal and draw."""
        _round_in(table, Phase.HOLD)
        if not 1 <= position <= HAND_SIZE:
            raise RuleError(f"there is no card at position {position}, only 1..{HAND_SIZE}")

    def hold(self, table: Table, position: int) -> Play:
        """Keep the card at `position`, or release it when it is kept."""
        self.verify_hold(table, position)
        played = _round_in(table, Phase.HOLD)
        return Play(replace(table, round=replace(played, held=_toggled(played.held, position))))

    def verify_release_all(self, table: Table) -> None:
        """Release every card: when at least one is held."""
        if not _round_in(table, Phase.HOLD).held:
            raise RuleError("no card is held")

    def release_all(self, table: Table) -> Play:
        """Hold nothing."""
        self.verify_release_all(table)
        return Play(replace(table, round=replace(_round_in(table, Phase.HOLD), held=())))

    def verify_draw(self, table: Table) -> None:
        """The draw: once, after the deal."""
        _round_in(table, Phase.HOLD)

    def draw(self, table: Table) -> Play:
        """Replace what is not held, once, from the same deck, and pay by the table."""
        self.verify_draw(table)
        played = _round_in(table, Phase.HOLD)
        final = _drawn(played)
        made = evaluate(final)
        paid = self.pays_for(played, made.hand)
        after = replace(played, final=final, hand=made.hand, paid=paid, win=paid)
        lost_stake = Transfer(Account.STAKE, Account.HOUSE, played.bet)
        if paid == 0:
            return Play(
                replace(table, phase=Phase.BETTING, round=after),
                (_posting(Moment.LOST, after, lost_stake, category=made.hand.value),),
            )
        won = Transfer(Account.HOUSE, Account.PENDING, paid)
        return Play(
            replace(table, phase=Phase.WIN, round=after),
            (_posting(Moment.WON, after, lost_stake, won, category=made.hand.value),),
        )

    # --- the win ------------------------------------------------------------------------------

    def verify_collect(self, table: Table) -> None:
        """Collect: while a win waits."""
        _round_in(table, Phase.WIN)

    def collect(self, table: Table) -> Play:
        """The whole win to the credit meter; the round is over."""
        self.verify_collect(table)
        played = _round_in(table, Phase.WIN)
        after = replace(played, win=0, collected=played.collected + played.win)
        banked = Transfer(Account.PENDING, Account.CREDIT, played.win)
        return Play(
            replace(table, phase=Phase.BETTING, round=after),
            (_posting(Moment.COLLECT, after, banked),),
        )

    def verify_double(self, table: Table) -> None:
        """Double: while a win waits that does not exceed the limit, and not too often."""
        played = _round_in(table, Phase.WIN)
        if played.win > self.double_limit:
            raise RuleError(
                f"a win of {played.win} is above the doubling limit of {self.double_limit}"
            )
        if self.most_doubles and len(played.doubles) >= self.most_doubles:
            raise RuleError(f"{len(played.doubles)} doubles of {self.most_doubles} are played")

    def double(self, table: Table, shuffler: Shuffler) -> Play:
        """Stake the whole win against the dealer's card."""
        self.verify_double(table)
        return self._double(table, shuffler, banked=0)

    def verify_half_double(self, table: Table) -> None:
        """Half double: as the double, with a win of at least 2."""
        self.verify_double(table)
        half_stake(_round_in(table, Phase.WIN).win)  # refuses a win of one

    def half_double(self, table: Table, shuffler: Shuffler) -> Play:
        """Stake half the win, rounded down; the other half is collected at once."""
        self.verify_half_double(table)
        win = _round_in(table, Phase.WIN).win
        return self._double(table, shuffler, banked=half_rest(win))

    def _double(self, table: Table, shuffler: Shuffler, *, banked: int) -> Play:
        played = _round_in(table, Phase.WIN)
        stake = played.win - banked
        cards = shuffler.shuffle(standard_deck())[:CARDS_LAID]
        after = replace(
            played,
            win=stake,
            collected=played.collected + banked,
            doubles=(*played.doubles, Double(cards=cards, stake=stake, banked=banked)),
        )
        transfers = [Transfer(Account.PENDING, Account.GAMBLE, stake)]
        if banked:
            transfers.insert(0, Transfer(Account.PENDING, Account.CREDIT, banked))
        return Play(
            replace(table, phase=Phase.DOUBLE, round=after),
            (_posting(Moment.GAMBLE_STAKED, after, *transfers),),
        )

    def verify_pick(self, table: Table, position: int) -> None:
        """Choose a hidden card: positions 2..5 of an open double."""
        _round_in(table, Phase.DOUBLE)
        if position not in PICKS:
            raise RuleError(f"there is no hidden card at position {position}, only {PICKS}")

    def pick(self, table: Table, position: int) -> Play:
        """Turn the chosen card: higher wins twice the stake, equal returns it, lower loses it."""
        self.verify_pick(table, position)
        played = _round_in(table, Phase.DOUBLE)
        opened = played.doubles[-1]
        result = outcome(opened.cards[0], opened.cards[position - 1])
        decided = replace(opened, pick=position, outcome=result)
        win = pending_after(result, opened.stake)
        after = replace(played, win=win, doubles=(*played.doubles[:-1], decided))
        phase = Phase.BETTING if result is Outcome.LOST else Phase.WIN
        return Play(
            replace(table, phase=phase, round=after), (_settled(after, opened.stake, result),)
        )


def _posting(moment: Moment, played: Round, *transfers: Transfer, category: str = "") -> Posting:
    return Posting(moment, transfers, played.block, category)


def _settled(played: Round, stake: int, result: Outcome) -> Posting:
    """The money of a decided double."""
    lost = Transfer(Account.GAMBLE, Account.HOUSE, stake)
    match result:
        case Outcome.WON:
            won = Transfer(Account.HOUSE, Account.PENDING, played.win)
            return _posting(Moment.GAMBLE_WON, played, lost, won)
        case Outcome.TIED:
            back = Transfer(Account.GAMBLE, Account.PENDING, stake)
            return _posting(Moment.GAMBLE_TIED, played, back)
        case Outcome.LOST:
            return _posting(Moment.GAMBLE_LOST, played, lost)


def _round_in(table: Table, phase: Phase) -> Round:
    """The round, provided that the table waits for what `phase` names."""
    if table.phase is not phase or table.round is None:
        raise RuleError(f"this belongs to '{phase}', the table stands in '{table.phase}'")
    return table.round


def _toggled(held: tuple[int, ...], position: int) -> tuple[int, ...]:
    return tuple(sorted(set(held) ^ {position}))


def _drawn(played: Round) -> tuple[Card, ...]:
    """The dealt cards with the ones not held replaced from the stock, left to right."""
    replacements = iter(played.stock)
    return tuple(
        card if position in played.held else next(replacements)
        for position, card in enumerate(played.dealt, start=1)
    )

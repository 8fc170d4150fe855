"""`cabinato compare`: which of two hands wins, and why."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from firmware.cards.card import Card, Rank, parse_cards
from firmware.cli.data import complain
from firmware.errors import RuleError
from firmware.games.strip_poker.hands import (
    Category,
    Comparison,
    Deck,
    FlushTie,
    Made,
    Ranking,
    Reason,
    Winner,
    compare,
)
from firmware.suggestion import suggestion

_GOOD, _UNUSABLE = 0, 2
_GAMES = ("strip-poker",)
_DECKS = tuple(str(int(deck)) for deck in Deck)


@dataclass(frozen=True, slots=True)
class _Case:
    """Two hands and what came of them."""

    first: tuple[Card, ...]
    second: tuple[Card, ...]
    found: Comparison


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "compare",
        help="which of two hands wins, and why",
        description="Which of two hands of one deck wins by the rules of a game, and why.",
    )
    parser.add_argument("--game", required=True, metavar="G", help=", ".join(_GAMES))
    parser.add_argument(
        "--deck", default="32", metavar="N", help=f"{' or '.join(_DECKS)} cards, default 32"
    )
    parser.add_argument(
        "--flush-tie",
        default=FlushTie.TOP_CARD.value,
        metavar="RULE",
        help=f"what decides between flushes: {' or '.join(FlushTie)}, default top_card",
    )
    parser.add_argument(
        "--no-low-ace", action="store_true", help="the ace does not begin a straight"
    )
    parser.add_argument(
        "cards",
        nargs="+",
        metavar="CARDS",
        help='two hands such as "KH KD 9S 8C 7H" "AH QD JS TC 7S"; '
        "- reads one case a line, CARDS | CARDS, JSON out",
    )
    parser.add_argument("--json", action="store_true", help="a JSON object instead of words")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer on standard output; exit 2 with one line for what cannot be compared."""
    try:
        ranking = _ranking(args)
        if args.cards == ["-"]:
            for case in _compared_by_line(sys.stdin, ranking):
                print(_json(case), flush=True)
            return _GOOD
        case = _compared(args.cards, ranking)
    except ValueError as error:  # also what is not text on standard input
        complain(error)
        return _UNUSABLE
    found = case.found
    print(_json(case) if args.json else f"{_TITLES[found.winner]}: {why(found)}")
    return _GOOD


_TITLES = {Winner.FIRST: "first wins", Winner.SECOND: "second wins", Winner.PUSH: "push"}


def _ranking(args: argparse.Namespace) -> Ranking:
    game = args.game.replace("_", "-")
    if game not in _GAMES:
        raise RuleError(f"--game {args.game}: {suggestion(game, _GAMES)}")
    if args.deck not in _DECKS:
        raise RuleError(f"--deck {args.deck}: a deck has {' or '.join(_DECKS)} cards")
    if args.flush_tie not in tuple(FlushTie):
        raise RuleError(f"--flush-tie {args.flush_tie}: {suggestion(args.flush_tie, [*FlushTie])}")
    return Ranking(Deck(int(args.deck)), not args.no_low_ace, FlushTie(args.flush_tie))


def _compared(hands: list[str], ranking: Ranking) -> _Case:
    if len(hands) != 2:
        raise RuleError(f"two hands are compared, not {len(hands)}: {' | '.join(hands)}")
    cards = parse_cards(" ".join(hands))  # refuses a card that stands in both
    for card in cards:
        _verify_in_deck(card, ranking)
    first, second = map(parse_cards, hands)
    return _Case(first, second, compare(first, second, ranking))


def _verify_in_deck(card: Card, ranking: Ranking) -> None:
    if card not in ranking.deck.cards:
        lowest = ranking.deck.lowest.letter
        raise RuleError(
            f"the card {card} is not in the deck of {int(ranking.deck)}: {lowest} to A, no joker"
        )


def _compared_by_line(lines: Iterable[str], ranking: Ranking) -> Iterator[_Case]:
    """The same for a case a line; empty lines are passed over."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield _compared([hand.strip() for hand in line.split("|")], ranking)
        except ValueError as error:
            raise RuleError(f"line {number}: {error}") from error


# --- in words ---------------------------------------------------------------------------------


def why(found: Comparison) -> str:
    """What decided, as a sentence.

    >>> from firmware.cards.card import parse_cards
    >>> hands = parse_cards("KH KD 9S 8C 7H"), parse_cards("KS KC TS 8D 7S")
    >>> why(compare(*hands, Ranking()))
    'both have a pair of kings: side card ten above nine'
    """
    if found.winner is Winner.SECOND:
        better, worse = found.second, found.first
    else:
        better, worse = found.first, found.second
    if found.reason is Reason.CATEGORY:
        return f"{_named(better)} above {_named(worse)}"
    if found.ranks is None:
        return f"both have {_named(better)}: equal in all that counts, the pot stays"
    high, low = (_NAMES[rank][0] for rank in sorted(found.ranks, reverse=True))
    if found.reason is Reason.SIDE_CARD:
        what = "" if better.category is Category.NOTHING else "side card "
        return f"both have {_named(better)}: {what}{high} above {low}"
    if better.category is Category.FLUSH and better.ranks[0] is worse.ranks[0]:
        return f"both have {_named(better)}: next card {high} above {low}"
    return f"{_named(better)} above {_named(worse)}"


_NAMES = {
    Rank.TWO: ("two", "twos"),
    Rank.THREE: ("three", "threes"),
    Rank.FOUR: ("four", "fours"),
    Rank.FIVE: ("five", "fives"),
    Rank.SIX: ("six", "sixes"),
    Rank.SEVEN: ("seven", "sevens"),
    Rank.EIGHT: ("eight", "eights"),
    Rank.NINE: ("nine", "nines"),
    Rank.TEN: ("ten", "tens"),
    Rank.JACK: ("jack", "jacks"),
    Rank.QUEEN: ("queen", "queens"),
    Rank.KING: ("king", "kings"),
    Rank.ACE: ("ace", "aces"),
}
"""A rank, and several of it."""


def _named(made: Made) -> str:
    """A hand by its category and what counts of it."""
    one, many = _NAMES[made.ranks[0]]
    match made.category:
        case Category.NOTHING:
            return f"nothing, {one} high"
        case Category.PAIR:
            return f"a pair of {many}"
        case Category.TWO_PAIR:
            return f"two pair, {many} and {_NAMES[made.ranks[1]][1]}"
        case Category.TRIPS:
            return f"three {many}"
        case Category.STRAIGHT:
            return f"a straight to the {one}"
        case Category.FLUSH:
            return f"a flush, {one} high"
        case Category.FULL_HOUSE:
            return f"a full house of {many}"
        case Category.QUADS:
            return f"four {many}"
        case Category.STRAIGHT_FLUSH:
            return f"a straight flush to the {one}"


def _json(case: _Case) -> str:
    return json.dumps(
        {
            "winner": case.found.winner.value,
            "first": _facts(case.first, case.found.first),
            "second": _facts(case.second, case.found.second),
            "why": why(case.found),
        }
    )


def _facts(cards: Sequence[Card], made: Made) -> dict[str, object]:
    """What JSON tells of a hand; its `ranks` are those that count, in their order."""
    return {
        "cards": [str(card) for card in cards],
        "name": made.category.value,
        "ranks": [rank.letter for rank in made.ranks],
        "positions": list(made.positions),
    }

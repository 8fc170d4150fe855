"""`cabinato holds`: which of five cards to keep, and what every way to keep them is worth."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from firmware.cards.card import Card, parse_cards
from firmware.cli.data import complain, named_path
from firmware.errors import RuleError
from firmware.games.joker_poker.hands import proposal
from firmware.odds.deal import Hold, holds
from firmware.odds.game import JOKER_POKER
from firmware.odds.paytables import MOST_CHIPS, chips_named, read_odds_table, shipped_table

_GOOD, _UNUSABLE = 0, 2
Told = dict[str, object]
"""An answer as JSON shows it."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "holds",
        description="What every hold of five Joker Poker cards is worth, exactly: the chips that "
        "come back on average for the whole bet. The best comes first; of equally good ones the "
        "one that keeps most cards.",
    )
    parser.add_argument(
        "cards", help='five cards such as "KH KD 9S 4C JK"; - reads one hand a line, JSON out'
    )
    parser.add_argument("--made", action="store_true", help="only the hold the machine proposes")
    parser.add_argument("--chips", default="5", metavar="N", help=f"1..{MOST_CHIPS}, default 5")
    parser.add_argument(
        "--paytable", type=named_path, metavar="F", help="its file (default: the shipped one)"
    )
    parser.add_argument("--json", action="store_true", help="a JSON object instead of words")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer on standard output; exit 2 with one line for cards that are no hand."""
    try:
        answer = _answer(args)
        if args.cards == "-":
            for told in _told_by_line(sys.stdin, answer):
                print(json.dumps(told), flush=True)
            return _GOOD
        told = answer(parse_cards(args.cards))
    except ValueError as error:  # also what is not text on standard input
        complain(error)
        return _UNUSABLE
    print(json.dumps(told) if args.json else _said(told))
    return _GOOD


def _answer(args: argparse.Namespace) -> Callable[[Sequence[Card]], Told]:
    """What is told of five cards."""
    chips = chips_named(args.chips)
    if args.made:
        if args.paytable is not None:
            raise RuleError("--made looks at no --paytable: it is what the cabinet proposes")
        return lambda cards: {"hold": _codes(cards, proposal(cards))}
    path = args.paytable or shipped_table(JOKER_POKER)
    pays = read_odds_table(path, JOKER_POKER).pays(chips)
    return lambda cards: {"holds": [_told(cards, hold) for hold in holds(cards, pays)]}


def _told(cards: Sequence[Card], hold: Hold) -> Told:
    return {
        "hold": _codes(cards, hold.positions),
        "value": f"{hold.value.numerator}/{hold.value.denominator}",
        "credits": float(hold.value),
    }


def _codes(cards: Sequence[Card], positions: Sequence[int]) -> list[str]:
    return [str(cards[position - 1]) for position in positions]


def _said(told: Told) -> str:
    match told:
        case {"hold": list() as cards}:
            return f"hold: {_listed(cards)}"
        case {"holds": list() as found}:
            lines = [f"{each['credits']:>12.5f}  {_listed(each['hold'])}" for each in found]
            return "\n".join(["chips back    hold", *lines])
    raise AssertionError(told)


def _listed(cards: Sequence[str]) -> str:
    return " ".join(cards) or "nothing"


def _told_by_line(lines: Iterable[str], answer: Callable[[Sequence[Card]], Told]) -> Iterator[Told]:
    """The same for a hand a line; empty lines are passed over."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield answer(parse_cards(line.strip()))
        except ValueError as error:
            raise RuleError(f"line {number}: {error}") from error

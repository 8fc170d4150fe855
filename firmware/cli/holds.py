"""`cabinato holds`: which of five cards to keep."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence

from firmware.cards.card import Card, parse_cards
from firmware.cli.data import complain
from firmware.errors import RuleError
from firmware.games.joker_poker.hands import proposal
from firmware.games.joker_poker.paytable import MAX_CHIPS

_GOOD, _UNUSABLE = 0, 2


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "holds",
        help="which of five cards to keep",
        description="Which of five Joker Poker cards to keep, in the order given.",
    )
    parser.add_argument(
        "cards", help='five cards such as "KH KD 9S 4C JK"; - reads one hand a line, JSON out'
    )
    parser.add_argument("--made", action="store_true", help="the hold the machine proposes")
    parser.add_argument("--chips", default="5", metavar="N", help=f"1..{MAX_CHIPS}, default 5")
    parser.add_argument("--json", action="store_true", help="a JSON object instead of words")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer on standard output; exit 2 with one line for cards that are no hand."""
    try:
        _verify_options(args)
        if args.cards == "-":
            for held in _held_by_line(sys.stdin):
                print(_json(held), flush=True)
            return _GOOD
        held = _held(args.cards)
    except ValueError as error:  # also what is not text on standard input
        complain(error)
        return _UNUSABLE
    print(_json(held) if args.json else f"hold: {' '.join(map(str, held)) or 'nothing'}")
    return _GOOD


def _verify_options(args: argparse.Namespace) -> None:
    if args.chips not in map(str, range(1, MAX_CHIPS + 1)):
        raise RuleError(f"--chips {args.chips}: a bet is 1 to {MAX_CHIPS} chips")
    if not args.made:
        raise RuleError("only the machine's own proposal is there yet: add --made")


def _held(text: str) -> tuple[Card, ...]:
    """The cards of a hand that the machine proposes to keep."""
    cards = parse_cards(text)
    return tuple(cards[position - 1] for position in proposal(cards))


def _held_by_line(lines: Iterable[str]) -> Iterator[tuple[Card, ...]]:
    """The same for a hand a line; empty lines are passed over."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield _held(line.strip())
        except ValueError as error:
            raise RuleError(f"line {number}: {error}") from error


def _json(held: Sequence[Card]) -> str:
    return json.dumps({"hold": [str(card) for card in held]})

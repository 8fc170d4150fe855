"""`cabinato compare`: which of two hands wins, and why."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from firmware.cli import compare_cinque, compare_strip
from firmware.cli.data import complain
from firmware.cli.verdict import Judge, Verdict
from firmware.errors import RuleError
from firmware.games.cinque_mani import hands as cinque_mani
from firmware.games.strip_poker import hands as strip_poker
from firmware.suggestion import suggestion

_GOOD, _UNUSABLE = 0, 2
_STRIP, _CINQUE = _GAMES = ("strip-poker", "cinque-mani")
_DECKS = tuple(str(int(deck)) for deck in strip_poker.Deck)

_OPTIONS = {
    _STRIP: ("--deck", "--flush-tie", "--no-low-ace"),
    _CINQUE: ("--flush", "--minima-batte-massima"),
}
"""What else a game may be asked with."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "compare",
        description="Which of two hands wins by the rules of a game, and why. In Strip Poker "
        "both are of one deck; in Cinque Mani each has a deck of its own.",
    )
    parser.add_argument("--game", required=True, metavar="G", help=", ".join(_GAMES))
    strip = parser.add_argument_group("Strip Poker")
    strip.add_argument("--deck", metavar="N", help=f"{' or '.join(_DECKS)} cards, default 32")
    strip.add_argument(
        "--flush-tie",
        metavar="RULE",
        help=f"what decides between flushes: {' or '.join(strip_poker.FlushTie)}, default top_card",
    )
    strip.add_argument(
        "--no-low-ace",
        action="store_const",
        const=True,
        help="the ace does not begin a straight",
    )
    cinque = parser.add_argument_group("Cinque Mani")
    cinque.add_argument(
        "--flush",
        metavar="ORDER",
        help="what decides first between flushes: "
        f"{' or '.join(cinque_mani.FlushOrder)}, default ranks_first",
    )
    cinque.add_argument(
        "--minima-batte-massima",
        action="store_const",
        const=True,
        help="the lowest straight flush beats the highest",
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
        judge = _judge(args)
        if args.cards == ["-"]:
            for verdict in _compared_by_line(sys.stdin, judge):
                print(_json(verdict), flush=True)
            return _GOOD
        verdict = judge(args.cards)
    except ValueError as error:  # also what is not text on standard input
        complain(error)
        return _UNUSABLE
    print(_json(verdict) if args.json else f"{_TITLES[verdict.winner]}: {verdict.why}")
    return _GOOD


_TITLES = {"first": "first wins", "second": "second wins", "push": "push"}


def _json(verdict: Verdict) -> str:
    return json.dumps(asdict(verdict))


def _judge(args: argparse.Namespace) -> Judge:
    """The game asked for, under the options given."""
    game = args.game.replace("_", "-")
    if game not in _GAMES:
        raise RuleError(f"--game {args.game}: {suggestion(game, _GAMES)}")
    _verify_own(args, game)
    return _strip(args) if game == _STRIP else _cinque(args)


def _verify_own(args: argparse.Namespace, game: str) -> None:
    """Refuse an option of another game."""
    for other in _GAMES:
        for option in () if other == game else _OPTIONS[other]:
            if getattr(args, option.removeprefix("--").replace("-", "_")) is not None:
                raise RuleError(f"{option} is an option of {other}, not of {game}")


def _strip(args: argparse.Namespace) -> Judge:
    deck, tie = args.deck or _DECKS[0], args.flush_tie or strip_poker.FlushTie.TOP_CARD.value
    if deck not in _DECKS:
        raise RuleError(f"--deck {deck}: a deck has {' or '.join(_DECKS)} cards")
    _verify_known("--flush-tie", tie, strip_poker.FlushTie)
    ranking = strip_poker.Ranking(
        strip_poker.Deck(int(deck)), not args.no_low_ace, strip_poker.FlushTie(tie)
    )
    return compare_strip.judge(ranking)


def _cinque(args: argparse.Namespace) -> Judge:
    order = args.flush or cinque_mani.FlushOrder.RANKS_FIRST.value
    _verify_known("--flush", order, cinque_mani.FlushOrder)
    ranking = cinque_mani.Ranking(cinque_mani.FlushOrder(order), bool(args.minima_batte_massima))
    return compare_cinque.judge(ranking)


def _verify_known(option: str, word: str, allowed: Iterable[str]) -> None:
    known = tuple(allowed)
    if word not in known:
        raise RuleError(f"{option} {word}: {suggestion(word, known)}")


def _compared_by_line(lines: Iterable[str], judge: Judge) -> Iterator[Verdict]:
    """The same for a case a line; empty lines are passed over."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield judge([hand.strip() for hand in line.split("|")])
        except ValueError as error:
            raise RuleError(f"line {number}: {error}") from error

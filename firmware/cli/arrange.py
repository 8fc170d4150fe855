"""`cabinato arrange`: how the computer lays twenty-five cards at Cinque Mani."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from firmware.cards.card import Card, parse_cards
from firmware.cards.evaluate import HAND_SIZE
from firmware.cards.shuffle import SeededSource, Source, SystemSource
from firmware.cli.compare_cinque import named
from firmware.cli.data import complain
from firmware.cli.progress import working
from firmware.cli.verdict import verify_in_deck
from firmware.clock import MonotonicClock
from firmware.errors import RuleError
from firmware.games.cinque_mani.building import laid_out
from firmware.games.cinque_mani.hands import DECK, evaluate
from firmware.games.cinque_mani.mix import Mix
from firmware.games.cinque_mani.table import HANDS, POINTS, Arrangement, Level, Terms
from firmware.games.cinque_mani.thinking import warm_up
from firmware.suggestion import suggestion

_GOOD, _UNUSABLE = 0, 2
_CARDS = HANDS * HAND_SIZE


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "arrange",
        description="How the computer lays the twenty-five cards of a deal of Cinque Mani: its "
        "five hands, drawn from the mix of the level, first to fifth. The hard level thinks for "
        "some seconds.",
    )
    parser.add_argument(
        "cards", help='twenty-five cards such as "7H 8D 9H ..."; - reads a deal a line, JSON out'
    )
    parser.add_argument(
        "--level",
        default=Level.HARD.value,
        metavar="L",
        help=f"{', '.join(Level)}; default {Level.HARD}",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="make the draw reproducible; other seeds draw other hands",
    )
    parser.add_argument("--json", action="store_true", help="a JSON object instead of words")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer on standard output; exit 2 with one line for cards that are no deal."""
    try:
        level = _level(args.level)
        chance = SystemSource() if args.seed is None else SeededSource(args.seed)
        if args.cards == "-":
            for laid in _laid_by_line(sys.stdin, level, chance):
                print(_json(laid), flush=True)
            return _GOOD
        laid = _laid(args.cards, level, chance)
    except ValueError as error:  # also what is not text on standard input
        complain(error)
        return _UNUSABLE
    print(_json(laid) if args.json else "\n".join(_words(laid)))
    return _GOOD


@dataclass(frozen=True, slots=True)
class _Laid:
    """What the computer lays.

    Attributes:
        hands: first to fifth, each as it is best read.
        level: it was drawn from the mix of.
        rounds: of the solver.
        seconds: from the cards to the hands.
    """

    hands: Arrangement
    level: Level
    rounds: int
    seconds: float


def _level(word: str) -> Level:
    known = tuple(Level)
    if word not in known:
        raise RuleError(f"--level {word}: {suggestion(word, known)}")
    return Level(word)


def _deal(text: str) -> tuple[Card, ...]:
    """The cards of a deal, in the order of the deck: how they are named decides nothing."""
    cards = parse_cards(text)
    if len(cards) != _CARDS:
        raise RuleError(f"{_CARDS} cards are arranged, not {len(cards)}: {text}")
    verify_in_deck(cards, DECK)
    return tuple(sorted(cards, key=DECK.index))


def _laid(text: str, level: Level, chance: Source) -> _Laid:
    cards = _deal(text)
    clock = MonotonicClock()
    begun_s = clock.now_s()
    mix = _mix(cards, level)
    hands = tuple(map(laid_out, mix.draw(chance)))
    return _Laid(hands, level, mix.rounds, clock.now_s() - begun_s)


def _mix(cards: tuple[Card, ...], level: Level) -> Mix:
    """The best mix of the level."""
    warm_up()
    from firmware.games.cinque_mani.opponent import mixes

    with working("thinking") as tell:
        for mix in mixes(cards, Terms(level=level)):
            tell(f"round {mix.rounds}")
    return mix


def _laid_by_line(lines: Iterable[str], level: Level, chance: Source) -> Iterator[_Laid]:
    """The same for a deal a line; empty lines are passed over."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield _laid(line.strip(), level, chance)
        except ValueError as error:
            raise RuleError(f"line {number}: {error}") from error


def _json(laid: _Laid) -> str:
    hands = [
        {
            "points": points,
            "cards": [str(card) for card in hand],
            "name": evaluate(hand).category.value,
        }
        for points, hand in zip(POINTS, laid.hands, strict=True)
    ]
    return json.dumps(
        {
            "hands": hands,
            "level": laid.level.value,
            "rounds": laid.rounds,
            "seconds": round(laid.seconds, 3),
        }
    )


def _words(laid: _Laid) -> Iterator[str]:
    for points, hand in zip(POINTS, laid.hands, strict=True):
        yield f"{points} points: {' '.join(map(str, hand))}  {named(evaluate(hand))}"
    by = f"{laid.rounds} rounds" if laid.rounds else "at once"
    yield f"{laid.level}, {by}, {laid.seconds:.2f} s"

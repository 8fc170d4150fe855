"""`cabinato rtp`: what a pay table returns, exactly."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from firmware.cli.data import complain, named_path
from firmware.cli.rtp_more import add_options, other_answer
from firmware.clock import MonotonicClock
from firmware.errors import RuleError
from firmware.games.joker_poker.hands import Hand
from firmware.odds.double_up import DoubleOdds, double_odds
from firmware.odds.game import GAMES, HANDS, JOKER_POKER, Analysis, Game
from firmware.odds.paytables import (
    MOST_CHIPS,
    OddsTable,
    chips_named,
    read_odds_table,
    shipped_table,
)
from firmware.suggestion import suggestion

_GOOD, _UNUSABLE = 0, 2
_REDUCED, _FULL = _ENGINES = ("reduced", "full")
TIE_BREAK = (
    "of equally good holds the one that keeps most cards, of those the one with the highest "
    "cards, of those the one whose suit has the higher cards in the deal"
)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "rtp",
        help="what a pay table returns, exactly",
        description="The exact return of a pay table under best play, with variance (for one "
        "chip bet), hit rate, and how often each hand ends a round. A file has a table "
        "[hands]: a row is what 1 to 5 chips win, or one number for each chip; what has no "
        "row wins nothing. Of equally good holds: "
        + TIE_BREAK.removeprefix("of equally good holds ")
        + ".",
    )
    parser.add_argument(
        "--paytable", type=named_path, metavar="F", help="its file (default: the shipped one)"
    )
    parser.add_argument("--chips", default="5", metavar="N", help=f"1..{MOST_CHIPS}, default 5")
    parser.add_argument(
        "--game", default=JOKER_POKER.id, metavar="G", help=f"{', '.join(GAMES)}; default the first"
    )
    parser.add_argument(
        "--engine",
        default=_REDUCED,
        metavar="E",
        help="reduced: by classes of deals, at once (default); full: deal by deal, some seconds",
    )
    parser.add_argument("--json", action="store_true", help="a JSON object instead of words")
    add_options(parser)
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class _Answer:
    """An analysis, and where it came from."""

    found: Analysis
    table: OddsTable
    engine: str
    seconds: dict[str, float]


def run(args: argparse.Namespace) -> int:
    """Answer on standard output; exit 2 with one line for each fault."""
    try:
        other = other_answer(args)
        if other is not None:
            print(other(args, _game(args), chips_named(args.chips)))
            return _GOOD
        answer = _answer(args)
    except ValueError as error:
        complain(error)
        return _UNUSABLE
    _warn(answer)
    double = double_odds() if answer.found.game is JOKER_POKER else None
    print(json.dumps(_told(answer, double)) if args.json else _said(answer, double))
    return _GOOD


def _answer(args: argparse.Namespace) -> _Answer:
    game, engine = _game(args), args.engine
    if engine not in _ENGINES:
        raise RuleError(f"--engine {engine}: {suggestion(engine, _ENGINES)}")
    chips = chips_named(args.chips)
    table = read_odds_table(args.paytable or shipped_table(game), game)
    now_s = MonotonicClock().now_s
    begin_s = now_s()
    analyse = _engine(engine, game)
    built_s = now_s()
    found = analyse(table.pays(chips), chips)
    end_s = now_s()
    seconds = {"tables": built_s - begin_s, "analysis": end_s - built_s, "total": end_s - begin_s}
    return _Answer(found, table, engine, {name: round(took, 6) for name, took in seconds.items()})


def _game(args: argparse.Namespace) -> Game:
    game_id = args.game.replace("_", "-")
    if game_id not in GAMES:
        raise RuleError(f"--game {args.game}: {suggestion(game_id, GAMES)}")
    return GAMES[game_id]


def _engine(name: str, game: Game) -> Callable[[tuple[int, ...], int], Analysis]:
    if name == _FULL:
        from firmware.odds.full import Full

        return Full.of(game).analyse
    from firmware.odds.reduced import Reduced

    return Reduced.of(game).analyse


def _warn(answer: _Answer) -> None:
    """Say what is odd about the table: it is analysed, but a cabinet would refuse it."""
    found, table = answer.found, answer.table
    names = found.game.names
    if crossed := table.crossing(found.bet):
        lower, higher = (names[hand] for hand in crossed)
        complain(f"{table.name}: {lower} pays more than {higher}, but hands count by their order")
    said = table.returns[found.bet - 1] if table.returns else found.rtp
    if said != found.rtp:
        complain(f"{table.name}: the file says that it returns {_fraction(said)}, which is not so")


# --- telling ----------------------------------------------------------------------------------


def _told(answer: _Answer, double: DoubleOdds | None) -> dict[str, object]:
    found = answer.found
    names = found.game.names
    told: dict[str, object] = {
        "game": found.game.id,
        "paytable": answer.table.name,
        "chips": found.bet,
        "engine": answer.engine,
        "kernel": "numpy",  # loading numba takes longer than one table
        "rtp": {"fraction": _fraction(found.rtp), "percent": float(found.rtp * 100)},
        "variance": float(found.variance),
        "hit_rate": float(found.hit_rate),
        "hands": {names[hand]: _hand(found, hand) for hand in _hands(found)},
        "outcomes": found.game.outcomes,
        "deals_by_held": list(found.held),
        "tied_deals": found.tied,
        "tie_break": TIE_BREAK,
    }
    if double is not None:
        told["double"] = {
            "pairs": double.pairs,
            "won": double.won,
            "tied": double.tied,
            "lost": double.lost,
            "return": _fraction(double.returned),
        }
    return told | {"seconds": answer.seconds}


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _hands(found: Analysis) -> list[Hand]:
    """The hands of the game, the highest first."""
    return list(found.game.names)[::-1]


def _hand(found: Analysis, hand: Hand) -> dict[str, object]:
    at = HANDS.index(hand)
    return {
        "pays": found.pays[at],
        "count": found.counts[at],
        "probability": float(found.share(hand)),
        "return": float(found.share(hand) * Fraction(found.pays[at], found.bet)),
    }


def _said(answer: _Answer, double: DoubleOdds | None) -> str:
    found = answer.found
    bet = "1 chip" if found.bet == 1 else f"{found.bet} chips"
    lines = [
        f"{found.game.id}, pay table {answer.table.name}, {bet}",
        "",
        f"return    {_fraction(found.rtp)} = {float(found.rtp * 100):.6f} %",
        f"variance  {float(found.variance):.4f} for one chip bet "
        f"(standard deviation {float(found.variance) ** 0.5:.4f})",
        f"hit rate  {float(found.hit_rate * 100):.4f} %",
        "",
        f"{'hand':<16}{'pays':>7}{'one in':>15}{'of all rounds':>16}{'of the return':>16}",
    ]
    lines += [_hand_line(found, hand) for hand in _hands(found)]
    held = ", ".join(f"{deals:,} hold {cards}" for cards, deals in enumerate(found.held))
    lines += [
        "",
        f"best play: of {found.game.deals:,} deals {held}",
        f"{found.tied:,} deals have more than one best hold; {TIE_BREAK}",
    ]
    if double is not None:
        lines.append(
            f"double: of {double.pairs:,} pairs of cards {double.won:,} win, {double.tied:,} tie, "
            f"{double.lost:,} lose: it returns {float(double.returned * 100):g} %"
        )
    took = answer.seconds
    lines.append(
        f"{answer.engine} engine: {took['total']:.3f} s ({took['tables']:.3f} s of it tables)"
    )
    return "\n".join(lines)


def _hand_line(found: Analysis, hand: Hand) -> str:
    at = HANDS.index(hand)
    share = found.share(hand)
    often = f"{float(1 / share):,.2f}" if share else "never"
    part = share * found.pays[at] / found.bet / found.rtp if found.rtp else Fraction()
    name = found.game.names[hand]
    return (
        f"{name:<16}{found.pays[at]:>7,}{often:>15}"
        f"{float(share * 100):>14.6f} %{float(part * 100):>14.4f} %"
    )

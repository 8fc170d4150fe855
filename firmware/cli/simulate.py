"""`cabinato simulate`: rounds without a ledger, and what they return beside what they must."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass

from firmware.cli.data import complain, named_path
from firmware.cli.progress import EVERY, progress_bar
from firmware.clock import MonotonicClock
from firmware.errors import RuleError
from firmware.games.joker_poker.hands import Hand
from firmware.ledger.verify import Progress
from firmware.odds.game import HANDS, JOKER_POKER, Analysis
from firmware.odds.paytables import (
    MOST_CHIPS,
    OddsTable,
    chips_named,
    read_odds_table,
    shipped_table,
)
from firmware.odds.sample import BANDS, Sample
from firmware.suggestion import suggestion

_GOOD, _UNUSABLE = 0, 2
_OPTIMAL, _MADE = _PLAYERS = ("optimal", "made")
_GAMES = (JOKER_POKER.id,)
_MOST_ROUNDS = 10**12


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "simulate",
        description="Play rounds without a ledger, doubling nothing, and print their return with "
        "its confidence intervals beside the exact return of that way to play. Player optimal "
        "holds what is worth most, of equally good holds as rtp says; player made presses DEAL "
        "as the cabinet proposes, in the cabinet's own rules. The same seed plays the same rounds.",
    )
    parser.add_argument("--game", required=True, metavar="G", help=", ".join(_GAMES))
    parser.add_argument("--rounds", required=True, metavar="N", help="how many")
    parser.add_argument("--seed", required=True, metavar="S", help="any text or number")
    parser.add_argument(
        "--player", default=_OPTIMAL, metavar="P", help=f"{' or '.join(_PLAYERS)}; default optimal"
    )
    parser.add_argument("--chips", default="5", metavar="N", help=f"1..{MOST_CHIPS}, default 5")
    parser.add_argument(
        "--paytable", type=named_path, metavar="F", help="its file (default: the shipped one)"
    )
    parser.add_argument("--json", action="store_true", help="a JSON object instead of words")
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is to be played."""

    player: str
    rounds: int
    seed: str
    chips: int
    table: OddsTable


@dataclass(frozen=True, slots=True)
class _Answer:
    """What was played, and the exact return of that way to play."""

    wanted: _Wanted
    sample: Sample
    exact: Analysis
    seconds: dict[str, float]


def run(args: argparse.Namespace) -> int:
    """Play and answer on standard output; exit 2 with one line for what cannot be played."""
    try:
        wanted = _wanted(args)
    except ValueError as error:
        complain(error)
        return _UNUSABLE
    with progress_bar("laying out the odds", "playing") as progress:
        answer = _answer(wanted, progress)
    print(json.dumps(_told(answer)) if args.json else _said(answer))
    return _GOOD


def _wanted(args: argparse.Namespace) -> _Wanted:
    game = args.game.replace("_", "-")
    if game not in _GAMES:
        raise RuleError(f"--game {args.game}: {suggestion(game, _GAMES)}")
    if args.player not in _PLAYERS:
        raise RuleError(f"--player {args.player}: {suggestion(args.player, _PLAYERS)}")
    digits = args.rounds.replace("_", "")
    if not (digits.isascii() and digits.isdecimal() and 1 <= int(digits[:20]) <= _MOST_ROUNDS):
        raise RuleError(f"--rounds {args.rounds}: a whole number from 1 to {_MOST_ROUNDS}")
    chips = chips_named(args.chips)
    table = read_odds_table(args.paytable or shipped_table(JOKER_POKER), JOKER_POKER)
    return _Wanted(args.player, int(digits), args.seed, chips, table)


def _answer(wanted: _Wanted, progress: Progress) -> _Answer:
    from firmware.odds.reduced import Reduced
    from firmware.odds.strategy import followed, made_holds

    now_s = MonotonicClock().now_s
    begin_s = now_s()
    pays = wanted.table.pays(wanted.chips)
    engine = Reduced.of(JOKER_POKER)
    hold = engine.holds(pays)[0] if wanted.player == _OPTIMAL else made_holds(engine.tables)
    exact = followed(engine, pays, wanted.chips, hold)

    def tell(done: int, of: int) -> None:  # the bar looks at whole hundreds only
        progress(done - done % EVERY, of)

    if wanted.player == _OPTIMAL:
        from firmware.odds.play import Player

        player = Player.of(engine.tables, hold)
        ready_s = now_s()
        counts = player.play(wanted.rounds, wanted.seed, tell)
        sample = Sample.of(counts, pays, wanted.chips)
    else:
        from firmware.odds.machine import play_machine, ruled_by

        rules = ruled_by(wanted.table)
        ready_s = now_s()
        sample = play_machine(rules, wanted.chips, wanted.rounds, wanted.seed, tell)
    end_s = now_s()
    seconds = {"ready": ready_s - begin_s, "rounds": end_s - ready_s, "total": end_s - begin_s}
    return _Answer(wanted, sample, exact, {what: round(took, 6) for what, took in seconds.items()})


# --- telling ----------------------------------------------------------------------------------


def _told(answer: _Answer) -> dict[str, object]:
    wanted, sample, exact = answer.wanted, answer.sample, answer.exact
    bands = {
        f"interval_{percent}": [100 * end for end in sample.interval(percent, exact)]
        for percent in BANDS
    }
    return {
        "game": JOKER_POKER.id,
        "player": wanted.player,
        "paytable": wanted.table.name,
        "chips": wanted.chips,
        "rounds": sample.rounds,
        "seed": wanted.seed,
        "staked": sample.staked,
        "paid": sample.paid,
        "return": {"percent": float(sample.rtp * 100), **bands},
        "exact": {
            "fraction": f"{exact.rtp.numerator}/{exact.rtp.denominator}",
            "percent": float(exact.rtp * 100),
        },
        "deviations": sample.deviations(exact),
        "hands": {
            hand.value: {"count": count, "expected": float(exact.share(hand) * sample.rounds)}
            for hand, count in _hands(sample)
        },
        "seconds": answer.seconds,
        "rounds_per_second": round(sample.rounds / max(answer.seconds["rounds"], 1e-6)),
    }


def _hands(sample: Sample) -> list[tuple[Hand, int]]:
    """From the highest down."""
    return list(zip(HANDS, sample.counts, strict=True))[::-1]


def _said(answer: _Answer) -> str:
    wanted, sample, exact = answer.wanted, answer.sample, answer.exact
    bet = "1 chip" if wanted.chips == 1 else f"{wanted.chips} chips"
    lines = [
        f"{JOKER_POKER.id}, pay table {wanted.table.name}, {bet}, player {wanted.player}: "
        f"{sample.rounds:,} rounds, seed {wanted.seed}",
        "",
        f"staked    {sample.staked:,} chips, paid {sample.paid:,}",
        f"return    {float(sample.rtp * 100):.4f} %",
    ]
    for percent in BANDS:
        low, high = sample.interval(percent, exact)
        lines.append(f"{percent} %      {100 * low:.4f} to {100 * high:.4f} %")
    lines += [
        f"exact     {exact.rtp.numerator}/{exact.rtp.denominator} = "
        f"{float(exact.rtp * 100):.6f} %, {abs(sample.deviations(exact)):.2f} standard deviations "
        f"{'below' if sample.rtp > exact.rtp else 'above'} the rounds' return",
        "",
        f"{'hand':<16}{'rounds':>15}{'expected':>18}",
    ]
    lines += [
        f"{hand:<16}{count:>15,}{float(exact.share(hand) * sample.rounds):>18,.1f}"
        for hand, count in _hands(sample)
    ]
    took = answer.seconds
    pace = sample.rounds / max(took["rounds"], 1e-6)
    lines += ["", f"{took['total']:.1f} s, {took['ready']:.1f} s of it before the first round; "]
    lines[-1] += f"{pace:,.0f} rounds a second"
    return "\n".join(lines)

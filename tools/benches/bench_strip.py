"""How well the computer plays Strip Poker: what can be won of it, and by whom.

Antes won in 1,000 deals, an ante being $5; `±` is half of a 95 % interval. Short by default (a
few minutes); with --full on samples that leave little doubt (about a quarter of an hour).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from statistics import median

import numpy as np
from measured import Figure, Say, least_cpu_ms, quantile
from solvers import strip
from solvers.deals import Buckets
from solvers.game import Evaluator, layout
from solvers.game import measure as measured
from solvers.match import Mixed, Player, Score, duel
from solvers.rival import fine_buckets, learn
from solvers.strengths import Deck, build_deck
from strip_players import BOTS, STYLES, Solved, bot, character, in_richer_tree, path_of, read
from strip_sessions import DEAL_S, play_session

from firmware.cards.card import parse_cards
from firmware.games.strip_poker.abstraction import Sizes
from firmware.games.strip_poker.hands import Deck as Cards
from firmware.games.strip_poker.opponent import Opponent
from firmware.games.strip_poker.strategy import Strategy

DEALS = 1000
UNIT = "antes"
"""Won in so many deals: of one deal the figures would be too small to read."""
TARGET = "at most 10"
ODD_SIZES = Sizes(bets=((1, 2, 3, 4, 5, 8, 12), (1, 2, 3, 4, 6, 12), (2, 5, 12)), cap=16)
"""What a rival may bet who plays between the amounts that the strategy knows."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured.

    Attributes:
        decks: of how many cards.
        duel_decks: those of them that duels and sessions are played with.
        chance_deals: sampled for what is exact inside the abstraction.
        rival_learns: deals that the rival learns from; 0: no rival.
        rival_plays: deals that he is measured on.
        duel_deals: of every two who meet.
        who: characters whose levels meet.
        sessions: of each two who sit down.
    """

    decks: tuple[int, ...] = (32, 52)
    duel_decks: tuple[int, ...] = (32,)
    chance_deals: int = 600_000
    rival_learns: int = 600_000
    rival_plays: int = 400_000
    duel_deals: int = 200_000
    who: tuple[str, ...] = ("Vera",)
    sessions: int = 40


FULL = Plan(
    duel_decks=(32, 52),
    chance_deals=4_000_000,
    rival_learns=6_000_000,
    rival_plays=4_000_000,
    duel_deals=400_000,
    who=("Ottavia", "Rocco", "Vera"),
    sessions=200,
)


def measure(say: Say, plan: Plan | None = None, *, full: bool = False) -> list[Figure]:
    """All figures of this topic."""
    plan = plan or (FULL if full else Plan())
    figures = _files()
    for size in plan.decks:
        say(f"strip: {size} cards, every hand ranked")
        deck = build_deck(size)
        solved = read(size, deck)
        say(f"strip: {size} cards, a best response inside the abstraction")
        figures.append(_inside(deck, solved, plan))
        if plan.rival_learns:
            figures += _rivals(say, deck, solved, plan)
        if size not in plan.duel_decks:
            continue
        figures += _duels(say, deck, solved, plan)
        say(f"strip: {size} cards, sessions")
        figures += _sessions(size, plan)
    return figures


# --- files ------------------------------------------------------------------------------------


def _files() -> list[Figure]:
    total = sum(path_of(size).stat().st_size for size in (32, 52))
    figures = [Figure("both strategies", total / 1e6, "MB", target="at most 2 MB")]
    hand = parse_cards("AS KD QH JC 9S")
    for size in (32, 52):

        def first_answers(size: int = size) -> None:
            file = Strategy.load(path_of(size))
            file.shares_first(0, file.bucket_before(hand))
            file.change(hand, 1)
            file.shares_draw(0, 0, 0)
            file.shares_second(0, 0, 21, 30)

        figures.append(
            Figure(
                f"{size} cards: read, and one answer of each kind, CPU",
                least_cpu_ms(first_answers, runs=5),
                "ms",
                target="at most 50 ms",
            )
        )
    return figures


# --- exploitability ---------------------------------------------------------------------------


def _inside(deck: Deck, solved: Solved, plan: Plan) -> Figure:
    chance = strip.chance_of(deck, solved.buckets, plan.chance_deals)
    walker = Evaluator(solved.game, chance, strip.CARRY_VALUE)
    found = measured(walker, solved.numbers)
    return Figure(
        f"{deck.size} cards: a best response inside the abstraction wins (chances counted on "
        f"{plan.chance_deals:,} deals: on fewer than the solver's it wins of their noise too)",
        found.exploitability * DEALS,
        UNIT,
        beside=f"by the solver, on its own {solved.file.header['deals']:,} deals",
        beside_value=float(solved.file.header["exploitability"]) * DEALS,
        target=TARGET,
    )


def _rivals(say: Say, deck: Deck, solved: Solved, plan: Plan) -> list[Figure]:
    """What somebody wins who knows the strategy by heart and looks closely at real cards."""
    patterns, _ = strip.hands_of(deck)
    fine: Buckets = fine_buckets(deck, patterns, solved.buckets)
    odd = layout(ODD_SIZES)
    answering = Solved(solved.file, odd, in_richer_tree(solved, odd), solved.buckets)
    figures = []
    for kind, asked in (("the known amounts", solved), ("any amount", answering)):
        say(f"strip: {deck.size} cards, a rival who bets {kind} learns")
        rng = np.random.default_rng((strip.SEED, deck.size, 3))
        rival = learn(deck, asked.game, asked.numbers, asked.buckets, fine, plan.rival_learns, rng)
        say(f"strip: {deck.size} cards, a rival who bets {kind} plays")
        score = duel(deck, asked.game, rival, asked.player(), plan.rival_plays, rng)
        what = (
            f"{deck.size} cards: a rival who knows it by heart, tells apart {fine.befores} x "
            f"{fine.afters} hands and bets {kind} wins"
        )
        figures.append(_scored(what, score, "as little as can be"))
    return figures


# --- duels ------------------------------------------------------------------------------------


def _duels(say: Say, deck: Deck, solved: Solved, plan: Plan) -> list[Figure]:
    figures = []
    rng = np.random.default_rng((strip.SEED, deck.size, 4))
    top = solved.player()

    def meet(name: str, one: Player, against: str, other: Player, target: str) -> None:
        say(f"strip: {deck.size} cards, {name} against {against}")
        score = duel(deck, solved.game, one, other, plan.duel_deals, rng)
        figures.append(_scored(f"{deck.size} cards: {name} wins of {against}", score, target))

    bots = {name: bot(solved, rule) for name, rule in BOTS.items()}
    for name, player in bots.items():
        meet("the equilibrium", top, name, player, "more than nothing")
    for who in plan.who:
        levels: dict[int, Mixed] = {
            level: character(solved, STYLES[who], level) for level in (1, 2, 3)
        }
        for low, high in combinations(levels, 2):
            meet(f"{who} {high}", levels[high], f"{who} {low}", levels[low], "more than nothing")
        for level, player in levels.items():
            meet("the equilibrium", top, f"{who} {level}", player, "")
            if level == 1:
                for name, simple in bots.items():
                    meet(f"{who} 1", player, name, simple, "")
    return figures


def _scored(what: str, score: Score, target: str) -> Figure:
    half = 1.96 * score.error * DEALS
    return Figure(
        f"{what} (± {half:.1f}; {score.deals:,} deals)", score.mean * DEALS, UNIT, target=target
    )


# --- sessions ---------------------------------------------------------------------------------


def _sessions(size: int, plan: Plan) -> list[Figure]:
    figures = []
    equal = Opponent(STYLES["Vera"], 3)
    pairs = [("an equal of Vera 3", equal, "Vera", 3)] + [
        ("an equal of Vera 3", equal, who, STYLES[who].level) for who in ("Ottavia", "Rocco")
    ]
    for name, player, who, level in pairs:
        found = [
            play_session(Cards(size), player, Opponent(STYLES[who], level), seed)
            for seed in range(plan.sessions)
        ]
        deals = [session.deals for session in found]
        won = sum(session.is_won for session in found) / len(found)
        target = "median 35 to 60 at even skill" if who == "Vera" else ""
        spread = f"{quantile(deals, 0.1)} to {quantile(deals, 0.9)} in 8 of 10"
        figures.append(
            Figure(
                f"{size} cards: deals a session, {name} against {who} {level} ({spread}; "
                f"wins {won:.0%} of {len(found)})",
                float(median(deals)),
                "deals",
                target=target,
            )
        )
        minutes = median(deals) * DEAL_S / 60
        figures.append(Figure(f"... at {DEAL_S} s a deal", minutes, "min"))
    return figures

"""States of the operator's page of returns to look at: a cabinet that has worked for two months."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import sqrt

from firmware.assets import asset
from firmware.cabinet.operator_menu.desk import at_page
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import ReturnsPage, ReturnsRow, ReturnsView
from firmware.cabinet.state import CabinetState
from firmware.cards.shuffle import SeededSource
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.games.joker_poker.records import PAY_TABLE
from firmware.ledger.meters import BLOCK, GAMBLE, GAME, METERS, SUMS
from firmware.ledger.standing import Period
from firmware.money import Block, GameId
from firmware.odds.game import HANDS, JOKER_POKER
from firmware.odds.known import dealt_counts, kept_exact
from firmware.operator.books import BlockBooks, Books, Counts
from firmware.operator.course import Busy, Course, Point, Times
from firmware.operator.luck import Judged
from firmware.operator.returns_books import Returns
from firmware.operator.rounds_told import Length, RoundsTold

Make = Callable[[], CabinetState]

FULL_GAMES, SMALL_GAMES = 84_210, 21_466
POINTS = 126
_ROYALS = (43, 66)
_ROYAL = 1_000
_HOURS = (9, 6, 2, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 3, 3, 4, 5, 8, 9, 11, 14, 17, 19, 14)
"""How busy each hour of the day is."""


@lru_cache(maxsize=1)
def returns() -> Returns:
    """What such a cabinet returned, by the real arithmetic from invented books."""
    table = load_pay_table(asset("paytables", "kings_or_better.toml"))
    blocks = (
        _joker(table.edition, 5, FULL_GAMES, 0.9741),
        _joker(table.edition, 3, SMALL_GAMES, 0.9861),
        _other(GameId.STRIP_POKER, 1_204, 4_816, 0, {"won": 411, "lost": 640, "left": 153}),
        _other(GameId.CINQUE_MANI, 3_377, 10_131, 10_284, {"won": 1_702, "lost": 1_675}),
    )
    life = _counts(blocks)
    books = Books(
        balances={}, life=life, in_period=_counts(_recent(blocks)), period=Period(),
        games_since_power_up=0, games_since_door_closed=0, disputed=(), head="", rows=1, boots=1,
        is_test=False,
    )  # fmt: skip
    documents = {PAY_TABLE + table.edition: table.stored}
    return Returns.of(books, documents, _told(blocks), kept_exact)


def _joker(edition: str, chips: int, games: int, actual: float) -> BlockBooks:
    """A block with the hands that best play brings, and with its doubles."""
    staked = games * chips
    paid = round(staked * actual)
    table = load_pay_table(asset("paytables", "kings_or_better.toml"))
    exact = kept_exact(tuple(table.pays(hand, chips) for hand in HANDS), chips)
    assert exact is not None  # a shipped table
    chance = SeededSource(chips)
    hands = {hand: _about(float(games * exact.analysis.share(hand)), chance) for hand in HANDS}
    hands[Hand.NOTHING] += games - sum(hands.values())
    won = games - hands[Hand.NOTHING]
    square = staked * chips
    sums = (games, staked, paid, square, paid * chips, 27 * square)
    gamble = (4_659, 2_290, 81, 2_288, 35_770, 36_556)
    meters = dict.fromkeys(BLOCK, 0)
    meters |= dict(zip((*SUMS, "won"), (*sums, won), strict=True))
    meters |= dict(zip(GAMBLE, gamble, strict=True))
    counted = {hand.value: count for hand, count in hands.items()}
    return BlockBooks(Block(GameId.JOKER_POKER, edition, chips), meters, counted)


def _about(expected: float, chance: SeededSource) -> int:
    """A count as chance makes it: off by its square root or so, to either side."""
    return max(0, round(expected + sqrt(expected) * (chance.bits(5) - 15.5) / 9))


def _other(game: GameId, games: int, staked: int, paid: int, ends: dict[str, int]) -> BlockBooks:
    meters = dict.fromkeys(BLOCK, 0)
    sums = (games, staked, paid, staked * 4, paid * 4, paid * 6, ends["won"])
    meters |= dict(zip((*SUMS, "won"), sums, strict=True))
    return BlockBooks(Block(game, "shipped", 0), meters, ends)


def _recent(blocks: tuple[BlockBooks, ...]) -> tuple[BlockBooks, ...]:
    """The period: the last eighth."""
    return tuple(
        BlockBooks(
            each.block,
            {name: value // 8 for name, value in each.meters.items()},
            {name: value // 8 for name, value in each.hands.items()},
        )
        for each in blocks
    )


def _counts(blocks: tuple[BlockBooks, ...]) -> Counts:
    games = {game: dict.fromkeys(GAME, 0) for game in GameId}
    for each in blocks:
        of_game = games[each.block.game]
        for name, meter in zip(("played", "staked", "paid"), SUMS, strict=False):
            of_game[name] += each.meters[meter]
        of_game["won"] += each.meters["won"]
    return Counts(dict.fromkeys(METERS, 0), games, blocks, {}, {})


def _told(blocks: tuple[BlockBooks, ...]) -> RoundsTold:
    judged = {str(each.block): _judged(each) for each in blocks[:2]}
    deals = sum(dealt_counts().values())
    games = sum(each.games for each in judged.values())
    chance = SeededSource("dealt")
    dealt = {hand: _about(games * count / deals, chance) for hand, count in dealt_counts().items()}
    return RoundsTold(
        first=1,
        upto=games,
        judged=judged,
        dealt=dealt,
        lengths={
            GameId.JOKER_POKER: Length(games, games * 14_000),
            GameId.STRIP_POKER: Length(1_180, 1_180 * 402_000),
            GameId.CINQUE_MANI: Length(3_300, 3_300 * 95_000),
        },
        course=_course(games, blocks),
        times=_times(),
    )


def _judged(books: BlockBooks) -> Judged:
    """Dealt a little luck, a little badly held, drawn a little unluckily."""
    games, staked, paid = (books.meters[name] for name in SUMS[:3])
    unit = JOKER_POKER.draw_unit
    square = books.meters[SUMS[3]]
    return Judged(
        games=games,
        staked=staked,
        paid=paid,
        staked_squared=square,
        best=round(staked * unit * 0.9902),
        chosen=round(staked * unit * 0.9771),
        spread=22 * square * unit**2,
    )


def _course(games: int, blocks: tuple[BlockBooks, ...]) -> Course:
    """A wild beginning that settles where the books end, with two royals on the way."""
    chance = SeededSource("returns")
    staked, paid, square = (
        sum(each.meters[name] for each in blocks[:2]) for name in (SUMS[1], SUMS[2], SUMS[3])
    )
    drawn = [_paid(chance) + (_ROYAL if at in _ROYALS else 0) for at in range(POINTS)]
    total, points, so_far = sum(drawn), [], 0
    for number, each in enumerate(drawn, start=1):
        so_far += each
        part = number / POINTS
        points.append(
            Point(
                round(games * part),
                round(staked * part),
                round(paid * so_far / total),
                round(square * part),
            )
        )
    return Course(games // POINTS, tuple(points[:-1]), points[-1])


def _paid(chance: SeededSource) -> int:
    """What a stretch of games paid: a mean of about 1000."""
    return sum(chance.bits(8) for _ in range(4)) + chance.bits(10)


def _times() -> Times:
    chance = SeededSource("times")
    hours = {
        hour: Busy(weight * 640, weight * 300 + chance.bits(9))
        for hour, weight in enumerate(_HOURS)
        if weight
    }
    days = {
        f"2026-{10 + day // 31}-{day % 31 + 1:02}": Busy(
            900 + chance.bits(11), 400 + chance.bits(10)
        )
        for day in range(60)
    }
    return Times(hours, days)


def returns_samples(make: Make) -> Mapping[str, tuple[Make, float]]:
    """The states by name, each with the time to look at it, from a table at rest."""

    def page(**more: object) -> Make:
        looked = replace(ReturnsPage(), **more)  # type: ignore[arg-type]  # names are those of the fields
        return lambda: at_page(make(), Leaf.RETURNS, returns=looked)

    states: dict[str, Make] = {f"returns_{row}": page(row=row) for row in ReturnsRow}
    states["returns_period"] = page(is_period=True)
    states["returns_hands"] = page(view=ReturnsView.HANDS)
    states["returns_times"] = page(view=ReturnsView.TIMES)
    return {name: (state, 0.3) for name, state in states.items()}

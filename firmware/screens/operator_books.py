"""The page of the books: what came in, what was played and won, by game, and the chain's head.

Of the cabinet's whole life, which nobody clears, or of the present period.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware.money import FREE_ACCOUNTS, Account, GameId
from firmware.screens import theme
from firmware.screens.leaf import narrowed
from firmware.screens.lettering import line
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

MONEY = Box(24, 66, 400, 316)
GAMES = Box(440, 66, 400, 316)
BALANCES = Box(856, 66, 400, 316)
BY_GAME = Box(24, 390, 1232, 120)
CHAIN = Box(24, 518, 1232, 68)
ROW_H = 24.5
HEAD = Style("sans_bold", 22, theme.TEAL)
NAME = Style("sans", 21, theme.SAND)
VALUE = Style("play_bold", 21, theme.IVORY, "right")
DETAIL = Style("sans", 18, theme.SAND)
DIGIT = Style("play_bold", 24, theme.AMBER_TEXT, "centre")
DIGIT_W = 15
GROUP = 4
GROUP_GAP = 13
BLOCK_GAP = 25
"""After every fourth group: sixteen groups in a row would be too many to keep one's place."""
UNKNOWN = "-"
"""Shown for a figure of books that could not be read: no guess, and no 0 either."""

MONEY_METERS = (
    "coin_in", "notes_in", "service_in", "coin_test", "turnover", "won", "hand_paid", "cancelled",
)  # fmt: skip
GAME_METERS = (
    "games_played", "games_won", "games_lost", "gamble_rounds", "gamble_wins", "gamble_ties",
    "gamble_losses", "gamble_staked", "gamble_returned", "power_ups", "unclean_boots",
)  # fmt: skip
BLOCK_METERS = ("played", "won", "staked", "paid")


def books_panels(view: View) -> tuple[Box, ...]:
    """Meters of money and games, balances, the games, the head of the chain."""
    return MONEY, GAMES, BALANCES, narrowed(BY_GAME, view), _chain_box(view)


def _chain_box(view: View) -> Box:
    """On an upright display the digits take two rows, and how to check them one."""
    return narrowed(CHAIN, view)._replace(h=130) if view.is_upright else CHAIN


def books_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """Meters of money and games, balances, a row for each game, the head of the chain."""
    shown = _meters(view)

    def meters(names: tuple[str, ...]) -> list[tuple[str, str]]:
        return [
            (words.text(f"operator.meter.{name}"), _figure(shown, name, words)) for name in names
        ]

    credits_on = {account.value: amount for account, amount in view.state.balances.items()}
    balances = [
        (words.text(f"account.{account}"), _figure(credits_on, account.value, words))
        for account in Account
        if account not in FREE_ACCOUNTS
    ]
    return (
        *_figures(words.text("operator.meters.money"), meters(MONEY_METERS), MONEY),
        *_figures(words.text("operator.meters.games"), meters(GAME_METERS), GAMES),
        *_figures(words.text("operator.balances"), balances, BALANCES),
        *_by_game(view, shown, words),
        *_chain(view, words),
    )


def _figure(figures: Mapping[str, int], name: str, words: Speech) -> str:
    """One figure of the books; a dash for all of them when they could not be read."""
    return words.number(figures.get(name, 0)) if figures else UNKNOWN


def _figures(head: str, rows: list[tuple[str, str]], box: Box) -> tuple[Sprite, ...]:
    sprites = [line(head, HEAD, box.x + 20, box.y + 30, "body", width=box.w - 40)]
    for index, (name, value) in enumerate(rows):
        baseline = box.y + 58 + ROW_H * index
        sprites.append(line(name, NAME, box.x + 20, baseline, "body", width=box.w - 150))
        sprites.append(line(value, VALUE, box.right - 20, baseline, "body"))
    return tuple(sprites)


def _by_game(view: View, shown: Mapping[str, int], words: Speech) -> tuple[Sprite, ...]:
    """A row for each game that can be played here: games, games, credits, credits."""
    sprites = [
        line(words.text("operator.meters.by_game"), HEAD, 44, BY_GAME.y + 28, "body", width=250)
    ]
    right = HEAD._replace(align="right")
    last, step = (844, 164) if view.is_upright else (1234, 238)
    columns = [last - step * index for index in range(len(BLOCK_METERS))][::-1]
    for name, x in zip(BLOCK_METERS, columns, strict=True):
        sprites.append(
            line(
                words.text(f"operator.block.{name}"),
                right,
                x,
                BY_GAME.y + 28,
                "body",
                width=step - 14,
            )
        )
    for row, game in enumerate(each for each in GameId if each in view.setup.games):
        baseline = BY_GAME.y + 57 + 26 * row
        sprites.append(line(words.text(f"key.{game}"), NAME, 44, baseline, "body", width=250))
        for name, x in zip(BLOCK_METERS, columns, strict=True):
            value = _figure(shown, f"games.{game}.{name}", words)
            sprites.append(line(value, VALUE, x, baseline, "body", width=step - 14))
    return tuple(sprites)


def _chain(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The head of the chain, to be copied by hand: fixed places, groups of four."""
    box = _chain_box(view)
    left, right, top = box.x + 20, box.right - 20, box.y + 27
    figures = view.figures
    if not figures.head:
        return (line(words.text("operator.head_unread"), NAME, left, box.y + 42, "body"),)
    name = words.text("operator.head", row=words.number(figures.row))
    how, at, how_y = DETAIL._replace(align="right"), right, top
    if view.is_upright:
        how, at, how_y = DETAIL, left, top + 26
    a_row = len(figures.head) // 2 if view.is_upright else len(figures.head)
    rows = [figures.head[first : first + a_row] for first in range(0, len(figures.head), a_row)]
    return (
        line(name, HEAD._replace(size=20), left, top, "body", width=420),
        line(words.text("operator.head_how"), how, at, how_y, "body", width=740, floor=16),
        *(
            line(digit, DIGIT, x, box.bottom - 13 - 32 * (len(rows) - 1 - row), "body")
            for row, digits in enumerate(rows)
            for digit, x in zip(digits, _digit_places(left, len(digits)), strict=True)
        ),
    )


def _digit_places(left: float, count: int) -> list[float]:
    """The middle of each digit of a row."""
    return [
        left
        + DIGIT_W * (index + 0.5)
        + GROUP_GAP * (index // GROUP)
        + (BLOCK_GAP - GROUP_GAP) * (index // GROUP**2)
        for index in range(count)
    ]


def _meters(view: View) -> Mapping[str, int]:
    """Those of the span of time that is looked at; nothing where no books could be read."""
    if not view.state.operator.is_period:
        return view.figures.meters
    books = view.figures.books()
    if books is None:
        return {}
    of_games = {
        f"games.{game}.{name}": count
        for game, meters in books.in_period.games.items()
        for name, count in meters.items()
    }
    return {**books.in_period.meters, **of_games}


def span_told(view: View, words: Speech) -> str:
    """Since when the figures count, and who began that."""
    books = view.figures.books()
    if books is None or not view.state.operator.is_period:
        return words.text("operator.period.life")
    period = books.period
    when = period.wall[:16].replace("T", " ")
    if not period.by:
        return words.text("operator.period.first", when=when)
    who = words.text(f"operator.role.{period.by}")
    return words.text("operator.period.since", number=period.number, when=when, who=who)

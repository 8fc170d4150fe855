"""The operator's pages: books and state at a glance, plain, changing nothing."""

from __future__ import annotations

from firmware.cabinet.places import GAMES_THERE
from firmware.cabinet.state import OPERATOR_LEAVES, Fault
from firmware.events import Account, GameId
from firmware.screens import theme
from firmware.screens.leaf import leaf_scene
from firmware.screens.lettering import line, wrapped
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Trace, View

MONEY = Box(24, 66, 400, 408)
GAMES = Box(440, 66, 400, 408)
BALANCES = Box(856, 66, 400, 408)
BY_GAME = Box(24, 482, 1232, 88)
LEFT = Box(24, 66, 606, 502)
RIGHT = Box(650, 66, 606, 502)
FOOT = Box(24, 578, 1232, 42)
ROW_H = 31
HEAD = Style("sans_bold", 22, theme.TEAL)
NAME = Style("sans", 21, theme.SAND)
VALUE = Style("play_bold", 21, theme.IVORY, "right")
NOTE = Style("sans", 21, theme.IVORY)
DETAIL = Style("sans", 18, theme.SAND)

MONEY_METERS = (
    "coin_in", "notes_in", "service_in", "coin_test", "turnover", "won", "hand_paid", "cancelled",
)  # fmt: skip
GAME_METERS = (
    "games_played", "games_won", "games_lost", "gamble_rounds", "gamble_wins", "gamble_ties",
    "gamble_losses", "gamble_staked", "gamble_returned", "power_ups", "unclean_boots",
)  # fmt: skip
BLOCK_METERS = ("played", "won", "staked", "paid")


def operator_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The page that is open."""
    leaf = min(max(view.state.operator_page, 0), OPERATOR_LEAVES - 1)
    foot = (
        line(words.text("operator.leave"), NOTE, 44, 606, "foot", width=760),
        line(
            words.text("operator.version", version=view.setup.version),
            NOTE._replace(align="right", colour=theme.SAND), 1236, 606, "foot", width=380,
        ),
    )  # fmt: skip
    body = _books(view, words) if leaf == 0 else _state(view, words)
    return leaf_scene(
        view,
        now_s,
        trace,
        words,
        (*body, *foot),
        head=words.text("operator.title"),
        sub=words.text("operator.books" if leaf == 0 else "operator.devices"),
        page=leaf + 1,
        pages=OPERATOR_LEAVES,
        room=theme.OPERATOR_ROOM,
        panels=(MONEY, GAMES, BALANCES, BY_GAME, FOOT) if leaf == 0 else (LEFT, RIGHT, FOOT),
    )


# --- books ------------------------------------------------------------------------------------


def _books(view: View, words: Speech) -> tuple[Sprite, ...]:
    def meters(names: tuple[str, ...]) -> list[tuple[str, int]]:
        return [(words.text(f"operator.meter.{name}"), view.meters.get(name, 0)) for name in names]

    balances = [
        (words.text(f"account.{account}"), view.state.balances.get(account, 0))
        for account in Account
    ]
    return (
        *_figures(words.text("operator.meters.money"), meters(MONEY_METERS), MONEY, words),
        *_figures(words.text("operator.meters.games"), meters(GAME_METERS), GAMES, words),
        *_figures(words.text("operator.balances"), balances, BALANCES, words),
        *_by_game(view, words),
    )


def _figures(head: str, rows: list[tuple[str, int]], box: Box, words: Speech) -> tuple[Sprite, ...]:
    sprites = [line(head, HEAD, box.x + 20, box.y + 35, "body", width=box.w - 40)]
    for index, (name, value) in enumerate(rows):
        baseline = box.y + 72 + ROW_H * index
        sprites.append(line(name, NAME, box.x + 20, baseline, "body", width=box.w - 150))
        sprites.append(line(words.number(value), VALUE, box.right - 20, baseline, "body"))
    return tuple(sprites)


def _by_game(view: View, words: Speech) -> tuple[Sprite, ...]:
    """A row for each game that can be played here: games, games, credits, credits."""
    sprites = [line(words.text("operator.meters.by_game"), HEAD, 44, 515, "body", width=250)]
    right = HEAD._replace(align="right")
    columns = [520 + 238 * index for index in range(len(BLOCK_METERS))]
    for name, x in zip(BLOCK_METERS, columns, strict=True):
        sprites.append(line(words.text(f"operator.block.{name}"), right, x, 515, "body", width=200))
    for row, game in enumerate(each for each in GameId if each in GAMES_THERE):
        baseline = 552 + 28 * row
        sprites.append(line(words.text(f"key.{game}"), NAME, 44, baseline, "body", width=250))
        for name, x in zip(BLOCK_METERS, columns, strict=True):
            value = words.number(view.meters.get(f"games.{game}.{name}", 0))
            sprites.append(line(value, VALUE, x, baseline, "body", width=200))
    return tuple(sprites)


# --- state ------------------------------------------------------------------------------------


def _state(view: View, words: Speech) -> tuple[Sprite, ...]:
    devices = [
        (_device(name, words), words.text(f"health.{state.health}"), state.detail)
        for name, state in view.state.devices.items()
    ]
    returned = sum(counter.returned for counter in view.state.counters.values())
    devices.append((words.text("operator.returned"), words.number(returned), ""))
    faults = [
        (words.text(f"fault.name.{fault.name}"), _when(fault), _what(fault, words))
        for fault in view.state.faults
    ] or [(words.text("operator.no_faults"), "", "")]
    return (
        *_list(words.text("operator.devices"), devices, LEFT),
        *_list(words.text("operator.faults"), faults, RIGHT),
    )


def _device(slot: str, words: Speech) -> str:
    """The slot of the acceptor by its name; another by the name it is wired under."""
    return words.text(f"device.{slot}") if slot == "coin" else slot


def _when(fault: Fault) -> str:
    return fault.since[:19].replace("T", " ")


def _what(fault: Fault, words: Speech) -> str:
    """Whose fault and which, in the system's own words."""
    subject = fault.subject and _device(fault.subject, words)
    return ": ".join(part for part in (subject, fault.detail) if part)


def _list(head: str, rows: list[tuple[str, str, str]], box: Box) -> tuple[Sprite, ...]:
    """(name, value, detail) one under the other; a detail takes lines of its own."""
    sprites = [line(head, HEAD, box.x + 22, box.y + 36, "body", width=box.w - 44)]
    baseline = box.y + 76
    for name, value, detail in rows:
        if baseline > box.bottom - 16:
            break
        sprites.append(line(name, NAME, box.x + 22, baseline, "body", width=box.w - 260))
        sprites.append(line(value, VALUE, box.right - 22, baseline, "body", width=210))
        for part in wrapped(detail, DETAIL, box.w - 44)[:2] if detail else ():
            baseline += 26
            sprites.append(line(part, DETAIL, box.x + 22, baseline, "body", width=box.w - 44))
        baseline += 40
    return tuple(sprites)

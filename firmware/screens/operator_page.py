"""The operator's pages: books and state at a glance, plain, changing nothing."""

from __future__ import annotations

from collections.abc import Mapping

from firmware.cabinet import slots
from firmware.cabinet.operator_menu.menu import LEAVES, Leaf
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.events import FREE_ACCOUNTS, Account, GameId, Tender
from firmware.screens import theme
from firmware.screens.fault_signs import code
from firmware.screens.leaf import leaf_scene
from firmware.screens.lettering import line, wrapped
from firmware.screens.operator_coin_test import PANELS as COIN_TEST_PANELS
from firmware.screens.operator_coin_test import coin_test_body
from firmware.screens.operator_events import PANELS as EVENTS_PANELS
from firmware.screens.operator_events import events_body
from firmware.screens.operator_index import index_scene
from firmware.screens.operator_panel_test import PANELS as PANEL_TEST_PANELS
from firmware.screens.operator_panel_test import panel_test_body
from firmware.screens.operator_pins import PANELS as PINS_PANELS
from firmware.screens.operator_pins import pin_pad_scene, pins_body
from firmware.screens.operator_recall import recall_body, recall_panels
from firmware.screens.operator_returns import panels as returns_panels
from firmware.screens.operator_returns import returns_body
from firmware.screens.operator_slots import panels as slot_panels
from firmware.screens.operator_slots import pieces, slots_body, tender_of
from firmware.screens.scene import Scene
from firmware.screens.slot_sign import Standing, standing
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Trace, View

MONEY = Box(24, 66, 400, 316)
GAMES = Box(440, 66, 400, 316)
BALANCES = Box(856, 66, 400, 316)
BY_GAME = Box(24, 390, 1232, 120)
CHAIN = Box(24, 518, 1232, 68)
LEFT = Box(24, 66, 606, 518)
RIGHT = Box(650, 66, 606, 518)
FOOT = Box(24, 592, 1232, 32)
ROW_H = 24.5
HEAD = Style("sans_bold", 22, theme.TEAL)
NAME = Style("sans", 21, theme.SAND)
VALUE = Style("play_bold", 21, theme.IVORY, "right")
NOTE = Style("sans", 21, theme.IVORY)
FAULT = Style("sans_bold", 21, theme.CORAL)
DETAIL = Style("sans", 18, theme.SAND)
TODO = Style("sans", 19, theme.IVORY)
DIGIT = Style("play_bold", 24, theme.AMBER_TEXT, "centre")
DIGIT_W = 15
GROUP = 4
GROUP_GAP = 13
BLOCK_GAP = 25
"""After every fourth group: sixteen groups in a row would be too many to keep one's place."""
UNKNOWN = "-"
"""Shown for a figure of books that could not be read: no guess, and no 0 either."""
COPY_FAULTS = (FaultName.COPY_MISSING, FaultName.COPY_FOREIGN, FaultName.COPY_BEHIND)
"""Faults of the second copy, the gravest first."""

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
    menu = view.state.operator
    if menu.pad is not None:
        return pin_pad_scene(view, now_s, trace, words)
    leaf = menu.leaf
    if leaf is None:
        return index_scene(view, now_s, trace, words)
    place = LEAVES.index(leaf)
    foot = (
        line(words.text("operator.leave"), NOTE, 44, 614, "foot", width=760),
        line(
            words.text("operator.version", version=view.setup.version),
            NOTE._replace(align="right", colour=theme.SAND), 1236, 614, "foot", width=380,
        ),
    )  # fmt: skip
    body, panels = _leaf(leaf, view, words)
    if leaf is not Leaf.RETURNS:  # which needs the room
        body, panels = (*body, *foot), (*panels, FOOT)
    return leaf_scene(
        view,
        now_s,
        trace,
        words,
        body,
        head=words.text("operator.title"),
        sub=words.text(f"operator.page.{leaf}"),
        page=place + 1,
        pages=len(LEAVES),
        room=theme.OPERATOR_ROOM,
        panels=panels,
    )


def _leaf(leaf: Leaf, view: View, words: Speech) -> tuple[tuple[Sprite, ...], tuple[Box, ...]]:
    """What stands on a page, and the panels it stands in."""
    match leaf:
        case Leaf.BOOKS:
            return _books(view, words), (MONEY, GAMES, BALANCES, BY_GAME, CHAIN)
        case Leaf.RETURNS:
            return returns_body(view, words), returns_panels(view)
        case Leaf.RECALL:
            return recall_body(view, words), recall_panels(view)
        case Leaf.EVENTS:
            return events_body(view, words), EVENTS_PANELS
        case Leaf.MACHINE:
            return _state(view, words), (LEFT, RIGHT)
        case Leaf.SLOTS:
            return slots_body(view.state, words), slot_panels(view.state)
        case Leaf.COIN_TEST:
            return coin_test_body(view, words), COIN_TEST_PANELS
        case Leaf.PANEL_TEST:
            return panel_test_body(view, words), PANEL_TEST_PANELS
        case Leaf.PINS:
            return pins_body(view, words), PINS_PANELS


# --- books ------------------------------------------------------------------------------------


def _books(view: View, words: Speech) -> tuple[Sprite, ...]:
    def meters(names: tuple[str, ...]) -> list[tuple[str, str]]:
        return [
            (words.text(f"operator.meter.{name}"), _figure(view.figures.meters, name, words))
            for name in names
        ]

    credits_on = {account.value: amount for account, amount in view.state.balances.items()}
    balances = [
        (words.text(f"account.{account}"), _figure(credits_on, account.value, words))
        for account in Account
        if account not in FREE_ACCOUNTS
        if account not in FREE_ACCOUNTS
    ]
    return (
        *_figures(words.text("operator.meters.money"), meters(MONEY_METERS), MONEY),
        *_figures(words.text("operator.meters.games"), meters(GAME_METERS), GAMES),
        *_figures(words.text("operator.balances"), balances, BALANCES),
        *_by_game(view, words),
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


def _by_game(view: View, words: Speech) -> tuple[Sprite, ...]:
    """A row for each game that can be played here: games, games, credits, credits."""
    sprites = [
        line(words.text("operator.meters.by_game"), HEAD, 44, BY_GAME.y + 28, "body", width=250)
    ]
    right = HEAD._replace(align="right")
    columns = [520 + 238 * index for index in range(len(BLOCK_METERS))]
    for name, x in zip(BLOCK_METERS, columns, strict=True):
        sprites.append(
            line(words.text(f"operator.block.{name}"), right, x, BY_GAME.y + 28, "body", width=200)
        )
    for row, game in enumerate(each for each in GameId if each in view.setup.games):
        baseline = BY_GAME.y + 57 + 26 * row
        sprites.append(line(words.text(f"key.{game}"), NAME, 44, baseline, "body", width=250))
        for name, x in zip(BLOCK_METERS, columns, strict=True):
            value = _figure(view.figures.meters, f"games.{game}.{name}", words)
            sprites.append(line(value, VALUE, x, baseline, "body", width=200))
    return tuple(sprites)


def _chain(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The head of the chain, to be copied by hand: fixed places, groups of four."""
    left, right, top = CHAIN.x + 20, CHAIN.right - 20, CHAIN.y + 27
    figures = view.figures
    if not figures.head:
        return (line(words.text("operator.head_unread"), NAME, left, CHAIN.y + 42, "body"),)
    name = words.text("operator.head", row=words.number(figures.row))
    how = DETAIL._replace(align="right")
    return (
        line(name, HEAD._replace(size=20), left, top, "body", width=420),
        line(words.text("operator.head_how"), how, right, top, "body", width=740, floor=16),
        *(
            line(digit, DIGIT, x, CHAIN.bottom - 13, "body")
            for digit, x in zip(figures.head, _digit_places(left, len(figures.head)), strict=True)
        ),
    )


def _digit_places(left: float, count: int) -> list[float]:
    """The middle of each digit."""
    return [
        left
        + DIGIT_W * (index + 0.5)
        + GROUP_GAP * (index // GROUP)
        + (BLOCK_GAP - GROUP_GAP) * (index // GROUP**2)
        for index in range(count)
    ]


# --- state ------------------------------------------------------------------------------------


def _state(view: View, words: Speech) -> tuple[Sprite, ...]:
    devices = [_standing(name, view.state, words) for name in view.state.devices]
    returned = sum(counter.returned for counter in view.state.counters.values())
    devices.append((words.text("operator.returned"), words.number(returned), ""))
    return (
        *_list(words.text("operator.devices"), [*devices, *_copy(view, words)], LEFT),
        *_faults(view.state, words),
    )


def _copy(view: View, words: Speech) -> list[tuple[str, str, str]]:
    """The row of the second copy, when something is amiss with it."""
    there = [fault.name for fault in view.state.faults]
    found = [name for name in COPY_FAULTS if name in there][:1]
    return [(words.text("operator.copy"), words.text(f"operator.{name}"), "") for name in found]


def _standing(slot: str, state: CabinetState, words: Speech) -> tuple[str, str, str]:
    """The row of a slot: its device, its health and, where something is amiss, what that means."""
    health, detail = slots.shown(state, slot)
    told = words.health(health, detail, tender_of(slot))
    is_fine = standing(health) in (Standing.OPEN, Standing.SHUT)
    return _device(slot, words), told.name, "" if is_fine else told.what


def _told(fault: Fault, state: CabinetState, words: Speech) -> tuple[str, str, str]:
    """Name, what exactly, and what to do; of a slot's device by its health."""
    if fault.name is FaultName.COIN and fault.subject in state.devices:
        health, detail = slots.shown(state, fault.subject)
        if standing(health) is Standing.TROUBLE:
            told = words.health(health, detail, tender_of(fault.subject))
            return f"{_device(fault.subject, words)}: {told.name}", told.what, told.todo
    name, todo = words.text(f"fault.name.{fault.name}"), words.text(f"fault.todo.{fault.name}")
    return name, _what(fault, words), todo


def _faults(state: CabinetState, words: Speech) -> tuple[Sprite, ...]:
    """Each fault with its time, its code, what exactly it is and what to do about it."""
    faults = state.faults
    x, width = RIGHT.x + 22, RIGHT.w - 44
    sprites = [line(words.text("operator.faults"), HEAD, x, RIGHT.y + 36, "body", width=280)]
    baseline = RIGHT.y + 76
    if not faults:
        return (*sprites, line(words.text("operator.no_faults"), NAME, x, baseline, "body"))
    for index, fault in enumerate(faults):
        name, exactly, to_do = _told(fault, state, words)
        what = f"{code(fault.name)}  {exactly}".strip()
        detail = pieces(what, DETAIL, width)[:2]
        todo = wrapped(to_do, TODO, width)
        ends = baseline + 25 * (len(detail) + len(todo))
        if ends > RIGHT.bottom - 14:
            more = words.counted("operator.more_faults", len(faults) - index)
            right = NAME._replace(align="right")
            sprites.append(line(more, right, RIGHT.right - 22, RIGHT.y + 36, "body", width=270))
            break
        sprites.append(line(name, FAULT, x, baseline, "body", width=width - 220))
        sprites.append(line(_when(fault), VALUE, RIGHT.right - 22, baseline, "body", width=210))
        for style, parts in ((DETAIL, detail), (TODO, todo)):
            for part in parts:
                baseline += 25
                sprites.append(line(part, style, x, baseline, "body", width=width))
        baseline += 42
    return tuple(sprites)


def _device(slot: str, words: Speech) -> str:
    """The slot of the acceptor by its name; another by the name it is wired under."""
    return words.text(f"device.{slot}") if slot in tuple(Tender) else slot


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
        for part in pieces(detail, DETAIL, box.w - 44)[:3] if detail else ():
            baseline += 26
            sprites.append(line(part, DETAIL, box.x + 22, baseline, "body", width=box.w - 44))
        baseline += 40
    return tuple(sprites)

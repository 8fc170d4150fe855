"""The operator's pages: books and state at a glance, plain, changing nothing."""

from __future__ import annotations

from firmware.cabinet.state import OPERATOR_LEAVES
from firmware.events import Account
from firmware.screens import theme
from firmware.screens.leaf import leaf_scene
from firmware.screens.lettering import line
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Trace, View

LEFT = Box(24, 66, 606, 502)
RIGHT = Box(650, 66, 606, 502)
FOOT = Box(24, 576, 1232, 44)
HEAD = Style("sans_bold", 22, theme.TEAL)
NAME = Style("sans", 21, theme.SAND)
VALUE = Style("play_bold", 21, theme.IVORY, "right")
NOTE = Style("sans", 21, theme.IVORY)


def operator_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The page that is open."""
    leaf = min(max(view.state.operator_page, 0), OPERATOR_LEAVES - 1)
    foot = (
        line(words.text("operator.leave"), NOTE, 44, 605, "foot", width=760),
        line(
            words.text("operator.version", version=view.setup.version),
            NOTE._replace(align="right", colour=theme.SAND), 1236, 605, "foot", width=380,
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
        sub=words.text("operator.meters" if leaf == 0 else "operator.devices"),
        page=leaf + 1,
        pages=OPERATOR_LEAVES,
        room=theme.OPERATOR_ROOM,
        panels=(LEFT, RIGHT, FOOT),
    )


def _table(
    head: str, rows: list[tuple[str, str]], box: Box, *, step: float = 38
) -> tuple[Sprite, ...]:
    sprites = [line(head, HEAD, box.x + 22, box.y + 36, "body", width=box.w - 44)]
    step = min(step, (box.h - 66) / max(1, len(rows)))
    for index, (name, value) in enumerate(rows):
        baseline = box.y + 74 + step * index
        sprites.append(line(name, NAME, box.x + 22, baseline, "body", width=box.w * 0.6))
        sprites.append(line(value, VALUE, box.right - 22, baseline, "body", width=box.w * 0.33))
    return tuple(sprites)


def _books(view: View, words: Speech) -> tuple[Sprite, ...]:
    meters = [
        (words.text(f"operator.meter.{name}"), words.number(value))
        for name, value in view.meters.items()
    ]
    balances = [
        (words.text(f"account.{account}"), words.number(view.state.balances.get(account, 0)))
        for account in Account
    ]
    return (
        *_table(words.text("operator.meters"), meters, LEFT),
        *_table(words.text("operator.balances"), balances, RIGHT),
    )


def _state(view: View, words: Speech) -> tuple[Sprite, ...]:
    devices = [
        (f"{name} {state.detail}".strip(), words.text(f"health.{state.health}"))
        for name, state in view.state.devices.items()
    ]
    returned = sum(counter.returned for counter in view.state.counters.values())
    devices.append((words.text("operator.returned"), words.number(returned)))
    faults = [
        (
            " ".join(
                part
                for part in (words.text(f"fault.name.{fault.name}"), fault.subject, fault.detail)
                if part
            ),
            fault.since[:19].replace("T", " "),
        )
        for fault in view.state.faults
    ] or [(words.text("operator.no_faults"), "")]
    return (
        *_table(words.text("operator.devices"), devices, LEFT),
        *_table(words.text("operator.faults"), faults, RIGHT),
    )

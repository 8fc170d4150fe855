"""The operator's page of the machine's own health: each fact, and what to do where it is bad."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.fact_words import FactWords
from firmware.facts import Trouble
from firmware.screens import theme
from firmware.screens.leaf import narrowed
from firmware.screens.lettering import line, wrapped
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

PANEL = Box(24, 66, 1232, 518)
NAME = Style("sans", 20, theme.SAND)
VALUE = Style("play_bold", 20, theme.IVORY)
GOOD = Style("sans_bold", 19, theme.TEAL)
TODO = Style("sans", 17, theme.AMBER_TEXT)
NAME_X, VALUE_X, VERDICT_X = PANEL.x + 22, PANEL.x + 262, PANEL.x + 712
NAME_W = VALUE_X - NAME_X - 14
TOP, STEP, LEADING = 38, 41.5, 18
UPRIGHT_STEP, UPRIGHT_VERDICT_X = 74.0, PANEL.x + 540
VALUE_LEADING = 26
"""On an upright display, where a long value takes two lines."""


def health_panels(view: View) -> tuple[Box, ...]:
    """The glass under the facts."""
    box = narrowed(PANEL, view)
    return (box._replace(h=960) if view.is_upright else box,)


def health_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """Name, value and verdict of every fact, one under the other."""
    sprites: list[Sprite] = []
    step = UPRIGHT_STEP if view.is_upright else STEP
    verdict_x = UPRIGHT_VERDICT_X if view.is_upright else VERDICT_X
    value_w = verdict_x - VALUE_X - 18
    names = [fault.name.value for fault in view.state.faults]
    there = [trouble for trouble in Trouble if trouble in names]
    for index, fact in enumerate(words.facts(view.state.facts, there)):
        baseline = PANEL.y + TOP + step * index
        sprites.append(line(fact.name, NAME, NAME_X, baseline, "body", width=NAME_W, floor=16))
        if fact.value is None:
            untold = words.text("facts.untold")
            sprites.append(line(untold, NAME, VALUE_X, baseline, "body", width=value_w))
            continue
        right = health_panels(view)[0].right - 20
        value = VALUE._replace(colour=theme.CORAL) if fact.todo else VALUE
        room = value_w if fact.is_judged else right - VALUE_X
        parts = wrapped(fact.value, value, room) if view.is_upright else [fact.value]
        first = baseline - VALUE_LEADING * (len(parts) - 1) / 2
        sprites += [
            line(part, value, VALUE_X, first + VALUE_LEADING * at, "body", width=room, floor=15)
            for at, part in enumerate(parts)
        ]
        if fact.is_judged:
            sprites += _verdict(fact, verdict_x, right - verdict_x, baseline, words)
    return tuple(sprites)


def _verdict(
    fact: FactWords, x: float, width: float, baseline: float, words: Speech
) -> Iterator[Sprite]:
    if not fact.todo:
        yield line(words.text("facts.good"), GOOD, x, baseline, "body", width=width)
        return
    parts = wrapped(fact.todo, TODO, width)
    first = baseline - LEADING * (len(parts) - 1) / 2
    for index, part in enumerate(parts):
        yield line(part, TODO, x, first + LEADING * index, "body", width=width)

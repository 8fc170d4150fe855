"""The operator's page of the machine's own health: each fact, and what to do where it is bad."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.fact_words import FactWords
from firmware.facts import Trouble
from firmware.screens import theme
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
UPRIGHT_W, UPRIGHT_H, UPRIGHT_STEP = 700, 968, 78.0
VERDICT_DOWN = 22
"""On an upright display, where the verdict stands below the value."""


def health_panels(view: View) -> tuple[Box, ...]:
    """The glass under the facts."""
    return (PANEL._replace(w=UPRIGHT_W, h=UPRIGHT_H) if view.is_upright else PANEL,)


def health_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """Name, value and verdict of every fact, one under the other."""
    sprites: list[Sprite] = []
    step = UPRIGHT_STEP if view.is_upright else STEP
    right = health_panels(view)[0].right - 20
    value_w = (right if view.is_upright else VERDICT_X - 18) - VALUE_X
    names = [fault.name.value for fault in view.state.faults]
    there = [trouble for trouble in Trouble if trouble in names]
    for index, fact in enumerate(words.facts(view.state.facts, there)):
        baseline = PANEL.y + TOP + step * index
        sprites.append(line(fact.name, NAME, NAME_X, baseline, "body", width=NAME_W, floor=16))
        if fact.value is None:
            untold = words.text("facts.untold")
            sprites.append(line(untold, NAME, VALUE_X, baseline, "body", width=value_w))
            continue
        value = VALUE._replace(colour=theme.CORAL) if fact.todo else VALUE
        room = value_w if fact.is_judged else right - VALUE_X
        sprites.append(line(fact.value, value, VALUE_X, baseline, "body", width=room, floor=15))
        if not fact.is_judged:
            continue
        if view.is_upright:
            sprites += _verdict(fact, VALUE_X, room, baseline + VERDICT_DOWN, words, middle=0.0)
        else:
            sprites += _verdict(fact, VERDICT_X, right - VERDICT_X, baseline, words)
    return tuple(sprites)


def _verdict(
    fact: FactWords, x: float, width: float, baseline: float, words: Speech, middle: float = 0.5
) -> Iterator[Sprite]:
    """That all is well, or what to do: so much of its lines over the baseline."""
    if not fact.todo:
        yield line(words.text("facts.good"), GOOD, x, baseline, "body", width=width)
        return
    parts = wrapped(fact.todo, TODO, width)
    first = baseline - LEADING * (len(parts) - 1) * middle
    for index, part in enumerate(parts):
        yield line(part, TODO, x, first + LEADING * index, "body", width=width)

"""Stories for the virtual machine: one step a line, read whole before anything is switched on.

The steps are spelt as in the program's own stories where they are the same; values are waited for,
since an emulated machine is slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from vm_rig import Rig
from vm_scenes import SCENES

from firmware.panel import HOLDS, Button

LONGEST_WAIT_S = 3600.0


class VmStoryError(Exception):
    """The story cannot be played; a line for each fault."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a story.

    Attributes:
        line: its number in the file, from 1.
        text: as it stands, without comment.
        do: what is done at the cabinet.
    """

    line: int
    text: str
    do: Callable[[Rig], object]


def read_story(path: Path) -> tuple[Step, ...]:
    """The steps of a file.

    Raises:
        VmStoryError: with a line for every fault.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise VmStoryError(f"{path}: cannot be read: {error}") from error
    return parse_story(text, str(path))


def parse_story(text: str, name: str) -> tuple[Step, ...]:
    """The steps of a text; `name` stands before each fault. As `read_story`."""
    steps: list[Step] = []
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        try:
            steps.append(Step(number, " ".join(words), _step(words[0], words[1:])))
        except ValueError as error:
            faults.append(f"{name}:{number}: {error}")
    if faults:
        raise VmStoryError("\n".join(faults))
    return tuple(steps)


def play(steps: tuple[Step, ...], rig: Rig, say: Callable[[str], None]) -> None:
    """Play a story at a cabinet that is switched on."""
    for step in steps:
        say(f"{step.line:3}  {step.text}")
        step.do(rig)


def _step(verb: str, given: list[str]) -> Callable[[Rig], object]:
    plain: Mapping[str, Callable[[Rig], object]] = {
        "settle": Rig.settle,
        "cut": Rig.cut_and_compare,
        "hang": Rig.hang,
        "crash": Rig.crash,
        "unplug": Rig.unplug,
        "plug": Rig.plug,
        "books": Rig.prove_books,
    }
    if verb in plain:
        if given not in ([], ["coin"]):
            raise ValueError(f"'{verb}' takes nothing more, not {' '.join(given)!r}")
        return plain[verb]
    if verb not in _WITH_WORDS:
        known = ", ".join((*plain, *_WITH_WORDS))
        raise ValueError(f"unknown step {verb!r} (there are {known})")
    count, made = _WITH_WORDS[verb]
    if len(given) < count:
        raise ValueError(f"{verb!r} needs more than {' '.join(given)!r}")
    return made(given)


def _coin(given: list[str]) -> Callable[[Rig], object]:
    value = int(given[0])
    return lambda rig: rig.coin(value)


def _press(given: list[str]) -> Callable[[Rig], object]:
    button = Button(given[0].upper())
    return lambda rig: rig.press(button)


def _hold(given: list[str]) -> Callable[[Rig], object]:
    return _press([HOLDS[int(given[0]) - 1].value])


def _key(given: list[str]) -> Callable[[Rig], object]:
    is_on = _one_of(given, ("operator", "on"), ("operator", "off"))
    return lambda rig: rig.key(is_on=is_on)


def _door(given: list[str]) -> Callable[[Rig], object]:
    is_open = _one_of(given, ("open",), ("close",))
    return lambda rig: rig.door(is_open=is_open)


def _one_of(given: list[str], first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether it is the first of two."""
    if tuple(given) not in (first, second):
        raise ValueError(f"{' '.join(first)!r} or {' '.join(second)!r}, not {' '.join(given)!r}")
    return tuple(given) == first


def _wait(given: list[str]) -> Callable[[Rig], object]:
    seconds = float(given[0])
    if not 0 <= seconds <= LONGEST_WAIT_S:
        raise ValueError(f"0 to {LONGEST_WAIT_S:.0f} seconds, not {given[0]}")
    return lambda _: time.sleep(seconds)


def _see(given: list[str]) -> Callable[[Rig], object]:
    name = given[0]
    if name not in SCENES:
        raise ValueError(f"unknown scene {name!r} (there are {', '.join(SCENES)})")
    return lambda rig: rig.see(name)


def _shot(given: list[str]) -> Callable[[Rig], object]:
    name = given[0]
    return lambda rig: rig.keep(name)


def _expect(given: list[str]) -> Callable[[Rig], object]:
    path, wanted = given[0], " ".join(given[1:])
    return lambda rig: rig.expect(path, wanted)


_WITH_WORDS: Mapping[str, tuple[int, Callable[[list[str]], Callable[[Rig], object]]]] = {
    "coin": (1, _coin),
    "press": (1, _press),
    "hold": (1, _hold),
    "key": (1, _key),
    "door": (1, _door),
    "wait": (1, _wait),
    "see": (1, _see),
    "shot": (1, _shot),
    "expect": (2, _expect),
}
"""Verb -> how many words it needs, and what makes its step of them."""

"""The hook for spoken prompts: whoever reads the screen aloud is told here what it asks now.

The cabinet itself says nothing aloud. A program that does (a speech synthesiser, a braille line)
stands in for `NoPrompter` among the machine's ports; docs/accessibility.md says how.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from firmware.cabinet.state import CabinetState, Mode, Page
from firmware.panel import Button, Panel
from firmware.words import Language, Message


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a person at the cabinet is asked now, in words not yet of any language.

    Attributes:
        language: in which it is to be said.
        mode: where the cabinet is.
        page: the page laid over it.
        legends: what each lit key does, in the order of the keys; none of a dark one.
        credit: credits to play with.
        win: credits of a win that waits; 0 for none.
    """

    language: Language
    mode: Mode
    page: Page
    legends: Mapping[Button, Message]
    credit: int
    win: int


class Prompter(Protocol):
    """Somebody who says it aloud."""

    def prompt(self, prompt: Prompt) -> None:
        """Another question is asked; called in the loop, so it must return at once, and not
        raise."""


class NoPrompter:
    """Nobody does."""

    def prompt(self, prompt: Prompt) -> None:
        """Nothing is said."""


def prompt_of(state: CabinetState, keys: Panel) -> Prompt:
    """The prompt of a state with its keys."""
    front = state.front
    legends = {button: key.legend for button, key in keys.items() if key.legend is not None}
    win = front.saved.joker.win if front.mode is Mode.JOKER_POKER else 0
    return Prompt(front.saved.language, front.mode, front.saved.page, legends, front.credit, win)

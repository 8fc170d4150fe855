"""The hook for spoken prompts: told once of every other question, and of nothing else."""

from __future__ import annotations

from machine_bench import Bench

from firmware.app.prompter import NoPrompter, Prompt
from firmware.cabinet.state import Mode, Page
from firmware.events import Pressed
from firmware.panel import Button
from firmware.words import Language


class Heard:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.prompts: list[Prompt] = []

    def prompt(self, prompt: Prompt) -> None:
        self.prompts.append(prompt)


def listening(credit: int = 10) -> tuple[Bench, Heard]:
    bench, heard = Bench(credit), Heard()
    bench.machine.ports.prompter = heard
    bench.after(1.0)
    return bench, heard


def test_as_shipped_nobody_listens() -> None:
    assert isinstance(Bench(10).machine.ports.prompter, NoPrompter)


def test_it_is_told_where_the_cabinet_is_and_what_its_lit_keys_do() -> None:
    bench, heard = listening()
    bench.after(1.0, Pressed(Button.HOLD2))
    last = heard.prompts[-1]
    assert (last.mode, last.page, last.language) == (Mode.JOKER_POKER, Page.NONE, Language.IT)
    assert last.credit == 10
    assert last.legends[Button.HOLD5].key == "key.menu"
    assert Button.DEAL not in last.legends  # dark: no bet yet


def test_it_is_told_once_of_the_same_question() -> None:
    bench, heard = listening()
    bench.after(1.0, Pressed(Button.HOLD2))
    count = len(heard.prompts)
    for _ in range(5):
        bench.after(0.1)
    assert len(heard.prompts) == count


def test_a_page_is_another_question() -> None:
    bench, heard = listening()
    bench.after(1.0, Pressed(Button.BET))
    assert heard.prompts[-1].page is Page.OPTIONS

"""The thinkers that need no process: one for stories, and none at all."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from thinking_bench import OTHER, TASK, answer

import firmware
from firmware.app.thinker import InlineThinker, NoThinker
from firmware.events import ThinkerLost, Thought
from firmware.games.cinque_mani.task import Task, write_task


def of_rounds(task: Task, rounds: int | None) -> Iterator[str]:
    """An answer for every round."""
    assert rounds is not None
    return map(answer, range(1, rounds + 1))


def test_a_story_gets_the_best_of_its_rounds_at_once() -> None:
    thinker = InlineThinker(3, of_rounds)
    thinker.ask(TASK, 5.0)
    assert thinker.deadline_s() == 0.0
    assert thinker.pump(5.0) == (Thought(write_task(TASK), answer(3), is_final=True),)


def test_it_says_it_once() -> None:
    thinker = InlineThinker(3, of_rounds)
    thinker.ask(TASK, 5.0)
    thinker.pump(5.0)
    assert thinker.pump(5.0) == ()
    assert thinker.deadline_s() is None


def test_a_question_is_forgotten_for_another() -> None:
    thinker = InlineThinker(1, of_rounds)
    thinker.ask(TASK, 5.0)
    thinker.ask(OTHER, 5.0)
    assert [thought.about for thought in thinker.pump(5.0)] == [write_task(OTHER)]


def test_a_question_is_forgotten_for_none() -> None:
    thinker = InlineThinker(1, of_rounds)
    thinker.ask(TASK, 5.0)
    thinker.ask(None, 5.0)
    assert thinker.pump(5.0) == ()


def test_where_nobody_thinks_that_is_said_once() -> None:
    thinker = NoThinker()
    for task in (None, TASK, OTHER):
        thinker.ask(task, 5.0)
    assert thinker.deadline_s() == 0.0
    assert thinker.pump(5.0) == [ThinkerLost("there is nobody who thinks")]
    assert thinker.pump(5.0) == []


def test_it_is_not_said_before_a_question() -> None:
    thinker = NoThinker()
    thinker.ask(None, 5.0)
    assert thinker.pump(5.0) == []
    assert thinker.deadline_s() is None


def test_it_thinks_in_one_thread() -> None:
    count = "print(len(__import__('os').listdir('/proc/self/task')))"
    warm = "from firmware.games.cinque_mani.thinking import warm_up; warm_up()"
    clean = {name: value for name, value in os.environ.items() if "NUM_THREADS" not in name}
    said = subprocess.run(
        [sys.executable, "-c", f"{warm}; {count}"],
        capture_output=True,
        text=True,
        check=True,
        env=clean,
        cwd=Path(firmware.__file__).parents[1],
    )
    assert said.stdout.strip() == "1"

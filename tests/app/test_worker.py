"""The loop of the worker process, over pipes of this one: what is told, when, and when it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from thinking_bench import OTHER, TASK, answer, ready_answers

from firmware.app.worker import STREAM_PAUSE_S, serve
from firmware.clock import VirtualClock
from firmware.games.cinque_mani.task import Task, write_task


class Pipes:
    """Orders go in, answers come out; on a thread the cabinet listens, and leaves when it has
    heard a final answer."""

    def __init__(self) -> None:
        self.orders, self._ask = os.pipe()
        self._hear, self.answers = os.pipe()
        self._open = {self.orders, self._ask, self._hear, self.answers}
        self._said: list[dict[str, Any]] = []
        self._cabinet = threading.Thread(target=self._listen, daemon=True)
        self.clock = VirtualClock()

    def ask(self, number: int, task: Task | None) -> None:
        text = "" if task is None else f" {write_task(task)}"
        os.write(self._ask, f"{number}{text}\n".encode())

    def leave(self) -> None:
        """The cabinet is gone."""
        self.close(self._ask)

    def deaf(self) -> None:
        """The cabinet does not read any more."""
        self.close(self._hear)

    def serve(self, answers: Callable[[Task], Iterator[str]]) -> list[dict[str, Any]]:
        """What is said until the cabinet is gone."""
        if self._hear in self._open:
            self._cabinet.start()
        serve(self.orders, self.answers, answers, self.clock)
        self.close(self.answers)
        if self._cabinet.is_alive():
            self._cabinet.join()
        return self._said

    def _listen(self) -> None:
        with open(self._hear, closefd=False) as lines:
            for line in lines:
                self._said.append(json.loads(line))
                if self._said[-1]["is_final"]:
                    self.leave()

    def close(self, *pipes: int) -> None:
        for pipe in pipes or tuple(self._open):
            if pipe in self._open:
                self._open.discard(pipe)
                os.close(pipe)


@pytest.fixture
def pipes() -> Iterator[Pipes]:
    made = Pipes()
    yield made
    made.close()


def rounds(said: dict[str, Any]) -> int:
    return int(said["answer"].split("\n")[0])


def test_it_ends_when_the_cabinet_is_gone(pipes: Pipes) -> None:
    pipes.leave()
    assert pipes.serve(ready_answers) == []


def test_the_best_answer_is_final(pipes: Pipes) -> None:
    pipes.ask(7, TASK)
    *_, last = pipes.serve(ready_answers)
    assert last == {"number": 7, "answer": answer(2), "is_final": True}


def test_the_first_answer_is_told_at_once_and_is_not_final(pipes: Pipes) -> None:
    pipes.ask(7, TASK)
    first, *_ = pipes.serve(ready_answers)
    assert first == {"number": 7, "answer": answer(1), "is_final": False}


def test_better_answers_are_told_at_a_readable_pace(pipes: Pipes) -> None:
    def four_in_a_pause(task: Task) -> Iterator[str]:
        for found in range(1, 11):
            yield answer(found)
            pipes.clock.advance_s(STREAM_PAUSE_S / 4)

    pipes.ask(7, TASK)
    said = pipes.serve(four_in_a_pause)
    assert [rounds(each) for each in said] == [1, 5, 9, 10]


def test_of_orders_that_wait_only_the_newest_is_answered(pipes: Pipes) -> None:
    pipes.ask(6, OTHER)
    pipes.ask(7, TASK)
    assert {each["number"] for each in pipes.serve(ready_answers)} == {7}


def test_another_order_ends_the_interest_in_the_one_before(pipes: Pipes) -> None:
    def interrupted(task: Task) -> Iterator[str]:
        if task == OTHER:
            yield answer(100)
            return
        yield answer(1)
        pipes.ask(8, OTHER)
        yield answer(2)
        raise AssertionError("it thinks on about what nobody asks")

    pipes.ask(7, TASK)
    said = pipes.serve(interrupted)
    assert [(each["number"], rounds(each)) for each in said] == [(7, 1), (8, 100), (8, 100)]


def test_it_does_not_think_a_long_thought_to_its_end(pipes: Pipes) -> None:
    def endless(task: Task) -> Iterator[str]:
        if task == OTHER:
            yield answer(100)
            return
        yield answer(1)
        pipes.ask(8, OTHER)
        while True:
            pass

    pipes.ask(7, TASK)
    said = pipes.serve(endless)
    assert [(each["number"], rounds(each)) for each in said] == [(7, 1), (8, 100), (8, 100)]


def test_an_order_for_nothing_ends_the_interest_too(pipes: Pipes) -> None:
    def interrupted(task: Task) -> Iterator[str]:
        yield answer(1)
        try:
            pipes.ask(8, None)
        finally:  # here it is interrupted
            pipes.leave()
        yield answer(2)
        raise AssertionError("it thinks on about what nobody asks")

    pipes.ask(7, TASK)
    assert [rounds(each) for each in pipes.serve(interrupted)] == [1]


def test_it_ends_in_the_middle_of_a_thought_when_the_cabinet_is_gone(pipes: Pipes) -> None:
    def left_alone(task: Task) -> Iterator[str]:
        yield answer(1)
        pipes.leave()
        yield answer(2)
        raise AssertionError("it thinks on for nobody")

    pipes.ask(7, TASK)
    assert [rounds(each) for each in pipes.serve(left_alone)] == [1]


def test_it_ends_when_nobody_reads_what_it_says(pipes: Pipes) -> None:
    pipes.ask(7, TASK)
    pipes.deaf()
    assert pipes.serve(ready_answers) == []


def test_it_steps_back_behind_everything_else() -> None:
    asks = (
        "import os, signal\n"
        "from firmware.app.worker import step_back\n"
        "step_back()\n"
        "os.kill(os.getpid(), signal.SIGTERM)\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "idle = os.sched_getscheduler(0) == os.SCHED_IDLE\n"
        "memory = open('/proc/self/oom_score_adj').read().strip()\n"
        "print(os.getpriority(os.PRIO_PROCESS, 0), idle, memory)\n"
    )
    told = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert told.stdout == "19 True 1000\n"

"""The worker process and what becomes of a bad one: never a wait, never an error in the loop."""

from __future__ import annotations

import json
import logging
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from thinking_bench import HANDS, OTHER, TASK, answer

from firmware.app.thinking_process import (
    ANSWERS_AT_ONCE,
    PATIENCE_S,
    RESTART_AFTER_S,
    RETRY_AFTER_S,
    WorkerThinker,
)
from firmware.events import Event, ThinkerLost, Thought
from firmware.games.cinque_mani.mix import Mix, write_mix
from firmware.games.cinque_mani.task import Task, write_task

SOON_S = 30.0
"""How long something that comes at once is waited for on a loaded machine."""
DUMB = "sys.stdin.read()"
DEAD = "sys.exit(3)"


def program(text: str) -> tuple[str, ...]:
    return (sys.executable, "-SEc", f"import sys; {text}")


READY = program(
    f"""import json
for line in sys.stdin:
    number, _, task = line.partition(" ")
    last = json.loads(task)["players"] if task else 0
    for rounds in range(1, last + 1):
        answer = {answer(0)!r}.replace("0", str(rounds), 1)
        said = {{"number": int(number), "answer": answer, "is_final": rounds == last}}
        print(json.dumps(said), flush=True)
"""
)
"""A worker that has as many answers as there are players, and has them at once."""


def saying(line: str) -> tuple[str, ...]:
    """A worker that answers anything with this line and waits for the end."""
    return program(f"print({line!r}, flush=True) if sys.stdin.readline() else 0; {DUMB}")


GOOD = json.dumps({"number": 2, "answer": answer(1), "is_final": False})
"""What it may say to the first question; its start is told with the number 1."""
STALE = json.dumps({"number": 1, "answer": answer(9), "is_final": False})
NEWLINE = "\n"
DEAF = program("import select; select.select([], [], [])")
"""Reads nothing, says nothing and does not even end with its input."""


class Bench:
    """A thinker at a time of its own."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.now_s = 0.0
        self.thinker = WorkerThinker(command)
        self.thinker.start(self.now_s)

    def ask(self, task: Task | None = TASK) -> None:
        self.thinker.ask(task, self.now_s)

    def pump(self) -> list[Event]:
        return list(self.thinker.pump(self.now_s))

    def ready(self) -> None:
        """Wait until it has something to say, or has ended."""
        fileno = self.thinker.fileno()
        assert fileno is not None
        assert select.select([fileno], [], [], SOON_S)[0]

    def heard(self, *, final: bool = False) -> Thought:
        """What it says next, or last, without any time that passes."""
        while True:
            self.ready()
            for event in self.pump():
                assert isinstance(event, Thought)
                if event.is_final or not final:
                    return event

    def end(self) -> list[Event]:
        """Pump until its process is seen to have ended."""
        events: list[Event] = []
        while self.thinker.fileno() is not None:
            self.ready()
            events += self.pump()
        return events

    def restart(self) -> None:
        due_s = self.thinker.deadline_s()
        assert due_s is not None
        self.now_s = due_s
        assert self.pump() == []


@pytest.fixture
def benches() -> Iterator[list[Bench]]:
    made: list[Bench] = []
    yield made
    for bench in made:
        bench.thinker.close()


@pytest.fixture
def bench(request: pytest.FixtureRequest, benches: list[Bench]) -> Bench:
    benches.append(Bench(request.param))
    return benches[-1]


def of(command: tuple[str, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("bench", [command], indirect=True, ids=[""])


# --- one that works ---------------------------------------------------------------------------


@of(READY)
def test_a_question_is_answered_better_and_better(bench: Bench) -> None:
    bench.ask()
    about = write_task(TASK)
    assert bench.heard(final=True) == Thought(about, answer(2), is_final=True)


@of(READY)
def test_of_two_questions_the_later_is_answered(bench: Bench) -> None:
    bench.ask()
    bench.ask(OTHER)
    assert bench.heard(final=True) == Thought(write_task(OTHER), answer(3), is_final=True)


@of(program(f"print({GOOD + NEWLINE + STALE!r}, flush=True); {DUMB}"))
def test_what_is_said_of_an_earlier_question_is_passed_over(bench: Bench) -> None:
    bench.ask()
    assert bench.heard().answer == answer(1)


@of(READY)
def test_nothing_is_due_without_a_question(bench: Bench) -> None:
    assert bench.thinker.deadline_s() is None


@of(READY)
def test_nothing_is_due_after_the_final_answer(bench: Bench) -> None:
    bench.ask()
    bench.heard(final=True)
    assert bench.thinker.deadline_s() is None


@of(DEAF)
def test_closing_ends_the_process(bench: Bench) -> None:
    pid = bench.thinker.pid
    assert pid is not None
    watched = os.pidfd_open(pid)
    bench.thinker.close()
    bench.thinker.close()
    assert select.select([watched], [], [], SOON_S)[0]
    os.close(watched)


@of(READY)
def test_a_closed_one_says_nothing(bench: Bench) -> None:
    bench.ask()
    bench.ready()
    bench.thinker.close()
    bench.ask(OTHER)
    assert bench.pump() == []
    assert bench.thinker.fileno() is None
    assert bench.thinker.deadline_s() is None


# --- one that fails ---------------------------------------------------------------------------


@of(READY)
def test_a_killed_one_is_started_anew_and_asked_again(bench: Bench) -> None:
    bench.ask()
    kill(bench)
    bench.restart()
    assert bench.heard(final=True).answer == answer(2)


def kill(bench: Bench) -> None:
    assert bench.thinker.pid is not None
    os.kill(bench.thinker.pid, signal.SIGKILL)
    bench.end()


@of(READY)
def test_a_final_answer_makes_up_for_earlier_ends(bench: Bench) -> None:
    kill(bench)
    bench.restart()
    bench.ask()
    bench.heard(final=True)
    kill(bench)
    assert bench.thinker.deadline_s() == bench.now_s + RESTART_AFTER_S[0]


@of(program(DEAD))
def test_one_that_ends_is_started_anew_after_longer_and_longer_pauses(bench: Bench) -> None:
    pauses = []
    for _ in RESTART_AFTER_S:
        assert bench.end() == []
        before_s = bench.now_s
        bench.restart()
        pauses.append(bench.now_s - before_s)
    assert tuple(pauses) == RESTART_AFTER_S


def until_lost(bench: Bench) -> list[Event]:
    for _ in RESTART_AFTER_S:
        bench.end()
        bench.restart()
    return bench.end()


@of(program(DEAD))
def test_in_the_end_nobody_thinks(bench: Bench) -> None:
    bench.ask()
    assert until_lost(bench) == [ThinkerLost("it ended with exit code 3")]
    assert bench.thinker.deadline_s() is None


@of(program(DEAD))
def test_the_log_is_told(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        until_lost(bench)
    assert len(caplog.messages) == len(RESTART_AFTER_S) + 1
    assert "it ended with exit code 3" in caplog.messages[-1]


@of(program(DEAD))
def test_another_question_is_a_new_chance_after_a_while(bench: Bench) -> None:
    until_lost(bench)
    bench.now_s += RETRY_AFTER_S
    bench.ask()
    assert bench.thinker.fileno() is not None
    bench.end()
    assert bench.thinker.deadline_s() == bench.now_s + RESTART_AFTER_S[0]


@of(program(DEAD))
def test_no_question_is_none(bench: Bench) -> None:
    until_lost(bench)
    bench.now_s += RETRY_AFTER_S
    bench.ask(None)
    assert bench.thinker.fileno() is None


@of(program(DEAD))
def test_after_the_goodbye_there_is_none(bench: Bench) -> None:
    until_lost(bench)
    bench.thinker.close()
    bench.now_s += RETRY_AFTER_S
    bench.ask()
    assert bench.thinker.fileno() is None


@of(program(DEAD))
def test_one_that_has_ended_may_still_be_asked(bench: Bench) -> None:
    bench.ready()
    bench.ask()
    assert bench.end() == []


@of(program(DEAD))
def test_before_that_it_is_none(bench: Bench) -> None:
    until_lost(bench)
    bench.now_s += RETRY_AFTER_S - 1
    bench.ask()
    assert bench.thinker.fileno() is None


@of(("/nowhere/python",))
def test_one_that_cannot_be_started_is_given_up_like_any_other(bench: Bench) -> None:
    for _ in RESTART_AFTER_S[1:]:
        bench.restart()
    bench.now_s += RESTART_AFTER_S[-1]
    (lost,) = bench.pump()
    assert isinstance(lost, ThinkerLost)
    assert "/nowhere/python" in lost.reason


@of(program(DUMB))
def test_one_that_says_nothing_is_ended(bench: Bench) -> None:
    bench.ask()
    assert bench.thinker.deadline_s() == PATIENCE_S
    bench.now_s = PATIENCE_S
    bench.pump()
    assert bench.thinker.fileno() is None


@of(program(f"print({GOOD!r}, flush=True); {DUMB}"))
def test_a_better_answer_may_take_what_it_takes(bench: Bench) -> None:
    bench.ask()
    bench.heard()
    bench.now_s = 10 * PATIENCE_S
    assert bench.pump() == []
    assert bench.thinker.deadline_s() is None
    assert bench.thinker.fileno() is not None


@of(program(DUMB))
def test_one_that_is_not_asked_may_say_nothing(bench: Bench) -> None:
    bench.ask()
    bench.ask(None)
    bench.now_s = 10 * PATIENCE_S
    bench.pump()
    assert bench.thinker.fileno() is not None


@of(DEAF)
def test_one_that_never_reads_holds_nobody_up(bench: Bench) -> None:
    for players in range(2, 2_000):
        bench.ask(replace(TASK, players=players))
    assert bench.pump() == []


@of(saying('{"number": 1}'))
def test_nonsense_ends_it(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.ask()
    assert bench.end() == []
    assert """it talks nonsense: b'{"number": 1}'""" in caplog.text


SWAPPED = write_mix(Mix((tuple(hand[:4] + HANDS[0][:1] for hand in HANDS),), (1,)))


@of(saying(json.dumps({"number": 2, "answer": SWAPPED, "is_final": True})))
def test_other_cards_than_those_of_the_deal_end_it(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.ask()
    assert bench.end() == []
    assert "not the cards of this deal" in caplog.text


@of(program(f"print('x' * 200_000, flush=True); {DUMB}"))
def test_a_line_without_end_ends_it(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.ask()
    bench.end()
    assert "a line without end: b'xxx" in caplog.text


@of(program(f"print({GOOD + chr(10)!r} * {ANSWERS_AT_ONCE + 1}, flush=True); {DUMB}"))
def test_too_many_answers_end_it(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.ask()
    bench.end()
    assert "it talks too much" in caplog.text


# --- the end of the cabinet itself -----------------------------------------------------------


def test_a_killed_cabinet_leaves_no_worker() -> None:
    cabinet = (
        "import sys\n"
        "from firmware.app.thinking_process import WorkerThinker\n"
        f"thinker = WorkerThinker({READY!r})\n"
        "thinker.start(0.0)\n"
        "print(thinker.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", cabinet], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        watched = os.pidfd_open(int(child.stdout.readline()))
        child.kill()
    assert select.select([watched], [], [], SOON_S)[0]
    os.close(watched)

"""Who thinks beside the game: what the loop expects of it, and the two that need no process.

The running cabinet has a worker (`thinking_process`). A story has `InlineThinker`, whose budget is
counted in rounds and not in seconds, so that a seed gives the same evening every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from firmware.events import Event, ThinkerLost, Thought
from firmware.games.cinque_mani.task import Task, write_task
from firmware.games.cinque_mani.thinking import answers


class Thinker(Protocol):
    """Answers the cabinet's question, at its leisure."""

    def ask(self, task: Task | None, now_s: float) -> None:
        """The question from now on; an earlier one is of no interest any more. None: nothing is
        asked."""

    def pump(self, now_s: float) -> Sequence[Event]:
        """What it has to say: `Thought`, `ThinkerLost`; never blocks and never raises.

        After ThinkerLost it may try once more with another question, so a Thought may follow.
        """

    def fileno(self) -> int | None:
        """A descriptor that becomes readable when it has something to say; None: it has none."""

    def deadline_s(self) -> float | None:
        """When `pump` wants to be called even without that, or None."""

    def close(self) -> None:
        """End it; may be called twice. It says nothing after that."""


# ruff: noqa: ARG002 - what a port is given it need not use


class NoThinker:
    """Nobody: says so at the first question."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._has_told = False

    def ask(self, task: Task | None, now_s: float) -> None:
        if task is not None and not self._has_told:
            self._has_told = True
            self._events.append(ThinkerLost("there is nobody who thinks"))

    def pump(self, now_s: float) -> Sequence[Event]:
        events, self._events = self._events, []
        return events

    def fileno(self) -> int | None:
        return None

    def deadline_s(self) -> float | None:
        return 0.0 if self._events else None

    def close(self) -> None:
        self._events = []


@lru_cache(maxsize=64)
def answered(task: Task, rounds: int | None) -> tuple[str]:
    """The last of the `answers`, kept: who boots again in the middle of a deal asks the same."""
    *_, best = answers(task, rounds)
    return (best,)


class InlineThinker:
    """Thinks when it is asked, in the process that asks, which waits for it.

    Args:
        rounds: rounds of the solver for a mix.
        answers_of: finds the answers.
    """

    def __init__(
        self, rounds: int, answers_of: Callable[[Task, int | None], Iterable[str]] = answered
    ) -> None:
        self._rounds = rounds
        self._answers_of = answers_of
        self._thought: Thought | None = None

    def ask(self, task: Task | None, now_s: float) -> None:
        self._thought = None
        if task is not None:
            *_, best = self._answers_of(task, self._rounds)
            self._thought = Thought(write_task(task), best)

    def pump(self, now_s: float) -> Sequence[Event]:
        thought, self._thought = self._thought, None
        return () if thought is None else (thought,)

    def fileno(self) -> int | None:
        return None

    def deadline_s(self) -> float | None:
        return None if self._thought is None else 0.0

    def close(self) -> None:
        self._thought = None

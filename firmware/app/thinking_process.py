"""The worker process as the loop sees it: asked, listened to, replaced, given up.

Whatever it does, it never holds up a frame: both pipes are read and written without waiting, what
it says is bounded and looked at, and one that is dead, dumb, too talkative or talks nonsense
is ended and started anew, a few times. After that nobody thinks, and the game goes on.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence

from firmware.app.own_process import WorkerError, WorkerProcess, command
from firmware.errors import RuleError
from firmware.events import Event, ThinkerLost, Thought
from firmware.games.cinque_mani.task import Task, write_task
from firmware.games.cinque_mani.thinking import verify_answer

WORKER = command("firmware.app.worker")
PATIENCE_S = 30.0
"""How long it may leave a question without any answer; better ones may take what they take."""
RESTART_AFTER_S = (0.5, 2.0, 8.0)
"""Pauses before it is started once more; a final answer gives it all of them back."""
RETRY_AFTER_S = 60.0
"""How long after it was given up another question lets it try again."""
ANSWERS_AT_ONCE = 20
ANSWERS_PER_S = 5
"""What it may say of one question: so many at once, and so many a second beside."""

log = logging.getLogger(__name__)


class WorkerThinker:
    """A thinker with a process of its own.

    Args:
        command: what it runs.
    """

    def __init__(self, command: Sequence[str] = WORKER) -> None:
        self._command = tuple(command)
        self._process: WorkerProcess | None = None
        self._start_s: float | None = None
        self._lost_s: float | None = None
        self._failures = 0
        self._events: list[Event] = []
        self._task: Task | None = None
        self._number = 0
        self._asked_s = 0.0
        self._answers = 0
        self._has_answered = False
        self._is_closed = False

    def start(self, now_s: float) -> None:
        """Start the process; that it cannot be is told by `pump`, like any other end."""
        self._start_s = None
        try:
            self._process = WorkerProcess(self._command)
        except OSError as error:
            self._fail(f"it cannot be started: {error}", now_s)
            return
        self._send(now_s)

    @property
    def pid(self) -> int | None:
        """The number of its process; None while there is none."""
        return None if self._process is None else self._process.pid

    # --- as the loop sees it ------------------------------------------------------------------

    def ask(self, task: Task | None, now_s: float) -> None:
        if self._is_closed:
            return
        self._task = task
        if self._process is not None:
            self._send(now_s)
        elif self._may_retry(now_s):
            self._lost_s, self._failures = None, 0
            self.start(now_s)

    def _may_retry(self, now_s: float) -> bool:
        is_over = self._lost_s is not None and now_s - self._lost_s >= RETRY_AFTER_S
        return is_over and self._task is not None

    def pump(self, now_s: float) -> Sequence[Event]:
        if self._start_s is not None and now_s >= self._start_s:
            self.start(now_s)
        if self._process is not None:
            try:
                self._listen(self._process, now_s)
            except WorkerError as error:
                self._fail(str(error), now_s)
        events, self._events = self._events, []
        return events

    def fileno(self) -> int | None:
        return None if self._process is None else self._process.fileno()

    def deadline_s(self) -> float | None:
        if self._events:
            return 0.0
        if self._process is None:
            return self._start_s
        return self._asked_s + PATIENCE_S if self._is_dumb else None

    @property
    def _is_dumb(self) -> bool:
        """Whether there is a question that it has not answered at all."""
        return self._task is not None and not self._has_answered

    def close(self) -> None:
        self._is_closed = True
        self._start_s = None
        self._events = []
        self._end()

    # --- asking and listening -----------------------------------------------------------------

    def _send(self, now_s: float) -> None:
        """Ask, under a new number: what is still said of the last one is no answer to this."""
        assert self._process is not None
        self._number += 1
        self._asked_s = now_s
        self._answers = 0
        self._has_answered = False
        task = "" if self._task is None else write_task(self._task)
        self._process.send(f"{self._number} {task}".strip().encode() + b"\n")

    def _listen(self, process: WorkerProcess, now_s: float) -> None:
        """Take in what it said, of several answers the last."""
        process.flush()
        lines = process.lines()
        self._answers += len(lines)
        if self._answers > ANSWERS_AT_ONCE + ANSWERS_PER_S * (now_s - self._asked_s):
            raise WorkerError(f"it talks too much: {self._answers} lines about one question")
        thoughts = [thought for line in lines if (thought := self._read(line)) is not None]
        if thoughts:
            self._has_answered = True
            self._events.append(thoughts[-1])
            if thoughts[-1].is_final:
                self._failures, self._task = 0, None
        if self._is_dumb and now_s - self._asked_s >= PATIENCE_S:
            raise WorkerError(f"it has said nothing for {PATIENCE_S:.0f} s")

    def _read(self, line: bytes) -> Thought | None:
        """What it says; None when it is about an earlier question.

        Raises:
            WorkerError: it says nothing that could be an answer.
        """
        try:
            said = json.loads(line)
            number, answer, is_final = said["number"], said["answer"], said["is_final"]
            if number != self._number or self._task is None:
                return None
            verify_answer(self._task, answer)
            return Thought(write_task(self._task), answer, bool(is_final))
        except RuleError as error:
            raise WorkerError(f"its answer cannot be one: {error}") from error
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise WorkerError(f"it talks nonsense: {line[:80]!r}") from error

    # --- failing ------------------------------------------------------------------------------

    def _fail(self, reason: str, now_s: float) -> None:
        """End the process and start another one after a pause, or give up."""
        self._end()
        pauses = RESTART_AFTER_S[self._failures :]
        self._failures += 1
        if pauses:
            self._start_s = now_s + pauses[0]
            log.warning("the thinking process is started anew: %s", reason)
            return
        self._lost_s, self._task = now_s, None
        self._events.append(ThinkerLost(reason))
        log.warning("nobody thinks beside the game any more: %s", reason)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()

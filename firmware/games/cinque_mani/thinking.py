"""From a task to its answers, and whether a text can be one.

The answers are found by the solver, which needs numpy and seconds; whoever calls `answers` has
both: the worker process, a story, a command. What comes back from another process is only text
and is looked at before anybody plays by it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache

from firmware.errors import RuleError
from firmware.games.cinque_mani.mix import write_mix
from firmware.games.cinque_mani.notation import write_arrangement
from firmware.games.cinque_mani.task import Kind, Task

_HAND = r"(?:[7-9TJQKA][SHDC]){5}"
_LAID = re.compile(rf"{_HAND}(?:/{_HAND}){{4}}")
_ROUNDS = re.compile(r"[0-9]{1,6}")
_WEIGHT = re.compile(r"[1-9][0-9]{0,8}")
_MIX = re.compile(rf"{_ROUNDS.pattern}(?:\n{_WEIGHT.pattern} {_LAID.pattern})+")
_CARD = re.compile(r"[7-9TJQKA][SHDC]")


def answers(task: Task, rounds: int | None = None) -> Iterator[str]:
    """Better and better answers as text, at least one; the last is the best.

    Args:
        task: what is asked.
        rounds: rounds of the solver for a mix; None: as many as the level has.
    """
    warm_up()
    from firmware.games.cinque_mani.opponent import best_answer, mixes

    match task.kind:
        case Kind.MIX:
            yield from map(write_mix, mixes(task.cards, task.terms, rounds))
        case Kind.BEST:
            best = best_answer(task.cards, task.terms.ranking, task.against)
            yield write_arrangement(best)


def warm_up() -> None:
    """Load what `answers` needs before it is asked, for this takes a second on a small machine.

    It is told to use one thread: of products as small as these a second one only waits for the
    first, and takes the processor from the pictures.
    """
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    import firmware.games.cinque_mani.opponent  # noqa: F401


def verify_answer(task: Task, answer: str) -> None:
    """Refuse a text that is no answer to this task.

    It is read as text alone: this runs between two frames, and a mix has thousands of cards.

    Raises:
        RuleError: quoting what is wrong.
    """
    _verify(task.kind, tuple(map(str, task.cards)), answer)


@lru_cache(maxsize=4)  # who listens to the worker asks, and the cabinet again
def _verify(kind: Kind, names: tuple[str, ...], answer: str) -> None:
    if kind is Kind.MIX and _MIX.fullmatch(answer):
        lines = answer.split("\n")[1:]
        if all(set(_CARD.findall(line)) == set(names) for line in lines):
            return
    cards = sorted(names)
    if kind is Kind.BEST:
        _verify_laid(answer, cards)
        return
    rounds, *lines = answer.split("\n")
    if not lines or not _ROUNDS.fullmatch(rounds):
        raise RuleError(f"not a mix: {answer[:80]!r}")
    for line in lines:
        weight, _, laid = line.partition(" ")
        if not _WEIGHT.fullmatch(weight):
            raise RuleError(f"not a weight and five hands: {line[:80]!r}")
        _verify_laid(laid, cards)


def _verify_laid(laid: str, cards: list[str]) -> None:
    if not _LAID.fullmatch(laid):
        raise RuleError(f"not five hands: {laid[:80]!r}")
    joined = laid.replace("/", "")
    if sorted([joined[at : at + 2] for at in range(0, len(joined), 2)]) != cards:
        raise RuleError(f"not the cards of this deal: {laid!r}")

"""Parts of a scene that are as they were a moment ago are not made again.

Between two changes of the state only what moves is new. `kept` (in `lettering`) remembers by
value, which takes a while for a deal of fifty cards; here the last answer is given again to whoever
asks with the very same objects.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import is_
from typing import ParamSpec, TypeVar

from firmware.screens.lettering import growth_in_force

P = ParamSpec("P")
T = TypeVar("T")


def while_same(make: Callable[P, T]) -> Callable[P, T]:
    """The same function, which answers at once when it is asked the same again.

    For functions of values that nobody changes, whose letters may be small or large.
    """
    growth = 0.0
    asked: tuple[object, ...] = ()
    answer: list[T] = []

    @wraps(make)
    def found(*args: P.args, **kwargs: P.kwargs) -> T:
        nonlocal growth, asked
        now = (*args, *kwargs, *kwargs.values())
        is_same = growth == growth_in_force() and len(now) == len(asked)
        if not is_same or not all(map(is_, now, asked)):
            answer[:] = [make(*args, **kwargs)]
            growth, asked = growth_in_force(), now
        return answer[0]

    return found

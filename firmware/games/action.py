"""verify / can / do: how every action of every game is written.

`verify_x(...)` raises a `RuleError` that says why not; `can` asks it; `x(...)` verifies and
does it. The rule stands in `verify_x` alone, so a lamp and the press it promises agree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from firmware.errors import RuleError

Arguments = ParamSpec("Arguments")


def can(
    verify: Callable[Arguments, None], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> bool:
    """Whether `verify` lets these arguments pass."""
    try:
        verify(*args, **kwargs)
    except RuleError:
        return False
    return True

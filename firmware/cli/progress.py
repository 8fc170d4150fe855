"""A bar on standard error for what takes long, where somebody sees it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from firmware.ledger.verify import Progress, unseen

EVERY = 100
"""The bar is told of one step in so many."""


@contextmanager
def progress_bar(first: str, then: str) -> Iterator[Progress]:
    """The progress to hand on; nothing is drawn where standard error is no terminal.

    Args:
        first: what is done until the first step is told.
        then: what is done from then on.
    """
    if not sys.stderr.isatty():
        yield unseen
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(first, total=None)

        def show(done: int, of: int) -> None:
            if done % EVERY == 0:
                bar.update(task, description=then, completed=done, total=of)

        yield show


@contextmanager
def working(what: str) -> Iterator[Callable[[str], None]]:
    """Show that something is done whose end is not known; the callable tells how far it is.

    Nothing is drawn where standard error is no terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status(what) as status:
        yield lambda how_far: status.update(f"{what}: {how_far}")

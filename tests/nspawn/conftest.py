"""One booted container for all that is looked at in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from living import PATIENCE_S, is_ready

ROOT = Path(__file__).resolve().parents[2]
UPDATE_S = 150.0
"""So long the tests may install a changed tree's cabinet over the one before."""


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """The booted system, without a word to the service yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools" / "containers"))
        from nspawn_machine import Machine
        from nspawn_root import FOLDER, NotRunError, Root

        with ExitStack() as held:
            try:
                root = held.enter_context(Root(FOLDER, UPDATE_S, print))
                root.require_base()
                root.make()
                log = tmp_path_factory.mktemp("nspawn") / "console.log"
                booted = held.enter_context(Machine(root.path, log))
                booted.boot()
            except NotRunError as error:
                pytest.skip(f"not run: {error}")
            yield booted


@pytest.fixture
def cabinet(machine):
    """The same, with the cabinet playing."""
    machine.systemctl("start", "cabinet")
    machine.wait("ready", is_ready, PATIENCE_S)
    return machine

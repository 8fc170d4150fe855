"""What the tests in the container have in common: patience, and how a service that plays looks."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest

only_by_hand = pytest.mark.skipif(
    "CABINATO_NSPAWN_ALL" not in os.environ, reason="not run: takes minutes; tools/nspawn does"
)
"""The whole stage is to cost little among all the others of tools/test."""
PATIENCE_S = 150.0
"""A start may take what cabinet.service allows it, and a busy machine some more."""
READY = "The cabinet is ready"


def is_ready(told: Mapping[str, str]) -> bool:
    """Whether the service plays, by what systemd tells of it."""
    return told["ActiveState"] == "active" and told["StatusText"].startswith(READY)


def says(sentence: str):
    """Whether the service is up and says a sentence that begins so."""

    def holds(told: Mapping[str, str]) -> bool:
        return told["ActiveState"] == "active" and told["StatusText"].startswith(sentence)

    return holds


def started_anew(before: Mapping[str, str]):
    """Whether the service was started by systemd itself since then, and counts as started."""

    def holds(told: Mapping[str, str]) -> bool:
        is_up = told["ActiveState"] == "active" and told["MainPID"] != before["MainPID"]
        return is_up and int(told["NRestarts"]) > int(before["NRestarts"])

    return holds

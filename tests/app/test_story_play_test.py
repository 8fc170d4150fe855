"""A play test through the whole cabinet: the books end with the same row as before it."""

from __future__ import annotations

from pathlib import Path

from blank_display import made

from firmware.app.script import parse_script
from firmware.app.story import Story
from firmware.ledger.ledger import Ledger

BEGIN = """
coin 100
settle
key operator on
settle
pin 12345
settle
page play_test
press DEAL
settle
press HOLD2
settle
press BET
settle
"""
GAME = "press DEAL\nsettle\npress DEAL\nsettle\npress DEAL\nsettle\n"


def run(story: Story, text: str) -> None:
    for step in parse_script(text, "a.story", has_seed=True):
        story.play(step)


def books(story: Story) -> tuple[object, ...]:
    ledger = story._ledger
    assert isinstance(ledger, Ledger)
    standing = ledger.standing
    return standing.last, standing.totals, dict(ledger.documents), ledger.recent_rounds


def test_its_games_leave_the_chain_as_it_was(tmp_path: Path) -> None:
    story = made(tmp_path)
    story.boot()
    try:
        run(story, BEGIN + "wait 5\n")
        before = books(story)
        run(story, GAME * 7 + "wait 5\n")
        play = story.report()["operator"]
        assert play["play"] == "joker_poker"
        assert play["play_credit"] != 500
        assert books(story) == before
    finally:
        story.stop()

"""`cabinato arrange` with the solver itself."""

from __future__ import annotations

import json

import pytest

from firmware.cards.card import parse_cards
from firmware.cli import main
from firmware.games.cinque_mani.table import verify_arrangement

CARDS = "7H 8D 9H JS QC 7D 8H TC TD JC 9D JD KD QD AD QS KS KC KH AS TH JH QH AH AC"
WORDS = ("arrange", CARDS, "--level", "medium", "--seed", "1", "--json")


def test_five_hands_of_the_cards_after_three_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(WORDS) == 0
    said = json.loads(capsys.readouterr().out)
    hands = tuple(parse_cards(" ".join(hand["cards"])) for hand in said["hands"])
    verify_arrangement(hands, parse_cards(CARDS))
    assert said["rounds"] == 3


def test_a_seed_gives_the_same_hands(capsys: pytest.CaptureFixture[str]) -> None:
    main.run(WORDS)
    main.run(WORDS)
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["hands"] == second["hands"]

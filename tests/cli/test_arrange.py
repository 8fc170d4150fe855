"""`cabinato arrange`: five hands drawn from the mix of a level, and what it refuses."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator, Sequence
from types import ModuleType

import pytest

from firmware.cards.card import Card, parse_cards
from firmware.cli import arrange, main
from firmware.games.cinque_mani.easy import easy_mix
from firmware.games.cinque_mani.mix import Mix
from firmware.games.cinque_mani.table import Terms

Capture = pytest.CaptureFixture[str]

LAID = (
    "QC JS 9H 8D 7H",
    "TD TC JC 8H 7D",
    "AD KD QD JD 9D",
    "KH KC KS AS QS",
    "AH AC QH JH TH",
)
"""Hands as they are best read: what makes the hand first, then from the highest down."""
NAMES = ("nothing", "pair", "flush", "trips", "pair")
CARDS = " ".join(LAID)
OTHER = " ".join(reversed(CARDS.split()))


class Solver:
    """Stands for the solver: two rounds, the last mix of one arrangement; easy is easy."""

    def __init__(self) -> None:
        self.asked: list[tuple[tuple[Card, ...], Terms]] = []
        self.interrupts = False

    def mixes(
        self, cards: Sequence[Card], terms: Terms, rounds: int | None = None
    ) -> Iterator[Mix]:
        self.asked.append((tuple(cards), terms))
        hands = tuple(parse_cards(hand)[::-1] for hand in LAID)
        if terms.level == "easy":
            yield easy_mix(cards)
            return
        yield Mix((hands[::-1],), (1,), 1)
        if self.interrupts:
            raise KeyboardInterrupt
        yield Mix((hands,), (1,), 2)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Solver:
    made = Solver()
    module = ModuleType("firmware.games.cinque_mani.opponent")
    module.mixes = made.mixes  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return made


@pytest.fixture(autouse=True)
def _with_solver(solver: Solver) -> None:
    """No test of these waits for the real one."""


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    arrange.add_parser(parser.add_subparsers())
    args = parser.parse_args(["arrange", *words])
    code: int = args.run(args)
    return code


def test_the_last_mix_is_drawn_from(capsys: Capture) -> None:
    assert run(CARDS, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said.pop("seconds") >= 0
    assert said == {
        "hands": [
            {"points": points, "cards": hand.split(), "name": name}
            for points, hand, name in zip((3, 4, 5, 6, 7), LAID, NAMES, strict=True)
        ],
        "level": "hard",
        "rounds": 2,
    }


def test_words_without_json(capsys: Capture) -> None:
    run(CARDS)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "4 points: TD TC JC 8H 7D  a pair of tens"
    assert lines[5].startswith("hard, 2 rounds, ")


def test_the_level_is_asked_for(solver: Solver) -> None:
    run(CARDS, "--level", "medium")
    ((_, terms),) = solver.asked
    assert terms == Terms(level="medium")


def test_the_order_of_the_cards_is_nothing_to_the_solver(solver: Solver) -> None:
    run(CARDS)
    run(OTHER)
    (first, _), (second, _) = solver.asked
    assert first == second


def hands_of(capsys: Capture, seed: int) -> object:
    run(CARDS, "--level", "easy", "--seed", str(seed), "--json")
    return json.loads(capsys.readouterr().out)["hands"]


def test_a_seed_draws_the_same_again(capsys: Capture) -> None:
    assert hands_of(capsys, 7) == hands_of(capsys, 7)


def test_other_seeds_draw_others(capsys: Capture) -> None:
    drawn = [hands_of(capsys, seed) for seed in range(10)]
    assert any(each != drawn[0] for each in drawn)


def test_it_can_be_interrupted(capsys: Capture, solver: Solver) -> None:
    solver.interrupts = True
    assert main.run(["arrange", CARDS]) == 130
    assert capsys.readouterr().out == ""


def test_dash_reads_a_deal_a_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{CARDS}\n\n{OTHER}\n"))
    assert run("-") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["hands"][2]["name"] for line in lines] == ["flush", "flush"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([CARDS[3:]], f"25 cards are arranged, not 24: {CARDS[3:]}\n"),
        ([f"{CARDS} 7S"], f"25 cards are arranged, not 26: {CARDS} 7S\n"),
        ([f"QC {CARDS[3:-3]} QC"], f"the card QC stands twice in 'QC {CARDS[3:-3]} QC'\n"),
        (["6S" + CARDS[2:]], "the card 6S is not in the deck of 32: 7 to A, no joker\n"),
        (["JK" + CARDS[2:]], "the card JK is not in the deck of 32: 7 to A, no joker\n"),
        (["xx" + CARDS[2:]], "not a card: 'xx' (rank 23456789TJQKA then suit SHDC, or JK)\n"),
        (
            [CARDS, "--level", "hart"],
            "--level hart: did you mean 'hard'? allowed: easy, medium, hard\n",
        ),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(
    words: list[str], error: str, capsys: Capture
) -> None:
    assert run(*words) == 2
    assert capsys.readouterr() == ("", error)


def test_a_wrong_line_of_standard_input_is_exit_2(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{CARDS}\n7H 8D\n"))
    assert run("-") == 2
    assert capsys.readouterr().err == "line 2: 25 cards are arranged, not 2: 7H 8D\n"

"""`cabinato audit` tells what was returned: in JSON beside the fields of before, and in words."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from joker_evening import evening_in, temporary_folder

from firmware.cli import audit
from firmware.cli.audit_returns import sentences
from firmware.games.joker_poker.hands import Hand
from firmware.money import GameId
from firmware.odds.known import Exact, kept_exact
from firmware.operator.chance import Fit
from firmware.operator.luck import Luck
from firmware.operator.returns import Doubles, Part, Returned, Sums
from firmware.operator.returns_books import HandTable, Line, Returns, Span
from firmware.operator.rounds_told import RoundsTold

NO_DOUBLES = Doubles()
PAYS = (0, 1, 1, 2, 3, 5, 7, 17, 50, 100, 200, 750)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with temporary_folder() as name:
        with evening_in(Path(name)) as evening:
            evening.win()
            evening.lose()
            evening.lose()
        yield Path(name)


def cabinato(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="cabinato")
    audit.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(words)
    code: int = args.run(args)
    return code


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cabinato("audit", *words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_json_has_the_returns_beside_what_was_there(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = json.loads(shown(capsys, "--data", str(folder), "--json"))
    assert report["games"]["joker_poker"]["played"] == 3
    assert report["returns"]["life"]["total"]["games"] == 3
    assert report["returns"]["rounds"] == {"first": 1, "upto": 3, "missing": 0}


def test_only_so_many_rounds_are_judged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(shown(capsys, "--data", str(folder), "--json", "--rounds", "2"))
    assert report["returns"]["rounds"]["first"] == 2


def test_all_rounds_are_judged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(shown(capsys, "--data", str(folder), "--json", "--rounds", "all"))
    assert report["returns"]["split"]["total"]["games"] == 3


@pytest.mark.parametrize("rounds", ["-1", "some", "1.5", "²"])
def test_no_number_of_rounds(folder: Path, capsys: pytest.CaptureFixture[str], rounds: str) -> None:
    with pytest.raises(SystemExit):
        cabinato("audit", "--data", str(folder), f"--rounds={rounds}")
    assert "a number of rounds or 'all', not" in capsys.readouterr().err


def test_tables(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, "--data", str(folder))
    for title in ("returns, lifetime", "hands that ended joker_poker", "where the result comes"):
        assert title in out


# --- sentences --------------------------------------------------------------------------------


def exact() -> Exact:
    found = kept_exact(PAYS, 1)
    assert found is not None
    return found


def line(sums: Sums, doubles: Doubles = NO_DOUBLES, **hands: int) -> Line:
    returned = Returned((Part(GameId.JOKER_POKER, sums, hands, exact()),))
    return Line(GameId.JOKER_POKER, None, None, returned, doubles)


def returns(joker: Line, **others: object) -> Returns:
    span = Span((), (), (joker,), joker)
    return replace(Returns(span, span, RoundsTold(), (), ()), **others)


def alike(games: int, paid: int) -> Sums:
    """Games of one credit; how they were paid matters only to the observed deviation."""
    return Sums(games, games, paid, games, paid, paid, paid)


def said(found: Returns) -> str:
    return "\n".join(sentences(found))


def test_a_return_far_off_is_said_in_words() -> None:
    # A million games of variance 23.11: one standard deviation is 0.48 points.
    low = said(returns(line(alike(10**6, 940_000))))
    assert "return of joker_poker: -8.25 standard deviations, far outside: find out why" in low


def test_few_royals_are_a_warning() -> None:
    assert "only 0.02 natural royals were to be expected so far, 0 came" in said(
        returns(line(alike(1000, 900)))
    )


def test_enough_royals_are_none() -> None:
    assert "natural royals" not in said(returns(line(alike(10**6, 970_000))))


def test_doubles_are_said() -> None:
    doubles = Doubles(100, 50, 0, 50, 100, 100)
    assert "doubles: +0.00 standard deviations, inside" in said(returns(line(Sums(), doubles)))


def test_what_players_gave_away_is_said() -> None:
    given = Luck(1000, 1000, Fraction(-30), Fraction(1), Fraction(-31), Fraction(0), 10.0, 10.0)
    block = (None, given)
    told = RoundsTold(first=1, upto=1002, missing=2)
    words = said(returns(line(Sums()), luck=(block,), told=told))
    assert "rounds 1 to 1002 judged, 1,000 of Joker Poker, 2 missing" in words
    assert "players gave 3.10 points of the return away" in words
    assert "luck with the deal: +0.10 standard deviations, inside" in words


def test_players_without_a_fault_gave_nothing_away() -> None:
    even = Luck(10, 10, Fraction(0), Fraction(0), Fraction(0), Fraction(0), 1.0, 1.0)
    assert "players gave 0.00 points" in said(returns(line(Sums()), luck=((None, even),)))


def test_dealt_hands_that_chance_does_not_deal_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = HandTable((), Fit(60.0, 6, 4.5e-11, 10_000))
    found = returns(line(Sums()))
    found.__dict__["dealt"] = odd
    assert "not as chance has it: find out why" in said(found)


def test_what_could_not_be_computed_is_said() -> None:
    assert "no exact return" in said(returns(line(Sums()), faults=("no exact return of x",)))


def test_a_royal_is_taken_out_of_both_returns() -> None:
    sums = Sums(1000, 1000, 1650, 1000, 1650, 750**2 + 900, 901)
    words = said(returns(line(sums, natural_royal=1)))
    share = exact().analysis.share(Hand.NATURAL_ROYAL)
    without = float((exact().analysis.rtp - 750 * share) * 100)
    assert f"Without royals 90.00 % came back of {without:.2f} %" in words

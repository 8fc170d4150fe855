"""Sentences for the operator: each says where the figure lies."""

from __future__ import annotations

from fractions import Fraction

import pytest

from firmware.catalogue import Catalogue
from firmware.money import GameId
from firmware.odds.known import kept_exact
from firmware.operator.chance import Fit
from firmware.operator.luck import Luck
from firmware.operator.returns import Doubles, Part, Returned, Sums
from firmware.operator.returns_books import Line, Returns, Span
from firmware.operator.returns_words import (
    doubles_message,
    fit_message,
    luck_messages,
    messages,
    return_message,
    royals_message,
)
from firmware.operator.rounds_told import RoundsTold
from firmware.words import Language

PAYS = (0, 1, 1, 2, 3, 5, 7, 17, 50, 100, 200, 750)
"""Returns 97.9639 %, variance 23.1111: a million games have a deviation of 0.4807 points."""


def million(percent: float) -> Returned:
    games = 10**6
    sums = Sums(games, games, round(games * percent / 100), games, 0, 0, 0)
    return Returned((Part(GameId.JOKER_POKER, sums, {}, kept_exact(PAYS, 1)),))


@pytest.mark.parametrize(
    ("percent", "key"),
    [
        (97.1, "returns.inside"),
        (98.8, "returns.inside"),
        (99.0, "returns.above.watch"),
        (96.9, "returns.below.watch"),
        (99.5, "returns.above.outside"),
        (96.4, "returns.below.outside"),
        (100.0, "returns.above.alarm"),
        (95.9, "returns.below.alarm"),
    ],
)
def test_where_a_return_lies(percent: float, key: str) -> None:
    assert return_message(million(percent)).key == key


def test_nothing_was_played() -> None:
    assert return_message(Returned(())).key == "returns.none"


def test_a_game_without_exact_figures() -> None:
    part = Part(GameId.STRIP_POKER, Sums(1, 1, 1, 1, 1, 1, 1), {}, None)
    assert return_message(Returned((part,))).key == "returns.unknown"


def test_few_royals_name_the_games_that_it_takes() -> None:
    sums = Sums(1000, 1000, 0, 1000, 0, 0, 0)
    few = Returned((Part(GameId.JOKER_POKER, sums, {}, kept_exact(PAYS, 1)),))
    warning = royals_message(few)
    assert warning is not None
    # One in 42,322.64.
    assert warning.values == (("games", 423_227),)


def test_enough_royals_need_no_warning() -> None:
    assert royals_message(million(98)) is None


@pytest.mark.parametrize(
    ("wins", "losses", "key"),
    [(50, 50, "returns.inside"), (61, 39, "returns.above.watch"), (0, 0, "returns.none")],
)
def test_doubles(wins: int, losses: int, key: str) -> None:
    doubles = Doubles(wins + losses, wins, 0, losses, 100, 100)
    assert doubles_message(doubles).key == key


@pytest.mark.parametrize(
    ("tail", "key"),
    [(0.4, "inside"), (0.005, "watch"), (0.995, "watch"), (1e-6, "alarm")],
)
def test_fit(tail: float, key: str) -> None:
    assert fit_message(Fit(1.0, 3, tail, 100)).key == f"returns.fit.{key}"


def test_too_few_for_a_fit() -> None:
    assert fit_message(None).key == "returns.fit.few"


LUCK = Luck(1000, 1000, Fraction(-56), Fraction(-25), Fraction(-31), Fraction(0), 10.0, 10.0)


@pytest.mark.parametrize(
    ("language", "words"),
    [(Language.EN, "3.1"), (Language.IT, "3,1"), (Language.RU, "3,1")],
)
def test_what_players_gave_away(language: Language, words: str) -> None:
    _, skill, _ = luck_messages(LUCK)
    assert words in Catalogue.load(language, strict=True).text(skill)


def test_luck_says_where_it_lies() -> None:
    deal, _, draw = luck_messages(LUCK)
    assert [str(dict(each.values)["where"]) for each in (deal, draw)] == [
        "Message(key='returns.below.watch', values=(), count=None)",
        "Message(key='returns.inside', values=(), count=None)",
    ]


def test_all_that_there_is_to_say() -> None:
    line = Line(GameId.JOKER_POKER, None, None, million(98), Doubles())
    span = Span((), (), (line,), line)
    found = Returns(span, span, RoundsTold(), ((None, LUCK),), ())  # type: ignore[arg-type]
    assert [each.key for each in messages(found)] == [
        "returns.inside",
        "returns.luck.deal",
        "returns.skill",
        "returns.luck.draw",
        "returns.fit.few",
    ]


@pytest.mark.parametrize("language", Language)
def test_every_sentence_is_there(language: Language) -> None:
    catalogue = Catalogue.load(language, strict=True)
    said = [catalogue.text(each) for each in luck_messages(LUCK)]
    said += [catalogue.text(return_message(million(percent))) for percent in (98, 99, 95, 100)]
    assert all(said)

"""What a story expects, compared as people write it."""

import pytest

from firmware.app.expect import complaint

REPORT = {
    "mode": "joker_poker",
    "page": "",
    "credit": 95,
    "is_on": True,
    "seconds": 2.5,
    "cards": ["AH", "??", "JK"],
    "held": [1, 2],
    "others": [["AHKH", "??"], ["??"]],
    "lamps": ["DEAL", "BET"],
    "faults": [],
    "health": {"coin": "ready"},
    "meters": {"won": 5000, "games": {"played": 3}},
    "nothing_there": {},
}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("credit", "95"),
        ("mode", "joker_poker"),
        ("mode", "JOKER_POKER"),
        ("page", ""),
        ("page", "nothing"),
        ("is_on", "true"),
        ("seconds", "2.5"),
        ("cards", "AH,??,JK"),
        ("cards", "AH, ??, JK"),
        ("cards", "[AH,??,JK]"),
        ("held", "1,2"),
        ("others", "AHKH,??,??"),
        ("lamps", "DEAL,BET"),
        ("lamps", "BET,DEAL"),
        ("lamps", "bet,deal"),
        ("faults", "nothing"),
        ("faults", ""),
        ("health.coin", "ready"),
        ("health", '{"coin": "ready"}'),
        ("meters.won", "5000"),
        ("meters.games.played", "3"),
        ("nothing_there", "nothing"),
    ],
)
def test_met(path: str, expected: str) -> None:
    assert complaint(REPORT, path, expected) is None


@pytest.mark.parametrize(
    ("path", "expected", "words"),
    [
        ("credit", "94", "expected credit 94, found 95"),
        ("credit", "many", "expected credit many, found 95"),
        ("credit", "", "expected credit nothing, found 95"),
        ("page", "rules", "expected page rules, found nothing"),
        ("is_on", "1", "expected is_on 1, found True"),
        ("cards", "JK,??,AH", "expected cards JK,??,AH, found AH,??,JK"),
        ("held", "2,1", "expected held 2,1, found 1,2"),
        ("held", "nothing", "expected held nothing, found 1,2"),
        ("lamps", "DEAL", "expected lamps DEAL, found DEAL,BET"),
        ("lamps", "DEAL,BET,BET", "expected lamps DEAL,BET,BET, found DEAL,BET"),
        ("faults", "door", "expected faults door, found nothing"),
        ("health", "ready", 'expected health ready, found {"coin": "ready"}'),
    ],
)
def test_not_met(path: str, expected: str, words: str) -> None:
    assert complaint(REPORT, path, expected) == words


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("credits", ["there is no 'credits'", "did you mean 'credit'?"]),
        ("meters.wonn", ["there is no 'wonn'", "did you mean 'won'?"]),
        ("xyz", ["there is no 'xyz'", "allowed: mode, page, credit"]),
        ("credit.x", ["'x' is looked for in 95"]),
        ("nothing_there.x", ["allowed: nothing"]),
    ],
)
def test_a_path_that_leads_nowhere_is_a_complaint(path: str, parts: list[str]) -> None:
    found = complaint(REPORT, path, "1")
    assert found is not None
    for part in parts:
        assert part in found


def test_a_value_nested_beyond_measure_is_just_another_value() -> None:
    assert complaint(REPORT, "meters", "[" * 100_000) is not None

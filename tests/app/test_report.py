"""The report has every name that outside scripts rely on."""

from pathlib import Path
from typing import Any

from blank_display import played
from contract import METERS

KEYS = [
    "mode",
    "state",
    "page",
    "credit",
    "bet",
    "chips",
    "chip_value",
    "win",
    "cards",
    "held",
    "lamps",
    "legends",
    "health",
    "faults",
    "meters",
    "presses",
    "frames",
    "boots",
    "games",
]
TO_A_WIN = """
coin 100
settle
press HOLD2
settle
press BET
press BET
press HOLD2
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
press DEAL
settle
"""
TO_A_DOUBLE = TO_A_WIN + "deck 5C 9H 2D 3S 4C\npress BET\nsettle\n"


def test_every_name_of_the_contract_is_there(tmp_path: Path) -> None:
    report = played("", tmp_path).report
    assert set(KEYS) - set(report) == set()
    assert list(report["meters"]) == METERS


def test_every_game_has_its_block(tmp_path: Path) -> None:
    games = played("", tmp_path).report["games"]
    assert set(games) == {"joker_poker", "strip_poker", "cinque_mani"}
    for block in games.values():
        assert block == {"played": 0, "won": 0, "staked": 0, "paid": 0}


def test_from_power_up(tmp_path: Path) -> None:
    report = played("", tmp_path).report
    assert (report["mode"], report["state"], report["page"]) == ("attract", "", "")
    assert (report["credit"], report["bet"], report["chips"], report["chip_value"]) == (0, 0, 0, 1)
    assert (report["win"], report["cards"], report["held"]) == (0, [], [])
    assert (report["faults"], report["health"]) == ([], {"coin": "ready"})
    assert (report["presses"], report["boots"]) == (0, 1)
    assert report["lamps"] == ["HOLD1", "HOLD2", "HOLD3", "HOLD4", "HOLD5", "DEAL", "BET"]
    assert report["legends"]["DEAL"] == "GIOCA"
    assert set(report["legends"]) == set(report["lamps"])
    assert report["meters"]["power_ups"] == 1


def test_a_win(tmp_path: Path) -> None:
    report = played(TO_A_WIN, tmp_path).report
    assert (report["mode"], report["state"]) == ("joker_poker", "win")
    # Two chips of two credits; a pair of kings pays two chips.
    assert (report["bet"], report["chips"], report["chip_value"]) == (4, 2, 2)
    assert (report["win"], report["credit"]) == (4, 6)
    assert report["cards"] == ["KH", "KD", "3H", "7H", "8C"]
    assert report["games"]["joker_poker"] == {"played": 1, "won": 1, "staked": 4, "paid": 4}
    assert report["presses"] == 6


def test_in_a_double_bet_and_win_are_the_stake_at_risk(tmp_path: Path) -> None:
    report = played(TO_A_DOUBLE, tmp_path).report
    assert (report["state"], report["bet"], report["win"]) == ("double", 2, 2)
    assert report["credit"] == 8
    assert report["cards"] == ["5C", "??", "??", "??", "??"]


def test_a_page_leaves_mode_and_state(tmp_path: Path) -> None:
    report = played("press HOLD2\nsettle\npress HOLD4\nsettle", tmp_path).report
    assert (report["mode"], report["state"], report["page"]) == (
        "joker_poker",
        "betting",
        "history",
    )


def test_presses_boots_and_frames_are_of_the_whole_story(tmp_path: Path) -> None:
    report = played("press HOLD2\ncut\npress HOLD4\ncrash\nboot\nsettle", tmp_path).report
    assert (report["presses"], report["boots"]) == (2, 3)
    assert report["meters"]["unclean_boots"] == 2


def test_faults_are_listed_by_name(tmp_path: Path) -> None:
    report = played("door open\nsettle", tmp_path).report
    assert (report["mode"], report["faults"]) == ("fault", ["door"])


SIT = "coin 100\nsettle\npress HOLD1\nsettle\npress BET\nsettle\npress DEAL\nsettle\n"
HANDS = "deck QH QC AS 8D 7H KD KS 9C 8H 7S\n"


def strip_report(steps: str, folder: Path) -> dict[str, Any]:
    return played(SIT + HANDS + steps, folder).report


def test_at_the_strip_table_the_bet_is_the_price_of_the_session(tmp_path: Path) -> None:
    report = strip_report("press DEAL\nsettle", tmp_path)
    assert (report["mode"], report["state"]) == ("strip_poker", "b1_first")
    assert (report["bet"], report["credit"], report["chips"], report["win"]) == (5, 5, 0, 0)
    assert report["cards"] == ["QH", "QC", "AS", "8D", "7H"]
    assert (report["strip"]["level"], report["strip"]["deck"]) == (3, 32)
    assert report["strip"]["pot"] == 10


def test_hands_that_nobody_showed_stay_hidden_in_the_report(tmp_path: Path) -> None:
    hidden = ["??"] * 5
    dealt = strip_report("press DEAL\nsettle", tmp_path / "dealt")
    assert dealt["strip"]["their_cards"] == hidden
    folded = strip_report("answers F\npress DEAL\nsettle\npress BET\nsettle", tmp_path / "folded")
    assert folded["state"] == "between"
    assert folded["strip"]["their_cards"] == hidden


def test_an_open_hand_is_in_the_report(tmp_path: Path) -> None:
    steps = "answers C X\n" + "press DEAL\nsettle\n" + "press BET\nsettle\n"
    report = strip_report(steps + "press DEAL\nsettle\n" * 2, tmp_path)
    assert report["state"] == "showdown"
    assert report["strip"]["their_cards"] == ["KD", "KS", "9C", "8H", "7S"]


def test_what_is_outstanding_and_at_stake_is_in_the_report(tmp_path: Path) -> None:
    report = strip_report("answers R65\npress DEAL\nsettle\npress BET\nsettle", tmp_path)
    strip = report["strip"]
    # 50 - 5 - 5 in front of one, 50 - 5 - 70 + 25 of the other; what the other raised stands out
    assert (strip["money"], strip["their_money"], strip["facing"]) == (40, 0, 65)
    assert (strip["at_stake"], strip["their_at_stake"]) == (0, 1)

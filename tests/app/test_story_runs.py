"""How a story uses its data folder, its time and its failures."""

import time
from pathlib import Path

import pytest
from blank_display import made, played

from firmware.clock import VirtualClock
from firmware.errors import LedgerError, LedgerInUseError, LedgerRefusedError, StoryError
from firmware.ledger.ledger import Ledger
from firmware.ledger.verify import verify
from firmware.operator.export import export


def test_a_failed_expectation_names_its_line_and_the_story_goes_on(tmp_path: Path) -> None:
    outcome = played("expect credit 1\ncoin 10\nsettle\nexpect credit 2\n", tmp_path)
    assert outcome.failures == (
        "a.story:1: expected credit 1, found 0",
        "a.story:4: expected credit 2, found 1",
    )
    assert (outcome.steps, outcome.expectations) == (4, 2)


def test_a_met_expectation_is_counted(tmp_path: Path) -> None:
    outcome = played("expect mode attract", tmp_path)
    assert (outcome.failures, outcome.expectations) == ((), 1)


@pytest.mark.parametrize(
    ("step", "wanted"), [("note 500", "[note] needs a driver"), ("tilt on", "needs its pin")]
)
def test_a_step_without_its_device_says_what_to_configure(
    step: str, wanted: str, tmp_path: Path
) -> None:
    with pytest.raises(StoryError, match=f"a.story:1: {step}") as refused:
        played(step, tmp_path)
    assert wanted in str(refused.value)


def test_a_second_cabinet_on_the_same_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    first = made(tmp_path)
    first.boot()
    try:
        with pytest.raises(LedgerInUseError, match="another cabinet is running on this folder"):
            played("", tmp_path)
    finally:
        first.stop()


def test_the_folder_is_free_again_after_a_story(tmp_path: Path) -> None:
    played("coin 10\nsettle", tmp_path)
    assert played("", tmp_path).report["credit"] == 1


def test_a_goodbye_that_finds_no_room_takes_the_report_from_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = Ledger.close

    def close_on_a_full_disk(ledger: Ledger) -> None:
        close(ledger)
        raise LedgerError("the disk is full")

    monkeypatch.setattr(Ledger, "close", close_on_a_full_disk)
    outcome = played("coin 10\nsettle\nexpect credit 2", tmp_path)
    assert outcome.failures == ("a.story:3: expected credit 2, found 1",)
    assert outcome.report["credit"] == 1


def test_a_goodbye_takes_back_nothing(tmp_path: Path) -> None:
    played("coin 100\nsettle\npress HOLD2\nsettle\npress BET\npress BET", tmp_path)
    assert played("", tmp_path).report["chips"] == 2


def test_a_story_refuses_a_real_ledger(tmp_path: Path) -> None:
    Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=False).close()
    with pytest.raises(LedgerRefusedError, match="holds a real ledger: no story"):
        played("", tmp_path)


def test_a_real_run_refuses_the_ledger_of_a_story(tmp_path: Path) -> None:
    played("", tmp_path)
    with pytest.raises(LedgerRefusedError, match="holds a test ledger"):
        Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=False)


def test_the_ledger_of_a_story_is_whole(tmp_path: Path) -> None:
    played("coin 100\nsettle\npress HOLD2\nsettle\npress DOUBLE\nsettle\ncut\nsettle", tmp_path)
    assert verify(tmp_path).faults == ()


def test_a_spoilt_ledger_boots_locked_and_says_so(tmp_path: Path) -> None:
    played("coin 100\nsettle", tmp_path)
    for path in tmp_path.iterdir():
        if path.suffix == ".key" or "key" in path.name:
            path.write_bytes(b"x" * 32)
    report = played("settle\ncoin 100\nsettle", tmp_path).report
    assert (report["mode"], report["faults"]) == ("fault", ["ledger_corrupt"])
    assert (report["lamps"], report["health"]["coin"]) == ([], "ledger_error")


def test_ten_minutes_take_seconds(tmp_path: Path) -> None:
    begin_s = time.monotonic()
    outcome = played("wait 600", tmp_path)
    assert outcome.seconds > 600
    assert time.monotonic() - begin_s < 60


def test_pictures_that_cannot_be_kept_name_the_step(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    with pytest.raises(StoryError, match=r"^a\.story:2: shot a: the picture cannot be kept in"):
        played("settle\nshot a", tmp_path / "data", shots=in_the_way)


def test_pictures_go_into_their_folder(tmp_path: Path) -> None:
    played("shot a", tmp_path / "data", shots=tmp_path / "deep" / "shots")
    assert (tmp_path / "deep" / "shots" / "a.png").exists()


def test_a_deck_that_the_game_has_not_names_the_step(tmp_path: Path) -> None:
    story = """
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
press DEAL
settle
deck JK 9H 2D 3S 4C
press DOUBLE
"""
    with pytest.raises(StoryError, match=r"^a\.story:13: press DOUBLE: .*JK is not in this deck"):
        played(story, tmp_path)


def test_a_story_that_ends_dead_tells_how_the_cabinet_died(tmp_path: Path) -> None:
    outcome = played("coin 100\nsettle\npress HOLD2\nsettle\ncrash\nwait 3", tmp_path)
    assert (outcome.report["credit"], outcome.report["mode"]) == (10, "joker_poker")
    assert played("expect meters.unclean_boots 1", tmp_path).failures == ()


def test_a_dark_key_has_an_empty_legend(tmp_path: Path) -> None:
    outcome = played("expect legends.DOUBLE nothing\nexpect legends.DEAL nothing", tmp_path)
    assert outcome.failures == ("a.story:2: expected legends.DEAL nothing, found GIOCA",)


def test_the_same_story_leaves_the_same_event_log(tmp_path: Path) -> None:
    """An unplugged acceptor is told by its configured port, not by where the emulator lay."""
    told = []
    for name in ("once", "again"):
        played("unplug coin\nwait 20\nplug coin\nwait 20\n", tmp_path / name)
        export(tmp_path / name, tmp_path / name / "out")
        told.append((tmp_path / name / "out" / "events.csv").read_bytes())
    assert told[0] == told[1]
    assert b"unplugged emulator" in told[0]

"""Random evenings: whatever is played, the books agree with a second set kept by hand."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from money import MEMORY, A, open_test_ledger
from paper import CABINET_METERS, Paper

from firmware.clock import VirtualClock
from firmware.events import CopyHealth
from firmware.ledger import ledger as ledger_module
from firmware.ledger.ledger import Ledger
from firmware.ledger.rebuild import rebuild_ledger
from firmware.ledger.second_copy import SecondCopy
from firmware.ledger.snapshot import reading
from firmware.ledger.store import read_rounds
from firmware.ledger.verify import verify
from firmware.money import GameId
from firmware.transaction import RECENT_ROUNDS

THEN = ["", "", "", "", "cut", "stop"]
STEP = st.tuples(st.integers(0, 43), st.integers(1, 5000), st.sampled_from(THEN))
BATCH = 2


@contextmanager
def a_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)


@pytest.fixture(scope="module", autouse=True)
def small_batches() -> Iterator[None]:
    """Rounds are replaced two at a time, so that short evenings see it many times."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledger_module, "BATCH_ROUNDS", BATCH)
        yield


def compare_totals(ledger: Ledger, paper: Paper) -> None:
    meters = {name: value for name, value in ledger.meters.items() if value}
    assert meters == {name: value for name, value in paper.meters.items() if value}
    accounts = (A.CREDIT, A.STAKE, A.PENDING, A.GAMBLE)
    counted = (paper.credit, paper.stake, paper.pending, paper.gamble)
    assert tuple(ledger.balances[account] for account in accounts) == counted
    assert sum(ledger.balances.values()) == 0


def compare_rest(ledger: Ledger, paper: Paper, keep_rounds: int) -> None:
    standing = ledger.standing
    assert dict(ledger.documents) == paper.documents
    assert set(standing.disputed) == paper.disputed
    assert standing.period.number == paper.period
    since = {name: value for name, value in standing.period.since(ledger.meters).items() if value}
    grown = {name: n - paper.at_period[name] for name, n in paper.meters.items()}
    assert since == {name: value for name, value in grown.items() if value}
    newest = sorted(paper.rounds, reverse=True)
    at_hand = [each.number for each in ledger.recent_rounds]
    sure = min(keep_rounds, RECENT_ROUNDS)
    assert at_hand[:sure] == newest[:sure]
    assert len(at_hand) <= RECENT_ROUNDS
    assert all(each == paper.rounds[each.number] for each in ledger.recent_rounds)
    line = standing.round
    if line is not None:
        around = [line.credit_before, line.credit_after, line.added_before, line.added_during]
        assert around == paper.credits_around[line.number]


def compare_kept(folder: Path, paper: Paper, keep_rounds: int) -> int:
    """The newest rounds, and those in dispute, are there to the letter; how many there are."""
    with reading(folder) as connection:
        kept = {each.line.number: each for each in read_rounds(connection)}
    newest = max(paper.rounds, default=0)
    wanted = {number for number in paper.rounds if number > newest - keep_rounds}
    assert wanted | paper.disputed <= kept.keys()
    for number, each in kept.items():
        assert each.record == paper.rounds[number]
        line = each.line
        around = [line.credit_before, line.credit_after, line.added_before, line.added_during]
        assert around == paper.credits_around[number]
    return len(kept)


def play(
    folder: Path, steps: list[tuple[int, int, str]], keep_rounds: int, copy: Path | None
) -> Paper:
    """An evening, compared after each step; at its end the ledger is closed."""

    def opened() -> Ledger:
        second = None if copy is None else SecondCopy(copy, 1 << 20)
        return open_test_ledger(folder, keep_rounds=keep_rounds, copy=second)

    paper = Paper()
    ledger = opened()
    paper.boot(is_unclean=False)
    for choice, size, then in steps:
        ledger.commit(paper.step(choice, size)).result()
        compare_totals(ledger, paper)
        compare_rest(ledger, paper, keep_rounds)
        assert verify(folder).faults == ()
        if then:
            ledger.abandon() if then == "cut" else ledger.close()
            ledger = opened()
            paper.boot(is_unclean=then == "cut")
            compare_totals(ledger, paper)
            compare_rest(ledger, paper, keep_rounds)
            assert copy is None or ledger.copy.health is CopyHealth.WELL
    ledger.close()
    return paper


QUIET = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@QUIET
@given(st.lists(STEP, max_size=40), st.sampled_from([1, 2, 5, 1000]))
def test_met_1_the_books_agree_with_books_kept_by_hand(
    steps: list[tuple[int, int, str]], keep_rounds: int
) -> None:
    with a_folder() as folder:
        paper = play(folder, steps, keep_rounds, None)
        assert verify(folder).faults == ()
        kept = compare_kept(folder, paper, keep_rounds)
        # A round that is no longer disputed goes with the next batch.
        assert kept < keep_rounds + BATCH + len(paper.disputed) + paper.ended_disputes


@QUIET
@given(st.lists(STEP, max_size=30), st.sampled_from([2, 1000]))
def test_mem_4_the_second_copy_alone_makes_the_same_ledger(
    steps: list[tuple[int, int, str]], keep_rounds: int
) -> None:
    with a_folder() as folder:
        (folder / "stick").mkdir()
        paper = play(folder / "data", steps, keep_rounds, folder / "stick")
        rebuild_ledger(folder / "new", folder / "stick", VirtualClock())
        assert verify(folder / "new").faults == ()
        compare_kept(folder / "new", paper, keep_rounds)
        ledger = open_test_ledger(folder / "new", keep_rounds=keep_rounds)
        paper.count_log("rebuilt")
        paper.boot(is_unclean=False)  # the evening ended with a goodbye, and still does
        compare_totals(ledger, paper)
        compare_rest(ledger, paper, keep_rounds)
        ledger.close()


@QUIET
@given(st.lists(STEP, max_size=40))
def test_met_7_blocks_games_and_hands_sum_to_the_totals(steps: list[tuple[int, int, str]]) -> None:
    with a_folder() as folder:
        ledger = open_test_ledger(folder)
        paper = Paper()
        for choice, size, _ in steps:
            ledger.commit(paper.step(choice, size)).result()
        meters = ledger.meters

        def summed(start: str, end: str) -> int:
            return sum(v for n, v in meters.items() if n.startswith(start) and n.endswith(end))

        assert summed("blocks.", ".N") == summed("hands.", "") == meters["games_played"]
        assert summed("blocks.", ".W") == meters["won"]
        assert summed("blocks.", ".B") + paper.stake == meters["turnover"]
        assert summed("games.", ".staked") == meters["turnover"]
        assert summed("blocks.", ".gamble_staked") == meters["gamble_staked"]
        ledger.close()


def test_the_cabinets_own_meters_are_those_of_the_contract(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    assert [name for name in ledger.meters if "." not in name] == CABINET_METERS
    games = {name for name in ledger.meters if name.startswith("games.")}
    assert games == {f"games.{g}.{n}" for g in GameId for n in ("played", "won", "staked", "paid")}
    ledger.close()

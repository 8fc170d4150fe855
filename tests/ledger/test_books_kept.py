"""The books through the ledger itself: checked, counted and cleared as operators are promised."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import money
import pytest
from forgery import tampering
from money import A, book, keep, ledger_in, log, open_test_ledger

from firmware.clock import VirtualClock
from firmware.errors import LedgerCorruptError, LedgerError
from firmware.ledger.chain import canonical
from firmware.ledger.ledger import Ledger
from firmware.ledger.verify import verify
from firmware.log import LogEntry, LogKind
from firmware.money import Block, GameId, Posting
from firmware.transaction import Transaction


def session(folder: Path) -> None:
    """Every kind of stored value moved once; credit left to stake and to pay."""
    money.evening(folder)
    with ledger_in(folder) as ledger:
        book(ledger, money.coin(60), money.note(20), money.service(5), money.coin_test(10))
        log(ledger, LogEntry(LogKind.DOOR_OPENED), LogEntry(LogKind.DOOR_CLOSED))
        ledger.commit(Transaction(new_period_by="operator")).result()
        book(ledger, money.strip_price(10), money.strip_end(is_won=False))
        book(ledger, money.stake(2, money.DUEL), money.level(2, 1), money.hand_pay(1))


# --- MET-2: the identity and every stored value ---------------------------------------------------


def values_of(text: str) -> Iterator[tuple[list[str | int], int]]:
    """Every whole number in a text of how the books stand, with the way to it."""
    pending: list[tuple[list[str | int], object]] = [([], json.loads(text))]
    while pending:
        way, found = pending.pop()
        if isinstance(found, dict):
            pending += [([*way, key], value) for key, value in found.items()]
        elif isinstance(found, list):
            pending += [([*way, place], value) for place, value in enumerate(found)]
        elif isinstance(found, int) and not isinstance(found, bool):
            yield way, found


def with_value(text: str, way: list[str | int], value: int) -> str:
    whole = json.loads(text)
    part = whole
    for step in way[:-1]:
        part = part[step]
    part[way[-1]] = value
    return canonical(whole)


def stored_texts(folder: Path) -> dict[str, str]:
    with closing(sqlite3.connect(folder / "ledger.db")) as database:
        told = "SELECT name, text FROM standing WHERE name NOT IN ('seal', 'newest', 'documents')"
        return dict(database.execute(told).fetchall())


def off_by_one(folder: Path) -> Iterator[tuple[str, str, str]]:
    """(name, text as it is, text with one value off by one), for every value and way."""
    for name, text in stored_texts(folder).items():
        for way, value in values_of(text):
            for by in (1, -1):
                yield name, text, with_value(text, way, value + by)


def set_text(folder: Path, name: str, text: str) -> None:
    with closing(sqlite3.connect(folder / "ledger.db", isolation_level=None)) as database:
        database.execute("UPDATE standing SET text = ? WHERE name = ?", (text, name))


def test_met_2_any_stored_value_off_by_one_refuses_the_next_stake(tmp_path: Path) -> None:
    session(tmp_path)
    ledger = open_test_ledger(tmp_path)
    taken, tried = [], 0
    for name, text, wrong in off_by_one(tmp_path):
        set_text(tmp_path, name, wrong)
        try:
            book(ledger, money.stake(1))
            taken.append(wrong)
        except LedgerCorruptError:
            tried += 1
        set_text(tmp_path, name, text)
        ledger._failure = None  # as after a boot, which would refuse too: see below
    assert taken == []
    assert tried > 200
    book(ledger, money.stake(1))  # put right again: the stake is taken
    ledger.close()


@pytest.mark.promise("MEM-3")
def test_met_2_any_stored_value_off_by_one_locks_the_boot(tmp_path: Path) -> None:
    session(tmp_path)
    booted = []
    for name, text, wrong in off_by_one(tmp_path):
        set_text(tmp_path, name, wrong)
        try:
            open_test_ledger(tmp_path).abandon()
            booted.append(wrong)
        except LedgerCorruptError:
            pass
        set_text(tmp_path, name, text)
    assert booted == []
    open_test_ledger(tmp_path).close()


@pytest.mark.promise("MEM-3")
@pytest.mark.parametrize("posting", [money.coin(1), money.hand_pay(1), money.cancel(1)])
def test_met_2_no_money_moves_on_a_changed_meter(tmp_path: Path, posting: Posting) -> None:
    session(tmp_path)
    ledger = open_test_ledger(tmp_path)
    name, _, wrong = next(off_by_one(tmp_path))
    set_text(tmp_path, name, wrong)
    with pytest.raises(LedgerCorruptError, match="changed by another hand"):
        book(ledger, posting)
    ledger.close()


def test_met_2_after_a_failed_check_nothing_more_is_written_and_all_is_readable(
    tmp_path: Path,
) -> None:
    session(tmp_path)
    ledger = open_test_ledger(tmp_path)
    credit, sequence = ledger.balances[A.CREDIT], ledger.sequence
    name, text, wrong = next(off_by_one(tmp_path))
    set_text(tmp_path, name, wrong)
    with pytest.raises(LedgerCorruptError):
        book(ledger, money.stake(1))
    set_text(tmp_path, name, text)
    with pytest.raises(LedgerError, match="nothing is written after a failure"):
        keep(ledger, play="x")
    assert (ledger.balances[A.CREDIT], ledger.sequence) == (credit, sequence)
    ledger.close()


# --- MET-3: doubles -------------------------------------------------------------------------------


@pytest.mark.parametrize("doubles", range(5))
def test_met_3_a_win_and_its_doubles_add_the_bet_alone_to_turnover(
    tmp_path: Path, doubles: int
) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(10), money.stake(5), money.won(5, 10))
        for step in range(doubles):
            book(ledger, money.gamble_staked(10 * 2**step))
            book(ledger, money.gamble_won(10 * 2**step))
        meters = ledger.meters
        assert (meters["turnover"], meters["won"]) == (5, 10)
        assert meters["games.joker_poker.staked"] == 5
        assert (meters["gamble_rounds"], meters["gamble_wins"]) == (doubles, doubles)
        assert meters["gamble_staked"] == 10 * (2**doubles - 1)
        assert meters["gamble_returned"] == 20 * (2**doubles - 1)


# --- MET-4: long numbers --------------------------------------------------------------------------


@pytest.mark.parametrize("start", [10**10 - 1, 2**63 - 2, 2**64 + 1, 10**40])
def test_met_4_meters_of_any_length_are_stored_exactly_and_hold(tmp_path: Path, start: int) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(start))
        book(ledger, money.coin(10))
        book(ledger, money.stake(start), money.won(start, 3 * start), money.collect(3 * start))
    with ledger_in(tmp_path) as ledger:
        assert ledger.meters["coin_in"] == start + 10
        assert ledger.balances[A.COINBOX] == -start - 10
        assert ledger.balances[A.CREDIT] == 3 * start + 10
        assert ledger.meters[f"blocks.{money.TABLE}.SBW"] == 3 * start * start
        book(ledger, money.stake(1))
    assert verify(tmp_path).faults == ()


def test_met_4_a_round_remembers_a_credit_of_63_bits(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(2**63 - 2))
        ledger.commit(money.round_over(1)).result()
        line = ledger.standing.round
        assert line is not None
        assert (line.credit_before, line.added_during) == (2**63 - 2, 1)
    assert verify(tmp_path).faults == ()


def test_met_4_a_credit_that_no_round_can_remember_is_refused_in_words(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(2**63))
        with pytest.raises(LedgerError, match="a number is too large"):
            ledger.commit(money.round_over(1)).result()
        assert ledger.balances[A.CREDIT] == 2**63
    with ledger_in(tmp_path) as ledger:
        assert ledger.balances[A.CREDIT] == 2**63
    assert verify(tmp_path).faults == ()


# --- MET-5: no meter clears itself ----------------------------------------------------------------


def test_met_5_a_corrupt_store_is_locked_and_left_as_it_is(tmp_path: Path) -> None:
    session(tmp_path)
    with tampering(tmp_path) as database:
        database.execute("UPDATE standing SET text = '{}' WHERE name = 'meters.cabinet'")
    before = (tmp_path / "ledger.db").read_bytes()
    with pytest.raises(LedgerCorruptError):
        open_test_ledger(tmp_path)
    assert (tmp_path / "ledger.db").read_bytes() == before


def test_met_5_an_unclean_end_keeps_every_meter(tmp_path: Path) -> None:
    session(tmp_path)
    ledger = open_test_ledger(tmp_path)
    book(ledger, money.stake(1))
    before = dict(ledger.meters)
    ledger.abandon()
    with ledger_in(tmp_path) as ledger:
        moved = {name for name, value in ledger.meters.items() if value != before.get(name, 0)}
        assert moved == {"power_ups", "unclean_boots"}


def test_met_5_no_meter_ever_shrinks(tmp_path: Path) -> None:
    session(tmp_path)
    with ledger_in(tmp_path) as ledger:
        before = dict(ledger.meters)
        ledger.commit(Transaction((money.cancel(1),), new_period_by="operator")).result()
        after = dict(ledger.meters)
    assert all(after[name] >= value for name, value in before.items())


# --- MET-6: periods -------------------------------------------------------------------------------


def new_period(ledger: Ledger, by: str, *postings: Posting) -> None:
    ledger.commit(Transaction(postings, new_period_by=by)).result()


def test_met_6_a_new_period_leaves_the_lifetime_meters_alone(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(10), money.stake(5), money.lost(5))
        before = dict(ledger.meters)
        new_period(ledger, "operator")
        assert dict(ledger.meters) == before


def test_met_6_a_period_tells_when_it_began_and_who_began_it(tmp_path: Path) -> None:
    clock = VirtualClock(seconds=86_400)
    ledger = Ledger.open(tmp_path, clock=clock, executor=None, is_test=True)
    new_period(ledger, "operator")
    period = ledger.standing.period
    assert (period.number, period.by, period.wall) == (2, "operator", "1970-01-02T00:00:00+00:00")
    assert period.sequence == ledger.sequence
    ledger.close()


def test_met_6_a_new_period_is_one_transaction(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        sequence = ledger.sequence
        ledger.commit(
            Transaction(
                (money.coin(1),),
                log=(LogEntry(LogKind.SETTING, "period"),),
                new_period_by="operator",
            )
        ).result()
        assert ledger.sequence == sequence + 1
        assert ledger.standing.period.sequence == sequence + 1


def test_met_6_a_period_counts_what_came_since(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(10), money.stake(5), money.lost(5))
        new_period(ledger, "operator", money.coin(7))  # with its clearing: the old period's
        book(ledger, money.coin(3), money.stake(4), money.won(4, 9), money.collect(9))
        since = ledger.standing.period.since(ledger.meters)
        assert (since["coin_in"], since["turnover"], since["won"]) == (3, 4, 9)
        assert since["games_played"] == 1
        assert ledger.meters["coin_in"] == 20


def test_met_6_the_first_period_counts_from_the_first_boot(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(10))
        assert ledger.standing.period.since(ledger.meters) == dict(ledger.meters)


def test_met_6_a_period_outlives_a_boot(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(10))
        new_period(ledger, "operator")
        period = ledger.standing.period
        ledger.abandon()
    with ledger_in(tmp_path) as ledger:
        assert ledger.standing.period == period
        assert ledger.standing.period.since(ledger.meters)["power_ups"] == 1


def test_met_6_a_period_of_a_refused_transaction_never_begins(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        with pytest.raises(LedgerError):
            new_period(ledger, "operator", money.stake(1))
        assert ledger.standing.period.number == 1


# --- MET-8: how often -----------------------------------------------------------------------------


def games_since(ledger: Ledger, mark: str) -> int:
    return ledger.meters["games_played"] - ledger.meters.get(f"marks.{mark}", 0)


def test_met_8_games_since_power_up(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        money.play_rounds(ledger, 3)
        assert games_since(ledger, "power_up") == 3
    with ledger_in(tmp_path) as ledger:
        assert games_since(ledger, "power_up") == 0
        money.play_rounds(ledger, 5)
        assert games_since(ledger, "power_up") == 2


def test_met_8_games_since_the_door_closed(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        money.play_rounds(ledger, 3)
        log(ledger, LogEntry(LogKind.DOOR_OPENED))
        assert games_since(ledger, "door_closed") == 3
        log(ledger, LogEntry(LogKind.DOOR_CLOSED))
        assert games_since(ledger, "door_closed") == 0
        money.play_rounds(ledger, 4)
    with ledger_in(tmp_path) as ledger:
        assert games_since(ledger, "door_closed") == 1


def test_met_8_faults_and_doors_are_counted_by_name(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        for _ in range(3):
            log(ledger, LogEntry(LogKind.FAULT, "coin_jam"), LogEntry(LogKind.DOOR_OPENED, "main"))
        log(ledger, LogEntry(LogKind.FAULT, "tilt"))
        meters = ledger.meters
        assert meters["counts.fault:coin_jam"] == 3
        assert meters["counts.fault:tilt"] == 1
        assert meters["counts.door_opened:main"] == 3


# --- MET-10, MET-13, SEC-7 ------------------------------------------------------------------------


def test_met_10_service_credit_plays_and_leaves_the_paid_meters_alone(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        for _ in range(4):
            book(ledger, money.service(5))
        assert ledger.balances[A.CREDIT] == 20
        assert ledger.meters["service_in"] == 20
        assert (ledger.meters["coin_in"], ledger.meters["notes_in"]) == (0, 0)


def test_met_13_every_ended_game_is_counted_by_its_hand(tmp_path: Path) -> None:
    session(tmp_path)
    with ledger_in(tmp_path) as ledger:
        hands = {n: v for n, v in ledger.meters.items() if n.startswith("hands.")}
        assert sum(hands.values()) == ledger.meters["games_played"] == 4


def test_sec_7_another_pay_table_is_counted_in_another_block(tmp_path: Path) -> None:
    other = Block(GameId.JOKER_POKER, "jacks_or_better@00000000", 5)
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(20), money.stake(5), money.lost(5))
        book(ledger, money.stake(5, other), money.lost(5, other))
        assert ledger.meters[f"blocks.{money.TABLE}.N"] == 1
        assert ledger.meters[f"blocks.{other}.N"] == 1
        assert ledger.meters["games.joker_poker.played"] == 2


# --- what the ledger knows of a round -------------------------------------------------------------


def test_rec_1_a_round_knows_the_credit_before_and_after_and_the_coins_between(
    tmp_path: Path,
) -> None:
    with ledger_in(tmp_path) as ledger:
        money.play_rounds(ledger, 1)
        book(ledger, money.coin(30))
        book(ledger, money.hand_pay(4))
        commit = money.RoundRecord
        ledger.commit(Transaction((money.stake(5),), round=commit(2, money.JOKER, "d", False)))
        book(ledger, money.coin(10))
        ledger.commit(Transaction((money.lost(5),), round=commit(2, money.JOKER, "l", True)))
        line = ledger.standing.round
        assert line is not None
        assert (line.credit_before, line.credit_after) == (26, 31)
        assert (line.added_before, line.added_during) == (26, 10)


def test_a_copy_of_the_folder_tells_the_same(tmp_path: Path) -> None:
    session(tmp_path / "a")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    with ledger_in(tmp_path / "a") as first, ledger_in(tmp_path / "b") as second:
        assert first.standing.texts() == second.standing.texts()

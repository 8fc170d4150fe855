"""How the books stand: its texts, made whole or only where they differ, tell all of it."""

import json
from itertools import pairwise

import money
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper import Paper

from firmware.errors import LedgerCorruptError, LedgerError, LedgerRefusedError
from firmware.ledger.chain import BEFORE_THE_FIRST, Row, Stamp, canonical, link
from firmware.ledger.checkpoint import Checkpoint, Stretch, row_of, row_values
from firmware.ledger.entries import (
    STOP_ENTRY,
    Entry,
    Predecessor,
    RoundTold,
    Told,
    boot_entry,
    boot_told,
    checkpoint_entry,
    told_by,
    told_of,
    transaction_entry,
)
from firmware.ledger.standing import DISPUTES_MAX, NOTED_MAX, RoundLine, Standing
from firmware.log import LogEntry, LogKind
from firmware.money import Account, Block, GameId, Moment, Posting, Transfer
from firmware.transaction import Dispute, RoundRecord, Transaction

KEY = bytes(range(32))


def following(standing: Standing, entry: Entry, *, boot: int | None = None) -> Row:
    """The row that comes next, as a ledger would write it."""
    last = standing.last
    sequence = 1 if last is None else last.sequence + 1
    hash_before = BEFORE_THE_FIRST if last is None else last.hash
    stamp = Stamp(standing.boot if boot is None else boot, sequence * 10, "1970-01-01", False)
    return Row(sequence, stamp, *entry, link(KEY, hash_before, sequence, stamp, *entry))


def booted(standing: Standing, *, was_clean: bool = True) -> Standing:
    entry = boot_entry(was_clean=was_clean, is_test=True)
    return standing.after(following(standing, entry, boot=standing.boot + 1))


def told(standing: Standing, transaction: Transaction) -> Standing:
    return standing.after(following(standing, transaction_entry(told_by(transaction))))


def round_of(number: int, *, is_over: bool = True, game: GameId = money.JOKER) -> Transaction:
    return Transaction(round=RoundRecord(number, game, str(number), is_over))


FIRST = booted(Standing())


# --- texts ----------------------------------------------------------------------------------------

STEPS = st.lists(st.tuples(st.integers(0, 43), st.integers(1, 5000)), max_size=40)


def standings(steps: list[tuple[int, int]]) -> list[Standing]:
    """How the books stood after each step of a random evening, boots among them."""
    paper, passed = Paper(), [FIRST]
    for choice, size in steps:
        passed.append(told(passed[-1], paper.step(choice, size)))
        if size % 7 == 0:
            passed.append(passed[-1].after(following(passed[-1], STOP_ENTRY)))
            passed.append(booted(passed[-1]))
        elif size % 7 == 1:
            passed.append(booted(passed[-1], was_clean=False))
    return passed


@settings(deadline=None, max_examples=50)
@given(STEPS)
def test_texts_tell_the_standing_again(steps: list[tuple[int, int]]) -> None:
    for standing in standings(steps):
        assert standing.last is not None
        texts = standing.texts()
        made = Standing.of_texts(texts, standing.documents, standing.last, is_test=True)
        assert made == standing
        assert made.texts() == texts


@settings(deadline=None, max_examples=50)
@given(STEPS, st.integers(1, 4))
def test_texts_made_only_where_they_differ_are_the_whole_texts(
    steps: list[tuple[int, int]], stride: int
) -> None:
    passed = standings(steps)[::stride]
    known = passed[0].texts()
    for before, after in pairwise(passed):
        known |= after.texts_since(before)
        assert known == after.texts()


def test_a_text_that_did_not_change_is_the_same_object() -> None:
    # The seal makes a digest anew only where the text is another object.
    before = told(FIRST, Transaction((money.coin(20),)))
    known = before.texts()
    after = told(before, Transaction((money.coin(1),)))
    texts = known | after.texts_since(before)
    changed = {name for name, text in texts.items() if text is not known.get(name)}
    assert changed == {"balances", "meters.cabinet", "meters.coins"}


# --- free play ------------------------------------------------------------------------------------

FREE_GAME = Transaction((money.free_game("won", staked=5, paid=20),))


def test_books_without_free_play_are_told_as_before_there_was_any() -> None:
    # A ledger or a checkpoint of an older program stays what its digest says.
    assert not any("free" in name or "free" in text for name, text in FIRST.texts().items())


def test_an_account_of_free_play_that_is_told_though_empty_is_no_form_of_ours() -> None:
    texts = FIRST.texts()
    texts["balances"] = canonical({**json.loads(texts["balances"]), "free": 0})
    assert FIRST.last is not None
    with pytest.raises(LedgerCorruptError, match="not ours"):
        Standing.of_texts(texts, {}, FIRST.last, is_test=True)


@pytest.mark.parametrize("meter", ["played", "won", "staked", "paid"])
def test_a_game_of_free_play_without_one_of_its_meters_is_refused(meter: str) -> None:
    standing = told(FIRST, FREE_GAME)
    texts = standing.texts()
    played = json.loads(texts["meters.free.joker_poker"])
    del played[meter]
    texts["meters.free.joker_poker"] = canonical(played)
    assert standing.last is not None
    with pytest.raises(LedgerCorruptError, match=f"free.joker_poker has no meter '{meter}'"):
        Standing.of_texts(texts, {}, standing.last, is_test=True)


FIXED = [name for name in FIRST.texts() if name != "meters.marks"]
"""The texts that stand from the first boot on, whatever is played."""


@pytest.mark.parametrize("name", FIXED)
def test_a_missing_text_is_refused(name: str) -> None:
    assert FIRST.last is not None
    texts = FIRST.texts()
    del texts[name]
    with pytest.raises(LedgerCorruptError):
        Standing.of_texts(texts, {}, FIRST.last, is_test=True)


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize(
    "text", ["", "x", "null", "0", '{"a":"b"}', "[[]]", pytest.param("[" * 100_000, id="deep")]
)
def test_a_text_that_tells_something_else_is_refused(name: str, text: str) -> None:
    assert FIRST.last is not None
    with pytest.raises(LedgerCorruptError):
        Standing.of_texts({**FIRST.texts(), name: text}, {}, FIRST.last, is_test=True)


def test_a_block_that_lacks_a_meter_is_refused() -> None:
    standing = told(FIRST, Transaction((money.coin(5), money.stake(5), money.lost(5))))
    assert standing.last is not None
    name = f"meters.blocks.{money.TABLE}"
    block = json.loads(standing.texts()[name])
    del block["SWW"]
    lacking = {**standing.texts(), name: canonical(block)}
    with pytest.raises(LedgerCorruptError, match="has no meter 'SWW'"):
        Standing.of_texts(lacking, {}, standing.last, is_test=True)


@pytest.mark.parametrize("name", FIRST.texts())
def test_a_text_spelled_in_another_way_is_refused(name: str) -> None:
    assert FIRST.last is not None
    spelled = {**FIRST.texts(), name: f"{FIRST.texts()[name]} "}
    with pytest.raises(LedgerCorruptError, match="in a form that is not ours"):
        Standing.of_texts(spelled, {}, FIRST.last, is_test=True)


# --- rows -----------------------------------------------------------------------------------------

TRANSFERS = st.builds(
    lambda pair, credits: Transfer(*pair, credits),
    st.lists(st.sampled_from(list(Account)), min_size=2, max_size=2, unique=True),
    st.integers(1, 2**70),
)
BLOCKS = st.builds(
    Block,
    st.sampled_from(list(GameId)),
    st.text("abcxyz_@0123456789", max_size=12),
    st.integers(0, 100),
)
TEXTS = st.text(max_size=12)
POSTINGS = st.builds(
    Posting,
    st.sampled_from(list(Moment)),
    st.lists(TRANSFERS, max_size=3).map(tuple),
    st.none() | BLOCKS,
    st.text("abc_:19", max_size=8),
)
LOGS = st.builds(
    LogEntry,
    st.sampled_from(list(LogKind)),
    TEXTS,
    st.lists(st.tuples(TEXTS, TEXTS), max_size=3).map(tuple),
)
TOLD = st.builds(
    Told,
    st.lists(POSTINGS, max_size=3).map(tuple),
    st.dictionaries(TEXTS, TEXTS, max_size=3),
    st.none()
    | st.builds(
        RoundTold, st.integers(1, 10**9), st.sampled_from(list(GameId)), st.booleans(), TEXTS
    ),
    st.lists(LOGS, max_size=3).map(tuple),
    TEXTS,
    st.none() | st.builds(Dispute, st.integers(1, 10**9), st.booleans(), TEXTS),
)


@given(TOLD)
def test_a_row_tells_what_was_told_to_it(whole: Told) -> None:
    assert told_of(*transaction_entry(whole)) == whole


@given(TOLD)
def test_a_row_spells_the_same_in_the_same_way(whole: Told) -> None:
    entry = transaction_entry(whole)
    assert transaction_entry(told_of(*entry)) == entry


@pytest.mark.parametrize(
    "entry",
    [
        boot_entry(was_clean=True, is_test=False),
        STOP_ENTRY,
        checkpoint_entry(3, "{}"),
    ],
)
def test_a_row_of_no_transaction_tells_none(entry: Entry) -> None:
    assert told_of(*entry) == Told()


@given(st.integers(1, 2**62), TEXTS, TEXTS, st.booleans(), st.binary(min_size=32, max_size=32))
def test_a_row_as_a_list_is_the_row_again(
    number: int, wall: str, payload: str, is_synced: bool, hash_: bytes
) -> None:
    row = Row(number, Stamp(1, number, wall, is_synced), "boot", payload, hash_)
    assert row_of(json.loads(json.dumps(row_values(row)))) == row


@settings(deadline=None, max_examples=30)
@given(STEPS)
def test_a_checkpoint_tells_itself_again(steps: list[tuple[int, int]]) -> None:
    standing = standings(steps)[-1]
    line = RoundLine(1, money.JOKER, True, "00", 2, 3, 10, 9, 10, 0)
    made = Checkpoint(standing, 7, (Stretch(line, "00" * 32, "ff" * 32),))
    assert Checkpoint.parse(made.text()) == made


@pytest.mark.parametrize(
    "text", ["", "x", "null", "[]", "{}", "0", pytest.param("[" * 100_000, id="deep")]
)
def test_a_checkpoint_that_is_none_is_damage(text: str) -> None:
    with pytest.raises(LedgerCorruptError, match="the checkpoint cannot be read"):
        Checkpoint.parse(text)


# --- the fold -------------------------------------------------------------------------------------


def test_no_row_comes_before_the_first_boot() -> None:
    with pytest.raises(LedgerCorruptError, match="stands within boot"):
        Standing().after(following(Standing(), STOP_ENTRY))


def test_a_row_of_another_boot_is_refused() -> None:
    with pytest.raises(LedgerCorruptError, match="boot 2 stands within boot 1"):
        FIRST.after(following(FIRST, STOP_ENTRY, boot=2))


def test_no_boot_is_left_out() -> None:
    entry = boot_entry(was_clean=False, is_test=True)
    with pytest.raises(LedgerCorruptError, match="boot 3 follows boot 1"):
        FIRST.after(following(FIRST, entry, boot=3))


@pytest.mark.parametrize("was_clean", [True, False])
def test_a_boot_that_lies_about_the_end_before_it_is_refused(was_clean: bool) -> None:
    before = FIRST if was_clean else FIRST.after(following(FIRST, STOP_ENTRY))
    with pytest.raises(LedgerCorruptError, match="but it says not so"):
        booted(before, was_clean=was_clean)


def test_a_test_ledger_never_becomes_a_real_one() -> None:
    entry = boot_entry(was_clean=False, is_test=False)
    with pytest.raises(LedgerCorruptError, match="became a real one"):
        FIRST.after(following(FIRST, entry, boot=2))


@pytest.mark.parametrize(
    ("name", "was_clean", "falls"),
    [("on", False, 1), ("on", True, None), ("off", False, None), ("", False, None)],
)
def test_met_8_a_fall_is_an_unclean_end_under_the_same_name(
    name: str, was_clean: bool, falls: int | None
) -> None:
    first = boot_entry(was_clean=True, is_test=True, switched_on="on")
    before = Standing().after(following(Standing(), first, boot=1))
    if was_clean:
        before = before.after(following(before, STOP_ENTRY))
    entry = boot_entry(was_clean=was_clean, is_test=True, switched_on=name)
    standing = before.after(following(before, entry, boot=2))
    assert standing.totals.meters.get("falls") == falls


def test_the_time_since_the_machine_was_switched_on_is_told_by_the_texts() -> None:
    entry = boot_entry(was_clean=False, is_test=True, switched_on="on")
    standing = FIRST.after(following(FIRST, entry, boot=2))
    assert standing.last is not None
    texts = standing.texts()
    assert Standing.of_texts(texts, {}, standing.last, is_test=True) == standing
    assert FIRST.texts() | standing.texts_since(FIRST) == texts
    assert texts["switched_on"] == '"on"'


# --- the ledger before ----------------------------------------------------------------------------

OLDER = Predecessor(2, "ab" * 32, "cd" * 32)


def third() -> Standing:
    """The third ledger of a cabinet, at its first boot."""
    entry = boot_entry(was_clean=True, is_test=True, predecessor=OLDER)
    return Standing().after(following(Standing(), entry, boot=1))


def test_sec_6_the_first_row_names_the_ledger_before() -> None:
    standing = third()
    assert standing.predecessor == OLDER
    assert standing.generation == 3
    assert FIRST.generation == 1


def test_the_ledger_before_is_remembered_whatever_follows() -> None:
    standing = told(third(), Transaction((money.coin(1),)))
    assert booted(standing, was_clean=False).predecessor == OLDER


def test_the_ledger_before_is_told_by_the_texts() -> None:
    standing = third()
    assert standing.last is not None
    texts = standing.texts()
    assert Standing.of_texts(texts, {}, standing.last, is_test=True) == standing
    assert Standing().texts() | standing.texts_since(Standing()) == texts


def test_a_later_boot_cannot_bring_in_another_ledger() -> None:
    entry = boot_entry(was_clean=False, is_test=True, predecessor=OLDER)
    with pytest.raises(LedgerCorruptError, match="only the first boot"):
        FIRST.after(following(FIRST, entry, boot=2))


@pytest.mark.parametrize(
    "values", ["[]", "{}", "3", '[0,"ab","cd"]', '[1,"ab"]', '[1,"xx","cd"]', '["x","ab","cd"]']
)
def test_a_ledger_before_that_is_none_is_damage(values: str) -> None:
    payload = f'{{"is_test":true,"predecessor":{values},"was_clean":true}}'
    with pytest.raises(LedgerCorruptError, match="of kind 'boot' tells nothing"):
        boot_told(payload)


def test_a_round_belongs_to_one_game() -> None:
    standing = told(FIRST, round_of(1, is_over=False))
    with pytest.raises(LedgerError, match="round 1 is of joker_poker, not of strip_poker"):
        told(standing, round_of(1, game=GameId.STRIP_POKER))


def test_a_round_remembers_the_rows_of_its_stake_and_its_last_change() -> None:
    standing = told(FIRST, round_of(1, is_over=False))  # row 2
    standing = told(standing, Transaction((money.coin(1),)))
    standing = told(standing, round_of(1))
    assert standing.round is not None
    assert (standing.round.opened, standing.round.changed) == (2, 4)


@pytest.mark.parametrize("number", [0, 2, -1])
def test_only_a_round_that_was_played_can_be_disputed(number: int) -> None:
    standing = told(FIRST, round_of(1))
    with pytest.raises(LedgerRefusedError, match=f"there is no round {number} to dispute"):
        told(standing, Transaction(dispute=Dispute(number, True, "operator")))


def test_a_round_is_disputed_once() -> None:
    standing = told(FIRST, round_of(1))
    for _ in range(2):
        standing = told(standing, Transaction(dispute=Dispute(1, True, "operator")))
    assert standing.disputed == (1,)


def test_the_dispute_about_a_round_ends() -> None:
    standing = told(FIRST, round_of(1))
    standing = told(standing, Transaction(dispute=Dispute(1, True, "operator")))
    assert told(standing, Transaction(dispute=Dispute(1, False, "operator"))).disputed == ()


def test_more_disputes_than_may_be_are_refused() -> None:
    standing = told(FIRST, round_of(1))
    for number in range(2, DISPUTES_MAX + 2):
        standing = told(standing, round_of(number))
    for number in range(1, DISPUTES_MAX + 1):
        standing = told(standing, Transaction(dispute=Dispute(number, True, "operator")))
    one_more = Transaction(dispute=Dispute(DISPUTES_MAX + 1, True, "operator"))
    with pytest.raises(LedgerRefusedError, match="200 rounds are disputed: end one"):
        told(standing, one_more)
    # The same once more is no more; and once one is ended there is room.
    assert told(standing, Transaction(dispute=Dispute(1, True, "x"))).disputed == standing.disputed
    ended = told(standing, Transaction(dispute=Dispute(1, False, "x")))
    assert len(told(ended, one_more).disputed) == DISPUTES_MAX


def test_a_head_on_the_operators_screen_is_noted() -> None:
    before = told(FIRST, Transaction((money.coin(1),)))
    shown = told(before, Transaction(log=(LogEntry(LogKind.KEY_ON),)))
    assert shown.last is not None
    assert shown.noted == (shown.last.hash.hex(),)
    later = told(shown, Transaction((money.service(1),)))
    assert later.last is not None
    # What the pages showed last is the head before the row that tells of their end.
    ended = told(later, Transaction(log=(LogEntry(LogKind.KEY_OFF),)))
    assert ended.noted == (shown.last.hash.hex(), later.last.hash.hex())


def test_noted_heads_are_no_more_than_there_is_room_for_and_the_newest() -> None:
    standing, shown = FIRST, []
    for _ in range(NOTED_MAX + 3):
        standing = told(standing, Transaction(log=(LogEntry(LogKind.KEY_ON),)))
        assert standing.last is not None
        shown.append(standing.last.hash.hex())
    assert list(standing.noted) == shown[-NOTED_MAX:]

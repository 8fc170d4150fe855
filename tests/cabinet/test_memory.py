"""What is stored comes back the same; what is damaged is refused by its name."""

import json
from dataclasses import replace

import pytest
from cabinet_bench import HIGHER, JOKER, KINGS, NOTHING, ROYAL, Bench

from firmware.cabinet import memory
from firmware.cabinet.coins import Counter
from firmware.cabinet.state import Fault, FaultName, Mode, Page, Saved
from firmware.errors import LedgerCorruptError
from firmware.games.joker_poker.records import write_round
from firmware.words import Language


def fresh(bench: Bench) -> None:
    del bench


def seated(bench: Bench) -> None:
    bench.coin(10)
    bench.press("HOLD2", "BET", "HOLD2")


def rules(bench: Bench) -> None:
    bench.press("HOLD4", "HOLD5", "HOLD2")


def hold(bench: Bench) -> None:
    bench.play("KH KD JK 4C 2D 3H 7H 8C")


def lost(bench: Bench) -> None:
    bench.play(NOTHING)
    bench.press("DEAL")


def win(bench: Bench) -> None:
    bench.play(ROYAL, chips=5)
    bench.press("DEAL")


def double(bench: Bench) -> None:
    bench.to_double()


def half_tied(bench: Bench) -> None:
    bench.to_win(5)
    bench.chance.tops = [HIGHER]
    bench.press("BET", "HOLD4")


def double_lost(bench: Bench) -> None:
    bench.to_double()
    bench.press("HOLD3")


@pytest.mark.parametrize(
    "made", [fresh, seated, rules, hold, lost, win, double, half_tied, double_lost]
)
def test_the_play_state_comes_back_the_same(made: object) -> None:
    bench = Bench()
    assert callable(made)
    made(bench)
    saved = bench.state.saved
    assert memory.read_saved({memory.PLAY: memory.write(saved)}, Saved()) == saved


def test_the_stored_text_is_json_in_plain_words() -> None:
    bench = Bench()
    bench.play(KINGS)
    stored = json.loads(memory.write(bench.state.saved))
    assert stored["mode"] == "joker_poker"
    assert stored["joker"]["phase"] == "hold"
    assert stored["joker"]["round"]["dealt"] == ["KH", "KD", "9S", "4C", "2D"]


def test_a_new_ledger_gives_the_fresh_state() -> None:
    begin = Saved(language=Language.RU)
    assert memory.read_saved({}, begin) is begin


def test_every_mode_and_page_comes_back() -> None:
    for mode in (Mode.ATTRACT, Mode.MENU, Mode.JOKER_POKER):
        for page in Page:
            saved = replace(Saved(), mode=mode, page=page, page_number=2)
            assert memory.read_saved({memory.PLAY: memory.write(saved)}, Saved()) == saved


def test_rounds_come_back_in_their_order() -> None:
    bench = Bench()
    bench.play(NOTHING)
    bench.press("DEAL", "DEAL")
    texts = [write_round(played) for played in bench.state.history]
    assert len(texts) == 2
    assert memory.read_rounds(texts) == bench.state.history


def test_counters_come_back_by_their_device() -> None:
    counter = Counter(value=17, events=300, returned=4, lost=1)
    documents = {memory.DEVICE + "unit 1": memory.write(counter), memory.PLAY: "not looked at"}
    assert memory.read_counters(documents) == {"unit 1": counter}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"mode": "poker"}', '{"joker": {"phase": "betting", "chips": "many"}}'],
)
def test_damaged_play_state_is_named(text: str) -> None:
    with pytest.raises(LedgerCorruptError, match=r"^document 'play' cannot be read") as caught:
        memory.read_saved({memory.PLAY: text}, Saved())
    assert repr(text[:80]) in str(caught.value)


def test_a_damaged_card_is_named() -> None:
    bench = Bench()
    bench.play(KINGS)
    text = memory.write(bench.state.saved).replace('"KH"', '"XX"')
    with pytest.raises(LedgerCorruptError, match=r"^document 'play' cannot be read"):
        memory.read_saved({memory.PLAY: text}, Saved())


def test_a_damaged_counter_is_named() -> None:
    with pytest.raises(LedgerCorruptError, match=r"^document 'device:unit 1' cannot be read"):
        memory.read_counters({"device:unit 1": '{"value": "seven"}'})


def test_a_damaged_round_is_named() -> None:
    with pytest.raises(LedgerCorruptError, match=r"^a round cannot be read .*'\{\}'$"):
        memory.read_rounds(["{}"])


def test_a_long_damaged_text_is_shortened() -> None:
    with pytest.raises(LedgerCorruptError) as caught:
        memory.read_saved({memory.PLAY: "x" * 10_000}, Saved())
    assert len(str(caught.value)) < 200


# --- faults -------------------------------------------------------------------------------------


def test_faults_come_back_as_they_were() -> None:
    there = (
        Fault(FaultName.COPY_BEHIND, "", "3 rows", "2026-03-01T21:18:42"),
        Fault(FaultName.QUEUE_FULL),
    )
    assert memory.read_faults({memory.FAULTS: memory.write_faults(there)}) == there


def test_a_new_ledger_has_no_faults() -> None:
    assert memory.read_faults({}) == ()


def test_damaged_faults_are_named() -> None:
    with pytest.raises(LedgerCorruptError, match=r"^document 'faults' cannot be read"):
        memory.read_faults({memory.FAULTS: '[{"name": "ghost"}]'})


@pytest.mark.parametrize("name", FaultName)
def test_only_a_fault_that_no_boot_ends_is_kept(name: FaultName) -> None:
    lasting = {
        "chance",
        "copy_behind",
        "coin_jump",
        "coin_lost",
        "coin_unaccounted",
        "tilt",
        "queue_full",
        "call_service",
        "large_win",
        "under_voltage",
    }
    assert bool(memory.kept_faults([Fault(name)])) is (name in lasting)


# --- the pay table of a round -------------------------------------------------------------------


def test_a_round_of_the_first_version_can_still_be_read() -> None:
    bench = Bench()
    bench.play(KINGS)
    stored = json.loads(write_round(bench.state.history[0]))
    del stored["table"]
    (played,) = memory.read_rounds([json.dumps(stored)])
    assert played == replace(bench.state.history[0], table="")


def test_a_round_keeps_the_edition_it_was_staked_under() -> None:
    bench = Bench()
    bench.play(KINGS)
    (played,) = memory.read_rounds([write_round(bench.state.history[0])])
    assert played.table == JOKER.pay_table.edition


def test_a_cabinet_of_before_strip_poker_keeps_its_hand() -> None:
    dealt = Saved(mode=Mode.JOKER_POKER, rounds=3)
    stored = json.loads(memory.write(dealt))
    del stored["strip"]
    documents = {memory.PLAY: json.dumps(stored)}
    assert memory.read_saved(documents, Saved()) == dealt

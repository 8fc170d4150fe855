"""The machine around the game: locks, movements, waiting times, switches, coins, faults."""

import pytest
from cabinet_bench import HIGHER, KINGS, NOTHING, ROYAL, SETTINGS, Bench, reply

from firmware.cabinet.best_results import Best
from firmware.cabinet.operator_menu.menu import LEAVES
from firmware.cabinet.state import Fault, FaultName, Mode, Page
from firmware.errors import LedgerCorruptError, LedgerError
from firmware.events import (
    ButtonStuck,
    Cue,
    DeviceHealth,
    DoorMoved,
    Health,
    KeyTurned,
    LanguageChosen,
    Pressed,
    QueueFull,
    RulesAsked,
    SoundChanged,
    Tick,
)
from firmware.games.joker_poker.hands import Hand
from firmware.money import Moment
from firmware.panel import Button
from firmware.words import Language

DEAL, BET, DOUBLE, HOLD2 = Button.DEAL, Button.BET, Button.DOUBLE, Button.HOLD2


def locked_s(bench: Bench) -> float:
    return round(bench.state.locked_until_s - bench.now_s, 6)


# --- locks ------------------------------------------------------------------------------------


def at_the_table(credit: int = 10) -> Bench:
    bench = Bench()
    bench.coin(credit)
    bench.press("HOLD2", "BET")
    return bench


def test_a_deal_locks_for_a_quarter_of_a_second() -> None:
    bench = at_the_table()
    bench.press("DEAL")
    assert locked_s(bench) == 0.250


def test_a_lost_hand_locks_for_a_quarter_of_a_second() -> None:
    bench = Bench()
    bench.play(NOTHING)
    bench.press("DEAL")
    assert (bench.win, locked_s(bench)) == (0, 0.250)


def test_a_win_locks_longer() -> None:
    bench = Bench()
    bench.play(KINGS)
    bench.press("DEAL")
    assert (bench.win, locked_s(bench)) == (1, 0.600)


def test_a_collect_locks_longer() -> None:
    bench = Bench()
    bench.to_win()
    bench.press("DEAL")
    assert (bench.phase, locked_s(bench)) == ("betting", 0.600)


@pytest.mark.parametrize(
    ("button", "win", "lock_s"), [("HOLD2", 2, 0.600), ("HOLD3", 0, 0.600), ("HOLD4", 1, 0.250)]
)
def test_the_lock_of_a_double(button: str, win: int, lock_s: float) -> None:
    bench = Bench()
    bench.to_double(1)
    bench.press(button)
    assert (bench.win, locked_s(bench)) == (win, lock_s)


def test_opening_a_double_locks() -> None:
    bench = Bench()
    bench.to_win()
    bench.press("DOUBLE")
    assert locked_s(bench) == 0.250


def test_holds_and_amounts_do_not_lock() -> None:
    bench = Bench()
    bench.play(KINGS)
    for button in (Button.HOLD3, Button.HOLD4, Button.HOLD5):
        bench.do(Pressed(button))
    assert bench.state.saved.joker.held == (1, 2, 3, 4, 5)


def test_a_press_in_the_lock_is_dropped_and_not_kept_for_later() -> None:
    bench = Bench()
    bench.to_win()
    bench.press("DEAL")
    bench.wait(0.59)
    bench.do(Pressed(DOUBLE))
    bench.wait(5)
    assert bench.phase == "betting"


def test_a_press_at_the_end_of_the_lock_counts() -> None:
    bench = Bench()
    bench.to_win()
    bench.press("DEAL")
    bench.wait(0.6)
    bench.do(Pressed(DOUBLE))
    assert bench.phase == "hold"


def test_deal_twice_at_once_deals_once() -> None:
    bench = at_the_table()
    bench.settle()
    bench.do(Pressed(DEAL))
    bench.do(Pressed(DEAL))
    assert (bench.phase, bench.credit) == ("hold", 9)


# --- movements --------------------------------------------------------------------------------


def test_while_cards_fly_only_deal_is_lit() -> None:
    bench = at_the_table()
    bench.press("DEAL")
    assert bench.lit == "DEAL"
    legend = bench.panel[DEAL].legend
    assert legend is not None
    assert legend.key == "key.fast"


def test_deal_ends_the_movement_and_does_nothing_else() -> None:
    bench = at_the_table()
    bench.press("DEAL")
    bench.wait(0.25)
    before = bench.state
    bench.do(Pressed(DEAL))
    assert bench.state.movement is None
    assert bench.state.saved == before.saved
    assert locked_s(bench) == 0.250


def test_the_hand_is_decided_before_it_is_shown() -> None:
    bench = at_the_table()
    bench.chance.tops = [KINGS]
    bench.press("DEAL")
    assert bench.state.moving(bench.now_s)
    assert [str(card) for card in bench.state.saved.joker.cards if card] == KINGS.split()[:5]


def test_a_coin_does_not_disturb_a_movement() -> None:
    bench = at_the_table()
    bench.press("DEAL")
    movement = bench.state.movement
    bench.coins_taken += 1
    bench.do(reply(bench.coins_taken, 1))
    assert bench.state.movement is movement
    assert bench.credit == 10


def test_collecting_moves_nothing_so_that_the_next_game_can_begin() -> None:
    bench = Bench()
    bench.to_win()
    bench.press("DEAL")
    assert bench.state.moving(bench.now_s) is None


# --- waiting ----------------------------------------------------------------------------------


def test_menu_goes_to_attract_after_ninety_seconds() -> None:
    bench = Bench()
    bench.coin(1)
    bench.wait(89.9)
    assert bench.state.mode is Mode.MENU
    bench.wait(0.2)
    assert bench.state.mode is Mode.ATTRACT


def test_a_bet_table_goes_to_attract_and_keeps_bet_and_credit() -> None:
    bench = at_the_table()
    bench.wait(90.1)
    assert (bench.state.mode, bench.credit) == (Mode.ATTRACT, 10)
    bench.press("DEAL")
    assert (bench.state.mode, bench.state.saved.joker.chips) == (Mode.JOKER_POKER, 1)


def test_a_page_over_attract_closes_by_itself() -> None:
    bench = Bench()
    bench.press("HOLD5")
    bench.wait(90.1)
    assert bench.state.saved.page is Page.NONE


@pytest.mark.parametrize("kind", ["press", "coin"])
def test_a_person_begins_the_ninety_seconds_anew(kind: str) -> None:
    bench = at_the_table()
    bench.wait(80)
    bench.press("BET") if kind == "press" else bench.coin(1)
    bench.wait(80)
    assert bench.state.mode is Mode.JOKER_POKER


def test_a_dark_key_is_no_person() -> None:
    bench = at_the_table()
    bench.wait(80)
    bench.do(Pressed(Button.HOLD1))
    bench.wait(10.1)
    assert bench.state.mode is Mode.ATTRACT


def test_a_hand_waits_under_the_attract_pictures() -> None:
    bench = Bench()
    bench.play(KINGS)
    bench.wait(91)
    assert bench.state.dark_since_s is not None
    assert (bench.state.mode, bench.phase) == (Mode.JOKER_POKER, "hold")
    bench.wait(100_000)
    assert bench.phase == "hold"


def test_a_coin_takes_the_pictures_away() -> None:
    bench = Bench()
    bench.play(KINGS)
    bench.wait(91)
    bench.coin(1)
    assert bench.state.dark_since_s is None


def test_the_rules_key_over_the_pictures_only_takes_them_away() -> None:
    bench = Bench()
    bench.play(KINGS)
    bench.wait(91)
    bench.do(RulesAsked())
    assert (bench.state.dark_since_s, bench.state.saved.page) == (None, Page.NONE)


def test_a_win_is_collected_after_a_minute() -> None:
    bench = Bench()
    bench.play(KINGS)
    bench.press("DEAL")
    bench.wait(59.9)
    assert (bench.win, bench.credit) == (1, 9)
    bench.wait(0.2)
    assert (bench.win, bench.credit) == (0, 10)


def test_who_reads_the_rules_over_a_win_is_there() -> None:
    bench = Bench()
    bench.to_win()
    bench.wait(30)
    bench.do(RulesAsked())
    bench.wait(25)
    bench.press("DEAL")  # closes them
    bench.wait(59)
    assert bench.win == 1
    bench.wait(2)
    assert bench.win == 0


def test_a_win_above_the_limit_is_collected_too() -> None:
    bench = Bench()
    bench.play(ROYAL, chips=5)
    bench.press("DEAL")
    bench.wait(60.1)
    assert bench.credit == 5005


def test_an_open_double_turns_the_card_above_hold2_after_a_minute() -> None:
    bench = Bench()
    bench.to_win()
    bench.chance.tops = ["5C 4H KD KS KC"]
    bench.press("DOUBLE")
    bench.wait(59.9)
    assert bench.phase == "double"
    bench.wait(0.2)
    assert (bench.phase, bench.win) == ("betting", 0)


def test_a_double_won_by_waiting_is_collected_a_minute_later() -> None:
    bench = Bench()
    bench.to_win()
    bench.chance.tops = [HIGHER]
    bench.press("DOUBLE")
    bench.wait(60.1)
    assert bench.win == 2
    bench.wait(60)
    assert (bench.win, bench.credit) == (0, 11)


# --- languages and places ---------------------------------------------------------------------


def test_the_ring_of_languages() -> None:
    bench = Bench()
    seen = []
    for _ in range(4):
        bench.press("HOLD4")
        seen.append(bench.state.saved.language)
    assert seen == [Language.EN, Language.RU, Language.IT, Language.EN]


def test_a_language_chosen_directly() -> None:
    bench = Bench()
    bench.do(LanguageChosen(Language.RU))
    assert bench.state.saved.language is Language.RU


def test_a_coin_in_attract_opens_the_menu() -> None:
    bench = Bench()
    bench.coin(1)
    assert bench.state.mode is Mode.MENU


def test_a_coin_elsewhere_stays_there() -> None:
    bench = at_the_table()
    bench.coin(1)
    assert bench.state.mode is Mode.JOKER_POKER


def test_rules_over_a_hand_come_back_to_it() -> None:
    bench = Bench()
    bench.play(KINGS)
    bench.do(RulesAsked())
    assert (bench.state.saved.page, bench.state.mode) == (Page.RULES, Mode.JOKER_POKER)
    bench.press("DEAL")
    assert (bench.state.saved.page, bench.phase) == (Page.NONE, "hold")


def test_the_rules_key_closes_what_it_opened() -> None:
    bench = Bench()
    bench.do(RulesAsked())
    bench.settle()
    bench.do(RulesAsked())
    assert bench.state.saved.page is Page.NONE


# --- coins ------------------------------------------------------------------------------------


@pytest.mark.promise("LIM-1")
@pytest.mark.parametrize(
    ("credit", "is_open"),
    [(0, True), (9_979, True), (9_980, True), (9_981, False), (10_000, False)],
)
def test_the_acceptor_closes_before_the_ceiling(credit: int, is_open: bool) -> None:
    bench = Bench()
    bench.store.give(credit)
    bench.cut()
    assert (bench.cabinet.shut_by("coin") is None) is is_open


def test_a_coin_that_falls_at_the_ceiling_is_booked() -> None:
    bench = Bench()
    bench.store.give(10_000)
    bench.cut()
    bench.coin(20)
    assert bench.credit == 10_020


def test_the_acceptor_is_closed_for_the_operator_and_the_door() -> None:
    bench = Bench()
    bench.do(KeyTurned(True))
    assert bench.cabinet.shut_by("coin")
    bench.do(KeyTurned(False))
    assert bench.cabinet.shut_by("coin") is None
    bench.do(DoorMoved(True))
    assert bench.cabinet.shut_by("coin")


@pytest.mark.parametrize("event", [KeyTurned(True), DoorMoved(True)])
def test_a_coin_that_falls_all_the_same_is_booked(event: KeyTurned | DoorMoved) -> None:
    bench = Bench()
    bench.do(event)
    bench.coin(5)
    assert bench.credit == 5


def test_credit_counts_when_it_is_durable() -> None:
    bench = Bench()
    effects = bench.cabinet.step(reply(1, 4), bench.now_s)
    assert effects.transaction is not None
    assert bench.credit == 0
    bench.cabinet.committed(bench.store.commit(effects.transaction), bench.now_s)
    assert bench.credit == 10


def test_while_a_transaction_is_out_no_event_is_taken() -> None:
    bench = Bench()
    bench.cabinet.step(reply(1, 4), bench.now_s)
    assert bench.cabinet.deadline_s(bench.now_s) is None
    assert not bench.cabinet.is_settled(bench.now_s)
    with pytest.raises(RuntimeError, match="a transaction is out, Tick"):
        bench.cabinet.step(Tick(), bench.now_s)


# --- switches ---------------------------------------------------------------------------------


@pytest.mark.parametrize("away", [KeyTurned(True), DoorMoved(True)])
@pytest.mark.parametrize("state", ["betting", "hold", "win", "double"])
def test_key_and_door_come_back_to_the_same_game(state: str, away: KeyTurned | DoorMoved) -> None:
    bench = Bench()
    {
        "betting": lambda: (bench.coin(10), bench.press("HOLD2", "BET")),
        "hold": lambda: bench.play(KINGS),
        "win": bench.to_win,
        "double": bench.to_double,
    }[state]()
    before, lamps, moved = bench.state, bench.lit, len(bench.store.moved())
    bench.do(away)
    bench.settle()
    assert bench.state.mode is (Mode.OPERATOR if isinstance(away, KeyTurned) else Mode.FAULT)
    for button in Button:
        bench.do(Pressed(button))
    bench.wait(1000)
    bench.do(KeyTurned(False) if isinstance(away, KeyTurned) else DoorMoved(False))
    bench.settle()
    assert (bench.state.saved, bench.lit) == (before.saved, lamps)
    assert (bench.state.balances, len(bench.store.moved())) == (before.balances, moved)


@pytest.mark.parametrize("away", [KeyTurned(True), DoorMoved(True)])
def test_a_stray_tick_behind_key_or_door_collects_nothing(away: KeyTurned | DoorMoved) -> None:
    bench = Bench()
    bench.to_win()
    bench.do(away)
    bench.clock.advance_s(1000)
    bench.do(Tick())
    assert bench.win == 1


def test_the_waiting_times_begin_anew_after_the_door() -> None:
    bench = Bench()
    bench.to_win()
    bench.do(DoorMoved(True))
    bench.wait(1000)
    bench.do(DoorMoved(False))
    bench.wait(59)
    assert bench.win == 1
    bench.wait(2)
    assert bench.win == 0


def test_the_key_in_the_middle_of_a_movement_shows_the_end_of_it() -> None:
    bench = at_the_table()
    bench.press("DEAL")
    bench.do(KeyTurned(True))
    bench.do(KeyTurned(False))
    assert bench.state.movement is None


def test_the_operators_keys_turn_pages_also_over_the_attract_pictures() -> None:
    bench = Bench()
    bench.play(KINGS)
    bench.wait(91)
    bench.do(KeyTurned(True))
    bench.press("HOLD2")
    assert bench.state.operator.cursor is LEAVES[1]


def test_the_pages_begin_at_the_first_each_time() -> None:
    bench = Bench()
    bench.do(KeyTurned(True))
    bench.press("HOLD2")
    bench.do(KeyTurned(False))
    bench.do(KeyTurned(True))
    assert bench.state.operator.cursor is LEAVES[0]


def test_switches_leave_a_line_in_the_log() -> None:
    bench = Bench()
    for event in (DoorMoved(True), KeyTurned(True), KeyTurned(False), DoorMoved(False)):
        bench.do(event)
    lines = [(line.kind, line.details) for each in bench.store.transactions for line in each.log]
    assert lines[1:] == [
        ("door_opened", ()),
        ("key_on", ()),
        ("key_off", ()),
        ("door_closed", ()),
    ]


def test_a_door_that_was_open_already_is_no_news() -> None:
    bench = Bench()
    bench.do(DoorMoved(True))
    before = bench.state
    bench.do(DoorMoved(True))
    assert bench.state is before


def test_operator_over_a_fault_and_back() -> None:
    bench = Bench()
    bench.do(DoorMoved(True))
    bench.do(KeyTurned(True))
    assert bench.state.mode is Mode.OPERATOR
    bench.do(KeyTurned(False))
    assert bench.state.mode is Mode.FAULT


# --- chance -----------------------------------------------------------------------------------


@pytest.mark.promise("ERR-4")
def test_a_silent_source_locks_play_and_keeps_the_credit() -> None:
    bench = at_the_table()
    bench.chance.is_broken = True
    bench.press("DEAL")
    assert bench.faults == ["chance"]
    assert (bench.state.mode, bench.credit, bench.phase) == (Mode.FAULT, 10, "betting")
    assert bench.cabinet.shut_by("coin")
    assert bench.state.faults[0].detail == "the source is silent"


@pytest.mark.parametrize("button", ["DOUBLE", "BET"])
def test_a_silent_source_in_a_double_keeps_the_win(button: str) -> None:
    bench = Bench()
    bench.to_win(2)
    bench.chance.is_broken = True
    bench.press(button)
    assert (bench.faults, bench.win, bench.phase) == (["chance"], 2, "win")
    bench.wait(1000)
    assert bench.win == 2


def test_play_comes_back_by_itself_with_the_source() -> None:
    bench = at_the_table()
    bench.chance.is_broken = True
    bench.press("DEAL")
    bench.wait(100)
    assert bench.faults == ["chance"]
    bench.chance.is_broken = False
    bench.wait(5.1)
    assert bench.faults == []
    assert bench.cabinet.shut_by("coin") is None
    bench.press("DEAL")
    assert bench.phase == "hold"


def test_play_comes_back_by_itself_when_a_self_test_found_no_source() -> None:
    bench = at_the_table()
    bench.cabinet.break_down(Fault(FaultName.CHANCE))
    bench.wait(5.1)
    assert bench.faults == []


def test_the_source_comes_back_while_the_ledger_fails() -> None:
    bench = at_the_table()
    bench.chance.is_broken = True
    bench.press("DEAL")
    bench.chance.is_broken = False
    bench.store.failure = LedgerError("the disk is full")
    bench.wait(5.1)
    assert bench.faults == ["ledger"]


# --- a failing ledger -------------------------------------------------------------------------


def test_a_failed_commit_leaves_the_old_state_and_locks() -> None:
    bench = at_the_table()
    bench.store.failure = LedgerError("the disk is full")
    before = bench.state
    bench.press("DEAL")
    assert (bench.faults, bench.state.mode) == (["ledger"], Mode.FAULT)
    assert (bench.state.saved, bench.state.balances) == (before.saved, before.balances)
    assert bench.state.history == before.history
    assert bench.cabinet.shut_by("coin")
    assert bench.state.faults[0].detail == "the disk is full"
    assert bench.cues[-1] is Cue.FAULT


def test_nothing_moves_behind_a_failed_ledger() -> None:
    bench = at_the_table()
    bench.press("DEAL")
    bench.store.failure = LedgerError("the disk is full")
    bench.do(reply(bench.coins_taken + 1, 4))
    assert bench.faults == ["ledger"]
    assert bench.state.movement is None


def test_corruption_is_called_by_its_name() -> None:
    bench = at_the_table()
    bench.store.failure = LedgerCorruptError("changed by another hand")
    bench.press("DEAL")
    assert bench.faults == ["ledger_corrupt"]


def test_a_coin_that_cannot_be_booked_is_booked_at_the_next_start() -> None:
    bench = Bench()
    bench.store.failure = LedgerError("the disk is full")
    bench.coin(10)
    assert bench.credit == 0
    bench.store.failure = None
    bench.do(reply(1, 4))
    assert bench.credit == 0
    bench.cut()
    bench.do(reply(1, 4))
    assert bench.credit == 10


def test_a_failed_store_is_left_alone() -> None:
    bench = at_the_table()
    bench.store.failure = LedgerError("the disk is full")
    bench.press("DEAL")
    cues = len(bench.cues)
    bench.do(LanguageChosen(Language.RU))
    bench.do(DeviceHealth("coin", Health.CLOSED))
    bench.wait(1000)
    assert Cue.FAULT not in bench.cues[cues:]
    assert bench.cabinet.deadline_s(bench.now_s) is None


@pytest.mark.parametrize("event", [KeyTurned(True), DoorMoved(True)])
def test_a_switch_stands_as_it_was_turned_though_its_line_is_lost(
    event: KeyTurned | DoorMoved,
) -> None:
    bench = at_the_table()
    bench.store.failure = LedgerError("the disk is full")
    bench.do(event)
    if isinstance(event, KeyTurned):
        assert (bench.state.mode, bench.faults) == (Mode.OPERATOR, ["ledger"])
    else:
        assert bench.faults == ["ledger", "door"]


def test_a_soft_commit_that_fails_locks_too() -> None:
    bench = at_the_table()
    bench.store.failure = LedgerError("the disk is full")
    bench.press("BET")
    assert bench.faults == []
    bench.wait(1.1)
    assert bench.faults == ["ledger"]


# --- keeping ----------------------------------------------------------------------------------


def test_soft_actions_are_kept_after_one_quiet_second() -> None:
    bench = at_the_table()
    bench.wait(2)
    written = len(bench.store.transactions)
    bench.press("BET")
    bench.wait(0.99)
    assert len(bench.store.transactions) == written
    bench.wait(0.02)
    assert len(bench.store.transactions) == written + 1
    bench.cut()
    assert bench.state.saved.joker.chips == 2


def test_soft_actions_travel_with_the_next_hard_one() -> None:
    bench = at_the_table()
    bench.play(KINGS)
    bench.press("HOLD5")
    bench.coins_taken += 1
    bench.do(reply(bench.coins_taken, 1))
    bench.cut()
    assert bench.state.saved.joker.held == (1, 2, 5)


def test_an_action_taken_back_is_not_stored() -> None:
    bench = Bench()
    bench.play(KINGS)
    bench.wait(2)
    written = len(bench.store.transactions)
    bench.press("HOLD5", "HOLD5")
    bench.wait(5)
    assert len(bench.store.transactions) == written


def test_the_store_is_told_of_soft_keeping() -> None:
    bench = at_the_table()
    bench.wait(2)
    bench.press("BET")
    bench.clock.advance_s(1.0)
    assert bench.cabinet.step(Tick(), bench.now_s).is_soft


def test_a_goodbye_keeps_what_waits_for_its_quiet_second() -> None:
    bench = at_the_table()
    bench.wait(2)
    bench.press("BET")
    effects = bench.cabinet.keep(bench.now_s)
    assert effects.transaction is not None
    bench.cabinet.committed(bench.store.commit(effects.transaction), bench.now_s)
    bench.cut()
    assert bench.state.saved.joker.chips == 2


def test_a_goodbye_with_nothing_to_keep() -> None:
    bench = at_the_table()
    bench.wait(2)
    assert bench.cabinet.keep(bench.now_s).transaction is None


def test_rounds_are_counted_and_the_newest_comes_first() -> None:
    bench = Bench()
    bench.play(NOTHING)
    bench.press("DEAL", "DEAL")
    assert [played.number for played in bench.state.history] == [2, 1]


def test_the_history_keeps_fifty_rounds() -> None:
    bench = Bench()
    bench.store.give(100)
    bench.cut()
    bench.press("HOLD2", "BET")
    for _ in range(52):
        bench.chance.tops = [NOTHING]
        bench.press("DEAL", "DEAL")
    assert len(bench.state.history) == 50
    assert bench.state.history[-1].number == 3


def test_the_best_win_is_kept() -> None:
    bench = Bench()
    bench.to_win(3)
    bench.press("DEAL", "BET", "BET", "BET")
    bench.chance.tops = [KINGS]
    bench.press("DEAL", "DEAL")
    assert bench.win == 1
    assert bench.state.saved.best == Best(credits=3, hand=Hand.KINGS_OR_BETTER, chips=3)


def test_the_money_of_an_evening() -> None:
    bench = Bench()
    bench.play(KINGS, chips=5)
    bench.press("DEAL")
    bench.chance.tops = [HIGHER]
    bench.press("BET", "HOLD2", "DEAL")
    assert [moment for moment, _ in bench.store.moved()] == [
        Moment.COIN,
        Moment.STAKE,
        Moment.WON,
        Moment.GAMBLE_STAKED,
        Moment.GAMBLE_WON,
        Moment.COLLECT,
    ]
    assert bench.credit == 10 - 5 + 3 + 4  # a win of five: three banked, two doubled


# --- warnings ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "gone", "name"),
    [
        (ButtonStuck(DEAL, True), ButtonStuck(DEAL, False), FaultName.BUTTON_STUCK),
        (SoundChanged(True), SoundChanged(False), FaultName.SOUND),
        (
            DeviceHealth("coin", Health.JAM, "4"),
            DeviceHealth("coin", Health.READY),
            FaultName.COIN,
        ),
    ],
)
def test_warnings_come_and_go_and_play_goes_on(
    there: ButtonStuck, gone: ButtonStuck, name: FaultName
) -> None:
    bench = Bench()
    bench.do(there)
    assert bench.faults == [name]
    assert bench.state.mode is Mode.ATTRACT
    bench.do(gone)
    assert bench.faults == []


def test_a_full_queue_is_named() -> None:
    bench = Bench()
    bench.do(QueueFull())
    assert bench.faults == ["queue_full"]


def test_the_gravest_fault_comes_first() -> None:
    bench = at_the_table()
    bench.do(SoundChanged(True))
    bench.do(DoorMoved(True))
    bench.do(DoorMoved(False))
    bench.do(DoorMoved(True))
    assert bench.faults == ["door", "sound"]


def test_one_fault_of_each_name_and_subject() -> None:
    bench = Bench()
    bench.do(ButtonStuck(DEAL, True))
    bench.do(ButtonStuck(DEAL, True))
    bench.do(ButtonStuck(BET, True))
    assert [fault.subject for fault in bench.state.faults] == ["DEAL", "BET"]


@pytest.mark.parametrize("health", [Health.READY, Health.CLOSED, Health.STARTING, Health.OFF])
def test_healthy_devices_are_no_fault(health: Health) -> None:
    bench = Bench()
    bench.do(DeviceHealth("coin", health))
    assert bench.faults == []


def test_the_settings_can_be_asked() -> None:
    assert Bench().cabinet.settings == SETTINGS


# --- wear -------------------------------------------------------------------------------------


def test_what_did_not_change_is_not_written_again() -> None:
    bench = at_the_table()
    bench.press("DEAL")
    written = len(bench.store.transactions)
    bench.do(DoorMoved(is_open=True))
    (line,) = bench.store.transactions[written:]
    assert line.log
    assert not line.documents

"""A lamp is lit exactly where a press does something: in every state, for every button."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from cabinet_bench import HIGHER, KINGS, NOTHING, ROYAL, SETTINGS, Bench, reply
from settings_bench import at_setting, choosable

from firmware.cabinet.best_results import Best
from firmware.cabinet.operator_menu.menu import LEAVES, PLACES, Leaf
from firmware.cabinet.operator_menu.pages import RETURNS_ROWS
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState, Fault, FaultName, Mode
from firmware.errors import LedgerError
from firmware.events import DeviceFound, DoorMoved, KeyTurned, Pressed, RulesAsked
from firmware.games.joker_poker.hands import Hand
from firmware.jobs import JobDone, LogLine, LogRead, RoundFound, RoundsFound
from firmware.operator.roles import Role
from firmware.operator.settings import SETTINGS as SETTINGS_ROWS
from firmware.panel import Button, Light
from firmware.shown import ShownStep
from firmware.words import Message

Made = Callable[[], Bench]
STATES: dict[str, tuple[str, Made]] = {}


def lit(lamps: str) -> Callable[[Made], Made]:
    """Names a state, and the lamps that the table of the eight buttons gives it."""

    def listed(made: Made) -> Made:
        STATES[made.__name__] = lamps, made
        return made

    return listed


def seated(
    credit: int, chips: int = 0, chip_value: int = 1, settings: Settings = SETTINGS
) -> Bench:
    """Betting at the table."""
    bench = Bench(settings)
    bench.store.give(credit)
    bench.cut()
    bench.press("HOLD2")
    table = replace(bench.state.saved.joker, chips=chips, chip_value=chip_value)
    bench.put(saved=replace(bench.state.saved, joker=table))
    return bench


# --- attract, menu, pages ---------------------------------------------------------------------


@lit("HOLD2 HOLD4 HOLD5 DEAL BET")
def attract() -> Bench:
    return Bench()


@lit("HOLD2 HOLD4 HOLD5 DEAL BET")
def menu() -> Bench:
    bench = seated(0)
    bench.press("HOLD5")
    assert bench.state.mode is Mode.MENU
    return bench


@lit("HOLD2 HOLD5 DEAL")
def rules_from_attract() -> Bench:
    bench = Bench()
    bench.press("HOLD5")
    return bench


@lit("HOLD1 HOLD2 HOLD5 DEAL")
def rules_from_attract_second_leaf() -> Bench:
    bench = rules_from_attract()
    bench.press("HOLD2")
    return bench


@lit("HOLD1 HOLD5 DEAL")
def rules_from_attract_last_leaf() -> Bench:
    bench = rules_from_attract()
    bench.press("HOLD2", "HOLD2", "HOLD2")
    return bench


@lit("HOLD2 DEAL")
def rules_from_menu() -> Bench:
    bench = menu()
    bench.press("HOLD5")
    return bench


@lit("HOLD2 DEAL")
def rules_from_a_hand() -> Bench:
    bench = holding()
    bench.do(RulesAsked())
    return bench


@lit("HOLD2 HOLD4 DEAL")
def options_from_the_menu() -> Bench:
    bench = menu()
    bench.press("BET")
    return bench


@lit("HOLD1 HOLD3 DEAL DOUBLE")
def options_last_row_changed() -> Bench:
    bench = options_from_the_menu()
    bench.press("HOLD2", "HOLD2", "HOLD2", "HOLD2", "HOLD4")
    return bench


@lit("DEAL")
def history_empty() -> Bench:
    bench = seated(0)
    bench.press("HOLD4")
    return bench


def three_rounds() -> Bench:
    bench = seated(10, chips=1)
    for _ in range(3):
        bench.chance.tops = [NOTHING]
        bench.press("DEAL", "DEAL")
    bench.press("HOLD4")
    return bench


@lit("HOLD1 DEAL")
def history_newest() -> Bench:
    return three_rounds()


@lit("HOLD1 HOLD2 DEAL")
def history_middle() -> Bench:
    bench = three_rounds()
    bench.press("HOLD1")
    return bench


@lit("HOLD2 DEAL")
def history_oldest() -> Bench:
    bench = three_rounds()
    bench.press("HOLD1", "HOLD1")
    return bench


# --- betting ----------------------------------------------------------------------------------


@lit("HOLD3 HOLD4 HOLD5")
def no_credit() -> Bench:
    return seated(0)


@lit("HOLD3 HOLD4 HOLD5")
def no_credit_with_a_remembered_bet() -> Bench:
    return seated(0, chips=5, chip_value=5)


@lit("HOLD2 HOLD3 HOLD4 HOLD5 BET DOUBLE")
def one_credit_no_bet() -> Bench:
    return seated(1)


@lit("HOLD2 HOLD3 HOLD4 HOLD5 DEAL DOUBLE")
def one_credit_one_chip() -> Bench:
    return seated(1, chips=1)


@lit("HOLD2 HOLD3 HOLD4 HOLD5 DEAL DOUBLE")
def one_credit_five_chips_remembered() -> Bench:
    return seated(1, chips=5)


@lit("HOLD2 HOLD3 HOLD4 HOLD5 BET DOUBLE")
def enough_no_bet() -> Bench:
    return seated(100)


@lit("HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def enough_one_chip() -> Bench:
    return seated(100, chips=1)


@lit("HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def enough_five_chips() -> Bench:
    return seated(100, chips=5)


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def chip_of_two() -> Bench:
    return seated(100, chips=1, chip_value=2)


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def chip_of_five() -> Bench:
    return seated(100, chips=1, chip_value=5)


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def chip_of_ten() -> Bench:
    return seated(100, chips=1, chip_value=10)


@lit("HOLD1 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def chip_of_twenty() -> Bench:
    return seated(100, chips=1, chip_value=20)


@lit("HOLD1 HOLD3 HOLD4 HOLD5")
def chip_too_dear() -> Bench:
    return seated(19, chips=5, chip_value=20)


@lit("HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def one_chip_value_only() -> Bench:
    game = replace(SETTINGS.joker, chip_values=(1,))
    return seated(100, chips=1, settings=replace(SETTINGS, joker=game))


# --- hold, win, double ------------------------------------------------------------------------


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL DOUBLE")
def holding() -> Bench:
    bench = Bench()
    bench.play(KINGS)
    return bench


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL")
def holding_nothing() -> Bench:
    bench = Bench()
    bench.play(NOTHING)
    return bench


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL DOUBLE")
def holding_all() -> Bench:
    bench = Bench()
    bench.play(ROYAL)
    return bench


@lit("DEAL DOUBLE")
def win_of_one() -> Bench:
    bench = Bench()
    bench.to_win(1)
    return bench


@lit("DEAL BET DOUBLE")
def win_of_two() -> Bench:
    bench = Bench()
    bench.to_win(2)
    return bench


@lit("DEAL")
def win_above_the_limit() -> Bench:
    bench = Bench()
    bench.play(ROYAL, chips=5)
    bench.press("DEAL")
    bench.settle()
    assert bench.win == 5000
    return bench


@lit("HOLD2 HOLD3 HOLD4 HOLD5")
def doubling() -> Bench:
    bench = Bench()
    bench.to_double(2)
    return bench


@lit("DEAL BET DOUBLE")
def double_won() -> Bench:
    bench = Bench()
    bench.to_double(1)
    bench.press("HOLD2")
    bench.settle()
    return bench


@lit("DEAL DOUBLE")
def double_of_one_tied() -> Bench:
    bench = Bench()
    bench.to_double(1)
    bench.press("HOLD4")
    bench.settle()
    return bench


@lit("DEAL")
def double_won_above_the_limit() -> Bench:
    bench = Bench()
    bench.to_win(750)
    bench.chance.tops = [HIGHER]
    bench.press("DOUBLE", "HOLD2")
    bench.settle()
    assert bench.win == 1500
    return bench


@lit("HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def double_lost() -> Bench:
    bench = Bench()
    bench.to_double(1)
    bench.press("HOLD3")
    bench.settle()
    return bench


# --- movements, attract pictures, operator, faults --------------------------------------------


def moving_after(bench: Bench, button: str) -> Bench:
    """The lock has ended, the movement has not."""
    bench.press(button)
    bench.wait(0.61)
    assert bench.state.moving(bench.now_s)
    return bench


@lit("DEAL")
def cards_fly() -> Bench:
    bench = Bench()
    bench.coin(10)
    bench.press("HOLD2", "BET", "DEAL")
    bench.wait(0.3)
    assert bench.state.moving(bench.now_s)
    return bench


@lit("DEAL")
def a_win_counts_up() -> Bench:
    bench = Bench()
    bench.play(ROYAL)
    return moving_after(bench, "DEAL")


@lit("DEAL")
def a_double_is_revealed() -> Bench:
    return moving_after(doubling(), "HOLD2")


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL DOUBLE")
def pictures_over_a_hand() -> Bench:
    bench = holding()
    bench.wait(91)
    assert bench.state.dark_since_s is not None
    return bench


@lit("HOLD2 HOLD4 DEAL BET DOUBLE")
def operators_index() -> Bench:
    bench = holding()
    bench.do(KeyTurned(True))
    return bench


@lit("HOLD1 HOLD3 DEAL DOUBLE")
def operators_index_at_a_page_that_is_not_for_an_attendant() -> Bench:
    bench = operators_index()
    while bench.state.operator.cursor is not LEAVES[-1]:
        bench.press("HOLD2")
    assert PLACES[LEAVES[-1]].role is not Role.ATTENDANT
    return bench


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DOUBLE")
def pin_pad() -> Bench:
    bench = operators_index()
    bench.press("DOUBLE")
    return bench


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def pin_pad_with_a_whole_pin() -> Bench:
    bench = pin_pad()
    bench.press(*["HOLD3"] * 5)
    return bench


@lit("DEAL BET DOUBLE")
def pin_pad_that_is_full() -> Bench:
    bench = pin_pad()
    bench.press(*["HOLD3"] * 10)
    return bench


@lit("DOUBLE")
def pin_pad_that_waits() -> Bench:
    bench = pin_pad()
    for _ in range(3):
        bench.press(*["HOLD3"] * 5, "DEAL")
    return bench


@lit("HOLD3 HOLD5 BET")
def operators_books() -> Bench:
    bench = operators_index()
    bench.to_page(Leaf.BOOKS)
    return bench


@lit("HOLD3 HOLD5 DEAL BET")
def operators_books_with_his_pin() -> Bench:
    bench = operators_index()
    bench.pin("12345")
    bench.to_page(Leaf.BOOKS)
    return bench


@lit("HOLD1 HOLD3 HOLD4 HOLD5 BET")
def operators_credit_over_a_hand() -> Bench:
    bench = operators_index()
    bench.to_page(Leaf.CREDIT)
    return bench


@lit("HOLD1 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def operators_credit_between_rounds() -> Bench:
    bench = Bench()
    bench.coin(10)
    bench.do(KeyTurned(True))
    bench.to_page(Leaf.CREDIT)
    return bench


@lit("HOLD5 BET")
def operators_cash_for_an_attendant() -> Bench:
    bench = operators_index()
    bench.to_page(Leaf.CASH)
    return bench


@lit("HOLD2 HOLD3 HOLD5 DEAL BET")
def operators_returns() -> Bench:
    bench = operators_index()
    bench.to_page(Leaf.RETURNS)
    return bench


@lit("HOLD1 HOLD2 HOLD3 HOLD5 DEAL BET")
def operators_returns_of_a_later_row() -> Bench:
    bench = operators_returns()
    bench.press("HOLD2")
    return bench


@lit("HOLD1 HOLD3 HOLD5 DEAL BET")
def operators_returns_of_the_last_row() -> Bench:
    bench = operators_returns()
    for _ in RETURNS_ROWS[1:]:
        bench.press("HOLD2")
    return bench


@lit("HOLD5 DEAL BET")
def operators_hand_shares() -> Bench:
    bench = operators_returns()
    bench.press("DEAL")
    return bench


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def operators_panel_test() -> Bench:
    bench = operators_index()
    bench.to_page(Leaf.PANEL_TEST)
    return bench


@lit("HOLD3 HOLD5 DEAL BET")
def another_unit_at_the_operators_slots() -> Bench:
    bench = operators_index()
    bench.to_page(Leaf.SLOTS)
    bench.do(DeviceFound("coin", "cctalk_coin:CAB:EMU-EURO:1", "coins"))
    bench.do(DeviceFound("coin", "cctalk_coin:CAB:EMU-EURO:2", "coins"))
    return bench


def at(leaf: Leaf, pin: str = "") -> Bench:
    """A page of the operator's over a table between rounds, opened by whoever has that PIN."""
    bench = seated(10)
    bench.do(KeyTurned(True))
    if pin:
        bench.pin(pin)
    bench.to_page(leaf)
    return bench


def at_a_setting(key: str, settings: Settings | None = None) -> Bench:
    """A row of the operator's settings, from attract."""
    bench = Bench(settings or choosable())
    at_setting(bench, key)
    return bench


@lit("HOLD2 HOLD4 HOLD5 BET")
def operators_settings() -> Bench:
    return at_a_setting("cabinet.language")


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET")
def operators_settings_changed() -> Bench:
    bench = at_a_setting("coin.jump_credits")
    bench.press("HOLD4")
    return bench


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 BET DOUBLE")
def operators_settings_chosen() -> Bench:
    return at_a_setting("coin.jump_credits", choosable(coin__jump_credits=500))


@lit("HOLD1 HOLD2 HOLD5 BET")
def operators_settings_of_the_technician() -> Bench:
    return at_a_setting("joker_poker.paytable")


@lit("HOLD1 HOLD3 HOLD4 HOLD5 BET")
def operators_settings_at_the_last_row() -> Bench:
    return at_a_setting(SETTINGS_ROWS[-1].key)


@lit("HOLD2 HOLD5 BET")
def operators_best_without_one() -> Bench:
    return at(Leaf.BEST, "12345")


@lit("HOLD2 HOLD5 BET DOUBLE")
def operators_best() -> Bench:
    bench = at(Leaf.BEST, "12345")
    best = Best(20, Hand.FLUSH, 4)
    bench.put(saved=replace(bench.state.saved, best=best))
    return bench


@lit("HOLD2 HOLD5 BET")
def operators_screen_test() -> Bench:
    return at(Leaf.SCREEN_TEST)


@lit("HOLD1 HOLD2 HOLD3 HOLD5 DEAL BET")
def operators_sound_test() -> Bench:
    bench = at(Leaf.SOUND_TEST)
    bench.press("HOLD2")
    return bench


@lit("HOLD5 DEAL BET")
def operators_play_test() -> Bench:
    return at(Leaf.PLAY_TEST, "12345")


@lit("HOLD2 HOLD4 HOLD5 DEAL BET DOUBLE")
def a_play_test() -> Bench:
    bench = operators_play_test()
    bench.press("DEAL")
    return bench


@lit("HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def a_play_test_at_its_table() -> Bench:
    bench = a_play_test()
    bench.press("HOLD2", "BET")
    return bench


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL DOUBLE")
def a_play_test_in_a_hand() -> Bench:
    bench = a_play_test_at_its_table()
    bench.chance.tops = [KINGS]
    bench.press("DEAL")
    bench.settle()
    return bench


@lit("HOLD5 DEAL BET")
def operators_stick() -> Bench:
    return at(Leaf.EXPORT, "12345")


@lit("HOLD5 BET")
def operators_stick_under_way() -> Bench:
    bench = operators_stick()
    bench.press("DEAL")
    return bench


@lit("HOLD2 HOLD5 DEAL")
def operators_power() -> Bench:
    return at(Leaf.POWER)


@lit("HOLD1 HOLD5 DEAL")
def operators_power_asked_for_a_restart() -> Bench:
    bench = operators_power()
    bench.press("HOLD2", "DEAL")
    return bench


@lit("HOLD2 HOLD4 HOLD5 BET")
def operators_clock_that_stands_before_every_game() -> Bench:
    return at(Leaf.CLOCK, "12345")


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def operators_clock_another_day() -> Bench:
    bench = operators_clock_that_stands_before_every_game()
    bench.press("HOLD4", "HOLD2", "HOLD2", "HOLD4")
    return bench


@lit("HOLD5")
def operators_clear_with_credit() -> Bench:
    bench = seated(10)
    bench.do(DoorMoved(True))
    bench.do(KeyTurned(True))
    bench.pin("54321")
    bench.to_page(Leaf.CLEAR)
    return bench


@lit("HOLD5 DEAL")
def operators_clear() -> Bench:
    bench = operators_clear_with_credit()
    bench.put(balances={})
    return bench


def technician_before(fault: FaultName) -> Bench:
    """The page of the machine over a fault, for a technician at the open door."""
    bench = seated(10)
    bench.cabinet.break_down(Fault(fault))
    bench.do(DoorMoved(True))
    bench.do(KeyTurned(True))
    bench.pin("54321")
    bench.to_page(Leaf.MACHINE)
    return bench


@lit("HOLD5 DEAL BET")
def a_technician_tries_again() -> Bench:
    return technician_before(FaultName.PROGRAM)


@lit("HOLD5 DEAL BET")
def a_technician_says_that_it_is_mended() -> Bench:
    return technician_before(FaultName.CALL_SERVICE)


def recalling(found: RoundsFound) -> Bench:
    """The operator's recall with an answer."""
    bench = operators_index()
    bench.to_page(Leaf.RECALL)
    job = bench.cabinet.job
    assert job is not None
    bench.do(JobDone(job.number, found))
    return bench


@lit("HOLD5 DEAL BET")
def operators_recall_of_no_round() -> Bench:
    return recalling(RoundsFound(None))


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def operators_recall() -> Bench:
    steps = (ShownStep(Message("history.dealt")), ShownStep(Message("history.final")))
    shown = RoundFound(8, "joker_poker", steps=steps)
    return recalling(RoundsFound(shown, has_older=True, has_newer=True, newest=9))


@lit("HOLD1 HOLD5 DEAL BET")
def operators_recall_of_a_lost_round() -> Bench:
    return recalling(RoundsFound(RoundFound(8, ""), has_newer=True, newest=9))


@lit("HOLD2 HOLD3 HOLD5 DEAL BET")
def operators_recall_search() -> Bench:
    bench = operators_recall()
    bench.press("DEAL")
    return bench


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE")
def operators_recall_search_for_a_gain() -> Bench:
    bench = operators_recall_search()
    bench.press("HOLD2", "HOLD4")
    return bench


@lit("HOLD2 HOLD4 HOLD5 DEAL BET")
def operators_events() -> Bench:
    bench = operators_index()
    bench.to_page(Leaf.EVENTS)
    job = bench.cabinet.job
    assert job is not None
    lines = tuple(LogLine(row, "", True, "boot") for row in (2, 1))
    bench.do(JobDone(job.number, LogRead(lines, has_older=True)))
    return bench


@lit("HOLD1 HOLD3 HOLD5 DEAL BET DOUBLE")
def operators_events_further_back() -> Bench:
    bench = operators_events()
    bench.press("HOLD2")
    job = bench.cabinet.job
    assert job is not None
    lines = tuple(LogLine(row, "", True, "boot") for row in (2, 1))
    bench.do(JobDone(job.number, LogRead(lines)))
    bench.press("HOLD4")
    return bench


@lit("HOLD2 HOLD5 DEAL BET")
def operators_pins() -> Bench:
    bench = operators_index()
    bench.pin("12345")
    bench.to_page(Leaf.PINS)
    return bench


@lit("HOLD2 HOLD4 DEAL BET DOUBLE")
def operators_page_over_the_pictures() -> Bench:
    bench = pictures_over_a_hand()
    bench.do(KeyTurned(True))
    return bench


@lit("HOLD2 HOLD4 DEAL BET DOUBLE")
def operators_page_over_an_open_door() -> Bench:
    bench = door_open()
    bench.do(KeyTurned(True))
    return bench


@lit("")
def door_open() -> Bench:
    bench = holding()
    bench.do(DoorMoved(True))
    return bench


@lit("")
def chance_failed() -> Bench:
    bench = seated(10, chips=1)
    bench.chance.is_broken = True
    bench.press("DEAL")
    return bench


@lit("")
def ledger_failed() -> Bench:
    bench = seated(10, chips=1)
    bench.store.failure = LedgerError("the disk is full")
    bench.press("DEAL")
    return bench


@lit("")
def hardware_missing() -> Bench:
    bench = Bench()
    bench.cabinet.break_down(Fault(FaultName.HARDWARE, detail="no pins"))
    return bench


@lit("HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL DOUBLE")
def a_warning() -> Bench:
    bench = holding()
    bench.cabinet.break_down(Fault(FaultName.SOUND))
    return bench


# --- what must hold ---------------------------------------------------------------------------


def gist(state: CabinetState) -> CabinetState:
    """The state without the notes of when a person was last seen."""
    return replace(state, touched_at_s=0.0, waiting_since_s=0.0, locked_until_s=0.0)


def changes(bench: Bench, button: Button) -> bool:
    """Whether a press does something, tried on a twin."""
    twin = bench.twin()
    before, written = twin.state, len(twin.store.transactions)
    effects = twin.do(Pressed(button))
    is_same = gist(twin.state) == gist(before) and len(twin.store.transactions) == written
    if is_same:
        assert twin.state is before, "a dead key leaves a trace"
        assert not effects.cues
    return not is_same


def deceivers(bench: Bench) -> list[str]:
    """The buttons whose lamp and press disagree."""
    panel = bench.panel
    return [button.value for button in Button if panel[button].is_lit is not changes(bench, button)]


@pytest.mark.parametrize("name", STATES)
def test_lamps_are_those_of_the_table(name: str) -> None:
    lamps, made = STATES[name]
    bench = made()
    assert bench.lit == lamps


@pytest.mark.parametrize("name", STATES)
def test_lit_where_a_press_acts_and_dark_where_it_does_not(name: str) -> None:
    bench = STATES[name][1]()
    if bench.now_s < bench.state.locked_until_s:
        bench.wait(bench.state.locked_until_s - bench.now_s)
    assert deceivers(bench) == []


@pytest.mark.parametrize("name", STATES)
def test_one_key_at_most_is_the_next(name: str) -> None:
    panel = STATES[name][1]().panel
    assert sum(key.light is Light.NEXT for key in panel.values()) <= 1


@pytest.mark.parametrize("name", STATES)
def test_a_lock_leaves_the_lamps_and_drops_the_press(name: str) -> None:
    bench = STATES[name][1]()
    lamps = bench.lit
    bench.put(locked_until_s=bench.now_s + 0.1)
    assert bench.lit == lamps
    assert [button for button in Button if changes(bench, button)] == []


@pytest.mark.parametrize("button", ["HOLD1", "HOLD5", "DEAL", "DOUBLE"])
def test_a_key_over_the_attract_pictures_only_takes_them_away(button: str) -> None:
    bench = pictures_over_a_hand()
    before = bench.state
    bench.press(button)
    assert bench.state.dark_since_s is None
    assert bench.state.saved == before.saved


def test_what_a_hold_lamp_tells() -> None:
    panel = holding().panel
    assert [panel[button].light for button in (Button.HOLD1, Button.HOLD3)] == [
        Light.FULL,
        Light.ON,
    ]


def test_the_suggested_next_is_to_bet_and_then_to_deal() -> None:
    assert enough_no_bet().panel[Button.BET].light is Light.NEXT
    assert enough_one_chip().panel[Button.DEAL].light is Light.NEXT


def test_dark_keys_of_games_that_are_not_there() -> None:
    bench = attract()
    bench.press("HOLD1", "HOLD3")
    assert bench.state.mode is Mode.ATTRACT


def test_a_coin_reply_again_changes_nothing() -> None:
    bench = holding()
    before = bench.state
    bench.do(reply(bench.coins_taken, 4))
    assert bench.state is before

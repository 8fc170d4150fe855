"""One turn of the loop: what waits and what is dropped while a commit is out, lamps, sounds."""

from dataclasses import replace

import pytest
from machine_bench import SETTINGS, Bench, reply

from firmware.cabinet.options import Options
from firmware.cabinet.settings import AttractSound
from firmware.cabinet.state import Mode
from firmware.errors import HardwareError, LedgerError
from firmware.events import (
    CopyHealth,
    CopyState,
    Cue,
    DoorMoved,
    KeyTurned,
    LanguageChosen,
    Pressed,
    Released,
    RulesAsked,
    ThinkerLost,
    Thought,
)
from firmware.games.cinque_mani.fallback import fallback_mix
from firmware.games.cinque_mani.mix import write_mix
from firmware.games.cinque_mani.table import Phase
from firmware.games.cinque_mani.task import Kind, Task, write_task
from firmware.panel import Button
from firmware.words import Language

DEAL, BET, HOLD2 = Pressed(Button.DEAL), Pressed(Button.BET), Pressed(Button.HOLD2)
HOLD3 = Pressed(Button.HOLD3)


def betting(credit: int = 10) -> Bench:
    bench = Bench(credit)
    bench.after(1.0, HOLD2)
    bench.after(1.0, BET)
    bench.after(2.0)
    assert bench.lit == "HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE"
    return bench


def dealing() -> Bench:
    """A deal is on its way to the disk."""
    bench = betting()
    bench.store.is_slow = True
    bench.after(0.0, DEAL)
    assert bench.machine.is_committing
    return bench


# --- while a commit is out --------------------------------------------------------------------


@pytest.mark.promise("RES-2")
def test_the_old_state_is_shown_until_the_commit_has_answered() -> None:
    bench = dealing()
    assert (bench.state.saved.joker.phase, bench.state.credit) == ("betting", 10)
    bench.store.answer()
    bench.after(0.01)
    assert (bench.state.saved.joker.phase, bench.state.credit) == ("hold", 9)


def test_presses_are_dropped_while_a_hard_commit_is_out() -> None:
    bench = dealing()
    bench.after(0.01, BET, Pressed(Button.DOUBLE), RulesAsked())
    bench.store.answer()
    bench.after(0.01)
    bench.after(5.0)
    assert bench.state.saved.joker.phase == "hold"
    assert bench.state.saved.page == ""
    assert len(bench.store.taken) == 2  # the soft one of the bet, and the deal


def test_a_press_during_the_booking_of_a_coin_is_dropped_not_kept() -> None:
    # A coin locks nothing, so a press that had waited would count afterwards.
    bench = betting()
    bench.coin(0)
    bench.store.is_slow = True
    bench.coin(1, 4)
    bench.after(0.01, BET)
    bench.store.answer()
    bench.after(0.01)
    assert (bench.state.credit, bench.state.saved.joker.chips) == (20, 1)


def test_coins_doors_and_keys_wait_in_their_order() -> None:
    bench = dealing()
    bench.coins.events.append(reply(0))
    bench.after(0.01, DoorMoved(True), KeyTurned(True), LanguageChosen(Language.RU))
    assert not bench.state.faults
    bench.store.is_slow = False
    bench.store.answer()
    bench.after(0.01)
    assert [fault.name for fault in bench.state.faults] == ["door"]
    assert bench.state.operator_on
    assert "unit" in bench.state.counters
    assert bench.state.saved.language is Language.RU


def test_one_transaction_at_a_time() -> None:
    bench = dealing()
    bench.coins.events += [reply(0), reply(1, 4), reply(2, 4)]
    bench.machine.turn()
    for expected in (2, 3, 4, 5):
        assert len(bench.store.taken) == expected
        bench.store.answer()
        bench.machine.turn()
    assert bench.state.credit == 9 + 20


def test_a_press_waits_for_a_soft_commit_and_then_counts() -> None:
    bench = betting()
    bench.store.is_slow = True
    bench.after(0.0, BET)
    bench.after(1.0)
    assert bench.machine.is_committing
    bench.after(0.01, BET)
    assert bench.state.saved.joker.chips == 2
    bench.store.answer()
    bench.after(0.01)
    assert bench.state.saved.joker.chips == 3


def test_the_loop_sleeps_while_a_commit_is_out() -> None:
    """Its answer wakes it: neither a hard nor a soft one lets it spin."""
    hard = dealing()
    hard.coins.events.append(reply(0))
    hard.machine.turn()
    soft = betting()
    soft.store.is_slow = True
    soft.after(0.0, BET)
    soft.after(1.0)
    soft.after(0.01, BET)
    for bench in (hard, soft):
        assert bench.machine.is_committing
        due_s = bench.machine.deadline_s()
        assert due_s is None or due_s > bench.clock.now_s()


def test_a_goodbye_sends_off_what_waits_to_be_stored() -> None:
    bench = betting()
    bench.after(0.0, BET)
    before = len(bench.store.taken)
    bench.machine.keep()
    assert len(bench.store.taken) == before + 1
    bench.machine.keep()
    assert len(bench.store.taken) == before + 1


def test_a_goodbye_does_not_push_in_before_a_commit_that_is_out() -> None:
    bench = dealing()
    bench.machine.keep()
    assert len(bench.store.taken) == 2


def test_the_answer_rings() -> None:
    bench = dealing()
    before = bench.answers
    bench.store.answer()
    assert bench.answers == before + 1


def test_a_failed_commit_closes_the_acceptor_in_the_same_turn() -> None:
    bench = dealing()
    assert bench.coins.is_open
    bench.store.failure = LedgerError("the disk is full")
    bench.store.answer()
    bench.after(0.01)
    assert bench.state.mode is Mode.FAULT
    assert bench.state.credit == 10
    assert bench.coins.is_open is False
    assert bench.speaker.cues[-1] is Cue.FAULT
    assert bench.lit == ""


def test_a_pin_that_fails_locks_play_and_the_loop_goes_on() -> None:
    bench = betting()
    bench.panel.failure = HardwareError("pin 17 is gone")
    bench.machine.turn()
    bench.machine.turn()
    assert [(fault.name, fault.detail) for fault in bench.state.faults] == [
        ("hardware", "pin 17 is gone")
    ]
    assert (bench.coins.is_open, bench.state.credit) == (False, 10)


def test_a_pin_that_fails_while_a_deal_is_on_its_way_loses_nothing() -> None:
    bench = dealing()
    bench.panel.failure = HardwareError("pin 17 is gone")
    bench.machine.turn()
    bench.store.answer()
    bench.machine.turn()
    assert (bench.state.saved.joker.phase, bench.state.credit) == ("hold", 9)
    assert [fault.name for fault in bench.state.faults] == ["hardware"]


def test_a_turn_with_nothing_to_do_does_nothing() -> None:
    bench = betting()
    drawn, shown, taken = bench.machine.frames, bench.panel.shows, len(bench.store.taken)
    bench.machine.turn()
    assert (bench.machine.frames, bench.panel.shows, len(bench.store.taken)) == (
        drawn,
        shown,
        taken,
    )


# --- deadlines --------------------------------------------------------------------------------


def test_what_was_posted_is_due_now() -> None:
    bench = betting()
    bench.machine.post(LanguageChosen(Language.EN))
    assert bench.machine.deadline_s() == bench.clock.now_s()


def test_the_display_is_woken_for_its_next_frame() -> None:
    bench = betting()
    bench.display.frame_s = bench.clock.now_s() + 0.016
    assert bench.machine.deadline_s() == bench.display.frame_s


def test_waiting_for_a_person_is_only_blinking() -> None:
    bench = betting()
    due_s = bench.machine.deadline_s()
    assert due_s is not None
    assert bench.clock.now_s() < due_s <= bench.clock.now_s() + 0.5


def test_every_deadline_that_has_come_is_followed_by_a_later_one() -> None:
    bench = betting()
    bench.after(0.0, DEAL)
    for _ in range(2000):
        due_s = bench.machine.deadline_s()
        assert due_s is not None
        assert due_s > bench.clock.now_s()
        bench.clock.seconds = due_s
        bench.machine.turn()
    assert bench.clock.now_s() > 200  # two thousand turns are minutes, not one moment


def test_more_events_than_a_turn_takes_wait_for_the_next() -> None:
    bench = betting()
    bench.after(0.0, *[LanguageChosen(Language.RU)] * 70)
    assert bench.machine.deadline_s() == bench.clock.now_s()
    bench.machine.turn()
    assert bench.machine.deadline_s() != bench.clock.now_s()


def test_what_the_loop_waits_on() -> None:
    bench = Bench()
    assert bench.machine.coin_descriptors() == [78]
    bench.coins.fd = None
    assert bench.machine.coin_descriptors() == []


def test_a_coin_line_that_tells_nothing_wants_no_turn() -> None:
    bench = betting()
    assert not bench.machine.listen()


def test_what_a_coin_line_tells_is_taken_in_by_the_next_turn() -> None:
    bench = betting()
    bench.coins.events.append(LanguageChosen(Language.RU))
    assert bench.machine.listen()
    assert bench.machine.deadline_s() == bench.clock.now_s()
    bench.machine.turn()
    assert bench.machine.cabinet.state.saved.language is Language.RU


# --- settled ----------------------------------------------------------------------------------


def test_at_rest() -> None:
    assert betting().machine.is_settled()


def test_not_at_rest_with_a_coin_on_the_way() -> None:
    bench = betting()
    bench.coins.has_coin_on_the_way = True
    assert not bench.machine.is_settled()


def test_not_at_rest_with_an_event_that_waits() -> None:
    bench = betting()
    bench.machine.post(RulesAsked())
    assert not bench.machine.is_settled()


def test_not_at_rest_in_a_movement_and_its_lock() -> None:
    bench = betting()
    bench.after(0.0, DEAL)
    assert not bench.machine.is_settled()
    bench.after(0.3)
    assert not bench.machine.is_settled()
    bench.after(0.5)
    assert bench.machine.is_settled()


def test_not_at_rest_while_the_picture_settles() -> None:
    bench = betting()
    bench.display.is_settling = True
    assert not bench.machine.is_settled()


def test_not_at_rest_with_a_commit_out() -> None:
    assert not dealing().machine.is_settled()


# --- lamps, display, presses ------------------------------------------------------------------


def test_lamps_follow_the_keys() -> None:
    bench = betting()
    lamps = {button.value for button, level in bench.panel.lamps.items() if level > 0}
    assert lamps == set(bench.lit.split())


def lamps_in_attract(options: Options) -> tuple[set[float], float]:
    """Levels of a lamp that is no next step over two seconds, and the shortest sleep of these."""
    bench = Bench(settings=replace(SETTINGS, options=options, attract_sound=AttractSound.NEVER))
    assert bench.state.mode is Mode.ATTRACT
    levels, sleeps_s = set(), []
    for _ in range(40):
        bench.after(0.05)
        levels.add(bench.panel.lamps[Button.HOLD2])
        due_s = bench.machine.deadline_s()
        assert due_s is not None
        sleeps_s.append(due_s - bench.clock.now_s())
    return levels, max(sleeps_s)


def test_no_lamp_is_chased_and_nobody_woken_for_it_where_nothing_may_move() -> None:
    chased, short_s = lamps_in_attract(Options())
    still, long_s = lamps_in_attract(Options(reduced_motion=True))
    assert (len(chased), len(still)) == (2, 1)
    assert short_s < 0.25 < long_s


def test_every_press_travels_on_the_screen_also_a_dropped_one() -> None:
    bench = dealing()
    bench.after(0.01, BET, Released(Button.BET))
    assert bench.display.pressed[-1] is Button.BET
    assert bench.machine.presses == 4


def test_the_acceptor_follows_the_door() -> None:
    bench = betting()
    bench.after(0.0, DoorMoved(True))
    assert bench.coins.is_open is False
    bench.after(0.0, DoorMoved(False))
    assert bench.coins.is_open


# --- sound ------------------------------------------------------------------------------------


def test_the_sounds_of_a_movement_come_in_their_time() -> None:
    bench = betting()
    began_s = bench.clock.now_s()
    bench.after(0.0, DEAL)
    while (due_s := bench.machine.deadline_s()) is not None and due_s < began_s + 0.7:
        bench.clock.seconds = due_s
        bench.machine.turn()
    deals = [round(at_s - began_s, 3) for at_s, cue in bench.speaker.played if cue is Cue.DEAL]
    assert deals == [0.0, 0.07, 0.14, 0.21, 0.28]


def test_deal_silences_what_it_cuts_short() -> None:
    bench = betting()
    bench.after(0.0, DEAL)
    bench.after(0.25, DEAL)
    assert bench.state.movement is None
    played = bench.speaker.cues.count(Cue.DEAL)
    bench.after(2.0)
    assert bench.speaker.cues.count(Cue.DEAL) == played < 5


def test_a_coin_sounds_when_it_is_booked() -> None:
    bench = betting()
    bench.coin(0)
    bench.store.is_slow = True
    bench.coin(1, 4)
    assert Cue.COIN not in bench.speaker.cues
    bench.store.answer()
    bench.machine.turn()
    assert bench.speaker.cues[-1] is Cue.COIN


@pytest.mark.promise("ERR-2")
def test_lost_sound_is_named_and_found_again() -> None:
    bench = betting()
    bench.speaker.is_lost = True
    bench.machine.turn()
    assert [fault.name for fault in bench.state.faults] == ["sound"]
    bench.speaker.is_lost = False
    bench.machine.turn()
    assert bench.state.faults == ()


# --- the second copy ----------------------------------------------------------------------------


def test_a_second_copy_that_goes_and_comes_is_noticed() -> None:
    bench = Bench()
    bench.store.copy = CopyState(CopyHealth.MISSING, "sda1")
    bench.machine.turn()
    assert [(fault.name, fault.detail) for fault in bench.state.faults] == [
        ("copy_missing", "sda1")
    ]
    bench.store.copy = CopyState(CopyHealth.WELL)
    bench.machine.turn()
    assert bench.state.faults == ()


def test_a_second_copy_that_stays_as_it_is_is_no_news() -> None:
    bench = Bench()
    bench.store.copy = CopyState(CopyHealth.WELL)
    bench.machine.turn()
    drawn = len(bench.display.drawn)
    for _ in range(5):
        bench.machine.turn()
    assert len(bench.display.drawn) == drawn


# --- who thinks -------------------------------------------------------------------------------


def building() -> tuple[Bench, Task]:
    """A deal of Cinque Mani to be arranged, and what is asked about it."""
    bench = Bench(10)
    bench.after(1.0, HOLD3)
    bench.after(1.0, DEAL)
    bench.after(1.0)
    asked = bench.thinker.asked[-1]
    assert asked is not None
    return bench, asked


def test_a_deal_is_thought_about_at_once() -> None:
    bench, asked = building()
    assert asked.kind is Kind.MIX
    dealt = bench.state.saved.cinque.dealt
    assert dealt is not None
    assert asked.cards == dealt.cards


def test_the_same_question_is_asked_once() -> None:
    bench, asked = building()
    bench.after(1.0)
    bench.after(1.0)
    assert bench.thinker.asked == [asked]


def test_a_better_answer_is_taken_in() -> None:
    bench, asked = building()
    answer = write_mix(fallback_mix(asked.cards))
    bench.thinker.events.append(Thought(write_task(asked), answer, is_final=False))
    bench.machine.turn()
    assert bench.state.found == answer


def test_a_press_of_dark_confirm_is_not_kept_until_it_is_lit() -> None:
    bench, asked = building()
    bench.after(1.0, Pressed(Button.DOUBLE))
    bench.after(1.0)
    assert "DEAL" not in bench.lit.split()
    bench.store.is_slow = True
    answer = write_mix(fallback_mix(asked.cards))
    bench.thinker.events.append(Thought(write_task(asked), answer))
    bench.after(0.01)
    bench.after(0.01, DEAL)
    bench.store.is_slow = False
    bench.store.answer()
    bench.after(0.01)
    assert "DEAL" in bench.lit.split()
    assert bench.state.saved.cinque.phase is Phase.TABLE


def test_that_nobody_thinks_is_named() -> None:
    bench = Bench()
    bench.thinker.events.append(ThinkerLost("it was tired"))
    bench.machine.turn()
    assert [fault.detail for fault in bench.state.faults] == ["it was tired"]


def test_the_loop_wakes_for_the_thinker() -> None:
    bench = Bench()
    bench.thinker.due_s = bench.clock.now_s() + 0.001
    assert bench.machine.deadline_s() == bench.thinker.due_s


def test_a_goodbye_ends_the_thinking() -> None:
    bench = Bench()
    bench.machine.close_coins()
    assert bench.thinker.is_closed


def test_nothing_is_asked_after_the_goodbye() -> None:
    bench = Bench(10)
    bench.after(1.0, HOLD3)
    bench.machine.close_coins()
    bench.after(1.0, DEAL)
    assert bench.thinker.asked == []

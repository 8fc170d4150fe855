"""Who thinks beside the game: what he is asked, and what becomes of what he says or does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import SETTINGS, Bench
from cinque_bench import HANDS, LAID, REMOVED, TURNED, hands

from firmware.cabinet.actions import LOCK_S
from firmware.cabinet.cinque_mani import TURN_S
from firmware.cabinet.state import FaultName, Mode
from firmware.cabinet.thinking import LATE_S, MIX, PATIENCE_S, CinqueTable
from firmware.errors import LedgerIoError
from firmware.events import Pressed, RulesAsked, ThinkerLost, Thought
from firmware.games.cinque_mani.mix import Mix, write_mix
from firmware.games.cinque_mani.notation import write_arrangement
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Arrangement, Deal, Level, Phase, Terms
from firmware.games.cinque_mani.task import Kind, Task, write_task
from firmware.log import LogKind
from firmware.panel import Button

FOREIGN = hands("7S 7C 8S 8C 9S", *HANDS[1:])
"""With cards that are out of play."""


def bench(terms: Terms | None = None, table: CinqueTable | None = None) -> Bench:
    """A cabinet after the cards: the arrangement is to be built, nobody has thought yet."""
    chosen = table or CinqueTable(CinqueMani(terms or Terms()))
    made = Bench(replace(SETTINGS, cinque=chosen))
    made.coin(20)
    made.press("HOLD3")
    made.settle()
    made.chance.tops = [REMOVED]
    made.press("DEAL")
    made.settle()
    return made


def asked(made: Bench) -> Task:
    task = made.cabinet.task
    assert task is not None
    return task


def say(made: Bench, answer: str, *, is_final: bool = True) -> None:
    made.do(Thought(write_task(asked(made)), answer, is_final))


def mix(*arrangements: Arrangement) -> str:
    return write_mix(Mix(arrangements, (1,) * len(arrangements), rounds=3))


def others(made: Bench) -> tuple[Arrangement, ...]:
    deal = made.state.saved.cinque.dealt
    assert deal is not None
    return deal.opponents


def auto(made: Bench) -> None:
    """A complete arrangement."""
    made.press("DOUBLE")
    made.settle()


# --- what is asked ----------------------------------------------------------------------------


def test_nothing_is_asked_before_the_cards() -> None:
    made = Bench(replace(SETTINGS, cinque=CinqueTable(CinqueMani())))
    assert made.cabinet.task is None


def test_with_the_cards_a_mix_is_asked_for() -> None:
    made = bench(Terms(level=Level.MEDIUM))
    task = asked(made)
    assert (task.kind, task.players, task.terms.level) == (Kind.MIX, 2, Level.MEDIUM)
    assert len(task.cards) == 25
    assert task.against == ()


@pytest.mark.promise("RNG-6")
def test_what_the_player_lays_is_not_in_the_question() -> None:
    made = bench()
    before = asked(made)
    auto(made)
    assert asked(made) == before


def test_a_boot_in_the_middle_asks_again() -> None:
    made = bench()
    before = asked(made)
    made.cut()
    assert asked(made) == before


def test_when_the_others_have_laid_theirs_nothing_is_asked_until_the_reveal() -> None:
    made = bench()
    say(made, mix(LAID))
    assert made.cabinet.task is None
    auto(made)
    assert made.cabinet.task is None
    made.press("DEAL")
    task = asked(made)
    assert (task.kind, task.against) == (Kind.BEST, (LAID,))


def test_away_from_the_table_nothing_is_asked() -> None:
    made = bench()
    say(made, mix(LAID))
    auto(made)
    made.press("DEAL", "DOUBLE")
    made.settle()
    assert asked(made).kind is Kind.BEST
    made.wait(100.0)
    assert made.state.mode is Mode.ATTRACT
    assert made.cabinet.task is None


# --- answers ----------------------------------------------------------------------------------


def test_a_final_mix_is_drawn_from_at_once_and_stored() -> None:
    made = bench()
    say(made, mix(LAID))
    assert others(made) == (LAID,)
    assert made.store.documents[MIX] == made.state.mix == mix(LAID)
    made.cut()
    assert others(made) == (LAID,)


def test_presses_wait_while_it_is_stored() -> None:
    made = bench()
    effects = made.cabinet.step(Thought(write_task(asked(made)), mix(LAID)), made.now_s)
    assert effects.transaction is not None
    assert effects.is_soft


def test_it_counts_only_when_it_is_stored() -> None:
    made = bench()
    auto(made)
    made.cabinet.step(Thought(write_task(asked(made)), mix(LAID)), made.now_s)
    assert others(made) == ()
    assert "DEAL" not in made.lit


def test_confirm_is_lit_with_the_others_hands_and_not_before() -> None:
    made = bench()
    auto(made)
    assert "DEAL" not in made.lit
    say(made, mix(LAID))
    made.settle()
    assert "DEAL" in made.lit


def test_each_of_three_others_draws_for_itself() -> None:
    drawn = set()
    for seed_presses in range(12):
        made = Bench(replace(SETTINGS, cinque=CinqueTable(CinqueMani())))
        made.coin(20)
        made.press("HOLD3", "HOLD1", "HOLD1")
        for _ in range(seed_presses):
            made.chance.source.bits(1)
        made.settle()
        made.chance.tops = [REMOVED]
        made.press("DEAL")
        made.settle()
        say(made, mix(LAID, TURNED))
        assert len(others(made)) == 3
        drawn.add(others(made))
    assert any(len(set(each)) == 2 for each in drawn)


def test_a_better_one_may_follow_while_she_builds() -> None:
    made = bench()
    say(made, mix(LAID), is_final=False)
    assert others(made) == ()
    say(made, mix(TURNED))
    assert others(made) == (TURNED,)


def test_a_complete_arrangement_waits_a_second_for_a_better_one() -> None:
    made = bench()
    say(made, mix(LAID), is_final=False)
    made.press("DOUBLE")
    made.wait(PATIENCE_S - 0.01)
    assert others(made) == ()
    made.wait(0.02)
    assert others(made) == (LAID,)


def test_after_that_second_the_first_answer_is_taken() -> None:
    made = bench()
    made.press("DOUBLE")
    made.wait(PATIENCE_S + 0.5)
    say(made, mix(TURNED), is_final=False)
    assert others(made) == (TURNED,)


def test_an_answer_to_an_earlier_question_is_dropped() -> None:
    made = bench()
    late = Thought(write_task(replace(asked(made), players=3)), mix(LAID))
    made.do(late)
    assert others(made) == ()
    assert made.state.faults == ()


def test_of_the_last_deal_nothing_is_known_in_the_next() -> None:
    made = bench()
    say(made, mix(LAID))
    auto(made)
    made.press("DEAL", "DOUBLE")
    made.settle()
    say(made, write_arrangement(LAID))
    made.press("HOLD1")
    assert (made.state.mix, made.state.best, made.state.is_reviewing) == (mix(LAID), LAID, True)
    made.chance.tops = [REMOVED]
    made.press("DEAL")
    assert (made.state.mix, made.state.best, made.state.is_reviewing) == ("", None, False)


# --- nobody, or nonsense ----------------------------------------------------------------------


def test_who_is_late_plays_by_the_stored_mix_and_the_log_says_so() -> None:
    made = bench()
    made.press("DOUBLE")
    made.wait(LATE_S - 0.01)
    assert others(made) == ()
    made.wait(0.02)
    assert len(others(made)) == 1
    assert [line.kind for line in made.store.log()].count(LogKind.THINKER_LATE) == 1
    assert made.state.faults == ()


def test_while_she_still_builds_nobody_is_late() -> None:
    made = bench()
    made.wait(60.0)
    assert others(made) == ()


def test_who_builds_once_more_is_not_waiting_any_more() -> None:
    made = bench()
    auto(made)
    made.press("DOUBLE")
    made.wait(60.0)
    assert made.state.saved.cinque.phase is Phase.BUILD
    assert others(made) == ()


def test_who_is_lost_is_a_warning_and_the_stored_mix_is_drawn_from() -> None:
    made = bench()
    made.do(ThinkerLost("killed by signal 9"))
    assert made.faults == ["thinker"]
    assert made.state.faults[0].detail == "killed by signal 9"
    assert len(others(made)) == 1
    assert made.state.blocking is None


def test_the_best_found_so_far_is_better_than_the_stored_one() -> None:
    made = bench()
    say(made, mix(TURNED), is_final=False)
    made.do(ThinkerLost("gone"))
    assert others(made) == (TURNED,)
    assert made.state.found == ""


def test_without_him_the_hands_are_there_with_the_cards() -> None:
    made = bench()
    made.do(ThinkerLost("gone"))
    auto(made)
    made.press("DEAL", "DOUBLE")
    made.settle()
    made.chance.tops = [REMOVED]
    before = len(made.store.transactions)
    made.press("DEAL")
    assert len(others(made)) == 1
    assert len(made.store.transactions) == before + 1  # one, for the cards and the hands


def test_a_press_does_not_wait_for_cards_that_come_with_the_hands() -> None:
    made = bench()
    made.do(ThinkerLost("gone"))
    auto(made)
    made.press("DEAL", "DOUBLE")
    made.settle()
    effects = made.cabinet.step(Pressed(Button.DEAL), made.now_s)
    assert effects.transaction is not None
    assert not effects.is_soft


def test_who_is_back_is_no_fault_any_more() -> None:
    made = bench()
    made.do(ThinkerLost("gone"))
    auto(made)
    made.press("DEAL")
    say(made, write_arrangement(LAID))
    assert made.faults == []
    assert made.state.best == LAID


@pytest.mark.parametrize("nonsense", ["", "3\n1", mix(FOREIGN), mix(LAID[:4]), "x\ny z"])
def test_an_answer_that_is_none_counts_as_nobody(nonsense: str) -> None:
    made = bench()
    say(made, nonsense)
    assert made.faults == [FaultName.THINKER.value]
    assert len(others(made)) == 1


def test_a_best_answer_that_is_none_is_never_shown() -> None:
    made = bench()
    say(made, mix(LAID))
    auto(made)
    made.press("DEAL", "DOUBLE")
    made.settle()
    say(made, write_arrangement(FOREIGN))
    assert made.state.best is None
    assert "HOLD1" not in made.lit


def test_a_silent_source_locks_play_and_the_hands_are_drawn_when_it_is_back() -> None:
    made = bench()
    made.press("DOUBLE")
    made.settle()

    def silent(count: int) -> int:
        from firmware.errors import ChanceError

        raise ChanceError("the source is silent")

    bits, made.chance.source.bits = made.chance.source.bits, silent  # type: ignore[method-assign]
    made.chance.is_broken = True
    say(made, mix(LAID))
    assert made.faults == ["chance"]
    made.wait(20.0)
    assert others(made) == ()
    made.chance.source.bits, made.chance.is_broken = bits, False  # type: ignore[method-assign]
    made.wait(20.0)
    assert made.faults == []
    assert len(others(made)) == 1


def test_a_full_disk_lays_nothing_and_a_boot_asks_again() -> None:
    made = bench()
    made.store.failure = LedgerIoError("no space")
    say(made, mix(LAID))
    assert others(made) == ()
    assert made.state.blocking is not None
    assert made.cabinet.task is None
    made.store.failure = None
    made.cut()
    assert asked(made).kind is Kind.MIX


# --- stories ----------------------------------------------------------------------------------


def test_what_is_told_is_laid_with_the_cards_and_nothing_is_asked() -> None:
    def told(chance: object, deal: Deal, count: int) -> tuple[Arrangement, ...]:
        return (TURNED,) * count

    made = bench(table=CinqueTable(CinqueMani(), told))
    assert others(made) == (TURNED,)
    assert made.cabinet.task is None
    assert made.state.mix == ""


# --- time -------------------------------------------------------------------------------------


def ready(terms: Terms | None = None) -> Bench:
    """The others' hands lie there already."""
    made = bench(terms)
    say(made, mix(LAID))
    return made


def test_positions_turn_by_themselves() -> None:
    made = ready()
    auto(made)
    made.press("DEAL")
    for shown in range(1, 5):
        made.wait(TURN_S + 0.01)
        deal = made.state.saved.cinque.dealt
        assert deal is not None
        assert deal.shown == shown
    made.wait(TURN_S + 0.01)
    assert made.state.saved.cinque.phase is Phase.RESULT


def test_they_stand_still_while_the_rules_are_read_and_under_the_operators_key() -> None:
    from firmware.events import KeyTurned

    for on, off in ((RulesAsked(), RulesAsked()), (KeyTurned(True), KeyTurned(False))):
        made = ready()
        auto(made)
        made.press("DEAL")
        made.settle()
        made.do(on)
        made.wait(30.0)
        assert made.state.saved.cinque.dealt.shown == 0  # type: ignore[union-attr]
        made.do(off)
        made.wait(TURN_S + LOCK_S)
        assert made.state.saved.cinque.dealt.shown == 1  # type: ignore[union-attr]


def test_the_clock_completes_what_is_built_and_confirms_it() -> None:
    made = ready(Terms(clock_s=90))
    made.press("HOLD1")
    made.wait(87.0)
    assert made.state.saved.cinque.phase is Phase.BUILD
    made.wait(3.0)
    assert made.state.saved.cinque.phase is Phase.REVEAL
    assert made.state.saved.cinque.dealt.is_confirmed  # type: ignore[union-attr]


def test_the_clock_cancels_a_half_made_move() -> None:
    made = ready(Terms(clock_s=90))
    auto(made)
    laid = made.state.saved.cinque.cards
    made.press(Button.HOLD1, Button.HOLD1, Button.HOLD3)
    made.wait(90.0)
    assert made.state.saved.cinque.phase is Phase.REVEAL
    assert made.state.saved.cinque.cards == laid


def test_the_clock_waits_for_the_others_too() -> None:
    made = bench(Terms(clock_s=90))
    made.wait(90.5)
    assert made.state.saved.cinque.phase is Phase.TABLE
    made.wait(LATE_S + 0.1)
    assert made.state.saved.cinque.phase is Phase.REVEAL


def test_after_a_cut_the_clock_begins_anew() -> None:
    made = ready(Terms(clock_s=90))
    made.wait(60.0)
    made.cut()
    made.wait(60.0)
    assert made.state.saved.cinque.phase is Phase.BUILD


def test_after_the_rules_were_read_the_clock_begins_anew() -> None:
    made = ready(Terms(clock_s=90))
    made.do(RulesAsked())
    made.wait(85.0)
    made.settle()
    made.do(RulesAsked())
    made.wait(85.0)
    assert made.state.saved.cinque.phase is Phase.BUILD


def test_the_clock_confirms_nothing_behind_the_rules() -> None:
    made = ready(Terms(clock_s=90))
    auto(made)
    made.do(RulesAsked())
    made.wait(95.0)
    assert made.state.saved.cinque.phase is Phase.TABLE


def test_what_the_clock_confirmed_turns_in_its_time() -> None:
    made = ready(Terms(clock_s=90))
    auto(made)
    while made.state.saved.cinque.phase is Phase.TABLE:
        made.wait(0.1)
    made.wait(TURN_S - 0.2)
    assert made.state.saved.cinque.dealt.shown == 0  # type: ignore[union-attr]


def test_without_a_clock_an_arrangement_waits_for_ever() -> None:
    made = ready()
    made.wait(3600.0)
    assert made.state.saved.cinque.phase is Phase.BUILD
    assert made.state.dark_since_s is not None


def test_who_sits_and_thinks_sees_what_the_clock_confirmed() -> None:
    made = ready(Terms(clock_s=600))
    made.wait(590)
    assert made.state.dark_since_s is not None
    made.wait(10)
    assert made.state.dark_since_s is None
    made.wait(5 * TURN_S + 60)
    assert made.state.saved.cinque.phase is Phase.RESULT
    assert made.state.mode is Mode.CINQUE_MANI

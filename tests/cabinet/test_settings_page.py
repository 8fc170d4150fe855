"""The page of the settings: a draft, taken or refused; durable before it holds."""

from __future__ import annotations

import pytest
from cabinet_bench import KINGS, Bench, reply
from settings_bench import at_setting, choosable, note

from firmware.errors import LedgerIoError
from firmware.events import Pressed
from firmware.log import LogKind
from firmware.money import Account
from firmware.operator.settings import CHOICES, read_choices
from firmware.panel import Button
from firmware.words import Language


def bench_with(credit: int = 0) -> Bench:
    bench = Bench(choosable())
    if credit:
        bench.store.give(credit)
        bench.cut()
    return bench


def test_a_draft_changes_nothing() -> None:
    bench = bench_with()
    at_setting(bench, "coin.jump_credits")
    bench.press("HOLD4")
    assert bench.state.operator.settings.draft == 2500
    assert bench.cabinet.settings.jump_credits == 2000
    assert CHOICES not in bench.store.documents


def test_a_taken_draft_is_in_force_and_in_the_books_with_who_did_it() -> None:
    bench = bench_with()
    at_setting(bench, "coin.jump_credits")
    bench.press("HOLD4", "DEAL")
    assert note(bench) == "operator.settings.taken"
    assert bench.cabinet.settings.jump_credits == 2500
    choice = read_choices(bench.store.documents)["coin.jump_credits"]
    assert (choice.value, choice.by) == (2500, "operator")
    last = bench.store.transactions[-1]
    assert [line.kind for line in last.log] == [LogKind.SETTING]
    assert ("by", "operator") in last.log[0].details
    assert CHOICES in last.documents
    assert last.new_period_by == ""


def test_the_file_holds_again() -> None:
    bench = Bench(choosable(coin__jump_credits=0))
    assert bench.cabinet.settings.jump_credits == 0
    at_setting(bench, "coin.jump_credits")
    bench.press("DOUBLE")
    assert note(bench) == "operator.settings.given_back"
    assert bench.cabinet.settings.jump_credits == 2000
    assert read_choices(bench.store.documents) == {}


def test_a_change_that_cannot_be_stored_does_not_hold() -> None:
    bench = bench_with()
    at_setting(bench, "coin.jump_credits")
    bench.press("HOLD4")
    bench.store.failure = LedgerIoError("the disk is gone")
    bench.press("DEAL")
    assert bench.cabinet.settings.jump_credits == 2000
    assert bench.faults == ["ledger_io"]


def test_a_cut_before_it_is_durable_leaves_everything_as_it_was() -> None:
    bench = bench_with()
    at_setting(bench, "coin.jump_credits")
    bench.press("HOLD4")
    bench.settle()
    effects = bench.cabinet.step(Pressed(Button.DEAL), bench.now_s)
    assert effects.transaction is not None
    assert CHOICES in effects.transaction.documents
    assert bench.cabinet.settings.jump_credits == 2000  # nothing holds before it is answered
    bench.cut()
    assert CHOICES not in bench.store.documents


def test_without_a_store_nothing_can_be_changed() -> None:
    bench = bench_with()
    at_setting(bench, "coin.jump_credits")
    bench.press("HOLD4")
    bench.store.failure = LedgerIoError("the disk is gone")
    bench.press("DEAL")
    bench.press("DEAL")
    assert note(bench) == "operator.settings.no_store"


def test_a_draft_is_forgotten_on_another_row() -> None:
    bench = bench_with()
    at_setting(bench, "coin.jump_credits")
    bench.press("HOLD4", "HOLD1", "HOLD2")
    assert bench.state.operator.settings.draft is None


def test_a_draft_is_forgotten_when_the_page_is_left() -> None:
    bench = bench_with()
    at_setting(bench, "cabinet.language")
    bench.press("HOLD4", "HOLD5", "DEAL")
    assert bench.state.operator.settings.draft is None


@pytest.mark.parametrize(
    "key", ["coin.credit_minor", "coin.credit_ceiling", "cabinet.free_play", "strip_poker.price"]
)
def test_with_credit_on_the_meter_it_is_refused(key: str) -> None:
    bench = bench_with(1)
    at_setting(bench, key)
    bench.press("HOLD4", "DEAL")
    assert note(bench) == "operator.settings.credit"
    assert CHOICES not in bench.store.documents


def test_the_mathematics_are_refused_with_credit() -> None:
    bench = bench_with(1)
    at_setting(bench, "joker_poker.double_limit")
    bench.press("HOLD4", "DEAL", "DEAL")
    assert note(bench) == "operator.settings.credit"
    assert bench.cabinet.settings.joker.double_limit == 1000


def test_the_mathematics_ask_twice_and_begin_a_period_in_the_same_transaction() -> None:
    bench = bench_with()
    at_setting(bench, "cinque_mani.bonus", pin="54321")
    bench.press("HOLD4", "DEAL")
    assert CHOICES not in bench.store.documents
    bench.press("DEAL")
    last = bench.store.transactions[-1]
    assert last.new_period_by == "technician"
    assert CHOICES in last.documents
    assert [line.kind for line in last.log] == [LogKind.SETTING]
    assert note(bench) == "operator.settings.new_period"
    cinque = bench.cabinet.settings.cinque
    assert cinque is not None
    assert cinque.game.terms.bonus == 1


def test_an_operator_cannot_move_what_is_the_technicians() -> None:
    bench = bench_with()
    at_setting(bench, "cinque_mani.bonus")
    assert not {"HOLD3", "HOLD4", "DEAL", "DOUBLE"} & set(bench.lit.split())


def test_a_rule_is_refused_while_a_game_is_open() -> None:
    bench = bench_with()
    bench.play(KINGS)
    at_setting(bench, "joker_poker.chip_values")
    bench.press("HOLD3", "DEAL")
    assert note(bench) == "operator.settings.open_game"
    assert bench.cabinet.settings.joker.chip_values == (1, 2, 5, 10, 20)


def test_what_may_always_be_changed_may_be_in_a_game() -> None:
    bench = bench_with()
    bench.play(KINGS)
    at_setting(bench, "coin.jump_credits")
    bench.press("HOLD4", "DEAL")
    assert bench.cabinet.settings.jump_credits == 2500


def test_a_contradiction_is_refused_with_its_sentence() -> None:
    """A jump of 15 credits would be less than the largest coin, of 20."""
    bench = Bench(choosable(coin__jump_credits=20))
    at_setting(bench, "coin.jump_credits")
    bench.press("HOLD3", "DEAL")
    told = bench.state.operator.note
    assert told is not None
    assert told.key == "operator.settings.refused"
    assert dict(told.values)["why"] == (
        "coin.jump_credits = 15: must be 0, or at least the largest coin, 20 credits"
    )


# --- in force at once -----------------------------------------------------------------------------


def test_a_chosen_language_is_spoken_at_once() -> None:
    bench = bench_with()
    at_setting(bench, "cabinet.language")
    bench.press("HOLD4", "DEAL")
    assert bench.state.saved.language is Language.EN


def test_another_change_leaves_the_players_language() -> None:
    bench = bench_with()
    bench.press("HOLD4")
    assert bench.state.saved.language is Language.EN
    at_setting(bench, "coin.jump_credits")
    bench.press("HOLD4", "DEAL")
    assert bench.state.saved.language is Language.EN


def test_a_chip_that_is_gone_becomes_the_next_smaller_one() -> None:
    bench = bench_with(100)
    bench.press("HOLD2", *["HOLD2"] * 4)
    assert bench.state.saved.joker.chip_value == 20
    at_setting(bench, "joker_poker.chip_values")
    bench.press("HOLD3", "HOLD3", "DEAL")
    assert bench.state.saved.joker.chip_value == 5


def test_the_next_coin_is_worth_what_the_credit_now_costs() -> None:
    bench = bench_with()
    at_setting(bench, "coin.credit_minor")
    bench.press(*["HOLD3"] * 5, "DEAL")
    assert bench.cabinet.settings.credit_minor == 5
    bench.do(reply(1, 1))
    assert bench.store.balances[Account.CREDIT] == 2


def test_a_press_too_many_is_none() -> None:
    bench = bench_with()
    at_setting(bench, "cabinet.language")
    bench.do(Pressed(Button.HOLD3))
    assert bench.state.operator.settings.draft is None


# --- the best result ------------------------------------------------------------------------------


def to_best(bench: Bench) -> None:
    from firmware.cabinet.operator_menu.menu import Leaf
    from firmware.events import KeyTurned

    bench.do(KeyTurned(True))
    bench.pin("12345")
    bench.to_page(Leaf.BEST)


def test_the_best_result_is_cleared_after_a_second_press_and_told() -> None:
    bench = bench_with()
    bench.play(KINGS)
    bench.press("DEAL", "DEAL")
    bench.settle()
    assert bench.state.saved.best is not None
    to_best(bench)
    bench.press("DOUBLE")
    assert bench.state.saved.best is not None
    bench.press("DOUBLE")
    assert bench.state.saved.best is None
    (line,) = bench.store.transactions[-1].log
    assert (line.kind, line.subject) == (LogKind.BEST_CLEARED, "joker_poker")
    assert dict(line.details) == {"credits": "1", "hand": "kings_or_better", "by": "operator"}
    bench.cut()
    assert bench.state.saved.best is None


def test_without_a_best_result_there_is_nothing_to_clear() -> None:
    bench = bench_with()
    to_best(bench)
    assert "DOUBLE" not in bench.lit.split()

"""The operator's recall and event log as they are drawn: what stands there, and in what colour."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.cabinet.operator_menu.desk import at_page
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import EventsPage, RecallPage
from firmware.jobs import FindRounds, LogLine, RoundFound, RoundsFound
from firmware.screens import joker_samples, samples, theme
from firmware.screens.operator_events import details_of, events_body, what_of
from firmware.screens.operator_recall import ROUND, recall_body
from firmware.screens.recall_samples import NUMBER
from firmware.screens.speech import speech
from firmware.screens.stage import Sprite
from firmware.words import Language

EN = speech(Language.EN)
PLAIN = RoundFound(12, "joker_poker", "2026-03-01T21:18:42+00:00", bet=5, won=0, collected=0)


def recalled(shown: RoundFound, **changes: object) -> tuple[Sprite, ...]:
    page = RecallPage(found=RoundsFound(shown, newest=20), **changes)  # type: ignore[arg-type]
    state = at_page(samples.table_state(joker_samples.BETTING), Leaf.RECALL, recall=page)
    return recall_body(samples.view_of(state), EN)


def texts(sprites: tuple[Sprite, ...]) -> list[str]:
    return [each.paint.args[0] for each in sprites if isinstance(each.paint.args[0], str)]


def colour_of(sprites: tuple[Sprite, ...], text: str) -> object:
    (found,) = [each for each in sprites if each.paint.args and each.paint.args[0] == text]
    return found.paint.args[1].colour


def log(*lines: LogLine) -> tuple[Sprite, ...]:
    page = EventsPage(lines=lines)
    state = at_page(samples.table_state(joker_samples.BETTING), Leaf.EVENTS, events=page)
    return events_body(samples.view_of(state), EN)


# --- the recall -------------------------------------------------------------------------------


def test_a_round_that_is_still_in_play_is_incomplete_and_has_no_credit_after() -> None:
    said = texts(recalled(replace(PLAIN, is_over=False)))
    assert "Incomplete: still in play" in said
    assert "Credit after" not in said


def test_a_round_that_was_interrupted_and_ended_is_complete() -> None:
    said = texts(recalled(replace(PLAIN, is_interrupted=True)))
    assert {"Complete", "The machine went off in between"} <= set(said)


def test_a_time_that_no_set_clock_told_has_a_mark() -> None:
    assert "2026-03-01 21:18:42 *" in texts(recalled(replace(PLAIN, is_synced=False)))


def test_a_difference_is_told_in_coral() -> None:
    sprites = recalled(replace(PLAIN, differences=("paid is 9, the rules make it 5",)))
    (first,) = [text for text in texts(sprites) if text.startswith("Evaluated once more")]
    assert colour_of(sprites, first) == theme.CORAL
    assert "paid is 9, the rules make it 5" in texts(sprites)


def test_a_round_in_dispute_says_so() -> None:
    assert colour_of(recalled(replace(PLAIN, is_disputed=True)), "In dispute") == theme.CORAL


def test_which_rounds_are_gone_through_is_said() -> None:
    sprites = recalled(PLAIN, wish=FindRounds(day="2026-03-01"))
    assert "Only: 2026-03-01" in texts(sprites)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", [each for each in samples.SAMPLES if each.startswith("recall_")])
def test_every_card_lies_in_its_panel(name: str, language: Language) -> None:
    view, _ = samples.sample(name, language)
    if view.state.operator.recall.is_finding:
        return
    for sprite in recall_body(view, speech(language)):
        if sprite.paint.draw.__name__ == "draw_small":
            _, _, size = sprite.paint.args
            assert ROUND.x <= sprite.x <= ROUND.right - theme.CARD_W * size
            assert ROUND.y + 34 <= sprite.y <= ROUND.bottom - theme.CARD_H * size


def test_the_samples_are_of_one_round() -> None:
    view, _ = samples.sample("recall_drawn")
    shown = view.state.operator.recall.round
    assert shown is not None
    assert shown.number == NUMBER


# --- the event log ----------------------------------------------------------------------------


def test_a_fault_is_named() -> None:
    line = LogLine(7, "2026-03-01T21:18:42+00:00", True, "fault", "coin")
    assert what_of(line, EN) == "Fault: Coin acceptor out of order"


def test_what_nobody_has_words_for_is_shown_as_it_is() -> None:
    assert what_of(LogLine(7, "", True, "gone_fishing", "lake"), EN) == "gone fishing: lake"


def test_who_did_it_is_told_in_words() -> None:
    line = LogLine(7, "", True, "setting", "", (("key", "sound.volume"), ("by", "operator")))
    assert details_of(line, EN) == "setting sound.volume, by Operator"


def test_a_start_says_how_the_run_before_it_ended() -> None:
    line = LogLine(7, "", True, "boot", "", (("was_clean", "false"), ("version", "1.2.3")))
    assert details_of(line, EN) == "after a power cut, version 1.2.3"


def test_a_line_from_a_clock_that_was_not_set_has_a_mark() -> None:
    line = LogLine(7, "1970-01-01T00:00:40+00:00", False, "boot")
    assert "1970-01-01 00:00:40 *" in texts(log(line))


def test_a_log_without_lines_says_so() -> None:
    assert "Nothing of the kind." in texts(log())

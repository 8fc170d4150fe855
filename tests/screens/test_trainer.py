"""The trainer's line: there where the operator wants it, and silent where it cannot know."""

from __future__ import annotations

import pytest

from firmware.catalogue import Catalogue
from firmware.errors import OddsError
from firmware.odds import lesson as lessons
from firmware.screens import trainer
from firmware.screens.joker import joker_scene
from firmware.screens.samples import sample
from firmware.screens.speech import Speech
from firmware.screens.view import Trace
from firmware.words import Language


def widgets(name: str) -> list[str]:
    view, now_s = sample(name)
    scene = joker_scene(view, now_s, Trace(), Speech(Catalogue.load(Language.IT)))
    return [sprite.widget for sprite in scene.sprites if sprite.widget == "message.trainer"]


def test_it_is_silent_unless_it_is_wanted() -> None:
    assert widgets("no_win") == []
    assert widgets("trained") != []


def test_a_bad_choice_shows_the_five_cards_between_word_and_cost() -> None:
    assert len(widgets("trained")) == 7


def test_a_good_choice_is_one_sentence() -> None:
    assert len(widgets("trained_best")) == 1


def test_what_cannot_be_read_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> lessons.Lesson:
        raise OddsError("the counted hands are damaged")

    monkeypatch.setattr(trainer, "lesson", broken)
    assert widgets("trained") == []

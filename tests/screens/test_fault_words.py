"""Every fault has its words in every language, its picture, its code and what to do about it."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pygame
import pytest

from firmware.cabinet.operator_menu.desk import at_page
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.state import Effect, Fault, FaultName
from firmware.catalogue import Catalogue
from firmware.money import FREE_ACCOUNTS, Account
from firmware.screens import joker_samples, operator_books, operator_machine, samples
from firmware.screens.card_art import CardArt
from firmware.screens.coin_notice import is_out
from firmware.screens.fault_art import draw_sign
from firmware.screens.fault_signs import code, sign
from firmware.screens.kit import Kit
from firmware.screens.lettering import draw_line, wrapped
from firmware.screens.screen import Screen, scene_of
from firmware.screens.speech import speech
from firmware.screens.stage import Sprite
from firmware.screens.view import Figures, Trace, View
from firmware.words import Language, Message

LOCKS = [name for name in FaultName if name.effect is Effect.LOCKS]
STOPPING = [*LOCKS, FaultName.DOOR, FaultName.TILT]
EN = speech(Language.EN)
KEPT = "Your credit is kept as it was. Please call the staff."
UNSURE = "Nothing is cleared. The staff will check the credit with you."
UNREAD = "The credit cannot be shown now. Please call the staff."
HEAD = "00112233445566778899aabbccddeeff0123456789abcdef0123456789abcdef"
TIMES = "2026-03-01T21:18:42+00:00"


def lines_of(view: View, language: Language = Language.EN) -> list[Sprite]:
    scene = scene_of(view)(view, samples.NOW_S, Trace(), speech(language))
    return [sprite for sprite in scene.sprites if sprite.paint.draw is draw_line]


def said(view: View, language: Language = Language.EN) -> list[str]:
    return [sprite.paint.args[0] for sprite in lines_of(view, language)]


def with_faults(*faults: Fault) -> View:
    """At the table, credit 1240, with the operator's key turned to the page of the machine."""
    state = samples.table_state(joker_samples.BETTING, faults=faults)
    return samples.view_of(at_page(state, Leaf.MACHINE))


# --- words ------------------------------------------------------------------------------------


@pytest.mark.promise("ERR-1")
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", FaultName)
def test_the_operator_is_told_which_fault_it_is_and_what_to_do(
    name: FaultName, language: Language
) -> None:
    texts = Catalogue.load(language, strict=True)  # raises for a text that is not there
    assert texts.text(Message(f"fault.name.{name}"))
    assert texts.text(Message(f"fault.todo.{name}"))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", STOPPING)
def test_the_player_is_told_of_each_fault_that_stops_play(
    name: FaultName, language: Language
) -> None:
    texts = Catalogue.load(language, strict=True)
    assert all(texts.text(Message(f"fault.{name}.{part}")) for part in ("first", "second", "what"))


@pytest.mark.parametrize("language", Language)
def test_no_two_faults_that_stop_play_look_alike(language: Language) -> None:
    words = speech(language)
    titles = {
        (words.text(f"fault.{name}.first"), words.text(f"fault.{name}.second")) for name in STOPPING
    }
    assert len(titles) == len(STOPPING)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", STOPPING)
def test_the_player_reads_no_command_and_no_part_of_the_computer(
    name: FaultName, language: Language
) -> None:
    words = speech(language)
    told = " ".join(words.text(f"fault.{name}.{part}") for part in ("first", "second", "what"))
    for term in (
        "verify",
        "rebuild",
        "sql",
        "disk",
        "disco",
        "диск",
        "database",
        "schema",
        "ledger",
        "_",
    ):
        assert term not in told.lower()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("command", ["verify", "export", "rebuild"])
@pytest.mark.parametrize("name", [FaultName.LEDGER_CORRUPT, FaultName.LEDGER_IDENTITY])
def test_damaged_books_name_the_commands(name: FaultName, command: str, language: Language) -> None:
    assert f"cabinato {command}" in speech(language).text(f"fault.todo.{name}")


def test_every_fault_has_a_code_of_its_own() -> None:
    codes = [code(name) for name in FaultName]
    assert all(codes)
    assert len(set(codes)) == len(codes)


# --- what is said of the credit ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (FaultName.LEDGER_FULL, KEPT),
        (FaultName.LEDGER_READ_ONLY, KEPT),
        (FaultName.LEDGER_IO, KEPT),
        (FaultName.LEDGER_GONE, KEPT),
        (FaultName.CREDIT_VALUE, KEPT),
        (FaultName.LEDGER_CORRUPT, UNSURE),
        (FaultName.LEDGER_IDENTITY, UNSURE),
        (FaultName.LEDGER_ROLLED_BACK, UNSURE),
    ],
)
def test_the_credit_is_promised_only_where_it_is_sure(name: FaultName, sentence: str) -> None:
    told = said(samples.sample(f"fault_{name}", Language.EN)[0])
    assert sentence in told
    assert "1,240" in told


def test_a_credit_that_could_not_be_read_is_not_promised() -> None:
    told = said(samples.sample("fault_gone_unread", Language.EN)[0])
    assert UNREAD in told
    assert KEPT not in told
    assert "0" not in told


def test_a_player_sees_the_code_and_not_what_the_system_says_in_english() -> None:
    told = said(samples.sample("fault_ledger_full", Language.IT)[0], Language.IT)
    assert "L-02" in told
    assert not any("disk is full" in each for each in told)


# --- pictures ---------------------------------------------------------------------------------


def test_every_lock_of_the_books_has_a_drawing_of_its_own() -> None:
    own = [name for name in LOCKS if name is not FaultName.HARDWARE]
    drawings = {sign(name) for name in own}
    assert len(drawings) == len(own)
    assert sign(FaultName.HARDWARE) not in drawings


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("name", [*LOCKS, FaultName.TILT])
def test_a_sign_is_drawn_whole_and_within_the_door(name: FaultName, scale: float) -> None:
    """Its square, 152 wide on a door of 172, would cut off what juts out of it."""
    kit = Kit(scale, CardArt(scale))
    drawn = draw_sign(kit, sign(name))
    ink = drawn.surface.get_bounding_rect().move(drawn.dx, drawn.dy)
    assert ink.w > 0
    square = pygame.Rect(0, 0, 151 * scale, 151 * scale)
    square.center = round(234 * scale), round(401 * scale)
    assert square.contains(ink)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_fault_is_drawn_without_a_readable_disk(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The art of a fault must not be read from the disk that failed."""
    screen = Screen(pygame.Surface(size, 0, 32))
    screen.draw(samples.sample("fault_door")[0], 200.0)  # type and words are there from before
    monkeypatch.setattr("pathlib.Path.read_text", lambda *_, **__: pytest.fail("read a file"))
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda *_: pytest.fail("read a file"))
    screen.draw(samples.sample("fault_ledger_io")[0], 201.0)
    assert "picture" in screen.drawn


# --- the operator's pages ---------------------------------------------------------------------


def digits(view: View) -> list[Sprite]:
    return [each for each in lines_of(view) if each.paint.args[1] == operator_books.DIGIT]


def books_page(figures: Figures) -> View:
    view = samples.sample("operator_1", Language.EN)[0]
    return replace(view, figures=figures)


def test_the_head_is_shown_whole_and_in_order() -> None:
    shown = digits(books_page(Figures({}, HEAD, 9_315)))
    assert "".join(sprite.paint.args[0] for sprite in shown) == HEAD
    assert [sprite.x for sprite in shown] == sorted(sprite.x for sprite in shown)


def test_the_digits_of_the_head_stand_in_sixteen_groups_of_four() -> None:
    places = [sprite.x for sprite in digits(books_page(Figures({}, HEAD, 9_315)))]
    steps = [after - before for before, after in itertools.pairwise(places)]
    wide = [index for index, step in enumerate(steps, start=1) if step > operator_books.DIGIT_W]
    assert wide == list(range(4, 64, 4))


def test_the_row_of_the_head_is_named() -> None:
    assert "Head of the chain at row 9,315" in said(books_page(Figures({}, HEAD, 9_315)))


def test_without_a_ledger_no_head_and_no_figure_is_shown() -> None:
    view = samples.sample("operator_unread", Language.EN)[0]
    assert digits(view) == []
    told = said(view)
    assert "The books could not be opened: there is no head to write down." in told
    assert not [text for text in told if text.isdigit()]


def test_a_fault_is_listed_with_code_who_ends_it_detail_and_what_to_do() -> None:
    told = said(with_faults(Fault(FaultName.LEDGER_FULL, detail="no space", since=TIMES)))
    place = told.index("Disk full")
    assert told[place + 1 : place + 4] == [
        "2026-03-01 21:18:42",
        "L-02  technician: PIN and open door",
        "no space",
    ]
    todo = "Free space on the disk or replace the card, then start again."
    assert " ".join(told[place + 4 :]).startswith(todo)


def test_one_fault_is_told_in_larger_letters_than_many() -> None:
    def sizes(*names: FaultName) -> set[float]:
        faults = [Fault(name, detail="no space", since=TIMES) for name in names]
        found = [
            each for each in lines_of(with_faults(*faults)) if each.paint.args[0] == "no space"
        ]
        return {each.paint.args[1].size for each in found}

    (one,) = sizes(FaultName.LEDGER_FULL)
    (many,) = sizes(*[*FaultName][:6])
    assert one > many


def test_faults_that_find_no_room_are_counted() -> None:
    names = [
        FaultName.LEDGER_CORRUPT,
        FaultName.LEDGER_IDENTITY,
        FaultName.LEDGER_ROLLED_BACK,
        FaultName.CHANCE,
        FaultName.HARDWARE,
        FaultName.SOUND,
    ]
    told = said(with_faults(*(Fault(name, detail="x", since=TIMES) for name in names)))
    listed = [name for name in names if EN.text(f"fault.name.{name}") in told]
    assert listed == names[: len(listed)]
    assert EN.counted("operator.more_faults", len(names) - len(listed)) in told


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", FaultName)
def test_what_to_do_takes_three_lines_at_most(name: FaultName, language: Language) -> None:
    text = speech(language).text(f"fault.todo.{name}")
    assert len(wrapped(text, operator_machine.TODO, operator_machine.RIGHT.w - 44)) <= 3


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("first", range(len(FaultName)))
def test_the_list_of_faults_stays_in_its_panel_without_overlap(
    first: int, language: Language
) -> None:
    names = [*FaultName, *FaultName][first : first + 6]
    faults = [Fault(name, detail="x", since=TIMES) for name in names]
    panel = operator_machine.RIGHT
    lines = lines_of(with_faults(*faults), language)
    rows = [each.y for each in lines if each.widget == "body" and each.x == panel.x + 22]
    assert rows[-1] <= panel.bottom - 10
    assert all(after - before >= 20 for before, after in itertools.pairwise(rows))


@pytest.mark.parametrize(
    ("faults", "state"),
    [
        ((FaultName.COPY_MISSING,), "missing"),
        ((FaultName.COPY_BEHIND,), "brought up to date"),
        ((FaultName.COPY_FOREIGN,), "of another cabinet"),
        ((FaultName.COPY_BEHIND, FaultName.COPY_MISSING), "missing"),
    ],
)
def test_the_state_of_the_second_copy_is_told(faults: tuple[FaultName, ...], state: str) -> None:
    told = said(with_faults(*map(Fault, faults)))
    assert told[told.index("Second copy of the books") + 1] == state


def test_nothing_is_said_of_a_copy_that_is_well_or_not_wanted() -> None:
    assert "Second copy of the books" not in said(with_faults(Fault(FaultName.SOUND)))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("account", sorted(set(Account) - FREE_ACCOUNTS))
def test_every_balance_has_a_name(account: Account, language: Language) -> None:
    assert Catalogue.load(language, strict=True).text(Message(f"account.{account}"))


def test_a_slot_shut_for_too_many_coins_calls_for_none() -> None:
    state = samples.table_state(joker_samples.BETTING, faults=(Fault(FaultName.COIN_JUMP, "coin"),))
    assert is_out(samples.view_of(state))

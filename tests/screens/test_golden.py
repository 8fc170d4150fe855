"""The golden pictures: what they must notice, whom they must name, and what they must let pass."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pygame
import pytest
from art_in_memory import ART

from firmware.screens import brush, lettering, theme
from firmware.screens.kit import Kit, Kits
from firmware.screens.stage import Sprite, Stage
from firmware.screens.table_cards import draw_card
from firmware.screens.theme import Style

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools" / "contacts"))

from drawn_states import Easel  # noqa: E402
from golden_pictures import GOLDEN, WIDE, Golden, Seen, changes, explain, keep, shown  # noqa: E402

pytestmark = pytest.mark.golden
FOLDER = Path(__file__).parent / "golden"
HOLD = Golden("hold", "it")


@cache
def easel(size: tuple[int, int]) -> Easel:
    return Easel(size, ART)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.stem)
def test_a_picture_is_as_it_shall_be(golden: Golden) -> None:
    seen = shown(golden, easel(golden.size))
    found = changes(golden, seen, FOLDER)
    if found:
        explain(golden, seen, FOLDER, ROOT / "build" / "golden")
    assert found == [], "look at build/golden; if it is meant: tools/golden --renew"


# --- what is noticed --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the picture of now, so that these tests do not hang on the golden ones."""
    folder = tmp_path_factory.mktemp("golden")
    keep(HOLD, shown(HOLD, easel(WIDE)), folder)
    return folder


def told_after(kept: Path, change: Callable[[Sprite], Sprite | None]) -> list[str]:
    """What is said of the picture when its sprites are changed so; None drops one."""
    before = shown(HOLD, easel(WIDE))
    sprites = [change(placed.sprite) for placed in before.placed]
    stage = Stage(pygame.Surface(WIDE, 0, 32), Kits(ART))
    stage.draw(tuple(each for each in sprites if each is not None), before.layout.plan)
    return changes(HOLD, Seen(stage.canvas, stage.placed, stage.layout), kept)


def test_nothing_is_said_of_the_same_picture(kept: Path) -> None:
    assert told_after(kept, lambda sprite: sprite) == []


def test_a_meter_that_moves_is_named(kept: Path) -> None:
    told = told_after(
        kept, lambda each: each._replace(x=each.x + 6) if each.widget == "credit" else each
    )
    assert "credit: moved by +6,+0" in told


def test_a_sprite_that_is_gone_is_named(kept: Path) -> None:
    told = told_after(kept, lambda each: None if each.widget == "tag.3" else each)
    assert any(line.startswith("tag.3: gone") for line in told)
    assert any("looks otherwise" in line and "tag.3" in line for line in told)


def test_two_cards_that_change_places_are_named(kept: Path) -> None:
    swapped = {"KH": "7C", "7C": "KH"}

    def swap(each: Sprite) -> Sprite:
        if each.paint.draw is not draw_card or each.paint.args[0] not in swapped:
            return each
        return each._replace(paint=each.paint._replace(args=(swapped[each.paint.args[0]],)))

    told = told_after(kept, swap)
    assert {"card.1: KH is 7C", "card.2: 7C is KH"} <= set(told)


def test_a_word_of_another_colour_is_named(kept: Path) -> None:
    def teal(each: Sprite) -> Sprite:
        if each.paint.draw is not lettering.draw_line or each.widget != "win":
            return each
        text, style, squeeze = each.paint.args
        args = text, style._replace(colour=theme.TEAL), squeeze
        return each._replace(paint=each.paint._replace(args=args))

    assert any(line.startswith("win: ") and "#7BE3D4" in line for line in told_after(kept, teal))


@pytest.mark.parametrize(
    ("token", "colours", "widget"),
    [
        ("LIT_COLUMN", ((245, 206, 122), (235, 158, 31)), "paytable.column"),
        ("OFF_FACE", (30, 40, 50), "key.BET"),
    ],
)
def test_a_colour_that_painters_take_themselves_is_traced_to_its_widget(
    token: str, colours: object, widget: str, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme, token, colours)
    told = told_after(kept, lambda sprite: sprite)
    assert any("looks otherwise" in line and widget in line for line in told)


# --- what is let pass -------------------------------------------------------------------------


def moved(across: int, down: int) -> Callable[[pygame.Surface], pygame.Surface]:
    def move(letters: pygame.Surface) -> pygame.Surface:
        out = brush.blank(*letters.get_size())
        out.blit(letters, (across, down))
        return out

    return move


def bolder(letters: pygame.Surface) -> pygame.Surface:
    soft = letters.copy()
    soft.fill((255, 255, 255, 70), special_flags=pygame.BLEND_RGBA_MULT)
    soft.blit(letters, (1, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return soft


@pytest.mark.parametrize(
    "rendered",
    [moved(1, 0), moved(-1, -1), lambda letters: brush.blurred(letters, 0.8), bolder],
    ids=["a pixel on", "a pixel back and up", "softer", "bolder"],
)
def test_another_rendering_of_letters_is_let_pass(
    rendered: Callable[[pygame.Surface], pygame.Surface],
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = lettering._white_line

    def otherwise(kit: Kit, text: str, style: Style, squeeze: float) -> pygame.Surface:
        return rendered(real(kit, text, style, squeeze))

    monkeypatch.setattr(lettering, "_white_line", otherwise)
    assert told_after(kept, lambda sprite: sprite) == []

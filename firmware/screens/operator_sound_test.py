"""The operator's page of the sound test: every sound by its name, and whether any can sound."""

from __future__ import annotations

from firmware.cabinet.operator_menu.pages import TEST_CUES
from firmware.cabinet.state import FaultName
from firmware.screens import theme
from firmware.screens.leaf import paragraphs
from firmware.screens.lettering import line
from firmware.screens.operator_rows import Row, rows_sprites
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

LIST, TOLD = Box(24, 66, 606, 518), Box(650, 66, 606, 518)
PANELS = (LIST, TOLD)
HEAD = Style("sans_bold", 22, theme.TEAL)
FIGURE = Style("play_bold", 64, theme.AMBER_TEXT)


def sound_test_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The list; beside it how loud it is set, and a sentence where nothing can be heard."""
    state = view.state
    rows = [Row(words.text(f"operator.cue.{cue}")) for cue in TEST_CUES]
    volume = view.setup.volume_percent
    is_lost = any(fault.name is FaultName.SOUND for fault in state.faults)
    if not volume:
        told = [words.text("operator.sound.off")]
    elif is_lost:
        told = [words.text("operator.sound.lost"), words.text("fault.todo.sound")]
    else:
        told = [words.text("operator.sound.how")]
    x = TOLD.x + 24
    return (
        *rows_sprites(rows, LIST, chosen=state.operator.row),
        line(words.text("operator.sound.volume"), HEAD, x, TOLD.y + 38, "body", width=500),
        line(f"{volume or 0} %", FIGURE, x, TOLD.y + 116, "body"),
        *paragraphs(
            tuple(told), Box(TOLD.x + 20, TOLD.y + 150, TOLD.w - 40, TOLD.h - 170),
            bullet=theme.CORAL if is_lost else theme.TEAL, largest=27,
        ),
    )  # fmt: skip

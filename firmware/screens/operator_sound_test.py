"""The operator's page of the sound test: every sound of a group, how loud, and whether any is."""

from __future__ import annotations

from firmware.cabinet.operator_menu.pages import TEST_CUES
from firmware.cabinet.state import FaultName
from firmware.events import CueGroup
from firmware.screens import theme
from firmware.screens.leaf import paragraphs
from firmware.screens.lettering import line
from firmware.screens.operator_rows import Row, rows_sprites
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

LIST, TOLD = Box(24, 66, 606, 518), Box(650, 66, 606, 518)
GROUPS = Box(650, 186, 606, 216)
PANELS = (LIST, TOLD)
HEAD = Style("sans_bold", 22, theme.TEAL)
_PERCENT = "\N{NO-BREAK SPACE}%"
FIGURE = Style("play_bold", 64, theme.AMBER_TEXT)


def sound_test_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The chosen group; beside it how loud all are, and a sentence where nothing can be heard."""
    state = view.state
    chosen = TEST_CUES[state.operator.row]
    there = [cue for cue in TEST_CUES if cue.group is chosen.group]
    rows = [Row(words.text(f"operator.cue.{cue}")) for cue in there]
    volume = view.setup.volume_percent
    parts = view.setup.sound_groups
    groups = [
        Row(words.text(f"operator.sound.group.{group}"), f"{parts.get(group, 100)}{_PERCENT}")
        for group in CueGroup
    ]
    is_lost = any(fault.name is FaultName.SOUND for fault in state.faults)
    if not volume:
        told = [words.text("operator.sound.off")]
    elif is_lost:
        told = [words.text("operator.sound.lost"), words.text("fault.todo.sound")]
    else:
        told = [words.text("operator.sound.how")]
    x = TOLD.x + 24
    return (
        *rows_sprites(
            rows, LIST, chosen=there.index(chosen),
            head=words.text(f"operator.sound.group.{chosen.group}"),
        ),
        *rows_sprites(
            groups, GROUPS, chosen=list(CueGroup).index(chosen.group), value_w=120,
            widget="groups",
        ),
        line(words.text("operator.sound.volume"), HEAD, x, TOLD.y + 38, "body", width=500),
        line(f"{volume or 0}{_PERCENT}", FIGURE, x, TOLD.y + 116, "body"),
        *paragraphs(
            tuple(told), Box(TOLD.x + 20, GROUPS.bottom + 10, TOLD.w - 40, 166),
            bullet=theme.CORAL if is_lost else theme.TEAL, largest=25,
        ),
    )  # fmt: skip

"""The index of the operator's pages: a column for each group, who is there, how to leave."""

from __future__ import annotations

from firmware.cabinet.operator_menu.menu import PLACES, Group
from firmware.screens import theme
from firmware.screens.layout import Plan
from firmware.screens.leaf import leaf_scene, narrowed
from firmware.screens.lettering import line
from firmware.screens.operator_rows import DETAIL, NAME, Row, note_sprites, rows_sprites
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box
from firmware.screens.view import Trace, View

COLUMN_W, GAP, HEIGHT = 299, 12, 446
COLUMNS = {
    group: Box(24 + (COLUMN_W + GAP) * place, 66, COLUMN_W, HEIGHT)
    for place, group in enumerate(Group)
}
NOTE = Box(24, 522, 1232, 48)
FOOT = Box(24, 580, 1232, 44)
UPRIGHT_COLUMN_H = 420


def index_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The index, with the chosen page on a lit plate."""
    state, cursor = view.state, view.state.operator.cursor
    sprites: list[Sprite] = []
    note, foot_box = narrowed(NOTE, view), narrowed(FOOT, view)
    columns = {
        group: box._replace(h=UPRIGHT_COLUMN_H) if view.is_upright else box
        for group, box in COLUMNS.items()
    }
    for group, box in columns.items():
        leaves = [leaf for leaf, place in PLACES.items() if place.group is group]
        rows = [
            Row(words.text(f"operator.page.{leaf}"), is_shut=not state.role.may(PLACES[leaf].role))
            for leaf in leaves
        ]
        chosen = leaves.index(cursor) if cursor in leaves else None
        head = words.text(f"operator.group.{group}")
        sprites += rows_sprites(rows, box, chosen=chosen, head=head, widget=f"column.{group}")
    told = note_sprites(view, words, note) or (
        line(
            words.text(f"operator.about.{cursor}"), DETAIL._replace(size=22), note.x + 20,
            note.y + 32, "note", width=note.w - 40, floor=16,
        ),
    )  # fmt: skip
    who = words.text(f"operator.role.{state.role}")
    foot = (
        line(words.text("operator.leave"), NAME, 44, 609, "foot", width=foot_box.w * 0.5),
        line(
            words.text("operator.who", who=who), NAME._replace(align="right"),
            foot_box.right - 20, 609, "foot", width=foot_box.w * 0.44,
        ),
    )  # fmt: skip
    return leaf_scene(
        view,
        now_s,
        trace,
        words,
        (*sprites, *told, *foot),
        head=words.text("operator.title"),
        sub=words.text("operator.index"),
        page=0,
        pages=0,
        room=theme.OPERATOR_ROOM,
        panels=(*columns.values(), note, foot_box),
        plan=Plan.INDEX,
    )

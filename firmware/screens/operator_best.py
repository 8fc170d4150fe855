"""The page of the best result: what the pictures show while nobody plays."""

from __future__ import annotations

from firmware.money import GameId
from firmware.screens.leaf import paragraphs
from firmware.screens.operator_rows import Row, note_sprites, rows_sprites
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box
from firmware.screens.view import View

LIST = Box(24, 66, 606, 330)
NOTE = Box(24, 406, 606, 178)
ABOUT = Box(650, 66, 606, 518)
PANELS = (LIST, NOTE, ABOUT)


def best_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The win with its hand, or that there is none; and what clearing it does."""
    best = view.state.saved.best
    told = [words.text("operator.best.what")]
    rows = [Row(words.text("operator.best.game"), words.text(f"key.{GameId.JOKER_POKER}"))]
    if best is None:
        told.insert(0, words.text("operator.best.none"))
    else:
        rows += [
            Row(
                words.text("operator.best.credits"),
                words.counted("setting.unit.credits", best.credits),
            ),
            Row(words.text("operator.best.hand"), words.text(f"hand.{best.hand}")),
            Row(words.text("operator.best.chips"), words.number(best.chips)),
        ]
    box = Box(ABOUT.x + 22, ABOUT.y + 26, ABOUT.w - 44, ABOUT.h - 60)
    head = words.text("operator.page.best")
    return (
        *rows_sprites(rows, LIST, head=head, row_h=56, value_w=340),
        *note_sprites(view, words, NOTE),
        *paragraphs(tuple(told), box, largest=26),
    )

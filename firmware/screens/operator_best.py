"""The page of the best results: what the pictures show while nobody plays."""

from __future__ import annotations

from firmware.cabinet.best_results import Best, Result, StripBest
from firmware.cabinet.operator_menu.best import GAMES, chosen
from firmware.screens.leaf import paragraphs
from firmware.screens.operator_rows import Row, note_sprites, rows_sprites
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box
from firmware.screens.view import View

LIST = Box(24, 66, 606, 330)
GAMES_BOX = Box(LIST.x, LIST.y, LIST.w, 190)
DETAILS = Box(LIST.x, LIST.y + 192, LIST.w, LIST.h - 192)
NOTE = Box(24, 406, 606, 178)
ABOUT = Box(650, 66, 606, 518)
PANELS = (LIST, NOTE, ABOUT)


def best_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The result of each game, more of the chosen one, and what clearing it does."""
    bests, game = view.state.saved.bests, chosen(view.state)
    rows = [
        Row(words.text(f"key.{each}").replace("\n", " "), _value(bests.get(each), words))
        for each in GAMES
    ]
    told, more = [words.text("operator.best.what")], []
    if game in bests:
        more = _more(bests[game], view, words)
    else:
        told.insert(0, words.text("operator.best.none"))
    box = Box(ABOUT.x + 22, ABOUT.y + 26, ABOUT.w - 44, ABOUT.h - 60)
    head = words.text("operator.page.best")
    return (
        *rows_sprites(
            rows, GAMES_BOX, chosen=GAMES.index(game), head=head, row_h=46, value_w=330
        ),
        *rows_sprites(more, DETAILS, row_h=48, value_w=340),
        *note_sprites(view, words, NOTE),
        *paragraphs(tuple(told), box, largest=26),
    )  # fmt: skip


def _value(best: Result | None, words: Speech) -> str:
    """A result in a few words."""
    if best is None:
        return "-"
    if isinstance(best, Best):
        return words.counted("setting.unit.credits", best.credits)
    if isinstance(best, StripBest):
        return words.counted("operator.best.deals", best.deals, level=best.level)
    return words.counted("operator.best.wins", best.wins)


def _more(best: Result, view: View, words: Speech) -> list[Row]:
    """The rest of it."""
    if isinstance(best, Best):
        return [
            Row(words.text("operator.best.hand"), words.text(f"hand.{best.hand}")),
            Row(words.text("operator.best.chips"), words.number(best.chips)),
        ]
    if isinstance(best, StripBest):
        return [Row(words.text("operator.best.opponent"), _name(best, view, words))]
    return [Row(words.text("operator.best.points"), words.number(best.points))]


def _name(best: StripBest, view: View, words: Speech) -> str:
    """Who was beaten; by the name in its pack where that is gone."""
    strip = view.setup.strip
    guest = None if strip is None else strip.cast().get(best.opponent)
    return best.opponent if guest is None else guest.character.name[words.language]

"""Parts of the pictures that the next presses at the table of Cinque Mani may lead to.

The first time that words are set, their letters are measured and their face is opened, and cards
are drawn that were not seen before. While the player thinks there is time for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from firmware.games.action import can
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import HANDS, Phase, Table
from firmware.screens.cinque import left_part, message_part, right_part
from firmware.screens.cinque_art import draw_tile
from firmware.screens.cinque_message import asked
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.view import Trace, View


def cinque_ahead(view: View, words: Speech) -> Iterator[tuple[Sprite, ...]]:
    """The parts one after another; they show nothing that a press would not."""
    game, table = view.setup.cinque, view.state.saved.cinque
    if game is None:
        return
    if table.is_free:  # no card is known: what a deal begins with
        yield asked(words.text("cinque.dealing.title"), words.text("cinque.dealing"))
        yield (Sprite(Paint(draw_tile, ("AH",)), 0, 0, "strip.1"),)
        return
    for after in _after(game, table):
        saved = replace(view.state.saved, cinque=after)
        then = replace(view, state=replace(view.state, saved=saved, movement=None))
        yield message_part(then, after, None, 0.0, words)
        yield right_part(then, after, None, 0.0, Trace(), words)
        yield left_part(then, after, None, 0.0, Trace(), words)


def _after(game: CinqueMani, table: Table) -> Iterator[Table]:
    """The table after the likeliest presses."""
    match table.phase:
        case Phase.BUILD:
            yield game.take_recommended(table).table
            yield game.auto(table).table
        case Phase.TABLE:
            if can(game.verify_confirm, table):
                yield game.confirm(table).table
            lifted = game.lift(table, HANDS).table
            yield lifted
            yield game.open(lifted).table
        case Phase.REVEAL:
            yield game.reveal(table).table
            yield game.reveal_all(table).table

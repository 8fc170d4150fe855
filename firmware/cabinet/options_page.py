"""OPTIONS: the keys of the page on which a player sets the cabinet up for herself.

Nothing here moves money or chance. A change shows at once, on this very page.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.options import Options, moved, rows
from firmware.cabinet.places import close_page
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState
from firmware.events import Cue
from firmware.panel import Button, Light


def options_of(state: CabinetState, settings: Settings) -> Options:
    """The options in force: the player's, or the operator's where she has chosen none."""
    chosen = state.saved.options
    return settings.options if chosen is None else chosen


def keys(state: CabinetState, settings: Settings) -> dict[Button, Action]:
    """Rows up and down, less and more, and back to where the page was opened."""
    options, names = options_of(state, settings), rows(has_pointer=settings.has_pointer)
    place = min(state.saved.page_number, len(names) - 1)
    chosen = state.saved.options
    found: dict[Button, Action] = {}
    for button, legend, step in ((Button.HOLD1, "row_up", -1), (Button.HOLD2, "row_down", 1)):
        if 0 <= place + step < len(names):
            found[button] = _shown(state, legend, place + step, chosen)
    for button, legend, step in ((Button.HOLD3, "less", -1), (Button.HOLD4, "more", 1)):
        after = moved(options, names[place], step)
        if after is not None:
            found[button] = _shown(state, legend, place, after)
    if options != settings.options:
        found[Button.DOUBLE] = _shown(state, "reset", place, None)
    found[Button.DEAL] = action("close", lambda: close_page(state), Light.NEXT)
    return found


def _shown(state: CabinetState, legend: str, number: int, options: Options | None) -> Action:
    """A key that leads to a row, with these options of the player's."""
    there = replace(state, saved=replace(state.saved, page_number=number, options=options))
    return action(legend, lambda: Change(there, cues=(Cue.PRESS,)))

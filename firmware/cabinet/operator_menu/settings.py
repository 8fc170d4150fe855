"""The page of the settings: a draft is moved, taken, or given back to the file.

Nothing counts before it is taken. What changes the mathematics asks once more, and whatever was
taken is durable with its line in the log before it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.choosing import hindrance, under
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.operator_menu.pages import SettingsPage
from firmware.cabinet.state import CabinetState
from firmware.errors import ConfigError
from firmware.events import Cue
from firmware.operator.settings import SETTINGS, Choice, Choices, Chosen, Setting, Value
from firmware.panel import Button, Light
from firmware.words import Message


def arrived(state: CabinetState) -> CabinetState:
    """The page as it opens: no draft of an earlier visit."""
    return moved(state, settings=SettingsPage())


def keys(desk: Desk) -> dict[Button, Action]:
    """Rows, less and more, take, give back; on to the next section, from the last to the next
    page."""
    state, chosen = desk.state, desk.settings.chosen
    if chosen is None or desk.settings.configured is None:
        return {}
    place = state.operator.row
    found: dict[Button, Action] = {}
    if place > 0:
        found[Button.HOLD1] = action("row_up", _to(state, place - 1))
    if place < len(SETTINGS) - 1:
        found[Button.HOLD2] = action("row_down", _to(state, place + 1))
    onward = _next_section(place)
    if onward is not None:
        found[Button.BET] = action("section", _to(state, onward))
    setting = SETTINGS[place]
    if state.role.may(setting.role):
        found |= _changing(desk, chosen, setting)
    return found


def drafted(state: CabinetState, chosen: Chosen, setting: Setting) -> Value:
    """What a row shows: its draft, or what is in force."""
    draft = state.operator.settings.draft
    is_here = SETTINGS[state.operator.row] is setting
    return setting.of(chosen.config) if draft is None or not is_here else draft


def _changing(desk: Desk, chosen: Chosen, setting: Setting) -> dict[Button, Action]:
    state, config = desk.state, chosen.config
    value = drafted(state, chosen, setting)
    found: dict[Button, Action] = {}
    for button, legend, direction in (
        (Button.HOLD3, "less", -1),
        (Button.HOLD4, "more", +1),
    ):
        after = setting.moved(config, value, direction)
        if after is not None:
            found[button] = action(legend, _draft(state, after))
    if value != setting.of(config):
        taken = {**chosen.choices, setting.key: Choice(value, state.role.value, desk.wall())}
        found[Button.DEAL] = action(
            "take", lambda: _changed(desk, setting, taken), Light.NEXT, asks=setting.is_maths
        )
    if setting.key in chosen.choices:
        rest = {key: each for key, each in chosen.choices.items() if key != setting.key}
        found[Button.DOUBLE] = action(
            "default", lambda: _changed(desk, setting, rest), asks=setting.is_maths
        )
    return found


def _to(state: CabinetState, place: int) -> Callable[[], Change]:
    there = moved(state, row=place, settings=SettingsPage(), note=None)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _draft(state: CabinetState, value: Value) -> Callable[[], Change]:
    there = moved(state, settings=SettingsPage(value), note=None)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _next_section(place: int) -> int | None:
    """The first row of the next section; None in the last one."""
    own = SETTINGS[place].section
    after = enumerate(SETTINGS[place:], start=place)
    return next((row for row, each in after if each.section != own), None)


def _changed(desk: Desk, setting: Setting, choices: Choices) -> Change:
    """Other choices, durable with their line in the log; or the reason why not."""
    state, settings = desk.state, desk.settings
    assert settings.configured is not None
    why = hindrance(state, setting)
    if why is not None:
        return _refused(state, why)
    try:
        reset = settings.configured(choices, setting.key, state.role.value)
    except ConfigError as error:
        return _refused(state, Message("operator.settings.refused", (("why", str(error)),)))
    note = Message(f"operator.settings.{_outcome(setting, choices)}")
    there = under(moved(state, settings=SettingsPage(), note=note), reset.settings, settings)
    return Change(
        there,
        documents=reset.documents,
        log=reset.log,
        new_period_by=state.role.value if setting.is_maths else "",
        choices=choices,
        is_hard=True,
        cues=(Cue.COLLECT,),
    )


def _outcome(setting: Setting, choices: Mapping[str, Choice]) -> str:
    if setting.is_later:
        return "later"
    if setting.is_maths:
        return "new_period"
    return "taken" if setting.key in choices else "given_back"


def _refused(state: CabinetState, why: Message) -> Change:
    return Change(moved(state, note=why), cues=(Cue.FAULT,))

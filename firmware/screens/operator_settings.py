"""The page of the settings: a section of them, and of the chosen one all there is to know."""

from __future__ import annotations

from firmware.cabinet.operator_menu.settings import drafted
from firmware.language import Language
from firmware.operator.settings import SETTINGS, Chosen, Kind, Setting, Value
from firmware.screens import theme
from firmware.screens.leaf import below
from firmware.screens.lettering import line, wrapped
from firmware.screens.operator_rows import NAME, Row, note_sprites, rows_sprites
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

LIST = Box(24, 66, 606, 450)
NOTE = Box(24, 526, 1232, 58)
ABOUT = Box(650, 66, 606, 450)
LABEL = Style("sans_bold", 28, theme.IVORY)
BIG = Style("play_bold", 40, theme.AMBER_TEXT, "centre")
TOLD = Style("sans", 21, theme.SAND)


def settings_panels(view: View) -> tuple[Box, ...]:
    """The list, what is said of the chosen row, what the last press came to."""
    return LIST, ABOUT, below(NOTE, view)


def settings_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The section of the chosen row on the left, the row itself on the right."""
    chosen = view.setup.chosen
    if chosen is None:
        return (
            line(
                words.text("operator.settings.none"), NAME, LIST.x + 20, LIST.y + 44, "body",
                width=LIST.w - 40, floor=15,
            ),
        )  # fmt: skip
    setting = SETTINGS[view.state.operator.row]
    return (
        *_section(view, chosen, setting, words),
        *_about(view, chosen, setting, words),
        *note_sprites(view, words, below(NOTE, view)),
    )


def value_words(setting: Setting, value: Value, words: Speech, currency: str) -> str:
    """A value as a person reads it: with its unit, or by its word."""
    if isinstance(value, bool):
        return words.text(f"setting.word.{str(value).lower()}")
    if isinstance(value, tuple):
        return "  ".join(map(words.number, value))
    if isinstance(value, str):
        if setting.key == "cabinet.language":
            return Language(value).manner.name
        if setting.key == "joker_poker.paytable":
            return words.named(f"paytable.{value}", value)
        is_name = value.isdigit() or setting.listed is not None
        return value.replace("_", " ") if is_name else words.text(f"setting.word.{value}")
    if value == 0 and setting.zero:
        return words.text(f"setting.word.{setting.zero}")
    if setting.unit == "minor":
        return words.money(value, currency)
    if setting.unit:
        return words.counted(f"setting.unit.{setting.unit}", value)
    return words.number(value)


def range_words(setting: Setting, words: Speech, currency: str) -> str:
    """What a setting may be; empty where that is only on and off."""
    if setting.kind is Kind.NUMBER:
        low, high = (value_words(setting, end, words, currency) for end in setting.ends)
        if setting.zero:
            return words.text("operator.settings.up_to", zero=low, high=high)
        return words.text("operator.settings.between", low=low, high=high)
    if setting.kind is Kind.WORD:
        each = (value_words(setting, value, words, currency) for value in setting.values)
        return " / ".join(each)
    return ""


def _section(view: View, chosen: Chosen, setting: Setting, words: Speech) -> tuple[Sprite, ...]:
    here = [each for each in SETTINGS if each.section == setting.section]
    rows = []
    for each in here:
        value = drafted(view.state, chosen, each)
        is_chosen = each.key in chosen.choices or value != each.of(chosen.config)
        colour = theme.AMBER_TEXT if is_chosen else theme.IVORY
        told = value_words(each, value, words, view.setup.currency)
        rows.append(
            Row(words.text(f"setting.{each.key}"), told, not view.state.role.may(each.role), colour)
        )
    head = words.text(f"setting.section.{setting.section}")
    return rows_sprites(rows, LIST, chosen=here.index(setting), head=head, value_w=260)


def _about(view: View, chosen: Chosen, setting: Setting, words: Speech) -> tuple[Sprite, ...]:
    currency = view.setup.currency
    value, held = drafted(view.state, chosen, setting), setting.of(chosen.config)
    x, width = ABOUT.x + 22, ABOUT.w - 44
    label = words.text(f"setting.{setting.key}")
    big = value_words(setting, value, words, currency)
    sprites: list[Sprite] = [
        line(label, LABEL, x, ABOUT.y + 40, "about", width=width),
        line(big, BIG, ABOUT.middle_x, ABOUT.y + 98, "about", width=width, floor=20),
    ]
    told = ""
    if value != held:
        told = words.text("operator.settings.draft")
    elif setting.is_maths:
        told = words.text("operator.settings.is_maths")
    elif setting.is_later:
        told = words.text("operator.settings.is_later")
    for place, part in enumerate(wrapped(told, TOLD, width)[:2] if told else ()):
        sprites.append(line(part, TOLD, x, ABOUT.y + 136 + 26 * place, "about", width=width))
    rows = _facts(view, chosen, setting, words)
    below = Box(ABOUT.x, ABOUT.y + 172, ABOUT.w, ABOUT.h - 172)
    return (*sprites, *rows_sprites(rows, below, value_w=400, row_h=32, widget="facts"))


def _facts(view: View, chosen: Chosen, setting: Setting, words: Speech) -> list[Row]:
    currency = view.setup.currency
    choice = chosen.choices.get(setting.key)
    holds = "file" if choice is None else "choice"
    facts = {
        "in_force": value_words(setting, setting.of(chosen.config), words, currency),
        "range": range_words(setting, words, currency),
        "file": value_words(setting, setting.of(chosen.file), words, currency),
        "holds": words.text(f"operator.settings.holds.{holds}"),
        "by": "" if choice is None else words.text(f"operator.role.{choice.by}"),
        "at": "" if choice is None else choice.at[:16].replace("T", " "),
        "when": words.text(f"operator.settings.when.{setting.when}"),
        "role": words.text(f"operator.role.{setting.role}"),
    }
    return [
        Row(words.text(f"operator.settings.{name}"), value, colour=theme.IVORY)
        for name, value in facts.items()
        if value
    ]

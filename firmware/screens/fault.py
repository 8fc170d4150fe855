"""A fault: what has happened, that nothing is lost, what to do, and the hand that waits."""

from __future__ import annotations

from firmware.cabinet.state import Fault, FaultName, Mode
from firmware.screens import theme
from firmware.screens.card_strip import STRIP_H, STRIP_W, card_strips, draw_strip
from firmware.screens.cinque_art import draw_row
from firmware.screens.cinque_words import names
from firmware.screens.fault_art import cabinet, draw_band
from firmware.screens.fault_signs import code, sign
from firmware.screens.keys import key_sprites
from firmware.screens.layout import Plan
from firmware.screens.lettering import line, wrapped
from firmware.screens.panels import ground, meter
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Trace, View

ROOM = theme.FAULT_ROOM
WORDS_X = 500
UNKNOWN = "-"
"""Shown for a credit that could not be read: no guess, and no 0 either."""
HAND = Box(500, 364, 756, 146)
CARDS_X, CARDS_STEP, CARDS_Y = 520, 145, 414
CREDIT = Box(24, 568, 500, 56)
COINS = Box(534, 568, 330, 56)
SINCE = Box(884, 568, 372, 56)
SHOUT = Style("play_bold", 84, theme.IVORY)
WHAT = Style("sans", 34, theme.IVORY)
HOW = Style("sans", 27, theme.rgb("#F1D5C4"))
HEAD = Style("sans_bold", 21, theme.SAND)
CODE = Style("play_bold", 24, theme.AMBER_TEXT)
_UNSURE = frozenset(
    {FaultName.LEDGER_CORRUPT, FaultName.LEDGER_IDENTITY, FaultName.LEDGER_ROLLED_BACK}
)
"""Faults with which the credit on view is what was read last, not what is proven."""


def fault_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The picture of the gravest fault that locks or freezes play."""
    fault = view.state.blocking or Fault(FaultName.LEDGER)
    name = fault.name.value
    width = theme.WIDTH - 24 - WORDS_X
    how = words.text(_how(view, fault))
    credit = UNKNOWN if view.state.is_unread else words.number(view.state.credit)
    sprites = (
        ground(ROOM, (HAND, CREDIT, COINS, SINCE)),
        Sprite(Paint(draw_band, ()), 0, 0, "band"),
        *cabinet(None if fault.name is FaultName.DOOR else sign(fault.name)),
        line(words.text(f"fault.{name}.first"), SHOUT, WORDS_X, 146, "fault", width=width),
        line(
            words.text(f"fault.{name}.second"),
            SHOUT._replace(colour=theme.CORAL),
            WORDS_X,
            229,
            "fault",
            width=width,
            floor=40,
        ),
        line(words.text(f"fault.{name}.what"), WHAT, WORDS_X, 290, "fault", width=width, floor=22),
        *(
            line(part, HOW, WORDS_X, 334 + 30 * index, "fault", width=width, floor=20)
            for index, part in enumerate(wrapped(how, HOW, width)[:1])
        ),
        *_saved_hand(view, fault, words),
        *_for_the_technician(fault),
        *meter(CREDIT, words.text(_credit_label(view)), credit, "credit"),
        *_note(COINS, words.text("fault.coins"), words.text("fault.closed"), theme.CORAL),
        *_note(SINCE, words.text("fault.since"), _time_of(fault.since), theme.IVORY),
        *key_sprites(view.panel, words.legend, words.number, now_s),
    )
    del trace
    return Scene(sprites, None, plan=Plan.FAULT)


def _how(view: View, fault: Fault) -> str:
    """The key of what becomes of the credit and whom to call; no promise that may not hold."""
    if fault.name is FaultName.DOOR:
        return "fault.how.door"
    if fault.name is FaultName.TILT:
        return "fault.how.tilt"
    if fault.name is FaultName.LARGE_WIN:
        return "fault.how.large_win"
    if view.state.is_unread:
        return "fault.how.unread"
    return "fault.how.unsure" if fault.name in _UNSURE else "fault.how.kept"


def _for_the_technician(fault: Fault) -> tuple[Sprite, ...]:
    """The code of the fault, to be told on the telephone; what the system says about it stands
    on the operator's page: nobody else can use it, and it has one language only."""
    return (line(code(fault.name), CODE, WORDS_X + 20, 545, "detail"),)


def _note(box: Box, label: str, text: str, colour: theme.Colour) -> tuple[Sprite, ...]:
    style = Style("play_bold", 29, colour, "right")
    label_style = Style("sans_bold", 18, theme.SAND, "left", 0.4)
    return (
        line(label, label_style, box.x + 15, box.y + 35, "note", width=150),
        line(text, style, box.right - 19, box.y + 39, "note", width=170),
    )


def _time_of(since: str) -> str:
    """Hours, minutes and seconds of an ISO 8601 time; a dash when there is none."""
    return since[11:19] if len(since) >= 19 else "-"


def _credit_label(view: View) -> str:
    return "meter.free_play" if view.state.is_free_play else "meter.credit"


def _saved_hand(view: View, fault: Fault, words: Speech) -> tuple[Sprite, ...]:
    if view.state.is_unread:
        is_gone = fault.name is FaultName.LEDGER_GONE
        text = words.text("fault.saved_gone" if is_gone else "fault.saved_unread")
        return (line(text, HEAD, 520, 445, "hand", width=HAND.w - 40),)
    if not view.state.has_stake:
        return (line(words.text("fault.saved_none"), HEAD, 520, 445, "hand"),)
    right = HEAD._replace(colour=theme.IVORY, align="right")
    return (
        line(words.text("fault.saved_hand"), HEAD, 520, 398, "hand", width=320),
        line(_at_stake(view, words), right, 1236, 398, "hand", width=360),
        *_cards(view),
    )


def _cards(view: View) -> tuple[Sprite, ...]:
    """The cards of the hand; at Cinque Mani five hands, as far as they are laid."""
    if view.state.saved.mode is not Mode.CINQUE_MANI:
        return card_strips(view.state.cards, view.state.held, CARDS_X, CARDS_STEP, CARDS_Y)
    deal = view.state.saved.cinque.dealt
    return tuple(
        Sprite(
            Paint(draw_row, (names(hand), STRIP_W, STRIP_H, 0))
            if hand
            else Paint(draw_strip, ("", False)),
            CARDS_X + CARDS_STEP * place,
            CARDS_Y,
            "hand",
        )
        for place, hand in enumerate(() if deal is None else deal.hands)
    )


def _at_stake(view: View, words: Speech) -> str:
    """The bet in credits, or the pot of a strip table."""
    saved = view.state.saved
    if saved.mode is Mode.STRIP_POKER and saved.strip.session is not None:
        return words.text("fault.saved_pot", amount=saved.strip.session.pot)
    if saved.mode is Mode.CINQUE_MANI:
        laid = saved.cinque.round
        return "" if laid is None else words.counted("fault.saved_stake", laid.stake)
    played = saved.joker.round
    return "" if played is None else words.counted("fault.saved_bet", played.bet)

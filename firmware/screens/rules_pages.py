"""The rules of the games, leaf by leaf, written from the texts and the rules in force."""

from __future__ import annotations

from fractions import Fraction

from firmware.cabinet.state import rules_read
from firmware.games.joker_poker.paytable import MAX_CHIPS
from firmware.money import GameId
from firmware.screens import theme
from firmware.screens.hand_words import sheet
from firmware.screens.leaf import NARROW_W, TEXT, body_box, leaf_scene, paragraphs
from firmware.screens.pay_table import pay_table
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box
from firmware.screens.view import Trace, View
from firmware.words import Language


def _below(view: View) -> Box:
    return Box(24, 368, NARROW_W, 460) if view.is_upright else Box(24, 368, 1232, 250)


def _largest(view: View) -> float:
    """An upright page has room for larger letters."""
    return 38 if view.is_upright else TEXT.size


def _text(view: View) -> Box:
    """Where sentences stand that have the page for themselves."""
    box = body_box(view)
    return Box(box.x + 36, box.y + 34, box.w - 72, box.h - 60)


_BESIDE = Box(884, 66, 372, 292)
_TITLES = ("rules.play.title", "rules.hands.title", "rules.double.title", "rules.fair.title")


def rules_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The leaf of the rules that is open."""
    saved = view.state.saved
    leaves = rules_read(saved.mode, view.setup.games)
    place = min(max(saved.page_number, 0), len(leaves) - 1)
    game, leaf = leaves[place]
    panels: tuple[Box, ...] = (body_box(view),)
    room = theme.JOKER_ROOM
    if game is GameId.STRIP_POKER:
        from firmware.screens.strip_rules import strip_leaf, strip_panels, strip_title

        room = theme.STRIP_PAGES
        panels = strip_panels(view, leaf)
        body = strip_leaf(view, leaf, _text(view), words, _largest(view))
        sub = strip_title(view, leaf, words)
    elif game is GameId.CINQUE_MANI:
        from firmware.screens.cinque_rules import cinque_leaf, cinque_panels, cinque_title

        assert view.setup.cinque is not None
        room = theme.CINQUE_PAGES
        body = cinque_leaf(view.setup.cinque, leaf, words, is_upright=view.is_upright)
        panels = cinque_panels(view, leaf)
        sub = cinque_title(leaf, words)
    else:
        if leaf == 1:
            panels = (theme.TOP_PANEL._replace(y=66), _below(view), _BESIDE)
        body = (_play, _hands, _double, _fair)[leaf](view, words)
        sub = words.text(_TITLES[leaf])
    return leaf_scene(
        view,
        now_s,
        trace,
        words,
        body,
        head=words.text("rules.title"),
        sub=f"{words.text(f'key.{game}')}: {sub}",
        page=place + 1,
        pages=len(leaves),
        room=room,
        panels=panels,
    )


def _play(view: View, words: Speech) -> tuple[Sprite, ...]:
    return paragraphs(
        tuple(words.text(f"rules.play.{n}") for n in range(1, 6)),
        _text(view),
        largest=_largest(view),
    )


def _hands(view: View, words: Speech) -> tuple[Sprite, ...]:
    table = pay_table(
        sheet(words, view.setup, view.state.saved.joker.chip_value),
        theme.JOKER_ROOM,
        column=MAX_CHIPS,
    )
    lowered = tuple(sprite._replace(y=sprite.y + 58) for sprite in table)
    below = Box(60, 396, 1160, 200)
    if view.is_upright:
        below = below._replace(w=NARROW_W - 72, h=410)
    return (
        *lowered,
        *paragraphs(
            (words.text("rules.fair.1", **_returns(view, words)),),
            Box(904, 90, 334, 250),
        ),
        *paragraphs(
            tuple(words.text(f"rules.hands.{part}") for part in ("joker", "low", "royal")),
            below,
        ),
    )


def _double(view: View, words: Speech) -> tuple[Sprite, ...]:
    texts = [words.text(f"rules.double.{n}") for n in range(1, 5)]
    texts.append(words.counted("rules.double.5", view.setup.double_limit))
    if view.setup.game.most_doubles:
        texts.append(words.counted("rules.double.most", view.setup.game.most_doubles))
    return paragraphs(tuple(texts), _text(view), largest=_largest(view))


def _fair(view: View, words: Speech) -> tuple[Sprite, ...]:
    texts = [words.text("rules.fair.1", **_returns(view, words))]
    texts += [words.text(f"rules.fair.{n}") for n in range(2, 6)]
    return paragraphs(tuple(texts), _text(view), largest=_largest(view))


def _returns(view: View, words: Speech) -> dict[str, str]:
    table = view.setup.pay_table
    return {
        "low": percent(table.return_of(1), words.language),
        "high": percent(table.return_of(MAX_CHIPS), words.language),
    }


def percent(share: Fraction, language: Language) -> str:
    """A share with four decimals, as the language writes it.

    >>> percent(Fraction(1, 3), Language.IT).split()
    ['33,3333', '%']
    """
    manner = language.manner
    return manner.percent.replace("{number}", manner.decimals(float(share * 100), 4))

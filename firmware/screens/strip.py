"""Strip Poker as a picture: the table, the cards, the pot, the talk and who sits opposite.

Everything follows from the cabinet's state. While a movement runs, the state already holds its
end; what is drawn is the table that the movement has come to.
"""

from __future__ import annotations

from firmware.cabinet.motion import OPPOSITE, Movement, PartKind
from firmware.cabinet.strip_poker import StripTable, life
from firmware.cards.card import Card
from firmware.games.strip_poker.cast import Character
from firmware.games.strip_poker.hands import evaluate
from firmware.games.strip_poker.seat import Phase
from firmware.games.strip_poker.table import Deal, Outcome, Session, Table
from firmware.panel import Light
from firmware.screens import theme
from firmware.screens.holding import is_lifting, lift
from firmware.screens.keys import key_sprites, next_blink_s
from firmware.screens.layout import Plan
from firmware.screens.lettering import line, width_of
from firmware.screens.panels import ground
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.stillness import faded
from firmware.screens.strip_art import (
    BACK_SCALE,
    BACK_STEP,
    LIFE_STEP,
    POT,
    draw_small_back,
    draw_small_face,
    lives,
)
from firmware.screens.strip_figure import SCENE, figure_scene, next_figure_s
from firmware.screens.strip_middle import METERS, is_revealing, meters, said, the_pot
from firmware.screens.strip_told import hand_title, name_of, told
from firmware.screens.table_cards import BACK, Look, card_sprites, flying
from firmware.screens.theme import CARD_BOXES, CARD_Y, FRAME_S, HELD_LIFT, Style
from firmware.screens.view import Trace, View

ROOM = theme.STRIP_ROOM
PANELS = (theme.TOP_PANEL, SCENE, *METERS)

BACKS_X, BACKS_Y = 44, 26
LEFT_W = 340
LABEL = Style("sans_bold", 19, ROOM.accent, "left", 0.4)
HAND = Style("play_bold", 30, theme.IVORY)
THEIR_HAND = Style("play_bold", 20, theme.AMBER_TEXT)


def strip_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The picture of a session now."""
    strip = view.setup.strip
    assert strip is not None
    movement = view.state.moving(now_s)
    table = view.state.saved.strip
    if movement is not None:
        table = movement.table(now_s) or table
    if table.phase is Phase.CHOOSE or table.session is None:
        from firmware.screens.strip_choose import choose_scene

        return choose_scene(view, now_s, trace, words)
    session, character = table.session, strip.character(table)
    sprites = (
        ground(ROOM, PANELS),
        *figure_scene(strip, table, movement, now_s, words, is_still=view.options.reduced_motion),
        *_own(strip, session, movement, now_s, words),
        *said(view, table, character, movement, now_s, words),
        *the_pot(session, character, table, movement, now_s, words),
        *_opposite(session, character, table, movement, now_s, words),
        *meters(view, table, session, character, movement, words),
        *card_sprites(
            _looks(view, table, session, movement, now_s, trace, words),
            is_still=view.options.reduced_motion,
        ),
        *key_sprites(view.panel, words.legend, words.number, now_s, [b for b, _ in trace.pressed]),
    )
    return Scene(
        sprites,
        _next_frame_s(view, movement, now_s, trace),
        is_settling=is_lifting(view, now_s, trace) or bool(trace.pressed),
        plan=Plan.STRIP,
    )


# --- who sits opposite ------------------------------------------------------------------------


def _opposite(
    session: Session,
    character: Character,
    table: Table,
    movement: Movement | None,
    now_s: float,
    words: Speech,
) -> tuple[Sprite, ...]:
    """The character's cards: backs, and faces where the rules turn them up."""
    deal = session.deal
    if deal is None:
        return ()
    sprites: list[Sprite] = []
    is_open = deal.outcome is not None and deal.folded is None
    shown = 0
    for place, card in enumerate(deal.character.cards, start=1):
        flight = None if movement is None else movement.of(PartKind.FLIGHT, OPPOSITE + place)
        flip = None if movement is None else movement.of(PartKind.FLIP, OPPOSITE + place)
        x, alpha = float(BACKS_X + BACK_STEP * (place - 1)), 1.0
        if flight is not None and now_s < flight.ends_s:
            if now_s < flight.begins_s:
                continue
            if movement is not None and movement.is_still:
                alpha = faded(flight, now_s)
            else:
                x += (1 - flight.progress(now_s) ** 0.6) * (SCENE.x - BACKS_X)
        is_up = is_open and (flip is None or now_s >= (flip.begins_s + flip.ends_s) / 2)
        shown += is_up
        face = Paint(draw_small_face, (str(card), BACK_SCALE))
        back = Paint(draw_small_back, (BACK_SCALE,))
        name = f"opposite.{place}"
        if is_open and flip is not None and movement is not None and movement.is_still:
            over = round(255 * faded(flip, now_s))
            sprites += [Sprite(back, x, BACKS_Y, name)] if over < 255 else []
            sprites += [Sprite(face, x, BACKS_Y, name, over)] if over else []
        else:
            paint = face if is_up else back
            sprites.append(Sprite(paint, x, BACKS_Y, name, round(255 * alpha)))
    if is_open and shown == len(deal.character.cards):
        made = evaluate(deal.character.cards, session.terms.ranking)
        name = name_of(character, words)
        text = words.text("strip.their_hand", name=name, hand=hand_title(made))
    else:
        text = "" if is_open else told(session, table, character, words)
    if text:
        sprites.append(line(text, THEIR_HAND, BACKS_X, 170, "opposite.hand", width=LEFT_W))
    return tuple(sprites)


# --- the player -------------------------------------------------------------------------------


def _own(
    strip: StripTable,
    session: Session,
    movement: Movement | None,
    now_s: float,
    words: Speech,
) -> tuple[Sprite, ...]:
    """What the player has made, and what she can stake."""
    deal = session.deal
    sprites: list[Sprite] = []
    if deal is not None and not _is_dealing(movement, now_s):
        made = evaluate(deal.player.cards, session.terms.ranking)
        head, title = words.text("strip.your_hand"), words.message(hand_title(made))
        sprites.append(line(head, LABEL, 44, 196, "hand"))
        sprites.append(line(title, HAND, 44, 230, "hand", width=LEFT_W))
    wear = session.player.wear
    if wear:
        label = words.text("strip.your_lives")
        x = 44 + width_of(label, LABEL) + 18
        step = min(LIFE_STEP, (POT.x - 8 - x) / len(wear))
        sprites.append(line(label, LABEL, 44, 277, "lives"))
        names = tuple(life(strip.game, place) for place in range(len(wear)))
        sprites += lives(names, tuple(each.value for each in wear), x, 248, step)
    return tuple(sprites)


def _is_dealing(movement: Movement | None, now_s: float) -> bool:
    """Whether a card of the player's still flies or turns."""
    return movement is not None and any(
        part.kind in (PartKind.FLIGHT, PartKind.FLIP)
        and part.position < OPPOSITE
        and now_s < part.ends_s
        for part in movement.parts
    )


def _looks(
    view: View,
    table: Table,
    session: Session,
    movement: Movement | None,
    now_s: float,
    trace: Trace,
    words: Speech,
) -> list[Look | None]:
    """The player's five; backs before the first deal."""
    deal = session.deal
    if deal is None:
        return [Look(BACK, box.x, CARD_Y) for box in CARD_BOXES]
    winning = _winning(session, deal, table, movement, now_s)
    return [
        _look(view, table, deal, place, card, winning, movement, now_s, trace, words)
        for place, card in enumerate(deal.player.cards, start=1)
    ]


def _look(
    view: View,
    table: Table,
    deal: Deal,
    place: int,
    card: Card,
    winning: tuple[int, ...],
    movement: Movement | None,
    now_s: float,
    trace: Trace,
    words: Speech,
) -> Look | None:
    x, turn = float(CARD_BOXES[place - 1].x), 1.0
    if movement is not None:
        flight = movement.of(PartKind.FLIGHT, place)
        flip = movement.of(PartKind.FLIP, place)
        if flight is not None and now_s < flight.ends_s:
            if now_s < flight.begins_s:
                return None
            return flying(place, flight, now_s, is_still=movement.is_still)
        if flip is not None:
            turn = flip.progress(now_s)
    look = Look(str(card), x, CARD_Y, turn)
    if table.phase is Phase.DRAW:
        if movement is not None:
            return look
        risen = lift(view, place, now_s, trace)
        look = look._replace(y=CARD_Y - HELD_LIFT * risen)
        if place in deal.marks:
            return look._replace(veil=1.0)
        return look._replace(outline="held", tag=words.text("key.hold"), tag_grown=risen)
    if place in winning:
        return look._replace(outline="won")
    is_lost = deal.outcome is Outcome.CHARACTER and not is_revealing(movement, now_s)
    return look._replace(dim=1.0) if is_lost and table.phase is not Phase.SHOWDOWN else look


def _winning(
    session: Session, deal: Deal, table: Table, movement: Movement | None, now_s: float
) -> tuple[int, ...]:
    """Places of the player's cards that have won the deal, once that is seen."""
    if deal.outcome is not Outcome.PLAYER or deal.folded or is_revealing(movement, now_s):
        return ()
    if table.phase not in (Phase.SHOWDOWN, Phase.BETWEEN, Phase.END):
        return ()
    return evaluate(deal.player.cards, session.terms.ranking).positions or (1, 2, 3, 4, 5)


def _next_frame_s(
    view: View, movement: Movement | None, now_s: float, trace: Trace
) -> float | None:
    due = [] if view.options.reduced_motion else [next_figure_s(now_s)]
    if movement is not None or is_lifting(view, now_s, trace):
        due.append(now_s + FRAME_S)
    if trace.pressed:
        due.append(min(when for _, when in trace.pressed) + theme.PRESS_S)
    if any(key.light is Light.NEXT for key in view.panel.values()):
        due.append(next_blink_s(now_s))
    return min(due, default=None)

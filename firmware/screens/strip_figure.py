"""Who sits opposite, in the room behind the table: figure, coat rack, garments on their way."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import pygame

from firmware.cabinet.motion import Movement, Part, PartKind
from firmware.cabinet.strip_poker import NEUTRAL_LIFE, Guest, StripTable
from firmware.errors import ArtError
from firmware.games.strip_poker import talk
from firmware.games.strip_poker.cast import Character, Face, Room
from firmware.games.strip_poker.table import Side, Table
from firmware.screens import brush, theme
from firmware.screens.figure import (
    Pose,
    Spot,
    code_of,
    coming_screen,
    draw_flying,
    farewell_sprites,
    figure_sprites,
    hung_box,
    rack_sprites,
    worn_box,
)
from firmware.screens.kit import Kit
from firmware.screens.lettering import draw_line, fit, growth_in_force, line
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.strip_art import LIFE_STEP, LIFE_W, lives
from firmware.screens.theme import Box, Style

SCENE = Box(884, 8, 372, 550)
INSIDE = Box(885.5, 9.5, 369, 547)
FIGURE = Spot(956, 26, 500)
RACK = Spot(812, 66, 440)
PLATE = Box(897, 510, 346, 38)
LIVES_Y = 458
TAG_X, TAG_Y = 938, 318
PLATE_NAME = Style("play_bold", 22, theme.IVORY, "centre")
TAG_HEAD = Style("sans_bold", 17, theme.CARD_RED, "centre", 0.6)
TAG_WHAT = Style("sans_bold", 15, theme.CARD_INK, "centre")
TAG_W, TAG_H, TAG_ROW = 84, 50, 16

BREATHS = ((0, 0.9), (1, 0.5), (2, 0.5), (3, 0.9), (2, 0.6), (1, 0.6))
"""A breath: how deep it is, of three, and for how many seconds; then the next."""
BREATH_S = sum(lasts_s for _, lasts_s in BREATHS)
BLINK_S = 0.12
BLINKS_S = (3.4, 5.1, 4.2)
"""From one blink to the next."""


class Gesture(NamedTuple):
    """A small movement of one part, there and back.

    Attributes:
        begins_s: in the ring of gestures.
        lasts_s: how long it takes.
        most_deg: the turn at its middle.
    """

    begins_s: float
    lasts_s: float
    most_deg: float


GESTURES = (Gesture(5.0, 1.6, 2.0), Gesture(10.4, 1.2, 4.0))
"""The head tilts; the cards are peeked at."""
GESTURES_S = 14.0
"""From the beginning of the ring to the next."""
GESTURE_FRAME_S = 1 / 15
FLIGHT_STEPS = 27
"""Pictures of a garment's flight: one every frame of 30 a second."""
SCREEN_PART = 0.25
"""The first part of a farewell, in which the folding screen comes in from the right."""
LIFT_PART = 0.2
"""The first part of the flight, in which a garment only rises."""


def figure_scene(
    strip: StripTable,
    table: Table,
    movement: Movement | None,
    now_s: float,
    words: Speech,
    *,
    is_still: bool = False,
) -> tuple[Sprite, ...]:
    """The room, whoever is in it (who does not even breathe if `is_still`), and what hangs on
    the rack."""
    guest = strip.guest(table)
    character, room = guest.character, guest.room
    mood = _face(table, movement, now_s)
    pose = Pose(mood) if is_still else _pose(mood, now_s)
    has_theme = strip.game.has_theme
    session = table.session
    other = 0  # garments more than the session was begun about: its guest's pack was taken away
    if session is not None:
        other = len(character.garments) - session.character.garments
    lost = session.character.lost if session is not None and has_theme else 0
    lost = max(0, lost + other) if lost else 0
    sprites: list[Sprite] = [backdrop(room, character)]
    if has_theme:
        sprites += _dressing(guest, lost, pose, _moving(movement, other), now_s)
    else:
        sprites += figure_sprites(character, 0, pose, FIGURE)
    sprites = [sprite._replace(clip=INSIDE) for sprite in sprites]
    if has_theme and session is not None and session.character.at_stake:
        first = session.character.lost + other
        pledged = character.garments[max(0, first) : max(0, first + session.character.at_stake)]
        names = tuple(each.short[words.language] for each in pledged)
        if names:
            sprites.append(_pledge_tag(words.text("strip.pledge"), names))
    if not has_theme and session is not None:
        sprites += _neutral(session.character)
    sprites += _plate(character.name[words.language])
    return tuple(sprites)


def next_figure_s(now_s: float) -> float:
    """When a figure that stands still looks different next: a breath, a blink, a gesture."""
    return min(_next_breath_s(now_s), _next_gesture_s(now_s))


def _next_breath_s(now_s: float) -> float:
    at_s = now_s % BREATH_S
    passed = 0.0
    due = now_s + BREATH_S - at_s
    for _, lasts_s in BREATHS:
        passed += lasts_s
        if at_s < passed - 1e-6:
            due = now_s + passed - at_s
            break
    return min(due, _next_blink_s(now_s))


def _pose(face: Face, now_s: float) -> Pose:
    """How a figure stands now, breathing and blinking."""
    tilt_deg, peek_deg = (_swing(gesture, now_s) for gesture in GESTURES)
    return Pose(face, _breath(now_s) / 3, _is_blinking(now_s), tilt_deg, peek_deg)


def _swing(gesture: Gesture, now_s: float) -> float:
    """How far a gesture has turned its part, degrees."""
    share = (now_s % GESTURES_S - gesture.begins_s) / gesture.lasts_s
    return gesture.most_deg * math.sin(math.pi * share) if 0 < share < 1 else 0.0


def _next_gesture_s(now_s: float) -> float:
    at_s = now_s % GESTURES_S
    due: list[float] = []
    for gesture in GESTURES:
        if gesture.begins_s - 1e-6 <= at_s < gesture.begins_s + gesture.lasts_s:
            return now_s + GESTURE_FRAME_S
        due.append(now_s + (gesture.begins_s - at_s) % GESTURES_S)
    return min(due)


def _breath(now_s: float) -> int:
    at_s = now_s % BREATH_S
    for depth, lasts_s in BREATHS:
        if at_s < lasts_s:
            return depth
        at_s -= lasts_s
    return BREATHS[0][0]


def _is_blinking(now_s: float) -> bool:
    return _since_blink_s(now_s) < BLINK_S


def _since_blink_s(now_s: float) -> float:
    at_s = now_s % sum(BLINKS_S)
    for gap_s in BLINKS_S:
        if at_s < gap_s:
            return at_s
        at_s -= gap_s
    return at_s


def _next_blink_s(now_s: float) -> float:
    since_s = _since_blink_s(now_s)
    if since_s < BLINK_S - 1e-6:
        return now_s + BLINK_S - since_s
    at_s = now_s % sum(BLINKS_S)
    for gap_s in BLINKS_S:
        if at_s < gap_s - 1e-6:
            return now_s + gap_s - at_s
        at_s -= gap_s
    return now_s + BLINKS_S[0]


def _face(table: Table, movement: Movement | None, now_s: float) -> Face:
    """The face now: closed while it thinks, else what the table makes it feel."""
    if movement is not None:
        think = movement.of(PartKind.THINK)
        if think is not None and think.begins_s <= now_s < think.ends_s:
            return Face.POKER
        flips = [part for part in movement.parts if part.kind is PartKind.FLIP]
        if (
            table.dealt is not None
            and table.dealt.outcome
            and any(now_s < part.ends_s for part in flips)
        ):
            return Face.POKER
        if any(part.kind is PartKind.DRESS for part in movement.parts):
            return Face.GLAD
    return talk.face(table)


# --- garments ---------------------------------------------------------------------------------


_GARMENTS = (PartKind.UNDRESS, PartKind.DRESS, PartKind.FAREWELL)


def _moving(movement: Movement | None, other: int) -> tuple[Part, ...]:
    """What moves, with the garments counted from the last one where there are `other` more."""
    parts = () if movement is None else movement.parts
    counted = [
        replace(part, position=part.position + other) if part.kind in _GARMENTS else part
        for part in parts
    ]
    return tuple(part for part in counted if part.position >= 0)


def _dressing(
    guest: Guest,
    lost: int,
    pose: Pose,
    parts: tuple[Part, ...],
    now_s: float,
) -> list[Sprite]:
    """The figure and the rack while garments go to and fro."""
    character = guest.character
    going = [part for part in parts if part.kind is PartKind.UNDRESS]
    coming = [part for part in parts if part.kind is PartKind.DRESS]
    leaving = next((part for part in parts if part.kind is PartKind.FAREWELL), None)
    most = len(character.garments) - 1
    is_behind = lost > most and (leaving is None or now_s >= leaving.begins_s)
    worn_off = min(lost, most) - sum(now_s < part.begins_s for part in going)
    worn_off += sum(now_s < part.ends_s for part in coming)
    hung = min(lost, most) - sum(now_s < part.ends_s for part in going)
    hung += sum(now_s < part.begins_s for part in coming)
    sprites = [*rack_sprites(character, hung, guest.room.rack, RACK)]
    away = _away(leaving, now_s) if is_behind and leaving is not None else 0.0
    if away:
        sprites += figure_sprites(character, most, pose, FIGURE)
        sprites += coming_screen(character, FIGURE, away)
    elif is_behind:
        rise = 1.0 if leaving is None else _risen(leaving, now_s)
        wave = 8.0 * math.sin(now_s * 5.0) if leaving is not None else 0.0
        sprites += farewell_sprites(character, FIGURE, rise=rise, wave_deg=wave)
    else:
        sprites += figure_sprites(character, min(worn_off, most), pose, FIGURE)
    for part in (*going, *coming):
        if part.begins_s <= now_s < part.ends_s:
            sprites.append(_flying(character, part, now_s))
    return sprites


def _away(part: Part, now_s: float) -> float:
    """How far from its place the folding screen still is, in half units."""
    left = max(0.0, 1.0 - part.progress(now_s) / SCREEN_PART)
    return round(left * left * INSIDE.w * 2) / 2


def _risen(part: Part, now_s: float) -> float:
    """How far the last garment has come up behind the screen."""
    return max(0.0, min(1.0, part.progress(now_s) * 1.6 - 0.6))


def _flying(character: Character, part: Part, now_s: float) -> Sprite:
    """A garment between the figure and its hook."""
    garment = character.garments[part.position]
    share = round(part.progress(now_s) * FLIGHT_STEPS) / FLIGHT_STEPS
    if part.kind is PartKind.DRESS:
        share = 1.0 - share
    start, end = _middle(worn_box(garment, FIGURE)), _middle(hung_box(garment, RACK))
    x, y = arc(start, end, share)
    zoom = 1.0 + (FIGURE.height / RACK.height - 1.0) * (1.0 - share)
    turn = 24.0 * math.sin(math.pi * share)
    paint = Paint(draw_flying, (str(garment.rack), RACK.height, round(zoom, 2), round(turn)))
    return Sprite(paint, x, y, "garment")


def measuring(character: Character) -> Iterator[object]:
    """Look where each garment lies on a character and on the rack, one picture at each step."""
    for garment in character.garments:
        if garment.rack is not None:
            yield worn_box(garment, FIGURE)
            yield hung_box(garment, RACK)


def arc(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    """A point of a garment's way: up by 20 first, then over in an arc.

    >>> arc((100, 200), (20, 80), 0.0), arc((100, 200), (20, 80), 1.0)
    ((100.0, 200.0), (20.0, 80.0))
    """
    if share < LIFT_PART:
        return float(start[0]), start[1] - 20 * share / LIFT_PART
    along = (share - LIFT_PART) / (1.0 - LIFT_PART)
    eased = along * along * (3 - 2 * along)
    x0, y0 = start[0], start[1] - 20
    cx, cy = (x0 + end[0]) / 2, min(y0, end[1]) - 70
    x = (1 - eased) ** 2 * x0 + 2 * (1 - eased) * eased * cx + eased**2 * end[0]
    y = (1 - eased) ** 2 * y0 + 2 * (1 - eased) * eased * cy + eased**2 * end[1]
    return round(x * 2) / 2, round(y * 2) / 2


def _middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _neutral(side: Side) -> tuple[Sprite, ...]:
    """The lives that stand for garments where the theme is put off."""
    count = side.garments
    left = SCENE.middle_x - (LIFE_STEP * count - (LIFE_STEP - LIFE_W)) / 2
    states = tuple(each.value for each in side.wear)
    return lives((NEUTRAL_LIFE,) * count, states, left, LIVES_Y, widget="their_lives")


# --- room, plate, tag -------------------------------------------------------------------------


def backdrop(room: Room, character: Character) -> Sprite:
    """The room behind a character, lit for her."""
    files = tuple(None if file is None else str(file) for file in (room.backdrop, room.lamp))
    return Sprite(Paint(draw_backdrop, (*files, character.lamp.light)), INSIDE.x, INSIDE.y, "room")


def draw_backdrop(kit: Kit, file: str | None, lamp: str | None, light: str) -> Picture:
    """Paint: the room of a pack, or a plum wall with a lamp where it has none.

    Args:
        kit: of the display.
        file: the picture of the room.
        lamp: the lamplight on it as a white shape.
        light: its colour for whoever stands in it, `#RRGGBB`.
    """
    size = round(INSIDE.w * kit.scale), round(INSIDE.h * kit.scale)
    files = tuple(each for each in (file, lamp) if each is not None)
    name = f"backdrop-{light[1:].lower()}-{code_of(files)}"
    return Picture(kit.kept(name, size, lambda: _backdrop_at(kit.scale, size, file, lamp, light)))


def _backdrop_at(
    scale: float, size: tuple[int, int], file: str | None, lamp: str | None, light: str
) -> pygame.Surface:
    out = brush.vertical_gradient(*size, (theme.rgb("#4A2148"), theme.rgb("#160914")))
    if file is not None:
        out.blit(_room_picture(file, size), (0, 0))
        if lamp is not None:
            out.blit(brush.tint(_room_picture(lamp, size), theme.rgb(light)), (0, 0))
    else:
        middle = (size[0] * 0.64, size[1] * 0.36)
        out.blit(brush.pool(size, middle, size[0] * 1.5, theme.rgb("#F0B469"), 0.85), (0, 0))
    return brush.masked(out, brush.rounded(*size, 9 * scale))


def _room_picture(file: str, size: tuple[int, int]) -> pygame.Surface:
    """A picture of the room at its size, 32 bits with straight alpha.

    Raises:
        ArtError: when it cannot be read.
    """
    try:
        found = pygame.image.load(file)
    except (pygame.error, OSError) as error:
        raise ArtError(f"the picture {file} cannot be read: {error}") from error
    whole = brush.blank(*found.get_size())
    whole.blit(found, (0, 0))
    return pygame.transform.smoothscale(whole, size)


def _plate(name: str) -> tuple[Sprite, ...]:
    return (
        Sprite(Paint(draw_plate, (PLATE.w, PLATE.h)), PLATE.x, PLATE.y, "plate"),
        line(name.upper(), PLATE_NAME, PLATE.middle_x, PLATE.y + 27, "plate", width=PLATE.w - 24),
    )


def draw_plate(kit: Kit, width: float, height: float) -> Picture:
    """Paint: the dark plate under the name."""
    w, h = round(width * kit.scale), round(height * kit.scale)
    out = brush.tint(brush.rounded(w, h, 6 * kit.scale), theme.rgb("#0B050B"), 225)
    return Picture(out)


def _pledge_tag(head: str, names: tuple[str, ...]) -> Sprite:
    wider = (growth_in_force() - 1) * TAG_W / 2
    return Sprite(Paint(draw_pledge_tag, (head, names)), TAG_X + wider, TAG_Y, "pledge")


def draw_pledge_tag(kit: Kit, head: str, names: tuple[str, ...]) -> Picture:
    """Paint: a paper tag on a string, a little askew, with a line for each garment at stake;
    anchored at its hole. For large letters all of it is larger."""
    kit = kit.at(kit.scale * kit.growth)
    s = kit.scale
    w, h = round(TAG_W * s), round((TAG_H + TAG_ROW * (len(names) - 1)) * s)
    paper = brush.tint(brush.rounded(w, h, 3 * s), theme.PAPER)
    rows = [(head, TAG_HEAD, 27)]
    rows += [(name, TAG_WHAT, 44 + TAG_ROW * at) for at, name in enumerate(names)]
    for text, style, baseline in rows:
        fitted = fit(text, style, TAG_W - 8, 11)
        drawn = draw_line(kit, text, style._replace(size=fitted.size), fitted.squeeze)
        paper.blit(drawn.surface, (w // 2 + drawn.dx, round(baseline * s) + drawn.dy))
    hole = brush.disc(6 * s, theme.rgb("#3A1B3D"))
    paper.blit(hole, hole.get_rect(center=(w // 2, round(7 * s))))
    turned = pygame.transform.rotozoom(paper, 4, 1.0)
    out = brush.blank(turned.get_width(), turned.get_height() + 26 * s)
    middle = out.get_width() // 2
    pygame.draw.aaline(out, (*theme.PAPER, 255), (middle + 4 * s, 0), (middle, 30 * s))
    out.blit(turned, (0, round(22 * s)))
    return Picture(out, -middle, 0)

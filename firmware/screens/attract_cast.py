"""The cast of Strip Poker in attract: everybody in her own lamplight, with name, age and trade.

They stand as they come to the table; nobody is ever drawn here with anything off.
"""

from __future__ import annotations

from firmware.cabinet.slides import Showing
from firmware.cabinet.strip_poker import SHOWN_AT_ONCE, Guest
from firmware.games.strip_poker.cast import Face
from firmware.screens import brush, theme
from firmware.screens.attract_film import BAR_PANELS
from firmware.screens.figure import Pose, Spot, figure_sprites
from firmware.screens.kit import Kit
from firmware.screens.layout import UPRIGHT_Y, Plan
from firmware.screens.lettering import line
from firmware.screens.panels import ground
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.strip_figure import FIGURE, INSIDE, SCENE, backdrop, draw_plate
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

ROOM = theme.STRIP_ROOM
PLATE_H = 66
GAP = 24
COMING_S = 0.8
"""From one who comes into the light to the next."""
DUSK = 120
"""Of 255: how dark it is about those whom the light has left."""
NAME = Style("play_bold", 24, theme.IVORY, "centre")
FACTS = Style("sans_bold", 19, ROOM.accent, "centre")


def cast_scene(view: View, shown: Showing, now_s: float, words: Speech) -> Scene | None:
    """As many of the cast as fit side by side; with more of them others in the next loop.

    One after the other they come into their light, which then goes from one to the next: so no
    frame must draw more than one of them. None where nobody can sit opposite.
    """
    strip = view.setup.strip
    cast = () if strip is None else tuple(strip.cast().values())
    if not cast:
        return None
    page = cast_page(cast, shown.loop)
    each_s = (shown.slide.seconds - COMING_S * len(page)) / len(page)
    come = min(len(page), int(shown.into_s / COMING_S + 1e-9) + 1)
    lit = come - 1
    if shown.into_s >= COMING_S * len(page):
        lit = min(len(page) - 1, int(shown.into_s / each_s - COMING_S * len(page) / each_s))
    sprites: list[Sprite] = []
    boxes = _boxes(len(page), is_upright=view.is_upright)
    for at, (guest, box) in enumerate(zip(page, boxes, strict=True)):
        if at < come:
            sprites += _portrait(guest, box, f"cast.{at}", words, is_lit=at == lit)
    changes_s = [COMING_S * at for at in range(1, len(page) + 1)]
    changes_s += [changes_s[-1] + each_s * at for at in range(1, len(page) + 1)]
    next_s = now_s + min(at_s for at_s in changes_s if at_s > shown.into_s + 1e-6)
    return Scene((ground(ROOM, (*boxes, *BAR_PANELS)), *sprites), next_s, plan=Plan.GALLERY)


def _boxes(count: int, *, is_upright: bool) -> list[Box]:
    """A scene for each: side by side; in rows of two on an upright display."""
    a_row = 2 if is_upright else count
    top = UPRIGHT_Y + GAP if is_upright else SCENE.y
    across = 2 * SCENE.w + 3 * GAP if is_upright else theme.WIDTH
    boxes: list[Box] = []
    for first in range(0, count, a_row):
        here = min(a_row, count - first)
        left = (across - here * SCENE.w - (here - 1) * GAP) / 2
        y = top + (SCENE.h + GAP) * (first // a_row)
        boxes += [Box(left + (SCENE.w + GAP) * at, y, SCENE.w, SCENE.h) for at in range(here)]
    return boxes


def cast_page(cast: tuple[Guest, ...], loop: int) -> tuple[Guest, ...]:
    """Who is shown in a loop: after as many loops as there are pages everybody was."""
    pages = -(-len(cast) // SHOWN_AT_ONCE)
    first = loop % pages * SHOWN_AT_ONCE
    return cast[first : first + SHOWN_AT_ONCE]


def _portrait(
    guest: Guest, box: Box, widget: str, words: Speech, *, is_lit: bool
) -> tuple[Sprite, ...]:
    character, language = guest.character, words.language
    dx, dy = box.x - SCENE.x, box.y - SCENE.y
    room = backdrop(guest.room, character)
    spot = Spot(
        FIGURE.x + dx, FIGURE.y + dy - 12, FIGURE.height
    )  # as large as at the table: kept once
    inside = Box(INSIDE.x + dx, INSIDE.y + dy, INSIDE.w, INSIDE.h)
    pose = Pose(Face.GLAD if is_lit else Face.NEUTRAL)
    plate = Box(box.x + 13, box.bottom - PLATE_H - 10, box.w - 26, PLATE_H)
    facts = f"{words.counted('strip.age', character.age)}. {character.profession[language]}"
    dusk = Paint(draw_dusk, (INSIDE.w, INSIDE.h))
    return (
        room._replace(x=room.x + dx, y=room.y + dy, widget=f"{widget}.room"),
        *(
            sprite._replace(clip=inside)
            for sprite in figure_sprites(character, 0, pose, spot, f"{widget}.figure")
        ),
        *(() if is_lit else (Sprite(dusk, inside.x, inside.y, f"{widget}.dusk", DUSK),)),
        Sprite(Paint(draw_plate, (plate.w, plate.h)), plate.x, plate.y, f"{widget}.plate"),
        line(
            character.name[language].upper(), NAME, box.middle_x, plate.y + 29, f"{widget}.plate",
            width=plate.w - 20,
        ),
        line(facts, FACTS, box.middle_x, plate.y + 55, f"{widget}.plate", width=plate.w - 20),
    )  # fmt: skip


def draw_dusk(kit: Kit, width: float, height: float) -> Picture:
    """Paint: darkness in the shape of a scene's inside."""
    w, h = round(width * kit.scale), round(height * kit.scale)
    return Picture(brush.tint(brush.rounded(w, h, 9 * kit.scale), theme.rgb("#0B050B")))

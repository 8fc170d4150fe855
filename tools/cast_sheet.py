"""The contact sheet of a cast: all there is to see of it, so that nothing is installed unseen.

For every character three rows: each state from fully dressed to the folding screen with the
rack full; the five faces and the closed lids; every state at 120 px in colour and as a shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pygame

from firmware.games.strip_poker.cast import Character, Face, Part
from firmware.screens.card_art import CardArt
from firmware.screens.figure import (
    Pose,
    Spot,
    farewell_sprites,
    figure_sprites,
    rack_sprites,
)
from firmware.screens.kit import Kit
from firmware.screens.stage import Sprite
from firmware.screens.theme import rgb

STATE = (387, 645)
FACE_HEIGHT = 400
SMALL_HEIGHT = 120
MARGIN = 8
GROUND = rgb("#171a1e")
_FACE_CANVAS = 1400
"""How high the canvas is drawn of which the faces' row shows a part."""
_FINE = 3
_SMALL_ROW = SMALL_HEIGHT + 30


def cast_sheet(people: Sequence[Character], rack: Path | None) -> pygame.Surface:
    """All rows of these characters, one below the other."""
    kit = Kit(1.0, CardArt(1.0))
    blocks = [_block(kit, one, rack) for one in people]
    width = max(block.get_width() for block in blocks)
    sheet = pygame.Surface((width, sum(block.get_height() for block in blocks)), 0, 32)
    sheet.fill(GROUND)
    y = 0
    for block in blocks:
        sheet.blit(block, (0, y))
        y += block.get_height()
    return sheet


def _block(kit: Kit, one: Character, rack: Path | None) -> pygame.Surface:
    rows = [_states(kit, one, rack), _faces(kit, one), _silhouettes(kit, one)]
    width = max(row.get_width() for row in rows) + 2 * MARGIN
    height = sum(row.get_height() + MARGIN for row in rows) + MARGIN
    block = pygame.Surface((width, height), 0, 32)
    block.fill(GROUND)
    y = MARGIN
    for row in rows:
        block.blit(row, (MARGIN, y))
        y += row.get_height() + MARGIN
    return block


def _states(kit: Kit, one: Character, rack: Path | None) -> pygame.Surface:
    most = len(one.garments) - 1
    pictures = []
    for lost in range(most + 1):
        cell = _lamplight(one)
        _draw(kit, cell, figure_sprites(one, lost, Pose(), Spot(0, 0, STATE[1])))
        pictures.append(cell)
    behind = _lamplight(one)
    _draw(kit, behind, farewell_sprites(one, Spot(0, 0, STATE[1])))
    hung = _lamplight(one)
    _draw(kit, hung, rack_sprites(one, most, rack, Spot(0, 0, STATE[1])))
    return _row([*pictures, behind, hung])


def _faces(kit: Kit, one: Character) -> pygame.Surface:
    """The heads, with everything on but what is worn on them."""
    lost = sum(
        1 for each in one.garments[:1] if any(layer.part is Part.HEAD for layer in each.layers)
    )
    poses = [*(Pose(face) for face in Face), Pose(Face.NEUTRAL, is_blinking=True)]
    middle = one.neck[0] / one.canvas[0] * _FACE_CANVAS * 3 / 5
    chin = one.neck[1] / one.canvas[1] * _FACE_CANVAS
    spot = Spot(STATE[0] / 2 - middle, FACE_HEIGHT * 0.84 - chin, _FACE_CANVAS)
    cells = []
    for pose in poses:
        cell = pygame.Surface((STATE[0], FACE_HEIGHT), 0, 32)
        cell.fill(rgb(one.lamp.light))
        _draw(kit, cell, figure_sprites(one, lost, pose, spot))
        cells.append(cell)
    return _row(cells)


def _silhouettes(kit: Kit, one: Character) -> pygame.Surface:
    spot = Spot(0, 0, SMALL_HEIGHT)
    piles = [figure_sprites(one, lost, Pose(), spot) for lost in range(len(one.garments))]
    piles.append(farewell_sprites(one, spot))
    tables = {str(layer.file) for layer in one.base if layer.part is Part.TABLE}
    cell_width = (STATE[0] + MARGIN) * (len(piles) + 1) // (2 * len(piles)) - MARGIN
    cells = []
    for is_black in (False, True):
        for pile in piles:
            shown = [each for each in pile if not (is_black and _shows_only(each, tables))]
            small = pygame.Surface((SMALL_HEIGHT * 3 // 5, SMALL_HEIGHT), pygame.SRCALPHA, 32)
            _draw(kit, small, shown)
            if is_black:
                small.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
            cell = pygame.Surface((cell_width, _SMALL_ROW), 0, 32)
            cell.fill(rgb(one.lamp.light))
            cell.blit(small, ((cell_width - small.get_width()) // 2, 15))
            cells.append(cell)
    return _row(cells)


def _shows_only(sprite: Sprite, files: set[str]) -> bool:
    return set(sprite.paint.args[0]) <= files


def _lamplight(one: Character) -> pygame.Surface:
    """The wall, one oval of light and its pool on the floor."""
    large = pygame.Surface((STATE[0] * _FINE, STATE[1] * _FINE), 0, 32)
    width, height = large.get_size()
    scale = height / 1000
    large.fill(rgb(one.lamp.wall))
    pygame.draw.rect(large, rgb(one.lamp.floor), (0, round(916 * scale), width, height))
    for x, y, across, down in ((300, 470, 292, 440), (300, 960, 280, 26)):
        box = pygame.Rect(0, 0, round(2 * across * scale), round(2 * down * scale))
        box.center = (round(x * scale), round(y * scale))
        pygame.draw.ellipse(large, rgb(one.lamp.light), box)
    return pygame.transform.smoothscale(large, STATE)


def _draw(kit: Kit, surface: pygame.Surface, sprites: Iterable[Sprite]) -> None:
    for sprite in sprites:
        drawn = sprite.paint.draw(kit, *sprite.paint.args)
        surface.blit(drawn.surface, (round(sprite.x) + drawn.dx, round(sprite.y) + drawn.dy))


def _row(cells: Sequence[pygame.Surface]) -> pygame.Surface:
    width = sum(cell.get_width() + MARGIN for cell in cells) - MARGIN
    row = pygame.Surface((width, max(cell.get_height() for cell in cells)), 0, 32)
    row.fill(GROUND)
    x = 0
    for cell in cells:
        row.blit(cell, (x, 0))
        x += cell.get_width() + MARGIN
    return row

"""Figures of Strip Poker: the layers of a pack laid over each other, breathing and blinking.

A character is a pile of pictures of one canvas. Neighbours in depth that move together become
one sprite (a run), which is put together at the canvas' own size and scaled once, so that no
hairline shows between a cuff and its wrist. The garments taken off are simply not in the pile:
the lowest picture is the body in its last garment, and there is none beneath.

Places and lengths are logical pixels; a figure is given by the corner of its canvas and its height.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path

import pygame

from firmware.errors import ArtError
from firmware.games.strip_poker.cast import Character, Face, Garment, Layer, Part
from firmware.games.strip_poker.pack_pictures import PictureFault, png_size
from firmware.screens.brush import blank
from firmware.screens.kit import Kit
from firmware.screens.stage import Paint, Picture, Sprite

WAIST = 0.56
"""Of the canvas' height: what lies above it rises with a breath; the table hand lies on it."""
BREATH = 0.006
"""How far the crown rises at a full breath, of the canvas' height."""
TILT_MAX_DEG = 3.0
WAVE_FOOT = (0.75, 0.29)
"""The point of the canvas that the waving hand turns about, as fractions."""

_TURN_STEP_DEG = 0.5
_BREATH_STEPS = 3

Files = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pose:
    """How a figure stands at a moment; the default is perfectly still.

    Attributes:
        face: which of the five.
        breath: 0 (out) to 1 (in).
        is_blinking: lids closed, where the face allows it.
        tilt_deg: of the head, to the viewer's left; at most `TILT_MAX_DEG` either way.
        peek_deg: of the fan of cards, to the viewer's left.
    """

    face: Face = Face.NEUTRAL
    breath: float = 0.0
    is_blinking: bool = False
    tilt_deg: float = 0.0
    peek_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a canvas lies: its upper left corner and its height; it is 3 wide to 5 high."""

    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring layers that move together."""

    part: Part
    files: Files


def runs(
    character: Character, lost: int, face: Face = Face.NEUTRAL, is_blinking: bool = False
) -> tuple[Run, ...]:
    """The layers of a figure from back to front.

    Args:
        character: whose.
        lost: garments taken off, from the outermost; all of them but the last at most.
        face: the face worn.
        is_blinking: with closed lids, where this face has such.

    Raises:
        ValueError: when the last garment would be off; that is drawn by `farewell_sprites`.
    """
    most = len(character.garments) - 1
    if not 0 <= lost <= most:
        raise ValueError(f"{character.id} cannot be drawn with {lost} garments off (0 to {most})")
    layers = [*character.base, *_head(character, face, is_blinking)]
    for garment in character.garments[lost:]:
        layers += garment.layers
    return _joined(layers)


def head_runs(
    character: Character, face: Face, is_blinking: bool = False
) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """The bare head alone, what lies behind the neck and what lies before it."""
    base = [layer for layer in character.base if layer.part is Part.HEAD]
    floor = min((layer.z for layer in character.base if layer.part is Part.BODY), default=0)
    layers = [*base, *_head(character, face, is_blinking)]
    behind = _joined(layer for layer in layers if layer.z < floor)
    return behind, _joined(layer for layer in layers if layer.z >= floor)


def _head(character: Character, face: Face, is_blinking: bool) -> list[Layer]:
    worn = [Layer(character.faces[face], character.face_z, Part.HEAD)]
    blink = character.blink
    if is_blinking and blink is not None and face in blink.faces:
        worn.append(blink.layer)
    return worn


def _joined(layers: Iterable[Layer]) -> tuple[Run, ...]:
    ordered = sorted(layers, key=lambda layer: layer.z)  # stable: as written within one depth
    return tuple(
        Run(part, tuple(str(layer.file) for layer in group))
        for part, group in groupby(ordered, key=lambda layer: layer.part)
    )


# --- sprites ----------------------------------------------------------------------------------


def figure_sprites(
    character: Character,
    lost: int,
    pose: Pose,
    spot: Spot,
    widget: str = "figure",
) -> tuple[Sprite, ...]:
    """A figure that has `lost` garments off, from back to front.

    Raises:
        ValueError: when the last garment would be off.
    """
    breath = round(pose.breath * _BREATH_STEPS)
    return tuple(
        _posed(run, character, pose, breath, spot, f"{widget}.{number}")
        for number, run in enumerate(runs(character, lost, pose.face, pose.is_blinking))
    )


def farewell_sprites(
    character: Character,
    spot: Spot,
    *,
    rise: float = 1.0,
    wave_deg: float = 0.0,
    face: Face = Face.GLAD,
    is_blinking: bool = False,
    widget: str = "farewell",
) -> tuple[Sprite, ...]:
    """The folding screen with a head and a waving hand over it, from back to front.

    Args:
        character: who is behind it.
        spot: the canvas the figure stood on.
        rise: how far the last garment has come up behind the rail, 0 (hidden) to 1.
        wave_deg: the hand's turn about its own foot, to the viewer's left.
        face: the face worn.
        is_blinking: with closed lids, where this face has such.
        widget: name under which changes are reported.
    """
    scene, still = character.farewell, Pose(face)
    prop = character.garments[-1].prop
    behind, before = head_runs(character, face, is_blinking)
    head = [_posed(run, character, still, 0, spot, widget) for run in before]
    pile: list[Sprite] = []
    if prop is not None and rise > 0:
        away = 1.0 - rise
        x, y = spot.x + 0.12 * spot.height * away, spot.y + 0.3 * spot.height * away
        pile.append(_still((prop,), Spot(x, y, spot.height), widget))
    pile += [_posed(run, character, still, 0, spot, widget) for run in behind]
    if scene.neck is not None:
        pile.append(_still((scene.neck,), spot, widget))
    pile += [] if scene.is_head_in_front else head
    turn = (spot.height, WAVE_FOOT, _stepped(wave_deg))
    paint = Paint(draw_turned, ((str(scene.hand),), *turn))
    pile.append(Sprite(paint, spot.x, spot.y, widget))
    pile.append(_still((scene.panels,), spot, widget))
    if scene.fingers is not None:
        pile.append(_still((scene.fingers,), spot, widget))
    pile += head if scene.is_head_in_front else []
    return tuple(sprite._replace(widget=f"{widget}.{number}") for number, sprite in enumerate(pile))


def coming_screen(
    character: Character, spot: Spot, away: float, widget: str = "farewell"
) -> tuple[Sprite, ...]:
    """The folding screen on its way in front of the figure, so many units to the right yet."""
    still = _still((character.farewell.panels,), Spot(spot.x + away, spot.y, spot.height), widget)
    return (still._replace(widget=f"{widget}.screen"),)


def rack_sprites(
    character: Character,
    lost: int,
    rack: Path | None,
    spot: Spot,
    widget: str = "rack",
) -> tuple[Sprite, ...]:
    """The coat rack with the first `lost` garments on it, the outermost in front.

    So it is with what is worn: a gown hangs behind its gloves, and hides nothing.

    Args:
        character: whose garments.
        lost: how many hang there.
        rack: the picture of the bare rack, None for a pack without one.
        spot: where the rack's canvas lies.
        widget: name under which changes are reported.
    """
    hung = [garment.rack for garment in reversed(character.garments[:lost])]
    files = [file for file in (rack, *hung) if file is not None]
    return tuple(_still((file,), spot, f"{widget}.{number}") for number, file in enumerate(files))


def _posed(
    run: Run, character: Character, pose: Pose, breath: int, spot: Spot, widget: str
) -> Sprite:
    """One run of a figure; `breath` counts steps of `_BREATH_STEPS`."""
    height, x, y = spot.height, spot.x, spot.y
    match run.part:
        case Part.TABLE:
            paint = Paint(draw_layers, (run.files, height))
        case Part.BODY:
            paint = Paint(draw_breathing, (run.files, height, breath))
        case Part.HEAD:
            tilt = max(-TILT_MAX_DEG, min(TILT_MAX_DEG, pose.tilt_deg))
            pivot = _fraction(character.neck, character.canvas)
            paint = Paint(draw_turned, (run.files, height, pivot, _stepped(tilt)))
            y -= _risen(pivot[1], height, breath)
        case Part.CARDS:
            pivot = _fraction(character.grip, character.canvas)
            paint = Paint(draw_turned, (run.files, height, pivot, _stepped(pose.peek_deg)))
            y -= _risen(pivot[1], height, breath)
    return Sprite(paint, x, y, widget)


def _still(files: tuple[Path, ...], spot: Spot, widget: str) -> Sprite:
    paint = Paint(draw_layers, (tuple(str(file) for file in files), spot.height))
    return Sprite(paint, spot.x, spot.y, widget)


def _stepped(turn_deg: float) -> float:
    return round(turn_deg / _TURN_STEP_DEG) * _TURN_STEP_DEG


def _fraction(point: tuple[int, int], canvas: tuple[int, int]) -> tuple[float, float]:
    return point[0] / canvas[0], point[1] / canvas[1]


def _risen(y: float, height: float, breath: int) -> float:
    """How far a point at the fraction `y` of the height rises; nothing below the waist."""
    crown = BREATH * height * breath / _BREATH_STEPS
    return crown * max(0.0, WAIST - y) / WAIST


# --- where things are -------------------------------------------------------------------------


def worn_box(garment: Garment, spot: Spot) -> tuple[float, float, float, float]:
    """The box (x, y, width, height) that a garment covers on a figure."""
    return _box(tuple(str(layer.file) for layer in garment.layers), spot)


def hung_box(garment: Garment, spot: Spot) -> tuple[float, float, float, float]:
    """The box (x, y, width, height) that a garment covers on the rack.

    Raises:
        ValueError: the last garment never hangs there.
    """
    if garment.rack is None:
        raise ValueError(f"the garment '{garment.id}' never hangs on the rack")
    return _box((str(garment.rack),), spot)


def _box(files: Files, spot: Spot) -> tuple[float, float, float, float]:
    size, box = _extent(files)
    scale = spot.height / size[1]
    return spot.x + box[0] * scale, spot.y + box[1] * scale, box[2] * scale, box[3] * scale


@lru_cache(maxsize=256)  # a cast of ten, on and off; to measure one takes ten milliseconds
def _extent(files: Files) -> tuple[tuple[int, int], tuple[int, int, int, int]]:
    """The canvas' size and the box of it that is not clear, pixels of the canvas."""
    layers = [_read(file) for file in files]
    box = pygame.Rect(0, 0, 0, 0)
    for layer in layers:
        shown = layer.get_bounding_rect()
        box = shown if not box.w else box.union(shown) if shown.w else box
    return layers[0].get_size(), (box.x, box.y, box.w, box.h)


# --- painting ---------------------------------------------------------------------------------


def draw_layers(kit: Kit, files: Files, height: float) -> Picture:
    """Layers laid over each other, their canvas `height` high; anchor: its upper left corner."""
    surface, (left, top) = _scaled(kit, files, kit.px(height))
    return Picture(surface, left, top)


def draw_breathing(kit: Kit, files: Files, height: float, breath: int) -> Picture:
    """As `draw_layers`, with everything above the waist stretched upwards a little."""
    device = kit.px(height)
    surface, (left, top) = _scaled(kit, files, device)
    waist = round(WAIST * device)
    above = min(surface.get_height(), waist - top)
    if breath <= 0 or above <= 0:
        return Picture(surface, left, top)
    new_top = round(top - _risen(top / device, device, breath))
    foot = top + above
    new_foot = round(foot - _risen(foot / device, device, breath))
    width, below = surface.get_width(), surface.get_height() - above
    out = blank(width, new_foot - new_top + below)
    upper = surface.subsurface((0, 0, width, above))
    out.blit(pygame.transform.smoothscale(upper, (width, max(1, new_foot - new_top))), (0, 0))
    out.blit(surface, (0, new_foot - new_top), (0, above, width, below))
    return Picture(out, left, new_top)


def draw_turned(
    kit: Kit, files: Files, height: float, pivot: tuple[float, float], turn_deg: float
) -> Picture:
    """As `draw_layers`, turned to the left about a point given as fractions of the canvas."""
    device = kit.px(height)
    surface, (left, top) = _scaled(kit, files, device)
    if not turn_deg:
        return Picture(surface, left, top)
    px, py = pivot[0] * device * 3 / 5, pivot[1] * device
    arm = pygame.Vector2(left + surface.get_width() / 2 - px, top + surface.get_height() / 2 - py)
    turned = pygame.transform.rotozoom(surface, turn_deg, 1.0)
    arm = arm.rotate(-turn_deg)
    x = px + arm.x - turned.get_width() / 2
    y = py + arm.y - turned.get_height() / 2
    return Picture(turned, round(x), round(y))


def draw_flying(kit: Kit, file: str, height: float, zoom: float, turn_deg: float) -> Picture:
    """A garment in the air, `zoom` times as large as on the rack; anchor: its middle."""
    surface, _ = _scaled(kit, (file,), kit.px(height))
    turned = pygame.transform.rotozoom(surface, turn_deg, zoom)
    return Picture(turned, -turned.get_width() // 2, -turned.get_height() // 2)


@lru_cache(maxsize=10)
def _scaled(kit: Kit, files: Files, height_px: int) -> tuple[pygame.Surface, tuple[int, int]]:
    """Composed layers on a canvas of that height, cut to what shows, and where that lies.

    Reading and scaling a pile of large pictures is slow, so the store keeps what shows of it.
    """
    width, height = _canvas(files[0])
    size = max(1, round(width * height_px / height)), height_px
    whole = cache(lambda: _whole(files, size))
    code = f"{code_of(files)}-{height_px}"
    box = _box_in(kit.kept(f"box-{code}", (2, 1), lambda: _told_box(whole().get_bounding_rect())))
    if not box.w:
        return blank(1, 1), (0, 0)

    def cut() -> pygame.Surface:
        out = blank(*box.size)
        out.blit(whole(), (0, 0), box)
        return out

    return kit.kept(f"run-{code}", box.size, cut), box.topleft


def _told_box(box: pygame.Rect) -> pygame.Surface:
    """A box as two pixels, for the store: where it lies, and its size."""
    values = (*divmod(box.x, 256), *divmod(box.y, 256), *divmod(box.w, 256), *divmod(box.h, 256))
    return pygame.image.frombuffer(bytes(values), (2, 1), "RGBA")


def _box_in(told: pygame.Surface) -> pygame.Rect:
    """What `_told_box` has told."""
    (x, x_low, y, y_low), (w, w_low, h, h_low) = told.get_at((0, 0)), told.get_at((1, 0))
    return pygame.Rect(x * 256 + x_low, y * 256 + y_low, w * 256 + w_low, h * 256 + h_low)


def _whole(files: Files, size: tuple[int, int]) -> pygame.Surface:
    """Composed layers on a canvas of that size."""
    composed, out = _composed(files), blank(*size)
    scale = size[1] / composed.get_height()
    box = composed.get_bounding_rect()
    if not box.w:
        return out
    left, top = int(box.left * scale), int(box.top * scale)
    right, bottom = -int(-box.right * scale // 1), -int(-box.bottom * scale // 1)
    # Cut where device pixels begin, so that runs scaled apart still fit together.
    cut = blank((right - left) / scale, (bottom - top) / scale)
    cut.blit(composed, (round(-left / scale), round(-top / scale)))
    small = pygame.transform.smoothscale(cut, (max(1, right - left), max(1, bottom - top)))
    out.blit(small, (left, top))
    return out


@lru_cache(maxsize=256)
def code_of(files: Files) -> str:
    """Twenty-four hexadecimal digits that change when one of the files does, for the store."""
    digest = blake2b(digest_size=12)
    for file in files:
        told = Path(file).stat()
        digest.update(f"{file}:{told.st_size}:{told.st_mtime_ns}\n".encode())
    return digest.hexdigest()


@lru_cache(maxsize=64)
def _canvas(file: str) -> tuple[int, int]:
    """Width and height of a picture, from its first bytes.

    Raises:
        ArtError: when it cannot be read.
    """
    try:
        with Path(file).open("rb") as stream:
            return png_size(stream.read(64))
    except (OSError, PictureFault) as error:
        raise ArtError(f"the picture {file} cannot be read: {error}") from error


def _composed(files: Files) -> pygame.Surface:
    """Layers laid over each other at their own size."""
    first = _read(files[0])
    out = blank(*first.get_size())
    out.blit(first, (0, 0))
    for file in files[1:]:
        out.blit(_read(file), (0, 0))
    return out


def _read(file: str) -> pygame.Surface:
    """A picture as 32 bits with straight alpha.

    Raises:
        ArtError: when it cannot be read.
    """
    try:
        found = pygame.image.load(file)
    except (pygame.error, OSError) as error:
        raise ArtError(f"the picture {file} cannot be read: {error}") from error
    out = blank(*found.get_size())
    out.blit(found, (0, 0))
    return out

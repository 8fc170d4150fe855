"""The window: opens the display, presents what was drawn, turns pygame's events into intents.

An intent says what a person did (a key went down, a coin of a value), never what it means:
keyboard, mouse and touch end up on the same simulated pins as real buttons.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pygame

from firmware.errors import DisplayError
from firmware.panel import HOLDS, Button
from firmware.screens.layout import layout_of
from firmware.screens.pay_table import column_box
from firmware.screens.theme import CARD_BOXES, HELD_LIFT, KEY_BOXES, Box


@dataclass(frozen=True, slots=True)
class ButtonDown:
    """A key of the panel goes down."""

    button: Button


@dataclass(frozen=True, slots=True)
class ButtonUp:
    """A key of the panel comes up."""

    button: Button


@dataclass(frozen=True, slots=True)
class CardTouch:
    """A card was touched: holds, releases or picks it, where that is the question.

    Attributes:
        button: the HOLD key under it.
    """

    button: Button


@dataclass(frozen=True, slots=True)
class ColumnTouch:
    """A column of the pay table was touched: 1..5 chips."""

    chips: int


@dataclass(frozen=True, slots=True)
class TableTouch:
    """A finger came down beside the keys, whatever lies there.

    Attributes:
        x: where on the grid.
        y: where on the grid.
        is_window: whether on a window that lies over the table; then on the grid of that.
    """

    x: float
    y: float
    is_window: bool = False


@dataclass(frozen=True, slots=True)
class TableDrag:
    """That finger moves while it is down.

    Attributes:
        x: where on the grid.
        y: where on the grid.
    """

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TableDrop:
    """That finger was lifted.

    Attributes:
        x: where on the grid.
        y: where on the grid.
    """

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin for the emulated acceptor, in minor units."""

    value_minor: int


@dataclass(frozen=True, slots=True)
class Note:
    """A note for the emulated bill validator, in minor units."""

    value_minor: int


@dataclass(frozen=True, slots=True)
class RulesKey:
    """F1."""


@dataclass(frozen=True, slots=True)
class OptionsKey:
    """F8: the player's options."""


@dataclass(frozen=True, slots=True)
class OperatorKey:
    """F2: the operator's key is turned over."""


@dataclass(frozen=True, slots=True)
class Door:
    """F3: the door opens, or closes again."""


@dataclass(frozen=True, slots=True)
class Tilt:
    """F4: the cabinet is leaned over, or stands again."""


@dataclass(frozen=True, slots=True)
class UnplugCoin:
    """F9: the acceptor is pulled, or plugged in again."""


@dataclass(frozen=True, slots=True)
class UnplugNote:
    """F10: the bill validator is pulled, or plugged in again."""


@dataclass(frozen=True, slots=True)
class MenuKey:
    """Esc: MENU, where that is lit."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed."""


@dataclass(frozen=True, slots=True)
class SoundRemoved:
    """The system took the audio output away."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """The window's content was lost: everything must be drawn again."""


Intent = (
    ButtonDown
    | ButtonUp
    | CardTouch
    | ColumnTouch
    | TableTouch
    | TableDrag
    | TableDrop
    | Coin
    | Note
    | RulesKey
    | OptionsKey
    | OperatorKey
    | Door
    | Tilt
    | UnplugCoin
    | UnplugNote
    | MenuKey
    | Quit
    | Exposed
    | SoundRemoved
)

_BUTTON_KEYS: dict[int, Button] = {
    pygame.K_1: Button.HOLD1,
    pygame.K_2: Button.HOLD2,
    pygame.K_3: Button.HOLD3,
    pygame.K_4: Button.HOLD4,
    pygame.K_5: Button.HOLD5,
    pygame.K_z: Button.HOLD1,
    pygame.K_x: Button.HOLD2,
    pygame.K_c: Button.HOLD3,
    pygame.K_v: Button.HOLD4,
    pygame.K_b: Button.HOLD5,
    pygame.K_SPACE: Button.DEAL,
    pygame.K_RETURN: Button.DEAL,
    pygame.K_KP_ENTER: Button.DEAL,
    pygame.K_m: Button.BET,
    pygame.K_d: Button.DOUBLE,
}
_COIN_KEYS: dict[int, int] = {
    pygame.K_6: 10,
    pygame.K_7: 20,
    pygame.K_8: 50,
    pygame.K_9: 100,
    pygame.K_0: 200,
}
_SIMPLE_KEYS: dict[int, Intent] = {
    pygame.K_F1: RulesKey(),
    pygame.K_F8: OptionsKey(),
    pygame.K_F2: OperatorKey(),
    pygame.K_F3: Door(),
    pygame.K_F4: Tilt(),
    pygame.K_F5: Note(500),
    pygame.K_F6: Note(1_000),
    pygame.K_F7: Note(2_000),
    pygame.K_F9: UnplugCoin(),
    pygame.K_F10: UnplugNote(),
    pygame.K_ESCAPE: MenuKey(),
}


_OWN_FRAMEBUFFER = frozenset({"x11", "wayland"})
"""Drivers that can present a region by themselves; kmsdrm cannot."""


def missing_display(environment: Mapping[str, str] = os.environ) -> str | None:
    """Why no window or full screen can be opened here, as a clause; None if one can.

    Args:
        environment: the variables that say where a display is.
    """
    driver = environment.get("SDL_VIDEODRIVER") or environment.get("SDL_VIDEO_DRIVER") or ""
    if driver in ("dummy", "offscreen") or not sys.platform.startswith("linux"):
        return None
    if environment.get("WAYLAND_DISPLAY") or environment.get("DISPLAY"):
        return None
    if any(os.access(f"/dev/dri/card{index}", os.R_OK | os.W_OK) for index in range(4)):
        return None
    return "neither DISPLAY nor WAYLAND_DISPLAY is set, and no /dev/dri/card can be used"


class Window:
    """An open display.

    Attributes:
        surface: what to draw on.
        driver: SDL's name of what shows it, such as "kmsdrm".
        locate: the point of the grid under a pixel; a screen that arranges the grid otherwise
            puts its own here.
        shield: the point of a window that lies over the table, under a pixel: what is under it
            is not touched. None where there is none.
    """

    def __init__(
        self, size: tuple[int, int], *, fullscreen: bool = False, title: str = "Cabinato"
    ) -> None:
        """Open it.

        Args:
            size: of the window, pixels; full screen takes the display's own size instead.
            fullscreen: whether it covers the display, without a mouse pointer.
            title: of the window.

        Raises:
            DisplayError: there is no display that can be opened; says why.
        """
        try:
            pygame.display.init()
            if pygame.display.get_driver() in _OWN_FRAMEBUFFER:
                # Else every update, however small, uploads the whole picture through OpenGL.
                os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
            flags = pygame.FULLSCREEN if fullscreen else 0
            self.surface = pygame.display.set_mode((0, 0) if fullscreen else size, flags)
        except pygame.error as error:
            raise DisplayError(f"no display can be opened: {error}") from error
        self.driver = pygame.display.get_driver()
        pygame.display.set_caption(title)
        pygame.mouse.set_visible(not fullscreen)
        pygame.event.set_allowed(None)
        pygame.event.set_allowed(list(_WANTED))
        self.locate: Callable[[float, float], tuple[float, float]] = layout_of(
            *self.surface.get_size()
        ).logical
        self.shield: Callable[[float, float], tuple[float, float] | None] = _nothing_over
        self._down: dict[object, Button] = {}
        self._on_table: object = None

    def present(self, regions: list[pygame.Rect]) -> None:
        """Show the regions drawn; nothing when there are none."""
        if regions:
            pygame.display.update(regions)

    def intents(self) -> Iterator[Intent]:
        """What was done since the last call, oldest first; never blocks."""
        for event in pygame.event.get():
            yield from self._intents_of(event)

    def has_intents(self) -> bool:
        """Whether something was done that `intents` has not told yet."""
        return bool(pygame.event.peek((*_WANTED, *_MOVES)))

    def close(self) -> None:
        """Close it; may be called twice."""
        pygame.display.quit()

    def _intents_of(self, event: pygame.event.Event) -> Iterator[Intent]:
        if event.type == pygame.QUIT:
            yield Quit()
        elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            yield Exposed()
        elif event.type == pygame.AUDIODEVICEREMOVED:
            if not event.iscapture:
                yield SoundRemoved()
        elif event.type == pygame.WINDOWFOCUSLOST:
            yield from self._all_up()
        elif event.type == pygame.KEYDOWN:
            yield from self._key_down(event)
        elif event.type == pygame.KEYUP:
            yield from self._up(("key", event.key))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not event.touch:
            yield from self._touch("mouse", *event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and not event.touch:
            yield from self._lift("mouse", *event.pos)
        elif event.type == pygame.FINGERDOWN:
            width, height = self.surface.get_size()
            at = event.x * width, event.y * height
            yield from self._touch(("finger", event.finger_id), *at)
        elif event.type == pygame.MOUSEMOTION and not event.touch:
            yield from self._move("mouse", *event.pos)
        elif event.type == pygame.FINGERMOTION:
            width, height = self.surface.get_size()
            at = event.x * width, event.y * height
            yield from self._move(("finger", event.finger_id), *at)
        elif event.type == pygame.FINGERUP:
            width, height = self.surface.get_size()
            at = event.x * width, event.y * height
            yield from self._lift(("finger", event.finger_id), *at)

    def _key_down(self, event: pygame.event.Event) -> Iterator[Intent]:
        if event.key == pygame.K_q and event.mod & pygame.KMOD_CTRL:
            yield Quit()
        elif event.key in _BUTTON_KEYS:
            yield from self._press(("key", event.key), _BUTTON_KEYS[event.key])
        elif event.key in _COIN_KEYS:
            yield Coin(_COIN_KEYS[event.key])
        elif event.key in _SIMPLE_KEYS:
            yield _SIMPLE_KEYS[event.key]

    def _touch(self, finger: object, x: float, y: float) -> Iterator[Intent]:
        over = self.shield(x, y)
        at = over or self.locate(x, y)
        target = None if over else target_at(*at)
        if isinstance(target, ButtonDown):
            yield from self._press(finger, target.button)
            return
        if target is not None:
            yield target
        if self._on_table is None:  # of several fingers only the first one carries
            self._on_table = finger
            pygame.event.set_allowed(_MOVES)
            yield TableTouch(*at, is_window=over is not None)

    def _move(self, finger: object, x: float, y: float) -> Iterator[Intent]:
        if finger == self._on_table:
            yield TableDrag(*self.locate(x, y))

    def _lift(self, finger: object, x: float, y: float) -> Iterator[Intent]:
        if finger == self._on_table:
            self._let_go()
            yield TableDrop(*self.locate(x, y))
        yield from self._up(finger)

    def _press(self, finger: object, button: Button) -> Iterator[Intent]:
        is_down = button in self._down.values()
        self._down[finger] = button
        if not is_down:  # two fingers on one button are one press
            yield ButtonDown(button)

    def _up(self, finger: object) -> Iterator[Intent]:
        button = self._down.pop(finger, None)
        if button is not None and button not in self._down.values():
            yield ButtonUp(button)

    def _let_go(self) -> None:
        """Nothing is carried any more: a mouse that only wanders must not wake anybody."""
        self._on_table = None
        pygame.event.set_blocked(_MOVES)

    def _all_up(self) -> Iterator[Intent]:
        self._let_go()
        for finger in list(self._down):
            yield from self._up(finger)


_WANTED = (
    pygame.QUIT,
    pygame.VIDEOEXPOSE,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWFOCUSLOST,
    pygame.AUDIODEVICEREMOVED,
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
)


_MOVES = (pygame.MOUSEMOTION, pygame.FINGERMOTION)
"""Let in only while a finger is down on the table."""


def _nothing_over(_x: float, _y: float) -> None:
    return None


def target_at(x: float, y: float) -> ButtonDown | CardTouch | ColumnTouch | None:
    """What lies at a point of the grid: a drawn key, a card, a column of the pay table.

    >>> target_at(950, 670)
    ButtonDown(button=<Button.DEAL: 'DEAL'>)
    """
    for button, box in KEY_BOXES.items():
        if _holds(box, x, y):
            return ButtonDown(button)
    for button, box in zip(HOLDS, CARD_BOXES, strict=True):
        if _holds(Box(box.x, box.y - HELD_LIFT, box.w, box.h + 2 * HELD_LIFT), x, y):
            return CardTouch(button)
    for chips in range(1, 6):
        if _holds(column_box(chips), x, y):
            return ColumnTouch(chips)
    return None


def _holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x < box.right and box.y <= y < box.bottom

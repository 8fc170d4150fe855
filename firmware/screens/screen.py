"""The screen: chooses the scene for the cabinet's state and keeps the display equal to it.

It decides nothing and changes nothing but pixels. Rarely seen scenes are imported when they
are first shown, so that they cost the start nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from firmware.cabinet.state import Mode, Page
from firmware.panel import Button
from firmware.screens import theme
from firmware.screens.canvas import return_large_blocks
from firmware.screens.kit import Kit, Kits
from firmware.screens.layout import Layout, shape_of
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech, speech
from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import Paint, Picture, Placed, Sprite, Stage
from firmware.screens.view import Trace, View

SceneOf = Callable[[View, float, Trace, Speech], Scene]
FADE_FRAME_S = 1 / 30


class Screen:
    """Draws views onto a surface.

    Attributes:
        drawn: names of the widgets that the last frame changed.
        next_frame_s: when the picture would differ by time alone, or None.
        is_settling: whether a cross-fade or another small movement still comes to rest.
    """

    def __init__(self, target: pygame.Surface, store: SpriteStore | None = None) -> None:
        """A screen on a window's surface, or on any plain one.

        Args:
            target: what is drawn on; it must stay the same size.
            store: where drawn art is kept over a restart.
        """
        return_large_blocks()
        self.drawn: frozenset[str] = frozenset()
        self.next_frame_s: float | None = None
        self.is_settling = False
        self._target = target
        self._stage = Stage(target, Kits(store))
        self._shape = shape_of(*target.get_size())
        self._trace = Trace()
        self._fading: tuple[Sprite, float] | None = None
        self._fades = 0

    def press(self, button: Button, now_s: float) -> None:
        """Show a key go down for a moment; says nothing about what the press does."""
        self._trace = self._trace.with_press(button, now_s)

    def forget(self) -> None:
        """What the display shows is lost (covered, resized): the next draw draws everything."""
        self._stage.forget()

    def draw(self, view: View, now_s: float) -> list[pygame.Rect]:
        """Bring the surface up to date.

        Returns:
            The regions to present, none when nothing had changed.
        """
        is_test = view.state.front is not view.state
        view = replace(view, state=view.state.front, shape=self._shape)
        before = self._trace
        self._trace = before.seen(view, now_s)
        if self._trace.place != before.place:
            self._start_fade(before, now_s)
        words = speech(view.state.saved.language)
        scene = scene_of(view)(view, now_s, self._trace, words)
        sprites, next_s, self.is_settling, plan, panels = scene
        if is_test:
            from firmware.screens.play_test_bands import bands

            sprites = (*sprites, *bands(words))
        if self._fading is not None:
            veil, since_s = self._fading
            share = (now_s - since_s) / theme.FADE_S
            if share >= 1.0:
                self._end_fade()
            else:
                sprites = (*sprites, veil._replace(alpha=round(255 * (1 - share))))
                next_s = now_s + FADE_FRAME_S
                self.is_settling = True
        regions, self.drawn = self._stage.draw(sprites, plan, panels)
        self.next_frame_s = next_s
        return regions

    @property
    def placed(self) -> tuple[Placed, ...]:
        """What the picture is made of, from the back to the front, for checks of it."""
        return self._stage.placed

    @property
    def layout(self) -> Layout:
        """Where the blocks of the last scene lie."""
        return self._stage.layout

    def located(self, x: float, y: float) -> tuple[float, float]:
        """The point of the grid that is shown at a pixel."""
        return self._stage.layout.logical(x, y)

    def picture(self) -> pygame.Surface:
        """A copy of what is on the display."""
        return self._target.copy()

    def _start_fade(self, before: Trace, now_s: float) -> None:
        """Keep the old picture for a cross-fade; a fault, and the first picture, cut at once."""
        assert self._trace.place is not None
        is_cut = before.place is None or Mode.FAULT in (self._trace.place[0], before.place[0])
        self._end_fade()
        if is_cut:
            return
        self._fades += 1
        old = self._stage.canvas.copy()
        paint = Paint(_draw_old, (_Kept(old), self._fades))
        self._fading = Sprite(paint, 0, 0, "fade"), now_s

    def _end_fade(self) -> None:
        if self._fading is not None:
            self._stage.cache.drop(self._fading[0].paint)
            self._fading = None


class _Kept:
    """A surface as part of a name: equal only to itself."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface


def _draw_old(_kit: Kit, kept: _Kept, _number: int) -> Picture:
    return Picture(kept.surface)


def scene_of(view: View) -> SceneOf:
    """The scene that shows this state."""
    if view.refusal is not None:
        from firmware.screens.refused import refused_scene

        return refused_scene
    state = view.state
    mode, page = state.mode, state.saved.page
    if mode is Mode.OPERATOR:
        from firmware.screens.operator_page import operator_scene

        return operator_scene
    if mode is Mode.FAULT:
        from firmware.screens.fault import fault_scene

        return fault_scene
    if page is Page.RULES:
        from firmware.screens.rules_pages import rules_scene

        return rules_scene
    if page is Page.HISTORY:
        from firmware.screens.history import history_scene

        return history_scene
    if page is Page.OPTIONS:
        from firmware.screens.options import options_scene

        return options_scene
    if state.dark_since_s is not None or mode in (Mode.ATTRACT, Mode.MENU):
        from firmware.screens.attract import attract_scene

        return attract_scene
    if mode is Mode.STRIP_POKER:
        from firmware.screens.strip import strip_scene

        return strip_scene
    if mode is Mode.CINQUE_MANI:
        from firmware.screens.cinque import cinque_scene

        return cinque_scene
    from firmware.screens.joker import joker_scene

    return joker_scene

"""The screen: chooses the scene for the cabinet's state and keeps the display equal to it.

It decides nothing and changes nothing but pixels. Rarely seen scenes are imported when they
are first shown, so that they cost the start nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame

from firmware.cabinet.options import Options
from firmware.cabinet.state import Mode, Page, Saved
from firmware.clock import Clock
from firmware.panel import Button
from firmware.screens.canvas import return_freed_pictures
from firmware.screens.carried import holds
from firmware.screens.fading import CrossFade
from firmware.screens.kit import Kits
from firmware.screens.layout import Layout, Plan, shape_of
from firmware.screens.lettering import LARGE, large_type
from firmware.screens.movable import frame_of, is_movable, room_of
from firmware.screens.palette import PLAIN, SAFE
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech, speech
from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import IsTimeLeft, Placed, Sprite, Stage
from firmware.screens.stillness import stilled, trace_at_rest
from firmware.screens.theme import FADE_S, Box
from firmware.screens.view import Trace, View

SceneOf = Callable[[View, float, Trace, Speech], Scene]
FADE_FRAME_S = 1 / 30
PREPARE_S = 0.002
"""After that a turn of the loop draws no more new pictures, and no more of a new place."""
FRAME_AFTER_S = 0.0004
"""A turn that has drawn pictures for so long leaves the frame itself to the next."""
WORKED_S = 0.0015
"""A turn that has worked for so long before its frame leaves it to the next, once: what is due
comes between the two. Where every turn takes so long, every second one draws."""
REDRAW_S = 0.008
"""After that no more parts of a frame are redrawn; it is presented when all of them are."""
LATE_MAX_S = 0.3
"""After that what is missing is drawn at once: a movement must not be over before it is seen."""


class Screen:
    """Draws views onto a surface.

    Attributes:
        drawn: names of the widgets that the last frame changed.
        next_frame_s: when the picture would differ by time alone, or None.
        is_settling: whether a cross-fade or another small movement still comes to rest.
        is_late: whether the last call drew only pictures that its frame needs: the old one
            still shows, and the next call should come at once.
    """

    def __init__(
        self,
        target: pygame.Surface,
        store: SpriteStore | None = None,
        clock: Clock | None = None,
    ) -> None:
        """A screen on a window's surface, or on any plain one.

        Args:
            target: what is drawn on; it must stay the same size.
            store: where drawn art is kept over a restart.
            clock: of the machine, so that a frame with many new pictures does not hold up
                everything else; without one every frame is drawn when it is asked for.
        """
        return_freed_pictures()
        self.drawn: frozenset[str] = frozenset()
        self.next_frame_s: float | None = None
        self.is_settling = False
        self._target = target
        self._store = store
        self._dress = Options()
        self._shown: View | None = None
        self._stage = Stage(target, Kits(store))
        self._shape = shape_of(*target.get_size())
        self._trace = Trace()
        self._clock = clock
        self.is_late = False
        self._late_since_s = 0.0
        self._is_lost = True
        self._unseen: list[pygame.Rect] = []
        self._turn_s: float | None = None
        self._begun_s = 0.0
        self._waiting: tuple[View, Scene] | None = None
        self._is_entering = False
        self._is_cut = True
        self._fade: CrossFade | None = None
        self._aside: pygame.Surface | None = None
        self._ahead_of: Saved | None = None
        self._parts: Iterator[tuple[Sprite, ...]] = iter(())
        self._coming: deque[Sprite] = deque()

    def begin(self) -> None:
        """A turn of the loop begins: its work before `draw` counts."""
        if self._clock is not None:
            self._turn_s = self._clock.now_s()

    def press(self, button: Button, now_s: float) -> None:
        """Show a key go down for a moment; says nothing about what the press does."""
        self._trace = self._trace.with_press(button, now_s)
        self._waiting = None

    def touch(self, x: float, y: float, *, is_panel: bool = False) -> None:
        """A finger came down on the table, at a point of the grid, or on the window over it."""
        carried = self._trace.carried
        if is_panel:
            carried = carried.within(room_of(self.layout))
        carried = carried.touched(x, y, is_panel=is_panel)
        self._trace = replace(self._trace, carried=carried)

    def drag(self, x: float, y: float) -> None:
        """It moves: what it has hold of follows."""
        self._trace = replace(self._trace, carried=self._trace.carried.dragged(x, y))

    def drop(self) -> None:
        """It is lifted."""
        self._trace = replace(self._trace, carried=self._trace.carried.dropped())

    def covers(self, x: float, y: float) -> tuple[float, float] | None:
        """The point of a window over the table at a pixel, so that a touch is its; None where
        there is none."""
        shown = self._shown
        if shown is None or not is_movable(shown):
            return None
        at = frame_of(self.layout).point(x, y)
        carried = self._trace.carried.within(room_of(self.layout))
        return at if holds(carried.panel, *at) else None

    def forget(self) -> None:
        """What the display shows is lost (covered, resized): the next draw draws everything."""
        self._end_fade()
        self._stage.forget()
        self._is_lost, self._waiting = True, None

    def cut(self) -> None:
        """Forget what was seen before: the next picture is the first one and comes at once."""
        self._end_fade()
        self._trace = Trace()

    def _wear(self, options: Options) -> None:
        """Another deck, other colours, larger letters, where the options ask for them."""
        before, self._dress = self._dress, options
        if _drawn_with(options) == _drawn_with(before):
            return
        self._end_fade()  # what fades is a picture of the old ones
        four_colour, is_safe, is_large = _drawn_with(options)
        self._stage.dress(
            Kits(
                self._store,
                four_colour=four_colour,
                palette=SAFE if is_safe else PLAIN,
                growth=LARGE if is_large else 1.0,
            )
        )
        self._is_entering, self._is_cut = True, True

    def draw(self, view: View, now_s: float) -> list[pygame.Rect]:
        """Bring the surface up to date.

        Returns:
            The regions to present, none when nothing had changed.
        """
        is_time_left = self._time_left()
        if is_time_left is not None and not self.is_late and self._has_worked():
            return self._late(self._waiting, [], now_s)
        is_test = view.state.front is not view.state
        view = replace(view, state=view.state.front, shape=self._shape)
        self._shown = view
        self._wear(view.options)
        self._follow(view, now_s)
        waiting, self._waiting = self._waiting, None
        if self._fade is not None and self._fade.is_ending(now_s):
            waiting = None  # here the new picture shows whole, as it is now
        is_same = waiting is not None and _is_alike(waiting[0], view)
        scene = waiting[1] if waiting is not None and is_same else self._scene(view, now_s, is_test)
        sprites, next_s, self.is_settling, plan, panels = scene
        if self._reserves() or not self._is_ready(sprites, plan, panels, is_time_left):
            return self._late((view, scene), [], now_s)
        regions = self._enter(sprites, plan, panels)
        fade = self._fade
        limit = is_time_left
        if is_time_left is not None and (fade is None or not fade.is_hidden):
            limit = self._within(REDRAW_S)
        changed, self.drawn = self._stage.draw(sprites, plan, panels, limit)
        changed, self._unseen = [*self._unseen, *changed], []
        if self._stage.is_behind:
            self._unseen = changed if fade is None else []
            return self._late((view, scene), regions, now_s)
        self.next_frame_s = now_s if is_same else next_s
        if fade is None:
            return regions or changed
        if fade.step(now_s):
            self._end_fade()
        else:
            self.drawn |= {"fade"}
            self._waiting = view, scene  # nothing moves beneath a fade unless something happens
            self.next_frame_s, self.is_settling = now_s + FADE_FRAME_S, True
        return [self._target.get_rect()]

    def look_ahead(self) -> bool:
        """Nothing is due: make a part of a picture that may come next, or draw something in it.

        Returns:
            Whether there was one.
        """
        view = self._shown
        is_busy = self.is_late or self._is_lost or self._fade is not None
        if self._clock is None or view is None or is_busy:
            return False
        if view.state.saved is not self._ahead_of:
            self._ahead_of, self._coming = view.state.saved, deque()
            self._parts = parts_ahead(view, speech(view.state.saved.language))
        while self._coming:
            if self._stage.draw_ahead(self._coming.popleft()):
                return True
        with large_type(is_large=view.options.large_text):
            part = next(self._parts, None)
        if part is not None:
            self._coming.extend(part)
        return part is not None

    def _scene(self, view: View, now_s: float, is_test: bool) -> Scene:
        """What is to be seen now."""
        words = speech(view.state.saved.language)
        trace = self._trace
        if view.options.reduced_motion:
            view, trace = _at_rest(view), trace_at_rest(trace)
        with large_type(is_large=view.options.large_text):
            scene = scene_of(view)(view, now_s, trace, words)
        if is_test:
            from firmware.screens.play_test_bands import bands

            return scene._replace(sprites=(*scene.sprites, *bands(words)))
        return scene

    @property
    def placed(self) -> tuple[Placed, ...]:
        """What the picture is made of, from the back to the front, for checks of it."""
        return self._stage.placed

    @property
    def layout(self) -> Layout:
        """Where the blocks of the last scene lie."""
        return self._stage.layout

    def located(self, x: float, y: float) -> tuple[float, float]:
        """The point of the grid that is shown at a pixel; for a window that is carried the one
        of its own grid."""
        carried = self._trace.carried
        if carried.down is not None and carried.is_panel:
            return frame_of(self.layout).point(x, y)
        return self._stage.layout.logical(x, y)

    def picture(self) -> pygame.Surface:
        """A copy of what is on the display."""
        return self._target.copy()

    def _follow(self, view: View, now_s: float) -> None:
        """See what has changed; a fault, and the first picture, are entered at once."""
        before = self._trace
        self._trace = before.seen(view, now_s)
        place = self._trace.place
        if place != before.place:
            assert place is not None
            self._is_cut = before.place is None or Mode.FAULT in (place[0], before.place[0])
            self._is_entering = True

    def _time_left(self) -> IsTimeLeft | None:
        """Tells whether this turn may go on with new pictures; None: it draws all it needs."""
        clock = self._clock
        if clock is None or self._is_lost:
            return None
        self._begun_s = clock.now_s()
        if not self.is_late:
            self._late_since_s = self._begun_s
        if self._begun_s - self._late_since_s > LATE_MAX_S:
            return None
        return self._within(PREPARE_S)

    def _within(self, budget_s: float) -> IsTimeLeft:
        """Tells whether `draw` has worked for less than that."""
        clock, begun_s = self._clock, self._begun_s
        return lambda: clock is None or clock.now_s() - begun_s < budget_s

    def _is_ready(
        self,
        sprites: tuple[Sprite, ...],
        plan: Plan,
        panels: tuple[Box, ...],
        is_time_left: IsTimeLeft | None,
    ) -> bool:
        """Whether this frame may be drawn now; else some of its pictures were."""
        if is_time_left is None:
            return True
        assert self._clock is not None
        begin_s = self._clock.now_s()
        done = self._stage.prepare(sprites, plan, panels, is_time_left)
        if not done.is_complete or not done.made:
            return done.is_complete
        return self._clock.now_s() - begin_s < FRAME_AFTER_S and is_time_left()

    def _reserves(self) -> bool:
        """Once, in a turn that draws nothing: get the memory of large pictures, and keep it."""
        if self._clock is None or self._is_lost or self._aside is not None:
            return False
        self._aside = self._blank()
        self._stage.reserve()
        return True

    def _blank(self) -> pygame.Surface:
        return pygame.Surface(self._target.get_size(), 0, self._target)

    def _has_worked(self) -> bool:
        """Whether this turn has done enough without a frame."""
        begin_s, self._turn_s = self._turn_s, None
        return (
            self._clock is not None
            and begin_s is not None
            and self._clock.now_s() - begin_s > WORKED_S
        )

    def _late(
        self, waiting: tuple[View, Scene] | None, regions: list[pygame.Rect], now_s: float
    ) -> list[pygame.Rect]:
        """The old picture goes on showing: the next turn goes on with the same new one."""
        self.is_late = True
        self._waiting = waiting
        self.drawn = frozenset()
        self.next_frame_s, self.is_settling = now_s, True
        return regions

    def _enter(
        self, sprites: tuple[Sprite, ...], plan: Plan, panels: tuple[Box, ...]
    ) -> list[pygame.Rect]:
        """Where all of the picture becomes another: draw it aside, to be faded to or cut to.

        Returns:
            The regions that a fade cut short has changed.
        """
        is_entering, self._is_entering = self._is_entering, False
        is_lost, self._is_lost = self._is_lost, False
        self.is_late = False
        if not is_entering and not self._stage.is_another(sprites, plan, panels):
            return []
        was_fading = self._end_fade()
        if not is_lost:
            is_cut = self._is_cut or not is_entering
            if self._aside is None:
                self._aside = self._blank()
            self._fade = CrossFade(self._target, self._aside, 0.0 if is_cut else FADE_S)
            self._stage.canvas = self._fade.canvas
            self._stage.forget()  # a ground is drawn whole; copying the old one would cost as much
        return [self._target.get_rect()] if was_fading else []

    def _end_fade(self) -> bool:
        """The new picture, whole; one that was not drawn to its end is given up. Whether it was."""
        fade, self._fade = self._fade, None
        if fade is None:
            return False
        self._stage.canvas = self._target
        if self._stage.is_behind:
            self._stage.forget()
            return False
        fade.finish()
        return True


def _is_alike(one: View, other: View) -> bool:
    """Whether both show the same, but for the time that has passed."""
    return one.state is other.state and one.panel is other.panel and one.setup is other.setup


def _drawn_with(options: Options) -> tuple[bool, bool, bool]:
    """What of the options is in the pictures themselves."""
    return options.four_colour, options.safe_colours, options.large_text


def _at_rest(view: View) -> View:
    """The view without anything that flies."""
    movement = view.state.movement
    if movement is None:
        return view
    return replace(view, state=replace(view.state, movement=stilled(movement)))


def parts_ahead(view: View, words: Speech) -> Iterator[tuple[Sprite, ...]]:
    """Parts of the pictures that the next presses may lead to, where they are worth it."""
    state = view.state
    if view.refusal is None and state.mode is Mode.CINQUE_MANI and state.saved.page is Page.NONE:
        from firmware.screens.cinque_ahead import cinque_ahead

        return cinque_ahead(view, words)
    return iter(())


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

"""A round that the machine plays with itself, on the very table that a player would see.

The scenes of the games draw it from the second cabinet of `self_play`. What belongs to the real
cabinet stands where the meters of a game would: its credit, the price, the call for coins; and
below it the real keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from firmware.cabinet.self_play import SPEED, Film, Rules, film_of
from firmware.cabinet.slides import Showing
from firmware.cabinet.state import CabinetState
from firmware.money import GameId
from firmware.panel import panel
from firmware.screens import theme
from firmware.screens.layout import Plan
from firmware.screens.panels import ground
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.stillness import stilled, trace_at_rest
from firmware.screens.theme import FRAME_S
from firmware.screens.view import Setup, Trace, View

SceneOf = Callable[[View, float, Trace, Speech], Scene]
FURNITURE_Y = theme.METER_Y - 6
"""What a scene draws from here on are its meters and its keys."""
BAR_PANELS = (theme.CREDIT_METER, theme.VALUE_METER, theme.BET_METER, theme.WIN_METER)
_DARK = panel({})


def film_scene(view: View, shown: Showing, now_s: float, words: Speech) -> Scene | None:
    """The table of the round as it stands now, without meters and keys; None where there is none.

    Args:
        view: the real cabinet.
        shown: the slide of a game.
        now_s: the time.
        words: the language.
    """
    game = shown.slide.game or GameId.JOKER_POKER
    film = film_of(rules_of(view.setup), game, shown.loop)
    if film is None:
        return None
    at_s = film.begins_s + SPEED * shown.into_s
    place = film.shot(at_s)
    traces = _traces(film, view.setup)
    inner, trace = _inner(film.shots[place].state, view), traces[place]
    if view.options.reduced_motion:
        trace = trace_at_rest(trace)
    scene = _scene_of(game)(inner, at_s, trace, words)
    due = [now_s + shown.rest_s]
    if scene.next_frame_s is not None:
        due.append(now_s + max(FRAME_S, (scene.next_frame_s - at_s) / SPEED))
    if place + 1 < len(film.shots):
        due.append(now_s + max(FRAME_S, (film.shots[place + 1].at_s - at_s) / SPEED))
    behind, *rest = scene.sprites
    return scene._replace(
        sprites=(_ground(behind), *(sprite for sprite in rest if _is_of_the_table(sprite))),
        next_frame_s=min(due),
        is_settling=False,
        plan=Plan.STRIP_FILM if scene.plan is Plan.STRIP else scene.plan,
    )


@lru_cache(maxsize=1)
def rules_of(setup: Setup) -> Rules:
    """The rules that are played by where the cabinet is set up so; the same object each time."""
    return Rules(setup.game, setup.strip, setup.cinque)


def _inner(state: CabinetState, view: View) -> View:
    """The second cabinet's state under the real one's language and options."""
    outer = view.state.saved
    saved = replace(state.saved, language=outer.language, options=outer.options)
    movement = state.movement
    if movement is not None and view.options.reduced_motion:
        movement = stilled(movement)
    state = replace(state, saved=saved, movement=movement)
    return View(state, _DARK, view.setup, shape=view.shape)


@lru_cache(maxsize=1)
def _traces(film: Film, setup: Setup) -> tuple[Trace, ...]:
    """What there was to see before each of a film's shots."""
    trace, traces = Trace(), []
    for shot in film.shots:
        trace = trace.seen(View(shot.state, _DARK, setup), shot.at_s)
        traces.append(trace)
    return tuple(traces)


def _ground(behind: Sprite) -> Sprite:
    """The ground of a scene, with the panels of the bar in the place of its meters."""
    room, panels, *_ = behind.paint.args
    return ground(room, (*(box for box in panels if box.y < FURNITURE_Y), *BAR_PANELS))


def _is_of_the_table(sprite: Sprite) -> bool:
    return sprite.y < FURNITURE_Y and not sprite.widget.startswith("key.")


def _scene_of(game: GameId) -> SceneOf:
    """The scene of a game, read at its first use."""
    if game is GameId.STRIP_POKER:
        from firmware.screens.strip import strip_scene

        return strip_scene
    if game is GameId.CINQUE_MANI:
        from firmware.screens.cinque import cinque_scene

        return cinque_scene
    from firmware.screens.joker import joker_scene

    return joker_scene

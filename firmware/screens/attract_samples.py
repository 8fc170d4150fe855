"""Slides of the attract loop to look at, to measure and to test the screens with.

Each is the loop of a cabinet as shipped, begun so long ago that the slide is on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.cabinet.best_results import StripBest
from firmware.cabinet.purse import Purse
from firmware.cabinet.slides import Here, slides_of
from firmware.cabinet.state import CabinetState, DeviceState
from firmware.config import COIN_SLOT, NOTE_SLOT
from firmware.events import Health
from firmware.money import GameId

Make = Callable[[], CabinetState]
NOW_S = 100.0
AFTER_S = 0.3
FILM_MOMENTS: Mapping[GameId, Mapping[str, float]] = {
    GameId.JOKER_POKER: {"deal": 0.9, "hold": 1.8, "win": 3.9, "double": 5.2, "end": 9.0},
    GameId.STRIP_POKER: {"deal": 0.9, "first": 1.6, "draw": 3.8, "show": 6.4, "end": 9.0},
    GameId.CINQUE_MANI: {"deal": 0.9, "laid": 2.4, "turn": 6.0, "end": 12.0},
}
"""Seconds of a film's slide at which there is something to see."""


def attract_samples(lobby: Make) -> Mapping[str, tuple[Make, float]]:
    """The slides by name, each with the time after `NOW_S` to look at it.

    Args:
        lobby: attract without credit, with a best result of each game.
    """

    def on(kind: str, game: GameId | None = None, into_s: float = 1.0, title: str = "") -> Make:
        return lambda: begun(lobby(), kind, game, into_s, title)

    def free() -> CabinetState:
        state = begun(lobby(), "pay", None, 1.0)
        return replace(state, saved=replace(state.saved, purse=Purse(500)))

    def both() -> CabinetState:
        ready = dict.fromkeys((COIN_SLOT, NOTE_SLOT), DeviceState(Health.READY))
        return replace(begun(lobby(), "pay", None, 1.0), devices=ready)

    def notes() -> CabinetState:
        ready = {NOTE_SLOT: DeviceState(Health.READY)}
        return replace(begun(lobby(), "pay", None, 1.0), devices=ready)

    def gone() -> CabinetState:
        """Whoever was beaten was in a pack that is not there any more."""
        state = begun(lobby(), "best", GameId.STRIP_POKER, 1.0)
        beaten = StripBest(21, "gone/nobody", 1)
        return replace(state, saved=replace(state.saved, strip_best=beaten))

    films = {
        f"attract_{game.value.partition('_')[0]}_{name}": (on("film", game, into_s), AFTER_S)
        for game, moments in FILM_MOMENTS.items()
        for name, into_s in moments.items()
    }
    return {
        "attract": (on("title"), AFTER_S),
        "attract_pays": (on("pays"), AFTER_S),
        "attract_how": (on("hand", title="slide.how.title"), AFTER_S),
        "attract_double": (on("hand", title="slide.double.title"), AFTER_S),
        "attract_strip_rules": (on("hand", title="slide.strip.title"), AFTER_S),
        "attract_hands": (on("hands"), AFTER_S),
        "attract_cast": (on("cast", into_s=3.0), AFTER_S),
        "attract_cast_coming": (on("cast", into_s=1.2), AFTER_S),
        "attract_best": (on("best", GameId.JOKER_POKER), AFTER_S),
        "attract_best_strip": (on("best", GameId.STRIP_POKER), AFTER_S),
        "attract_best_strip_gone": (gone, AFTER_S),
        "attract_best_cinque": (on("best", GameId.CINQUE_MANI), AFTER_S),
        "attract_pay": (on("pay"), AFTER_S),
        "attract_pay_both": (both, AFTER_S),
        "attract_pay_notes": (notes, AFTER_S),
        "attract_pay_free": (free, AFTER_S),
        **films,
    }


def begun(
    state: CabinetState, kind: str, game: GameId | None, into_s: float, title: str = ""
) -> CabinetState:
    """The state with its loop begun so that at `NOW_S` a slide has been on for `into_s`."""
    before_s = 0.0
    for slide in slides_of(Here(tuple(GameId))):
        if (
            slide.kind == kind
            and (game is None or slide.game is game)
            and title in ("", slide.title)
        ):
            return replace(state, attract_since_s=NOW_S - before_s - into_s)
        before_s += slide.seconds
    raise KeyError(f"no slide '{kind}' of {game}")

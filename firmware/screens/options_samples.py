"""The page of the options to look at: as shipped, and with everything chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.cabinet.options import Options, Speed
from firmware.cabinet.state import CabinetState, Page

EVERY = Options(
    speed=Speed.INSTANT,
    four_colour=True,
    large_text=True,
    reduced_motion=True,
    safe_colours=True,
    drag_double=True,
)


def options_samples(
    betting: Callable[[], CabinetState],
) -> dict[str, tuple[Callable[[], CabinetState], float]]:
    """Name -> how the state is made, and how long after it to look."""
    return {
        "options": (_page(betting, 0, None), 0.3),
        "options_four_colour": (_page(betting, 1, Options(four_colour=True)), 0.3),
        "options_every": (_page(betting, 5, EVERY), 0.3),
    }


def with_every_option(
    states: Mapping[str, tuple[Callable[[], CabinetState], float]],
) -> dict[str, tuple[Callable[[], CabinetState], float]]:
    """The same states under every option, each with `_every` at the end of its name."""
    return {f"{name}_every": (_chosen(make), later_s) for name, (make, later_s) in states.items()}


def _chosen(make: Callable[[], CabinetState]) -> Callable[[], CabinetState]:
    def made() -> CabinetState:
        state = make()
        return replace(state, saved=replace(state.saved, options=EVERY))

    return made


def _page(
    make: Callable[[], CabinetState], row: int, options: Options | None
) -> Callable[[], CabinetState]:
    def made() -> CabinetState:
        state = make()
        saved = replace(state.saved, page=Page.OPTIONS, page_number=row, options=options)
        return replace(state, saved=saved)

    return made

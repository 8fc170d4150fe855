"""States of the cabinet to look at, to measure and to test the screens with.

Each is reached by the real rules from chosen cards, so a picture can only show what can
happen. Used by `tools/shots`, `tools/bench` and the tests; the running cabinet never loads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from firmware import __version__
from firmware.cabinet.best_results import Best, Run, StripBest
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.settings import Settings
from firmware.cabinet.slots import SlotSettings
from firmware.cabinet.state import (
    CabinetState,
    Mode,
    Page,
    Saved,
)
from firmware.cabinet.thinking import CinqueTable
from firmware.clock import VirtualClock
from firmware.config import COIN_SLOT
from firmware.games.joker_poker.hands import Hand
from firmware.money import Account, Tender
from firmware.panel import panel
from firmware.screens.attract_samples import attract_samples
from firmware.screens.books_samples import (
    books_samples,
    sample_books,
    sample_boxes,
    sample_paper,
    sample_reliability,
)
from firmware.screens.cinque_samples import cinque_samples
from firmware.screens.cinque_samples import game as cinque_game
from firmware.screens.errand_samples import errand_samples
from firmware.screens.fault_samples import fault_samples, out
from firmware.screens.health_samples import health_samples
from firmware.screens.joker_samples import (
    CREDIT,
    NOW_S,
    Stacked,
    betting,
    double,
    drawn,
    game,
    hold,
    joker_samples,
    no_credit,
    table_state,
)
from firmware.screens.options_samples import options_samples, with_every_option
from firmware.screens.recall_samples import recall_samples
from firmware.screens.refused_samples import REFUSALS
from firmware.screens.returns_samples import returns, returns_samples
from firmware.screens.rules_samples import OPTIONS, rules_samples, with_options
from firmware.screens.settings_samples import choosable, sample_choices, settings_samples
from firmware.screens.slot_samples import slot_samples
from firmware.screens.strip_samples import strip_samples, strip_table
from firmware.screens.view import Figures, Setup, View
from firmware.words import Language

__all__ = ["NOW_S", "SAMPLES", "drawn", "sample", "shipped_setup", "table_state", "view_of"]


METERS = {
    "coin_in": 1500, "turnover": 3420, "won": 3160, "games_played": 684, "games_won": 301,
    "games_lost": 383, "gamble_staked": 240, "gamble_returned": 310, "gamble_rounds": 22,
    "gamble_wins": 11, "gamble_ties": 2, "gamble_losses": 9, "power_ups": 41, "unclean_boots": 3,
    "games.joker_poker.played": 684, "games.joker_poker.won": 301,
    "games.joker_poker.staked": 3420, "games.joker_poker.paid": 3090,
}  # fmt: skip
HEAD = "6b1f0d9e83c25a4770be9d1846f2ac3508e4d7b96c1a52f0937d84be61c0fa2d"


def _settings() -> Settings:
    slots = {COIN_SLOT: SlotSettings(Tender.COIN, 20)}
    cinque = CinqueTable(cinque_game())
    shipped = Settings(game(), 10, slots, 10_000, strip=strip_table(), cinque=cinque)
    return choosable(replace(shipped, has_pointer=True))


@lru_cache(maxsize=1)
def shipped_setup() -> Setup:
    """How a cabinet is set up that nobody changed."""
    takes = _settings().takes_money_at
    return Setup(
        game(),
        10,
        "€",
        __version__,
        takes_coins_at=takes,
        strip=strip_table(),
        cinque=cinque_game(),
        volume_percent=60,
        chosen=sample_choices(),
        has_pointer=True,
    )


def view_of(state: CabinetState, now_s: float = NOW_S) -> View:
    """A state with the keys that the cabinet would show."""
    cabinet = Cabinet(_settings(), Stacked(), VirtualClock(now_s), state, paper=sample_paper)
    figures = (
        Figures()
        if state.is_unread
        else Figures(
            METERS,
            HEAD,
            9_315,
            returns,
            books=sample_books,
            boxes=sample_boxes,
            reliability=sample_reliability,
        )
    )
    setup = _setup_with(tuple(state.devices)) if state.devices else shipped_setup()
    return View(state, cabinet.panel(now_s), setup, figures)


@lru_cache(maxsize=4)
def _setup_with(slots: tuple[str, ...]) -> Setup:
    """A cabinet set up with these slots; the same object each time, as a cabinet's own is."""
    return replace(shipped_setup(), slots=slots)


@lru_cache(maxsize=1)
def with_trainer(setup: Setup) -> Setup:
    """The same with the trainer."""
    return replace(setup, has_trainer=True)


def _lobby(mode: Mode, credit: int) -> CabinetState:
    return CabinetState(
        saved=Saved(
            mode=mode,
            best=Best(1000, Hand.FIVE_OF_A_KIND, 5),
            strip_best=StripBest(6, "club-notte/vera", 3),
            cinque_best=Run(4, 61),
        ),
        balances={Account.CREDIT: credit},
        attract_since_s=NOW_S - 1,
    )


def _rules(leaf: int) -> Callable[[], CabinetState]:
    def make() -> CabinetState:
        state = _lobby(Mode.ATTRACT, 0)
        saved = replace(state.saved, page=Page.RULES, page_number=leaf)
        return replace(state, saved=saved)

    return make


_PLAIN: Mapping[str, tuple[Callable[[], CabinetState], float]] = {
    **joker_samples(),
    "no_credit_no_coins": (out(no_credit), 0.3),
    "betting_no_coins": (out(betting), 0.3),
    **attract_samples(lambda: _lobby(Mode.ATTRACT, 0)),
    "attract_no_coins": (out(lambda: _lobby(Mode.ATTRACT, 0)), 0.3),
    "menu": (lambda: _lobby(Mode.MENU, CREDIT), 0.3),
    "waiting": (lambda: replace(hold(), dark_since_s=NOW_S - 1), 0.3),
    "waiting_double": (lambda: replace(double(), dark_since_s=NOW_S - 1), 0.3),
    "waiting_hands": (
        lambda: replace(cinque_samples()["cinque_table"][0](), dark_since_s=NOW_S - 1),
        0.3,
    ),
    "waiting_build": (
        lambda: replace(cinque_samples()["cinque_build_second"][0](), dark_since_s=NOW_S - 1),
        0.3,
    ),
    "rules_1": (_rules(0), 0.3),
    "rules_2": (_rules(1), 0.3),
    "rules_3": (_rules(2), 0.3),
    "rules_4": (_rules(3), 0.3),
    **fault_samples(),
    **books_samples(betting, hold),
    **settings_samples(betting, lambda: _lobby(Mode.ATTRACT, 0)),
    **slot_samples(betting),
    **returns_samples(betting),
    **health_samples(betting),
    **recall_samples(betting),
    **errand_samples(betting, hold),
    **strip_samples(),
    **rules_samples(),
    **options_samples(betting),
    **cinque_samples(),
    **dict.fromkeys(REFUSALS, (CabinetState, 0.3)),
}

_ACCESSIBLE = (
    "hold", "win", "double", "collected", "menu", "rules_1", "history_1", "strip_choose",
    "strip_first", "cinque_table", "fault_door",
)  # fmt: skip
"""Looked at once more with every option chosen."""
_STATES = {
    **_PLAIN,
    **with_every_option({name: _PLAIN[name] for name in _ACCESSIBLE if name in _PLAIN}),
}

SAMPLES = tuple(_STATES)


def sample(name: str, language: Language = Language.IT) -> tuple[View, float]:
    """A named state in a language, and the moment to look at it (seconds).

    Raises:
        KeyError: for a name that is not in `SAMPLES`.
    """
    make, later_s = _STATES[name]
    state = make()
    state = replace(state, saved=replace(state.saved, language=language))
    if state.operator.play is not None:
        play = state.operator.play
        inside = replace(play, saved=replace(play.saved, language=language))
        state = replace(state, operator=replace(state.operator, play=inside))
    view = view_of(state, NOW_S)
    if name == "strip_neutral":
        view = replace(view, setup=replace(view.setup, strip=strip_table(has_theme=False)))
    if name.startswith("trained"):
        view = replace(view, setup=with_trainer(view.setup))
    if name.startswith(OPTIONS):
        view = replace(view, setup=with_options(view.setup))
    if name in REFUSALS:
        view = replace(view, panel=panel({}), refusal=REFUSALS[name])
    return view, NOW_S + later_s

"""What the screen is told: the cabinet's state, its eight keys and how it is set up.

Also `Trace`, the little that a picture needs to know of the past (since when a card is held,
when a place was entered). The screen keeps it by watching; nothing depends on it but looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from firmware.cabinet.options import Options
from firmware.cabinet.slides import Showing, here, showing, slides_of
from firmware.cabinet.state import CabinetState, Mode, Page
from firmware.cabinet.strip_poker import StripTable
from firmware.config import COIN_SLOT
from firmware.events import CueGroup
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Table as CinqueTable
from firmware.games.joker_poker.paytable import PayTable
from firmware.games.joker_poker.rules import JokerPoker
from firmware.money import GameId
from firmware.operator.settings import Chosen
from firmware.panel import Button, Panel
from firmware.screens.carried import Carried
from firmware.screens.layout import Shape
from firmware.screens.refusal import Refusal
from firmware.screens.theme import PRESS_S

if TYPE_CHECKING:  # at run time when the operator's page of them is opened
    from firmware.operator.books import Books
    from firmware.operator.cash import CashBox
    from firmware.operator.reliability import Reliability
    from firmware.operator.returns_books import Returns

LONG_AGO_S = -1e9


def _always(_credit: int) -> bool:
    return True


@dataclass(frozen=True, eq=False)
class Setup:
    """What changes only with the settings; made once for them, equal only to itself.

    Attributes:
        game: Joker Poker as it is set up.
        credit_minor: minor units of the currency that a credit costs.
        currency: its sign.
        version: of the program, for the operator.
        slots: names of the slots that take money; none in a cabinet without an acceptor.
        takes_coins_at: whether it is open at a credit.
        has_trainer: whether a round of Joker Poker is followed by what was best to keep.
        strip: Strip Poker as it is set up; None where it is not played.
        cinque: Cinque Mani as it is set up; None where it is not played.
        chosen: the file and the operator's choices; None where nothing can be chosen.
        volume_percent: how loud the sounds are; 0 where they are switched off.
        sound_groups: group of sounds -> its part of that, in percent; one left out: all of it.
        options: of a player who has chosen none.
        has_pointer: whether there may be a mouse or a touch screen.
    """

    game: JokerPoker
    credit_minor: int = 10
    currency: str = "€"
    version: str = ""
    slots: tuple[str, ...] = (COIN_SLOT,)
    takes_coins_at: Callable[[int], bool] = _always
    has_trainer: bool = False
    strip: StripTable | None = None
    cinque: CinqueMani | None = None
    chosen: Chosen | None = None
    volume_percent: int = 0
    sound_groups: Mapping[CueGroup, int] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    has_pointer: bool = False

    @property
    def games(self) -> tuple[GameId, ...]:
        """The games that can be entered."""
        strip = () if self.strip is None else (GameId.STRIP_POKER,)
        cinque = () if self.cinque is None else (GameId.CINQUE_MANI,)
        return (*strip, GameId.JOKER_POKER, *cinque)

    @property
    def has_coins(self) -> bool:
        """Whether the cabinet takes money at all."""
        return bool(self.slots)

    @property
    def pay_table(self) -> PayTable:
        """What the hands of Joker Poker pay."""
        return self.game.pay_table

    @property
    def double_limit(self) -> int:
        """The greatest win, in credits, that may be doubled."""
        return self.game.double_limit


def _no_returns() -> Returns | None:
    return None


def _no_books() -> Books | None:
    return None


def _no_reliability() -> Reliability | None:
    return None


@dataclass(frozen=True, slots=True)
class Figures:
    """What the operator's pages show of the books, as far as a ledger is open.

    Attributes:
        meters: lifetime meters by name.
        head: hash of the newest row, 64 hex digits; empty when there is no ledger.
        row: its number.
        returns: reads what was returned, for the page that shows it; None without a ledger.
        ledger: its name, by which it is told from others; empty where nobody knows it.
        is_test: whether stories play on it.
        books: reads meters of life and period; None without a ledger.
        boxes: reads what should be in the cash boxes; none without a ledger.
        reliability: reads how often it was switched on, fell and failed; None without a ledger.
    """

    meters: Mapping[str, int] = field(default_factory=dict)
    head: str = ""
    row: int = 0
    returns: Callable[[], Returns | None] = _no_returns
    ledger: str = ""
    is_test: bool = False
    books: Callable[[], Books | None] = _no_books
    boxes: Callable[[], tuple[CashBox, ...]] = tuple
    reliability: Callable[[], Reliability | None] = _no_reliability


@dataclass(frozen=True)
class View:
    """Everything a picture is made from.

    Attributes:
        state: the cabinet.
        panel: its eight keys now.
        setup: how it is set up.
        figures: of the books, for the operator's pages.
        refusal: why the cabinet cannot begin at all; None for one that has begun.
        shape: of the display; the screen fills it in.
    """

    state: CabinetState
    panel: Panel
    setup: Setup
    figures: Figures = field(default_factory=Figures)
    refusal: Refusal | None = None
    shape: Shape = Shape.WIDE

    @property
    def is_upright(self) -> bool:
        """Whether it is for a display that is higher than wide."""
        return self.shape is Shape.UPRIGHT

    @property
    def options(self) -> Options:
        """The options in force: the player's, or the operator's where she has chosen none."""
        chosen = self.state.saved.options
        return self.setup.options if chosen is None else chosen


def has_slides(view: View) -> bool:
    """Whether the attract pictures, or the menu that shares them, are what is shown."""
    if view.refusal is not None or view.state.saved.page is not Page.NONE:
        return False
    return view.state.dark_since_s is not None or view.state.mode in (Mode.ATTRACT, Mode.MENU)


def on_now(view: View, now_s: float, entered_s: float) -> Showing:
    """The attract slide that is on, in the menu too.

    Args:
        view: what is shown.
        now_s: the time.
        entered_s: since when the menu is there; attract itself knows when it began.
    """
    state, setup = view.state, view.setup
    has_theme = setup.strip is not None and setup.strip.game.has_theme
    place = here(state, setup.games, has_theme=has_theme, has_slots=setup.has_coins)
    since_s = entered_s if state.mode is Mode.MENU else state.attract_since_s
    return showing(slides_of(place), max(0.0, now_s - since_s))


@dataclass(frozen=True, slots=True)
class Trace:
    """Since when things look as they do, seconds.

    Attributes:
        held: positions held at the last look.
        held_since_s: for positions 1..5, when holding it began or ended.
        place: mode, page, whether attract lies over it, and the number of its slide.
        place_since_s: when that was entered, whatever slides have come since.
        pressed: buttons and when they went down.
        laid: the table of Cinque Mani at the last look, while somebody sits at it.
        laid_before: how it stood before it last changed.
        laid_since_s: when that was.
        carried: what a finger carries, and where the doubling panel was put.
    """

    held: tuple[int, ...] = ()
    held_since_s: tuple[float, ...] = (LONG_AGO_S,) * 5
    place: tuple[Mode, Page, bool, int] | None = None
    place_since_s: float = LONG_AGO_S
    pressed: tuple[tuple[Button, float], ...] = ()
    laid: CinqueTable | None = None
    laid_before: CinqueTable | None = None
    laid_since_s: float = LONG_AGO_S
    carried: Carried = field(default_factory=Carried)

    def seen(self, view: View, now_s: float) -> Trace:
        """The trace after another look."""
        trace = self
        held = view.state.held
        if self.place is None:
            trace = replace(trace, held=held)  # at the first look everything lies as it is
        elif held != self.held:
            since = tuple(
                now_s if (place in held) != (place in self.held) else self.held_since_s[place - 1]
                for place in range(1, 6)
            )
            trace = replace(trace, held=held, held_since_s=since)
        place = (
            view.state.mode,
            view.state.saved.page,
            view.state.dark_since_s is not None,
        )
        if self.place is None or place != self.place[:3]:
            trace = replace(trace, place_since_s=now_s)
        number = on_now(view, now_s, trace.place_since_s).number if has_slides(view) else 0
        if (*place, number) != self.place:
            trace = replace(trace, place=(*place, number))
        if view.state.mode is Mode.ATTRACT and self.carried.home != (0.0, 0.0):
            trace = replace(trace, carried=Carried())  # whoever comes next finds it at its place
        laid = view.state.saved.cinque if view.state.mode is Mode.CINQUE_MANI else None
        if laid is not self.laid:
            trace = replace(trace, laid=laid, laid_before=self.laid, laid_since_s=now_s)
        if any(now_s - when >= PRESS_S for _, when in self.pressed):
            kept = tuple(each for each in self.pressed if now_s - each[1] < PRESS_S)
            trace = replace(trace, pressed=kept)
        return trace

    def with_press(self, button: Button, now_s: float) -> Trace:
        """The trace after a button went down."""
        return replace(self, pressed=(*self.pressed, (button, now_s)))

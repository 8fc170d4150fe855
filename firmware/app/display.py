"""The display as the machine sees it: the cabinet's state in, presented pixels out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware import __version__
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState
from firmware.ledger.ledger import Ledger
from firmware.ledger.readable import LastBooks
from firmware.panel import Button, Panel
from firmware.program import program
from firmware.screens.canvas import save_png
from firmware.screens.screen import Screen
from firmware.screens.view import Figures, Setup, View
from firmware.screens.window import TableDrag, TableDrop, TableTouch

if TYPE_CHECKING:  # at run time when the operator looks at the returns
    from firmware.operator.books import Books
    from firmware.operator.cash import CashBox
    from firmware.operator.reliability import Reliability
    from firmware.operator.returns_books import Returns
    from firmware.operator.rounds_told import RoundsTold


class ScreenDisplay:
    """A `Screen` that is fed views and presents what it redraws.

    Args:
        screen: draws.
        setup: what does not change while the cabinet runs.
        figures: reads the books, for the operator's pages.
        fps_max: frames a second at most.
        present: shows redrawn regions on the real display; nothing for a plain surface.
    """

    def __init__(
        self,
        screen: Screen,
        setup: Setup,
        figures: Callable[[], Figures],
        fps_max: int,
        present: Callable[[Any], None] = lambda _: None,
    ) -> None:
        self._screen = screen
        self._setup = setup
        self._figures = figures
        self._frame_s = 1 / fps_max
        self._present = present
        self._next_frame_s: float | None = None
        self._shown: tuple[CabinetState, Panel] | None = None

    def set_up(self, setup: Setup) -> None:
        """From now on the cabinet is set up otherwise."""
        self._setup = setup
        self.forget()

    def draw(self, state: CabinetState, keys: Panel, now_s: float) -> bool:
        if self._is_shown(state, keys, now_s):
            return False
        self._shown = state, keys
        figures = self._figures() if state.operator_on else Figures()
        regions = self._screen.draw(View(state, keys, self._setup, figures), now_s)
        next_s = self._screen.next_frame_s
        self._next_frame_s = None if next_s is None else max(next_s, now_s + self._frame_s)
        if self._screen.is_late:
            self._next_frame_s = now_s
        if regions:
            self._present(regions)
        return bool(regions)

    def begin(self) -> None:
        self._screen.begin()

    def look_ahead(self) -> bool:
        return self._screen.look_ahead()

    def press(self, button: Button, now_s: float) -> None:
        self._shown = None
        self._screen.press(button, now_s)

    def point(self, intent: TableTouch | TableDrag | TableDrop) -> None:
        """A finger on the table: what it has hold of follows."""
        self._shown = None
        match intent:
            case TableTouch(x, y, is_window):
                self._screen.touch(x, y, is_panel=is_window)
            case TableDrag(x, y):
                self._screen.drag(x, y)
            case TableDrop():
                self._screen.drop()

    def forget(self) -> None:
        """The window was covered: the next draw draws everything."""
        self._shown = None
        self._screen.forget()

    def next_frame_s(self) -> float | None:
        return self._next_frame_s

    @property
    def is_settling(self) -> bool:
        """Whether the picture still comes to rest."""
        return self._screen.is_settling

    def save(self, path: Path) -> None:
        """The picture as it stands, as a PNG."""
        save_png(self._screen.picture(), path)

    def _is_shown(self, state: CabinetState, keys: Panel, now_s: float) -> bool:
        """Whether the picture is the same by its inputs: not even the scene is made then."""
        if self._shown is None or self._shown[0] is not state or self._shown[1] is not keys:
            return False
        return self._next_frame_s is None or now_s < self._next_frame_s


class BooksShown:
    """What the operator's pages show of the books, read anew for each picture.

    Args:
        ledger: whatever tells how they stand; None where nothing does.
        told: what the rounds told so far; None where only what is stored of it is known.
    """

    def __init__(
        self, ledger: Ledger | LastBooks | None, told: Callable[[], RoundsTold] | None = None
    ) -> None:
        self._ledger = ledger
        self._told = told
        self._kept: tuple[bytes, RoundsTold, Returns] | None = None

    def figures(self) -> Figures:
        """Figures and head as they are now; the returns when a page asks for them."""
        ledger = self._ledger
        if ledger is None:
            return Figures()
        standing = ledger.standing  # once: the ledger's thread may replace it between two readings
        assert standing.last is not None
        head = standing.last.hash
        return Figures(
            standing.totals.meters,
            head.hex(),
            standing.last.sequence,
            lambda: self._returns(ledger, head),
            ledger.name,
            standing.is_test,
            lambda: _books(ledger),
            lambda: _boxes(ledger),
            lambda: _reliability(ledger),
        )

    def _returns(self, ledger: Ledger | LastBooks, head: bytes) -> Returns:
        """Worked out once for the same books and rounds: a fade asks for each of its frames."""
        from firmware.odds.known import kept_exact
        from firmware.operator.books import books_of
        from firmware.operator.returns_books import Returns
        from firmware.operator.rounds_told import kept_told

        if self._told is not None:
            told = self._told()
        elif self._kept is not None and self._kept[0] == head:
            told = self._kept[1]
        else:
            told = kept_told(ledger.documents)
        if self._kept is None or self._kept[0] != head or self._kept[1] is not told:
            found = Returns.of(books_of(ledger), ledger.documents, told, kept_exact)
            self._kept = head, told, found
        return self._kept[2]


def _books(ledger: Ledger | LastBooks) -> Books:
    from firmware.operator.books import books_of

    return books_of(ledger)


def _boxes(ledger: Ledger | LastBooks) -> tuple[CashBox, ...]:
    from firmware.operator.cash import cash_boxes

    counts = _books(ledger).life
    return cash_boxes(counts.coins, counts.events, ledger.documents, [])


def _reliability(ledger: Ledger | LastBooks) -> Reliability:
    from firmware.operator.reliability import reliability
    from firmware.operator.settings_kept import kept_settings

    copy = ledger.copy if isinstance(ledger, Ledger) else None
    return reliability(
        _books(ledger),
        copy=copy,
        program=program(),
        configuration=kept_settings(ledger.documents).identity,
    )


def figures_of(ledger: Ledger | LastBooks | None) -> Figures:
    """What the operator's pages show of the books; nothing without a ledger."""
    return BooksShown(ledger).figures()


def setup_of(settings: Settings, currency: str) -> Setup:
    """What the screens show of the configuration."""
    sound = None if settings.chosen is None else settings.chosen.config.sound
    signs = {"EUR": "€", "USD": "$", "GBP": "£", "RUB": "₽", "CHF": "CHF"}
    return Setup(
        game=settings.joker,
        credit_minor=settings.credit_minor,
        currency=signs.get(currency, currency),
        version=__version__,
        slots=tuple(settings.slots),
        takes_coins_at=settings.takes_money_at,
        has_trainer=settings.has_trainer,
        strip=settings.strip,
        cinque=None if settings.cinque is None else settings.cinque.game,
        chosen=settings.chosen,
        volume_percent=sound.volume_percent if sound is not None and sound.enabled else 0,
        sound_groups={} if sound is None else sound.groups,
        options=settings.options,
        has_pointer=settings.has_pointer,
    )

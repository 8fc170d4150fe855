"""States of the cabinet to look at, to measure and to test the screens with.

Each is reached by the real rules from chosen cards, so a picture can only show what can
happen. Used by `tools/shots`, `tools/bench` and the tests; the running cabinet never loads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from firmware import __version__
from firmware.cabinet import motion
from firmware.cabinet.best_results import Best, Run, StripBest
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.operator_menu.desk import at_page
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import Asking, PinPad
from firmware.cabinet.settings import Settings
from firmware.cabinet.slots import SlotSettings
from firmware.cabinet.state import (
    CabinetState,
    DeviceState,
    Effect,
    Fault,
    FaultName,
    Mode,
    Page,
    Saved,
)
from firmware.cabinet.thinking import CinqueTable
from firmware.cards.card import Card, parse_cards
from firmware.cards.shuffle import SeededSource
from firmware.clock import VirtualClock
from firmware.config import COIN_SLOT, load_config
from firmware.events import Health
from firmware.games.joker_poker.configured import joker_poker
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Phase, Table
from firmware.money import Account, Tender
from firmware.operator.roles import Pins, Role
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
from firmware.screens.health_samples import health_samples
from firmware.screens.options_samples import options_samples, with_every_option
from firmware.screens.recall_samples import recall_samples
from firmware.screens.refused_samples import REFUSALS
from firmware.screens.returns_samples import returns, returns_samples
from firmware.screens.rules_samples import OPTIONS, rules_samples, with_options
from firmware.screens.settings_samples import choosable, sample_choices, settings_samples
from firmware.screens.slot_samples import slot_samples
from firmware.screens.strip_samples import strip_samples, strip_table
from firmware.screens.view import Figures, Setup, View
from firmware.words import Language, Message

NOW_S = 100.0
CREDIT = 1240


METERS = {
    "coin_in": 1500, "turnover": 3420, "won": 3160, "games_played": 684, "games_won": 301,
    "games_lost": 383, "gamble_staked": 240, "gamble_returned": 310, "gamble_rounds": 22,
    "gamble_wins": 11, "gamble_ties": 2, "gamble_losses": 9, "power_ups": 41, "unclean_boots": 3,
    "games.joker_poker.played": 684, "games.joker_poker.won": 301,
    "games.joker_poker.staked": 3420, "games.joker_poker.paid": 3090,
}  # fmt: skip
HEAD = "6b1f0d9e83c25a4770be9d1846f2ac3508e4d7b96c1a52f0937d84be61c0fa2d"
COIN_FAULT = Fault(
    FaultName.COIN, "coin", "unplugged: /dev/serial/by-id/usb-FTDI-if00", "2026-03-01T21:18:42"
)


class Stacked:
    """A shuffler that lays the chosen cards on top and leaves the others in order."""

    def __init__(self, *tops: str) -> None:
        self.source = SeededSource("samples")
        self._tops = [parse_cards(top) for top in tops]

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        """The next chosen cards, then the rest of the deck."""
        top = self._tops.pop(0)
        return (*top, *(card for card in deck if card not in top))


@lru_cache(maxsize=1)
def game() -> JokerPoker:
    """Joker Poker as shipped."""
    return joker_poker(load_config().joker_poker)


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


def table_state(table: Table, credit: int = CREDIT, **more: object) -> CabinetState:
    """The cabinet at the table of Joker Poker."""
    state = CabinetState(
        saved=Saved(mode=Mode.JOKER_POKER, joker=table, rounds=7),
        balances={Account.CREDIT: credit},
        devices={"coin": DeviceState(Health.READY)},
    )
    return replace(state, **more)  # type: ignore[arg-type]  # names are those of the fields


BETTING = Table(chips=5)
DEALT = "KH 7C JK TD 4S QC 2H 9D 3C 8S"
QUEENS = "QS QH JK QD 5H 3C 2D 9S 8H 4C"
DOUBLE_CARDS = "9D KC 4H JS 9H"


def dealt(cards: str = DEALT) -> Table:
    """After the deal, with the proposed hold."""
    return game().deal(BETTING, CREDIT + 5, 7, Stacked(cards)).table


def drawn(cards: str = QUEENS) -> Table:
    """After the draw with the proposed hold."""
    return game().draw(dealt(cards)).table


def doubling(cards: str = DOUBLE_CARDS) -> Table:
    """A double is open."""
    return game().double(drawn(), Stacked(cards)).table


def picked(place: int, cards: str = DOUBLE_CARDS) -> Table:
    """A double is decided."""
    return game().pick(doubling(cards), place).table


def _betting() -> CabinetState:
    return table_state(BETTING)


def _first_bet() -> CabinetState:
    return table_state(Table(), 10)


def _no_credit() -> CabinetState:
    return table_state(BETTING, 0)


def _dealing() -> CabinetState:
    return table_state(dealt(), movement=motion.dealing(NOW_S - 0.29, True))


def _hold() -> CabinetState:
    return table_state(dealt())


def _hold_nothing() -> CabinetState:
    return table_state(dealt("2H 7C 9S TD 4S QC 2C 9D 3C 8S"))


def _counting() -> CabinetState:
    table = drawn()
    assert table.round is not None
    moved = motion.drawing(NOW_S - 2.0, table.round)
    return table_state(table, movement=moved, won_at_s=NOW_S - 1.5)


def _drawing() -> CabinetState:
    table = drawn()
    assert table.round is not None
    return table_state(table, movement=motion.drawing(NOW_S - 0.1, table.round))


def _win() -> CabinetState:
    return table_state(drawn(), won_at_s=NOW_S - 60)


def _royal() -> CabinetState:
    return table_state(drawn("AH KH QH JH TH 2C 3C 4C 5C 6C"), won_at_s=NOW_S - 60)


def _no_win() -> CabinetState:
    return table_state(drawn("2H 7C 9S TD 4S QC 2C 9D 3C 8S"))


def _held_badly() -> CabinetState:
    """The joker and a king were given away for a nine."""
    table = drawn("KH 9C JK TD 4S QC 2C 9D 3C 8S")
    assert table.round is not None
    played = replace(table.round, held=(2,), paid=0, win=0)
    return table_state(replace(table, phase=Phase.BETTING, round=played))


def _won_badly() -> CabinetState:
    """Two of the three queens were kept, and the joker that made them four was not."""
    table = game().collect(drawn()).table
    assert table.round is not None
    return table_state(replace(table, round=replace(table.round, held=(1, 2))), CREDIT + 85)


def _collected() -> CabinetState:
    return table_state(game().collect(drawn()).table, CREDIT + 85)


def _double() -> CabinetState:
    return table_state(doubling())


def _reveal() -> CabinetState:
    table = picked(2)
    assert table.round is not None
    return table_state(table, movement=motion.revealing(NOW_S - 0.32, table.round))


def _double_won() -> CabinetState:
    return table_state(picked(2))


def _double_tied() -> CabinetState:
    return table_state(picked(5))


def _double_lost() -> CabinetState:
    return table_state(picked(3))


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


def _out(make: Callable[[], CabinetState]) -> Callable[[], CabinetState]:
    """The same with the acceptor pulled."""
    return lambda: replace(
        make(),
        faults=(COIN_FAULT,),
        devices={"coin": DeviceState(Health.UNPLUGGED, "/dev/serial/by-id/usb-FTDI-if00")},
    )


def _dear() -> CabinetState:
    """The dearest chip and a credit at the ceiling."""
    return table_state(Table(chips=5, chip_value=20), 11_989)


def _dear_hold() -> CabinetState:
    betting = Table(chips=5, chip_value=20)
    table = game().deal(betting, 11_989, 7, Stacked("AH KH QH JH 9H TH 2C 3C 4C 5C")).table
    return table_state(table, 11_889)


def _dear_win() -> CabinetState:
    table = game().draw(_dear_hold().saved.joker).table
    return table_state(table, 11_889, won_at_s=NOW_S - 60)


def _long() -> Table:
    """A round of nine doubles: half ones that win and tie, and the last one lost."""
    table = drawn()
    for number in range(9):
        cards = DOUBLE_CARDS if number < 8 else "KD 4C 2H 3S 5S"
        place = 5 if number == 3 else 2
        table = game().half_double(table, Stacked(cards)).table
        table = game().pick(table, place).table
    return table


def _history_long() -> CabinetState:
    state = table_state(_long())
    played = state.saved.joker.round
    assert played is not None
    saved = replace(state.saved, page=Page.HISTORY)
    return replace(state, saved=saved, history=(played,))


def _rules(leaf: int) -> Callable[[], CabinetState]:
    def make() -> CabinetState:
        state = _lobby(Mode.ATTRACT, 0)
        saved = replace(state.saved, page=Page.RULES, page_number=leaf)
        return replace(state, saved=saved)

    return make


def _history(leaf: int) -> Callable[[], CabinetState]:
    def make() -> CabinetState:
        rounds = [
            table.round
            for table in (
                picked(3),
                drawn("2H 7C 9S TD 4S QC 2C 9D 3C 8S"),
                game().collect(drawn()).table,
            )
        ]
        state = table_state(game().collect(drawn()).table)
        saved = replace(state.saved, page=Page.HISTORY, page_number=leaf)
        history = tuple(played for played in rounds if played is not None)
        return replace(state, saved=saved, history=history)

    return make


DETAILS = {
    FaultName.LEDGER_FULL: "database or disk is full: /var/lib/cabinato/ledger.db",
    FaultName.LEDGER_READ_ONLY: "attempt to write a readonly database",
    FaultName.LEDGER_IO: "disk I/O error: fsync of /var/lib/cabinato/ledger.db-wal",
    FaultName.LEDGER_CORRUPT: "row 8817: its hash is not that of its content",
    FaultName.LEDGER_IDENTITY: "coin_in 1500 is not what the accounts hold: 1490",
    FaultName.LEDGER_SCHEMA: "schema 9 is newer than this program's 4",
    FaultName.LEDGER_GONE: "/var/lib/cabinato/ledger.db is not there, although its key is",
    FaultName.LEDGER_ROLLED_BACK: "the books end at row 8200, the second copy at row 9315",
    FaultName.CREDIT_VALUE: "[coin] credit_minor is 20, the 1240 credits were bought at 10",
    FaultName.COIN_JUMP: "coin: 240 credits within 2 s",
    FaultName.COPY_MISSING: "/media/stick/cabinato.journal: no such file or directory",
    FaultName.COPY_BEHIND: "it ended at row 9101, the books at row 9315",
    FaultName.CHANCE: "getrandom: Function not implemented",
    FaultName.HARDWARE: "[panel.lamps] HOLD3 = 24: GPIO24 is in use by another program",
    FaultName.PROGRAM: "firmware/cabinet/coins.py (changed)",
    FaultName.CALL_SERVICE: "boot 412",
    FaultName.COPY_FOREIGN: "it begins with another ledger's first row",
}
SINCE = "2026-03-01T21:18:42+00:00"


def _fault(name: FaultName) -> Callable[[], CabinetState]:
    return lambda: replace(
        _hold(), faults=(Fault(name, detail=DETAILS.get(name, ""), since=SINCE),)
    )


def _unread(name: FaultName) -> Callable[[], CabinetState]:
    """The same found at a start: no books, no credit to show."""
    fault = Fault(name, detail=DETAILS[name], since=SINCE)
    return lambda: CabinetState(faults=(fault,))


def _with_key(make: Callable[[], CabinetState]) -> Callable[[], CabinetState]:
    """The same with the operator's key turned, on the page of the machine."""
    return lambda: at_page(make(), Leaf.MACHINE)


def _technician_at(name: FaultName) -> Callable[[], CabinetState]:
    """A technician at the open door, before a fault that waits for him."""

    def make() -> CabinetState:
        there = _fault(name)()
        faults = (*there.faults, Fault(FaultName.DOOR, since=SINCE))
        return at_page(replace(there, faults=faults), Leaf.MACHINE, role=Role.TECHNICIAN)

    return make


def _many_faults() -> CabinetState:
    faults = tuple(
        Fault(name, detail=DETAILS.get(name, ""), since=SINCE)
        for name in (
            FaultName.LEDGER_ROLLED_BACK, FaultName.LEDGER_CORRUPT, FaultName.CHANCE,
            FaultName.DOOR, FaultName.COPY_MISSING, FaultName.SOUND,
        )
    )  # fmt: skip
    return at_page(replace(_hold(), faults=faults), Leaf.MACHINE)


def _operator(leaf: Leaf | None) -> Callable[[], CabinetState]:
    def make() -> CabinetState:
        return at_page(_hold(), leaf)

    return make


def _login(leaf: Leaf | None) -> Callable[[], CabinetState]:
    """An operator has said who he is."""
    return lambda: at_page(_hold(), leaf, role=Role.OPERATOR)


def _pad(pad: PinPad) -> Callable[[], CabinetState]:
    return lambda: at_page(_hold(), None, pad=pad)


def _refused() -> CabinetState:
    state = at_page(_hold(), None, pad=PinPad(), note=Message("operator.pin.wrong"))
    return replace(state, pins=Pins(failures=4), pin_free_s=NOW_S + 100)


_PLAIN: Mapping[str, tuple[Callable[[], CabinetState], float]] = {
    "betting": (_betting, 0.3),
    "first_bet": (_first_bet, 0.3),
    "no_credit": (_no_credit, 0.3),
    "no_credit_no_coins": (_out(_no_credit), 0.3),
    "betting_no_coins": (_out(_betting), 0.3),
    "dear_betting": (_dear, 0.3),
    "dear_hold": (_dear_hold, 0.3),
    "dear_win": (_dear_win, 0.3),
    "dealing": (_dealing, 0.0),
    "hold": (_hold, 0.3),
    "hold_nothing": (_hold_nothing, 0.3),
    "drawing": (_drawing, 0.0),
    "counting": (_counting, 0.3),
    "win": (_win, 0.3),
    "royal": (_royal, 0.3),
    "no_win": (_no_win, 0.8),
    "collected": (_collected, 0.3),
    "double": (_double, 0.0),
    "reveal": (_reveal, 0.0),
    "double_won": (_double_won, 0.3),
    "double_tied": (_double_tied, 0.3),
    "double_lost": (_double_lost, 0.3),
    "trained": (_held_badly, 0.8),
    "trained_won": (_won_badly, 0.3),
    "trained_best": (_no_win, 0.8),
    **attract_samples(lambda: _lobby(Mode.ATTRACT, 0)),
    "attract_no_coins": (_out(lambda: _lobby(Mode.ATTRACT, 0)), 0.3),
    "menu": (lambda: _lobby(Mode.MENU, CREDIT), 0.3),
    "waiting": (lambda: replace(_hold(), dark_since_s=NOW_S - 1), 0.3),
    "waiting_double": (lambda: replace(_double(), dark_since_s=NOW_S - 1), 0.3),
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
    "history_1": (_history(0), 0.3),
    "history_2": (_history(1), 0.3),
    "history_long": (_history_long, 0.3),
    "fault_door": (_fault(FaultName.DOOR), 0.3),
    **{f"fault_{name}": (_fault(name), 0.3) for name in FaultName if name.effect is Effect.LOCKS},
    "fault_gone_unread": (_unread(FaultName.LEDGER_GONE), 0.3),
    "fault_schema_unread": (_unread(FaultName.LEDGER_SCHEMA), 0.3),
    "operator_index": (_operator(None), 0.3),
    "operator_index_operator": (_login(None), 0.3),
    "operator_pin": (_pad(PinPad(digits="123")), 0.3),
    "operator_pin_wrong": (_refused, 0.3),
    "operator_pin_new": (_pad(PinPad(Asking.NEW, Role.TECHNICIAN)), 0.3),
    "operator_pin_again": (_pad(PinPad(Asking.AGAIN, Role.OPERATOR, "1524", "15243")), 0.3),
    "operator_pins": (_login(Leaf.PINS), 0.3),
    "operator_1": (_operator(Leaf.BOOKS), 0.3),
    "operator_2": (_operator(Leaf.MACHINE), 0.3),
    "operator_faults": (_out(_operator(Leaf.MACHINE)), 0.3),
    **{f"operator_{name}": (_with_key(_fault(name)), 0.3) for name in FaultName},
    "operator_many_faults": (_many_faults, 0.3),
    "operator_try_again": (_technician_at(FaultName.PROGRAM), 0.3),
    "operator_mended": (_technician_at(FaultName.CALL_SERVICE), 0.3),
    "operator_unread": (
        lambda: at_page(_unread(FaultName.LEDGER_GONE)(), Leaf.BOOKS),
        0.3,
    ),
    **books_samples(_betting, _hold),
    **settings_samples(_betting, lambda: _lobby(Mode.ATTRACT, 0)),
    **slot_samples(_betting),
    **returns_samples(_betting),
    **health_samples(_betting),
    **recall_samples(_betting),
    **errand_samples(_betting, _hold),
    **strip_samples(),
    **rules_samples(),
    **options_samples(_betting),
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

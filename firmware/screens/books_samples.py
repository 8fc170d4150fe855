"""The operator's pages of books, cash, credit and reliability, to be looked at; see `samples`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.cabinet.operator_menu.desk import Paper, at_page
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import CashPage
from firmware.cabinet.state import CabinetState
from firmware.events import CopyHealth as Copy
from firmware.events import CopyState
from firmware.ledger.standing import Period
from firmware.money import Account, GameId, Tender
from firmware.operator.books import Books, Counts
from firmware.operator.cash import CashBox, cash_boxes, count
from firmware.operator.reliability import Reliability, reliability
from firmware.operator.roles import Role
from firmware.program import Program
from firmware.words import Message

Make = Callable[[], CabinetState]
HEAD = "7f3a91c2" * 8
WALL = "2026-03-01T21:18:42"
_COINS = {
    "coin:10": 412, "coin:20": 655, "coin:50": 1_204, "coin:100": 2_310, "coin:200": 918,
    "note:500": 61, "note:1000": 22,
}  # fmt: skip
_BEFORE = {
    "coin:10": 400, "coin:20": 600, "coin:50": 1_100, "coin:100": 2_000, "coin:200": 800,
    "note:500": 50, "note:1000": 20,
}  # fmt: skip
_EVENTS = {
    "fault:door": 41, "fault:coin": 12, "fault:ledger_io": 1, "fault:tilt": 3,
    "fault:button_stuck": 2, "door_opened": 41, "coin_quarantined:coin": 4, "copy:behind": 1,
}  # fmt: skip
_METERS = {
    "coin_in": 48_310, "notes_in": 5_250, "service_in": 120, "coin_test": 35, "turnover": 61_420,
    "won": 59_880, "hand_paid": 3_500, "cancelled": 40, "games_played": 14_205,
    "games_won": 6_301, "games_lost": 7_904, "gamble_rounds": 2_140, "gamble_wins": 985,
    "gamble_ties": 141, "gamble_losses": 1_014, "gamble_staked": 18_440, "gamble_returned": 17_960,
    "power_ups": 412, "unclean_boots": 9, "free_played": 0, "free_won": 0, "free_staked": 0,
    "free_paid": 0,
}  # fmt: skip
_GAME = {"played": 4_735, "won": 2_100, "staked": 20_473, "paid": 19_960}


def sample_books() -> Books:
    """Those of a cabinet that has stood in a bar for a year."""
    life = Counts(_METERS, dict.fromkeys(GameId, _GAME), (), _COINS, _EVENTS)
    recent = {name: value // 9 for name, value in _METERS.items()}
    games = {game: {name: value // 9 for name, value in _GAME.items()} for game in GameId}
    since = Counts(recent, games, (), {}, {})
    period = Period(7, 8_800, "2026-02-20T10:02:00", Role.OPERATOR.value)
    return Books(
        balances={}, life=life, in_period=since, period=period, games_since_power_up=61,
        games_since_door_closed=18, disputed=(), head=HEAD, rows=9_315, boots=412, is_test=False,
        falls=2,
    )  # fmt: skip


def sample_boxes() -> tuple[CashBox, ...]:
    """Counted once, and filled again since."""
    documents: Mapping[str, str] = {}
    for tender, counted_minor in ((Tender.COIN, 4_304_00), (Tender.NOTE, 450_00)):
        box = next(each for each in cash_boxes(_BEFORE, {}, documents, []) if each.tender is tender)
        told = count(box, documents, counted_minor, Role.OPERATOR.value, "2026-02-20T10:05:00")
        documents = {**documents, **told.documents}
    return cash_boxes(_COINS, _EVENTS, documents, [])


def sample_paper() -> Paper:
    """What the pages act on."""
    return Paper({box.tender: box for box in sample_boxes()}, {})


def sample_reliability() -> Reliability:
    """With a second copy that is well."""
    program = Program("0.6.0", "c4f1e2a8b7d3" + "0" * 52)
    return reliability(
        sample_books(),
        copy=CopyState(Copy.WELL),
        program=program,
        configuration="5b1e09c7d2a84f36",
    )


def books_samples(betting: Make, hold: Make) -> Mapping[str, tuple[Make, float]]:
    """Each page from a cabinet between rounds, or with a hand on the table.

    Args:
        betting: makes the first.
        hold: makes the second.
    """

    def page(leaf: Leaf, make: Make = betting, **changes: object) -> tuple[Make, float]:
        return lambda: at_page(make(), leaf, **changes), 0.3

    is_operator = replace(CashPage(), counted_minor=905_30)
    note = Message("operator.cash.short")
    return {
        "operator_books_period": page(Leaf.BOOKS, is_period=True),
        "operator_books_begun": page(
            Leaf.BOOKS, is_period=True, role=Role.OPERATOR, note=Message("operator.period.begun")
        ),
        "operator_cash": page(Leaf.CASH),
        "operator_cash_entry": page(Leaf.CASH, role=Role.OPERATOR, cash=is_operator),
        "operator_cash_told": page(
            Leaf.CASH, role=Role.OPERATOR, cash=CashPage(place=0), note=note
        ),
        "operator_credit": page(Leaf.CREDIT),
        "operator_credit_open": page(Leaf.CREDIT, lambda: _open_round(hold())),
        "operator_credit_paid": page(
            Leaf.CREDIT, note=Message("operator.credit.hand_pay", count=1_240)
        ),
        "operator_reliability": page(Leaf.RELIABILITY),
    }


def _open_round(state: CabinetState) -> CabinetState:
    """With what is at stake on its account, as the ledger has it."""
    return replace(state, balances={**state.balances, Account.STAKE: 25})

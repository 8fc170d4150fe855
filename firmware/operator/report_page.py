"""The printed report: all of the books on a few sheets of A4, as one HTML file.

Equal books give equal bytes: it tells the time of the newest row, never that of the call.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from firmware import __version__
from firmware.decimals import NONE
from firmware.errors import LedgerCorruptError, LedgerError
from firmware.ledger.chain import Keys, name_of
from firmware.ledger.database import DATABASE, plain_errors
from firmware.ledger.readable import readable_documents
from firmware.ledger.store import read_last_row
from firmware.operator import report_blocks as blocks
from firmware.operator import report_machine as machine
from firmware.operator import report_sheet as sheet
from firmware.operator.books import Books, reading_books
from firmware.operator.cash import CashBox, cash_boxes
from firmware.operator.report_words import ReportWords
from firmware.operator.returns_books import Returns, read_returns
from firmware.operator.settings import Choice, read_choices
from firmware.operator.settings_kept import Kept, kept_settings
from firmware.words import Language


@dataclass(frozen=True, slots=True)
class Masthead:
    """What stands at the head of the report besides the books.

    Attributes:
        ledger: the ledger's name, see `chain.name_of`; empty where its key cannot be read.
        as_at: wall time of the newest row, ISO 8601; empty where that cannot be read.
        version: of the program that makes the report.
        settings: those in force, by their keys.
        choices: those of them that were chosen on the operator's pages.
        boxes: what is in the boxes of coins and notes, and what was last counted.
        faults: what of all this could not be read, a sentence each.
    """

    ledger: str = ""
    as_at: str = ""
    version: str = __version__
    settings: Kept = field(default_factory=Kept)
    choices: Mapping[str, Choice] = field(default_factory=dict)
    boxes: tuple[CashBox, ...] = ()
    faults: tuple[str, ...] = ()


def read_report(folder: Path, language: Language, rounds: int | None) -> tuple[str, Books]:
    """The report of the ledger in `folder`, and the books it tells, with their faults.

    Args:
        folder: the data folder; nothing in it is written.
        language: of the report.
        rounds: as in `read_returns`.

    Raises:
        LedgerError: there is no ledger, or nothing of it can be read.
    """
    with reading_books(folder) as (books, connection):
        found = read_returns(connection, books, rounds)
        documents = readable_documents(connection, [])
        faults: list[str] = []
        boxes = cash_boxes(books.life.coins, books.life.events, documents, faults)
        head = Masthead(
            ledger=_name(folder),
            as_at=_newest_wall(connection),
            settings=kept_settings(documents),
            choices=_choices(documents, faults),
            boxes=boxes,
            faults=tuple(faults),
        )
    return report_html(books, found, head, language), books


def _choices(documents: Mapping[str, str], faults: list[str]) -> Mapping[str, Choice]:
    try:
        return read_choices(documents)
    except LedgerCorruptError as error:
        faults.append(str(error))
        return {}


def _name(folder: Path) -> str:
    try:
        return name_of(Keys(folder).read())
    except (LedgerError, OSError):  # who may read the books need not be allowed the key
        return ""


def _newest_wall(connection: sqlite3.Connection) -> str:
    try:
        with plain_errors("read", Path(DATABASE)):
            last = read_last_row(connection)
    except LedgerError:
        return ""
    return "" if last is None else last.stamp.wall


def report_html(books: Books, found: Returns, head: Masthead, language: Language) -> str:
    """The report.

    Args:
        books: of the cabinet.
        found: what it returned, by the same books.
        head: what stands at its head.
        language: of the report.
    """
    kept = head.settings
    words = ReportWords(language, kept.currency)
    foot = f"Cabinato {head.ledger} . {books.rows} . {sheet.in_groups(books.head)}"
    wrong = (*books.faults, *found.faults, *head.faults, *books.notes)
    sheets = (
        (
            _header(books, head, words),
            _warnings(wrong, words, is_test=books.is_test),
            _tiles(books, found, words),
            blocks.course(found, words),
            blocks.returns_table(found.life, words.text("report.returns_life"), words),
        ),
        (
            machine.meters(books, words),
            machine.cash(books, head.boxes, words),
            machine.by_game(books, words),
            machine.chain_head(books, words),
        ),
        (
            blocks.hands(found, words),
            blocks.luck_and_doubles(found, words),
            blocks.returns_table(found.period, words.text("report.returns_period"), words),
        ),
        (
            blocks.times(found, words),
            blocks.pace(found, words),
            blocks.spread_table(found.life, words),
        ),
        (
            sheet.side_by_side(machine.steadiness(books, words), machine.balances(books, words)),
            machine.events(books, words),
            machine.settings(kept, head.choices, words),
        ),
    )
    pages = ("".join(parts) for parts in sheets)
    return sheet.document(language, words.text("report.title"), foot, pages)


def _header(books: Books, head: Masthead, words: ReportWords) -> str:
    facts = (
        ("report.ledger", head.ledger or NONE),
        ("report.program", head.version),
        ("report.pay_table", head.settings.edition or NONE),
        ("report.period", _period(books, words)),
        ("report.as_at", machine.moment(head.as_at) or NONE),
    )
    lines = "".join(
        f'<div class="{key.replace(".", "-")}"><dt>{sheet.escaped(words.text(key))}</dt>'
        f"<dd>{sheet.escaped(value)}</dd></div>"
        for key, value in facts
    )
    return (
        '<header><div class="brand">CABINATO</div>'
        f"<h1>{sheet.escaped(words.text('report.title'))}</h1><dl>{lines}</dl></header>\n"
    )


def _period(books: Books, words: ReportWords) -> str:
    period = books.period
    if not period.by:
        return words.text("report.period_first", number=period.number)
    return words.text(
        "report.period_begun",
        number=period.number,
        when=machine.moment(period.wall),
        by=words.named(f"operator.role.{period.by}", period.by),
    )


def _warnings(wrong: tuple[str, ...], words: ReportWords, *, is_test: bool) -> str:
    said = ""
    if is_test:
        said += sheet.paragraph(words.text("report.test"), "test")
    if wrong:
        told = sheet.paragraph(words.text("report.faults")) + sheet.listed(wrong)
        said += f'<div class="faults">{told}</div>\n'
    return said


def _tiles(books: Books, found: Returns, words: ReportWords) -> str:
    meters, period = books.life.meters, books.in_period.meters
    money, money_period = (
        words.money(machine.money_taken(span.coins)) for span in (books.life, books.in_period)
    )
    joker = blocks.joker_of(found.life)
    returned = None if joker is None else joker.returned
    return sheet.tiles(
        sheet.tile(
            words.text("report.money_in"),
            money,
            words.text("report.of_it_in_period", what=money_period),
        ),
        sheet.tile(
            words.text("operator.meter.games_played"),
            words.number(meters["games_played"]),
            words.text("report.of_it_in_period", what=words.number(period["games_played"])),
        ),
        sheet.tile(
            words.text("operator.meter.turnover"),
            words.number(meters["turnover"]),
            words.text("report.credits"),
        ),
        sheet.tile(
            words.text("report.return_of_joker"),
            words.percent(None if returned is None else returned.actual),
            ""
            if returned is None or returned.exact is None
            else words.text("report.exact_is", exact=words.percent(returned.exact)),
        ),
    )

"""The parts of the printed report that tell of money and of the machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from firmware.decimals import NONE
from firmware.ledger.meters import GAME
from firmware.log import LogKind
from firmware.money import Account, GameId, Tender
from firmware.operator import report_sheet as sheet
from firmware.operator.books import Books
from firmware.operator.cash import CashBox, CashCount
from firmware.operator.reliability import reliability
from firmware.operator.report_words import ReportWords
from firmware.operator.settings import Choice
from firmware.operator.settings_kept import Kept

MONEY = (
    "coin_in",
    "notes_in",
    "service_in",
    "coin_test",
    "turnover",
    "won",
    "hand_paid",
    "cancelled",
    "free_staked",
    "free_paid",
)
"""Meters that count credits; the others, in the order of the books, are games and starts."""
FREE = "free_"
"""What meters of free play begin with: left out where nobody ever played for nothing."""


# --- money ------------------------------------------------------------------------------------


def meters(books: Books, words: ReportWords) -> str:
    """Every meter, of the whole life and of the period."""
    life, period = books.life.meters, books.in_period.meters
    shown = [name for name in life if life[name] or not name.startswith(FREE)]
    money = [name for name in MONEY if name in shown]
    others = [name for name in shown if name not in MONEY]
    return sheet.section(
        words.text("report.meters"),
        sheet.side_by_side(
            sheet.part(
                words.text("operator.meters.money"), _both(money, life, period, _METER, words)
            ),
            sheet.part(
                words.text("operator.meters.games"), _both(others, life, period, _METER, words)
            ),
        ),
    )


_METER = "operator.meter."


def _both(
    names: Iterable[str],
    life: Mapping[str, int],
    period: Mapping[str, int],
    prefix: str,
    words: ReportWords,
) -> str:
    """Rows of a name with its two counts."""
    return sheet.table(
        _two_spans(words),
        (
            sheet.texts(
                words.named(prefix + name, name),
                words.number(life[name]),
                words.number(period[name]),
            )
            for name in names
        ),
    )


def _two_spans(words: ReportWords) -> tuple[str, str, str]:
    return (
        "",
        words.text("operator.returns.in_life"),
        words.text("operator.returns.in_period"),
    )


def by_game(books: Books, words: ReportWords) -> str:
    """What each game took and paid, doubles apart."""
    names = {name: words.text(f"operator.block.{name}") for name in GAME}
    in_period = (
        words.text("report.in_the_period", what=names[name]) for name in ("played", "staked")
    )
    head = ("", *names.values(), *in_period)
    return sheet.section(
        words.text("operator.meters.by_game"),
        sheet.table(head, (_game(game, books, words) for game in GameId)),
    )


def _game(game: GameId, books: Books, words: ReportWords) -> str:
    life, period = books.life.games[game], books.in_period.games[game]
    return sheet.texts(
        words.game(game),
        *(words.number(life[name]) for name in GAME),
        words.number(period["played"]),
        words.number(period["staked"]),
    )


def cash(books: Books, boxes: Sequence[CashBox], words: ReportWords) -> str:
    """Coins and notes by slot and value, what is in each box, and what was last counted."""
    title = words.text("report.cash")
    if not books.life.coins:
        return sheet.section(title, sheet.paragraph(words.text("report.no_coins"), "note"))
    told = "".join(_box(box, words) for box in boxes if box.pieces_ever)
    right = sheet.part(words.text("report.boxes"), told) if told else ""
    return sheet.section(
        title,
        sheet.side_by_side(sheet.part(words.text("report.pieces"), _coins(books, words)), right),
    )


def _coins(books: Books, words: ReportWords) -> str:
    life, period = books.life.coins, books.in_period.coins
    rows: list[str] = []
    for slot in sorted({_parted(category)[0] for category in life}):
        rows.append(sheet.group(_slot(slot, words), 5))
        rows += [
            _coin(minor, life[f"{slot}:{minor}"], period[f"{slot}:{minor}"], words)
            for minor in sorted(_parted(each)[1] for each in life if _parted(each)[0] == slot)
        ]
    in_life, in_period = (words.money(money_taken(span)) for span in (life, period))
    rows.append(sheet.texts(words.text("report.sum"), "", in_life, "", in_period, is_sum=True))
    _, life_name, period_name = _two_spans(words)
    over = (("", 1), (life_name, 2), (period_name, 2))
    return sheet.table((), rows, over, is_close=True)


def _slot(slot: str, words: ReportWords) -> str:
    """The slot of the acceptor by its name; another by the name it is wired under."""
    return words.named(f"device.{slot}", slot) if slot in tuple(Tender) else slot


def _coin(minor: int, life: int, period: int, words: ReportWords) -> str:
    return sheet.texts(
        words.money(minor),
        words.number(life),
        words.money(minor * life),
        words.number(period),
        words.money(minor * period),
    )


def _box(box: CashBox, words: ReportWords) -> str:
    """What a box holds by the books, and how the last count went."""
    rows = [
        sheet.group(words.text(f"report.box.{box.tender}"), 2),
        sheet.texts(words.text("report.box_now"), words.money(box.expected_minor), is_sum=True),
    ]
    last = box.last
    if last is None:
        rows.append(sheet.texts(words.text("report.box_never"), NONE))
    else:
        plus = "+" if last.difference_minor > 0 else ""
        looks = "inside" if last.difference_minor == 0 else "outside"
        difference = sheet.cell(f"{plus}{words.money(last.difference_minor)}", looks)
        rows += [
            sheet.row(
                sheet.noted(words.text("report.box_counted"), _counted_by(last, words)),
                sheet.cell(words.money(last.counted_minor)),
            ),
            sheet.texts(words.text("report.box_expected"), words.money(last.expected_minor)),
            sheet.row(sheet.cell(words.text("report.box_difference")), difference),
        ]
    rows += [
        sheet.texts(_event(name, words), words.number(count)) for name, count in box.signals.items()
    ]
    return sheet.table((), rows)


def _counted_by(last: CashCount, words: ReportWords) -> str:
    who = words.named(f"operator.role.{last.by}", last.by)
    return words.text("report.when_by", when=moment(last.wall), by=who)


def moment(wall: str) -> str:
    """A wall time to the minute; all of them are UTC.

    >>> moment("2026-11-30T14:12:07+00:00")
    '2026-11-30 14:12 UTC'
    """
    return f"{wall[:10]} {wall[11:16]} UTC" if wall else ""


def _parted(category: str) -> tuple[str, int]:
    """Slot and minor units of "coin:100"."""
    slot, _, minor = category.rpartition(":")
    return slot, int(minor) if minor.isascii() and minor.isdigit() else 0


def balances(books: Books, words: ReportWords) -> str:
    """Where the credits stand; accounts on which none do are left out."""
    rows = (
        sheet.texts(
            words.named(f"account.{account}", account.value), words.number(books.balances[account])
        )
        for account in Account
        if books.balances.get(account)
    )
    head = ("", words.text("report.credits"))
    return sheet.section(words.text("operator.balances"), sheet.table(head, rows))


def money_taken(coins_of: Mapping[str, int]) -> int:
    """Minor units of all coins and notes that fell, by what each was worth when it fell."""
    return sum(_parted(category)[1] * count for category, count in coins_of.items())


# --- the machine ------------------------------------------------------------------------------


def steadiness(books: Books, words: ReportWords) -> str:
    """How steadily the cabinet ran, and which ledger of the cabinet this is."""
    found = reliability(books)
    rows = [
        (words.text("operator.meter.power_ups"), words.number(found.power_ups)),
        (words.text("operator.meter.unclean_boots"), words.number(found.unclean_boots)),
        (words.text("report.falls"), words.number(found.falls)),
        (words.text("report.since_power_up"), words.number(found.games_since_power_up)),
        (words.text("report.since_door"), words.number(found.games_since_door_closed)),
        (words.text("report.rows"), words.number(found.rows)),
        (words.text("report.generation"), words.number(found.generation)),
        (
            words.text("report.disputed"),
            ", ".join(words.number(each) for each in books.disputed) or words.number(0),
        ),
    ]
    before = found.predecessor
    note = ""
    if before is not None:
        head = sheet.in_groups(before.head)
        note = sheet.paragraph(words.text("report.predecessor", head=head), "note")
    return sheet.section(
        words.text("report.reliability"),
        sheet.table((), (sheet.texts(*each) for each in rows)),
        note,
    )


def events(books: Books, words: ReportWords) -> str:
    """How often each thing happened."""
    life, period = books.life.events, books.in_period.events
    if not life:
        text = sheet.paragraph(words.text("report.no_events"), "note")
        return sheet.section(words.text("report.events"), text)
    rows = [
        sheet.texts(_event(name, words), words.number(count), words.number(period[name]))
        for name, count in life.items()
    ]
    half = (len(rows) + 1) // 2
    parts = [
        sheet.part("", sheet.table(_two_spans(words), each))
        for each in (rows[:half], rows[half:])
        if each
    ]
    return sheet.section(words.text("report.events"), sheet.side_by_side(*parts))


def _event(name: str, words: ReportWords) -> str:
    """What a count of the log counts: its kind, and to what it happened."""
    kind, _, subject = name.partition(":")
    told = words.named(f"log.{kind}", kind)
    if not subject:
        return told
    key = "fault.name" if kind in (LogKind.FAULT, LogKind.FAULT_CLEARED) else "device"
    return f"{told}: {words.named(f'{key}.{subject}', subject)}"


UNSET = ("", "[]")
"""Values of keys that say nothing: an empty text, an empty list."""


def settings(kept: Kept, choices: Mapping[str, Choice], words: ReportWords) -> str:
    """The settings in force, by their keys in the configuration; those that say nothing left out.

    They are the one part that may grow over its sheet.

    Args:
        kept: their values.
        choices: those among them that were chosen on the operator's pages; marked, and told with
            who chose them and when.
        words: of the report.
    """
    title = words.text("report.settings")
    if not kept.values:
        return sheet.section(title, sheet.paragraph(words.text("report.no_settings"), "note"))
    lines = "".join(
        _setting(key, value, is_chosen=key in choices)
        for key, value in kept.values.items()
        if value not in UNSET
    )
    told = "".join(
        sheet.paragraph(
            words.text(
                "report.chosen",
                name=key,
                when=moment(choice.at),
                by=words.named(f"operator.role.{choice.by}", choice.by),
            ),
            "note",
        )
        for key, choice in sorted(choices.items())
    )
    return sheet.section(title, f'<div class="keys">{lines}</div>\n', told, is_long=True)


def _setting(key: str, value: str, *, is_chosen: bool) -> str:
    mark = "\N{BLACK DIAMOND} " if is_chosen else ""
    return f"<div><span>{mark}{sheet.escaped(key)}</span><b>{sheet.escaped(value)}</b></div>"


def chain_head(books: Books, words: ReportWords) -> str:
    """The head, as it is copied by hand, and what it is good for."""
    title = words.text("operator.head", row=words.number(books.rows))
    half = len(books.head) // 2
    lines = (sheet.in_groups(books.head[:half]), sheet.in_groups(books.head[half:]))
    digits = f'<p class="head">{"<br>".join(lines)}</p>\n'
    return sheet.section(title, digits, sheet.paragraph(words.text("operator.head_how"), "note"))

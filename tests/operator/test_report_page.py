"""The printed report: everything on it, nothing that is not in the books, one file by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from joker_evening import Evening, evening_in, temporary_folder

from firmware.ledger.chain import Keys, name_of
from firmware.log import LogKind
from firmware.operator.books import read_books
from firmware.operator.chance import BANDS
from firmware.operator.chart_scale import bar_part, reach
from firmware.operator.course import Busy, CurvePoint
from firmware.operator.report_page import Masthead, read_report, report_html
from firmware.operator.report_pictures import course_picture, hours_picture
from firmware.operator.report_sheet import document
from firmware.operator.report_words import ReportWords
from firmware.operator.settings import Choice
from firmware.operator.settings_kept import EDITION, SETTINGS, kept_settings
from firmware.transaction import Transaction
from firmware.words import Language

SETTINGS_TOLD = {"coin.credit_minor": "10", "coin.currency": "EUR", EDITION: "kings@1", "a.b": "x"}
SPACE = "\N{NO-BREAK SPACE}"
VOID = {"meta", "link", "img", "br"}


def played(evening: Evening) -> None:
    """Ten games of five chips, two of them won; a fault; coins of two values."""
    evening.tell(Transaction(documents={SETTINGS: json.dumps(SETTINGS_TOLD)}))
    evening.coin(20, "coin:200")
    for _ in range(2):
        evening.win()
    for _ in range(8):
        evening.lose(5)
    evening.log(LogKind.FAULT, "coin")
    evening.new_period("operator")
    evening.coin(20, "coin:200")
    evening.lose(1)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with temporary_folder() as name:
        with evening_in(Path(name)) as evening:
            played(evening)
        yield Path(name)


@pytest.fixture(scope="module")
def english(folder: Path) -> str:
    return read_report(folder, Language.EN, None)[0]


class Page(HTMLParser):
    """The texts of the rows of all tables, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


def row(page: str, name: str) -> list[str]:
    """The first row that begins so."""
    return rows(page, name)[0]


def rows(page: str, name: str) -> list[list[str]]:
    """The rows that begin so."""
    return [each for each in Page(page).rows if each and each[0].startswith(name)]


# --- the file ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_every_tag_is_closed(folder: Path, language: Language) -> None:
    assert Page(read_report(folder, language, None)[0]).open == []


def test_it_needs_no_other_file_and_runs_nothing(english: str) -> None:
    assert Page(english).tags & {"script", "link", "img", "iframe", "object"} == set()
    assert not re.search(r"https?:|url\(|@import|\bon\w+=", english)


def test_equal_books_give_equal_bytes(folder: Path, english: str) -> None:
    assert read_report(folder, Language.EN, None)[0] == english


def test_what_comes_from_outside_is_no_markup(folder: Path) -> None:
    books = read_books(folder)
    with_tag = replace(books, faults=("<script>alert(1)</script>",))
    head = Masthead(settings=kept_settings({SETTINGS: '{"<b>": "\\"&<i>"}'}))
    page = report_html(with_tag, returns_of(folder), head, Language.EN)
    assert "&lt;script&gt;" in page
    assert "<b>&quot;&amp;&lt;i&gt;</b>" in page
    assert Page(page).tags & {"script", "i"} == set()


def test_the_foot_of_the_pages_is_plain() -> None:
    with pytest.raises(AssertionError):
        document("en", "t", 'a"b', [])


# --- what it tells ----------------------------------------------------------------------------


def test_the_head_names_ledger_period_and_row(folder: Path, english: str) -> None:
    assert name_of(Keys(folder).read()) in english
    assert "kings@1" in english
    assert "begun 1970-01-01" in english
    assert "by Operator" in english


def test_a_test_ledger_says_so(folder: Path, english: str) -> None:
    said = "TEST LEDGER"
    assert said in english
    books = replace(read_books(folder), is_test=False)
    assert said not in report_html(books, returns_of(folder), Masthead(), Language.EN)


def test_the_chain_head_stands_in_groups(folder: Path, english: str) -> None:
    head = read_books(folder).head
    assert head == "".join(re.findall(r'class="head">([^<]*)<br>([^<]*)<', english)[0]).replace(
        " ", ""
    )


def test_a_meter_has_its_life_and_its_period(english: str) -> None:
    # Ten games of five chips before the period began, one of one chip in it.
    assert row(english, "Turnover") == ["Turnover", "51", "1"]
    assert row(english, "Games played") == ["Games played", "11", "1"]


def test_coins_stand_by_value_and_add_up(english: str) -> None:
    # The evening begins with one coin of 100; then one of 200 came, and one in the period.
    assert row(english, "€1.00")[1:] == ["1", "€1.00", "0", "€0.00"]
    assert row(english, "€2.00")[1:] == ["2", "€4.00", "1", "€2.00"]
    assert row(english, "Sum")[1:] == ["", "€5.00", "", "€2.00"]


def test_an_uncounted_box_holds_all_that_fell(english: str) -> None:
    assert row(english, "In it now, by the books") == ["In it now, by the books", "€5.00"]


def test_a_return_stands_beside_the_exact_one(english: str) -> None:
    # Two wins of five credits of 50 staked; 98.60 % is the shipped table's with five chips.
    told = row(english, "Joker Poker, 5 chips")
    assert told[1:6] == ["10", "50", "10", f"20.00{SPACE}%", f"98.60{SPACE}%"]


def test_the_returns_of_the_period_stand_by_themselves(english: str) -> None:
    life, period = rows(english, "Joker Poker, 5 chips")[:2]
    assert (life[1], period[1]) == ("10", "0")


def test_a_verdict_is_a_word(english: str) -> None:
    assert row(english, "Joker Poker, 5 chips")[-1] in ("inside", "watch", "outside", "alarm")


def test_a_hand_stands_as_dealt_and_as_ended() -> None:
    with temporary_folder() as name:
        with evening_in(Path(name)) as evening:
            evening.deal("KH KD 9S 4C 2D KS 3H 7H 8C 6C")  # a pair of kings finds the third
            evening.draw()
            evening.collect()
        page, _ = read_report(Path(name), Language.EN, None)
    kings, trips = row(page, "Kings or better"), row(page, "Three of a kind")
    assert (kings[2], kings[6]) == ("1", "0")
    assert (trips[2], trips[6]) == ("0", "1")


def test_an_event_is_told_in_words(english: str) -> None:
    assert row(english, "Fault:")[1:] == ["1", "0"]


def test_settings_are_told_by_their_keys(english: str) -> None:
    assert "<div><span>a.b</span><b>x</b></div>" in english


def test_settings_that_say_nothing_are_left_out(folder: Path) -> None:
    head = Masthead(settings=kept_settings({SETTINGS: '{"a": "", "b": "[]", "c": "0"}'}))
    page = report_html(read_books(folder), returns_of(folder), head, Language.EN)
    keys = page[page.index('class="keys"') :]
    assert re.findall("<span>(.)</span>", keys) == ["c"]


def test_a_setting_chosen_on_the_screen_is_marked_with_who_chose_it(folder: Path) -> None:
    choices = {"b": Choice(2, "operator", "2026-11-30T14:12:07+00:00")}
    kept = kept_settings({SETTINGS: '{"a": "1", "b": "2"}'})
    head = Masthead(settings=kept, choices=choices)
    page = report_html(read_books(folder), returns_of(folder), head, Language.EN)
    keys = page[page.index('class="keys"') :]
    assert re.findall("<span>([^<]*)</span>", keys) == ["a", "\N{BLACK DIAMOND} b"]
    assert "b: chosen 2026-11-30 14:12 UTC, Operator" in keys


def test_other_languages_write_numbers_their_own_way(folder: Path) -> None:
    told = row(read_report(folder, Language.IT, None)[0], "Joker Poker, 5 fiche")
    assert told[4] == f"20,00{SPACE}%"


def test_an_empty_ledger_has_a_report() -> None:
    with temporary_folder() as name:
        with evening_in(Path(name)):
            pass
        page, _ = read_report(Path(name), Language.EN, None)
    assert Page(page).open == []
    assert "Nothing was played yet." in page


def test_damaged_counts_of_the_box_are_said() -> None:
    with temporary_folder() as name:
        with evening_in(Path(name)) as evening:
            evening.tell(Transaction(documents={"cash": "nonsense"}))
        page, _ = read_report(Path(name), Language.EN, None)
    assert "document &#x27;cash&#x27; cannot be read" in page


@pytest.mark.parametrize("text", ["no json", "[1]", '"x"'])
def test_unreadable_settings_are_none(text: str) -> None:
    assert kept_settings({SETTINGS: text}).values == {}


def returns_of(folder: Path):  # type: ignore[no-untyped-def]
    from firmware.operator.books import reading_books
    from firmware.operator.returns_books import read_returns

    with reading_books(folder) as (books, connection):
        return read_returns(connection, books, None)


# --- pictures ---------------------------------------------------------------------------------

WORDS = ReportWords(Language.EN)
CURVE = (CurvePoint(10, 0.5, 0.0, 3.0), CurvePoint(1000, 1.0, 0.9, 1.1))


def numbers(points: str) -> list[tuple[float, float]]:
    return [tuple(map(float, each.split(","))) for each in points.split()]  # type: ignore[misc]


def test_the_last_point_of_a_return_on_the_exact_one_is_in_the_middle() -> None:
    svg = course_picture(CURVE, 1.0, WORDS)
    (x, y) = re.search(r'<circle cx="([\d.]+)" cy="([\d.]+)"', svg).groups()  # type: ignore[union-attr]
    exact = re.search(r'points="([^"]+)"[^>]*dasharray', svg)
    assert exact is not None
    assert numbers(exact[1])[1] == (float(x), float(y))


def test_a_wider_band_is_wider_by_its_deviations() -> None:
    svg = course_picture(CURVE, 1.0, WORDS)
    wide, firm = (
        numbers(re.findall(rf'points="([^"]+)"[^>]*stroke-width="{width}"', svg)[0])[-1][1]
        for width in ("0.6", "1.1")
    )
    middle = numbers(re.findall(r'points="([^"]+)"[^>]*dasharray', svg)[0])[0][1]
    assert (middle - wide) / (middle - firm) == pytest.approx(BANDS[99] / BANDS[95], abs=0.02)


def test_the_picture_reaches_as_far_as_the_band_did_at_a_tenth() -> None:
    # 0.1 to either side at the end, the square root of ten more at a tenth, 5 % of room.
    low, high = reach(CURVE, 1.0)
    assert high - 1 == pytest.approx(0.1 * 10**0.5 * 1.05)
    assert 1 - low == pytest.approx(high - 1)


def test_the_busiest_hour_is_as_high_as_the_picture() -> None:
    svg = hours_picture({20: Busy(8, 2), 21: Busy(4, 4)}, WORDS)
    bars = [float(each) for each in re.findall(r'height="([\d.]+)"', svg)]
    assert max(bars) == 110
    assert bars.count(110) == 2
    assert bars.count(55) == 2


def test_bars_of_hands_are_logarithmic() -> None:
    assert bar_part(1e-3) == pytest.approx(0.5)

"""Pay tables of a spreadsheet: what is read, and how a slip is named."""

from pathlib import Path

import pytest

from firmware.errors import ConfigError
from firmware.games.joker_poker.hands import Hand
from firmware.odds.batch import read_batch
from firmware.odds.game import JACKS_OR_BETTER, JOKER_POKER, Game


def read(folder: Path, text: str, game: Game = JOKER_POKER) -> list[tuple[str, dict[Hand, int]]]:
    path = folder / "t.csv"
    path.write_text(text, encoding="utf-8")
    return [
        (table.name, {hand: row[0] for hand, row in table.rows.items()})
        for table in read_batch(path, game)
    ]


def test_columns_stand_in_any_order_and_empty_cells_win_nothing(tmp_path: Path) -> None:
    text = 'flush,name,quads\n5,one,17\n,"two, too",20\n'
    assert read(tmp_path, text) == [
        ("one", {Hand.FLUSH: 5, Hand.QUADS: 17}),
        ("two, too", {Hand.QUADS: 20}),
    ]


def test_a_cell_is_paid_for_each_chip(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("name,quads\nx,17\n", encoding="utf-8")
    (table,) = read_batch(path, JOKER_POKER)
    assert table.rows == {Hand.QUADS: (17, 34, 51, 68, 85)}


def test_a_spreadsheets_mark_spaces_and_empty_lines_do_no_harm(tmp_path: Path) -> None:
    assert read(tmp_path, "\ufeffname, quads\r\n\r\n a , 3 \r\n") == [("a", {Hand.QUADS: 3})]


def test_hands_have_the_names_of_the_game(tmp_path: Path) -> None:
    assert read(tmp_path, "name,jacks_or_better\nx,1\n", JACKS_OR_BETTER) == [
        ("x", {Hand.KINGS_OR_BETTER: 1})
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("name,quad\nx,1\n", "line 1: 'quad' is no column; did you mean 'quads'?"),
        ("name,quads,quads\nx,1,1\n", "line 1: 'quads' stands twice"),
        ("quads\n1\n", "line 1: no column 'name'"),
        ("name,quads\nx\n", "line 2: 1 cells for 2 columns"),
        ("name,quads\nx,1\ny,1.5\n", "line 3: quads is '1.5', not a whole number from 0 to"),
        ("name,quads\nx,9999999\n", "line 2: quads is '9999999', not a whole number"),
        ("name,quads\n", "has no pay table"),
        ("", "is empty; its first line is name,natural_royal"),
        ('name,quads\n"x,1\n', "unexpected end of data"),
    ],
)
def test_a_slip_is_named_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(ConfigError) as raised:
        read(tmp_path, text)
    assert f"t.csv: {fault}" in str(raised.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.csv: No such file"):
        read_batch(tmp_path / "none.csv", JOKER_POKER)

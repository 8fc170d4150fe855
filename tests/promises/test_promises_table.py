"""docs/promises.md and the tests agree, both ways: each promise has its tests, each test that is
marked with a promise stands in the table, and no promise is left out.

A test carries a promise in its name (`test_met_3_...`), by `@pytest.mark.promise("MET-3")`, or,
a story, in its first line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
TABLE = TESTS.parent / "docs" / "promises.md"
FAMILIES = {
    "MET": 14, "MEM": 5, "RES": 6, "REC": 3, "DOOR": 4, "ERR": 7,
    "RNG": 8, "RULE": 3, "GAM": 6, "LIM": 4, "SEC": 12,
}  # fmt: skip
IDS = [f"{family}-{n}" for family, count in FAMILIES.items() for n in range(1, count + 1)]
BUGS = 17
"""Bugs that such machines were shipped with."""
ROW = re.compile(r"^\| (?P<id>[A-Z]+-\d+) \| (?P<said>[^|]+?) \|(?: (?P<tests>.+) \|)?$", re.M)
LINK = re.compile(r"\[(?P<name>\w+)\]\(\.\./tests/(?P<path>[\w/]+\.\w+)\)")

Test = tuple[str, str]
"""Its file below tests/, its name."""


def part(title: str) -> str:
    """The lines below a heading, up to the next of its rank."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", TABLE.read_text("utf-8"), re.M | re.S)
    assert found is not None, title
    return found[1]


def linked(text: str) -> list[Test]:
    return [(link["path"], link["name"]) for link in LINK.finditer(text)]


def promised() -> Iterator[tuple[str, str, list[Test]]]:
    """Id, sentence and tests of every row of the first part."""
    for row in ROW.finditer(part("What is promised")):
        yield row["id"], row["said"], linked(row["tests"] or "")


@cache
def promises_in(path: str) -> dict[str, set[str]]:
    """Test -> the promises in its marks."""
    found = {}
    for node in ast.parse((TESTS / path).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            marks = [each for each in node.decorator_list if isinstance(each, ast.Call)]
            promises = [each for each in marks if ast.unparse(each.func) == "pytest.mark.promise"]
            found[node.name] = {ast.literal_eval(word) for each in promises for word in each.args}
    return found


def carries(test: Test, promise: str) -> bool:
    path, name = test
    if path.endswith(".story"):
        return f"({promise})" in (TESTS / path).read_text("utf-8").splitlines()[0]
    in_name = name.startswith(f"test_{promise.lower().replace('-', '_')}_")
    return in_name or promise in promises_in(path)[name]


def is_there(test: Test) -> bool:
    path, name = test
    if path.endswith(".story"):
        return (TESTS / path).exists() and Path(path).stem == name
    return (TESTS / path).exists() and name in promises_in(path)


def test_every_promise_has_one_row() -> None:
    ids = ROW.findall(TABLE.read_text("utf-8"))
    assert sorted(each[0] for each in ids) == sorted(IDS)


def test_every_promise_of_the_first_part_has_a_test() -> None:
    assert [promise for promise, _, tests in promised() if not tests] == []


def test_every_test_of_the_table_is_there() -> None:
    assert [test for test in linked(TABLE.read_text("utf-8")) if not is_there(test)] == []


def test_every_test_of_a_promise_carries_it() -> None:
    told = [(promise, test) for promise, _, tests in promised() for test in tests]
    assert [each for each in told if not carries(each[1], each[0])] == []


def test_every_mark_stands_in_the_table() -> None:
    told = {(promise, *test) for promise, _, tests in promised() for test in tests}
    marked = {
        (promise, path, name)
        for file in TESTS.rglob("test_*.py")
        if "promise(" in file.read_text("utf-8")
        for path in [file.relative_to(TESTS).as_posix()]
        for name, promises in promises_in(path).items()
        for promise in promises
    }
    assert marked
    assert marked - told == set()


def test_a_name_with_a_promise_names_one_that_there_is() -> None:
    names = re.compile(rf"^def test_({'|'.join(FAMILIES).lower()})_(\d+)_", re.M)
    texts = [file.read_text("utf-8") for file in TESTS.rglob("test_*.py")]
    ids = {f"{each[1].upper()}-{each[2]}" for text in texts for each in names.finditer(text)}
    assert len(ids) > 20
    assert ids - set(IDS) == set()


def test_a_promise_that_is_not_kept_says_why() -> None:
    assert all(len(row["said"]) > 40 for row in ROW.finditer(part("Not applicable")))


def test_every_bug_of_the_list_has_the_test_that_catches_it() -> None:
    rows = re.findall(r"^\| (?!bug)(?!---)(.+?) \| (.+) \|$", part("Bugs that are caught"), re.M)
    assert len(rows) == BUGS
    assert [bug for bug, tests in rows if not linked(tests)] == []


@pytest.mark.parametrize("word", ["SAS", "GLI", "certif", "complian", "conform"])
def test_no_standard_is_claimed(word: str) -> None:
    assert word not in TABLE.read_text("utf-8")

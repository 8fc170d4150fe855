"""What the documents say of the tree is so: links, rooms, tools, commands."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from firmware.cli.commands import COMMANDS

ROOT = Path(__file__).parents[1]
DOCUMENTS = (
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/door_page.md",
    "docs/first_boot.md",
    "docs/parts.md",
    "docs/troubleshooting.md",
    "docs/books_home.md",
    "docs/install.md",
    "docs/ledger.md",
    "docs/cinque_mani.md",
    "docs/mqtt.md",
    "docs/odds.md",
    "docs/operator.md",
    "docs/promises.md",
    "docs/report.md",
    "docs/returns.md",
    "docs/service.md",
    "docs/settings.md",
    "docs/accessibility.md",
)
ROW = re.compile(r"^\| (?:`(?P<room>[\w/]+)/`|the ground) \| (?P<content>.*) \|$", re.M)
ONE_FILE_A_SCENE = "screens"
"""The one room whose files are so many and so plain that its row names only the first to read."""


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def rooms() -> dict[str, set[str]]:
    """The room's folder below `firmware` -> the words in code type in its row."""
    return {
        row["room"] or "": set(re.findall(r"`(\w+)`", row["content"]))
        for row in ROW.finditer(text("ARCHITECTURE.md"))
    }


def modules(room: str) -> set[str]:
    files = (ROOT / "firmware" / room).glob("*.py")
    return {file.stem for file in files if not fnmatch(file.name, "__*__.py")}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_somewhere(document: str) -> None:
    links = re.findall(r"\]\(([^)#]+)", text(document))
    inner = [link for link in links if "://" not in link]
    folder = (ROOT / document).parent
    assert [link for link in inner if not (folder / link).exists()] == []


def test_every_room_has_its_row() -> None:
    folders = {path.parent for path in (ROOT / "firmware").rglob("__init__.py")}
    names = {folder.relative_to(ROOT / "firmware").as_posix() for folder in folders}
    assert set(rooms()) == {"" if name == "." else name for name in names}


@pytest.mark.parametrize("room", sorted(rooms()))
def test_a_row_names_the_files_of_its_room(room: str) -> None:
    named, there = rooms()[room], modules(room)
    assert named - there == set()
    if room != ONE_FILE_A_SCENE:
        assert there - named == set()


def test_every_tool_is_told_of() -> None:
    tools = {path.name for path in (ROOT / "tools").iterdir() if path.is_file() and not path.suffix}
    told = set(re.findall(r"\btools/(\w+)", text("README.md") + text("CONTRIBUTING.md")))
    assert told == tools


def test_a_tool_in_python_runs_on_the_projects_own_python_whoever_calls_it() -> None:
    tools = [path for path in (ROOT / "tools").iterdir() if path.is_file() and not path.suffix]
    in_python = [path for path in tools if "python" in path.read_text("utf-8").splitlines()[0]]
    assert in_python
    assert [path.name for path in in_python if "os.execv(PYTHON, " not in path.read_text()] == []


def test_every_command_is_told_of() -> None:
    assert set(re.findall(r"^cabinato (\w+)", text("README.md"), re.M)) == set(COMMANDS)

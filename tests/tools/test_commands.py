"""`tools/setup` and `tools/run` in a small copy of the project, on machines made of shell scripts.

What pip and a real venv do is checked in bare systems by hand; here, what the two say and
decide.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.assets import asset

ROOT = asset().parent
BASICS = (
    *("sh", "cat", "chmod", "cp", "cut", "date", "dirname", "grep", "head", "id", "ls", "mkdir"),
    *("mv", "rm", "sed", "sha256sum", "tr", "tty", "uname"),
)

# A Python that makes environments whose own Python and pip it plays as well.
GOOD_PYTHON = """#!/bin/sh
case "$*" in
-V) echo "Python 3.12.1" ;;
"-m pip --version") ;;
"-m venv "*)
    for target; do :; done
    mkdir -p "$target/bin"
    cp "$0" "$target/bin/python" ;;
*"install --editable"*)
    echo "$*" >>pip.log
    printf '#!/bin/sh\\necho "cabinato $*"\\n' >.venv/bin/cabinato
    chmod +x .venv/bin/cabinato ;;
-c*compile_all*)
    for source in assets/locale/*/LC_MESSAGES/*.po; do : >"${source%.po}.mo"; done ;;
esac
"""
NO_VENV = GOOD_PYTHON.replace(
    "\n    for target", "\n    mkdir -p .venv/bin; exit 1\n    for target"
)
NO_PIP = NO_VENV.replace('"-m pip --version")', '"-m pip --version") exit 1')
NO_NETWORK = GOOD_PYTHON.replace("\n    echo", "\n    exit 1\n    echo")
OLD_PYTHON = "#!/bin/sh\nexit 1\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project's two commands, its metadata and one language; `machine/` is its PATH."""
    home = tmp_path / "a cabinet"
    (home / "tools").mkdir(parents=True)
    for name in ("setup", "run"):
        shutil.copy(ROOT / "tools" / name, home / "tools" / name)
    (home / "pyproject.toml").write_text("[project]\n")
    language = home / "assets" / "locale" / "it" / "LC_MESSAGES"
    language.mkdir(parents=True)
    (language / "cabinato.po").write_text("one\n")
    machine = home / "machine"
    machine.mkdir()
    for name in BASICS:
        found = shutil.which(name)
        assert found is not None, name
        (machine / name).symlink_to(found)
    return home


def install_python(project: Path, script: str) -> None:
    path = project / "machine" / "python3"
    path.write_text(script)
    path.chmod(0o755)


def call(project: Path, tool: str, *arguments: str, **env: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    done = subprocess.run(
        [str(project / "tools" / tool), *arguments],
        env={"PATH": str(project / "machine"), **env},
        cwd=project.parent,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


# --- setup ------------------------------------------------------------------------------------


def test_the_first_setup_says_what_it_does_and_the_second_is_silent(project: Path) -> None:
    install_python(project, GOOD_PYTHON)
    code, out, err = call(project, "setup")
    assert (code, out) == (0, "")
    assert [line.split(" ")[1] for line in err.splitlines()] == [
        "making",
        "fetching",
        "compiling",
        "ready",
    ]
    assert call(project, "setup") == (0, "", "")


@pytest.mark.parametrize("script", [None, OLD_PYTHON], ids=["none", "too old"])
def test_no_python_ends_with_a_sentence(project: Path, script: str | None) -> None:
    if script is not None:
        install_python(project, script)
    code, _, err = call(project, "setup")
    assert code == 1
    assert err.startswith("setup: Python 3.11 or newer is needed")
    assert len(err.splitlines()) == 1


def test_no_venv_part_and_no_pip_ends_with_a_sentence_and_no_half_directory(project: Path) -> None:
    install_python(project, NO_PIP)
    code, _, err = call(project, "setup")
    assert code == 1
    assert err.splitlines()[-1].endswith("sudo apt-get install python3-venv")
    assert not (project / ".venv").exists()


def test_the_systems_pip_serves_an_environment_without_one(project: Path) -> None:
    # Makes environments only without pip in them, as Debian's Python does.
    script = NO_VENV.replace(
        '"-m venv "*)',
        '"-m venv --without-pip "*)\n    mkdir -p .venv/bin\n    cp "$0" .venv/bin/python ;;\n'
        '"-m venv "*)',
    ).replace('"-m pip --version")', '"-m pip --version") case "$0" in .venv*) exit 1;; esac')
    install_python(project, script)
    assert call(project, "setup")[0] == 0
    assert "pip --python .venv/bin/python install" in (project / "pip.log").read_text()


def test_no_network_ends_with_a_sentence_and_is_tried_again(project: Path) -> None:
    install_python(project, NO_NETWORK)
    code, _, err = call(project, "setup")
    assert code == 1
    assert err.splitlines()[-1].endswith("needs a network.")
    (project / ".venv" / "bin" / "python").write_text(GOOD_PYTHON)
    assert call(project, "setup")[0] == 0


def test_a_changed_language_is_compiled_and_nothing_fetched(project: Path) -> None:
    install_python(project, GOOD_PYTHON)
    call(project, "setup")
    (project / "assets/locale/it/LC_MESSAGES/cabinato.po").write_text("two\n")
    assert call(project, "setup")[2] == "setup: compiling the languages\nsetup: ready\n"


def test_changed_metadata_is_installed_again(project: Path) -> None:
    install_python(project, GOOD_PYTHON)
    call(project, "setup")
    (project / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert "fetching" in call(project, "setup")[2]


def test_the_checks_tools_stay_once_they_are_there(project: Path) -> None:
    install_python(project, GOOD_PYTHON)
    call(project, "setup")
    assert "dev extra" in call(project, "setup", "--dev")[2]
    assert call(project, "setup") == (0, "", "")
    assert call(project, "setup", "--dev") == (0, "", "")


def test_a_moved_folder_gets_a_new_environment(project: Path) -> None:
    install_python(project, GOOD_PYTHON)
    call(project, "setup")
    moved = project.rename(project.parent / "moved")
    assert "making .venv" in call(moved, "setup")[2]


def test_an_unknown_option_is_refused(project: Path) -> None:
    code, _, err = call(project, "setup", "--everything")
    assert code == 2
    assert "--everything" in err


# --- run --------------------------------------------------------------------------------------


def test_with_a_display_the_cabinet_opens_in_a_window(project: Path) -> None:
    install_python(project, GOOD_PYTHON)
    code, out, _ = call(project, "run", "--data", "here", DISPLAY=":0")
    assert (code, out) == (0, "cabinato run --windowed --data here\n")


def test_without_a_display_the_tour_is_played_and_says_so(project: Path) -> None:
    install_python(project, GOOD_PYTHON)
    code, out, err = call(project, "run")
    assert code == 0
    assert out == "cabinato run --headless --script tools/tour.story --seed 7 --shots shots\n"
    assert "run: no display here" in err


def test_the_pictures_of_the_tour_are_named(project: Path) -> None:
    install_python(project, GOOD_PYTHON)
    (project / "shots").mkdir()
    (project / "shots" / "deal.png").touch()
    assert call(project, "run")[2].splitlines()[-1].strip() == "shots/deal.png"


@pytest.mark.parametrize("argument", ["--headless", "--help"])
def test_what_needs_no_display_is_passed_on(project: Path, argument: str) -> None:
    install_python(project, GOOD_PYTHON)
    assert call(project, "run", argument)[1] == f"cabinato run {argument}\n"


def test_run_stops_where_setup_stops(project: Path) -> None:
    code, out, err = call(project, "run", DISPLAY=":0")
    assert (code, out) == (1, "")
    assert "Python 3.11" in err


def test_the_commands_can_be_called() -> None:
    for name in ("tools/setup", "tools/run", "tools/test", ".ci/run"):
        assert os.access(ROOT / name, os.X_OK), name

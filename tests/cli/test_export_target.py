"""A place that takes no export is blamed for it, and the ledger is not."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from blank_display import played

from firmware.cli import main

STORY = "coin 100\nsettle\npress HOLD2\nsettle\n" + "press DEAL\nsettle\npress DEAL\nsettle\n" * 5
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("told")
    played(STORY, folder)
    return folder


def exported(folder: Path, out: Path | str, capsys: Capture) -> tuple[int, str]:
    code = main.run(["export", "--data", str(folder), "--out", str(out)])
    said, err = capsys.readouterr()
    assert said == ""
    return code, err


def test_a_place_where_no_folder_can_be(folder: Path, capsys: Capture) -> None:
    assert exported(folder, "/proc/nothing", capsys) == (
        2,
        "cannot write /proc/nothing: No such file or directory\n",
    )


def test_a_name_that_the_system_refuses(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / ("x" * 300)
    assert exported(folder, out, capsys) == (2, f"cannot write {out}: File name too long\n")


def test_a_folder_below_a_file(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("")
    out = tmp_path / "file" / "out"
    assert exported(folder, out, capsys) == (2, f"cannot write {out}: Not a directory\n")


def test_a_folder_that_takes_nothing_is_told_before_the_proof(
    folder: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    (out / "meters.json.part").mkdir(parents=True)  # root may write everywhere, but not there

    def proof(_folder: Path) -> None:
        raise AssertionError("the proof takes minutes")

    monkeypatch.setattr("firmware.operator.export.verify", proof)
    assert exported(folder, out, capsys) == (2, f"cannot write {out}: Is a directory\n")


def test_a_disk_without_room_is_a_no_and_nothing_is_left(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"

    def no_room() -> None:  # the bound fails where a full disk does: at the flush and at the close
        resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))

    done = subprocess.run(
        [sys.executable, "-m", "firmware", "export", "--data", str(folder), "--out", str(out)],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        preexec_fn=no_room,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, f"cannot write {out}: File too large\n")
    assert not out.exists()

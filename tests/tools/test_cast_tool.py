"""`tools/cast`: what it says of a pack, and that the sheet shows all of it."""

import subprocess
import sys
from pathlib import Path

from pack_bench import changed, write_pack

ROOT = Path(__file__).resolve().parents[2]


def cast(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "tools" / "cast"), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_sound_pack_is_called_so(tmp_path: Path) -> None:
    done = cast("check", write_pack(tmp_path / "tiny"))
    assert done.returncode == 0, done.stderr
    assert "Aunt Anna, 61: 3 garments" in done.stdout


def test_every_finding_is_printed(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "tiny", changed("age = 61", "age = 17"))
    (folder / "anna" / "hat.png").unlink()
    done = cast("check", folder)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "pack tiny: character[anna].age = 17: must be a whole number from 25 to 120",
        'pack tiny: character[anna].garment[hat].layers[1].file = "anna/hat.png": is missing',
    ]


def test_the_sheet_shows_every_state(tmp_path: Path) -> None:
    import pygame

    out = tmp_path / "sheet.png"
    done = cast("sheet", write_pack(tmp_path / "tiny"), "--out", out)
    assert done.returncode == 0, done.stderr
    # Six faces are wider here than three states, the screen and the rack.
    assert pygame.image.load(out).get_size() == (6 * (387 + 8) + 8, 8 + 645 + 8 + 400 + 8 + 150 + 8)


def test_of_a_refused_pack_there_is_no_sheet(tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    folder = write_pack(tmp_path / "tiny", changed("age = 61", "age = 17"))
    done = cast("sheet", folder, "--out", out)
    assert done.returncode == 1
    assert "age = 17" in done.stdout
    assert not out.exists()


def test_nobody_of_that_name(tmp_path: Path) -> None:
    done = cast(
        "sheet", write_pack(tmp_path / "tiny"), "--only", "ana", "--out", tmp_path / "x.png"
    )
    assert done.returncode == 2
    assert "nobody is called 'ana'; did you mean 'anna'?" in done.stderr

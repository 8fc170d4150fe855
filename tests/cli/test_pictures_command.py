"""`cabinato pictures` fills the store that the cabinet reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.cli.main import run
from firmware.cli.pictures import draw


def test_what_a_screen_keeps_is_in_the_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path))
    draw((320, 180), ["hold"])
    first = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.pixels")}
    assert first
    draw((320, 180), ["hold"])
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.pixels")} == first


@pytest.mark.parametrize("size", ["1280", "0x720", "1280x", "a x b"])
def test_a_size_that_is_none_is_quoted(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["pictures", "--size", size])
    assert ended.value.code == 2
    assert f"'{size}'" in capsys.readouterr().err

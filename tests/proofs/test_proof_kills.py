"""The proof by kills, short, and that it can fall."""

from pathlib import Path

from proof import untracked
from proof_kills import kills, missing, play_and_kill

from firmware.ledger.database import DATABASE


def test_nothing_acknowledged_is_missing_after_a_kill(tmp_path: Path) -> None:
    assert kills(tmp_path, 4, untracked).fell == ()


def test_a_ledger_set_back_to_an_older_image_is_seen(tmp_path: Path) -> None:
    log = f"{DATABASE}-wal"
    play_and_kill(tmp_path, commits=3)
    old = {name: (tmp_path / name).read_bytes() for name in (DATABASE, log)}
    said = play_and_kill(tmp_path, commits=9)
    for name, content in old.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / f"{DATABASE}-shm").unlink()
    assert "was acknowledged and is gone" in missing(tmp_path, said[-1])[0]

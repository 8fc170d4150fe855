"""Where a stick is found, and what is told of the process that writes to it."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from joker_evening import KINGS, evening_in, temporary_folder

from firmware.app import stick as subject
from firmware.app.host import PcHost
from firmware.app.stick import (
    MOUNT,
    PROVEN,
    READ_BACK,
    WRITTEN,
    BooksTaken,
    Trouble,
    export_to_stick,
    place_for_books,
    step_of,
)
from firmware.catalogue import Catalogue
from firmware.config import Config, load_config
from firmware.errors import HostError, StickError
from firmware.words import Language, Message

TAKEN: dict[str, Any] = {
    "folder": "cabinato-bar-row-9-0123abcd",
    "files": 11,
    "size_bytes": 4096,
    "rounds": 2,
    "rows": 9,
    "is_proven": True,
    "may_pull_out": False,
}


def config(*, mode: str = "simulated", export_to: str = "") -> Config:
    shipped = load_config()
    return shipped.model_copy(
        update={
            "hardware": shipped.hardware.model_copy(update={"mode": mode}),
            "cabinet": shipped.cabinet.model_copy(update={"export_to": export_to}),
        }
    )


def mounts(folder: Path, *places: tuple[str, str]) -> Path:
    """A list of mounts as the system tells it."""
    path = folder / "mountinfo"
    lines = [f"40 22 8:1 / {at} rw,nosuid shared:1 - vfat {source} rw" for at, source in places]
    path.write_text("".join(f"{line}\n" for line in ("22 1 8:2 / / rw - ext4 /dev/x rw", *lines)))
    return path


def saying(*lines: object) -> tuple[str, ...]:
    """A process that says this."""
    told = "\n".join(map(json.dumps, lines))
    return (sys.executable, "-SEc", f"print({told!r}, flush=True)")


def trouble(into: Path, worker: tuple[str, ...]) -> StickError:
    with pytest.raises(StickError) as told:
        export_to_stick(into, config(export_to=str(into)), PcHost(), worker=worker)
    return told.value


# --- where ------------------------------------------------------------------------------------


def test_no_stick_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(StickError) as told:
        place_for_books(config(), mounts(tmp_path))
    assert told.value.why.key == Trouble.NONE


def test_a_desktops_stick_serves_a_simulated_cabinet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "DESKTOPS", (tmp_path,))
    there = tmp_path / "pi" / "MY STICK"
    there.mkdir(parents=True)
    told = mounts(tmp_path, (str(there).replace(" ", "\\040"), "/dev/sda1"))
    assert place_for_books(config(), told) == there


def test_a_real_cabinet_takes_no_other_stick_than_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "DESKTOPS", (tmp_path,))
    (tmp_path / "stick").mkdir()
    told = mounts(tmp_path, (str(tmp_path / "stick"), "/dev/sda1"))
    with pytest.raises(StickError) as error:
        place_for_books(config(mode="real"), told)
    assert error.value.why.key == Trouble.NONE


def test_what_is_no_device_is_no_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "DESKTOPS", (tmp_path,))
    (tmp_path / "share").mkdir()
    with pytest.raises(StickError):
        place_for_books(config(), mounts(tmp_path, (str(tmp_path / "share"), "server:/share")))


def test_a_real_cabinet_finds_the_stick_that_root_mounted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "stick"
    own.mkdir()
    monkeypatch.setattr(subject, "MOUNT", own)
    assert place_for_books(config(mode="real"), mounts(tmp_path, (str(own), "/dev/sda1"))) == own


def test_root_and_cabinet_mean_the_same_place() -> None:
    program = Path(__file__).parents[2] / "tools" / "installing" / "files" / "host.py"
    assert f'STICK = "{str(MOUNT).lstrip("/")}"' in program.read_text("utf-8")
    assert f'FOLDER = "{subject.OWN_FOLDER}"' in program.read_text("utf-8")


def test_a_folder_named_in_the_configuration_serves_as_a_stick(tmp_path: Path) -> None:
    assert place_for_books(config(export_to=str(tmp_path))) == tmp_path


def test_a_configured_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StickError, match=r"cabinet\.export_to: there is no folder .*/away"):
        place_for_books(config(export_to=str(tmp_path / "away")))


def test_a_stick_of_root_gives_the_cabinet_its_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "cabinato"
    own.mkdir()
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) == own)
    assert place_for_books(config(export_to=str(tmp_path))) == own


def test_a_stick_that_nobody_may_write_to_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StickError) as told:
        place_for_books(config(export_to=str(tmp_path)))
    assert told.value.why.key == Trouble.LOCKED


# --- the process ------------------------------------------------------------------------------


def test_what_the_process_says_is_told(tmp_path: Path) -> None:
    told: list[int] = []
    worker = saying({"percent": 7}, {"percent": 80}, TAKEN)
    taken = export_to_stick(
        tmp_path, config(export_to=str(tmp_path)), PcHost(), told.append, worker=worker
    )
    assert taken == BooksTaken(**TAKEN)
    assert told == [0, 7, 80, 100]


def test_its_trouble_is_raised_with_its_sentence(tmp_path: Path) -> None:
    error = trouble(tmp_path, saying({"trouble": "stick.full", "detail": "No space left"}))
    assert error.why.key == Trouble.FULL
    assert "No space left" in str(error)


@pytest.mark.parametrize(
    "said", [{"trouble": "stick.unheard_of", "detail": ""}, {"rows": 3}, [1], {"percent": "x"}]
)
def test_nonsense_is_no_success(tmp_path: Path, said: object) -> None:
    assert trouble(tmp_path, saying(said)).why.key == Trouble.FAILED


def test_a_process_that_dies_is_no_success(tmp_path: Path) -> None:
    error = trouble(tmp_path, (sys.executable, "-SEc", "raise SystemExit(3)"))
    assert error.why.key == Trouble.FAILED
    assert "exit code 3" in str(error)


def test_a_process_that_cannot_be_started_is_no_success(tmp_path: Path) -> None:
    assert trouble(tmp_path, (str(tmp_path / "no_such"),)).why.key == Trouble.FAILED


def test_a_stick_that_hangs_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "PATIENCE_S", 0.0)
    worker = (sys.executable, "-SEc", "import sys; sys.stdin.read()")
    assert trouble(tmp_path, worker).why.key == Trouble.SILENT


def test_a_process_that_has_said_all_is_ended(tmp_path: Path) -> None:
    stays = (
        "import json, os, time; "
        "print(json.dumps({'trouble': 'stick.failed', 'detail': str(os.getpid())}), flush=True); "
        "time.sleep(1000)"
    )
    error = trouble(tmp_path, (sys.executable, "-SEc", stays))
    with suppress(ChildProcessError):  # it has been waited for already
        os.waitpid(int(str(dict(error.why.values)["detail"])), 0)


class OwnHost(PcHost):
    """A machine that mounts sticks."""

    def __init__(self, *, is_busy: bool) -> None:
        self.is_busy = is_busy
        self.ejected = 0

    def eject(self) -> None:
        self.ejected += 1
        if self.is_busy:
            raise HostError("target is busy", Message("host.refused", (("detail", "busy"),)))


@pytest.mark.parametrize("is_busy", [False, True])
def test_the_books_are_there_whether_or_not_the_stick_was_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    monkeypatch.setattr(subject, "MOUNT", tmp_path)
    host = OwnHost(is_busy=is_busy)
    told = mounts(tmp_path, (str(tmp_path), "/dev/sda1"))
    taken = export_to_stick(tmp_path, config(mode="real"), host, worker=saying(TAKEN), mounts=told)
    assert (host.ejected, taken.may_pull_out) == (1, not is_busy)


def test_somebody_elses_stick_is_left_mounted(tmp_path: Path) -> None:
    host = OwnHost(is_busy=False)
    export_to_stick(tmp_path, config(export_to=str(tmp_path)), host, worker=saying(TAKEN))
    assert host.ejected == 0


def test_the_real_process_takes_a_real_ledger_home() -> None:
    with temporary_folder() as name:
        folder, place = Path(name) / "ledger", Path(name) / "stick"
        place.mkdir()
        with evening_in(folder) as evening:
            evening.deal(KINGS)
            evening.draw()
            evening.collect()
            evening.close()
        taken = export_to_stick(folder, config(export_to=str(place)), PcHost())
        there = place / taken.folder
        head = json.loads((there / "meters.json").read_text())["head"]
        assert head in (there / "audit.txt").read_text("utf-8")
        assert json.loads((there / "audit.json").read_text())["head"] == head
        assert (there / "report.html").read_text("utf-8").startswith("<!")


# --- words ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_every_trouble_has_a_sentence(language: Language) -> None:
    words = Catalogue.load(language)
    texts = [words.text(each.error("the detail").why) for each in Trouble]
    assert [text for text in texts if "{" in text or not text.endswith(".")] == []


@pytest.mark.parametrize(
    ("percent", "key"),
    [
        (0, "stick.proving"),
        (PROVEN, "stick.writing"),
        (WRITTEN, "stick.reading_back"),
        (READ_BACK, "stick.ejecting"),
    ],
)
def test_a_percent_tells_the_step(percent: int, key: str) -> None:
    assert step_of(percent).key == key


@pytest.mark.parametrize(("may_pull_out", "then"), [(True, "pull_out"), (False, "still_held")])
def test_it_is_told_whether_the_stick_may_be_pulled_out(may_pull_out: bool, then: str) -> None:
    told = BooksTaken(**TAKEN | {"may_pull_out": may_pull_out}).told
    assert dict(told.values)["then"] == Message(f"stick.{then}")

"""What the operator's pages have done beside the loop, and where."""

from __future__ import annotations

from threading import Event, current_thread, main_thread

import pytest

from firmware.app import desk_jobs
from firmware.app.clerk import DeskClerk
from firmware.app.desk_jobs import doers
from firmware.jobs import HashPin, Job, JobDone, PinHashed
from firmware.operator.roles import hash_pin

SALT = b"s" * 16


def answered(wanted: HashPin) -> object:
    told = Event()
    clerk = DeskClerk(doers(None), told.set)
    clerk.ask(Job(1, wanted), 0.0)
    assert told.wait(60)
    (done,) = clerk.pump(0.0)
    return done


def test_a_pin_is_hashed_for_each_salt() -> None:
    wanted = HashPin("24135", (SALT, SALT[::-1] + b"t"))
    assert answered(wanted) == JobDone(1, PinHashed(hash_pin("24135", wanted.salts)))


def test_the_loops_thread_hashes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def noted(_pin: str, _salts: object) -> dict[bytes, bytes]:
        threads.append(current_thread())
        return {}

    monkeypatch.setattr(desk_jobs, "hash_pin", noted)
    answered(HashPin("24135", (SALT,)))
    assert len(threads) == 1
    assert threads[0] is not main_thread()


def test_a_wish_does_not_show_its_pin() -> None:
    assert "24135" not in repr(Job(1, HashPin("24135", (SALT,))))

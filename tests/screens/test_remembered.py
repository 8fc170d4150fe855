"""The last part of a scene again, for whoever asks with the very same things."""

from __future__ import annotations

from collections.abc import Callable

from firmware.screens.lettering import large_type
from firmware.screens.remembered import while_same


def counting() -> tuple[list[object], Callable[..., int]]:
    asked: list[object] = []

    @while_same
    def made(*things: object) -> int:
        asked.append(things)
        return len(asked)

    return asked, made


def test_the_same_is_made_once() -> None:
    asked, made = counting()
    thing = ["a deal"]
    assert [made(thing, None), made(thing, None)] == [1, 1]
    assert len(asked) == 1


def test_what_is_only_alike_is_made_anew() -> None:
    _, made = counting()
    assert [made(["a deal"]), made(["a deal"])] == [1, 2]


def test_more_things_are_others() -> None:
    _, made = counting()
    thing = ["a deal"]
    assert [made(thing), made(thing, None), made()] == [1, 2, 3]


def test_large_letters_are_others() -> None:
    _, made = counting()
    thing = ["a deal"]
    small = made(thing)
    with large_type(is_large=True):
        assert made(thing) != small

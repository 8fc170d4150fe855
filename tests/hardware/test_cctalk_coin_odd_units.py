"""Units that leave commands out, and lines that are bad from the first moment."""

import random
from collections.abc import Callable

import pytest
from virtual_line import VirtualLine

from firmware.events import Health
from firmware.hardware.cctalk import Frame, Header, reply

VALUES = {1: 5, 2: 10, 3: 20, 4: 50, 5: 100, 6: 200}
NAMES = [
    Header.REQUEST_MANUFACTURER,
    Header.REQUEST_PRODUCT_CODE,
    Header.REQUEST_SERIAL_NUMBER,
]


def without(line: VirtualLine, *headers: Header, answer: bytes = b"") -> VirtualLine:
    """A unit that meets these commands with `answer` (silence unless told otherwise)."""
    known: Callable[[Frame, float], bytes] = line.unit._answer

    def partial(frame: Frame, now_s: float) -> bytes:
        return answer if frame.header in headers else known(frame, now_s)

    line.unit._answer = partial
    return line


def opened(line: VirtualLine, seconds: float = 60.0) -> VirtualLine:
    line.driver.set_open({"coin"})
    return line.run(seconds)


@pytest.mark.parametrize(
    "headers",
    [
        (Header.REQUEST_MASTER_INHIBIT,),
        (Header.REQUEST_INHIBIT_STATUS,),
        (Header.REQUEST_INHIBIT_STATUS, Header.REQUEST_MASTER_INHIBIT),
        (Header.PERFORM_SELF_CHECK,),
    ],
)
@pytest.mark.parametrize("answer", [b"", reply(Header.NAK)], ids=["silence", "NAK"])
def test_a_unit_without_this_takes_coins(headers: tuple[Header, ...], answer: bytes) -> None:
    line = opened(without(VirtualLine(), *headers, answer=answer)).coin(100)
    assert line.health is Health.READY
    assert line.unit.in_box_minor == 100


def test_a_unit_without_a_master_inhibit_takes_coins() -> None:
    line = without(VirtualLine(), Header.MODIFY_MASTER_INHIBIT, Header.REQUEST_MASTER_INHIBIT)
    line.unit._is_master_open = True
    opened(line).coin(100)
    assert line.health is Health.READY
    assert line.unit.in_box_minor == 100
    line.driver.set_open(())
    line.run(0.5)
    assert line.unit._mask == 0


def test_what_a_unit_does_not_know_is_not_asked_for_ever() -> None:
    line = opened(without(VirtualLine(), Header.REQUEST_MASTER_INHIBIT))
    line.sent.clear()
    line.run(60.0)
    assert Header.REQUEST_MASTER_INHIBIT not in line.headers()


@pytest.mark.parametrize("header", NAMES)
def test_a_unit_without_a_name_has_a_dash_for_it(header: Header) -> None:
    line = opened(without(VirtualLine(), header))
    parts = dict(zip(NAMES, line.replies[-1].device.split(":")[1:], strict=True))
    assert [name for name, part in parts.items() if part == "-"] == [header]
    assert line.health is Health.READY


def test_a_unit_without_coin_ids_stays_closed_and_says_so() -> None:
    line = opened(without(VirtualLine(), Header.REQUEST_COIN_ID))
    assert line.healths[-1] == (Health.FAULT, "no_coins")
    assert line.unit._mask == 0
    assert line.replies[-1].values_minor == {}


def test_a_unit_of_twelve_positions_may_refuse_the_rest() -> None:
    line = VirtualLine()
    facts = line.unit._data

    def twelve(frame: Frame, now_s: float) -> bytes | None:
        is_beyond = frame.header == Header.REQUEST_COIN_ID and frame.data > b"\x0c"
        return None if is_beyond else facts(frame, now_s)

    line.unit._data = twelve
    opened(line).coin(20)
    assert line.replies[-1].values_minor == VALUES
    assert line.unit.in_box_minor == 20


def test_a_known_command_that_fails_later_is_a_lost_unit_not_a_lack() -> None:
    line = opened(VirtualLine(), 1.0)
    without(line, Header.MODIFY_MASTER_INHIBIT)
    line.driver.set_open(())
    line.run(4.0)
    assert Health.NO_ANSWER in [health for health, _ in line.healths]


def spoiler(chance: random.Random) -> Callable[[bytes], bytes]:
    """A wire that cuts, turns, adds and replaces bytes half of the time."""

    def spoil(data: bytes) -> bytes:
        if not data or chance.random() < 0.5:
            return data
        at = chance.randrange(len(data))
        return chance.choice(
            [
                data[:at],
                data[:at] + chance.randbytes(1) + data[at + 1 :],
                chance.randbytes(chance.randrange(30)) + data,
                data + chance.randbytes(chance.randrange(30)),
                chance.randbytes(chance.randrange(300)),
            ]
        )

    return spoil


@pytest.mark.parametrize("seed", range(150))
def test_a_bad_line_at_the_start_leaves_nothing_behind(seed: int) -> None:
    chance = random.Random(seed)
    line = VirtualLine()
    line.damage = spoiler(chance)
    opened(line, 6 * chance.random())
    line.damage = lambda data: data
    line.run(2.0)
    assert line.health in (Health.READY, Health.DEGRADED)  # the line was bad within this minute
    assert {(r.device, r.counter, any(map(any, r.pairs))) for r in line.replies} == {
        ("cctalk_coin:CAB:EMU-EURO:1234567", 0, False)
    }
    assert line.replies[-1].values_minor == VALUES

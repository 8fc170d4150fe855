"""One SSP command at a time: bits, repeats, late and damaged answers."""

from firmware.hardware.ssp import Command, Frame
from firmware.hardware.ssp_exchange import Answer, Exchange, Question, Silence

OK = Answer(0xF0)


def _ok(bit: bool) -> bytes:
    return Frame(0, bit, b"\xf0").to_bytes()


def _asked(exchange: Exchange, command: Command, now_s: float = 0.0) -> bytes:
    exchange.ask(Question(command, wait_s=1.0, tries=2))
    return exchange.pump(now_s, b"")


def test_the_bit_turns_with_every_new_command() -> None:
    exchange = Exchange()
    bits = []
    for bit in (True, False, True):
        bits.append(_asked(exchange, Command.POLL)[1] >> 7)
        exchange.pump(0.1, _ok(bit))
        assert exchange.take_outcome() == OK
    assert bits == [1, 0, 1]


def test_a_repeat_has_the_same_bit() -> None:
    exchange = Exchange()
    sent = _asked(exchange, Command.POLL)
    assert exchange.pump(1.0, b"") == sent
    assert exchange.retries == 1


def test_what_follows_a_sync_never_has_its_bit() -> None:
    exchange = Exchange()
    assert _asked(exchange, Command.SYNC) == bytes.fromhex("7F 80 01 11 65 82")
    exchange.pump(0.1, _ok(True))
    assert _asked(exchange, Command.POLL) == bytes.fromhex("7F 00 01 07 11 88")


def test_a_late_answer_to_the_command_before_is_no_answer() -> None:
    exchange = Exchange()
    _asked(exchange, Command.POLL)
    exchange.pump(1.0, b"")
    exchange.pump(2.0, b"")
    assert exchange.take_outcome() is Silence.NO_ANSWER
    _asked(exchange, Command.DISABLE, 2.0)
    exchange.pump(2.1, _ok(True))
    assert not exchange.has_outcome
    exchange.pump(2.2, _ok(False))
    assert exchange.take_outcome() == OK


def test_our_own_bytes_coming_back_are_no_answer() -> None:
    exchange = Exchange()
    exchange.pump(0.1, _asked(exchange, Command.POLL))
    assert not exchange.has_outcome


def test_an_answer_of_another_address_is_none() -> None:
    exchange = Exchange()
    _asked(exchange, Command.POLL)
    exchange.pump(0.1, Frame(16, True, b"\xf0").to_bytes())
    assert not exchange.has_outcome


def test_bytes_that_are_no_answer_are_not_silence() -> None:
    exchange = Exchange()
    _asked(exchange, Command.POLL)
    exchange.pump(0.1, b"\x55\xaa")
    exchange.pump(1.0, b"")
    exchange.pump(2.0, b"")
    assert exchange.take_outcome() is Silence.GARBLED


def test_an_answer_in_two_halves_is_one() -> None:
    exchange = Exchange()
    _asked(exchange, Command.POLL)
    exchange.pump(0.1, _ok(True)[:3])
    exchange.pump(0.2, _ok(True)[3:])
    assert exchange.take_outcome() == OK

"""The driver of a ccTalk coin acceptor: its headers, its event codes, its coin ids."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from firmware.cabinet.coins import INHIBITED
from firmware.hardware import cctalk
from firmware.hardware.cctalk import CoinId, Header
from firmware.hardware.cctalk_doubt import Pair, is_swapped_coin
from firmware.hardware.cctalk_exchange import Outcome, Question, Silence
from firmware.hardware.cctalk_script import (
    FACT_WAIT_S,
    PROBE_TRIES,
    PROBE_WAIT_S,
    Kind,
    Pause,
)
from firmware.hardware.cctalk_troubles import COIN_CODES, Troubles
from firmware.hardware.cctalk_unit import CctalkUnit, Values
from firmware.money import Tender

CVF_FLAG = 1
"""Option flag: an event names a coin by its value and not by its position."""
CVF_TENS = 128
LARGEST_CVF = 127

COIN_ACCEPTOR = Kind(
    name="cctalk_coin",
    tender=Tender.COIN,
    category=b"coin",
    addresses=(cctalk.COIN_ACCEPTOR, *range(11, 18)),
    reading=Question(Header.READ_BUFFERED_CREDIT, shortest=11, longest=11, wait_s=0.200),
    inhibited=INHIBITED,
    forgets=INHIBITED,
)


class CctalkCoin(CctalkUnit):
    """One coin acceptor on its line.

    >>> from firmware.hardware.cctalk_script import UnitSettings
    >>> driver = CctalkCoin(UnitSettings("coin", frozenset({100})))
    >>> driver.pump(0.0, b"")[0], driver.pump(0.06, b"")[0].hex(" ")
    (b'', '02 00 01 fe ff')
    """

    kind = COIN_ACCEPTOR
    _paths: Mapping[int, frozenset[int]] | None = None
    """Sorter paths of the positions that are let in; None where events tell values."""

    def _new_troubles(self) -> Troubles:
        return Troubles(COIN_CODES)

    def _read_values(self) -> Values:
        values: dict[int, tuple[str, int]] = {}
        for position in range(1, cctalk.LAST_COIN + 1):
            question = Question(Header.REQUEST_COIN_ID, bytes((position,)), 6, 6, FACT_WAIT_S)
            outcome = yield from self._ask_calmly(question)
            if outcome.data is not None:
                coin = CoinId.parse(outcome.data)
                is_ours = coin.text.startswith(self._settings.country)
                if is_ours and coin.value_minor is not None:
                    values[position] = coin.text, coin.value_minor
            elif outcome.silence is not Silence.REFUSED:
                break
        return values

    def _event_values(
        self, positions: dict[int, int]
    ) -> Generator[Question | Pause, Outcome | None, dict[int, int]]:
        question = Question(Header.REQUEST_OPTION_FLAGS, b"", 1, 1, FACT_WAIT_S)
        flags = yield from self._ask_if_known(question)
        if flags is None or not flags[0] & CVF_FLAG:
            self._paths = yield from self._read_paths(positions)
            return positions
        self._paths = None
        return {
            code: value_minor for value_minor in positions.values() for code in cvf(value_minor)
        }

    def _read_paths(
        self, positions: Mapping[int, int]
    ) -> Generator[Question | Pause, Outcome | None, dict[int, frozenset[int]]]:
        """Where the coins that are let in go, of a unit that can tell: an event that says
        otherwise is none."""
        paths: dict[int, frozenset[int]] = {}
        for position in self._let_in(positions):
            place = bytes((position,))
            question = Question(Header.REQUEST_SORTER_PATHS, place, 1, 4, PROBE_WAIT_S, PROBE_TRIES)
            outcome = yield from self._ask_calmly(question)
            if outcome.data is None:
                return {}
            paths[position] = frozenset(outcome.data)
        return paths

    def _is_swapped(self, fresh: Sequence[Pair], _: Sequence[Pair] | None, /) -> bool:
        if self._paths is None:
            return False
        let_in = self._let_in(self._unit.positions_minor)
        return any(is_swapped_coin(pair, let_in, self._paths) for pair in fresh)


def cvf(value_minor: int) -> tuple[int, ...]:
    """The codes that may name a coin's value in an event: seven bits, times ten with the eighth.

    >>> cvf(5), cvf(100), cvf(200)
    ((5,), (100, 138), (148,))
    """
    tens, rest = divmod(value_minor, 10)
    plain = (value_minor,) if value_minor <= LARGEST_CVF else ()
    return (*plain, CVF_TENS + tens) if not rest and 0 < tens < LARGEST_CVF else plain

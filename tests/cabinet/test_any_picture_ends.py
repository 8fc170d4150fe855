"""DEAL ends every kind of movement there is, at every table, and shows its last picture."""

from __future__ import annotations

import pytest
from cabinet_bench import Bench

from firmware.cabinet.motion import Movement, Part, PartKind
from firmware.cabinet.state import Mode
from firmware.events import Pressed
from firmware.panel import Button


@pytest.mark.parametrize("kind", PartKind)
@pytest.mark.parametrize("mode", [Mode.JOKER_POKER, Mode.STRIP_POKER, Mode.CINQUE_MANI])
def test_only_deal_is_lit_while_something_moves_and_it_ends_it(kind: PartKind, mode: Mode) -> None:
    bench = Bench()
    part = Part(kind, 1, bench.now_s, bench.now_s + 60.0)
    moving = Movement((part,), (), bench.now_s, bench.now_s + 60.0)
    saved = bench.state.saved
    bench.put(saved=type(saved)(mode=mode), movement=moving, locked_until_s=0.0)
    assert bench.lit == "DEAL"
    bench.do(Pressed(Button.DEAL))
    assert bench.state.moving(bench.now_s) is None

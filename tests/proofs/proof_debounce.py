"""One press of a chattering button is one press, whatever contact and cable do, and however late
its edges are told."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from proof import Report, Track

from firmware.hardware.debounce import SOON_S, ButtonChange, ButtonLine, Change
from firmware.hardware.edge_queue import LATEST_S

SESSIONS, SESSIONS_FULL = 3_000, 150_000
PRESSES = 6
"""At most so many presses are made in one session."""
STUCK_S = 30.0
TOLERANCE_S = 1e-7
LATE_S = (0.0, 0.0, 0.016, LATEST_S)
"""How late edges of a session may be told: at once, after a frame, after all that is allowed."""

Edge = tuple[float, bool]


@dataclass(frozen=True)
class Timing:
    """How a line is set, no spike time, or one that is well below the bounce time; and how late
    its edges may be told."""

    bounce_s: float
    spike_s: float
    late_s: float = 0.0


MakeLine = Callable[[bool, Timing], ButtonLine]


@dataclass(frozen=True)
class Press:
    """What a finger did: down at `down_s`, up at `up_s`, still at `still_s`."""

    down_s: float
    up_s: float
    still_s: float
    edges: tuple[Edge, ...]


def real_line(is_down: bool, timing: Timing) -> ButtonLine:
    """The line of the program."""
    return ButtonLine(
        is_down, 0.0, bounce_s=timing.bounce_s, spike_s=timing.spike_s, stuck_s=STUCK_S
    )


def prove(full: bool, track: Track) -> Report:
    """Random presses on random contacts, from a fixed seed."""
    return sessions(real_line, SESSIONS_FULL if full else SESSIONS, track)


def sessions(make: MakeLine, count: int, track: Track) -> Report:
    """Press buttons `count` sessions long; odd ones with a spike time and static on the cable."""
    presses = edges = short = held_long = 0
    fell: list[str] = []
    for number in track(range(count), "sessions", count):
        random = Random(f"debounce {number}")
        timing = _timing(random, has_spikes=number % 2 == 1)
        is_down = random.random() < 0.2
        made, line_edges = _session(random, timing, is_down)
        found = _watch(make(is_down, timing), is_down, line_edges, timing.late_s, random)
        presses += len(made)
        edges += len(line_edges)
        short += sum(press.up_s - press.down_s < timing.bounce_s for press in made)
        held_long += sum(_is_stuck(press) for press in made)
        fell += [f"session {number}: {fault}" for fault in faults(made, found, timing)]
    tried = (
        f"{presses:,} presses in {count:,} sessions, {edges:,} edges; {short:,} shorter than the "
        f"bounce time, {held_long:,} held until stuck; half of them on cables with static, half "
        f"with edges that are told late, by up to {LATEST_S * 1000:.0f} ms"
    )
    return Report((tried,), tuple(fell[:20]))


def faults(made: list[Press], found: list[ButtonChange], timing: Timing) -> list[str]:
    """What is wrong with the changes that were found for those presses."""
    wanted = [change for press in made for change in _changes_of(press)]
    kinds = [each.change for each in found]
    if kinds != wanted:
        return [f"{len(made)} presses came to {', '.join(kinds) or 'nothing'}"]
    wrong = []
    downs = [each.at_s for each in found if each.change is Change.PRESSED]
    ups = [each.at_s for each in found if each.change is Change.RELEASED]
    for press, down_s, up_s in zip(made, downs, ups, strict=True):
        # Without a spike time the first touch is the press: no waiting for the contact to settle.
        latest_s = press.down_s if not timing.spike_s else press.up_s
        if not press.down_s - TOLERANCE_S <= down_s <= latest_s + TOLERANCE_S:
            wrong.append(f"pressed at {press.down_s:.6f} s, told for {down_s:.6f} s")
        if not press.up_s - TOLERANCE_S <= up_s <= press.still_s + timing.bounce_s + TOLERANCE_S:
            wrong.append(f"let go at {press.up_s:.6f} s, told for {up_s:.6f} s")
    return wrong


def _changes_of(press: Press) -> list[Change]:
    if _is_stuck(press):
        return [Change.PRESSED, Change.STUCK, Change.RELEASED, Change.FREED]
    return [Change.PRESSED, Change.RELEASED]


def _is_stuck(press: Press) -> bool:
    return press.up_s - press.down_s > STUCK_S


def _timing(random: Random, *, has_spikes: bool) -> Timing:
    bounce_s = random.choice((0.001, 0.004, 0.008, 0.020, 0.050))
    spike_s = random.uniform(0.05, 0.3) * bounce_s if has_spikes else 0.0
    return Timing(bounce_s, spike_s, random.choice(LATE_S))


def _session(random: Random, timing: Timing, is_down: bool) -> tuple[list[Press], list[Edge]]:
    """Presses and all the edges; a button that is down at first comes up and was no press."""
    now_s, made, edges = random.uniform(0.1, 1.0), [], []
    if is_down:
        edges += _chatter(random, now_s, 0.95 * timing.bounce_s, ends_down=False)
        now_s += 3 * timing.bounce_s
    for _ in range(random.randint(0, PRESSES)):
        rest_s = random.choice((0.0, random.uniform(0.05, 1.0)))
        edges += _static(random, timing, now_s, rest_s, is_down=False)
        press = _press(random, timing, now_s + rest_s)
        made.append(press)
        edges += press.edges
        # A contact must have rested for two bounce times to be pressed anew.
        now_s = max(press.still_s, press.down_s + timing.bounce_s) + 3 * timing.bounce_s
    edges += _static(random, timing, now_s, 1.0, is_down=False)
    return made, edges


def _press(random: Random, timing: Timing, down_s: float) -> Press:
    bounce_s, spike_s = timing.bounce_s, timing.spike_s
    how = random.random()
    if how < 0.3:  # a flick, shorter than the bounce time
        chatter_s = random.uniform(0.0, 0.4) * bounce_s
        held_s = chatter_s + random.uniform(1.1 * spike_s + 0.01 * bounce_s, 0.55 * bounce_s)
    else:
        chatter_s = random.uniform(0.0, 0.95) * bounce_s
        held_s = 2 * bounce_s + random.uniform(0.01, 1.0)
        if how > 0.97:
            held_s += STUCK_S + 1.0
    up_s, up_chatter_s = down_s + held_s, random.uniform(0.0, 0.95) * bounce_s
    edges = _chatter(random, down_s, chatter_s, ends_down=True)
    if held_s > 2 * bounce_s:
        quiet_s = down_s + 2 * bounce_s
        edges += _static(random, timing, quiet_s, up_s - quiet_s, is_down=True)
    edges += _chatter(random, up_s, up_chatter_s, ends_down=False)
    return Press(down_s, up_s, up_s + up_chatter_s, tuple(edges))


def _chatter(random: Random, at_s: float, lasting_s: float, *, ends_down: bool) -> list[Edge]:
    """An edge, and pairs of bounces after it: it ends at the level that it began."""
    bounces = sorted(random.uniform(0.0, lasting_s) for _ in range(2 * random.randint(0, 6)))
    moments = [at_s, *(at_s + bounce for bounce in bounces)]
    return [(when, ends_down == (number % 2 == 0)) for number, when in enumerate(moments)]


def _static(
    random: Random, timing: Timing, from_s: float, lasting_s: float, *, is_down: bool
) -> list[Edge]:
    """Bursts of spikes of a cable, each shorter than the spike time; none where that is none."""
    edges: list[Edge] = []
    # Where edges are told late, spikes are not so dense that a look may fall on the next one.
    apart_s = SOON_S + 2 * timing.spike_s if timing.late_s else 0.01 * timing.spike_s
    now_s, end_s = from_s + timing.spike_s, from_s + lasting_s - 2 * timing.spike_s - apart_s
    while timing.spike_s and random.random() < 0.7:
        now_s += random.choice((apart_s, random.uniform(apart_s, apart_s + 0.1)))
        if now_s >= end_s:
            break
        edges.append((now_s, not is_down))
        now_s += random.uniform(0.01, 0.95) * timing.spike_s
        edges.append((now_s, is_down))
    return edges


def _watch(
    line: ButtonLine, is_down: bool, edges: list[Edge], late_s: float, random: Random
) -> list[ButtonChange]:
    """All changes, of a loop that looks when it must or as often as it wants, and reads the contact
    when it does."""
    looks = random.random()
    found: list[ButtonChange] = []
    now_s = told_s = 0.0
    for at_s, level in edges:
        told_s = max(told_s, at_s + random.uniform(0.0, late_s))
        while looks > 0.5 and (due_s := line.deadline_s()) is not None and due_s < told_s:
            now_s = max(now_s, due_s)
            found += _look(line, now_s, is_down, edges)
        if random.random() < looks:
            now_s = random.uniform(now_s, told_s)
            found += _look(line, now_s, is_down, edges)
        now_s = told_s
        found += line.edge(level, at_s)
    return found + line.until(told_s + 2 * STUCK_S)


def _look(line: ButtonLine, now_s: float, is_down: bool, edges: list[Edge]) -> list[ButtonChange]:
    count = bisect_right(edges, now_s, key=lambda edge: edge[0])
    level = edges[count - 1][1] if count else is_down
    return line.until(now_s, lambda: level)

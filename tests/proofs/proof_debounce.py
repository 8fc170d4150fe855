"""One press of a chattering button is one press, whatever the contact and the cable do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from proof import Report, Track

from firmware.hardware.debounce import ButtonChange, ButtonLine, Change

SESSIONS, SESSIONS_FULL = 3_000, 150_000
PRESSES = 6
"""At most so many presses are made in one session."""
STUCK_S = 30.0
TOLERANCE_S = 1e-7

Edge = tuple[float, bool]


@dataclass(frozen=True)
class Timing:
    """How a line is set: no spike time, or one that is well below the bounce time."""

    bounce_s: float
    spike_s: float


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
        found = _watch(make(is_down, timing), line_edges, random)
        presses += len(made)
        edges += len(line_edges)
        short += sum(press.up_s - press.down_s < timing.bounce_s for press in made)
        held_long += sum(_is_stuck(press) for press in made)
        fell += [f"session {number}: {fault}" for fault in faults(made, found, timing)]
    tried = (
        f"{presses:,} presses in {count:,} sessions, {edges:,} edges; {short:,} shorter than the "
        f"bounce time, {held_long:,} held until stuck; half of them on cables with static"
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
    return Timing(bounce_s, random.uniform(0.05, 0.3) * bounce_s if has_spikes else 0.0)


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
    now_s, end_s = from_s + timing.spike_s, from_s + lasting_s - 2 * timing.spike_s
    while timing.spike_s and random.random() < 0.7:
        now_s += random.choice((0.01 * timing.spike_s, random.uniform(0.0, 0.1)))
        if now_s >= end_s:
            break
        edges.append((now_s, not is_down))
        now_s += random.uniform(0.01, 0.95) * timing.spike_s
        edges.append((now_s, is_down))
    return edges


def _watch(line: ButtonLine, edges: list[Edge], random: Random) -> list[ButtonChange]:
    """All changes, of a loop that looks as often as it wants, between edges and after them."""
    looks = random.random()
    found: list[ButtonChange] = []
    last_s = 0.0
    for at_s, is_down in edges:
        if random.random() < looks:
            found += line.until(random.uniform(last_s, at_s))
        found += line.edge(is_down, at_s)
        last_s = at_s
    return found + line.until(last_s + 2 * STUCK_S)

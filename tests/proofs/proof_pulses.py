"""What a pulse unit counted is told as it was inserted, or put in quarantine: never a phantom, and
never lost without a word, however late its edges are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from proof import Report, Track

from firmware.hardware.acceptor_profiles import PulseProfile, load_profile, profile_names
from firmware.hardware.edge_queue import LATEST_S
from firmware.hardware.pulse_train import Doubtful, PulseTrains, Said, Stuck, Train

SESSIONS, SESSIONS_FULL = 400, 20_000
"""Sessions of each profile, with and without an extra edge at the start."""
TRAINS = 5
"""Trains in one session."""
UNIT_MINOR = 10
COINS_MINOR = ((10, 20, 50), (20, 50), (50, 100), (10,), (30, 50, 200))
NOMINAL_MS = {
    "ch926_fast": 20.0,
    "ch926_medium": 50.0,
    "ch926_slow": 100.0,
    "dg600f_pulse": 25.0,
    "hx616": 50.0,
}
"""How long the unit means to pull its wire: what is on its switch, or in its manual."""
JITTER = 0.2
SPIKE_S = 0.001
CLEAR_S = 0.0045
"""A spike so far away from the edges of a pulse leaves its width as it is."""
STUCK_S = 1.5
LATE_S = (0.0, 0.016, LATEST_S)
"""How late edges of a session may be told: at once, after a frame, after all that is allowed."""

Edge = tuple[float, bool]
Make = Callable[[PulseProfile, tuple[int, ...]], PulseTrains]

CLEAN = frozenset({"plain", "merged", "spikes", "quiet spikes", "noise"})
"""Disturbances that must not cost a credit, nor be doubtful."""
LOSSES = ("no last edge", "an edge lost")
KINDS = (*sorted(CLEAN - {"noise"}), "rough spikes", "a stuck wire", "no coin")
SHORT_EXTRA_S = (0.0005, 0.0039)
"""An extra edge that no filter tells from a spike."""


@dataclass(frozen=True)
class Inserted:
    """Coins that came as one train: their worth, what happened to it, and all its edges.

    Attributes:
        end_s: moment of the last edge that the unit made.
        is_read: whether somebody looks at the wire after it, and finds it at rest.
    """

    kind: str
    worth_minor: int
    edges: tuple[Edge, ...]
    end_s: float
    is_read: bool


def real_trains(profile: PulseProfile, coins_minor: tuple[int, ...]) -> PulseTrains:
    """The trains of the program."""
    return PulseTrains(
        profile, unit_minor=UNIT_MINOR, accepted_minor=coins_minor, is_active=False, at_s=0.0
    )


def profiles() -> list[PulseProfile]:
    """Every pulse profile, as it is and with an extra edge at the start."""
    found = [load_profile(name, "pulse") for name in profile_names("pulse")]
    return [
        each.model_copy(update={"extra_edge_at_start": has_extra})
        for each in found
        for has_extra in (False, True)
    ]


def prove(full: bool, track: Track) -> Report:
    """Random coins on every profile, from a fixed seed."""
    return sessions(real_trains, SESSIONS_FULL if full else SESSIONS, track)


def sessions(make: Make, count: int, track: Track) -> Report:
    """Insert coins into every profile, `count` sessions each."""
    told: Counter[str] = Counter()
    trains = 0
    fell: list[str] = []
    works = [(profile, number) for profile in profiles() for number in range(count)]
    for profile, number in track(works, "sessions", len(works)):
        random = Random(f"pulses {profile.name} {profile.extra_edge_at_start} {number}")
        where = f"{profile.name}{' with extra edge' * profile.extra_edge_at_start}, {number}"
        coins_minor = random.choice(COINS_MINOR)
        made = make(profile, coins_minor)
        late_s = random.choice(LATE_S)
        now_s, is_surely_free, all_said = 1.0, True, list[Said]()
        for _ in range(TRAINS):
            # After a loss that nobody saw, one more could be told by no program.
            kinds = _kinds(profile) + LOSSES * is_surely_free
            inserted = _insert(random, random.choice(kinds), profile, coins_minor, now_s)
            # So long that a wire whose last edge is lost is known to be stuck.
            now_s = inserted.end_s + 1.2 + _gap_s(profile) + LATEST_S
            said = _watch(made, inserted, now_s, late_s, random)
            all_said += said
            trains += 1
            told.update(type(each).__name__ for each in said)
            fell += [
                f"{where}, {inserted.kind}: {fault}"
                for fault in faults(
                    inserted, said, must_be_told=inserted.kind in CLEAN and is_surely_free
                )
            ]
            is_surely_free = inserted.is_read
        fell += [f"{where}: {fault}" for fault in disorder(all_said)]
    tried = (
        f"{trains:,} trains on {len(NOMINAL_MS)} profiles with and without an extra edge: "
        f"{told['Train']:,} told as money, {told['Doubtful']:,} put in quarantine, "
        f"{told['Stuck']:,} times a wire got stuck or free; edges told up to "
        f"{LATEST_S * 1000:.0f} ms late"
    )
    return Report((tried,), tuple(fell[:20]))


def faults(inserted: Inserted, said: list[Said], *, must_be_told: bool) -> list[str]:
    """What is wrong with what was said of that train; quarantine is, where `must_be_told`."""
    money = sum(each.value_minor for each in said if isinstance(each, Train))
    doubts = [each.reason for each in said if isinstance(each, Doubtful)]
    found = f"{inserted.worth_minor} inserted, {money} told, doubts: {', '.join(doubts) or 'none'}"
    if money > inserted.worth_minor:
        return [f"phantom credit; {found}"]
    if money < inserted.worth_minor and not doubts:
        return [f"lost without a word; {found}"]
    if must_be_told and (money != inserted.worth_minor or doubts):
        return [f"doubted without a reason; {found}"]
    if inserted.kind == "an odd pulse" and not doubts:
        return [f"an odd pulse was taken for noise; {found}"]
    if inserted.kind == "a stuck wire" and not any(isinstance(each, Stuck) for each in said):
        return [f"a stuck wire was not told; {found}"]
    return []


def disorder(said: list[Said]) -> list[str]:
    """Whether moments go back, or a wire gets stuck that is stuck, or free that is free."""
    moments = [each.at_s for each in said]
    stuck = [each.is_stuck for each in said if isinstance(each, Stuck)]
    wrong = ["moments go back"] if moments != sorted(moments) else []
    if stuck != [number % 2 == 0 for number in range(len(stuck))]:
        wrong.append(f"stuck and free do not alternate: {stuck}")
    return wrong


def _kinds(profile: PulseProfile) -> tuple[str, ...]:
    short = ("noise",) if profile.noise_below_ms else ("an odd pulse",)
    extra = ("a short extra edge", "a spike before") * profile.extra_edge_at_start
    return KINDS + short + extra


def _insert(
    random: Random, kind: str, profile: PulseProfile, coins_minor: tuple[int, ...], at_s: float
) -> Inserted:
    coins = [random.choice(coins_minor) for _ in range(random.randint(2, 3))]
    if kind in ("no coin", "noise", "an odd pulse"):
        coins = []
    elif kind != "merged":
        del coins[1:]
    edges = _pulses(random, profile, coins, at_s)
    worth_minor, end_s, is_read = sum(coins), edges[-1][0] if edges else at_s + 0.1, True
    if kind == "spikes":
        edges = _with_spikes(random, edges, CLEAR_S)
    elif kind == "rough spikes":
        edges = _with_spikes(random, edges, 0.0)
    elif kind == "a short extra edge":
        short_s = edges[1][0] - edges[0][0] - random.uniform(*SHORT_EXTRA_S)
        edges[0] = (edges[0][0] + short_s, True)
    elif kind == "a spike before":
        spike_s = at_s - SPIKE_S - random.uniform(0.0005, _gap_s(profile))
        edges = [(spike_s, True), (spike_s + SPIKE_S, False), *edges]
    elif kind in ("noise", "an odd pulse"):
        edges = _short_pulses(random, profile, at_s, random.randint(1, 3))
        end_s = edges[-1][0]
    elif kind in ("quiet spikes", "no coin"):
        edges += _quiet_spikes(random, end_s)
        end_s = edges[-1][0]
    elif kind == "no last edge":
        del edges[-1]
        is_read = random.random() < 0.5
    elif kind == "an edge lost":
        del edges[random.randrange(len(edges))]
        is_read = random.random() < 0.5
    elif kind == "a stuck wire":
        edges = _with_stuck(random, edges)
        end_s = edges[-1][0]
    return Inserted(kind, worth_minor, tuple(edges), end_s, is_read)


def _gap_s(profile: PulseProfile) -> float:
    return profile.gap_periods * profile.period_ms / 1000


def _pulses(random: Random, profile: PulseProfile, coins: list[int], at_s: float) -> list[Edge]:
    """The edges of those coins in one train; widths and pauses are off by up to a fifth."""
    nominal_s = NOMINAL_MS[profile.name] / 1000
    pause_s = profile.period_ms / 1000 - nominal_s
    edges: list[Edge] = []
    for number, coin in enumerate(coins):
        pulses = coin // UNIT_MINOR + (profile.extra_edge_at_start and number == 0)
        for pulse in range(pulses):
            if pulse == 0 and number > 0:
                at_s += random.uniform(0.0, 0.9) * (_gap_s(profile) - 1.2 * pause_s)
            edges.append((at_s, True))
            at_s += nominal_s * random.uniform(1 - JITTER, 1 + JITTER)
            edges.append((at_s, False))
            at_s += pause_s * random.uniform(1 - JITTER, 1 + JITTER)
    return edges


def _with_spikes(random: Random, edges: list[Edge], clear_s: float) -> list[Edge]:
    """Here and there a spike the other way within a level, `clear_s` away from its ends."""
    spiky: list[Edge] = []
    for number, (at_s, is_active) in enumerate(edges):
        spiky.append((at_s, is_active))
        room_s = edges[number + 1][0] - at_s - 2 * clear_s if number + 1 < len(edges) else 0.0
        if room_s > 2 * SPIKE_S and random.random() < 0.5:
            spike_s = at_s + clear_s + random.uniform(0.0, room_s - SPIKE_S)
            spiky += [(spike_s, not is_active), (spike_s + SPIKE_S, is_active)]
    return spiky


def _quiet_spikes(random: Random, at_s: float) -> list[Edge]:
    """Spikes on a wire at rest, some of them close together."""
    edges: list[Edge] = []
    at_s += CLEAR_S
    for _ in range(random.randint(1, 6)):
        edges += [(at_s, True), (at_s + SPIKE_S, False)]
        at_s += SPIKE_S + random.choice((SPIKE_S, random.uniform(0.001, 0.200)))
    return edges


def _short_pulses(random: Random, profile: PulseProfile, at_s: float, count: int) -> list[Edge]:
    """Pulses of no coin: longer than a spike, too short for the unit."""
    edges: list[Edge] = []
    for _ in range(count):
        width_s = random.uniform(CLEAR_S, (profile.noise_below_ms or profile.shortest_ms) / 1000)
        edges += [(at_s, True), (at_s + 0.98 * width_s, False)]
        at_s += width_s + random.uniform(CLEAR_S, 0.200)
    return edges


def _with_stuck(random: Random, edges: list[Edge]) -> list[Edge]:
    """One of the pulses, or the level after the last, lasts far too long."""
    stuck = random.randrange(0, len(edges), 2)
    return edges[: stuck + 1] + [(at_s + STUCK_S, level) for at_s, level in edges[stuck + 1 :]]


def _watch(
    made: PulseTrains, inserted: Inserted, until_s: float, late_s: float, random: Random
) -> list[Said]:
    """All that is said of that train, by a loop that looks as often as it wants."""
    looks = random.random()
    said: list[Said] = []
    now_s = told_s = 0.0
    for at_s, is_active in inserted.edges:
        told_s = max(told_s, at_s + random.uniform(0.0, late_s))
        if random.random() < looks:
            now_s = random.choice((told_s, random.uniform(now_s, told_s)))
            said += made.until(now_s)
        said += made.edge(is_active, at_s)
    if inserted.is_read:
        read_s = inserted.end_s + random.uniform(0.1, 1.1)
        said += made.until(read_s + LATEST_S)
        if made.is_active:
            said += made.lost_edge(False, read_s)
    return said + made.until(until_s)

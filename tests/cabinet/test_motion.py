"""Movements as data: how long they take, in which order, and what sounds on the way."""

from dataclasses import replace

import pytest

from firmware.cabinet import motion
from firmware.cabinet.motion import Part, PartKind
from firmware.cards.card import parse_cards
from firmware.events import TICKS, Cue
from firmware.games.joker_poker.double_up import Outcome
from firmware.games.joker_poker.table import Double, Round

LOST = Round(
    number=1,
    chips=1,
    chip_value=1,
    credit_before=10,
    dealt=parse_cards("2H 5D 9S JC KD"),
    stock=parse_cards("3H 4D 6S 7C 8H"),
    held=(1, 3),
    final=parse_cards("2H 3H 9S 4D 6S"),
)
WON = replace(LOST, paid=1, win=1)


def decided(outcome: Outcome, stake: int, win: int, pick: int = 3) -> Round:
    double = Double(parse_cards("5C 9H 2D 5S 4C"), stake, pick=pick, outcome=outcome)
    return replace(WON, win=win, doubles=(double,))


def places(movement: motion.Movement, kind: PartKind) -> list[int]:
    return [part.position for part in movement.parts if part.kind is kind]


@pytest.mark.parametrize("seconds", [0.0, 7.5])
def test_five_cards_fly_and_turn_in_under_a_second(seconds: float) -> None:
    movement = motion.dealing(seconds, has_proposal=False)
    assert places(movement, PartKind.FLIGHT) == places(movement, PartKind.FLIP) == [1, 2, 3, 4, 5]
    # The fifth card starts after four gaps of 70 ms, flies 160 ms and turns for 180 ms.
    assert movement.ends_s - seconds == pytest.approx(0.620)
    assert movement.begins_s == seconds


def test_each_card_turns_when_it_has_landed() -> None:
    movement = motion.dealing(0.0, has_proposal=False)
    for place in range(1, 6):
        flight, flip = movement.of(PartKind.FLIGHT, place), movement.of(PartKind.FLIP, place)
        assert flight is not None
        assert flip is not None
        assert flip.begins_s == flight.ends_s


@pytest.mark.parametrize("has_proposal", [True, False])
def test_a_proposal_sounds_at_the_end(has_proposal: bool) -> None:
    movement = motion.dealing(0.0, has_proposal)
    cues = [cue for _, cue in movement.cues]
    assert cues == [Cue.DEAL] * 5 + [Cue.PROPOSAL] * has_proposal


def test_only_what_was_not_held_is_replaced() -> None:
    assert places(motion.drawing(0.0, LOST), PartKind.FLIGHT) == [2, 4, 5]


def test_a_lost_hand_loses_its_light() -> None:
    movement = motion.drawing(0.0, LOST)
    dim = movement.of(PartKind.DIM)
    assert dim is not None
    assert movement.ends_s == dim.ends_s
    assert movement.of(PartKind.COUNT) is None


def test_a_win_counts_up_to_what_is_paid() -> None:
    movement = motion.drawing(0.0, replace(LOST, paid=85, win=85, chips=5))
    count = movement.of(PartKind.COUNT)
    assert count is not None
    assert (count.start, count.end, count.ends_s) == (0, 85, movement.ends_s)
    assert movement.of(PartKind.DIM) is None


def test_all_five_held_still_come_to_an_end() -> None:
    movement = motion.drawing(3.0, replace(WON, held=(1, 2, 3, 4, 5)))
    assert movement.ends_s == pytest.approx(3.4)  # only the count-up of one credit


@pytest.mark.parametrize(
    ("credits", "bet", "cue"),
    [
        (1, 1, Cue.WIN_SMALL),
        (4, 1, Cue.WIN_SMALL),
        (5, 1, Cue.WIN_MEDIUM),
        (49, 1, Cue.WIN_MEDIUM),
        (50, 1, Cue.WIN_LARGE),
        (24, 5, Cue.WIN_SMALL),
        (25, 5, Cue.WIN_MEDIUM),
        (250, 5, Cue.WIN_LARGE),
    ],
)
def test_the_jingle_follows_the_win(credits: int, bet: int, cue: Cue) -> None:
    assert motion.win_cue(credits, bet) is cue


def test_a_double_shows_the_dealers_card_only() -> None:
    movement = motion.opening_double(0.0)
    assert places(movement, PartKind.FLIGHT) == [1, 2, 3, 4, 5]
    assert places(movement, PartKind.FLIP) == [1]
    assert movement.cues[-1][1] is Cue.DRUM


def test_the_chosen_card_turns_first_and_the_others_after_it() -> None:
    movement = motion.revealing(0.0, decided(Outcome.WON, 4, 8, pick=3))
    assert places(movement, PartKind.FLIP) == [3, 2, 4, 5]
    chosen, *others = [part for part in movement.parts if part.kind is PartKind.FLIP]
    assert all(other.begins_s >= chosen.ends_s for other in others)


@pytest.mark.parametrize(
    ("outcome", "win", "cue", "kind"),
    [
        (Outcome.WON, 8, Cue.DOUBLE_WON, PartKind.COUNT),
        (Outcome.LOST, 0, Cue.LOSS, PartKind.DIM),
        (Outcome.TIED, 4, Cue.TIE, None),
    ],
)
def test_the_end_of_a_double(outcome: Outcome, win: int, cue: Cue, kind: PartKind | None) -> None:
    movement = motion.revealing(0.0, decided(outcome, 4, win))
    assert cue in [sound for _, sound in movement.cues]
    others = {part.kind for part in movement.parts} - {PartKind.FLIP}
    assert others == ({kind} if kind else set())


def test_a_won_double_counts_from_the_stake() -> None:
    count = motion.revealing(0.0, decided(Outcome.WON, 4, 8)).of(PartKind.COUNT)
    assert count is not None
    assert (count.start, count.end) == (4, 8)


@pytest.mark.parametrize(
    "movement",
    [
        motion.dealing(5.0, has_proposal=True),
        motion.drawing(5.0, LOST),
        motion.drawing(5.0, replace(LOST, paid=5000, win=5000)),
        motion.opening_double(5.0),
        motion.revealing(5.0, decided(Outcome.WON, 1000, 2000)),
    ],
)
def test_parts_and_sounds_lie_within_the_movement(movement: motion.Movement) -> None:
    assert all(5.0 <= part.begins_s < part.ends_s <= movement.ends_s for part in movement.parts)
    times = [at_s for at_s, _ in movement.cues]
    assert times == sorted(times)
    assert times[0] >= 5.0
    assert times[-1] <= movement.ends_s + 1e-9


@pytest.mark.parametrize("credits", [1, 2, 10, 100, 999, 1000, 5000, 1_000_000])
def test_a_count_takes_from_under_half_a_second_to_three(credits: int) -> None:
    assert 0.4 <= motion.count_s(credits) <= 3.0
    assert motion.count_s(credits) <= motion.count_s(credits + 1)


def counted(end: int) -> list[Cue]:
    cues: list[tuple[float, Cue]] = []
    motion.counting([], cues, 0.0, 0, end)
    return [cue for _, cue in cues]


@pytest.mark.parametrize("credits", [4, 10, 300, 5_000])
def test_the_ticks_of_a_count_rise_quarter_by_quarter(credits: int) -> None:
    heard = counted(credits)
    assert [TICKS.index(cue) for cue in heard] == sorted(TICKS.index(cue) for cue in heard)
    assert len({heard.count(cue) for cue in TICKS}) <= 2
    assert set(heard) == set(TICKS)


def test_a_count_of_one_is_a_single_tick() -> None:
    assert counted(1) == [Cue.TICK]


def test_a_count_of_nothing_takes_its_shortest() -> None:
    assert motion.count_s(0) == 0.4


@pytest.mark.parametrize(
    ("now_s", "progress"), [(0.0, 0.0), (1.0, 0.0), (2.0, 0.25), (5.0, 1.0), (9.0, 1.0)]
)
def test_progress(now_s: float, progress: float) -> None:
    assert Part(PartKind.FLIP, 1, 1.0, 5.0).progress(now_s) == progress

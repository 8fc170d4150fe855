"""The double's own line: what 13 ranks of four cards come to."""

from fractions import Fraction

from firmware.odds.double_up import double_odds


def test_a_double_is_counted_over_every_ordered_pair() -> None:
    found = double_odds()
    # 52 x 51 pairs, of which 13 x 4 x 3 are of one rank; of the others half are won.
    assert (found.pairs, found.won, found.tied, found.lost) == (2_652, 1_248, 156, 1_248)


def test_a_double_returns_what_was_staked() -> None:
    assert double_odds().returned == Fraction(1)

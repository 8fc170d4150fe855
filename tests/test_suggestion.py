"""What is said of a misspelt word."""

import pytest

from firmware.suggestion import suggestion


@pytest.mark.parametrize("written", ["PRESS", "pres", "Press"])
def test_a_near_word_is_offered_in_its_own_spelling(written: str) -> None:
    assert suggestion(written, ["coin", "press"]) == "did you mean 'press'? allowed: coin, press"


@pytest.mark.parametrize("written", ["a_b_c_d", "a b c d", "A-B-C-D"])
def test_dashes_and_capitals_are_no_difference(written: str) -> None:
    assert suggestion(written, ["a-b-c-d"]).startswith("did you mean 'a-b-c-d'? ")


def test_a_far_word_is_only_told_what_there_is() -> None:
    assert suggestion("fly", ["coin", "press"]) == "allowed: coin, press"


def test_where_nothing_is_known_it_says_so() -> None:
    assert suggestion("x", []) == "allowed: nothing"

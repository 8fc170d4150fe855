"""The proof of the bands as a check, and that it finds a mistake."""

import proof_returns
import pytest
from proof import untracked
from proof_returns import CABINETS, MIXES, Stakes

pytestmark = pytest.mark.proof


def test_bands_hold_as_many_cabinets_as_they_say() -> None:
    assert proof_returns.prove(False, untracked).fell == ()


def test_a_variance_of_other_stakes_is_found() -> None:
    wrong = Stakes(1, 1, 1).exact
    assert proof_returns.coverage("wrong", MIXES["five chips"], CABINETS, wrong).fell

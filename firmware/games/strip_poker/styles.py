"""What makes a character beatable: an equilibrium leant towards leaks that have names.

At level 3 a character only prefers, among what the equilibrium does anyway, what suits her. At
levels 2 and 1 she leaks, the more the lower:

- stubborn (boldness above one half): what should be folded is called, bets grow;
- timid (below): what should be called with less than a good hand is folded;
- a bluffer (bluff above 0.3) bets on nothing where waiting is free; honest (below) never does;
- inattentive (read below 1): the number of cards the other changed is not noticed;
- curious, whoever it is: every now and then she bets what she holds and pays to see the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from firmware.games.strip_poker.abstraction import Place, StepKind
from firmware.games.strip_poker.cast import PlayStyle

LEVELS = (1, 2, 3)
_LEAK = {1: 1.0, 2: 0.15, 3: 0.0}
"""How much of a style's leaks shows."""
_CURIOUS = {1: 0.8, 2: 0.25, 3: 0.0}
"""How often the own cards alone decide, and a call seems cheap."""
_EVEN_BOLDNESS = 0.5
_EVEN_BLUFF = 0.3
_PREFERENCE = 0.8
"""How far boldness tilts what is done anyway."""
_WEAK = 0.4
_GOOD = 0.7
"""Standings: shares of hands that are weaker."""
_CURIOUS_CALL = 0.2
_CURIOUS_BET = 0.75


def lean(
    place: Place, shares: Sequence[float], standing: float, style: PlayStyle, level: int
) -> tuple[float, ...]:
    """What a character does at a place, as weights for its steps.

    Args:
        place: where.
        shares: the equilibrium's weights.
        standing: share of hands that the own one beats, 0..1.
        style: the character's.
        level: 1..3.
    """
    weights = _preferred(place, shares, style)
    leak = _LEAK[level]
    if leak:
        weights = _leaking(place, weights, standing, style, leak)
    curious = _CURIOUS[level]
    if not curious:
        return weights
    total = sum(weights)
    own = _curious(place, standing)
    return tuple(
        (1 - curious) * weight / total + curious * alone
        for weight, alone in zip(weights, own, strict=True)
    )


def unnoticed(style: PlayStyle, level: int) -> float:
    """How often the other's exchange is not noticed, 0..1."""
    return _LEAK[level] * (1 - style.read)


def _preferred(place: Place, shares: Sequence[float], style: PlayStyle) -> tuple[float, ...]:
    tilt = exp(_PREFERENCE * (style.boldness - _EVEN_BOLDNESS))
    by_kind = {StepKind.BET: tilt, StepKind.FOLD: 1 / tilt}
    return tuple(
        share * by_kind.get(step.kind, 1.0) for step, share in zip(place.steps, shares, strict=True)
    )


def _leaking(
    place: Place, weights: tuple[float, ...], standing: float, style: PlayStyle, leak: float
) -> tuple[float, ...]:
    moved = list(weights)
    bold = 2 * (style.boldness - _EVEN_BOLDNESS) * leak
    if place.facing:
        if bold > 0:
            _move(moved, 1, 0, bold)
        elif standing < _GOOD:
            _move(moved, 0, 1, -bold)
    elif standing < _WEAK and len(moved) > 1:
        extra = (style.bluff - _EVEN_BLUFF) * leak
        if extra > 0:
            _move(moved, 0, len(moved) // 2, extra / (1 - _EVEN_BLUFF))
        else:
            for step in range(1, len(moved)):
                _move(moved, step, 0, -extra / _EVEN_BLUFF)
    if bold > 0:
        for step in range(len(moved) - 2, 0, -1):
            if place.steps[step].kind is StepKind.BET:
                _move(moved, step, step + 1, bold / 2)
    return tuple(moved)


def _move(weights: list[float], source: int, target: int, part: float) -> None:
    moved = weights[source] * min(1.0, part)
    weights[source] -= moved
    weights[target] += moved


def _curious(place: Place, standing: float) -> tuple[float, ...]:
    """One's own cards alone: bets the good, pays to see with nearly all, gives up the rest."""
    is_bet = [step.kind is StepKind.BET for step in place.steps]
    chosen = 0
    if standing >= _CURIOUS_BET and any(is_bet):
        first, count = is_bet.index(True), sum(is_bet)
        chosen = first + min(count - 1, int((standing - _CURIOUS_BET) / (1 - _CURIOUS_BET) * count))
    elif place.facing and standing < _CURIOUS_CALL:
        chosen = 1
    return tuple(float(step == chosen) for step in range(len(place.steps)))

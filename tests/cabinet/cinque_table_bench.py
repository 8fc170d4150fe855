"""A cabinet with a table of Cinque Mani where the others lay what they are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cabinet_bench import SETTINGS, Bench

from firmware.cabinet.thinking import CinqueTable
from firmware.cards.shuffle import Chance
from firmware.games.cinque_mani.notation import read_arrangement
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Arrangement, Deal, Phase, Terms

REMOVED = "AD JC QS 9S 8D 7H 7C"
CLIMBING = "8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH"
"""What AUTO lays of the other twenty-five."""
TRAP = "ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D"
"""Beats it 18 to 7."""
NOTHING = "AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D"
"""Is beaten 25 to 0."""

Told = Callable[[Chance, Deal, int], tuple[Arrangement, ...]]


def always(word: str) -> Told:
    """Everybody lays that; in a deal of other cards, any five hands."""
    told = read_arrangement(word)

    def lay(chance: Chance, deal: Deal, count: int) -> tuple[Arrangement, ...]:
        is_theirs = {card for hand in told for card in hand} == set(deal.cards)
        return (told if is_theirs else tuple(deal.cards[at::5] for at in range(5)),) * count

    return lay


def nothing_yet(chance: Chance, deal: Deal, count: int) -> tuple[Arrangement, ...]:
    """Somebody thinks about it."""
    return ()


def seated(credit: int = 20, told: Told | None = None, terms: Terms | None = None) -> Bench:
    """At the table, before the cards."""
    cinque = CinqueTable(CinqueMani(terms or Terms()), told or always(TRAP))
    bench = Bench(replace(SETTINGS, cinque=cinque))
    bench.store.give(credit)
    bench.cut()
    bench.press("HOLD3")
    bench.settle()
    return bench


def dealt(
    *buttons: str, credit: int = 20, told: Told | None = None, terms: Terms | None = None
) -> Bench:
    """After the cards and these presses."""
    bench = seated(credit, told, terms)
    bench.chance.tops = [REMOVED]
    bench.press("DEAL", *buttons)
    bench.settle()
    return bench


def phase(bench: Bench) -> Phase:
    """What the table waits for."""
    return bench.state.saved.cinque.phase

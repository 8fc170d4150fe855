"""What every action of the game answers with, and what all of them look up first."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.errors import RuleError
from firmware.games.cinque_mani.table import Deal, Phase, Round, Table
from firmware.money import Posting


@dataclass(frozen=True, slots=True)
class Play:
    """What an action leads to.

    Attributes:
        table: the state after it.
        postings: the money it moves; mostly none.
        record: the round as the ledger is to keep it from now on; None where it stays as it is
            kept. It is kept when its stake is taken, after every deal, and when it ends.
    """

    table: Table
    postings: tuple[Posting, ...] = ()
    record: Round | None = None


def verify_phase(table: Table, *phases: Phase) -> None:
    """Refuse any other phase.

    Raises:
        RuleError: naming both.
    """
    if table.phase not in phases:
        allowed = " or ".join(f"'{phase}'" for phase in phases)
        raise RuleError(f"that is for {allowed}, not for '{table.phase}'")


def round_in(table: Table, *phases: Phase) -> Round:
    """The round, in one of these phases.

    Raises:
        RuleError: in another phase.
    """
    verify_phase(table, *phases)
    if table.round is None:
        raise RuleError("no stake is taken")
    return table.round


def deal_in(table: Table, *phases: Phase) -> Deal:
    """The deal, in one of these phases.

    Raises:
        RuleError: in another phase.
    """
    deal = round_in(table, *phases).deal
    if deal is None:
        raise RuleError("nothing is dealt")
    return deal

"""What the next press at the table may ask, found while the player looks at her cards.

Finding the hands to offer, or what an arrangement was worth, takes as long as a frame on a small
machine; in the turn that shows them it would be seen. Whoever runs the cabinet takes a step now
and then while nothing is due.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware.games.cinque_mani.building import completed_ahead, offered_ahead
from firmware.games.cinque_mani.mix import worth_ahead
from firmware.games.cinque_mani.table import Phase, Table


def ahead(table: Table, mix: str = "") -> Iterator[None]:
    """Steps after which no press at this table has to look for hands; none where none has.

    They change nothing but how soon an answer comes: each may be left out.

    Args:
        table: as it stands.
        mix: what the others drew from; empty while they have not.
    """
    deal = table.dealt
    if deal is None:
        return
    if table.phase is Phase.BUILD:
        yield from offered_ahead(deal.left, table.page)
    elif table.phase is Phase.TABLE:
        yield from completed_ahead(deal.cards)
    elif table.phase in (Phase.REVEAL, Phase.RESULT) and mix and table.round is not None:
        yield from worth_ahead(deal.hands, mix, table.round.terms.ranking)

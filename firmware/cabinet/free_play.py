"""Free play: the one place where what the games post is turned away from the books.

No game knows of it. They read a credit and post as ever; the credit is the purse's, the postings
move it, and the books get one line when a game is over. No round is kept: it takes part in no
return, no recall and no record.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet.actions import Change
from firmware.cabinet.purse import Purse
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState, Saved


def least_stake(settings: Settings, saved: Saved) -> int:
    """What the purse must cover between two games: a chip, a stake and a session."""
    price = 0 if settings.strip is None else settings.strip.game.price
    return max(saved.joker.chip_value, settings.joker.chip_values[0], price, 1)


def filled(saved: Saved, settings: Settings) -> Saved:
    """The play state with a purse that covers the next game, or with none where games cost."""
    if not settings.is_free_play:
        return replace(saved, purse=None)
    purse = saved.purse or Purse()
    if saved.has_game:
        return replace(saved, purse=purse)
    return replace(saved, purse=purse.between_games(least_stake(settings, saved)))


def played(before: CabinetState, change: Change, settings: Settings) -> Change:
    """A change as it counts: in free play without the money and the round that it would move."""
    saved, record = change.state.saved, change.record
    purse = saved.purse
    games = tuple(each for each in change.postings if each.block is not None)
    if purse is None or before.saved.purse is None or (record is None and not games):
        return change
    for posting in games:
        purse = purse.after(posting)
    others = tuple(each for each in change.postings if each.block is None)
    kept = before.saved
    saved = replace(
        saved,
        rounds=kept.rounds,
        best=kept.best,
        strip_best=kept.strip_best,
        cinque_best=kept.cinque_best,
        cinque_run=kept.cinque_run,
        purse=purse,
    )
    if record is not None and record.is_over:
        others = (*others, purse.told(record.game))
        purse = purse.between_games(least_stake(settings, saved))
        saved = replace(saved, purse=purse)
    state = replace(change.state, saved=saved, history=before.history)
    return replace(change, state=state, postings=others, record=None)

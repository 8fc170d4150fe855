"""Rounds that the cabinet plays with itself for attract: real ones, and none of them counts.

A film is made by a second cabinet, which is only a state in memory: its keys are pressed where
they are lit, its deck is shuffled from a disclosed seed, and its credits are moved here, never in
a ledger. The cabinet's own chance, state and books have no part in it. Of the seeds of a loop the
first is shown whose round is worth looking at (`is_worth`); how it ends is what the rules say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.play_test import booked
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState, Mode, Saved
from firmware.cabinet.strip_poker import StripTable
from firmware.cabinet.thinking import CinqueTable
from firmware.cards.shuffle import Chance, FairShuffler, SeededSource, Source, below
from firmware.clock import VirtualClock
from firmware.errors import StrategyError
from firmware.events import Pressed
from firmware.games.cinque_mani import table as cinque
from firmware.games.cinque_mani.fallback import fallback_mix
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.joker_poker import table as joker
from firmware.games.joker_poker.rules import PICKS, JokerPoker
from firmware.games.strip_poker import seat
from firmware.games.strip_poker import table as strip
from firmware.money import Account, GameId
from firmware.panel import HOLDS, Button, Light

SPEED = 2.0
"""Films are shown so many times as fast as somebody plays."""
CREDITS = 500
"""On the meter of a film when it begins; nobody sees it."""
TRIES = 40
"""Seeds of a loop that are looked at; the last one is shown however it is."""
MOST_PRESSES = 60
LONGEST_S = 34.0
"""Of a film: at double speed it fits on its slide."""
READ_S = 2.6
"""From what has come to rest to the next press: time to read it, at double speed."""
GLANCE_S = 1.4

Press = tuple[Button, float]
"""A key, and how long it waits after everything has come to rest, seconds."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The games that are played, as the cabinet is set up; None where one is not.

    Equal only to itself, like the rules in it.
    """

    joker: JokerPoker
    strip: StripTable | None = None
    cinque: CinqueMani | None = None


@dataclass(frozen=True, slots=True)
class Shot:
    """What stands from a moment on.

    Attributes:
        at_s: seconds of the film.
        state: the second cabinet.
        button: the key whose press led to it; None for the first.
    """

    at_s: float
    state: CabinetState
    button: Button | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """A round from its first card to its result; equal only to itself.

    Attributes:
        game: which.
        seed: of its deck and of whoever plays against the presses.
        shots: what stands from when on; times in seconds at the speed of somebody who plays.
        ends_s: when everything has come to rest.
    """

    game: GameId
    seed: str
    shots: tuple[Shot, ...]
    ends_s: float

    @property
    def begins_s(self) -> float:
        """When the first shot stands; not 0 where what led to it is left out."""
        return self.shots[0].at_s

    @property
    def lasts_s(self) -> float:
        """Seconds at the speed of somebody who plays."""
        return self.ends_s - self.begins_s

    def shot(self, at_s: float) -> int:
        """The place of what stands at a moment."""
        return sum(each.at_s <= at_s for each in self.shots[1:])


@lru_cache(maxsize=3)  # one for each game: none is ever made while another is shown
def film_of(rules: Rules, game: GameId, loop: int) -> Film | None:
    """The round that attract shows in a loop, numbered from 0; the same one for the same rules.

    None where nobody can sit opposite, so that there is none.
    """
    found: Film | None = None
    for attempt in range(TRIES):
        seed = f"attract {game} {loop} {attempt}"
        if game is GameId.JOKER_POKER and attempt < TRIES - 1 and not _wins(rules.joker, seed):
            continue
        try:
            found = recorded(rules, game, seed)
        except StrategyError:
            return None
        if found is None or is_worth(found):
            break
    return found


def _wins(game: JokerPoker, seed: str) -> bool:
    """Whether the film of a seed would be one of a win: its cards, without the film."""
    shuffler = FairShuffler(SeededSource(seed))
    played = game.draw(game.deal(joker.Table(chips=5), CREDITS, 1, shuffler).table).table.round
    assert played is not None
    return played.paid > played.bet


def recorded(rules: Rules, game: GameId, seed: str) -> Film | None:
    """The round of a seed, played to its end or to where nothing more is worth seeing."""
    state = _seated(rules, game, seed)
    if state is None:
        return None
    table = None if rules.cinque is None else CinqueTable(rules.cinque, _laid)
    settings = Settings(rules.joker, 10, {}, 2 * CREDITS, strip=rules.strip, cinque=table)
    chance, dice = FairShuffler(SeededSource(seed)), SeededSource(f"{seed} choices")
    cabinet = Cabinet(settings, chance, VirtualClock(0.0), state)
    at_s, shots = 0.0, [Shot(0.0, cabinet.state)]
    while len(shots) < MOST_PRESSES:
        press = _PLAYERS[game](cabinet, dice)
        if press is None:
            break
        button, pause_s = press
        at_s = max(_rests_s(shots[-1]) + pause_s, cabinet.state.locked_until_s)
        effects = cabinet.step(Pressed(button), at_s)
        if effects.transaction is not None:
            cabinet.committed(booked(cabinet.state.balances, effects.transaction), at_s)
        shots.append(Shot(at_s, cabinet.state, button))
    shots = _from_the_table(shots)
    return Film(game, seed, tuple(shots), _rests_s(shots[-1]))


def is_worth(film: Film) -> bool:
    """Whether a round is one for passers-by: short, and something happens in it.

    Joker Poker: a win above the stake, so that there is something to double; how the double ends
    is open. Strip Poker: cards are compared, and nobody has lost or pledged anything; who wins is
    open. Cinque Mani: any.
    """
    last = film.shots[-1].state
    if film.lasts_s > LONGEST_S:
        return False
    match film.game:
        case GameId.JOKER_POKER:
            played = last.saved.joker.round
            return played is not None and bool(played.doubles) and played.paid > played.bet
        case GameId.STRIP_POKER:
            session = last.saved.strip.session
            assert session is not None
            deal = session.deal
            is_compared = deal is not None and deal.outcome is not None and deal.folded is None
            return is_compared and all(is_dressed(shot.state) for shot in film.shots)
        case _:
            return True


def is_dressed(state: CabinetState) -> bool:
    """Whether nobody at the table of Strip Poker has lost, or pledged, anything."""
    session = state.saved.strip.session
    if session is None:
        return True
    sides = session.player, session.character
    return all(side.lost == 0 and side.at_stake == 0 for side in sides)


# --- where a film begins ----------------------------------------------------------------------


def _seated(rules: Rules, game: GameId, seed: str) -> CabinetState | None:
    saved = Saved(mode=Mode(game.value), last_game=game)
    if game is GameId.JOKER_POKER:
        saved = replace(saved, joker=joker.Table(chips=5))
    elif game is GameId.CINQUE_MANI:
        if rules.cinque is None:
            return None
        saved = replace(saved, cinque=cinque.Table())
    else:
        cast = () if rules.strip is None else tuple(rules.strip.cast())
        if not cast:
            return None
        loop = int(seed.split()[2])
        saved = replace(saved, strip=strip.Table(opponent=cast[loop % len(cast)]))
    return CabinetState(saved=saved, balances={Account.CREDIT: CREDITS})


def _from_the_table(shots: list[Shot]) -> list[Shot]:
    """Without the choice of an opponent: the film begins where both sit."""
    first = next(
        (
            place
            for place, shot in enumerate(shots)
            if shot.state.saved.mode is not Mode.STRIP_POKER
            or shot.state.saved.strip.phase is not seat.Phase.CHOOSE
        ),
        0,
    )
    return shots[first:]


def _rests_s(shot: Shot) -> float:
    """When everything that a shot began has arrived."""
    movement = shot.state.movement
    return shot.at_s if movement is None else max(shot.at_s, movement.ends_s)


def _laid(chance: Chance, deal: cinque.Deal, count: int) -> tuple[cinque.Arrangement, ...]:
    """What the others lay: drawn from the stored mix, each for itself."""
    mix = fallback_mix(deal.cards)
    return tuple(mix.draw(chance.source) for _ in range(count))


# --- who presses ------------------------------------------------------------------------------


def _joker(cabinet: Cabinet, dice: Source) -> Press | None:
    """Keeps what is proposed, doubles a win once, and takes what is left of it."""
    table = cabinet.state.saved.joker
    played = table.round
    match table.phase:
        case joker.Phase.BETTING:
            return (Button.DEAL, GLANCE_S) if played is None else None
        case joker.Phase.HOLD:
            return Button.DEAL, READ_S
        case joker.Phase.WIN:
            assert played is not None
            keys = cabinet.panel(_rests_s_of(cabinet))
            if not played.doubles and keys[Button.DOUBLE].light is not Light.OFF:
                return Button.DOUBLE, READ_S
            return Button.DEAL, READ_S
        case joker.Phase.DOUBLE:
            return HOLDS[1 + below(dice, len(PICKS))], READ_S


def _strip(cabinet: Cabinet, _dice: Source) -> Press | None:
    """Opens for ten where it may, stays in, changes what is proposed; one deal, no more."""
    table = cabinet.state.saved.strip
    session = table.session
    match table.phase:
        case seat.Phase.CHOOSE:
            return Button.DEAL, GLANCE_S
        case seat.Phase.BETWEEN:
            is_new = session is None or session.deal is None
            return (Button.DEAL, GLANCE_S) if is_new else None
        case seat.Phase.B1_FIRST | seat.Phase.B1_AFTER_WAIT:
            keys = cabinet.panel(_rests_s_of(cabinet))
            if keys[Button.BET].light is not Light.OFF:
                return Button.BET, GLANCE_S
            if keys[Button.HOLD3].light is not Light.OFF:
                return Button.HOLD3, GLANCE_S
            return Button.DEAL, GLANCE_S
        case seat.Phase.END:
            return None
        case _:
            return Button.DEAL, READ_S


def _cinque(cabinet: Cabinet, _dice: Source) -> Press | None:
    """Lets the machine arrange, lays down, and turns position after position."""
    table = cabinet.state.saved.cinque
    match table.phase:
        case cinque.Phase.STAKE:
            return Button.DEAL, GLANCE_S
        case cinque.Phase.BUILD:
            return Button.DOUBLE, GLANCE_S
        case cinque.Phase.RESULT:
            return None
        case _:
            return Button.DEAL, READ_S


def _rests_s_of(cabinet: Cabinet) -> float:
    movement = cabinet.state.movement
    rests_s = 0.0 if movement is None else movement.ends_s
    return max(rests_s, cabinet.state.locked_until_s)


_PLAYERS: dict[GameId, Callable[[Cabinet, Source], Press | None]] = {
    GameId.JOKER_POKER: _joker,
    GameId.STRIP_POKER: _strip,
    GameId.CINQUE_MANI: _cinque,
}

"""Strip Poker under the eight buttons: which key does what in which state, and the character's
answers.

Whatever the character answers to a press is decided with it and stored in one transaction; the
picture follows in its own time (`strip_motion`), so that no power cut can have it think again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from firmware.cabinet import faults, places, strip_motion
from firmware.cabinet.actions import LOCK_S, LONG_LOCK_S, Action, Change, action, legend
from firmware.cabinet.best_results import strip_best
from firmware.cabinet.state import CabinetState, Fault, FaultName, Mode, Page
from firmware.cards.shuffle import Chance
from firmware.events import Cue
from firmware.games.action import can
from firmware.games.strip_poker import amount, stakes
from firmware.games.strip_poker.play import Play
from firmware.games.strip_poker.records import record_of
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Answer, Phase, Seat, View
from firmware.games.strip_poker.sight import view_of
from firmware.games.strip_poker.table import Session, Table
from firmware.money import Posting
from firmware.panel import HOLDS, Button, Light
from firmware.words import Language, Message

if TYPE_CHECKING:  # at run time with the packs, when the game is entered
    from firmware.games.strip_poker.cast import Character, PlayStyle, Room

SHOWN_AT_ONCE = 3
"""Opponents on the page of the choice; ALTRI leads to the next."""
LIVES = ("hat", "jacket", "shoe", "tie", "glove", "scarf", "watch")
"""What the player stakes when her money is gone, the first to go first; never drawn on a body."""
NEUTRAL_LIFE = "life"
"""The same where the operator has put the theme off."""

Answers: TypeAlias = "Callable[[View, PlayStyle, int, Chance], Answer]"
"""How a character of a style and a level answers what it sees; chance is handed in."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A character and the room that its pack has it in."""

    character: Character
    room: Room


@dataclass(frozen=True, slots=True)
class StripTable:
    """Everything that Strip Poker needs in this cabinet.

    Attributes:
        game: its rules as they are set up.
        cast: reads the characters by their names, at its first call; in the order of the choice.
        answers: how they play.
    """

    game: StripPoker
    cast: Callable[[], Mapping[str, Guest]]
    answers: Answers

    def guest(self, table: Table) -> Guest:
        """Who sits opposite: the one of the session, else the one that is chosen.

        A character whose pack was taken away is played by the first one of the cast.
        """
        name = table.opponent if table.session is None else table.session.opponent
        cast = self.cast()
        return cast.get(name) or next(iter(cast.values()))

    def character(self, table: Table) -> Character:
        """The same without the room."""
        return self.guest(table).character

    def called(self, name: str, language: Language) -> str:
        """A character's short name in capitals."""
        return self.cast()[name].character.short[language].upper()

    def garments(self, table: Table) -> int:
        """How many garments the next session is about."""
        return len(self.character(table).garments)


def life(game: StripPoker, place: int) -> str:
    """What the player stakes at a place from 0."""
    return LIVES[place % len(LIVES)] if game.has_theme else NEUTRAL_LIFE


def entered(state: CabinetState, strip: StripTable) -> CabinetState:
    """The state at the table: with an opponent chosen, and away from a session that is over.

    Where there is no opponent at all it is the same state with a fault.
    """
    table = state.saved.strip
    if not strip.cast():
        return faults.add(state, Fault(FaultName.CAST))
    if table.phase is Phase.END:
        table = strip.game.leave(table).table
    if table.phase is Phase.CHOOSE and table.opponent not in strip.cast():
        table = replace(table, opponent=next(iter(strip.cast())))
    return _at(state, table)


def resumed(state: CabinetState, strip: StripTable) -> CabinetState:
    """The state after a boot: as `unopposed` where nobody can sit opposite."""
    if state.saved.mode is not Mode.STRIP_POKER or strip.cast():
        return state
    return unopposed(state, "")


def unopposed(state: CabinetState, detail: str) -> CabinetState:
    """The state in the menu, its session kept as it stands: nobody can play against her."""
    away = replace(state, saved=replace(state.saved, mode=Mode.MENU, page=Page.NONE))
    return faults.add(away, Fault(FaultName.CAST, detail=detail))


def actions(state: CabinetState, strip: StripTable, shuffler: Chance) -> dict[Button, Action]:
    """Every key that does something at this table now."""
    match state.saved.strip.phase:
        case Phase.CHOOSE:
            return _choose(state, strip)
        case Phase.BETWEEN:
            return _between(state, strip, shuffler)
        case Phase.DRAW:
            return _draw(state, strip, shuffler)
        case Phase.SHOWDOWN:
            return {Button.DEAL: action("go_on", lambda: _settled(state, strip), Light.NEXT)}
        case Phase.END:
            return _end(state, strip)
        case _:
            return _speak(state, strip, shuffler)


# --- before and after a session ---------------------------------------------------------------


def _choose(state: CabinetState, strip: StripTable) -> dict[Button, Action]:
    table, game = _table(state), strip.game
    cast = tuple(strip.cast())
    keys = {
        button: action(
            legend("opponent", name=strip.called(name, state.saved.language)),
            _choosing(state, game, name),
            Light.FULL if name == table.opponent else Light.ON,
        )
        for button, name in zip(HOLDS, page_of(strip, table), strict=False)
    }
    if can(game.verify_choose_deck, table):
        keys[Button.HOLD4] = action(
            legend("deck", cards=int(game.deck_of(table))),
            lambda: _soft(state, game.choose_deck(table)),
        )
    keys[Button.HOLD5] = action("menu", lambda: places.to_menu(state))
    if can(game.verify_sit_down, table, state.credit):
        keys[Button.DEAL] = action(
            "sit_down", lambda: _sat_down(state, strip), Light.NEXT, credits=game.price
        )
    if can(game.verify_choose_level, table):
        keys[Button.BET] = action(
            legend("level", level=table.level), lambda: _soft(state, game.choose_level(table))
        )
    if len(cast) > SHOWN_AT_ONCE:
        keys[Button.DOUBLE] = action(
            "others", _choosing(state, game, _next_page(cast, table.opponent))
        )
    return keys


def page_of(strip: StripTable, table: Table) -> tuple[str, ...]:
    """The opponents that stand on the page of the choice now."""
    return _page_of(tuple(strip.cast()), table.opponent)


def _page_of(cast: Sequence[str], chosen: str) -> tuple[str, ...]:
    first = cast.index(chosen) // SHOWN_AT_ONCE * SHOWN_AT_ONCE if chosen in cast else 0
    return tuple(cast[first : first + SHOWN_AT_ONCE])


def _next_page(cast: Sequence[str], chosen: str) -> str:
    """The first opponent of the next page; after the last page of the first."""
    first = cast.index(chosen) // SHOWN_AT_ONCE * SHOWN_AT_ONCE + SHOWN_AT_ONCE
    return cast[first if first < len(cast) else 0]


def _choosing(state: CabinetState, game: StripPoker, name: str) -> Callable[[], Change]:
    return lambda: _soft(state, game.choose_opponent(_table(state), name))


def _sat_down(state: CabinetState, strip: StripTable) -> Change:
    number = state.saved.rounds + 1
    play = strip.game.sit_down(_table(state), state.credit, number, strip.garments(_table(state)))
    return _bought(state, play)


def _end(state: CabinetState, strip: StripTable) -> dict[Button, Action]:
    table, game = _table(state), strip.game
    keys = {Button.HOLD5: action("menu", lambda: _away(state, strip))}
    if can(game.verify_rematch, table, state.credit):
        number = state.saved.rounds + 1
        keys[Button.DEAL] = action(
            "rematch",
            lambda: _bought(
                state, game.rematch(table, state.credit, number, strip.garments(table))
            ),
            Light.NEXT,
            credits=game.price,
        )
    return keys


def _bought(state: CabinetState, play: Play) -> Change:
    """A session was paid for."""
    begun = replace(state, saved=replace(state.saved, rounds=state.saved.rounds + 1))
    return _hard(begun, (play,), is_paid=True)


def _away(state: CabinetState, strip: StripTable) -> Change:
    """MENU: a session that still goes on ends, and nobody has won it."""
    play = strip.game.leave(_table(state))
    menu = places.to_menu(_at(state, play.table))
    left = _hard(state, (play,))
    return replace(menu, postings=left.postings, record=left.record, is_hard=left.is_hard)


# --- a session --------------------------------------------------------------------------------


def _between(state: CabinetState, strip: StripTable, shuffler: Chance) -> dict[Button, Action]:
    table, game = _table(state), strip.game
    keys = {
        Button.HOLD3: action("options", lambda: places.open_options(state)),
        Button.HOLD4: action("rules", lambda: places.open_rules(state)),
        Button.HOLD5: action("menu", lambda: _away(state, strip), asks=True),
        Button.DEAL: action(
            "cards",
            lambda: _played(state, strip, game.deal(table, shuffler), shuffler),
            Light.NEXT,
        ),
    }
    if can(game.verify_buy_back, table):
        assert table.session is not None
        back = Message(f"life.{life(game, table.session.player.lost - 1)}")
        keys[Button.BET] = action(
            legend("buy_back", what=back, amount=table.session.terms.garment_value),
            lambda: _hard(state, (game.buy_back(table),), cues=(Cue.COLLECT,)),
        )
    return keys


def _speak(state: CabinetState, strip: StripTable, shuffler: Chance) -> dict[Button, Action]:
    """Open, wait, raise, call, fold, and the amount."""
    table, game, me = _table(state), strip.game, Seat.PLAYER
    assert table.session is not None
    session, deal = table.session, table.session.deal
    assert deal is not None

    def press(make: Callable[[], Play]) -> Callable[[], Change]:
        return lambda: _played(state, strip, make(), shuffler)

    keys: dict[Button, Action] = {}
    if can(game.verify_fold, table, me):
        keys[Button.HOLD1] = action("fold", press(lambda: game.fold(table, me)), asks=True)
    keys.update(_amount_keys(state, table))
    if can(game.verify_wait, table, me):
        keys[Button.DEAL] = action("wait", press(lambda: game.wait(table, me)), Light.NEXT)
    elif can(game.verify_call, table, me):
        word = "change" if table.phase in (Phase.B1_AFTER_WAIT, Phase.B1_FACING) else "show"
        paid = _paid(game, session, word, deal.facing)
        keys[Button.DEAL] = action(paid, press(lambda: game.call(table, me)), Light.NEXT)
    sum_ = amount.amount_in_force(table)
    if sum_ and can(game.verify_open, table, me, sum_):
        paid = _paid(game, session, "open", sum_)
        keys[Button.BET] = action(paid, press(lambda: game.open(table, me, sum_)))
    elif sum_ and can(game.verify_raise, table, me, sum_):
        paid = _paid(game, session, "raise", sum_, deal.facing)
        keys[Button.BET] = action(paid, press(lambda: game.raise_(table, me, sum_)))
    return keys


def _amount_keys(state: CabinetState, table: Table) -> dict[Button, Action]:
    """5, 10, 25, MAX, MINIMO: lit where the amount would change."""

    def adding(step: int) -> Callable[[], Change]:
        return lambda: _soft(state, amount.add(table, step))

    keys = {
        button: action(legend("amount", amount=step), adding(step))
        for button, step in zip(HOLDS[1:4], amount.STEPS, strict=True)
        if can(amount.verify_add, table, step)
    }
    if can(amount.verify_most, table):
        keys[Button.HOLD5] = action("most", lambda: _soft(state, amount.most(table)))
    if can(amount.verify_least, table):
        keys[Button.DOUBLE] = action("least", lambda: _soft(state, amount.least(table)))
    return keys


def _paid(game: StripPoker, session: Session, word: str, sum_: int, facing: int = 0) -> Message:
    """A legend that says what a key pays, and which of the player's own things that pledges."""
    if not sum_:
        return legend(word)
    pledged = stakes.pledged_by(session.player, sum_ + facing, session.terms)
    if not pledged:
        return Message(f"key.{word}_pays", (("amount", sum_),))
    what = Message(f"life.{life(game, pledged[-1])}")
    if len(pledged) == 1:
        return Message(f"key.{word}_pledges", (("amount", sum_), ("what", what)))
    more = len(pledged) - 1
    values = (("amount", sum_), ("what", what), ("more", more))
    return Message(f"key.{word}_pledges_more", values)


def _draw(state: CabinetState, strip: StripTable, shuffler: Chance) -> dict[Button, Action]:
    table, game = _table(state), strip.game
    assert table.session is not None
    assert table.session.deal is not None
    marks = table.session.deal.marks

    def toggle(place: int) -> Callable[[], Change]:
        cue = Cue.HOLD if place in marks else Cue.RELEASE
        return lambda: _soft(state, game.mark(table, place), cue)

    keys = {
        button: action("hold", toggle(place), Light.ON if place in marks else Light.FULL)
        for place, button in enumerate(HOLDS, start=1)
        if can(game.verify_mark, table, place)
    }
    if can(game.verify_exchange, table, Seat.PLAYER, marks):
        keys[Button.DEAL] = action(
            legend("change_cards", cards=len(marks)),
            lambda: _played(state, strip, game.exchange(table, Seat.PLAYER, marks), shuffler),
            Light.NEXT,
        )
    if can(game.verify_mark_all, table):
        keys[Button.DOUBLE] = action(
            "reset", lambda: _soft(state, game.mark_all(table), Cue.RELEASE)
        )
    return keys


# --- what a press leads to --------------------------------------------------------------------


def _played(state: CabinetState, strip: StripTable, play: Play, shuffler: Chance) -> Change:
    """The player's move and everything that the character answers to it."""
    plays = [play]
    while Seat.CHARACTER in strip.game.awaited(plays[-1].table):
        plays.append(_answered(strip, plays[-1].table, shuffler))
    return _hard(state, plays)


def lock_s(table: Table) -> float:
    """How long no key counts once a table is shown: at the end one DEAL too many costs a price."""
    return LONG_LOCK_S if table.phase is Phase.END else LOCK_S


def _settled(state: CabinetState, strip: StripTable) -> Change:
    """AVANTI after the showdown."""
    return _hard(state, (strip.game.settle(_table(state)),))


def _answered(strip: StripTable, table: Table, shuffler: Chance) -> Play:
    """The character's move; it is shown what its seat may see, and nothing else."""
    assert table.session is not None
    style = strip.character(table).play
    seen = view_of(table, Seat.CHARACTER)
    answer = strip.answers(seen, style, table.session.level, shuffler)
    return strip.game.answer(table, Seat.CHARACTER, answer)


def _hard(
    state: CabinetState,
    plays: Sequence[Play],
    *,
    is_paid: bool = False,
    cues: tuple[Cue, ...] = (Cue.PRESS,),
) -> Change:
    postings: tuple[Posting, ...] = ()
    record: Session | None = None
    for play in plays:
        postings += play.postings
        record = play.record or record
    before, tables = _table(state), [play.table for play in plays]
    if record is not None:
        best = strip_best(state.saved.strip_best, record)
        state = replace(state, saved=replace(state.saved, strip_best=best))
    return Change(
        state=_at(state, tables[-1]),
        postings=postings,
        record=None if record is None else record_of(record),
        is_hard=True,
        move=lambda now_s: strip_motion.of_tables(now_s, before, tables),
        lock_s=LONG_LOCK_S if is_paid else lock_s(tables[-1]),
        cues=cues,
    )


def _soft(state: CabinetState, play: Play, cue: Cue = Cue.PRESS) -> Change:
    """An action that moves neither money nor chance: it applies at once."""
    return Change(_at(state, play.table), cues=(cue,))


def _table(state: CabinetState) -> Table:
    return state.saved.strip


def _at(state: CabinetState, table: Table) -> CabinetState:
    return replace(state, saved=replace(state.saved, strip=table))

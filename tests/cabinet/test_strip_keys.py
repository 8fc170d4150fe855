"""The eight buttons at the strip table: what each says, when it is lit, what it leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.cabinet import strip_motion, strip_poker
from firmware.cabinet.actions import ASKED_S, CONFIRM, LOCK_S, LONG_LOCK_S
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.motion import Movement, PartKind
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState, FaultName, Mode, Saved
from firmware.cabinet.strip_poker import Guest, StripTable
from firmware.cards.card import Card, parse_cards
from firmware.cards.shuffle import SeededSource
from firmware.catalogue import Catalogue
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.errors import StrategyError
from firmware.events import Cue, Pressed, Tick
from firmware.games.joker_poker.configured import joker_poker
from firmware.games.strip_poker.cast import PlayStyle
from firmware.games.strip_poker.notation import read_answers
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Answer, Phase, Seat, View
from firmware.games.strip_poker.table import Outcome, Side, Table, Terms
from firmware.money import Account, GameId, Moment
from firmware.panel import HOLDS, Button, Light
from firmware.words import Language

ITALIAN = Catalogue.load(Language.IT, strict=True)
DEALT = "QH QC AS 8D 7H KD KS 9C 8H 7S 9D JS TC 8C JD"
NAMES = ("one", "two", "three", "four")


class Stacked:
    """The chosen cards on top."""

    def __init__(self, top: str = DEALT) -> None:
        self.source = SeededSource(1)
        self._top = parse_cards(top)

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        return (*self._top, *(card for card in deck if card not in self._top))


class Told:
    """A character that answers what it is told, and keeps what it saw."""

    def __init__(self, moves: str) -> None:
        self.left = list(read_answers(moves)) if moves else []
        self.seen: list[View] = []

    def __call__(self, view: View, style: PlayStyle, level: int, chance: object) -> Answer:
        self.seen.append(view)
        return self.left.pop(0)


def character(name: str) -> Any:
    words = dict.fromkeys(Language, name)
    return SimpleNamespace(short=words, garments=(None,) * 5, play=PlayStyle(2, 0.5, 0.5, 0.5))


def strip(
    moves: str = "", game: StripPoker | None = None, cast: Sequence[str] = NAMES
) -> StripTable:
    people: Mapping[str, Guest] = {
        name: Guest(character(name), SimpleNamespace())
        for name in cast  # type: ignore[arg-type]
    }
    return StripTable(game or StripPoker(), lambda: people, Told(moves))


def at(table: Table, credit: int = 20) -> CabinetState:
    saved = Saved(mode=Mode.STRIP_POKER, strip=table, rounds=6)
    return CabinetState(saved=saved, balances={Account.CREDIT: credit})


def legends(state: CabinetState, game: StripTable) -> dict[str, str]:
    acts = strip_poker.actions(state, game, Stacked())
    return {
        button.value: ITALIAN.text(act.key.legend).replace("\n", " ")
        for button, act in acts.items()
        if act.key.legend is not None
    }


def pressed(state: CabinetState, game: StripTable, *buttons: Button) -> CabinetState:
    for button in buttons:
        state = strip_poker.actions(state, game, Stacked())[button].act().state
    return state


def seated(game: StripTable) -> CabinetState:
    return pressed(at(Table(opponent="one")), game, Button.DEAL)


def test_the_choice_of_an_opponent() -> None:
    assert legends(at(Table(opponent="one")), strip()) == {
        "HOLD1": "ONE", "HOLD2": "TWO", "HOLD3": "THREE", "HOLD4": "MAZZO 32", "HOLD5": "MENU",
        "DEAL": "SIEDITI", "BET": "LIVELLO 2", "DOUBLE": "ALTRI",
    }  # fmt: skip


def test_a_fixed_deck_and_three_opponents_leave_two_keys_dark() -> None:
    from firmware.games.strip_poker.hands import Deck

    game = strip(game=StripPoker(fixed_deck=Deck.FULL), cast=NAMES[:3])
    shown = legends(at(Table(opponent="one")), game)
    assert "HOLD4" not in shown
    assert "DOUBLE" not in shown


def test_the_fourth_opponent_stands_alone_on_the_second_page() -> None:
    game = strip()
    state = pressed(at(Table(opponent="one")), game, Button.DOUBLE)
    assert state.saved.strip.opponent == "four"
    assert legends(state, game)["HOLD1"] == "FOUR"
    assert "HOLD2" not in legends(state, game)
    assert pressed(state, game, Button.DOUBLE).saved.strip.opponent == "one"


@pytest.mark.parametrize(("credit", "is_lit"), [(4, False), (5, True)])
def test_a_session_is_dark_below_its_price(credit: int, is_lit: bool) -> None:
    shown = legends(at(Table(opponent="one"), credit), strip())
    assert ("DEAL" in shown) is is_lit


def test_a_session_is_turnover_and_the_houses_at_once() -> None:
    change = strip_poker.actions(at(Table(opponent="one")), strip(), Stacked())[Button.DEAL].act()
    moves = [(move.source, move.target, move.credits) for move in change.postings[0].transfers]
    assert moves == [(Account.CREDIT, Account.STAKE, 5), (Account.STAKE, Account.HOUSE, 5)]
    assert [posting.moment for posting in change.postings] == [Moment.STAKE]
    assert change.record is not None
    assert (change.record.number, change.record.game) == (7, GameId.STRIP_POKER)
    assert change.is_hard


def test_between_deals() -> None:
    game = strip()
    assert legends(seated(game), game) == {
        "HOLD3": "OPZIONI", "HOLD4": "REGOLE", "HOLD5": "MENU", "DEAL": "CARTE",
    }  # fmt: skip


def test_speaking_first() -> None:
    game = strip()
    assert legends(pressed(seated(game), game, Button.DEAL), game) == {
        "HOLD1": "PASSO", "HOLD3": "10", "HOLD4": "25", "HOLD5": "MAX",
        "DEAL": "ASPETTA", "BET": "APRI $5",
    }  # fmt: skip


def test_an_amount_that_was_set_lights_minimo() -> None:
    game = strip()
    state = pressed(seated(game), game, Button.DEAL, Button.HOLD3)
    assert state.saved.strip.amount == 10
    assert legends(state, game)["DOUBLE"] == "MINIMO"
    assert legends(state, game)["BET"] == "APRI $10"


def test_max_names_what_it_costs_and_leaves_nothing_to_add() -> None:
    game = strip()
    shown = legends(pressed(seated(game), game, Button.DEAL, Button.HOLD5), game)
    assert shown["BET"] == "APRI $70 + CAPPELLO"
    assert {"HOLD2", "HOLD3", "HOLD4", "HOLD5"} & set(shown) == set()


def test_facing_a_raise() -> None:
    game = strip("R10")
    state = pressed(seated(game), game, Button.DEAL, Button.BET)
    assert state.saved.strip.phase is Phase.B1_FACING
    shown = legends(state, game)
    assert (shown["DEAL"], shown["BET"]) == ("CAMBIA $10", "RILANCIA +$5")


def test_choosing_what_to_change() -> None:
    game = strip("C X345")
    state = pressed(seated(game), game, Button.DEAL, Button.BET)
    assert state.held == (1, 2)
    assert legends(state, game) == {
        **{f"HOLD{place}": "TIENI" for place in range(1, 6)},
        "DEAL": "CAMBIA 3", "DOUBLE": "AZZERA",
    }  # fmt: skip
    state = pressed(state, game, Button.DOUBLE)
    assert state.held == ()
    assert "DOUBLE" not in legends(state, game)


def test_the_second_round_and_the_showdown() -> None:
    game = strip("C X345")
    state = pressed(seated(game), game, Button.DEAL, Button.BET, Button.DEAL)
    shown = legends(state, game)
    assert (shown["DEAL"], shown["BET"]) == ("VEDI", "APRI $5")
    assert legends(pressed(state, game, Button.DEAL), game) == {"DEAL": "AVANTI"}


def test_the_characters_answer_is_in_the_same_change() -> None:
    game = strip("R10")
    state = pressed(seated(game), game, Button.DEAL)
    change = strip_poker.actions(state, game, Stacked())[Button.BET].act()
    session = change.state.saved.strip.session
    assert session is not None
    assert session.deal is not None
    assert [act.seat for act in session.deal.acts] == [Seat.PLAYER, Seat.CHARACTER]
    assert change.move is not None


def test_the_character_is_shown_its_own_cards_alone() -> None:
    game = strip("W")
    state = seated(game)
    session = state.saved.strip.session
    assert session is not None
    table = replace(state.saved.strip, session=replace(session, first=Seat.CHARACTER))
    pressed(at(table), game, Button.DEAL)
    told = game.answers
    assert isinstance(told, Told)
    assert told.seen[0].cards == parse_cards("KD KS 9C 8H 7S")


def test_what_throws_something_away_asks() -> None:
    game = strip("R10 C")
    between = seated(game)
    speaking = pressed(between, game, Button.DEAL)
    asking = {
        button
        for state in (between, speaking)
        for button, act in strip_poker.actions(state, game, Stacked()).items()
        if act.asks
    }
    assert asking == {Button.HOLD5, Button.HOLD1}


def test_nobody_to_play_against_is_a_fault_and_no_way_in() -> None:
    state = replace(at(Table()), saved=Saved())
    after = strip_poker.entered(state, strip(cast=()))
    assert [fault.name for fault in after.faults] == [FaultName.CAST]


def test_a_session_waits_in_the_menu_while_nobody_can_sit_opposite() -> None:
    state = seated(strip())
    after = strip_poker.resumed(state, strip(cast=()))
    assert after.saved.mode is Mode.MENU
    assert after.saved.strip == state.saved.strip
    assert strip_poker.resumed(state, strip()) is state


def test_the_lamps_of_held_cards_are_full_and_the_others_lit() -> None:
    game = strip("C X345")
    state = pressed(seated(game), game, Button.DEAL, Button.BET)
    acts = strip_poker.actions(state, game, Stacked())
    assert [acts[button].key.light for button in HOLDS] == [Light.FULL] * 2 + [Light.ON] * 3
    assert acts[Button.HOLD1].act().cues == (Cue.RELEASE,)
    assert acts[Button.HOLD3].act().cues == (Cue.HOLD,)


def test_locks_are_short_for_a_move_and_long_for_a_price_and_an_end() -> None:
    game = strip("C X C X", cast=NAMES[:1])
    sat = strip_poker.actions(at(Table(opponent="one")), game, Stacked())[Button.DEAL].act()
    assert sat.lock_s == LONG_LOCK_S
    dealt = strip_poker.actions(sat.state, game, Stacked())[Button.DEAL].act()
    assert dealt.lock_s == LOCK_S


def test_a_removed_character_is_played_by_another_and_not_offered() -> None:
    before = seated(strip())
    other = strip(cast=("two", "three"))
    assert legends(before, other)["DEAL"] == "CARTE"
    assert other.character(before.saved.strip).short[Language.IT] == "two"
    choosing = strip_poker.entered(at(Table(opponent="one")), other)
    assert choosing.saved.strip.opponent == "two"


def test_the_level_of_the_session_is_what_answers() -> None:
    found: list[int] = []

    def answers(view: View, style: PlayStyle, level: int, chance: object) -> Answer:
        found.append(level)
        return read_answers("F")[0]

    game = replace(strip(), answers=answers)
    state = pressed(at(Table(opponent="one", level=1)), game, Button.DEAL, Button.DEAL, Button.BET)
    assert found == [1]
    assert state.saved.strip.phase is Phase.BETWEEN


def test_a_raise_names_the_life_that_call_and_raise_cost_together() -> None:
    game = strip("R30")
    state = pressed(seated(game), game, Button.DEAL, Button.BET)
    shown = legends(state, game)
    # 40 in front: 30 to call is paid from it, 5 more too, 15 more is not
    assert (shown["DEAL"], shown["BET"]) == ("CAMBIA $30", "RILANCIA +$5")
    more = pressed(state, game, Button.HOLD3, Button.HOLD2)
    assert legends(more, game)["BET"] == "RILANCIA +$15 + CAPPELLO"


def test_two_lives_at_once_are_counted_where_the_operator_allows_them() -> None:
    game = strip(game=StripPoker(terms=Terms(has_one_pledge=False)))
    state = pressed(seated(game), game, Button.DEAL, Button.HOLD5)
    # 45 and three lives of 25 make 120
    assert legends(state, game)["BET"] == "APRI $120 SCARPE +2"


def test_a_life_is_bought_back_for_its_price_and_is_heard() -> None:
    game = strip("F")
    state = pressed(seated(game), game, Button.DEAL)
    session = state.saved.strip.session
    assert session is not None
    rich = at(replace(state.saved.strip, session=replace(session, player=Side(90, 3, lost=2))))
    between = pressed(rich, game, Button.BET)
    assert legends(between, game)["BET"] == "RICOMPRA GIACCA"
    change = strip_poker.actions(between, game, Stacked())[Button.BET].act()
    bought = change.state.saved.strip.session
    assert bought is not None
    # 90, less 5 that were bet, and the pot of 15 with them, less a life's 25
    assert (bought.player.bank, bought.player.lost) == (75, 1)
    assert change.cues == (Cue.COLLECT,)
    assert "BET" not in legends(change.state, game)


def test_leaving_keeps_the_session_in_the_books() -> None:
    game = strip()
    change = strip_poker.actions(seated(game), game, Stacked())[Button.HOLD5].act()
    assert change.state.saved.mode is Mode.MENU
    assert change.is_hard
    assert change.record is not None
    assert change.record.number == 7


# --- asking twice, through the cabinet --------------------------------------------------------


def cabinet(state: CabinetState, game: StripTable, now_s: float = 10.0) -> Cabinet:
    joker = joker_poker(load_config().joker_poker)
    return Cabinet(
        Settings(joker, 10, {}, 10_000, strip=game), Stacked(), VirtualClock(now_s), state
    )


def speaking() -> tuple[CabinetState, StripTable]:
    game = strip("F F F")
    return pressed(seated(game), game, Button.DEAL), game


def test_the_first_press_asks_and_the_second_folds() -> None:
    made = cabinet(*speaking())
    made.step(Pressed(Button.HOLD1), 10.0)
    assert made.panel(10.0)[Button.HOLD1].legend == CONFIRM
    assert made.state.saved.strip.phase is Phase.B1_FIRST
    effects = made.step(Pressed(Button.HOLD1), 10.5)
    assert effects.transaction is not None


def test_only_the_question_blinks_while_it_is_asked() -> None:
    made = cabinet(*speaking())
    assert made.panel(10.0)[Button.DEAL].light is Light.NEXT
    made.step(Pressed(Button.HOLD1), 10.0)
    asked = made.panel(10.0)
    assert [button for button, key in asked.items() if key.light is Light.NEXT] == [Button.HOLD1]
    assert asked[Button.DEAL].light is Light.ON


def test_another_press_cancels_the_question_and_is_carried_out() -> None:
    made = cabinet(*speaking())
    made.step(Pressed(Button.HOLD1), 10.0)
    made.step(Pressed(Button.HOLD3), 10.5)
    assert made.state.asked is None
    assert made.state.saved.strip.amount == 10


def last_garment() -> tuple[CabinetState, StripTable]:
    """At the showdown of a deal that costs the character its last garment."""
    game = strip("C X345 C")
    state = seated(game)
    session = state.saved.strip.session
    assert session is not None
    poor = replace(session, character=Side(20, 5, lost=4))
    state = pressed(at(replace(state.saved.strip, session=poor)), game, Button.DEAL)
    deal = state.saved.strip.dealt
    assert deal is not None
    state = pressed(state, game, Button.HOLD5, Button.BET, Button.DEAL, Button.DEAL)
    table = state.saved.strip
    assert table.session is not None
    assert table.session.deal is not None
    won = replace(table.session, deal=replace(table.session.deal, outcome=Outcome.PLAYER))
    return at(replace(table, session=won)), game


def test_one_deal_too_many_buys_no_rematch() -> None:
    made = cabinet(*last_garment())
    assert made.step(Pressed(Button.DEAL), 10.0).transaction is not None
    made.committed({Account.CREDIT: 20}, 10.0)
    assert made.state.saved.strip.phase is Phase.END
    made.step(Pressed(Button.DEAL), 10.7)  # VELOCE
    assert made.state.movement is None
    made.step(Pressed(Button.DEAL), 11.2)  # half a second later: nothing
    assert made.state.saved.strip.phase is Phase.END
    assert made.step(Pressed(Button.DEAL), 11.4).transaction is not None


def test_the_question_is_over_after_three_seconds() -> None:
    made = cabinet(*speaking())
    made.step(Pressed(Button.HOLD1), 10.0)
    assert made.deadline_s(10.0) == 10.0 + ASKED_S
    made.step(Tick(), 10.0 + ASKED_S)
    assert made.state.asked is None
    assert made.step(Pressed(Button.HOLD1), 13.5).transaction is None


def test_a_strategy_that_cannot_be_read_leads_to_the_menu_and_keeps_the_session() -> None:
    def broken(*_: object) -> Answer:
        raise StrategyError("strip_32.cfr is damaged")

    state, game = speaking()
    made = cabinet(state, replace(game, answers=broken))
    assert made.step(Pressed(Button.DEAL), 10.0).transaction is None
    assert made.state.saved.mode is Mode.MENU
    assert made.state.saved.strip == state.saved.strip
    told = [(fault.name, fault.detail) for fault in made.state.faults]
    assert told == [(FaultName.CAST, "strip_32.cfr is damaged")]
    assert Button.HOLD1 not in made.actions(11.0)


# --- the picture's way ------------------------------------------------------------------------


def tables(moves: str, *buttons: Button) -> list[Table]:
    game = strip(moves)
    state = seated(game)
    found = [state.saved.strip]
    for button in buttons:
        state = pressed(state, game, button)
        found.append(state.saved.strip)
    return found


def test_the_picture_shows_a_move_before_the_answer_to_it() -> None:
    game = strip("R10")
    state = pressed(seated(game), game, Button.DEAL)
    change = strip_poker.actions(state, game, Stacked())[Button.BET].act()
    assert change.move is not None
    movement = change.move(100.0)
    mine, answered = movement.table(100.0), movement.table(movement.ends_s)
    assert mine is not None
    assert mine.dealt is not None
    assert len(mine.dealt.acts) == 1
    assert answered == change.state.saved.strip
    think = movement.of(PartKind.THINK)
    assert think is not None
    assert strip_motion.THINK_MIN_S <= think.ends_s - think.begins_s <= strip_motion.THINK_MAX_S


def test_ten_cards_are_dealt_in_turn() -> None:
    before, after = tables("", Button.DEAL)
    movement = strip_motion.of_tables(0.0, before, [after])
    flights = [part.position for part in movement.parts if part.kind is PartKind.FLIGHT]
    assert flights == [1, 11, 2, 12, 3, 13, 4, 14, 5, 15]


def test_a_showdown_turns_the_characters_cards_up() -> None:
    *_, before, after = tables("C X345", Button.DEAL, Button.BET, Button.DEAL, Button.DEAL)
    movement = strip_motion.of_tables(0.0, before, [after])
    assert [part.position for part in movement.parts if part.kind is PartKind.FLIP] == [
        11, 12, 13, 14, 15,
    ]  # fmt: skip


def settled(lost: int, then_lost: int, garments: int = 5) -> list[PartKind]:
    return [part.kind for part in settling_of(lost, then_lost, garments).parts]


def settled_s(lost: int, then_lost: int) -> float:
    (part,) = settling_of(lost, then_lost, 5).parts
    return part.ends_s - part.begins_s


def settling_of(lost: int, then_lost: int, garments: int) -> Movement:
    _, table = tables("", Button.DEAL)
    session = table.session
    assert session is not None
    before = replace(session, character=Side(0, garments, lost))
    after = replace(session, character=Side(0, garments, then_lost))
    phase = Phase.END if then_lost == garments else Phase.BETWEEN
    return strip_motion.of_tables(
        0.0,
        replace(table, phase=Phase.SHOWDOWN, session=before),
        [replace(table, phase=phase, session=after)],
    )


@pytest.mark.parametrize(
    ("lost", "then_lost", "kinds"),
    [
        (0, 0, []),
        (0, 1, [PartKind.UNDRESS]),
        (1, 3, [PartKind.UNDRESS, PartKind.UNDRESS]),
        (4, 5, [PartKind.FAREWELL]),
        (3, 5, [PartKind.UNDRESS, PartKind.FAREWELL]),
        (2, 1, [PartKind.DRESS]),
    ],
)
def test_what_flies_when_a_deal_is_settled(
    lost: int, then_lost: int, kinds: list[PartKind]
) -> None:
    assert settled(lost, then_lost) == kinds


def test_the_way_behind_the_screen_takes_longer_than_a_garment() -> None:
    farewell, garment = (settled_s(4, 5), settled_s(0, 1))
    assert (round(farewell, 6), round(garment, 6)) == (1.6, 0.9)


def test_a_rematch_dresses_nobody_before_everybodys_eyes() -> None:
    game = strip()
    state = seated(game)
    session = state.saved.strip.session
    assert session is not None
    over = replace(session, character=Side(0, 5, 5))
    before = replace(state.saved.strip, phase=Phase.END, session=over)
    after = replace(state.saved.strip, session=replace(session, number=8))
    assert strip_motion.of_tables(0.0, before, [after]).parts == ()


def test_a_call_before_the_exchange_is_thought_about_like_any_answer() -> None:
    game = strip("C X345")
    state = pressed(seated(game), game, Button.DEAL)
    change = strip_poker.actions(state, game, Stacked())[Button.BET].act()
    assert change.state.saved.strip.phase is Phase.DRAW
    assert change.move is not None
    assert change.move(0.0).of(PartKind.THINK) is not None


def film(before: Table, *after: Table) -> Movement:
    return strip_motion.of_tables(0.0, before, after)


def test_whoever_speaks_first_is_dealt_first() -> None:
    before, after = tables("", Button.DEAL)
    session = after.session
    assert session is not None
    assert session.deal is not None
    hers = replace(session, deal=replace(session.deal, first=Seat.CHARACTER))
    movement = film(before, replace(after, session=hers))
    flights = [part.position for part in movement.parts if part.kind is PartKind.FLIGHT]
    assert flights == [11, 1, 12, 2, 13, 3, 14, 4, 15, 5]


def test_the_players_new_cards_come_before_the_characters() -> None:
    *_, before, after = tables("C X45", Button.DEAL, Button.BET, Button.DEAL)
    movement = film(before, after)
    flights = [part.position for part in movement.parts if part.kind is PartKind.FLIGHT]
    assert flights == [3, 4, 5, 14, 15]
    flips = [part.position for part in movement.parts if part.kind is PartKind.FLIP]
    assert flips == [3, 4, 5]


def test_the_characters_cards_turn_one_after_the_other() -> None:
    *_, before, after = tables("C X345", Button.DEAL, Button.BET, Button.DEAL, Button.DEAL)
    begins = [part.begins_s for part in film(before, after).parts]
    assert begins == sorted(set(begins))
    assert len(begins) == 5


def test_what_goes_into_the_pot_is_heard() -> None:
    *_, before, after = tables("R10", Button.DEAL, Button.BET)
    assert [cue for _, cue in film(before, after).cues] == [Cue.CHIPS]


def test_not_every_thought_is_as_long() -> None:
    _, table = tables("", Button.DEAL)
    session = table.session
    assert session is not None
    assert session.deal is not None
    found = set()
    for number in range(1, 12):
        deal = replace(session.deal, number=number)
        found.add(strip_motion.think_s(replace(table, session=replace(session, deal=deal))))
    assert (min(found), max(found)) == (0.6, 1.5)


def settling(player: Side, then: Side) -> Movement:
    _, table = tables("", Button.DEAL)
    session = table.session
    assert session is not None
    shown = replace(table, phase=Phase.SHOWDOWN, session=replace(session, player=player))
    after = replace(table, phase=Phase.BETWEEN, session=replace(session, player=then))
    return film(shown, after)


def test_a_life_lost_is_heard() -> None:
    lost = settling(Side(0, 3, at_stake=1), Side(0, 3, lost=1))
    assert [cue for _, cue in lost.cues] == [Cue.COLLECT, Cue.LOSS]
    kept = settling(Side(0, 3, at_stake=1), Side(50, 3))
    assert [cue for _, cue in kept.cues] == [Cue.COLLECT]

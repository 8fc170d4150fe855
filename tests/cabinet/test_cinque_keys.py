"""The eight buttons at the table of Cinque Mani: what each says and what it leads to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cinque_bench import (
    GAME,
    LAID,
    TURNED,
    Stacked,
    arranged,
    confirmed,
    dealt,
    the_deal,
    the_round,
)

from firmware.cabinet import cinque_mani
from firmware.cabinet.actions import LOCK_S, LONG_LOCK_S
from firmware.cabinet.cinque_motion import TURN_GAP_S
from firmware.cabinet.motion import DEAL_GAP_S, FLIGHT_S, FLIP_S, OPPOSITE, PartKind
from firmware.cabinet.state import CabinetState, Mode, Saved
from firmware.cabinet.thinking import CinqueTable
from firmware.cards.shuffle import Chance, SeededSource
from firmware.catalogue import Catalogue
from firmware.events import Cue
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import NOTHING_LAID, Phase, Result, Table, Terms
from firmware.money import Account, GameId, Moment
from firmware.panel import Button, Light
from firmware.words import Language

ITALIAN = Catalogue.load(Language.IT, strict=True)


class Deck(Stacked):
    """The known deal, with bits for the plans."""

    def __init__(self) -> None:
        super().__init__()
        self.source = SeededSource(1)


def at(table: Table, credit: int = 20, **more: object) -> CabinetState:
    saved = Saved(mode=Mode.CINQUE_MANI, cinque=table, rounds=6)
    state = CabinetState(saved=saved, balances={Account.CREDIT: credit})
    return replace(state, **more)  # type: ignore[arg-type]


def keys(state: CabinetState, game: CinqueMani = GAME) -> dict[str, str]:
    acts = cinque_mani.actions(state, CinqueTable(game), deck())
    return {
        button.value: ITALIAN.text(act.key.legend).replace("\n", " ")
        for button, act in acts.items()
        if act.key.legend is not None
    }


def deck() -> Chance:
    return Deck()


def change(state: CabinetState, button: Button, game: CinqueMani = GAME):  # type: ignore[no-untyped-def]
    return cinque_mani.actions(state, CinqueTable(game), deck())[button].act()


def pressed(state: CabinetState, *buttons: Button, game: CinqueMani = GAME) -> CabinetState:
    for button in buttons:
        state = change(state, button, game).state
    return state


def phase(state: CabinetState) -> Phase:
    return state.saved.cinque.phase


def laid(table: Table | None = None, *others: object) -> Table:
    """A complete arrangement, the others' hands face down opposite."""
    table = table or arranged()
    deal = replace(the_deal(table), opponents=(TURNED,) * (the_round(table).players - 1))
    return replace(table, round=replace(the_round(table), deal=deal))


# --- legends and lamps ------------------------------------------------------------------------


def test_before_the_cards() -> None:
    assert keys(at(Table(stake=2))) == {
        "HOLD1": "GIOCATORI 2", "HOLD3": "OPZIONI", "HOLD4": "REGOLE", "HOLD5": "MENU",
        "DEAL": "DAI CARTE", "BET": "PUNTATA",
    }  # fmt: skip


def test_the_stake_stands_under_both_keys_that_it_is_about() -> None:
    acts = cinque_mani.actions(at(Table(stake=3)), CinqueTable(GAME), deck())
    assert (acts[Button.DEAL].key.credits, acts[Button.BET].key.credits) == (3, 3)


@pytest.mark.parametrize(("credit", "lit"), [(0, ""), (1, "DEAL"), (2, "DEAL BET")])
def test_what_the_credit_does_not_cover_is_dark(credit: int, lit: str) -> None:
    shown = keys(at(Table(), credit))
    assert [key for key in shown if not key.startswith("HOLD")] == lit.split()


def test_building_offers_the_four_strongest_categories_and_a_discard() -> None:
    # the known deal makes a straight flush (9D..KD), no: quads of kings, a flush, a full house
    shown = keys(at(dealt()))
    assert shown["HOLD5"] == "SCARTO"
    assert (shown["DEAL"], shown["DOUBLE"]) == ("CONSIGLIATA", "AUTO")
    assert list(shown)[:4] == ["HOLD1", "HOLD2", "HOLD3", "HOLD4"]


def test_a_complete_arrangement() -> None:
    assert keys(at(laid())) == {
        "HOLD1": "MANO 1", "HOLD2": "MANO 2", "HOLD3": "MANO 3", "HOLD4": "MANO 4",
        "HOLD5": "MANO 5", "DEAL": "CONFERMA", "BET": "PROPOSTA", "DOUBLE": "RIFAI",
    }  # fmt: skip


def test_it_cannot_be_confirmed_before_the_others_have_laid_theirs() -> None:
    assert "DEAL" not in keys(at(arranged()))


def test_a_lifted_hand_opens_and_the_others_change_with_it() -> None:
    assert keys(pressed(at(laid()), Button.HOLD2)) == {
        "HOLD1": "SCAMBIA", "HOLD2": "APRI", "HOLD3": "SCAMBIA", "HOLD4": "SCAMBIA",
        "HOLD5": "SCAMBIA", "BET": "ANNULLA",
    }  # fmt: skip


def test_an_opened_hand_gives_a_card() -> None:
    opened = pressed(at(laid()), Button.HOLD2, Button.HOLD2)
    assert keys(opened) == {f"HOLD{at}": "PRENDI" for at in range(1, 6)} | {"BET": "ANNULLA"}


def test_a_card_in_hand_goes_to_another_hand() -> None:
    held = pressed(at(laid()), Button.HOLD2, Button.HOLD2, Button.HOLD1)
    assert keys(held) == {
        "HOLD1": "VERSO MANO 1", "HOLD3": "VERSO MANO 3", "HOLD4": "VERSO MANO 4",
        "HOLD5": "VERSO MANO 5", "BET": "ANNULLA",
    }  # fmt: skip


def test_the_card_that_comes_back_says_what_both_hands_would_be() -> None:
    # hand 2 is 7D 8H TC TD JC, hand 5 TH JH QH AH AC: 7D goes, and comes back ...
    second = pressed(at(laid()), Button.HOLD2, Button.HOLD2, Button.HOLD1, Button.HOLD5)
    assert keys(second) == {
        "HOLD1": "TRIS COPPIA",          # TH: three tens; 7D JH QH AH AC stays a pair of aces
        "HOLD2": "DOPPIA COPPIA COPPIA",  # JH: tens and jacks
        "HOLD3": "COPPIA COPPIA",        # QH
        "HOLD4": "COPPIA NIENTE",        # AH: the aces are parted
        "HOLD5": "COPPIA NIENTE",        # AC
        "BET": "ANNULLA",
    }  # fmt: skip


def test_the_reveal() -> None:
    assert keys(at(confirmed(TURNED))) == {"DEAL": "SCOPRI", "DOUBLE": "TUTTE"}


def test_the_end_of_a_deal() -> None:
    done = GAME.reveal_all(confirmed(TURNED)).table
    assert keys(at(done)) == {"HOLD5": "MENU", "DEAL": "PROSSIMA", "BET": "PUNTATA"}
    assert "DEAL" not in keys(at(done, credit=0))


def test_the_best_answer_can_be_looked_at_once_it_is_known() -> None:
    done = GAME.reveal_all(confirmed(TURNED)).table
    state = at(done, best=LAID)
    assert keys(state)["HOLD1"] == "RISPOSTA"
    looked = pressed(state, Button.HOLD1)
    assert (looked.is_reviewing, keys(looked)["HOLD1"]) == (True, "LE TUE MANI")
    assert not pressed(looked, Button.HOLD1).is_reviewing


def test_leaving_a_match_must_be_confirmed() -> None:
    match = GAME.reveal_all(confirmed(TURNED, table=dealt(terms=Terms(deals=5)))).table
    over = GAME.reveal_all(confirmed(TURNED)).table
    for table, asks in ((match, True), (over, False)):
        acts = cinque_mani.actions(at(table), CinqueTable(GAME), deck())
        assert acts[Button.HOLD5].asks is asks


@pytest.mark.parametrize(
    "table",
    [
        Table(),
        dealt(),
        laid(),
        GAME.lift(laid(), 1).table,
        confirmed(TURNED),
        GAME.reveal_all(confirmed(TURNED)).table,
    ],
)
def test_one_key_at_most_is_the_next(table: Table) -> None:
    acts = cinque_mani.actions(at(table), CinqueTable(GAME), deck())
    nexts = [button for button, act in acts.items() if act.key.light is Light.NEXT]
    assert nexts == ([] if table.phase is Phase.LIFTED else [Button.DEAL])


# --- what a press leads to --------------------------------------------------------------------


def test_the_cards_take_the_stake_and_begin_a_round() -> None:
    made = change(at(Table(stake=2)), Button.DEAL)
    moves = [(move.source, move.target, move.credits) for move in made.postings[0].transfers]
    assert moves == [(Account.CREDIT, Account.STAKE, 2)]
    assert made.record is not None
    assert (made.record.number, made.record.game) == (7, GameId.CINQUE_MANI)
    assert made.is_hard
    assert made.state.saved.rounds == 7
    assert made.state.mix == made.state.found == ""
    assert made.state.best is None


def test_the_next_deal_of_a_match_is_no_new_round() -> None:
    game = CinqueMani(Terms(deals=5))
    over = game.reveal_all(confirmed(TURNED, table=dealt(terms=Terms(deals=5)))).table
    made = change(at(over), Button.DEAL, game)
    assert (made.postings, made.record, made.state.saved.rounds) == ((), None, 6)
    assert made.is_hard  # for the cards are drawn


def test_seven_cards_come_in_one_after_another() -> None:
    made = change(at(Table()), Button.DEAL)
    film = made.move(10.0)
    assert [(part.kind, part.position) for part in film.parts] == [
        (PartKind.FLIGHT, place) for place in range(1, 8)
    ]
    assert film.ends_s == pytest.approx(10.0 + 6 * DEAL_GAP_S + FLIGHT_S)
    assert [cue for _, cue in film.cues] == [Cue.DEAL] * 7


@pytest.mark.parametrize("button", [Button.HOLD1, Button.HOLD5, Button.DEAL, Button.DOUBLE])
def test_building_is_soft_and_locks_the_keys_for_a_moment(button: Button) -> None:
    made = change(at(dealt()), button)
    assert (made.is_hard, made.postings, made.lock_s) == (False, (), LOCK_S)


def test_an_amount_locks_nothing() -> None:
    for button in (Button.BET, Button.HOLD1):
        assert change(at(Table()), button).lock_s == 0


def test_confirming_is_durable_before_anything_is_shown() -> None:
    made = change(at(laid()), Button.DEAL)
    assert made.is_hard
    assert phase(made.state) is Phase.REVEAL


def test_a_position_that_turns_is_durable_and_moves_no_money() -> None:
    made = change(at(confirmed(TURNED)), Button.DEAL)
    assert (made.is_hard, made.postings) == (True, ())
    film = made.move(10.0)
    assert [(part.kind, part.position) for part in film.parts] == [(PartKind.FLIP, OPPOSITE + 1)]


def test_all_turn_one_after_another_and_a_win_counts_up() -> None:
    made = change(at(confirmed(TURNED)), Button.DOUBLE)  # 5 + 6 + 7 against 3 + 4
    film = made.move(10.0)
    flips = [part.begins_s for part in film.parts if part.kind is PartKind.FLIP]
    assert flips == pytest.approx([10.0 + index * TURN_GAP_S for index in range(5)])
    count = film.of(PartKind.COUNT)
    assert (count.start, count.end) == (0, 4)  # two players, a stake of two
    assert count.begins_s == pytest.approx(10.0 + 4 * TURN_GAP_S + FLIP_S)
    assert (made.is_hard, made.lock_s) == (True, LONG_LOCK_S)


def test_after_a_shared_prize_the_keys_stay_shut_as_long_as_after_a_win() -> None:
    made = change(at(confirmed(LAID)), Button.DOUBLE)
    assert made.state.saved.cinque.round.result is Result.LEVEL
    assert made.lock_s == LONG_LOCK_S


def test_a_stake_that_is_lost_takes_the_light() -> None:
    made = change(at(confirmed(LAID, own=TURNED)), Button.DOUBLE)
    film = made.move(10.0)
    assert film.of(PartKind.DIM) is not None
    assert film.of(PartKind.COUNT) is None
    assert (made.is_hard, made.lock_s) == (True, LOCK_S)


def test_only_what_is_still_hidden_turns() -> None:
    shown = GAME.reveal(GAME.reveal(confirmed(TURNED)).table).table
    film = change(at(shown), Button.DOUBLE).move(10.0)
    turned = [part.position - OPPOSITE for part in film.parts if part.kind is PartKind.FLIP]
    assert turned == [3, 4, 5]


def test_away_from_a_table_that_is_over_and_back_to_the_stake() -> None:
    done = GAME.reveal_all(confirmed(TURNED)).table
    left = pressed(at(done), Button.HOLD5)
    assert (left.saved.mode, phase(left)) == (Mode.MENU, Phase.STAKE)
    back = cinque_mani.entered(at(done), GAME)
    assert phase(back) is Phase.STAKE


def test_a_match_is_found_again_as_it_was_left_by_a_cut() -> None:
    match = GAME.reveal_all(confirmed(TURNED, table=dealt(terms=Terms(deals=5)))).table
    assert cinque_mani.entered(at(match), GAME).saved.cinque == match


def test_a_match_that_is_left_is_lost() -> None:
    match = GAME.reveal_all(confirmed(TURNED, table=dealt(terms=Terms(deals=5)))).table
    made = change(at(match), Button.HOLD5)
    assert [posting.moment for posting in made.postings] == [Moment.LOST]
    assert made.record.is_over
    assert made.is_hard
    assert made.state.saved.mode is Mode.MENU


def test_take_up_again_and_the_own_arrangement_comes_back() -> None:
    redone = pressed(at(laid()), Button.DOUBLE)
    assert the_deal(redone.saved.cinque).hands == NOTHING_LAID
    assert the_deal(redone.saved.cinque).own == LAID

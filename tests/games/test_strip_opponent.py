"""The opponent: legal, blind to what is hidden, and never a fool for nothing."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strip_play import at_random, turns

import firmware
from firmware.cards.card import parse_cards
from firmware.cards.shuffle import SeededSource
from firmware.games.strip_poker.abstraction import PASS
from firmware.games.strip_poker.cast import PlayStyle
from firmware.games.strip_poker.hands import Deck, Ranking
from firmware.games.strip_poker.opponent import Opponent
from firmware.games.strip_poker.seat import Answer, Move, MoveKind, Phase, Seat, View
from firmware.games.strip_poker.sight import view_of
from firmware.games.strip_poker.strategy import WHOLE, strategy
from firmware.games.strip_poker.table import Terms

OTTAVIA = PlayStyle(level=1, boldness=0.75, bluff=0.6, read=0.25)
ROCCO = PlayStyle(level=2, boldness=0.4, bluff=0.1, read=0.5)
VERA = PlayStyle(level=3, boldness=0.5, bluff=0.3, read=0.9)

styles = st.builds(
    PlayStyle,
    level=st.integers(1, 3),
    boldness=st.floats(0, 1),
    bluff=st.floats(0, 1),
    read=st.floats(0, 1),
)
terms = st.builds(
    Terms,
    start=st.sampled_from([5, 50, 300]),
    garment_value=st.sampled_from([5, 25, 100]),
    lives=st.sampled_from([0, 3]),
    raise_cap=st.sampled_from([0, 4]),
    has_low_ace=st.booleans(),
    has_one_pledge=st.booleans(),
)


def view(phase: Phase, cards: str, **changed: object) -> View:
    """A view of a player who speaks first, ten on the table."""
    plain = View(
        ranking=Ranking(Deck.SHORT),
        phase=phase,
        cards=parse_cards(cards),
        is_first=True,
        moves=(),
        pot=10,
        carried=0,
        carried_pushes=0,
        ante=5,
        facing=0,
        max_amount=70,
        raises_left=4,
        own_bank=45,
        other_bank=45,
        own_means=170,
        other_means=120,
        own_garments_free=5,
        other_garments_free=3,
        garment_value=25,
    )
    return replace(plain, **changed)


def facing(amount: int, cards: str, **changed: object) -> View:
    """A view of a player against whom `amount` was opened."""
    moves = (Move(False, MoveKind.OPEN, amount),)
    given = {"is_first": False, "moves": moves, "facing": amount, "pot": 10 + amount} | changed
    return view(Phase.B1_FACING, cards, **given)


def answers(seen: View, style: PlayStyle = VERA, level: int = 3, count: int = 40) -> list[Answer]:
    """What is answered to one view by so many different chances."""
    opponent = Opponent(style, level)
    return [opponent.answer(seen, SeededSource(seed)) for seed in range(count)]


# --- legal ------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(styles, st.integers(1, 3), terms, st.sampled_from(Deck), st.integers(0, 10**6))
def test_every_answer_is_allowed_and_nobody_folds_for_nothing(style, level, rules, deck, seed):
    opponent = Opponent(style, level)
    players = {Seat.PLAYER: at_random, Seat.CHARACTER: opponent.answer}
    for turn in turns(players, seed, rules, deals=4, deck=deck):
        if turn.seat is not Seat.CHARACTER:
            continue
        answer = opponent.answer(turn.view, SeededSource(seed))
        turn.game.verify_answer(turn.table, turn.seat, answer)
        assert answer.kind is not MoveKind.FOLD or turn.view.facing > 0
        room = turn.view.max_amount
        assert answer.amount % 5 == 0 or answer.amount == room


def test_a_raise_that_is_not_allowed_becomes_a_call() -> None:
    nuts = "AS AH AD AC KS"
    raised = {answer.kind for answer in answers(facing(5, nuts))}
    assert MoveKind.RAISE in raised
    assert {answer.kind for answer in answers(facing(5, nuts, max_amount=0))} == {MoveKind.CALL}


def test_an_open_without_room_becomes_a_wait() -> None:
    seen = view(Phase.B1_FIRST, "AS AH AD AC KS", max_amount=0)
    assert {answer.kind for answer in answers(seen)} == {MoveKind.WAIT}


def test_after_more_raises_than_the_strategy_knows_it_goes_on() -> None:
    moves = tuple(
        Move(number % 2 == 0, MoveKind.RAISE if number else MoveKind.OPEN, 5) for number in range(6)
    )
    seen = view(Phase.B1_FACING, "AS AH AD AC KS", moves=moves, facing=5, pot=65, max_amount=20)
    assert {answer.kind for answer in answers(seen)} <= {MoveKind.CALL, MoveKind.RAISE}


def test_nobody_answers_between_deals() -> None:
    with pytest.raises(ValueError, match="nobody answers in 'between'"):
        answers(view(Phase.BETWEEN, "AS AH AD AC KS"))


# --- blind ------------------------------------------------------------------------------------


@pytest.mark.promise("RNG-6")
@pytest.mark.parametrize("deck", list(Deck))
@pytest.mark.parametrize("style", [OTTAVIA, ROCCO, VERA])
def test_hidden_cards_permuted_change_no_answer(deck: Deck, style: PlayStyle) -> None:
    """The other's hand, both stocks and the rest of the deck in any other order."""
    opponent = Opponent(style, style.level)
    players = {Seat.PLAYER: at_random, Seat.CHARACTER: opponent.answer}
    rich = Terms(start=1000, garment_value=100)
    seen = 0
    for turn in turns(players, 11, rich, deals=20, deck=deck):
        if turn.seat is not Seat.CHARACTER:
            continue
        session = turn.table.session
        assert session is not None
        assert session.deal is not None
        mine = turn.view.cards + session.deal.character.dealt
        hidden = [card for card in deck.cards if card not in mine]
        other = session.deal.player
        for shift in (1, 7, 13):
            moved = hidden[shift:] + hidden[:shift]
            final = tuple(moved[5:10]) if other.final is not None else None
            deal = replace(
                session.deal,
                player=replace(other, dealt=tuple(moved[:5]), final=final),
                stock=tuple(moved[-10:]),
            )
            table = replace(turn.table, session=replace(session, deal=deal))
            again = opponent.answer(view_of(table, turn.seat), SeededSource(shift))
            assert again == opponent.answer(turn.view, SeededSource(shift))
            seen += 1
    assert seen > 60


GAME = Path(firmware.__file__).parent / "games" / "strip_poker"


def needed(module: str, found: set[str]) -> set[str]:
    """The modules of the game that a module imports, and those that these import."""
    tree = ast.parse((GAME / f"{module}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            package, _, name = node.module.rpartition(".")
            if package == "firmware.games.strip_poker" and name not in found:
                found.add(name)
                needed(name, found)
    return found


def test_no_module_of_the_opponent_knows_the_table() -> None:
    found = needed("opponent", set())
    assert "seat" in found
    assert found & {"table", "sight", "rules", "moves", "settling", "stakes", "play"} == set()


# --- sound ------------------------------------------------------------------------------------


def test_equal_views_and_chances_give_equal_answers() -> None:
    seen = facing(10, "QS QH 9D 8C 7S")
    assert answers(seen) == answers(seen)


def test_four_aces_are_never_folded() -> None:
    for amount in (1, 5, 23, 70):
        kinds = {answer.kind for answer in answers(facing(amount, "AS AH AD AC KS"))}
        assert MoveKind.FOLD not in kinds


def test_nothing_is_folded_to_a_large_bet_more_often_than_to_a_small_one() -> None:
    weak = "JS TH 9D 8C AS"
    folds = [
        sum(answer.kind is MoveKind.FOLD for answer in answers(facing(amount, weak)))
        for amount in (5, 60)
    ]
    assert folds[0] < folds[1]


def test_a_full_house_is_kept_as_it_is() -> None:
    moves = (Move(True, MoveKind.WAIT), Move(False, MoveKind.CALL))
    seen = view(Phase.DRAW, "AS AH KS KH KD", moves=moves, max_amount=0)
    stood = sum(answer.change == () for answer in answers(seen))
    assert stood > 20


def test_large_pots_are_bet_into_with_larger_amounts() -> None:
    nuts = "AS AH AD AC KS"
    small = max(answer.amount for answer in answers(view(Phase.B1_FIRST, nuts, max_amount=10_000)))
    seen = view(Phase.B1_FIRST, nuts, max_amount=10_000, carried=90, pot=100)
    assert max(answer.amount for answer in answers(seen)) == 10 * small


# --- by the strategy --------------------------------------------------------------------------

SURE = 250
"""Of 255: what is done nearly always."""
FREE_WAY = (Move(True, MoveKind.WAIT), Move(False, MoveKind.CALL))


def way_of_waits() -> int:
    solved = strategy(32)
    return next(n for n, (path, _) in enumerate(solved.first.ends) if path == (PASS, PASS))


def exchanged(own: int, other: int) -> tuple[Move, Move]:
    return (
        Move(True, MoveKind.EXCHANGE, cards_changed=own),
        Move(False, MoveKind.EXCHANGE, cards_changed=other),
    )


HANDS = [
    *("7S 8H TD JC AS", "7S 7H TD JC AS", "9S 9H TD JC AS", "JS JH TD 9C AS", "AS AH TD JC 8S"),
    *("7S 7H 8D 8C AS", "TS TH KD KC 8S", "AS AH KD KC 8S", "8S 8H 8D JC AS", "AS AH AD JC 8S"),
    *("7S 8H 9D TC JS", "TS JH QD KC AS", "8S 8H 8D JC JS", "AS 8S 9S JS QS"),
]


def test_what_both_changed_is_told_apart_in_its_order() -> None:
    """Hands that the first opens for sure after one pair of counts, and not after the other."""
    solved, way, told = strategy(32), way_of_waits(), 0
    for hand in HANDS:
        for own, other in ((1, 3), (3, 1), (0, 3), (2, 3), (3, 2)):
            bucket = solved.bucket_after(parse_cards(hand), own, Ranking(Deck.SHORT))
            shares = solved.shares_second(way, 0, own * 6 + other, bucket)
            turned = solved.shares_second(way, 0, other * 6 + own, bucket)
            if (
                min(shares[0], WHOLE - turned[0]) < SURE
                and min(WHOLE - shares[0], turned[0]) < SURE
            ):
                continue
            seen = view(
                Phase.B2_FIRST,
                hand,
                moves=(*FREE_WAY, *exchanged(own, other)),
                exchanged_own=own,
                exchanged_other=other,
            )
            opens = sum(answer.kind is MoveKind.OPEN for answer in answers(seen))
            assert (opens > 20) == (shares[0] < WHOLE / 2)
            told += 1
    assert told >= 2


def test_each_seat_changes_by_its_own_shares() -> None:
    """Hands of which the one seat changes another number of cards than the other, for sure."""
    solved, told = strategy(32), 0
    for way, (path, level) in enumerate(solved.first.ends):
        if level != 2 or len(path) != 2:  # one opened $5, the other called
            continue
        opener = int(path[0] == PASS)
        for hand in HANDS:
            bucket = solved.bucket_before(parse_cards(hand))
            both = [solved.shares_draw(seat, way, bucket) for seat in (0, 1)]
            counts = [max(range(6), key=shares.__getitem__) for shares in both]
            if counts[0] == counts[1] or min(max(shares) for shares in both) < 200:
                continue
            for seat in (0, 1):
                is_mine = seat == opener
                moves = (Move(is_mine, MoveKind.OPEN, 5), Move(not is_mine, MoveKind.CALL, 5))
                seen = view(Phase.DRAW, hand, moves=moves, is_first=seat == 0, max_amount=0)
                changed = [len(answer.change) for answer in answers(seen)]
                assert changed.count(counts[seat]) > 20
                told += 1
    assert told >= 2


def test_a_call_for_next_to_nothing_is_not_refused() -> None:
    """A dollar is read as the smallest bet known, $5; but it costs a dollar."""
    weak = "7S 8H 9D KC AS"

    def folds(amount: int) -> int:
        moves = (Move(True, MoveKind.WAIT), Move(False, MoveKind.OPEN, amount))
        seen = facing(amount, weak, is_first=True, moves=moves)
        return sum(answer.kind is MoveKind.FOLD for answer in answers(seen, count=150))

    assert folds(5) > 0
    assert folds(1) == 0


@pytest.mark.parametrize(
    ("hand", "kind"), [("AS AH AD AC KS", MoveKind.CALL), ("7S 8H 9D JC QS", MoveKind.FOLD)]
)
def test_beyond_the_strategy_the_price_decides(hand: str, kind: MoveKind) -> None:
    moves = (
        Move(False, MoveKind.OPEN, 100),
        Move(True, MoveKind.RAISE, 100),
        Move(False, MoveKind.RAISE, 100),
    )
    seen = facing(100, hand, moves=moves, pot=410, max_amount=100)
    assert {answer.kind for answer in answers(seen)} == {kind}

"""A finished deal in one line: short enough that a session keeps all of its deals.

`KHKD9C8S7H AHQHJDTC7D TSQDJC W O10 R5 C X345 X2 O25 C`: the player's five, the character's
five, the cards that the exchange brought (`-` for none), and the moves in their order: W wait,
O open, R raise, C call, F fold, X the positions changed (the player, then the character). Who
moves follows from the rules, and so does everything else. A B at the end: the player bought a
garment back after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.cards.card import Card
from firmware.errors import LedgerCorruptError
from firmware.games.strip_poker.seat import Answer, MoveKind
from firmware.games.strip_poker.table import Act, Deal

BOUGHT_BACK = "B"
_LETTERS = {
    MoveKind.WAIT: "W",
    MoveKind.OPEN: "O",
    MoveKind.RAISE: "R",
    MoveKind.CALL: "C",
    MoveKind.FOLD: "F",
    MoveKind.EXCHANGE: "X",
}
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}
_SIZED = (MoveKind.OPEN, MoveKind.RAISE)


@dataclass(frozen=True, slots=True)
class ToldDeal:
    """What a line tells.

    Attributes:
        player: the player's first five.
        character: the character's first five.
        drawn: what the exchanges brought, the player's cards first.
        answers: the moves, in their order.
        bought_back: whether the player bought a garment back after it.
    """

    player: tuple[Card, ...]
    character: tuple[Card, ...]
    drawn: tuple[Card, ...]
    answers: tuple[Answer, ...]
    bought_back: bool

    @property
    def deck_top(self) -> tuple[Card, ...]:
        """The cards in the order in which they came off the deck."""
        return (*self.player, *self.character, *self.drawn)


def write_deal(deal: Deal) -> str:
    """The line of a deal that is over."""
    changes = (deal.player.change or ()) + (deal.character.change or ())
    drawn = deal.stock[: len(changes)]
    groups = (deal.player.dealt, deal.character.dealt, drawn)
    return " ".join([*map(_joined, groups), *map(_move, deal.acts)])


def read_deal(line: str) -> ToldDeal:
    """What `write_deal` wrote.

    Raises:
        LedgerCorruptError: when it wrote no such thing.
    """
    words = line.split()
    bought_back = words[-1:] == [BOUGHT_BACK]
    try:
        player, character, drawn, *moves = words[:-1] if bought_back else words
        return ToldDeal(
            player=_cards(player),
            character=_cards(character),
            drawn=_cards(drawn),
            answers=read_answers(" ".join(moves)),
            bought_back=bought_back,
        )
    except ValueError as error:
        raise LedgerCorruptError(f"a deal cannot be read ({error}): '{line[:120]}'") from error


def _joined(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards)) or "-"


def _move(act: Act) -> str:
    size = str(act.amount) if act.kind in _SIZED else ""
    return _LETTERS[act.kind] + size + "".join(map(str, act.change))


def _cards(text: str) -> tuple[Card, ...]:
    if text == "-":
        return ()
    return tuple(Card.parse(text[at : at + 2]) for at in range(0, len(text), 2))


def read_answers(moves: str) -> tuple[Answer, ...]:
    """The moves of a line, apart from its cards.

    >>> [(answer.kind.value, answer.amount, answer.change) for answer in read_answers("O10 X13")]
    [('open', 10, ()), ('exchange', 0, (1, 3))]

    Raises:
        ValueError: a word is no move.
    """
    return tuple(map(_answer, moves.split()))


def _answer(word: str) -> Answer:
    kind, rest = _KINDS.get(word[0]), word[1:]
    if kind is None or (rest and kind not in (*_SIZED, MoveKind.EXCHANGE)):
        raise ValueError(f"'{word}' is no move")
    amount = int(rest) if kind in _SIZED else 0
    change = tuple(map(int, rest)) if kind is MoveKind.EXCHANGE else ()
    return Answer(kind, amount, change)

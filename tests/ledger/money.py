"""Postings as the table of moments has them, for the tests of the ledger."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.clock import VirtualClock
from firmware.ledger.ledger import KEEP_ROUNDS, Ledger, Receipt
from firmware.ledger.second_copy import SecondCopy
from firmware.log import LogEntry
from firmware.money import Account, Block, GameId, Moment, Posting, Transfer
from firmware.transaction import RoundRecord, Transaction

MEMORY = Path("/dev/shm")
"""Where ledgers of tests lie, if the system has it: see conftest.py."""

JOKER = GameId.JOKER_POKER
TABLE = Block(JOKER, "kings_or_better@5f2c7a10", 5)
DUEL = Block(GameId.CINQUE_MANI)
STRIP = Block(GameId.STRIP_POKER)
A = Account


def coin(credits: int) -> Posting:
    return Posting(Moment.COIN, (Transfer(A.COINBOX, A.CREDIT, credits),), category="coin:100")


def note(credits: int) -> Posting:
    return Posting(Moment.NOTE, (Transfer(A.NOTES, A.CREDIT, credits),))


def service(credits: int) -> Posting:
    return Posting(Moment.SERVICE, (Transfer(A.SERVICE, A.CREDIT, credits),))


def coin_test(credits: int) -> Posting:
    return Posting(Moment.COIN_TEST, (Transfer(A.COINBOX, A.COIN_TEST, credits),))


def hand_pay(credits: int) -> Posting:
    return Posting(Moment.HAND_PAY, (Transfer(A.CREDIT, A.HANDPAY, credits),))


def cancel(credits: int) -> Posting:
    return Posting(Moment.CANCEL, (Transfer(A.CREDIT, A.CANCELLED, credits),))


def stake(bet: int, block: Block = TABLE) -> Posting:
    return Posting(Moment.STAKE, (Transfer(A.CREDIT, A.STAKE, bet),), block)


def lost(bet: int, block: Block = TABLE) -> Posting:
    return Posting(Moment.LOST, (Transfer(A.STAKE, A.HOUSE, bet),), block, "nothing")


def won(bet: int, win: int, block: Block = TABLE) -> Posting:
    moves = (Transfer(A.STAKE, A.HOUSE, bet), Transfer(A.HOUSE, A.PENDING, win))
    return Posting(Moment.WON, moves, block, "flush")


def prize(bet: int, win: int) -> Posting:
    """A win of Cinque Mani, which goes to the credit at once."""
    return _paid_at_once(Moment.WON, bet, win, "won")


def level(bet: int, share: int) -> Posting:
    return _paid_at_once(Moment.LEVEL, bet, share, "level")


def _paid_at_once(moment: Moment, bet: int, paid: int, category: str) -> Posting:
    moves = (
        Transfer(A.STAKE, A.HOUSE, bet),
        Transfer(A.HOUSE, A.PENDING, paid),
        Transfer(A.PENDING, A.CREDIT, paid),
    )
    return Posting(moment, moves, DUEL, category)


def strip_price(credits: int) -> Posting:
    """What a session of Strip Poker costs: decided as it is paid."""
    moves = (Transfer(A.CREDIT, A.STAKE, credits), Transfer(A.STAKE, A.HOUSE, credits))
    return Posting(Moment.STAKE, moves, STRIP)


def strip_end(*, is_won: bool) -> Posting:
    moment, category = (Moment.WON, "won") if is_won else (Moment.LOST, "lost")
    return Posting(moment, (), STRIP, category)


def free_game(
    ended: str, *, staked: int = 0, paid: int = 0, game: GameId = GameId.JOKER_POKER
) -> Posting:
    """A game of free play, written out by hand."""
    moves = ((A.FREE_STAKED, staked), (A.FREE_PAID, paid))
    transfers = tuple(Transfer(A.FREE, target, credits) for target, credits in moves if credits)
    return Posting(Moment.FREE_GAME, transfers, Block(game), ended)


def collect(win: int, block: Block = TABLE) -> Posting:
    return Posting(Moment.COLLECT, (Transfer(A.PENDING, A.CREDIT, win),), block)


def gamble_staked(risked: int, banked: int = 0, block: Block = TABLE) -> Posting:
    bank = (Transfer(A.PENDING, A.CREDIT, banked),) if banked else ()
    return Posting(Moment.GAMBLE_STAKED, (*bank, Transfer(A.PENDING, A.GAMBLE, risked)), block)


def gamble_won(risked: int, block: Block = TABLE) -> Posting:
    moves = (Transfer(A.GAMBLE, A.HOUSE, risked), Transfer(A.HOUSE, A.PENDING, 2 * risked))
    return Posting(Moment.GAMBLE_WON, moves, block)


def gamble_tied(risked: int, block: Block = TABLE) -> Posting:
    return Posting(Moment.GAMBLE_TIED, (Transfer(A.GAMBLE, A.PENDING, risked),), block)


def gamble_lost(risked: int, block: Block = TABLE) -> Posting:
    return Posting(Moment.GAMBLE_LOST, (Transfer(A.GAMBLE, A.HOUSE, risked),), block)


def open_test_ledger(
    folder: Path, *, keep_rounds: int = KEEP_ROUNDS, copy: SecondCopy | None = None
) -> Ledger:
    return Ledger.open(
        folder,
        clock=VirtualClock(),
        executor=None,
        is_test=True,
        keep_rounds=keep_rounds,
        copy=copy,
    )


@contextmanager
def ledger_in(folder: Path, *, keep_rounds: int = KEEP_ROUNDS) -> Iterator[Ledger]:
    """An open ledger with a clean goodbye."""
    ledger = open_test_ledger(folder, keep_rounds=keep_rounds)
    try:
        yield ledger
    finally:
        ledger.close()


def book(ledger: Ledger, *postings: Posting) -> Receipt:
    return ledger.commit(Transaction(postings)).result()


def keep(ledger: Ledger, **documents: str) -> Receipt:
    return ledger.commit(Transaction(documents=documents)).result()


def log(ledger: Ledger, *entries: LogEntry) -> Receipt:
    return ledger.commit(Transaction(log=entries)).result()


def round_over(number: int, *, credits: int = 1, text: str = "lost") -> Transaction:
    """A coin and a whole lost round in one transaction: what long evenings are made of."""
    postings = (coin(credits), stake(credits), lost(credits))
    return Transaction(postings, round=RoundRecord(number, JOKER, text, True))


def play_rounds(ledger: Ledger, upto: int) -> None:
    """Rounds lost one after the other, up to that number."""
    newest = ledger.recent_rounds[0].number if ledger.recent_rounds else 0
    for number in range(newest + 1, upto + 1):
        ledger.commit(round_over(number)).result()


def evening(folder: Path) -> None:
    """A short evening: two rounds, documents, a double, a clean goodbye."""
    with ledger_in(folder) as ledger:
        ledger.commit(Transaction((coin(10),), {"coin": "1"})).result()
        ledger.commit(
            Transaction((stake(5),), {"play": "dealt"}, RoundRecord(1, JOKER, "dealt", False))
        ).result()
        ledger.commit(
            Transaction((won(5, 20),), {"play": "won"}, RoundRecord(1, JOKER, "won", False))
        ).result()
        book(ledger, gamble_staked(10, banked=10))
        book(ledger, gamble_lost(10))
        ledger.commit(
            Transaction((stake(1), lost(1)), {"play": "lost"}, RoundRecord(2, JOKER, "lost", True))
        ).result()

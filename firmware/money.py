"""Credits, and where they stand: accounts, what moves between them, and why.

The ledger books it, the games make it; both need nothing else of what travels between the rooms.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class GameId(StrEnum):
    """The three games, by the name that books and reports use."""

    STRIP_POKER = "strip_poker"
    JOKER_POKER = "joker_poker"
    CINQUE_MANI = "cinque_mani"


@unique
class Account(StrEnum):
    """Where credits stand. Double entry: what leaves one account enters another."""

    COINBOX = "coinbox"
    NOTES = "notes"
    SERVICE = "service"
    CREDIT = "credit"
    STAKE = "stake"
    PENDING = "pending"
    """A win not yet collected."""
    GAMBLE = "gamble"
    """The part of a win that a double has put at risk."""
    HOUSE = "house"
    HANDPAY = "handpay"
    CANCELLED = "cancelled"
    COIN_TEST = "coin_test"
    """Coins of the coin-test page: in the box, never credit."""
    FREE = "free"
    """Where the credits of free play come from: they are worth nothing and are never credit."""
    FREE_STAKED = "free_staked"
    FREE_PAID = "free_paid"


FREE_ACCOUNTS = frozenset({Account.FREE, Account.FREE_STAKED, Account.FREE_PAID})
"""Accounts of free play, on which no credit stands that is worth anything."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """`credits` (whole, positive) move from `source` to `target`."""

    source: Account
    target: Account
    credits: int

    def __post_init__(self) -> None:
        if self.credits <= 0 or self.source is self.target:
            raise ValueError(f"not a transfer: {self.credits} from {self.source} to {self.target}")


@unique
class Tender(StrEnum):
    """What money comes in as."""

    COIN = "coin"
    NOTE = "note"


@unique
class MechanicalMeter(StrEnum):
    """Optional counters of wheels behind the door, driven by pulses; by their key in the
    configuration."""

    MONEY_IN = "money_in"
    """Credits of coins and notes that became credit."""
    MONEY_OUT = "money_out"
    """Credits paid by hand or cancelled."""
    CASH_BOX = "cash_box"
    """Credits of all coins and notes that fell, those of the coin test too."""


@unique
class Moment(StrEnum):
    """Why transfers happen; together with the amounts it decides which meters move."""

    COIN = "coin"
    NOTE = "note"
    SERVICE = "service"
    """Credit that the operator gives."""
    COIN_TEST = "coin_test"
    """A coin on the coin-test page."""
    STAKE = "stake"
    """A bet is placed."""
    LOST = "lost"
    """A game ends without a win."""
    WON = "won"
    """A game ends with a win."""
    LEVEL = "level"
    """A game ends level and returns a share (Cinque Mani)."""
    COLLECT = "collect"
    GAMBLE_STAKED = "gamble_staked"
    """A double begins; a half double banks the other half in the same posting."""
    GAMBLE_WON = "gamble_won"
    GAMBLE_TIED = "gamble_tied"
    GAMBLE_LOST = "gamble_lost"
    HAND_PAY = "hand_pay"
    """The attendant pays credit, or a waiting win, by hand."""
    CANCEL = "cancel"
    """The attendant takes credit off without paying it."""
    FREE_GAME = "free_game"
    """A game of free play, told once, when it is over."""


@dataclass(frozen=True, slots=True)
class Block:
    """The part of the books in which a game is counted: games that have one return.

    Attributes:
        game: which game.
        table: the rules it was played by, such as a pay table's name with its fingerprint;
            empty where a game has one set of rules.
        level: what else the return depends on: the chips of a bet; 0 where nothing.

    >>> str(Block(GameId.JOKER_POKER, "kings_or_better@5f2c7a10", 5))
    'joker_poker/kings_or_better@5f2c7a10/5'
    """

    game: GameId
    table: str = ""
    level: int = 0

    def __post_init__(self) -> None:
        if set("/.") & set(self.table) or self.level < 0:
            raise ValueError(f"not a block of the books: {self.table!r}, level {self.level}")

    def __str__(self) -> str:
        return f"{self.game}/{self.table}/{self.level}"

    @classmethod
    def parse(cls, text: str) -> Block:
        """The block that `str` wrote.

        Raises:
            ValueError: when it wrote no such thing.
        """
        game, table, level = text.split("/")
        return cls(GameId(game), table, int(level))


@dataclass(frozen=True, slots=True)
class Posting:
    """The transfers of one moment.

    Attributes:
        moment: why.
        transfers: the money, in order.
        block: where a game is counted; None for what is no game.
        category: what exactly, for the counts: the hand that ended a game, or slot and
            minor units of a coin ("coin:100"); letters, digits, "_" and ":".
    """

    moment: Moment
    transfers: tuple[Transfer, ...]
    block: Block | None = None
    category: str = ""

"""How the books stand after a row: everything that follows from the rows, by one rule.

The running ledger, the proof, the checkpoint and a rebuilt copy all tell the rows to a
`Standing` and must come to the same: balances, meters, the period, the newest round, who
disputes what, and the digests of the documents.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from firmware.errors import LedgerCorruptError, LedgerError, LedgerRefusedError
from firmware.ledger.chain import Row, canonical
from firmware.ledger.entries import (
    UNREADABLE,
    Kind,
    Predecessor,
    RoundTold,
    Told,
    boot_told,
    predecessor_of,
    predecessor_values,
    told_of,
)
from firmware.ledger.meters import BLOCK, BLOCKS, FREE_GAMES, GAME, Groups
from firmware.ledger.totals import NOTHING, Totals
from firmware.log import LogKind
from firmware.money import FREE_ACCOUNTS, Account, GameId
from firmware.transaction import Dispute

DISPUTES_MAX = 200
"""Rounds that may be disputed at once: what is disputed is never replaced."""
NOTED_MAX = 256
"""Heads that were on the operator's screen and are still known once their rows are replaced."""

BALANCES, PERIOD, ROUND, DISPUTED = "balances", "period", "round", "disputed"
CHECKPOINT, KEY_ON, NOTED = "checkpoint", "key_on", "noted"
PREDECESSOR, SWITCHED_ON = "predecessor", "switched_on"
METERS = "meters."
_LATER_ACCOUNTS = FREE_ACCOUNTS
"""Accounts that ledgers and checkpoints of older programs do not know: left out while at 0."""
_KEY_TURNS = (LogKind.KEY_ON, LogKind.KEY_OFF)


@dataclass(frozen=True, slots=True)
class Period:
    """An accounting period: what the meters showed when it began.

    Attributes:
        number: 1 for the period that the first boot began.
        sequence: the row it began with; 0 for the first period.
        wall: when, ISO 8601; information only.
        by: who began it.
        meters: every meter at that moment.
    """

    number: int = 1
    sequence: int = 0
    wall: str = ""
    by: str = ""
    meters: Mapping[str, int] = field(default_factory=dict)

    def since(self, meters: Mapping[str, int]) -> dict[str, int]:
        """What the period added to `meters`."""
        return {name: value - self.meters.get(name, 0) for name, value in meters.items()}


@dataclass(frozen=True, slots=True)
class RoundLine:
    """What the ledger knows of a round, whatever its game.

    Attributes:
        number: 1 for the first round ever.
        game: which game.
        is_over: whether nothing about it changes any more.
        digest: fingerprint of its record.
        opened: row of its stake.
        changed: row of its last change.
        credit_before: the credit meter before its stake.
        credit_after: the credit meter after its last change.
        added_before: credits that came in, less those taken out, between the last change of
            the round before and the stake.
        added_during: the same between its stake and its last change.
    """

    number: int
    game: GameId
    is_over: bool
    digest: str
    opened: int
    changed: int
    credit_before: int
    credit_after: int
    added_before: int
    added_during: int

    def values(self) -> list[object]:
        """Its fields in their order, for JSON."""
        return [
            self.number,
            self.game,
            self.is_over,
            self.digest,
            self.opened,
            self.changed,
            self.credit_before,
            self.credit_after,
            self.added_before,
            self.added_during,
        ]

    @classmethod
    def of_values(cls, values: list[Any]) -> RoundLine:
        """The line that `values` told.

        Raises:
            ValueError, TypeError: when they tell none.
        """
        number, game, is_over, digest, *numbers = values
        return cls(int(number), GameId(game), bool(is_over), str(digest), *map(int, numbers))


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand after `last`.

    Attributes:
        last: the row; None before the first.
        is_test: whether this is a ledger for stories.
        boot: number of the boot.
        totals: balances and meters.
        documents: name -> digest.
        period: the accounting period.
        round: the newest round; None before the first.
        money_in: `Totals.money_in` at that round's last change.
        disputed: numbers of the rounds in dispute.
        checkpoint: payload of the newest row that tells of a checkpoint; empty before one.
        is_key_on: whether the operator's pages are open.
        noted: hashes, hex, of the rows that were the newest while an operator's pages were
            open: heads that a person may have written down. The newest last.
        predecessor: the ledger that was closed for good before this one; None for the first.
        switched_on: a name of the time since the machine was switched on, as the newest boot
            that knew it told it.
    """

    last: Row | None = None
    is_test: bool = False
    boot: int = 0
    totals: Totals = NOTHING
    documents: Mapping[str, str] = field(default_factory=dict)
    period: Period = Period()
    round: RoundLine | None = None
    money_in: int = 0
    disputed: tuple[int, ...] = ()
    checkpoint: str = ""
    is_key_on: bool = False
    noted: tuple[str, ...] = ()
    predecessor: Predecessor | None = None
    switched_on: str = ""

    def after(self, row: Row, told: Told | None = None) -> Standing:
        """How things stand after the next row.

        Args:
            row: it must follow `last`; its hash is not looked at here.
            told: what it tells, where that is known already.

        Raises:
            LedgerCorruptError: a row that this ledger cannot have written, naming it.
            LedgerError, LedgerRefusedError: the rules of money refuse it.
        """
        if row.kind == Kind.BOOT:
            return self._after_boot(row)
        if self.last is None or row.stamp.boot != self.boot:
            raise LedgerCorruptError(f"boot {row.stamp.boot} stands within boot {self.boot}")
        if row.kind == Kind.STOP:
            return replace(self, last=row)
        if row.kind == Kind.CHECKPOINT:
            return replace(self, last=row, checkpoint=row.payload)
        return self._after_transaction(
            row, told_of(row.kind, row.payload) if told is None else told
        )

    def _after_boot(self, row: Row) -> Standing:
        told = boot_told(row.payload)
        was_clean = self.last is None or self.last.kind == Kind.STOP
        if told.was_clean != was_clean:
            raise LedgerCorruptError(f"a boot after a clean stop: {was_clean}, but it says not so")
        if told.predecessor is not None and self.last is not None:
            raise LedgerCorruptError("only the first boot goes on from an older ledger")
        if self.last is not None and self.is_test != told.is_test:
            raise LedgerCorruptError("a test ledger became a real one, or a real one a test")
        if row.stamp.boot != self.boot + 1:
            raise LedgerCorruptError(f"boot {row.stamp.boot} follows boot {self.boot}")
        return replace(
            self,
            last=row,
            is_test=told.is_test,
            boot=row.stamp.boot,
            totals=self.totals.after_boot(
                was_clean=was_clean,
                has_fallen=not was_clean and told.switched_on == self.switched_on != "",
            ),
            is_key_on=False,
            switched_on=told.switched_on or self.switched_on,
            predecessor=told.predecessor or self.predecessor,
        )

    def _after_transaction(self, row: Row, told: Told) -> Standing:
        # Lines of the log wait for a transaction: what they tell happened before it.
        totals = self.totals.after_log(told.log).after_all(told.postings)
        line, money_in = self.round, self.money_in
        if told.round is not None:
            line = self._round_after(row, told.round, totals)
            money_in = totals.money_in
        period = self.period
        if told.new_period_by:
            period = Period(
                period.number + 1, row.sequence, row.stamp.wall, told.new_period_by, totals.meters
            )
        turns = [entry.kind for entry in told.log if entry.kind in _KEY_TURNS]
        is_key_on = turns[-1] is LogKind.KEY_ON if turns else self.is_key_on
        is_shown = is_key_on or LogKind.KEY_ON in turns
        return Standing(  # not `replace`, which takes longer than all of the above
            last=row,
            is_test=self.is_test,
            boot=self.boot,
            totals=totals,
            documents={**self.documents, **told.documents} if told.documents else self.documents,
            period=period,
            round=line,
            money_in=money_in,
            disputed=self._disputed_after(told.dispute, line),
            checkpoint=self.checkpoint,
            is_key_on=is_key_on,
            noted=(*self.noted, row.hash.hex())[-NOTED_MAX:] if is_shown else self.noted,
            predecessor=self.predecessor,
            switched_on=self.switched_on,
        )

    def _round_after(self, row: Row, told: RoundTold, totals: Totals) -> RoundLine:
        line = self.round
        credit = totals.balances[Account.CREDIT]
        following = 1 if line is None else line.number + 1
        if line is not None and told.number == line.number:
            if line.is_over:
                raise LedgerError(f"round {told.number} is over, nothing about it changes any more")
            if told.game is not line.game:
                raise LedgerError(f"round {told.number} is of {line.game}, not of {told.game}")
            return RoundLine(
                number=line.number,
                game=line.game,
                is_over=told.is_over,
                digest=told.digest,
                opened=line.opened,
                changed=row.sequence,
                credit_before=line.credit_before,
                credit_after=credit,
                added_before=line.added_before,
                added_during=line.added_during + totals.money_in - self.money_in,
            )
        if told.number != following:
            raise LedgerError(f"round {told.number} cannot be kept: the next one is {following}")
        before = self.totals
        # The first schema told the stake in a row of its own, just before.
        staked = before.balances[Account.STAKE] if row.kind == Kind.ROUND else 0
        return RoundLine(
            number=told.number,
            game=told.game,
            is_over=told.is_over,
            digest=told.digest,
            opened=row.sequence,
            changed=row.sequence,
            credit_before=before.balances[Account.CREDIT] + staked,
            credit_after=credit,
            added_before=before.money_in - self.money_in,
            added_during=totals.money_in - before.money_in,
        )

    def _disputed_after(self, dispute: Dispute | None, line: RoundLine | None) -> tuple[int, ...]:
        if dispute is None:
            return self.disputed
        number = dispute.round_number
        if not 1 <= number <= (0 if line is None else line.number):
            raise LedgerRefusedError(f"there is no round {number} to dispute")
        others = tuple(each for each in self.disputed if each != number)
        if not dispute.is_open:
            return others
        if len(others) >= DISPUTES_MAX:
            raise LedgerRefusedError(
                f"{DISPUTES_MAX} rounds are disputed: end one before round {number} is disputed"
            )
        return tuple(sorted((*others, number)))

    # --- texts --------------------------------------------------------------------------------

    def texts(self) -> dict[str, str]:
        """This standing as named texts, the form in which it is stored; documents apart."""
        groups = self.totals.groups.items()
        return {
            BALANCES: _balances_text(self.totals.balances),
            **{METERS + group: canonical(values) for group, values in groups},
            PERIOD: _period_text(self.period),
            ROUND: _round_text(self),
            DISPUTED: canonical(self.disputed),
            CHECKPOINT: canonical(self.checkpoint),
            KEY_ON: canonical(self.is_key_on),
            NOTED: canonical(self.noted),
            **_predecessor_texts(self.predecessor),
            **_switched_on_texts(self.switched_on),
        }

    def texts_since(self, before: Standing) -> dict[str, str]:
        """Those of `texts` that differ from the ones of `before`, an earlier standing."""
        texts, old = {}, before.totals.groups
        for group, values in self.totals.groups.items():
            if values is not old.get(group):
                texts[METERS + group] = canonical(values)
        if self.totals.balances is not before.totals.balances:
            texts[BALANCES] = _balances_text(self.totals.balances)
        if self.round is not before.round:
            texts[ROUND] = _round_text(self)
        if self.period is not before.period:
            texts[PERIOD] = _period_text(self.period)
        if self.disputed is not before.disputed:
            texts[DISPUTED] = canonical(self.disputed)
        if self.checkpoint is not before.checkpoint:
            texts[CHECKPOINT] = canonical(self.checkpoint)
        if self.is_key_on is not before.is_key_on:
            texts[KEY_ON] = canonical(self.is_key_on)
        if self.noted is not before.noted:
            texts[NOTED] = canonical(self.noted)
        if self.predecessor is not before.predecessor:
            texts |= _predecessor_texts(self.predecessor)
        if self.switched_on != before.switched_on:
            texts[SWITCHED_ON] = canonical(self.switched_on)
        return texts

    @property
    def generation(self) -> int:
        """1 for a cabinet's first ledger; one more for each that was closed before this one."""
        return 1 if self.predecessor is None else self.predecessor.generation + 1

    @classmethod
    def of_texts(
        cls, texts: Mapping[str, str], documents: Mapping[str, str], last: Row, *, is_test: bool
    ) -> Standing:
        """The standing that was stored as `texts`.

        Raises:
            LedgerCorruptError: when they are not what `texts` made.
        """
        try:
            made = _standing(texts, documents, last, is_test=is_test)
        except UNREADABLE as error:
            raise LedgerCorruptError("how the books stand cannot be read") from error
        if made.texts() != dict(texts):
            raise LedgerCorruptError("how the books stand is stored in a form that is not ours")
        return made


BEFORE_THE_FIRST_BOOT = Standing()
"""How things stand before there is a row."""


def _balances_text(balances: Mapping[Account, int]) -> str:
    shown = {each: n for each, n in balances.items() if n or each not in _LATER_ACCOUNTS}
    return canonical(shown)


def _balances(told: Mapping[str, Any]) -> dict[Account, int]:
    return {
        account: int(told.get(account, 0) if account in _LATER_ACCOUNTS else told[account])
        for account in Account
    }


def _predecessor_texts(predecessor: Predecessor | None) -> dict[str, str]:
    """None for the first ledger, as it was before there was a second."""
    return {} if predecessor is None else {PREDECESSOR: canonical(predecessor_values(predecessor))}


def _switched_on_texts(name: str) -> dict[str, str]:
    """None where it was never known."""
    return {SWITCHED_ON: canonical(name)} if name else {}


def _period_text(period: Period) -> str:
    return canonical(
        {
            "number": period.number,
            "sequence": period.sequence,
            "wall": period.wall,
            "by": period.by,
            "meters": dict(period.meters),
        }
    )


def _round_text(standing: Standing) -> str:
    line = None if standing.round is None else standing.round.values()
    return canonical({"line": line, "money_in": standing.money_in})


def _standing(
    texts: Mapping[str, str], documents: Mapping[str, str], last: Row, *, is_test: bool
) -> Standing:
    groups = {
        name.removeprefix(METERS): {
            str(each): int(value) for each, value in json.loads(text).items()
        }
        for name, text in texts.items()
        if name.startswith(METERS)
    }
    _verify_meters(groups)
    told_round = json.loads(texts[ROUND])
    return Standing(
        last=last,
        is_test=is_test,
        boot=last.stamp.boot,
        totals=Totals(_balances(json.loads(texts[BALANCES])), groups),
        documents=MappingProxyType(dict(documents)),
        period=_period(json.loads(texts[PERIOD])),
        round=None if told_round["line"] is None else RoundLine.of_values(told_round["line"]),
        money_in=int(told_round["money_in"]),
        disputed=tuple(int(number) for number in json.loads(texts[DISPUTED])),
        checkpoint=_text(json.loads(texts[CHECKPOINT])),
        is_key_on=bool(json.loads(texts[KEY_ON])),
        noted=tuple(str(head) for head in json.loads(texts[NOTED])),
        predecessor=predecessor_of(json.loads(texts[PREDECESSOR]))
        if PREDECESSOR in texts
        else None,
        switched_on=_text(json.loads(texts[SWITCHED_ON])) if SWITCHED_ON in texts else "",
    )


def _verify_meters(groups: Groups) -> None:
    """What stands from the first boot on is there; each block, and each free game, is whole."""
    wanted = {name: set(values) for name, values in NOTHING.groups.items()}
    wanted |= {name: set(BLOCK) for name in groups if name.startswith(BLOCKS)}
    wanted |= {name: set(GAME) for name in groups if name.startswith(FREE_GAMES)}
    for name, meters in wanted.items():
        missing = sorted(meters - groups.get(name, {}).keys())
        if missing:
            raise LedgerCorruptError(f"{name} has no meter '{missing[0]}'")


def _text(told: object) -> str:
    if not isinstance(told, str):
        raise TypeError(f"not a text: {told!r}")
    return told


def _period(told: dict[str, Any]) -> Period:
    meters = {str(name): int(value) for name, value in told["meters"].items()}
    return Period(told["number"], told["sequence"], told["wall"], told["by"], meters)

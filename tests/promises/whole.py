"""A cabinet on a bench that is whole: built as the program builds it, over a ledger on disk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cabinet_bench import Bench, Store, reply

from firmware.app.build import Books, cabinet
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.config import load_config
from firmware.events import DoorMoved, KeyTurned
from firmware.ledger.ledger import Ledger
from firmware.money import Account
from firmware.operator.roles import SHIPPED, Role
from firmware.transaction import Transaction


class OnDisk(Store):
    """What the bench writes to: a ledger in a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.ledger: Ledger | None = None

    def commit(self, transaction: Transaction) -> Mapping[Account, int]:
        assert self.ledger is not None
        balances = self.ledger.commit(transaction).result().balances
        self.transactions.append(transaction)
        return balances


class Whole(Bench):
    """The shipped configuration; a cut is a real one."""

    def __init__(self, folder: Path) -> None:
        self.on_disk = OnDisk(folder)
        super().__init__(store=self.on_disk)
        self.do(reply(0))

    def _made(self) -> Cabinet:
        disk = self.on_disk
        if disk.ledger is not None:
            disk.ledger.abandon()
        disk.ledger = Ledger.open(disk.folder, clock=self.clock, executor=None, is_test=True)
        return cabinet(load_config(), Books(disk.ledger, disk.ledger), self.chance, self.clock)

    @property
    def ledger(self) -> Ledger:
        """The ledger under it."""
        assert self.on_disk.ledger is not None
        return self.on_disk.ledger

    def stand(self, role: Role, leaf: Leaf) -> None:
        """Turn the key, be that role, open that page."""
        self.do(DoorMoved(role is Role.TECHNICIAN))
        self.do(KeyTurned(is_on=True))
        self.settle()
        if role in SHIPPED:
            self.pin(SHIPPED[role])
        assert self.state.role is role
        self.to_page(leaf)

    def leave(self) -> None:
        """Turn the key back and close the door."""
        self.do(KeyTurned(is_on=False))
        self.do(DoorMoved(is_open=False))
        self.settle()

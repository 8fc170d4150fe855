"""Disks as a power cut may leave them, made from a recorded log.

What is assumed of a file system, and no more:

- a file's sync makes its content durable; without one any part of it may be there or not, in
  sectors of 512 bytes and in any order;
- a name that was made, changed or removed is durable once its folder is synced; a file's
  sync makes earlier changes of names durable too, as ext4 does, except in the disks "names
  undone", which hold to the letter of POSIX;
- a removal that is undone brings the old file back; what was written to a new file of that
  name meanwhile is not in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from recording_vfs import Entry

SECTOR_BYTES = 512

Image = dict[str, bytes]
"""Name -> content."""
_Change = tuple[int, bytes | None]
"""A write at an offset; a truncation to a size with None."""


class Disk:
    """What is durable and what is on its way, after a prefix of the log."""

    def __init__(self) -> None:
        self._durable: dict[int, bytes] = {}
        self._pending: dict[int, list[_Change]] = {}
        self._names: dict[str, int] = {}
        self._pending_names: list[tuple[Entry, bool]] = []
        """With whether a file was synced since, which makes it durable on ext4."""
        self._last: Entry = ()

    def follow(self, entry: Entry) -> None:
        """The next thing that was done."""
        self._last = entry
        match entry:
            case ("create", inode, _):
                self._durable[inode] = b""
                self._pending[inode] = []
                self._pending_names.append((entry, False))
            case ("write", inode, offset, data):
                self._pending[inode].append((offset, data))
            case ("truncate", inode, size):
                self._pending[inode].append((size, None))
            case ("sync", inode):
                self._durable[inode] = _changed(self._durable[inode], self._pending[inode])
                self._pending[inode] = []
                self._pending_names = [(change, True) for change, _ in self._pending_names]
            case ("sync failed", inode):
                self._pending[inode] = []
            case ("unlink", *_) | ("rename", *_):
                self._pending_names.append((entry, False))
            case ("sync names",):
                self._names = _renamed(self._names, [change for change, _ in self._pending_names])
                self._pending_names = []
            case ("cut", image, inodes):
                self._names = dict(inodes)
                self._pending_names = []
                self._durable = {inodes[name]: content for name, content in image.items()}
                self._pending = {inode: [] for inode in self._durable}

    # --- images -------------------------------------------------------------------------------

    def images(self, seed: str, per_kind: int) -> Iterator[tuple[str, Image]]:
        """(kind, disk) for a cut now: only what can differ, `per_kind` of each seeded kind."""
        yield "dropped", self._image(self._sure_names(), {})
        if any(self._pending.values()) or len(self._sure_names()) != len(self._all_names()):
            yield "kept", self._image(self._all_names(), self._pending)
        if self._pending_names:
            yield "names undone", self._image(self._names, self._pending)
        if not any(self._pending.values()):
            return
        dice = random.Random(seed)
        for _ in range(per_kind):
            if self._last[0] == "write":
                yield "torn", self._image(self._all_names(), self._torn(dice))
            yield "subset", self._image(self._some_names(dice), self._subset(dice))
            yield "reordered", self._image(self._some_names(dice), self._reordered(dice))

    def dropped(self) -> Image:
        """The disk with nothing on it that is not sure to be."""
        return self._image(self._sure_names(), {})

    def subset(self, dice: random.Random) -> Image:
        """A disk with some of what is not sure to be on it."""
        return self._image(self._some_names(dice), self._subset(dice))

    def _image(self, names: dict[str, int], pending: dict[int, list[_Change]]) -> Image:
        return {
            name: _changed(self._durable[inode], pending.get(inode, []))
            for name, inode in sorted(names.items())
        }

    def _sure_names(self) -> dict[str, int]:
        return _renamed(self._names, [change for change, sure in self._pending_names if sure])

    def _all_names(self) -> dict[str, int]:
        return _renamed(self._names, [change for change, _ in self._pending_names])

    def _some_names(self, dice: random.Random) -> dict[str, int]:
        unsure = sum(not sure for _, sure in self._pending_names)
        count = len(self._pending_names) - dice.randint(0, unsure)
        return _renamed(self._names, [change for change, _ in self._pending_names[:count]])

    def _torn(self, dice: random.Random) -> dict[int, list[_Change]]:
        _, inode, offset, data = self._last
        sectors = list(_sectors(offset, data))
        kept = sectors[: dice.randrange(len(sectors))]
        return {**self._pending, inode: [*self._pending[inode][:-1], *kept]}

    def _subset(self, dice: random.Random) -> dict[int, list[_Change]]:
        share = dice.choice((0.2, 0.5, 0.9))
        return {
            inode: [change for change in changes if dice.random() < share]
            for inode, changes in self._pending.items()
        }

    def _reordered(self, dice: random.Random) -> dict[int, list[_Change]]:
        """Sectors reach the disk in any order, and it ends in the midst of them."""
        kept: dict[int, list[_Change]] = {}
        for inode, changes in self._pending.items():
            pieces = [piece for change in changes for piece in _sectors(*change)]
            there = set(dice.sample(range(len(pieces)), dice.randint(0, len(pieces))))
            # Two writes to one place are never the wrong way round: no disk does that.
            kept[inode] = [piece for at, piece in enumerate(pieces) if at in there]
        return kept


def disk_after(log: list[Entry]) -> Disk:
    """The disk when all of that was done."""
    disk = Disk()
    for entry in log:
        disk.follow(entry)
    return disk


def _sectors(offset: int, data: bytes | None) -> Iterator[_Change]:
    if data is None:
        yield offset, None
        return
    start = 0
    while start < len(data):
        end = start + SECTOR_BYTES - (offset + start) % SECTOR_BYTES
        yield offset + start, data[start:end]
        start = end


def _changed(content: bytes, changes: list[_Change]) -> bytes:
    if not changes:
        return content
    made = bytearray(content)
    for offset, data in changes:
        if data is None:
            del made[offset:]
        if len(made) < offset:
            made.extend(bytes(offset - len(made)))
        if data is not None:
            made[offset : offset + len(data)] = data
    return bytes(made)


def _renamed(names: dict[str, int], changes: list[Entry]) -> dict[str, int]:
    made = dict(names)
    for change in changes:
        match change:
            case ("create", inode, name):
                made[name] = inode
            case ("unlink", name):
                made.pop(name, None)
            case ("rename", old, new):
                made[new] = made.pop(old)
    return made

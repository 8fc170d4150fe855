"""Rendered drawings kept on disk, so that a warm start draws nothing.

Drawing a deck at 1080p takes seconds on a small machine; reading one back takes moments. They
are kept as they lie in memory: unpacking a PNG of a whole display takes two frames.
What is kept belongs to one state of the art and of the code that draws it (a fingerprint):
when either changes, the old pictures are removed and new ones drawn. Nothing kept here is
needed: a damaged file is drawn anew, and a folder that cannot be written is done without.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import weakref
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pygame

from firmware.assets import asset
from firmware.screens.vector import Size

_HELD_BYTES = 5 * 1024 * 1024
"""Kept in memory at most: what is composed again and again; the rest is read again."""
_OTHER_SETS = 2
"""Sets of other versions that stay beside our own."""
_log = logging.getLogger(__name__)

_ART_FOLDERS = ("cards", "neon")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_SET = re.compile(r"art-[0-9a-f]{16}")
_MOST_FILES = 800  # a deck in two colourings and four sizes stays well below
_SUFFIX = ".pixels"
_PART_BYTES = 256 * 1024
"""Read at once of a large picture: about a third of a millisecond."""
_CHECKED_EACH = 509
"""Of so many bytes one is in the check sum: a page that never reached the disk shows."""


def art_fingerprint(sources: Iterable[Path] | None = None) -> str:
    """Sixteen hex digits that change whenever the art or the code drawing it does.

    Args:
        sources: the files that count; by default the drawings and this package's modules.
    """
    if sources is None:
        drawings = [path for folder in _ART_FOLDERS for path in asset(folder).glob("*.*")]
        sources = [*drawings, *Path(__file__).parent.glob("*.py")]
    digest = hashlib.sha256(pygame.version.ver.encode())
    for path in sorted(sources):
        content = path.read_bytes()
        digest.update(f"{path.name}:{len(content)}:".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


class PartlyRead(Exception):  # noqa: N818 - nothing is wrong: ask again
    """A large picture is read so far only: asked for again, it is read on."""


class SpriteStore:
    """Pictures by name and size, in memory and in `folder`.

    Every answer is a 32-bit surface with straight alpha, shared by all who ask: copy it
    before changing it. Never raises for anything that happens to the folder.
    """

    def __init__(self, folder: Path, fingerprint: str | None = None) -> None:
        """Keep pictures under `folder`, which is created at the first write.

        Args:
            folder: a folder of its own; nothing in it but what this class writes is touched.
            fingerprint: of art and code; worked out if not given.
        """
        self._root = folder
        self._folder = folder / f"art-{fingerprint or art_fingerprint()}"
        self._held: OrderedDict[tuple[str, Size], pygame.Surface] = OrderedDict()
        self._held_bytes = 0
        self._writable = True
        self._count: int | None = None
        self._is_time_left: Callable[[], bool] | None = None
        self._begun: tuple[Path, pygame.Surface, int] | None = None
        self._spare: pygame.Surface | None = None

    @contextmanager
    def in_parts(self, is_time_left: Callable[[], bool]) -> Iterator[None]:
        """Within it `get_opaque` reads one part of a picture, and more while there is time.

        Raises:
            PartlyRead: where the picture is not there yet.
        """
        self._is_time_left = is_time_left
        try:
            yield
        finally:
            self._is_time_left = None

    def get(
        self,
        name: str,
        size: Size,
        draw: Callable[[], pygame.Surface],
        *,
        hold: bool = True,
    ) -> pygame.Surface:
        """The picture of that name and size: held, read, or drawn (and then kept).

        Args:
            name: lower-case letters, digits, `.`, `_`, `-`; names what is drawn, completely.
            size: width and height in pixels that `draw` returns.
            draw: called only if the picture is not kept yet.
            hold: whether to keep it in memory too; not for large pictures asked for once.

        Raises:
            ValueError: for a name that cannot be a file's, or if `draw` returns another size.
        """
        key = (name, size)
        held = self._held.get(key)
        if held is not None:
            self._held.move_to_end(key)
        else:
            path = self._path(name, size)
            held = self._read(path, size)
            if held is None:
                held = _drawn(name, size, draw)
                self._write(path, held)
            if hold:
                self._hold(key, held)
        return held

    def get_opaque(
        self, name: str, size: Size, draw: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        """The same for a picture without holes, whose surface is the caller's own.

        It is read straight into that surface: a ground is as large as the display, and one
        copy of it takes as long as a frame should.
        """
        path = self._path(name, size)
        begun, self._begun = self._begun, None
        if begun is not None and begun[0] == path:
            _, own, offset = begun
        else:
            del begun  # its memory may be what is needed now
            own, offset = self._blank(size), 0
        if self._read_into(path, own, offset):
            return own
        own.fill((0, 0, 0))
        own.blit(_drawn(name, size, draw), (0, 0))
        self._write(path, own)
        return own

    def reserve(self, size: Size) -> None:
        """Have the memory for one more picture as large as this at hand."""
        self._spare = pygame.Surface(size, 0, 32)

    def _blank(self, size: Size) -> pygame.Surface:
        """A surface for `get_opaque`, of the memory that an earlier one has left.

        Fresh memory as large as the display costs as much as a frame may.
        """
        spare, self._spare = self._spare, None
        if spare is None or spare.get_size() != size:
            spare = pygame.Surface(size, 0, 32)
        whole = spare.subsurface(spare.get_rect())
        weakref.finalize(whole, self._take_back, spare).atexit = False
        return whole

    def _take_back(self, spare: pygame.Surface) -> None:
        self._spare = spare

    def _path(self, name: str, size: Size) -> Path:
        if not _NAME.fullmatch(name):
            raise ValueError(f"no name for a sprite: '{name}' (a-z, 0-9, '.', '_', '-')")
        return self._folder / f"{name}-{size[0]}x{size[1]}{_SUFFIX}"

    def _hold(self, key: tuple[str, Size], picture: pygame.Surface) -> None:
        """Keep in memory; what was not asked for the longest time goes when it is too much."""
        self._held[key] = picture
        self._held_bytes += _bytes(picture)
        while self._held_bytes > _HELD_BYTES and len(self._held) > 1:
            self._held_bytes -= _bytes(self._held.popitem(last=False)[1])

    def _read(self, path: Path, size: Size) -> pygame.Surface | None:
        content = bytearray(size[0] * size[1] * 4 + 5)  # a byte too many would show
        try:
            with path.open("rb", buffering=0) as file:
                length = file.readinto(content)
        except OSError:
            return None  # not kept yet, or not readable: drawing is the answer to both
        pixels, told = memoryview(content)[:-5], bytes(content[-5:-1])
        if length != len(content) - 1 or _check_sum(pixels) != told:
            _log.warning("kept picture %s is not what its name says: drawn anew", path)
            return None
        return pygame.image.frombuffer(pixels, size, "BGRA")

    def _read_into(self, path: Path, own: pygame.Surface, offset: int) -> bool:
        """Whether the picture was read into an opaque surface, which lies as it is kept.

        Args:
            offset: bytes of it that were read before.
        """
        # pygame's types do not say that a view has the buffer protocol
        pixels = memoryview(cast(bytearray, own.get_view("0")))
        try:
            with path.open("rb", buffering=0) as file:
                file.seek(offset)
                while offset < len(pixels):
                    length = file.readinto(pixels[offset : offset + _PART_BYTES])
                    if not length:
                        break
                    offset += length
                    if self._is_time_left is not None and not self._is_time_left():
                        self._begun = path, own, offset
                        raise PartlyRead(path.name)
                told = file.read(5)  # a byte too many would show
        except OSError:
            return False  # as above
        if offset != len(pixels) or _check_sum(pixels) != told:
            _log.warning("kept picture %s is not what its name says: drawn anew", path)
            return False
        return True

    def _write(self, path: Path, picture: pygame.Surface) -> None:
        if not self._writable:
            return
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            if self._count is None:
                self._count = self._prepare()
            if self._count >= _MOST_FILES:
                return
            pixels = pygame.image.tobytes(picture, "BGRA")
            temporary.write_bytes(pixels + _check_sum(memoryview(pixels)))
            temporary.replace(path)
            self._count += 1
        except OSError as error:
            self._writable = False  # one warning, not one a picture
            _log.warning("pictures cannot be kept in %s (%s): drawn at each start", path, error)

    def _prepare(self) -> int:
        """Create the folder, remove sets of old art; how many pictures are kept already.

        The newest sets stay: another version of the program may be running on one.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        others = [
            each
            for each in self._root.iterdir()
            if _SET.fullmatch(each.name) and each != self._folder and each.is_dir()
        ]
        others.sort(key=lambda each: each.stat().st_mtime, reverse=True)
        for old in others[_OTHER_SETS:]:
            _remove_set(old)
        return sum(1 for _ in self._folder.glob(f"*{_SUFFIX}"))


def _drawn(name: str, size: Size, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
    picture = draw()
    if picture.get_size() != size:
        raise ValueError(f"sprite '{name}' is {picture.get_size()}, not {size}")
    return picture


def _check_sum(pixels: memoryview) -> bytes:
    return zlib.crc32(pixels[::_CHECKED_EACH].tobytes()).to_bytes(4, "little")


def _bytes(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height() * 4


def _remove_set(folder: Path) -> None:
    """Remove one set of pictures; a file not ours stays, and with it the folder."""
    for path in folder.iterdir():
        if path.suffix in {_SUFFIX, ".png", ".tmp"}:  # earlier versions kept PNG files
            path.unlink(missing_ok=True)
    try:
        folder.rmdir()
    except OSError as error:
        _log.warning("old pictures in %s stay: %s", folder, error)

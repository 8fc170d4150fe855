"""Whether a picture that a pack names may be used: where it lies, what it is, how large.

A pack comes from somebody else. Nothing is drawn here: the size is read from the file's
head, and the check sums show whether the copy is whole.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

MAX_SIDE_PX = 4096
MAX_PACK_BYTES = 15 * 1024 * 1024

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHUNK_HEAD = struct.Struct(">I4s")
_CHECK_SUM = struct.Struct(">I")
_SIZE = struct.Struct(">II")


class PictureFault(Exception):  # noqa: N818  # it is a verdict on a picture, not an accident
    """Why a picture cannot be used: the end of a sentence that begins with its name."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is there, is whole, and is a PNG.

    Attributes:
        path: absolute, with every link followed.
        size: width and height in pixels.
        size_bytes: of the file.
    """

    path: Path
    size: tuple[int, int]
    size_bytes: int


def inside(folder: Path, name: str) -> Path:
    """The file `name` of a pack, with every link followed; it need not be there.

    Raises:
        PictureFault: it is not below `folder`, by its name or through a link.
    """
    parts = PurePosixPath(name).parts
    if not parts or "\0" in name or "\\" in name:
        raise PictureFault("is no name of a file")
    if PurePosixPath(name).is_absolute() or ".." in parts:
        raise PictureFault("must stay within the pack's folder")
    try:
        path = (folder / name).resolve()
        home = folder.resolve()
    except (OSError, RuntimeError) as error:  # links that go round in a circle
        raise PictureFault("cannot be followed to a file") from error
    if not path.is_relative_to(home):
        raise PictureFault(f"is a link out of the pack's folder, to {path}")
    return path


def read_picture(folder: Path, name: str) -> Picture:
    """Find a picture of a pack and check that it is a whole PNG of a bearable size.

    Raises:
        PictureFault: it is not.
    """
    path = inside(folder, name)
    try:
        if not path.is_file():
            raise PictureFault("is missing")
        size_bytes = path.stat().st_size
        if size_bytes > MAX_PACK_BYTES:
            raise PictureFault(f"has {megabytes(size_bytes)} MB, more than a whole pack may have")
        content = path.read_bytes()
    except OSError as error:
        raise PictureFault(f"cannot be read: {error.strerror}") from error
    size = png_size(content)
    if max(size) > MAX_SIDE_PX:
        raise PictureFault(f"is {size[0]} x {size[1]} px; at most {MAX_SIDE_PX} px a side")
    _verify_whole(content)
    return Picture(path, size, size_bytes)


def png_size(content: bytes) -> tuple[int, int]:
    """Width and height as a PNG's head tells them.

    Raises:
        PictureFault: this is no PNG.
    """
    start = len(_SIGNATURE)
    head = start + _CHUNK_HEAD.size
    if not content.startswith(_SIGNATURE) or content[start:head] != b"\0\0\0\rIHDR":
        raise PictureFault("is not a PNG")
    if len(content) < head + _SIZE.size:
        raise PictureFault("is cut short")
    width, height = _SIZE.unpack_from(content, head)
    if not width or not height:
        raise PictureFault(f"is {width} x {height} px")
    return width, height


def _verify_whole(content: bytes) -> None:
    """Every chunk has its check sum, and the last one is the end.

    Raises:
        PictureFault: the file is cut short or damaged.
    """
    at, kind = len(_SIGNATURE), b""
    while kind != b"IEND":
        body = at + _CHUNK_HEAD.size
        if body > len(content):
            raise PictureFault("is cut short")
        length, kind = _CHUNK_HEAD.unpack_from(content, at)
        end = body + length
        if end + _CHECK_SUM.size > len(content):
            raise PictureFault("is cut short")
        (told,) = _CHECK_SUM.unpack_from(content, end)
        if zlib.crc32(memoryview(content)[at + 4 : end]) != told:
            raise PictureFault("is damaged: a check sum is wrong")
        at = end + _CHECK_SUM.size


def megabytes(size_bytes: int) -> str:
    """A size for people.

    >>> megabytes(15 * 1024 * 1024)
    '15.0'
    """
    return f"{size_bytes / (1024 * 1024):.1f}"

"""`cabinato pictures`: draw beforehand what the screens keep, so that no player waits for it.

The first figure of an evening takes long to draw on a small machine. The installer runs this as
the user of the cabinet; a cabinet that starts then finds the pictures in its store.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from firmware.words import Language

_DEFAULT_SIZE = (1280, 720)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "pictures",
        description="Draw what the screens keep (cards, figures, lights) into the cache folder. "
        "A second run finds it all there. Needs no display.",
    )
    parser.add_argument(
        "--size",
        type=_size,
        default=_DEFAULT_SIZE,
        metavar="WxH",
        help="the display's size in pixels (default: 1280x720)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw every state of the screens once; 0."""
    from firmware.assets import cache_folder
    from firmware.screens.samples import SAMPLES

    draw(args.size, tuple(SAMPLES))
    print(f"pictures for {args.size[0]} x {args.size[1]} are in {cache_folder()}")
    return 0


def draw(size: tuple[int, int], names: Sequence[str]) -> None:
    """Draw states of the screens, so that their pictures are kept.

    Args:
        size: of the display, in pixels.
        names: keys of `SAMPLES`.
    """
    from firmware.assets import cache_folder
    from firmware.screens.canvas import plain_surface
    from firmware.screens.samples import sample
    from firmware.screens.screen import Screen
    from firmware.screens.sprites import SpriteStore

    store = SpriteStore(cache_folder())
    for name in names:
        view, now_s = sample(name, Language.IT)
        Screen(plain_surface(size), store).draw(view, now_s)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    try:
        size = int(width), int(height)
    except ValueError:
        size = 0, 0
    if not all(1 <= side <= 8192 for side in size):
        raise argparse.ArgumentTypeError(f"no size: '{text}' (two numbers, such as 1280x720)")
    return size

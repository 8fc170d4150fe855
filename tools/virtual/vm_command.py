"""The command line of tools/vm."""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from vm_arm_image import ArmImage
from vm_image import Image, ImageError
from vm_machine import VmError
from vm_pins import choose_pins
from vm_rig import Rig
from vm_story import VmStoryError, play, read_story

from firmware.errors import CabinatoError

PER_START = 16
"""Power cuts of which one is followed by a start."""
EVENING = Path(__file__).parent / "evening.story"
_FOLDER = Path("~/.cache/cabinato/vm").expanduser()
"""Of a PC's image; another's has the processor's name behind it."""
_IMAGES: dict[str, type[Image]] = {"amd64": Image, "arm64": ArmImage}


def main() -> int:
    """Do what was asked; 0 when all of it was as it should be, 2 when nothing could begin."""
    options = _options()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was started is ended too
    begun_s = time.monotonic()

    def say(told: str) -> None:
        print(f"{time.monotonic() - begun_s:7.1f}  {told}", flush=True)

    try:
        steps = () if options.story is None else read_story(options.story)
        image = _IMAGES[options.arch](options.folder.absolute(), say)
        if options.renew:
            image.forget_cabinet()
        image.make()
    except (ImageError, VmStoryError, subprocess.CalledProcessError) as error:
        print(f"vm: {error}", file=sys.stderr)
        return 2
    # The path of a Unix socket has room for a hundred letters.
    folder = options.keep or Path(tempfile.mkdtemp(prefix="cabinato-vm-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with _rig(image, folder, say) as rig:
            _prepare(image, rig)
            if options.boot or steps:
                rig.fresh_disk(image.ready, "qcow2")
                rig.boot()
                rig.see("attract")
                play(steps, rig, say)
        if options.cuts:
            with _rig(image, folder, say, is_bare=True) as rig:
                rig.fresh_disk(image.ready, "qcow2")
                rig.boot()
                _cut_often(rig, options.cuts, random.Random(options.seed))
    except (VmError, CabinatoError, subprocess.CalledProcessError) as error:
        print(f"vm: {error}\nvm: logs and pictures are in {folder}", file=sys.stderr)
        return 1
    say(f"all as it should be; pictures are in {folder}")
    return 0


@contextmanager
def _rig(
    image: Image, folder: Path, say: Callable[[str], None], *, is_bare: bool = False
) -> Iterator[Rig]:
    """A cabinet that is gone in the end; what it showed when something was wrong is kept."""
    rig = Rig(image, folder, say, is_bare=is_bare)
    try:
        yield rig
    except (VmError, CabinatoError):
        if rig.is_on:
            rig.keep("end")
        raise
    finally:
        rig.close()


def _prepare(image: Image, rig: Rig) -> None:
    """The first start: it takes no money until its PINs are chosen, by its own buttons."""
    if image.ready.exists():
        return
    rig.fresh_disk(image.disk, "raw")
    rig.boot()
    choose_pins(rig)
    rig.shut_down()
    rig.disk.rename(image.ready)


def _cut_often(rig: Rig, count: int, chance: random.Random) -> None:
    """Power cuts in random states. Most are of a copy of the disk, while the machine plays on;
    each sixteenth is the machine's own, half of them at rest, and it starts again."""
    starts = 0
    for number in range(1, count + 1):
        if number % 2:
            rig.coin(chance.choice(rig.config.coin.coins_minor))
            rig.expect("coin_in", str(rig.in_box))
        rig.play_on(chance)
        if number % PER_START and number != count:
            rig.cut_copy(chance)
            continue
        rig.prove_copies()
        starts += 1
        if starts % 2:
            rig.cut_and_compare()
        else:
            rig.cut_amid(chance)
            rig.power_up()
        rig.prove_coins()
        rig.tell(f"{number} of {count} cuts, started again {starts} times")
    rig.prove_books()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="vm", description="The cabinet on a virtual machine.")
    parser.add_argument(
        "--boot", action="store_true", help="boot it and see it; also before a story"
    )
    parser.add_argument(
        "--story", nargs="?", type=Path, const=EVENING, metavar="F",
        help="play a story at it; without a file, that of tools/virtual",
    )  # fmt: skip
    parser.add_argument(
        "--cuts", type=int, default=0, metavar="N", help="switch the power off N times"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the random states (1)")
    parser.add_argument(
        "--arch", choices=_IMAGES, default="amd64",
        help="the processor: a PC's (amd64), or that of a Raspberry Pi (arm64, slower still)",
    )  # fmt: skip
    parser.add_argument(
        "--folder", type=Path, help=f"where the image is kept ({_FOLDER}, {_FOLDER}-arm64)"
    )
    parser.add_argument(
        "--renew", action="store_true", help="install this tree's cabinet into it anew"
    )
    parser.add_argument("--keep", type=Path, metavar="DIR", help="for the run's logs and pictures")
    options = parser.parse_args()
    if not (options.boot or options.story or options.cuts):
        parser.print_help()
        sys.exit(2)
    if options.folder is None:
        is_pc = options.arch == "amd64"
        options.folder = _FOLDER if is_pc else _FOLDER.with_name(f"{_FOLDER.name}-{options.arch}")
    os.umask(0o022)
    return options

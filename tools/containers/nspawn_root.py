"""Makes the small Debian in which systemd-nspawn boots the service, by the very tools/install.

Made once and kept, like the image of tools/vm; a changed tree is installed over it as an update.
Nothing is drawn on a screen there, so the six packages that do so are empty stand-ins.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TextIO

TREE = Path(__file__).resolve().parents[2]
FOLDER = Path("~/.cache/cabinato/nspawn").expanduser()
SUITE = "bookworm"
"""Its systemd 252 boots with control groups of both versions; a younger one refuses the first."""
MIRROR = "http://deb.debian.org/debian"
BASE = ("systemd", "systemd-sysv", "udev", "dbus", "python3", "python3-venv", "ca-certificates")
STAND_INS = ("libgbm1", "libdrm2", "libegl1", "libgles2", "libgl1-mesa-dri", "libasound2")
"""What the installer wants for screen and sound, which a container has not."""
PROGRAMS = ("systemd-nspawn", "mmdebstrap", "dpkg-deb", "chroot", "nsenter")
PACKAGES = "systemd-container mmdebstrap"
PROGRAM_PART = TREE / "tools/installing/program.sh"
_CA = Path("/etc/ssl/certs/ca-certificates.crt")
_FOREIGN = re.compile(r"PIP_(FIND_LINKS|.*INDEX_URL|CERT)|SSL_CERT_.*|REQUESTS_CA_BUNDLE")


class NotRunError(Exception):
    """This machine does not let the service be booted; says why. No fault of the cabinet."""


def require_machine() -> None:
    """Look whether this machine can make and boot a system at all.

    Raises:
        NotRunError: it cannot.
    """
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        raise NotRunError(f"{', '.join(missing)} not found: sudo apt-get install {PACKAGES}")
    if os.getuid() != 0:
        raise NotRunError("only root can boot a system: sudo tools/nspawn")


class Root:
    """The folder with the system; leaving its `with` gives it free for others.

    Args:
        folder: where it is made and kept, outside the tree.
        limit_s: how long it may take to make what is missing.
        say: told what is being done.
    """

    def __init__(self, folder: Path, limit_s: float, say: Callable[[str], None]) -> None:
        self.path = folder / "root"
        self._folder = folder
        self._end_s = time.monotonic() + limit_s
        self._say = say
        self._held: TextIO | None = None

    def __enter__(self) -> Root:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._held is not None:
            self._held.close()

    @property
    def _base_mark(self) -> Path:
        return self._folder / "base.done"

    def require_base(self) -> None:
        """Look whether the Debian was made already, which takes minutes and a network.

        Raises:
            NotRunError: it was not.
        """
        require_machine()
        if not self._base_mark.exists():
            raise NotRunError("no system was made to boot: sudo tools/nspawn --make")

    def make(self) -> None:
        """Make what is not there yet: the Debian, and this tree's cabinet. It is then ours alone.

        Raises:
            NotRunError: it could not be made here, or not in time.
        """
        require_machine()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock()
        if not self._base_mark.exists():
            self._say("making a small Debian ...")
            self._lay_base()
            self._base_mark.touch()
        self._once("installed", installing_digest(), "installing the cabinet", self._lay_cabinet)
        self._once("laid", tree_version(), "laying this tree's program", self._lay_tree)

    def _lock(self) -> None:
        """Two at once would lay files below each other's running system; held until the end."""
        self._held = (self._folder / "lock").open("w")
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotRunError("another run uses the system") from None

    def _once(self, name: str, version: str, what: str, do: Callable[[], None]) -> None:
        mark = self._folder / f"{name}.done"
        if mark.exists() and mark.read_text() == version:
            return
        self._say(f"{what} ...")
        mark.unlink(missing_ok=True)
        do()
        mark.write_text(version)

    def _lay_base(self) -> None:
        _require_nothing_mounted(self.path)
        (self._folder / "installed.done").unlink(missing_ok=True)
        shutil.rmtree(self.path, ignore_errors=True)
        with tempfile.TemporaryDirectory() as packages:
            debs = [_stand_in(name, Path(packages)) for name in STAND_INS]
            self._run([
                "mmdebstrap", "--mode=root", "--variant=minbase",
                f"--include={','.join(BASE)}", '--aptopt=APT::Install-Recommends "false"',
                "--dpkgopt=path-exclude=/usr/share/doc/*",
                "--dpkgopt=path-exclude=/usr/share/locale/*",
                f"--customize-hook=copy-in {' '.join(map(str, debs))} /var/tmp",
                '--customize-hook=chroot "$1" sh -c "dpkg -i /var/tmp/*.deb; rm /var/tmp/*.deb"',
                SUITE, self.path, MIRROR,
            ])  # fmt: skip

    def _lay_cabinet(self) -> None:
        shutil.rmtree(self.path / "etc/cabinato", ignore_errors=True)
        trusting = {}
        if _CA.exists():  # a network may sit behind a proxy with a certificate of its own
            shutil.copy(_CA, self.path / "var/tmp/ca.crt")
            # The first name is pip's; the second is heard by the pip that it builds with, too.
            trusting = dict.fromkeys(("PIP_CERT", "REQUESTS_CA_BUNDLE"), "/var/tmp/ca.crt")
        self._run([TREE / "tools/install", "--root", self.path, "--no-pictures"], **trusting)

    def _lay_tree(self) -> None:
        """The tree's own files over those installed, as its wheel has them, with their manifest.

        An installation costs a minute for the same packages as before.
        """
        current = self.path / "opt/cabinato/current"
        (site,) = current.glob(".venv/lib/python3*/site-packages")
        with tempfile.TemporaryDirectory() as folder:
            build = f"from hatchling.build import build_wheel; build_wheel({folder!r})"
            self._run(["env", "-C", TREE, TREE / ".venv/bin/python", "-c", build])
            (wheel,) = Path(folder).glob("*.whl")
            shutil.rmtree(site / "firmware")
            with zipfile.ZipFile(wheel) as packed:
                packed.extractall(site)
        shutil.copy(TREE / "cabinet.service", current / "cabinet.service")
        shutil.copy(TREE / "cabinet.service", self.path / "etc/systemd/system/cabinet.service")
        shutil.copy(TREE / "hw_config.toml", self.path / "etc/cabinato/hw_config.toml")
        self._run(
            ["sh", "-euc", f'. {PROGRAM_PART}; write_manifest "$0"', "/opt/cabinato/current"],
            ROOT=str(self.path), DRY="",
        )  # fmt: skip

    def _run(self, argv: Sequence[str | Path], **variables: str) -> None:
        """Run a step in a session of its own, so that all of it ends when the time is over."""
        own = {name: value for name, value in os.environ.items() if not _FOREIGN.fullmatch(name)}
        log = self._folder / "make.log"
        with log.open("a") as said:
            process = subprocess.Popen(
                ["nice", "-n", "10", *map(str, argv)],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                env={**own, **variables},
                start_new_session=True,
            )
        try:
            code = process.wait(max(0.0, self._end_s - time.monotonic()))
        except subprocess.TimeoutExpired:
            # It is asked, not killed: what it has mounted below the folder it unmounts.
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            raise NotRunError("the system could not be made in time: sudo tools/nspawn") from None
        if code != 0:
            said_last = log.read_text(errors="replace").strip().rpartition("\n")[2]
            raise NotRunError(f"{argv[0]} failed: {said_last} (all of it: {log})")


def _require_nothing_mounted(folder: Path) -> None:
    """An installation that was killed may have left this machine's /dev below; it is not ours."""
    below = f" {folder}/"
    if below in Path("/proc/self/mountinfo").read_text():
        raise NotRunError(f"something is mounted below {folder}: unmount it first")


def installing_digest() -> str:
    """What an installation depends on beside the program itself: how it is made, and of what."""
    ours = [path for path in (TREE / "tools/installing").rglob("*") if path.is_file()]
    digest = hashlib.sha256()
    for path in (TREE / "pyproject.toml", TREE / "tools/install", *sorted(ours)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def tree_version() -> str:
    """The version that tools/install makes of this tree."""
    return subprocess.run(
        ["sh", "-c", f". {PROGRAM_PART}; version_of_tree"],
        env={**os.environ, "HERE": str(TREE)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def _stand_in(name: str, folder: Path) -> Path:
    """An empty package of that name."""
    place = folder / name
    (place / "DEBIAN").mkdir(parents=True, mode=0o755)
    (place / "DEBIAN/control").write_text(
        f"Package: {name}\nVersion: 99\nArchitecture: all\n"
        "Maintainer: nobody <nobody@localhost>\nDescription: stands in where nothing is drawn\n"
    )
    made = folder / f"{name}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "--build", place, made],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return made

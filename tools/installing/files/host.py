#!/usr/bin/python3 -I
"""What root does for the cabinet, which has no right to do it itself. Four words, no more.

    host.py requests      does what the file /run/cabinato/requests/ask says, and answers
    host.py mount sda1    gives a stick that was plugged in to the cabinet
    host.py unmount sda1  takes it back, also when it was pulled out

The cabinet's user may write anything into its folder: links, pipes, folders, other words. What it
writes is compared with what is allowed and never handed on: not to a shell, not to a program.
The Python of the system runs this (-I: with nothing of anybody's), not that of the cabinet.
"""

import argparse
import errno
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

RUN = "run/cabinato"
REQUESTS, ASK, ANSWER = "requests", "ask", "answer"
STICK = "run/cabinato-usb/stick"
FOLDER = "cabinato"
"""What the cabinet's user gets of a stick whose file system knows owners."""
USER = "cabinet"

LARGEST_BYTES = 64
"""Of a request that is read; longer than any that is allowed."""
PATIENCE_S = 25
POWER_OFF, RESTART, EJECT = b"power-off", b"restart", b"eject"
CLOCK = re.compile(rb"clock (20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00)")
NAME = re.compile(r"sd[a-z]{1,3}[0-9]{0,3}")

SAFE = "nosuid,nodev,noexec,noatime"
"""Nothing on a stick is ever run, and no device or right of its own is honoured."""
OPTIONS = {
    "vfat": SAFE + ",fmask=0133,dmask=0022,utf8=1,uid={uid},gid={gid}",
    "exfat": SAFE + ",fmask=0133,dmask=0022,uid={uid},gid={gid}",
    "ext4": SAFE + ",errors=remount-ro",
}


class RefusedError(Exception):
    """Not to be done; says why."""


class FailedError(Exception):
    """It could not be done; says why."""


class Host:
    """The machine whose files begin at `root`; another folder than "/" only in tests."""

    def __init__(self, root: Path) -> None:
        self._root = root

    # --- requests -----------------------------------------------------------------------------

    def requests(self) -> int:
        """Take the request, do it, answer. Exit code 1: it was refused or failed."""
        with _folder(self._root / RUN) as run, _folder(REQUESTS, run) as folder:
            owner = os.fstat(run).st_uid
            try:
                request = _taken(folder, owner)
                self._do(request)
            except RefusedError as why:
                said = f"refused {why}"
            except FailedError as why:
                said = f"failed {why}"
            else:
                said = "done"
                print(f"done: {request.decode()}")
            _answer(folder, said)
        if said != "done":
            print(said, file=sys.stderr)
        return 0 if said == "done" else 1

    def _do(self, request: bytes) -> None:
        clock = CLOCK.fullmatch(request)
        if request == POWER_OFF:
            self._go_to("poweroff.target")
        elif request == RESTART:
            self._go_to("reboot.target")
        elif request == EJECT:
            self._eject()
        elif clock is not None:
            self._set_clock(clock[1].decode())
        else:
            raise RefusedError(f"unknown request {request!r}")

    def _go_to(self, target: str) -> None:
        """Returns when the job stands, so that whoever asked may end and is not started again."""
        self._run("usr/bin/systemctl", "--no-block", "--job-mode=replace-irreversibly",
                  "start", target)  # fmt: skip

    def _set_clock(self, wall: str) -> None:
        try:
            moment = datetime.fromisoformat(wall)
        except ValueError as error:
            raise RefusedError(f"no such time {wall!r}") from error
        self._run("usr/bin/date", "--utc", f"--set=@{int(moment.timestamp())}")
        if (self._root / "dev/rtc0").exists() and (self._root / "usr/sbin/hwclock").exists():
            self._run("usr/sbin/hwclock", "--systohc", "--utc")

    def _eject(self) -> None:
        if self._mounted() is None:
            raise FailedError("no stick is there")
        self._run("usr/bin/umount", self._stick)

    # --- the stick ----------------------------------------------------------------------------

    def mount(self, name: str) -> int:
        """Mount the stick where the cabinet looks for it; one that is not for it is left alone."""
        try:
            kind = self._usable(name)
        except RefusedError as why:
            print(f"{name} is left alone: {why}")
            return 0
        uid, gid = self._user()
        options = OPTIONS[kind].format(uid=uid, gid=gid)
        Path(self._stick).mkdir(parents=True, exist_ok=True)
        # -i: no helper programs.
        self._run("usr/bin/mount", "-i", "-t", kind, "-o", options, f"/dev/{name}", self._stick)
        if kind == "ext4":
            self._make_room(uid, gid)
        print(f"{name} ({kind}) is the stick for the books")
        return 0

    def unmount(self, name: str) -> int:
        """Take the stick back; what is gone already is forgotten."""
        if self._mounted() != f"/dev/{name}":
            return 0
        try:
            self._run("usr/bin/umount", self._stick)
        except FailedError:
            self._run("usr/bin/umount", "--lazy", self._stick)
        return 0

    def _usable(self, name: str) -> str:
        """The kind of its file system.

        Raises:
            RefusedError: it is none for the cabinet.
        """
        if NAME.fullmatch(name) is None:
            raise RefusedError("this is no name of a stick")
        if self._mounted() is not None:
            raise RefusedError("another stick is there")
        disk = self._names_of_disk(name)
        if disk & (self._names_in_use() | self._names_in_fstab()):
            raise RefusedError("the system uses it itself")
        kind = self._run("usr/sbin/blkid", "-p", "-s", "TYPE", "-o", "value", f"/dev/{name}")
        if kind not in OPTIONS:
            raise RefusedError(f"its file system is {kind!r}, not {', '.join(OPTIONS)}")
        return kind

    def _names_of_disk(self, name: str) -> set[str]:
        """The disk that a partition lies on, and all its partitions: the system may boot from a
        stick, too."""
        place = Path(os.path.realpath(self._root / "sys/class/block" / name))
        disk = place.parent if (place / "partition").exists() else place
        return {disk.name, *(path.parent.name for path in disk.glob("*/partition"))}

    def _names_in_use(self) -> set[str]:
        """Names of block devices that are mounted, or swapped to."""
        devices = {os.path.realpath(self._root / "sys/dev/block" / line.split()[2])
                   for line in self._lines("proc/self/mountinfo")}  # fmt: skip
        swaps = (line.split()[0] for line in self._lines("proc/swaps") if line.startswith("/dev/"))
        return {Path(path).name for path in (*devices, *swaps)}

    def _names_in_fstab(self) -> set[str]:
        """Names of block devices that have another place, such as a second copy's stick."""
        names = set()
        for line in self._lines("etc/fstab"):
            source = (line.split() or ["#"])[0]
            kind, _, value = source.partition("=")
            if value and kind in ("UUID", "LABEL", "PARTUUID", "PARTLABEL"):
                value = value.strip("\"'")
                source = f"/dev/disk/by-{kind.lower()}/{value}"
            if source.startswith("/dev/"):
                names.add(Path(os.path.realpath(self._root / source.lstrip("/"))).name)
        return names

    def _make_room(self, uid: int, gid: int) -> None:
        """A folder for the cabinet on a file system that knows owners. What is on the stick is a
        stranger's: no link is followed."""
        try:
            with _folder(self._stick) as top:
                with suppress(FileExistsError):
                    os.mkdir(FOLDER, 0o755, dir_fd=top)
                with _folder(FOLDER, top) as folder:
                    if os.fstat(folder).st_uid != uid:
                        os.fchown(folder, uid, gid)
        except OSError as error:
            print(f"no folder {FOLDER} on the stick: {error.strerror}", file=sys.stderr)

    @property
    def _stick(self) -> str:
        return str(self._root / STICK)

    def _mounted(self) -> str | None:
        """The device that is mounted at the stick's place, such as "/dev/sda1"."""
        for line in self._lines("proc/self/mountinfo"):
            before, _, after = line.partition(" - ")
            if before.split()[4] == self._stick:
                return after.split()[1]
        return None

    # --- the system ---------------------------------------------------------------------------

    def _user(self) -> tuple[int, int]:
        for line in self._lines("etc/passwd"):
            fields = line.split(":")
            if fields[0] == USER:
                return int(fields[2]), int(fields[3])
        raise FailedError(f"there is no user {USER}")

    def _lines(self, path: str) -> list[str]:
        try:
            return (self._root / path).read_text(errors="replace").splitlines()
        except FileNotFoundError:
            return []

    def _run(self, program: str, *words: str) -> str:
        """What a program of the system says.

        Raises:
            FailedError: it says no, or nothing for long.
        """
        path = self._root / program
        try:
            done = subprocess.run(
                [str(path), *words],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                env={"PATH": "/usr/sbin:/usr/bin", "LC_ALL": "C.UTF-8"},
                timeout=PATIENCE_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise FailedError(f"{path.name}: {error}") from error
        if done.returncode != 0:
            said = " ".join(done.stderr.split()).removeprefix(f"{path.name}: ")[:200]
            said = said or f"exit code {done.returncode}"
            raise FailedError(f"{path.name}: {said}")
        return done.stdout.strip()


@contextmanager
def _folder(path: str | Path, within: int | None = None) -> Iterator[int]:
    """An open folder, no link; names below it are looked up in it and nowhere else."""
    line = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC,
                   dir_fd=within)  # fmt: skip
    try:
        yield line
    finally:
        os.close(line)


def _taken(folder: int, owner: int) -> bytes:
    """The request; whatever it is, it is gone afterwards.

    Raises:
        RefusedError: it is no small file of the cabinet's user.
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        line = os.open(ASK, flags, dir_fd=folder)
    except OSError as error:
        _remove(folder, ASK)
        raise RefusedError(f"no request to be read: {error.strerror}") from error
    try:
        _remove(folder, ASK)
        facts = os.fstat(line)
        if not stat.S_ISREG(facts.st_mode) or facts.st_uid != owner:
            raise RefusedError("the request is no file of the cabinet's user")
        return os.read(line, LARGEST_BYTES).removesuffix(b"\n")
    finally:
        os.close(line)


def _answer(folder: int, said: str) -> None:
    """Leave an answer, whole or not at all, that its reader may take away."""
    new = f"{ANSWER}.new"
    _remove(folder, new)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    line = os.open(new, flags, 0o644, dir_fd=folder)
    try:
        os.write(line, said.encode() + b"\n")
    finally:
        os.close(line)
    os.rename(new, ANSWER, src_dir_fd=folder, dst_dir_fd=folder)


def _remove(folder: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        pass
    except OSError as error:
        if error.errno not in (errno.EISDIR, errno.EPERM):
            raise
        os.rmdir(name, dir_fd=folder)


def main(words: list[str] | None = None) -> int:
    """Do what the unit wants; 0 done, 1 refused or failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--root", type=Path, default=Path("/"), help=argparse.SUPPRESS)
    parser.add_argument("job", choices=["requests", "mount", "unmount"])
    parser.add_argument("name", nargs="?", default="", help="of a stick's partition: sda1")
    args = parser.parse_args(words)
    # Switching off begins with an end to all that runs, and the answer is still to be given.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    host = Host(args.root)
    try:
        return host.requests() if args.job == "requests" else getattr(host, args.job)(args.name)
    except (FailedError, OSError) as error:
        print(f"{args.job} {args.name}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

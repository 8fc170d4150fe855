"""A booted container: its systemd, asked and told from outside.

Nothing of it stays: what the guest writes lies in memory above the kept system. It has no
network, and is not registered with the machine's own systemd, which need not be there.
"""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from nspawn_root import TREE, NotRunError

UNIT = "cabinet.service"
DATA = "var/lib/cabinato"
CONFIG = "etc/cabinato/hw_config.toml"
HOME = "/opt/cabinato/current"
PROGRAM = f"{HOME}/.venv/bin/cabinato"
DROP_IN = f"etc/systemd/system/{UNIT}.d/container.conf"
BOOT_S = 60.0
"""So long the guest's systemd may take to answer; a machine that is slower is not judged."""
LOOK_S = 0.3
_ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}
_GUIDE = TREE / "docs" / "service.md"
_BENCH = re.compile(r"^```\n(\[Unit\]\nConditionPathExists=\n.*?)^```$", re.DOTALL | re.MULTILINE)


class Machine:
    """The system below `root`; `boot` it, and `close` it by leaving its `with`.

    Args:
        root: the kept system; it is not written to.
        log: the file for what the guest's console says.
    """

    def __init__(self, root: Path, log: Path) -> None:
        self._root = root
        self._log = log
        self._leader = 0
        self._process: subprocess.Popen[bytes] | None = None

    def boot(self) -> None:
        """Boot it, until its systemd answers.

        Raises:
            NotRunError: this machine refuses, or is too slow for it.
        """
        (self._root / DROP_IN).parent.mkdir(exist_ok=True)
        (self._root / DROP_IN).write_text(drop_in())
        with self._log.open("wb") as said:
            self._process = subprocess.Popen(
                [
                    "nice", "-n", "10", "systemd-nspawn", "--quiet", "--register=no", "--keep-unit",
                    "--directory", self._root, "--volatile=overlay", "--private-network",
                    "--machine=cabinato-test", "--console=pipe", "--link-journal=no", "--boot",
                ],
                stdin=subprocess.DEVNULL, stdout=said, stderr=said,
            )  # fmt: skip
        try:
            self._await_manager()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Machine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the guest; asked first."""
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        if self._leader:
            self.run("systemctl", "poweroff", "--force")
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()

    def run(self, *argv: str) -> subprocess.CompletedProcess[str]:
        """A program in the guest, by root."""
        return subprocess.run(
            self._inside(argv), capture_output=True, text=True, check=False, env=_ENVIRONMENT
        )

    def begin(self, *argv: str) -> subprocess.Popen[str]:
        """A program in the guest that runs on; it is told what is written to its input."""
        return subprocess.Popen(
            self._inside(argv),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=_ENVIRONMENT,
        )

    def _inside(self, argv: Sequence[str]) -> list[str]:
        spaces = ("-m", "-u", "-i", "-n", "-p", "-C")
        return ["nsenter", "-t", str(self._leader), *spaces, "--", *argv]

    def file(self, name: str) -> Path:
        """A file of the guest, as seen from here."""
        return Path(f"/proc/{self._leader}/root") / name

    def installed(self, name: str) -> Path:
        """A file of the installed program, such as "firmware/events.py"."""
        found = self.run("sh", "-c", f"echo {HOME}/.venv/lib/python3*/site-packages/{name}")
        return self.file(found.stdout.strip().lstrip("/"))

    def systemctl(self, *words: str) -> subprocess.CompletedProcess[str]:
        """`systemctl` in the guest."""
        return self.run("systemctl", *words)

    def show(self) -> Mapping[str, str]:
        """What the guest's systemd tells of the service."""
        lines = self.systemctl("show", UNIT).stdout.splitlines()
        told = dict(line.split("=", 1) for line in lines if "=" in line)
        return {"StatusText": ""} | told if told else {}  # left out until there is one

    def wait(
        self, what: str, holds: Callable[[Mapping[str, str]], bool], limit_s: float
    ) -> Mapping[str, str]:
        """What systemd tells as soon as `holds` is true of it.

        Raises:
            TimeoutError: it did not become so; says how the service stood.
        """
        end_s = time.monotonic() + limit_s
        while True:
            told = self.show()
            if told and holds(told):
                return told
            if time.monotonic() > end_s:
                names = ("ActiveState", "SubState", "StatusText", "NRestarts", "Result", "MainPID")
                stood = {name: told.get(name) for name in names}
                raise TimeoutError(f"not {what} within {limit_s:g} s: {stood}\n{self.journal()}")
            time.sleep(LOOK_S)

    def cabinato(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The installed program, by the cabinet's user, on the cabinet's own books."""
        where = ("--config", f"/{CONFIG}", "--data", f"/{DATA}")
        return self.run("runuser", "-u", "cabinet", "--", PROGRAM, *words, *where)

    def journal(self, lines: int = 30) -> str:
        """The end of what the service said."""
        return self.run("journalctl", "-u", UNIT, "-n", str(lines), "--no-pager").stdout

    def _await_manager(self) -> None:
        assert self._process is not None
        end_s = time.monotonic() + BOOT_S
        while time.monotonic() < end_s:
            if self._process.poll() is not None:
                said = self._log.read_text(errors="replace").strip().splitlines()
                raise NotRunError(f"systemd-nspawn: {said[-1] if said else 'ended at once'}")
            self._leader = _systemd_below(self._process.pid)
            if self._leader and self.systemctl("show", "--property=Version").returncode == 0:
                return
            time.sleep(LOOK_S)
        raise NotRunError(f"no systemd answered in systemd-nspawn within {BOOT_S:g} s")


def until(what: str, holds: Callable[[], bool], limit_s: float) -> None:
    """Until something holds.

    Raises:
        TimeoutError: it did not become so.
    """
    end_s = time.monotonic() + limit_s
    while not holds():
        if time.monotonic() > end_s:
            raise TimeoutError(f"not {what} within {limit_s:g} s")
        time.sleep(LOOK_S)


def drop_in() -> str:
    """The drop-in for a machine without a screen, word for word as the guide has it."""
    found = _BENCH.search(_GUIDE.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{_GUIDE} has no drop-in for a container")
    return found.group(1)


def _systemd_below(pid: int) -> int:
    """The guest's first process, a child of `pid`, or 0."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, rest = stat.read_text().split("(", 1)[1].rsplit(")", 1)
        except OSError:
            continue  # ended meanwhile
        if name == "systemd" and int(rest.split()[1]) == pid:
            return int(stat.parent.name)
    return 0

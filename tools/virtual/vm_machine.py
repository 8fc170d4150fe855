"""A virtual machine that runs, and what one does to it: look at its screen, its wires, its cable.

QEMU is told what to do by QMP on a socket; the guest's own hand (guest/agent.py) answers on
another. Always TCG: on some machines /dev/kvm opens and the guest dies all the same.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vm_picture import Picture, read_ppm

PATIENCE_S = 1800.0
"""A machine that others use too boots five times slower; a wait ends only when all hope has."""
POLL_S = 0.2
PC = ("qemu-system-x86_64", "-M", "q35", "-cpu", "max")
"""A PC, as QEMU is told of it."""
ADAPTER = "adapter"
"""The line of the USB adapter, a Unix socket in the machine's folder."""


class VmError(Exception):
    """The machine did not do what it was asked; says what."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a machine is made of.

    Attributes:
        kernel: its kernel.
        initrd: the small first file system.
        line: the kernel's line.
        disk: a qcow2 image.
        size: of the display, pixels.
        board: the emulator, and the machine it plays.
    """

    kernel: Path
    initrd: Path
    line: str
    disk: Path
    size: tuple[int, int]
    board: tuple[str, ...] = PC


def arguments(parts: Parts, folder: Path) -> list[str]:
    """QEMU's command line. Its sockets and the console's log lie in `folder`."""
    width, height = parts.size
    devices = (
        "virtio-blk-pci,drive=disk",
        "virtio-rng-pci",
        f"virtio-gpu-pci,xres={width},yres={height}",
        "virtio-serial-pci",
        "virtserialport,chardev=hand,name=cabinato.vm",
        "qemu-xhci,id=usb",
        "usb-serial,chardev=coins",
    )
    return [
        *(*parts.board, "-accel", "tcg,thread=multi"),
        *("-smp", "2", "-m", "1024", "-nodefaults", "-display", "none", "-no-reboot"),
        *("-kernel", str(parts.kernel), "-initrd", str(parts.initrd), "-append", parts.line),
        *("-drive", f"file={parts.disk},format=qcow2,if=none,id=disk,cache=writeback"),
        *("-serial", f"file:{folder / 'console.log'}"),
        *("-qmp", f"unix:{folder / 'qmp'},server=on,wait=off"),
        *("-chardev", f"socket,id=hand,path={folder / 'hand'},server=on,wait=off"),
        *("-chardev", f"socket,id=coins,path={folder / ADAPTER},server=on,wait=off"),
        *(word for device in devices for word in ("-device", device)),
    ]


class Line:
    """A socket on which both ends say one JSON object a line."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        until_s = time.monotonic() + 60
        while True:
            try:
                self._socket.connect(str(path))
                break
            except OSError as error:
                if time.monotonic() > until_s:
                    raise VmError(f"nobody listens at {path}: {error}") from error
                time.sleep(POLL_S)
        self._kept = b""

    def say(self, message: Mapping[str, Any]) -> None:
        """One line out."""
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def hear(self, patience_s: float = PATIENCE_S) -> dict[str, Any]:
        """The next line in.

        Raises:
            VmError: the other end has gone, or says nothing for so long.
        """
        self._socket.settimeout(patience_s)
        while b"\n" not in self._kept:
            try:
                read = self._socket.recv(65536)
            except OSError as error:
                raise VmError(f"no answer from the machine: {error}") from error
            if not read:
                raise VmError("the machine has gone")
            self._kept += read
        line, self._kept = self._kept.split(b"\n", 1)
        told: dict[str, Any] = json.loads(line)
        return told

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


class Machine:
    """A machine from power-on to power-off.

    Args:
        parts: what it is made of.
        folder: for its sockets and its console's log.

    Raises:
        VmError: QEMU does not start; says why.
    """

    def __init__(self, parts: Parts, folder: Path) -> None:
        self._folder = folder
        for name in ("qmp", "hand", ADAPTER):
            (folder / name).unlink(missing_ok=True)
        self._errors = (folder / "qemu.log").open("w+")
        self._process = subprocess.Popen(
            arguments(parts, folder), stdin=subprocess.DEVNULL, stderr=self._errors
        )
        self.switched_on_s = time.monotonic()
        try:
            self._qmp = Line(folder / "qmp")
        except VmError as error:
            self._errors.seek(0)
            raise VmError(f"{error}; QEMU: {self._errors.read().strip()}") from error
        self._qmp.hear()
        self._order("qmp_capabilities")
        self._hand = Line(folder / "hand")

    # --- the machine -----------------------------------------------------------------------------

    def _order(self, name: str, **given: Any) -> Any:
        self._qmp.say({"execute": name, "arguments": given})
        while True:
            told = self._qmp.hear(60)
            if "error" in told:
                raise VmError(f"{name}: {told['error']['desc']}")
            if "return" in told:
                return told["return"]

    def cut(self) -> None:
        """The power goes: nothing in the guest is asked, nothing it still held is written."""
        if self._process.poll() is None:
            self._qmp.say({"execute": "quit"})
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._qmp.close()
        self._hand.close()
        self._errors.close()

    def wait_for_end(self) -> None:
        """Until the guest has switched itself off.

        Raises:
            VmError: it does not.
        """
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired as error:
            raise VmError("the guest does not switch itself off") from error
        self.cut()

    def picture(self) -> Picture:
        """What the display shows."""
        path = self._folder / "screen.ppm"
        self._order("screendump", filename=str(path))
        return read_ppm(path.read_bytes())

    # --- the guest -------------------------------------------------------------------------------

    def wait_for_guest(self) -> None:
        """Until the guest's hand is there.

        Raises:
            VmError: it does not come.
        """
        until_s = time.monotonic() + PATIENCE_S
        while self._process.poll() is None and time.monotonic() < until_s:
            try:
                told = self._hand.hear(5)
            except VmError:
                continue
            if told.get("told") == "hello":
                return
        log = self._folder / "console.log"
        raise VmError(f"the guest does not come up; its console is in {log}")

    def ask(self, **asked: Any) -> Any:
        """One request to the guest's hand (guest/agent.py) and what it answers.

        Raises:
            VmError: it could not be done; says why.
        """
        self._hand.say(asked)
        told = self._hand.hear()
        if "fault" in told:
            raise VmError(f"{asked}: {told['fault']}")
        return told["told"]

    def say(self, **asked: Any) -> None:
        """One request whose answer is not waited for: the power may go before it comes."""
        self._hand.say(asked)

    def hear(self) -> None:
        """Its answer, where the power did not go."""
        self._hand.hear()

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Meanwhile nothing in the machine goes on, and its disk does not change."""
        self._order("stop")
        try:
            yield
        finally:
            self._order("cont")

    def run(self, *argv: str) -> str:
        """What a program in the guest prints; it must succeed."""
        done = self.ask(do="run", argv=list(argv))
        if done["code"] != 0:
            raise VmError(f"{' '.join(argv)}: code {done['code']}: {done['err'][-2000:]}")
        return str(done["out"])

    def try_run(self, argv: Sequence[str]) -> tuple[int, str]:
        """How a program in the guest ends, and what it says."""
        done = self.ask(do="run", argv=list(argv))
        return int(done["code"]), str(done["out"]) + str(done["err"])

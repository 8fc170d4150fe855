"""The whole cabinet: the virtual machine, the coin acceptor on its cable, and who stands there."""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from vm_cable import Cable
from vm_coins import Coins
from vm_disk import Copies
from vm_image import SIZE, TREE, Image
from vm_machine import ADAPTER, PATIENCE_S, Machine, Parts, VmError
from vm_picture import Picture, likeness, lit_share
from vm_scenes import Scenes
from vm_seen import as_text, at, lost, rows_lost, seen

from firmware.config import Config, load_config
from firmware.panel import Button

HOLD_MS = 150
"""How long a button is held down."""
REST_S = 1.0
"""Between two presses: an emulated machine draws a few pictures a second."""
BARE_REST_S = 0.3
"""The same where nothing is drawn on a screen."""
MIDST_S = 0.6
"""Within so long after a press the power goes, where it goes in the midst of something."""
BARE = "init=/usr/local/lib/cabinato-vm/bare.sh"
COIN_TRIES = 12
AGAIN_S = 15.0
"""Before a coin that came back goes in once more."""
POLL_S = 1.0
ALIKE = 0.9
"""Share of lit pixels that must be the same; what moves on a screen is less than the rest."""
UNIT = "cabinet.service"
_STATUS = "cat /run/cabinato/status-*.json 2>/dev/null || true"
_SHOWN = ("ActiveState", "SubState", "NRestarts", "MainPID")


class Rig:
    """A cabinet that can be switched on, played at, cut and hung.

    Args:
        image: what it runs on.
        folder: for everything that this run writes.
        say: told each figure and step.
        is_bare: without systemd and a screen (guest/bare.sh), for many power cuts.
    """

    def __init__(
        self, image: Image, folder: Path, say: Callable[[str], None], *, is_bare: bool = False
    ) -> None:
        self._is_bare = is_bare
        self._image = image
        self._folder = folder
        self.tell = say
        self._machine: Machine | None = None
        self._coins = Coins(folder / "coins", folder / "coins.log")
        self._cable = Cable(self._coins.link)
        self._copies = Copies(folder / "copies")
        self._scenes = Scenes(folder / "scenes", SIZE)
        self.config: Config = load_config(TREE / "hw_config.toml")
        self.disk = folder / "run.qcow2"
        self._booked: list[str] = []

    @property
    def machine(self) -> Machine:
        """The running machine.

        Raises:
            VmError: it is switched off.
        """
        if self._machine is None:
            raise VmError("the cabinet is switched off")
        return self._machine

    @property
    def is_on(self) -> bool:
        """Whether it has power."""
        return self._machine is not None

    # --- power -----------------------------------------------------------------------------------

    def fresh_disk(self, below: Path, form: str) -> None:
        """A disk that begins as another one and keeps what is written to itself."""
        self.disk.unlink(missing_ok=True)
        subprocess.run(
            ["qemu-img", "create", "-q", "-f", "qcow2", "-F", form, "-b", below, self.disk],
            check=True,
        )

    def boot(self) -> None:
        """Switch it on, and wait until it says that it is ready."""
        line = f"{self._image.line} {BARE}" if self._is_bare else self._image.line
        parts = Parts(
            self._image.kernel, self._image.initrd, line, self.disk, SIZE, self._image.board
        )
        self._machine = machine = Machine(parts, self._folder)
        self.plug()
        machine.wait_for_guest()
        hand_s = time.monotonic() - machine.switched_on_s
        if self._is_bare:
            self.expect("health.coin", "ready|degraded|closed")
            ready_s = time.monotonic() - machine.switched_on_s
            self.tell(f"boot: system {hand_s:.1f} s, takes coins {ready_s:.1f} s")
            return
        first_s = self._first_picture()
        self.expect("unit", "active/running")
        ready_s = time.monotonic() - machine.switched_on_s
        self.tell(
            f"boot: system {hand_s:.1f} s, first picture {first_s:.1f} s, ready {ready_s:.1f} s"
        )

    def _first_picture(self) -> float:
        """Seconds from power-on to a screen that shows something."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            if lit_share(self.machine.picture()) > 0.01:
                return time.monotonic() - self.machine.switched_on_s
            time.sleep(POLL_S)
        raise VmError("the screen stays black")

    def cut(self) -> None:
        """The power goes, for the acceptor too."""
        self._booked = self._rows()
        self._off()

    def cut_amid(self, chance: random.Random) -> None:
        """The power goes, for the acceptor too, while a press is answered."""
        self._begin_press(chance)
        self._off()

    def cut_copy(self, chance: random.Random) -> None:
        """As `cut_amid`, for a copy of the disk, while the machine itself goes on. `prove_copies`
        tells what came of it."""
        self._begin_press(chance)
        with self.machine.standing_still():
            copy = self._copies.take(self.disk)
        self.machine.hear()
        self._copies.look(copy, self._booked, self.in_box)

    def prove_copies(self) -> None:
        """Every copy has every row that was seen and every coin, and its ledger is whole.

        Raises:
            VmError: one has not.
        """
        self._copies.prove()

    def _begin_press(self, chance: random.Random) -> None:
        """Some button is pressed, and a moment passes in which it may be answered."""
        self._booked = self._rows()
        wire = self.config.panel.buttons.pins[chance.choice(list(Button))]
        self.machine.say(do="press", wire=wire, hold_ms=HOLD_MS)
        time.sleep(chance.uniform(0, MIDST_S))

    def _rows(self) -> list[str]:
        """The rows of the ledger that move credits, oldest first."""
        rows: list[str] = self.machine.ask(do="books").get("rows", [])
        return rows

    def _off(self) -> None:
        self._coins.say("cut")
        self.machine.cut()
        self._cable.unplug()
        self._machine = None

    def power_up(self) -> None:
        """It comes back, with every row of the ledger that was ever seen.

        Raises:
            VmError: one is missing, or is another one.
        """
        self._coins.say("up")
        self.boot()
        if told := rows_lost(self._booked, self._rows()):
            raise VmError(told)

    def shut_down(self) -> None:
        """Switched off the clean way."""
        self.machine.run("systemctl", "poweroff", "--no-block")
        self.machine.wait_for_end()
        self._cable.unplug()
        self._machine = None

    def close(self) -> None:
        """End everything that was started."""
        if self._machine is not None:
            self._machine.cut()
        self._copies.close()
        self._cable.close()
        self._coins.close()

    # --- what one sees ---------------------------------------------------------------------------

    def seen(self) -> dict[str, Any]:
        """How the cabinet stands."""
        machine = self.machine
        books: Mapping[str, Any] = machine.ask(do="books")
        shown = [f"--property={name}" for name in _SHOWN]
        return seen(
            books,
            machine.run("sh", "-c", _STATUS),
            "" if self._is_bare else machine.run("systemctl", "show", *shown, UNIT),
        )

    def expect(self, path: str, wanted: str, patience_s: float = PATIENCE_S) -> None:
        """Wait until a value is what it should be; `a|b` allows several.

        Raises:
            VmError: it is not; says what it was.
        """
        until_s = time.monotonic() + patience_s
        while True:
            value = as_text(at(self.seen(), path))
            if value in wanted.split("|"):
                return
            if time.monotonic() > until_s:
                raise VmError(f"{path} is {value}, not {wanted}")
            time.sleep(POLL_S)

    def settle(self) -> dict[str, Any]:
        """Wait until the books stand still for two looks; how they stand then."""
        before = self.seen()
        while True:
            time.sleep(2 * POLL_S)
            after = self.seen()
            if not lost(before, after) and before["coin_in"] == after["coin_in"]:
                return after
            before = after

    def see(self, name: str, patience_s: float = PATIENCE_S) -> None:
        """Wait until the display shows a scene as the program itself draws it.

        Raises:
            VmError: it does not; the last picture is kept beside the log.
        """
        expected = self._scenes.pictures(name)
        until_s = time.monotonic() + patience_s
        best = 0.0
        while time.monotonic() < until_s:
            picture = self.machine.picture()
            best = max(likeness(picture, each) for each in expected)
            if best >= ALIKE:
                self.tell(f"see {name}: {best:.1%} of its lit pixels")
                return
            time.sleep(POLL_S)
        self.keep(f"not_{name}")
        raise VmError(f"the screen does not show {name}: {best:.1%} of its lit pixels")

    def keep(self, name: str) -> Picture:
        """Keep a picture of the display as NAME.png."""
        picture = self.machine.picture()
        picture.save(self._folder / f"{name}.png")
        return picture

    # --- what one does ---------------------------------------------------------------------------

    def coin(self, value_minor: int) -> None:
        """A coin into the slot, and once more when it comes back, as whoever stands there does.

        Raises:
            VmError: the acceptor does nothing with it, or does not want it.
        """
        for _ in range(COIN_TRIES):
            if self._coin_once(value_minor).startswith("accepted"):
                return
            self.tell(f"a coin of {value_minor} came back: {self.seen()['slots']}")
            time.sleep(AGAIN_S)
        raise VmError(f"the acceptor does not want a coin of {value_minor}")

    def _coin_once(self, value_minor: int) -> str:
        before = len(self._coins.told())
        self._coins.say(str(value_minor))
        until_s = time.monotonic() + PATIENCE_S
        while len(told := self._coins.told()) == before:
            if time.monotonic() > until_s:
                raise VmError(f"the acceptor does nothing with a coin of {value_minor}")
            time.sleep(POLL_S)
        return told[-1]

    @property
    def in_box(self) -> int:
        """What lies in the acceptor's box, credits."""
        return self._coins.box_minor // self.config.coin.credit_minor

    def wait_for_lamp(self, button: Button, patience_s: float = PATIENCE_S) -> None:
        """Wait until a button's lamp is lit, as whoever stands there does.

        Raises:
            VmError: it stays dark.
        """
        wire = self.config.panel.lamps.pins[button]
        until_s = time.monotonic() + patience_s
        while not self.machine.ask(do="is_lit", wire=wire):
            if time.monotonic() > until_s:
                raise VmError(f"the lamp of {button.value} stays dark")

    def press(self, button: Button) -> None:
        """Press a button once its lamp is lit, and let go."""
        self.wait_for_lamp(button)
        self.poke(button)

    def poke(self, button: Button) -> None:
        """Press a button whether it is lit or not, and let go."""
        wire = self.config.panel.buttons.pins[button]
        self.machine.ask(do="press", wire=wire, hold_ms=HOLD_MS)
        time.sleep(BARE_REST_S if self._is_bare else REST_S)

    def key(self, *, is_on: bool) -> None:
        """Turn the operator's key; its contact closes when it is on."""
        self._switch(self.config.panel.switches.operator_key, is_closed=is_on)

    def door(self, *, is_open: bool) -> None:
        """Open or shut the door; its contact opens with it."""
        self._switch(self.config.panel.switches.door, is_closed=not is_open)

    def _switch(self, wire: int | None, *, is_closed: bool) -> None:
        self.machine.ask(do="drive", wires={str(wire): not is_closed})
        time.sleep(2 * REST_S)

    def unplug(self) -> None:
        """Pull the acceptor's adapter out of its USB socket."""
        self._cable.unplug()

    def plug(self) -> None:
        """Put it in."""
        self._cable.plug(self._folder / ADAPTER)

    # --- what happens to it ----------------------------------------------------------------------

    def cut_and_compare(self) -> None:
        """Power off and on: the same cards, the same credit.

        Raises:
            VmError: something was lost or made.
        """
        before = self.settle()
        self.cut()
        self.power_up()
        self._compare(before)

    def hang(self) -> None:
        """Stop the program's process dead; the watchdog must bring it back.

        Raises:
            VmError: it does not, or something was lost.
        """
        before = self.settle()
        begun_s = time.monotonic()
        self.machine.run("systemctl", "kill", "--signal=STOP", "--kill-whom=main", UNIT)
        self.expect("restarts", str(before["restarts"] + 1))
        ended_s = time.monotonic()
        self.expect("unit", "active/running")
        ready_s = time.monotonic()
        self.tell(
            f"hang: noticed after {ended_s - begun_s:.1f} s, ready after {ready_s - begun_s:.1f} s"
        )
        self._compare(before)

    def crash(self) -> None:
        """Kill the program's process.

        Raises:
            VmError: it is not started again, or something was lost.
        """
        before = self.settle()
        begun_s = time.monotonic()
        self.machine.run("systemctl", "kill", "--signal=KILL", "--kill-whom=main", UNIT)
        self.expect("restarts", str(before["restarts"] + 1))
        self.expect("unit", "active/running")
        self.tell(f"crash: ready after {time.monotonic() - begun_s:.1f} s")
        self._compare(before)

    def _compare(self, before: Mapping[str, Any]) -> None:
        if told := lost(before, self.settle()):
            raise VmError("not the same any more: " + "; ".join(told))

    def prove_books(self) -> None:
        """The ledger is whole, and has every coin that fell into the box, once.

        Raises:
            VmError: it is not.
        """
        program = "/opt/cabinato/current/.venv/bin/cabinato"
        folders = ("--config", "/etc/cabinato/hw_config.toml", "--data", "/var/lib/cabinato")
        code, said = self.machine.try_run(
            ["runuser", "-u", "cabinet", "--", program, "verify", *folders]
        )
        if code != 0:
            raise VmError(f"the ledger is not whole: {said[-1000:]}")
        self.prove_coins()
        self.tell(f"books: whole, {self.in_box} credits in")

    def prove_coins(self) -> None:
        """Every coin that fell into the box is booked, once.

        Raises:
            VmError: it is not.
        """
        told = self.seen()
        if told["coin_in"] != self.in_box:
            raise VmError(f"{self.in_box} credits in the box, {told['coin_in']} booked")

    def play_on(self, chance: random.Random) -> None:
        """Some presses of somebody who does not know what they do."""
        for _ in range(chance.randint(1, 5)):
            self.poke(chance.choice(list(Button)))

"""`cabinato doctor`: how this machine stands, one line each, with what to do.

Beside a running cabinet it tells what that one last told of itself, and touches nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.catalogue import Catalogue
from firmware.cli.data import add_data_options, named_path
from firmware.config import COIN_SLOT, NOTE_SLOT, Config, load_config
from firmware.errors import HardwareError, LedgerError
from firmware.events import Health
from firmware.money import Tender

if TYPE_CHECKING:
    from firmware.app.status import SlotStatus, Status
    from firmware.hardware.pins import PinFactory

_WELL = frozenset({Health.OFF, Health.CLOSED, Health.READY})
_NOTHING = "Nothing."


@dataclass(frozen=True, slots=True)
class Line:
    """One part of the machine.

    Attributes:
        part: configuration, program, chance, disk, display, broker, pins, cabinet, ledger, slot,
            or what the machine tells of itself: model, uptime, temperature, power, speed, memory,
            writes, storage, wear, system, clock.
        name: which one of them, or empty.
        is_well: whether nothing has to be done about it.
        state: one fixed word, such as a health.
        detail: a code, a path or a reason behind that, or empty.
        what: what it means.
        todo: what to do.
        counts: what is counted.
    """

    part: str
    name: str
    is_well: bool
    state: str
    detail: str
    what: str
    todo: str = _NOTHING
    counts: Mapping[str, float | None] = field(default_factory=dict)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "doctor",
        description="Look at configuration, pins, ledger and money units. Units are asked, but "
        "kept closed; beside a running cabinet nothing is asked, it has told already. Feed no "
        "money meanwhile: a unit that cannot be closed would keep it. "
        "Exit 1: something has to be done. Exit 2: the configuration cannot be used.",
    )
    add_data_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--wiring", action="store_true", help="only the wiring of the configuration, and the header"
    )
    parser.add_argument(
        "--svg", type=named_path, metavar="FILE", help="write the header as a drawing, too"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the lines; 0 all well, 1 a fault found.

    Raises:
        ConfigError: the configuration, or an acceptor's profile, cannot be used.
    """
    config = load_config(args.config)
    if args.wiring or args.svg is not None:
        return _wiring(config, args)
    folder = config.data_folder if args.data is None else args.data
    lines = examined(config, folder)
    is_well = all(line.is_well for line in lines)
    if args.json:
        print(json.dumps({"ok": is_well, "lines": [_as_report(line) for line in lines]}, indent=2))
    else:
        for line in lines:
            print(_as_text(line))
    return 0 if is_well else 1


def _wiring(config: Config, args: argparse.Namespace) -> int:
    from firmware.cli.doctor_wiring import as_svg, as_text, serial_lines, wires

    if args.svg is not None:
        try:
            args.svg.write_text(as_svg(config), encoding="utf-8")
        except OSError as error:
            print(f"cabinato doctor: --svg {args.svg}: {error.strerror}", file=sys.stderr)
            return 2
    if args.json:
        lines = [
            {"slot": slot, "driver": driver, "port": port}
            for slot, driver, port in serial_lines(config)
        ]
        pins = [asdict(wire) for wire in wires(config)]
        print(json.dumps({"pins": pins, "serial": lines}, indent=2))
    else:
        print(as_text(config))
    return 0


def examined(config: Config, folder: Path) -> list[Line]:
    """Every line of this machine.

    Raises:
        ConfigError: an acceptor's profile cannot be used.
    """
    from firmware.app.status import read_status
    from firmware.ledger.lock import is_held

    lines = [Line("configuration", "", True, "loaded", "", "The configuration can be used.")]
    lines += _with_machine(config, folder, _self_tested(config, folder))
    lines.append(_broker_line(config))
    if is_held(folder):
        status = read_status(folder)
        pins = Line("pins", "", True, "in_use", "", "The running cabinet has them.")
        told = _told(config, status)
        return [*lines, pins, _cabinet_line(status), _ledger_line(folder, is_held=True), *told]
    if not config.is_real:
        what = "Mock pins: this machine plays a simulated cabinet."
        pins = Line("pins", "", True, "simulated", "", what)
        return [*lines, pins, _ledger_line(folder, is_held=False), *_simulated(config)]
    pins, factory = _opened_pins(config)
    try:
        slots = _probed(config, factory)
    finally:
        if factory is not None:
            factory.close()
    return [*lines, pins, _ledger_line(folder, is_held=False), *slots]


def _self_tested(config: Config, folder: Path) -> list[Line]:
    """What a cabinet proves of itself at its start."""
    from firmware.app.selftest import findings, graphics_card

    found = list(findings(folder))
    if config.is_real:
        found.append(graphics_card())
    return [
        Line(
            each.part.value,
            "",
            each.is_well,
            each.state,
            each.detail,
            each.what,
            each.todo or _NOTHING,
        )
        for each in found
    ]


def _with_machine(config: Config, folder: Path, tested: list[Line]) -> list[Line]:
    """The self-test with what the machine tells; how full the disk is, is told once."""
    wrong = {line.part for line in tested if not line.is_well}
    told = [line for line in _machine(config, folder) if line.part not in wrong]
    parts = {line.part for line in told}
    return [*(line for line in tested if line.part not in parts), *told]


def _machine(config: Config, folder: Path) -> list[Line]:
    """What the machine tells of itself. A PC that plays a simulated cabinet may be as it is."""
    from firmware.clock import MonotonicClock
    from firmware.fact_words import fact_words
    from firmware.hardware.host_facts import HostFacts

    facts = HostFacts(folder, MonotonicClock()).read()
    return [
        Line(
            each.part,
            "",
            not each.todo or not config.is_real,
            each.state,
            each.value,
            f"{each.name}: {each.value}",
            each.todo or _NOTHING,
        )
        for each in fact_words(Catalogue.load(config.cabinet.language), facts)
        if each.value is not None
    ]


def _broker_line(config: Config) -> Line:
    """Asked by us, also beside a running cabinet: a broker takes any number of lines."""
    if not config.mqtt.is_wanted:
        return Line("broker", "", True, "off", "", "No broker is told: [mqtt] names none.")
    from firmware.app.mqtt import asked  # the network: only where there is a broker

    answer = asked(config.mqtt)
    if answer.state == "reachable":
        return Line("broker", "", True, answer.state, "", answer.text)
    what, _, todo = answer.text.rpartition("; ")
    return Line("broker", "", False, answer.state, answer.text, what, todo)


# --- cabinet, pins, ledger ------------------------------------------------------------------------


def _cabinet_line(status: Status | None) -> Line:
    if status is None:
        what = "A cabinet runs, but what it tells of itself cannot be read."
        todo = "Run doctor as the user of the cabinet; if it has just started, once more."
        return Line("cabinet", "", False, "unknown", "", what, todo)
    faults = ", ".join(
        " ".join(word for word in each if word) for each in status.faults if any(each)
    )
    if faults:
        todo = "The cabinet's screen says what to do about each."
        return Line("cabinet", "", False, "fault", faults, f"It has faults: {faults}.", todo)
    return Line("cabinet", "", True, "running", "", "A cabinet runs, without a fault.")


def _opened_pins(config: Config) -> tuple[Line, PinFactory | None]:
    from firmware.hardware.pins import open_pins  # gpiozero: only where there are pins

    try:
        factory = open_pins(config.hardware)
    except HardwareError as error:
        return _broken("pins", "", error), None
    what = "The pin factory and the chip of the header can be opened."
    return Line("pins", "", True, "ready", "", what), factory


def _broken(part: str, name: str, error: HardwareError) -> Line:
    """An error of a part; its last clause says what to do."""
    what, _, todo = str(error).rpartition("; ")
    return Line(part, name, False, "fault", str(error), what or todo, todo)


def _ledger_line(folder: Path, *, is_held: bool) -> Line:
    from firmware.ledger.chain import KEY
    from firmware.ledger.database import DATABASE
    from firmware.operator.books import read_books

    held = "A cabinet holds the folder." if is_held else "No cabinet holds the folder."
    if not (folder / DATABASE).exists() and not (folder / KEY).exists():
        return Line("ledger", "", True, "none", "", f"{held} There is no ledger yet.", _NOTHING)
    try:
        faults = list(read_books(folder).faults)
    except LedgerError as error:
        faults = [str(error)]
    if faults:
        detail = "; ".join(faults).replace(f"{folder}/", "")  # no path: equal machines, equal bytes
        todo = "Run 'cabinato verify', then see 'cabinato rebuild --help'."
        return Line("ledger", "", False, "fault", detail, f"{held} {detail}", todo)
    state = "held" if is_held else "free"
    return Line("ledger", "", True, state, "", f"{held} The ledger can be read.")


# --- slots ----------------------------------------------------------------------------------------


def _drivers(config: Config) -> dict[str, str]:
    return {COIN_SLOT: config.coin.driver, NOTE_SLOT: config.note.driver}


def _told(config: Config, status: Status | None) -> list[Line]:
    catalogue = Catalogue.load(config.cabinet.language)
    told = {} if status is None else status.slots
    lines = []
    for slot, driver in _drivers(config).items():
        if slot in told:
            lines.append(slot_line(slot, told[slot], catalogue))
        elif driver == "none":
            lines.append(_off(slot, catalogue))
        else:
            lines.append(_untold(slot))
    return lines


def _untold(slot: str) -> Line:
    what = "The running cabinet has told nothing of this slot."
    todo = "Run doctor once more; if it stays, restart the cabinet: its configuration is older."
    return Line("slot", slot, False, "unknown", "", what, todo)


def _simulated(config: Config) -> list[Line]:
    catalogue = Catalogue.load(config.cabinet.language)
    what = "An emulated unit; it is there only while the cabinet runs, and is not asked now."
    return [
        _off(slot, catalogue)
        if driver == "none"
        else Line("slot", slot, True, "simulated", "", what)
        for slot, driver in _drivers(config).items()
    ]


def _probed(config: Config, factory: PinFactory | None) -> list[Line]:
    from firmware.app.parts import coin_ports
    from firmware.app.probe import LONGEST_S, probe
    from firmware.clock import MonotonicClock

    said: set[int] = set()

    def tell(passed_s: float) -> None:
        if int(passed_s) not in said:
            said.add(int(passed_s))
            text = f"asking the units, {int(passed_s)} s of {LONGEST_S:.0f} s at most"
            print(text, file=sys.stderr, flush=True)

    clock = MonotonicClock()
    catalogue = Catalogue.load(config.cabinet.language)
    try:
        ports = coin_ports(config, factory, clock)
    except HardwareError as error:
        return [_broken("slot", slot, error) for slot in _drivers(config)]
    found = probe(ports, clock, tell)
    return [
        slot_line(slot, found[slot], catalogue) if slot in found else _without_pins(slot)
        for slot in _drivers(config)
    ]


def _without_pins(slot: str) -> Line:
    what = "It is wired to pins, and these cannot be opened."
    return Line("slot", slot, False, "unknown", "pins", what, "See the line of the pins.")


def _off(slot: str, catalogue: Catalogue) -> Line:
    from firmware.app.status import SlotStatus

    return slot_line(slot, SlotStatus(Health.OFF), catalogue)


def slot_line(slot: str, status: SlotStatus, catalogue: Catalogue) -> Line:
    """How a slot's unit stands, in the cabinet's language."""
    from firmware.device_words import health_words

    tender = Tender.NOTE if slot == NOTE_SLOT else Tender.COIN
    words = health_words(catalogue, status.health, status.detail, tender)
    whose = f" ({status.identity})" if status.identity else ""
    return Line(
        "slot",
        slot,
        status.health in _WELL,
        status.health.value,
        status.detail,
        f"{words.name}{whose}: {words.what}",
        words.todo,
        asdict(status.counts),
    )


# --- out ------------------------------------------------------------------------------------------


def _as_report(line: Line) -> dict[str, object]:
    report = asdict(line)
    report["ok"] = report.pop("is_well")
    return report


def _as_text(line: Line) -> str:
    whose = f"{line.part} {line.name}".strip()
    counted = ", ".join(f"{name} {count:g}" for name, count in line.counts.items() if count)
    todo = "" if line.is_well and line.todo == _NOTHING else f" -> {line.todo}"
    sign = "ok   " if line.is_well else "FAULT"
    return f"{sign} {whose}: {line.what}{todo}" + (f" [{counted}]" if counted else "")

"""`cabinato run`: the cabinet in its window, or a story played headless."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from firmware.assets import shipped_config
from firmware.cli.data import named_path
from firmware.config import Config, load_config
from firmware.errors import (
    ConfigError,
    DisplayError,
    HostError,
    LedgerError,
    LedgerInUseError,
    LedgerRefusedError,
)

_STEPS = (
    "coin N, note N (minor units)",
    "press, down, up BUTTON",
    "hold 1-5",
    "wait SECONDS",
    "settle",
    "key operator on|off",
    "page NAME (of the operator's, by its keys)",
    "pin DIGITS (of 1 to 5)",
    "facts NAME VALUE (what the machine tells of itself: temperature_c 85)",
    "door open|close",
    "tilt on|off",
    "unplug, plug coin|note",
    "lang en|it|ru",
    "cut",
    "crash, boot",
    "deck CARDS",
    "answers MOVES (Strip Poker: W, O10, R5, C, F, X345)",
    "lays HANDS (Cinque Mani: 7S8S9STSJS/..., one word a player)",
    "shot NAME",
    "expect PATH VALUE",
)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "run",
        description="Run the cabinet. With --headless --script FILE play a story in virtual "
        "time instead, through the same panel, coin line, ledger and screens. "
        "Exit 1: an expectation of the story failed, or the machine does not switch off. Exit 2: "
        "something cannot be used; for a service manager a faulty configuration is a page instead. "
        "Exit 10, 11: the operator of a simulated cabinet switched it "
        "off, or started it anew.",
        epilog="Keys of a simulated cabinet: 1 to 5 hold, space deals, M bets, D doubles, Esc "
        "menu; 6 to 0 coins, F5 to F7 notes; F1 rules, F2 operator's key, F3 door, F4 tilt, F8 "
        "options, F9 and F10 the cables of the coin acceptor and the bill validator. "
        "Steps of a story, one a line: " + "; ".join(_STEPS) + ".",
    )
    parser.add_argument("--config", type=named_path, metavar="F", help="another hw_config.toml")
    parser.add_argument(
        "--data",
        type=named_path,
        metavar="DIR",
        help="the ledger's folder (default: as configured)",
    )
    parser.add_argument(
        "--windowed", action="store_true", help="in a window, whatever the configuration says"
    )
    parser.add_argument("--headless", action="store_true", help="without a display: a story")
    parser.add_argument("--script", type=named_path, metavar="F", help="the story to play")
    parser.add_argument("--report", choices=["json"], help="print the cabinet's state at the end")
    parser.add_argument(
        "--shots", type=named_path, metavar="DIR", help="folder for the story's pictures"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="make chance reproducible")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the cabinet or a story."""
    faults = _faults(args)
    if faults:
        for fault in faults:
            print(f"cabinato run: {fault}", file=sys.stderr)
        return 2
    if args.headless:
        return _story(args, load_config(args.config))
    return _service(args) if _is_service() else _kiosk(args, load_config(args.config))


def _faults(args: argparse.Namespace) -> list[str]:
    """Options that cannot be used, or not together; a sentence each."""
    found = [
        f"{option} {folder}: is not a folder"
        for option, folder in (("--data", args.data), ("--shots", args.shots))
        if folder is not None and _is_something_else(folder)
    ]
    if args.headless:
        if not args.script:
            found.append("--headless plays a story: name it with --script FILE")
        if args.windowed:
            found.append("--headless and --windowed exclude each other")
        return found
    return found + [
        f"{option} belongs to a story: add --headless --script FILE"
        for option, value in (
            ("--script", args.script),
            ("--report", args.report),
            ("--shots", args.shots),
            ("--seed", args.seed),
        )
        if value is not None
    ]


def _is_something_else(folder: Path) -> bool:
    """Whether something is there that is no folder; what cannot be asked tells when it is used."""
    try:
        return folder.exists() and not folder.is_dir()
    except OSError:
        return False


# --- the cabinet ------------------------------------------------------------------------------


def _kiosk(args: argparse.Namespace, config: Config) -> int:
    try:
        return _evening(args, config)
    except DisplayError as error:
        print(
            f"cabinato run: {error}. Ways out: start it on a desktop "
            "(DISPLAY or WAYLAND_DISPLAY set), or on the console of a machine with a screen; "
            "play a story without a display with --headless --script FILE; or let tools/run "
            "show a tour in pictures",
            file=sys.stderr,
        )
        return 2
    except LedgerError as error:
        print(f"cabinato run: {error}", file=sys.stderr)
        return 2


def _evening(args: argparse.Namespace, config: Config) -> int:
    from firmware.app.build import fair
    from firmware.app.kiosk import Kiosk, stop_on_signals
    from firmware.clock import MonotonicClock
    from firmware.screens.window import missing_display

    reason = missing_display()
    if reason is not None:
        raise DisplayError(f"no display can be opened: {reason}")
    data = _data_of(args, config)
    kiosk = Kiosk(config, data, fair(), MonotonicClock())
    stop_on_signals(kiosk)
    try:
        return kiosk.run(windowed=args.windowed)
    except HostError as error:
        print(f"cabinato run: {error}", file=sys.stderr)
        return 1


def _data_of(args: argparse.Namespace, config: Config) -> Path:
    """The ledger's folder: as asked for, else as configured."""
    return config.data_folder if args.data is None else Path(args.data)


def _is_service() -> bool:
    """Whether a service manager started this process."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def _service(args: argparse.Namespace) -> int:
    """The same under a service manager: what keeps it from beginning is a page.

    A process that ends with 2 would only be started again, for ever, on a black screen.
    """
    from firmware.app import standstill
    from firmware.clock import MonotonicClock

    path = shipped_config() if args.config is None else args.config
    watch = standstill.FileWatch([path])  # before it is read: a later change counts
    started = standstill.Started.by(os.environ)
    try:
        try:
            config = load_config(path)
            return _evening(args, config)
        except ConfigError as error:
            refusal = standstill.of_config(error, path)
            language = standstill.language_of(path)
        except (LedgerInUseError, LedgerRefusedError) as error:
            refusal = standstill.of_folder(error, _data_of(args, config))
            language = config.cabinet.language
        for told in refusal.faults:
            print(f"cabinato run: {told}", file=sys.stderr)
        return standstill.wait(
            refusal, language, watch, started, MonotonicClock(), windowed=args.windowed
        )
    except DisplayError as error:
        print(f"cabinato run: {error}", file=sys.stderr)
        return standstill.wait_for_display(started, MonotonicClock(), windowed=args.windowed)


# --- a story ----------------------------------------------------------------------------------


def _story(args: argparse.Namespace, config: Config) -> int:
    from firmware.app.build import fair
    from firmware.app.headless import make_display_of
    from firmware.app.script import read_script
    from firmware.app.story import Story, data_folder, play
    from firmware.cards.shuffle import ScriptedShuffler, SeededSource

    if config.is_real:
        print(
            'cabinato run: a story needs [hardware] mode = "simulated" in the configuration',
            file=sys.stderr,
        )
        return 2
    if args.data is None:
        config = config.without_copy()  # a ledger that is thrown away leaves nothing on a stick
    steps = read_script(args.script, has_seed=args.seed is not None)
    shuffler = fair() if args.seed is None else ScriptedShuffler(SeededSource(args.seed))
    with data_folder(args.data) as data:
        story = Story(config, data, shuffler, make_display_of(config), args.shots)
        outcome = play(str(args.script), steps, story)
    for failure in outcome.failures:
        print(failure, file=sys.stderr)
    if args.report == "json":
        print(json.dumps(outcome.report, indent=2, ensure_ascii=False))
    else:
        met = outcome.expectations - len(outcome.failures)
        print(
            f"{args.script}: {outcome.steps} steps in {outcome.seconds:.1f} s of virtual time, "
            f"{met} of {outcome.expectations} expectations met"
        )
    return 1 if outcome.failures else 0

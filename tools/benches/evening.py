"""Presses at the running cabinet, and a stretch in which nobody presses anything."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, process_time, sleep

from kiosk_watch import KioskWatch, run_beside
from measured import Figure, quantile

from firmware.cabinet.state import Mode
from firmware.config import Config, load_config
from firmware.events import Health
from firmware.games.joker_poker.table import Phase
from firmware.panel import Button

ROUNDS = 40
COINS = (200,) * 4
"""Thrown in at once; an acceptor remembers no more than five."""
IDLE_S = 10.0
TWO_FRAMES_MS = 2000 / 60


def is_coin_ready(watch: KioskWatch) -> bool:
    """Whether every money unit is open."""
    return all(device.health is Health.READY for device in watch.state.devices.values())


def quiet(config: Config) -> Config:
    """As shipped, without sound: what is measured is the loop."""
    return config.model_copy(update={"sound": config.sound.model_copy(update={"enabled": False})})


# --- presses ----------------------------------------------------------------------------------


def measure_presses() -> list[Figure]:
    """Edge on the pin to presented frame, with the real ledger on this disk."""
    soft_s: list[float] = []
    hard_s: list[float] = []
    keys_s: list[float] = []
    commits_s: list[float] = []

    def person(watch: KioskWatch) -> None:
        watch.wait_for(lambda: is_coin_ready(watch))
        for credit in (80, 160):
            watch.coins.extend(COINS)
            watch.wait_for(lambda least=credit: watch.state.credit >= least)
            watch.settle()
        watch.press(Button.HOLD2)
        watch.settle()
        watch.press(Button.BET)
        watch.settle()
        del watch.commits_s[:]
        while len(hard_s) < 2 * ROUNDS:
            if watch.state.saved.joker.phase is Phase.HOLD:
                key_s, new_s = watch.press(Button.HOLD1)
                keys_s.append(key_s)
                soft_s.append(new_s)
                watch.settle()
            commits = len(watch.commits_s)
            key_s, new_s = watch.press(Button.DEAL)
            keys_s.append(key_s)
            hard_s.append(new_s)
            commits_s.extend(watch.commits_s[commits:])
            watch.settle()

    run_beside(quiet(load_config()), person)
    commit_ms = [1000 * each for each in commits_s]
    figures = []
    for share, name in ((0.5, "median"), (0.99, "99 of 100")):
        limit = f"two frames + {quantile(commit_ms, share):.1f} ms commit"
        figures += [
            Figure(
                f"press to its key going down, {name} of {len(keys_s)}",
                1000 * quantile(keys_s, share),
                "ms",
                "two frames",
                TWO_FRAMES_MS,
                "below",
            ),
            Figure(
                f"HOLD to its frame, {name} of {len(soft_s)}",
                1000 * quantile(soft_s, share),
                "ms",
                "two frames",
                TWO_FRAMES_MS,
                "below",
            ),
            Figure(
                f"DEAL to its frame, {name} of {len(hard_s)}",
                1000 * quantile(hard_s, share),
                "ms",
                limit,
                TWO_FRAMES_MS + quantile(commit_ms, share),
                "below",
            ),
        ]
    return figures


# --- nothing moves ----------------------------------------------------------------------------


def measure_idle() -> list[Figure]:
    """The real loop while nothing blinks: the operator's page, the key turned."""
    shipped = quiet(load_config())
    without = shipped.model_copy(
        update={"coin": shipped.coin.model_copy(update={"driver": "none"})}
    )
    return [
        *_still(shipped, "acceptor polled and emulated"),
        *_still(without, "no acceptor"),
        *_attract(shipped),
    ]


def _still(config: Config, name: str) -> list[Figure]:
    def begin(watch: KioskWatch) -> None:
        assert watch.world is not None
        watch.world.turn_key(True)
        watch.wait_for(lambda: watch.state.mode is Mode.OPERATOR)

    share, frames = _watched(config, begin)
    return [
        Figure(
            f"nothing moves (operator's page, {name}), CPU of one core",
            100 * share,
            "%",
            target="below 1 %",
        ),
        Figure(f"frames drawn in these {IDLE_S:.0f} s", frames, "", target="0"),
    ]


def _attract(config: Config) -> list[Figure]:
    share, frames = _watched(config, lambda _: None)
    return [
        Figure("attract, whole program, CPU of one core", 100 * share, "%"),
        Figure(f"frames drawn in these {IDLE_S:.0f} s", frames, ""),
    ]


def _watched(config: Config, begin: Callable[[KioskWatch], None]) -> tuple[float, int]:
    """CPU share of one core (0..1) and frames drawn over IDLE_S."""
    told: list[tuple[float, int]] = []

    def person(watch: KioskWatch) -> None:
        assert watch.machine is not None
        if config.coin.driver != "none":
            watch.wait_for(lambda: is_coin_ready(watch))
        begin(watch)
        sleep(2.0)  # the change itself is over, what it wrote is stored
        frames, cpu_s, begin_s = watch.machine.frames, process_time(), monotonic()
        sleep(IDLE_S)
        share = (process_time() - cpu_s) / (monotonic() - begin_s)
        told.append((share, watch.machine.frames - frames))

    run_beside(config, person)
    return told[0]

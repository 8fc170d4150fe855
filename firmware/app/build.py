"""From a checked configuration and an open ledger to a cabinet that stands where it stood."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.app import clearing
from firmware.app.machine import NoStore, Store
from firmware.app.settled import read_chosen, settled
from firmware.cabinet import faults, mechanical, memory, thinking
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.choosing import under
from firmware.cabinet.operator_menu.desk import Paper
from firmware.cabinet.operator_menu.pin_pad import free_s
from firmware.cabinet.options import Options, Speed
from firmware.cabinet.settings import AttractSound, Settings
from firmware.cabinet.slots import SlotSettings
from firmware.cabinet.state import CabinetState, Fault, FaultName, Saved
from firmware.cabinet.strip_poker import Guest, StripTable, resumed
from firmware.cabinet.switches_seen import Seen, read_seen
from firmware.cabinet.thinking import CinqueTable
from firmware.cards.shuffle import Chance, FairShuffler, ScriptedShuffler, SystemSource
from firmware.clock import Clock
from firmware.config import COIN_SLOT, NOTE_SLOT, Config
from firmware.config_tables import PlayTable
from firmware.errors import (
    LedgerError,
    LedgerInUseError,
    LedgerRefusedError,
    LedgerRolledBackError,
    LedgerSchemaError,
    StoryError,
)
from firmware.games.cinque_mani.configured import cinque_mani
from firmware.games.cinque_mani.notation import read_arrangement
from firmware.games.cinque_mani.table import Arrangement, Deal, verify_arrangement
from firmware.games.joker_poker.configured import joker_poker
from firmware.games.joker_poker.table import Table
from firmware.games.strip_poker.configured import strip_poker
from firmware.games.strip_poker.notation import read_answers
from firmware.games.strip_poker.seat import Answer, View
from firmware.ledger.device import Device, Direct, Patient
from firmware.ledger.ledger import Ledger
from firmware.ledger.readable import LastBooks, read_last_books
from firmware.ledger.second_copy import SecondCopy
from firmware.money import GameId, Tender
from firmware.operator.books import books_of
from firmware.operator.cash import cash_boxes
from firmware.operator.roles import read_pins
from firmware.program import program

MEGABYTE = 1_000_000

if TYPE_CHECKING:
    from firmware.games.strip_poker.cast import PlayStyle
    from firmware.games.strip_poker.packs import Packs  # at run time when the game is entered

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Books:
    """The ledger, or what stands for it when it could not be opened.

    Attributes:
        store: takes the transactions.
        ledger: the ledger; None when it could not be opened.
        fault: why not.
        last: what it last made durable, when it could not be opened and can be read.
    """

    store: Store
    ledger: Ledger | None
    fault: Fault | None = None
    last: LastBooks | None = None

    @property
    def known(self) -> Ledger | LastBooks | None:
        """Whatever tells how the books stand; None when nothing does."""
        return self.last if self.ledger is None else self.ledger


def settings(config: Config) -> Settings:
    """The cabinet's rules and limits as configured.

    Raises:
        ConfigError: the pay table cannot be used.
    """
    return Settings(
        joker=joker_poker(config.joker_poker),
        credit_minor=config.coin.credit_minor,
        slots=_slots(config),
        credit_ceiling=config.coin.credit_ceiling,
        jump_credits=config.coin.jump_credits,
        credits_per_step=config.panel.meters.credits_per_step,
        attended_win=config.joker_poker.attended_win,
        has_trainer=config.joker_poker.trainer,
        strip=StripTable(strip_poker(config.strip_poker), partial(_cast, config.packs), _answer),
        cinque=CinqueTable(cinque_mani(config.cinque_mani), _told),
        is_free_play=config.cabinet.free_play,
        attract_sound=AttractSound(config.sound.attract),
        options=_options(config.play),
        has_pointer=not config.is_real,
    )


def _options(play: PlayTable) -> Options:
    """What a player finds who has chosen nothing."""
    return Options(
        speed=Speed(play.speed),
        four_colour=play.four_colour,
        large_text=play.large_text,
        reduced_motion=play.reduced_motion,
        safe_colours=play.safe_colours,
        drag_double=play.drag_double,
    )


def _cast(folders: tuple[Path, ...]) -> dict[str, Guest]:
    """The characters of the packs that may be used, by pack and name."""
    return {
        f"{pack.id}/{character.id}": Guest(character, pack.room)
        for pack in _packs(folders).packs
        for character in pack.characters
    }


@cache  # at the first look into the game: reading every picture takes a while
def _packs(folders: tuple[Path, ...]) -> Packs:
    from firmware.games.strip_poker.packs import built_in, load_packs

    packs = load_packs([built_in(), *folders])
    for finding in packs.findings:
        log.error("%s", finding)
    return packs


def _refused(folders: tuple[Path, ...]) -> tuple[Fault, ...]:
    """A warning for each of the operator's packs that is not used, with the first reason.

    Without packs of his own nothing is read here.
    """
    if not folders:
        return ()
    first = {finding.pack: finding for finding in reversed(_packs(folders).findings)}
    return tuple(Fault(FaultName.PACK, name, str(each)) for name, each in sorted(first.items()))


def _answer(view: View, style: PlayStyle, level: int, chance: Chance) -> Answer:
    """What a character does; its strategy is read when it is first asked.

    In a story it may be told what to do.
    """
    told = chance.next_answer() if isinstance(chance, ScriptedShuffler) else None
    if told is not None:
        return read_answers(told)[0]
    from firmware.games.strip_poker.opponent import Opponent

    return Opponent(style, level).answer(view, chance.source)


def _told(chance: Chance, deal: Deal, count: int) -> tuple[Arrangement, ...]:
    """What a story has the computer's players lay in a deal; () where it says nothing of it.

    Raises:
        StoryError: it names too few, or cards that are not of this deal.
    """
    if not isinstance(chance, ScriptedShuffler):
        return ()
    told = [chance.next_answer() for _ in range(count)]
    laid = tuple(read_arrangement(each) for each in told if each is not None)
    if laid and len(laid) < count:
        raise StoryError(f"'lays' names hands of {len(laid)} players, {count} must lay theirs")
    for arrangement in laid:
        try:
            verify_arrangement(arrangement, deal.cards)
        except ValueError as error:
            raise StoryError(f"'lays' cannot be laid: {error}") from error
    return laid


def _slots(config: Config) -> dict[str, SlotSettings]:
    """The slots that have a device."""
    coin, note = config.coin, config.note
    slots = {}
    if coin.driver != "none":
        slots[COIN_SLOT] = SlotSettings(Tender.COIN, coin.largest_credits)
    if note.driver != "none":
        largest = max(note.notes_minor) // coin.credit_minor
        slots[NOTE_SLOT] = SlotSettings(Tender.NOTE, largest)
    return slots


def open_books(
    config: Config, folder: Path, clock: Clock, executor: Executor | None, *, is_test: bool
) -> Books:
    """The ledger in `folder` with its second copy, or the fault that keeps it shut.

    A ledger that is corrupt or cannot be read or written brings the cabinet up locked, with
    the reason on its screen, and with the credit where that can be read. A folder that is not
    ours to use is refused.

    Raises:
        LedgerInUseError: another cabinet runs on it.
        LedgerRefusedError: a story on a real ledger, or a cabinet on a test ledger.
        ConfigError: the second copy lies under `~`, and this user has no home.
    """
    copy = _second_copy(config, Direct() if executor is None else Patient())
    try:
        open_ledger = partial(
            Ledger.open,
            folder,
            clock=clock,
            executor=executor,
            is_test=is_test,
            program=program(),
            copy=copy,
            keep_rounds=config.ledger.keep_rounds,
        )
        ledger = clearing.opened(open_ledger, folder, clock, program())
    except LedgerSchemaError as error:
        return _no_books(error, folder)
    except (LedgerInUseError, LedgerRefusedError):
        raise
    except LedgerError as error:
        return _no_books(error, folder)
    return Books(ledger, ledger)


def _second_copy(config: Config, device: Device) -> SecondCopy | None:
    folder = config.copy_folder
    if folder is None:
        return None
    limit_bytes = config.ledger.copy_limit_mb * MEGABYTE
    return SecondCopy(folder, limit_bytes, must_be_elsewhere=config.is_real, device=device)


def _no_books(error: LedgerError, folder: Path) -> Books:
    log.error("%s", error)
    return Books(NoStore(), None, faults.of_ledger(error), _last_books(error, folder))


def _last_books(error: LedgerError, folder: Path) -> LastBooks | None:
    """What a person at the screen may still be told; None where nothing tells it, or no longer."""
    if isinstance(error, LedgerRolledBackError):
        return None  # it tells of an earlier evening
    try:
        return read_last_books(folder)
    except LedgerError:
        return None  # why is on the screen already


def cabinet(config: Config, books: Books, shuffler: Chance, clock: Clock) -> Cabinet:
    """The cabinet in the state that the ledger last made durable, under the present settings.

    What has changed in the settings is in the event log before the first press. Another worth
    of a credit is refused while credit stands: play is locked, and it keeps its old worth.

    Raises:
        ConfigError: as `settings`.
    """
    chosen, fault = settings(config), books.fault
    fresh = _fresh(chosen, config)
    state = CabinetState(saved=fresh)
    seen: Seen = {}
    if books.known is not None:
        try:
            laid = read_chosen(config, books.known.documents)
            if books.ledger is not None:
                chosen, fault = settled(laid, settings, books.ledger)
            else:
                chosen = settings(laid.config)
            fresh = _fresh(chosen, laid.config)
            state = _remembered(books.known, fresh)
            seen = read_seen(books.known.documents)
            if chosen.strip is not None:
                state = resumed(state, chosen.strip)
        except LedgerError as error:
            log.error("%s", error)
            fault = fault or faults.of_ledger(error)
            state = replace(state, balances=dict(books.known.balances))  # the credit is known
    stored = state.saved
    if books.known is not None:
        state = under(state, chosen)
    now_s = clock.now_s()
    state = replace(
        state,
        touched_at_s=now_s,
        waiting_since_s=now_s,
        attract_since_s=now_s,
        pin_free_s=free_s(state.pins, now_s),
        has_door=config.panel.switches.door is not None,
    )
    state = thinking.looked(None, state, now_s)
    if books.known is not None:
        pulsed = mechanical.with_new(
            state.saved.pulsed, config.panel.meters.wired, state.balances, chosen.credits_per_step
        )
        state = replace(state, saved=replace(state.saved, pulsed=pulsed))
    ledger = books.ledger
    paper = (lambda: None) if ledger is None else partial(_paper, ledger)
    made = Cabinet(chosen, shuffler, clock, state, stored, paper, seen)
    shipped = None
    if config.is_real and books.ledger is not None and not state.pins.are_chosen:
        shipped = Fault(FaultName.PIN_SHIPPED)
    for each in (fault, shipped, *_refused(config.packs)):
        if each is not None:
            made.break_down(each)
    return made


def _fresh(chosen: Settings, config: Config) -> Saved:
    """The play state of a new ledger."""
    smallest = chosen.joker.chip_values[0]
    return Saved(language=config.cabinet.language, joker=Table(chip_value=smallest))


def _paper(ledger: Ledger) -> Paper | None:
    """What the operator's pages act on; None where the stored counts cannot be read."""
    counts, faults_found = books_of(ledger).life, list[str]()
    boxes = cash_boxes(counts.coins, counts.events, ledger.documents, faults_found)
    for fault in faults_found:
        log.error("%s", fault)
    return Paper({box.tender: box for box in boxes}, ledger.documents) if boxes else None


def _remembered(ledger: Ledger | LastBooks, fresh: Saved) -> CabinetState:
    documents: Mapping[str, str] = ledger.documents
    return CabinetState(
        saved=memory.read_saved(documents, fresh),
        balances=dict(ledger.balances),
        mix=documents.get(thinking.MIX, ""),
        history=memory.read_rounds(
            record.text for record in ledger.recent_rounds if record.game is GameId.JOKER_POKER
        ),
        counters=memory.read_counters(documents),
        confirmed=memory.read_confirmed(documents),
        faults=memory.read_faults(documents),
        pins=read_pins(documents),
    )


def fair() -> Chance:
    """The chance of a real evening."""
    return FairShuffler(SystemSource())

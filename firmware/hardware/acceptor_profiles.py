"""Profiles of money units that only talk: what stands on their line, as data.

A profile is a file of `assets/acceptors/`. It says how bytes or pulses become money, so that
another unit needs another file and no other program. Which file a slot uses is the
configuration's choice, and so is what a channel or a pulse is worth.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal, overload

from pydantic import Field, ValidationError

from firmware.assets import asset
from firmware.config import SlotTable
from firmware.errors import ConfigError
from firmware.hardware.coin_port import LineSettings
from firmware.suggestion import suggestion
from firmware.toml_faults import Listed, TomlTable, TomlText

Kind = Literal["serial_frame", "pulse"]
PARITY_LETTERS = {"none": "N", "even": "E", "odd": "O"}
COUNTED = 0
"""As the length of a frame: its second byte counts its data."""
SUFFIX = ".toml"

Byte = Annotated[int, Field(ge=0, le=255)]


def _whole(low: int, high: int, what: str, **more: Any) -> Any:
    return Field(
        ge=low, le=high, description=f"a whole number from {low} to {high} ({what})", **more
    )


def _bytes(what: str, **more: Any) -> Any:
    return Field(description=f"a list of bytes, 0 to 255 ({what})", **more)


def _milliseconds(low: float, high: float, **more: Any) -> Any:
    described = f"a number from {low:g} to {high:g} (milliseconds)"
    return Field(ge=low, le=high, description=described, **more)


class LineTable(TomlTable):
    """`[line]`: how the unit leaves the factory; 8 data bits."""

    baud: int = _whole(300, 115_200, "bits per second")
    parity: Literal["none", "even", "odd"] = Field(description='"none", "even" or "odd"')
    stop_bits: Literal[1, 2] = Field(description="1 or 2")


class ShapeTable(TomlTable):
    """`[frame]`: how a frame is told from noise. Places count from 0, its first byte."""

    headers: Annotated[tuple[Byte, ...], Listed] = _bytes(
        "what a frame begins with; none where every byte is a frame"
    )
    length: int = _whole(0, 64, "bytes of a frame; 0 where its second byte counts the data")
    check: Literal["xor", "sum", "none"] = Field(description='"xor", "sum" or "none"')
    check_from: int = _whole(0, 8, "place of the first byte that the check covers", default=0)
    tail: Byte | None = Field(default=None, description="a byte, 0 to 255, that ends a frame")


class MoneyTable(TomlTable):
    """`[money]`: which frames are money, and where in the last of them its worth stands."""

    by: Literal["value", "channel", "pulses"] = Field(
        description='"value" (units), "channel", or "pulses" (a channel, then two bytes, low first)'
    )
    sequence: Annotated[tuple[Byte, ...], Listed] = _bytes(
        "headers of the frames that tell of one coin, in order", default=()
    )
    at: int = _whole(0, 63, "place of the value or the channel")
    channels: int = _whole(0, 32, "channels that the unit has; 0 where it tells a value", default=0)


class SignTable(TomlTable):
    """`[signs]`: what else it says, by the first byte of the frame."""

    idle: Annotated[tuple[Byte, ...], Listed] = _bytes("nothing happens", default=())
    ignored: Annotated[tuple[Byte, ...], Listed] = _bytes("of no use here", default=())
    rejected: Annotated[tuple[Byte, ...], Listed] = _bytes("money was given back", default=())
    jammed: Annotated[tuple[Byte, ...], Listed] = _bytes("money is stuck", default=())
    fraud: Annotated[tuple[Byte, ...], Listed] = _bytes("an attempt at fraud", default=())
    full: Annotated[tuple[Byte, ...], Listed] = _bytes("the box is full", default=())
    unsure: Annotated[tuple[Byte, ...], Listed] = _bytes(
        "money of unknown worth may have fallen", default=()
    )


class CommandTable(TomlTable):
    """`[commands]`: raw bytes; none where the unit has no such command."""

    open: Annotated[tuple[Byte, ...], Listed] = _bytes("lets money in", default=())
    close: Annotated[tuple[Byte, ...], Listed] = _bytes("refuses money", default=())


class AuditTable(TomlTable):
    """`[audit]`: the unit's own total, as four-byte counts one after the other, low byte first."""

    ask: Annotated[tuple[Byte, ...], Listed] = _bytes("the whole question", min_length=1)
    answer: Byte = Field(description="a byte, 0 to 255: the first byte of data of the answer")
    counts: int = _whole(1, 8, "counts in the answer")


class FrameProfile(TomlTable):
    """A unit that sends frames and takes no question, or hardly any.

    Attributes:
        name: that of its file.
    """

    name: str = ""
    kind: Literal["serial_frame"] = Field(description='"serial_frame"')
    line: LineTable = Field(description="a table [line]")
    frame: ShapeTable = Field(description="a table [frame]")
    money: MoneyTable = Field(description="a table [money]")
    signs: SignTable = SignTable()
    commands: CommandTable = CommandTable()
    audit: AuditTable | None = None

    @property
    def is_chatty(self) -> bool:
        """Whether it speaks without being fed, so that its silence means something."""
        return bool(self.signs.idle)

    @property
    def has_commands(self) -> bool:
        """Whether it can be closed over the line; else only an inhibit wire does it."""
        return bool(self.commands.open and self.commands.close)


class PulseProfile(TomlTable):
    """A unit that pulls a wire so many times as the money is worth.

    Attributes:
        name: that of its file.
        period_ms: nominal length of a pulse.
        shortest_ms: shortest active time that is a pulse.
        longest_ms: longest.
        gap_periods: a train is over after so many periods of silence.
        noise_below_ms: what is shorter, with nothing longer near it, is noise and no money: the
            data sheet says so. 0 where it does not: then it is a question.
        extra_edge_at_start: the unit sends one pulse before a train that is none, of 4 ms or more;
            a shorter one is a spike anyway.
        startup_quiet_ms: nothing counts for so long after the start.
        switching_ms: static of a lamp, a meter or an inhibit wire that is switched lasts so long.
    """

    name: str = ""
    kind: Literal["pulse"] = Field(description='"pulse"')
    period_ms: float = _milliseconds(5, 1_000)
    shortest_ms: float = _milliseconds(1, 1_000)
    longest_ms: float = _milliseconds(1, 1_000)
    gap_periods: float = Field(
        default=2.5, ge=1.5, le=20, description="a number from 1.5 to 20 (periods)"
    )
    noise_below_ms: float = _milliseconds(0, 1_000, default=0)
    extra_edge_at_start: bool = Field(default=False, description="true or false")
    startup_quiet_ms: float = _milliseconds(0, 10_000, default=500)
    switching_ms: float = _milliseconds(0, 500, default=30)


Profile = FrameProfile | PulseProfile
_MODELS: dict[Kind, type[FrameProfile] | type[PulseProfile]] = {
    "serial_frame": FrameProfile,
    "pulse": PulseProfile,
}


def acceptors_folder() -> Path:
    """Where the profiles that come with the program are."""
    return asset("acceptors")


def profile_names(kind: Kind, folder: Path | None = None) -> list[str]:
    """Names of the profiles of that kind, in order; a file that cannot be read is none."""
    files = sorted((folder or acceptors_folder()).glob(f"*{SUFFIX}"))
    return [path.stem for path in files if _kind_of(path) == kind]


@overload
def load_profile(
    name: str, kind: Literal["serial_frame"], folder: Path | None = None
) -> FrameProfile: ...
@overload
def load_profile(name: str, kind: Literal["pulse"], folder: Path | None = None) -> PulseProfile: ...
def load_profile(name: str, kind: Kind, folder: Path | None = None) -> Profile:
    """The profile of that name, read and checked.

    Args:
        name: of its file, without the ending.
        kind: what the driver needs.
        folder: where to look; None is the program's own.

    Raises:
        ConfigError: there is none, it is of the other kind, or it is not right; a line per
            fault, with file, line, key, value and what is allowed.
    """
    path = (folder or acceptors_folder()) / f"{name}{SUFFIX}"
    if path.parent != (folder or acceptors_folder()) or not path.is_file():
        known = suggestion(name, profile_names(kind, folder))
        problem = f"no such file in assets/acceptors/; {known}"
        raise ConfigError([f'profile = "{name}": {problem}'])
    source = TomlText.read(path)
    data = source.parse()
    said = data.get("kind")
    if said != kind and said in _MODELS:
        known = suggestion(name, profile_names(kind, folder))
        problem = f'is of kind "{said}", the driver needs "{kind}"; {known}'
        raise ConfigError([f'profile = "{name}": {problem}'])
    return _checked(source, data, name, kind)


def verify_worths(
    slot: str, table: SlotTable, profile: Profile, accepted_minor: Collection[int]
) -> None:
    """The unit can tell of something that its slot takes.

    Args:
        slot: name of the slot.
        table: what the configuration says about it.
        profile: how its unit talks.
        accepted_minor: worths that it takes, minor units.

    Raises:
        ConfigError: it can tell of nothing; says which key to change.
    """
    by = profile.money.by if isinstance(profile, FrameProfile) else "value"
    is_by_channel = by == "channel" or (by == "pulses" and bool(table.channels_minor))
    key = "channels_minor" if is_by_channel else "unit_minor"
    worths = table.channels_minor if is_by_channel else (table.unit_minor,)
    if any(_is_told(each, worths, by) for each in accepted_minor):
        return
    shown = list(worths) if is_by_channel else table.unit_minor
    wanted = _WORTHS_WANTED["pulses" if by == "pulses" else key]
    taken = ", ".join(str(each) for each in sorted(accepted_minor))
    told = f'profile "{profile.name}" could tell of nothing that is taken ({taken})'
    raise ConfigError([f"{slot}.{key} = {shown}: {told}; {wanted}"])


def _is_told(minor: int, worths: tuple[int, ...], by: str) -> bool:
    if by == "channel":
        return minor in worths
    return any(worth and minor % worth == 0 for worth in worths)


_WORTHS_WANTED = {
    "channels_minor": "list what each channel is worth, in their order",
    "pulses": "say what one pulse is worth, of which all money is a multiple",
    "unit_minor": "say what one unit is worth, of which all money is a multiple",
}


def line_settings(profile: FrameProfile, slot: SlotTable) -> LineSettings:
    """The profile's line; where the slot's table names a baud rate or a parity, that one."""
    return LineSettings(
        baud=slot.baud or profile.line.baud,
        parity=PARITY_LETTERS[slot.parity or profile.line.parity],
        stop_bits=profile.line.stop_bits,
    )


def _kind_of(path: Path) -> object:
    try:
        return TomlText.read(path).parse().get("kind")
    except ConfigError:
        return None


def _checked(source: TomlText, data: dict[str, Any], name: str, kind: Kind) -> Profile:
    model = _MODELS[kind]
    if "name" in data:
        problem = "unknown key; a profile is called as its file is"
        raise ConfigError([source.fault(("name",), problem)])
    try:
        profile = model.model_validate({**data, "name": name})
    except ValidationError as error:
        raise ConfigError(source.model_faults(error, model, ())) from error
    if isinstance(profile, PulseProfile):
        faults = _pulse_faults(source, profile)
    else:
        faults = _frame_faults(source, profile)
    if faults:
        raise ConfigError(faults)
    return profile


def _pulse_faults(source: TomlText, profile: PulseProfile) -> list[str]:
    faults = []
    if profile.shortest_ms >= profile.longest_ms:
        problem = f"must be above shortest_ms, {profile.shortest_ms:g}"
        faults.append(source.fault(("longest_ms",), problem, profile.longest_ms))
    if profile.noise_below_ms > profile.shortest_ms:
        problem = f"must not be above shortest_ms, {profile.shortest_ms:g}"
        faults.append(source.fault(("noise_below_ms",), problem, profile.noise_below_ms))
    return faults


def _frame_faults(source: TomlText, profile: FrameProfile) -> list[str]:
    """What each key alone does not show."""
    faults = []
    shape, money, signs = profile.frame, profile.money, profile.signs
    if shape.length == COUNTED and not shape.headers:
        problem = "a counted frame needs a header to begin with"
        faults.append(source.fault(("frame", "headers"), problem, list(shape.headers)))
    last = money.at + (2 if money.by == "pulses" else 0)
    if shape.length != COUNTED and last >= shape.length:
        problem = f"outside a frame of {shape.length} bytes"
        faults.append(source.fault(("money", "at"), problem, money.at))
    if money.by == "channel" and not money.channels:
        problem = "must be 1 or more where the money is told by channel"
        faults.append(source.fault(("money", "channels"), problem, money.channels))
    if shape.headers:
        meant = (*money.sequence, *(each for sign in _signs(signs) for each in sign))
        strange = sorted(set(meant) - set(shape.headers))
        faults += [
            source.fault(("frame", "headers"), f"lacks {each:#04x}, which is used below")
            for each in strange
        ]
        if not money.sequence:
            faults.append(source.fault(("money", "sequence"), "missing; names a header or more"))
    return faults


def _signs(signs: SignTable) -> tuple[tuple[int, ...], ...]:
    return tuple(getattr(signs, name) for name in SignTable.model_fields)

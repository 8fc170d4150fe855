"""What `pack.toml` may hold, and a sentence for everything in it that has the wrong shape.

Shape only: which keys there are and of what type. What the values must be to each other
(one last garment, all languages, files of the canvas' size) is `packs.py`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import Field, ValidationError
from pydantic_core import ErrorDetails

from firmware.suggestion import suggestion
from firmware.toml_faults import Listed, TomlTable, spelt


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason to refuse a pack.

    Attributes:
        pack: the name of its folder.
        field: where in the manifest, such as `character[ottavia].age`; empty for the whole.
        value: what stands there as TOML would spell it; empty where nothing does.
        problem: what is wrong, or what must stand there.
    """

    pack: str
    field: str
    value: str
    problem: str

    def __str__(self) -> str:
        place = f"pack {self.pack}: {self.field}" if self.field else f"pack {self.pack}"
        shown = f" = {self.value}" if self.value else ""
        return f"{place}{shown}: {self.problem}"


# --- the tables of the file -------------------------------------------------------------------

_Text = Annotated[str, Field(description='a text, in "quotation marks"')]
_Whole = Annotated[int, Field(description="a whole number")]
_Depth = Annotated[int, Field(ge=0, le=1000, description="a whole number from 0 to 1000")]
_Share = Annotated[float, Field(ge=0, le=1, description="a number from 0 to 1, such as 0.25")]
_Texts = Annotated[
    tuple[str, ...], Listed, Field(description='a list of texts, such as ["...", "..."]')
]
_Colour = Annotated[
    str, Field(pattern=r"^#[0-9A-Fa-f]{6}$", description='a colour such as "#93aa9c"')
]
_Size = Annotated[
    tuple[int, int], Listed, Field(description="two whole numbers, such as [600, 1000]")
]
_Point = Annotated[
    tuple[int, int], Listed, Field(description="a point of the canvas, such as [300, 245]")
]
_Name = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9_-]{0,31}$",
        description="up to 32 small letters, figures, - and _, such as "
        '"club-notte", a letter first',
    ),
]
_Words = Annotated[
    dict[str, str],
    Field(description='a text for each language: { it = "...", en = "...", ru = "..." }'),
]


class LayerTable(TomlTable):
    """A picture and its depth."""

    file: _Text
    z: _Depth
    part: Annotated[
        Literal["table", "body", "head", "cards"],
        Field(description='"table", "body", "head" or "cards"'),
    ] = "body"


_Layers = Annotated[
    tuple[LayerTable, ...],
    Listed,
    Field(description='a list of layers, such as [ { file = "vera/hat.png", z = 90 } ]'),
]


class GarmentTable(TomlTable):
    """`[[character.garment]]`"""

    id: _Name
    name: _Words
    short: _Words = Field(default_factory=dict)
    layers: _Layers = ()
    rack: _Text = ""
    last: Annotated[bool, Field(description="true or false")] = False
    prop: _Text = ""


class FacesTable(TomlTable):
    """`faces`: exactly five."""

    neutral: _Text
    glad: _Text
    worried: _Text
    poker: _Text
    shocked: _Text


class BlinkTable(TomlTable):
    """`[character.blink]`"""

    file: _Text
    z: _Depth = 83
    faces: _Texts = ("neutral", "worried")


class ScreenTable(TomlTable):
    """`[character.screen]`: the farewell."""

    panels: _Text
    hand: _Text
    neck: _Text = ""
    fingers: _Text = ""
    head_in_front: Annotated[bool, Field(description="true or false")] = False


class PlayTable(TomlTable):
    """`play`"""

    level: Annotated[int, Field(ge=1, le=3, description="1, 2 or 3")]
    boldness: _Share
    bluff: _Share
    read: _Share


class LampTable(TomlTable):
    """`lamp`: the light on the contact sheet."""

    wall: _Colour = "#2f4a44"
    light: _Colour = "#93aa9c"
    floor: _Colour = "#3e5c54"


class CharacterTable(TomlTable):
    """`[[character]]`"""

    id: _Name
    name: Annotated[str | dict[str, str], Field(description="a text, or a text for each language")]
    short: _Words = Field(default_factory=dict)
    age: Annotated[int | None, Field(description="a whole number of at least 25")] = None
    fictional: Annotated[bool, Field(description="true")] = False
    profession: _Words
    about: _Words
    canvas: _Size
    body: _Text
    body_z: _Depth = 20
    base: _Layers = ()
    faces: Annotated[FacesTable, Field(description="a table of five files")]
    face_z: _Depth = 82
    neck: _Point = (300, 245)
    grip: _Point = (150, 338)
    blink: Annotated[BlinkTable | None, Field(description="a table with a file")] = None
    play: Annotated[PlayTable, Field(description="a table: level, boldness, bluff, read")]
    screen: Annotated[ScreenTable, Field(description="a table: panels, hand, neck, fingers")]
    lamp: Annotated[LampTable, Field(description="a table: wall, light, floor")] = LampTable()
    garment: Annotated[
        tuple[GarmentTable, ...], Listed, Field(description="tables [[character.garment]]")
    ]
    lines: Annotated[
        dict[str, dict[str, _Texts]], Field(description="tables [character.lines.it] and so on")
    ] = Field(default_factory=dict)


class RoomTable(TomlTable):
    """`[scene]`: what the characters share."""

    backdrop: _Text = ""
    rack: _Text = ""
    lamp: _Text = ""


class HeadTable(TomlTable):
    """The file without its characters, which are read one by one."""

    format: _Whole
    id: _Name
    title: _Words
    license: _Text
    authors: _Texts
    scene: Annotated[RoomTable, Field(description="a table: backdrop, rack, lamp")] = RoomTable()


# --- what pydantic found, as sentences --------------------------------------------------------


def shape_findings(
    pack: str, at: str, error: ValidationError, model: type[TomlTable], raw: object
) -> list[Finding]:
    """A sentence for everything in `raw` that is not as `model` has it.

    Args:
        pack: how the pack is called.
        at: the field that `raw` stands under; empty for the whole file.
    """
    found = [_shape_finding(pack, at, each, model, raw) for each in error.errors()]
    return list(dict.fromkeys(found))


def without_unknown_keys(error: ValidationError, raw: object) -> object:
    """A copy of `raw` that lacks what was found to be no key, so that the rest can be judged."""
    rest = deepcopy(raw)
    for found in error.errors():
        *way, key = found["loc"] or ("",)
        owner: object = rest
        for part in way:
            owner = _child(owner, part)
        if found["type"] == "extra_forbidden" and isinstance(owner, dict):
            owner.pop(key, None)
    return rest


def _shape_finding(
    pack: str, at: str, found: ErrorDetails, model: type[TomlTable], raw: object
) -> Finding:
    field, owner, allowed, value = _walk(at, found["loc"], model, raw)
    match found["type"]:
        case "extra_forbidden":
            return Finding(
                pack, field, "", f"unknown key; {suggestion(str(found['loc'][-1]), owner)}"
            )
        case "missing":
            return Finding(pack, field, "", f"missing; must be {allowed}")
    return Finding(pack, field, spelt(value), f"must be {allowed}")


def _walk(
    at: str, loc: tuple[int | str, ...], model: type[TomlTable], raw: object
) -> tuple[str, list[str], str, object]:
    """The field's full name, the keys of the table around it, what it may be, what it is."""
    field, allowed, value = at, "a table", raw
    inside: object = model
    owner: list[str] = []
    for part in loc:
        if isinstance(part, str) and (table := _table(inside)) is not None:
            owner = list(table.model_fields)
            if part in table.model_fields:
                info = table.model_fields[part]
                allowed, inside = info.description or allowed, info.annotation
        elif isinstance(part, str) and not (isinstance(value, Mapping) and part in value):
            continue  # pydantic names the branch of a choice here; it is no key
        step = _step(value, part)
        field = f"{field}{step}" if step.startswith("[") or not field else f"{field}.{step}"
        value = _child(value, part)
    return field, owner, allowed, value


def _table(annotation: object) -> type[TomlTable] | None:
    """The one table that stands under an annotation, alone, listed, or as a choice."""
    if isinstance(annotation, type) and issubclass(annotation, TomlTable):
        return annotation
    if get_origin(annotation) in (tuple, Union, UnionType, Annotated):
        inner = (_table(each) for each in get_args(annotation))
        return next((each for each in inner if each is not None), None)
    return None


def _step(value: object, part: int | str) -> str:
    if isinstance(part, str):
        return part
    return f"[{label(_child(value, part), part)}]"


def _child(value: object, part: int | str) -> Any:
    if isinstance(value, Mapping):
        return value.get(part)
    if isinstance(value, list | tuple) and isinstance(part, int) and part < len(value):
        return value[part]
    return value


def is_deeper(raw: object, depth: int) -> bool:
    """Whether tables and lists stand in each other more than `depth` times.

    >>> is_deeper([[1], [2]], 2), is_deeper([[1], [[2]]], 2)
    (False, True)
    """
    level: list[object] = [raw]
    for _ in range(depth + 1):
        level = [inner for each in level for inner in _inner(each)]
    return bool(level)


def _inner(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    return list(value) if isinstance(value, list) else []


def label(table: object, index: int) -> str:
    """How one of several tables is called: by its id, else by its place from 1."""
    name = table.get("id") if isinstance(table, Mapping) else None
    return name if isinstance(name, str) and name else str(index + 1)

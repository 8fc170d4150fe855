"""The door for packs: a folder becomes a `Pack`, or a list of sentences why it may not.

A pack may come from anybody, so everything is checked before anything is used: the keys of
the manifest, the rules of the cast, every picture. What comes out needs no further check.
`docs/packs.md` is the guide for those who make one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import ValidationError

from firmware.assets import asset
from firmware.errors import ConfigError
from firmware.games.strip_poker import pack_rules
from firmware.games.strip_poker.cast import (
    Blink,
    Character,
    Face,
    FarewellScene,
    Garment,
    Lamp,
    Layer,
    Pack,
    Part,
    PlayStyle,
    Room,
    Words,
)
from firmware.games.strip_poker.pack_manifest import (
    CharacterTable,
    Finding,
    GarmentTable,
    HeadTable,
    LayerTable,
    is_deeper,
    label,
    shape_findings,
    without_unknown_keys,
)
from firmware.games.strip_poker.pack_pictures import (
    MAX_PACK_BYTES,
    MAX_SIDE_PX,
    Picture,
    PictureFault,
    inside,
    megabytes,
    read_picture,
)
from firmware.language import SHIPPED, Language
from firmware.toml_faults import TomlTable, TomlText, spelt

MANIFEST = "pack.toml"
BACKDROP_SIZE = (744, 1100)
RACK_SIZE = (600, 1000)

_MAX_MANIFEST_BYTES = 1024 * 1024
_MAX_DEPTH = 20
"""Tables in tables; an honest manifest has six, and what walks it must come to an end."""
_Table = TypeVar("_Table", bound=TomlTable)


class PackError(ConfigError):
    """A pack that may not be used; `findings` are all the reasons."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__([str(finding) for finding in findings[:1]])
        self.findings = findings


@dataclass(frozen=True, slots=True)
class Packs:
    """The packs that may be used, and why the others may not.

    Attributes:
        packs: in the order given; empty only when the built-in one is damaged too.
        findings: for the operator, of every pack that was refused.
    """

    packs: tuple[Pack, ...]
    findings: tuple[Finding, ...]

    def pack(self, id: str) -> Pack | None:
        """The pack of that id, None where there is none."""
        return next((each for each in self.packs if each.id == id), None)


def built_in() -> Path:
    """The folder of the pack that comes with the program."""
    return asset("packs", "club-notte")


def check_pack(folder: Path) -> tuple[Finding, ...]:
    """Every reason to refuse the pack in `folder`; empty when it may be used."""
    return _Reading(folder).findings


def load_pack(folder: Path) -> Pack:
    """The pack in `folder`.

    Raises:
        PackError: it may not be used; quotes the first finding and holds all.
    """
    reading = _Reading(folder)
    if reading.pack is None:
        raise PackError(reading.findings)
    return reading.pack


def load_packs(folders: Iterable[Path], fallback: Path | None = None) -> Packs:
    """The packs in `folders`; the built-in one comes in for any that is refused.

    Args:
        folders: those the operator has enabled.
        fallback: in place of the built-in pack.
    """
    given = tuple(folders)
    packs: list[Pack] = []
    findings: list[Finding] = []
    for folder in given:
        _take(folder, packs, findings)
    spare = built_in() if fallback is None else fallback
    if len(packs) == len(given) and packs:
        return Packs(tuple(packs), ())
    if spare.resolve() not in {folder.resolve() for folder in given}:
        _take(spare, packs, findings)
    return Packs(tuple(packs), tuple(findings))


def _take(folder: Path, packs: list[Pack], findings: list[Finding]) -> None:
    reading = _Reading(folder)
    if reading.pack is None:
        findings += reading.findings
    elif any(each.id == reading.pack.id for each in packs):
        id = reading.pack.id
        findings.append(Finding(folder.name, "id", spelt(id), "another pack has this id"))
    else:
        packs.append(reading.pack)


class _Reading:
    """One pack being read: what was found, and the pack when nothing was."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name = folder.name or str(folder)
        self._findings: list[Finding] = []
        self._pictures: dict[str, Picture | PictureFault] = {}
        self.pack = self._read()
        self.findings = tuple(dict.fromkeys(self._findings))

    def _read(self) -> Pack | None:
        raw = self._manifest()
        if raw is None:
            return None
        value = raw.get("format")
        if type(value) is not int or value != pack_rules.FORMAT:  # neither 1.0 nor true
            self._find("format", value, f"must be {pack_rules.FORMAT}, the format known here")
            return None
        head = self._shaped(
            HeadTable, "", {key: value for key, value in raw.items() if key != "character"}
        )
        room = self._checked_head(head)
        characters = [self._character(place, one) for place, one in self._people(raw)]
        self._weigh()
        if self._findings or head is None or room is None:
            return None
        return Pack(
            id=head.id,
            title=_words(head.title),
            license=head.license,
            authors=head.authors,
            folder=self._folder.resolve(),
            room=room,
            characters=tuple(each for each in characters if each is not None),
        )

    # --- the manifest -------------------------------------------------------------------------

    def _manifest(self) -> dict[str, Any] | None:
        try:
            path = inside(self._folder, MANIFEST)
            if not path.is_file():
                raise PictureFault("is missing")
            if path.stat().st_size > _MAX_MANIFEST_BYTES:
                raise PictureFault("is larger than 1 MB")
            raw = TomlText(MANIFEST, TomlText.read(path).text).parse()
            if is_deeper(raw, _MAX_DEPTH):
                raise PictureFault("is nested too deeply")
            return raw
        except PictureFault as fault:
            self._find(MANIFEST, None, str(fault))
        except OSError as error:
            self._find(MANIFEST, None, f"cannot be read: {error.strerror}")
        except ConfigError as error:
            self._find("", None, str(error))
        return None

    def _people(self, raw: dict[str, Any]) -> Iterator[tuple[str, object]]:
        people = raw.get("character")
        if not isinstance(people, list) or not people:
            value = None if "character" not in raw else people
            self._find("character", value, "must be one or more tables [[character]]")
            return
        names = [label(one, index) for index, one in enumerate(people)]
        for name in sorted(pack_rules.repeated(names)):
            self._find(f"character[{name}].id", name, "used twice")
        for name, one in zip(names, people, strict=True):
            yield f"character[{name}]", one

    def _shaped(self, model: type[_Table], at: str, raw: object) -> _Table | None:
        """The table in `raw`, None when it cannot be read; a key too many hides nothing else."""
        try:
            return model.model_validate(raw)
        except ValidationError as error:
            self._findings += shape_findings(self._name, at, error, model, raw)
            rest = without_unknown_keys(error, raw)
        try:
            return model.model_validate(rest)
        except ValidationError:
            return None

    def _find(self, field: str, value: object, problem: str) -> None:
        said = "" if value is None else spelt(value)
        self._findings.append(Finding(self._name, field, said, problem))

    # --- the pack and its people --------------------------------------------------------------

    def _checked_head(self, head: HeadTable | None) -> Room | None:
        if head is None:
            return None
        for field, value, problem in pack_rules.head_faults(head):
            self._find(field, value, problem)
        room = head.scene
        return Room(
            backdrop=self._optional("scene.backdrop", room.backdrop, BACKDROP_SIZE),
            rack=self._optional("scene.rack", room.rack, RACK_SIZE),
            lamp=self._optional("scene.lamp", room.lamp, BACKDROP_SIZE),
        )

    def _character(self, place: str, raw: object) -> Character | None:
        table = self._shaped(CharacterTable, place, raw)
        if table is None:
            self._glance(place, raw)
            return None
        for field, value, problem in pack_rules.character_faults(table):
            self._find(f"{place}.{field}", value, problem)
        if max(table.canvas) > MAX_SIDE_PX:
            problem = f"at most {MAX_SIDE_PX} px a side"
            self._find(f"{place}.canvas", list(table.canvas), problem)
        return self._drawn(place, table)

    def _drawn(self, place: str, table: CharacterTable) -> Character:
        """The character with its pictures; of no use when anything was found."""

        def picture(field: str, name: str) -> Path:
            return self._picture(f"{place}.{field}", name, table.canvas)

        def layers(field: str, tables: tuple[LayerTable, ...]) -> tuple[Layer, ...]:
            return tuple(
                Layer(picture(f"{field}[{number}].file", one.file), one.z, Part(one.part))
                for number, one in enumerate(tables, start=1)
            )

        faces = {face: picture(f"faces.{face}", getattr(table.faces, face)) for face in Face}
        screen = table.screen
        return Character(
            id=table.id,
            name=_words(table.name),
            short=_words(table.short or table.name),
            age=table.age or 0,
            profession=_words(table.profession),
            about=_words(table.about),
            canvas=table.canvas,
            base=(Layer(picture("body", table.body), table.body_z), *layers("base", table.base)),
            faces=MappingProxyType(faces),
            face_z=table.face_z,
            neck=table.neck,
            grip=table.grip,
            blink=_blink(table, picture),
            play=PlayStyle(**dict(table.play)),
            garments=tuple(_garment(one, picture, layers) for one in table.garment),
            farewell=FarewellScene(
                panels=picture("screen.panels", screen.panels),
                neck=picture("screen.neck", screen.neck) if screen.neck else None,
                hand=picture("screen.hand", screen.hand),
                fingers=picture("screen.fingers", screen.fingers) if screen.fingers else None,
                is_head_in_front=screen.head_in_front,
            ),
            lamp=Lamp(**dict(table.lamp)),
            lines=_lines(table),
        )

    # --- pictures -----------------------------------------------------------------------------

    def _optional(self, field: str, name: str, size: tuple[int, int]) -> Path | None:
        return self._picture(field, name, size) if name else None

    def _picture(self, field: str, name: str, size: tuple[int, int] | None) -> Path:
        """The file's path; anything wrong with it is a finding at `field`; None: any size."""
        if name not in self._pictures:
            try:
                self._pictures[name] = read_picture(self._folder, name)
            except PictureFault as fault:
                self._pictures[name] = fault
        found = self._pictures[name]
        if isinstance(found, PictureFault):
            self._find(field, name, str(found))
            return self._folder
        if size is not None and found.size != size:
            shown = f"{found.size[0]} x {found.size[1]} px"
            self._find(field, name, f"is {shown}; must be {size[0]} x {size[1]} px")
        return found.path

    def _glance(self, place: str, raw: object) -> None:
        """Look for the pictures of a character that cannot be read as a whole."""
        if isinstance(raw, str) and raw.endswith(".png"):
            self._picture(place, raw, None)
        elif isinstance(raw, dict):
            for key, value in raw.items():
                self._glance(f"{place}.{key}", value)
        elif isinstance(raw, list):
            for index, value in enumerate(raw):
                self._glance(f"{place}[{label(value, index)}]", value)

    def _weigh(self) -> None:
        files = {one.path: one for one in self._pictures.values() if isinstance(one, Picture)}
        total = sum(one.size_bytes for one in files.values())
        if total > MAX_PACK_BYTES:
            limit = megabytes(MAX_PACK_BYTES)
            self._find("", None, f"its pictures have {megabytes(total)} MB; at most {limit}")


_Layered = Callable[[str, tuple[LayerTable, ...]], tuple[Layer, ...]]
_Pictured = Callable[[str, str], Path]


def _garment(table: GarmentTable, picture: _Pictured, layers: _Layered) -> Garment:
    place = f"garment[{table.id}]"
    return Garment(
        id=table.id,
        name=_words(table.name),
        short=_words(table.short or table.name),
        layers=layers(f"{place}.layers", table.layers),
        rack=picture(f"{place}.rack", table.rack) if table.rack else None,
        prop=picture(f"{place}.prop", table.prop) if table.prop else None,
    )


def _blink(table: CharacterTable, picture: _Pictured) -> Blink | None:
    if table.blink is None:
        return None
    layer = Layer(picture("blink.file", table.blink.file), table.blink.z, Part.HEAD)
    return Blink(layer, frozenset(face for face in Face if face in table.blink.faces))


def _words(words: str | dict[str, str]) -> Words:
    if isinstance(words, str):
        return MappingProxyType(dict.fromkeys(Language, words))
    english = words.get(Language.EN)
    there = {each: words.get(each, english) for each in Language}
    return MappingProxyType({each: text for each, text in there.items() if text is not None})


def _lines(table: CharacterTable) -> MappingProxyType[Language, Any]:
    return MappingProxyType(
        {each: MappingProxyType(lines) for each in Language if (lines := _spoken(table, each))}
    )


def _spoken(table: CharacterTable, language: Language) -> dict[str, tuple[str, ...]]:
    """What is said in a language; in one of the operator's own, what it lacks in English."""
    own = table.lines.get(language, {})
    english = {} if language in SHIPPED else table.lines.get(Language.EN, {})
    return {**english, **own}

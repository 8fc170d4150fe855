"""The door for packs: what comes through, and every reason why a pack does not."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from pack_bench import CANVAS, MANIFEST, changed, png, write_pack

from firmware.assets import asset
from firmware.games.strip_poker.cast import Face, Layer, Part, PlayStyle, Situation
from firmware.games.strip_poker.pack_manifest import Finding
from firmware.games.strip_poker.packs import PackError, check_pack, load_pack, load_packs
from firmware.words import Language


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "tiny")


def sentences(folder: Path) -> list[str]:
    return [str(finding) for finding in check_pack(folder)]


def said_of(tmp_path: Path, old: str, new: str) -> list[str]:
    return sentences(write_pack(tmp_path / "tiny", changed(old, new)))


# --- what comes through -----------------------------------------------------------------------


def test_a_sound_pack_has_no_finding(pack: Path) -> None:
    assert check_pack(pack) == ()


def test_a_pack_is_read_whole(pack: Path) -> None:
    read = load_pack(pack)
    assert (read.id, read.license, read.authors) == ("tiny", "CC-BY-4.0", ("Nobody in Particular",))
    assert read.title[Language.RU] == "Малый"
    assert read.room.rack == pack / "scene" / "rack.png"
    (anna,) = read.characters
    assert (anna.id, anna.age, anna.canvas, anna.neck) == ("anna", 61, (6, 10), (3, 3))
    assert anna.play == PlayStyle(level=2, boldness=0.7, bluff=0.25, read=0)
    assert anna.faces[Face.POKER] == pack / "anna" / "poker.png"
    assert anna.base == (
        Layer(pack / "anna" / "body.png", 20),
        Layer(pack / "anna" / "head.png", 80, Part.HEAD),
    )


def test_garments_come_from_the_outermost(pack: Path) -> None:
    hat, coat, dress = load_pack(pack).characters[0].garments
    assert [hat.id, coat.id, dress.id] == ["hat", "coat", "dress"]
    assert [hat.is_last, coat.is_last, dress.is_last] == [False, False, True]
    assert dress.layers == ()
    assert coat.name[Language.EN] == "Woollen coat"
    assert coat.short[Language.EN] == "Coat"


def test_a_name_short_enough_is_its_own_short_form(pack: Path) -> None:
    hat = load_pack(pack).characters[0].garments[0]
    assert hat.short[Language.RU] == "Шляпа"


def test_a_name_may_be_the_same_in_every_language(tmp_path: Path) -> None:
    old = 'name = { it = "Zia Anna", en = "Aunt Anna", ru = "Тётя Анна" }'
    folder = write_pack(tmp_path / "tiny", changed(old, 'name = "Anna"'))
    assert set(load_pack(folder).characters[0].name.values()) == {"Anna"}


def test_lines_are_looked_up_by_situation_and_language(pack: Path) -> None:
    anna = load_pack(pack).characters[0]
    assert anna.said(Situation.WIN, Language.IT) == ("Ho vinto.", "Di nuovo.")
    assert anna.said(Situation.WIN, Language.EN) == ("I have won.",)


def test_lines_under_the_number_are_preferred(pack: Path) -> None:
    anna = load_pack(pack).characters[0]
    assert anna.said(Situation.EXCHANGE, Language.IT, 1) == ("Una sola.",)
    assert anna.said(Situation.EXCHANGE, Language.IT, 4) == ("Cambio.",)


def test_without_a_line_nothing_is_said(pack: Path) -> None:
    anna = load_pack(pack).characters[0]
    assert anna.said(Situation.PUSH, Language.IT) == ()
    assert anna.said(Situation.WIN, Language.RU) == ()


def test_the_folder_may_be_reached_through_a_link(pack: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(pack)
    assert check_pack(tmp_path / "link") == ()


def test_a_link_within_the_pack_is_no_harm(pack: Path) -> None:
    (pack / "anna" / "glad.png").unlink()
    (pack / "anna" / "glad.png").symlink_to("neutral.png")
    assert check_pack(pack) == ()


# --- the manifest -----------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["2", "0", '"1"', "true", "1.0"])
def test_an_unknown_format_is_refused_and_nothing_else_judged(tmp_path: Path, written: str) -> None:
    text = changed("age = 61", "age = 3").replace("format = 1", f"format = {written}")
    folder = write_pack(tmp_path / "tiny", text)
    assert sentences(folder) == [f"pack tiny: format = {written}: must be 1, the format known here"]


def test_a_missing_format_is_refused(tmp_path: Path) -> None:
    (said,) = said_of(tmp_path, "format = 1\n", "")
    assert said == "pack tiny: format: must be 1, the format known here"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("age = 61", "", "age: missing; must be a whole number of at least 25"),
        ("age = 61", "age = 24", "age = 24: must be a whole number from 25 to 120"),
        ("age = 61", "age = 61.0", "age = 61.0: must be a whole number of at least 25"),
        ("age = 61", 'age = "61"', 'age = "61": must be a whole number of at least 25'),
        (
            "fictional = true",
            "fictional = false",
            "fictional = false: must be true: nobody in a pack may be a real person",
        ),
        (
            "fictional = true",
            "",
            "fictional: must be true: nobody in a pack may be a real person",
        ),
        (
            "last = true",
            'last = true\nlayers = [ { file = "anna/body.png", z = 9 } ]',
            'garment[dress].layers = ["anna/body.png"]: '
            "the last garment has none: the body is drawn in it",
        ),
        (
            'last = true\nprop = "anna/prop.png"',
            "last = true",
            "garment[dress].prop: missing; must be the picture that flies over the screen",
        ),
        (
            "last = true",
            'last = true\nrack = "anna/hat.png"',
            'garment[dress].rack = "anna/hat.png": the last garment never hangs on the rack',
        ),
        (
            'rack = "anna/rack_hat.png"\n',
            "",
            "garment[hat].rack: missing; must be the picture of the garment on the rack",
        ),
        (
            'rack = "anna/rack_hat.png"',
            'rack = "anna/rack_hat.png"\nprop = "anna/prop.png"',
            'garment[hat].prop = "anna/prop.png": only the last garment flies over the screen',
        ),
        (
            'layers = [ { file = "anna/hat.png", z = 90, part = "head" } ]\n',
            "",
            "garment[hat].layers: missing; must be the pictures of the garment as worn",
        ),
        (
            'en = "Hat", ru = "Шляпа"',
            'en = "Hat"',
            "garment[hat].name.ru: missing; every shipped language has one",
        ),
        (
            'en = "Hat"',
            'en = " "',
            'garment[hat].name.en = " ": must not be empty',
        ),
        (
            'en = "Hat"',
            'en = "Hat\\n"',
            'garment[hat].name.en = "Hat\\n": must be plain text on one line',
        ),
        (
            'en = "Hat"',
            'french = "Chapeau", en = "Hat"',
            "garment[hat].name.french: no code of a language, such as it, en, ru or de",
        ),
        (
            'short = { it = "Cappotto", en = "Coat", ru = "Пальто" }',
            'short = { it = "Cappotto", en = "Coat" }',
            "garment[coat].short.ru: missing; every shipped language has one",
        ),
        (
            'en = "Coat", ',
            'en = "Weather coat!", ',
            'garment[coat].short.en = "Weather coat!": 13 characters; at most 12',
        ),
        ('id = "coat"', 'id = "hat"', 'garment[hat].id = "hat": used twice'),
        ("neck = [3, 3]", "neck = [3, 11]", "neck = [3, 11]: must be a point of the canvas"),
        ("grip = [1, 4]", "grip = [-1, 4]", "grip = [-1, 4]: must be a point of the canvas"),
        (
            'part = "head" },',
            'part = "hat" },',
            'base[1].part = "hat": must be "table", "body", "head" or "cards"',
        ),
        (
            "level = 2",
            "level = 4",
            "play.level = 4: must be 1, 2 or 3",
        ),
        (
            "bluff = 0.25",
            "bluff = 1.5",
            "play.bluff = 1.5: must be a number from 0 to 1, such as 0.25",
        ),
        (
            "bluff = 0.25",
            "bluff = nan",
            "play.bluff = NaN: must be a number from 0 to 1, such as 0.25",
        ),
        (
            'shocked = "anna/shocked.png"\n',
            "",
            'faces.shocked: missing; must be a text, in "quotation marks"',
        ),
        (
            'shocked = "anna/shocked.png"',
            'shocked = "anna/shocked.png"\nsly = "anna/glad.png"',
            "faces.sly: unknown key; allowed: neutral, glad, worried, poker, shocked",
        ),
        (
            "z = 50 }",
            'z = "50" }',
            'garment[coat].layers[1].z = "50": must be a whole number from 0 to 1000',
        ),
        (
            'file = "anna/blink.png"',
            'file = "anna/blink.png"\nfaces = ["happy"]',
            'blink.faces = "happy": no face; allowed: neutral, glad, worried, poker, shocked',
        ),
        (
            "[character.lines.en]",
            "[character.lines.french]",
            "lines.french: no code of a language, such as it, en, ru or de",
        ),
        (
            'win = ["I have won."]',
            'win = "I have won."',
            'lines.en.win = "I have won.": must be tables [character.lines.it] and so on',
        ),
        (
            'win = ["I have won."]',
            'win = [""]',
            'lines.en.win = "": must not be empty',
        ),
    ],
)
def test_what_is_wrong_with_a_character_is_said_in_one_sentence(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert said_of(tmp_path, old, new) == [f"pack tiny: character[anna].{said}"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "last = true",
            "last = false",
            "garment: none has last = true; exactly the last one must",
        ),
        (
            'rack = "anna/rack_hat.png"',
            "last = true",
            'garment = ["hat", "dress"]: several have last = true; exactly the last one must',
        ),
        (
            "canvas = [6, 10]",
            "canvas = [6, 11]",
            "canvas = [6, 11]: must be 3 wide to 5 high, such as [600, 1000]",
        ),
    ],
)
def test_what_has_further_consequences_is_said_too(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert f"pack tiny: character[anna].{said}" in said_of(tmp_path, old, new)


def test_a_last_garment_that_is_not_the_last_of_the_list_is_refused(tmp_path: Path) -> None:
    text = changed("last = true\n", "", MANIFEST)
    text = changed('rack = "anna/rack_hat.png"\n', "last = true\n", text)
    said = sentences(write_pack(tmp_path / "tiny", text))
    place = "pack tiny: character[anna].garment[hat].last = true"
    assert f"{place}: must stand in the last garment of the list" in said


@pytest.mark.parametrize("count", [2, 8])
def test_there_are_three_to_seven_garments(tmp_path: Path, count: int) -> None:
    start, _, rest = MANIFEST.partition('[[character.garment]]\nid = "coat"')
    coat, _, end = ('[[character.garment]]\nid = "coat"' + rest).partition(
        '[[character.garment]]\nid = "dress"'
    )
    coats = "".join(coat.replace('"coat"', f'"coat{number}"') for number in range(count - 2))
    text = start + coats + '[[character.garment]]\nid = "dress"' + end
    said = sentences(write_pack(tmp_path / "tiny", text))
    assert said == [f"pack tiny: character[anna].garment: {count} of them; must be 3 to 7"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'id = "tiny"',
            'id = "Tiny"',
            'id = "Tiny": must be up to 32 small letters, figures, - and _, '
            'such as "club-notte", a letter first',
        ),
        (
            ', ru = "Малый"',
            "",
            "title.ru: missing; every shipped language has one",
        ),
        (
            'license = "CC-BY-4.0"',
            'license = ""',
            'license = "": must name the licence of the pictures and words',
        ),
        (
            '["Nobody in Particular"]',
            "[]",
            "authors = []: must name at least one author",
        ),
        (
            'license = "CC-BY-4.0"',
            'license = "CC-BY-4.0"\nlicence = "x"',
            "licence: unknown key; did you mean 'license'? "
            "allowed: format, id, title, license, authors, scene",
        ),
        (
            'backdrop = "scene/backdrop.png"',
            'backdrop = "scene/rack.png"',
            'scene.backdrop = "scene/rack.png": is 600 x 1000 px; must be 744 x 1100 px',
        ),
    ],
)
def test_what_is_wrong_with_the_pack_itself_is_said(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert said_of(tmp_path, old, new) == [f"pack tiny: {said}"]


def test_a_pack_without_a_character_is_refused(tmp_path: Path) -> None:
    text = MANIFEST.partition("[[character]]")[0]
    said = sentences(write_pack(tmp_path / "tiny", text))
    assert said == ["pack tiny: character: must be one or more tables [[character]]"]


def test_two_characters_of_one_name_are_refused(tmp_path: Path) -> None:
    head, mark, anna = MANIFEST.partition("[[character]]")
    said = sentences(write_pack(tmp_path / "tiny", head + mark + anna + mark + anna))
    assert said == ['pack tiny: character[anna].id = "anna": used twice']


def test_everything_that_is_wrong_is_found_at_once(tmp_path: Path) -> None:
    text = changed("age = 61", "age = 17")
    text = changed("level = 2", "level = 2", text)
    text = changed("fictional = true", "fictional = false", text)
    folder = write_pack(tmp_path / "tiny", text)
    (folder / "anna" / "glad.png").unlink()
    (folder / "scene" / "rack.png").unlink()
    fields = [finding.field for finding in check_pack(folder)]
    assert fields == [
        "scene.rack",
        "character[anna].age",
        "character[anna].fictional",
        "character[anna].faces.glad",
    ]


def test_an_unknown_key_hides_nothing_else(tmp_path: Path) -> None:
    text = changed("age = 61", "age = 17\nshoes = 44")
    text = changed('part = "head" },\n]', 'part = "head", zz = 1 },\n]', text)
    fields = [finding.field for finding in check_pack(write_pack(tmp_path / "tiny", text))]
    assert fields == [
        "character[anna].base[1].zz",
        "character[anna].shoes",
        "character[anna].age",
    ]


def test_a_wrong_value_does_not_hide_a_missing_picture(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "tiny", changed("level = 2", "level = 9"))
    hat(folder).unlink()
    assert [finding.field for finding in check_pack(folder)] == [
        "character[anna].play.level",
        "character[anna].garment[hat].layers[1].file",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = \n", "pack tiny: pack.toml:1: not TOML: Invalid value (column 10)"),
        ("a = " + "[" * 5000, "pack tiny: pack.toml: not TOML: nested too deeply"),
        ("a = " + "[" * 300 + "]" * 300, "pack tiny: pack.toml: is nested too deeply"),
    ],
)
def test_a_manifest_that_is_no_toml_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert sentences(write_pack(tmp_path / "tiny", text)) == [said]


def test_a_manifest_of_another_encoding_is_refused(pack: Path) -> None:
    (pack / "pack.toml").write_bytes(MANIFEST.encode("utf-16"))
    (said,) = sentences(pack)
    assert said.startswith("pack tiny: ")
    assert said.endswith("not a text in UTF-8")


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert sentences(tmp_path / "empty") == ["pack empty: pack.toml: is missing"]


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert sentences(tmp_path / "gone") == ["pack gone: pack.toml: is missing"]


def test_a_manifest_that_is_a_link_out_of_the_pack_is_refused(pack: Path, tmp_path: Path) -> None:
    (pack / "pack.toml").rename(tmp_path / "pack.toml")
    (pack / "pack.toml").symlink_to(tmp_path / "pack.toml")
    (said,) = sentences(pack)
    assert said.startswith("pack tiny: pack.toml: is a link out of the pack's folder")


# --- pictures ---------------------------------------------------------------------------------

HAT = "pack tiny: character[anna].garment[hat].layers[1].file"


def hat(folder: Path) -> Path:
    return folder / "anna" / "hat.png"


def test_a_missing_picture_is_refused(pack: Path) -> None:
    hat(pack).unlink()
    assert sentences(pack) == [f'{HAT} = "anna/hat.png": is missing']


def test_a_folder_is_no_picture(pack: Path) -> None:
    hat(pack).unlink()
    hat(pack).mkdir()
    assert sentences(pack) == [f'{HAT} = "anna/hat.png": is missing']


def test_a_pipe_is_no_picture(pack: Path) -> None:
    hat(pack).unlink()
    os.mkfifo(hat(pack))
    assert sentences(pack) == [f'{HAT} = "anna/hat.png": is missing']


def test_a_picture_of_another_size_is_refused(pack: Path) -> None:
    hat(pack).write_bytes(png((6, 11)))
    assert sentences(pack) == [f'{HAT} = "anna/hat.png": is 6 x 11 px; must be 6 x 10 px']


@pytest.mark.parametrize("name", ["../hat.png", "/etc/hat.png", "anna/../../hat.png"])
def test_no_path_leaves_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "hat.png").write_bytes(png(CANVAS))
    said = said_of(tmp_path, '"anna/hat.png"', f'"{name}"')
    assert said == [f'{HAT} = "{name}": must stay within the pack\'s folder']


@pytest.mark.parametrize("name", ["", "anna\\\\hat.png", "anna/hat.png\\u0000"])
def test_what_is_no_name_of_a_file_is_refused(tmp_path: Path, name: str) -> None:
    (said,) = said_of(tmp_path, '"anna/hat.png"', f'"{name}"')
    assert said.startswith(HAT)
    assert said.endswith("is no name of a file")


def test_a_picture_that_is_a_link_out_of_the_pack_is_refused(pack: Path, tmp_path: Path) -> None:
    hat(pack).rename(tmp_path / "hat.png")
    hat(pack).symlink_to(tmp_path / "hat.png")
    (said,) = sentences(pack)
    assert said == f'{HAT} = "anna/hat.png": is a link out of the pack\'s folder, to ' + str(
        tmp_path / "hat.png"
    )


def test_a_picture_in_a_folder_that_is_a_link_out_is_refused(pack: Path, tmp_path: Path) -> None:
    (pack / "anna").rename(tmp_path / "anna")
    (pack / "anna").symlink_to(tmp_path / "anna")
    found = check_pack(pack)
    assert found
    assert all("is a link out of the pack's folder" in finding.problem for finding in found)


def test_a_link_in_a_circle_is_refused(pack: Path) -> None:
    hat(pack).unlink()
    hat(pack).symlink_to("hat.png")
    (said,) = sentences(pack)
    assert said.startswith(f'{HAT} = "anna/hat.png": ')


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not a PNG"),
        (b"GIF89a" + bytes(40), "is not a PNG"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "is not a PNG"),
        (png(CANVAS)[:20], "is cut short"),
        (png(CANVAS)[:-13], "is cut short"),
        (png(CANVAS)[:-1], "is cut short"),
        (png(CANVAS)[:45] + b"?" + png(CANVAS)[46:], "is damaged: a check sum is wrong"),
        (png((0, 10)), "is 0 x 10 px"),
        (png((1, 4097)), "is 1 x 4097 px; at most 4096 px a side"),
    ],
)
def test_a_picture_that_is_none_is_refused(pack: Path, content: bytes, said: str) -> None:
    hat(pack).write_bytes(content)
    assert sentences(pack) == [f'{HAT} = "anna/hat.png": {said}']


def test_a_canvas_of_more_than_4096_px_is_refused(tmp_path: Path) -> None:
    said = said_of(tmp_path, "canvas = [6, 10]", "canvas = [2460, 4100]")
    assert "pack tiny: character[anna].canvas = [2460, 4100]: at most 4096 px a side" in said


def test_all_pictures_together_have_at_most_15_mb(pack: Path) -> None:
    for name in ("hat", "coat"):
        content = png(CANVAS, padding=8 * 1024 * 1024)
        (pack / "anna" / f"{name}.png").write_bytes(content)
    assert sentences(pack) == ["pack tiny: its pictures have 16.0 MB; at most 15.0"]


def test_a_picture_used_twice_is_weighed_once(tmp_path: Path) -> None:
    text = changed('"anna/coat.png"', '"anna/hat.png"')
    folder = write_pack(tmp_path / "tiny", text)
    hat(folder).write_bytes(png(CANVAS, padding=8 * 1024 * 1024))
    assert check_pack(folder) == ()


def test_a_picture_larger_than_a_whole_pack_is_not_even_read(pack: Path) -> None:
    with hat(pack).open("wb") as file:
        file.truncate(20 * 1024 * 1024 * 1024)  # sparse: takes no room on the disk
    assert sentences(pack) == [
        f'{HAT} = "anna/hat.png": has 20480.0 MB, more than a whole pack may have'
    ]


# --- lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["exchange_6", "lose_garment_0", "win_1", "shout"])
def test_an_unknown_situation_is_refused(tmp_path: Path, key: str) -> None:
    (said,) = said_of(tmp_path, 'win = ["I have won."]', f'{key} = ["Well."]')
    assert said.startswith(f"pack tiny: character[anna].lines.en.{key}: unknown situation; ")


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("x" * 36 + " " + "y" * 36, True),
        ("x" * 37, False),
        ("x" * 20 + " " + "y" * 20 + " " + "z" * 20, False),
    ],
)
def test_a_line_fits_the_bubble(tmp_path: Path, line: str, fits: bool) -> None:
    said = said_of(tmp_path, '"I have won."', f'"{line}"')
    assert (said == []) is fits
    assert all(each.endswith("must fit the bubble: 2 lines of 36 characters") for each in said)


# --- one or all -------------------------------------------------------------------------------


def test_a_refused_pack_quotes_its_first_finding(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "tiny", changed("age = 61", "age = 17"))
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    assert str(caught.value) == (
        "pack tiny: character[anna].age = 17: must be a whole number from 25 to 120"
    )
    assert caught.value.findings == check_pack(folder)


def named(folder: Path, id: str, **changes: str) -> Path:
    text = changed('id = "tiny"', f'id = "{id}"')
    for old, new in changes.items():
        text = changed(old, new, text)
    return write_pack(folder / id, text)


def test_packs_come_in_the_order_given(tmp_path: Path) -> None:
    read = load_packs([named(tmp_path, "b"), named(tmp_path, "a")], named(tmp_path, "spare"))
    assert [pack.id for pack in read.packs] == ["b", "a"]
    assert read.findings == ()


def test_for_a_refused_pack_the_built_in_one_comes_in(tmp_path: Path) -> None:
    bad = write_pack(tmp_path / "bad", changed("age = 61", "age = 17"))
    read = load_packs([bad, named(tmp_path, "a")], named(tmp_path, "spare"))
    assert [pack.id for pack in read.packs] == ["a", "spare"]
    assert [finding.pack for finding in read.findings] == ["bad"]


def test_without_any_pack_there_is_the_built_in_one(tmp_path: Path) -> None:
    read = load_packs([], named(tmp_path, "spare"))
    assert [pack.id for pack in read.packs] == ["spare"]


def test_a_damaged_built_in_pack_leaves_none(tmp_path: Path) -> None:
    spare = write_pack(tmp_path / "spare", "format = 9")
    read = load_packs([spare], spare)
    assert read.packs == ()
    assert [finding.pack for finding in read.findings] == ["spare"]


def test_the_second_pack_of_an_id_is_refused(tmp_path: Path) -> None:
    first, second = named(tmp_path / "x", "same"), named(tmp_path / "y", "same")
    read = load_packs([first, second], named(tmp_path, "spare"))
    assert [pack.folder for pack in read.packs] == [first, tmp_path / "spare"]
    assert read.findings == (Finding("same", "id", '"same"', "another pack has this id"),)


def test_a_pack_and_a_character_are_found_by_id(tmp_path: Path) -> None:
    read = load_packs([named(tmp_path, "a")], named(tmp_path, "spare"))
    pack = read.pack("a")
    assert pack is not None
    assert pack.character("anna") is pack.characters[0]
    assert pack.character("otto") is None
    assert read.pack("b") is None


def test_the_bench_pack_is_toml() -> None:
    assert tomllib.loads(MANIFEST)["id"] == "tiny"


def test_the_shipped_cast_sets_its_apostrophes_as_in_print() -> None:
    lines = asset("packs", "club-notte", "pack.toml").read_text("utf-8").splitlines()
    assert [line for line in lines if "'" in line and not line.startswith("#")] == []

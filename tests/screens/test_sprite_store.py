"""What was drawn is kept over a restart, and a spoilt folder never stops the program."""

import os

import pygame
import pytest

from firmware.cards.card import Card
from firmware.screens.card_art import CardArt
from firmware.screens.sprites import PartlyRead, SpriteStore, art_fingerprint

SIZE = (6, 4)


class Painter:
    """Draws a plain picture and counts how often it was asked."""

    def __init__(self, colour="#FFB72B", size=SIZE):
        self.calls, self.colour, self.size = 0, colour, size

    def __call__(self):
        self.calls += 1
        picture = pygame.Surface(self.size, pygame.SRCALPHA, 32)
        picture.fill(self.colour)
        picture.set_at((0, 0), (10, 20, 30, 40))
        return picture


@pytest.fixture
def painter():
    return Painter()


def kept(folder):
    return sorted(folder.glob("art-*/*.pixels"))


def test_a_picture_is_drawn_once_in_a_run(tmp_path, painter):
    store = SpriteStore(tmp_path, "0" * 16)
    assert store.get("a", SIZE, painter) is store.get("a", SIZE, painter)
    assert painter.calls == 1


def test_a_picture_is_read_back_after_a_restart_as_it_was(tmp_path, painter):
    first = SpriteStore(tmp_path, "0" * 16).get("a", SIZE, painter)
    again = SpriteStore(tmp_path, "0" * 16).get("a", SIZE, painter)
    assert painter.calls == 1
    assert pygame.image.tobytes(again, "RGBA") == pygame.image.tobytes(first, "RGBA")


def test_sizes_are_kept_apart(tmp_path, painter):
    store = SpriteStore(tmp_path, "0" * 16)
    store.get("a", SIZE, painter)
    assert store.get("a", (9, 9), Painter(size=(9, 9))).get_size() == (9, 9)


def test_an_opaque_picture_is_read_back_as_it_was_and_is_nobody_elses(tmp_path, painter):
    first = SpriteStore(tmp_path, "0" * 16).get_opaque("a", SIZE, painter)
    store = SpriteStore(tmp_path, "0" * 16)
    again, other = store.get_opaque("a", SIZE, painter), store.get_opaque("a", SIZE, painter)
    assert painter.calls == 1
    assert pygame.image.tobytes(again, "RGBA") == pygame.image.tobytes(first, "RGBA")
    assert not again.get_flags() & pygame.SRCALPHA
    again.fill("#000000")
    assert other.get_at((2, 2)) == pygame.Color("#FFB72B")


def test_a_large_opaque_picture_is_read_in_parts_where_there_is_no_time(tmp_path):
    size = (400, 400)  # three parts
    plain = Painter(size=size)
    first = SpriteStore(tmp_path, "0" * 16).get_opaque("a", size, plain)
    store = SpriteStore(tmp_path, "0" * 16)
    for _ in range(2):
        with pytest.raises(PartlyRead), store.in_parts(lambda: False):
            store.get_opaque("a", size, plain)
    with store.in_parts(lambda: True):
        again = store.get_opaque("a", size, plain)
    assert pygame.image.tobytes(again, "RGB") == pygame.image.tobytes(first, "RGB")
    assert plain.calls == 1


def test_another_picture_in_between_does_not_spoil_the_one_that_is_partly_read(tmp_path):
    size = (400, 400)
    one, other = Painter("#FFB72B", size), Painter("#204060", size)
    store = SpriteStore(tmp_path, "0" * 16)
    wanted = pygame.image.tobytes(store.get_opaque("a", size, one), "RGB")
    store.get_opaque("b", size, other)
    with pytest.raises(PartlyRead), store.in_parts(lambda: False):
        store.get_opaque("a", size, one)
    store.get_opaque("b", size, other)
    assert pygame.image.tobytes(store.get_opaque("a", size, one), "RGB") == wanted


def test_an_opaque_picture_takes_the_memory_that_another_has_left(tmp_path, painter):
    store = SpriteStore(tmp_path, "0" * 16)
    first = store.get_opaque("a", SIZE, painter)
    memory = first.get_parent()
    assert store.get_opaque("b", SIZE, painter).get_parent() is not memory
    del first
    assert store.get_opaque("c", SIZE, painter).get_parent() is memory


@pytest.mark.parametrize("spoil", [b"", b"no picture", b"\1" * (SIZE[0] * SIZE[1] * 4 + 4)])
def test_a_damaged_opaque_picture_is_drawn_anew(tmp_path, painter, spoil):
    first = SpriteStore(tmp_path, "0" * 16).get_opaque("a", SIZE, painter)
    kept(tmp_path)[0].write_bytes(spoil)
    again = SpriteStore(tmp_path, "0" * 16).get_opaque("a", SIZE, painter)
    assert painter.calls == 2
    assert pygame.image.tobytes(again, "RGBA") == pygame.image.tobytes(first, "RGBA")


@pytest.mark.parametrize("spoil", [b"", b"no picture", None])
def test_a_damaged_picture_is_drawn_anew_and_repaired(tmp_path, painter, spoil):
    SpriteStore(tmp_path, "0" * 16).get("a", SIZE, painter)
    (path,) = kept(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if spoil is None else spoil)
    again = SpriteStore(tmp_path, "0" * 16).get("a", SIZE, painter)
    assert painter.calls == 2
    assert tuple(again.get_at((1, 1))) == (0xFF, 0xB7, 0x2B, 255)
    assert path.read_bytes() == whole


def test_a_page_that_never_reached_the_disk_is_noticed(tmp_path):
    size = 64, 64
    SpriteStore(tmp_path, "0" * 16).get("a", size, Painter(size=size))
    (path,) = kept(tmp_path)
    whole = bytearray(path.read_bytes())
    whole[4096:8192] = bytes(4096)
    path.write_bytes(whole)
    again = Painter(size=size)
    SpriteStore(tmp_path, "0" * 16).get("a", size, again)
    assert again.calls == 1


def test_a_picture_of_another_size_under_the_name_is_not_believed(tmp_path, painter):
    SpriteStore(tmp_path, "0" * 16).get("a", SIZE, painter)
    (path,) = kept(tmp_path)
    SpriteStore(tmp_path / "other", "0" * 16).get("a", (3, 3), Painter(size=(3, 3)))
    (other,) = kept(tmp_path / "other")
    path.write_bytes(other.read_bytes())
    assert SpriteStore(tmp_path, "0" * 16).get("a", SIZE, painter).get_size() == SIZE


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path, painter, caplog):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    store = SpriteStore(blocked, "0" * 16)
    assert store.get("a", SIZE, painter).get_size() == SIZE
    assert store.get("b", SIZE, painter).get_size() == SIZE
    assert [record.message for record in caplog.records if "cannot be kept" in record.message] == [
        caplog.records[0].message
    ]


def test_pictures_of_older_art_are_removed_and_strangers_left(tmp_path, painter):
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "art-mine").mkdir()
    for age, mark in enumerate("4321"):
        SpriteStore(tmp_path, mark * 16).get("a", SIZE, painter)
        os.utime(tmp_path / f"art-{mark * 16}", (1e9 + age, 1e9 + age))
    SpriteStore(tmp_path, "5" * 16).get("a", SIZE, painter)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "art-" + "1" * 16,
        "art-" + "2" * 16,
        "art-" + "5" * 16,
        "art-mine",
        "notes.txt",
    ]


def test_a_second_version_leaves_the_first_ones_pictures(tmp_path, painter):
    first = SpriteStore(tmp_path, "1" * 16)
    first.get("a", SIZE, painter)
    SpriteStore(tmp_path, "2" * 16).get("a", SIZE, painter)
    first.get("b", SIZE, painter)
    assert [path.name for path in kept(tmp_path)] == [
        "a-6x4.pixels",
        "b-6x4.pixels",
        "a-6x4.pixels",
    ]


def test_no_half_written_file_is_left(tmp_path, painter):
    SpriteStore(tmp_path, "0" * 16).get("a", SIZE, painter)
    assert [path.name for path in (tmp_path / ("art-" + "0" * 16)).iterdir()] == ["a-6x4.pixels"]


@pytest.mark.parametrize("name", ["", "../up", "a/b", "A"])
def test_a_name_that_is_no_file_name_is_refused(tmp_path, painter, name):
    with pytest.raises(ValueError, match="no name for a sprite"):
        SpriteStore(tmp_path, "0" * 16).get(name, SIZE, painter)


def test_a_picture_of_the_wrong_size_is_refused(tmp_path, painter):
    with pytest.raises(ValueError, match="sprite 'a'"):
        SpriteStore(tmp_path, "0" * 16).get("a", (1, 1), painter)


def test_the_fingerprint_follows_the_content_of_the_art(tmp_path):
    drawing = tmp_path / "a.svg"
    drawing.write_text("one")
    before = art_fingerprint([drawing])
    assert art_fingerprint([drawing]) == before
    drawing.write_text("two")
    assert art_fingerprint([drawing]) != before


def test_a_warm_deck_draws_nothing(tmp_path, monkeypatch):
    CardArt(0.5, SpriteStore(tmp_path)).face(Card.parse("AS"))

    def refuse(*_):
        raise AssertionError("drawn again")

    monkeypatch.setattr("firmware.screens.card_face.draw_face", refuse)
    assert CardArt(0.5, SpriteStore(tmp_path)).face(Card.parse("AS")).get_size() == (80, 114)


def test_a_full_folder_takes_no_more_and_the_program_goes_on(tmp_path, painter, monkeypatch):
    monkeypatch.setattr("firmware.screens.sprites._MOST_FILES", 1)
    store = SpriteStore(tmp_path, "0" * 16)
    store.get("a", SIZE, painter)
    assert store.get("b", SIZE, painter).get_size() == SIZE
    assert [path.name for path in kept(tmp_path)] == ["a-6x4.pixels"]


def test_memory_is_bounded_and_what_was_asked_last_stays(tmp_path, monkeypatch):
    monkeypatch.setattr("firmware.screens.sprites._HELD_BYTES", 2 * SIZE[0] * SIZE[1] * 4)
    store = SpriteStore(tmp_path, "0" * 16)
    first, second = store.get("a", SIZE, Painter()), store.get("b", SIZE, Painter())
    assert store.get("a", SIZE, Painter()) is first
    store.get("c", SIZE, Painter())
    assert store.get("a", SIZE, Painter()) is first
    assert store.get("b", SIZE, Painter()) is not second

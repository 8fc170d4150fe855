"""What a power cut may leave, on logs short enough to count it by hand."""

from crash_disk import Disk, Image, disk_after
from recording_vfs import Entry

MADE: list[Entry] = [("create", 0, "a"), ("sync", 0), ("sync names",)]


def images(*log: Entry) -> dict[str, list[Image]]:
    made: dict[str, list[Image]] = {}
    for kind, image in disk_after([*MADE, *log]).images("seed", per_kind=40):
        made.setdefault(kind, []).append(image)
    return made


def test_what_is_synced_is_there() -> None:
    assert images(("write", 0, 0, b"word"), ("sync", 0)) == {"dropped": [{"a": b"word"}]}


def test_what_is_not_synced_may_be_there_or_not() -> None:
    made = images(("write", 0, 0, b"old"), ("sync", 0), ("write", 0, 0, b"new"))
    assert made["dropped"] == [{"a": b"old"}]
    assert made["kept"] == [{"a": b"new"}]


def test_a_write_is_torn_between_sectors() -> None:
    torn = images(("write", 0, 500, b"x" * 600))["torn"]
    lengths = {len(image["a"]) for image in torn}
    assert lengths == {0, 512, 1024}  # nothing; up to byte 512; up to byte 1024


def test_a_later_write_may_be_there_without_an_earlier_one() -> None:
    writes = ("write", 0, 0, b"1" * 512), ("write", 0, 512, b"2" * 512)
    for kind in ("subset", "reordered"):
        assert {"a": bytes(512) + b"2" * 512} in images(*writes)[kind]


def test_sectors_of_one_write_come_in_any_order() -> None:
    assert {"a": bytes(512) + b"x" * 512} in images(("write", 0, 0, b"x" * 1024))["reordered"]


def test_a_truncation_that_is_not_synced_may_be_undone() -> None:
    made = images(("write", 0, 0, b"word"), ("sync", 0), ("truncate", 0, 0))
    assert (made["dropped"], made["kept"]) == ([{"a": b"word"}], [{"a": b""}])


def test_what_a_failed_sync_should_have_written_never_comes() -> None:
    made = images(("write", 0, 0, b"lost"), ("sync failed", 0), ("sync", 0))
    assert made == {"dropped": [{"a": b""}]}


def test_a_removal_may_be_undone() -> None:
    made = images(("write", 0, 0, b"old"), ("sync", 0), ("unlink", "a"))
    assert made["dropped"] == [{"a": b"old"}]
    assert made["kept"] == [{}]


AGAIN: list[Entry] = [("unlink", "a"), ("create", 1, "a"), ("write", 1, 0, b"new")]


def test_an_undone_removal_brings_back_the_old_file_without_what_came_later() -> None:
    made = images(("write", 0, 0, b"old"), ("sync", 0), *AGAIN)
    assert made["dropped"] == [{"a": b"old"}]
    assert made["kept"] == [{"a": b"new"}]
    assert made["names undone"] == [{"a": b"old"}]


def test_the_sync_of_a_file_makes_earlier_removals_durable() -> None:
    made = images(("write", 0, 0, b"old"), ("sync", 0), *AGAIN, ("sync", 1))
    assert made["dropped"] == [{"a": b"new"}]
    assert made["names undone"] == [{"a": b"old"}]  # POSIX does not promise it


def test_a_synced_folder_keeps_its_names() -> None:
    made = images(*AGAIN, ("sync", 1), ("sync names",))
    assert made == {"dropped": [{"a": b"new"}]}


def test_a_new_name_goes_with_its_rename_or_not_at_all() -> None:
    log: list[Entry] = [("create", 1, "b.new"), ("write", 1, 0, b"key"), ("sync", 1)]
    names = {tuple(image) for image in images(*log, ("rename", "b.new", "b"))["dropped"]}
    assert names == {("a", "b.new")}
    assert images(*log, ("rename", "b.new", "b"), ("sync names",)) == {
        "dropped": [{"a": b"", "b": b"key"}]
    }


def test_after_a_cut_only_what_was_left_is_there() -> None:
    disk = disk_after([*MADE, ("write", 0, 0, b"gone"), ("cut", {"a": b"left"}, {"a": 7})])
    assert disk.dropped() == {"a": b"left"}
    disk.follow(("write", 7, 4, b"!"))
    disk.follow(("sync", 7))
    assert disk.dropped() == {"a": b"left!"}


def test_an_empty_disk() -> None:
    assert list(Disk().images("seed", 1)) == [("dropped", {})]

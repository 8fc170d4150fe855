"""`tools/vm` without a virtual machine: what it tells QEMU, what it sees, what its stories say."""

from __future__ import annotations

import json
import os
import pty
import socket
import sqlite3
import subprocess
from contextlib import nullcontext
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("kernel", "initrd", "line", "disk")


@pytest.fixture(autouse=True)
def _virtual_importable(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools" / "virtual"))


def _plain(width: int, height: int, colour: tuple[int, int, int]):
    from vm_picture import Picture

    return Picture(width, height, bytes(colour) * (width * height))


def test_without_anything_to_do_it_says_what_there_is() -> None:
    said = subprocess.run([ROOT / "tools/vm"], capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert "--cuts N" in said.stdout


# --- the machine ---------------------------------------------------------------------------------


def _arguments() -> list[str]:
    from vm_machine import Parts, arguments

    paths = {name: Path(f"/vm/{name}") for name in PARTS if name != "line"}
    return arguments(Parts(line="quiet", size=(640, 360), **paths), Path("/run"))


def test_the_machine_never_uses_kvm() -> None:
    told = _arguments()
    assert told[told.index("-accel") + 1] == "tcg,thread=multi"


def test_the_display_has_the_size_that_was_asked_for() -> None:
    assert "virtio-gpu-pci,xres=640,yres=360" in _arguments()


def test_the_acceptor_hangs_on_a_cable_that_can_be_pulled() -> None:
    told = _arguments()
    assert "socket,id=coins,path=/run/adapter,server=on,wait=off" in told
    assert "usb-serial,chardev=coins" in told


def test_what_the_guest_flushes_is_written() -> None:
    assert "file=/vm/disk,format=qcow2,if=none,id=disk,cache=writeback" in _arguments()


# --- the cable -----------------------------------------------------------------------------------


@pytest.fixture
def ends(tmp_path):
    """The acceptor's end of a cable, its socket, and the cable between them."""
    from vm_cable import Cable

    acceptor, line = pty.openpty()
    with socket.socket(socket.AF_UNIX) as adapter:
        adapter.bind(str(tmp_path / "adapter"))
        adapter.listen()
        cable = Cable(Path(os.ttyname(line)))
        yield acceptor, adapter, cable, tmp_path / "adapter"
        cable.close()
    os.close(line)
    os.close(acceptor)


def test_a_plugged_cable_carries_both_ways(ends) -> None:
    acceptor, adapter, cable, path = ends
    cable.plug(path)
    machine, _ = adapter.accept()
    with machine:
        machine.sendall(b"\x02\x00\x01\xfe\xff")
        assert os.read(acceptor, 100) == b"\x02\x00\x01\xfe\xff"
        os.write(acceptor, b"\x0a\x0d")
        assert machine.recv(100) == b"\x0a\x0d"


def test_a_pulled_cable_is_heard_at_the_socket(ends) -> None:
    _, adapter, cable, path = ends
    cable.plug(path)
    machine, _ = adapter.accept()
    with machine:
        cable.unplug()
        assert machine.recv(100) == b""
    assert not cable.is_in


def test_what_is_said_into_a_pulled_cable_is_lost(ends) -> None:
    acceptor, adapter, cable, path = ends
    os.write(acceptor, b"stale")
    cable.plug(path)
    machine, _ = adapter.accept()
    with machine:
        os.write(acceptor, b"fresh")
        assert machine.recv(100) == b"fresh"


# --- the picture ---------------------------------------------------------------------------------


def test_a_dump_of_two_pixels_is_read() -> None:
    from vm_picture import Picture, read_ppm

    dump = b"P6\n2 1\n255\n" + bytes((1, 2, 3, 10, 32, 9))  # 10 and 32 look like white space
    assert read_ppm(dump) == Picture(2, 1, bytes((1, 2, 3, 10, 32, 9)))


@pytest.mark.parametrize("data", [b"", b"P3\n1 1\n255\n0 0 0", b"P6\n100 100\n255\nshort"])
def test_what_is_no_dump_is_refused(data: bytes) -> None:
    from vm_picture import read_ppm

    with pytest.raises(ValueError, match=r"P6|pixels"):
        read_ppm(data)


def test_a_black_screen_is_nothing_like_what_is_expected() -> None:
    from vm_picture import likeness

    assert likeness(_plain(8, 8, (0, 0, 0)), _plain(8, 8, (200, 0, 0))) == 0


def test_only_what_is_lit_counts() -> None:
    from vm_picture import Picture, likeness

    expected = Picture(4, 1, bytes((200, 0, 0, 0, 200, 0, 5, 5, 5, 5, 5, 5)))
    half = Picture(4, 1, bytes((200, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5)))
    assert likeness(half, expected) == 0.5


def test_pictures_of_two_sizes_are_not_compared() -> None:
    from vm_picture import likeness

    with pytest.raises(ValueError, match="8x8 against 4x4"):
        likeness(_plain(8, 8, (9, 9, 9)), _plain(4, 4, (200, 0, 0)))


def test_a_black_screen_is_not_lit() -> None:
    from vm_picture import lit_share

    assert lit_share(_plain(4, 4, (0, 0, 0))) == 0
    assert lit_share(_plain(4, 4, (0, 90, 0))) == 1


# --- what is told ---------------------------------------------------------------------------------


def _seen(**changed: object):
    from vm_seen import seen

    round_ = {"number": 3, "dealt": ["7C", "8C", "9C", "TC", "JC"], "final": None}
    play = {"mode": "joker_poker", "joker": {"phase": "hold", "round": round_}}
    moves = (["coinbox", "credit", 10], ["credit", "stake", 1])
    books = {
        "documents": {"play": json.dumps(play | changed)},
        "rows": [json.dumps({"postings": [["why", "", "", [move]]]}) for move in moves],
    }
    status = {"slots": {"coin": {"health": "ready"}}, "faults": [["hot", "", ""]]}
    unit = "ActiveState=active\nSubState=running\nNRestarts=2\nMainPID=7\n"
    return seen(books, json.dumps(status), unit)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("credit", "9"),
        ("stake", "1"),
        ("cards", "7C,8C,9C,TC,JC"),
        ("drawn", "false"),
        ("coin_in", "10"),
        ("health.coin", "ready"),
        ("faults", "hot"),
        ("unit", "active/running"),
        ("restarts", "2"),
        ("health.note", "nothing"),
    ],
)
def test_a_value_is_found_by_the_name_a_story_gives_it(path: str, text: str) -> None:
    from vm_seen import as_text, at

    assert as_text(at(_seen(), path)) == text


def test_a_cabinet_without_books_has_no_credit() -> None:
    from vm_seen import seen

    assert seen({}, "", "")["credit"] == 0


def test_the_same_cards_and_credit_are_nothing_lost() -> None:
    from vm_seen import lost

    assert lost(_seen(), _seen()) == []


def test_another_mode_after_a_cut_is_told() -> None:
    from vm_seen import lost

    assert lost(_seen(), _seen(mode="lobby")) == ["mode: joker_poker before, lobby after"]


def test_the_attract_screen_after_a_long_start_is_nothing_lost() -> None:
    from vm_seen import lost

    assert lost(_seen(), _seen(mode="attract")) == ["mode: joker_poker before, attract after"]
    idle = {"stake": 0}
    assert lost(_seen() | idle, _seen(mode="attract") | idle) == []


def test_a_win_that_was_collected_meanwhile_is_nothing_lost() -> None:
    from vm_seen import lost

    won = _seen() | {"state": "win", "credit": 14, "pending": 1}
    assert lost(won, won | {"state": "betting", "credit": 15, "pending": 0}) == []
    assert lost(won, won | {"state": "betting", "credit": 14, "pending": 0}) != []


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (["a", "b"], ""),
        (["a", "b", "c"], ""),
        (["a"], "row 2 of 2: b before, now None"),
        (["a", "x", "b"], "row 2 of 2: b before, now x"),
        ([], "row 1 of 2: a before, now None"),
    ],
)
def test_a_row_that_was_seen_must_come_back(after: list[str], told: str) -> None:
    from vm_seen import rows_lost

    assert rows_lost(["a", "b"], after) == told


def test_the_rows_of_a_copied_disk_are_those_that_move_credits(tmp_path: Path) -> None:
    from vm_disk import read_books

    base = sqlite3.connect(tmp_path / "ledger.db")
    base.execute("CREATE TABLE documents (name, text)")
    base.execute("CREATE TABLE rows (sequence, payload)")
    base.execute("INSERT INTO documents VALUES ('play', '{}')")
    rows = (2, '{"postings": ["bet"]}'), (1, '{"postings": ["coin"]}'), (3, '{"log": []}')
    base.executemany("INSERT INTO rows VALUES (?, ?)", rows)
    base.commit()
    base.close()
    left = read_books(tmp_path / "ledger.db")
    assert left.rows == ['{"postings": ["coin"]}', '{"postings": ["bet"]}']
    assert left.books["documents"] == {"play": "{}"}


ROW = json.dumps({"postings": [["why", "", "", [["coinbox", "credit", 10]]]]})


@pytest.mark.parametrize(
    ("booked", "in_box", "fault"),
    [
        ([ROW], 10, ""),
        ([], 10, ""),
        ([ROW, ROW], 10, "row 2 of 2"),
        ([ROW], 20, "20 credits in the box, 10 booked"),
    ],
)
def test_a_copy_must_have_every_row_and_every_coin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, booked: list[str], in_box: int, fault: str
) -> None:
    import vm_disk
    from vm_machine import VmError

    monkeypatch.setattr(vm_disk, "read_disk", lambda _disk, _work: vm_disk.Left({}, [ROW]))
    (tmp_path / "disk").write_bytes(b"QFI")
    copies = vm_disk.Copies(tmp_path / "copies")
    copies.look(copies.take(tmp_path / "disk"), booked, in_box)
    with pytest.raises(VmError, match=fault) if fault else nullcontext():
        copies.prove()
    copies.close()


# --- stories --------------------------------------------------------------------------------------


def test_the_shipped_story_can_be_read() -> None:
    from vm_story import read_story

    steps = read_story(ROOT / "tools/virtual/evening.story")
    assert {"cut", "hang", "unplug coin", "plug coin", "books"} <= {step.text for step in steps}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("dance", "unknown step 'dance'"),
        ("press JUMP", "JUMP"),
        ("see mars", "unknown scene 'mars'"),
        ("expect credit", "'expect' needs more"),
        ("key operator sideways", "'operator on' or 'operator off'"),
        ("cut twice", "'cut' takes nothing more"),
        ("wait -1", "0 to 3600 seconds"),
    ],
)
def test_a_fault_in_a_story_is_told_with_its_line(line: str, fault: str) -> None:
    from vm_story import VmStoryError, parse_story

    with pytest.raises(VmStoryError) as error:
        parse_story(f"# a comment\n{line}\n", "a.story")
    assert str(error.value).startswith("a.story:2: ")
    assert fault in str(error.value)


# --- a machine without systemd --------------------------------------------------------------------


def test_the_first_file_system_starts_what_the_kernels_line_names() -> None:
    from vm_initrd import init_of
    from vm_rig import BARE

    line = f"root=/dev/vda {BARE} quiet"
    asked = init_of(["ext4.ko"]).replace("/bin/busybox cat /proc/cmdline", f"echo {line}")
    choice = asked[asked.index("first=") : asked.index("/bin/busybox umount")]
    told = subprocess.run(
        ["sh", "-c", f"{choice}echo $first"], capture_output=True, text=True, check=True
    )
    assert told.stdout == "/usr/local/lib/cabinato-vm/bare.sh\n"


def test_the_bare_start_takes_user_and_command_from_the_unit() -> None:
    script = (ROOT / "tools/virtual/guest/bare.sh").read_text()
    subprocess.run(["sh", "-n"], input=script, text=True, check=True)
    unit = (ROOT / "cabinet.service").read_text()
    for asked in ("ExecStart", "Environment", "SupplementaryGroups", "RestartSec"):
        assert f"told {asked}" in script
        assert f"\n{asked}=" in unit


# --- the image ------------------------------------------------------------------------------------


def test_modules_are_loaded_after_what_they_need() -> None:
    from vm_initrd import needs

    table = "fs/ext4.ko: fs/jbd2.ko lib/crc16.ko\nfs/jbd2.ko:\nlib/crc16.ko:\nd/virtio-blk.ko:"
    assert needs(table, ("virtio_blk", "virtio_pci", "ext4")) == [
        "d/virtio-blk.ko",
        "lib/crc16.ko",
        "fs/jbd2.ko",
        "fs/ext4.ko",
    ]


def test_the_configuration_of_a_real_cabinet_gets_the_acceptor() -> None:
    from vm_image import with_acceptor

    told = with_acceptor('mode = "real"\ndriver = "none"  # of coins\nport = "emulator"  #\n')
    assert told == 'mode = "real"\ndriver = "cctalk"# of coins\nport = "/dev/ttyUSB0"  #\n'


def test_the_shipped_configuration_gets_the_small_display() -> None:
    from vm_image import with_size

    shipped = (ROOT / "hw_config.toml").read_text()
    before, after = shipped.splitlines(), with_size(shipped, (640, 360)).splitlines()
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert [line.split("#")[0].strip() for line in changed] == ["size = [640, 360]"]


def test_a_simulated_configuration_is_refused() -> None:
    from vm_image import ImageError, with_acceptor

    with pytest.raises(ImageError, match="real"):
        with_acceptor('mode = "simulated"\ndriver = "none"  #\nport = "emulator"\n')


def test_a_pull_up_does_not_open_a_closed_contact() -> None:
    from vm_image import wires_of_contacts

    source = (
        "int before;\nstatic int gpio_sim_set_config(struct gpio_chip *gc,\n"
        "\t\t\t       unsigned long config)\n{\n\tif (config) {\n\t\tpull();\n"
        "\t}\n}\n\nint after;\n"
    )
    told = wires_of_contacts(source)
    assert "pull()" not in told
    assert told.startswith("int before;\nstatic int gpio_sim_set_config(")
    assert told.endswith("{\n\treturn 0;\n}\n\nint after;\n")


def test_another_kernel_source_is_not_patched_blindly() -> None:
    from vm_image import ImageError, wires_of_contacts, without_unexported

    with pytest.raises(ImageError):
        wires_of_contacts("int nothing;\n")
    with pytest.raises(ImageError):
        without_unexported("int nothing;\n")

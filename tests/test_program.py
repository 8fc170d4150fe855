"""The program's identity: the same for the same files, another for any other."""

from hashlib import blake2b
from pathlib import Path

import pytest

import firmware
from firmware.program import digest_of, program


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "room").mkdir()
    (tmp_path / "b.py").write_bytes(b"two")
    (tmp_path / "room" / "a.py").write_bytes(b"one")
    return tmp_path


def test_the_digest_is_of_names_and_contents_in_the_order_of_the_names(package: Path) -> None:
    parts = (b"b.py", b"two", b"room/a.py", b"one")
    told = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    assert digest_of(package) == blake2b(told, digest_size=32).hexdigest()


def test_another_content_is_another_program(package: Path) -> None:
    before = digest_of(package)
    (package / "b.py").write_bytes(b"twp")
    assert digest_of(package) != before


def test_another_name_is_another_program(package: Path) -> None:
    before = digest_of(package)
    (package / "b.py").rename(package / "c.py")
    assert digest_of(package) != before


def test_a_file_within_another_is_not_a_file_beside_it(tmp_path: Path) -> None:
    beside, within = tmp_path / "beside", tmp_path / "within"
    for folder, files in ((beside, {"a.py": b"", "b.py": b"c"}), (within, {"a.py": b"b.pyc"})):
        folder.mkdir()
        for name, content in files.items():
            (folder / name).write_bytes(content)
    assert digest_of(beside) != digest_of(within)


def test_what_the_interpreter_keeps_beside_the_files_is_no_part(package: Path) -> None:
    before = digest_of(package)
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "b.cpython-311.pyc").write_bytes(b"compiled")
    assert digest_of(package) == before


def test_the_running_program_is_the_one_of_this_folder() -> None:
    told = program()
    assert told.version == firmware.__version__
    assert told.digest == digest_of(Path(firmware.__file__).parent)

"""What is installed from a wheel finds its data, without a checkout beside it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import firmware
from firmware import __version__

ROOT = Path(firmware.__file__).parent.parent

PROBE = """
import sys
sys.path.insert(0, sys.argv[1])
from firmware.assets import asset, shipped_config
from firmware.catalogue import Catalogue
from firmware.words import Language, Message
assert str(asset("sounds")).startswith(sys.argv[1]), asset("sounds")
for language in Language:
    print(Catalogue.load(language, strict=True).text(Message("key.deal")))
print(shipped_config().is_file(), asset("sounds", "coin.wav").is_file())
print("babel" in sys.modules)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel of this checkout installs."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    target = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def test_an_installed_cabinet_speaks_and_finds_its_data(installed: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-X", "utf8", "-c", PROBE, str(installed)],
        cwd=installed,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout.split() == ["DISTRIBUIRE", "DEAL", "СДАТЬ", "True", "True", "False"], done


def test_a_wheel_carries_no_tests_and_no_tools(installed: Path) -> None:
    tops = {path.name for path in installed.iterdir()}
    assert tops == {"firmware", f"cabinato-{__version__}.dist-info"}

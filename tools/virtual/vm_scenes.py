"""What the display should show: the program's own drawing of a scene, made on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
from vm_image import TREE
from vm_picture import Picture

SCENES = {
    "attract": "".join(f"wait 2\nshot attract_{number:02}\n" for number in range(30)),
    "credit": "coin 100\nsettle\nshot credit\n",
}
"""Stories whose pictures a scene may look like; the attract screen goes round in a minute."""


class Scenes:
    """Draws each scene once.

    Args:
        folder: for the pictures.
        size: of the display, pixels.
    """

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self._folder = folder
        self._size = size
        self._drawn: dict[str, list[Picture]] = {}

    def pictures(self, name: str) -> list[Picture]:
        """Every picture of a scene."""
        if name not in self._drawn:
            self._drawn[name] = self._draw(name)
        return self._drawn[name]

    def _draw(self, name: str) -> list[Picture]:
        folder = self._folder / name
        folder.mkdir(parents=True, exist_ok=True)
        shipped = (TREE / "hw_config.toml").read_text()
        config = folder / "config.toml"
        width, height = self._size
        config.write_text(shipped.replace("size = [1280, 720]", f"size = [{width}, {height}]"))
        story = folder / "scene.story"
        story.write_text(SCENES[name])
        subprocess.run(
            [sys.executable, "-m", "firmware", "run", "--headless", "--seed", "1",
             "--config", config, "--data", folder / "data", "--script", story,
             "--shots", folder],
            cwd=TREE,
            env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
            stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
        return [read_png(path) for path in sorted(folder.glob("*.png"))]


def read_png(path: Path) -> Picture:
    """A picture from a file."""
    image = pygame.image.load(path)
    return Picture(*image.get_size(), pygame.image.tobytes(image, "RGB"))

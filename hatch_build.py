"""What a wheel needs beside the package: the data files, with the languages compiled."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AssetsHook(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is no public name
    """Puts `assets/` and `hw_config.toml` into the wheel as `firmware/_assets/`.

    An editable install needs neither: there they lie beside the package.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from firmware.catalogue import compile_all
        finally:
            sys.path.remove(str(root))
        compile_all(root / "assets" / "locale")
        assets = root / "assets"
        build_data["force_include"] |= {
            str(path): f"firmware/_assets/{path.relative_to(assets)}"
            for path in sorted(assets.rglob("*"))
            if path.is_file() and not _is_source(path.relative_to(assets))
        }
        build_data["force_include"][str(root / "hw_config.toml")] = (
            "firmware/_assets/hw_config.toml"
        )


def _is_source(path: Path) -> bool:
    """Whether the program never reads a file: the drawings that a pack's pictures came from."""
    return path.parts[0] == "packs" and path.suffix == ".svg"

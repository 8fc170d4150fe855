"""Where the data files are, in a checkout and in an installed wheel alike.

In a checkout (and an editable install) `assets/` and `hw_config.toml` lie beside the
package; a wheel carries both inside it, under `firmware/_assets/`.
"""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_assets"


def asset(*parts: str) -> Path:
    """The path of a data file or folder, given below `assets/`; it may or may not exist.

    >>> asset("sounds", "coin.wav").name
    'coin.wav'
    """
    root = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent / "assets"
    return root.joinpath(*parts)


def shipped_config() -> Path:
    """The path of the `hw_config.toml` that comes with the program."""
    root = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent
    return root / "hw_config.toml"


def cache_folder() -> Path:
    """Where drawn pictures may be kept: the service's cache folder, or the user's."""
    given = os.environ.get("CACHE_DIRECTORY")  # set by systemd for CacheDirectory=, may name many
    if given:
        return Path(given.split(":")[0])
    home = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(home) if home else Path("~/.cache").expanduser()) / "cabinato"
    except RuntimeError:  # a user without a home; nothing here is worth keeping for long
        import tempfile  # loads ten more, and next to nobody needs it

        return Path(tempfile.gettempdir()) / f"cabinato-cache-{os.getuid()}"

"""Where what lives only as long as a process lies: state that is told, links, pipes."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

SERVICE_FOLDER = Path("/run/cabinato")
"""The run-time folder of the service, as systemd makes it (`RuntimeDirectory=cabinato`)."""


def runtime_folder() -> Path:
    """This process's run-time folder, made for its user alone where it is not there.

    Raises:
        OSError: it cannot be made, or what is there is another user's.
    """
    given = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]  # systemd may name many
    folder = Path(given) if given else _user_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _verify_ours(folder)
    return folder


def reading_folders() -> tuple[Path, ...]:
    """Where a cabinet of this machine may have told its state; makes nothing.

    A person's shell does not have the variables of the service, hence the service's own too.
    """
    given = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    named = (Path(given),) if given else ()
    return tuple(dict.fromkeys((*named, SERVICE_FOLDER, _user_folder(), _shared_folder())))


def _user_folder() -> Path:
    session = os.environ.get("XDG_RUNTIME_DIR")
    if session and os.access(session, os.W_OK):
        return Path(session) / "cabinato"
    return _shared_folder()


def _shared_folder() -> Path:
    return Path(tempfile.gettempdir()) / f"cabinato-{os.getuid()}"


def _verify_ours(folder: Path) -> None:
    """A folder of ours; a link to it only if we or root laid it (systemd does)."""
    entry, target = folder.lstat(), folder.stat()
    is_link_trusted = not stat.S_ISLNK(entry.st_mode) or entry.st_uid in (0, os.getuid())
    if target.st_uid != os.getuid() or not is_link_trusted:
        raise PermissionError(f"the run-time folder {folder} belongs to another user")

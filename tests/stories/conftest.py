"""Evenings lie in memory: a cut of these stories ends the program, not the disk."""

from in_memory import tmp_path

__all__ = ["tmp_path"]

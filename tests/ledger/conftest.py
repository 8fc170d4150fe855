"""Ledgers of these tests lie in memory: no test here cuts the power below SQLite."""

from in_memory import tmp_path

__all__ = ["tmp_path"]

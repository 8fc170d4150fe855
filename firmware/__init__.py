"""Cabinato: the firmware of an arcade cabinet with three card games."""

__version__ = "0.1.0"

"""Cabinato: the firmware of an arcade cabinet with three card games."""

import os

__version__ = "0.8.1"

# No other package may hang itself into the reading of our files; looking for such plugins
# through everything that is installed would also cost every start some milliseconds.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

"""Contessa Ottavia's colours."""

from .layer import Dye

INK = "#1d1620"
PLUM = Dye("#6f2b53", "#4d1b3d")
BOA = Dye("#b0648f", "#8a4371")
IVORY = Dye("#f6ecd9", "#dcc7a8")
GOLD = Dye("#d3a544", "#9f7428")
SKIN = Dye("#f0c3a0", "#d4987c")
SKIN_DEEP = "#b97a62"
HAIR = Dye("#1d1620", "#1d1620")
SHEEN = "#8a4371"
SILVER = "#d5cfca"
WINE = "#a32c49"
RUBY = "#b8213f"
LID = "#b0648f"

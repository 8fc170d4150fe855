"""Dottoressa Vera's colours."""

from .layer import Dye

INK = "#191a20"
TEAL = Dye("#237178", "#154b55")
SAND = Dye("#dcc08c", "#b6945d")
BRICK = Dye("#b4492f", "#863120")
CHARCOAL = Dye("#3a3c47", "#262831")
CREAM = Dye("#f5ecd9", "#d8c6a8")
HAIR = Dye("#c65a2b", "#8f3a1d")
SHEEN = "#e08a4e"
SKIN = Dye("#f2c8a6", "#d69a79")
SKIN_DEEP = "#b5775a"
GREY = "#d3ccc6"
LIP = "#b04a44"
LENS = "#dfeae6"
LINING = Dye("#8f6f42", "#8f6f42")

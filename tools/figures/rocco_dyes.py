"""Capitano Rocco's colours."""

from .layer import Dye

INK = "#171a24"
NAVY = Dye("#2a4066", "#1a2a47")
NAVY_SHEEN = "#46608c"
RUST = Dye("#bb5a33", "#8d3f25")
RUST_SHEEN = "#d0744a"
CREAM = Dye("#f4e8cf", "#dac69f")
BRASS = Dye("#d6a53e", "#9c7327")
BRASS_SHEEN = "#f3dc9c"
SLATE = Dye("#474b5c", "#333645")
BOOT = Dye("#332d39", "#241f2a")
BOOT_SHEEN = "#574f5c"
SKIN = Dye("#e8b08b", "#c78562")
SKIN_DEEP = "#a9654a"
SKIN_SHEEN = "#f4cba9"
CHEEK = "#d86f52"
GREY = Dye("#cfccc6", "#9d9a9a")
GREY_SHEEN = "#e9e6df"
GREY_DEEP = "#77767c"
MOUTH = "#4a1420"
TONGUE = "#c5545a"
WHITE = "#fbf6ec"

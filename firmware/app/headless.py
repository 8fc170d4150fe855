"""The screen of a story: drawn for real, on a surface instead of a window."""

from __future__ import annotations

from collections.abc import Callable

from firmware.app.build import settings
from firmware.app.display import ScreenDisplay, setup_of
from firmware.assets import cache_folder
from firmware.config import Config
from firmware.screens.canvas import plain_surface
from firmware.screens.screen import Screen
from firmware.screens.sprites import SpriteStore
from firmware.screens.view import Figures

MakeDisplay = Callable[[Callable[[], Figures]], ScreenDisplay]


def make_display_of(config: Config) -> MakeDisplay:
    """Makes the screen of each boot, at the configured size.

    Raises:
        ConfigError: the pay table cannot be used.
    """
    setup = setup_of(settings(config), config.coin.currency)

    def make(figures: Callable[[], Figures]) -> ScreenDisplay:
        screen = Screen(plain_surface(config.display.size), SpriteStore(cache_folder()))
        return ScreenDisplay(screen, setup, figures, config.display.fps_max)

    return make

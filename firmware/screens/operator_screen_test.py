"""The operator's pictures to judge a screen by: edges, colours, greys, lettering, plain colours.

They fill the whole screen. Under the plain colours no key is drawn, since nothing may disturb
the eye there; a line tells which buttons lead on and back.
"""

from __future__ import annotations

import pygame

from firmware.cabinet.operator_menu.pages import PLAIN_PICTURES, TEST_PICTURES, TestPicture
from firmware.screens import theme
from firmware.screens.brush import vertical_gradient
from firmware.screens.keys import key_sprites
from firmware.screens.kit import Kit
from firmware.screens.layout import PAGES, UPRIGHT_Y, Plan, Shape
from firmware.screens.lettering import line, wrapped
from firmware.screens.panels import layout_for
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import WIDTH, Colour, Style
from firmware.screens.view import Trace, View

COLOURS: dict[TestPicture, Colour] = {
    TestPicture.RED: (255, 0, 0),
    TestPicture.GREEN: (0, 255, 0),
    TestPicture.BLUE: (0, 0, 255),
    TestPicture.WHITE: (255, 255, 255),
    TestPicture.BLACK: (0, 0, 0),
}
BARS: tuple[Colour, ...] = (
    (255, 255, 255), (255, 255, 0), (0, 255, 255), (0, 255, 0),
    (255, 0, 255), (255, 0, 0), (0, 0, 255), (0, 0, 0),
)  # fmt: skip
GREY_STEPS = 16
SAFE = 0.05
"""Of each side: what an overscanning television may cut off."""
CELL = 80
PARTS = 12
"""That the picture is drawn in: none takes a turn of the loop long."""
ALPHABETS = (
    "ABCDEFGHIJKLM abcdefghijklm 0123456789",
    "ÀÈÉÌÒÙ àèéìòù perché più così",
    "АБВГДЕЁЖЗИЙК абвгдеёжзийк щъыьэюя",
)
SIZES = (44, 32, 24, 20, 17)
INK: Colour = (255, 255, 255)
FAINT: Colour = (90, 90, 90)
MARK: Colour = (255, 190, 60)


def screen_test_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The chosen picture, over everything."""
    row = view.state.operator.row
    picture = TEST_PICTURES[row]
    is_plain = picture in PLAIN_PICTURES
    is_light = picture in (TestPicture.WHITE, TestPicture.GREEN, TestPicture.RED)
    ink = (0, 0, 0) if is_light else INK
    name = words.text(f"operator.picture.{picture}")
    told = words.text("operator.picture.of", name=name, place=row + 1, count=len(TEST_PICTURES))
    style = Style("sans_bold", 24, ink, "centre")
    how = words.text("operator.picture.how")
    middle, top = (PAGES[Shape.UPRIGHT][0] / 2, UPRIGHT_Y) if view.is_upright else (WIDTH / 2, 0)
    label_w, room = (704, 692) if view.is_upright else (760, 720)
    label = Paint(_draw_label, (label_w, 76, picture not in COLOURS))
    head = Sprite(label, middle - label_w / 2, top + 60, "label")
    keys: tuple[Sprite, ...] = ()
    if not is_plain:
        pressed = [button for button, _ in trace.pressed]
        keys = key_sprites(view.panel, words.legend, words.number, now_s, pressed)
    due_s = None
    if trace.pressed and keys:
        due_s = min(when for _, when in trace.pressed) + theme.PRESS_S
    return Scene(
        (
            *(Sprite(Paint(_draw, (picture, part)), 0, 0, "backdrop") for part in range(PARTS)),
            *_letters(picture, is_upright=view.is_upright),
            head,
            line(told, style, middle, top + 92, "label", width=room),
            line(how, style._replace(size=19), middle, top + 122, "label", width=room),
            *keys,
        ),
        due_s,
        plan=Plan.WHOLE,
    )


def _letters(picture: TestPicture, *, is_upright: bool) -> tuple[Sprite, ...]:
    """Alphabets in the sizes of the screens; on an upright display as large, in more lines."""
    if picture is not TestPicture.TEXT:
        return ()
    sprites: list[Sprite] = []
    width, baseline = (616, UPRIGHT_Y + 150.0) if is_upright else (1160, 136.0)
    for size in SIZES:
        style = Style("sans", size, INK)
        for alphabet in ALPHABETS:
            for number, part in enumerate(wrapped(alphabet, style, width)):
                baseline += size * 1.17
                if number == 0:
                    sprites.append(line(f"{size}", Style("sans", 17, MARK), 40, baseline, "text"))
                sprites.append(line(part, style, 84, baseline, "text", width=width, floor=size))
    return tuple(sprites)


def _draw(kit: Kit, picture: TestPicture, part: int) -> Picture:
    """Paint: every pixel of a part of the display; the parts lie one under another."""
    whole = pygame.Rect((0, 0), layout_for(kit).size)
    top, foot = (whole.h * place // PARTS for place in (part, part + 1))
    out = pygame.Surface((whole.w, foot - top), 0, 32)
    whole.y = -top
    out.fill(COLOURS.get(picture, (0, 0, 0)))
    match picture:
        case TestPicture.GRID:
            _grid(kit, out, whole)
        case TestPicture.BARS:
            for index, colour in enumerate(BARS):
                left = whole.w * index // len(BARS)
                right = whole.w * (index + 1) // len(BARS)
                out.fill(colour, (left, 0, right - left, out.get_height()))
        case TestPicture.GREYS:
            _greys(out, whole)
        case _:
            pass
    return Picture(out, 0, top)


def _grid(kit: Kit, out: pygame.Surface, whole: pygame.Rect) -> None:
    """Lines every 80 units, the outermost pixels, the safe frame, circles that must be round."""
    width, height = whole.size
    for place in range(1, round(width / kit.scale) // CELL + 1):
        out.fill(FAINT, (round(place * CELL * kit.scale), 0, 1, height))
    for place in range(1, round(height / kit.scale) // CELL + 1):
        out.fill(FAINT, (0, whole.y + round(place * CELL * kit.scale), width, 1))
    pygame.draw.rect(out, INK, whole, 1)
    inset = -round(2 * SAFE * width), -round(2 * SAFE * height)
    pygame.draw.rect(out, MARK, whole.inflate(inset), kit.px(2))
    pygame.draw.circle(out, INK, whole.center, kit.px(200), kit.px(2))
    for x in (kit.px(140), width - kit.px(140)):
        for y in (kit.px(140), height - kit.px(140)):
            pygame.draw.circle(out, INK, (x, whole.y + y), kit.px(80), kit.px(2))
    tall = kit.px(60)
    if out.get_rect().colliderect(0, whole.centery - tall, width, 2 * tall):
        size = pygame.font.Font(None, tall).render(f"{width} x {height}", True, MARK)
        out.blit(size, size.get_rect(center=whole.center))


def _greys(out: pygame.Surface, whole: pygame.Rect) -> None:
    """Sixteen steps, which must all be told apart, over an even run from black to white."""
    width, middle = whole.w, whole.y + whole.h // 2
    for step in range(GREY_STEPS):
        level = 255 * step // (GREY_STEPS - 1)
        left = width * step // GREY_STEPS
        right = width * (step + 1) // GREY_STEPS
        out.fill((level,) * 3, (left, 0, right - left, middle))
    if middle < out.get_height():
        column = vertical_gradient(1, width, ((0, 0, 0), (255, 255, 255)))
        lying = pygame.transform.rotate(column, 90)
        tall = out.get_height() - max(middle, 0)
        run = pygame.transform.scale(lying, (width, tall))
        out.blit(run, (0, max(middle, 0)))


def _draw_label(kit: Kit, width: float, height: float, is_dark: bool) -> Picture:
    """Paint: what the words stand on; under a plain colour nothing."""
    out = pygame.Surface((kit.px(width), kit.px(height)), pygame.SRCALPHA, 32)
    if is_dark:
        out.fill((0, 0, 0, 215))
    return Picture(out)

"""Capitano Rocco's head: bald skull, tufts, ear and the shovel beard that hides his neck."""

from __future__ import annotations

from .layer import Layer
from .rocco_dyes import GREY, GREY_DEEP, GREY_SHEEN, INK, SKIN, SKIN_DEEP, SKIN_SHEEN
from .shapes import beside, contour

PIVOT = (288.0, 257.0)
SHRINK, TILT_DEG = 0.93, 2.0

SKULL = (
    "251,148 245,163 243,176 246,188 241,202 244,226 260,244 300,252 330,232 339,200 341,172"
    " 338,150 327,134 308,125 285,123 264,131"
)


def placed(layer: Layer) -> Layer:
    """From the notes' coordinates to where the head sits: shrunk, tilted to the right."""
    return layer.scaled(SHRINK, PIVOT).turned(TILT_DEG, PIVOT)


def hair_back() -> Layer:
    """The far tuft, which sticks out beyond the temple."""
    layer = Layer()
    tuft = contour(
        "254,158* 247,150 238,148 231,152 230,159 236,163* 226,161 220,166 221,173 230,177*"
        " 222,179 220,186 226,192 235,192* 233,197 240,202 252,200 258,188*"
    )
    layer.body(tuft, GREY, INK)
    for points in ("252,164 243,159 237,157", "250,174 239,171 229,169", "248,184 237,184 228,186"):
        layer.line(points, 2.2, GREY.dark, inside=tuft)
    layer.line("250,159 243,154 237,153", 1.8, GREY_SHEEN, inside=tuft)
    return placed(layer)


def head() -> Layer:
    """Skull, near tuft, ear and beard: what every face shares."""
    layer = Layer()
    skull = contour(SKULL)
    layer.body(
        skull,
        SKIN,
        INK,
        plane=contour("312,120* 327,142 328,160 321,176 322,194 316,212 300,222* 350,240 352,120"),
    )
    layer.fill(contour("261,150* 266,139 277,132 292,130 300,133* 287,137 275,142"), SKIN_SHEEN)
    layer.fill(contour("258,160* 256,155 259,153* 261,157"), SKIN_SHEEN)
    _near_tuft(layer)
    _beard(layer)
    ear = contour(
        "331,183* 334,175 342,172 349,177 350,187 346,197 342,207 335,211 331,205 332,196"
    )
    layer.body(ear, SKIN, INK, plane=beside(ear, -6, 0), weight=0.75)
    layer.line("336,181 343,178 345,186 340,193 341,199", 1.9, SKIN_DEEP)
    layer.line("335,187 339,190 337,197", 1.5, SKIN_DEEP)
    return placed(layer)


def _near_tuft(layer: Layer) -> None:
    tuft = contour(
        "327,178* 328,163 335,154 346,150 356,151 361,158 358,164* 367,162 373,168 372,176"
        " 363,180* 372,181 375,189 369,196 359,195* 366,199 365,207 357,212 348,209 340,214*"
        " 334,200 332,188 329,182"
    )
    layer.body(
        tuft,
        GREY,
        INK,
        plane=contour("352,140* 350,160 354,176 350,190 352,218* 384,218 384,172* 362,160"),
    )
    for points, width in (
        ("330,172 338,163 348,159 358,163", 2.4),
        ("330,176 344,170 356,170 366,174", 2.6),
        ("350,184 358,182 368,187", 2.4),
        ("350,196 356,197 362,204", 2.2),
    ):
        layer.line(points, width, GREY_DEEP, inside=tuft)
    layer.line("332,164 339,157 350,154", 2.2, GREY_SHEEN, inside=tuft)


BEARD = (
    "332,186* 331,198 326,206 318,214 304,221 286,226 268,224 254,216 246,207 241,196* 236,210"
    " 232,228 229,250 230,272 234,289 241,298 248,299 252,296* 255,305 262,311 270,310 274,306*"
    " 278,313 286,318 295,316 299,310* 305,314 314,313 320,308 322,302* 329,304 338,300 345,290"
    " 350,270 352,248 352,226 348,210 343,202"
)


def _beard(layer: Layer) -> None:
    """A shovel of five locks; it hides the neck."""
    beard = contour(BEARD)
    layer.body(
        beard,
        GREY,
        INK,
        plane=contour("345,190* 334,212 330,236 327,258 320,280 306,300 296,330* 366,330 366,190"),
    )
    for points, width in (
        ("236,232 232,256 235,280 240,298", 2.6),
        ("246,240 243,264 246,282 252,296", 3.2),
        ("262,250 261,274 266,292 274,306", 3.4),
        ("300,250 303,274 303,294 299,309", 3.0),
    ):
        layer.line(points, width, GREY.dark, inside=beard)
    for points, width in (
        ("320,236 323,262 324,284 322,301", 3.2),
        ("334,224 338,250 338,276 334,296", 3.0),
        ("342,222 345,246 345,268 345,284", 2.4),
    ):
        layer.line(points, width, GREY_DEEP, inside=beard)
    for points, width in (
        ("240,228 236,250 238,272", 2.4),
        ("254,246 252,268 257,290", 2.8),
        ("280,256 282,278 280,300", 2.8),
        ("310,240 310,262 306,284", 2.6),
    ):
        layer.line(points, width, GREY_SHEEN, inside=beard)
    for points in (
        "252,295 249,289 246,283",
        "274,305 270,298 267,292",
        "299,309 302,301 303,293",
        "322,301 324,293 324,285",
    ):
        layer.line(points, 2.2, INK, start=0.9)

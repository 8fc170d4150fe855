"""What peeps out beside a garment is found by the outlines alone."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("shapely")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from figures.figure import Figure, Hidden, Lamp
from figures.layer import Layer
from figures.shapes import box


def coat(width: float) -> Layer:
    layer = Layer()
    layer.fill(box(0, 0, width, 100), "#123456")
    return layer


def guest(width: float, *, above: float = 20) -> Figure:
    """A shirt 50 wide under a coat of a width."""
    return Figure(
        id="somebody",
        lamp=Lamp("#000000", "#ffffff", "#888888"),
        body={},
        garments={"coat": {"coat": (40, lambda: coat(width))}},
        faces={},
        face_z=82,
        hidden=(Hidden("the shirt", box(0, 10, 50, 80), above, "coat"),),
    )


def test_a_covered_shirt_is_no_finding():
    assert guest(50).gaps() == []


def test_a_strip_beside_the_coat_is_found_with_its_size():
    (finding,) = guest(48).gaps()
    assert finding.startswith("somebody: the shirt shows 160.0 px")


def test_a_coat_under_the_shirt_covers_nothing():
    assert len(guest(50, above=40).gaps()) == 1

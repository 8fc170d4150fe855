"""Rectangles of a display that are to be redrawn: few of them, little waste, nothing twice."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

_MERGE_WASTE = 1.1
"""Two regions become one while their hull is at most this many times their pixels."""
_OVERLAP_WASTE = 1.5
"""Two that overlap become one up to here; beyond, one is cut: more regions cost time too."""
_NEAR = 32
"""Two that are farther apart stay two: to look at every pair takes longer than to draw them."""
_MANY, _DENSE = 40, 0.5
"""So many that cover so much of their hull become it: sorting them out would take longer."""


def upper_part(region: pygame.Rect, pixels: float) -> tuple[pygame.Rect, list[pygame.Rect]]:
    """The upper part of a region, of about so many pixels, and what is left of it."""
    height = max(1, int(pixels // region.w))
    if height >= region.h:
        return region, []
    rest = pygame.Rect(region.x, region.y + height, region.w, region.h - height)
    return pygame.Rect(region.x, region.y, region.w, height), [rest]


def merged(rects: Iterable[pygame.Rect], bounds: pygame.Rect) -> list[pygame.Rect]:
    """Few rectangles that cover all of these, without much waste, and without overlap.

    Two that only touch at a corner, as the strips of a frame do, are cut instead of joined:
    their hull would be everything within.
    """
    waiting: list[pygame.Rect] = []
    for rect in rects:  # most of what comes lies where the same went
        clipped = rect.clip(bounds)
        around = [waiting[index] for index in clipped.collidelistall(waiting)]
        if clipped.w and clipped.h and not any(other.contains(clipped) for other in around):
            waiting.append(clipped)
    if len(waiting) >= _MANY:
        hull = waiting[0].unionall(waiting[1:])
        if sum(rect.w * rect.h for rect in waiting) >= _DENSE * hull.w * hull.h:
            return [hull]
    joined: list[pygame.Rect] = []
    while waiting:
        rect = waiting.pop()
        area = rect.w * rect.h
        for index in rect.inflate(_NEAR, _NEAR).collidelistall(joined):
            other = joined[index]
            hull = rect.union(other)
            least = hull.w * hull.h / (area + other.w * other.h)
            if least <= _MERGE_WASTE or (least <= _OVERLAP_WASTE and rect.colliderect(other)):
                del joined[index]
                waiting.append(hull)
                break
        else:
            joined.append(rect)
    apart: list[pygame.Rect] = []
    for rect in joined:
        pieces = [rect]
        for index in rect.collidelistall(apart):
            pieces = [part for piece in pieces for part in _outside(piece, apart[index])]
        apart += pieces
    return apart


def _outside(rect: pygame.Rect, hole: pygame.Rect) -> list[pygame.Rect]:
    """What of `rect` does not lie in `hole`: above, below, left and right of it."""
    if not rect.colliderect(hole):
        return [rect]
    top, bottom = max(rect.top, hole.top), min(rect.bottom, hole.bottom)
    left, right = max(rect.left, hole.left), min(rect.right, hole.right)
    pieces = (
        pygame.Rect(rect.left, rect.top, rect.w, top - rect.top),
        pygame.Rect(rect.left, bottom, rect.w, rect.bottom - bottom),
        pygame.Rect(rect.left, top, left - rect.left, bottom - top),
        pygame.Rect(right, top, rect.right - right, bottom - top),
    )
    return [piece for piece in pieces if piece.w and piece.h]

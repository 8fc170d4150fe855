"""The contact sheet: every state drawn, judged and laid out on sheets with an index.

A sheet holds the states of one language at one size. Pictures with findings are also kept whole,
their findings framed.
"""

from __future__ import annotations

import html
import json
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pygame
from drawn_states import easel
from picture_checks import Finding, findings_of

from firmware.screens.fonts import font
from firmware.words import Language

SIZES = ((1280, 720), (1920, 1080), (1024, 600), (800, 480), (1280, 1024), (720, 1280))
ACROSS = 5
DOWN = 5
THUMB_W, THUMB_H = 400, 320
CAPTION_H = 22
GAP = 8
FRAME = (255, 40, 200)


class Job(NamedTuple):
    """One sheet to be made: its number among those of a language at a size, and its states."""

    size: tuple[int, int]
    language: str
    number: int
    states: tuple[str, ...]


class Made(NamedTuple):
    """A sheet that was made; `file` is empty where only the checks were asked for."""

    job: Job
    file: str
    findings: tuple[Finding, ...]


_easel = lru_cache(maxsize=1)(easel)  # the same one as long as the size is the same


def make(job: Job, out: Path, art: Path | None, *, is_drawn: bool = True) -> Made:
    """Judge the pictures of a sheet and write it.

    Args:
        job: which pictures.
        out: a folder; the sheet goes there, pictures with findings to `findings` below it.
        art: a folder for drawn art, or None.
        is_drawn: whether the sheet is wanted, and not only what the checks find.
    """
    shown = _easel(job.size, art)
    language = Language(job.language)
    findings: list[Finding] = []
    thumbs: list[tuple[str, pygame.Surface, bool]] = []
    for state in job.states:
        shown.show(state, language)
        found = findings_of(shown.screen, state, job.language, shown.palette, shown.growth)
        findings += found
        if not is_drawn:
            continue
        picture = shown.screen.picture()
        if found:
            _framed(picture, found)
            _write(picture, out / "findings" / f"{_stem(job)}-{state}.png")
        thumbs.append((state, _thumb(picture), bool(found)))
    file = ""
    if is_drawn:
        file = f"{_stem(job)}-{job.number:02}.png"
        _write(_sheet(thumbs), out / file)
    return Made(job, file, tuple(findings))


def jobs(
    states: Sequence[str], languages: Sequence[str], sizes: Sequence[tuple[int, int]]
) -> list[Job]:
    """All sheets, those of one size together."""
    each = ACROSS * DOWN
    return [
        Job(size, language, first // each + 1, tuple(states[first : first + each]))
        for size in sizes
        for language in languages
        for first in range(0, len(states), each)
    ]


def rotating(states: Sequence[str], languages: Sequence[str], size: tuple[int, int]) -> list[Job]:
    """Every state once, in one language after another."""
    return [
        job
        for at, language in enumerate(languages)
        for job in jobs(states[at :: len(languages)], [language], [size])
    ]


def _stem(job: Job) -> str:
    return f"{job.size[0]}x{job.size[1]}-{job.language}"


def _write(picture: pygame.Surface, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.png")
    pygame.image.save(picture, str(temporary))
    temporary.replace(path)


def _framed(picture: pygame.Surface, found: Sequence[Finding]) -> None:
    for each in found:
        pygame.draw.rect(picture, FRAME, pygame.Rect(each.place).inflate(8, 8), 2)


def _thumb(picture: pygame.Surface) -> pygame.Surface:
    w, h = picture.get_size()
    share = min(THUMB_W / w, THUMB_H / h)
    return pygame.transform.smoothscale(picture, (round(w * share), round(h * share)))


def _sheet(thumbs: Sequence[tuple[str, pygame.Surface, bool]]) -> pygame.Surface:
    cell_w = max(thumb.get_width() for _, thumb, _ in thumbs) + GAP
    cell_h = max(thumb.get_height() for _, thumb, _ in thumbs) + CAPTION_H + GAP
    rows = -(-len(thumbs) // ACROSS)
    out = pygame.Surface((cell_w * ACROSS + GAP, cell_h * rows + GAP), 0, 32)
    out.fill((40, 40, 44))
    for index, (state, thumb, is_found) in enumerate(thumbs):
        x, y = GAP + index % ACROSS * cell_w, GAP + index // ACROSS * cell_h
        out.blit(thumb, (x, y))
        colour = FRAME if is_found else (230, 230, 230)
        out.blit(font("sans", 16).render(state, True, colour), (x, y + thumb.get_height() + 1))
    return out


# --- the index --------------------------------------------------------------------------------


def write_index(made: Sequence[Made], out: Path) -> Path:
    """The page on which the sheets are leafed through: languages, sizes, findings."""
    sheets = [
        {"size": f"{m.job.size[0]}x{m.job.size[1]}", "lang": m.job.language, "file": m.file}
        for m in made
        if m.file
    ]
    rows = "".join(
        f"<tr><td>{html.escape(f.kind)}<td><a href='findings/{f.size[0]}x{f.size[1]}-{f.language}-"
        f"{f.state}.png'>{html.escape(f.state)}</a><td>{f.language}<td>{f.size[0]}x{f.size[1]}"
        f"<td>{html.escape(f.widget)}<td>{html.escape(f.words)}<td>{html.escape(f.detail)}"
        for m in made
        for f in m.findings
    )
    path = out / "index.html"
    # a file that is read as part of a page could end its script
    data = json.dumps(sheets).replace("</", "<\\/")
    path.write_text(_PAGE.replace("@SHEETS@", data).replace("@ROWS@", rows), encoding="utf-8")
    return path


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Contact sheet</title>
<style>
body { background: #28282c; color: #eee; font: 15px sans-serif; margin: 12px }
img { max-width: 100%; display: block } a { color: #ffc962 } button, select { font: inherit }
td { padding: 2px 8px; border-bottom: 1px solid #444 }
</style>
<p><select id="size"></select> <select id="lang"></select>
<button id="back">&larr;</button> <span id="at"></span> <button id="on">&rarr;</button>
(arrow keys; <kbd>l</kbd> next language, <kbd>s</kbd> next size)
<a href="#findings">findings</a></p>
<a id="whole"><img id="sheet" alt=""></a>
<h2 id="findings">Findings</h2><table>@ROWS@</table>
<script>
const sheets = @SHEETS@;
const el = id => document.getElementById(id);
for (const what of ["size", "lang"])
  for (const each of new Set(sheets.map(s => s[what]))) el(what).add(new Option(each));
let at = 0;
function chosen() {
  return sheets.filter(s => s.size === el("size").value && s.lang === el("lang").value);
}
function show() {
  const list = chosen();
  at = Math.max(0, Math.min(at, list.length - 1));
  if (!list.length) return;
  el("sheet").src = el("whole").href = list[at].file;
  el("at").textContent = `${at + 1} / ${list.length}`;
}
function step(by) { at += by; show(); }
function turn(what) {
  el(what).selectedIndex = (el(what).selectedIndex + 1) % el(what).length; show();
}
el("back").onclick = () => step(-1);
el("on").onclick = () => step(1);
el("size").onchange = el("lang").onchange = show;
document.onkeydown = e => {
  if (e.key === "ArrowRight") step(1);
  if (e.key === "ArrowLeft") step(-1);
  if (e.key === "l") turn("lang");
  if (e.key === "s") turn("size");
};
show();
</script>
</html>
"""

"""The paper of the printed report: its looks, and the few shapes that everything on it has.

One file that needs no other and runs nothing: it can be mailed, archived, opened in any browser in
twenty years, and printed on A4. Every text that comes from outside passes `escaped`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

INK, SOFT, LINE, PALE = "#15171c", "#615d54", "#d8d1be", "#f6f2e8"
PETROL, BRASS, RED = "#12566b", "#a56f0c", "#a60b19"

_STYLE = f"""
@page {{
  size: A4; margin: 12mm 13mm 15mm;
  @bottom-left {{ content: "%(foot)s"; font: 7pt %(mono)s; color: {SOFT}; }}
  @bottom-right {{
    content: counter(page) " / " counter(pages); font: 8pt %(sans)s; color: {SOFT};
  }}
}}
* {{ box-sizing: border-box; }}
html {{ -webkit-print-color-adjust: exact; print-color-adjust: exact; }}
body {{
  margin: 0; background: #e6e0d2; color: {INK}; font: 9.2pt/1.36 %(sans)s;
  font-variant-numeric: tabular-nums lining-nums;
}}
.sheet {{
  background: #fff; width: 210mm; min-height: 297mm; margin: 8mm auto; padding: 12mm 13mm 15mm;
  box-shadow: 0 1mm 6mm #0003;
}}
h1 {{ font-size: 23pt; line-height: 1.1; margin: 0; font-weight: 700; }}
h2 {{
  font-size: 11.5pt; margin: 6mm 0 2mm; color: {PETROL}; break-after: avoid;
  border-bottom: .3mm solid {BRASS}; padding-bottom: .8mm;
}}
h2::before {{ content: "\\25C6"; color: {BRASS}; margin-right: 2mm; font-size: 8pt; }}
h3 {{ font-size: 9.2pt; margin: 0 0 1mm; break-after: avoid; }}
p {{ margin: 1mm 0; }}
small, .note {{ color: {SOFT}; font-size: 8pt; }}
.note {{ margin: 1mm 0 0; }}
.brand {{ color: {BRASS}; font-weight: 700; letter-spacing: .28em; font-size: 9pt; }}
header {{ border-bottom: .8mm solid {INK}; padding-bottom: 3mm; }}
dl {{ margin: 3mm 0 0; display: flex; gap: 5mm; font-size: 8.4pt; }}
dt {{ color: {SOFT}; font-size: 8pt; }}
dd {{ margin: 0; font-weight: 700; white-space: nowrap; }}
dl .report-period dd {{ white-space: normal; }}
.test {{
  border: .5mm solid {RED}; color: {RED}; font-weight: 700; text-align: center; padding: 1.5mm;
  margin: 4mm 0 0;
}}
.faults {{ border-left: 1mm solid {RED}; padding: 1mm 3mm; margin: 4mm 0 0; background: #fbeeee; }}
.tiles {{ display: flex; gap: 4mm; margin: 5mm 0 0; }}
.tile {{
  flex: 1; background: {PALE}; border-top: .8mm solid {PETROL}; padding: 2mm 3mm 2.4mm;
  break-inside: avoid;
}}
.tile b {{ display: block; font-size: 17pt; line-height: 1.2; white-space: nowrap; }}
.two {{ display: flex; gap: 7mm; align-items: flex-start; }}
.two > * {{ flex: 1; min-width: 0; }}
section {{ break-inside: avoid; }}
section.long {{ break-inside: auto; }}
table {{ border-collapse: collapse; width: 100%%; font-size: 8.8pt; }}
tr {{ break-inside: avoid; }}
th {{ text-align: right; color: {SOFT}; font-weight: 400; font-size: 8pt; vertical-align: bottom; }}
th, td {{ padding: .75mm 0 .75mm 2.5mm; border-bottom: .15mm solid {LINE}; }}
th:first-child, td:first-child {{ text-align: left; padding-left: 0; }}
td {{ text-align: right; white-space: nowrap; vertical-align: top; }}
td:first-child {{ white-space: normal; }}
td.words {{ text-align: left; white-space: normal; }}
td svg {{ vertical-align: middle; }}
th.over {{ text-align: left; color: {PETROL}; font-weight: 700; font-size: 8.8pt; }}
tr.group td {{ color: {SOFT}; font-size: 8pt; padding-top: 1.6mm; }}
table.close td:first-child {{ white-space: nowrap; }}
tr.sum td {{ font-weight: 700; border-top: .3mm solid {INK}; }}
td small {{ display: block; line-height: 1.1; }}
.inside {{ color: {PETROL}; font-weight: 700; }}
.watch {{ color: {BRASS}; font-weight: 700; }}
.outside, .alarm {{ color: {RED}; font-weight: 700; }}
ul {{ margin: 2mm 0 0; padding-left: 4.5mm; }} li {{ margin: .6mm 0; }}
li::marker {{ content: "\\25C6\\2002"; color: {BRASS}; font-size: 6pt; }}
figure {{ margin: 0; }} figure svg {{ display: block; width: 100%%; height: auto; }}
svg text {{ font: 8.5px %(sans)s; fill: {SOFT}; }}
.keys {{ columns: 3; column-gap: 6mm; font: 6.6pt/1.45 %(mono)s; }}
.keys div {{
  break-inside: avoid; border-bottom: .1mm solid {LINE}; display: flex; gap: 2mm;
  justify-content: space-between;
}}
.keys b {{ overflow-wrap: anywhere; text-align: right; }}
.head {{
  font: 10pt/1.7 %(mono)s; background: {PALE}; padding: 2mm 3mm; word-spacing: .35em;
  letter-spacing: .03em;
}}
@media print {{
  body {{ background: #fff; }}
  .sheet {{
    width: auto; min-height: 0; margin: 0; padding: 0; box-shadow: none; break-after: page;
  }}
  .sheet:last-child {{ break-after: auto; }}
}}
@media screen and (max-width: 215mm) {{
  .sheet {{ width: auto; margin: 0 0 4mm; padding: 6mm; overflow-x: auto; }}
}}
"""
_SANS = '"PT Sans", "Noto Sans", "Segoe UI", "DejaVu Sans", Arial, sans-serif'
_MONO = '"PT Mono", "DejaVu Sans Mono", Consolas, "Courier New", monospace'


def escaped(text: str) -> str:
    """A text as it may stand in the page, in or between tags."""
    return escape(text)


def document(language: str, title: str, foot: str, sheets: Iterable[str]) -> str:
    """The whole file.

    Args:
        language: its code, such as "it".
        title: of the window and of the file that a browser prints to.
        foot: at the foot of each printed page; letters, digits, spaces and dots only.
        sheets: the pages.
    """
    assert not set(foot) & set('"\\\n<'), foot
    style = _STYLE % {"foot": foot, "sans": _SANS, "mono": _MONO}
    pages = "\n".join(f'<div class="sheet">\n{sheet}\n</div>' for sheet in sheets)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(title)}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n{pages}\n</body>\n</html>\n"
    )


def section(title: str, *inner: str, is_long: bool = False) -> str:
    """A part with its heading; one that is long may go on over the page."""
    opening = '<section class="long">' if is_long else "<section>"
    return f"{opening}<h2>{escaped(title)}</h2>\n{''.join(inner)}</section>\n"


def part(title: str, *inner: str) -> str:
    """Half of `side_by_side`, with a heading of its own; no heading where the title is empty."""
    heading = f"<h3>{escaped(title)}</h3>" if title else ""
    return f"<div>{heading}{''.join(inner)}</div>"


def side_by_side(*parts: str) -> str:
    """Parts beside each other."""
    return f'<div class="two">{"".join(parts)}</div>\n'


def cell(text: str, name: str = "") -> str:
    """A cell of a table with a text; `name` says how it looks."""
    opening = f'<td class="{name}">' if name else "<td>"
    return f"{opening}{escaped(text)}</td>"


def drawn(svg: str) -> str:
    """A cell with a drawing."""
    return f"<td>{svg}</td>"


def noted(text: str, note: str) -> str:
    """A cell with a small second line."""
    small = f"<small>{escaped(note)}</small>" if note else ""
    return f"<td>{escaped(text)}{small}</td>"


def row(*cells: str, is_sum: bool = False) -> str:
    """A row of a table, of cells."""
    opening = '<tr class="sum">' if is_sum else "<tr>"
    return f"{opening}{''.join(cells)}</tr>\n"


def texts(*values: str, is_sum: bool = False) -> str:
    """A row of plain texts."""
    return row(*map(cell, values), is_sum=is_sum)


def group(title: str, columns: int) -> str:
    """A row that names those below it."""
    return f'<tr class="group"><td colspan="{columns}">{escaped(title)}</td></tr>\n'


def spanning(text: str, columns: int) -> str:
    """A cell over several columns, the first of them."""
    return f'<td colspan="{columns}">{escaped(text)}</td>'


def table(
    head: Sequence[str],
    rows: Iterable[str],
    over: Sequence[tuple[str, int]] = (),
    *,
    is_close: bool = False,
) -> str:
    """A table: its first column to the left, the others to the right.

    Args:
        head: names of the columns.
        rows: made by `row`, `texts` or `group`.
        over: names above those, each with how many columns it stands over.
        is_close: whether nothing in the first column is broken into lines.
    """
    upper = "".join(f'<th class="over" colspan="{n}">{escaped(name)}</th>' for name, n in over)
    names = "".join(f"<th>{escaped(name)}</th>" for name in head)
    heads = "".join(f"<tr>{each}</tr>" for each in (upper, names) if each)
    opening = '<table class="close">' if is_close else "<table>"
    return f"{opening}<thead>{heads}</thead><tbody>\n{''.join(rows)}</tbody></table>\n"


def paragraph(text: str, name: str = "") -> str:
    """A sentence by itself."""
    return f'<p class="{name}">{escaped(text)}</p>\n' if name else f"<p>{escaped(text)}</p>\n"


def listed(sentences: Iterable[str]) -> str:
    """Sentences one under the other; nothing for none."""
    lines = "".join(f"<li>{escaped(each)}</li>" for each in sentences)
    return f"<ul>{lines}</ul>\n" if lines else ""


def tile(label: str, figure: str, note: str) -> str:
    """A figure that is seen from afar."""
    return (
        f'<div class="tile"><small>{escaped(label)}</small><b>{escaped(figure)}</b>'
        f"<small>{escaped(note)}</small></div>"
    )


def tiles(*each: str) -> str:
    """Tiles in a row."""
    return f'<div class="tiles">{"".join(each)}</div>\n'


def in_groups(digits: str, group: int = 4) -> str:
    """Digits in groups, as they are copied by hand.

    >>> in_groups("6b1f0d9e83")
    '6b1f 0d9e 83'
    """
    return " ".join(digits[at : at + group] for at in range(0, len(digits), group))

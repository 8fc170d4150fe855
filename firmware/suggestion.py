"""What to write instead of a word that is not known: one way of saying it, everywhere.

Configuration, stories, expectations and the command line all refuse misspelt words; each says
what was written, and this says the rest.
"""

from __future__ import annotations

from collections.abc import Iterable


def suggestion(word: str, known: Iterable[str]) -> str:
    """The nearest known word, if one is near, and all of them.

    Case and the choice between `-`, `_` and a space are no difference.

    >>> suggestion("Reset_mid-pol", ["silent", "reset-mid-poll"])
    "did you mean 'reset-mid-poll'? allowed: silent, reset-mid-poll"
    >>> suggestion("x", ["silent", "noise"])
    'allowed: silent, noise'
    """
    names = [str(each) for each in known]
    near = nearest(word, names)
    hint = f"did you mean '{near}'? " if near else ""
    return f"{hint}allowed: {', '.join(names) or 'nothing'}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, None where none is near.

    >>> nearest("--hed", ["--head", "--data"])
    '--head'
    """
    from difflib import get_close_matches  # only where somebody misspelt a word

    plain = {_plain(name): name for name in known}
    near = get_close_matches(_plain(word), plain, n=1)
    return plain[near[0]] if near else None


def _plain(word: str) -> str:
    return word.lower().replace("_", "-").replace(" ", "-")

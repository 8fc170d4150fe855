"""The proof by tampering, in short, and that it can fall."""

from collections import Counter
from pathlib import Path

import proof_tamper
import pytest
from proof import untracked
from proof_tamper import Edit, Flips, dump, flipped, judge_edits, judged, replaced_store

from firmware.ledger.database import DATABASE
from firmware.ledger.verify import Verdict

pytestmark = pytest.mark.proof

BLIND = Verdict((), "", 0)


@pytest.mark.promise("MEM-2")
@pytest.mark.timeout(900)  # half a minute on two idle cores
def test_no_flipped_bit_and_no_edit_is_silently_accepted() -> None:
    report = proof_tamper.prove(False, untracked)
    assert report.fell == ()
    assert "\n".join(report.tried).count("detected") == 5


@pytest.fixture
def store(tmp_path: Path) -> Path:
    replaced_store(tmp_path / "store")
    return tmp_path / "store"


def place_of(store: Path, text: bytes) -> int:
    """Where that text stands in the database, and is not only left over in unused space."""
    file = store / DATABASE
    good, wanted = file.read_bytes(), dump(store)
    place = good.find(text)
    while place >= 0:
        file.write_bytes(flipped(good, place, 0))
        is_read = dump(store) != wanted
        file.write_bytes(good)
        if is_read:
            return place
        place = good.find(text, place + 1)
    raise AssertionError(f"{text!r} is not in the database")


def test_a_verify_that_sees_nothing_is_caught(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flips = Flips(store, DATABASE, judged(store, True))
    monkeypatch.setattr(proof_tamper, "verify", lambda *_: BLIND)
    tally = flips([(place_of(store, b"coin:100"), 0)])
    assert tally.seen == Counter(accepted=1)
    assert "verify found nothing" in tally.fell[0]


def test_a_boot_that_sees_nothing_is_caught(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = judged(store, True)
    file = store / DATABASE
    file.write_bytes(flipped(file.read_bytes(), place_of(store, b"here"), 0))
    other = ("a standing that this store never had",)
    monkeypatch.setattr(proof_tamper, "stands", lambda _: other)
    for check in ("verify_seal", "verify_documents"):
        monkeypatch.setattr(f"firmware.ledger.store.Stored.{check}", lambda *_: None, raising=True)
    assert judge(store, 0) == "a boot stands on other values"


def test_a_flip_that_changes_nothing_is_harmless(store: Path) -> None:
    file = store / DATABASE
    # Bytes 72 to 91 of the file are SQLite's reserve.
    tally = Flips(store, DATABASE, judged(store, True))([(80, 3)])
    assert tally.seen == Counter(harmless=1)
    assert file.read_bytes()[80] == 0


def test_an_edit_named_for_something_else_is_caught(store: Path) -> None:
    statement = "UPDATE documents SET text = 'gone' WHERE name = 'play'"
    edit = Edit("a document", (statement,), "row 1 (")
    (fell,) = judge_edits(store, [edit], "edits", untracked).fell
    assert fell == "a document: named as \"document 'play' is not what was written\""


def test_an_edit_of_nothing_is_caught(store: Path) -> None:
    edit = Edit("no row", ("DELETE FROM rows WHERE sequence = 1000",), "row 1000")
    (fell,) = judge_edits(store, [edit], "edits", untracked).fell
    assert fell == "no row: nothing was edited"

"""`tools/bench audit`: it makes its ledger once, and measures to the end."""

from pathlib import Path

import pytest

BENCHES = Path(__file__).resolve().parents[2] / "tools" / "benches"


@pytest.fixture(autouse=True)
def _benches_importable(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHES))


def test_it_measures_to_the_end_and_makes_its_ledgers_once(tmp_path):
    from bench_audit import Plan, made, measure

    from firmware.operator.books import read_books

    plan = Plan(
        rounds=40,
        evening_rounds=20,
        keep_rounds=16,
        runs=1,
        commands=("audit --json",),
        kept=tmp_path,
    )
    figures = measure(lambda _: None, plan)
    assert len(figures) == 5
    assert all(figure.value > 0 and figure.beside_value > 0 for figure in figures)
    folder = made(plan, pytest.fail)  # says nothing: it is there
    assert read_books(folder).life.meters["games_played"] == 40


def test_a_ledger_that_is_none_is_made_again(tmp_path):
    from bench_audit import Plan, made

    from firmware.operator.books import read_books

    plan = Plan(rounds=20, evening_rounds=20, keep_rounds=16, kept=tmp_path)
    folder = made(plan, lambda _: None)
    (folder / "ledger.db").write_bytes(b"")
    assert read_books(made(plan, lambda _: None)).life.meters["games_played"] == 20

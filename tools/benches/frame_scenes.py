"""What is watched by `tools/bench frames`: every animation, and every screen at rest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware.cabinet import motion
from firmware.cabinet.motion import Movement, PartKind
from firmware.cabinet.state import CabinetState
from firmware.games.strip_poker.table import Table as StripTable
from firmware.screens.cinque_samples import arrangement, dealt, laid, on_table, other_hands
from firmware.screens.samples import NOW_S, SAMPLES, drawn, sample, table_state, view_of
from firmware.screens.view import View

STILL_S = 1.0
"""How long a screen at rest is watched."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """Something to watch.

    Attributes:
        name: of it.
        view: the state.
        before: what is on the display when it begins.
        lasts_s: how long it is watched.
        begins_s: when; before that `before` has come to rest.
    """

    name: str
    view: View
    before: View
    lasts_s: float
    begins_s: float = NOW_S


def screens() -> tuple[Scenario, ...]:
    """Every screen at rest."""
    found = []
    for name in SAMPLES:
        view, begins_s = sample(name)
        if view.state.movement is None:
            found.append(Scenario(name, view, view, STILL_S, begins_s))
    return tuple(found)


def animations() -> tuple[Scenario, ...]:
    """Everything that moves."""
    return (
        _moving("deal and flip", "dealing", "betting"),
        _moving("draw", "drawing", "hold"),
        _counting(),
        Scenario("double: sway", _view("double"), _view("double"), 2.4),
        _moving("double: pick and reveal", "reveal", "double"),
        _losing(),
        _moving("strip: deal", "strip_dealing", "strip_seated"),
        _moving("strip: think", "strip_thinking", "strip_first"),
        Scenario("strip: talk", _view("strip_facing"), _view("strip_seated"), 1.5),
        _moving("strip: reveal", "strip_revealing", "strip_second"),
        _moving("strip: garment off", "strip_undressing", "strip_show_won"),
        _dressing(),
        _moving("strip: farewell", "strip_farewell", "strip_show_won"),
        _moving("cinque: deal", "cinque_dealing", "cinque_stake"),
        _arranging(),
        _moving("cinque: duel", "cinque_turning", "cinque_reveal"),
        _moving("cinque: points", "cinque_counting", "cinque_reveal"),
        Scenario("attract: bulbs", _view("attract"), _view("attract"), 2.0),
        Scenario("attract: half a minute of slides", _view("attract"), _view("attract"), 30.0),
        Scenario("cross-fade: game to menu", _view("menu"), _view("betting"), 0.25),
        Scenario("cross-fade: menu to Strip Poker", _view("strip_choose"), _view("menu"), 0.25),
        Scenario("cross-fade: menu to Cinque Mani", _view("cinque_stake"), _view("menu"), 0.25),
        Scenario("fault: cut", _view("fault_door"), _view("hold"), 0.02),
    )


def _view(name: str) -> View:
    return sample(name)[0]


def _movement(view: View) -> Movement:
    assert view.state.movement is not None
    return view.state.movement


def _moving(name: str, of: str, before: str) -> Scenario:
    """The movement of a sample, from its first moment to its last."""
    view = _view(of)
    movement = _movement(view)
    lasts_s = movement.ends_s - movement.begins_s
    return Scenario(name, view, _view(before), lasts_s, movement.begins_s)


def _counting() -> Scenario:
    """A win counts up: the part of the draw after the cards."""
    table = drawn()
    assert table.round is not None
    movement = motion.drawing(NOW_S, table.round)
    count = movement.of(PartKind.COUNT)
    assert count is not None
    view = view_of(table_state(table, movement=movement, won_at_s=count.begins_s))
    return Scenario("count-up", view, _view("hold"), count.ends_s - count.begins_s, count.begins_s)


def _losing() -> Scenario:
    """The light goes down over a hand that paid nothing."""
    lost = _view("no_win").state
    played = lost.saved.joker.round
    assert played is not None
    movement = motion.drawing(NOW_S, played)
    dim = movement.of(PartKind.DIM)
    assert dim is not None
    view = view_of(replace(lost, movement=movement))
    return Scenario("loss: dim", view, _view("hold"), dim.ends_s - dim.begins_s, dim.begins_s)


def _dressing() -> Scenario:
    """The film of a garment backwards."""
    view = _view("strip_undressing")
    movement = _movement(view)
    parts = tuple(
        replace(part, kind=PartKind.DRESS) if part.kind is PartKind.UNDRESS else part
        for part in movement.parts
    )
    seen = tuple(replace(each, table=_dressed(each.table)) for each in movement.seen)
    state: CabinetState = view.state
    state = replace(
        state,
        movement=replace(movement, parts=parts, seen=seen),
        saved=replace(state.saved, strip=_dressed(state.saved.strip)),
    )
    lasts_s = movement.ends_s - movement.begins_s
    name = "strip: garment on"
    return Scenario(name, view_of(state), _view("strip_lost_two"), lasts_s, movement.begins_s)


def _dressed(table: StripTable) -> StripTable:
    """The same with the last garment on."""
    session = table.session
    assert session is not None
    side = session.character
    dressed = replace(side, lost=max(0, side.lost - 1))
    return replace(table, session=replace(session, character=dressed))


def _arranging() -> Scenario:
    """Two hands change places."""
    before = _view("cinque_table")
    mine = arrangement()
    table = on_table(laid(dealt(), other_hands()), (mine[1], mine[0], *mine[2:]))
    saved = replace(before.state.saved, cinque=table)
    view = view_of(replace(before.state, saved=saved))
    return Scenario("cinque: arrange", view, before, 0.3)

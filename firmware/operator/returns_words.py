"""What the returns mean, in sentences for the operator's pages: entries of the catalogues."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from firmware.games.joker_poker.hands import Hand
from firmware.operator.chance import Fit, Verdict
from firmware.operator.luck import Luck
from firmware.operator.returns import FEW_ROYALS, Doubles, Returned, royals
from firmware.operator.returns_books import Returns
from firmware.words import Message

_ABOVE = {
    Verdict.INSIDE: "returns.inside",
    Verdict.WATCH: "returns.above.watch",
    Verdict.OUTSIDE: "returns.above.outside",
    Verdict.ALARM: "returns.above.alarm",
}
_BELOW = {
    Verdict.INSIDE: "returns.inside",
    Verdict.WATCH: "returns.below.watch",
    Verdict.OUTSIDE: "returns.below.outside",
    Verdict.ALARM: "returns.below.alarm",
}
_FIT = {
    Verdict.INSIDE: "returns.fit.inside",
    Verdict.WATCH: "returns.fit.watch",
    Verdict.ALARM: "returns.fit.alarm",
}


def return_message(returned: Returned) -> Message:
    """Where a return lies."""
    if returned.actual is None:
        return Message("returns.none")
    if returned.exact is None:
        return Message("returns.unknown")
    return _distance(returned.z, returned.verdict)


def doubles_message(doubles: Doubles) -> Message:
    """Where the share of won doubles lies."""
    return _distance(doubles.z, doubles.verdict)


def fit_message(found: Fit | None) -> Message:
    """How well hands as they were dealt go with their exact shares."""
    return Message("returns.fit.few" if found is None else _FIT[found.verdict])


def royals_message(returned: Returned) -> Message | None:
    """The warning while too few royals could have come; None from then on, and without games."""
    found = royals(returned)
    if found is None or not found.are_few:
        return None
    share = returned.exact_share(Hand.NATURAL_ROYAL)
    if not share:
        return None
    return Message("returns.few_royals", (("games", ceil(FEW_ROYALS / share)),))


def luck_messages(luck: Luck) -> tuple[Message, Message, Message]:
    """The deal, the player, the draw."""
    tenths = round(-1000 * luck.skill / luck.staked)
    points = Message("returns.points", (("whole", tenths // 10), ("tenth", tenths % 10)))
    return (
        Message("returns.luck.deal", (("where", _distance(luck.deal_z, luck.deal_verdict)),)),
        Message("returns.skill", (("points", points),)),
        Message("returns.luck.draw", (("where", _distance(luck.draw_z, luck.draw_verdict)),)),
    )


def messages(found: Returns) -> Iterator[Message]:
    """All that there is to say of Joker Poker's returns in the cabinet's whole life."""
    for line in found.life.games:
        if line.returned.exact is not None:
            yield return_message(line.returned)
            warning = royals_message(line.returned)
            if warning is not None:
                yield warning
    total = found.luck_total
    if total is not None:
        yield from luck_messages(total)
        yield fit_message(found.dealt.fit)


def _distance(z: float | None, verdict: Verdict | None) -> Message:
    if z is None or verdict is None:
        return Message("returns.none")
    return Message((_ABOVE if z > 0 else _BELOW)[verdict])

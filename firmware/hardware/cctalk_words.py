"""ccTalk numbers in words, for the line monitor: events of coins and notes, self-check codes.

The words are for a person with a meter and a screwdriver; what the cabinet does about an
event is decided elsewhere.
"""

from __future__ import annotations

COIN_EVENTS = {
    0: "nothing",
    1: "coin rejected",
    2: "coin inhibited",
    3: "coin fits several windows",
    4: "no coin after wake-up",
    5: "no coin at the validation sensor in time",
    6: "no coin at the credit sensor in time",
    7: "no coin at the sorter in time",
    8: "second coin too close",
    9: "accept gate not ready",
    10: "credit sensor not ready",
    11: "sorter not ready",
    12: "rejected coin not cleared",
    13: "validation sensor not ready",
    14: "credit sensor blocked",
    15: "sorter sensor blocked",
    16: "credit sensors in the wrong order",
    17: "coin going backwards",
    18: "coin too fast over the credit sensor",
    19: "coin too slow over the credit sensor",
    20: "coin on a string",
    21: "no coin at the coin entry sensor in time",
    22: "coin entry sensor not passed",
    23: "credit sensor reached too early",
    24: "same coin rejected again and again",
    25: "slug rejected",
    26: "reject sensor blocked",
    27: "too many games for the machine",
    28: "too many meter pulses",
    29: "accept gate does not close",
    30: "accept gate does not open",
    31: "no coin at the manifold in time",
    32: "manifold sensor blocked",
    33: "coin inserted too fast",
    34: "security status changed",
    35: "motor trouble",
    36: "coin swallowed",
    37: "coin too fast over the validation sensor",
    38: "coin too slow over the validation sensor",
    39: "coin took the wrong path",
    40: "blinded by a light",
    253: "wants data",
    254: "return lever or flight deck",
    255: "alarm without a code",
}
FIRST_INHIBITED_TYPE = 128
LAST_INHIBITED_TYPE = 159

BILL_EVENTS = {
    0: "master inhibit is active",
    1: "note handed back",
    2: "note not recognised",
    3: "note not drawn in properly",
    4: "note inhibited by the host",
    5: "note inhibited by a switch",
    6: "note jammed within the customer's reach",
    7: "note jammed in the stacker",
    8: "note pulled back",
    9: "tampering",
    10: "stacker in order",
    11: "stacker taken out",
    12: "stacker put in",
    13: "stacker faulty",
    14: "stacker full",
    15: "stacker jammed",
    16: "note jammed out of reach",
    17: "sensor deceived",
    18: "note on a string",
    19: "string guard faulty",
    20: "barcode coupon",
    21: "unknown note stacked",
}
BARCODE_COUPON = 255
_BILL_PLACES = {0: "stacked", 1: "held in escrow"}
_BILL_ROUTES = {0: "hand back", 1: "stack", 255: "hold on"}
_ROUTE_ANSWERS = {254: "escrow is empty", 255: "routing failed"}

SELF_CHECKS = {
    0: "no fault",
    1: "memory checksum wrong",
    2: "coils",
    3: "credit sensor",
    4: "piezo sensor",
    5: "reflective sensor",
    6: "diameter sensor",
    7: "wake-up sensor",
    8: "sorter exit sensors",
    9: "battery-backed memory wrong",
    10: "coin dispensing",
    17: "coin auditing",
    18: "reject sensor",
    19: "coin return mechanism",
    20: "string guard",
    21: "rim sensor",
    22: "temperature sensor",
    30: "program checksum wrong",
    31: "a part does not answer",
    32: "internal line bad",
    33: "supply voltage out of limits",
    34: "temperature out of limits",
    35: "coin entry",
    36: "note validation sensor",
    37: "note transport motor",
    38: "stacker",
    39: "note jammed",
    40: "memory test failed",
    41: "string sensor",
    42: "accept gate stays open",
    43: "accept gate stays closed",
    44: "stacker missing",
    45: "stacker full",
    46: "program memory not erased",
    47: "program memory not written",
    48: "a part does not respond",
    49: "optical sensor",
    50: "battery",
    51: "door open",
    52: "microswitch",
    255: "fault without a code",
}
_POLL_UNITS_MS = {1: 1, 2: 10, 3: 1000}


def coin_event(pair: tuple[int, int]) -> str:
    """An event pair of "read buffered credit".

    >>> coin_event((5, 1)), coin_event((0, 20)), coin_event((0, 130))
    ('coin 5 path 1', 'coin on a string', 'coin 3 inhibited')
    """
    coin, detail = pair
    if coin:
        return f"coin {coin} path {detail}"
    if FIRST_INHIBITED_TYPE <= detail <= LAST_INHIBITED_TYPE:
        return f"coin {detail - FIRST_INHIBITED_TYPE + 1} inhibited"
    return COIN_EVENTS.get(detail, f"code {detail}")


def bill_event(pair: tuple[int, int]) -> str:
    """An event pair of "read buffered bill events".

    >>> bill_event((3, 1)), bill_event((3, 0)), bill_event((0, 1))
    ('note 3 held in escrow', 'note 3 stacked', 'note handed back')
    """
    bill, detail = pair
    if not bill:
        return BILL_EVENTS.get(detail, f"code {detail}")
    what = "coupon" if bill == BARCODE_COUPON else f"note {bill}"
    return f"{what} {_BILL_PLACES.get(detail, f'place {detail}')}"


def self_check(code: int) -> str:
    """A fault code of "perform self check".

    >>> self_check(0), self_check(44), self_check(99)
    ('no fault', 'fault 44: stacker missing', 'fault 99')
    """
    words = SELF_CHECKS.get(code)
    if not code or words is None:
        return words or f"fault {code}"
    return f"fault {code}: {words}"


def route(way: int) -> str:
    """What "route bill" asks for."""
    return _BILL_ROUTES.get(way, f"way {way}")


def route_answer(code: int) -> str:
    """Why a note was not routed."""
    return _ROUTE_ANSWERS.get(code, f"code {code}")


def poll_every(unit: int, value: int) -> str:
    """What "request polling priority" answers.

    >>> poll_every(2, 10), poll_every(0, 0), poll_every(0, 255)
    ('poll every 100 ms', 'see the manual', 'a line of its own')
    """
    if unit in _POLL_UNITS_MS:
        return f"poll every {value * _POLL_UNITS_MS[unit]} ms"
    return "a line of its own" if value == 255 else "see the manual"

"""Who may stand at the operator's pages, and the PINs by which they are told apart.

A PIN is kept as a salted scrypt hash (RFC 7914). The third wrong one in a row and each after it
makes the next wait, longer each time; how many there were is stored, so that switching off does
not shorten the row.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique

from firmware.cards.shuffle import Source
from firmware.errors import LedgerCorruptError, RuleError

PINS = "pins"
"""Name of the document that holds them."""
DIGITS = "12345"
"""The five HOLD buttons."""
SHORTEST, LONGEST = 5, 10
FREE_TRIES = 2
"""Wrong PINs in a row that cost no waiting."""
FIRST_WAIT_S = 30
LONGEST_WAIT_S = 1_800
_SALT_BITS = 128
_N, _R, _P, _BYTES = 4_096, 8, 1, 32
"""Of scrypt: 4 MB; some hundredths of a second on a Pi 3."""


@unique
class Role(StrEnum):
    """Who stands at the open pages; each may do what those before may."""

    ATTENDANT = "attendant"
    """Whoever has the key."""
    OPERATOR = "operator"
    """The key and the operator's PIN."""
    TECHNICIAN = "technician"
    """The technician's PIN, while the door is open."""

    def may(self, needed: Role) -> bool:
        """Whether this role is enough for what needs `needed`.

        >>> Role.OPERATOR.may(Role.ATTENDANT), Role.OPERATOR.may(Role.TECHNICIAN)
        (True, False)
        """
        ranks = tuple(Role)
        return ranks.index(self) >= ranks.index(needed)


WITH_PIN = (Role.OPERATOR, Role.TECHNICIAN)
SHIPPED: Mapping[Role, str] = {Role.OPERATOR: "12345", Role.TECHNICIAN: "54321"}
"""The PINs of a new ledger; a real cabinet takes no money before both were changed."""
Hashes = Mapping[bytes, bytes]
"""Hashes of one PIN, by their salts."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The PINs of a cabinet.

    Attributes:
        hashes: role -> salt and hash, hexadecimal; a role that is missing has the shipped PIN.
        failures: wrong PINs in a row.
    """

    hashes: Mapping[Role, str] = field(default_factory=dict)
    failures: int = 0

    @property
    def are_chosen(self) -> bool:
        """Whether no PIN is the shipped one any more."""
        return all(role in self.hashes for role in WITH_PIN)

    @property
    def wait_s(self) -> int:
        """How long the next try must wait after the last wrong one, seconds."""
        over = self.failures - FREE_TRIES
        return 0 if over <= 0 else min(FIRST_WAIT_S << min(over - 1, 10), LONGEST_WAIT_S)

    @property
    def salts(self) -> tuple[bytes, ...]:
        """What an entered PIN must be hashed with, so that `role_of` knows it."""
        return tuple(dict.fromkeys(_parts(kept)[0] for kept in self.hashes.values()))

    def role_of(self, pin: str, hashes: Hashes) -> Role | None:
        """Whose PIN it is; None when it is nobody's. `hashes` are its own, for all `salts`."""
        found = [role for role in WITH_PIN if self._is(role, pin, hashes)]
        return found[-1] if found else None

    def tried(self, *, is_right: bool) -> Pins:
        """After a try."""
        return replace(self, failures=0 if is_right else self.failures + 1)

    def salt_for(self, role: Role, source: Source) -> bytes:
        """What a new PIN of that role is to be hashed with: with the salt of the other one, so
        that one hash tells whose a PIN is.

        Raises:
            ChanceError: there is no salt to be had.
        """
        others = [_parts(kept)[0] for other, kept in self.hashes.items() if other is not role]
        return others[0] if others else source.bits(_SALT_BITS).to_bytes(_SALT_BITS // 8, "big")

    def with_new(self, role: Role, pin: str, salt: bytes, hashed: bytes) -> Pins:
        """After a new PIN was chosen.

        Args:
            role: whose it is.
            pin: it.
            salt: that of `salt_for`.
            hashed: the PIN's hash by it.

        Raises:
            RuleError: it cannot be one; the message names the reason, never the PIN.
        """
        verify_shape(pin)
        if self.role_of(pin, {salt: hashed}) not in (None, role):
            raise RuleError("this PIN is taken by another role")
        return replace(self, hashes={**self.hashes, role: f"{salt.hex()}:{hashed.hex()}"})

    def written(self) -> str:
        """As `read_pins` reads it."""
        kept = {"hashes": dict(self.hashes), "failures": self.failures}
        return json.dumps(kept, separators=(",", ":"))

    def _is(self, role: Role, pin: str, hashes: Hashes) -> bool:
        kept = self.hashes.get(role)
        if kept is None:
            return hmac.compare_digest(pin, SHIPPED[role])
        salt, hashed = _parts(kept)
        return hmac.compare_digest(hashes.get(salt, b""), hashed)


def verify_shape(pin: str) -> None:
    """Long enough, of the five digits, and not the first that anybody would try.

    Raises:
        RuleError: it cannot be a PIN; the message names the reason, never the PIN.
    """
    if not SHORTEST <= len(pin) <= LONGEST or set(pin) - set(DIGITS):
        raise RuleError(f"a PIN has {SHORTEST} to {LONGEST} digits from 1 to 5")
    if pin in SHIPPED.values() or len(set(pin)) == 1:
        raise RuleError("this PIN is the first that anybody would try")


def hash_pin(pin: str, salts: Iterable[bytes]) -> dict[bytes, bytes]:
    """The hashes of a PIN, by their salts. Slow on purpose: never in the loop."""
    return {
        salt: hashlib.scrypt(pin.encode(), salt=salt, n=_N, r=_R, p=_P, dklen=_BYTES)
        for salt in salts
    }


def read_pins(documents: Mapping[str, str]) -> Pins:
    """The PINs as they were stored; the shipped ones on a new ledger.

    Raises:
        LedgerCorruptError: when the stored text is none that this program wrote.
    """
    text = documents.get(PINS)
    if text is None:
        return Pins()
    try:
        kept = json.loads(text)
        hashes = {Role(role): str(each) for role, each in kept["hashes"].items()}
        for each in hashes.values():
            salt, hashed = _parts(each)
            if len(salt) * 8 != _SALT_BITS or len(hashed) != _BYTES:
                raise ValueError("no hash")
        return Pins(hashes, int(kept["failures"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise LedgerCorruptError(f"document '{PINS}' cannot be read") from error


def _parts(kept: str) -> tuple[bytes, bytes]:
    """Salt and hash."""
    salt, _, hashed = kept.partition(":")
    return bytes.fromhex(salt), bytes.fromhex(hashed)

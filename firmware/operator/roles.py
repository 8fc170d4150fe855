"""Who may stand at the operator's pages, and the PINs by which they are told apart.

A PIN is kept as a salted scrypt hash (RFC 7914). The third wrong one in a row and each after it
makes the next wait, longer each time; how many there were is stored, so that switching off does
not shorten the row.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
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
"""Of scrypt: 4 MB; some hundredths of a second on a Pi 3, which nobody notices."""


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

    def role_of(self, pin: str) -> Role | None:
        """Whose PIN it is; None when it is nobody's."""
        found = [role for role in WITH_PIN if self._is(role, pin)]
        return found[-1] if found else None

    def tried(self, *, is_right: bool) -> Pins:
        """After a try."""
        return replace(self, failures=0 if is_right else self.failures + 1)

    def with_new(self, role: Role, pin: str, source: Source) -> Pins:
        """After a new PIN was chosen.

        Raises:
            RuleError: it cannot be one; the message names the reason, never the PIN.
            ChanceError: there is no salt to be had.
        """
        self.verify_new(role, pin)
        salt = source.bits(_SALT_BITS).to_bytes(_SALT_BITS // 8, "big")
        kept = f"{salt.hex()}:{_hashed(pin, salt).hex()}"
        return replace(self, hashes={**self.hashes, role: kept})

    def verify_new(self, role: Role, pin: str) -> None:
        """Long enough, of the five digits, nobody else's and not the shipped one."""
        if not SHORTEST <= len(pin) <= LONGEST or set(pin) - set(DIGITS):
            raise RuleError(f"a PIN has {SHORTEST} to {LONGEST} digits from 1 to 5")
        if pin in SHIPPED.values() or len(set(pin)) == 1:
            raise RuleError("this PIN is the first that anybody would try")
        if self.role_of(pin) not in (None, role):
            raise RuleError("this PIN is taken by another role")

    def written(self) -> str:
        """As `read_pins` reads it."""
        kept = {"hashes": dict(self.hashes), "failures": self.failures}
        return json.dumps(kept, separators=(",", ":"))

    def _is(self, role: Role, pin: str) -> bool:
        kept = self.hashes.get(role)
        if kept is None:
            return hmac.compare_digest(pin, SHIPPED[role])
        salt, _, hashed = kept.partition(":")
        return hmac.compare_digest(_hashed(pin, bytes.fromhex(salt)), bytes.fromhex(hashed))


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
            salt, _, hashed = each.partition(":")
            if len(bytes.fromhex(salt)) * 8 != _SALT_BITS or len(bytes.fromhex(hashed)) != _BYTES:
                raise ValueError("no hash")
        return Pins(hashes, int(kept["failures"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise LedgerCorruptError(f"document '{PINS}' cannot be read") from error


def _hashed(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_N, r=_R, p=_P, dklen=_BYTES)

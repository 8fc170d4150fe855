"""What an SSP validator says about itself: its money and who it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LAST_CHANNEL = 16
"""As many as the two bytes of the inhibit command can let in."""
EXPANDED_FROM = 6
"""Protocol version from which channels have their own country and a four-byte value."""
_FIXED = 12
"""Bytes before the values: type, 4 firmware, 3 country, 3 multiplier, number of channels."""
_AFTER = 4
"""Bytes behind values and security levels: 3 real multiplier, protocol version."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The answer to a setup request.

    Attributes:
        country: three letters, the unit's main currency.
        values_minor: channel (from 1) -> worth in minor units; a channel without worth is left
            out.
        countries: channel -> three letters.
    """

    country: str
    values_minor: Mapping[int, int]
    countries: Mapping[int, str]

    @classmethod
    def parse(cls, data: bytes) -> Setup:
        """The setup in an answer's data.

        A value is in whole currency; the unit says in how many minor units that falls.

        Raises:
            ValueError: it is shorter than it says.
        """
        if len(data) < _FIXED:
            raise ValueError(f"a setup of {len(data)} bytes: {data.hex(' ')}")
        channels = data[11]
        end = _FIXED + 2 * channels + _AFTER
        if len(data) < end:
            raise ValueError(f"a setup of {channels} channels in {len(data)} bytes")
        country = _letters(data[5:8])
        multiplier = int.from_bytes(data[8:11])
        per_unit = int.from_bytes(data[end - 4 : end - 1])
        values = [value * multiplier for value in data[_FIXED : _FIXED + channels]]
        countries = [country] * channels
        if data[end - 1] >= EXPANDED_FROM and len(data) >= end + 7 * channels:
            names, amounts = data[end : end + 3 * channels], data[end + 3 * channels :]
            countries = [_letters(names[3 * each : 3 * each + 3]) for each in range(channels)]
            values = [
                int.from_bytes(amounts[4 * each : 4 * each + 4], "little")
                for each in range(channels)
            ]
        return cls(
            country,
            {
                channel: value * per_unit
                for channel, value in enumerate(values[:LAST_CHANNEL], 1)
                if value * per_unit
            },
            dict(enumerate(countries[:LAST_CHANNEL], 1)),
        )

    def to_bytes(self, per_unit: int = 100, version: int = EXPANDED_FROM) -> bytes:
        """As a unit of that protocol version says it, whose values are whole currency."""
        last = max(self.values_minor, default=0)
        channels = range(1, last + 1)
        values = [self.values_minor.get(channel, 0) // per_unit for channel in channels]
        data = b"\x00" + b"0333" + self.country.encode() + (1).to_bytes(3) + bytes((last,))
        data += bytes(min(value, 255) for value in values) + b"\x02" * last
        data += per_unit.to_bytes(3) + bytes((version,))
        if version < EXPANDED_FROM:
            return data
        for channel in channels:
            data += self.countries.get(channel, self.country).encode()
        return data + b"".join(value.to_bytes(4, "little") for value in values)


def _letters(raw: bytes) -> str:
    text = raw.decode("ascii", "replace").strip(" \0")
    return "".join(each if each.isascii() and each.isalnum() else "_" for each in text) or "-"

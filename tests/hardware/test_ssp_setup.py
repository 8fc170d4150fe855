"""What an SSP validator says about its money, in both forms of the answer."""

import pytest

from firmware.hardware.ssp_setup import Setup

# type, firmware 0333, EUR, multiplier 1, 2 channels of 5 and 10, security, real multiplier 100
PLAIN = bytes.fromhex("00 30333333 455552 000001 02 05 0A 02 02 000064 05")
EXPANDED = PLAIN[:-1] + bytes.fromhex("06 455552 474250 05000000 F4010000")


def test_values_are_in_minor_units() -> None:
    setup = Setup.parse(PLAIN)
    assert (setup.country, setup.values_minor) == ("EUR", {1: 500, 2: 1_000})


def test_from_version_6_each_channel_has_its_own_country_and_a_large_value() -> None:
    setup = Setup.parse(EXPANDED)
    assert setup.values_minor == {1: 500, 2: 50_000}
    assert setup.countries == {1: "EUR", 2: "GBP"}


@pytest.mark.parametrize("length", range(len(PLAIN)))
def test_a_setup_that_was_cut_short_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="a setup of"):
        Setup.parse(PLAIN[:length])


@pytest.mark.parametrize("version", [5, 6])
def test_what_is_written_is_read_back(version: int) -> None:
    setup = Setup("EUR", {1: 500, 3: 2_000}, dict.fromkeys((1, 2, 3), "EUR"))
    assert Setup.parse(setup.to_bytes(version=version)) == setup

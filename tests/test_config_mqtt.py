"""What `[mqtt]` of a configuration may say."""

import pytest

from firmware.assets import shipped_config
from firmware.config import MqttTable, parse_config
from firmware.errors import ConfigError

HEADER = "[mqtt]\n"
SHIPPED = shipped_config().read_text(encoding="utf-8")
BEFORE, _, AFTER = SHIPPED.partition("[mqtt]")
_, _, REST = AFTER.partition("\n# ---")
LINE = BEFORE.count("\n") + 1
"""Of the table's header."""


def text(*lines: str) -> str:
    """The shipped file with these lines in the table."""
    return BEFORE + HEADER + "".join(f"{line}\n" for line in lines) + "# ---" + REST


def table(*lines: str) -> MqttTable:
    return parse_config(text(*lines)).mqtt


def faults(*lines: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        table(*lines)
    return list(caught.value.faults)


def test_as_shipped_nobody_is_told() -> None:
    assert not parse_config(SHIPPED).mqtt.is_wanted


def test_a_host_and_a_name_are_enough() -> None:
    assert table('host = "broker.local"', 'cabinet = "bar-roma-1"').is_wanted


def test_without_a_word_it_is_encrypted() -> None:
    assert table('host = "broker.local"', 'cabinet = "bar-roma-1"').tls


def test_a_host_without_a_name_is_refused() -> None:
    problem = "must be the cabinet's own name: two of one name would overwrite each other"
    assert faults('host = "b"') == [f'hw_config.toml:{LINE}: mqtt.cabinet = "": {problem}']


def test_a_password_without_a_user_is_refused() -> None:
    assert faults('host = "b"', 'cabinet = "c"', 'password_file = "/etc/p"') == [
        f'hw_config.toml:{LINE + 3}: mqtt.password_file = "/etc/p": '
        "needs username: a broker takes no password without a name"
    ]


def test_a_certificate_without_tls_is_refused() -> None:
    assert faults('host = "b"', 'cabinet = "c"', "tls = false", 'ca_file = "/ca"') == [
        f'hw_config.toml:{LINE + 4}: mqtt.ca_file = "/ca": '
        "needs tls = true: without it no certificate is looked at"
    ]


def test_without_a_host_nothing_else_is_asked_for() -> None:
    assert not table('ca_file = "/ca"', "tls = false").is_wanted


def test_a_misspelt_key_is_guessed() -> None:
    assert "unknown key; did you mean 'username'?" in faults('user_name = "x"')[0]


@pytest.mark.parametrize("prefix", ["", "/a", "a/", "a//b", "a/#", "+", "$SYS", "a b", "ü"])
def test_a_prefix_that_is_no_plain_topic_is_refused(prefix: str) -> None:
    assert f'mqtt.prefix = "{prefix}"' in faults(f'prefix = "{prefix}"')[0]


def test_a_prefix_may_have_levels() -> None:
    assert table('prefix = "bars/roma"').prefix == "bars/roma"


@pytest.mark.parametrize("name", ["a/b", "+", "#", "a b", "x" * 65])
def test_a_name_that_is_no_level_of_a_topic_is_refused(name: str) -> None:
    assert "mqtt.cabinet" in faults(f'cabinet = "{name}"')[0]


@pytest.mark.parametrize("line", ["every_s = 4", "every_s = 86401", "port = 0", "port = 65536"])
def test_a_number_out_of_its_range_is_refused(line: str) -> None:
    assert "must be a whole number from" in faults(line)[0]


def test_the_password_itself_has_no_place_in_the_file() -> None:
    assert "unknown key" in faults('password = "secret"')[0]

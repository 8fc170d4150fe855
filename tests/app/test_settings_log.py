"""Which settings have changed since the last boot, and which change is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from firmware.app import settings_log
from firmware.app.build import settings
from firmware.app.settings_log import changes, flattened, read, refusal, transaction
from firmware.config import Config, load_config
from firmware.errors import LedgerCorruptError
from firmware.games.joker_poker.paytable import stored_pay_table
from firmware.log import LogEntry, LogKind
from firmware.money import Account

TABLE = settings(load_config()).joker.pay_table
NOW = flattened(load_config(), TABLE)


def with_settings(**values: str) -> dict[str, str]:
    """The shipped settings, some of them (`coin__currency`) otherwise."""
    return {**NOW, **{key.replace("__", "."): value for key, value in values.items()}}


def kept(flat: dict[str, str]) -> dict[str, str]:
    """The documents of a ledger that was last played under these settings."""
    told = transaction({}, flat, TABLE)
    assert told is not None
    return dict(told.documents)


# --- every key as text --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("coin.credit_minor", "10"),
        ("coin.currency", "EUR"),
        ("coin.coins_minor", "[10, 20, 50, 100, 200]"),
        ("panel.pwm", "true"),
        ("panel.buttons.HOLD1", "4"),
        ("panel.switches.operator_key", "26"),
        ("joker_poker.paytable", "kings_or_better"),
        ("joker_poker.edition", TABLE.edition),
        ("ledger.keep_rounds", "100000"),
    ],
)
def test_every_setting_is_a_text(key: str, text: str) -> None:
    assert NOW[key] == text


def test_no_key_of_the_configuration_is_left_out() -> None:
    sections = {key.split(".")[0] for key in NOW}
    assert sections == set(Config.model_fields)


def test_a_switch_that_is_not_there_has_no_text() -> None:
    config = load_config()
    switches = config.panel.switches.model_copy(update={"door": None})
    panel = config.panel.model_copy(update={"switches": switches})
    flat = flattened(config.model_copy(update={"panel": panel}), TABLE)
    assert set(NOW) - set(flat) == {"panel.switches.door"}


# --- what has changed ---------------------------------------------------------------------------


def entry(key: str, old: str, new: str) -> LogEntry:
    details = ("key", key), ("old", old), ("new", new), ("by", "hw_config.toml")
    return LogEntry(LogKind.SETTING, "", details)


def test_the_same_settings_are_no_change() -> None:
    assert changes(NOW, NOW) == ()


@pytest.mark.promise("SEC-8")
def test_each_changed_key_is_a_line_with_its_old_and_new_value() -> None:
    now = with_settings(sound__volume_percent="40", coin__credit_ceiling="500")
    assert changes(NOW, now) == (
        entry("coin.credit_ceiling", "10000", "500"),
        entry("sound.volume_percent", "70", "40"),
    )


def test_a_key_that_came_or_went_is_a_line() -> None:
    less = {key: text for key, text in NOW.items() if key != "panel.switches.door"}
    assert changes(less, NOW) == (entry("panel.switches.door", "", "7"),)
    assert changes(NOW, less) == (entry("panel.switches.door", "7", ""),)


def test_the_first_boot_ever_changes_nothing() -> None:
    assert changes({}, NOW) == ()


# --- what the ledger is told --------------------------------------------------------------------


def test_the_first_boot_keeps_settings_and_pay_table() -> None:
    told = transaction({}, NOW, TABLE)
    assert told is not None
    assert (told.log, told.postings, set(told.documents)) == (
        (),
        (),
        {"settings", f"paytable:{TABLE.edition}"},
    )
    assert read(told.documents) == NOW
    assert stored_pay_table(TABLE.edition, told.documents[f"paytable:{TABLE.edition}"]) == TABLE


def test_a_boot_without_a_change_writes_nothing() -> None:
    assert transaction(kept(NOW), NOW, TABLE) is None


def test_a_change_replaces_the_settings_kept() -> None:
    now = with_settings(sound__volume_percent="40")
    told = transaction(kept(NOW), now, TABLE)
    assert told is not None
    assert [line.kind for line in told.log] == ["setting"]
    assert set(told.documents) == {"settings"}
    assert read(told.documents) == now


def test_other_rows_of_the_pay_table_are_a_change_of_setting_and_are_kept() -> None:
    rows = {hand: tuple(2 * pays for pays in row) for hand, row in TABLE.rows.items()}
    other = replace(TABLE, rows=rows)
    told = transaction(kept(NOW), flattened(load_config(), other), other)
    assert told is not None
    assert told.log == (entry("joker_poker.edition", TABLE.edition, other.edition),)
    assert f"paytable:{other.edition}" in told.documents


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"coin.credit_minor": "ten"}', "nonsense"])
def test_settings_that_were_damaged_are_named(text: str) -> None:
    with pytest.raises(LedgerCorruptError, match="document 'settings' cannot be read"):
        read({settings_log.SETTINGS: text})


def test_the_kept_text_is_plain_json() -> None:
    assert json.loads(kept(NOW)["settings"])["coin.currency"] == "EUR"


# --- what a credit is worth ---------------------------------------------------------------------


@pytest.mark.promise("MET-12")
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (with_settings(coin__credit_minor="20"), "coin.credit_minor from 10 to 20 was changed"),
        (with_settings(coin__currency="CHF"), "coin.currency from EUR to CHF was changed"),
    ],
)
@pytest.mark.parametrize(
    "account", [Account.CREDIT, Account.PENDING, Account.STAKE, Account.GAMBLE]
)
def test_another_worth_is_refused_while_credits_stand(
    changed: dict[str, str], said: str, account: Account
) -> None:
    refused = refusal(NOW, changed, {account: 7, Account.COINBOX: -7})
    assert refused is not None
    assert refused.startswith(f"{said} while 7 credits stand: put it back, or pay")


def test_another_worth_is_let_in_at_no_credit() -> None:
    assert refusal(NOW, with_settings(coin__credit_minor="20"), {Account.COINBOX: -7}) is None


def test_other_settings_are_let_in_at_any_credit() -> None:
    changed = with_settings(coin__credit_ceiling="500")
    assert refusal(NOW, changed, {Account.CREDIT: 7}) is None


def test_a_ledger_without_settings_refuses_none() -> None:
    assert refusal({}, NOW, {Account.CREDIT: 7}) is None

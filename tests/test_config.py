"""hw_config.toml: the shipped file loads, and every wrong one says what is wrong where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from firmware.assets import asset, cache_folder, shipped_config
from firmware.config import Config, load_config, parse_config
from firmware.errors import ConfigError
from firmware.panel import Button
from firmware.words import Language

SMALL = """\
[hardware]
mode = "simulated"
pin_factory = "mock"
[panel]
bounce_ms = 8
[panel.buttons]
HOLD1 = 4
HOLD2 = 17
HOLD3 = 27
HOLD4 = 22
HOLD5 = 5
DEAL = 6
BET = 13
DOUBLE = 19
[panel.lamps]
HOLD1 = 18
HOLD2 = 23
HOLD3 = 24
HOLD4 = 25
HOLD5 = 12
DEAL = 16
BET = 20
DOUBLE = 21
[coin]
driver = "cctalk"
"""
"""A file with nothing in it that has a default, but for bounce_ms."""


def faults(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "f.toml")
    assert str(caught.value) == "\n".join(caught.value.faults)
    return list(caught.value.faults)


def with_line(old: str, new: str) -> str:
    assert SMALL.count(old) == 1, old
    return SMALL.replace(old, new)


# --- what loads ---------------------------------------------------------------------------------


def test_the_shipped_file_loads_without_being_named() -> None:
    config = load_config()
    assert (config.hardware.mode, config.hardware.pin_factory) == ("simulated", "mock")
    assert not config.is_real


def test_the_shipped_file_says_a_credit_is_ten_cents() -> None:
    coin = load_config().coin
    assert (coin.credit_minor, coin.currency, coin.credit_ceiling) == (10, "EUR", 10_000)
    assert coin.coins_minor == (10, 20, 50, 100, 200)


def test_the_largest_coin_of_the_shipped_file_is_twenty_credits() -> None:
    assert load_config().coin.largest_credits == 20


def test_what_the_shipped_file_says_is_what_a_file_without_it_means() -> None:
    shipped, small = load_config(), parse_config(SMALL)
    games = ("joker_poker", "strip_poker", "cinque_mani")
    for table in ("cabinet", "coin", "ledger", "mqtt", "display", "sound", *games):
        assert getattr(shipped, table) == getattr(small, table)


def test_every_button_of_the_shipped_file_has_a_pin_and_a_lamp_of_its_own() -> None:
    panel = load_config().panel
    assert set(panel.buttons.pins) == set(panel.lamps.pins) == set(Button)
    assert len({*panel.buttons.pins.values(), *panel.lamps.pins.values()}) == 16


def test_the_comment_of_the_shipped_file_shows_the_pins_it_sets() -> None:
    panel, text = load_config().panel, shipped_config().read_text(encoding="utf-8")
    shown = " ".join(text.split()) + " "
    for button in Button:
        assert re.search(
            rf"{button} pin \d+ GPIO{panel.buttons.pins[button]} lamp {button} ", shown
        )
        assert re.search(rf"lamp {button} pin \d+ GPIO{panel.lamps.pins[button]} ", shown)


def test_a_language_is_a_language() -> None:
    config = parse_config('[cabinet]\nlanguage = "ru"\n' + SMALL)
    assert config.cabinet.language is Language.RU


def test_a_user_without_a_home_is_told_to_name_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "expanduser", _no_home)
    with pytest.raises(ConfigError, match=r'cabinet\.data = "~/.*--data'):
        _ = parse_config(SMALL).data_folder


def _no_home(self: Path) -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_pictures_of_a_user_without_a_home_lie_with_the_temporary_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "expanduser", _no_home)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv("CACHE_DIRECTORY", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert cache_folder().parent == tmp_path


def test_of_several_cache_folders_of_a_service_the_first_is_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CACHE_DIRECTORY", "/var/cache/cabinet:/var/cache/other")
    assert cache_folder() == Path("/var/cache/cabinet")


def test_the_data_folder_has_its_tilde_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/olga")
    assert parse_config(SMALL).data_folder == Path("/home/olga/.local/share/cabinato")


def test_there_is_no_second_copy_unless_it_is_asked_for() -> None:
    assert parse_config(SMALL).copy_folder is None


def test_the_folder_of_the_copy_has_its_tilde_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/olga")
    config = parse_config(SMALL + '[ledger]\ncopy_to = "~/stick"\n')
    assert config.copy_folder == Path("/home/olga/stick")


def test_a_copy_for_a_user_without_a_home_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    config = parse_config(SMALL + '[ledger]\ncopy_to = "~/stick"\n')
    monkeypatch.setattr(Path, "expanduser", _no_home)
    with pytest.raises(ConfigError, match=r'ledger\.copy_to = "~/stick".* no home folder'):
        _ = config.copy_folder


def test_the_books_are_taken_home_on_a_stick_unless_a_folder_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/home/olga")
    assert parse_config(SMALL).export_folder is None
    config = parse_config(SMALL + '[cabinet]\nexport_to = "~/books"\n')
    assert config.export_folder == Path("/home/olga/books")


def test_no_limit_of_a_jump_is_below_any_coin() -> None:
    assert parse_config(SMALL + "jump_credits = 0\n").coin.jump_credits == 0


def test_switches_may_be_left_out() -> None:
    switches = parse_config(SMALL).panel.switches
    assert switches.operator_key is None
    assert switches.door is None


def test_a_configuration_cannot_be_changed() -> None:
    config = parse_config(SMALL)
    with pytest.raises(ValidationError, match="frozen"):
        config.coin.credit_minor = 5


def test_real_pins_and_a_real_port_go_together() -> None:
    text = SMALL.replace('"simulated"', '"real"').replace('"mock"', '"lgpio"')
    config = parse_config(text + 'port = "/dev/ttyUSB0"\n')
    assert config.is_real


def test_a_real_cabinet_without_an_acceptor_needs_no_port() -> None:
    text = SMALL.replace('"simulated"', '"real"').replace('"mock"', '"lgpio"')
    assert parse_config(text.replace('"cctalk"', '"none"')).coin.driver == "none"


def test_serial_pins_are_free_when_the_coin_line_is_on_usb() -> None:
    text = SMALL.replace('"simulated"', '"real"').replace('"mock"', '"lgpio"')
    config = parse_config(text.replace("DEAL = 6", "DEAL = 14") + 'port = "/dev/ttyUSB0"\n')
    assert config.panel.buttons.DEAL == 14


def test_serial_pins_are_free_when_there_is_no_coin_line() -> None:
    text = SMALL.replace('"simulated"', '"real"').replace('"mock"', '"lgpio"')
    text = text.replace("DEAL = 6", "DEAL = 14").replace('"cctalk"', '"none"')
    assert parse_config(text + 'port = "/dev/serial0"\n').panel.buttons.DEAL == 14


# --- what does not ------------------------------------------------------------------------------

PIN = "must be a whole number from 2 to 27 (BCM pin; 0 and 1 are reserved)"

BROKEN = [
    # (line as it was, line as it is, the one fault)
    (
        "bounce_ms = 8",
        "bounce_mz = 8",
        "f.toml:5: panel.bounce_mz: unknown key; "
        "did you mean 'bounce_ms'? allowed: "
        "bounce_ms, spike_us, stuck_s, pwm, buttons, lamps, switches, meters",
    ),
    (
        "bounce_ms = 8",
        "x = 8",
        "f.toml:5: panel.x: unknown key; "
        "allowed: bounce_ms, spike_us, stuck_s, pwm, buttons, lamps, switches, meters",
    ),
    (
        "bounce_ms = 8",
        "bounce_ms = 0",
        "f.toml:5: panel.bounce_ms = 0: must be a whole number from 1 to 50 (milliseconds)",
    ),
    (
        "bounce_ms = 8",
        "bounce_ms = 51",
        "f.toml:5: panel.bounce_ms = 51: must be a whole number from 1 to 50 (milliseconds)",
    ),
    (
        "bounce_ms = 8",
        'bounce_ms = "8"',
        'f.toml:5: panel.bounce_ms = "8": must be a whole number from 1 to 50 (milliseconds)',
    ),
    (
        "bounce_ms = 8",
        "pwm = 1",
        "f.toml:5: panel.pwm = 1: must be true or false",
    ),
    ("DEAL = 6", "DEAL = 1", f"f.toml:12: panel.buttons.DEAL = 1: {PIN}"),
    ("DEAL = 6", "DEAL = 28", f"f.toml:12: panel.buttons.DEAL = 28: {PIN}"),
    ("DEAL = 6", "DEAL = true", f"f.toml:12: panel.buttons.DEAL = true: {PIN}"),
    ("DEAL = 6", "DEAL = 6.0", f"f.toml:12: panel.buttons.DEAL = 6.0: {PIN}"),
    ("DEAL = 6\n", "", f"f.toml:6: panel.buttons.DEAL: missing; {PIN}"),
    (
        "DEAL = 6",
        "DEAL = 27",
        "f.toml:12: panel.buttons.DEAL = 27: pin already used by buttons.HOLD3",
    ),
    (
        "DOUBLE = 21",
        "DOUBLE = 19",
        "f.toml:23: panel.lamps.DOUBLE = 19: pin already used by buttons.DOUBLE",
    ),
    (
        "DOUBLE = 21",
        "DOUBLE = 21\n[panel.switches]\ndoor = 21",
        "f.toml:25: panel.switches.door = 21: pin already used by lamps.DOUBLE",
    ),
    (
        "DOUBLE = 21",
        'DOUBLE = 21\n[panel.switches]\ndoor_open_when = "ajar"',
        'f.toml:25: panel.switches.door_open_when = "ajar": '
        'must be the contact\'s state, "closed" or "open"',
    ),
    (
        '"simulated"',
        '"pretend"',
        'f.toml:2: hardware.mode = "pretend": must be "simulated" or "real"',
    ),
    (
        'mode = "simulated"\n',
        "",
        'f.toml:1: hardware.mode: missing; must be "simulated" or "real"',
    ),
    (
        '"mock"',
        '"lgpio"',
        'f.toml:3: hardware.pin_factory = "lgpio": mode "simulated" needs pin_factory = "mock"',
    ),
    (
        '[coin]\ndriver = "cctalk"',
        '[coins]\ndriver = "cctalk"\n[coin]\ndriver = "cctalk"',
        "f.toml:24: coins: unknown table; did you mean 'coin'? "
        "allowed: cabinet, hardware, panel, coin, note, ledger, mqtt, display, sound, play, "
        "joker_poker, strip_poker, cinque_mani",
    ),
    (
        '"cctalk"',
        '"mdb"',
        'f.toml:25: coin.driver = "mdb": must be "cctalk", "serial_frame", "pulse" or "none"',
    ),
    (
        '[coin]\ndriver = "cctalk"',
        "[[coin]]",
        "f.toml:24: coin = [{}]: must be a table: [coin]",
    ),
]

TAIL = [
    # (lines added to [coin] or after it, the one fault)
    (
        "coins_minor = [10, 15, 20]",
        "f.toml:26: coin.coins_minor: coin 15 is not a whole number of credits of 10",
    ),
    (
        "coins_minor = [20, 10]",
        "f.toml:26: coin.coins_minor = [20, 10]: "
        "must be a list of 1 to 16 whole numbers above 0, ascending (minor units)",
    ),
    (
        'coins_minor = [10, "20"]',
        'f.toml:26: coin.coins_minor = [10, "20"]: '
        "must be a list of 1 to 16 whole numbers above 0, ascending (minor units)",
    ),
    (
        "coins_minor = []",
        "f.toml:26: coin.coins_minor = []: "
        "must be a list of 1 to 16 whole numbers above 0, ascending (minor units)",
    ),
    (
        "credit_ceiling = 19",
        "f.toml:26: coin.credit_ceiling = 19: must be at least the largest coin, 20 credits",
    ),
    (
        "jump_credits = 19",
        "f.toml:26: coin.jump_credits = 19: must be 0, or at least the largest coin, 20 credits",
    ),
    (
        "jump_credits = -1",
        "f.toml:26: coin.jump_credits = -1: "
        "must be a whole number from 0 to 1000000 (credits; 0 for no limit)",
    ),
    (
        '[cabinet]\nexport_to = "stick"',
        'f.toml:27: cabinet.export_to = "stick": '
        'must be "" for a USB stick, an absolute path, or one that begins with ~/',
    ),
    (
        '[ledger]\ncopy_to = "stick"',
        'f.toml:27: ledger.copy_to = "stick": '
        'must be "" for no second copy, an absolute path, or one that begins with ~/',
    ),
    (
        '[ledger]\ncopy_to = "~/.local/share/cabinato/"',
        'f.toml:27: ledger.copy_to = "~/.local/share/cabinato/": '
        "must be another folder than cabinet.data, on another device",
    ),
    (
        "[ledger]\ncopy_limit_mb = 0",
        "f.toml:27: ledger.copy_limit_mb = 0: must be a whole number from 1 to 65536 (megabytes)",
    ),
    (
        "[ledger]\nkeep_rounds = 999",
        "f.toml:27: ledger.keep_rounds = 999: "
        "must be a whole number from 1000 to 10000000 (rounds)",
    ),
    (
        'port = "/dev/ttyUSB0"',
        'f.toml:26: coin.port = "/dev/ttyUSB0": mode "simulated" needs port = "emulator"',
    ),
    (
        'port = "ttyUSB0"',
        'f.toml:26: coin.port = "ttyUSB0": '
        'must be "emulator", or an absolute path such as "/dev/serial/by-id/..."',
    ),
    (
        'currency = "euro"',
        'f.toml:26: coin.currency = "euro": must be three capital letters, such as "EUR"',
    ),
    (
        'currency = "EUR\\n"',
        'f.toml:26: coin.currency = "EUR\\n": must be three capital letters, such as "EUR"',
    ),
    (
        "[display]\nsize = [1280]",
        "f.toml:27: display.size = [1280]: "
        "must be a list of width (320 to 7680) and height (240 to 4320) in pixels",
    ),
    (
        "[sound]\nvolume_percent = 101",
        "f.toml:27: sound.volume_percent = 101: must be a whole number from 0 to 100 (percent)",
    ),
    (
        '[joker_poker]\npaytable = "../secrets"',
        'f.toml:27: joker_poker.paytable = "../secrets": '
        "must be the name of a file of assets/paytables/, without its ending",
    ),
    (
        "[joker_poker]\nchip_values = [1, 2, 2]",
        "f.toml:27: joker_poker.chip_values = [1, 2, 2]: "
        "must be a list of 1 to 10 whole numbers above 0, ascending (credits)",
    ),
    (
        "[strip_poker]\nbank = 52",
        "f.toml:27: strip_poker.bank = 52: must be a multiple of 5 from 5 to 10000 (stripdollars)",
    ),
    (
        "[strip_poker]\ngarment_value = 0",
        "f.toml:27: strip_poker.garment_value = 0: "
        "must be a multiple of 5 from 5 to 10000 (stripdollars)",
    ),
    (
        "[strip_poker]\ndeck = 32",
        'f.toml:27: strip_poker.deck = 32: must be "choice" (the player\'s), "32" or "52"',
    ),
    (
        "[cinque_mani]\ndeals = 3",
        "f.toml:27: cinque_mani.deals = 3: must be 1 or 5 (deals a stake is for)",
    ),
    (
        "[cinque_mani]\nclock_s = 29",
        "f.toml:27: cinque_mani.clock_s = 29: "
        "must be 0 (none) or a whole number from 30 to 600 (seconds)",
    ),
    (
        '[cinque_mani]\nlevel = "fair"',
        'f.toml:27: cinque_mani.level = "fair": must be "easy", "medium" or "hard"',
    ),
    (
        "[strip_poker]\nlives = 8",
        "f.toml:27: strip_poker.lives = 8: "
        "must be a whole number from 0 to 7 (0: only the character pledges)",
    ),
    (
        '[strip_poker]\nflush_tie = "suit"',
        'f.toml:27: strip_poker.flush_tie = "suit": must be "top_card" or "all_cards"',
    ),
    (
        "[strip_poker]\nprice = 0",
        "f.toml:27: strip_poker.price = 0: must be a whole number from 1 to 10000 (credits)",
    ),
    (
        '[cabinet]\nlanguage = "fr"',
        'f.toml:27: cabinet.language = "fr": must be "it", "en" or "ru"',
    ),
    (
        '[cabinet]\ndata = "money"',
        'f.toml:27: cabinet.data = "money": must be an absolute path, or one that begins with ~/',
    ),
    (
        '[cabinet]\nLanguage = "it"',
        "f.toml:27: cabinet.Language: unknown key; "
        "did you mean 'language'? allowed: language, data, export_to, free_play",
    ),
    (
        '[cabinet]\n"a\u202eb" = 1',
        'f.toml:27: cabinet."a\\u202eb": unknown key; '
        "allowed: language, data, export_to, free_play",
    ),
]


@pytest.mark.parametrize(("old", "new", "fault"), BROKEN)
def test_a_broken_line_is_named(old: str, new: str, fault: str) -> None:
    assert faults(with_line(old, new)) == [fault]


@pytest.mark.parametrize(("more", "fault"), TAIL)
def test_a_broken_addition_is_named(more: str, fault: str) -> None:
    assert faults(SMALL + more + "\n") == [fault]


def test_a_real_cabinet_is_never_run_on_the_emulator() -> None:
    text = SMALL.replace('"simulated"', '"real"').replace('"mock"', '"lgpio"')
    assert faults(text + 'port = "emulator"\n') == [
        'f.toml:26: coin.port = "emulator": mode "real" needs the path of a serial port, '
        'or driver = "none"'
    ]


def test_a_real_cabinet_is_never_run_on_mock_pins() -> None:
    text = SMALL.replace('"simulated"', '"real"') + 'port = "/dev/ttyUSB0"\n'
    assert faults(text) == [
        'f.toml:3: hardware.pin_factory = "mock": mode "real" needs pin_factory = "lgpio"'
    ]


@pytest.mark.parametrize("port", ["/dev/serial0", "/dev/ttyAMA0", "/dev/ttyAMA10", "/dev/ttyS0"])
@pytest.mark.parametrize("pin", [14, 15])
def test_the_pins_of_the_serial_port_belong_to_the_coin_line(port: str, pin: int) -> None:
    text = SMALL.replace('"simulated"', '"real"').replace('"mock"', '"lgpio"')
    text = text.replace("DEAL = 6", f"DEAL = {pin}")
    assert faults(text + f'port = "{port}"\n') == [
        f"f.toml:12: panel.buttons.DEAL = {pin}: pin belongs to the coin line's port {port}"
    ]


def test_all_faults_are_reported_at_once_in_the_order_of_the_file() -> None:
    text = with_line("bounce_ms = 8", "bounce_ms = 99").replace('"mock"', '"lgpio"')
    text = text.replace("DEAL = 6", "DEAL = 27") + "coins_minor = [10, 15]\n[sounds]\n"
    places = [fault.split(": ")[:2] for fault in faults(text)]
    assert places == [
        ["f.toml:3", 'hardware.pin_factory = "lgpio"'],
        ["f.toml:5", "panel.bounce_ms = 99"],
        ["f.toml:12", "panel.buttons.DEAL = 27"],
        ["f.toml:26", "coin.coins_minor"],
        ["f.toml:27", "sounds"],
    ]


def test_a_pin_used_three_times_names_its_first_user_twice() -> None:
    text = SMALL.replace("DEAL = 6", "DEAL = 27").replace("BET = 13", "BET = 27")
    assert faults(text) == [
        "f.toml:12: panel.buttons.DEAL = 27: pin already used by buttons.HOLD3",
        "f.toml:13: panel.buttons.BET = 27: pin already used by buttons.HOLD3",
    ]


def test_true_is_no_pin_that_could_be_used_twice() -> None:
    text = SMALL.replace("DEAL = 6", "DEAL = true").replace("BET = 13", "BET = true")
    assert faults(text) == [
        f"f.toml:12: panel.buttons.DEAL = true: {PIN}",
        f"f.toml:13: panel.buttons.BET = true: {PIN}",
    ]


def test_an_empty_file_lacks_what_is_chosen_and_never_guessed() -> None:
    assert [fault.split(": ")[1] for fault in faults("")] == [
        "hardware.mode",
        "hardware.pin_factory",
        "panel.buttons",
        "panel.lamps",
        "coin.driver",
    ]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("[panel\n", "f.toml:1: not TOML: "),
        ("a = 1\nb = \n", "f.toml:2: not TOML: "),
        ("a = 1\na = 2\nb = 3\n", "f.toml:2: not TOML: "),
        ('a = 1\nb = """', "f.toml:2: not TOML: "),
        ("a = " + "[" * 20_000, "f.toml: not TOML: nested too deeply"),
        ("a = " + "9" * 5_000, "f.toml: not TOML: a number has too many digits"),
    ],
)
def test_what_is_not_toml_is_named_with_its_line(text: str, start: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith(start)


def test_a_long_value_is_cut() -> None:
    (fault,) = faults(with_line("bounce_ms = 8", f'bounce_ms = "{"x" * 500}"'))
    assert len(fault) < 200


# --- files --------------------------------------------------------------------------------------


def broken_file(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    return str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    assert broken_file(path) == f"{path}: cannot be read: No such file or directory"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert broken_file(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + shipped_config().read_bytes())
    assert load_config(path) == load_config()


def test_a_file_in_another_encoding_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b"# fine\n# caff\xe8\n")
    assert broken_file(path) == f"{path}:2: not a text in UTF-8"


def test_a_path_with_a_null_is_named() -> None:
    assert broken_file(Path("a\0b")).startswith("'a\\x00b': cannot be read: ")


def test_a_file_with_windows_line_ends_loads(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(SMALL.replace("\n", "\r\n").encode())
    assert isinstance(load_config(path), Config)


def test_in_a_checkout_the_assets_lie_beside_the_package() -> None:
    assert asset("paytables") == shipped_config().parent / "assets" / "paytables"


# --- pins that a driver would leave idle --------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "line", "driver"),
    [
        ("coin", 'driver = "cctalk"', "cctalk"),
        ("note", 'driver = "cctalk"', "cctalk"),
        ("note", 'driver = "ssp"', "ssp"),
    ],
)
def test_a_driver_that_closes_by_command_takes_no_inhibit_pin(
    table: str, line: str, driver: str
) -> None:
    slot = f"{line}\ninhibit_pin = 11\n"
    texts = {"coin": with_line('driver = "cctalk"\n', slot), "note": f"{SMALL}[note]\n{slot}"}
    (fault,) = faults(texts[table])
    said = f'{table}.inhibit_pin = 11: driver "{driver}" refuses money by command and moves no wire'
    assert said in fault
    assert fault.endswith("leave it out")


def test_a_driver_that_counts_no_pulses_takes_no_pulse_pin() -> None:
    (fault,) = faults(with_line('driver = "cctalk"\n', 'driver = "cctalk"\npulse_pin = 8\n'))
    assert 'coin.pulse_pin = 8: driver "cctalk" counts no pulses; leave it out' in fault


@pytest.mark.parametrize(
    "slot",
    [
        'driver = "serial_frame"\nprofile = "dg600f"\ninhibit_pin = 11\n',
        'driver = "pulse"\nprofile = "ch926_fast"\npulse_pin = 8\ninhibit_pin = 11\n',
        'driver = "none"\npulse_pin = 8\ninhibit_pin = 11\n',
    ],
)
def test_pins_that_are_used_or_of_no_device_load(slot: str) -> None:
    assert parse_config(with_line('driver = "cctalk"\n', slot)).coin.inhibit_pin == 11

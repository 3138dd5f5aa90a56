"""What time it is: whether the computer knows, what a person has set, and of which day an evening is."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from msgspec.structs import replace
from phone_table import table_with_phones
from stick_slot import home
from touched_lines import choose

from display.view import as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.evenings.results import Moment, Span
from firmware_py.evenings.statistics import evenings
from firmware_py.host import clock
from firmware_py.pages.interface import PageContext, SetDate
from firmware_py.pages.page import Back, Press
from firmware_py.pages.settings_menu import DatePage, date_page
from firmware_py.phone_server.requests import Wanted, meaning
from firmware_py.storage.changes import Begin, Choose
from firmware_py.storage.opening import open_journal
from firmware_py.words import speak


@pytest.fixture
def paris(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer in France."""
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("files", "is_set"),
    [
        ((), True),
        (("run/systemd/timesync/",), False),
        (("run/systemd/timesync/synchronized",), True),
        (("run/systemd/timesync/", "sys/class/rtc/rtc0/since_epoch=12"), False),
        (("run/systemd/timesync/", "sys/class/rtc/rtc0/since_epoch=1795000000"), True),
        (("run/systemd/timesync/", "sys/class/rtc/rtc0/since_epoch=?"), False),
    ],
)
def test_a_clock_is_believed_if_a_network_or_a_battery_made_it_right(
    files: tuple[str, ...], is_set: bool, tmp_path: Path
) -> None:
    """The time with which a computer without both starts is that at which it was switched off."""
    for file in files:
        name, _, text = file.partition("=")
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).mkdir(exist_ok=True) if name.endswith("/") else (tmp_path / name).write_text(text)
    assert clock.is_set(tmp_path) is is_set
    assert (clock.now(tmp_path).year > 2020) is is_set


@pytest.mark.usefixtures("paris")
def test_the_time_is_that_of_the_place(tmp_path: Path) -> None:
    """In France it is an hour or two later than in Greenwich."""
    offset = clock.now(tmp_path).utcoffset()
    assert offset is not None
    assert offset.total_seconds() in (3600, 7200)


def test_the_kernel_names_each_power_on(tmp_path: Path) -> None:
    """Without it, each start of the program is one."""
    assert clock.boot_id(tmp_path) == clock.boot_id(tmp_path)
    file = tmp_path / "proc/sys/kernel/random/boot_id"
    file.parent.mkdir(parents=True)
    file.write_text("cf9718ae-d4b6-40ba-8000-000000000000\n")
    assert clock.boot_id(tmp_path) == "cf9718aed4b640ba"


# --- set by a person -------------------------------------------------------------------------------------------------


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    """A device with four buttons that does not know the date."""
    config = Config(language="en", buttons=replace(Config().buttons, layout="four"))
    with SimulatedDevice(config, tmp_path, boot="boot") as box:
        box.first_day = clock.UNSET
        box.touch("1")
        yield box


def set_date(device: SimulatedDevice) -> None:
    """Set 27 November 2026, 23:50, by presses."""
    choose(device, "Settings", "Date and time")
    for button, times in (("down", 5), ("down", 2), ("up", 0), ("up", 5), ("down", 10)):
        for _ in range(times):
            device.press(button)
        device.press("ok")


def test_a_person_with_four_buttons_sets_the_date(device: SimulatedDevice) -> None:
    """It begins with the first day that there can be, goes round, and tells the day of the week."""
    choose(device, "Settings", "Date and time")
    assert "Thursday 1 January" in as_text(device.app.view)
    home(device)
    set_date(device)
    assert "The date is set" in as_text(device.app.view)
    today = device.journal.today()
    assert f"{today:%Y-%m-%d %H:%M}" == "2026-11-27 23:50"
    home(device)
    choose(device, "Settings", "Date and time")
    assert "Friday 27 November" in as_text(device.app.view)
    device.press("back")
    assert "Choose a line to change it." in as_text(device.app.view)


def test_a_date_that_was_set_holds_until_the_device_is_switched_off(device: SimulatedDevice) -> None:
    """Afterwards nobody knows how long it was off."""
    set_date(device)
    device.wait(3600)
    assert f"{device.journal.today():%Y-%m-%d %H}" == "2026-11-28 00"
    device.cut()
    assert device.journal.today().year == 1970
    device.first_day = clock.UNSET + timedelta(days=365 * 60)
    assert device.journal.today().year > 2020


def test_nobody_is_asked_for_the_date_before_a_game(device: SimulatedDevice) -> None:
    """A device that does not know it begins a game as any other."""
    home(device)
    device.touch("0")
    for target in ("0", "0", "0", "ok"):
        device.touch(target)
        assert not any(isinstance(page, DatePage) for page in device.app.stack)
    assert device.app.table.session is not None


@pytest.mark.parametrize("hours", range(0, 24, 5))
def test_no_part_of_the_date_leads_to_a_day_that_there_is_not(hours: int) -> None:
    """Whatever is pressed in whatever order."""
    page, chance = date_page(datetime(2028, 2, 29, hours, 59)), random.Random(hours)
    table = PageContext(speak("en"))
    for _ in range(300):
        reply = page.press(Press(chance.choice(("up", "down", "ok", "back"))), table)
        assert isinstance(reply, DatePage | SetDate | Back)
        page = reply if isinstance(reply, DatePage) else page
        assert 2026 <= page.at.year <= 2099


def test_an_evening_is_of_the_day_of_the_place_on_which_it_began(tmp_path: Path) -> None:
    """In summer France is two hours ahead of Greenwich; and what goes on past midnight belongs to the day before."""
    summer = timezone(timedelta(hours=2))
    night = datetime(2026, 7, 12, 0, 30, tzinfo=summer)
    with open_journal(tmp_path / "journal.db", lambda: night).journal as journal:
        journal.commit(Choose("language", "fr"), Begin('{"record": 1}', ("red", "blue")))
    with open_journal(tmp_path / "journal.db", lambda: night).journal as journal:
        began = journal.load(1).started_at
    assert str(began) == "2026-07-12 00:30:00+02:00"
    first, second = Moment(began, 0), Moment(began + timedelta(hours=25, minutes=-30), 0)
    past_midnight = Moment(second.at + timedelta(minutes=30), 0)
    found = evenings(enumerate((Span(began=one, ended=one) for one in (first, second, past_midnight)), 1))
    assert [one.day for one in found] == [date(2026, 7, 12), date(2026, 7, 13)]


def test_a_phone_at_the_table_tells_the_date_where_nobody_knows_it(tmp_path: Path) -> None:
    """Once it is known, no phone changes it; and what is no date says nothing."""
    with table_with_phones(tmp_path) as table:
        phone, journal = table.seat("Ada"), table.device.journal
        known = journal.today()
        phone.come(now="2031-11-29T18:05")
        assert journal.today() < known + timedelta(minutes=1)
        table.device.first_day = clock.UNSET
        for said in ("", "soon", "2031-13-29T18:05"):
            phone.come(now=said)
            assert journal.today().year == 1970
        phone.come(now="2031-11-29T18:05")
        assert f"{journal.today():%Y-%m-%d %H:%M}" == "2031-11-29 18:05"
        phone.come(now="2041-11-29T18:05")
        assert journal.today().year == 2031


@pytest.mark.parametrize(
    ("query", "now"),
    [
        ("lang=en&now=2026-11-29T18:05", "2026-11-29T18:05"),
        ("lang=en", ""),
        ("lang=en&now=2026-11-29T18:05:00Z", ""),
        (f"lang=en&now={'2' * 100}", ""),
    ],
)
def test_a_phone_says_nothing_but_a_date(query: str, now: str) -> None:
    """The process that speaks to phones passes nothing else on."""
    asked = meaning("GET", f"/events?{query}", {"host": "192.168.1.17"}, b"", ("192.168.1.17", 80))
    assert isinstance(asked, Wanted)
    assert asked.message == {"language": "en", "now": now}

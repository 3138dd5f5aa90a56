"""The doctor: it finds what was broken on purpose, says what to do, and never says anything of a game."""

from __future__ import annotations

import resource
import subprocess
import tarfile
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from english_findings import SAY, EnglishFinding, in_english
from msgspec.structs import replace
from running_service import service

from firmware_py import doctor
from firmware_py.cli.main import main
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.doctor import Finding, Installation, findings
from firmware_py.doctor.findings import without_passwords
from firmware_py.doctor.system import plays_in_memory, running
from firmware_py.host.sd_notify import StatusFile, publish
from firmware_py.storage.changes import Choose
from firmware_py.storage.opening import open_journal
from firmware_py.words import plain


@pytest.fixture(autouse=True)
def unseen_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor opens no window on this computer."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def desk(tmp_path: Path) -> Installation:
    """A computer that is no Raspberry Pi, with a journal."""
    data = tmp_path / "data"
    open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal.close()
    moments_s = count(step=0.1)
    return Installation(None, data, tmp_path / "system", clock=lambda: next(moments_s), wait=lambda _: None)


@pytest.fixture
def installation(desk: Installation) -> Installation:
    """A Raspberry Pi with nothing wrong with it but that it has no pins."""
    model = desk.system / "proc/device-tree/model"
    model.parent.mkdir(parents=True)
    model.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    return desk


def faults(installation: Installation) -> dict[str, EnglishFinding]:
    """What the doctor finds broken, by part."""
    return {finding.part: finding for finding in in_english(findings(installation)) if finding.verdict == "FAULT"}


def test_a_sound_device_has_no_fault_but_its_missing_pins(installation: Installation) -> None:
    """On a Raspberry Pi without the chip of its pins the doctor says so, with a remedy, and finds nothing else."""
    assert list(faults(installation)) == ["pins"]
    assert faults(installation)["pins"].remedy


def test_a_desk_has_no_faults(desk: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    """On any other computer pins and screen are not broken but not here, and so is a board on I2C: with what to do."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    for kind in ("none", "i2c"):
        found = found_without_the_board(desk, kind)
        absent = {"pins", "screen"} | ({"board"} if kind != "none" else set())
        assert {finding.part for finding in found if finding.text.startswith("not here")} == absent
        assert not [finding for finding in found if finding.verdict == "FAULT"]
        assert all(finding.remedy for finding in found if finding.part == "board" and finding.verdict == "note")


def test_a_board_on_usb_that_the_settings_name_is_missed_on_any_computer(desk: Installation) -> None:
    """It can be plugged in there."""
    (missed,) = (finding for finding in found_without_the_board(desk, "serial") if finding.verdict == "FAULT")
    assert missed.part == "port"
    assert missed.remedy.startswith("plug it in")


def test_a_usb_board_that_was_chosen_on_the_desk_is_not_examined(desk: Installation) -> None:
    """The desk simulates it."""
    with open_journal(desk.data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        journal.commit(Choose("board.kind", "serial"))
    (noted,) = (finding for finding in in_english(findings(desk)) if finding.part in ("board", "port"))
    assert noted.verdict == "note"
    assert noted.remedy.startswith("the command desk simulates one")


def found_without_the_board(desk: Installation, kind: str) -> tuple[EnglishFinding, ...]:
    """What is found where the settings file names such a board, which is not there."""
    settings = desk.data / "config.toml"
    settings.write_text(f'[board]\nkind = "{kind}"\nbus = "/dev/no-such-bus"\nport = "/dev/no-such-port"\n')
    return in_english(findings(replace(desk, settings=settings)))


def test_every_mistake_in_the_settings_is_reported(installation: Installation, tmp_path: Path) -> None:
    """Each with the name in the file and what is in force until it is corrected."""
    settings = tmp_path / "config.toml"
    settings.write_text("[light]\nbrightness = 7\n[screen]\nwidht = 1\n")
    reported = [f.text for f in in_english(findings(Installation(settings, installation.data))) if f.part == "settings"]
    assert len(reported) == 2
    assert "light.brightness" in reported[0]


def test_settings_that_are_not_there_have_no_line_to_correct(installation: Installation, tmp_path: Path) -> None:
    """What to do is about the file: to check its name, or to name one that is not a folder."""
    for missing, wanted in ((tmp_path / "none.toml", "; check the name"), (tmp_path, "; name a file")):
        fault = faults(replace(installation, settings=missing))["settings"]
        assert fault.text.endswith(wanted)
        assert fault.remedy.startswith("put it right; ")


def test_a_damaged_journal_is_reported_and_not_touched(installation: Installation) -> None:
    """The doctor looks at a copy: not one byte of the damaged file changes."""
    journal = installation.data / JOURNAL_NAME
    content = bytearray(journal.read_bytes())
    content[4096:6000] = b"\xff" * 1904
    journal.write_bytes(content)
    assert "database" not in faults(installation)["journal"].text  # the words of SQLite
    assert faults(installation)["journal"].remedy.startswith("start the referee again")
    assert sum(finding.part == "journal" for finding in findings(installation)) == 1
    assert journal.read_bytes() == content
    assert [path.name for path in installation.data.iterdir()] == [JOURNAL_NAME]


def test_how_much_room_there_is_is_said_before_the_first_game_too(desk: Installation) -> None:
    """A full card would not even store that one. The kernel's own file system has no room at all."""
    for data, verdict in ((desk.data / "not" / "there", "good"), (Path("/proc/games"), "FAULT")):
        (room,) = (one for one in in_english(findings(replace(desk, data=data))) if one.part == "disk")
        assert "MB are free" in room.text
        assert room.verdict == verdict
    assert room.text == "only 0 MB are free"
    assert room.remedy


def test_a_folder_that_may_not_be_looked_into_is_a_fault(installation: Installation) -> None:
    """Whoever asks without the rights gets a remedy, and all other findings."""
    found = faults(
        replace(installation, data=installation.data / ("x" * 300))
    )  # the system refuses even to look for such a name
    assert list(found) == ["journal", "pins"]
    assert "sudo" in found["journal"].remedy


def test_earlier_journals_are_reported(installation: Installation) -> None:
    """The report says how to take back games set aside; the new journal has all games of a damaged one."""
    for why in ("aside", "damaged", "taken"):
        for beside in ("", "-wal"):
            (installation.data / f"{JOURNAL_NAME}.{why}-20261120T120000Z{beside}").touch()
    aside, damaged = (f for f in in_english(findings(installation)) if "Z" in f.text)
    assert "Restore the games set aside" in aside.remedy
    assert "what could be read of it is in games.sqlite" in damaged.remedy


def test_weak_power_is_a_fault(installation: Installation) -> None:
    """The Raspberry Pi's own record of it is read, now and since the start."""
    record = installation.system / "sys/devices/platform/soc/soc:firmware/get_throttled"
    record.parent.mkdir(parents=True)
    record.write_text("50005\n")
    assert "too weak now" in faults(installation)["power"].text
    record.write_text("0\n")
    assert "power" not in faults(installation)


def test_a_screen_that_cannot_be_opened_is_a_fault(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the driver's own reason and what to look at."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    assert "no_such_driver" in faults(installation)["screen"].text


SYSTEMCTL = """#!/bin/sh
# Stands for systemd, which knows the service.
echo ActiveState=active
echo ActiveEnterTimestamp=Sat 2026-11-21 18:00:00 UTC
echo NRestarts=2
echo MemoryCurrent=58000000
"""


@pytest.fixture
def computer(tmp_path: Path) -> Path:
    """The files of a Raspberry Pi on which the service has its own folder."""
    (tmp_path / "run/pyramid-referee").mkdir(parents=True)
    model = tmp_path / "proc/device-tree/model"
    model.parent.mkdir(parents=True)
    model.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    return tmp_path


def test_a_running_referee_is_not_disturbed_and_reports_its_parts(
    computer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its parts are not tried, but its own report is printed; journal, disk and settings are examined as ever."""
    (computer / "bin").mkdir()
    (computer / "bin/systemctl").write_text(SYSTEMCTL)
    (computer / "bin/systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", str(computer / "bin"))
    with service(computer, RUNTIME_DIRECTORY=str(computer / "run/pyramid-referee")) as referee:
        referee.wait_for("READY=1")
        found = list(in_english(findings(Installation(None, computer / "state", computer))))
        assert referee.end()[0] == 0
    texts = {(finding.part, finding.verdict): finding.text for finding in found}
    assert texts["parts", "note"].startswith("not tried, because they are the running referee's: buttons, light")
    assert texts["pins", "FAULT"] == "none are reached; keyboard and touch work"
    assert texts["screen", "good"] == "pages are shown"
    assert texts["referee", "note"] == "running since Sat 2026-11-21 18:00:00 UTC, restarted by systemd 2 times, 58 MB"
    assert texts["journal", "good"].endswith(", 0 games")
    assert ("disk", "good") in texts


def test_what_a_running_referee_lacks_is_a_fault(computer: Path) -> None:
    """Parts, screen and board by its own words, each with what to do."""
    status = StatusFile(has_pins=True, faults=("turn light on GPIO 18: taken",), screen="No screen.", board="lost")
    publish(status, {"RUNTIME_DIRECTORY": str(computer / "run/pyramid-referee")})
    found = {finding.part: finding for finding in in_english(running(Installation(None, computer, computer)))}
    assert [found[part].verdict for part in ("pins", "screen", "board")] == ["FAULT"] * 3
    assert found["pins"].text == "turn light on GPIO 18: taken"
    assert all(found[part].remedy for part in ("pins", "screen", "board"))


def test_a_board_from_which_nothing_follows_is_a_fault(computer: Path) -> None:
    """With what the referee believes of it, and what to look at."""
    status = StatusFile(
        has_pins=True, faults=(), screen="", board="there", why_nothing_follows="pieces move, nothing follows"
    )
    publish(status, {"RUNTIME_DIRECTORY": str(computer / "run/pyramid-referee")})
    found = [finding for finding in in_english(running(Installation(None, computer, computer))) if finding.remedy]
    assert ("board", "pieces move, nothing follows") in [(finding.part, finding.text) for finding in found]


def test_a_running_referee_that_saves_nothing_is_a_fault(computer: Path) -> None:
    """Another program has its journal: the doctor says so, and so does the log, once."""
    place, games = computer / "run/pyramid-referee", computer / "state" / JOURNAL_NAME
    other = open_journal(games, lambda: datetime.now(UTC)).journal
    with other, service(computer, RUNTIME_DIRECTORY=str(place)) as referee:
        referee.wait_for("READY=1")
        fault = faults(Installation(None, computer / "elsewhere", computer))["journal"]
        _, log = referee.end()
    assert "Another program is using" in fault.text
    assert "in memory only" in fault.text
    assert "stick" in fault.remedy
    assert log.count("<4>Another program is using") == log.count("Another program is using") == 1


def test_what_a_dead_referee_reported_is_not_believed(computer: Path) -> None:
    """It was killed while its games were in memory only: until another one starts, nothing is known of any part."""
    place, state = computer / "run/pyramid-referee", computer / "state"
    with (
        open_journal(state / JOURNAL_NAME, lambda: datetime.now(UTC)).journal,
        service(computer, RUNTIME_DIRECTORY=str(place)) as referee,
    ):
        referee.wait_for("READY=1")
        assert plays_in_memory(Installation(None, state, computer))
    assert (place / "bulletin.json").exists()
    assert not plays_in_memory(Installation(None, state, computer))
    (finding,) = in_english(running(Installation(None, state, computer)))
    assert finding.verdict == "note"


def test_the_wiring_in_force_is_reported_beside_a_running_referee(computer: Path) -> None:
    """It stands in the settings and in the journal: nobody need ask the board."""
    publish(
        StatusFile(has_pins=True, faults=(), screen="", board="there"),
        {"RUNTIME_DIRECTORY": str(computer / "run/pyramid-referee")},
    )
    owned = computer / "config.toml"
    owned.write_text('[board]\nkind = "i2c"\nrows = 1\ncolumns = 2\nsensors = ["20A0 --"]\n')
    texts = {finding.part: finding.text for finding in in_english(running(Installation(owned, computer, computer)))}
    assert texts["wiring"] == "as board.sensors says; 1 of 2 cells on 1 chip"


def test_a_running_referee_without_faults_has_none(computer: Path) -> None:
    """All its parts are good, the magnetic board among them."""
    status = StatusFile(has_pins=True, faults=(), screen="", board="there")
    publish(status, {"RUNTIME_DIRECTORY": str(computer / "run/pyramid-referee")})
    found = {finding.part: finding.verdict for finding in in_english(running(Installation(None, computer, computer)))}
    assert found == {"parts": "note", "pins": "good", "screen": "good", "board": "good"}


def test_a_desk_that_is_open_reports_nothing_of_its_parts(computer: Path) -> None:
    """It is no service, and publishes no status file: systemd gave it no folder."""
    publish(StatusFile(has_pins=True, faults=(), screen="", board="none"), {})
    (finding,) = in_english(running(Installation(None, computer, computer)))
    assert finding.verdict == "note"
    assert finding.remedy == "end the referee, and run the doctor again"


def test_the_bundle_holds_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Report, settings and log are in it; no player's name is, although the journal holds one."""
    data, settings, bundle = tmp_path / "data", tmp_path / "config.toml", tmp_path / "bundle.tar.gz"
    settings.write_text('language = "en"\n')
    players = ("Xanthippe", "Zebulon")
    with SimulatedDevice(Config(), data) as installation:
        installation.load(b'{"record": 1, "game": "maudite_momie", "players": ["Xanthippe", "Zebulon"], "rules": {}}\n')
        assert installation.app.table.playing.header.players == players
    status = main(["doctor", "--config", str(settings), "--data", str(data), "--bundle", str(bundle)])
    assert status == 0  # a desk, where nothing is missing
    with tarfile.open(bundle) as archive:
        texts = {entry.name: archive.extractfile(entry).read().decode() for entry in archive.getmembers()}  # type: ignore[union-attr]
    assert set(texts) == {f"pyramid-referee/{name}" for name in ("doctor.txt", "log.txt", "config.toml")}
    assert texts["pyramid-referee/doctor.txt"] in capsys.readouterr().out
    assert not any(player in text for player in players for text in texts.values())


@pytest.mark.parametrize("line", ['password = "hunters4"', 'wifi = {password="hunters4"}', "wifi.PassWord = 'hunters4"])
def test_the_bundle_holds_no_password(line: str) -> None:
    """Wherever it stands in the owner's file, and whether or not the file makes sense."""
    assert "hunters4" not in without_passwords(f'language = "fr"\n{line}\n[screen]\n')
    assert without_passwords(f'language = "fr"\n{line}\n[screen]\n').startswith('language = "fr"\n')


def test_a_bundle_that_cannot_be_written_is_reported(installation: Installation, tmp_path: Path) -> None:
    """A pulled stick or a full disk ends in a message and an exit status; what is no file stays as it is."""
    for place in (tmp_path / "gone" / "bundle.tar.gz", Path("/dev/full")):
        assert main(["doctor", "--data", str(installation.data), "--bundle", str(place)]) == 2
    assert Path("/dev/full").is_char_device()


def test_a_bundle_is_written_whole_or_not_at_all(installation: Installation, tmp_path: Path) -> None:
    """Where files can only grow to a hundred bytes, none is left."""
    bundle, kept = tmp_path / "bundle.tar.gz", resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, kept[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            doctor.write_bundle(bundle, installation, "report")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)
    assert not bundle.exists()


def test_the_report_ends_with_the_number_of_faults() -> None:
    """Each remedy stands under its fault."""
    found = (Finding("pins", "FAULT", plain("broken"), plain("mend them")), Finding("disk", "good", plain("roomy")))
    assert doctor.as_text(found, SAY).splitlines() == [
        "FAULT  pins: broken",
        "       -> mend them",
        "good   disk: roomy",
        "",
        "1 fault",
    ]


def test_the_doctor_does_not_need_systemd(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, installation: Installation
) -> None:
    """Without journalctl the bundle says that there is no log."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="journalctl"):
        subprocess.run(["journalctl"], check=False)
    doctor.write_bundle(tmp_path / "bundle.tar.gz", installation, "report")
    with tarfile.open(tmp_path / "bundle.tar.gz") as archive:
        log = archive.extractfile("pyramid-referee/log.txt")
        assert log
        assert b"cannot be read" in log.read()


def test_what_was_chosen_on_the_device_is_looked_at(tmp_path: Path) -> None:
    """Not what the file says of buttons and board."""
    settings = tmp_path / "config.toml"
    settings.write_text('[buttons]\nlayout = "six"\n')
    data = tmp_path / "data"
    with open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        journal.commit(Choose("layout", "encoder"))
        journal.commit(Choose("board.kind", "i2c"))
    installation = Installation(settings, data)
    assert (installation.config.buttons.layout, installation.config.board.kind) == ("encoder", "i2c")
    reported = [finding.text for finding in in_english(doctor.settings(installation))]
    assert "chosen on the device, over the file: board.kind = i2c, layout = encoder" in reported

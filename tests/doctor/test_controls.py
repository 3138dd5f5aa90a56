"""The doctor before buttons, light and buzzer: real drivers, simulated pins, and somebody who looks and listens."""

from __future__ import annotations

from pathlib import Path

import pytest
from english_findings import SAY, EnglishFinding, in_english
from gpiozero import DigitalOutputDevice
from msgspec.structs import replace

from firmware_py.doctor import Installation, findings
from firmware_py.words import Words
from hardware.simulated.pins import SimulatedPins
from hardware.wiring import Wiring

BUTTONS = ("up", "down", "left", "right", "ok", "back")


class Person:
    """Somebody at a device who sees and hears while the doctor waits, and presses what is in `presses`."""

    def __init__(self, folder: Path) -> None:
        self.pins = SimulatedPins(Wiring())
        self.now_s = 0.0
        self.seen: list[tuple[float, float, float]] = []
        self.heard_hz: list[float | None] = []
        self.asked: list[str] = []
        self.presses: list[str] = []
        self.joined: frozenset[str] = frozenset()
        """Buttons whose wires touch."""
        self.installation = Installation(
            None, folder, folder, lambda: self.pins.factory, clock=lambda: self.now_s, wait=self._wait, ask=None
        )

    def hear(self, asked: Words) -> None:
        """Note what the doctor asks for."""
        self.asked.append(SAY(asked))

    def look(self) -> list[EnglishFinding]:
        """What the doctor finds about buttons, light and buzzer."""
        return [
            finding
            for finding in in_english(findings(self.installation))
            if finding.part in {"pins", "encoder", "buttons", "light", "buzzer"}
        ]

    def faults(self) -> list[str]:
        """What is broken; every fault has a remedy."""
        found = [finding for finding in self.look() if finding.verdict == "FAULT"]
        assert all(finding.remedy for finding in found)
        return [finding.text for finding in found]

    def _wait(self, seconds: float) -> None:
        self.seen.append(self.pins.light())
        self.heard_hz.append(self.pins.tone_hz())
        self.now_s += seconds
        for button in self.pins.pressed_buttons():
            self.pins.release(button)
        if self.asked and self.presses:
            pressed = self.presses.pop(0)
            for button in self.joined if pressed in self.joined else pressed.split("+"):
                self.pins.press(button)


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return Person(tmp_path)


def test_the_light_shows_each_colour_and_the_buzzer_three_tones(person: Person) -> None:
    """Somebody at the device sees and hears what no wire reports; then it is dark and silent."""
    assert not person.faults()
    assert person.seen[:3] == [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    assert [round(tone_hz or 0) for tone_hz in person.heard_hz[:3]] == [440, 880, 1760]
    assert person.pins.light() == (0.0, 0.0, 0.0)
    assert person.pins.tone_hz() is None


def test_without_anybody_to_press_the_open_contacts_are_reported(person: Person) -> None:
    """The report says how to try them."""
    (found,) = [finding.text for finding in person.look() if finding.part == "buttons"]
    assert found.startswith("open, as they should be: up, down, left, right, ok, back;")
    assert "--press" in found


def test_a_contact_that_is_closed_is_a_fault(person: Person) -> None:
    """A jammed button or a short circuit to ground."""
    person.pins.press("ok")
    assert person.faults() == ['the button "ok" is closed now']


def test_all_buttons_pressed_is_good(person: Person) -> None:
    """Whoever is asked presses them in any order, and each is answered."""
    person.installation = replace(person.installation, ask=person.hear)
    person.presses = list(reversed(BUTTONS))
    assert not person.faults()
    assert person.asked == [
        "Press each button once: up, down, left, right, ok, back.",
        *(f"{button} responds." for button in reversed(BUTTONS)),
    ]


def test_two_buttons_that_are_joined_are_a_fault(person: Person) -> None:
    """Each press of one closes the other as well: that neither is missed makes neither good."""
    person.installation = replace(person.installation, ask=person.hear)
    person.joined = frozenset({"up", "down"})
    person.presses = ["up", "down", "left", "right", "ok", "back"]
    (fault,) = [finding for finding in person.look() if finding.verdict == "FAULT"]
    assert fault.text == "they close together: down, up"
    assert "GPIO 20 (position 38) and GPIO 16 (position 36)" in fault.remedy
    assert person.asked[1] == "They closed together: down, up. Press one of them alone."


def test_who_presses_two_buttons_at_once_is_asked_again(person: Person) -> None:
    """And then each of them alone is good."""
    person.installation = replace(person.installation, ask=person.hear)
    person.presses = ["up+left", *BUTTONS]
    assert not person.faults()


def test_a_button_that_does_not_respond_is_reported_with_its_place(person: Person) -> None:
    """With its pin and the position on the header, after fifteen seconds without a press."""
    person.installation = replace(person.installation, ask=person.hear)
    person.presses = [button for button in BUTTONS if button != "left"]
    (fault,) = [finding for finding in person.look() if finding.verdict == "FAULT"]
    assert fault.text == 'the button "left" did not respond'
    assert "GPIO 22 (position 15)" in fault.remedy
    assert 15 < person.now_s < 18


def test_a_device_with_four_buttons_is_not_asked_for_six(person: Person, tmp_path: Path) -> None:
    """As its settings say."""
    settings = tmp_path / "config.toml"
    settings.write_text('[buttons]\nlayout = "four"\n')
    person.installation = replace(person.installation, settings=settings, ask=person.hear)
    person.presses = ["up", "down", "ok", "back"]
    assert not person.faults()
    assert person.asked[0] == "Press each button once: up, down, ok, back."


@pytest.fixture
def at_the_encoder(person: Person, tmp_path: Path) -> Person:
    """Somebody who is asked, at a device with an encoder."""
    settings = tmp_path / "config.toml"
    settings.write_text('[buttons]\nlayout = "encoder"\n')
    person.pins = SimulatedPins(Wiring(), "encoder")
    person.installation = replace(person.installation, settings=settings, ask=person.hear)
    return person


def test_an_encoder_is_turned_in_both_directions_and_pushed(at_the_encoder: Person) -> None:
    """One question after the other, because each direction must arrive as what it is; a second click does no harm."""
    at_the_encoder.presses = ["up", "up", "down", "down", "ok", "back"]
    assert not at_the_encoder.faults()
    assert at_the_encoder.asked == [
        "Turn the encoder one click to the left.",
        "up responds.",
        "Turn the encoder one click to the right.",
        "down responds.",
        "Press each button once: ok, back (ok: push the encoder).",
        "ok responds.",
        "back responds.",
    ]


def test_an_encoder_with_exchanged_wires_is_reported(at_the_encoder: Person) -> None:
    """It turns the wrong way round; the remedy says which numbers to exchange."""
    at_the_encoder.presses = ["down", "down", "up", "up", "ok", "back"]
    (fault,) = [finding for finding in at_the_encoder.look() if finding.verdict == "FAULT"]
    assert fault.text == "it turns the wrong way round: left is down"
    assert "pins.encoder.a and pins.encoder.b" in fault.remedy


def test_an_encoder_that_does_not_respond_is_reported_with_its_places(at_the_encoder: Person) -> None:
    """Both contacts with pin and position, after fifteen seconds without a click in each direction."""
    at_the_encoder.presses = []
    faults = [finding for finding in at_the_encoder.look() if finding.verdict == "FAULT"]
    assert [fault.part for fault in faults] == ["encoder", "buttons", "buttons"]
    assert "a on GPIO 22 (position 15), b on GPIO 23 (position 16)" in faults[0].remedy


def test_an_encoder_that_nobody_turns_is_no_fault(at_the_encoder: Person) -> None:
    """Without anybody to ask, its contacts are not judged."""
    at_the_encoder.installation = replace(at_the_encoder.installation, ask=None)
    assert not at_the_encoder.faults()


def test_every_remedy_that_names_the_guide_names_a_file_that_is_there(person: Person) -> None:
    """With its whole path: the program may lie anywhere."""
    with DigitalOutputDevice(18, pin_factory=person.pins.factory):
        (remedy,) = [finding.remedy for finding in person.look() if finding.verdict == "FAULT"]
    assert Path(remedy.removeprefix("see ")).read_text(encoding="utf-8").startswith("# ")


def test_a_taken_pin_is_a_fault_and_the_others_are_tried(person: Person) -> None:
    """The light cannot open; the buzzer sounds all the same."""
    with DigitalOutputDevice(18, pin_factory=person.pins.factory):
        (fault,) = person.faults()
    assert "turn light on GPIO 18" in fault
    assert len([tone for tone in person.heard_hz if tone]) == 3

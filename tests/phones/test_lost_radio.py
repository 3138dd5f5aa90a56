"""Phones that sleep, lose the radio or get another address, in Chromium and network namespaces: `make phones`."""

import os
import time
from contextlib import ExitStack

import pytest
from chromium import CHROMIUM, Browser
from malediction_device import record
from phone_tabs import seat
from phones_running import running_with_screens
from radio import RadioError, radio

from firmware_py.games.maudite_momie.state import Explore, Header

pytestmark = pytest.mark.skipif(not os.environ.get("PHONES"), reason="tried by make phones")
MOMIE = Header(1, "maudite_momie", ("Ada", "Bo", "Cléo"))
WAKE_S, AGAIN_S = 1.0, 12.0
"""So soon a phone that wakes has the right page, and one whose radio is back."""


class Away:
    """A phone at Bo's seat in a Wi-Fi of its own, while Ada plays at the box."""

    def __init__(self, stack, folder):
        """Take the seat."""
        if CHROMIUM is None:
            pytest.skip("needs Chromium (package chromium)")
        try:
            self.radio = stack.enter_context(radio())
        except RadioError as error:
            pytest.skip(f"needs network namespaces, and root who may make them ({error})")
        self.running, self.process = stack.enter_context(
            running_with_screens(folder, load=record(MOMIE), host=self.radio.host)
        )
        browser = Browser(*self.radio.command)
        stack.callback(browser.close)
        self.tab = seat(browser, self.running, "Bo")
        assert self.is_right()

    def is_right(self):
        """Whether the phone asks Bo exactly if it is Bo's turn."""
        acts = self.running.session.game.rules.to_act(self.running.session.state) == ("Bo",)
        return acts == self.tab.run("!!document.querySelector('main [data-t]:not([data-t=help])')")

    def play(self, *actions):
        """Let people play at the box."""
        device = self.running.device
        plies = [step.action for step in self.running.session.steps]
        self.running.do(lambda: device.load(record(MOMIE, *plies, *actions)))

    def soon(self, within_s):
        """Return after how many seconds the phone is right again."""
        began_s = time.monotonic()
        while not self.is_right():
            assert time.monotonic() - began_s < within_s, self.tab.run("document.body.innerText")
            time.sleep(0.02)
        return time.monotonic() - began_s


@pytest.fixture
def away(tmp_path):
    """A phone that can be lost."""
    with ExitStack() as stack:
        yield Away(stack, tmp_path)


def measured(record_property, name, seconds):
    """Keep how long it took, for the report."""
    record_property(name, f"{seconds:.2f} s")
    print(f"{name}: {seconds:.2f} s")


@pytest.mark.parametrize("lost_s", [10, 40])
def test_after_a_faded_radio_the_page_is_right(away, lost_s, record_property):
    """Nobody told the phone, and its stream is dead or late: within 12 s it shows what is asked."""
    away.radio.fade()
    away.play(Explore("Ada", "left"))
    time.sleep(lost_s)
    assert not away.is_right()
    away.radio.come_back()
    measured(record_property, f"faded for {lost_s} s", away.soon(AGAIN_S))


@pytest.mark.parametrize("lost_s", [2, 15, 40])
def test_after_a_lost_radio_the_page_is_right(away, lost_s, record_property):
    """The phone was out of the Wi-Fi, and is back in it."""
    away.radio.lose()
    away.play(Explore("Ada", "left"))
    time.sleep(lost_s)
    assert not away.is_right()
    away.radio.join_again()
    measured(record_property, f"lost for {lost_s} s", away.soon(AGAIN_S))


def test_with_another_address_the_page_is_right(away, record_property):
    """The router gave the phone another address: its stream is dead, and it comes again."""
    away.radio.move()
    away.play(Explore("Ada", "left"))
    measured(record_property, "another address", away.soon(AGAIN_S))


def test_what_is_pressed_while_the_radio_is_away_is_played_once(away, record_property):
    """The phone says that it looks for the device, and tries with the same key until it has an answer."""
    away.play(Explore("Ada", "left"))
    away.soon(AGAIN_S)
    away.tab.until("performance.now() - changedAt > EARLY_MS + 50")
    away.radio.fade()
    away.tab.run("void press([document.querySelector('main [data-t]').dataset.t])")
    time.sleep(6)
    assert away.tab.run("document.getElementById('net').textContent") != ""
    assert away.running.session.ply == 1
    away.radio.come_back()
    began_s = time.monotonic()
    away.tab.until("!isSending", AGAIN_S)
    measured(record_property, "a press is answered", time.monotonic() - began_s)
    assert [step.action.by for step in away.running.session.steps] == ["Ada", "Bo"]


def test_a_phone_that_wakes_has_the_right_page(away, record_property):
    """It slept so long that its stream was cut; what woke it says so, and the page is right within a second."""
    away.tab.ask("Page.setWebLifecycleState", state="frozen")
    away.radio.fade()
    away.play(Explore("Ada", "left"))
    time.sleep(35)
    away.radio.come_back()
    away.tab.ask("Page.setWebLifecycleState", state="active")
    seen = (
        "Object.defineProperty(document, 'hidden', {get: () => false})"  # Chromium leaves a page hidden that was frozen
    )
    away.tab.run(f"{seen}; document.dispatchEvent(new Event('visibilitychange')); 1")
    measured(record_property, "awake", away.soon(WAKE_S))

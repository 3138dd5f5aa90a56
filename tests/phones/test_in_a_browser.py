"""The phones' pages in Chromium: people tap, phones sleep, radios fail, screen readers read."""

import json
import os
import random
import re

import pytest
from malediction_device import THREE, record
from msgspec.structs import replace
from phone_players import wishes
from phone_tabs import complaints, seat, tap
from phones_running import Running, running_with_screens, start_screens
from places import TESTS

from firmware_py.games.maudite_momie.state import Explore, Header, Secure
from firmware_py.games.or_du_pharaon.state import Header as PharaonHeader
from firmware_py.games.or_du_pharaon.state import Setup, StartCard
from firmware_py.games.restoring import read_record
from firmware_py.games.seats import VERSION, BoxSeat
from firmware_py.games.session import play

whole = pytest.mark.skipif(not os.environ.get("PHONES"), reason="tried by make phones")
AXE = TESTS / "phones/node_modules/axe-core/axe.min.js"
MOMIE = Header(1, "maudite_momie", ("Ada", "Bo", "Cléo"))
PHARAON = PharaonHeader(1, "or_du_pharaon", ("Ada", "Bo", "Cléo"), Setup(StartCard(at="c6")))


def test_three_phones_play_a_turn_of_the_hunters(browser, tmp_path):
    """Ada throws, announces and moves by taps; Bo sees the pawns, the mummy never; no console complains."""
    complaints(browser)
    with running_with_screens(tmp_path, load=record(THREE)) as (running, _):
        ada, bo, mo = (seat(browser, running, player) for player in ("Ada", "Bo", "Mo"))
        for target in ("number 0", "die 0"):
            tap(ada, target)
        tap(ada, next(iter(re.findall(r'data-t="(square \d+)"', ada.run("document.body.innerHTML")))))
        tap(ada, "0")
        assert [step.action.by for step in running.session.steps] == ["Ada"] * 3
        bo.until("document.querySelector('.note')?.textContent.includes('Bo')")
        shown = [tab.run("document.querySelectorAll('.piece use[href^=\"#p-\"]').length") for tab in (ada, bo, mo)]
        assert shown == [2, 2, 0]
        assert complaints(browser) == []
        for tab in (ada, bo, mo):
            tab.close()


def test_a_hand_is_revealed_by_one_tap(browser, tmp_path):
    """Cards that are noted on the phone never leave it until its player reveals them, by one press of all."""
    actions = (*(Explore(by, "left") for by in ("Ada", "Bo", "Cléo", "Ada", "Bo", "Cléo")), Secure("Ada"))
    with running_with_screens(tmp_path, load=record(MOMIE, *actions)) as (running, _):
        ada = seat(browser, running, "Ada")
        for card in ("cell 2 1", "cell 3 0"):
            for choice in ("[data-own=add]", f'[data-kind="{card}"]', '[data-then="centre empty"]'):
                ada.run(f"document.querySelector('#own {choice.replace(chr(39), chr(34))}').click()")
        assert running.session.ply == len(actions)
        before = ada.run("page")
        ada.run("document.querySelector('[data-own=reveal]').click()")
        ada.until(f"page !== {before!r} && !isSending")
        revealed = running.session.steps[len(actions)].action
        assert [(card.treasure, card.count) for card in revealed.cards] == [("vase", 2), ("chest", 3)]
        assert ada.run("localStorage.getItem(place())") == "[]"
        ada.close()


def test_a_phone_that_has_a_seat_is_asked_before_it_takes_another(browser, tmp_path):
    """Ada's phone scans Bo's code: it keeps its seat, or takes the other. A wrong code changes nothing."""
    with running_with_screens(tmp_path, load=record(MOMIE)) as (running, _):
        ada = seat(browser, running, "Ada")
        code = running.invite("Bo")
        for choice, used, player in (("stay", code, "Ada"), ("take", "WRONG", "Ada"), ("take", code, "Bo")):
            ada.go("about:blank")
            ada.go(f"http://{running.address}/#{used}")
            ada.until("!document.getElementById('has')?.hidden && document.querySelector('.band')?.innerText")
            assert "Ada" in ada.run("document.querySelector('.band').textContent")
            ada.run(f"document.querySelector('#has [data-say={choice}]').click()")
            said = "This code opens nothing." if used == "WRONG" else ""
            ada.until(f"document.getElementById('net').textContent === {said!r}")
            ada.until(f"document.querySelector('.band')?.textContent.includes({player!r})")
            assert ada.run("document.getElementById('has').hidden && document.getElementById('pair').hidden")
        ada.close()


@whole
def test_a_tap_on_a_page_that_has_just_changed_is_none(browser, tmp_path):
    """What lies below the finger is another thing now: 50 ms after a change nothing is sent; 0.4 s later it is."""
    with running_with_screens(tmp_path, load=record(MOMIE)) as (running, _):
        ada = seat(browser, running, "Ada")
        tapped = (
            "(() => { const at = document.querySelector('[data-t]'); beganAt = performance.now() ; at.click(); })()"
        )
        ada.run(f"changedAt = performance.now() - 50; {tapped}")
        assert ada.run("isSending") is False
        ada.run(f"changedAt = performance.now() - 500; {tapped}")
        ada.until("!isSending && document.querySelector('.q').textContent !== ''")
        assert running.session.ply == 1
        ada.close()


@whole
def test_two_tabs_of_one_seat_are_one_phone(browser, tmp_path):
    """Both show one page. Both answer it: one is played, one is stale, and both show what followed."""
    with running_with_screens(tmp_path, load=record(MOMIE)) as (running, _):
        one = seat(browser, running, "Ada")
        other = browser.page(beside=one)
        other.go(f"http://{running.address}/")
        other.until("!!document.querySelector('[data-t]')")
        assert one.run("page") == other.run("page")
        target = one.run("document.querySelector('[data-t]').dataset.t")
        seen = one.run("page")
        for tab in (one, other):  # the second finger was on the page that it had seen
            tab.run(f"page = {seen!r}; window.said = press([{target!r}]); 1")
        assert sorted(tab.run("window.said") for tab in (one, other)) == [200, 409]
        assert running.session.ply == 1
        for tab in (one, other):
            tab.until("document.querySelector('.q').textContent.includes('Bo')")
            tab.close()


@whole
def test_a_phone_finds_its_page_again_after_a_reload_and_a_new_process(browser, tmp_path):
    """Reloaded, it shows its seat; what is pressed while the process is gone is played once when it is back."""
    running = Running(tmp_path, load=record(MOMIE))
    process = start_screens(running)
    try:
        ada = seat(browser, running, "Ada")
        ada.ask("Page.reload")
        ada.until("!!document.querySelector('.q') && page !== ''")
        ada.until("!!document.querySelector('[data-t]')")
        process.kill()
        process.wait()
        ada.run("void press([document.querySelector('[data-t]').dataset.t])")
        process = start_screens(running)
        ada.until("!isSending && source.readyState === 1")
        assert running.session.ply == 1
        ada.close()
    finally:
        process.kill()
        process.wait()
        running.close()


@whole
def test_a_name_that_is_a_program_runs_nowhere(browser, tmp_path):
    """It is text, and were it not, our page lets no inline script run."""
    header = Header(1, "maudite_momie", ("<img src=x onerror=window.ran=1>", "Bo"))
    with running_with_screens(tmp_path, load=record(header)) as (running, _):
        bo = seat(browser, running, "Bo")
        assert "<img src=x" in bo.run("document.querySelector('.band').textContent")
        bo.run("document.getElementById('said').innerHTML = '<img src=x onerror=\"window.ran=1\">'; 1")
        bo.run("fetch('/icons.svg').then(() => 1)")
        assert bo.run("window.ran") is None
        bo.close()


def played(header):
    """Return the record of a whole game with this header."""
    session, chance = read_record(record(header)), random.Random(1)
    while not session.is_over:
        session = play(session, next(wish for wish, _ in wishes(session, chance)))
    return record(header, *(step.action for step in session.steps))


PAGES = {
    "hunter": (lambda: record(THREE), "Ada", ("number 0", "die 0")),
    "mummy": (lambda: record(THREE), "Mo", ()),
    "momie": (lambda: record(MOMIE), "Ada", ()),
    "help": (lambda: record(MOMIE), "Ada", ("help",)),
    "leave": (lambda: record(MOMIE), "Ada", ("leave",)),
    "hand": (lambda: record(MOMIE, *(Explore(by, "left") for by in MOMIE.players), Secure("Ada")), "Ada", ()),
    "box": (lambda: record(replace(THREE, box={"Mo": BoxSeat("mummy", 1, VERSION)})), "Bo", ()),
    "onlooker": (lambda: record(THREE), "", ()),
    "pharaon": (lambda: record(PHARAON), "Ada", ()),
    "end": (lambda: played(MOMIE), "Bo", ()),
    "points": (lambda: played(MOMIE), "Bo", ("1",)),
    "curve": (lambda: played(THREE), "Mo", ("1",)),
    "replay": (lambda: played(THREE), "", ("2", "button:up")),
    "evening": (lambda: played(MOMIE), "Bo", ()),
}


@pytest.mark.parametrize("name", PAGES if os.environ.get("PHONES") else list(PAGES)[:1])
def test_no_barrier_on_any_page(browser, name, tmp_path):
    """axe-core finds none in any theme and language; nothing is wider than a phone of 360 px, with letters of any size.

    What can be touched is 56 px large, and a finger on its middle touches it and nothing else.
    """
    if not AXE.exists():
        pytest.skip("needs axe-core: run npm ci in tests/phones")
    load, player, targets = PAGES[name]
    with running_with_screens(tmp_path, load=load()) as (running, _):
        tab = seat(browser, running, player, "de", width=360, height=740)
        if name == "leave":
            running.allow_all()
        if name == "evening":
            running.do(lambda: running.device.press("back"))
        for target in targets:
            tap(tab, target)
        if name == "help":  # with the question of a phone that has scanned another code
            tab.run("document.getElementById('has').hidden = false; 1")
        tab.run(AXE.read_text(encoding="utf-8") + ";1")
        for language in ("de", "fr", "en") if os.environ.get("PHONES") else ("de",):
            tab.run(f"document.querySelector('[data-choose=\"language {language}\"]').click()")
            tab.until(f"document.documentElement.lang === '{language}' && source.readyState === 1")
            for theme in ("night", "day", "contrast"):
                tab.run(f"document.documentElement.dataset.theme = '{theme}'; 1")
                tab.run("Promise.all(document.getAnimations().map((one) => one.finished)).then(() => 1)")
                found = tab.run(
                    "axe.run(document).then(({violations}) => violations.map(({id, nodes}) => [id, nodes[0].html]))"
                )
                assert found == [], (language, theme, json.dumps(found, indent=1))
            for size in ("huge", "large", "normal"):
                tab.run(f"document.documentElement.dataset.size = '{size}'; 1")
                assert tab.run("document.documentElement.scrollWidth") <= 360, (language, size)
            small = tab.run(
                "[...document.querySelectorAll('button')].filter((one) => one.offsetParent)"
                ".filter((one) => one.offsetHeight < 56 || one.offsetWidth < 56).map((one) => one.outerHTML)"
            )
            assert small == []
            missed = tab.run(
                "[...document.querySelectorAll('main [data-t]')].filter((one) => {"
                " one.scrollIntoView({block: 'center', inline: 'center'}); const box = one.getBoundingClientRect();"
                " return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)"
                "?.closest('[data-t]') !== one; }).map((one) => one.outerHTML)"
            )
            assert missed == [], language
        tab.close()


@whole
def test_nothing_is_asked_of_any_other_host(browser, tmp_path):
    """Every request of the page goes to the device."""
    with running_with_screens(tmp_path, load=record(MOMIE)) as (running, _):
        complaints(browser)
        tab = seat(browser, running, "Ada")
        asked = tab.run("performance.getEntriesByType('resource').map((one) => new URL(one.name).host)")
        assert set(asked) == {running.address}
        tab.close()

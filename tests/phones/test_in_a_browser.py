"""The phones' pages in Chromium: people tap, phones sleep, radios fail, screen readers read."""

import json
import os
import re
from contextlib import contextmanager
from itertools import product

import pytest
from malediction_device import THREE, record
from phone_players import KEYS, shown
from phone_tabs import complaints, seat, show, tap
from phones_running import Running, end, running_with_screens, start_screens
from places import TESTS
from shown_phones import as_sent, played, shown_phones

from firmware_py.games.maudite_momie.state import Card, Explore, Header, Reveal, Secure
from firmware_py.pages.as_html import write_page
from firmware_py.pages.seats import AT_THE_BOX, HELP_TARGET, seat_view, touch

whole = pytest.mark.skipif(not os.environ.get("PHONES"), reason="tried by make phones")
AXE = TESTS / "phones/node_modules/axe-core/axe.min.js"
MOMIE = Header(1, "maudite_momie", ("Ada", "Bo", "Cléo"))
GAMES = ("maudite_momie", "or_du_pharaon", "malediction")


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
            note(ada, card, "centre empty")
        assert running.session.ply == len(actions)
        before = ada.run("page")
        ada.run("document.querySelector('[data-own=reveal]').click()")
        ada.until(f"page !== {before!r} && !isSending")
        revealed = running.session.steps[len(actions)].action
        assert [(card.treasure, card.count) for card in revealed.cards] == [("vase", 2), ("chest", 3)]
        ada.until("own.most === 0")
        assert on_the_phone(ada) == 0
        ada.close()


@whole
def test_cards_noted_on_a_phone_are_never_more_than_lie_before_its_player(browser, tmp_path):
    """They survive a reload, and are forgotten with a hand that was revealed at the box: none is a later card."""
    actions = tuple(Explore(by, "left") for by in ("Ada", "Bo", "Cléo", "Ada", "Bo", "Cléo"))
    with running_with_screens(tmp_path, load=record(MOMIE, *actions)) as (running, _):
        ada = seat(browser, running, "Ada")
        note(ada, "cell 2 1", "centre empty")
        note(ada, "cell 3 0", "centre amulet")
        reload(ada)
        assert on_the_phone(ada) == 2
        assert ada.run("document.querySelector('#own [data-own=add]') === null")
        ada.run("keep(place(), JSON.stringify([...noted(), ['cell 0 0', 'centre empty']])); showOwn()")
        assert on_the_phone(ada) == 2
        running.play(Secure("Ada"))
        ada.until("own.wanted === 2 && !document.querySelector('[data-own=reveal]').hidden")
        running.play(Reveal("Ada", (Card("vase", 2), Card("chest", 3))))
        for by in ("Bo", "Cléo", "Ada"):
            running.play(Explore(by, "left"))
        ada.until("own.most === 1")
        assert on_the_phone(ada) == 0
        ada.close()


@whole
def test_a_hunters_missions_noted_on_a_phone_survive_a_reload(browser, tmp_path):
    """They are shown again with their codes, and never more than lie in Ada's hand."""
    with running_with_screens(tmp_path, load=record(THREE)) as (running, _):
        ada = seat(browser, running, "Ada")
        most, codes = ada.run("[own.most, own.kinds.map((one) => one.t)]")
        assert len(codes) > most > 1
        for code in codes[:most]:
            note(ada, code)
        before = ada.run("document.querySelector('#own .hand').innerText")
        reload(ada)
        assert (on_the_phone(ada), ada.run("document.querySelector('#own .hand').innerText")) == (most, before)
        assert all(code in before for code in codes[:most])
        assert ada.run("document.querySelector('#own [data-own=add]') === null")
        ada.run("keep(place(), JSON.stringify(own.kinds.map((one) => [one.t, '']))); showOwn()")
        assert on_the_phone(ada) == most
        ada.close()


def note(tab, *choices):
    """Note a card or a mission on the phone, by its kind and its middle."""
    for name, value in zip(("own", "kind", "then"), ("add", *choices), strict=False):
        tab.run(f"document.querySelector('#own [data-{name}=\"{value}\"]').click()")


def on_the_phone(tab):
    """How many cards or missions of its own the phone shows."""
    return tab.run("document.querySelectorAll('#own:not([hidden]) .hand [data-at]').length")


def reload(tab):
    """Load the phone's page again, and wait until it shows its seat."""
    tab.run("window.isOld = true")
    tab.ask("Page.reload")
    tab.until("!window.isOld && !!document.querySelector('.q') && page !== '' && own !== null")


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
        end(process)
        ada.run("void press([document.querySelector('[data-t]').dataset.t])")
        process = start_screens(running)
        ada.until("!isSending && source.readyState === 1")
        assert running.session.ply == 1
        ada.close()
    finally:
        end(process)
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


LANGUAGE_AND_THEME = (("de", "night"), ("fr", "day"), ("en", "contrast"))
"""What every page is looked at in: colours do not differ with the language. Before a release all are."""
if os.environ.get("WHOLE"):
    LANGUAGE_AND_THEME = tuple(product(("de", "fr", "en"), ("night", "day", "contrast")))
SHAPES = ((768, 1024, "normal"), (740, 360, "huge"), (360, 740, "huge"), (360, 740, "normal"))
SMALL = (
    "[...document.querySelectorAll('button, summary')].filter((one) => one.offsetParent)"
    ".filter((one) => one.offsetHeight < 56 || one.offsetWidth < 56).map((one) => one.outerHTML)"
)
MISSED = (
    "[...document.querySelectorAll('main [data-t]')].filter((one) => {"
    " one.scrollIntoView({block: 'center', inline: 'center'}); const box = one.getBoundingClientRect();"
    " return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)"
    "?.closest('[data-t]') !== one; }).map((one) => one.outerHTML)"
)
OVERLAID = (
    "(() => { const parts = [...document.querySelectorAll('main > *')].filter((one) => one.offsetHeight)"
    ".map((one) => [one.className, one.getBoundingClientRect()]);"
    " return parts.flatMap(([name, a], at) => parts.slice(at + 1).filter(([, b]) => a.left + 1 < b.right &&"
    " b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom).map(([other]) => [name, other])); })()"
)
SQUEEZED = (
    "[...document.querySelectorAll('main > .chips, .map ~ .score .tok + span')].filter((one) =>"
    " one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML)"
)


def look(tab, theme):
    """See that a page has no barrier as it is now, and that what can be touched is large and lies bare.

    Upright with ordinary letters, and turned with the largest, nothing is wider than the phone or covers another part.
    """
    tab.run(f"keep('theme', '{theme}'); dress(); 1")
    found = tab.run("axe.run(document).then(({violations}) => violations.map(({id, nodes}) => [id, nodes[0].html]))")
    assert found == [], json.dumps(found, indent=1)
    assert tab.run(SMALL) == []
    assert tab.run(MISSED) == []
    for width, height, size in SHAPES:
        tab.resize(width, height)
        tab.run(f"document.documentElement.dataset.size = '{size}'; 1")
        assert tab.run("document.documentElement.scrollWidth") <= width, size
        assert tab.run(MISSED) == []
        assert (tab.run(OVERLAID), tab.run(SQUEEZED)) == ([], []), (width, size)


@contextmanager
def examined(browser, folder, load=None):
    """Yield a phone in which axe-core can be run, and whose page stays as a test makes it."""
    if not AXE.exists():
        pytest.skip("needs axe-core: run npm ci in tests/phones")
    with running_with_screens(folder, load=load or record(THREE)) as (running, _):
        tab = seat(browser, running, "Ada", "de", width=360, height=740, prefers_reduced_motion="reduce")
        tab.run(AXE.read_text(encoding="utf-8") + ";1")
        yield tab
        tab.close()


def test_no_barrier_on_a_page(browser, tmp_path):
    """A hunter's page, which has a map, dice, numbers and a place for missions."""
    with examined(browser, tmp_path) as tab:
        look(tab, "night")


@whole
@pytest.mark.parametrize(("language", "theme"), LANGUAGE_AND_THEME)
@pytest.mark.parametrize("game", ["no game", *GAMES])
def test_no_barrier_on_any_page(browser, game, language, theme, tmp_path):
    """axe-core finds none on any page, in any language and theme."""
    with examined(browser, tmp_path) as tab:
        for name, (at, table) in shown_phones().items():
            if name.startswith(game):
                show(tab, as_sent(at, table, language))
                try:
                    look(tab, theme)
                except AssertionError as error:
                    raise AssertionError(name) from error


CHOSEN = "write([]); document.querySelector('#own [data-own=add]').click(); 1"
NOTED = f"{CHOSEN}; document.querySelector('#own [data-kind]').click(); 1"
STATES = {
    "the seat is given up": "leave(); 1",
    "another code was scanned": "document.getElementById('has').hidden = false; 1",
    "looks are chosen": "document.getElementById('look').open = true; 1",
    "the device is away": "tell(say('away')); 1",
    "a mission is chosen": CHOSEN,
    "a mission is noted": NOTED,
}


@whole
@pytest.mark.parametrize("state", STATES)
def test_no_barrier_in_any_state_of_the_page_itself(browser, state, tmp_path):
    """What the phone shows by itself, in each language and theme."""
    with examined(browser, tmp_path) as tab:
        for language, theme in LANGUAGE_AND_THEME:
            show(tab, as_sent(*shown_phones()["malediction hunters DicePage MazePlan 1"], language))
            tab.run(STATES[state])
            look(tab, theme)


@whole
def test_no_barrier_on_the_evening(browser, tmp_path):
    """What phones show of the evening after a game, with the faces of all who play."""
    session = next(session for session in played(MOMIE) if session.is_over)
    with running_with_screens(tmp_path, load=record(MOMIE, *(step.action for step in session.steps))) as (running, _):
        tab = seat(browser, running, "Bo", "de", width=360, height=740, prefers_reduced_motion="reduce")
        running.do(lambda: running.device.press("back"))
        tab.until("document.querySelectorAll('main [data-t]').length === 0")
        tab.run(AXE.read_text(encoding="utf-8") + ";1")
        for theme in ("night", "day", "contrast"):
            look(tab, theme)
        tab.close()


@whole
def test_no_barrier_beside_cards_that_are_noted(browser, tmp_path):
    """Three cards of Maudite Momie, one with its guardian, and the kinds to choose from."""
    at, table = shown_phones()["maudite_momie table HandPage Picker 1"]
    with examined(browser, tmp_path) as tab:
        for language, theme in LANGUAGE_AND_THEME:
            show(tab, as_sent(at, table, language))
            tab.run("write(own.kinds.slice(0, 3).map(({t}, at) => [t, own.middles.at(at - 1).t])); 1")
            look(tab, theme)


@whole
def test_a_refusal_is_shown_and_read(browser, tmp_path):
    """It lies on the page as an error, in each language."""
    at, table = shown_phones()["malediction hunters DicePage MazePlan 1"]
    with examined(browser, tmp_path) as tab:
        for language, theme in LANGUAGE_AND_THEME:
            show(tab, as_sent(at, table, language, AT_THE_BOX))
            assert tab.run("document.querySelector('.n-error').textContent")
            look(tab, theme)


@whole
def test_a_map_is_zoomed_and_letters_grow_and_motion_rests(browser, tmp_path):
    """The map is as wide as the phone or larger, then it scrolls in its own frame; nothing moves for who wants that."""
    with examined(browser, tmp_path) as tab:
        widths = []
        for zoom in ("zoom1", "zoom2", "zoom3"):
            tab.run(f"document.querySelector('[data-choose=\"zoom {zoom}\"]').click()")
            widths.append(tab.run("document.querySelector('.map svg').getBoundingClientRect().width"))
            assert tab.run("document.documentElement.scrollWidth") <= 360
        assert [round(width / widths[0], 1) for width in widths] == [1, 1.6, 2.4]
        letters = [
            tab.run(
                f"keep('size', '{size}'); dress(); parseFloat(getComputedStyle(document.querySelector('.q')).fontSize)"
            )
            for size in ("normal", "large", "huge")
        ]
        assert [round(size / letters[0], 2) for size in letters] == [1, 1.25, 1.5]
        show(tab, as_sent(*shown_phones()["maudite_momie table WaitingPage Race caught 1"]))
        assert tab.run("document.getAnimations().length") == 0
        tab.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "no-preference"}])
        show(tab, as_sent(*shown_phones()["maudite_momie table TurnPage Race 1"]))
        assert tab.run("document.getAnimations().length") > 0


@whole
def test_no_page_of_a_phone_names_keys_or_leads_nowhere():
    """No words of keys that a phone does not have; from whatever was opened something leads back."""
    for name, (at, table) in shown_phones().items():
        html = write_page(at, table, seat_view(at, table))
        assert not KEYS.search(re.sub("<[^>]*>", " ", html)), name
        if len(at.stack) > 1:
            assert shown(at, table), name


@whole
def test_each_thing_to_do_lies_once_on_a_page():
    """No two buttons play the same; beside a map, which is for eyes and fingers, a button may."""
    for name, (at, table) in shown_phones().items():
        led_by = {}
        for target in re.findall(r'<button data-t="([^"]*)" id="t-', write_page(at, table, seat_view(at, table))):
            if target not in (HELP_TARGET, "button:back"):  # back may come to what another button takes away
                done = touch(at, table, (target,))
                led_by.setdefault((done.seat.stack, done.command, done.why_not), []).append(target)
        assert [targets for targets in led_by.values() if len(targets) > 1] == [], name


@whole
def test_nothing_secret_stays_behind_a_page_that_is_left(browser, tmp_path):
    """No address in the history has the code; what one leaves is emptied, and what one comes back to asks again."""
    with running_with_screens(tmp_path, load=record(THREE)) as (running, _):
        ada = seat(browser, running, "Ada")
        kept = [entry["url"] for entry in ada.ask("Page.getNavigationHistory")["entries"]]
        assert kept == ["about:blank", f"http://{running.address}/"]
        mission = ada.run("own.kinds[0].t")
        note(ada, mission)
        ada.run("addEventListener('pagehide', () => { sessionStorage.left = document.body.textContent; }); 1")
        ada.go("about:blank")
        ada.until("location.protocol === 'about:'")
        ada.run("history.back(); 1")
        ada.until("location.protocol === 'http:' && !!document.querySelector('[data-t]')")
        left = ada.run("sessionStorage.left")
        assert "Appearance" in left
        assert "Ada" not in left
        assert mission not in left
        ada.close()


@whole
def test_nothing_is_asked_of_any_other_host(browser, tmp_path):
    """Every request of the page goes to the device."""
    with running_with_screens(tmp_path, load=record(MOMIE)) as (running, _):
        complaints(browser)
        tab = seat(browser, running, "Ada")
        asked = tab.run("performance.getEntriesByType('resource').map((one) => new URL(one.name).host)")
        assert set(asked) == {running.address}
        tab.close()

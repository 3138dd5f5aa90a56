"""Phones as pages of Chromium: how one takes a seat, how it is tapped, and what its console complains of."""

import json


def seat(browser, running, player, language="en", at="", **page):
    """A phone at this player's seat, as its camera opens the code."""
    tab = browser.page(**page)
    tab.ask("Emulation.setLocaleOverride", locale=language)
    tab.ask("Network.setUserAgentOverride", userAgent="Android", acceptLanguage=language)
    tab.go(f"http://{at or running.address}/#{running.invite(player)}")
    tab.until("!!document.querySelector('.q')")
    return tab


def tap(tab, target):
    """Tap what can be touched, as soon as it is there and a tap counts, and wait until the page has changed."""
    at = f"document.querySelector('[data-t=\"{target}\"]')"
    tab.until(f"!!{at} && performance.now() - changedAt > EARLY_MS + 50 && !isSending")
    before = tab.run("page")
    x, y = tab.run(
        f"(() => {{ const at = {at}; at.scrollIntoView({{block: 'center'}}); const box = at.getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
    )
    hit = f"document.elementFromPoint({x}, {y})?.closest('[data-t]')?.dataset.t"
    tab.until(f"{hit} === {target!r}")
    for kind in ("mousePressed", "mouseReleased"):
        tab.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    tab.until(f"page !== {before!r} && !isSending")


def show(tab, sent):
    """Let a phone show what it could be sent, once its letters and pictures are there."""
    tab.run(
        f"$('own').querySelector('.pick').replaceChildren(); show({{data: {json.dumps(sent)}, lastEventId: 'x.1'}}); 1"
    )
    tab.run("document.fonts.ready.then(() => 1)")


def complaints(browser):
    """What the browsers' consoles have complained of, but for statuses that are answers."""
    found = []
    while not browser.events.empty():
        event = browser.events.get()
        if event["method"] == "Runtime.exceptionThrown":
            found.append(event["params"]["exceptionDetails"])
        if event["method"] == "Log.entryAdded" and event["params"]["entry"]["source"] != "network":
            found.append(event["params"]["entry"]["text"])
    return found

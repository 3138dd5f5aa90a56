"""The large page of an idle device, for all around the table: whose turn it is, and how everybody stands."""

from __future__ import annotations

from msgspec.structs import replace

from display.view.maps import PyramidPlan
from display.view.parts import AcrossSeat, Standing
from display.view.values import Across, Announcement, Race, View

URGENT = ("warning", "error", "saving")
"""The kinds of notice with which a page stays as it is."""


def seen_across(view: View) -> View | None:
    """Return a turn's page as it is seen from across the table, or None for a page that stays as it is.

    Only what everybody may read is seen so, and nothing is added to it. What is read aloud, entered or chosen on a map
    stays; so does a page with a notice that needs attention.
    """
    if view.audience != "table" or view.actor is None or (view.notice and view.notice.kind in URGENT):
        return None
    body = _seen(view)
    return replace(view, title="", prompt="", body=body, hints=(), notice=None) if body else None


def _seen(view: View) -> Across | None:
    match view.body:
        case Race(seats=seats):
            scores = tuple(AcrossSeat(seat.colour, str(seat.score), seat.active) for seat in seats)
            return Across(scores, cards=sum(seat.cards for seat in seats if seat.active))
        case PyramidPlan(cursor="", path=None, falling=(), alarm=alarm, seats=seats):
            return Across(seats, alarm=alarm)
        case Announcement(is_read=False, standings=standings, tokens=tokens, tray=tray):
            pursuer = (AcrossSeat(None, "{}/{}".format(*tokens), icon="mummy"),) if tokens else ()
            return Across((*map(_standing, standings), *pursuer), tray=tray)
    return None


def _standing(standing: Standing) -> AcrossSeat:
    return AcrossSeat(standing.colour, f"{len(standing.marks)}/{standing.wanted}", standing.active)

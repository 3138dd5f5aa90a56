"""What is in force at the table, as one value: the game, the pages, the magnetic board, and what was announced.

`App` owns this value and is the only one that replaces it. What a press does (`presses`), what the pieces on the
magnetic board do (`board_moves`) and what time does are functions that return the next value. Whatever can be derived
from it is a property. An action that can be seen is on the disk: the functions store it before they return.
"""

from __future__ import annotations

from functools import cached_property
from operator import is_
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Actor, Audience, Button, Moment, Notice, View
from firmware_py.config.in_force import board_wiring
from firmware_py.config.settings import WIRING_DRAFT
from firmware_py.device import board_watch
from firmware_py.device.autosave import LESSON, Stored
from firmware_py.device.chosen_settings import ChosenSettings
from firmware_py.device.resources import Resources
from firmware_py.device.system_monitor import SystemState
from firmware_py.games.rules import Rule
from firmware_py.games.session import Session
from firmware_py.host.health import about
from firmware_py.pages.board_care.fed_pages import is_fed, only_hunters, view_of_fed
from firmware_py.pages.help import help_page, with_help
from firmware_py.pages.registry import Sound, explained_on
from firmware_py.pages.stack import Page, Press, Stack, holds_past, press
from firmware_py.pages.table import Table
from firmware_py.storage.transfers import Transfer
from firmware_py.words import Say, Words, speak

Finger: TypeAlias = Button | Literal["glass"]
"""Where a finger is: on a button, or anywhere on the screen."""


class DeviceState(msgspec.Struct, frozen=True, eq=False, dict=True):
    """One moment of the device."""

    resources: Resources
    chosen: ChosenSettings
    stack: Stack
    """The pages that lie on each other."""
    board: board_watch.BoardWatch
    system: SystemState
    stored: Stored
    """What is stored."""
    session: Session | None = None
    """The game under way."""
    audience: Audience = "table"
    """Who looks at the screen."""
    notice: Notice | None = None
    """What is announced until the next press."""
    notice_is_secret: bool = False
    """Whether it was announced on a page for the hunters' eyes."""
    refused: Rule | None = None
    """The rule by which the last press was refused, until the next one."""
    moment: Moment | None = None
    """What has just happened and is shown for a moment, as soon as something is shown."""
    sounds: tuple[Sound, ...] = ()
    """What is to be heard and was not played yet."""
    public_news: str = ""
    """What everybody may hear of what has just happened, while a page for the hunters' eyes is shown."""
    transfer: Transfer | None = None
    """What is being copied between the journal and a USB stick; only `back` counts meanwhile."""
    faults: tuple[str, ...] = ()
    """The faults of the devices that were announced."""
    led_by: Finger | None = None
    """What led here was done by this finger; None if the board, the disk or time did it."""
    is_opened: bool = False
    """Whether the press that led here was the held one by which the hunters open a page for their eyes."""
    is_switched_off: bool = False
    """Whether a person wants it, and the power may go."""
    is_closed: bool = False
    """Whether the journal is closed: nothing more can be played."""

    @property
    def beginning(self) -> Any:
        """The state in which the game under way began: one value for all its sessions, and another for each game."""
        return self.session.start if self.session else None

    @property
    def is_finished(self) -> bool:
        """Whether the application has ended, to begin again if a choice needs other devices."""
        return self.is_closed or self.chosen.restarts

    @property
    def say(self) -> Say:
        """Words in the language in force."""
        return speak(self.chosen.settings.language)

    @property
    def playing(self) -> Session:
        """The game under way; only who knows that there is one may ask for it."""
        assert self.session is not None
        return self.session

    @cached_property
    def table(self) -> Table:
        """What the pages look at."""
        settings, stored, devices = self.chosen.settings, self.stored, self.resources.devices
        return Table(
            say=self.say,
            language=settings.language,
            session=self.session,
            colours=stored.colours,
            unfinished=stored.unfinished,
            saved_games=stored.saved_games,
            saved_count=stored.saved_count,
            has_secret_games=stored.has_secret_games,
            settings=settings,
            trial=self.chosen.trial,
            has_stick=self.system.has_stick,
            has_voice=devices.voice is not None,
            is_durable=stored.is_durable,
            has_set_aside=bool(stored.set_aside),
            board=self.board.known if self.board.is_there else None,
            board_health=lambda: board_watch.health(self.board, devices.board),
            wiring=board_wiring(self.resources.config, settings, stored.chosen.get(WIRING_DRAFT, "")),
            about=lambda: about(devices.faults, self.system.system),
            maps=stored.maps,
            chosen=stored.chosen,
            lessons=tuple(
                (key.removeprefix(LESSON), int(step))
                for key, step in stored.chosen.items()
                if key.startswith(LESSON) and step.isdecimal()
            ),
        )

    @property
    def on_table(self) -> tuple[Any, ...]:
        """What the table is made of, and may change."""
        board = self.board
        about_board = board.known, board.is_there, board.reconnections
        return self.chosen, self.stored, self.session, self.system.has_stick, *about_board

    @property
    def badges(self) -> tuple[str, ...]:
        """What stands in the corner of every page as long as it lasts."""
        badges: dict[str, bool] = {
            "unsaved": not self.stored.is_durable,
            "muted": not (self.chosen.settings.sounds and self.chosen.settings.volume),
            "unplugged": self.board.is_there is False,
            "weak_power": self.system.power_is_weak,
        }
        return tuple(badge for badge, holds in badges.items() if holds)

    @cached_property
    def top_view(self) -> View:
        """What the page on top shows."""
        return view_of_fed(self.stack[-1], self.table)

    @property
    def actor(self) -> Actor | None:
        """Whose turn it is, whatever lies over the page of the game; None if nobody in particular must act."""
        return (self.top_view if len(self.stack) == 1 else self.stack[0].view(self.table)).actor

    @property
    def is_for_hunters(self) -> bool:
        """Whether the page on top is for the hunters' eyes."""
        return self.top_view.audience == "hunters"

    @property
    def page(self) -> View:
        """The page on top as it is shown."""
        view = self.top_view
        if not holds_past(self.stack):  # whose map is another than the one under the pieces
            view = self.board.follower.beside(view, self.say)
        if view.audience == "hunters" and self.session is not None:
            view = replace(view, actor=self.actor)  # everybody sees its light, and may not learn what is done there
        notice = self.notice if view.audience == "hunters" or not self.notice_is_secret else None
        view = with_help(view, self.help, self.table)
        return replace(view, badges=(*view.badges, *self.badges), notice=view.notice or notice)

    @cached_property
    def help(self) -> Page | None:
        """The page that explains the page on top, or what was refused there; None if there is none."""
        may_know = self.is_for_hunters or not self.notice_is_secret
        page, refused = self.stack[-1], self.refused if may_know else None
        return help_page(page, self.table, explained_on(page, self.table), refused)


LAID_ON_TABLE = frozenset({"chosen", "stored", "session", "system", "board"})
"""The fields without which nothing on the table changes."""


def changed(state: DeviceState, **changes: Any) -> DeviceState:
    """Return the state with these fields changed; the same state if they hold these very values already.

    Why not `replace`: a board reports fifty times a second, and most reports change nothing that is shown. And a press
    leads through several states: the table and the view are made again only for one in which they differ.
    """
    if all(getattr(state, name) is value for name, value in changes.items()):
        return state
    after = replace(state, **changes)
    if LAID_ON_TABLE.isdisjoint(changes) or all(map(is_, after.on_table, state.on_table)):
        _take_over("table", state, after)
        if state.stack and after.stack[-1] is state.stack[-1]:
            _take_over("top_view", state, after)
    return after


def _take_over(derived: str, before: DeviceState, after: DeviceState) -> None:
    """Take over what was derived from the state before, if it was."""
    if derived in vars(before):
        vars(after)[derived] = vars(before)[derived]


def noted(state: DeviceState) -> DeviceState:
    """Return the state with what is stored now; what stores something calls it before its pages are shown."""
    return changed(state, stored=state.resources.store.stored)


def hidden(state: DeviceState) -> DeviceState:
    """Return the state with a page for the hunters' eyes hidden; nothing that was entered there is lost."""
    *below, top = state.stack
    if not state.is_for_hunters:
        return state
    if (covered := top.covered()) is not top:
        return changed(state, stack=(*below, covered))
    if is_fed(top):
        return changed(state, stack=(*below, only_hunters(top)))
    return changed(state, stack=press(state.stack, Press("back"), state.table)[0])


def guarded(state: DeviceState, *, shows_secrets: bool) -> DeviceState:
    """Return the state as it may follow what the screen shows: only a held button opens what only hunters may see.

    `shows_secrets`: the screen shows a page for the hunters' eyes already.
    """
    return state if shows_secrets or state.is_opened else hidden(state)


def noticed(state: DeviceState, notice: Notice) -> DeviceState:
    """Return the state with a notice that stays until the next press, on pages for the same eyes as this one."""
    return changed(state, notice=notice, notice_is_secret=state.is_for_hunters)


def confirmed(state: DeviceState, done: Words) -> DeviceState:
    """Return the state with a notice that something was done as it was wanted."""
    return noticed(state, Notice((state.say(done),), "good"))


def warned(state: DeviceState, *warnings: Words) -> DeviceState:
    """Return the state with a notice of what went otherwise; the same state without warnings."""
    if not warnings:
        return state
    return noticed(state, Notice(tuple(map(state.say, warnings)), "warning"))


def sounding(state: DeviceState, sound: Sound | None) -> DeviceState:
    """Return the state with a sound to be heard, if any."""
    return changed(state, sounds=(*state.sounds, sound)) if sound else state


def failures_announced(state: DeviceState) -> DeviceState:
    """Return the state that announces what could not be stored, if anything."""
    return warned(state, *state.resources.store.take_warnings())

"""What is in force at the table, as one value: game, pages, settings, magnetic board, and what was announced.

`App` owns this value and is the only one that replaces it: `update` returns the next one for whatever happens, and the
effects that it wants. Whatever can be derived from it is a property. No store, driver, file or thread is in it.

Why some settings are tried out: with a wrong size, rotation or kind of buttons nobody could take the choice back. So
the device starts again with them, and starts again without them unless somebody confirms in time that it is usable.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from operator import is_
from typing import Any

import msgspec
from msgspec.structs import replace

from display.view import Actor, Audience, Colour, Faces, Notice, Poster, View
from firmware_py.config.schema import (
    Config,
    board_wiring,
    config_in_force,
    contradictions,
    settings_in_force,
    usual_settings,
)
from firmware_py.config.settings import LESSON, TRIAL_S, WIRING_DRAFT, Settings, Trial, read_settings
from firmware_py.device import board_watch
from firmware_py.device.effects import Asked, ComputerState, Effect, Finger, SavedGames
from firmware_py.games.registry import Refusal
from firmware_py.games.session import Session
from firmware_py.pages.board_care.care import is_fed, only_hunters, view_of_fed
from firmware_py.pages.help import help_page, with_help
from firmware_py.pages.interface import PageContext, SavedGame
from firmware_py.pages.page import Page, Press, Stack, holds_past, press
from firmware_py.pages.registry import Sound, explained_on
from firmware_py.pages.saved_games import TransferPage, saved_game_line
from firmware_py.words import Say, Words, speak, words


class ChosenSettings(msgspec.Struct, frozen=True):
    """The settings, what is tried out now, and whether the device is to start again."""

    settings: Settings
    trial: Trial | None = None
    """What is tried out now."""
    restarts: bool = False
    """Whether the device is to start again on what is stored."""
    tries: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The setting that it then tries out, if any."""

    @property
    def outcome(self) -> tuple[Words, ...]:
        """What is said once it has started again: that nobody confirmed in time what was tried."""
        is_over = self.trial is not None and not self.trial.left_s
        return (words("Nobody confirmed it: the setting is as before."),) if is_over else ()


SWITCHED_ON = ChosenSettings(Settings())
"""Those before the first start: nothing is tried, and nothing was."""


def begin_settings(config: Config, chosen: Mapping[str, str], before: ChosenSettings, now_s: float) -> ChosenSettings:
    """The settings at the start: `chosen` on the device, and the one to try out that those before name, if any."""
    trial = next((Trial(key, value, now_s + TRIAL_S) for key, value in before.tries.items()), None)
    return ChosenSettings(_read(config, chosen, trial), trial)


def choose_setting(before: ChosenSettings, config: Config, chosen: Mapping[str, str], key: str) -> ChosenSettings:
    """The settings after the choice of `key` was stored in `chosen`; a trial of this key is confirmed by it."""
    trial = None if before.trial is not None and before.trial.key == key else before.trial
    return replace(before, settings=_read(config, chosen, trial), trial=trial)


def try_setting(
    before: ChosenSettings, config: Config, chosen: Mapping[str, str], key: str, value: str
) -> ChosenSettings | Words:
    """The settings by which the device starts again to try a choice, or why the wiring does not allow it."""
    wanted = read_settings({**chosen, key: value}, usual_settings(config))
    problem = next(contradictions(config_in_force(config, wanted)), None)
    if problem:
        return words("The wiring does not allow it: {why}", why=problem)
    return start_again(before, {key: value})


def start_again(before: ChosenSettings, tries: Mapping[str, str] | None = None) -> ChosenSettings:
    """The settings by which the device starts again on what is stored, to try out `tries`, if any."""
    return replace(before, restarts=True, tries=tries or {})


def tick_trial(before: ChosenSettings, now_s: float) -> ChosenSettings:
    """The settings at `now_s`: a trial that nobody confirmed in time ends, and the device starts again."""
    if before.trial is None:
        return before
    trial = before.trial.at(now_s)
    if not trial.left_s:
        return start_again(replace(before, trial=trial))
    return replace(before, trial=trial) if trial != before.trial else before


def _read(config: Config, chosen: Mapping[str, str], trial: Trial | None) -> Settings:
    tried = {trial.key: trial.value} if trial else {}
    return settings_in_force(config, {**chosen, **tried})


class Stored(msgspec.Struct, frozen=True):
    """What journal and data directory hold, as far as pages look at it."""

    is_durable: bool
    """Whether what is played survives a power cut."""
    fault: Words | None
    """Why games are in memory only; None if they are not, or are meant to be."""
    chosen: Mapping[str, str]
    """Everything chosen on the device, by key."""
    saved: SavedGames
    maps: tuple[tuple[str, str], ...] = ()
    """The owner's maps: name and text of each file."""
    colours: tuple[Colour, ...] = ()
    """The colours of the players of the game under way..."""
    faces: Faces = ()
    """...and their faces."""

    def saved_games(self) -> tuple[SavedGame, ...]:
        """The newest saved games in lines, newest first: that loads their rules, so only what shows them asks."""
        return tuple(map(saved_game_line, self.saved.games))


class DeviceState(msgspec.Struct, frozen=True, eq=False, dict=True):
    """One moment of the device."""

    config: Config
    """The owner's configuration."""
    chosen: ChosenSettings
    stack: Stack
    """The pages that lie on each other."""
    board: board_watch.BoardWatch
    stored: Stored
    next_id: int
    """The number of the next new game."""
    computer: ComputerState = ComputerState()
    power_was_weak: bool = False
    """Ever so far: the players are warned only once."""
    has_voice: bool = False
    """Whether the computer can speak."""
    phones_at: str | None = None
    """The address where phones find the device; empty if it is to be looked up, None if no phone can join in."""
    session: Session | None = None
    """The game under way."""
    game_id: int = 0
    """Its number in the journal."""
    draft: str | None = None
    """What is stored of its next action."""
    audience: Audience = "table"
    """Who looks at the screen."""
    notice: Notice | None = None
    """What is announced until the next press."""
    notice_is_secret: bool = False
    """Whether it was announced on a page for the hunters' eyes."""
    refused: Refusal | None = None
    """The rule by which the last press was refused, until the next one."""
    poster: Poster | None = None
    """What has just happened and is shown for a moment, as soon as something is shown."""
    sounds: tuple[Sound, ...] = ()
    """The sounds that are still to be played."""
    public_news: str = ""
    """What everybody may hear of what has just happened, while a page for the hunters' eyes is shown."""
    faults: tuple[str, ...] = ()
    """The faults of the devices that were announced."""
    input_source: Finger | None = None
    """What led here was done by this finger; None if the board, the disk or time did it."""
    is_opened: bool = False
    """Whether the press that led here was the held one by which the hunters open a page for their eyes."""
    is_news: bool = False
    """Whether what led here is to be seen at once, although nobody has pressed anything."""
    effects: tuple[Effect, ...] = ()
    """What is wanted so far by what is being decided."""
    is_switched_off: bool = False
    """Whether a person wants it, and the power may go."""
    is_closed: bool = False
    """Whether the journal is closed: nothing more can be played."""

    @property
    def beginning(self) -> Any:
        """The state of the rules in which the game under way began: the same value in all its sessions."""
        return self.session.start if self.session else None

    @property
    def is_transferring(self) -> bool:
        """Whether something is copied or taken between the journal and another place; only `back` counts meanwhile."""
        return any(isinstance(page, TransferPage) for page in self.stack)

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
        """The game under way; ask for it only where there is one."""
        assert self.session is not None
        return self.session

    @cached_property
    def table(self) -> PageContext:
        """What the pages look at."""
        settings, stored = self.chosen.settings, self.stored
        return PageContext(
            say=self.say,
            language=settings.language,
            session=self.session,
            colours=stored.colours,
            unfinished=stored.saved.unfinished,
            saved_games=stored.saved_games,
            saved_count=stored.saved.count,
            has_secret_games=stored.saved.has_secret_games,
            has_finished_games=stored.saved.has_finished_games,
            settings=settings,
            trial=self.chosen.trial,
            has_stick=self.computer.has_stick,
            has_voice=self.has_voice,
            has_phones=self.phones_at is not None,
            is_durable=stored.is_durable,
            has_set_aside=stored.saved.has_set_aside,
            board=self.board.known if self.board.is_there else None,
            board_health=self.board.health,
            wiring=board_wiring(self.config, settings, stored.chosen.get(WIRING_DRAFT, "")),
            maps=stored.maps,
            chosen=stored.chosen,
            lessons=tuple(
                (key.removeprefix(LESSON), int(step))
                for key, step in stored.chosen.items()
                if key.startswith(LESSON) and step.isdecimal()
            ),
            unplayed=self.stack[0].unplayed if self.stack else None,
        )

    @property
    def on_table(self) -> tuple[Any, ...]:
        """What the table is made of, and may change."""
        board = self.board
        about_board = board.known, board.is_there, board.reconnections, board.parts
        about_game = self.session, self.stack[0].unplayed if self.stack else None
        return self.chosen, self.stored, self.computer.has_stick, *about_game, *about_board

    @property
    def badges(self) -> tuple[str, ...]:
        """What stands in the corner of every page as long as it lasts."""
        badges: dict[str, bool] = {
            "unsaved": not self.stored.is_durable,
            "muted": not (self.chosen.settings.sounds and self.chosen.settings.volume),
            "unplugged": self.board.is_there is False,
            "weak_power": self.computer.power_is_weak,
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


LAID_ON_TABLE = frozenset({"stack", "chosen", "stored", "session", "computer", "board"})
"""The fields without which nothing on the table changes."""


def alter(state: DeviceState, **changes: Any) -> DeviceState:
    """Change fields; the very same state comes back if they hold these values already.

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


def want(state: DeviceState, *effects: Effect) -> DeviceState:
    """Queue effects."""
    return alter(state, effects=(*state.effects, *effects))


def hide_secrets(state: DeviceState) -> DeviceState:
    """Cover a page for the hunters' eyes; nothing that was entered there is lost."""
    *below, top = state.stack
    if not state.is_for_hunters:
        return state
    if (covered := top.cover()) is not top:
        return alter(state, stack=(*below, covered))
    if is_fed(top):
        return alter(state, stack=(*below, only_hunters(top)))
    *under, page = press(state.stack, Press("back"), state.table)[0]
    state = alter(state, stack=(*under, page.cover()))  # `back` opens it to hunters, and they may have gone
    return hide_secrets(state) if len(under) < len(below) else state


def hide_unless_opened(state: DeviceState, *, shows_secrets: bool) -> DeviceState:
    """Hide what only hunters may see, unless a held button has opened it or the screen shows such a page already."""
    return state if shows_secrets or state.is_opened else hide_secrets(state)


def with_notice(state: DeviceState, notice: Notice) -> DeviceState:
    """Show a notice until the next press, on pages for the same eyes as this one."""
    return alter(state, notice=notice, notice_is_secret=state.is_for_hunters)


def with_confirmation(state: DeviceState, done: Words) -> DeviceState:
    """Show a notice that something worked."""
    return with_notice(state, Notice((state.say(done),), "good"))


def with_warning(state: DeviceState, *warnings: Words) -> DeviceState:
    """Show a notice of what went wrong, if anything did."""
    if not warnings:
        return state
    return with_notice(state, Notice(tuple(map(state.say, warnings)), "warning"))


def with_sound(state: DeviceState, sound: Sound | None) -> DeviceState:
    """Queue a sound, if any."""
    return alter(state, sounds=(*state.sounds, sound)) if sound else state


def asked_of_box(state: DeviceState) -> Asked | None:
    """What the box is asked now; None while it is not its turn, or another page lies over the one that asks."""
    page, session = state.stack[-1], state.session
    question = page.asks(state.table) if session and page.asks_box else None
    return Asked(session, question) if session and question else None

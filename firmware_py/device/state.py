"""What there is this evening: the game that is played, the pages that lie on each other, the board, and what is kept.

Two rooms move it: `carrying_out` after a press, `pieces` after what the magnetic board feels. An action that can be
seen is on disk: the journal keeps it before the pages show it. Fingers, light, tunes and moving pictures are the
`App`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from display.view import Announcement, Audience, Notice, View
from firmware_py.config.file import Config
from firmware_py.config.wiring_in_force import board_wiring
from firmware_py.device import board_watch
from firmware_py.device.autosave import BOARD_DRAFT, SEATING_DRAFT, Autosave
from firmware_py.device.light_and_sound import loudest
from firmware_py.device.settings_in_force import SettingsInForce
from firmware_py.device.system_monitor import SystemState, look
from firmware_py.games.rules import Event, IllegalAction
from firmware_py.games.session import Session, play
from firmware_py.host.health import SYSTEM, WEAK_POWER, about
from firmware_py.pages.malediction.map_editor.editor import board_draft
from firmware_py.pages.menus import game_menu, home, troubles, welcome
from firmware_py.pages.players import seating_draft, seating_stack
from firmware_py.pages.registry import dialogue_of
from firmware_py.pages.settings_menu import trial_page
from firmware_py.pages.sounds import Sound
from firmware_py.pages.stack import Press, Stack, press
from firmware_py.pages.table import Table
from firmware_py.sensing.board_profile import KEY as BOARD_KEY
from firmware_py.sensing.wiring.stored import WIRING_DRAFT
from firmware_py.storage.journal import Journal
from firmware_py.storage.usb_transfer import Transfer
from firmware_py.words import Words, plain, speak
from hardware import Devices


class Evening:
    """The one owner of the game, of the pages and of what is kept.

    `switched_off` tells that a person wanted it, and that the power may go; `choices` whether another evening is to be
    begun on what is kept; `errand` what goes on between the journal and a stick, during which nothing can be pressed.
    """

    def __init__(
        self,
        config: Config,
        devices: Devices,
        journal: Journal,
        now_s: float,
        chance: Callable[[], str],
        warnings: tuple[Words, ...] = (),
        data: Path | None = None,
        trial: Mapping[str, str] | None = None,
        system: Path = SYSTEM,
    ) -> None:
        """Take up the devices and the journal, neither of which is closed here, and lay the first page.

        `chance` draws what the dice of a game follow from if the device rolls them. `data` is where everything is kept,
        the owner's boards among it; `trial` is the setting that is tried out: it is kept only if somebody confirms it.
        `system` is where the system's files are.
        """
        self.config, self.devices, self.chance = config, devices, chance
        self.keeper = Autosave(journal, data)
        chosen = self.keeper.chosen
        boards = {key.removeprefix(BOARD_KEY): text for key, text in chosen.items() if key.startswith(BOARD_KEY)}
        self.watch = board_watch.BoardWatch(kept=boards)
        self.around = SystemState(system)
        self.choices = SettingsInForce(config, self.keeper, trial or {}, now_s)
        self.session: Session | None = None
        self.errand: Transfer | None = None
        self.switched_off = False
        self.audience: Audience = "table"
        """Who looks at the screen."""
        self.notice: Notice | None = None
        """What is said until the next press."""
        self._is_secret = False  # it was said on a page for the hunters' eyes
        self._sounds: tuple[Sound, ...] = ()
        warnings = (*warnings, *self.keeper.take_warnings())
        self.table = self._laid_table()
        """What the pages look at now."""
        self.stack: Stack = welcome(self.table, language_is_chosen="language" in chosen)
        """The pages that lie on each other now."""
        self._faults = devices.faults
        to_tell = (*warnings, *map(plain, self._faults))
        if len(to_tell) > 1:
            self.stack = (*self.stack, troubles(to_tell))
        else:
            self.warn(*to_tell)
        if seating := seating_stack(chosen.get(SEATING_DRAFT, "")):
            self.stack = (home(), *seating)
        if trial:
            self.stack = (*self.stack, trial_page())

    # --- what there is to see and to hear ------------------------------------------------------------------------

    def page(self, *, is_hidden: bool) -> View:
        """Return the page on top as it is to be shown, or what hides it from those whom it is not for."""
        stack = self._hidden() if is_hidden else self.stack
        view = board_watch.beside(self.watch, stack[-1].view(self.table), self.table.say)
        told = self.notice if view.audience == "hunters" or not self._is_secret else None
        return replace(view, badges=self.badges, notice=view.notice or told)

    @property
    def badges(self) -> tuple[str, ...]:
        """What is to be seen in the corner of every page as long as it lasts."""
        badges: dict[str, bool] = {
            "unsaved": not self.keeper.journal.is_durable,
            "muted": not self.choices.settings.sounds,
            "unplugged": self.watch.is_there is False,
            "weak_power": self.around.power_is_weak,
        }
        return tuple(badge for badge, holds in badges.items() if holds)

    def lies_open(self) -> bool:
        """Return whether the page on top is for the hunters' eyes."""
        return self.stack[-1].view(self.table).audience == "hunters"

    def take_sounds(self) -> tuple[Sound, ...]:
        """Return what is to be heard since this was last asked; each sound once."""
        taken, self._sounds = self._sounds, ()
        return taken

    def say_what_failed(self) -> None:
        """Have it said on the page when something could not be kept."""
        if warnings := self.keeper.take_warnings():
            self.warn(*warnings)
            self.lay_table()

    # --- as time goes by -----------------------------------------------------------------------------------------

    def hide(self) -> None:
        """Hide what only hunters may see."""
        self.stack = self._hidden()

    def switch_off(self) -> None:
        """End it all: the power may go."""
        self.switched_off = True

    def elapse(self, now_s: float) -> bool:
        """Let the time pass up to `now_s`; return whether the page looks different since."""
        changes = (self._count_trial(now_s), self._look_around(now_s), self._name_faults())
        return any(changes)

    def deadline_s(self) -> float:
        """Return when time alone may bring something new, on the pages or of the board; infinity if never."""
        board_s = board_watch.deadline_s(self.watch)
        trial = self.choices.trial
        return min(board_s, trial.deadline_s()) if trial else board_s

    def _hidden(self) -> Stack:
        """Return the stack with what hides a page for the hunters' eyes before it, or as it is where none lies open."""
        return press(self.stack, Press("back"), self.table)[0] if self.lies_open() else self.stack

    def _count_trial(self, now_s: float) -> bool:
        """Count the seconds of what is tried out."""
        if not self.choices.elapse(now_s):
            return False
        self.lay_table()
        return True

    def _look_around(self, now_s: float) -> bool:
        """See to the power supply and the stick."""
        before, self.around = self.around, look(self.around, now_s)
        if self.around is before or self.around == replace(before, looked_s=self.around.looked_s):
            return False
        if self.around.power_was_weak and not before.power_was_weak and not self.choices.trial:
            self.warn(WEAK_POWER)
        self.lay_table()
        return True

    def _name_faults(self) -> bool:
        """Say which parts have failed since this was last asked."""
        new = tuple(fault for fault in self.devices.faults if fault not in self._faults)
        self._faults = (*self._faults, *new)
        self.warn(*map(plain, new))
        return bool(new)

    # --- the game ------------------------------------------------------------------------------------------------

    def play(self, actions: tuple[Any, ...], *, insists: bool = False) -> None:
        """Play actions in one go; who `insists` does so by button, whatever the board was told to feel."""
        session = before = self.table.playing
        try:
            for action in actions:
                session = play(session, action)
        except IllegalAction as error:
            self.say(Notice(self.table.say(error.rule.why), "error", error.rule.clause))
            if self.audience != "hunters":
                self.sound("refusal")
            return
        self.keeper.actions(session, before.ply)
        self.take_up(session, insists=insists)
        self._announce(tuple(event for step in session.steps[before.ply :] for event in step.events))

    def take_up(
        self, session: Session, draft: str | None = None, *, insists: bool = False, covered: bool = False
    ) -> None:
        """Go on with a game as it is now, on its own page; `covered` if its secrets wait for the right eyes."""
        self.session = session
        self.table = self._laid_table(covered=covered)
        self.stack = (dialogue_of(session.game.id).page(self.table, draft, game_menu()),)
        self.follow(insists=insists)

    def follow(self, *, insists: bool = False) -> None:
        """Let the board expect its pieces where the page on top tells them to stand."""
        self.watch = board_watch.follow(self.watch, self.session, self.stack, insists=insists)

    def leave(self) -> None:
        """Leave the game for the first page."""
        self.session = None
        self.follow()
        self.keeper.look_through()
        self.lay_table()
        self.stack = (home(),)

    def keep_draft(self) -> None:
        """Keep what was told so far of what is not finished, so that a power cut resumes in its midst."""
        if self.session is not None:
            self.keeper.draft(dialogue_of(self.session.game.id).draft_of(self.stack[0]))
            return
        self.keeper.choose(SEATING_DRAFT, seating_draft(self.stack))
        board = board_draft(self.stack)
        if board is not None and board != self.table.board_draft:
            self.keeper.choose(BOARD_DRAFT, board)
            self.lay_table()

    # --- what the pages look at ----------------------------------------------------------------------------------

    def lay_table(self) -> None:
        """Let the pages see what has changed."""
        self.table = self._laid_table()

    def _laid_table(self, *, covered: bool = False) -> Table:
        settings = self.choices.settings
        return Table(
            say=speak(settings.language),
            language=settings.language,
            layout=settings.layout,
            session=self.session,
            colours=self.keeper.colours,
            unfinished=self.keeper.unfinished,
            kept_games=self.keeper.kept_games,
            open_scores=settings.open_scores,
            settings=settings,
            trial=self.choices.trial,
            has_stick=self.around.has_stick,
            is_durable=self.keeper.journal.is_durable,
            has_set_aside=bool(self.keeper.set_aside),
            board=self.watch.known if self.watch.is_there else None,
            board_health=lambda: board_watch.health(self.watch, self.devices.board),
            wiring=board_wiring(self.config, settings, self.keeper.chosen.get(WIRING_DRAFT, "")),
            about=lambda: about(self.devices.faults, self.around.system),
            covered=covered,
            boards=self.keeper.boards,
            board_draft=self.keeper.chosen.get(BOARD_DRAFT, ""),
        )

    # --- what is said --------------------------------------------------------------------------------------------

    def _announce(self, events: tuple[Event, ...]) -> None:
        """Tell what happened: on the screen to those who look at it, by sound to everybody."""
        public = [event for event in events if event.is_public]
        page = self.stack[-1].view(self.table)
        lies_open = page.audience == "hunters"
        seen = events if lies_open else public
        told = " ".join(self.table.say(event.words()) for event in seen if not event.is_plain)
        if told and not isinstance(page.body, Announcement):  # which says it larger
            self.notice, self._is_secret = self.notice or Notice(told, "good"), lies_open
        dialogue = dialogue_of(self.table.playing.game.id)
        if sound := loudest(dialogue.sound(event) for event in public):
            self.sound(sound)

    def tell(self, done: Words) -> None:
        """Show what was done as it was wanted."""
        self.say(Notice(self.table.say(done), "good"))

    def warn(self, *warnings: Words) -> None:
        """Show what went otherwise; nothing without warnings."""
        if warnings:
            self.say(Notice(" ".join(self.table.say(warning) for warning in warnings), "warning"))

    def say(self, notice: Notice) -> None:
        """Show a message until the next press, on pages for the same eyes as this one."""
        self.notice, self._is_secret = notice, self.lies_open()

    def sound(self, sound: Sound) -> None:
        """Have a sound heard, once it is asked for."""
        self._sounds = (*self._sounds, sound)

"""What goes on at the table: the game that is played, the pages that lie on each other, the board, and what is kept.

Pages decide, the session follows, the journal keeps, and only then is anything shown: an action that can be seen is on
disk. Fingers, light, sounds and moving pictures are the `App`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from display.view import Announcement, Audience, Notice, View
from firmware_py import board_watch
from firmware_py.board_wiring.in_force import board_wiring
from firmware_py.board_wiring.kept import WIRING, WIRING_DRAFT, Sensors
from firmware_py.board_wiring.pages import draft_of
from firmware_py.choices import Choices
from firmware_py.config import Config
from firmware_py.dialogues import DIALOGUES, board_draft, heard, with_board
from firmware_py.errands import Errand, copy_games, copy_report, take_back, take_games
from firmware_py.games.malediction import on_board
from firmware_py.games.malediction.state import Move
from firmware_py.health import SYSTEM, WEAK_POWER, about
from firmware_py.hindsight import HindsightPage
from firmware_py.journal import Journal, JournalError, StoredGame
from firmware_py.keeper import BOARD_DRAFT, SEATING_DRAFT, Keeper
from firmware_py.menus import (
    TAKING_BACK,
    WITH_STICK,
    UnderWay,
    back_from_the_end,
    game_menu,
    home,
    is_quiet,
    troubles,
    welcome,
)
from firmware_py.records import UnreadableLine
from firmware_py.rules import Event, IllegalAction
from firmware_py.screens import (
    Begin,
    Change,
    Command,
    CopyGames,
    CopyReport,
    Discard,
    Input,
    KeepBoard,
    LearnBoard,
    LearnWiring,
    Leave,
    Play,
    Press,
    PutAside,
    Quit,
    Redo,
    Repair,
    Restart,
    Resume,
    Screen,
    Sound,
    Stack,
    Table,
    TakeBack,
    TakeGames,
    Try,
    Undo,
    press,
)
from firmware_py.seating import seating_draft, seating_stack
from firmware_py.session import Session, play, redo, repaired, restore, undo, undo_label, why_not_undo
from firmware_py.settings_menu import trial_page
from firmware_py.signals import loudest
from firmware_py.stick import StickError, needed_stick
from firmware_py.surroundings import Surroundings, look
from firmware_py.tracking.inference import Inference, Matched, Unmoved
from firmware_py.tracking.known_board import KEY as BOARD_KEY
from firmware_py.tracking.known_board import KnownBoard, write_known
from firmware_py.words import Words, plain, speak, words
from hardware import Devices
from hardware.frames import BoardEvent


class Evening:
    """The one owner of the game, of the pages and of what is kept.

    `switched_off` tells that a person wanted it, and that the power may go; `choices` whether another evening is to be
    begun on what is kept.
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
        self.switched_off = False
        self.config = config
        self.devices = devices
        self._keeper = Keeper(journal, data)
        self._chance = chance
        self._around = Surroundings(system)
        self.choices = Choices(config, self._keeper, trial or {}, now_s)
        self._session: Session | None = None
        self._errand: Errand | None = None
        self._is_covered = False
        self._audience: Audience = "table"  # who looks at the screen
        self._notice: Notice | None = None
        self._is_secret = False  # it was said on a page for the hunters' eyes
        self._sounds: tuple[Sound, ...] = ()
        chosen = self._keeper.chosen
        boards = {key.removeprefix(BOARD_KEY): text for key, text in chosen.items() if key.startswith(BOARD_KEY)}
        self._watch = board_watch.BoardWatch(kept=boards)
        warnings = (*warnings, *self._keeper.take_warnings())
        self.table = self._laid_table()
        """What the pages look at now."""
        self.stack: Stack = welcome(self.table, language_is_chosen="language" in chosen)
        """The pages that lie on each other now."""
        self._faults = devices.faults
        to_tell = (*warnings, *map(plain, self._faults))
        if len(to_tell) > 1:
            self.stack = (*self.stack, troubles(to_tell))
        else:
            self._warn(*to_tell)
        if seating := seating_stack(chosen.get(SEATING_DRAFT, "")):
            self.stack = (home(), *seating)
        if trial:
            self.stack = (*self.stack, trial_page())

    # --- what there is to see and to hear ------------------------------------------------------------------------

    def page(self, *, is_hidden: bool) -> View:
        """Return the page on top as it is to be shown, or what hides it from those whom it is not for."""
        stack = self._hidden() if is_hidden else self.stack
        view = board_watch.beside(self._watch, stack[-1].view(self.table), self.table.say)
        told = self._notice if view.audience == "hunters" or not self._is_secret else None
        return replace(view, badges=self.badges, notice=view.notice or told)

    @property
    def badges(self) -> tuple[str, ...]:
        """What is to be seen in the corner of every page as long as it lasts."""
        badges: dict[str, bool] = {
            "unsaved": not self._keeper.journal.is_durable,
            "muted": not self.choices.settings.sounds,
            "unplugged": self._watch.is_there is False,
            "weak_power": self._around.power_is_weak,
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
        if warnings := self._keeper.take_warnings():
            self._warn(*warnings)
            self.table = self._laid_table()

    # --- inputs and time -----------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether an errand is under way, during which nothing can be pressed."""
        return self._errand is not None

    def press(self, done: Input, audience: Audience) -> None:
        """Take an input of those who look at the screen: the pages answer, and what they command is carried out."""
        self._audience = audience
        if done == Press("ok") and board_watch.is_settling(self._watch, self.stack):
            return
        self._notice = None
        self._watch = board_watch.hear(self._watch, audience)
        after, command = press(self.stack, done, self.table)
        self._watch, self.stack = board_watch.answer(self._watch, self.stack, after)
        if command is not None:
            self._carry_out(command)
        elif board_watch.standing(self._session, self.stack) != self._watch.tracker.state:
            self._follow(insists=True)
        self._keep_draft()
        self._ask()
        self._offer_calibration()

    def hide(self) -> None:
        """Hide what only hunters may see."""
        self.stack = self._hidden()

    def load(self, session: Session) -> None:
        """Take up a game that was played elsewhere and keep it."""
        self._resume(self._keeper.add(session))

    def switch_off(self) -> None:
        """End it all: the power may go."""
        self.switched_off = True

    def elapse(self, now_s: float) -> bool:
        """Let the time pass up to `now_s`; return whether the page looks different since."""
        changes = (self._count_trial(now_s), self._look_around(now_s), self._name_faults())
        return any(changes)

    def deadline_s(self) -> float:
        """Return when `elapse` or `feel` may have something new without an event; infinity if never."""
        board_s = board_watch.deadline_s(self._watch)
        trial = self.choices.trial
        return min(board_s, trial.deadline_s()) if trial else board_s

    def _hidden(self) -> Stack:
        """Return the stack with what hides a page for the hunters' eyes before it, or as it is where none lies open."""
        return press(self.stack, Press("back"), self.table)[0] if self.lies_open() else self.stack

    def _count_trial(self, now_s: float) -> bool:
        """Count the seconds of what is tried out."""
        if not self.choices.elapse(now_s):
            return False
        self.table = self._laid_table()
        return True

    def _look_around(self, now_s: float) -> bool:
        """See to the power supply and the stick."""
        before, self._around = self._around, look(self._around, now_s)
        if self._around == replace(before, looked_s=self._around.looked_s):
            return False
        if self._around.power_was_weak and not before.power_was_weak and not self.choices.trial:
            self._warn(WEAK_POWER)
        self.table = self._laid_table()
        return True

    def _name_faults(self) -> bool:
        """Say which parts have failed since this was last asked."""
        new = tuple(fault for fault in self.devices.faults if fault not in self._faults)
        self._faults = (*self._faults, *new)
        self._warn(*map(plain, new))
        return bool(new)

    # --- the magnetic board --------------------------------------------------------------------------------------

    def feel(self, events: tuple[BoardEvent, ...], now_s: float, audience: Audience) -> bool:
        """Take what the board tells, and carry out what its pieces mean; return whether that is news to `audience`."""
        self._audience = audience
        before, stack = self._watch, self.stack
        self._watch, news = board_watch.feel(self._watch, events, now_s, self.table.say, audience)
        if news.notice:
            self._say(news.notice)
        self.stack = board_watch.feel_page(board_watch.walked(before, self._watch, stack), events)
        self._hear_teaching(stack)
        if (self._watch.known, self._watch.is_there) != (before.known, before.is_there):
            self.table = self._laid_table()
            if not self._watch.is_there:
                self.stack = on_board.unasked(self.stack)  # what is asked then, the pieces can answer no more
            self._offer_calibration(instead_of=news.notice)
        self._keep_wiring()
        if news.inference is not None:
            self._take_inference(news.inference)
        self._tell_board_how_closely()
        return news != board_watch.News() or self._watch.is_there != before.is_there

    def _hear_teaching(self, before: Stack) -> None:
        """Let it be heard, and keep it, when a map that is taught has changed."""
        if sound := heard(before, self.stack):
            self._keep_draft()
            self._sound(sound)

    def _take_inference(self, inference: Inference) -> None:
        """Carry out what the pieces mean: a pawn's move is only told until its turn is handed over."""
        self.stack = on_board.answered(self.stack, inference)
        match inference:
            case Matched(Move(to=str())):
                state = self.table.playing.state
                self._watch, self.stack = board_watch.tell(self._watch, self.stack, state, inference)
                self._keep_draft()
            case Unmoved():
                self._watch, self.stack = board_watch.untell(self._watch, self.stack)
                self._keep_draft()
            case Matched():
                self._play_match(inference)
        self._ask()

    def _tell_board_how_closely(self) -> None:
        """Let the board tell what the page on top wants to know: changes alone, every frame, every input."""
        closely, senses = board_watch.looks_closely(self._watch, self.stack), board_watch.senses(self.stack)
        if (closely, senses) != (self._watch.is_close, self._watch.senses) and self.devices.board is not None:
            self._watch = replace(self._watch, is_close=closely, senses=senses)
            self.devices.board.watch(closely, inputs=senses)

    def _play_match(self, match: Matched) -> None:
        """Play what the pieces mean, like a press; a longer move takes the place of the shorter one before it."""
        self._notice = None
        try:
            if match.instead:
                self._session = undo(self.table.playing)
                self._keeper.move_to(self._session.ply)
                self.table = self._laid_table()
                self._follow()
            before = self.table.playing
            self._play((match.action,))
        except JournalError as error:
            self._warn(error.why)
            return
        if self.table.playing.ply == before.ply + 1:
            self._watch = board_watch.accept(self._watch, before.state, match.action)
        self._keep_draft()

    def _follow(self, *, insists: bool = False) -> None:
        standing = board_watch.standing(self._session, self.stack)
        self._watch, disbelieved = board_watch.follow(self._watch, standing, insists=insists)
        if disbelieved and self.lies_open():
            self._warn(on_board.disbelieved(disbelieved))

    def _ask(self) -> None:
        self._watch, self.stack = board_watch.ask(self._watch, self.stack, self.table)

    def _offer_calibration(self, instead_of: Notice | None = None) -> None:
        """Ask for a calibration that is missing while nobody does anything, and nothing else is to be read."""
        if is_quiet(self.stack) and self._notice in (None, instead_of):
            before = self.stack
            self._watch, self.stack = board_watch.offer(self._watch, self.stack)
            self._notice = None if self.stack != before else self._notice

    # --- commands ------------------------------------------------------------------------------------------------

    def _carry_out(self, command: Command) -> None:
        try:
            match command:
                case Play(action, then):
                    self._play((action, then) if then else (action,), insists=True)
                case Undo() | Redo():
                    self._move_in_history(command)
                case Repair(ply, action):
                    self._repair(ply, action)
                case Begin():
                    self._take_up(self._keeper.begin(command, self._chance() if command.device_dice else ""))
                case KeepBoard():
                    self._keep_board(command)
                case LearnBoard(board):
                    self._learn_board(board)
                case LearnWiring(sensors):
                    self._learn_wiring(sensors)
                case Resume(game_id):
                    self._resume(self._keeper.journal.load(game_id))
                case PutAside(game_id):
                    self._keeper.put_aside(game_id)
                    self._leave()
                case Discard(game_id):
                    self._keeper.discard(game_id)
                    self._leave()
                case Leave():
                    self._leave()
                case Change(key, value):
                    self._change(key, value)
                case Try(key, value):
                    if problem := self.choices.attempt(key, value):
                        self._warn(problem)
                case Restart():
                    self.choices.begin_anew()
                case CopyGames(numbers):
                    self._send(copy_games(self._keeper.journal, needed_stick(self._around.system), numbers), WITH_STICK)
                case TakeGames():
                    self._send(take_games(self._keeper.journal, needed_stick(self._around.system)), WITH_STICK)
                case TakeBack():
                    self._send(take_back(self._keeper.journal, self._keeper.set_aside), TAKING_BACK)
                case CopyReport():
                    self._send(
                        copy_report(needed_stick(self._around.system), self._keeper.data, self._keeper.journal.today()),
                        WITH_STICK,
                    )
                case Quit():
                    self.switch_off()
        except (JournalError, StickError) as error:
            self._warn(error.why)

    def _play(self, actions: tuple[Any, ...], *, insists: bool = False) -> None:
        """Play actions in one go; who `insists` does so by button, whatever the board was told to feel."""
        session = before = self.table.playing
        try:
            for action in actions:
                session = play(session, action)
        except IllegalAction as error:
            self._say(Notice(self.table.say(error.rule.why), "error", error.rule.clause))
            if self._audience != "hunters":
                self._sound("refusal")
            return
        self._keeper.actions(session, before.ply)
        self._take_up(session, insists=insists)
        self._announce(tuple(event for step in session.steps[before.ply :] for event in step.events))

    def _move_in_history(self, command: Undo | Redo) -> None:
        if isinstance(self.stack[-1], HindsightPage):
            return  # who goes back there wants to see an earlier step
        before, is_undo = self.table.playing, isinstance(command, Undo)
        kept = why_not_undo(before) if is_undo else None
        if kept:
            self._warn(kept)
            return
        if command == Undo() and before.is_over and before.game.has_secrets:
            self.stack = (self.stack[0], back_from_the_end())
            return
        session = undo(before) if is_undo else redo(before)
        self._keeper.move_to(session.ply)
        self._is_covered = self._audience != "hunters"
        self._take_up(session)
        label = undo_label(before if is_undo else session, secrets=self.lies_open())
        if label:
            told = words("Taken back: {what}", what=label) if is_undo else words("Again: {what}", what=label)
            self._say(Notice(self.table.say(told), "good"))

    def _repair(self, ply: int, action: Any) -> None:
        session, refused_at = repaired(self.table.playing, ply, action)
        self._keeper.actions(session, ply - 1)
        self._take_up(session)
        if refused_at is None:
            self._say(Notice(self.table.say(words("Corrected, and everything after it played again.")), "good"))
        else:
            self._warn(words("Corrected; the game goes on before action {number}.", number=refused_at))

    def _keep_board(self, kept: KeepBoard) -> None:
        """Keep the owner's board and go back to where its editor was opened."""
        try:
            self._keeper.board(kept.file, kept.text)
        except OSError as error:
            self._warn(words("The board cannot be kept: {why}", why=error.strerror or ""))
            return
        self._keeper.choose(BOARD_DRAFT, "")
        self.table = self._laid_table()
        self.stack = with_board(self.stack[:-1], kept.file)
        self._say(Notice(self.table.say(words("The board {name} is kept.", name=kept.name)), "good"))

    def _learn_board(self, board: KnownBoard) -> None:
        """Keep what was learnt of a magnetic board, and go back to where the page was opened."""
        self._keeper.choose(f"{BOARD_KEY}{board.name}", write_known(board))
        self._watch = board_watch.learn(self._watch, board)
        self._follow()
        self.table = self._laid_table()
        self.stack = self.stack[:-1]
        self._say(Notice(self.table.say(words("Kept for this board.")), "good"))

    def _learn_wiring(self, sensors: Sensors) -> None:
        """Keep what was learnt of the wiring, and open the board anew with it."""
        wiring = self.table.wiring
        if wiring is not None:
            self._keeper.choose(WIRING, wiring.kept(sensors) if sensors else "")
            self._keeper.choose(WIRING_DRAFT, "")
            if board := board_watch.taken_in(self._watch, sensors):
                self._keeper.choose(f"{BOARD_KEY}{board.name}", write_known(board))
            self.choices.begin_anew()

    def _resume(self, stored: StoredGame) -> None:
        try:
            session, warning = restore(stored.header_line, stored.lines, stored.checksums, stored.ply)
        except UnreadableLine as error:
            self._warn(words("This game cannot be opened: {why}", why=str(error)))
            return
        self._is_covered = True
        was_cut_back = session.ply < stored.ply  # so what was entered of the next action is none of this one
        self._take_up(self._keeper.resume(stored, session), None if was_cut_back else stored.draft)
        if warning:
            self._warn(warning)

    def _leave(self) -> None:
        self._session = None
        self._follow()
        self._keeper.look_through()
        self.table = self._laid_table()
        self.stack = (home(),)

    def _change(self, key: str, value: str) -> None:
        first_language = key == "language" and key not in self._keeper.chosen
        if self.choices.change(key, value):
            self.stack = self.stack[:-1]  # off the page that asked whether to keep what was tried
        self.table = self._laid_table()
        if first_language:
            self.stack = welcome(self.table, language_is_chosen=True)
        elif key == "language":
            self.stack = self.stack[:-1]

    # --- errands -------------------------------------------------------------------------------------------------

    def _send(self, errand: Errand, page: UnderWay) -> None:
        self._errand = errand
        self.stack = (*self.stack, page)

    def run_errand(self) -> None:
        """Do the next step of the errand that is under way, and show how far it is or what it came to."""
        assert self._errand is not None
        waiting = next(page for page in self.stack if isinstance(page, UnderWay))
        try:
            page: Screen = replace(waiting, progress=next(self._errand))
        except StopIteration as done:
            page = waiting.accomplished(done.value)
        except JournalError as error:
            page = waiting.accomplished((error.why,))
        if not isinstance(page, UnderWay):
            self._errand = None
            self._keeper.look_through()
            self.table = self._laid_table()
        self.stack = (*(lower for lower in self.stack if not isinstance(lower, UnderWay)), page)

    # --- what is kept --------------------------------------------------------------------------------------------

    def _keep_draft(self) -> None:
        """Keep what was told so far of what is not finished, so that a power cut resumes in its midst."""
        if self._session is not None:
            self._keeper.draft(DIALOGUES[self._session.game.id].draft_of(self.stack[0]))
            return
        self._keeper.choose(SEATING_DRAFT, seating_draft(self.stack))
        board = board_draft(self.stack)
        if board is not None and board != self.table.board_draft:
            self._keeper.choose(BOARD_DRAFT, board)
            self.table = self._laid_table()

    def _keep_wiring(self) -> None:
        """Keep what was taught so far, and let each cell be heard."""
        wiring = self.table.wiring
        draft = draft_of(self.stack, wiring)
        if wiring is not None and draft is not None and draft != wiring.draft:
            self._keeper.choose(WIRING_DRAFT, wiring.kept(draft))
            self.table = self._laid_table()
            self._sound("turn")

    # --- what is shown -------------------------------------------------------------------------------------------

    def _take_up(self, session: Session, draft: str | None = None, *, insists: bool = False) -> None:
        self._session = session
        self.table = self._laid_table()
        self.stack = (DIALOGUES[session.game.id].page(self.table, draft, game_menu()),)
        self._follow(insists=insists)
        self._is_covered = False

    def _laid_table(self) -> Table:
        settings = self.choices.settings
        return Table(
            say=speak(settings.language),
            language=settings.language,
            layout=settings.layout,
            session=self._session,
            colours=self._keeper.colours,
            unfinished=self._keeper.unfinished,
            stored=self._keeper.stored,
            open_scores=settings.open_scores,
            settings=settings,
            trial=self.choices.trial,
            has_stick=self._around.has_stick,
            is_durable=self._keeper.journal.is_durable,
            has_set_aside=bool(self._keeper.set_aside),
            board=self._watch.known if self._watch.is_there else None,
            board_health=lambda: board_watch.health(self._watch, self.devices.board),
            wiring=board_wiring(self.config, settings, self._keeper.chosen.get(WIRING_DRAFT, "")),
            about=lambda: about(self.devices.faults, self._around.system),
            covered=self._is_covered,
            boards=self._keeper.boards,
            board_draft=self._keeper.chosen.get(BOARD_DRAFT, ""),
        )

    def _announce(self, events: tuple[Event, ...]) -> None:
        """Tell what happened: on the screen to those who look at it, by sound to everybody."""
        public = [event for event in events if event.is_public]
        seen = events if self.lies_open() else public
        told = " ".join(self.table.say(event.words()) for event in seen if not event.is_plain)
        if told and not isinstance(
            self.stack[-1].view(self.table).body, Announcement
        ):  # which says it in larger letters
            self._say(self._notice or Notice(told, "good"))
        dialogue = DIALOGUES[self.table.playing.game.id]
        if sound := loudest(dialogue.sound(event) for event in public):
            self._sound(sound)

    def _warn(self, *warnings: Words) -> None:
        if warnings:
            self._say(Notice(" ".join(self.table.say(warning) for warning in warnings), "warning"))

    def _say(self, notice: Notice) -> None:
        """Show a message until the next press, on pages for the same eyes as this one."""
        self._notice, self._is_secret = notice, self.lies_open()

    def _sound(self, sound: Sound) -> None:
        self._sounds = (*self._sounds, sound)

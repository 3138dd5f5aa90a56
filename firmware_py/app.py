"""The referee at work: the one owner of everything that changes.

Screens decide, the session follows, the journal keeps, and only then is anything shown: an action that can be seen is
on disk. `App` is moved by inputs and by time (`press`, `edge`, `elapse`), never by a clock of its own, so that an
evening can be played in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from display.view import Announcement, Audience, Button, Notice, View
from firmware_py import board_watch, hands, reel
from firmware_py.board_wiring.in_force import board_wiring
from firmware_py.board_wiring.kept import WIRING, WIRING_DRAFT, Sensors
from firmware_py.board_wiring.pages import draft_of
from firmware_py.boards import FOLDER as BOARDS
from firmware_py.boards import keep_board, read_boards
from firmware_py.config import Config, adjusted, contradictions, in_force, usual_settings
from firmware_py.dialogues import DIALOGUES, board_draft, heard, with_board
from firmware_py.errands import Errand, copy_games, copy_report, take_games
from firmware_py.games.malediction import on_board
from firmware_py.games.malediction.state import Move
from firmware_py.health import SYSTEM, WEAK_POWER, about
from firmware_py.hindsight import HindsightPage
from firmware_py.journal import Journal, JournalError, StoredGame
from firmware_py.keeper import BOARD_DRAFT, SEATING_DRAFT, Keeper
from firmware_py.menus import (
    DIMMED,
    UnderWay,
    accomplished,
    countdown,
    farewell,
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
    LongPress,
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
    TakeGames,
    Touch,
    Try,
    Undo,
    press,
)
from firmware_py.seating import seating_draft, seating_stack
from firmware_py.session import Session, play, redo, repaired, restore, undo, undo_label, why_not_undo
from firmware_py.settings import BRIGHTNESS, TRIAL_S, Settings, Trial, read_settings
from firmware_py.settings_menu import trial_page
from firmware_py.signals import DARK, LIGHTS, TUNES, is_on, loudest
from firmware_py.stick import NO_STICK, StickError, find_stick
from firmware_py.surroundings import Surroundings, look
from firmware_py.tracking.inference import Inference, Matched, Unmoved
from firmware_py.tracking.known_board import KEY as BOARD_KEY
from firmware_py.tracking.known_board import KnownBoard, write_known
from firmware_py.words import NOTHING, Words, plain, speak, words
from hardware import Devices, Edge
from hardware.frames import BoardEvent

NEVER_S = float("inf")


class App:
    """Everything that changes while the device is on; `finished` once it is to end.

    `switched_off` tells that a person wanted it, and that the power may go; `restarts` that another one is to be begun,
    on what is kept and with what it `tries`. `is_dimmed` tells that the screen is at rest.
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
        """Take up the devices and the journal, neither of which is closed here; show the first screen.

        `chance` draws what the dice of a game follow from if the device rolls them. `data` is where everything is kept,
        the owner's boards among it; `trial` is the setting that is tried out: it is kept only if somebody confirms it.
        `system` is where the system's files are.
        """
        self.finished = self.switched_off = self.restarts = False
        self.tries: Mapping[str, str] = {}
        self._config = config
        self._devices = devices
        self._keeper = Keeper(journal)
        self._chance = chance
        self._around = Surroundings(system)
        self._trial = next((Trial(key, value, now_s + TRIAL_S) for key, value in (trial or {}).items()), None)
        self.settings = self._read_settings()
        """What is in force now: the owner's file, what was chosen on the device, and what is tried out."""
        self._session: Session | None = None
        self._data = data
        self._boards = data / BOARDS if data else None
        self._owned = read_boards(self._boards)
        self._errand: Errand | None = None
        self._is_covered = self._is_hiding = False
        self._notice: Notice | None = None
        self._has_sounded = False
        self._refreshed_s = -NEVER_S
        self._is_behind = False  # a page has felt what is not shown yet
        chosen = self._keeper.chosen
        boards = {key.removeprefix(BOARD_KEY): text for key, text in chosen.items() if key.startswith(BOARD_KEY)}
        self._watch = board_watch.BoardWatch(kept=boards)
        self._hands = hands.begin(devices.buttons.pressed_now(), config.buttons.times())
        self._touched_s = now_s
        self.is_dimmed = False
        warnings = (*warnings, *self._keeper.take_warnings())
        self._table = self._laid_table()
        self._stack: Stack = welcome(self._table, language_is_chosen="language" in chosen)
        faults = tuple(plain(fault) for fault in devices.faults)
        if len(warnings) + len(faults) > 1:
            self._stack = (*self._stack, troubles((*warnings, *faults)))
        else:
            self._warn(*warnings, *faults)
        if seating := seating_stack(chosen.get(SEATING_DRAFT, "")):
            self._stack = (home(), *seating)
        if trial:
            self._stack = (*self._stack, trial_page())
        self._reel = reel.begin(self.view)
        self._refresh(now_s)

    # --- what is seen and heard ----------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """What the screen is to show once nothing moves any more."""
        badges = () if self._keeper.journal.is_durable else ("unsaved",)
        if self.switched_off:
            return replace(farewell(self._table), badges=badges)
        if self._hands.switching_off_since_s is not None:
            fraction = self._hands.switching_off
            return replace(countdown(self._table, fraction, hands.SWITCH_OFF_S), badges=badges)
        if not self.settings.sounds:
            badges = (*badges, "muted")
        if self._watch.is_there is False:
            badges = (*badges, "unplugged")
        if self._around.power_is_weak:
            badges = (*badges, "weak_power")
        stack = self._hidden() if self._is_hiding else self._stack
        view = board_watch.beside(self._watch, stack[-1].view(self._table), self._table.say)
        brightness = BRIGHTNESS[self.settings.brightness] * (DIMMED if self.is_dimmed else 1.0)
        return replace(
            view,
            badges=badges,
            notice=view.notice or self._notice,
            hold=self._hands.hold,
            brightness=brightness,
            is_touched=self.settings.hands == "touch",
        )

    @property
    def _audience(self) -> Audience:
        """Whom what is shown is for; who is hiding it has seen it."""
        return "hunters" if self._is_hiding else self.shown.audience

    def _lies_open(self) -> bool:
        """Return whether the page on top is for the hunters' eyes."""
        return self._stack[-1].view(self._table).audience == "hunters"

    def _hidden(self) -> Stack:
        """Return the stack with what hides a page for the hunters' eyes before it, or as it is where none lies open."""
        return press(self._stack, Press("back"), self._table)[0] if self._lies_open() else self._stack

    @property
    def shown(self) -> View:
        """What the screen shows at this moment."""
        return self._reel.shown

    def next_deadline_s(self) -> float:
        """Return when `elapse` must be called at the latest; infinity if only an input can change anything."""
        deadlines = [
            *hands.deadlines_s(self._hands),
            self._devices.next_deadline_s(),
            board_watch.deadline_s(self._watch),
            reel.deadline_s(self._reel),
            None if self.is_dimmed else self._touched_s + self._config.screen.dim_after_s,
            self._trial.deadline_s() if self._trial else None,
            -NEVER_S if self._errand else None,
            self._refreshed_s + board_watch.READ_S if self._is_behind else None,
        ]
        return min((deadline for deadline in deadlines if deadline is not None), default=NEVER_S)

    @property
    def stack(self) -> Stack:
        """The screens that lie on each other now."""
        return self._stack

    @property
    def table(self) -> Table:
        """What the screens look at now."""
        return self._table

    # --- inputs --------------------------------------------------------------------------------------------------

    def edge(self, edge: Edge) -> None:
        """Take an edge of a button's contact."""
        self._hands, made = hands.feed(self._hands, edge)
        if edge.pressed and self._wakes(edge.at_s):
            self._hands = hands.ignored(self._hands)
            return
        self._take_presses(made, edge.at_s)
        self._hide()

    def elapse(self, now_s: float) -> None:
        """Let the time pass up to `now_s`: long presses, tunes, moving pictures and rest."""
        self._feel(self._devices.poll(now_s), now_s)
        self._hands, made = hands.elapse(self._hands, now_s)
        self._take_presses(made, now_s)
        self._hide()
        self._show_hold(now_s)
        self._count_down(now_s)
        self._reel = reel.elapse(self._reel, now_s)
        self._rest(now_s)
        self._count_trial(now_s)
        self._look_around(now_s)
        self._run_errand(now_s)

    def press(self, done: Input, now_s: float) -> None:
        """Take an input: the screens answer it, and what they command is carried out; nothing during an errand."""
        if self._errand is not None:
            return
        self._touched_s = now_s  # what a held button repeats is a touch as well
        self._notice = None
        self._watch = board_watch.hear(self._watch, self._audience)
        clicks = self._audience != "hunters"  # how often somebody presses there is a secret too
        self._has_sounded = False
        self._stack, command = press(self._stack, done, self._table)
        if command is not None:
            self._carry_out(command, now_s)
        elif board_watch.standing(self._session, self._stack) != self._watch.tracker.state:
            self._follow(insists=True)
        if clicks and not self._has_sounded:
            self._sound("key", now_s)
        self._keep_draft()
        self._ask()
        self._offer_calibration()
        self._refresh(now_s)

    def touch(self, target: str, now_s: float) -> None:
        """Take a finger or the mouse on a target of the screen; the footer's targets are the buttons it names.

        Of the held buttons a touch stands for `back` alone: undo can be undone, a curtain once lifted has shown all.
        """
        if self._wakes(now_s):
            return
        kind, _, button = target.partition(":")
        match kind:
            case "button":
                self.press(Press(hands.BUTTONS[button]), now_s)
            case "hold" if button == "back":
                self.press(LongPress("back"), now_s)
            case _:
                self.press(Touch(target), now_s)

    def stay(self, is_down: bool, now_s: float) -> None:
        """Take a finger that comes down where `ok` is to be held, or leaves: the button is held, or nothing was."""
        if not is_down:
            self._hands = hands.ignored(self._hands)
        self.edge(Edge("ok", is_down, now_s))

    def load(self, session: Session, now_s: float) -> None:
        """Take up a game that was played elsewhere and keep it."""
        self._resume(self._keeper.add(session))
        self._refresh(now_s)

    def _take_presses(self, made: tuple[Press | LongPress, ...], now_s: float) -> None:
        for done in made:
            if done == LongPress("ok") and "ok" not in self._means_something_held():
                self._hands = hands.begin_countdown(self._hands, now_s)
            else:
                self.press(done, now_s)

    def _means_something_held(self) -> frozenset[Button]:
        return frozenset(hint.button for hint in self.view.hints if hint.held)

    def _hide(self) -> None:
        """Hide what only hunters may see as soon as `back` goes down: it may become a hold, and eyes are quicker."""
        was_hiding = self._is_hiding
        self._is_hiding = hands.are_pressing(self._hands, "back") and self._lies_open()
        if self._is_hiding != was_hiding:
            self._cut()

    def _show_hold(self, now_s: float) -> None:
        """Show how far a held button is, as long as holding it would do something here."""
        before = self._hands
        self._hands = hands.show_hold(before, now_s, self._means_something_held)
        if self._hands.hold != before.hold:
            self._cut()

    def _count_down(self, now_s: float) -> None:
        """Show the countdown, and switch off at its end; letting go of `ok` ends it at once."""
        before = self._hands
        self._hands = hands.count_down(before, now_s)
        if before.switching_off_since_s is None:
            return
        if self._hands.switching_off >= 1:
            self._switch_off()
        self._cut()

    def _switch_off(self) -> None:
        self.finished = self.switched_off = True

    def _wakes(self, now_s: float) -> bool:
        """Take a touch of whatever kind; return whether it only woke the screen."""
        was_dimmed, self._touched_s = self.is_dimmed, now_s
        if was_dimmed:
            self.is_dimmed = False
            self._cut()
        return was_dimmed

    def _rest(self, now_s: float) -> None:
        """Dim the screen when nobody has touched anything for long; what only hunters may see is hidden then."""
        if not self.is_dimmed and now_s >= self._touched_s + self._config.screen.dim_after_s:
            self.is_dimmed = True
            self._stack = self._hidden()
            self._cut()

    def _count_trial(self, now_s: float) -> None:
        """Count the seconds of what is tried out; at the end everything is as before."""
        before, self._trial = self._trial, self._trial.at(now_s) if self._trial else None
        if self._trial and not self._trial.left_s:
            self._restart()
        elif self._trial != before:
            self._table = self._laid_table()
            self._cut()

    def _look_around(self, now_s: float) -> None:
        """See to the power supply and the stick."""
        before, self._around = self._around, look(self._around, now_s)
        if self._around == replace(before, looked_s=self._around.looked_s):
            return
        if self._around.power_was_weak and not before.power_was_weak and not self._trial:
            self._warn(WEAK_POWER)
        self._table = self._laid_table()
        self._cut()

    # --- the magnetic board --------------------------------------------------------------------------------------

    def _feel(self, events: tuple[BoardEvent, ...], now_s: float) -> None:
        """Take what the board tells, and carry out what its pieces mean."""
        before, stack, shown = self._watch, self._stack, self.shown
        self._watch, news = board_watch.feel(self._watch, events, now_s, self._table.say, shown.audience)
        self._notice = news.notice or self._notice
        self._stack = board_watch.feel_page(board_watch.walked(before, self._watch, stack), events)
        self._hear_teaching(stack, now_s)
        if (self._watch.known, self._watch.is_there) != (before.known, before.is_there):
            self._table = self._laid_table()
            self._offer_calibration(instead_of=news.notice)
        self._keep_wiring(now_s)
        if news.inference is not None:
            self._take_inference(news.inference, now_s)
        is_news = news != board_watch.News() or self._watch.is_there != before.is_there
        self._is_behind |= self._stack != stack
        may_wait = board_watch.only_feels(stack, self._stack) and now_s < self._refreshed_s + board_watch.READ_S
        if is_news or (self._is_behind and not may_wait):
            if self.view.audience != "hunters" and self.view != shown:  # when a pawn moves is a secret
                self._wakes(now_s)
            self._refresh(now_s)
        self._tell_board_how_closely()

    def _hear_teaching(self, before: Stack, now_s: float) -> None:
        """Let it be heard, and keep it, when a map that is taught has changed."""
        if sound := heard(before, self._stack):
            self._wakes(now_s)
            self._keep_draft()
            self._sound(sound, now_s)

    def _take_inference(self, inference: Inference, now_s: float) -> None:
        """Carry out what the pieces mean: a pawn's move is only told until its turn is handed over."""
        self._stack = on_board.unasked(self._stack)
        match inference:
            case Matched(Move(to=str())):
                state = self._table.playing.state
                self._watch, self._stack = board_watch.tell(self._watch, self._stack, state, inference)
                self._keep_draft()
            case Unmoved():
                self._watch, self._stack = board_watch.untell(self._watch, self._stack)
                self._keep_draft()
            case Matched():
                self._play_match(inference, now_s)
        self._ask()

    def _tell_board_how_closely(self) -> None:
        """Let the board tell what the page on top wants to know: changes alone, every frame, every input."""
        closely, senses = board_watch.looks_closely(self._watch, self._stack), board_watch.senses(self._stack)
        if (closely, senses) != (self._watch.is_close, self._watch.senses) and self._devices.board is not None:
            self._watch = replace(self._watch, is_close=closely, senses=senses)
            self._devices.board.watch(closely, inputs=senses)

    def _play_match(self, match: Matched, now_s: float) -> None:
        """Play what the pieces mean, like a press; a longer move takes the place of the shorter one before it."""
        self._notice = None
        try:
            if match.instead:
                self._session = undo(self._table.playing)
                self._keeper.move_to(self._session.ply)
                self._table = self._laid_table()
                self._follow()
            before = self._table.playing
            self._play((match.action,), now_s)
        except JournalError as error:
            self._warn(error.why)
            return
        if self._table.playing.ply == before.ply + 1:
            self._watch = board_watch.accept(self._watch, before.state, match.action)
        self._keep_draft()

    def _follow(self, *, insists: bool = False) -> None:
        standing = board_watch.standing(self._session, self._stack)
        self._watch, disbelieved = board_watch.follow(self._watch, standing, insists=insists)
        if disbelieved and self._stack[-1].view(self._table).audience == "hunters":
            self._warn(on_board.disbelieved(disbelieved))

    def _ask(self) -> None:
        self._watch, self._stack = board_watch.ask(self._watch, self._stack, self._table)

    def _offer_calibration(self, instead_of: Notice | None = None) -> None:
        """Ask for a calibration that is missing while nobody does anything, and nothing else is to be read."""
        if is_quiet(self._stack) and self._notice in (None, instead_of):
            before = self._stack
            self._watch, self._stack = board_watch.offer(self._watch, self._stack)
            self._notice = None if self._stack != before else self._notice

    # --- commands ------------------------------------------------------------------------------------------------

    def _carry_out(self, command: Command, now_s: float) -> None:
        try:
            match command:
                case Play(action, then):
                    self._play((action, then) if then else (action,), now_s, insists=True)
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
                    self._try(key, value)
                case Restart():
                    self._restart()
                case CopyGames(numbers):
                    self._send(copy_games(self._keeper.journal, self._stick(), numbers))
                case TakeGames():
                    self._send(take_games(self._keeper.journal, self._stick()))
                case CopyReport():
                    self._send(copy_report(self._stick(), self._data, self._keeper.journal.today()))
                case Quit():
                    self._switch_off()
        except (JournalError, StickError) as error:
            self._warn(error.why)

    def _play(self, actions: tuple[Any, ...], now_s: float, *, insists: bool = False) -> None:
        """Play actions in one go; who `insists` does so by button, whatever the board was told to feel."""
        session = before = self._table.playing
        try:
            for action in actions:
                session = play(session, action)
        except IllegalAction as error:
            self._notice = Notice(self._table.say(error.rule.why), "error", error.rule.clause)
            if self._audience != "hunters":
                self._sound("refusal", now_s)
            return
        self._keeper.actions(session, before.ply)
        self._take_up(session, insists=insists)
        self._announce(tuple(event for step in session.steps[before.ply :] for event in step.events), now_s)

    def _move_in_history(self, command: Undo | Redo) -> None:
        if isinstance(self._stack[-1], HindsightPage):
            return  # who goes back there wants to see an earlier step
        before = self._table.playing
        kept = why_not_undo(before) if command == Undo() else None
        if kept:
            self._warn(kept)
            return
        session = undo(before) if command == Undo() else redo(before)
        self._keeper.move_to(session.ply)
        self._is_covered = self._audience != "hunters"
        self._take_up(session)
        secrets = self._stack[-1].view(self._table).audience == "hunters"
        label = undo_label(before if command == Undo() else session, secrets=secrets)
        if label:
            told = words("Taken back: {what}", what=label) if command == Undo() else words("Again: {what}", what=label)
            self._notice = Notice(self._table.say(told), "good")

    def _repair(self, ply: int, action: Any) -> None:
        session, refused_at = repaired(self._table.playing, ply, action)
        self._keeper.actions(session, ply - 1)
        self._take_up(session)
        if refused_at is None:
            self._notice = Notice(self._table.say(words("Corrected, and everything after it played again.")), "good")
        else:
            self._warn(words("Corrected; the game goes on before action {number}.", number=refused_at))

    def _keep_board(self, kept: KeepBoard) -> None:
        """Keep the owner's board and go back to where its editor was opened."""
        try:
            if self._boards:
                keep_board(self._boards, kept.file, kept.text)
        except OSError as error:
            self._warn(words("The board cannot be kept: {why}", why=error.strerror or ""))
            return
        self._owned = (*(owned for owned in self._owned if owned[0] != kept.file), (kept.file, kept.text))
        self._keeper.choose(BOARD_DRAFT, "")
        self._table = self._laid_table()
        self._stack = with_board(self._stack[:-1], kept.file)
        self._notice = Notice(self._table.say(words("The board {name} is kept.", name=kept.name)), "good")

    def _learn_board(self, board: KnownBoard) -> None:
        """Keep what was learnt of a magnetic board, and go back to where the page was opened."""
        self._keeper.choose(f"{BOARD_KEY}{board.name}", write_known(board))
        self._watch = board_watch.learn(self._watch, board)
        self._follow()
        self._table = self._laid_table()
        self._stack = self._stack[:-1]
        self._notice = Notice(self._table.say(words("Kept for this board.")), "good")

    def _learn_wiring(self, sensors: Sensors) -> None:
        """Keep what was learnt of the wiring, and open the board anew with it."""
        wiring = self._table.wiring
        if wiring is not None:
            self._keeper.choose(WIRING, wiring.kept(sensors) if sensors else "")
            self._keeper.choose(WIRING_DRAFT, "")
            self._restart()

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
        self._table = self._laid_table()
        self._stack = (home(),)

    def _change(self, key: str, value: str) -> None:
        first_language = key == "language" and key not in self._keeper.chosen
        self._keeper.choose(key, value)
        self.settings = self._read_settings()
        if self._trial and key == self._trial.key:
            self._trial = None  # it is kept now
            self._stack = self._stack[:-1]
        self._table = self._laid_table()
        if first_language:
            self._stack = welcome(self._table, language_is_chosen=True)
        elif key == "language":
            self._stack = self._stack[:-1]

    def _try(self, key: str, value: str) -> None:
        """Begin anew with another setting, unless it contradicts the wiring."""
        wanted = read_settings({**self._keeper.chosen, key: value}, usual_settings(self._config))
        problem = next(contradictions(adjusted(self._config, wanted)), "")
        if problem:
            self._warn(words("The wiring does not allow it: {why}", why=plain(problem)))
        else:
            self._restart({key: value})

    def _restart(self, tries: Mapping[str, str] | None = None) -> None:
        self.tries = tries or {}
        self.finished = self.restarts = True

    def _read_settings(self) -> Settings:
        tried = {self._trial.key: self._trial.value} if self._trial else {}
        return in_force(self._config, {**self._keeper.chosen, **tried})

    # --- errands -------------------------------------------------------------------------------------------------

    def _stick(self) -> Path:
        """Return the folder of the stick. :raises StickError: when there is none"""
        stick = find_stick(self._around.system)
        if stick is None:
            raise StickError(NO_STICK)
        return stick

    def _send(self, errand: Errand) -> None:
        self._errand = errand
        self._stack = (*self._stack, UnderWay(NOTHING))

    def _run_errand(self, now_s: float) -> None:
        """Do the next step of an errand, and show how far it is or what it came to."""
        if self._errand is None:
            return
        try:
            page: Screen = UnderWay(next(self._errand))
        except StopIteration as done:
            page = accomplished(done.value)
        except JournalError as error:
            page = accomplished((error.why,))
        if not isinstance(page, UnderWay):
            self._errand = None
            self._keeper.look_through()
            self._table = self._laid_table()
        self._stack = (*(lower for lower in self._stack if not isinstance(lower, UnderWay)), page)
        self._refresh(now_s)

    # --- what is kept --------------------------------------------------------------------------------------------

    def _keep_draft(self) -> None:
        """Keep what was told so far of what is not finished, so that a power cut resumes in its midst."""
        if self._session is not None:
            self._keeper.draft(DIALOGUES[self._session.game.id].draft_of(self._stack[0]))
            return
        self._keeper.choose(SEATING_DRAFT, seating_draft(self._stack))
        board = board_draft(self._stack)
        if board is not None and board != self._table.board_draft:
            self._keeper.choose(BOARD_DRAFT, board)
            self._table = self._laid_table()

    def _keep_wiring(self, now_s: float) -> None:
        """Keep what was taught so far, and let each cell be heard."""
        wiring = self._table.wiring
        draft = draft_of(self._stack, wiring)
        if wiring is not None and draft is not None and draft != wiring.draft:
            self._keeper.choose(WIRING_DRAFT, wiring.kept(draft))
            self._table = self._laid_table()
            self._sound("turn", now_s)

    # --- what is shown -------------------------------------------------------------------------------------------

    def _take_up(self, session: Session, draft: str | None = None, *, insists: bool = False) -> None:
        self._session = session
        self._table = self._laid_table()
        self._stack = (DIALOGUES[session.game.id].page(self._table, draft, game_menu()),)
        self._follow(insists=insists)
        self._is_covered = False

    def _laid_table(self) -> Table:
        settings = self.settings
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
            trial=self._trial,
            has_stick=self._around.has_stick,
            is_durable=self._keeper.journal.is_durable,
            board=self._watch.known if self._watch.is_there else None,
            board_health=lambda: board_watch.health(self._watch, self._devices.board),
            wiring=board_wiring(self._config, settings, self._keeper.chosen.get(WIRING_DRAFT, "")),
            about=lambda: about(self._devices.faults, self._around.system),
            covered=self._is_covered,
            boards=self._owned,
            board_draft=self._keeper.chosen.get(BOARD_DRAFT, ""),
        )

    def _announce(self, events: tuple[Event, ...], now_s: float) -> None:
        """Tell what happened: on the screen to those who look at it, by sound to everybody."""
        view = self._stack[-1].view(self._table)
        secrets = view.audience == "hunters"
        heard = [event for event in events if event.is_public]
        told = " ".join(
            self._table.say(event.words()) for event in (events if secrets else heard) if not event.is_plain
        )
        if told and not isinstance(view.body, Announcement):  # which says it in larger letters
            self._notice = self._notice or Notice(told, "good")
        dialogue = DIALOGUES[self._table.playing.game.id]
        sound = loudest(dialogue.sound(event) for event in heard)
        if sound:
            self._sound(sound, now_s)

    def _warn(self, *warnings: Words) -> None:
        if warnings:
            self._notice = Notice(" ".join(self._table.say(warning) for warning in warnings), "warning")

    def _sound(self, sound: Sound, now_s: float) -> None:
        if self._devices.buzzer and is_on(sound, self.settings.sounds):
            self._devices.buzzer.play(TUNES[sound], now_s)
            self._has_sounded = True

    def _refresh(self, now_s: float) -> None:
        """Show the view there is now, by way of the pictures in which things move."""
        self._refreshed_s, self._is_behind = now_s, False
        if warnings := self._keeper.take_warnings():
            self._warn(*warnings)
            self._table = self._laid_table()
        view = self.view
        self._reel = reel.lead_to(self._reel, view, now_s)
        if self._devices.light:
            self._devices.light.show(LIGHTS[view.actor.colour] if view.actor else DARK)

    def _cut(self) -> None:
        """Show the view there is now at once."""
        self._reel = reel.cut_to(self._reel, self.view)

"""What pages say and what each key does there, without a device: menus, turns, a board's care, voices, phones.

A key that does nothing is not written, nor is `back` that goes a page back, nor the undo that the foot promises.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from html import unescape
from itertools import islice, pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import msgspec
from box_games import HEADERS
from msgspec.structs import replace
from page_texts import Sections, Text, in_sections, written
from places import GOLDENS
from random_play import SAMPLERS, RandomTable, random_game
from sample_evenings import HOUR_MS, TONIGHT, evening_pages, sample_results
from sample_views import SAMPLES
from shots import Shot
from shown_pages import COPYING, equipped_starts, explanations, seldom_shown, starts, words_on

from display.view import COLOURS, MazePlan, Picker, PyramidPlan, View
from firmware_py.config.settings import UNKNOWN, BoardWiring, Controls, Settings, house_rule_key
from firmware_py.evenings.results import Moment, PlayerResult
from firmware_py.evenings.statistics import AskEvenings, AskPerson, Numbered, answer
from firmware_py.games.registry import BOXES, Refusal
from firmware_py.games.seats import VERSION, BoxSeat, Seat, kind_of
from firmware_py.games.session import Edit, Session, apply_edits, back_to, begin, play, undo
from firmware_py.pages.as_html import write_page
from firmware_py.pages.board_care.calibration_page import Calibrating, CalibrationPage
from firmware_py.pages.board_care.care import care_choices, is_for_another_board, only_hunters
from firmware_py.pages.board_care.cell_test import CellTestPage, MaskPage, tally
from firmware_py.pages.board_care.wiring import ReviewPage, TeachWiringPage, wiring_draft_of
from firmware_py.pages.box_seat import ThinkingPage, introduce, seats_choice
from firmware_py.pages.correction import EntriesPage, RefusedPage, correction_page, enter_again_page
from firmware_py.pages.evenings import outcome_words, with_answer
from firmware_py.pages.game_draft import draft_of, with_drafted
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.game_menu import story as happenings
from firmware_py.pages.help import Situation
from firmware_py.pages.interface import BoardHealth, Command, Decision, PageContext, Play, SavedGame, Undo
from firmware_py.pages.malediction.curtain import Announced, Secret, page_behind
from firmware_py.pages.malediction.dialogue import WhyNotPage
from firmware_py.pages.malediction.dice_page import EVERY_DIE
from firmware_py.pages.malediction.map_editor.canvas import solid_rock
from firmware_py.pages.malediction.map_editor.editor import edit, start_editing
from firmware_py.pages.malediction.map_editor.files import write_draft
from firmware_py.pages.malediction.map_editor.teaching import teach_page
from firmware_py.pages.moved_pieces import moved_page
from firmware_py.pages.or_du_pharaon.card_page import missing_page
from firmware_py.pages.page import Input, LongPress, NoMenu, Page, Press, Stack, Touch, offered, press
from firmware_py.pages.phones import ALL, MAY, Invitation, InvitePage, Pairing, phones_line, write_pairings
from firmware_py.pages.phones import KEY as PHONES
from firmware_py.pages.players import players_page
from firmware_py.pages.registry import PAGES, poster
from firmware_py.pages.saved_games import TAKING_EVERYTHING, saved_games_choice
from firmware_py.pages.seats import SeatAnswer, SeatScreen, follow, inputs, seat_view, table_of, touch
from firmware_py.pages.settings_menu import PARTS as DATE_PARTS
from firmware_py.pages.settings_menu import date_page
from firmware_py.pages.spoken import learnt, utterance
from firmware_py.pages.switch_off import countdown, farewell
from firmware_py.pages.texts import Topic
from firmware_py.sensing import BoardProfile
from firmware_py.words import NOTHING, Words, plain, speak
from hardware.boards.frames import Fault, PartHealth

FOLDER = GOLDENS / "transcripts"
SAY = speak("en")
SENSORS = BoardProfile("sensors", 2, 3, tells_mummy=True)
SWITCHES = BoardProfile("switches", 2, 3, tells_mummy=False)
FRAME_S = 0.1


@dataclass(frozen=True)
class Look:
    """A look at the inputs of switches, as the driver would give it."""

    closed: frozenset[str]
    at_s: float
    chips: frozenset[int] = frozenset({0x20})


Deed: TypeAlias = tuple[str, Iterable[Input | Shot | Look]]
"""What is said of it, and what happens."""


def story(page: Page, table: PageContext, *deeds: Deed) -> Iterator[Text]:
    """Yield what the page shows at first, and after each deed what a press has asked for, and what is shown then."""
    stack: Stack = (NoMenu(), page)
    for name, events in (("", ()), *deeds):
        lines = [f"--- {name}"] if name else []
        for event in events:
            match event:
                case Shot():
                    stack = (*stack[:-1], stack[-1].feed(event))
                case Look():
                    stack = (*stack[:-1], stack[-1].feed_inputs(event))
                case _:
                    stack, command = press(stack, event, table)
                    lines += [f"--> {in_words(command)}"] if command else []
        view = stack[-1].view(table)
        lines += written(view)
        if isinstance(view.body, MazePlan) and any(square.colour for square in view.body.squares):
            lines.append(f"colours: {' '.join(square.colour or '-' for square in view.body.squares)}")
        yield lines


def in_words(value: Any) -> str:
    """A command or a value in it, in words: what is as by default is left out."""
    match value:
        case Play(action=action, then=then, more=more):
            return ", then ".join(in_words(one) for one in (action, then, *more) if one is not None)
        case Words():
            return SAY(value)
        case msgspec.Struct():
            name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(value).__name__).lower()
            fields = ((field, getattr(value, field.name)) for field in msgspec.structs.fields(value))
            return f"{name} " + ", ".join(
                f"{field.name} {in_words(held)}"
                for field, held in fields
                if held not in (field.default, msgspec.UNSET)
                and (field.default_factory is msgspec.NODEFAULT or held != field.default_factory())
            )
        case tuple() | list():
            return f"({'; '.join(map(in_words, value))})"
        case dict():
            return f"({'; '.join(f'{key}: {in_words(held)}' for key, held in value.items())})"
    return str(value)


class Clock:
    """Frames of a board, one after the other: of sensors with this field where nothing lies, or of switches."""

    def __init__(self, still_mt: float = 0.0, reading: str = "millitesla") -> None:
        self.now_s, self.still_mt, self.reading = 100.0, still_mt, reading

    def lie(self, seconds: float, *, unread: frozenset[int] = frozenset(), **fields_mt: float) -> list[Shot]:
        """Let these cells have fields for so long, and all others none."""
        cells = tuple(
            round(self.still_mt + fields_mt.get(f"{'abc'[cell % 3]}{1 + cell // 3}", 0.0), 3) for cell in range(6)
        )
        return [Shot(cells, self._tick(), reading=self.reading, unread=unread) for _ in range(round(seconds / FRAME_S))]

    def tremble(self, seconds: float, **noise_mt: float) -> list[Shot]:
        """Let cells tremble by so much about nothing."""
        signs = ([1, -1, 0] * round(seconds / FRAME_S))[: round(seconds / FRAME_S)]
        return [shot for sign in signs for shot in self.lie(FRAME_S, **{c: sign * mt for c, mt in noise_mt.items()})]

    def close(self, seconds: float, *inputs: str, chips: tuple[int, ...] = (0x20,)) -> list[Look]:
        """Let exactly these inputs be closed for so long."""
        return [Look(frozenset(inputs), self._tick(), frozenset(chips)) for _ in range(round(seconds / FRAME_S))]

    def _tick(self) -> float:
        self.now_s = round(self.now_s + FRAME_S, 3)
        return self.now_s


def a_board(board: BoardProfile | None, **changes: object) -> PageContext:
    return msgspec.structs.replace(PageContext(SAY, board=board), **changes)


OK, BACK, UP, DOWN, RIGHT, LEFT = map(Press, ("ok", "back", "up", "down", "right", "left"))


def calibration() -> Sections:
    """Sensors calibrated with every mistake on the way, and a board of switches."""
    clock, switches = Clock(1.0), Clock(reading="level")
    return {
        "sensors": story(
            CalibrationPage(Calibrating(SENSORS)),
            a_board(SENSORS),
            ("a frame before it begins", clock.lie(0.3)),
            ("ok, and a cell trembles", [OK, *clock.tremble(2.2, b1=4.0)]),
            ("ok, and one is far off", [OK, *clock.lie(2.2, c2=30.0)]),
            ("ok, and a hunter is put down too early", [OK, *clock.lie(1.9), *clock.lie(0.5, a1=36.0)]),
            ("it is lifted for a moment", [*clock.lie(0.2), *clock.lie(0.8, a1=36.0)]),
            ("it is taken away", clock.lie(1.0)),
            ("a weak one", clock.lie(1.0, a1=2.9)),
            ("just strong enough", clock.lie(0.2, a1=3.0)),
            ("a hunter, not still", [*clock.lie(0.3, a1=36.0), *clock.lie(0.3, a1=30.0)]),
            ("and still", clock.lie(1.0, a1=36.0)),
            ("it stays for long", clock.lie(9.0, a1=36.0)),
            ("that cell is left out", [OK]),
            ("a hunter turned over", clock.lie(0.5, b2=-36.0)),
            ("on two other cells", [*clock.lie(1.0, b2=36.0), *clock.lie(0.5), *clock.lie(1.0, c2=35.0)]),
            ("the hunter stays", clock.lie(1.0, c2=35.0)),
            ("an empty board", clock.lie(1.0)),
            ("a mummy that is a hunter", [*clock.lie(1.0, b1=40.0), *clock.lie(1.0, c1=40.0)]),
            ("an empty board", clock.lie(1.0)),
            ("the hunter again", [*clock.lie(1.0, b1=36.0), *clock.lie(0.5), *clock.lie(1.0, c1=35.0)]),
            ("another cell seems occupied for long", clock.lie(9.0, a2=36.0)),
            ("it is left out, too", [OK]),
            ("then one on which the hunter was", [*clock.lie(9.0, c1=-36.0), OK]),
            ("the hunter on another", [*clock.lie(1.0), *clock.lie(1.0, c2=35.0), *clock.lie(1.0)]),
            ("the mummy", [*clock.lie(1.0, b1=110.0), *clock.lie(0.5), *clock.lie(1.0, c2=105.0)]),
            ("ok", [OK]),
        ),
        "switches": story(
            CalibrationPage(Calibrating(SWITCHES)),
            a_board(SWITCHES),
            ("ok, and one is closed", [OK, *switches.lie(2.2, b2=1.0)]),
            ("ok, and none is", [OK, *switches.lie(2.2)]),
            ("two cells", [*switches.lie(1.0, a1=1.0), *switches.lie(1.0), *switches.lie(1.0, c2=1.0)]),
            ("ok", [OK]),
        ),
        "unplugged": story(CalibrationPage(Calibrating(SENSORS)), a_board(None)),
    }


PARTS = (
    PartHealth("chip 0x20", None, (("errno 5", 2), ("errno 110", 1), ("resets", 1))),
    PartHealth("chip 0x21", None, (("resets", 0),)),
    PartHealth("chip 0x22", Fault.ABSENT, (("resets", 2),)),
    PartHealth("interrupt 17", Fault.MUTE, ()),
    PartHealth("interrupt 27", None, ()),
    PartHealth("serial /dev/ttyACM0", None, (("messages", 70), ("damaged", 1), ("unreadable", 2), ("lost", 3))),
    PartHealth("board", None, (("restarts", 1), ("errors", 0), ("supply_mv", 4987), ("temperature_c10", 314))),
    PartHealth("board", None, (("restarts", 0), ("errors", 0), ("supply_mv", 0), ("temperature_c10", 0))),
)


def cell_test() -> Sections:
    """Cells seen and not seen, magnets turned over, noise, parts, and cells that are left out."""
    clock, switches, few = Clock(), Clock(reading="level"), Clock()
    wide = BoardProfile("wide", 2, 3, tells_mummy=True, masked=frozenset({5}))
    table = a_board(SENSORS, board_health=BoardHealth(PARTS, 2))

    def over(cells: str, clock: Clock) -> list[Shot]:
        """Slide a piece over these cells, of an empty board."""
        empty = clock.lie(0.4)
        return empty + [shot for cell in cells.split() for shot in clock.lie(0.4, **{cell: 36.0})] + clock.lie(0.5)

    found = {
        "sensors": story(
            CellTestPage(SENSORS),
            table,
            ("an empty board", clock.lie(0.4)),
            ("a hunter", clock.lie(0.4, a1=36.4)),
            ("a strong magnet", [*clock.lie(0.4), *clock.lie(0.4, b1=100.2)]),
            ("a chip is silent", clock.lie(0.4, unread=frozenset({1, 4}))),
            ("a magnet turned over", clock.lie(0.4, c2=-36.4)),
            ("noise", [*clock.tremble(2.4, a2=0.07, b2=5.0), OK, *clock.tremble(1.5, a2=0.07, b2=5.0)]),
            ("chips and link", [OK]),
            ("again", [OK]),
            ("back, with more than a quarter not seen", [BACK]),
        ),
        "one cell is not seen": story(
            CellTestPage(wide),
            a_board(wide),
            ("a piece is slid over all but one", over("a1 b1 c1 a2", few)),
            ("back", [BACK]),
            ("leave it out", [DOWN, OK]),
        ),
        "all work, one that was left out too": story(
            CellTestPage(wide),
            a_board(wide),
            ("a piece is slid over each cell", over("a1 b1 c1 a2 b2 c2", few)),
            ("back", [BACK]),
            ("use it again", [DOWN, OK]),
        ),
        "switches": story(
            CellTestPage(SWITCHES),
            a_board(SWITCHES),
            ("one is closed", [*switches.lie(0.4), *switches.lie(0.4, c1=1.0)]),
            ("how many readings a second", [*switches.lie(1.0), OK]),
            ("again", [OK]),
        ),
        "unplugged": story(CellTestPage(SENSORS), a_board(None)),
        "cells left out": story(
            MaskPage(SENSORS),
            a_board(SENSORS),
            ("the third cell", [RIGHT, RIGHT, OK]),
            ("and the one below it", [DOWN, OK]),
            ("the third again", [UP, OK]),
            ("back", [BACK]),
        ),
    }
    lines = {
        "care of sensors": care_choices(a_board(SENSORS)),
        "care of some sensors": care_choices(a_board(replace(wide, is_calibrated=True))),
        "care of nothing": care_choices(a_board(None)),
    }
    cared_for = (CalibrationPage(Calibrating(SENSORS)), CellTestPage(SENSORS), MaskPage(SENSORS), NoMenu())
    another = [
        f"{type(page).__name__}: {is_for_another_board(covered, name)}"
        for page in cared_for
        for covered in (page, only_hunters(page))
        for name in ("sensors", "another")
    ]
    lists = {name: [[f"{SAY(line.label)} - {SAY(line.detail)}" for line in line]] for name, line in lines.items()}
    return found | {"another board": [another]} | lists


def wiring() -> Sections:
    """Four switches taught with a magnet, with every trouble, looked over and saved."""
    clock = Clock()
    known = BoardWiring("/dev/i2c-1", 2, 2, ("20A0", "20A1", "21A0", "21A1"), "order")
    table = a_board(None, wiring=known)
    found = {
        "taught": story(
            TeachWiringPage.of(known, ()),
            table,
            ("no chip answers", clock.close(0.5, chips=())),
            ("one is closed on the empty board", clock.close(0.5, "20B7")),
            ("it is broken", [DOWN, OK]),
            ("nothing answers", clock.close(9.0, "20B7")),
            ("two answer", clock.close(0.5, "20B7", "20A3", "20A4")),
            ("one answers for a moment", [*clock.close(0.3, "20B7"), *clock.close(0.2, "20B7", "20A3")]),
            ("one answers", [*clock.close(0.3, "20B7"), *clock.close(0.5, "20B7", "20A3")]),
            ("the same answers", [*clock.close(0.5, "20B7"), *clock.close(0.5, "20B7", "20A3")]),
            ("yes", [DOWN, OK]),
            ("what to check", [OK, *clock.close(0.3, "20B7", "20A3", chips=(0x20, 0x22))]),
            ("back", [BACK]),
            ("closed meanwhile", clock.close(0.5, "20A4", "20A3")),
            ("lifted, and put down", [*clock.close(0.5), *clock.close(0.5, "20A4")]),
            ("it comes and goes", [at for _ in range(5) for at in (*clock.close(0.1), *clock.close(0.1, "20A5"))]),
            ("one back", [*clock.close(1.0), DOWN, DOWN, OK]),
            ("all but one", [look for n in "67" for look in (*clock.close(0.5, f"20A{n}"), *clock.close(0.5))]),
            ("leave the rest out", [DOWN, DOWN, DOWN, OK]),
            ("look at it", [RIGHT, DOWN, UP, OK]),
            ("save it", [OK]),
        ),
        "many are closed": story(
            TeachWiringPage.of(known, ()), table, ("six", clock.close(0.5, *(f"20B{n}" for n in range(6))))
        ),
    }
    begun = TeachWiringPage.of(known, ())
    for look in (*clock.close(0.5), *clock.close(0.5, "20A3")):
        begun = begun.feed_inputs(look)
    drafts = (
        wiring_draft_of((page,), wiring)
        for wiring in (known, replace(known, sensors=begun.teaching.sensors), None)
        for page in (begun, ReviewPage(begun.teaching), TeachWiringPage.of(known, ()), NoMenu())
    )
    found["kept as a draft"] = iter([[*map(str, drafts)]])
    lists = {
        "wiring in order": known,
        "wiring with a draft": replace(known, draft=("20A1", "20A0", UNKNOWN, UNKNOWN)),
        "wiring that is learnt": replace(known, source="learnt"),
        "wiring of a file": replace(known, source="file"),
    }
    return found | {name: _wiring(replace(table, wiring=one)) for name, one in lists.items()}


def _wiring(table: PageContext) -> Iterator[Text]:
    (line,) = care_choices(table)
    yield [f"{SAY(line.label)} - {SAY(line.detail)}"]
    for downs in range(5):
        yield from islice(story(line.reply.page, table, (f"line {downs}", [*[DOWN] * downs, OK])), bool(downs), None)


def teaching() -> Sections:
    """A map taught by hand over switches: slides, hops, several pieces, missions; and it is taken back."""
    clock = Clock(reading="level")
    page = teach_page(edit(solid_rock(2, 3)), SWITCHES)

    def on(*cells: str, seconds: float = 1.0) -> list[Shot]:
        return clock.lie(seconds, **dict.fromkeys(cells, 1.0))

    found = {
        "switches": story(
            page,
            a_board(SWITCHES),
            ("the mummy is put down", [*on(), *on("a1")]),
            ("on without a corridor", [OK]),
            ("no", [OK]),
            ("it is slid on", [*on("b1"), *on("c1")]),
            ("lifted, and put down beside it", [*on(seconds=2.0), *on("c2")]),
            ("two pieces", on("c2", "a2", seconds=2.0)),
            ("one beside it stays alone", [*on("c2"), *on("c2", "b2", seconds=2.0), *on("b2")]),
            ("lifted back", [*on(seconds=2.0), *on("c2", seconds=2.0)]),
            ("alone again, and slid", [*on("c2", seconds=2.0), *on("b2")]),
            ("round the corner too fast", [*on("c1", seconds=2.0)]),
            ("slid", [*on("c2"), *on("c1", seconds=0.1), *on("b1")]),
            ("taken back", [LongPress("back")]),
            ("the red missions", [OK, *on(seconds=2.0), *on("a1", seconds=2.0)]),
            ("where nothing is open", [*on(seconds=2.0), *on("a2", seconds=2.0)]),
            ("back to the corridors", [BACK]),
            ("through all colours, and look it over", [OK] * 6),
        ),
        "one is left out": story(
            teach_page(edit(solid_rock(2, 3)), replace(SWITCHES, masked=frozenset({1}))),
            a_board(SWITCHES),
            ("too fast past it", [*on(), *on("a1"), *on("c1")]),
        ),
        "unplugged": story(page, a_board(None)),
        "another size": story(page, a_board(replace(SWITCHES, rows=3))),
        "another board": story(page.plugged_in("another"), a_board(SWITCHES), ("a frame", on("a1")), ("ok", [OK])),
    }
    for step in (None, 2):
        draft = write_draft(solid_rock(2, 3), (1, 1), (), step)
        for board in (None, SWITCHES, replace(SWITCHES, rows=3)):
            on_page = start_editing(draft, board).view(a_board(board))
            found[f"taken up, step {step}, {board.count if board else 0} cells"] = iter([written(on_page)])
    return found


INPUTS: Mapping[str, Input] = {
    "ok": OK, "ok (held)": LongPress("ok"), "down": DOWN, "up": UP, "right": RIGHT, "left": LEFT, "back": BACK,
    "back (held)": LongPress("back"),
}  # fmt: skip


def explored(first: Page, table: PageContext, most: int, known: set[tuple[type, str]]) -> Iterator[Text]:
    """Yield what is shown, and what each key does there, on as many pages as the fewest presses lead to.

    A page that says what another one said, but for numbers, is left out; from there `ok` and `down` lead on.
    """
    waiting, seen = deque([(*(NoMenu(),) * BELOW, first)]), set()
    while waiting and len(seen) < most:
        stack = waiting.popleft()
        if stack in seen:
            continue
        seen.add(stack)
        view = stack[-1].view(table)
        words = words_on(replace(view, hints=()))  # what can be undone has other words each time
        if is_new := words not in known:
            known.add(words)
            before, done = written(view), {}
            keys: dict[str | Stack, list[str]] = {}
        for key, pressed in _inputs(stack, table).items():
            if not is_new and key not in ("ok", "down"):
                continue
            after, command = press(stack, pressed, table)
            if command is None and after != stack and len(after) > BELOW:
                waiting.append(after)
            if is_new and not _is_usual(key, stack, after, command, view):
                keys.setdefault(in_words(command)[:MOST_LETTERS] if command else after, []).append(key)
        if is_new:
            said = (f"heard: {utterance(None, view, SAY)}",) if isinstance(view.body, Picker) else ()
            across = stack[-1].arrange(table).acts() if stack[-1].asks_only_whose_turn(table) else ()
            afar = (f"across: {' | '.join(f'{at.button} {at.picture} {at.label}' for at in across)}",) if across else ()
            helped = PAGES[table.playing.game.id].explained if table.session else None
            topics = Situation(stack[-1], helped)(table) if helped else ()
            help_line = (f"help: {' / '.join(map(_topic, topics))}",) if topics else ()
            for follows, alike in keys.items():
                news = follows if isinstance(follows, str) else _news(view, before, stack, follows, alike[0], table)
                done.setdefault(news, []).extend(alike)
            acts = (f"{', '.join(alike)} -> {news}" for news, alike in done.items() if news)
            yield [*before, *said, *afar, *help_line, *acts]


def _inputs(stack: Stack, table: PageContext) -> Mapping[str, Input]:
    """What can be done: presses, or touches of what lies there, the first ones."""
    if table.settings.controls != "touch":
        return INPUTS
    names = (offer.name for offer in offered(stack, table, "hunters") if offer.name)
    return {name: Touch(name) for name in islice(names, MOST_TOUCHED)}


def _is_usual(key: str, stack: Stack, after: Stack, command: Command | None, view: View) -> bool:
    """Whether `back` goes a page back, and its hold undoes what the foot says, and nothing else happens."""
    if key == "back":
        return command is None and after == stack[:-1]
    promised = any(hint.held and hint.label.startswith("undo") for hint in view.hints)
    return key == "back (held)" and after == stack and (command == Undo()) == promised


def _news(view: View, before: Text, stack: Stack, after: Stack, key: str, table: PageContext) -> str:
    """What a page shows that the one before did not, and what is heard of it if it is something else."""
    if after == stack:
        return "nothing" if key.startswith("back") else ""
    if len(after) <= BELOW:
        return "away" + f", and {BELOW - len(after)} more" * (len(after) < BELOW)
    shown = after[-1].view(table)
    old = {CURSOR.sub("", line).strip() for line in before}
    lines = (line for line in written(shown) if line not in before)
    news = " / ".join(islice((line for line in lines if CURSOR.search(line) or line.strip() not in old), MOST_LINES))
    heard = utterance(view, shown, SAY) if key in ("ok", "down") else ""
    return news if _letters(heard) == _letters(news) else f"{news} | heard: {heard}" if heard else news


def _letters(line: str) -> str:
    return re.sub(r"<\w+>|\W", "", line)


BELOW = 4
"""How many pages lie below the first one."""
CURSOR = re.compile(r"(?:^|(?<=  ))>+")
MOST_LINES, MOST_LETTERS, MOST_TOUCHED = 3, 200, 16
"""How many lines of the page after a key are given, how many letters of what it asks for, and how much is touched."""


def menus() -> Sections:
    """All that is chosen outside a game, with and without a board, a stick and phones; and the date."""
    known: set[tuple[type, str]] = set()
    found = [(start, 60) for start in starts("en", "six")] + [(start, 25) for start in equipped_starts("en", "six")]
    date = story(
        date_page(datetime(2028, 1, 31, 23, 59)),
        PageContext(SAY),
        *(
            (f"{part}: {deed}", events)
            for part in DATE_PARTS
            for deed, events in (("more", [UP]), ("less", [DOWN, DOWN]), ("on", [OK]))
        ),
        ("back", [BACK]),
    )
    return {
        f"{at} {start.name}": explored(start.stack[-1], start.table, most, known)
        for at, (start, most) in enumerate(found)
    } | {"date": date}


def turns() -> Sections:
    """What a game asks at each turn and what is entered there, with one kind of control after the other; its menu.

    Also where the device rolls the dice, each die is entered, or something was undone.
    """
    found = {}
    for game in SAMPLERS:
        known_by: dict[Controls, set[tuple[type, str]]] = {controls: set() for controls in CONTROLS}
        for ply, session in enumerate(_game(game, 2)[:-1][:MOST_PLIES]):
            settings, colours = Settings(controls=CONTROLS[ply % 4]), COLOURS[: len(session.header.players)]
            known = known_by[settings.controls]
            each_die = replace(settings, house_rules=((house_rule_key(game, EVERY_DIE.key), "true"),))
            table = PageContext(SAY, session=session, colours=colours, settings=settings)
            most = 12 if ply < MANY_PLIES else 6 * (ply % 8 < 4)
            asked = [*_asked(table, most, known)]
            if ply % 3 == 0:
                asked += _asked(replace(table, session=replace(session, seed="7")), 2, known)
                asked += _asked(replace(table, session=undo(session)), 2, known)
                asked += _asked(replace(table, settings=each_die), 4, known) if game == "malediction" else ()
                asked += _asked(replace(table, settings=each_die, session=undo(session)), 2, known)
            asked += explored(game_menu(), table, 30, known) if ply == MANY_PLIES else ()
            if ply % 10 == 0 or getattr(session.state, "phase", "") == "mummy_move":
                page, explained = PAGES[game].page(table, None, NoMenu()), PAGES[game].explained
                page = page_behind(page)
                moved = (press((NoMenu(), page), done, table)[0][-1] for done in (OK, UP, RIGHT, DOWN, LEFT))
                found_why = [why for one in (page, *moved) if (why := explained.why_not(one, table))]
                for at, why_not in enumerate(found_why):
                    asked += explored(why_not, table, 2 if at else 12, known)
                if found_why and isinstance(last := found_why[-1], WhyNotPage):
                    asked += [[" | ".join(_answers(last, table))]]
            if asked:
                found[f"{game} {ply}, {settings.controls}"] = asked
    return found


def _answers(page: WhyNotPage, table: PageContext) -> Iterator[str]:
    """Yield what is answered for each cell, whatever the cursor is on."""
    state = page.asked.seen(table)
    yield from (SAY(page.asked.answer(state, cell)) for cell in state.maze.cells)


def _asked(table: PageContext, most: int, known: set[tuple[type, str]]) -> Iterator[Text]:
    """Yield the page of the turn, behind any curtain, and those that follow from it."""
    page = PAGES[table.playing.game.id].page(table, None, NoMenu())
    behind = page_behind(page)
    if behind is not page and not isinstance(page, Secret):
        yield from explored(page, table, 1, known)
    yield from explored(behind, table, most, known)


CONTROLS: tuple[Controls, ...] = ("six", "four", "encoder", "touch")
MANY_PLIES, MOST_PLIES = 24, 130
"""How many turns are looked at one by one, and how many actions of a game are played."""


def games() -> Sections:
    """What is heard of whole games, which help there is, what is shown large, and what can be seen at the end."""
    texts = {}
    for game in SAMPLERS:
        known: set[tuple[type, str]] = set()
        played = _game(game, 3)
        before, heard, lines, numberless = None, MappingProxyType({}), [], set()
        colours = COLOURS[: len(played[0].header.players)]
        for session, after in pairwise(played):
            table = PageContext(SAY, session=session, colours=colours)
            if session.ply < MOST_PLIES // 2:
                page = PAGES[game].page(table, None, NoMenu())
                page = page_behind(page) if isinstance(page, Secret) else page
                view = page.view(table)
                said = [utterance(before, view, SAY, heard)]
                said += [
                    f"help: {' / '.join(_topic(topic) for topic in Situation(page, PAGES[game].explained)(table))}"
                ]
                before, heard = view, learnt(heard, view, SAY)
                lines += [f"{session.ply}: {line}" for line in said if _numberless(line) not in numberless]
                numberless.update(map(_numberless, said))
            posters = (found for event in after.steps[-1].events if (found := PAGES[game].poster_of(event)))
            lines += [f"{after.ply}: {poster(*shown, table).title} {shown[1]}" for shown in posters]
        session = played[-1]
        table = PageContext(SAY, session=session, colours=colours)
        texts[f"{game}, heard"] = [lines]
        middle = back_to(session, session.ply - 20)
        public = sum(event.is_public for step in middle.steps for event in step.events)
        marked = replace(middle, marks=(0, public - 5, public - 2))
        for name, one in (("middle", middle), ("after an undo", marked), ("end", session)):
            happened = (
                *islice(happenings(one), 12),
                *list(happenings(one))[-3:],
                *islice(happenings(one, turns=False), 6),
            )
            texts[f"{game}, what happened, {name}"] = [[*map(SAY, happened)]]
        texts[f"{game}, over"] = [*explored(PAGES[game].page(table, None, NoMenu()), table, 80, known)]
        again = replace(table, session=middle)
        texts[f"{game}, corrected"] = [*explored(EntriesPage(), again, 40, known)]
        texts[f"{game}, corrected when it was over"] = [*explored(EntriesPage(), table, 20, known)]
    return texts


def _topic(topic: Topic) -> str:
    """The title of a topic, and the text of one that is of this moment alone."""
    return " ".join(map(SAY, (topic.title, *(topic.text if SAY(topic.title) == "Not now" else ()))))


def _numberless(text: str) -> str:
    return re.sub(r"\b[a-z]?\d+\b", "0", text)


def box() -> Sections:
    """What is shown where the box plays, what people do for it, and how its seat changes hands."""
    found = {}
    for game, header in HEADERS.items():
        known: set[tuple[type, str]] = set()
        player, mummy = ("Mo", "Mo") if game == "malediction" else ("Bo", None)
        people = RandomTable(game, random.Random(3))
        session = begin(replace(header, box={player: BoxSeat(kind_of(player, mummy), 3, VERSION)}))
        for ply in range(40):
            table = PageContext(SAY, session=session, colours=COLOURS[: len(header.players)])
            action = people.next_action(session.state)
            page = PAGES[game].page(table, None, NoMenu())
            asked = [*explored(page, table, 1, known)] if isinstance(page, Announced) else []
            page = page_behind(page) if isinstance(page, Secret) else page
            asked += [] if ply else [written(introduce(table, page, NoMenu()).view(table))]
            asked += explored(page, table, 2, known) if isinstance(page, ThinkingPage) else ()
            if isinstance(page, ThinkingPage):
                follows = page.take_answer(Decision((action,)), table)
                asked += explored(follows, table, 2, known) if isinstance(follows, Page) else ()
            if ply == 20:
                undone = replace(table, session=undo(session))
                asked += explored(PAGES[game].page(undone, None, NoMenu()), undone, 8, known)
                (changed,) = seats_choice(table)
                asked += explored(changed.reply.page, table, 30, known)
            if asked:
                found[f"{game} {ply}"] = asked
            session = play(session, action)
        for change in (Seat(player, None), Seat(player, BoxSeat(kind_of(player, mummy), 2, VERSION))):
            session = play(session, change)
            table = PageContext(SAY, session=session, colours=COLOURS[: len(header.players)])
            found[f"{game}, {in_words(change)}"] = [
                written(introduce(table, NoMenu(), NoMenu()).view(table)),
                *(text for choice in seats_choice(table) for text in explored(choice.reply.page, table, 20, set())),
            ]
        undone = replace(table, session=undo(play(session, people.next_action(session.state))))
        found[f"{game}, introduced again"] = [written(introduce(undone, NoMenu(), NoMenu()).view(undone))]
    return found


def seldom() -> Sections:
    """What lies there when a game goes on, is corrected, refuses an entry, or says why not, and at the end."""
    table = PageContext(SAY)
    known: set[tuple[type, str]] = set()
    corrected: dict[str, Iterable[Text]] = {}
    lost, late = replace(table, is_durable=False), replace(table, session=_played("or_du_pharaon", 12))
    invitation, wifi = Invitation("Ada", "K7QWM3XARD", "http://192.168.1.17"), ("Pyramid", "1234567890")
    invited = {
        "a code": invitation,
        "a code, on the Wi-Fi of the device": replace(invitation, wifi=wifi),
        "no code, on the Wi-Fi of the device": replace(invitation, address="", wifi=wifi),
        "no network": replace(invitation, address=""),
        "a code that is over": replace(invitation, code=""),
        "a code for somebody who looks on": replace(invitation, player=""),
    }
    pages = {name: InvitePage(one) for name, one in invited.items()} | {
        "copied": COPYING.show_results((plain("Two games."),)),
        "taken over": TAKING_EVERYTHING.show_results((plain("Two games."), plain("A map."))),
        "a photo is missing": missing_page(Refusal("G01", plain("Why.")), late),
        "a photo was missing": missing_page(Refusal("G01", plain("Why.")), replace(late, is_past=True)),
    }
    ends = {
        f"held for {fraction:.0%}{' on a failing disk' if table is lost else ''}": countdown(table, fraction, 3)
        for table in (table, lost)
        for fraction in (0.0, 0.34, 0.9, 1.2)
    }
    names, when = ("Ada", "Bo"), plain("2026-11-27 21:05")
    one = SavedGame(1, BOXES["malediction"].title, names, plain("red plays"), when, COLOURS[:2], game="malediction")
    saved = (
        one,
        replace(one, game_id=2, is_finished=True, levels=(("Bo", 3),)),
        replace(one, game_id=3, damage=plain("Its end is missing.")),
        replace(one, game_id=4, is_readable=False, game=""),
        replace(one, game_id=5, secrets=plain("It shows where the hunters are.")),
        replace(one, game_id=6, is_kept_back=True, next=plain("Ada is next."), story=(plain("Bo moves."),)),
    )
    kept = replace(table, has_stick=True, saved_games=lambda: saved, saved_count=6)
    paired = write_pairings((Pairing("abc", "Ada", "Android"), Pairing("def", "", "iPhone")))
    for name, boxes in (("people", ()), ("a box", (("Bo", 3),))):
        with_phones = replace(table, has_phones=True, chosen={PHONES: paired})
        (line,) = phones_line(("Ada", "Bo"), COLOURS[:2], boxes, with_phones)
        corrected[f"phones of {name}"] = [*explored(line.reply.page, with_phones, 20, set())]
    corrected["saved games"] = [*explored(saved_games_choice().reply.page, kept, 120, known)]
    for won in ((True, True, False), (True, False, False)):
        played = tuple(
            PlayerResult(name, None, won=is_won, score=score, role="", thought_ms=0)
            for name, is_won, score in zip(("Ada", "Bo", "Cy"), won, (12, 12, 5), strict=True)
        )
        result = replace(sample_results()[0][1], game="maudite_momie", players=played)
        corrected[f"winners: {sum(won)}"] = [[SAY(outcome_words(result))]]
    ends |= {"switched off": farewell(table), "switched off, on a failing disk": farewell(lost)}
    ends |= {name: page.view(table) for name, page in pages.items()}
    for game in SAMPLERS:
        for ply in range(15, 75, 15):
            moved = moved_page(_played(game, ply, 5), _played(game, ply + 15, 5))
            now = replace(table, session=_played(game, ply + 15, 5))
            now = replace(now, colours=COLOURS[: len(now.playing.header.players)])
            ends[f"{game}, moved after {ply}"] = moved.view(now)
        for seed in range(4, 10):
            session = _game(game, seed)[-1]
            now = replace(table, session=session, colours=COLOURS[: len(session.header.players)])
            ends[f"{game} {seed}, over"] = PAGES[game].page(now, None, NoMenu()).view(now)
            shown = filter(None, map(PAGES[game].poster_of, session.steps[-1].events))
            ends |= {f"{game} {seed}, shown last": View("", "", poster(*one, now)) for one in shown}
        now = replace(now, session=_played(game, 0, 5))
        draft = draft_of((NoMenu(), moved_page(_played(game, 15, 5), now.playing)), game)
        ends[f"{game}, draft of moved pieces: {draft}"] = with_drafted((NoMenu(),), draft, now)[-1].view(now)
        session, edits = _played(game, 60), (Edit(1, 1),)
        colours, result = COLOURS[: len(session.header.players)], apply_edits(session, edits)
        now = replace(table, session=session, colours=colours)
        for at, page in enumerate(
            (
                RefusedPage(edits, result.number, 0, result),
                correction_page(now, 58),
                enter_again_page(now, edits, result.number, result.session, is_before=True),
            )
        ):
            draft = draft_of((NoMenu(), page), game)
            found_again = with_drafted((NoMenu(),), draft, now)
            corrected[f"{game}, {at}"] = [*explored(page, now, 12, known)]
            ends[f"{game}, draft {at}: {draft}"] = found_again[-1].view(now)
    found = {name: [written(view)] for name, view in (seldom_shown("en", "six") | ends).items()}
    parts = (PARTS[0], replace(PARTS[5], said="hello"), PARTS[3])
    before = tally(Counted(parts, 7), None, 100.0)
    after = tally(Counted(parts, 57), before, 110.0)
    return found | corrected | {"counted": [[*before.lines, *after.lines]]}


class Counted(msgspec.Struct):
    """A board's driver that has counted."""

    parts: tuple[PartHealth, ...]
    cycles: int

    def health(self) -> tuple[PartHealth, ...]:
        return self.parts


def sketches() -> Sections:
    """The maps in explanations, in the set-up and in lessons."""
    pictures = ((name, getattr(view.body, "picture", None)) for name, view in explanations("en").items())
    maps = {name: picture for name, picture in pictures if isinstance(picture, MazePlan | PyramidPlan)}
    return {name: [written(View("", "", picture))] for name, picture in maps.items()}


def evenings() -> Sections:
    """Who won, how often and how: a table that has played for a year, and one that has played once."""
    known: set[tuple[type, str]] = set()
    found = {
        name: [*explored(page, table, 12, known)] or [written(page.view(table))]
        for name, (page, table) in evening_pages(PageContext(SAY)).items()
    }
    table, now = PageContext(SAY), Moment(TONIGHT, 2 * HOUR_MS)
    for count in (1, 2):
        few = with_answer((), answer(AskEvenings(), Few(count), now), 0, table)[-1]
        found[f"games played: {count}"] = [written(few.view(table))]
    for count in range(3, 25, 3):
        few = with_answer((), answer(AskPerson("Ada"), Few(count), now), 0, table)[-1]
        found[f"Ada, games played: {count}"] = [written(few.view(table))]
    return found


class Few(NamedTuple):
    """A journal of a few games."""

    count: int

    def results(self, numbers: Collection[int] | None = None) -> Iterator[Numbered]:
        return (one for one in sample_results()[-self.count :] if numbers is None or one[0] in numbers)

    spans = results


def players() -> Sections:
    """Who plays, with which colour, and who begins, at a table that has saved games, with each kind of control."""
    found = {}
    for at, box in enumerate(PAGES):
        for controls in ("six", CONTROLS[1 + at]):
            known: set[tuple[type, str]] = set()
            saved = (SavedGame(1, BOXES[box].title, ("Ada", "Bo"), NOTHING, NOTHING, COLOURS[at : at + 2]),)
            table = PageContext(SAY, settings=Settings(controls=controls), saved_games=lambda saved=saved: saved)
            found[f"{box}, {controls}"] = [*explored(players_page(BOXES[box]), table, 40, known)]
    return found


def voice() -> Sections:
    """What is said of each sample, and then of the next one: as its names are known, and what has changed."""
    say, known, before, found = speak("fr"), MappingProxyType({}), None, {}
    for name, view in SAMPLES.items():
        found[name] = [[utterance(before, view, say, known)]]
        known, before = learnt(known, view, say), view
    return found


def phones() -> Sections:
    """What each seat's phone is sent in each game, at a few moments, and without a game; what each touch does there."""
    table, found = PageContext(SAY, chosen={MAY: ALL}), {}
    for game, seed, ply in MOMENTS:
        session = _played(game, ply, seed)
        colours = COLOURS[: len(session.header.players)]
        before = replace(table, session=_played(game, ply - 1, seed), colours=colours)
        now = replace(table, session=session, colours=colours)
        for player in (*session.header.players[:2], ""):
            seat = follow(follow(SeatScreen(player, "en"), before), now)
            name = f"{game} {seed}, {ply} actions, {player or 'onlooker'}"
            found[name] = [_sent(seat, now) + _touched(seat, now)]
            for touches in AT_THE_END if session.is_over and player else ():
                if (done := touch(seat, now, touches)) and done.command is None:
                    found[f"{name}, {touches}"] = [_sent(done.seat, now)]
    for name, alone in (("no game", table), ("a phone that only plays", replace(table, chosen={}))):
        seat = follow(SeatScreen("Bo", "en"), alone)
        found[name] = [_sent(seat, alone, plain("Not now.")) + _touched(seat, alone)]
    return found | {"half entered": _half_entered(table)}


AT_THE_END = (("1",), ("1", "0"), ("1", "1"), ("2",))
MOMENTS = (
    ("maudite_momie", 2, 1),
    ("maudite_momie", 2, 7),
    ("maudite_momie", 2, 40),
    ("maudite_momie", 2, 68),
    ("or_du_pharaon", 2, 100),
    ("or_du_pharaon", 5, 33),
    ("malediction", 2, 12),
    ("malediction", 2, 271),
    ("malediction", 5, 60),
)
"""Which game, with which seed, after how many actions."""


def _half_entered(table: PageContext) -> Iterator[Text]:
    """Yield what a phone shows on which a hand is entered for the last reveal, while others reveal theirs, and then."""
    seat, played = SeatScreen("", "en"), _game("maudite_momie", 3)
    for before, session in pairwise(played):
        now = replace(table, session=before, colours=COLOURS[: len(session.header.players)])
        action = session.steps[-1].action
        revealing = [session.header.players[at] for at in before.state.revealing]
        if len(revealing) > 1 and not seat.player:
            seat = follow(SeatScreen(next(name for name in revealing if name != action.by), "en"), now)
            done = touch(seat, now, ("cell 2 1",))
            assert done is not None
            seat = done.seat
            yield _sent(seat, now)
        if seat.player:
            seat = follow(seat, replace(now, session=session))
            yield [f"--- {action.by} reveals", *written(seat_view(seat, replace(now, session=session)))]


def _sent(seat: SeatScreen, table: PageContext, note: Words = NOTHING) -> Text:
    own = table_of(seat, table)
    game = own.playing.game.id if own.session else "no game"
    noted = (PAGES[game].own(own, seat.stack[-1]) if own.seat else None) or {}
    return [
        f"[{game}{'' if own.seat else ', looking on'}]",
        *outlined(write_page(seat, table, seat_view(seat, table), note)),
        *(f"noted: {key} {in_words(value)}" for key, value in noted.items()),
    ]


def outlined(page: str) -> Text:
    """A page of a phone without its marks: of each element its classes and what it says, one thing a line."""
    for whole, short in OUTLINED:
        page = re.sub(whole, short, page)
    return [*filter(None, map(str.strip, unescape(page).split("\n")))]


OUTLINED = (
    (r'<svg class="(?:i|tok)" aria-hidden="true"><use href="(?:/icons.svg)?#(?:t-)?([\w-]+)"/></svg>', r"(\1)"),
    (r'<use href="/icons.svg#(\w+)" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="\4"/>', r" (\1 \2,\3 \4)"),
    (r' data-t="([^"]+)" id="t-\1"', r" \1"),
    (r' (?:aria-hidden|preserveAspectRatio|role|xmlns)="[^"]*"| viewBox="0 0 100 4"', ""),
    (r"</(?:button|header|nav|section|ul|ol|div)>", "\n"),
    (r"<(?:ul[^>]*|li)>(?=<button)", ""),
    (r"<(?=(?:li|p|ul|ol|nav|button|section|div|polyline)\b|g>|g [^>]*aria-label|svg class=.map)", "\n<"),
    (r"<(?=(?:path|rect) class=.(?:rock|joint|line|floor))", "\n<"),
    (r"</\w+>|<(?:b|small|span|g|text|i|h1|h2|strong|li|p)>", " "),
    (r"<\w+ ?([^>]*?)/?>", r" \1 "),
    (r'\b(?:class|d|x|y|width|height|rx|points|href)="([^"]*)"', r"\1"),
    (r" +", " "),
)
"""What is left out, what is shortened, and where a line begins."""


def _touched(seat: SeatScreen, table: PageContext) -> Text:
    """What each touch leads to: a command, another page, or why it leads nowhere."""
    shown = seat_view(seat, table)
    before, lines = written(shown), []
    for target in (*inputs(seat, table, shown), "nothing"):
        match touch(seat, table, (target,)):
            case None:
                lines.append(f"{target} -> refused")
            case SeatAnswer(command=None, why_not=why) as done:
                changed = [line for line in written(seat_view(done.seat, table)) if line not in before]
                lines.append(f"{target} -> {SAY(why)}{' / '.join(changed[:MOST_LINES])}")
            case done:
                lines.append(f"{target} -> {in_words(done.command)}"[:MOST_LETTERS])
    return lines


@cache
def _game(game: str, seed: int) -> tuple[Session, ...]:
    """A game at random: as it begins, and after each action."""
    session = begin(SAMPLERS[game].header(random.Random(seed)))
    return (session, *(session := play(session, action) for _, action, _ in random_game(game, seed)))


def _played(game: str, actions: int, seed: int = 2) -> Session:
    return _game(game, seed)[: actions + 1][-1]


TRANSCRIPTS: Mapping[str, Callable[[], Sections]] = {
    written.__name__: written
    for written in (
        calibration,
        cell_test,
        wiring,
        teaching,
        sketches,
        evenings,
        players,
        voice,
        phones,
        menus,
        turns,
        games,
        box,
        seldom,
    )
}


def text_of(name: str) -> str:
    """What is written in one file."""
    return in_sections(TRANSCRIPTS[name]())


def make() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name in TRANSCRIPTS:
        (FOLDER / f"{name}.txt").write_text(text_of(name), encoding="utf-8")

"""Every kind of page that the device can show, found by presses at random."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import import_module
from itertools import islice
from types import MappingProxyType
from typing import Any, TypeAlias

import segno
from box_games import left_early
from msgspec.structs import replace
from random_play import SAMPLERS, random_game
from sample_evenings import evening_pages
from sampling import many

from display.view import COLOURS, NO_CHOICES, Actor, Button, Menu, Poster, PosterKind, View, World, scoreboard_of
from firmware_py.config.settings import BoardWiring, Controls, Settings, Trial, house_rule_key
from firmware_py.device.thinking import decide
from firmware_py.games.malediction.map_files import blank, drawing_of
from firmware_py.games.malediction.state import Move
from firmware_py.games.or_du_pharaon.state import Reveal
from firmware_py.games.registry import BOXES, IllegalAction
from firmware_py.games.session import Edit, Session, apply_edits, back_to, before_action, begin, play, redo, undo
from firmware_py.pages import thoughts
from firmware_py.pages.board_care.care import calibration_question
from firmware_py.pages.board_care.wiring import wiring_choices
from firmware_py.pages.box_seat import HandsPage, ThinkingPage
from firmware_py.pages.correction import EntriesPage, RefusedPage, enter_again_page
from firmware_py.pages.game_menu import game_menu, story
from firmware_py.pages.help import Fixed, HelpPage, help_page, with_help
from firmware_py.pages.home_page import home, welcome
from firmware_py.pages.interface import Begin, ChangeSetting, Decide, Decision, PageContext, Play, Redo, SavedGame, Undo
from firmware_py.pages.malediction.board import AskPage
from firmware_py.pages.malediction.curtain import Open, Secret, page_behind
from firmware_py.pages.malediction.dice_page import EVERY_DIE
from firmware_py.pages.malediction.map_editor.editor import edit, first_page
from firmware_py.pages.malediction.map_editor.editor_page import DieFacesPage
from firmware_py.pages.malediction.map_editor.teaching import teach_page
from firmware_py.pages.malediction.turn_pages import HandOverPage, MovePage, MummyPage
from firmware_py.pages.maudite_momie.turn_pages import OddsPage
from firmware_py.pages.moved_pieces import moved_page
from firmware_py.pages.or_du_pharaon.card_page import target_page, turned_page
from firmware_py.pages.or_du_pharaon.dialogue import view_for_box
from firmware_py.pages.or_du_pharaon.turn_page import EventsPage
from firmware_py.pages.page import Input, LivePage, LongPress, Page, Press, Push, Stack, press
from firmware_py.pages.people import FacesPage
from firmware_py.pages.phones import Invitation, InvitePage, phones_page
from firmware_py.pages.players import PlayersPage, keyboard_page, players_page
from firmware_py.pages.registry import PAGES, TITLES, WORLDS, explained_on, world_behind
from firmware_py.pages.result import ReplayPage
from firmware_py.pages.saved_games import STORY_LENGTH, WITH_STICK, resumed_page, saved_games_choice
from firmware_py.pages.seats import WaitingPage
from firmware_py.pages.settings_menu import (
    CrossPage,
    ValueLines,
    about_page,
    date_page,
    house_rule_lines,
    sensors_lines,
    settings_page,
    sound_lines,
    trial_page,
)
from firmware_py.pages.start_page import ChecklistPage, LessonEnd, LessonPage
from firmware_py.pages.texts import GENERAL
from firmware_py.sensing import BoardProfile
from firmware_py.tracking.position import Ambiguous
from firmware_py.words import NOTHING, plain, speak, words_n

PRESSES = many(500, whole=700)
"""How many random presses look for pages from each start."""
PRESSES_OF_EQUIPMENT = 120
"""How many look for those that equipment adds, from each of the pages that lead to them."""
HELP = 0.04
"""How often somebody asks for help."""
ALIKE = many(2, whole=3)
"""How many views of one page are kept, if they ask for different things."""
POSTER_WORLDS: dict[PosterKind, World] = {"caught": "crypt", "mission": "maze", "win": "maze"}
"""Moments that L'or du pharaon does not have, or not alone."""
COPYING = replace(
    WITH_STICK,
    progress=words_n(
        "{done} of {count} file; leave the stick where it is.",
        "{done} of {count} files; leave the stick where it is.",
        24,
        done=7,
    ),
)
"""The page while files are copied, as the device shows it."""
Shown: TypeAlias = tuple[Stack, PageContext]
"""What was found: pages are values, and what they look at says in which language they speak."""
LAST_PLAYED = plain("2026-11-27 21:05")
"""When a saved game was played."""
NAMES = ("Wilhelmine W", "Bartholomäus", "Chloé", "Maximilienne", "Dédé", "Zoé")
ADDRESS, CODE = "http://192.168.178.117", "K7QWM3XARD"
SQUARES = tuple("".join(".#"[dark] for dark in row) for row in segno.make(f"{ADDRESS}/#{CODE}", error="m").matrix)
INVITATION = Invitation(NAMES[0], CODE, ADDRESS, SQUARES)
"""What a phone joins by."""


@dataclass(frozen=True)
class Start:
    """Where a search for pages begins."""

    name: str
    stack: Stack
    home: Page
    """The page after a command that no page carries out."""
    table: PageContext
    presses: int = PRESSES


@cache
def shown_pages(language: str, controls: Controls) -> Mapping[str, View]:
    """The views by a name that tells where they were found; the same ones every time."""
    kinds = {name: _in(language, *shown) for name, shown in _found(controls)[0].items()}
    others = {name: _in(language, *shown) for name, shown in _boxed(language, controls).items()}
    return MappingProxyType(kinds | seldom_shown(language, controls) | _remembered(language, controls) | others)


def seldom_shown(language: str, controls: Controls) -> dict[str, View]:
    """What lies there when a game goes on, is corrected, moves pieces, refuses an entry, or says why not."""
    return {name: _in(language, *shown) for name, shown in _seldom(language, controls).items()}


def _seldom(language: str, controls: Controls) -> dict[str, Shown]:
    found = (_going_on, _corrected, _moving, _refused, _explained)
    return dict(shown for pages in found for shown in pages(language, controls).items())


@cache
def shown_across(language: str, controls: Controls) -> Mapping[str, View]:
    """The pages as they are seen from across the table, with what the keys do there, by the same names."""
    found: dict[str, View] = {}
    stacks = _found(controls)[0]
    for name, view in shown_pages(language, controls).items():
        stack, table = stacks.get(name, ((), None))
        if table is None or not stack[-1].asks_only_whose_turn(table):
            continue
        if across := scoreboard_of(view, stack[-1].arrange(_speaking(table, language)).acts()):
            found[name] = across
    return MappingProxyType(found)


@cache
def walked_views(language: str, controls: Controls) -> tuple[View, ...]:
    """All that the same presses show, but what asks the same and offers the same, but for numbers, only once."""
    return tuple(_in(language, *shown) for shown in _found(controls)[1])


def found_pages(controls: Controls) -> Mapping[str, Shown]:
    """What lies there where presses find each kind of page, and what it looks at; in English."""
    return _found(controls)[0]


@cache
def all_pages(controls: Controls) -> Mapping[str, Shown]:
    """Return these, and every kind of page that presses at random do not find."""
    evenings = {f"evenings: {name}": ((page,), table) for name, (page, table) in _evenings("en", controls).items()}
    made = _seldom("en", controls) | _boxed("en", controls) | _seen_by_few(controls)
    return MappingProxyType({**found_pages(controls), **evenings, **made})


@cache
def _found(controls: Controls) -> tuple[dict[str, Shown], tuple[Shown, ...]]:
    """What the presses find, for all of the above: it takes a second."""
    kinds: dict[str, Shown] = {}
    worded: dict[tuple[type, str], Shown] = {}
    for start in (*starts("en", controls), *equipped_starts("en", controls)):
        asked: dict[str, set[str]] = {}
        for stack, table, view in walked(start):
            kind = _kind(stack[-1])
            question = view.prompt.split("\N{FIGURE SPACE}")[0] + type(view.body).__name__
            if len(asked.setdefault(kind, set())) < ALIKE and question not in asked[kind]:
                asked[kind].add(question)
                kinds[f"{start.name} {kind} {len(asked[kind])}"] = stack, table
            worded.setdefault(words_on(view), (stack, table))
    return kinds, tuple(worded.values())


def _in(language: str, stack: Stack, table: PageContext) -> View:
    """What was found, as a table reads it that speaks this language."""
    table = _speaking(table, language)
    view = _helped(stack[-1].view(table), stack[-1], table)
    return replace(view, world=world_behind(table.session, stack))


def _speaking(table: PageContext, language: str) -> PageContext:
    return replace(table, say=speak(language), language=language)


def words_on(view: View) -> tuple[type, str]:
    """What a view asks and offers, with a 0 for each number."""
    menu = view.body if isinstance(view.body, Menu) else getattr(view.body, "choices", NO_CHOICES)
    asked = "\n".join((view.prompt, *(item.label for item in menu.items), *map(str, view.hints)))
    return type(view.body), re.sub(r"\b[a-z]?\d+\b", "0", asked)


def _remembered(language: str, controls: Controls) -> dict[str, View]:
    """The pages of evenings, people and games."""
    pages = _evenings(language, controls)
    return {f"evenings: {name}": _helped(page.view(table), page, table) for name, (page, table) in pages.items()}


def _evenings(language: str, controls: Controls) -> dict[str, tuple[Page, PageContext]]:
    first, *_ = starts(language, controls)
    return evening_pages(first.table)


def _seen_by_few(controls: Controls) -> dict[str, Shown]:
    """Return pages that few tables ever see: with boards, phones, boxes, or a slip of the hand."""
    first, *_ = starts("en", controls)
    left = SavedGame(1, BOXES["malediction"].title, NAMES[:2], NOTHING, LAST_PLAYED, COLOURS[:2])
    idle = replace(first.table, unfinished=left)
    turning, reveal = _before(Reveal)
    moving, move = _before(Move)
    thinking = ThinkingPage(turning.state.active, game_menu(), view_for_box)
    arrived, either = HandOverPage(move.to), Ambiguous((move,), plain("Was it this?"))
    pages: tuple[tuple[Page, Session | None], ...] = (
        (FacesPage(NAMES[0], "red"), None),
        (keyboard_page(PlayersPage(BOXES["malediction"]), NAMES), None),
        (WaitingPage(), None),
        (WaitingPage(), moving),
        (EntriesPage(), _played("maudite_momie", 20)),
        (EntriesPage(), turning),
        (EntriesPage(), moving),
        (OddsPage(), _played("maudite_momie", 20)),
        (turned_page(turning.state, reveal.at, thinking), turning),
        (arrived, moving),
        (Open(arrived, game_menu()), moving),
        (AskPage(either, Secret(MovePage(), game_menu())), moving),
    )
    return {
        f"seldom {at} {type(page).__name__}": (
            (page,),
            replace(idle, session=session, colours=COLOURS[: len(session.header.players)]) if session else idle,
        )
        for at, (page, session) in enumerate(pages)
    }


def _before(kind: type[Any]) -> tuple[Session, Any]:
    """A game before its first action of a kind, and that action."""
    for game in PAGES:
        for ply, action in enumerate(_actions(game)):
            if isinstance(action, kind):
                return _played(game, ply), action
    raise LookupError(kind)


def _lengths(game: str) -> Iterator[Session]:
    """Yield a game after each of its actions."""
    return (_played(game, length) for length in range(1, 200))


def _going_on(language: str, controls: Controls) -> dict[str, Shown]:
    """The first page while a game of each kind can go on, and the question after switching on."""
    found: dict[str, Shown] = {}
    first, *_ = starts(language, controls)
    for game, pages in PAGES.items():
        session = _played(game, 20)
        players, colours = session.header.players, COLOURS[: len(session.header.players)]
        summary = pages.summary(session.state)
        picture = pages.picture and pages.picture(NO_CHOICES, replace(first.table, session=session, colours=colours))
        happened = (summary, *islice(story(session, turns=False), STORY_LENGTH))
        game_saved = SavedGame(
            1, session.game.title, players, summary, LAST_PLAYED, colours, picture=picture, story=happened
        )
        table = replace(first.table, unfinished=game_saved)
        stack = (*welcome(table, language_is_chosen=True), resumed_page(game_saved))
        for name, page in zip(("home", "question", "resumed"), stack, strict=True):
            found[f"going on {game} {name}"] = (page,), table
    return found


def _corrected(language: str, controls: Controls) -> dict[str, Shown]:
    """What a correction asks in each game, and lists of pieces to be moved after it."""
    found: dict[str, Shown] = {}
    first, *_ = starts(language, controls)
    for game in PAGES:
        before = _played(game, 60)
        after = back_to(before, before.ply - 20)
        pages: dict[str, Page] = {f"MovedPage {at}": moved_page(before, after).with_cursor(at) for at in (0, 1)}
        if before.game.has_secrets:
            pages["MovedPage hidden"] = replace(moved_page(before, after), hidden=True)
        players = before.header.players
        table = replace(first.table, session=after, colours=COLOURS[: len(players)])
        pages["missing"] = enter_again_page(table, (), 1, before_action(before, 1), is_before=True)
        result = apply_edits(after, (Edit(1, 1),))
        if result.why:
            pages["RefusedPage"] = RefusedPage((Edit(1, 1),), result.number, 0, result)
        for name, page in pages.items():
            found[f"corrected {game} {name}"] = (page,), table
    return found


def _moving(language: str, controls: Controls) -> dict[str, Shown]:
    """Return what lists the pieces that a photo moves in L'or du pharaon."""
    first, *_ = starts(language, controls)
    for actions in range(60, 100):
        session = _played("or_du_pharaon", actions)
        table = replace(first.table, session=session, colours=COLOURS[: len(session.header.players)])
        page = PAGES["or_du_pharaon"].page(table, None, game_menu())
        if isinstance(page, EventsPage):
            return {"moving or_du_pharaon EventsPage": ((page,), table)}
    raise LookupError(EventsPage)


def _refused(language: str, controls: Controls) -> dict[str, Shown]:
    """The page about an entry that is refused in each game once the first one is left out."""
    found: dict[str, Shown] = {}
    first, *_ = starts(language, controls)
    for game in PAGES:
        session, edits = _played(game, 60), (Edit(1, 1),)
        result = apply_edits(session, edits)
        page = RefusedPage(edits, result.number, 1, result)
        table = replace(first.table, session=session, colours=COLOURS[: len(session.header.players)])
        found[f"{game} RefusedPage"] = (page,), table
    return found


def _explained(language: str, controls: Controls) -> dict[str, Shown]:
    """The maps that answer for every place, of one page of each kind that has one."""
    found: dict[str, Shown] = {}
    first, *_ = starts(language, controls)
    asking = (
        ("or_du_pharaon", "turn", lambda state: target_page(state, "archaeologist")),
        ("malediction", "move", lambda _: MovePage()),
        ("malediction", "mummy_move", lambda _: MummyPage(game_menu())),
    )
    for game, phase, asked in asking:
        session = next(one for one in _lengths(game) if one.state.phase == phase)
        table = replace(first.table, session=session, colours=COLOURS[: len(session.header.players)])
        page = PAGES[game].explained.why_not(asked(session.state), table)
        found[f"{game} WhyNotPage {phase}"] = (page,), table
    return found


def _boxed(language: str, controls: Controls) -> dict[str, Shown]:
    """What is shown where the box plays: who helps it, that it thinks, what to do, and why, afterwards."""
    found: dict[str, Shown] = {}
    first, *_ = starts(language, controls)
    for game, pages in PAGES.items():
        drawn = import_module(f"firmware_py.pages.{game}.dialogue").view_for_box
        over, acts = _explained_acts(game)
        ply = acts[-1]
        session = replace(over, steps=over.steps[:ply])
        player = over.steps[ply].action.by
        settings = replace(first.table.settings, coach=5)
        colours = COLOURS[: len(over.header.players)]
        table = replace(first.table, settings=settings, session=session, colours=colours)
        thinking = ThinkingPage(player, game_menu(), drawn)
        shown = {
            "HandsPage": HandsPage((player,), thinking, game_menu()),
            "ThinkingPage": thinking,
            "TellPage": pages.follow_decision(table, _decided(game, player, ply), thinking),
            "CoachPage": thoughts.CoachPage(player, _advised(game, ply)),
        }
        if pages.secrets:
            shown["ReturnPage"] = pages.secrets.return_page
        shown = {name: page for name, page in shown.items() if isinstance(page, Page)}
        for name, page in shown.items():
            found[f"{game} box {name}"] = (page,), table
        table = replace(table, session=over)
        for at in acts:
            page = ReplayPage(pages.secrets.picture if pages.secrets else pages.picture, ply=at + 1)
            found[f"{game} box ReplayPage {at}"] = (page,), table
    return found


@cache
def _explained_acts(game: str) -> tuple[Session, tuple[int, ...]]:
    """A game of boxes, and where the last act of each of them is that it can explain."""
    over = left_early(game)
    acts = {over.steps[ply].action.by: ply for ply in range(20, 45) if thoughts.thought_behind(over, ply)}
    return over, tuple(sorted(acts.values()))


@cache
def _decided(game: str, player: str, ply: int) -> Decision:
    """What the box decides there, in any language."""
    over, _ = _explained_acts(game)
    return decide(replace(over, steps=over.steps[:ply]), Decide(player))


@cache
def _advised(game: str, ply: int) -> thoughts.Advice:
    """What a coach says there."""
    over, _ = _explained_acts(game)
    return thoughts.advise(replace(over, steps=over.steps[:ply]), level=5)


@cache
def _played(game: str, actions: int) -> Session:
    """A game after so many actions, or at its end."""
    if not actions:
        return begin(SAMPLERS[game].header(random.Random(2)))
    before, all_of_them = _played(game, actions - 1), _actions(game)
    return play(before, all_of_them[actions - 1]) if actions <= len(all_of_them) else before


@cache
def _actions(game: str) -> tuple[Any, ...]:
    return tuple(action for _, action, _ in islice(random_game(game, 2), 200))


def shown_posters(language: str) -> dict[str, View]:
    """A poster of each kind, in the world of a game that has it."""
    say, actor = speak(language), Actor("Maximilienne", "red")
    return {
        f"moment {kind}": View("", "", Poster(kind, say(title), actor), world=POSTER_WORLDS.get(kind, "desert"))
        for kind, title in TITLES.items()
    }


@cache
def explanations(language: str) -> Mapping[str, View]:
    """Every topic of the help, every step of a set-up and of a lesson with its wrong answers, and each end."""
    table = PageContext(say=speak(language), language=language)
    found: dict[str, View] = {}
    for game_id, pages in PAGES.items():
        texts = pages.explained.texts
        shown: dict[str, Page] = {
            f"set-up {at}": ChecklistPage(texts.set_up, home(), at) for at in range(len(texts.set_up))
        }
        for at, step in enumerate(texts.lesson.steps):
            asked = LessonPage(texts.lesson, home(), at)
            shown[f"lesson {at}"] = asked
            wrong = [index for index, answer in enumerate(step.answers) if answer.why_not != NOTHING]
            shown |= {f"lesson {at} wrong {index}": replace(asked, wrong=index).with_cursor(index) for index in wrong}
        shown["lesson end"] = LessonEnd(game_id, home())
        shown |= {f"help {name}": HelpPage(Fixed((topic,))) for name, topic in texts.topics.items()}
        found |= {
            f"{game_id} {name}": replace(_helped(page.view(table), page, table), world=WORLDS[game_id])
            for name, page in shown.items()
        }
    found |= {f"help {name}": HelpPage(Fixed((topic,))).view(table) for name, topic in GENERAL.topics.items()}
    return MappingProxyType(found)


def starts(language: str, controls: Controls) -> Iterator[Start]:
    """Yield where to begin, so that every kind of page can be found."""
    settings = Settings(controls=controls)
    table = PageContext(say=speak(language), language=language, settings=settings)
    yield Start("home", welcome(table, language_is_chosen=True), home(), table)
    yield Start("settings", (home(), settings_page()), home(), table)
    for game in BOXES.values():
        if game.id in PAGES:
            players = NAMES[: min(4, game.most)]
            first = PAGES[game.id].set_up(players, COLOURS[: len(players)])
            yield Start(game.id, (home(), players_page(game), first), home(), table)
    every = replace(settings, house_rules=((house_rule_key("malediction", EVERY_DIE.key), "true"),))
    hunters = NAMES[:3]
    first = PAGES["malediction"].set_up(hunters, COLOURS[: len(hunters)])
    yield Start("every die", (home(), first), home(), replace(table, settings=every))


def equipped_starts(language: str, controls: Controls) -> Iterator[Start]:
    """Yield, on a device with a board, a stick, saved games and a voice, a start on each page that these add."""
    board = BoardProfile("a board", 10, 10, tells_mummy=True)
    inputs = tuple(f"2{chip}{port}{pin}" for chip in range(8) for port in "AB" for pin in range(7))
    who = words_n("{players}, {count} action", "{players}, {count} actions", 47, players=NAMES[:4])
    saved = tuple(
        SavedGame(number, box.title, NAMES[:4], who, LAST_PLAYED, COLOURS[:4], is_finished=number == 1)
        for number, box in enumerate(BOXES.values(), 1)
    )
    settings = Settings(controls=controls, sensors="i2c")
    table = PageContext(
        say=speak(language),
        language=language,
        settings=settings,
        trial=Trial("screen.size", "800x480", until_s=15.0),
        board=board,
        wiring=BoardWiring("/dev/i2c-1", board.rows, board.columns, inputs[: board.count], "learnt"),
        has_stick=True,
        has_set_aside=True,
        has_voice=True,
        has_phones=True,
        saved_games=lambda: saved,
        saved_count=3,
        has_finished_games=True,
    )
    values = map(ValueLines, ("screen.size", "screen.rotation", "screen.inches"))
    lists = (*values, house_rule_lines, sound_lines, sensors_lines)
    opening = (saved_games_choice().reply, wiring_choices(table)[0].reply)
    pages: tuple[Page, ...] = (
        *map(LivePage, lists),
        *(reply.page for reply in opening if isinstance(reply, Push)),
        *(
            trial_page(),
            calibration_question(),
            date_page(datetime(2026, 11, 28, 18, 5)),
            first_page(),
            COPYING,
            CrossPage(),
            phones_page(NAMES[:3], COLOURS[:3]),
            InvitePage(INVITATION),
            DieFacesPage(edit(drawing_of(blank(9, 9)))),
        ),
        teach_page(edit(drawing_of(blank(board.rows, board.columns))), board),
        about_page((plain("Pyramid Referee"), plain("Python"))),
    )
    for page in pages:
        yield Start("equipped", (page, page), page, table, PRESSES_OF_EQUIPMENT)


def walked(
    start: Start, seed: int = 7, *, going_back: float = 0.5, share: int = 1
) -> Iterator[tuple[Stack, PageContext, View]]:
    """Yield what lies there and what the top of it shows while somebody presses at random.

    When a command leads elsewhere, they begin again from the start. `going_back`: how often they press `back`, beside
    twelve other presses. `share`: how much shorter they press.
    """
    chance = random.Random(seed)
    stack, table = start.stack, start.table
    for _ in range(start.presses // share):
        view = stack[-1].view(table)
        yield stack, table, view
        done = _done(view, table.settings.controls, chance, going_back)
        if chance.random() < HELP:
            asked = help_page(stack[-1], table, explained_on(stack[-1], table))
            if asked is not None and not isinstance(asked, HelpPage):  # of topics there are `explanations`
                yield (*stack, asked), table, asked.view(table)
            continue
        after, command = press(stack, done, table)
        match command:
            case None:
                stack = after
                continue
            case Begin(header=header, colours=colours):
                table = replace(table, session=begin(header), colours=colours)
            case Play(action=action, then=then):
                try:
                    session = play(table.playing, action)
                    table = replace(table, session=play(session, then) if then else session)
                except IllegalAction:
                    continue
            case Undo() if table.session and table.session.steps:
                table = replace(table, session=undo(table.session))
            case Redo():
                table = replace(table, session=redo(table.playing))
            case ChangeSetting():
                continue
            case _:
                stack, table = start.stack, start.table
                continue
        stack = (PAGES[table.playing.game.id].page(table, None, game_menu()),)


def _done(view: View, controls: Controls, chance: random.Random, going_back: float) -> Input:
    """What somebody does with the keys of these controls; a finger stands for all of them."""
    usual: dict[Button, float] = {"ok": 5, "down": 3, "right": 2, "up": 1, "left": 1, "back": going_back}
    keys = {
        key: weight for key, weight in usual.items() if controls in ("six", "touch") or key not in ("left", "right")
    }
    button = chance.choices(tuple(keys), tuple(keys.values()))[0]
    is_held = any(hint.held and hint.button == "ok" for hint in view.hints) and chance.random() < 0.4
    return LongPress("ok") if is_held else Press(button)


def _helped(view: View, page: Page, table: PageContext) -> View:
    """What a page shows with the hint for its help, as the device shows it."""
    return with_help(view, help_page(page, table, explained_on(page, table)), table)


def _kind(page: Page) -> str:
    """What kind of page it is: its class, or what fills it; of a page for one side that which it hides."""
    page = page_behind(page) if isinstance(page, Secret) else page
    filled = page.lines if isinstance(page, LivePage) else page
    name = getattr(filled, "__name__", type(filled).__name__).strip("_")
    return f"{name} {filled.key}" if isinstance(filled, ValueLines) else name

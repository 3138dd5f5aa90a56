"""The menus around a game: the home page, saved games, switching off, and the menu inside a game."""

from __future__ import annotations

import math
from itertools import islice

from msgspec.structs import replace

from display.view import Gallery, Hold, Menu, View
from firmware_py.games.registry import GAMES
from firmware_py.games.session import redo_label, undo_label
from firmware_py.pages.commands import (
    CopyGames,
    Discard,
    Leave,
    PutAside,
    Redo,
    Resume,
    SwitchOff,
    TakeBack,
    TakeGames,
    Undo,
)
from firmware_py.pages.entries import correction_choices
from firmware_py.pages.general_topics import BEGINNING, GAME_MENU, OFF, SAVED, STICK
from firmware_py.pages.help import Explained, topics_page
from firmware_py.pages.lists import Choice, ListPage, LivePage, confirm, reading
from firmware_py.pages.players import players_page
from firmware_py.pages.registry import PAGES, dialogue_of
from firmware_py.pages.settings_menu import language_page, settings_page
from firmware_py.pages.stack import Back, NoMenu, Page, Push, Stack
from firmware_py.pages.table import SavedGame, Table
from firmware_py.words import NOTHING, Words, words, words_n

DIMMED = 0.15
"""The share of its brightness that an idle screen has."""


UNSAVED = words("The newest games are not saved: they are lost when the box is off.")

STORY_LENGTH = 12
"""So many of the last announcements are listed."""


def welcome(table: Table, *, language_is_chosen: bool) -> Stack:
    """Return the pages after switching on: the language if none is chosen, else home and an unfinished game."""
    if not language_is_chosen:
        return (language_page(is_first=True),)
    if table.unfinished:
        return (home(), LivePage(_unfinished_lines))
    return (home(),)


def home() -> Page:
    """Return the home page: the games, the saved games, the settings."""
    return LivePage(_home_lines)


def is_quiet(stack: Stack) -> bool:
    """Return whether nobody is doing anything: the home page is on top, or its question about an unfinished game."""
    return isinstance(stack[-1], LivePage) and stack[-1].lines in (_home_lines, _unfinished_lines)


def game_menu() -> Page:
    """Return the menu that `back` opens inside a game."""
    return LivePage(_game_menu_lines)


def troubles(lines: tuple[Words, ...]) -> Page:
    """Return the page that lists at the start what is wrong with the device."""
    return reading(words("Please note"), words("It works all the same."), lines)


def _home_lines(table: Table) -> ListPage:
    games = tuple(
        Choice(
            game.title,
            Push(players_page(game)),
            icons=(game.id,),
            detail=_player_range(game.fewest, game.most),
            scene=PAGES[game.id].world,
        )
        for game in GAMES.values()
        if game.id in PAGES
    )
    saved = Choice(words("Saved games"), Push(LivePage(_saved_lines)), icons=("kept",), about=(SAVED,))
    unfinished = table.unfinished
    go_on = (
        (
            Choice(
                words("Go on"),
                Resume(unfinished.game_id),
                icons=("resume",),
                detail=words("{game}: {about}", game=unfinished.title, about=unfinished.summary),
            ),
        )
        if unfinished
        else ()
    )
    return ListPage(
        title=words("Pyramid Referee"),
        prompt=words("Which game do you play?"),
        choices=(
            *go_on,
            *games,
            *((saved,) if _has_others(table) else ()),
            Choice(words("Settings"), Push(settings_page()), icons=("settings",)),
            Choice(words("Switch off"), Push(LivePage(_switch_off_lines)), icons=("power",), about=(OFF,)),
        ),
        on_back=home(),
        back_label=None,
        about=(BEGINNING,),
        around=_gallery,
    )


def _gallery(choices: Menu, table: Table) -> Gallery:
    """Return the games as pictures, and the unfinished one as it stands."""
    unfinished = table.unfinished
    return Gallery(choices.items, choices.cursor, picture=unfinished.picture if unfinished else None)


def _has_others(table: Table) -> bool:
    """Return whether there are saved games besides the unfinished one, or games to take from somewhere."""
    return (
        table.has_stick
        or table.has_set_aside
        or any(game.game_id != (table.unfinished and table.unfinished.game_id) for game in table.saved_games)
    )


def _player_range(fewest: int, most: int) -> Words:
    return words("{fewest} to {most} players", fewest=fewest, most=most)


def _switch_off_lines(table: Table) -> ListPage:
    saved = words("Everything is saved. Switch off now?")
    page = confirm(
        words("Switch off"), saved if table.is_durable else UNSAVED, words("Switch off"), SwitchOff(), icon="power"
    )
    return page if table.is_durable else replace(page, text=(words("To keep a game, first copy it to a USB stick."),))


def countdown(table: Table, fraction: float, length_s: int) -> View:
    """Return the view of a held `ok` that counts down to switching off; `fraction` goes from 0 to 1."""
    left_s = max(1, math.ceil(length_s * (1 - fraction)))
    prompt = words_n("Off in {count} second: let go to stay on.", "Off in {count} seconds: let go to stay on.", left_s)
    return View(
        title=table.say(words("Switch off")),
        prompt=table.say(prompt),
        body=Menu((), text=() if table.is_durable else (table.say(UNSAVED),)),
        hold=Hold("ok", min(1.0, fraction), str(left_s)),
    )


def farewell(table: Table) -> View:
    """Return the last view; with a failing disk it does not promise that everything is saved."""
    page = ListPage(
        title=words("Switched off"),
        prompt=words("Everything is saved.") if table.is_durable else words("The newest games are not saved."),
        choices=(),
        text=(
            *(() if table.is_durable else (words("Only games that were copied to a USB stick can be continued."),)),
            words("It is safe to unplug as soon as the green light on the computer has stopped blinking."),
        ),
        icon="good" if table.is_durable else "unsaved",
    )
    return replace(page.view(table), hints=())


# --- saved games -----------------------------------------------------------------------------------------------------


def _unfinished_lines(table: Table) -> ListPage:
    game = table.unfinished
    if game is None:
        return _home_lines(table)
    return ListPage(
        title=words("An unfinished game"),
        prompt=words("Go on playing?"),
        choices=(
            Choice(words("Go on with the game"), Resume(game.game_id), icons=("resume",)),
            Choice(words("Put it aside for later"), PutAside(game.game_id), icons=("kept",)),
            _discard_choice(game),
        ),
        text=(game.title, game.summary, game.when, *_damage_of(game)),
        icon="warning" if _damage_of(game) else "resume",
        about=(SAVED,),
    )


def _saved_lines(table: Table) -> ListPage:
    copy_all = Choice(words("Copy all to the stick"), CopyGames(), icons=("stick",), about=(STICK,))
    return ListPage(
        title=words("Saved games"),
        prompt=words("Which one?"),
        choices=(
            *((_take_back_choice(),) if table.has_set_aside else ()),
            *(_saved_choice(game) for game in table.saved_games),
            *((copy_all,) if any(game.is_readable for game in table.saved_games) else ()),
            Choice(words("Take games from the stick"), TakeGames(), icons=("stick",), about=(STICK,)),
        ),
        about=(SAVED,),
    )


def _take_back_choice() -> Choice:
    detail = words("Safe mode had put them away.")
    return Choice(words("Take back the games set aside"), TakeBack(), icons=("kept",), detail=detail)


def _saved_choice(game: SavedGame) -> Choice:
    """Return the line of a saved game; finished and unreadable games have icons of their own."""
    label, icon = (words("{game}: finished", game=game.title), "trophy") if game.is_finished else (game.title, "kept")
    if _damage_of(game) or not game.is_readable:
        icon = "warning"
    detail = words("{when}: {summary}", when=game.when, summary=game.summary)
    return Choice(label, Push(_saved_page(game)), icons=(icon,), detail=detail)


def _saved_page(game: SavedGame) -> ListPage:
    take_up = (
        Choice(
            words("Watch it again"),
            Resume(game.game_id),
            icons=("history",),
            detail=words("It begins with the last page."),
        )
        if game.is_finished
        else Choice(words("Open the game"), Resume(game.game_id), icons=("resume",))
    )
    return ListPage(
        title=game.title,
        prompt=words("What do you want to do with it?"),
        choices=(*((take_up, _copy_choice(game)) if game.is_readable else ()), _discard_choice(game)),
        text=(game.summary, game.when, *((words("Finished"),) if game.is_finished else ()), *_damage_of(game)),
        icon="trophy" if game.is_finished else "",
        about=(SAVED,),
    )


def _damage_of(game: SavedGame) -> tuple[Words, ...]:
    """Return what the disk has done to a game, if anything."""
    return (game.damage,) if game.damage != NOTHING else ()


def _copy_choice(game: SavedGame) -> Choice:
    """Return the line that copies a game; it first warns of the secrets in the file, if there are any."""
    copy, label = CopyGames((game.game_id,)), words("Copy to the stick")
    if game.secrets is None:
        return Choice(label, copy, icons=("stick",), about=(STICK,))
    warning = confirm(
        words("A file with secrets"),
        game.secrets,
        label,
        copy,
        icon="stick",
    )
    return Choice(words("Copy to the stick…"), Push(warning), icons=("stick",), about=(STICK,))


def _discard_choice(game: SavedGame) -> Choice:
    question = confirm(
        words("Delete the game"),
        words("It cannot be brought back."),
        words("Delete it"),
        Discard(game.game_id),
        icon="discard",
    )
    return Choice(words("Delete it…"), Push(question), icons=("discard",))


# --- inside a game ---------------------------------------------------------------------------------------------------


def _game_menu_lines(table: Table) -> ListPage:
    session = table.playing
    undo, redo = undo_label(session), redo_label(session)
    back: Choice = Choice(words("Back to the game"), Back(), icons=("resume",))
    changes: list[Choice] = []
    if undo:
        changes.append(Choice(words("Take back"), Undo(), icons=("undo",), detail=undo))
    if redo:
        changes.append(Choice(words("Play again what was taken back"), Redo(), icons=("redo",), detail=redo))
    return ListPage(
        title=session.game.title,
        prompt=words("Menu of the game"),
        choices=(
            back,
            *changes,
            *PAGES[session.game.id].menu_choices(table),
            *((Choice(words("Help"), Push(LivePage(_help_lines)), icons=("why",)),) if _explained(table) else ()),
            Choice(words("What happened"), Push(LivePage(_story_lines)), icons=("story",)),
            Choice(words("How it stands"), Push(LivePage(_standing_lines)), icons=("players",)),
            *correction_choices(table),
            Choice(words("Settings"), Push(settings_page()), icons=("settings",)),
            Choice(words("Switch off"), Push(LivePage(_switch_off_lines)), icons=("power",), about=(OFF,)),
            Choice(words("Stop for today"), Leave(), icons=("kept",), detail=words("The game is saved.")),
        ),
        about=(GAME_MENU,),
    )


def back_from_the_end() -> Page:
    """Return the page that asks before a game goes on whose secrets were shown at its end."""
    return confirm(
        words("Go on playing?"),
        words("Everybody may know the secrets now: take back only what was entered wrongly."),
        words("Take back"),
        Undo(is_sure=True),
        icon="undo",
    )


def _help_lines(table: Table) -> ListPage:
    explained = _explained(table)
    assert explained is not None
    below = dialogue_of(table.playing.game.id).page(replace(table, covered=True), None, NoMenu())
    return topics_page(words("Help"), below, explained, table)


def _explained(table: Table) -> Explained | None:
    return PAGES[table.playing.game.id].explained


def _standing_lines(table: Table) -> ListPage:
    session = table.playing
    return reading(words("How it stands"), session.game.title, PAGES[session.game.id].standing(session.state))


def _story_lines(table: Table) -> ListPage:
    session = table.playing
    events = (event for step in reversed(session.steps) for event in reversed(step.events))
    announced = (event.words() for event in events if event.is_public or session.is_over)
    return reading(words("What happened"), words("The newest comes first."), tuple(islice(announced, STORY_LENGTH)))

"""The home page: the games, the game that goes on, the saved games, the settings."""

from __future__ import annotations

from display.view import Menu, PictureMenu
from firmware_py.games.registry import BOXES, GameBox
from firmware_py.pages.evenings import evenings_choice
from firmware_py.pages.interface import PageContext, PutAside, Resume
from firmware_py.pages.offers import arrow_keys
from firmware_py.pages.page import Choice, ListPage, LivePage, Page, Push, Stack, reading_page
from firmware_py.pages.players import players_page
from firmware_py.pages.registry import PAGES, WORLDS
from firmware_py.pages.saved_games import damage_of, discard_choice, saved_games_choice, where_it_was
from firmware_py.pages.settings_menu import language_page, settings_page
from firmware_py.pages.switch_off import switch_off_choice
from firmware_py.words import NOTHING, Words, words


def welcome(table: PageContext, *, language_is_chosen: bool) -> Stack:
    """The pages after switching on: the language if none is chosen, else home and an unfinished game."""
    if not language_is_chosen:
        return (language_page(is_first=True),)
    if table.unfinished:
        return (home(), LivePage(_unfinished_lines))
    return (home(),)


def home() -> Page:
    """The home page: the games, the saved games, the settings."""
    return LivePage(_home_lines)


def is_at_home(stack: Stack) -> bool:
    """Whether the device is idle: the home page is on top, or its question about an unfinished game."""
    return isinstance(stack[-1], LivePage) and stack[-1].lines in (_home_lines, _unfinished_lines)


def troubles(lines: tuple[Words, ...]) -> Page:
    """The page that lists what is wrong with the device at the start."""
    return reading_page(words("Please note"), words("It works all the same."), lines)


def _home_lines(table: PageContext) -> ListPage:
    games = tuple(
        Choice(
            box.title,
            Push(players_page(box)),
            icons=(box.id,),
            detail=_below_title(box, table),
            scene=WORLDS[box.id],
        )
        for box in BOXES.values()
        if box.id in PAGES
    )
    unfinished = table.unfinished
    go_on = (
        (
            Choice(
                words("Go on"),
                Resume(unfinished.game_id),
                icons=("resume",),
                detail=where_it_was(unfinished),
                brief=unfinished.title,
            ),
        )
        if unfinished
        else ()
    )
    return ListPage(
        title=words("Pyramid Referee"),
        prompt=words("Which game will you play?"),
        choices=(
            *go_on,
            *games,
            *((evenings_choice(),) if table.has_finished_games else ()),
            *((saved_games_choice(),) if _has_others(table) else ()),
            Choice(words("Settings"), Push(settings_page()), icons=("settings",)),
            switch_off_choice(),
        ),
        on_back=home(),
        back_label=None,
        about=("beginning",),
        around=_picture_menu,
    )


def _picture_menu(choices: Menu, table: PageContext) -> PictureMenu:
    """The games as pictures, and the unfinished one as it stands."""
    picture = table.unfinished.picture if table.unfinished else None
    return PictureMenu(choices.items, choices.cursor, picture=picture, arrows=arrow_keys(table))


def _has_others(table: PageContext) -> bool:
    """Whether there are saved games besides the unfinished one, or games to take from somewhere."""
    return table.has_stick or table.has_set_aside or table.saved_count > (1 if table.unfinished else 0)


def _below_title(box: GameBox, table: PageContext) -> Words:
    """How many play, and before it what a title means that is not in the reader's language."""
    players = words("{fewest} to {most} players", fewest=box.fewest, most=box.most)
    if table.say(box.subtitle) in ("", table.say(box.title)):
        return players
    return words("{subtitle} – {players}", subtitle=box.subtitle, players=players)


def _unfinished_lines(table: PageContext) -> ListPage:
    game = table.unfinished
    if game is None:
        return _home_lines(table)
    is_picture = game.picture is not None and not damage_of(game)
    where = where_it_was(game) if is_picture else NOTHING
    return ListPage(
        title=words("An unfinished game"),
        prompt=game.next if game.next != NOTHING else words("Go on playing?"),
        choices=(
            Choice(words("Go on with the game"), Resume(game.game_id), ("resume",), where, brief=game.title),
            Choice(words("Keep it for later"), PutAside(game.game_id), icons=("kept",)),
            discard_choice(game),
        ),
        text=() if is_picture else (game.title, game.summary, game.when, *game.story, *damage_of(game)),
        icon="warning" if damage_of(game) else "resume",
        around=_picture_menu if is_picture else None,
        about=("saved",),
    )

"""The pages of the saved games: which there are, and what can be done with each."""

from __future__ import annotations

from firmware_py.pages.commands import CopyGames, Discard, ListGames, Resume, TakeBack, TakeGames
from firmware_py.pages.general_topics import SAVED, STICK
from firmware_py.pages.hunters_only import HuntersOnly
from firmware_py.pages.lists import Choice, ListPage, LivePage, confirm
from firmware_py.pages.stack import Push
from firmware_py.pages.table import SavedGame, Table
from firmware_py.words import NOTHING, Words, words


def saved_games_choice() -> Choice:
    """Return the line that leads to the saved games."""
    return Choice(words("Saved games"), Push(LivePage(_saved_lines)), icons=("kept",), about=(SAVED,))


def _saved_lines(table: Table) -> ListPage:
    copy_all = Choice(words("Copy all to the stick"), CopyGames(), icons=("stick",), about=(STICK,))
    return ListPage(
        title=words("Saved games"),
        prompt=words("Which one?"),
        choices=(
            *((_take_back_choice(),) if table.has_set_aside else ()),
            *_saved_choices(table.saved_games(), has_more=table.saved_count > len(table.saved_games())),
            *((copy_all,) if any(game.is_readable for game in table.saved_games()) else ()),
            Choice(words("Take games from the stick"), TakeGames(), icons=("stick",), about=(STICK,)),
        ),
        about=(SAVED,),
    )


def earlier_games(games: tuple[SavedGame, ...], *, has_more: bool) -> ListPage:
    """Return the page of saved games that were begun before those of another page."""
    choices = _saved_choices(games, has_more=has_more)
    return ListPage(title=words("Saved games"), prompt=words("Which one?"), choices=choices, about=(SAVED,))


def _saved_choices(games: tuple[SavedGame, ...], *, has_more: bool) -> tuple[Choice, ...]:
    """Return the lines of games, and one that leads to earlier ones."""
    lines = tuple(map(_saved_choice, games))
    if not (games and has_more):
        return lines
    return (*lines, Choice(words("Earlier games…"), ListGames(games[-1].game_id), icons=("kept",)))


def _take_back_choice() -> Choice:
    detail = words("Safe mode had put them away.")
    return Choice(words("Take back the games set aside"), TakeBack(), icons=("kept",), detail=detail)


def _saved_choice(game: SavedGame) -> Choice:
    """Return the line of a saved game; finished and unreadable games have icons of their own."""
    label, icon = (words("{game}: finished", game=game.title), "trophy") if game.is_finished else (game.title, "kept")
    if damage_of(game) or not game.is_readable:
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
        choices=(*((take_up, _copy_choice(game)) if game.is_readable else ()), discard_choice(game)),
        text=(game.summary, game.when, *((words("Finished"),) if game.is_finished else ()), *damage_of(game)),
        icon="trophy" if game.is_finished else "",
        about=(SAVED,),
    )


def damage_of(game: SavedGame) -> tuple[Words, ...]:
    """Return what the disk has done to a game, if anything."""
    return (game.damage,) if game.damage != NOTHING else ()


def _copy_choice(game: SavedGame) -> Choice:
    """Return the line that copies a game; if the file holds secrets, only the hunters do.

    Taken back from the stick, the copy would be another game with the same secrets, in which to try things out.
    """
    copy, label = CopyGames((game.game_id,)), words("Copy to the stick")
    if game.secrets is None:
        return Choice(label, copy, icons=("stick",), about=(STICK,))
    asked = HuntersOnly(game.title, words("Copy a file with secrets?"), game.secrets, copy)
    return Choice(words("Copy to the stick…"), Push(asked), icons=("stick",), about=(STICK,))


def discard_choice(game: SavedGame) -> Choice:
    """Return the line that deletes a game, after a question."""
    question = confirm(
        words("Delete the game?"),
        (words("It cannot be brought back."),),
        words("Delete it"),
        Discard(game.game_id),
        icon="discard",
    )
    return Choice(words("Delete it…"), Push(question), icons=("discard",))

"""Saved games: one line each, their pages, and copying them to and from USB sticks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache, partial
from itertools import islice
from typing import get_args

import msgspec
from msgspec.structs import replace

from display.view import COLOURS, NO_CHOICES, Colour, Hint, Menu, PictureMenu, View
from firmware_py.games.records import UnreadableLine, read_header
from firmware_py.games.registry import GAMES, TABLE
from firmware_py.games.restoring import restore
from firmware_py.games.session import Session
from firmware_py.pages.game_menu import story
from firmware_py.pages.interface import (
    CopyEverything,
    CopyGames,
    CopyReport,
    Discard,
    ListGames,
    PageContext,
    Restart,
    Resume,
    SavedGame,
    StopTransfer,
    TakeBack,
    TakeGames,
)
from firmware_py.pages.offers import arrow_keys
from firmware_py.pages.page import (
    Back,
    Choice,
    HuntersOnly,
    ListPage,
    LivePage,
    Page,
    Push,
    Reply,
    Stack,
    confirm,
    reading_page,
)
from firmware_py.pages.registry import PAGES, seat_colours
from firmware_py.storage.changes import (
    GameSummary,
    Status,
    StoredGame,
    holds_secrets,
    is_known,
    summary_of,
)
from firmware_py.words import NOTHING, Words, plain, speak, words, words_n

STATUS_WORDS: dict[Status, Words] = {
    "playing": words("playing"),
    "finished": words("finished"),
    "aside": words("kept for later"),
}


MOST_LISTED = 50
"""Most saved games listed on one page."""
DAMAGED = words("The disk has damaged this game: it goes on from the last undamaged entry.")


@lru_cache(maxsize=2 * MOST_LISTED)
def saved_game_line(game: GameSummary) -> SavedGame:
    """A saved game in one line, from its header and length alone.

    Why the lines are kept: each takes ten times as long as to read its game.
    """
    when = time_words(game.started_at)
    try:
        header = read_header(game.header_line.encode())
    except UnreadableLine:
        advice = DAMAGED if game.damaged else words("Another version of the program may be able to read it.")
        return SavedGame(game.id, words("Unreadable game"), (), advice, when, is_readable=False)
    summary = words_n("{players}, {count} action", "{players}, {count} actions", game.actions, players=header.players)
    secrets = PAGES[header.game].secrets if holds_secrets(game) else None
    if secrets:
        summary = Words("{players}", (("players", header.players),))
    return SavedGame(
        game.id,
        GAMES[header.game].title,
        header.players,
        words("{summary} (damaged)", summary=summary) if game.damaged else summary,
        when,
        player_colours(game.colours, len(header.players)),
        secrets.in_record if secrets else None,
        game=header.game,
        levels=tuple((name, seat.level) for name, seat in getattr(header, "box", {}).items()),
        is_kept_back=game.is_kept_back,
        is_finished=game.status == "finished",
        damage=DAMAGED if game.damaged else NOTHING,
    )


def time_words(at: datetime) -> Words:
    """Date and time to the minute, as far as they can be true."""
    if not is_known(at):
        return words("no date")
    year, month, day, minute = f"{at:%Y %m %d %H:%M}".split()
    return words("{year}-{month}-{day} {minute}", year=year, month=month, day=day, minute=minute)


MOST_REPLAYED = 1000
"""The most actions of a game that is listed with its standings: they take a second on the slowest Pi."""


def unfinished_line(stored: StoredGame) -> SavedGame | None:
    """The unfinished game with its standings, or None if its header cannot be read.

    A very long game is listed without them: the start must not wait until it is played again.
    """
    if len(stored.lines) > MOST_REPLAYED:
        line = saved_game_line(replace(summary_of(stored), started_at=stored.changed_at))
        return line if line.is_readable else None
    try:
        session, warning = restore(stored.header_line, stored.lines, stored.checksums, stored.ply, stored.damaged)
    except UnreadableLine:
        return None
    return resumed_line(stored, session, warning)


def resumed_line(stored: StoredGame, session: Session, warning: Words | None) -> SavedGame:
    """A game that is taken up again: who is next, when it was played last, what happened, and how it stands."""
    summary = PAGES[session.game.id].summary(session.state)
    when = time_words(stored.changed_at)
    players = session.header.players
    colours = seat_colours(session, player_colours(stored.colours, len(players)))
    pages, table = PAGES[session.game.id], PageContext(speak(""), session=session, colours=colours)
    return SavedGame(
        stored.id,
        session.game.title,
        players,
        summary,
        when,
        colours,
        picture=pages.picture(NO_CHOICES, table) if pages.picture else None,
        damage=warning or (DAMAGED if stored.damaged else NOTHING),
        next=_next_words(session),
        story=(_before_everybody(table, summary), *islice(story(session, turns=False), STORY_LENGTH)),
    )


LONGEST_STANDING = 160
"""In characters: what lies before everybody is told on two or three lines, or else in short."""


def _before_everybody(table: PageContext, summary: Words) -> Words:
    """What lies before everybody, as everybody may know; how the game stands where that would be too long."""
    pages = PAGES[table.playing.game.id]
    lines = pages.in_brief(table) if pages.in_brief else tuple(line.label for line in pages.standing(table))
    first, *others = lines or (summary,)
    for other in others:
        first = Words("{one} · {other}", (("one", first), ("other", other)))
    return first if len(speak("en")(first)) <= LONGEST_STANDING else summary


STORY_LENGTH = 3
"""How many of the last things that happened are told, below how it stands, to those who take a game up again."""


def _next_words(session: Session) -> Words:
    """Who is next, as far as everybody may know."""
    public = session.game.rules.seen_by(session.state, TABLE)
    players = session.game.rules.to_act(public)
    return words("{players} to play next.", players=players) if players else NOTHING


def resumed_page(game: SavedGame) -> ListPage:
    """The page on which people see where they were, in a game that was opened again."""
    choice = Choice(words("Go on with the game"), Back(), ("resume",), where_it_was(game), brief=game.title)
    around = as_picture if game.picture else None
    text = () if game.picture else (game.when, *game.story)
    return ListPage(
        game.title, game.next, (choice,), text=text, around=around and partial(around, game), about=("saved",)
    )


def where_it_was(game: SavedGame) -> Words:
    """When a game was played last, then what happened: a line each, as many as there is room for."""
    lines = words("{game}, last played: {when}", game=game.title, when=game.when)
    for happened in game.story:
        lines = Words("{lines}\n{line}", (("lines", lines), ("line", happened)))
    return lines


def as_picture(game: SavedGame, choices: Menu, table: PageContext) -> PictureMenu:
    """The choices about a game, the first one with a picture of how it stands."""
    return PictureMenu(choices.items, choices.cursor, picture=game.picture, arrows=arrow_keys(table))


def player_colours(stored: tuple[str, ...], players: int) -> tuple[Colour, ...]:
    """The colours of a stored game's players, all different; free ones replace what is no colour."""
    wanted = dict.fromkeys(stored[:players])
    known = [colour for name in wanted for colour in get_args(Colour) if colour == name]
    free = [colour for colour in COLOURS if colour not in known]
    seats = (*stored, *("",) * players)[:players]
    return tuple(known.pop(0) if known and known[0] == name else free.pop(0) for name in seats)


def saved_games_choice() -> Choice:
    """The line that leads to the saved games."""
    return Choice(words("Saved games"), Push(LivePage(_saved_lines)), icons=("kept",), about=("saved",))


def lists_saved_games(stack: Stack) -> bool:
    """Whether the list of saved games is open, from which a game is taken."""
    return any(isinstance(page, LivePage) and page.lines is _saved_lines for page in stack)


def _saved_lines(table: PageContext) -> ListPage:
    copy_all = Choice(words("Copy all to the stick"), CopyGames(), icons=("stick",), about=("stick",))
    return ListPage(
        title=words("Saved games"),
        prompt=words("Which one?"),
        choices=(
            *((_take_back_choice(),) if table.has_set_aside else ()),
            *_saved_choices(table.saved_games(), has_more=table.saved_count > len(table.saved_games())),
            *((copy_all,) if any(game.is_readable for game in table.saved_games()) else ()),
            Choice(words("Take games from the stick"), TakeGames(), icons=("stick",), about=("stick",)),
        ),
        about=("saved",),
    )


def earlier_games(games: tuple[SavedGame, ...], *, has_more: bool) -> ListPage:
    """The page of saved games that were begun before those of another page."""
    choices = _saved_choices(games, has_more=has_more)
    return ListPage(title=words("Saved games"), prompt=words("Which one?"), choices=choices, about=("saved",))


def _saved_choices(games: tuple[SavedGame, ...], *, has_more: bool) -> tuple[Choice, ...]:
    """The lines of games, and one that leads to earlier ones."""
    lines = tuple(map(_saved_choice, games))
    if not (games and has_more):
        return lines
    return (*lines, Choice(words("Earlier games…"), ListGames(games[-1].game_id), icons=("kept",)))


def _take_back_choice() -> Choice:
    detail = words("Safe mode had put them away.")
    return Choice(words("Restore the games set aside"), TakeBack(), icons=("kept",), detail=detail)


def _saved_choice(game: SavedGame) -> Choice:
    """The line of a saved game; finished and unreadable games have icons of their own."""
    label, icon = (words("{game}: finished", game=game.title), "trophy") if game.is_finished else (game.title, "kept")
    if damage_of(game) or not game.is_readable:
        icon = "warning"
    detail = Words("{when}\n{summary}", (("when", game.when), ("summary", game.summary)))
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
        choices=(*((take_up, *_copy_choices(game)) if game.is_readable else ()), discard_choice(game)),
        text=(game.summary, game.when, *((words("Finished"),) if game.is_finished else ()), *damage_of(game)),
        icon="trophy" if game.is_finished else "",
        about=("saved",),
    )


def damage_of(game: SavedGame) -> tuple[Words, ...]:
    """What the disk has done to a game, if anything."""
    return (game.damage,) if game.damage != NOTHING else ()


def _copy_choices(game: SavedGame) -> tuple[Choice, ...]:
    """The line that copies a game, unless nobody may; if the file holds secrets, only the hunters do.

    Taken back from the stick, the copy would be another game with the same secrets, in which to try things out.
    """
    copy, label = CopyGames((game.game_id,)), words("Copy to the stick")
    if game.secrets is None:
        return (Choice(label, copy, icons=("stick",), about=("stick",)),)
    if game.is_kept_back:
        return ()
    asked = HuntersOnly(game.title, words("Copy a file with secrets?"), game.secrets, copy)
    return (Choice(words("Copy to the stick…"), Push(asked), icons=("stick",), about=("stick",)),)


def discard_choice(game: SavedGame) -> Choice:
    """The line that deletes a game, after a question."""
    question = confirm(
        words("Delete the game?"),
        (words("It cannot be brought back."),),
        words("Delete it"),
        Discard(game.game_id),
        icon="discard",
    )
    return Choice(words("Delete it…"), Push(question), icons=("discard",))


STOP = words("stop")


class TransferPage(Page, frozen=True):
    """Shows a transfer in progress; `back` ends it, other presses are ignored."""

    title: Words
    icon: str
    progress: Words = NOTHING
    restarts: bool = False
    """Whether the device starts again afterwards, on what was taken."""

    def view(self, table: PageContext) -> View:
        body = Menu((), icon=self.icon, share=self._share())
        return View(table.say(self.title), table.say(self.progress), body, hints=(Hint("back", table.say(STOP)),))

    def _share(self) -> float | None:
        """How much is done, if the progress counts it."""
        match dict(self.progress.values):
            case {"done": int(done), "count": int(count)} if count:
                return done / count
        return None

    def go_back(self, table: PageContext) -> Reply:
        """End the transfer."""
        return StopTransfer()

    def show_results(self, results: tuple[Words, ...]) -> Page:
        """The page that lists the results."""
        page = reading_page(self.title, words("This is what was done."), results)
        if not self.restarts:
            return page
        choices = tuple(replace(choice, reply=Restart()) for choice in page.choices)
        return replace(page, choices=choices, on_back=Restart())


WITH_STICK = TransferPage(words("USB stick"), "stick")
TAKING_EVERYTHING = TransferPage(words("USB stick"), "stick", restarts=True)
TAKING_BACK = TransferPage(words("Games set aside"), "kept")


class OfferedStick(msgspec.Struct, frozen=True):
    """One of several sticks, as people know it."""

    label: str
    folder: str
    free_mb: int


def which_stick(sticks: Iterable[OfferedStick], command: CopyGames | CopyReport | CopyEverything) -> ListPage:
    """The page that asks to which of several sticks something is copied."""
    return ListPage(
        WITH_STICK.title,
        words("Several are plugged in. To which one?"),
        tuple(
            Choice(
                plain(stick.label),
                replace(command, stick=stick.folder),
                icons=("stick",),
                detail=words("{count} MB are free.", count=stick.free_mb),
            )
            for stick in sticks
        ),
    )

"""Who plays: how many, their names, and their colours."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import COLOURS, Colour
from firmware_py.games.player_names import tidied, why_no_name, why_no_table
from firmware_py.games.registry import GAMES, Game
from firmware_py.pages.general_topics import PLAYERS
from firmware_py.pages.keyboard import LONGEST_NAME, KeyboardPage
from firmware_py.pages.lesson import lesson_choice
from firmware_py.pages.lists import Choice, ListPage, LivePage
from firmware_py.pages.registry import PAGES, dialogue_of
from firmware_py.pages.stack import Page, Push, Reply, Stack
from firmware_py.pages.table import Table
from firmware_py.printable import is_printable
from firmware_py.stored_json import from_json
from firmware_py.words import Words, plain, words, words_n

COLOUR_WORDS: dict[Colour, Words] = {
    "red": words("red"),
    "blue": words("blue"),
    "green": words("green"),
    "yellow": words("yellow"),
    "purple": words("purple"),
    "white": words("white"),
    "turquoise": words("turquoise"),
}


class PlayersSoFar(msgspec.Struct, frozen=True):
    """The players chosen so far, first to act first."""

    game: Game
    wanted: int
    players: tuple[str, ...] = ()
    colours: tuple[Colour, ...] = ()


def players_page(game: Game) -> Page:
    """Return the page that asks how many play; it offers the players of the last game that fits."""
    return LivePage(CountLines(game))


class CountLines(msgspec.Struct, frozen=True):
    """The lines of the page that asks how many play."""

    game: Game

    def __call__(self, table: Table) -> ListPage:
        """Return the page for this table."""
        return _count_lines(self.game, table)


def _count_lines(game: Game, table: Table) -> ListPage:
    last = next((saved for saved in table.saved_games if game.fewest <= len(saved.players) <= game.most), None)
    again: tuple[Choice, ...] = ()
    names = tuple(map(tidied, last.players)) if last else ()
    if last and why_no_table(names) is None:
        page = dialogue_of(game.id).set_up(names, last.colours)
        label = words("{players} again", players=names)
        again = (Choice(label, Push(page), icons=("resume",)),)
    counts = tuple(
        Choice(
            words_n("{count} player", "{count} players", count),
            Push(_next_seat(PlayersSoFar(game, count))),
            icons=("players",),
        )
        for count in range(game.fewest, game.most + 1)
    )
    taught = PAGES[game.id].lesson
    lesson = (lesson_choice(taught, table),) if taught else ()
    return ListPage(
        title=game.title,
        prompt=words("How many play?"),
        choices=(*again, *counts, *lesson),
        icon=game.id,
        about=(PLAYERS,),
    )


def _next_seat(so_far: PlayersSoFar) -> Page:
    if len(so_far.players) == so_far.wanted:
        return dialogue_of(so_far.game.id).set_up(so_far.players, so_far.colours)
    return LivePage(NameLines(so_far))


class NameLines(msgspec.Struct, frozen=True):
    """The lines of the page that asks for the next player."""

    so_far: PlayersSoFar

    def __call__(self, table: Table) -> ListPage:
        """Return the page for this table."""
        return _name_lines(self.so_far, table)


def _name_lines(so_far: PlayersSoFar, table: Table) -> ListPage:
    """Offer the names of earlier games, the latest first."""
    number = len(so_far.players) + 1
    met = dict.fromkeys(tidied(name) for saved in table.saved_games for name in saved.players)
    new_name = _keyboard_page(so_far)
    default = table.say(words("Player {number}", number=number))
    names = [name for name in dict.fromkeys((*met, default)) if why_no_name(name, so_far.players) is None]
    return ListPage(
        title=so_far.game.title,
        prompt=PAGES[so_far.game.id].seat_prompt(number, so_far.wanted),
        choices=(
            *(Choice(plain(name), _seat(so_far, name), icons=("player",)) for name in names),
            Choice(words("Another name…"), Push(new_name), icons=("letters",)),
        ),
        about=(PLAYERS,),
    )


class NameEntered(msgspec.Struct, frozen=True):
    """What follows a name from the keyboard: its player gets the next seat."""

    so_far: PlayersSoFar

    def __call__(self, name: str) -> Reply:
        """Return what follows the name."""
        return _seat(self.so_far, name)


def _keyboard_page(so_far: PlayersSoFar, text: str = "") -> KeyboardPage:
    return KeyboardPage(NameEntered(so_far), so_far.players, text)


def _seat(so_far: PlayersSoFar, name: str) -> Push:
    """Return what follows a name: the question for a colour, or the next seat."""
    if PAGES[so_far.game.id].players_choose_colours:
        return Push(_colour_page(so_far, name))
    return Push(_next_seat(_joined(so_far, name, _free_colours(so_far)[0])))


def _colour_page(so_far: PlayersSoFar, name: str) -> ListPage:
    return ListPage(
        title=plain(name),
        prompt=words("Which colour does {player} take?", player=name),
        choices=tuple(
            Choice(COLOUR_WORDS[colour], Push(_next_seat(_joined(so_far, name, colour))), colour=colour)
            for colour in _free_colours(so_far)
        ),
    )


def _joined(so_far: PlayersSoFar, name: str, colour: Colour) -> PlayersSoFar:
    return replace(so_far, players=(*so_far.players, name), colours=(*so_far.colours, colour))


def _free_colours(so_far: PlayersSoFar) -> tuple[Colour, ...]:
    return tuple(colour for colour in COLOURS if colour not in so_far.colours)


# --- the draft -------------------------------------------------------------------------------------------------------


class PlayersDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The players chosen so far, and the letters of the next name."""

    game: str
    wanted: int
    players: tuple[str, ...]
    colours: tuple[Colour, ...]
    text: str = ""


def players_draft(stack: Stack) -> str:
    """Return what was entered on the players pages, to store it; empty on other pages."""
    so_far, text = None, ""
    for page in stack:
        match page:
            case LivePage(lines=NameLines(so_far=known)):
                so_far, text = known, ""
            case KeyboardPage(then=NameEntered(), text=written):
                text = written
    if so_far is None:
        return ""
    draft = PlayersDraft(so_far.game.id, so_far.wanted, so_far.players, so_far.colours, text)
    return msgspec.json.encode(draft).decode()


def players_stack(draft: str) -> Stack:
    """Return the pages of a stored draft, with those below; none if it makes no sense."""
    try:
        entered = from_json(draft, PlayersDraft)
    except msgspec.DecodeError:
        return ()
    game = GAMES.get(entered.game)
    if game is None or not _is_possible(entered, game):
        return ()
    pages: list[Page] = [players_page(game)]
    for count, name in enumerate(entered.players):
        so_far = PlayersSoFar(game, entered.wanted, entered.players[:count], entered.colours[:count])
        pages.append(LivePage(NameLines(so_far)))
        if PAGES[game.id].players_choose_colours:
            pages.append(_colour_page(so_far, name))
    so_far = PlayersSoFar(game, entered.wanted, entered.players, entered.colours)
    pages.append(LivePage(NameLines(so_far)))
    return (*pages, _keyboard_page(so_far, entered.text)) if entered.text else tuple(pages)


def _is_possible(entered: PlayersDraft, game: Game) -> bool:
    return (
        game.fewest <= entered.wanted <= game.most
        and len(entered.players) == len(entered.colours) == len(set(entered.players)) == len(set(entered.colours))
        and len(entered.players) < entered.wanted
        and why_no_table(entered.players) is None
        and len(entered.text) <= LONGEST_NAME
        and is_printable(entered.text)
        and set(entered.colours) <= set(COLOURS)
    )

"""Who plays: how many, their names, and their colours."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from display.view import COLOURS, Colour
from firmware_py.games.registry import GAMES, Game
from firmware_py.pages.keyboard import KeyboardPage
from firmware_py.pages.lists import Choice, ListPage, LivePage
from firmware_py.pages.registry import PAGES, dialogue_of
from firmware_py.pages.stack import Page, Push, Reply, Stack
from firmware_py.pages.table import Table
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


@dataclass(frozen=True)
class Seated:
    """The players who have sat down so far, first to act first."""

    game: Game
    wanted: int
    players: tuple[str, ...] = ()
    colours: tuple[Colour, ...] = ()


def seating_page(game: Game) -> Page:
    """Return the page that asks how many play; the last table that fits is offered again."""
    return LivePage(CountLines(game))


@dataclass(frozen=True)
class CountLines:
    """How many play the game."""

    game: Game

    def __call__(self, table: Table) -> ListPage:
        """Return the page as the table stands."""
        return _count_lines(self.game, table)


def _count_lines(game: Game, table: Table) -> ListPage:
    last = next((kept for kept in table.kept_games if game.fewest <= len(kept.players) <= game.most), None)
    again: tuple[Choice, ...] = ()
    if last:
        page = dialogue_of(game.id).set_up(last.players, last.colours)
        label = words("{players} again", players=tuple(plain(name) for name in last.players))
        again = (Choice(label, Push(page), icons=("resume",)),)
    counts = tuple(
        Choice(
            words_n("{count} player", "{count} players", count),
            Push(_next_seat(Seated(game, count))),
            icons=("players",),
        )
        for count in range(game.fewest, game.most + 1)
    )
    return ListPage(title=game.title, prompt=words("How many play?"), choices=(*again, *counts), icon=game.id)


def _next_seat(seated: Seated) -> Page:
    if len(seated.players) == seated.wanted:
        return dialogue_of(seated.game.id).set_up(seated.players, seated.colours)
    return LivePage(NameLines(seated))


@dataclass(frozen=True)
class NameLines:
    """Who sits down next."""

    seated: Seated

    def __call__(self, table: Table) -> ListPage:
        """Return the page as the table stands."""
        return _name_lines(self.seated, table)


def _name_lines(seated: Seated, table: Table) -> ListPage:
    """The names of earlier games are offered, the latest first."""
    number = len(seated.players) + 1
    met = dict.fromkeys(name for kept in table.kept_games for name in kept.players)
    new_name = _letters_page(seated)
    prompt = (
        words("Who plays first? The others follow clockwise.")
        if number == 1
        else words("Who sits in place {number}?", number=number)
    )
    default = table.say(words("Player {number}", number=number))
    names = [name for name in dict.fromkeys((*met, default)) if name not in seated.players]
    return ListPage(
        title=seated.game.title,
        prompt=prompt,
        choices=(
            *(Choice(plain(name), _seat(seated, name), icons=("player",)) for name in names),
            Choice(words("Another name…"), Push(new_name), icons=("letters",)),
        ),
    )


@dataclass(frozen=True)
class SitsDown:
    """What a name leads to: the one who has it sits down next."""

    seated: Seated

    def __call__(self, name: str) -> Reply:
        """Return what follows the name."""
        return _seat(self.seated, name)


def _letters_page(seated: Seated, text: str = "") -> KeyboardPage:
    return KeyboardPage(SitsDown(seated), seated.players, text)


def _seat(seated: Seated, name: str) -> Push:
    """Return what follows a name: the question for a colour where one is taken, or the next seat."""
    if PAGES[seated.game.id].players_choose_colours:
        return Push(_colour_page(seated, name))
    return Push(_next_seat(_joined(seated, name, _free_colours(seated)[0])))


def _colour_page(seated: Seated, name: str) -> ListPage:
    return ListPage(
        title=plain(name),
        prompt=words("Which colour does {player} take?", player=name),
        choices=tuple(
            Choice(COLOUR_WORDS[colour], Push(_next_seat(_joined(seated, name, colour))), colour=colour)
            for colour in _free_colours(seated)
        ),
    )


def _joined(seated: Seated, name: str, colour: Colour) -> Seated:
    return replace(seated, players=(*seated.players, name), colours=(*seated.colours, colour))


def _free_colours(seated: Seated) -> tuple[Colour, ...]:
    return tuple(colour for colour in COLOURS if colour not in seated.colours)


# --- what a power cut must not take ----------------------------------------------------------------------------------


class PlayersDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits so far, and what is written of the next name."""

    game: str
    wanted: int
    players: tuple[str, ...]
    colours: tuple[Colour, ...]
    text: str = ""


def seating_draft(stack: Stack) -> str:
    """Return what is told on these pages of who plays, as it is kept; empty if nobody is being asked."""
    seated, text = None, ""
    for page in stack:
        match page:
            case LivePage(lines=NameLines(seated=known)):
                seated, text = known, ""
            case KeyboardPage(then=SitsDown(), text=written):
                text = written
    if seated is None:
        return ""
    draft = PlayersDraft(seated.game.id, seated.wanted, seated.players, seated.colours, text)
    return msgspec.json.encode(draft).decode()


def seating_stack(draft: str) -> Stack:
    """Return the pages of such a draft, those that lie below included; none if it makes no sense."""
    try:
        told = msgspec.json.decode(draft, type=PlayersDraft)
    except msgspec.DecodeError:
        return ()
    game = GAMES.get(told.game)
    if game is None or not _is_possible(told, game):
        return ()
    pages: list[Page] = [seating_page(game)]
    for count, name in enumerate(told.players):
        seated = Seated(game, told.wanted, told.players[:count], told.colours[:count])
        pages.append(LivePage(NameLines(seated)))
        if PAGES[game.id].players_choose_colours:
            pages.append(_colour_page(seated, name))
    seated = Seated(game, told.wanted, told.players, told.colours)
    pages.append(LivePage(NameLines(seated)))
    return (*pages, _letters_page(seated, told.text)) if told.text else tuple(pages)


def _is_possible(told: PlayersDraft, game: Game) -> bool:
    return (
        game.fewest <= told.wanted <= game.most
        and len(told.players) == len(told.colours) == len(set(told.players)) == len(set(told.colours))
        and len(told.players) < told.wanted
        and set(told.colours) <= set(COLOURS)
    )

"""Who plays, on one page: how many, their names and colours, who begins, and the last table as it sat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from display.draw import layout
from display.draw.marks import Label
from display.draw.text import fit
from display.view import COLOURS, Colour, TablePlan, as_text
from firmware_py.config.settings import ButtonLayout, Controls, Settings
from firmware_py.desk.demo import shortest_presses
from firmware_py.games.records import why_no_table
from firmware_py.games.registry import BOXES
from firmware_py.games.seats import boxes_in
from firmware_py.pages.home_page import home
from firmware_py.pages.interface import Begin, PageContext, SavedGame
from firmware_py.pages.keyboard import KeyboardPage
from firmware_py.pages.page import Input, Press, Stack, Touch, press
from firmware_py.pages.people import boxes_of, names_of
from firmware_py.pages.players import PlayersPage, WhoPage, players_draft, players_page, players_stack
from firmware_py.pages.registry import PAGES
from firmware_py.pages.spoken import utterance
from firmware_py.words import LANGUAGES, plain, speak

FAMILY = ("Ada", "Bo", "Cy", "Dée")
WIDEST = ("WWWWWWWWWWWW", "WWWWWWWWWWWM", "WWWWWWMWWWWW", "MWWWWWWWWWWW", "ŴWWWWWWWWWWW", "WWWWWWWWWWWŴ")
LAYOUTS: tuple[ButtonLayout, ...] = ("six", "four")
SIZES = ((320, 240), (480, 320), (800, 480))


def saved(*names: str, colours: tuple[Colour, ...] = COLOURS, title: str = "x", game: str = "") -> SavedGame:
    return SavedGame(1, plain(title), names, plain(""), plain(""), colours[: len(names)], game=game, is_finished=True)


def table(*games: SavedGame, layout: ButtonLayout = "six", language: str = "en") -> PageContext:
    return PageContext(
        say=speak(language), language=language, settings=Settings(controls=layout), saved_games=lambda: games
    )


class Asked:
    """The page of a game, and somebody who presses."""

    def __init__(self, game: str, at: PageContext) -> None:
        self.table = at
        self.stack: Stack = (home(), players_page(BOXES[game]))

    def press(self, *buttons: str) -> Asked:
        for button in buttons:
            self.done(Touch(button) if button.isdigit() else Press(button))  # type: ignore[arg-type]
        return self

    def done(self, done: Input) -> None:
        self.stack, command = press(self.stack, done, self.table)
        assert command is None

    @property
    def page(self) -> PlayersPage:
        top = self.stack[-1]
        assert isinstance(top, PlayersPage)
        return top

    @property
    def people(self) -> tuple[tuple[str, str | None], ...]:
        people = self.page.settle(self.table).people
        return tuple(zip(names_of(people, self.table), (person.colour for person in people), strict=True))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.people)

    @property
    def text(self) -> str:
        return as_text(self.stack[-1].view(self.table))


def test_the_last_table_is_offered_as_it_sat_and_goes_on_with_one_press() -> None:
    """With its colours; the cursor is on what goes on."""
    for layout_ in LAYOUTS:
        asked = Asked(
            "maudite_momie", table(saved("Ada", "Bo", "Cy", colours=("white", "red", "blue")), layout=layout_)
        )
        assert asked.people == (("Ada", "white"), ("Bo", "red"), ("Cy", "blue"))
        assert "> <ok> Play" in asked.text
        assert "Ada begins" in asked.press("ok").text
        assert asked.press("back").people == (("Ada", "white"), ("Bo", "red"), ("Cy", "blue"))


def test_a_table_that_the_game_does_not_take_is_not_offered() -> None:
    """The latest that fits is; if none does, the names of the latest come one by one."""
    six = saved("A", "B", "C", "D", "E", "F")
    assert Asked("or_du_pharaon", table(six, saved("Ada", "Bo"))).names == ("Ada", "Bo")
    assert Asked("or_du_pharaon", table(six)).names == ("A", "B")


def test_seats_of_guests_and_of_the_box_are_called_in_the_language_of_today() -> None:
    """Nobody is called Player 1, and the box's name is nobody's: both are named again wherever they sit down."""
    before = replace(saved("Player 1", "Box", "Ada"), levels=(("Box", 3),), game="maudite_momie")
    found = Asked("maudite_momie", table(before, language="fr"))
    assert found.names[0].startswith("Joueur")
    assert found.names[1] not in ("Box", "Ada")
    assert found.names[2] == "Ada"


def test_numbers_are_turned_and_names_of_earlier_games_join_first() -> None:
    """From the fewest to the most that the game takes, and round."""
    asked = Asked("maudite_momie", table(saved("Ada", "Bo"), saved("Bo", "Cy")))
    assert asked.press("up").names == ("Ada", "Bo", "Cy")
    assert asked.press("up").names == ("Ada", "Bo", "Cy", "Player 4")
    assert asked.press("up", "up", "up").names == ("Ada", "Bo")
    assert len(set(asked.press("down").people)) == 6


def test_with_four_buttons_another_player_takes_a_press() -> None:
    """The number is beside what goes on."""
    asked = Asked("malediction", table(layout="four"))
    assert "> 3 players" in asked.press("up", "up", "ok").text
    assert "> 4 players" in asked.press("up").text
    assert "Player 1 begins" in asked.press("ok").text
    assert "> <ok> Play" in asked.press("back", "back").text
    assert len(asked.names) == 4


def test_with_four_buttons_ok_turns_a_colour_by_one_and_the_foot_says_what_it_does() -> None:
    """Nobody has to go round twice, and on the number ✓ goes on to the game."""
    asked = Asked("maudite_momie", table(saved("Ada", "Bo"), layout="four"))
    while asked.page.cursor(asked.table).part != "colour":
        asked.press("down")
    assert len({asked.press("ok").people for _ in COLOURS}) == len(COLOURS)
    asked = Asked("maudite_momie", table(layout="four"))
    asked.press("up", "up", "ok")
    assert [hint.label for hint in asked.page.view(asked.table).hints if hint.button == "ok"] == ["play"]


def test_a_name_is_turned_to_who_could_come_and_who_sits_elsewhere() -> None:
    """Those of earlier games first, the latest before; who sits elsewhere moves, with the colour; then box, guest."""
    asked = Asked("or_du_pharaon", table(saved("Ada", "Bo"), saved("Cy", "Dée", "Eve")))
    asked.press("right")
    found = [asked.press("down").names for _ in range(12)]
    assert [names[0] for names in found[:3]] == ["Cy", "Dée", "Eve"]
    assert found[4] == ("Bo", "Ada")
    assert found[5:10] == [("Box", "Bo")] * 5
    assert found[10] == ("Player 1", "Bo")
    assert found[11] == ("Ada", "Bo")
    assert "> Another name…" in asked.press(*["up"] * 8).text
    assert asked.press("down", "right", "right", "right").people == (("Bo", "blue"), ("Ada", "red"))


def test_a_free_place_is_taken_and_a_taken_one_becomes_free() -> None:
    """As long as the game has the fewest players it takes."""
    asked = Asked("or_du_pharaon", table(saved("Ada", "Bo"), saved("Cy", "Ada")))
    assert "> free seat" in asked.press("left").text
    assert asked.press("down").names == ("Ada", "Bo", "Cy")
    asked.press("left", "left")
    assert "> Bo" in asked.text
    assert "> free seat" in asked.press("up").text
    assert asked.press("right").names == ("Ada", "Cy")
    for button in ("up", "down") * 6:
        assert len(asked.press("right", button).names) >= 2


@pytest.mark.parametrize("layout_", LAYOUTS)
def test_whoever_is_called_by_a_sign_stays_at_the_table(layout_: ButtonLayout) -> None:
    """Any sign may be a name: the keyboard writes a dash, and a record holds more."""
    asked = Asked("maudite_momie", table(saved("Ada", "-", "…", "Cy"), layout=layout_))
    sat = asked.people
    for _ in range(20):
        assert asked.press("right" if layout_ == "six" else "down").people == sat


def test_a_colour_changes_places_and_nobody_loses_one_by_passing_by() -> None:
    """Six players have six colours: each can still be chosen."""
    asked = Asked("maudite_momie", table(saved(*"ABCDEF")))
    asked.press("right", "right")
    before = asked.people
    for _ in COLOURS:
        colours = [colour for _, colour in asked.press("down").people]
        assert sorted(map(str, colours)) == sorted(COLOURS)
        assert sum(one != other for one, other in zip(before, asked.people, strict=True)) in (0, 2)
    assert asked.people == before


def test_who_begins_is_turned_without_anybody_changing_neighbours() -> None:
    """The table turns; everybody keeps their colour."""
    asked = Asked("maudite_momie", table(saved("Ada", "Bo", "Cy")))
    asked.press("right", "right", "right", "down")
    assert asked.people == (("Bo", "blue"), ("Cy", "green"), ("Ada", "red"))
    assert asked.press("ok").text.startswith("[Loot N Run]\nBo begins")


# --- who is remembered -----------------------------------------------------------------------------------------------

ABSENT = ("Cy", "Dée", "Eve", "Flo", "Gil")


def asked_who(controls: Controls) -> Asked:
    """The page that asks who sits in Ada's seat, opened by one press; five are remembered who do not play."""
    at = table(saved("Ada", "Bo"), saved(*ABSENT), layout="six" if controls == "six" else "four")
    asked = Asked("or_du_pharaon", replace(at, settings=replace(at.settings, controls=controls)))
    asked.press("1" if controls == "touch" else "right" if controls == "six" else "down")
    return asked if controls == "touch" else asked.press("ok")


@pytest.mark.parametrize(("controls", "reached"), [("six", 4), ("four", 2)])
def test_buttons_choose_somebody_remembered_with_two_presses(controls: Controls, reached: int) -> None:
    """One asks who it is, and each of those who played last has a key of their own."""
    for name in ABSENT[:reached]:
        asked = asked_who(controls)
        line = next(one for one in asked.stack[-1].view(asked.table).body.items if one.label == name)  # type: ignore[union-attr]
        assert line.face
        assert asked.press(line.key or "").names == (name, "Bo")
        assert "> <ok> Play" in asked.text


@pytest.mark.parametrize("controls", ["encoder", "touch"])
def test_a_knob_and_a_finger_choose_anybody_remembered_with_two_presses(controls: Controls) -> None:
    """One asks who it is; the knob is turned before the other, and the finger finds everybody."""
    for at, name in enumerate(ABSENT):
        asked = asked_who(controls)
        presses = (str(at + 1),) if controls == "touch" else (*["down"] * at, "ok")
        assert asked.press(*presses).names == (name, "Bo")


def test_whoever_is_not_among_the_first_follows_on_the_last_key() -> None:
    """Everything that a seat offers is reached: a guest, the box, another name, a free seat."""
    asked = asked_who("four")
    seen = set()
    for _ in range(9):
        seen |= {one.label.rstrip("+") for one in asked.stack[-1].view(asked.table).body.items}  # type: ignore[union-attr]
        asked.press("down")
        if isinstance(asked.stack[-1], PlayersPage):
            break
    assert {*ABSENT, "Bo", "Another name…", "a guest", "Box, level 1", "Box, level 5"} <= seen


def test_a_voice_says_which_key_is_whose() -> None:
    """Nobody has to see the faces."""
    asked = asked_who("six")
    said = utterance(None, asked.stack[-1].view(asked.table), asked.table.say)
    assert said == "Players. Who sits on seat 1? up: Cy. right: Dée. down: Eve. left: Flo. ok: Others."


def test_somebody_whose_colour_nobody_knows_is_offered_as_well() -> None:
    """A record that was brought may say no colours; the face has one that nobody at the table wears."""
    asked = Asked("or_du_pharaon", table(saved("Ada", "Bo"), saved("Cy", "Dée", colours=())))
    worn = {colour for _, colour in asked.people}
    lines = asked.press("right", "ok").stack[-1].view(asked.table).body.items  # type: ignore[union-attr]
    assert next(line.colour for line in lines if line.label == "Cy") not in {None, *worn}


def test_back_from_who_it_is_leads_to_the_table_as_it_was() -> None:
    """Whoever looks only changes nothing."""
    asked = asked_who("six")
    assert asked.press("back").names == ("Ada", "Bo")
    assert "> Ada" in asked.text


# --- La malédiction --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turns", "mummy"), list(enumerate(("Dée", "Ada", "Bo", "Cy"))))
def test_whoever_sits_at_the_mummys_left_begins(turns: int, mummy: str) -> None:
    """P06: hunters follow clockwise from the mummy; each has a pawn's colour, whoever was the mummy before."""
    asked = Asked("malediction", table(saved(*FAMILY)))
    while "mummy: " not in str(asked.page.view(asked.table).body.spoken):  # type: ignore[union-attr]
        asked.press("left")
    asked.press(*("down",) * turns)
    assert asked.names[-1] == mummy
    at = FAMILY.index(mummy)
    assert asked.names == (*FAMILY[at + 1 :], *FAMILY[: at + 1])
    hunters, own = {colour for _, colour in asked.people[:-1]}, asked.people[-1][1]
    assert len(hunters) == 3
    assert hunters <= {*PAGES["malediction"].colours} - {own}
    asked.press("ok")
    assert f"{asked.stack[-1].players[0]} begins" in asked.text  # type: ignore[attr-defined]


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize(("names", "turns"), [(FAMILY, 0), (FAMILY, 1), (("Player 1", "Player 2", "Player 3"), 0)])
def test_whoever_had_a_role_comes_back_in_their_own_colour(names: tuple[str, ...], turns: int, count: int) -> None:
    """After games in any order, and whoever took the role; in which colour its player was shown is of no account."""
    chosen: tuple[Colour, ...] = ("purple", "blue", "red")  # all that every game has
    first = saved(*names[:count], colours=chosen, game="maudite_momie")
    for order in product(BOXES, repeat=3):
        evening = [first]
        for game in order:
            asked = Asked(game, table(*evening))
            has_role = PAGES[game].last_place is not None
            if has_role and turns:
                while "mummy: " not in str(asked.page.view(asked.table).body.spoken):  # type: ignore[union-attr]
                    asked.press("left")
                asked.press("down")
            own = dict(zip(names, chosen, strict=False))
            assert not has_role or asked.people[-1] == (asked.names[-1], own[asked.names[-1]])
            worn = [colour for _, colour in asked.people]
            for last in (worn[-1], "white") if has_role else (worn[-1],):  # they play again, as they were shown
                evening.insert(0, saved(*asked.names, colours=(*worn[:-1], last), game=game))  # type: ignore[arg-type]
        asked = Asked("maudite_momie", table(*evening))
        assert dict(asked.people).items() <= own.items(), order


def test_whoever_joins_is_a_hunter() -> None:
    """The mummy keeps the last place."""
    asked = Asked("malediction", table(saved("Ada", "Mo"), saved("Ada", "Bo", "Mo")))
    assert asked.press("up").names == ("Ada", "Bo", "Mo")
    assert asked.press("down", "left", "down").names == ("Ada", "Bo", "Mo")


def test_a_hunter_with_a_name_hunts_among_people() -> None:
    """The box plays all hunters or none: a name on one of its seats makes people of them all."""
    asked = Asked("malediction", table(saved("Ada", "Bo", "Mo"), saved("Cy", "Dée")))
    asked.press("right")
    while asked.names[0] != "Box":
        asked.press("down")
    assert asked.names == ("Box", "Box 2", "Mo")
    asked.press("right", "left")
    while asked.names[0] == "Box":
        asked.press("down")
    assert asked.names[0] in ("Ada", "Bo", "Cy", "Dée")
    assert not any(name.startswith("Box") for name in asked.names)


# --- letters ---------------------------------------------------------------------------------------------------------


def write(asked: Asked, name: str) -> None:
    page = asked.stack[-1]
    assert isinstance(page, KeyboardPage)
    asked.stack = (*asked.stack[:-1], page.then(name))  # type: ignore[arg-type]  # a page


@pytest.mark.parametrize("layout_", LAYOUTS)
def test_names_are_written_one_after_the_other(layout_: ButtonLayout) -> None:
    """After a name the cursor is on the next player without one, at last on the free place."""
    asked = Asked("malediction", table(layout=layout_))
    for name, turn in (("Ada", "down"), ("Mo", "down"), ("Bo", "up")):
        write(asked.press(*((turn, "ok") if layout_ == "six" else ("ok",))), name)
    assert asked.names == ("Ada", "Bo", "Mo")
    assert "> free seat" in asked.text


def test_letters_that_are_left_change_nothing() -> None:
    """Back on the empty line of letters leads to the table as it was."""
    asked = Asked("maudite_momie", table(saved("Ada", "Bo")))
    before = asked.press("right", "down").people
    asked.press("ok")
    assert isinstance(asked.stack[-1], KeyboardPage)
    assert asked.stack[-1].taken == ("Bo",)
    assert asked.press("back").people == before


def test_back_leads_to_what_goes_on_before_it_leaves() -> None:
    """One press too many costs no names."""
    asked = Asked("maudite_momie", table())
    write(asked.press("down", "ok"), "Ada")
    assert "> <ok> Play" in asked.press("back").text
    asked.press("back")
    assert len(asked.stack) == 1


# --- any presses -----------------------------------------------------------------------------------------------------


def walks() -> Iterator[tuple[str, PageContext]]:
    for game, layout_ in product(BOXES, LAYOUTS):
        yield game, table(layout=layout_)
        yield game, table(saved(*FAMILY[:2]), saved(*FAMILY), saved("Player 1", "Eve"), layout=layout_)


@pytest.mark.parametrize(("game", "at"), list(walks()))
def test_whatever_is_pressed_the_people_can_play(game: str, at: PageContext) -> None:
    """Their number, names and colours are ones that the game takes, and the draft holds them; touch does as well."""
    chance = random.Random(3)
    asked = Asked(game, at)
    for _ in range(100):
        asked.press(chance.choice(("up", "down", "left", "right", "up", "down", "0", "1", "2", "3", "4", "5", "6")))
        if len(asked.stack) == 2 and isinstance(asked.stack[-1], KeyboardPage):
            taken = asked.stack[-1].taken
            write(asked, chance.choice([name for name in ("Zoé", "Flo", "Gil", "Ida", "Jo") if name not in taken]))
        elif len(asked.stack) > 2 or isinstance(asked.stack[-1], WhoPage):
            asked.press("back")
        names, colours = asked.names, [colour for _, colour in asked.people]
        page = asked.page.settle(at)
        mummy = names[-1] if PAGES[game].last_place else None
        boxes_in(names, dict(boxes_of(page.people, names, page.box)), mummy)
        assert BOXES[game].fewest <= len(names) <= BOXES[game].most
        assert why_no_table(names) is None
        assert len(set(colours)) == len(colours)
        again = players_stack(players_draft(asked.stack, asked.table))
        assert isinstance(again[0], PlayersPage)
        assert names_of(again[0].settle(at).people, at) == names


# --- how it looks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_widest_names_are_told_apart_at_every_stop(language: str) -> None:
    """Six names of twelve wide letters: whole or shortened, never cut, and no two of them alike."""
    asked = Asked("maudite_momie", table(saved(*WIDEST), language=language))
    for _ in range(14):
        view = asked.press("right").page.view(asked.table)
        assert isinstance(view.body, TablePlan)
        for size in SIZES:
            labels = [mark for mark in layout(view, *size) if isinstance(mark, Label)]
            assert [label.text for label in labels if not fit(label).whole] == [], size
            shown = {label.text: " ".join(fit(label).lines) for label in labels if label.text in WIDEST}
            assert len(set(shown.values())) == len(WIDEST)
            assert "…" not in "".join(shown.values())


# --- presses ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("layout_", "most"), [("six", 5), ("four", 6)])
def test_three_who_have_never_played_begin_with_few_presses(layout_: ButtonLayout, most: int) -> None:
    """From the home page to the first turn; ten when each player had two pages."""
    at = table(layout=layout_)
    presses = shortest_presses(
        (home(),), at, lambda _, command: isinstance(command, Begin) and len(command.header.players) == 3
    )
    assert len(presses) == most

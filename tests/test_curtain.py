"""Secrets of the malediction on the device: the curtain, and that nothing public depends on what is hidden."""

import random
from dataclasses import dataclass

import pytest
from malediction_desk import THREE, TWO, begin, device, game, hold, play, press, read, text

from display.view import as_text
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.demo import milestones
from firmware_py.games.malediction.dice import DIE
from firmware_py.games.malediction.legality import is_stuck, reachable
from firmware_py.games.malediction.state import DICE, Choose, EndTurn, Move, Roll
from firmware_py.games.malediction.walks import FACES
from firmware_py.menus import game_menu
from firmware_py.presses import shortest_presses
from firmware_py.screens import LongPress, Play, Press, Push

ROLLED = Roll("Ada", faces=("1", "2", "3", "4", "arrow"))


def test_one_press_hides_the_map_and_only_a_held_button_shows_it_again(tmp_path):
    """The mummy's player walks by: back hides everything at once, and no short press brings it back."""
    with game(tmp_path, ROLLED) as box:
        assert "+---+" in text(box)
        press(box, "back")
        for button in ("ok", "up", "down", "left", "right"):
            press(box, button)
            assert "+---+" not in text(box)
            assert box.app.view.audience == "table"
        hold(box, "ok")
        assert "+---+" in text(box)
        assert box.app.view.audience == "hunters"


def test_behind_the_curtain_a_half_told_roll_waits(tmp_path):
    """Hiding the map loses nothing of what was being entered."""
    with game(tmp_path) as box:
        press(box, "up", "ok", "back")
        assert "+---+" not in text(box)
        hold(box, "ok")
        assert "<die_2> ><die_2>" in text(box)


def test_menus_are_reached_through_the_curtain(tmp_path):
    """What everybody may read never lies on top of the map."""
    with game(tmp_path, ROLLED) as box:
        press(box, "back", "back")
        assert "Menu of the game" in text(box)
        assert "Take back - the last action" in text(box), "what was rolled is not told"
        press(box, "ok")
        assert "Nothing to be seen here" in text(box)


def test_a_game_is_taken_up_behind_the_curtain(tmp_path):
    """After a power cut nobody knows who looks at the screen."""
    with game(tmp_path, ROLLED) as box:
        box.cut()
        press(box, "ok")
        assert "Nothing to be seen here" in text(box)
        hold(box, "ok")
        assert "Announce" in text(box)


def test_undo_from_a_page_for_everybody_leads_behind_the_curtain(tmp_path):
    """The mummy's player may hold back on her own page; she does not see the map of the turn before."""
    actions = (ROLLED, Choose("Ada", "1"), Move("Ada", to="b5"))
    with device(tmp_path) as box:
        begin(box, THREE)
        for action in actions[:2]:
            play(box, action)
        read(box)
        press(box, "back")
        hold(box, "back")
        assert "Nothing to be seen here" in text(box)


def test_presses_on_secret_pages_are_silent(tmp_path):
    """How many presses a hunter needs would tell how far he looks."""
    with game(tmp_path, ROLLED) as box:
        box.app.press(Press("down"), box.now_s)
        assert box.pins.tone_hz() is None
        press(box, "back")
        box.app.press(Press("up"), box.now_s)
        assert box.pins.tone_hz() is not None


# --- two games that differ in hidden facts only ----------------------------------------------------------------------


@dataclass
class Side:
    """One of two games with the same public story, and all that anybody at the table saw and heard of it."""

    box: object
    heard: list

    @property
    def state(self):
        return self.box.app.table.playing.state

    def note(self):
        view = self.box.app.view
        shown = as_text(view) if view.audience != "hunters" else "hidden"
        now = (shown, self.box.pins.light(), self.box.pins.tone_hz())
        if not self.heard or self.heard[-1] != now:
            self.heard.append(now)

    def press(self, button):
        done = LongPress("ok") if button == "hold" else Press(button)
        self.box.app.press(done, self.box.now_s)
        self.note()
        self.box.wait(1.5)
        self.note()

    def play(self, action):
        goals = [lambda stack, _, m=m: m(stack[-1]) for m in milestones(action)]
        for goal in (*goals, lambda _, command: command == Play(action)):
            for button in shortest_presses(self.box.app.stack, self.box.app.table, goal):
                self.press(button)


def both(sides, *actions):
    """Play an action on each side; one action for both if only one is given."""
    for side, action in zip(sides, actions if len(actions) == 2 else actions * 2, strict=True):
        side.play(action)


def menus(side):
    """Return all pages that the menu of the game leads to, as text."""
    table = side.box.app.table
    page = game_menu()
    texts = [as_text(page.view(table))]
    for _ in range(6):
        page = page.press(Press("down"), table)
        reply = page.press(Press("ok"), table)
        if isinstance(reply, Push):
            texts.append(as_text(reply.screen.view(table)))
    return texts


def step(sides, chance):
    """Play one step that sounds the same on both sides; return False where there is none."""
    one, other = (side.state for side in sides)
    assert one.phase == other.phase or "mission" in (one.phase, other.phase)
    for side in sides:
        if side.state.phase == "mission":
            side.play(EndTurn(side.state.hunter.player))
    one, other = (side.state for side in sides)
    match one.phase:
        case "begin":
            if is_stuck(one) or is_stuck(other):
                return False
            if one.locked >= 3:
                both(sides, rules.legal_actions(one)[0])
                return True
            common = [face for face in FACES if reachable(one, face) and reachable(other, face)]
            if not common:
                return False
            mummies = min(chance.randrange(3), DICE - one.locked - 1)
            face = chance.choice(common)
            fill = DICE - one.locked - mummies - 1
            rolls = [
                Roll(one.hunter.player, faces=(face, *chance.choices(DIE[:5], k=fill), *("mummy",) * mummies))
                for _ in sides
            ]
            both(sides, *rolls)
            both(sides, Choose(one.hunter.player, face))
        case "move":
            moves = [
                Move(side.state.hunter.player, to=chance.choice(sorted(reachable(side.state, side.state.face))))
                for side in sides
            ]
            both(sides, *moves)
            for side in sides:
                if side.state.phase == "mission":
                    side.play(EndTurn(side.state.hunter.player))
        case "mummy_roll":
            both(sides, Roll("Mo", face=chance.choice(one.board.mummy_die)))
        case _:
            met = {*one.in_corridors, *other.in_corridors}
            here, path = one.mummy, ()
            for _ in range(chance.randint(0, one.steps)):
                free = [cell for cell in one.board.steps(here).values() if cell not in met]
                if not free:
                    break
                here = chance.choice(free)
                path = (*path, here)
            both(sides, Move("Mo", path=path))
    return True


@pytest.mark.parametrize("header", [THREE, TWO], ids=["three", "two"])
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_public_depends_on_what_is_hidden(seed, header, tmp_path):
    """Two games with the same announced faces and other rolls and moves: the same screens, sounds and light."""
    chance = random.Random(seed)
    with device(tmp_path / "one") as first, device(tmp_path / "other") as second:
        sides = (Side(first, []), Side(second, []))
        for side in sides:
            begin(side.box, header)
            side.note()
        steps = 0
        while steps < 25 and step(sides, chance):
            steps += 1
            assert menus(sides[0]) == menus(sides[1])
        assert steps >= 5
        assert sides[0].state.at != sides[1].state.at, "the hidden facts do differ"
        assert sides[0].heard == sides[1].heard


def test_a_half_told_roll_outlives_a_power_cut_behind_the_curtain(tmp_path):
    """What was told of the dice stands there again, once the curtain is lifted."""
    with game(tmp_path) as box:
        press(box, "up", "ok", "up", "ok")
        box.cut()
        press(box, "ok")
        assert "die_" not in text(box)
        hold(box, "ok")
        assert "<die_2>  <die_3> ><die_3>" in text(box)

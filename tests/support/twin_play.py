"""What twins play at random: whatever has the same public course on both sides."""

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import is_stuck, mission_here, playable_faces, reachable
from firmware_py.games.malediction.maze import FACES, mummy_paths
from firmware_py.games.malediction.state import DICE, Choose, Move, Pass, PlayMission, Roll
from firmware_py.pages.interface import Play
from firmware_py.pages.malediction.dice_page import DIE
from firmware_py.pages.malediction.turn_pages import HandOverPage, move_ends
from firmware_py.pages.page import Press


def step(pair, chance):
    """Play what can be played on both sides with the same public course; return whether there was anything."""
    pair.listen()
    one, other = (side.state for side in pair.sides)
    assert one.phase == other.phase
    match one.phase:
        case "over":
            return False
        case "begin" if is_stuck(one) and is_stuck(other):
            pair.play(*(Pass(one.hunter.player),) * 2)
        case "begin" if is_stuck(one) or is_stuck(other):
            return False
        case "begin" if one.locked >= 3:
            pair.play(*(rules.legal_actions(one)[:1] * 2))
        case "begin" | "mummy_roll" if pair.one.app.table.playing.seed:
            pair.reach(*((_rolls,),) * 2)
        case "begin":
            return throw(pair, chance)
        case "choose":
            common = [face for face in playable_faces(one) if face in playable_faces(other)]
            if not common:
                return False
            pair.play(*(Choose(one.hunter.player, common[0]),) * 2)
        case "move" if (cells := common_missions(one, other)) and chance.random() < 0.3:
            pair.play(*(Move(one.hunter.player, to=chance.choice(cells)),) * 2, then=PlayMission(one.hunter.player))
        case "move" if pair.one.device.magnets:  # a board waits for the pawn, and so for another press
            pair.hand_over(*cells_to_go_to(one, other, chance))
        case "move":
            pair.move(*cells_to_go_to(one, other, chance))
        case "mummy_roll":
            pair.play(*(Roll(one.mummy_player, face=chance.choice(one.maze.mummy_die)),) * 2)
        case _:
            pair.play(*(Move(one.mummy_player, path=a_catch(one, other) or a_free_path(one, other, chance)),) * 2)
    return True


def throw(pair, chance):
    """Throw dice that share one face with which both sides can move, and as many mummies; return whether there is one.

    What they share is announced at once, as after an undo somebody could choose otherwise.
    """
    one, other = (side.state for side in pair.sides)
    common = common_faces(one, other)
    if not common:
        return False
    mummies = min(chance.randrange(3), DICE - one.locked - 1)
    face, fill = chance.choice(common), DICE - one.locked - mummies - 1
    pair.play(
        *(
            Roll(one.hunter.player, faces=(face, *chance.choices(DIE[:5], k=fill), *("mummy",) * mummies))
            for _ in pair.sides
        )
    )
    pair.play(*(Choose(one.hunter.player, face),) * 2)
    return True


def common_faces(one, other):
    """The faces with which the active pawn can move on both sides."""
    return [face for face in FACES if reachable(one, face) and reachable(other, face)]


def common_missions(one, other):
    """The cells in reach on both sides where a mission can be played: a mission shows where its player is."""
    return tuple(
        cell
        for cell in move_ends(one)
        if cell in move_ends(other) and all(mission_here(HandOverPage(cell).arrive(side)) for side in (one, other))
    )


def cells_to_go_to(one, other, chance):
    """A cell for each side: now and then the same, so that the mummy can catch on both."""
    common = sorted(reachable(one, one.face) & reachable(other, other.face))
    if common and chance.random() < 0.25:
        return (chance.choice(common),) * 2
    return tuple(cell_to_go_to(state, chance) for state in (one, other))


def cell_to_go_to(state, chance):
    """A cell with a mission, or one without, as chance has it."""
    ends = sorted(reachable(state, state.face))
    missions = [cell for cell in ends if state.maze.mission(cell)]
    others = [cell for cell in ends if not state.maze.mission(cell)]
    return chance.choice((missions if chance.random() < 0.5 else others) or ends)


def a_catch(one, other):
    """A path to a pawn that stands on the same cell on both sides, past nobody; None if there is none."""
    paths = mummy_paths(one.maze, one.mummy, one.steps, {*one.in_corridors, *other.in_corridors})
    both = one.in_corridors.items() & other.in_corridors.items()
    return next((paths[cell] for cell, _ in sorted(both) if cell in paths), None)


def browse(pair, chance):
    """Go through the menus with the same presses on both sides; then go back to the game."""
    pair.reveal_nothing()
    for _ in range(chance.randint(4, 10)):
        pair.try_out(Press(chance.choice(("ok", "ok", "down", "down", "up", "back", "right"))))
    pair.go_back_to_game()


def a_free_path(one, other, chance):
    """A path of the mummy that meets nobody on either side."""
    met = {*one.in_corridors, *other.in_corridors}
    here, path = one.mummy, ()
    for _ in range(chance.randint(0, one.steps)):
        free = [cell for cell in one.maze.steps(here).values() if cell not in met]
        if not free:
            break
        here = chance.choice(free)
        path = (*path, here)
    return path


def _rolls(_, command):
    return isinstance(command, Play) and isinstance(command.action, Roll)

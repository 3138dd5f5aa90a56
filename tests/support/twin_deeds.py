"""What twins do beside playing: what the mummy's side may ask and take back, and what hunters do behind the curtain.

The mummy's player presses whatever can be pressed on pages for everybody, and holds `back`; what opens for a held `ok`
on a page that says who must look away is the hunters'. Hunters take back, play again and correct, on each side what is
there; and what everybody hears of it is the same on both.
"""

from collections import deque

from msgspec import UNSET
from msgspec.structs import replace
from twin_play import browse, common_faces, throw
from twins import gives

from display.view import as_text
from firmware_py.games.malediction.legality import is_stuck, mission_here, reachable
from firmware_py.games.malediction.maze import mummy_paths
from firmware_py.games.malediction.rules import seen_by
from firmware_py.games.malediction.state import DICE, Move, Roll
from firmware_py.games.registry import TABLE
from firmware_py.games.session import Edit, apply_edits, redo, undo
from firmware_py.pages.board_care.care import is_fed, view_of_fed
from firmware_py.pages.board_care.cell_test import CellTestPage
from firmware_py.pages.correction import EnterAgainPage, EntriesPage
from firmware_py.pages.game_menu import MOST_AT_ONCE, history_page
from firmware_py.pages.interface import CopyGames, Correct, Leave, Play, Redo, Resume, Undo
from firmware_py.pages.malediction.curtain import page_behind
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.page import LongPress, Press, press
from firmware_py.pages.result import ReplayPage

SHORT = tuple(map(Press, ("ok", "down", "up", "back", "right", "left")))
HELD = LongPress("ok"), LongPress("back")
NEAR = 60
"""Stacks of pages searched for what everybody may press."""
FAR = 600
"""Stacks searched before a certain page."""


# --- what the mummy's side presses -----------------------------------------------------------------------------------


def answers_to_everybody(stack, table):
    """Yield what everybody may press on the page on top, and what follows."""
    view = view_of_fed(stack[-1], table)
    if view.audience == "hunters":
        return
    is_guarded = bool(getattr(view.body, "guard", ()))
    for done in (*SHORT, *HELD):
        if not (is_guarded and done == LongPress("ok")):
            yield done, *press(stack, done, table)


def presses_of_everybody(side, goal):
    """The fewest inputs by which everybody may reach a goal; None if there are none near."""
    table, start = side.app.table, side.app.stack
    if goal(start, None):
        return ()
    seen, waiting = {start}, deque([(start, ())])
    while waiting and len(seen) < FAR:
        stack, presses = waiting.popleft()
        for done, after, command in answers_to_everybody(stack, table):
            if goal(after, command):
                return (*presses, done)
            if command is None and after not in seen and not is_fed(after[-1]):
                seen.add(after)
                waiting.append((after, (*presses, done)))
    return None


def try_to_reach(pair, goal):
    """Press what leads everybody to a goal; return whether it was reached. The presses are the same on both sides."""
    found = [presses_of_everybody(side, goal) for side in pair.sides]
    assert found[0] == found[1], "everybody comes farther on one side"
    if found[0] is None:
        return False
    pair.push(*found[0])
    return True


def explore(pair, chance):
    """Look at the pages that everybody can open from here, and compare them."""
    starts = tuple(side.app.stack for side in pair.sides)
    seen, waiting = {starts[0]}, [starts]
    while waiting and len(seen) < NEAR:
        stacks = waiting.pop(chance.randrange(len(waiting)))
        tables = [side.app.table for side in pair.sides]
        answers = [list(answers_to_everybody(*both)) for both in zip(stacks, tables, strict=True)]
        assert len(answers[0]) == len(answers[1])
        for (done, one, given), (_, other, taken) in zip(*answers, strict=True):
            texts = [shown(*both) for both in zip((one, other), tables, strict=True)]
            assert texts[0] == texts[1], f"{done} leads to different pages"
            assert type(given) is type(taken), f"{done} gives different commands"
            assert not (isinstance(given, CopyGames) and given.game_ids), "everybody may copy the secrets"
            if given is None and one not in seen:
                seen.add(one)
                waiting.append((one, other))


def shown(stack, table):
    """What everybody sees of the page on top."""
    view = view_of_fed(stack[-1], table)
    return "hidden" if view.audience == "hunters" else as_text(view)


def look_around(pair, chance):
    """Hide the map, and go through everything that everybody may open."""
    browse(pair, chance)
    pair.push(Press("back"))
    explore(pair, chance)


def take_back(pair, chance):
    """As the mummy's side, hold `back` again and again: what something hidden has decided about stays."""
    before = [kept(side) for side in pair.sides]
    for _ in range(chance.randint(1, 4)):
        pair.push(LongPress("back"))
        pair.push(*(chance.choice(SHORT[:4]) for _ in range(chance.randint(0, 2))))
    assert [kept(side)[: len(was)] for side, was in zip(pair.sides, before, strict=True)] == before, (
        "the mummy's side has taken back what only hunters may"
    )


def kept(side):
    """The actions up to the last one that something hidden decided about."""
    session = side.app.table.playing
    actions = [step.action for step in session.steps]
    while actions and session.game.is_open(actions[-1]):
        actions.pop()
    return actions


def probe(pair, chance):
    """As the mummy's side, give its last move another path, onto a hunter of one side if one is near; then undo it."""
    pair.reveal_nothing()
    paths = [last_path(side) for side in pair.sides]
    if None in paths or not try_to_reach(pair, lambda stack, _: enters_path(stack)):
        return
    session = pair.one.app.table.playing
    state = session.steps[paths[0] - 2].state if paths[0] > 1 else session.start
    for cell in path_to_probe(state, pair, chance):
        try_to_reach(pair, lambda stack, _, cell=cell: path_of(stack)[-1:] == (cell,))
    pair.push(Press("ok"), Press("ok"))
    pair.push(LongPress("back"))


def last_path(side):
    """The number of the mummy's last move; None if it has not moved yet."""
    steps = side.app.table.playing.steps
    return next((n for n in range(len(steps), 0, -1) if is_path(steps[n - 1].action)), None)


def is_path(action):
    return isinstance(action, Move) and action.path is not UNSET


def enters_path(stack):
    return isinstance(stack[-1], EnterAgainPage) and isinstance(page_behind(stack[-1].inner[-1]), MummyPage)


def path_of(stack):
    return page_behind(stack[-1].inner[-1]).path if enters_path(stack) else ()


def path_to_probe(state, pair, chance):
    """A path onto a cell where a hunter stands now on one side only, or any."""
    paths = mummy_paths(state.maze, state.mummy, state.steps, ())
    met = {*pair.one.state.in_corridors} ^ {*pair.other.state.in_corridors}
    return chance.choice([path for cell, path in sorted(paths.items()) if cell in met] or list(paths.values()))


def replay(pair, chance):  # noqa: ARG001 - as everything that is done
    """As the mummy's side, try to play again what was taken back, and to watch the game."""
    pair.reveal_nothing()
    if try_to_reach(pair, lambda stack, command: isinstance(stack[-1], ReplayPage) or command == Redo()):
        pair.push(Press("ok"), Press("ok"))


def put_aside(pair, chance):
    """Stop for today, look at everything from the first page on, and at what the board senses; then resume."""
    states = [side.state for side in pair.sides]
    pair.reveal_nothing()
    pair.reach(*((gives(Leave()),),) * 2)
    explore(pair, chance)
    if pair.one.device.magnets:
        care_for_board(pair, states)
    while len(pair.one.app.stack) > 1:
        pair.push(Press("back"))
    pair.reach(*((lambda _, command: isinstance(command, Resume),),) * 2)


def care_for_board(pair, states):
    """As the mummy's side, look at what the cells sense while the pieces stand as in these states; then clear it."""
    places = [{state.hunters[n].pawn: cell for cell, n in state.in_corridors.items()} for state in states]
    for side, standing in zip(pair.sides, places, strict=True):
        for pawn, cell in standing.items():
            side.device.place(pawn, cell)
    if try_to_reach(pair, lambda stack, _: isinstance(stack[-1], CellTestPage)):
        pair.handle(*(lambda device: device.wait(0.5),) * 2, seconds=1.5)
    for side, standing in zip(pair.sides, places, strict=True):
        for pawn in standing:
            side.device.lift(pawn)
    pair.handle(*(lambda device: device.wait(0.5),) * 2, seconds=3.0)


# --- what hunters do behind the curtain ------------------------------------------------------------------------------


def open_history(pair):
    """Let the hunters open what may become of the entries."""
    pair.reveal_nothing()
    pair.reach(*((lambda stack, _, side=side: stack[-1] == history_page(side.app.table),) for side in pair.sides))
    pair.push(LongPress("ok"))
    assert all(side.is_secret for side in pair.sides)


BACK_TO_GAME = (Press("up"), Press("ok"))
"""From the first line of the list to its last one."""


def let_take_back(pair, chance):
    """The hunters take back as much on each side as sounds alike; how many entries that is differs."""
    found = alike(*(taken_back(side) for side in pair.sides))
    if not found:
        return
    open_history(pair)
    counts = chance.choice(found)
    pair.reach(*((gives(Undo(is_sure=True, count=count)),) for count in counts))


def taken_back(side):
    """What everybody knows after each number of undos, from one on, as far as people may go back.

    What undoes a correction leads over one more page of the hunters: beside a board other undos do not.
    """
    session = before = side.app.table.playing
    if session.seed:
        return []
    found = []
    while session.steps and len(found) < MOST_AT_ONCE:
        session = undo(session)
        found.append((public(session), is_corrected(before, session)))
    return found


def is_corrected(before, after):
    """Whether a correction was undone, or made again."""
    return before.versions_before != after.versions_before


def alike(one, other):
    """The numbers of undos, one on each side, after which everybody knows the same."""
    return [(n, m) for n, mine in enumerate(one, 1) for m, yours in enumerate(other, 1) if mine == yours]


def public(session):
    """What everybody knows of a game: what was announced, and how it stands."""
    heard = [event for step in session.steps for event in step.events if event.is_public]
    return heard, seen_by(session.state, TABLE)


def let_play_again(pair, chance):  # noqa: ARG001
    """The hunters play again what was taken back."""
    sessions = [side.app.table.playing for side in pair.sides]
    if not all(session.undone for session in sessions):
        return
    one, other = (is_corrected(session, redo(session)) for session in sessions)
    if one == other:
        open_history(pair)
        pair.reach(*((gives(Redo()),),) * 2)


def let_correct(pair, chance):
    """The hunters of one side or both correct where a pawn went; the others look at the list, and change nothing."""
    found = [corrections(side, chance) for side in pair.sides]
    if chance.random() < 0.5:
        found[chance.randrange(2)] = None
    if not any(found):
        return
    open_history(pair)
    pair.reach(*map(_correcting, found))


def corrections(side, chance):
    """A place in the list of entries, and a pawn's move to another cell there that nobody hears; or None."""
    session = side.app.table.playing
    shown, _ = EntriesPage()._numbers(session)
    found = []
    for place, number in enumerate(shown):
        step = session.steps[number - 1]
        before = session.steps[number - 2].state if number > 1 else session.start
        if not isinstance(step.action, Move) or is_path(step.action) or step.state.phase == "mission":
            continue
        action = step.action
        for cell in sorted(reachable(before, before.face) - {action.to}):
            index = before.turn
            at = (*before.at[:index], cell, *before.at[index + 1 :])
            changed = Move(action.by, to=cell)
            after = apply_edits(session, (Edit(number, 1, (changed,)),))
            is_same = after.why is None and public(after.session) == public(session)
            if is_same and mission_here(replace(before, at=at)) is None:
                found.append((place, changed))
    return chance.choice(found) if found else None


def _correcting(found):
    """The goals of one side: back to the game, or a correction."""
    if found is None:
        return BACK_TO_GAME
    place, changed = found

    def corrects(_, command):
        return isinstance(command, Correct) and command.edits[0].actions[0] == changed

    to_list = (lambda stack, _: isinstance(page_behind(stack[-1]), EntriesPage), *(Press("down"),) * place, Press("ok"))
    return *to_list, corrects, Press("ok")  # the last one leaves the page that says which pawns to move


def roll_in_vain(pair, chance):
    """One side's hunter rolls, no mummy, and will roll again; or takes that back, while the others only look."""
    state, other = (side.state for side in pair.sides)
    may_roll = state.phase == "begin" and not pair.one.app.table.playing.seed and state.locked < DICE - 1
    if not may_roll or is_stuck(state) or is_stuck(other) or not common_faces(state, other):
        return
    chosen = chance.randrange(2)
    free = DICE - state.locked

    def rolls(_, command):
        action = command.action if isinstance(command, Play) else None
        return isinstance(action, Roll) and len(action.faces) == free and "mummy" not in action.faces

    pair.reach(*((rolls,) if index == chosen else () for index in range(2)))
    explore_from_curtain(pair, chance)
    if chance.random() < 0.5:
        open_history(pair)
        undoing = (gives(Undo(is_sure=True)),)
        pair.reach(*(undoing if index == chosen else BACK_TO_GAME for index in range(2)))
        pair.leave_pieces()
        explore_from_curtain(pair, chance)
    throw(pair, chance)


def explore_from_curtain(pair, chance):
    """Hide the map, compare what everybody can open, and lift the curtain again."""
    pair.push(Press("back"))
    explore(pair, chance)
    pair.push(LongPress("ok"))


DEEDS = (
    take_back,
    probe,
    replay,
    look_around,
    put_aside,
    let_take_back,
    let_play_again,
    let_correct,
    roll_in_vain,
)
"""All of them."""

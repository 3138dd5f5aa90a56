"""What else happens in a turn: other pieces, sensors, magnets, the cable, and ✓."""

from __future__ import annotations

import errno
from typing import Any

from hand_motions import Hand
from hand_turns import BEGINS_S, SLOW_MM_PER_S, Turn, free_beside, number


def other_pawn(turn: Turn, hand_s: float) -> Hand | None:
    """A hand at a pawn in the corridors that has no turn and is on nobody's path."""
    paths = {*turn.path, turn.meant} if isinstance(turn.meant, str) else {*turn.path}
    found = [pawn for cell, pawn in turn.standing.items() if pawn != turn.mover and cell not in paths]
    return turn.hand(turn.chance.choice(sorted(found)), hand_s) if found else None


def knocked(turn: Turn) -> bool:
    """Knock another pawn by 6 to 11 mm, and put it right."""
    hand = other_pawn(turn, turn.chance.uniform(BEGINS_S, turn.arrival_s))
    if hand is None:
        return False
    cell = hand.cell or ""
    hand.push(hand.askew(cell, turn.chance.uniform(6.0, 11.0)), turn.chance.uniform(0.03, 0.2))
    hand.rest(turn.chance.uniform(0.2, 2.5))
    hand.push(hand.near(cell), turn.chance.uniform(0.05, 0.3))
    return True


def lifted(turn: Turn) -> bool:
    """Lift another pawn, and put it back."""
    hand = other_pawn(turn, turn.chance.uniform(BEGINS_S, turn.arrival_s))
    if hand is None:
        return False
    cell = hand.cell or ""
    hand.lift()
    hand.rest(turn.chance.uniform(0.1, 2.5))
    hand.put(cell)
    return True


def two_at_once(turn: Turn) -> bool:
    """Lift another pawn as the mover begins, and put it back as the mover arrives."""
    hand = other_pawn(turn, BEGINS_S + turn.chance.uniform(-0.1, 0.1))
    if hand is None:
        return False
    cell = hand.cell or ""
    hand.lift()
    hand.rest(max(0.05, turn.arrival_s - hand.now_s - turn.chance.uniform(0.3, 0.6)))
    hand.put(cell)
    return True


def mummy_touched(turn: Turn) -> bool:
    """Push the mummy in a hunter's turn: by some millimetres, or to the next cell, and back."""
    hand = turn.hand("mummy", turn.chance.uniform(BEGINS_S, turn.arrival_s))
    home, paths = turn.state.mummy, {turn.meant}
    beside = [cell for cell in free_beside(turn, home) if cell not in paths]
    if beside and turn.chance.random() < 0.5:
        hand.slide([turn.chance.choice(beside)], turn.chance.uniform(*SLOW_MM_PER_S))
    else:
        hand.push(hand.askew(home, turn.chance.uniform(3.0, 10.0)), turn.chance.uniform(0.03, 0.2))
    hand.rest(turn.chance.uniform(0.1, 2.0))
    hand.push(hand.near(home), turn.chance.uniform(0.1, 0.3))
    return True


def noise(turn: Turn) -> bool:
    """Let all sensors be noisy, and one of them very."""
    turn.noise_mt = turn.chance.uniform(0.3, 0.6)
    turn.noisy = {turn.chance.randrange(42): 2.0}
    return True


def drift(turn: Turn) -> bool:
    """Let it be warmer or colder than at the calibration, and each sensor's zero creep."""
    turn.warmer_k = turn.chance.uniform(-10.0, 20.0)
    turn.drift_mt_per_s = 0.04
    return True


def weak(turn: Turn) -> bool:
    """Let the magnets be weak."""
    turn.strengths = {hunter.pawn: turn.chance.uniform(0.55, 0.8) for hunter in turn.state.hunters}
    turn.strengths["mummy"] = turn.chance.uniform(0.75, 0.9)
    return True


def dead(turn: Turn) -> bool:
    """Let a sensor be dead; under a piece or a path nobody can tell."""
    cell = turn.chance.choice([cell for cell in turn.referee.floor if cell not in {*turn.standing, turn.state.mummy}])
    turn.spoilt = {number(cell): 0.0}
    if cell == turn.meant:
        turn.undecidable = "the pawn stops above a dead sensor"
    return True


def dead_on_path(turn: Turn) -> bool:
    """Let a sensor be dead on the mummy's path, or now and then beside it: each of them may hide where it is."""
    beside = [cell for on in turn.path for cell in turn.referee.neighbours(on).values()]
    cells = {*(turn.path if turn.chance.random() < 0.7 else beside)} - {*turn.standing, turn.state.mummy}
    if not cells:
        return False
    turn.spoilt = {number(turn.chance.choice(sorted(cells))): 0.0}
    return True


def stuck(turn: Turn) -> bool:
    """Let a free cell report a piece for ever."""
    taken = {*turn.standing, turn.state.mummy, *turn.path, turn.meant}
    free = [cell for cell in turn.referee.floor if cell not in taken]
    if not free:
        return False
    turn.spoilt = {number(turn.chance.choice(free)): 30.0}
    return True


def blind_ok(turn: Turn) -> bool:
    """Press ✓ once or twice while the mover slides, or as soon as it is down.

    With the pawn in the hand, ✓ enters a move by button, and nobody can know better; nor beside a mummy on switches,
    where two ✓ say that it stays.
    """
    hand = turn.hands[turn.mover]
    is_carried = any(pose[2] for _, pose in hand.path)
    leaves_s = turn.arrival_s if is_carried else hand.path[1][0] + 0.15
    at_s = turn.chance.uniform(leaves_s, max(leaves_s, turn.arrival_s) + 1.0)
    times = 1 if turn.kind == "i2c" and turn.mover == "mummy" else turn.chance.choice((1, 2))
    for again_s in (at_s, at_s + turn.chance.uniform(0.15, 0.6))[:times]:
        turn.deeds.append((again_s, "✓", lambda device: device.pins.press("ok")))
        turn.deeds.append((again_s + 0.06, "✓ released", lambda device: device.pins.release("ok")))
    return True


def cable(turn: Turn) -> bool:
    """Pull the cable and plug it in again, sometimes long enough to be reported; or disturb its bytes."""
    out_s = turn.chance.uniform(BEGINS_S, turn.arrival_s + 0.3)
    if turn.chance.random() < 0.25:
        for count in range(turn.chance.randint(1, 5)):
            turn.deeds.append((out_s + 0.03 * count, "disturbed", disturbed))
        return True
    away_s = turn.chance.choice((turn.chance.uniform(0.05, 0.5), turn.chance.uniform(1.5, 3.0)))
    turn.deeds.append((out_s, "the cable is pulled", lambda device: device.simulated_board().board.unplug()))
    turn.deeds.append((out_s + away_s, "the cable is in", lambda device: device.simulated_board().board.plug()))
    turn.cable_s = out_s, out_s + away_s
    return True


def disturbed(device: Any) -> None:
    """Put noise on the line of a serial board; let a chip of the other kind fail once."""
    simulated = device.simulated_board()
    if hasattr(simulated.board, "send"):
        simulated.board.send(bytes(range(1, 90)))
    else:
        simulated.fault(0x21, errno.EREMOTEIO)
        device.wait(0.05)
        simulated.fault(0x21, None)


def at_rest(turn: Turn) -> bool:
    """Let nobody whose turn it is touch anything, while noise, drift and knocks go on."""
    turn.arrival_s = 4.0
    noise(turn)
    drift(turn)
    if turn.chance.random() < 0.5:
        knocked(turn)
    turn.deeds.append((6.0, "all rests", lambda _: None))
    return True

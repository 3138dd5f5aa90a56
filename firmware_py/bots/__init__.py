"""The box as a player: what it does in a seat, from what a person in that seat would know.

Why it cannot cheat: `decide(seen, level, seed)` is all there is. `seen` is made in one place, `seat.seen_of`, from the
state that `seen_by` leaves and from what everybody heard. Nothing here can reach a session or the journal (a contract
of `make lint`). Chance follows from the seed and from how much was heard, so that undo brings no better luck.

Why it plays alike everywhere: searches end after so many positions, never after a time, and values are rounded before
they are compared. So the same seed gives the same game on every processor.

Read `seat` first, then a game. In `malediction` the mummy and the hunters share a `board` in numbers; `or_du_pharaon`
looks ahead over its own turn; `maudite_momie` never sees the faces of its own cards. `levels` says how strong each
level was when it was measured, and against whom. A game's player is loaded when it is first asked.
"""

from firmware_py.bots.seat import register

register("maudite_momie", "firmware_py.bots.maudite_momie")
register("malediction", "firmware_py.bots.malediction")
register("or_du_pharaon", "firmware_py.bots.or_du_pharaon")

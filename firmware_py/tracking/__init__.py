"""From positions to moves: what the pieces on the magnetic board mean to a game of La malédiction de la momie.

Theory of operation
-------------------

Positions count, and no gestures. Players slide, lift, bump and change their mind. Whatever they did, in the end the
pieces stand somewhere. Either a legal move leads there, or none does.

1. **What is believed.** `position` takes the cells that are believed from the sensed board, and names the five reasons
   why a cell is not. One of them is that the players said otherwise by button.
2. **Which piece is which.** Pawns read alike. `placements` keeps a few joint placements, each with what hands had to do
   for it. A piece that falls back onto its own cell costs nothing, two that are exchanged cost much.
3. **What explains it.** `matching` compares the position with the state when the turn began: with no move, and with
   each legal one. One that fits is shown as soon as the pieces rest; ✓ enters a pawn's. Two that are close are asked
   about. If none fits, each wrong cell is named after three seconds, with its rule; one after undo or a move by button.
4. **The mummy.** Sensors know it by its strength, in a single frame. `mummy` keeps the cells that it entered, and
   `paths` cuts the loops. Of several paths to where it came, the fields meanwhile may leave one: beside the mummy a
   cell swings by its ring at most, below it by at least twice as much. A sensor that did not swing is dead, and rules
   out nothing. All this is given the state as the whole table may see it, and the mummy's own cells: what everybody
   reads, and when, cannot depend on a pawn. Only when played does a path meet the hunters.
5. **Until the turn is handed over** the last move may be another one: by ✓ if it is a pawn's, by whoever acts next if
   it is the mummy's. A piece at rest has ended its move only as far as anybody can know. It may go on, stop short, or
   go back. Only a catch is final (P34). Back on its own cell the mummy has not moved, unless it surely met a hunter,
   and every path is open again. The table hears once that a turn is over.

| the mummy | at rest for | is announced | sounds |
|---|---|---|---|
| has steps left | 1.6 s | its path | turn |
| has used all of them | 0.25 s | its path | turn |
| goes elsewhere before the next person acts | as above | the other path, in place of the first | nothing |
| goes back to where it began, beyond its steps, or where no cell senses it | 1.6 s | its page again | nothing |
| has met a hunter within its steps | as above, by its steps left | the catch, which is final (P34) | caught |

What no board can know
----------------------

| hands | why no frame shows it | what follows |
|---|---|---|
| slide the mummy at over 0.8 m/s or past a dead sensor, and two paths fit | no frame shows it over a cell | A |
| cut a corner half-way | two cells are as far away, and read alike | A |
| carry the mummy over several cells | in the air it is sensed nowhere | A, unless to a neighbour, or by one path only |
| stop the mummy over a dead sensor | no other sensor is sure of it | everybody is asked where it is |
| move pieces while the cable is out | nobody watches | they are asked about; ✓ says no |
| exchange two pawns in the air | pawns read alike | each is taken to be back on its own cell |
| lift a pawn over others back to its cell | all cells read as before | it has not moved, unless a button says so |
| stop a pawn over a dead sensor | it could be in a hand | B |
| stop a pawn where another sensor that it could have reached sticks | both read as a pawn does | it is asked about |

A: nothing is played, and after 3 s the mummy is to be put back and slid from cell to cell. B: after 3 s hunters read
where the pawn may end, perhaps on that very cell. ✓ without a sensed move enters the cell under the cursor.

There nothing is guessed: a question costs a moment, a wrong move a game. `tests/by_hand/HANDS.md` has the figures.

Switches sense that a piece is there, and not which. They follow hunters' turns and check where all pieces stand.
The mummy's path is entered by button there. `Tracker.tells_mummy` asks for it; apart from that, whatever stands on the
mummy's cell in the game counts as the mummy.

`tracker` holds one board and one game, `game` what it learns of the game.
`evaluation` says what is inferred, and when that is new; its results are the `inferences`.
"""

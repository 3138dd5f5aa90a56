"""From positions to moves: what the pieces on the magnetic board mean to a game of La malédiction de la momie.

Theory of operation
-------------------

Positions count, and no gestures. Players slide, lift, bump and change their mind. In the end the pieces stand
somewhere. Either a legal move leads there, or none does.

1. **What is believed.** `position` takes the cells that are believed from the sensed board, and names the five reasons
   why a cell is not. One of them is that the players said otherwise by button.
2. **Which piece is which.** Pawns read alike. `hunters` keeps who was lifted, since when, and what strayed. Whoever
   lifts two pieces puts each back. Not sure is what surely went to where another one belongs, or came from the stairs.
3. **A hunter's turn.** It compares all pieces with the state when the turn began: with no move, and with each
   legal one. It waits until every piece is at rest: some 5 mm above its cell a piece still stands there, 8 mm above it
   is lifted. A move is where it ends, whichever way led there. Two moves that are close are asked about.
4. **The mummy's turn.** Pawns do not count. Sensors know the mummy by its strength, in a single frame. `mummy` keeps
   the cells that it entered, and cuts the loops. Where cells between two of them are missing, walls, steps and
   fields must leave one path. Around the mummy is a ring of fields below zero: a cell beside its path swings by that
   ring at most, one on the path by at least twice as much. A sensor that does not swing is dead, and rules nothing
   out. All this is given the state as the whole table may see it, and the mummy's own cells: what everybody reads,
   and when, cannot depend on a pawn. Only when it is played does a path meet the hunters.
5. **A move is provisional** until ✓ hands a hunter's turn over, or until somebody acts after the mummy's. Till then the
   piece may go on, stop short or go back, and another move takes the place of the first. Only a catch is final (P34).
   While the mummy goes on, nobody can act: what is entered is to be entered again once it rests. A mummy back on its
   own cell has not moved, unless it surely met a hunter, and every path is open again.

| in a hunter's turn | after | what follows; only hunters read it |
|---|---|---|
| a pawn rests where it may end, all others on their cells | 0.25 s | its move is shown; ✓ plays it |
| ✓ while it is held, or not yet 0.25 s at rest | at once | it is to be put on its cell first |
| ✓ before it is lifted, 3 s after that, or once the cursor was moved | at once | the cell on the page counts |
| it stood where it may not end, and is back where it began, and may end there (P19) | 1.6 s | it is asked about |
| another piece, or the mummy, is knocked or lifted, and put right | 0.25 s | what the mover means |
| a piece stays where it may not be, or is missed | 3 s | what is wrong; of the mummy on a hidden map, too |
| the same after undo or a move by button | 1 s | what to put right |

| in the mummy's turn it rests | for | everybody reads | sounds |
|---|---|---|---|
| on a cell from which it could go on | 1.6 s | its path | turn |
| where its last step led | 0.25 s | its path | turn |
| the same, where only the box knows where its hunters are | 0.25 s | its path on its page; only ✓ plays it | nothing |
| the same, slid there before its die was entered | as above, from then on | its path | turn |
| after it met a hunter within its steps, there or beyond | as above | the catch | caught |
| elsewhere, before the next person acts | as above | the other path, in place of the first | nothing |
| where it began, after a path was read | 1.6 s | its page again | nothing |
| beyond its steps | 1.6 s | why not, in place of what was read before | nothing |
| where several paths lead, or none | 3 s | put it back, and slide it from cell to cell | nothing |
| where no cell senses it | 3 s | where is it? A path read before is taken back after 1.6 s | nothing |

What no board can know
----------------------

| hands | why no frame shows it | what follows |
|---|---|---|
| carry the mummy, or slide it past a dead sensor at over 0.8 m/s | no cell senses it | the path that is left, if one |
| cut a corner half-way | two cells are as far away, and read alike | the same |
| stop the mummy over a dead sensor | no other sensor is sure of it | everybody is asked where it is |
| pull the cable, and move pieces | nobody watches | 1 s after "the board is back", a question, or what to put back |
| exchange two pawns in the air, or lift one and put it back | cells read as before | neither has moved |
| stop a pawn over a dead sensor | it could be in a hand | after 3 s hunters read where it may end |
| stop a pawn where another sensor that it could have reached sticks | both read as a pawn does | it is asked about |

There nothing is guessed: a question costs a moment, a wrong move a game. `tests/by_hand/HANDS.md` has the figures.

Switches sense that a piece is there, not which. They follow hunters' turns and check all places; the mummy's path is
entered by button (`Tracker.tells_mummy`). Whatever stands on its cell in the game counts as the mummy.

`hunters` and `mummy` are two models, each with its own `Confidence`. `tracker` holds both, with one board and one game,
and says what follows from them, and when that is new: the inferences of `position`.
"""

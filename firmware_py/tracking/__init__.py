"""From positions to moves: what the pieces on the magnetic board mean to a game of La malédiction de la momie.

Theory of operation
-------------------

Positions count, and no gestures. Players slide, lift, bump and change their mind. Whatever they did, in the end the
pieces stand somewhere. Either a legal move leads there, or none does.

1. **What is believed.** `position` takes the cells that are believed from the sensed board, and names the five reasons
   why a cell is not. `contradicted` keeps the cells about which the players said otherwise.
2. **Which piece is which.** Pawns read alike. `placements` keeps a few joint placements, each with what hands had to do
   for it. A piece that falls back onto its own cell costs nothing, two that are exchanged cost much.
3. **What explains it.** `matching` compares the position with the state when the turn began: with no move, and with
   each legal one. One that fits is taken as soon as the pieces rest. Two that are close are asked about. If none fits,
   each wrong cell is named once it has been wrong for three seconds, with the rule against it.
4. **The mummy.** Sensors know it by its strength, in a single frame. `mummy` keeps the cells that it entered, and
   `paths` cuts the loops. It is given the state as the whole table may see it, and the mummy's own cells: what
   everybody reads, and when, cannot depend on a pawn. Only when a path is played does it meet the hunters.
5. **Until the next person acts** the last move may be another one. The piece may go on, stop short, or go back.

| the mummy | at rest for | is announced | sounds |
|---|---|---|---|
| has steps left | 1.6 s | its path | turn |
| has used all of them | 0.25 s | its path | turn |
| goes elsewhere before the next person acts | as above | the other path, in place of the first | nothing |
| goes back to where it began | 1.6 s | its page again | nothing |
| has met a hunter within its steps | as above | the catch, which is final (P34) | caught |

So the table hears once that a turn is over, and a catch is never taken back.

Switches sense that a piece is there, and not which. They follow hunters' turns and check where all pieces stand.
The mummy's path is entered by button there. `Tracker.tells_mummy` asks for it; apart from that, whatever stands on the
mummy's cell in the game counts as the mummy.

`tracker` holds one board and one game, `game` what it learns of the game, `evidence` what it can say of the pieces.
`evaluation` says what is inferred, and when that is new; its results are the `inferences`.
"""

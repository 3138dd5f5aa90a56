"""Every number that somebody could tune in `sensing`, in `tracking` and in teaching a map by hand.

Not counted: what is counted in the game, as a step, a piece, both sides or twice (0, 1 and 2); how patiently the pages
ask, calibrate and teach; what chips and the board's wiring are, which drivers know. What follows from the table is
computed where it is used: the levels from the fields of the pieces.

| name | unit | source | smaller breaks | larger breaks |
|---|---|---|---|---|
| `TICK_S` | s | half a frame of the sensor board | idle load | latency |
| `WINDOW` | samples | three of five outvote a spike | spikes become pieces | latency |
| `DRIFT_S` | s | the room warms within ten minutes | a piece put down askew fades | zeros lag behind |
| `SENSOR_S` | s | longer than any disturbance on a cable | glitches count as faults | dead cells play on |
| `MOST_NOISE_MT` | mT | ten times what the sensor has | good cells are refused | bad cells pass |
| `HUNTER_MT` | mT | a pawn's disc at 4 mm; until calibration | neighbours sense it as well | askew pawns are missed |
| `MUMMY_MT` | mT | the weakest mummy: three pawns; until calibration | pawns seem the mummy | the mummy seems a pawn |
| `SPREAD` | part | half the hysteresis of a level | cells flap at the level | askew pieces are missed |
| `PIECE_PART` | part | field of a pawn 6 mm off the middle | neighbours sense it as well | askew pawns are missed |
| `CLEARLY` | factor | of two fields: at a corner cut half-way, one pawn or two | wrong corners | needless messages |
| `RING_MT` | mT | below zero one cell from the mummy, by its discs | pawns there are missed | ghosts there |
| `AIR_PART` | part | share of its fields that a piece has left 10 mm up | hops seem slides | slides seem hops |
| `FRAME_S` | s | from one reading of a cell to the next | wrong paths, and two pieces for one | needless messages |
| `MOST_PATHS` | paths | more than any gap leaves open in play | known paths are asked for | evaluation lasts |
| `ROUNDING_S` | s | more than sums of seconds are off | samples are missed | samples come early |
| `DEADLINE_S` | s | more than rounding takes from a clock | a rest is evaluated twice | latency |
| `SETTLE_S` | s | the longest gap of a slide, 0.6 s a cell askew | slides count as moves | latency |
| `REST_S` | s | a second of thought, and 0.6 s on a cell | the mummy's stops count as moves | slow game |
| `MISMATCH_S` | s | a player puts a knocked pawn right in less | messages amid moves | faults seem silent |
| `PUT_BACK_S` | s | a hand lets go | messages amid moves | undo seems silent |
| `SLIDE_S` | s | dead zone of a pawn between two cells at 0.5 s a cell | slides seem gaps | gaps seem slides |
| `UNSTEADY_CHANGES` | changes | more than a drumming child makes | pieces are disbelieved | bad cells play on |
| `UNSTEADY_S` | s | nobody lifts a pawn five times in it | bad cells play on | pieces fade |
"""

from typing import Final

TICK_S: Final = 0.01
WINDOW: Final = 5
DRIFT_S: Final = 600.0
SENSOR_S: Final = 1.0
MOST_NOISE_MT: Final = 1.0
HUNTER_MT: Final = 36.0
MUMMY_MT: Final = 108.0
SPREAD: Final = 0.12
PIECE_PART: Final = 0.18
CLEARLY: Final = 1.4
RING_MT: Final = 5.6
AIR_PART: Final = 0.25
FRAME_S: Final = 0.03
MOST_PATHS: Final = 50
ROUNDING_S: Final = 1e-8
DEADLINE_S: Final = 0.001
SETTLE_S: Final = 0.25
REST_S: Final = 1.6
MISMATCH_S: Final = 3.0
PUT_BACK_S: Final = 1.0
SLIDE_S: Final = 0.09
UNSTEADY_CHANGES: Final = 10
UNSTEADY_S: Final = 8.0

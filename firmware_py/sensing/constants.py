"""The numbers of `sensing`, `tracking` and teaching by hand, each with unit, source, and what a change breaks.

| name | unit | source | smaller breaks | larger breaks |
|---|---|---|---|---|
| `TICK_S` | s | half a frame of the sensor board | idle load | latency |
| `WINDOW` | samples | three of five outvote a spike | spikes become pieces | latency |
| `LEAST_RATE_HZ` | 1/s | boards mean to give 10 and 50 frames | slow boards pass | good boards seem faulty |
| `DRIFT_S` | s | the room warms within ten minutes | a piece put down askew fades | zeros lag behind |
| `SENSOR_S` | s | longer than any disturbance on a cable | glitches count as faults | dead cells play on |
| `RAIL_MT` | mT | lower end of the DRV5055A4 at 3.3 V | strong magnets count as dead | dead sensors play on |
| `MOST_NOISE_MT` | mT | ten times what the sensor has | good cells are refused | bad cells pass |
| `SPREAD` | part | half the hysteresis of a level | cells flap at the level | askew pieces are missed |
| `PIECE_PART` | part | field of a pawn 6 mm off the middle | neighbours sense it as well | askew pawns are missed |
| `CLEARLY` | factor | of two fields: at a corner cut half-way, one pawn or two | wrong corners | needless messages |
| `RING_MT` | mT | below zero one cell from the mummy, by its discs | pawns there are missed | ghosts there |
| `AIR_PART` | part | share of its fields that a piece has left 10 mm up | hops seem slides | slides seem hops |
| `PASS_S` | s | a frame shows a piece that takes longer over a cell | wrong paths over dead cells | needless messages |
| `MOST_PATHS` | paths | more than any gap leaves open in play | known paths are asked for | evaluation lasts |
| `DEADLINE_S` | s | more than rounding takes from a clock | a rest is evaluated twice | latency |
| `SETTLE_S` | s | the longest gap of a slide, 0.6 s a cell askew | slides count as moves | latency |
| `REST_S` | s | a second of thought, and 0.6 s on a cell | the mummy's stops count as moves | slow game |
| `MISMATCH_S` | s | a player puts a knocked pawn right in less | messages amid moves | faults seem silent |
| `PUT_BACK_S` | s | a hand lets go | messages amid moves | undo seems silent |
| `SLIDE_S` | s | dead zone of a pawn between two cells at 0.5 s a cell | slides seem lifts | lifts seem slides |
| `EARLY_S` | s | one scan of the board, and the spread of its samples | slides seem two pieces | two pieces seem one |
| `SWAP` | cost | who lifts a piece puts it back; few exchange two | needless questions | exchanges are missed |
| `UNSTEADY_CHANGES` | changes | more than a drumming child makes | pieces are disbelieved | bad cells play on |
| `UNSTEADY_S` | s | nobody lifts a pawn five times in it | bad cells play on | pieces fade |
"""

from typing import Final

TICK_S: Final = 0.01
WINDOW: Final = 5
LEAST_RATE_HZ: Final = {"level": 8.0, "millitesla": 25.0}
DRIFT_S: Final = 600.0
SENSOR_S: Final = 1.0
RAIL_MT: Final = 190.0
MOST_NOISE_MT: Final = 1.0
SPREAD: Final = 0.12
PIECE_PART: Final = 0.18
RING_MT: Final = 5.6
AIR_PART: Final = 0.25

PASS_S: Final = 0.03
MOST_PATHS: Final = 50
DEADLINE_S: Final = 0.001
SETTLE_S: Final = 0.25
REST_S: Final = 1.6
MISMATCH_S: Final = 3.0
PUT_BACK_S: Final = 1.0
SLIDE_S: Final = 0.09
EARLY_S: Final = 0.03
SWAP: Final = 3
CLEARLY: Final = 1.4
UNSTEADY_CHANGES: Final = 10
UNSTEADY_S: Final = 8.0

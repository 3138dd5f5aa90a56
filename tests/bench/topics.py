"""All topics of the bench, in the order of the table."""

from __future__ import annotations

from bench.at_rest import IDLE
from bench.hands import HANDS
from bench.many_games import GROWTH
from bench.paths import PYRAMID
from bench.press import DRAWN, PRESSED
from bench.rows import Topic
from bench.rules import RATES
from bench.starting import STARTED
from bench.storing import STORED
from bench.voice import SPOKEN
from bench.whole_games import WHOLE_GAMES
from bench.wires import I2C, SERIAL

TOPICS: tuple[Topic, ...] = (
    PRESSED,
    DRAWN,
    STARTED,
    IDLE,
    GROWTH,
    STORED,
    SPOKEN,
    WHOLE_GAMES,
    HANDS,
    I2C,
    SERIAL,
    RATES,
    PYRAMID,
)

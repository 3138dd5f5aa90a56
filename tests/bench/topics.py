"""All topics of the bench, in the order of the table."""

from __future__ import annotations

from bench.at_rest import IDLE
from bench.changes import CHANGED
from bench.hands import HANDS, NOISE
from bench.lanterns import LANTERNS
from bench.many_games import GROWTH
from bench.paths import UNIONS
from bench.press import DRAWN, PRESSED
from bench.rests import RESTS
from bench.rows import Topic
from bench.rules import RATES
from bench.starting import STARTED
from bench.storing import STORED
from bench.voice import SPOKEN
from bench.whole_games import WHOLE_GAMES
from bench.wires import I2C, SERIAL

TOPICS: tuple[Topic, ...] = (
    UNIONS,
    LANTERNS,
    RATES,
    PRESSED,
    DRAWN,
    CHANGED,
    SPOKEN,
    STARTED,
    IDLE,
    GROWTH,
    I2C,
    SERIAL,
    STORED,
    HANDS,
    RESTS,
    NOISE,
    WHOLE_GAMES,
)

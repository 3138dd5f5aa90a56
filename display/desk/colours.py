"""The colours of the desk's picture: a wooden case and a board by lamplight, the same whatever theme the screen has."""

from __future__ import annotations

from display.theme import RGB, palette
from display.theme import Look as ScreenLook

NIGHT: RGB = (20, 14, 12)
STONE: RGB = (54, 38, 27)
BLOCK: RGB = (68, 48, 34)
JOINT: RGB = (104, 77, 51)
SAND: RGB = (250, 234, 204)
DUST: RGB = (214, 186, 146)
GOLD: RGB = (244, 192, 74)
INK: RGB = (32, 20, 12)
TURQUOISE: RGB = (94, 216, 203)
WARNING: RGB = (255, 158, 74)
ERROR: RGB = (255, 128, 110)

MAZE = ScreenLook("night", "maze")
"""How the map on the magnetic board is drawn."""
PLAYERS = palette(MAZE)
"""The tones of the players' colours, among others."""
FLOOR: RGB = PLAYERS["floor"]

"""High contrast: black, white text and thick edges, without motifs."""

from display.theme import Theme
from display.themes import night

GROUND = {
    "top": "#000000",
    "foot": "#000000",
    "plate": "#000000",
    "well": "#000000",
    "edge": "#ffffff",
    "accent": "#7fe4ff",
}

THEME = Theme(
    everywhere={
        **night.THEME.everywhere,
        "text": "#ffffff",
        "lesser": "#ffffff",
        "ink": "#000000",
        "linen": "#ffffff",
        "cursor": "#ffd400",
        "on_loss": "#000000",
        "on_gain": "#000000",
        "on_accent": "#000000",
        "wall": "#202020",
        "wall_lit": "#a0a0a0",
        "back": "#202020",
        "back_motif": "#a0a0a0",
        "pit": "#000000",
        "path": "#002a66",
        "path_sign": "#7dfff4",
        "floor": "#1a2a60",
        "joint": "#6a86d0",
        "rock": "#000000",
        "line": "#ffffff",
    },
    worlds={"home": GROUND, "crypt": GROUND, "desert": GROUND, "maze": GROUND},
    edge_px=2.0,
    has_motifs=False,
    has_rims=True,
)

"""Day: the same tombs drawn on paper, for a table in the sun."""

from display.theme import Theme
from display.themes import night

THEME = Theme(
    everywhere={
        **night.THEME.everywhere,
        "text": "#24160c",
        "lesser": "#57402c",
        "loss": "#b02d08",
        "on_loss": "#fff8e8",
        "gain": "#146b38",
        "on_gain": "#fff8e8",
        "on_accent": "#fff8e8",
    },
    worlds={
        "home": {
            "top": "#fbf2e2",
            "foot": "#efe0c6",
            "plate": "#fffaf0",
            "well": "#e6d5b8",
            "edge": "#86704c",
            "accent": "#6a4a20",
        },
        "crypt": {
            "top": "#f7edff",
            "foot": "#ead8fb",
            "plate": "#fffaff",
            "well": "#e7d6f8",
            "edge": "#8a66b8",
            "accent": "#6427a8",
        },
        "desert": {
            "top": "#fdf0d8",
            "foot": "#f3ddb2",
            "plate": "#fffaf0",
            "well": "#f0dcb4",
            "edge": "#97703c",
            "accent": "#0b6660",
        },
        "maze": {
            "top": "#eaf1ff",
            "foot": "#d5e2fb",
            "plate": "#fbfdff",
            "well": "#d0defa",
            "edge": "#5877c0",
            "accent": "#1f45a0",
        },
    },
)

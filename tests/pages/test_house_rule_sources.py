"""What a house rule says of its source: only what a leaflet prints is called printed."""

import pytest

from firmware_py.config.settings import Settings
from firmware_py.pages.interface import Leave
from firmware_py.pages.registry import PAGES
from firmware_py.words import speak

SOURCES = {
    "final_reveal": ("as the English leaflet says", "as the French leaflet says"),
    "self_awaken": ("not printed: our ruling", "house rule"),
    "track": ("as printed", *3 * ("house rule",)),
    "collapse_spread": ("not printed: our ruling", "house rule"),
    "no_path_ends_turn": ("not printed: our ruling", "house rule"),
    "count_discovery_turn": ("as printed", "house rule"),
    "glide_with_treasure": ("as printed", "house rule"),
    "open_scores": ("as printed", "house rule"),
    "device_dice": ("", ""),
    "every_die": ("", ""),
}


@pytest.mark.parametrize("game", PAGES)
def test_every_value_of_a_house_rule_says_where_it_comes_from(game: str) -> None:
    """A ruling that no leaflet settles is ours, and where two leaflets differ each is named."""
    say = speak("en")
    for option in PAGES[game].house_rules:
        shown = tuple(say(option.choice(value, lambda _: Leave()).detail) for value, _ in option.values)
        assert shown == SOURCES[option.key]
        assert option.usual(Settings(), game) == option.values[0][0]

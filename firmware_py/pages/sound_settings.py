"""The settings page of what is heard: volume, quiet for the night, each class of sound, and the voice.

Why quiet for the night is switched by hand and has no hours: the device has no clock that goes on without power or
network, and a family knows better than a clock who sleeps next door.
"""

from __future__ import annotations

from firmware_py.config.settings import VOLUMES
from firmware_py.pages.commands import Change
from firmware_py.pages.general_topics import SOUND, VOICE
from firmware_py.pages.lists import Choice, ListPage
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.words import Words, plain, words

SOUND_LABELS = {
    "keys": words("Sound of each press"),
    "turns": words("Sound of a new turn"),
    "events": words("Sounds of the game"),
    "errors": words("Alarms and forbidden moves"),
}


def sound_lines(table: Table) -> ListPage:
    """Return the page of all that is heard, for this table."""
    settings = table.settings
    volume = settings.volume
    louder = VOLUMES[(VOLUMES.index(volume) + 1) % len(VOLUMES)]
    speaking = _switch(words("A voice reads the pages"), "voice", is_on=settings.voice, about=(VOICE,))
    return ListPage(
        title=words("Sound"),
        prompt=words("Choose a line to change it."),
        choices=(
            Choice(words("Volume"), Change("sound.volume", str(louder)), (_icon(volume > 0),), volume_words(volume)),
            _switch(words("Quiet for the night"), "sound.quiet", is_on=settings.is_quiet),
            *(_switch(label, f"sound.{name}", is_on=name in settings.sounds) for name, label in SOUND_LABELS.items()),
            *((speaking,) if table.has_voice else ()),
        ),
        about=(SOUND,),
    )


def volume_words(volume: int) -> Words:
    """Return a step of volume as it is shown."""
    return plain(f"{volume} / {VOLUMES[-1]}") if volume else words("off")


def _switch(label: Words, key: str, *, is_on: bool, about: tuple[Topic, ...] = ()) -> Choice:
    detail = words("on") if is_on else words("off")
    return Choice(label, Change(key, "off" if is_on else "on"), (_icon(is_on),), detail, about=about)


def _icon(is_on: bool) -> str:
    return "sound" if is_on else "muted"

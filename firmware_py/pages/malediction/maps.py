"""What the device asks of the maps: which one is being drawn, what is heard of it, and which one was chosen."""

from firmware_py.pages.malediction.map_editor.editor import map_draft
from firmware_py.pages.malediction.map_editor.files import DRAFT_KEY
from firmware_py.pages.malediction.map_editor.teaching import teaching_sound as map_sound
from firmware_py.pages.malediction.setup_page import with_map

__all__ = ["DRAFT_KEY", "map_draft", "map_sound", "with_map"]

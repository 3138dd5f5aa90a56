"""Everything that makes pixels; it knows no game and no wire.

Read in this order: `view` (what a screen can show), `theme` (what colours mean) with the `themes` as data, `sizes`
(millimetres and pixels), `icons`, `fonts` and `svg` (what pictures are made of), `surfaces` (what they are drawn on),
`draw` (view to pixels), `motion` (animations), `splash` (the first picture), `window` (the device's panel),
`page_flips` (whether it takes a picture now), `desk` (the desk simulator's picture: device and magnetic board),
`inputs` (what touch and mouse do to all of them).
"""

import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

for _name in ("pygame.mixer", "pygame.mixer_music"):
    # Its libraries take 3 MB. pygame is content without; `hardware.controls.audio` loads it where tunes need it.
    sys.modules.setdefault(_name, None)  # type: ignore[arg-type]  # documented: an import then fails

"""Everything that makes pixels; knows no game and no wire.

Read in this order: `view` (what a screen can show), `theme` (colours and sizes), `icons`, `fonts` and `svg` (what
pictures are made of), `draw` (view to pixels), `motion` (the pictures in between), `splash` (the first one), `window`
(the panel of the device), `desk` (the device drawn in a window of a desktop), `board` (the magnetic board beside it),
`inputs` (what fingers and the mouse do to all of them).
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

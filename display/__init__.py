"""Everything that makes pixels; it knows no game and no wire.

Read in this order: `view` (what a screen can show), `theme` (what colours mean, millimetres and pixels) with `icons`
and `fonts` (what pictures are made of), `draw` (view to pixels), `motion` (animations), `window` (the
device's panel, with the first picture), `desk` (the desk simulator's picture: device and magnetic board), `inputs`
(what touch and mouse do to all of them).
"""

"""From the numbers of a frame to what each cell holds.

`cells` reads a frame, and says how well a board senses. `settling` says when each cell changed, and which change too
often. `constants` holds the numbers of this room, of `tracking` and of teaching by hand. What was learnt of a
board lies in `config`; how it is calibrated and wired, and with what patience, beside the pages that lead through it.
"""

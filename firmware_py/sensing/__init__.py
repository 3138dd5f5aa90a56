"""From the numbers of a frame to what each cell of the magnetic board holds.

`cells` reads a frame. `settling` says when each cell changed, and which change too often. `measuring` says how well a
board senses. `constants` holds the numbers of this room and of `tracking`. What was learnt of a board lies in `config`,
and how it is learnt beside the pages that lead through it.
"""

"""From the numbers of a frame to what each cell of the magnetic board holds.

`cells` reads a frame. `settling` says when each cell changed, and which change too often. `board_profile` is what is
known of one board, `wiring` which input belongs to which cell, and `measuring` how well the board senses. `constants`
holds the numbers of this room and of `tracking`. How a board or a map is taught lies beside the pages that lead it.
"""

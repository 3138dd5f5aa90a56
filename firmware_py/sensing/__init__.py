"""From the numbers of a frame to what each cell of the magnetic board holds.

`cells` reads a frame. `settling` says when each cell changed, and which change too often. `sliding` follows one piece
that is slid over the board. `board_profile` is what is known of one board, `calibration` how that is learnt, and
`measuring` how well the board senses. `constants` holds the numbers of this room and of `tracking`. `wiring` says which
input belongs to which cell.
"""

"""From the numbers of a frame to what each cell of the magnetic board holds.

`cells` reads a frame. `settling` says when the board is at rest. `association` says which of several equal pieces is
which, and `sliding` how one piece slid over the board. `board_profile` is what is known of one board, `calibration` how
that is learnt, and `measuring` how well the board senses. `wiring` says which input belongs to which cell.
"""

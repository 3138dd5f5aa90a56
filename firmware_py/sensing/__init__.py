"""From the numbers of a frame to what each cell of the magnetic board holds.

`cells` reads a frame, `settling` says when the board is at rest, `identities` which of the pieces that feel alike
stands where, `sliding` how one piece slid over the board. `board_profile` is what is known of one board, `calibration`
how it is learnt, `measuring` how well it feels. `wiring` says which input belongs to which cell.
"""

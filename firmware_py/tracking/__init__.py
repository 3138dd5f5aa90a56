"""From positions to moves: what the pieces on the magnetic board mean to a game of La malédiction de la momie.

Read in this order: `standing` says where the game and the board have the pieces; `explaining` compares the two and
looks for the legal move that explains the difference, as one of the `conclusions`; `mummys_turn` does so for the mummy,
with `felt_paths` and `possible_paths`, because her path counts cell by cell; `reasons` says why there is no such move;
`tracker` follows one board and one game over time, and `judging` says what is announced of it, and when.

Why positions and never gestures: hands slide, lift, rest, bump and change their mind. Whatever they did, in the end
the pieces stand somewhere, and that either is where a legal move leads, or it is not.
"""

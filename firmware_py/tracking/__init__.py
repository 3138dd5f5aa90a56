"""From positions to moves: what the pieces on the magnetic board mean to a game of La malédiction de la momie.

Read in this order. `position` says where the game and the board have the pieces. `matching` compares the two and looks
for the legal move that explains the difference; its result is one of the `inferences`. `mummys_turn` does the same for
the mummy, with `sensed_paths` and `possible_paths`, because that path counts cell by cell. `reasons` says why there is
no such move. `tracker` follows one board and one game over time, with `board_in_game`, `belief` (which cells are
believed, and why the others are not) and `mummys_place`. `evaluation` says what is inferred, and when.

Why positions and never gestures: players slide, lift, bump and change their mind. Whatever they did, in the end the
pieces stand somewhere. Either a legal move leads there, or none does.
"""

"""From field to move: what the magnets of a board mean to a game of La malédiction de la momie.

Read in this order: `cells` turns a frame's numbers into what each cell feels, free of noise; `settling` waits until
nothing moves and says what stands where, with `whereabouts` following pieces that feel the same; `standing` says where
the game has them; `inference` compares the two and looks for the legal move that explains the difference, as one of the
`conclusions`; `mummys_turn` does so for the mummy, with `felt_ways` and `ways`, as her way counts cell by cell;
`reasons` says why there is no such move; `tracker` holds all of it together over time, and `judging` says what of it is
told, and when. Beside these, `sliding` follows one figure over a board whose map is not known yet, and tells its way;
`calibrating` and `measuring` learn how a board feels, and `known_board` is what was learnt. All of it is pure, and none
of it knows which wire a frame came over.

Why positions and never gestures: hands slide, lift, rest, bump and change their mind. Whatever they did, in the end
the pieces stand somewhere, and that either is where a legal move leads, or it is not.
"""

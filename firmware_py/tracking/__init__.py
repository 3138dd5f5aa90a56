"""From field to move: what the magnets of a board mean to a game of La malédiction de la momie.

Read in this order: `cells` turns a frame's numbers into what each cell feels, free of noise; `settling` waits until
nothing moves and says what stands where; `inference` compares that with the game and its legal moves; `tracker`
holds the three together over time. All of it is pure, and none of it knows which wire a frame came over.

Why positions and never gestures: hands slide, lift, rest, bump and change their mind. Whatever they did, in the end
the pieces stand somewhere, and that either is where a legal move leads, or it is not.
"""

"""La malédiction de la momie: hunters behind an upright board, and a mummy who must not know where they are.

Read in this order: `board` (the map as a value), `drawing` (the map as its owner draws it, and what can be wrong with
it), `walks` (who reaches which cell), `state` and `events` (values), `legality` (what may be done, and why not),
`rules` (what follows from it), `secrecy` (what each side may know), `dice` (rolled by the device). `sketch` and `files`
turn boards into text and back; `commands` offers both on the command line.
"""

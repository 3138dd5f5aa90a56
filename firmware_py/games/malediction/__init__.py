"""La malédiction de la momie: hunters behind an upright board, and a mummy who must not know where they are.

Read in this order: `board` (the map as a value), `drawing` (the map as its owner draws it, and what can be wrong with
it), `walks` (who reaches which cell), `state` and `events` (values), `legality` (what may be done, and why not),
`rules` (what follows from it), `secrecy` (what each side may know), `dice` (rolled by the device). `sketch` and `files`
turn boards into text and back; `command_line` offers both to whoever types.

At the table: `dialogue` chooses the page for each phase; `dice_page`, `hunter` and `mummy` are those pages, `curtain`
keeps secrets behind them, `announcing` says what is read aloud, `ending` replays the hidden game, `pictures` makes what
is seen of them. `setting_up` comes before a game, on one of the boards in `offers`; `on_board` is what the magnetic
board says, `demo` a table that plays by itself.

A board is drawn in the `editor` on a `canvas`, or walked with the mummy's figure in `teaching`: `palette` offers what a
cell can hold, `pawns_and_die` what else lies in an owner's box, `editor_menu` the rest. `draft` is a board that is not
finished yet, `keeping` gives a finished one its name.
"""

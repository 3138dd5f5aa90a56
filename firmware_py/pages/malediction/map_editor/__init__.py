"""The editor in which an owner draws a map, or walks it with the mummy on the magnetic board.

`editor` is the page on which the cursor walks over a `canvas`, `teaching` the one on which the mummy does. `palette`
offers what a cell can hold, `pawns_and_die` what else lies in the box, `menu` the rest. `draft` is a map that is not
finished yet, `saving` gives a finished one its name.
"""

"""The editor in which an owner draws a map, or teaches it with the mummy on the magnetic board.

Each module knows only those above it:

- `canvas` is the drawing as the editor changes it, `contents` what a cell can hold
- `stored_draft` is a map that is not finished yet, as it is saved, `saving` gives a finished one its name
- `editor_page` is the page on which the cursor draws
- `palette` offers what a cell can hold, `pawns_and_die` what else lies in the box
- `sliding` follows one piece that is slid over a board; `teaching` is the page on which the mummy draws so
- `menu` offers the rest
- `editor` opens all of them
"""

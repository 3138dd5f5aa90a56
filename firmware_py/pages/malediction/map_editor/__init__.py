"""The editor in which an owner draws a map, or teaches it with the mummy on the magnetic board.

Each module knows only those above it:

- `canvas` is the drawing as the editor changes it, and what a cell can hold
- `files` are the maps there are, the draft of one that is not finished, and the name of a finished one
- `editor_page` is the page on which the cursor draws, with what a cell can hold and what else lies in the printed box
- `teaching` is the page on which the mummy draws, slid over the board
- `editor` opens all of them, and offers the rest
"""

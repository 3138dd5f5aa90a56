"""The desk simulator's picture: the device on a table, the magnetic board beside it, under mouse and keyboard.

`window` is the window. `device_drawing` draws the device; `board_layout` says where the board and its pieces lie and
what dragging does, `board_drawing` draws them; `colours` are theirs.
"""

"""The desk simulator's picture: the device with its screen, light and buttons, and the magnetic board beside it.

`window` is the window. `device_drawing` draws the device; `board` says where the board and its pieces lie and what
dragging does, and draws them.
"""

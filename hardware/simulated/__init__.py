"""Simulated parts of the device, each at the lowest level that is not our own code.

`pins` simulates buttons, encoder, light and buzzer. Under both boards lie `magnets` (which piece is where, and what
each sensor reads) and `disc_field` (the field of one magnet). `chips`, `i2c` and `switch_board` simulate the board of
switches, `serial_port` the board behind a Pico; `boards` makes the one that the settings name.
"""

"""Simulated parts of the device, each at the lowest level that is not our own code.

`pins` simulates buttons, encoder, light and buzzer; `voice` only keeps what it says. Under both boards lie `magnets`
(which piece is where, and what each sensor reads) and `disc_field` (the field of one magnet). The board of switches
consists of `chips`, `i2c` (their bus), `i2c_kernel` (beneath smbus2) and `switch_board`; `serial_port` is the board
behind a Pico. `boards` makes the one that the settings name.
"""

"""What stands in for the parts of the box, each at the lowest level we do not own.

Read `pins` for buttons, light and buzzer. Of magnetic boards, `magnetics` (the field of one magnet) and `magnets` (what
every sensor feels) are the same for both kinds; `chips`, `i2c` and `switch_board` make one of switches of it,
`serial_port` one behind a Pico, and `boards` is whichever of the two there is.
"""

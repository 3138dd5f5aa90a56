"""Simulated parts of the device, each at the lowest level that is not our own code.

`pins` simulates buttons, encoder, light, buzzer, and a voice that nobody hears. Under both boards lie `magnets`: which
piece is where, the field of each, and what each sensor reads. `i2c` is the bus with its chips, and lies beneath smbus2.
`boards` are the board of switches and the one behind a Pico; it makes the one that the settings name.
"""

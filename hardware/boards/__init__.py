"""The drivers of the two magnetic boards: hall switches on I2C chips, and linear sensors behind a Pico.

`frames` is what every board reports, `settings` which boards there are and how one is opened.

- Switches on chips: `sensor_map` (which input is which cell), `mcp23017` (one chip), `chip_bus` (all chips),
  `interrupt_line` (their common wire), `i2c_board` (the driver).
- Sensors behind a Pico: `serial_framing` (bytes to messages), `serial_protocol` (the messages), `serial_board` (the
  driver). `hardware.pico` is the program on the other end.
"""

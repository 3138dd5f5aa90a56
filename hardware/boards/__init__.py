"""The drivers of the two magnetic boards: hall switches on I2C chips, and linear sensors behind a Pico.

`frames` is what every board reports, `settings` which boards there are and how one is opened.

- Switches on chips: `mcp23017` (one chip and its inputs), `i2c_board` (the driver of them all).
- Sensors behind a Pico: `serial_protocol` (bytes to messages), `serial_board` (the driver). `hardware.pico` is the
  program on the other end.
"""

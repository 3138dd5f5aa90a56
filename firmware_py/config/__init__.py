"""The settings of this device: the owner's file, and what was chosen on the device.

`file` reads the owner's TOML file and names every mistake in it; `settings` reads what was chosen on the device;
`in_force` combines the two, the wiring of a board of switches included.
"""

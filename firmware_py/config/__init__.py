"""The settings of this device: the owner's file, and what was chosen on the device.

`schema` holds the owner's settings as values, reads them from a TOML file, names every mistake in it, says where the
games are stored, and combines all settings that are in force. `settings` reads what was chosen on the
device, the wiring of a board included.
"""

"""The settings of this device: the owner's file, and what was chosen on the device.

`schema` holds the owner's settings as values, and says which of them contradict each other; `file` reads them from a
TOML file, names every mistake in it, and says where the games are stored. `settings` reads what was chosen on the
device, the wiring of a board included. `board_profile` is what was learnt of a magnetic board. `in_force` combines them
all.
"""

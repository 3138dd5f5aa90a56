"""What is in force in this box: the owner's file, and over it what was chosen on the device.

`file` reads the owner's TOML file and names every mistake in it at once; `settings` reads what was chosen on the
device; `wiring_in_force` says which wiring of a board of switches counts.
"""

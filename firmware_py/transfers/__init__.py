"""What leaves this device, and what comes to it: each a generator that yields what to show while it goes on.

`stick` finds USB sticks and writes files to them. `games` copies games and reports to a stick, takes games from sticks
and from journals that were set aside, and takes a person's name from all that is stored. `moving` copies everything to
a stick, and merges it into another device.
"""

"""Which input of which chip belongs to which cell of a board of switches.

`stored` is a wiring as the journal keeps it, `learning` how it is learnt with a magnet.
"""

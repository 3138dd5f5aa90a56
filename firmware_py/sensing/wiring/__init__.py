"""Which input of which chip belongs to which cell of a board of switches.

`stored` is a wiring as stored in the journal, `learning` how it is learnt with a magnet.
"""

"""Which input of which chip feels which cell of a board of switches: taught with a magnet, kept, and believed.

Read `kept` for what a wiring is, `in_force` for which one counts, `learning` for how it is learnt from the inputs, and
`pages` for how that looks on the device.
"""

"""The device on a desk: the real program over simulated pins and magnets.

`simulated_device` is the whole device in simulated time. `window` shows it, with the magnetic `board` beside it.
`script` plays a flow script on it. `demo` finds the fewest presses and plays a whole game by them; the tables of
`self_play` choose the actions. `speed` measures all that on an owner's computer.
"""

"""The referee: the rules of three pyramid games, and the device that keeps them.

The one idea: everything that decides is a function of a value and an input, and everything that touches the world is
thin. Rules are `(State, Action) -> (State, events)`, pages are `(stack, input) -> (stack, command)`, and the device is
`(state, event) -> (state, effects)`. One object, `App` in `device`, owns the only value that changes and lets effects
be carried out; it alone meets pins, disk and pixels.

The layers, lowest first; no package imports from a layer above its own:

- `regular_files`: foreign files, without waiting and within a limit; `foreign_text`: what others, or another version,
  have written
- `words`: sentences as values, so that nothing below the pages knows a language, and foreign text made harmless in
  them; `grid`: names of cells;
  `syntax_errors`: why a text is no TOML or no JSON; `driver_reports`: what `hardware` reports, in words
- `phone_server`: the process that speaks to phones; it knows no game, and nothing here
- `games`: the rules, pure; `sensing`: from a frame of numbers to what each cell of the magnetic board holds
- `bots`: the box as a player; `evenings`: what is remembered of finished games;
  `tracking`: from what stands where to the move that explains it
- `config`: the owner's file, and the settings chosen on the device
- `host`: the computer: first picture, log, systemd, safe mode
- `storage`: what survives a power cut: the journal, the owner's maps, the USB stick
- `pages`: what a screen shows and what a press on it means, one folder a game
- `device`: the application: its one state, what a press does, what the board does, light, sound, the loop
- `desk`: the same device with simulated pins, in a window or played by a script; `doctor`: finds its faults
- `cli`: the command line, which `__main__` starts

Begin with `games`, then read `pages` and `device`.

The neighbours are `hardware` (everything that reaches a wire, and its simulation beneath the real drivers) and
`display` (everything that makes pixels). They know neither each other nor this package; `make lint` checks it.
"""

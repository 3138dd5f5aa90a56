"""The referee: the rules of three pyramid games, and the device that sees them kept.

The one idea: everything that decides is a function of a value and an input, and everything that touches the world is
thin. Rules are `(State, Action) -> (State, events)`, screens are `(stack, input) -> (stack, command)`. One object,
`app.App`, owns whatever changes; it alone meets pins, disk and pixels.

Read in this order:

- `rules`: the shape every game has; then a game in `games`, say `maudite_momie`
- `records`, `replay`, `session`: a game as text, as a walk through its lines, as a value with undo
- `words`: sentences as values, so that none of the rest needs to know the language

What is kept, and what is in force:

- `journal`: what survives the plug; `boards`: the owner's own maps, a file each
- `keeper` with `kept_games`: the game under way and those put by, even when the disk fails, and each in one line
- `settings` over `config`: what can be chosen; `choices`: what is in force, and tried out first
- `errands` with `stick`: between the journal and a USB stick, step by step

Pages, and the presses that lead from one to the next:

- `screens` with `commands`: pages as values on a stack, and what they may command
- `dialogues`: the pages of each game; `seating`, `letters` and `start_page` come before one, `hindsight` after it
- `menus` and `settings_menu`: the pages around the games
- `presses`: the shortest way to a page, for tests and the demonstration

The magnetic board:

- `tracking`: from what it feels to where the pieces stand, and to the move that explains it
- `board_watch`: what it has told beside a game; `board_health`: how its parts are
- `early_presses`: the buttons that a piece on its way would contradict
- `board_care`, `cell_test` and `board_wiring`: the pages on which it is looked after

All of it together, over time:

- `evening`: what there is at the table; presses move it in `carrying_out`, what the board feels in `pieces`
- `hands`, `reel`, `signals`, `surroundings`: fingers, moving pictures, light and tunes, and the rest of the world
- `app`, moved by the `loop` of the `panel` (the device) or of the `desk` (with `desk_board`), or by the `box` (in
  simulated time) with `script` and `demo`

The box on its shelf:

- `splash`, `startup`, `notify`, `log`: the first picture, safe mode, what systemd is told and what its log is
- `doctor`: what is wrong with the box; of a referee that runs it reads what that tells in the `bulletin`
- `health` and `addresses`: what the device says of itself
- `arguments`: the command line in the language of the terminal; its commands stand in `__main__`

The neighbours are `hardware` (everything that reaches a wire, and its simulation beneath the real drivers) and
`display` (everything that makes pixels). They know neither each other nor this package; `make lint` sees to it.
"""

"""The referee: the rules of three pyramid games, and the device that sees them kept.

The one idea: everything that decides is a function of a value and an input, and everything that touches the world is
thin. Rules are `(State, Action) -> (State, events)`, screens are `(stack, input) -> (stack, command)`. One object,
`app.App`, owns whatever changes; it alone meets pins, disk and pixels.

Read in this order:

- `rules`: the shape every game has; then a game, say `games.maudite_momie`
- `records`, `replay`, `session`: a game as text, as a walk through its lines, as a value with undo
- `journal` (with `stored` and `damage`): what survives the plug
- `keeper` with `kept_games`: the game under way and those put by, even when the disk fails, and each in one line
- `screens` with `commands`, then `letters`, `seating`, `menus`, `dialogues`: from presses to actions
- `hindsight`: a finished game watched again
- `settings` over `config`: what is in force; `settings_menu`: where it is chosen, and tried out first
- `errands` with `stick`: between the journal and a USB stick, step by step
- `boards`: the owner's own maps, a file each
- `tracking`: from what the magnetic board feels to where the pieces stand, and to the move that explains it
- `board_watch`, then `board_care`, `cell_test` and `board_wiring`: the magnetic board in play, and looked after
- `evening`: what all of these come to at the table; presses move it in `carrying_out`, what the board feels in `pieces`
- `hands`, `reel`, `surroundings`: fingers, moving pictures and the rest of the world over time
- `app`, then whoever moves it: `loop` (the real device and the desk), `box` (simulated time) with `script` and `demo`
- `doctor`: what is wrong with the box; of a referee that runs it reads what that tells in the `bulletin`
- `words`: sentences as values, so that none of the above needs to know the language

The neighbours are `hardware` (everything that reaches a wire, and its simulation beneath the real drivers) and
`display` (everything that makes pixels). They know neither each other nor this package; `make lint` sees to it.
"""

"""The application: what is in force at the table, and everything that changes it.

Read in this order:

- `state`: the game, the pages and what is stored, as they are now; `app`: its owner
- `presses`: what a press does; `board_moves`: what the pieces on the magnetic board do
- `board_watch`: what the magnetic board told beside a game; `early_presses`: presses that a moving piece contradicts
- `button_gestures`: long presses and repeats; `animation`: moving pictures; `light_and_sound`: turn light and tunes
- `autosave`: stores what happens; `settings_in_force`: what was chosen; `system_monitor`: power supply and USB stick
- `loop`: waits for the next thing to happen; `panel`: the service on a Raspberry Pi
"""

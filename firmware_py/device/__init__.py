"""The application: what is in force at the table, and everything that changes it.

Read in this order:

- `state`: what is in force at the table, as one value; `app`: its one owner
- `starting`: the first state, and what time alone changes; `playing`: actions, taking up a game and leaving it
- `presses`: what a press does; `board_moves`: what the pieces on the magnetic board do
- `board_watch`: whether the magnetic board is there, and who follows its pieces
- `resources`: what the application reaches the world with; `transfers`: the USB stick
- `autosave`: saves what happens; `chosen_settings`: what was chosen, and what is tried
- `system_monitor`: power supply and USB stick
- `saving`: carries out changes in the thread that reaches the disk; the loop goes on if it does not answer
- `button_gestures`: long presses and repeats; `early_presses`: what is pressed just after the turn has passed on
- `resting`: what is shown while nobody touches the device; `ring`: pages that answer by themselves meanwhile
- `output`: what is seen and heard: views, moving pictures, tunes and light
- `loop`: collects what happens, and passes it to the app; `running`: opens what a run needs, and closes it
- `panel`: the service on a Raspberry Pi, which reports that it is alive, and starts with the defaults in need
"""

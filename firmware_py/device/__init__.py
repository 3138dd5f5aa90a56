"""The application: what is in force at the table, and everything that changes it.

Events go in and effects come out, as values: `update(state, event) -> (state, effects)`. Only `App` and what it holds
reach the world. Read in this order:

- `effects`: what may happen, and what may be wanted; `state`: what is in force at the table, as one value
- `update`: what each event leads to, and the first state of all
- `commands`: what a press does
- `playing`: actions, pieces moved on the magnetic board, taking up a game and leaving it; what is stored of all that
- `board_watch`: whether the magnetic board is there, and who follows its pieces
- `button_gestures`: long presses and repeats; `press_guard`: presses that come too soon after the turn has passed on
- `idle`: what happens while nobody touches the device
- `app`: the one owner of the state; `disk`: decides one event after the other, has effects carried out in its thread,
  and waits until they are
- `output`: what is seen and heard: views, moving pictures, tunes and light
- `loop`: collects what happens, and passes it to the app; `running`: opens what a run needs, and closes it
- `panel`: the service on a Raspberry Pi, which reports that it is alive, and starts with the defaults in need
"""

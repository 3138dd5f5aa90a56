"""What people press, see and hear: the drivers of the buttons, the encoder, the light, the buzzer and the voice.

`gestures` turns the edges of contacts into presses, long presses and repeats; it is pure. `buttons` and `encoder`
report these edges, `turn_light` shows whose turn it is, `buzzer` or `audio` plays tunes, and `voice` speaks.
`tones` makes samples of tunes.
"""

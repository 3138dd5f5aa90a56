"""What people press, see and hear: the drivers of the buttons, the encoder, the light, the buzzer and the voice.

`gestures` turns the edges of contacts into presses, long presses and repeats; it is pure. `buttons`, with the encoder,
report these edges, `turn_light` shows whose turn it is, `sound` plays tunes by a piezo or the audio output, and `voice`
speaks.
"""

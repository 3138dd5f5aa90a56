"""Board care: the pages on which the magnetic board is set up and tested.

`care` is what the settings offer, and says which pages get the board's frames. `calibration_page` leads through a
calibration. `cell_test` shows what each cell senses and leaves cells out, and what the board's parts have counted.
`wiring` shows, learns and looks over the wiring of a board with switches.
"""

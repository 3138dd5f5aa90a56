"""Board care: the pages on which the magnetic board is set up and tested.

`care` is what the settings offer. `calibration_page` leads through `calibrating`, `mask_page` leaves cells out,
`cell_test` shows what each cell senses, `health` what the board's parts have counted. `wiring` offers the wiring,
`wiring_pages` lead through `wiring_learning` and look it over, `chips_page` shows chips and inputs. `fed_pages` says
which pages get the board's frames, `cell_names` names cells in a sentence.
"""

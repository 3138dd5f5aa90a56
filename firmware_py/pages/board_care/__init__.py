"""The pages on which the magnetic board is looked after.

`care` is calibration and leaving cells out, `cell_test` what each cell feels, `health` what is counted of the board's
parts, `wiring` which input belongs to which cell.
"""

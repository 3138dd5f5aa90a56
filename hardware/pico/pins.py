"""Which pin of the Pico goes where; `main` drives them, and the wiring guide is drawn from them."""

ROWS = 10
COLUMNS = 10

SENSOR_SELECT = (0, 1, 2, 3)  # S0 to S3 of all strips' multiplexers: which sensor of the strip
STRIP_SELECT = (4, 5, 6, 7)  # S0 to S3 of the multiplexer on the Pico's board: which strip
GATES = (8, 9, 10, 11, 12, 13, 14, 15, 16, 17)  # of the P-channel transistors that power the strips, low = on
SERVICE = 22  # at ground while plugging in: do not start, so that mpremote gets a word in
OUTPUT = 26  # ADC0: the common output of the multiplexer on the Pico's board

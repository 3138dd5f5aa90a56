"""The pins of the Pico, and the sensors behind them; `main` drives them, and the wiring guide is drawn from them."""

ROWS = 10
COLUMNS = 10

# The pins that select are in a row, because one write to a register sets them all.
SENSOR_SELECT = (0, 1, 2, 3)  # S0 to S3 of all strips' multiplexers: select the sensor of a strip
STRIP_SELECT = (4, 5, 6, 7)  # S0 to S3 of the multiplexer on the Pico's board: select the strip
GATES = (8, 9, 10, 11, 12, 13, 14, 15, 16, 17)  # gates of the P-channel transistors that power the strips, low = on
REGULATOR = 23  # high: the Pico's regulator makes least ripple; low: it saves power (data sheet, 4.4; not a Pico W)
SERVICE = 22  # at ground while plugging in: do not start, so that mpremote can connect
SUPPLY = 29  # ADC3: a third of the voltage at VSYS
OUTPUT = 26  # ADC0: the common output of the multiplexer on the Pico's board

SENSOR = "DRV5055A4"  # change this line where other sensors are soldered in
SCALES_NT = {  # what one step is, in nT: 3.3 V / 4096 / 8 samples, divided by the sensitivity at 3.3 V
    "DRV5055A4": 13428,  # 7.5 mV/mT (SBAS640)
    "SS49E": 10902,  # 14 mV/mT at 5 V, in proportion to the supply (Honeywell 005850)
}

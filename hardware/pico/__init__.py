"""Firmware of the serial sensor board: a Raspberry Pi Pico, ten strips of hall sensors, one USB cable.

`main` drives the hardware on the `pins`; `scan`, `framing` and `firmware` decide. These three touch neither a pin nor
a clock, so the tests run them under CPython and under MicroPython itself. No file here imports anything from the
program on the Pi, or a module that a Pico lacks.

On the Pico this folder is the package `pico`. Install MicroPython on the Pico and mpremote on the computer, then run:

    mpremote cp -r hardware/pico :
    mpremote exec "open('main.py', 'w').write('from pico.main import run; run()')"
    mpremote reset
"""

"""Firmware of the serial sensor board: a Raspberry Pi Pico, ten strips of hall sensors, one USB cable.

Why MicroPython, and why so little of it in `main` and `pins`: everything that decides (`scan`, `framing`, `firmware`)
touches no pin and no clock, so it runs in the tests under CPython and under MicroPython itself. These files import
nothing of the program on the Pi and use no module that a Pico lacks.

On the Pico this folder is the package `pico`; with MicroPython on it and mpremote on the computer:

    mpremote cp -r hardware/pico :
    mpremote exec "open('main.py', 'w').write('from pico.main import run; run()')"
    mpremote reset
"""

"""The computer beneath the program.

`splash` shows the first picture, `failed_starts` counts failed starts, `sd_notify` tells systemd, `log` writes the log,
`status_file` tells the doctor, `health` and `addresses` say what the computer is and how to reach it.
"""

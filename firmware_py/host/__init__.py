"""The computer on which the program runs.

`splash` shows the first picture, `failed_starts` counts failed starts, `sd_notify` notifies systemd, `log` writes the
log, `status_file` informs the doctor, `read_ahead` reads what may be needed later, `health` describes the computer, and
`addresses` lists its network addresses.
`stick_mount` is a program of its own: it decides which USB sticks are mounted, and asks systemd for it.
"""

"""The computer on which the program runs.

`splash` shows the first picture, `failed_starts` counts failed starts, `libraries` says which of them load, `sd_notify`
notifies systemd and informs the doctor, `log` writes the log, `read_ahead` reads what may be needed later, `health`
describes the computer and its network addresses, and `data_owner` says who owns the games. `stick_mount` is a program
of its own: it decides which USB sticks are mounted, and asks systemd for it.
"""

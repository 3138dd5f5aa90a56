"""The computer on which the program runs.

`splash` shows the first picture, `failed_starts` counts failed starts, `libraries` says which of them load, `sd_notify`
notifies systemd and informs the doctor, `log` writes the log, `clock` says whether the computer's time is right,
`computer` how it is and where others find it, `data_owner` who owns the games.
`radio` and `stick_mount` are programs of their own: one switches the Wi-Fi on, the other decides which USB sticks are
mounted, and asks systemd for it.
"""

"""What survives a power cut.

`journal` stores every game, one transaction an action; `saved_games` turns sessions into its rows; `owner_maps` stores
the owner's maps, one file each. `usb_stick` writes files to a USB stick; `usb_transfer` copies games to it and takes
games from it; `taking_back` takes them from journals that were set aside; `transfers` is what these two share.
`syncing` brings new names to the disk.
"""

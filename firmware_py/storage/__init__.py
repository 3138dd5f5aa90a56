"""What survives the plug.

`journal` keeps every game, one transaction an action; `saved_games` turns games into its rows and back; `owner_maps`
keeps the owner's maps, one file each. `usb_stick` writes files to a USB stick, `usb_transfer` copies games to it and
takes games from it.
"""

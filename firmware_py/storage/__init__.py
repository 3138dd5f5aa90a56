"""What survives a power cut.

`journal` stores every game, one commit a press. `changes` are the values that it holds and that a commit takes; `rows`
are its two tables. `opening` opens it whatever the state of its file, with what `rescue` can read of a damaged one;
`files` is about the files themselves and their names. `owner_maps` stores the owner's maps, one file each.
"""

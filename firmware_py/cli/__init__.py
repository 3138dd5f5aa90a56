"""The command line: `pyramid-referee COMMAND`.

`main` finds and runs the command; `arguments` has the parser in the language of the terminal; `terminal` has what every
command needs. The commands are in `run_command`, `desk_commands` (desk, demo, bench), `doctor_command`,
`record_commands` (replay, games, results, export, import, pack, unpack) and `board_command` (board check, show, new).
"""

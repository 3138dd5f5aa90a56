"""The command line: `pyramid-referee COMMAND`.

`main` has the commands and their exit statuses, `arguments` the parser in the language of the terminal, and
`board_command` the commands `board check`, `board show` and `board new`.
"""

"""The process that speaks to phones: HTTP on the one side, lines to the referee on the other. It knows no game.

Why a process of its own: the referee keeps no network. Whatever strangers send is read here, by a user who owns nothing
and may reach nothing, and what passes on are a few short lines. It starts with the first phone, and ends with the last.

`server` holds the connections, `requests` says what a request may have, `files` is what every phone gets. The page
itself is `page.html` with its script and its colours: no library, no build, nothing from anywhere else.
"""

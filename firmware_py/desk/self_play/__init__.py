"""Tables that play a game by themselves, for the demonstration and the tests.

One module a game: `maudite_momie`, `or_du_pharaon`, `malediction`.
"""

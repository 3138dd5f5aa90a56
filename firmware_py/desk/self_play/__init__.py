"""Simulated players and cards that play whole games, for the demonstration and the tests.

One module for each game: `maudite_momie`, `or_du_pharaon`, `malediction`.
"""

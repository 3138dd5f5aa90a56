"""Simulated tables of whole games, for the demonstration and the tests: cards and dice; who plays is in `seats`.

One module for each game: `maudite_momie`, `or_du_pharaon`, `malediction`.
"""

"""Maudite Momie: cards taken unseen, guardians awakened, and a score track to 35.

Read in this order: `cards` (what a hand is worth), `state` (values), `rules` (what may be done and what follows).

At the table: `dialogue` chooses the page for each phase, `hand` is the one on which cards are told, `pictures` makes
what is seen, `demo` plays by itself.
"""

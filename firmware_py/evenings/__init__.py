"""Evenings worth remembering: what follows from the games that were played to their end.

Read in this order: `results` (one finished game: who counts as winner, and the other few facts that are remembered) and
`statistics` (evenings, people and games, each counted in one pass over the results; what pages ask, and the answers).

Everything here can be made again from the records and the times of their actions, so nothing is true only here.
"""

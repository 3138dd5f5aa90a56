"""L'or du pharaon: two figures a player in a pyramid of cards that is walked, rotated, haunted, and collapses.

Read in this order: `paths` (all shortest paths together), `gliding` (what a figure reaches, for how many actions),
`cells` (how cards are called), `actions`, `setup`, `state` and `events` (values), `scoring` (totals, ledger, ranking),
`collapse` (clock, waves, losses), `turns` (how a turn ends), `photos` (treasures, mummy, curse), `walking` (where a
figure may go), `forbidden` (why not), `options` (what may be done, listed), `rules` (the referee).

At the table: `table` lays out the start, `dialogue` chooses the page for each phase; `turn`, `target` (with `cursor`),
`tile`, `photo` and `news` are those pages, `repair` corrects a card that was told wrongly, `pictures` makes what is
seen, `demo` plays by itself.
"""

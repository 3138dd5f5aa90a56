"""What the screen shows, and what a press means: pages as values on a stack.

Read in this order:

- `stack`: a page, an input, a reply; `commands`: what a page may ask the device to do; `table`: what it may look at
- `lists`: pages of lines to choose from; `hints`: what the footer says; `sounds`: what a sound means;
  `spoken`: what a voice says; `moments`: what a poster of a great moment says
- `help`: what explains a page, from `topics`, which are explanations as data; `general_topics` explain the pages
  around the games
- `registry`: the pages of each game, in the folders `maudite_momie`, `or_du_pharaon` and `malediction`
- `world`: what lies behind a page
- `board_follower`: what the device asks of a game that is played on the magnetic board
- `players` with their `people`, `players_cursor` and `players_draft`, `keyboard`, `start_page` and the `checklist` of
  the set-up: before a game; `lesson` teaches one; `result`, `replay_viewer`: after it
- `entries` and `correction`: which entry was wrong, and entering it again; `moved_pieces` lists by `differences` what
  lies elsewhere then; `game_draft` stores what is under way
- `home_page`, `saved_game_pages` with `saved_game_lines`, and `switch_off`: around the games; `game_menu`: inside one
- `settings_menu`, with `sound_settings`, `equipment_settings` and `house_rule_settings`: what can be chosen
- `transfer_pages`: copying to and from USB sticks
- `board_care`: setting up the magnetic board
"""

from firmware_py.pages.registry import register

register("maudite_momie", "firmware_py.pages.maudite_momie", "crypt")
register("or_du_pharaon", "firmware_py.pages.or_du_pharaon", "desert")
register("malediction", "firmware_py.pages.malediction", "maze", "firmware_py.pages.malediction.board_follower")

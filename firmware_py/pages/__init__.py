"""What the screen shows, and what a press means: pages as values on a stack.

Read in this order:

- `stack`: a page, and what follows from a press; `commands`: what a page may ask the device to do; `table`: what it may
  look at
- `offers`: what can be done on a page, and how that lies on buttons, a knob and a finger
- `lists`: pages of lines to choose from, and what the footer says; `spoken`: what a voice says
- `help`: what explains a page; `texts` reads explanations, set-ups and lessons, which are data
- `registry`: the pages of each game, in the folders `maudite_momie`, `or_du_pharaon` and `malediction`, with the world
  behind them and the posters of what is great
- `board_follower`: what the device asks of a game that is played on the magnetic board
- `players` with their `people`, `keyboard` and `start_page`: before a game; `lesson` teaches one and leads through its
  set-up; `result`: after it, with the replay viewer
- `correction`: which entry was wrong, and entering it again; `moved_pieces` lists by `differences` what lies elsewhere
  then; `game_draft` stores what is under way
- `home_page`, `saved_games` and `switch_off`: around the games; `game_menu`: inside one, with its history
- `hunters_only`: before anything that only hunters may see or decide
- `settings_menu`: what can be chosen; `board_care`: setting up the magnetic board
"""

from firmware_py.pages.registry import register

register("maudite_momie", "firmware_py.pages.maudite_momie", "crypt")
register("or_du_pharaon", "firmware_py.pages.or_du_pharaon", "desert")
register("malediction", "firmware_py.pages.malediction", "maze", "firmware_py.pages.malediction.board")

"""What the screen shows, and what a press means: pages as values on a stack.

Read in this order:

- `interface`: what a page may look at, and what it may ask the device to do
- `offers`: what can be done on a page, and how that lies on buttons, a knob and a finger
- `page`: a page, what follows from a press, pages of lines to choose from, and the page before whatever only hunters
  may see or decide; `spoken`: what a voice says
- `help`: what explains a page; `texts` reads explanations, set-ups and lessons, which are data
- `registry`: the pages of each game, in the folders `maudite_momie`, `or_du_pharaon` and `malediction`, with the world
  behind them, the posters of what is great, and what follows its pieces on the magnetic board
- `players` with their `people`, `keyboard` and `start_page`: before a game, with its set-up and its lesson; `result`:
  after it, with the replay viewer
- `correction`: which entry was wrong, and entering it again; `moved_pieces` lists what lies elsewhere then;
  `game_draft` stores what is under way
- `home_page`, `saved_games` and `switch_off`: around the games; `game_menu`: inside one, with its history
- `settings_menu`: what can be chosen; `board_care`: setting up the magnetic board
"""

from firmware_py.pages.registry import register

register("maudite_momie", "firmware_py.pages.maudite_momie", "crypt")
register("or_du_pharaon", "firmware_py.pages.or_du_pharaon", "desert")
register("malediction", "firmware_py.pages.malediction", "maze", "firmware_py.pages.malediction.board")

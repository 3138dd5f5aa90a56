"""Players who see no screen: they decide by what the voice has said last, and by what lies on the table.

What lies there is what a hand feels or another player says: what a card, a photo or the mummy die shows.
"""

from __future__ import annotations

import random
import re

from listening import Listener

DECK = ("Crossing",) * 12 + ("Fork",) * 10 + ("Straight",) * 4 + ("Bend",) * 4 + ("Burial chamber",) * 5
OTHERS = "Place a lantern", "Lift the lantern", "Rotate", "Porter", "Put down"
"""Acts of L'or du pharaon that bring nobody nearer to a treasure."""
KEYS = {"north": "up", "east": "right", "south": "down", "west": "left"}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


class BlindTeam:
    """All players of L'or du pharaon: they reveal, fetch, steal and bring home what they hear of."""

    def __init__(self, listener: Listener, chance: random.Random) -> None:
        """Listen to a game that has just begun."""
        self.active = "Player 1"
        self.brought = 0
        self._listener, self._chance = listener, chance
        self._deck = chance.sample(DECK, len(DECK))

    def act(self) -> None:
        """Do what was heard to be asked for."""
        heard = self._listener.heard
        if re.match(r"(How does \w\d lie\? )?open [a-z, ]+\. \w+\.", heard):
            self._lay()
        elif "What does the photo of " in heard or "The last photo: " in heard:
            self._enter_photo()
        elif heard.endswith("Go on."):
            self._press("ok")
        else:
            self._choose_act()

    def _press(self, button: str) -> None:
        heard = self._listener.press(button)
        self.brought += len(re.findall(r" is safe\.", heard))
        if turns := re.findall(r"(?:^|[.] )(Player \d)\.", heard):
            self.active = turns[-1]

    def _choose_act(self) -> None:
        """Take the first act that leads to a treasure, from the one under the cursor on; without any, end the turn."""
        first = self._listener.heard
        while any(other in self._listener.heard for other in OTHERS):
            self._listener.press("down")
            if self._listener.heard == first:
                self._listener.seek("Done")
        self._press("ok")

    def _lay(self) -> None:
        """Enter a card as it lies on the table; one that would lock everybody in lies another way."""
        shape = self._deck.pop()
        if shape == "Burial chamber":
            self._listener.choose(shape)
            shape = "Crossing"
        self._listener.seek(shape)
        self._press("ok")
        if "A way through is missing" in self._listener.heard:
            self._listener.seek("Crossing")
            self._press("ok")
        assert "Entered." in self._listener.heard or " chamber at " in self._listener.heard

    def _enter_photo(self) -> None:
        """Enter two treasures, a mummy or a curse; of the last photo, what is heard to be missing."""
        last = re.search(r"The last photo: (\d)", self._listener.heard)
        for _ in range(int(last[1]) if last else 1 + self._chance.randrange(2)):
            self._listener.choose("Treasure worth 2")
        if last:
            self._listener.choose("The bust")
        for effect in self._chance.sample(("Mummy", "Curse"), self._chance.randrange(3)):
            self._listener.choose(effect)
        self._listener.seek("That is all")
        self._press("ok")


class BlindMummy:
    """The mummy's player in La malédiction: hears which sides are open, and never turns back."""

    def __init__(self, listener: Listener, chance: random.Random) -> None:
        """Listen to a game."""
        self._listener, self._chance = listener, chance

    def roll(self) -> None:
        """Throw the mummy die, and press the key that was said with what it shows."""
        self._listener.until("The mummy's turn.")
        self._listener.press(self._chance.choice(list(self._listener.keys)))
        self._listener.device.wait(0.5)  # a second press at once would be taken for a bounce

    def move(self) -> None:
        """Walk until no step is left or no other side is open, then stop there.

        It does not go back where it came from, nor to the dungeon or the stairs, which it is told not to enter.
        """
        heard = self._listener.until(" step")
        closed: set[str] = set()
        while "No steps left" not in heard and (sides := sorted(open_sides(heard) - closed)):
            side = self._chance.choice(sides)
            answer = self._listener.press(KEYS[side])
            assert answer
            if "neither stairs nor dungeon" in answer:
                closed.add(side)
            else:
                heard, closed = answer, {OPPOSITE[side]}
        self._listener.press("ok")


def open_sides(heard: str) -> set[str]:
    """Return to which sides the square is open that was heard last."""
    sides = re.findall(r"\b[a-e][1-5]: open (on all sides|[a-z, ]+)", heard)[-1]
    return set(KEYS) if sides == "on all sides" else set(KEYS) & set(re.split(r"\W+", sides))

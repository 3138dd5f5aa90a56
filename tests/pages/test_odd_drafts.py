"""Drafts that another version wrote, or a bad card changed: every page comes up from them, and the game goes on."""

import random

import pytest
from page_walks import INPUTS, NoMenu, Walk
from random_play import SAMPLERS

from firmware_py.games.session import begin
from firmware_py.pages.page import Press
from firmware_py.pages.registry import PAGES

LETTERS = '0123456789"[],{}-ab'


def drafts(game, chance):
    """Yield walks through a restless game, with the drafts of what is entered in part."""
    walk = Walk(begin(SAMPLERS[game].header(chance)))
    for _ in range(30):
        for _ in range(6):
            walk.press(chance.choice(INPUTS))
            if walk.session.is_over:
                return
            draft = PAGES[game].draft_of(walk.stack[0])
            if draft:
                yield walk, draft
        if not walk.play_at_random(chance, 600):
            return


@pytest.mark.parametrize("game", ["maudite_momie", "malediction"])
@pytest.mark.parametrize("seed", range(4))
def test_from_a_draft_with_one_changed_letter_the_game_goes_on(game, seed):
    """What makes no sense is entered again; it never ends the program, and never bars the way."""
    chance = random.Random(seed)
    for walk, draft in drafts(game, chance):
        at = chance.randrange(len(draft))
        odd = draft[:at] + chance.choice(LETTERS) + draft[at + 1 :]
        resumed = Walk(walk.session)
        resumed.stack = (PAGES[game].page(walk.table, odd, NoMenu()),)
        resumed.stack[0].view(walk.table)
        assert resumed.play_at_random(chance, 600), odd


@pytest.mark.parametrize("keys", ['["back"]', '["left","left"]', '["ok","left"]', '["sideways"]', "[6]"])
def test_a_draft_of_keys_that_lead_nowhere_is_entered_again(keys):
    """Nor of keys that lead to a card: it would be entered already."""
    walk = Walk(begin(SAMPLERS["maudite_momie"].header(random.Random(1))))
    while not walk.session.state.revealing:
        walk.press(Press("ok")) or walk.press(Press("up"))
    page = PAGES["maudite_momie"].page(walk.table, f'{{"keys":{keys}}}', NoMenu())
    assert page == PAGES["maudite_momie"].page(walk.table, None, NoMenu())


def test_a_hand_is_a_draft_from_the_first_key_on():
    """Nothing is stored before, so that a correction that nobody has begun is none."""
    walk = Walk(begin(SAMPLERS["maudite_momie"].header(random.Random(1))))
    while not walk.session.state.revealing:
        walk.press(Press("ok")) or walk.press(Press("up"))
    page = PAGES["maudite_momie"].page(walk.table, None, NoMenu())
    assert PAGES["maudite_momie"].draft_of(page) is None
    begun = page.press(Press("up"), walk.table)
    assert isinstance(PAGES["maudite_momie"].draft_of(begun), str)

"""Twin games with phones: what reaches the mummy's phone and an onlooker's, and when, is the same on both sides."""

import hashlib
import random
from contextlib import redirect_stderr
from functools import partial

import pytest
import twin_deeds as deeds
from malediction_device import THREE, TWO
from sampling import every
from twin_play import browse, step
from twins import FOUR_PLAYERS, TO_THE_MUMMY, twins

from firmware_py.device.effects import PhoneAsked, PhonePaired
from firmware_py.device.loop import FromPhones
from firmware_py.device.phone_messages import Come, Tap, Viewed
from firmware_py.device.phones import Phones
from firmware_py.pages.interface import ChangeSetting
from firmware_py.pages.phones import ALL, MAY, Pairing


def attach(side, players):
    """Give each player of a side a phone; what is sent to the last two is returned, as it comes, to the byte."""
    witness, device, watched, sent = side.witness, side.device, players[-2:], []

    def send(said):
        if isinstance(said, Viewed) and said.seat in watched and not witness.is_over:
            sent.append((witness.presses, round(device.now_s, 6), said))

    side.phones = phones = Phones(send, "t")
    show = witness.show
    for to, player in enumerate(players):
        digest = hashlib.sha256(player.encode()).hexdigest()
        event = PhonePaired(Pairing(digest, player, "Android"))
        device.app.do_in_turn(partial(device.app.take_from_phone, event, lambda _: None), device.now_s)
        device.wait(0.0)
        phones.take(FromPhones(Come(to, digest, "en")), device.app, device.now_s)

    def follow(app, devices):
        show(app, devices)
        phones.after_round(app, device.now_s)

    witness.show = follow
    return sent


@pytest.mark.parametrize(
    ("header", "seed"),
    every(2, [(THREE, 1), (TWO, 2), (None, 1), (FOUR_PLAYERS, 1)]),
    ids=every(2, ["three", "two", "device's dice", "four"]),
)
def test_what_reaches_the_phones_does_not_depend_on_what_is_hidden(header, seed, tmp_path):
    """Other dice and cells, other numbers of entries, the same public course: the same pages at the same moments."""
    chance = random.Random(seed)
    with twins(tmp_path, header) as pair:
        hunters = tuple(hunter.player for hunter in pair.one.state.hunters)
        players = (*dict.fromkeys(hunters), pair.one.state.mummy_player, "")
        one, other = (attach(side, players) for side in pair.sides)
        steps, differing = 0, 0
        while steps < (16 if header else 30) and step(pair, chance):
            steps += 1
            (at, ply), others = ((side.state.at, side.app.table.playing.ply) for side in pair.sides)
            differing += (at, ply) != others
            if steps % 5 == 0:
                browse(pair, chance)
            assert one == other
        assert steps >= 5
        assert differing >= 3, "the hidden facts do differ"
        assert {said.seat for _, _, said in one} == set(players[-2:])


def test_what_a_hunter_takes_back_on_a_phone_reaches_nobody_else(tmp_path):
    """Bo takes back another hidden move on each side, as the box allows; the mummy sees and hears the same."""
    with twins(tmp_path, THREE, played=TO_THE_MUMMY) as pair:
        sent = [attach(side, ("Ada", "Bo", "Mo", "")) for side in pair.sides]
        for side in pair.sides:
            with redirect_stderr(side.witness.log):
                allow = partial(side.app.take_from_phone, PhoneAsked(ChangeSetting(MAY, ALL), "table"), lambda _: None)
                side.app.do_in_turn(allow, side.device.now_s)
                side.device.wait(1.0)
                ply, page = side.app.table.playing.ply, side.phones._seats["Bo"].page
                touch = Tap(1, hashlib.sha256(b"Bo").hexdigest(), "undo once", page, ("undo",))
                side.phones.take(FromPhones(touch), side.app, side.device.now_s)
                side.device.wait(1.0)
                assert side.app.table.playing.ply == ply - 1
        pair.compare()
        assert sent[0] == sent[1]


def test_history_does_not_reach_the_phones_either(tmp_path):
    """However many entries hunters take back and play again, the mummy's phone and an onlooker's see the same."""
    chance = random.Random(1)
    with twins(tmp_path, THREE) as pair:
        one, other = (attach(side, ("Ada", "Bo", "Mo", "")) for side in pair.sides)
        for done in (deeds.let_take_back, deeds.let_play_again, deeds.take_back):
            for _ in range(chance.randint(3, 5)):
                step(pair, chance)
            done(pair, chance)
            pair.go_back_to_game()
            pair.listen()
            assert one == other

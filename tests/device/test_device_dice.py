"""A game of the malediction whose dice the device rolls: its seed is drawn once, kept with the game and never lost."""

from datetime import datetime

from malediction_device import (
    DICE_AND_BEGIN,
    begin_with_device_dice,
    hold,
    press,
    reach,
    record,
    sit_down,
    state,
    switched_on,
    take_back,
    text,
)

from firmware_py.device.disk import draw_random_seed
from firmware_py.games.malediction.state import Choose, Roll
from firmware_py.pages.interface import Leave, Play
from firmware_py.storage import changes
from firmware_py.storage.opening import open_journal

OLD_SEED = "0123456789abcdef"


def seed_of(device) -> str:
    """What the dice of the game under way follow from."""
    return device.app.table.playing.seed


def roll(device):
    """Let the device roll, and return what the roll led to."""
    reach(device, lambda _, command: isinstance(command, Play) and isinstance(command.action, Roll))
    return state(device).faces, state(device).locked


def test_no_seed_can_be_guessed_and_each_game_draws_its_own():
    """128 bits of the system's chance, whatever header and clock say."""
    seeds = {draw_random_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)


def test_the_same_game_begun_again_has_another_seed(tmp_path):
    """What was seen of one game's dice tells nothing of the next one's, whatever header and clock say."""
    with switched_on(tmp_path) as device:
        begin_with_device_dice(device)
        first, header = seed_of(device), device.app.table.playing.header
        press(device, "ok", "back")
        reach(device, lambda _, command: isinstance(command, Leave))
        press(device, *("down",) * 3, "ok", "ok", *DICE_AND_BEGIN)
        assert device.app.table.playing.header == header
        assert seed_of(device) not in ("", first)


def test_a_power_cut_never_comes_between_a_game_and_its_seed(tmp_path):
    """Wherever the journal's log is cut off, both are kept or neither."""
    kept, cut = tmp_path / "data" / "games.sqlite", tmp_path / "cut.db"
    log = kept.with_name(f"{kept.name}-wal")
    with switched_on(tmp_path) as device:
        sit_down(device, 3)
        press(device, *DICE_AND_BEGIN)
        seed, content, entries = seed_of(device), kept.read_bytes(), log.read_bytes()
    seeds = []
    for length in range(0, len(entries) + 1, 1030):  # a quarter of a frame
        cut.write_bytes(content)
        cut.with_name("cut.db-wal").write_bytes(entries[:length])
        with open_journal(cut, datetime.now).journal as journal:
            game = journal.unfinished_game()
            seeds.append(journal.load(game.id).seed if game else None)
    assert set(seeds) == {None, seed}


def test_the_plug_brings_no_better_roll(tmp_path):
    """Before the roll or after it: the dice fall as they would have fallen."""
    rolls = set()
    for cuts in ((), ("before",), ("before", "after")):
        with switched_on(tmp_path / "-".join(("cuts", *cuts))) as device:
            begin_with_device_dice(device)
            if "before" in cuts:
                device.cut()
                press(device, "ok")
            hold(device, "ok")
            roll(device)
            if "after" in cuts:
                device.cut()
                press(device, "ok")
            rolls.add((state(device).faces, state(device).locked))
    assert len(rolls) == 1


def test_undo_brings_no_better_roll(tmp_path):
    """What follows a roll is taken back as far as the roll; rolling again is another roll, whatever was taken back."""
    seconds = set()
    for chooses in (False, True):
        with switched_on(tmp_path / str(chooses)) as device:
            begin_with_device_dice(device)
            hold(device, "ok")
            first = roll(device)
            if chooses:
                reach(device, lambda _, command: isinstance(command, Play) and isinstance(command.action, Choose))
                assert state(device).phase == "move"
                take_back(device)
            assert (state(device).faces, state(device).locked) == first
            hold(device, "back")
            hold(device, "ok")
            assert "The device has rolled the dice" in text(device)
            press(device, "up", "ok")
            seconds.add(roll(device))
    assert len(seconds) == 1
    assert first not in seconds


def test_a_game_has_other_dice_than_a_discarded_one(tmp_path):
    """It has another number, for one is never given twice; and none if it comes from a record."""
    with switched_on(tmp_path) as device:
        begin_with_device_dice(device)
        header = device.app.table.playing.header
        device.journal.commit(changes.Discard(1))
        device.load(record(header))
        game = device.journal.unfinished_game()
        assert (game.id, game.seed) == (2, "")

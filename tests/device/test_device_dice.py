"""A game of the malediction whose dice the device rolls: its seed is drawn once, kept with the game and never lost."""

from datetime import datetime

from malediction_device import (
    DICE_AND_BEGIN,
    begin_with_device_dice,
    device,
    hold,
    press,
    reach,
    record,
    sit_down,
    state,
)

from firmware_py.device.loop import drawn_seed
from firmware_py.games.malediction.actions import Choose, Roll
from firmware_py.pages.commands import Leave, Play
from firmware_py.storage.journal import open_journal

OLD_SEED = "0123456789abcdef"


def seed_of(box) -> str:
    """Return what the dice of the game under way follow from."""
    return box.app.table.playing.seed


def roll(box):
    """Let the device roll, and return what the roll led to."""
    reach(box, lambda _, command: isinstance(command, Play) and isinstance(command.action, Roll))
    return state(box).faces, state(box).locked


def test_no_seed_can_be_guessed_and_each_is_drawn_anew():
    """128 bits of the system's chance, whatever header and clock say."""
    seeds = {drawn_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)


def test_the_same_game_begun_again_has_another_seed(tmp_path):
    """What was seen of one game's dice tells nothing of the next one's, whatever header and clock say."""
    with device(tmp_path) as box:
        begin_with_device_dice(box)
        first, header = seed_of(box), box.app.table.playing.header
        press(box, "ok", "back")
        reach(box, lambda _, command: isinstance(command, Leave))
        press(box, *("down",) * 3, "ok", "ok", *DICE_AND_BEGIN)
        assert box.app.table.playing.header == header
        assert seed_of(box) not in ("", first)


def test_a_power_cut_never_comes_between_a_game_and_its_seed(tmp_path):
    """Wherever the journal's log is cut off, both are kept or neither."""
    kept, cut = tmp_path / "data" / "games.sqlite", tmp_path / "cut.db"
    log = kept.with_name(f"{kept.name}-wal")
    with device(tmp_path) as box:
        sit_down(box, 3)
        press(box, *DICE_AND_BEGIN)
        seed, content, entries = seed_of(box), kept.read_bytes(), log.read_bytes()
    seeds = []
    for length in range(0, len(entries) + 1, 1030):  # a quarter of a frame
        cut.write_bytes(content)
        cut.with_name("cut.db-wal").write_bytes(entries[:length])
        with open_journal(cut, datetime.now).journal as journal:
            game = journal.unfinished()
            seeds.append(journal.seed(game.id) if game else None)
    assert set(seeds) == {None, seed}


def test_the_plug_brings_no_better_roll(tmp_path):
    """Before the roll or after it: the dice fall as they would have fallen."""
    rolls = set()
    for cuts in ((), ("before",), ("before", "after")):
        with device(tmp_path / "-".join(("cuts", *cuts))) as box:
            begin_with_device_dice(box)
            if "before" in cuts:
                box.cut()
                press(box, "ok")
            hold(box, "ok")
            roll(box)
            if "after" in cuts:
                box.cut()
                press(box, "ok")
            rolls.add((state(box).faces, state(box).locked))
    assert len(rolls) == 1


def test_undo_brings_no_better_roll(tmp_path):
    """What follows a roll is taken back as far as the roll; rolling again is another roll, whatever was taken back."""
    seconds = set()
    for chooses in (False, True):
        with device(tmp_path / str(chooses)) as box:
            begin_with_device_dice(box)
            hold(box, "ok")
            first = roll(box)
            if chooses:
                reach(box, lambda _, command: isinstance(command, Play) and isinstance(command.action, Choose))
                assert state(box).phase == "move"
            for _ in range(3):
                hold(box, "back")
            assert (state(box).faces, state(box).locked) == first
            if chooses:
                hold(box, "ok")
            seconds.add(roll(box))
    assert len(seconds) == 1
    assert first not in seconds


def test_a_game_begun_by_an_older_version_goes_on_with_its_seed(tmp_path):
    """Its seed stands where it always stood."""
    with device(tmp_path) as box:
        begin_with_device_dice(box)
        hold(box, "ok")
        roll(box)
        box.journal.set_setting("dice.1", OLD_SEED)
        box.cut()
        press(box, "ok")
        hold(box, "ok")
        assert seed_of(box) == OLD_SEED
        before = box.app.table.playing.ply
        roll(box)
        assert box.app.table.playing.ply == before + 1


def test_a_game_has_other_dice_than_a_discarded_one_of_the_same_number(tmp_path):
    """Neither one that is begun, nor one that is taken up from a record."""
    with device(tmp_path) as box:
        begin_with_device_dice(box)
        header = box.app.table.playing.header
        for take_up in (lambda: box.load(record(header)), lambda: box.journal.begin(record(header).decode(), ())):
            box.journal.set_setting("dice.1", OLD_SEED)
            box.journal.discard(1)
            take_up()
            assert box.journal.unfinished().id == 1
            assert box.journal.seed(1) == ""

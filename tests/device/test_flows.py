"""Flow scripts: whole evenings at simulated buttons, and what a script says when it does not go as expected."""

import pytest
from shown.golden_flows import FLOWS, FOLDER

from firmware_py.cli.main import main

WITHOUT_BOARD = (flow for flow in FOLDER.glob("*.txt") if not flow.name.startswith("board_"))
PLAYED = sorted(set(WITHOUT_BOARD) - set(FLOWS.values()))
"""Those that are not played where their screens are looked at."""


@pytest.fixture
def desk(tmp_path, capsys):
    """A function that plays lines as a script and returns exit status, output and errors."""

    def play(*lines, options=()):
        script = tmp_path / "script.txt"
        script.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines))
        status = main(["desk", "--script", str(script), "--headless", "--shots", str(tmp_path / "shots"), *options])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return status, said.out, said.err

    return play


@pytest.mark.parametrize("flow", PLAYED, ids=[flow.stem for flow in PLAYED])
def test_a_flow_finds_everything_it_expects(flow, capsys):
    """Each script reads like a manual, and the device does what it says."""
    assert main(["desk", "--script", str(flow), "--headless"]) == 0, capsys.readouterr().err


def test_a_failed_expectation_ends_with_1_and_names_the_line(desk):
    """Together with what the screen shows instead; nothing after it is played."""
    status, out, err = desk("# a comment", "", "expect English", "expect Chinese", "view")
    assert status == 1
    assert out == ""
    assert 'line 4: "Chinese" is not on the screen' in err
    assert "Français" in err


def test_a_refused_text_that_is_shown_ends_with_1(desk):
    """`refuse` is the opposite of `expect`."""
    status, _, err = desk("refuse Chinese", "refuse English")
    assert status == 1
    assert "line 2" in err


@pytest.mark.parametrize(
    "line",
    [
        "dance",
        "press",
        "press fire",
        "press ok 0",
        "press ok -1",
        "press ok 1.5",
        "press ok many",
        "press ok 2 3",
        "hold ok",
        "hold ok long",
        "hold fire 1",
        "wait",
        "wait -1",
        "wait nan",
        "wait inf",
        "cut now",
        "view all",
        "expect",
        "refuse",
        "shot",
        "load",
        'shot "open',
        b"expect \xff",
    ],
)
def test_an_unreadable_line_ends_with_2_before_anything_is_played(desk, line):
    """The message names the line."""
    status, out, err = desk("view", line)
    assert (status, out) == (2, "")
    assert "line 2" in err or "UTF-8" in err


def test_every_wrong_line_is_named_at_once(desk):
    """One run tells all there is to put right."""
    _, _, err = desk("dance", "press ok", "sing")
    assert "line 1" in err
    assert "line 3" in err


def test_a_script_that_is_not_there_ends_with_2(capsys):
    """As does a folder."""
    for path in ("/nonexistent/flow.txt", "."):
        assert main(["desk", "--script", path, "--headless"]) == 2
        assert "cannot be read" in capsys.readouterr().err


def test_view_prints_the_screen_as_text(desk):
    """Title, what to do, the lines with the cursor, and what the buttons do."""
    _, out, _ = desk("press down", "press ok", "view")
    lines = out.splitlines()
    assert lines[0] == "[Pyramid Referee]"
    assert lines[1] == "Which game will you play?"
    assert lines[2].startswith("> <maudite_momie> Loot N Run")
    assert lines[-1] == "ok choose | up (held) help"


def test_shot_writes_a_picture_of_the_screen(desk, tmp_path):
    """Into the folder given, which is made."""
    assert desk("shot first", "press ok", "shot deep/second")[0] == 0
    for name in ("first", "deep/second"):
        assert (tmp_path / "shots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_a_comment_may_end_any_line(desk):
    """Also one that looks for a text."""
    assert desk("press ok  # French", "expect À quel jeu jouez-vous ?  # as ever", "wait 1 # second")[0] == 0
    assert desk("press ok", "refuse À quel jeu jouez-vous ? # no")[0] == 1


@pytest.mark.parametrize("name", ["../first", "deep/../../first", "/first"])
def test_no_picture_is_written_elsewhere(desk, tmp_path, name):
    """A script from somebody else can do no harm beside its folder."""
    status, _, err = desk(f"shot {name}")
    assert status == 2
    assert "outside the folder of the pictures" in err
    assert not list(tmp_path.rglob("*.png"))


def test_a_picture_that_cannot_be_written_ends_with_1(desk, tmp_path):
    """A folder stands in its way."""
    (tmp_path / "shots" / "first.png").mkdir(parents=True)
    status, _, err = desk("shot first")
    assert status == 1
    assert "line 1" in err


RECORD = (
    '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}\n{"by": "Ada", "do": "explore", "pile": "left"}\n'
)


def test_load_takes_up_a_record_beside_the_script(desk, tmp_path):
    """At its last line; it is a game like any other from then on, power cuts included."""
    (tmp_path / "game.jsonl").write_text(RECORD)
    status, _, err = desk(
        "press down", "press ok", "load game.jsonl", "expect What do you do?", "cut", "press ok", "expect Bo (blue)"
    )
    assert status == 0, err


@pytest.mark.parametrize("text", ["", "{}", RECORD + '{"by": "Ada", "do": "secure"}', RECORD + "x"])
def test_a_record_that_cannot_be_loaded_ends_with_1_and_names_its_line(desk, tmp_path, text):
    """The line of the script and the line of the record."""
    (tmp_path / "game.jsonl").write_text(text)
    status, _, err = desk("load game.jsonl")
    assert status == 1
    assert "script.txt: line 1: " in err
    assert "game.jsonl: line " in err
    assert desk("load missing.jsonl")[0] == 1


def test_a_script_plays_on_the_data_it_is_given(desk, tmp_path):
    """What one script left on disk, the next one finds; without --data it begins on an empty device."""
    (tmp_path / "game.jsonl").write_text(RECORD)
    data = ("--data", str(tmp_path / "data"))
    assert desk("press down", "press ok", "load game.jsonl", options=data)[0] == 0
    assert desk("expect An unfinished game", "press ok", "expect What do you do?", options=data)[0] == 0
    assert desk("expect Langue · Language")[0] == 0


def test_the_settings_file_chooses_four_buttons(desk, tmp_path):
    """A device without left and right needs no choice on the device."""
    config = tmp_path / "device.toml"
    config.write_text('language = "en"\n[buttons]\nlayout = "four"\n[pins.buttons]\nleft = "none"\nright = "none"\n')
    status, _, err = desk(
        *("press ok", "press ok", "press up", "press ok 2", "press ok 4", "press up", "press down"),
        *(
            "expect which treasure",
            "press left",
            "press right",
            "press up 2",
            "press ok",
            "expect <vase> |",
        ),
        options=("--config", str(config)),
    )
    assert status == 0, err

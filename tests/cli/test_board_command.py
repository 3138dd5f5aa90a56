"""`pyramid-referee board`: check, show and begin a board on the command line."""

import os
import subprocess
import sys
import tomllib

import pytest
from malediction_table import HALL, drawing

from firmware_py.cli.main import main
from firmware_py.games.malediction.map_files import MapDrawing, as_toml, blank, drawing_of, read_file, with_labels
from firmware_py.words import speak

SAY = speak("en")


WRONG = (
    "+---+---+---+",
    "|R1      B2 |",
    "+   +---+   +",
    "|XX  X9     |",
    "+---+   +---+",
    "|DS      Y1 |",
    "+---+---+---+",
)


def test_board_check_accepts_a_good_board_and_warns(tmp_path, capsys):
    """Exit status 0; warnings are printed."""
    path = tmp_path / "mine.toml"
    path.write_text(as_toml(drawing(HALL)), encoding="utf-8")
    assert main(["board", "check", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "warning: red missions: only 2" in printed
    assert "this map can be played, but note the warnings" in printed
    assert "fine" not in printed


def test_board_check_calls_a_map_fine_only_without_a_warning(capsys):
    """The practice map has nothing odd; the map above is judged otherwise."""
    assert main(["board", "check", "practice"]) == 0
    printed = capsys.readouterr().out
    assert "this map is fine" in printed
    assert "warning" not in printed


def test_board_check_counts_one_row_and_one_column_as_one(tmp_path, capsys):
    """Never "1 rows"."""
    path = tmp_path / "narrow.toml"
    path.write_text(as_toml(drawing_of(blank(1, 4))), encoding="utf-8")
    assert main(["board", "check", str(path)]) == 0
    assert "this map can be played, but note the warnings: 1 row, 4 columns, 0 missions." in capsys.readouterr().out


def test_a_picture_adds_nothing_to_standard_output(tmp_path):
    """Pygame prints a greeting when it is imported; the command prevents it."""
    command = [sys.executable, "-m", "firmware_py", "board", "show", "small", "--png", str(tmp_path / "small.png")]
    quiet = {key: value for key, value in os.environ.items() if key != "PYGAME_HIDE_SUPPORT_PROMPT"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=quiet)
    assert done.stdout == ""


def test_a_pygame_without_pictures_is_a_plain_refusal(tmp_path):
    """Some are built without SDL_image; exit status 2, one line, and no file."""
    without = "import sys; sys.modules['pygame.imageext'] = None; from firmware_py.cli.main import main"
    file = tmp_path / "small.png"
    command = [sys.executable, "-c", f"{without}; sys.exit(main(sys.argv[1:]))", "board", "show", "small", "--png"]
    done = subprocess.run([*command, str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "PNG" in done.stderr
    assert not file.exists()


def test_board_check_lists_every_problem_with_its_place(tmp_path, capsys):
    """Exit status 1; one line a problem, with file, line and column first."""
    path = tmp_path / "mine.toml"
    path.write_text(as_toml(MapDrawing(WRONG, (1,))), encoding="utf-8")
    assert main(["board", "check", str(path)]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert [line.removeprefix(f"{path}:").split(" ")[0] for line in printed] == ["5:1:", "8:2:", "8:6:"]
    assert "map line" not in printed[2], "one place is enough"


@pytest.mark.parametrize("command", ["check", "show"])
def test_a_file_that_cannot_be_used_is_said_on_standard_error(command, tmp_path, capsys):
    """Exit status 2 for a missing file, a folder, or something that is no board file."""
    rubbish = tmp_path / "rubbish"
    rubbish.write_bytes(b"\xff")
    for path in (tmp_path / "missing", tmp_path, rubbish):
        assert main(["board", command, str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 3


def test_board_show_names_rows_and_columns(capsys):
    """The picture carries the names that moves are made of."""
    assert main(["board", "show", "small"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == list("abcde")
    assert printed[2].startswith(" 1 |R1")
    assert "red missions: R1 (scarab), R2 (jackal)" in printed


def test_board_show_says_what_is_wrong_instead_of_a_picture(tmp_path, capsys):
    """A wrong board has no picture."""
    path = tmp_path / "mine.json"
    path.write_text('{"map": "", "mummy_die": [1]}', encoding="utf-8")
    assert main(["board", "show", str(path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{path}:1:1: the first line of the map is ")


@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (4, 1), (2, 3), (10, 10), (99, 26)])
def test_board_new_prints_a_board_that_is_ready_to_be_edited(rows, columns, capsys):
    """A blank board is a right board of the asked size."""
    assert main(["board", "new", str(rows), str(columns)]) == 0
    text = capsys.readouterr().out
    found, wrong = read_file(text.encode())
    assert wrong == ()
    assert (found.rows, found.columns) == (rows, columns)
    assert found == blank(rows, columns)
    assert "map" in tomllib.loads(text)


@pytest.mark.parametrize(
    "size",
    [("0", "5"), ("5", "27"), ("100", "5"), ("-1", "5"), ("x", "5"), ("1", "1"), ("1", "2"), ("1", "3"), ("2", "2")],
)
def test_board_new_refuses_a_size_that_makes_no_board(size, capsys):
    """Exit status 2, nothing printed as if it were a board."""
    try:
        status = main(["board", "new", *size])
    except SystemExit as refused:
        status = refused.code
    assert status == 2
    assert capsys.readouterr().out == ""


def test_labels_fit_the_widest_and_tallest_board():
    """Twenty-six letters above, two-figure numbers before the rows."""
    lines = with_labels(blank(99, 26))
    assert lines[0].split() == list("abcdefghijklmnopqrstuvwxyz")
    assert lines[-2].startswith("99 |ST ")

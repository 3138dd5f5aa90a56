"""Lines of a flow script that are far too long are refused at once, each by its number."""

import pytest

from firmware_py.desk.script import LONGEST_LINE, ScriptError, read_script
from firmware_py.words import speak

BEGINNINGS = ("", "press ", "expect ", '"', "slide red ")


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_line_of_a_megabyte_is_refused_without_being_read(beginning: str) -> None:
    """To split it into words took most of a minute."""
    with pytest.raises(ScriptError) as refused:
        read_script(f"view\n{beginning}{'x ' * 500_000}\n")
    (problem,) = refused.value.problems
    assert speak("en")(problem) == f"line 2: the line is longer than {LONGEST_LINE} characters"


def test_a_line_as_long_as_any_page_is_read() -> None:
    """A text that is expected may be as long as what fits on a screen."""
    assert len(read_script(f"expect {'x' * (LONGEST_LINE - len('expect '))}\n")) == 1

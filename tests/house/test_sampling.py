"""Of tests over several lists a commit tries a part; which part loses nothing that somebody wrote down."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from places import PROJECT

COLLECTED = """
import json, sys
import pytest

class Rows:
    @pytest.hookimpl(wrapper=True)
    def pytest_collection_modifyitems(self, config, items):
        (conftest,) = (plugin for plugin in config.pluginmanager.get_plugins() if hasattr(plugin, "is_left_out"))
        self.meant = {row for item in items if not conftest.is_left_out(*conftest.pages_of(item)) for row in rows(item)}
        yield
        self.tried = {row for item in items for row in rows(item)}

def rows(item):
    from sampling import names_of
    for names in map(names_of, item.iter_markers("parametrize")):
        yield item.nodeid.partition("[")[0], *(f"{name}={item.callspec.params[name]!r}" for name in names)

found = Rows()
status = pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider"], plugins=[found])
print()
print(json.dumps([len(found.meant), sorted(found.meant - found.tried)]))
sys.exit(status)
"""


def test_every_row_of_every_list_is_tried_at_each_commit() -> None:
    """Only crossings of lists are thinned, and pages in languages with controls that wait for a release."""
    usual = {name: value for name, value in os.environ.items() if name != "WHOLE" and not name.startswith("PYTEST_")}
    command = [sys.executable, "-c", COLLECTED]
    done = subprocess.run(command, cwd=PROJECT, env=usual, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    meant, missed = json.loads(done.stdout.splitlines()[-1])
    assert meant > 3000
    assert missed == []

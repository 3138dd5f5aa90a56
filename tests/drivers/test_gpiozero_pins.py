"""gpiozero's own tests of real pins, over our pins on a simulated gpiod; `make test` fetches them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import PROJECT, TESTS

REAL_PINS = PROJECT / "build/gpiozero/test_real_pins.py"
ENTRY_POINT = "[gpiozero_pin_factories]\nours = gpiozero_over_gpiod:WiredPins\n"
PASSED = {
    "bad_duty_cycle",
    "duty_cycles",
    "envvar_factory",
    "explicit_factory",
    "function_bad",
    "input_with_pull",
    "output",
    "output_with_state",
    "pin_names",
    "pull",
    "pull_bad",
    "pull_down_warning",
    "pulls_are_weak",
}
NOT_OF_PINS = {
    "spi_hardware_conflict",
    "spi_hardware_modes",
    "spi_hardware_read",
    "spi_hardware_same_port",
    "spi_hardware_shared_bus",
    "spi_hardware_write",
    "spi_init",
}
"""Those of a bus that we do not use."""
OF_NO_FACTORY = {"bad_factory", "compatibility_names", "default_factory"}
"""Those of gpiozero's own choice among its factories, which takes none of ours."""


@pytest.mark.skipif(not REAL_PINS.exists(), reason="gpiozero's tests are not here: make test fetches them")
def test_our_pins_pass_the_tests_of_gpiozeros_own(tmp_path: Path) -> None:
    """All of those that are about pins: each is named here, and so is what is left out."""
    metadata = tmp_path / "ours-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: ours\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(ENTRY_POINT)
    options = ("-p", "gpiozero_over_gpiod", "-p", "no:cacheprovider", "-k", "ours and not spi", "-rA", "--no-header")
    paths = (tmp_path, TESTS / "support", PROJECT)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", tmp_path, "-c", os.devnull, REAL_PINS],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "GPIOZERO_TEST_LOCK": str(tmp_path / "lock"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    outcomes = dict(re.findall(r"^(PASSED|FAILED|SKIPPED|ERROR) .*::test_(\w+)", done.stdout, re.MULTILINE))
    assert outcomes.keys() == {"PASSED"}, done.stdout
    passed = set(re.findall(r"^PASSED .*::test_(\w+)\[ours\]", done.stdout, re.MULTILINE))
    assert passed == PASSED
    written = set(re.findall(r"^def test_(\w+)", REAL_PINS.read_text(encoding="utf-8"), re.MULTILINE))
    assert written == PASSED | NOT_OF_PINS | OF_NO_FACTORY

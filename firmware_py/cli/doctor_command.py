"""`pyramid-referee doctor`: what works on this device, what does not, and what to do about it."""

from __future__ import annotations

import argparse
import os

from firmware_py.cli.terminal import REFUSED, report_problems, speaker
from firmware_py.config.schema import Config, ConfigError
from firmware_py.doctor import as_text, find_installation, findings, write_bundle
from firmware_py.doctor.screen import correct_touch
from firmware_py.host.computer import screen_words
from firmware_py.host.data_owner import as_owner_of
from firmware_py.words import Words, reason_and_remedy, speak, words


def doctor(options: argparse.Namespace) -> int:
    """Print the findings, write the bundle if one is wanted, and return whether there are faults as exit status."""
    say = speaker()

    def ask(request: Words) -> None:
        print(say(request), flush=True)  # a pipe to a terminal elsewhere must ask in time, too

    try:
        installation = find_installation(options.config, options.data, ask if options.press else None)
        if options.touch:
            return _correct_touch(installation.config)
        with as_owner_of(installation.data):
            found = tuple(findings(installation))
    except ConfigError as error:
        return report_problems(*error.problems)
    print(as_text(found, say))
    if options.bundle:
        try:
            write_bundle(options.bundle, installation, as_text(found, speak("en")))
        except OSError as error:
            return report_problems(
                words("{file}: cannot be written: {why}", file=str(options.bundle), why=reason_and_remedy(error))
            )
        print(say(words("written to {file}", file=str(options.bundle))))
    return REFUSED if any(finding.verdict == "FAULT" for finding in found) else 0


def _correct_touch(config: Config) -> int:
    """Have the crosses of the screen touched, and print the line for the settings."""
    from display.window import Window
    from firmware_py.host.splash import choose_display

    say = speaker()
    choose_display(os.environ)
    with Window((config.screen.width, config.screen.height), rotation=config.screen.rotation) as window:
        if window.fault:
            return report_problems(screen_words(window.fault))
        print(say(words("Touch the middle of each cross, four in all.")), flush=True)
        is_right, lines = correct_touch(window.ask_touch)
    print(*map(say, lines), sep="\n")
    return 0 if is_right else REFUSED

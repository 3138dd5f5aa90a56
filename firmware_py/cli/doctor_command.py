"""`pyramid-referee doctor`: what works on this device, what does not, and what to do about it."""

from __future__ import annotations

import argparse

from firmware_py.cli.terminal import REFUSED, speaker, unusable
from firmware_py.config.schema import ConfigError
from firmware_py.doctor import as_text, find_installation, findings, write_bundle
from firmware_py.host.data_owner import as_owner_of
from firmware_py.words import Words, reason_and_remedy, speak, words


def doctor(options: argparse.Namespace) -> int:
    """Print the findings, write the bundle if one is wanted, and return whether there are faults as exit status."""
    say = speaker()

    def ask(request: Words) -> None:
        print(say(request), flush=True)  # a pipe to a terminal elsewhere must ask in time, too

    try:
        installation = find_installation(options.config, options.data, ask if options.press else None)
        with as_owner_of(installation.data):
            found = tuple(findings(installation))
    except ConfigError as error:
        return unusable(*error.problems)
    print(as_text(found, say))
    if options.bundle:
        try:
            write_bundle(options.bundle, installation, as_text(found, speak("en")))
        except OSError as error:
            return unusable(
                words("{file}: cannot be written: {why}", file=str(options.bundle), why=reason_and_remedy(error))
            )
        print(say(words("written to {file}", file=str(options.bundle))))
    return REFUSED if any(finding.verdict == "FAULT" for finding in found) else 0

"""The voice: whether its programs are installed, and whether a player can open the sound card.

Why half a second of silence is played: nobody need listen, and a player says only then that it finds no card.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import wave
from collections.abc import Iterator

from firmware_py.config.in_force import settings_in_force
from firmware_py.doctor.findings import Finding, Installation, Verdict
from firmware_py.printable import printable
from firmware_py.words import plain, words
from hardware.controls.voice import RATE_HZ, SAMPLE, SYNTHESIZER, Command, players

SILENCE_S = 0.5
PATIENCE_S = 5.0


def voice(installation: Installation) -> Iterator[Finding]:
    """Yield whether each player opens the sound card, up to the first that does; a fault if the voice is switched on.

    Nothing where no synthesizer is installed and nobody wants a voice.
    """
    owned = installation.owned
    is_wanted = settings_in_force(owned, installation.chosen).voice
    missing: Verdict = "FAULT" if is_wanted else "note"
    if shutil.which(SYNTHESIZER) is None:
        if is_wanted:
            text = words("{program} is not installed", program=SYNTHESIZER)
            yield Finding("voice", missing, text, plain(f"sudo apt install {SYNTHESIZER} alsa-utils"))
        return
    found = players(owned.sound.card)
    if not found:
        text = words("nothing is installed that plays what it says")
        yield Finding("voice", missing, text, plain("sudo apt install alsa-utils"))
    reasons = []
    for player in found:
        reason = _why_silent(player)
        if not reason:
            yield Finding("voice", "good", words("{program} plays on the sound card", program=player[0]))
            return
        reasons.append(f"{player[0]}: {reason.removeprefix(f'{player[0]}: ')}")
    remedy = words("name another card with sound.card: {command} lists them", command="aplay -L")
    for reason in reasons:
        yield Finding("voice", missing, words("it cannot be heard: {why}", why=reason), remedy)


def _why_silent(player: Command) -> str:
    """Return what a player says, a line of it, if it does not play silence; nothing if it does."""
    try:
        done = subprocess.run(player, input=_silence(), capture_output=True, timeout=PATIENCE_S, check=False)
    except subprocess.TimeoutExpired:
        return f"no end after {PATIENCE_S:.0f} s"
    except OSError as error:
        return error.strerror or "it does not start"
    if not done.returncode:
        return ""
    said = done.stderr.decode(errors="replace").strip().splitlines()
    return printable(said[-1]) if said else f"it ended with {done.returncode}"


def _silence() -> bytes:
    written = io.BytesIO()
    with wave.open(written, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(SAMPLE)
        sound.setframerate(RATE_HZ)
        sound.writeframes(bytes(round(SILENCE_S * RATE_HZ) * SAMPLE))
    return written.getvalue()

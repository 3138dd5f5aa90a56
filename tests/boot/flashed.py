"""The flashable image on an emulated arm64 computer: what a family does with it, from the first start to the next.

    tests/boot/flashed.py IMAGE

Why no agent: the image has none, and it is tested as it is. Its kernel is told to open a shell on a console of the
emulator (`systemd.debug_shell`), as whoever has the card could; kernel and first file system are read from the image.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from check_run import Check
from checks import HELD_S, SLOWER
from computers import ARM
from disks import PROJECT, STEP_S
from game_checks import STATE, difference_so_far, memory_at_rest, unit_property
from machine import ANSWER_S, Disk, Late, Machine, Refusal, Wrong, wait_until
from pair import SIZE, UNIT, Pair
from power import NO_PINS, switched_on
from stages import Stage
from whole_run import Begun, EmulatedTest

from firmware_py.config.schema import ConfigError, load_config
from firmware_py.host.computer import OWN_ADDRESS, OWN_NETWORK, WANTED
from firmware_py.words import Words, speak, words

FOLDER = PROJECT / "build/image/run"
FIRST_PARTITION = 4 << 20
CARD_MB = 4000
LARGER_MB = 4800
"""A card, and the larger one to which it is copied."""
GAMES_MB = 2048
"""Where the games' partition begins; it ends with the card."""
OF_SYSTEM_MB = 100
"""The room that a file system keeps for itself."""
MEMORY_MB = 512
"""That of a Raspberry Pi Zero 2 W and 3 A+."""
SHELL = "hvc0"
WAIT = "timeout 100 sh -c '"
MISTAKE = 'language = "en"\n[screen]\nwidth = "wide"\n'
OWNERS_FILE = "/boot/firmware/referee.toml"
NEXT_S = 900.0
FIRMWARE = {
    "bcm2837": {"bootcode.bin", "start.elf", "fixup.dat"},
    "bcm2711": {"start4.elf", "fixup4.dat"},
    "bcm2712": set(),
}
"""What starts a Raspberry Pi before its kernel, by its processor; a 5 has that in itself."""
HEADER = {"bcm2837": b"brcm,bcm2835-gpio", "bcm2711": b"brcm,bcm2711-gpio", "bcm2712": b"raspberrypi,rp1-gpio"}
"""The chip of the header's pins in its device tree."""
DEVICE_TREE = bytes.fromhex("d00dfeed")
PLAIN_KERNEL = b"ARM\x64"
"""At byte 56 of a kernel for arm64 that is not packed: the firmware of a Raspberry Pi unpacks none."""


class FlashedMachine(Machine):
    """A machine that is told by a root shell on a console of its own what to do."""

    def wait_for_agent(self, seconds: float) -> None:
        """Wait until the shell answers. :raises Late: when it does not"""
        self._shell = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._shell.connect(str(self._folder / "shell"))

        def answers() -> bool:
            try:
                return self.try_to_run("true", 20.0)[0] == 0
            except Late:
                return False

        wait_until("the shell", seconds, answers)

    def try_to_run(self, command: str, seconds: float = ANSWER_S) -> tuple[int, str]:
        """Run a shell command as root; return its exit status and what it printed.

        :raises Late: when it does not end
        """
        self._commands += 1
        script = base64.b64encode(command.encode()).decode()
        first, last = f"<{self._commands}", f"{self._commands}>"
        runs = f"said=$(echo {script} | base64 -d | sh 2>&1); status=$?; echo; echo \\{first}; echo $status"
        try:
            self._shell.settimeout(seconds)
            self._shell.sendall(f"stty -echo; {runs}; printf %s \"$said\" | base64; echo '{last[:-1]}'\\>\n".encode())
            heard, ends_s = b"", time.monotonic() + seconds
            while not (found := re.search(rf"{first}\s+(\d+)\s([^<>]*?){last}", heard.decode("ascii", "replace"))):
                self._shell.settimeout(max(0.1, ends_s - time.monotonic()))
                more = self._shell.recv(65536)
                if not more:
                    raise Refusal(f"{command}: the machine is gone")
                heard += more
        except TimeoutError:
            raise Late(f"{command}: not within {seconds:.0f} s") from None
        except OSError as error:
            raise Refusal(f"{command}: {error}") from None
        return int(found[1]), base64.b64decode(found[2]).decode(errors="replace")

    def unplug(self) -> None:
        """End it without a warning, and tidy up."""
        super().unplug()
        self._shell.close()


class Card:
    """A memory card, and the computer it is in."""

    def __init__(self, folder: Path, image: Path) -> None:
        """Make an empty card; nothing is written to it yet."""
        self._folder, self._image = folder, image
        self.file = folder / "card.img"
        with self.file.open("wb") as card:
            card.truncate(CARD_MB << 20)
        self.kernel, self._initrd, words = (folder / name for name in ("vmlinuz", "initrd.img", "cmdline.txt"))
        for file in (self.kernel, self._initrd, words):
            self._mtools("mcopy", "-o", f"::{file.name}", file, disk=image)
        self._words = words.read_text().strip()
        self.stalls = 0

    def _mtools(self, command: str, *words: str | Path, disk: Path) -> None:
        subprocess.run((command, "-i", f"{disk}@@{FIRST_PARTITION}", *words), check=True, timeout=STEP_S)

    def flash(self) -> None:
        """Write the image over whatever is on the card, as an imager does; let only long presses count as held."""
        copy = "dd", f"if={self._image}", f"of={self.file}", "bs=4M", "conv=notrunc,sparse", "status=none"
        with self.file.open("r+b") as card:  # what the image leaves out as zeros is written, too
            card.write(bytes(4096))
        subprocess.run(copy, check=True, timeout=STEP_S)
        settings = self._folder / "referee.toml"
        self._mtools("mcopy", "-o", "::referee.toml", settings, disk=self.file)
        size = f"s/^width = .*/width = {SIZE[0]}/; s/^height = .*/height = {SIZE[1]}/"
        subprocess.run(("sed", "-i", f"{SLOWER}; {size}", settings), check=True, timeout=STEP_S)
        self.write_settings(settings.read_text(encoding="utf-8"))

    def first_partition(self) -> dict[str, bytes]:
        """The files on the image's first partition."""
        with tempfile.TemporaryDirectory() as folder:
            self._mtools("mcopy", "::*", folder, disk=self._image)
            return {file.name: file.read_bytes() for file in Path(folder).iterdir()}

    def copy_to_larger(self) -> None:
        """Copy all to a larger card."""
        os.truncate(self.file, LARGER_MB << 20)

    def spoil_games(self) -> None:
        """Write zeros over the first block of the games' file system, which has its label."""
        with self.file.open("r+b") as card:
            card.seek(GAMES_MB << 20)
            card.write(bytes(4096))

    def write_settings(self, text: str) -> None:
        """Write the owner's file on the partition that every computer reads."""
        settings = self._folder / "written.toml"
        settings.write_text(text, encoding="utf-8")
        self._mtools("mcopy", "-o", settings, "::referee.toml", disk=self.file)

    def __call__(self, *, read_only: bool = False) -> FlashedMachine:
        """Switch on and wait until commands can be run. :raises Late: when they cannot be"""
        del read_only  # it always is
        words = f"{self._words} ro {NO_PINS} systemd.debug_shell=1 systemd.default_debug_tty={SHELL}"
        chardev = f"socket,id=shell,path={self._folder / 'shell'},server=on,wait=off"
        further = ("-m", str(MEMORY_MB), "-chardev", chardev, "-device", "virtconsole,chardev=shell")
        disks = (Disk(self.file),)
        machine, stalls = switched_on(
            lambda: FlashedMachine(self._folder, self.kernel, self._initrd, disks, SIZE, words, ARM, further)
        )
        self.stalls += stalls
        return machine


# --- the checks -------------------------------------------------------------------------------------------------------


def all_checks(card: Card) -> Sequence[Check]:
    """The checks in their order."""

    def first_start(pair: Pair) -> str:
        card.flash()
        pair.switch_on()
        heard_s = pair.wait_until_ready()
        pair.expect_welcome()
        booted_s = int(unit_property(pair, "ActiveEnterTimestampMonotonic")) / 1e6
        size_mb = room_of_games(pair, CARD_MB)
        return (
            f"first page, {difference_so_far(pair)}; boot to READY {booted_s:.1f} s after the kernel began, "
            f"{heard_s:.1f} s after the plug went in; games: a partition of {size_mb} MB"
        )

    def for_firmware(_: Pair) -> str:
        files = card.first_partition()
        words = dict(re.findall(r"^(\w+)[= ](\S+)", files["config.txt"].decode(), re.MULTILINE))
        trees = {name: text for name, text in files.items() if name.endswith(".dtb")}
        processors = {name.partition("-")[0] for name in trees}
        missing = set().union(*(FIRMWARE[processor] for processor in processors), {words["initramfs"]}) - files.keys()
        strange = [
            name
            for name, text in trees.items()
            if not text.startswith(DEVICE_TREE) or HEADER[name.partition("-")[0]] not in text
        ]
        if (
            not trees
            or missing
            or strange
            or files[words["kernel"]][56:60] != PLAIN_KERNEL
            or words["arm_64bit"] != "1"
        ):
            raise Wrong(f"device trees: {sorted(trees)}; missing: {missing}; strange: {strange}; {words}")
        return (
            f"{', '.join(sorted(trees))}, each with the chip of its pins; firmware, a plain kernel and what they name"
        )

    def closed(pair: Pair) -> str:
        run = pair.machine.run
        failed = run("systemctl --failed --plain --no-legend | cut -d' ' -f1").split()
        with_password = run(
            "grep -v '^[^:]*:[!*]' /etc/shadow | cut -d: -f1; awk -F: '$2 !~ /^[x*!]/' /etc/passwd"
        ).split()
        open_ports = run("cat /proc/net/tcp /proc/net/tcp6 | awk '$4 == \"0A\" {print $2}'").split()
        ports = sorted({int(port.rpartition(":")[2], 16) for port in open_ports})
        has_ssh = pair.machine.try_to_run("command -v sshd dropbear")[0] == 0
        writable = pair.machine.try_to_run("touch /etc/x || touch /usr/x || touch /boot/firmware/x")[0] == 0
        if failed or with_password or has_ssh or writable or set(ports) - {80}:
            raise Wrong(f"failed: {failed}; passwords: {with_password}; ssh: {has_ssh}; writable: {writable}; {ports}")
        return f"failed units, passwords, ssh: none; the system cannot be written; open port: {ports} for phones"

    def radio(pair: Pair) -> str:
        run = pair.machine.run
        is_up = f"grep -q {OWN_ADDRESS} /proc/net/fib_trie && systemctl is-active pyramid-referee-radio.service"
        run(f"modprobe mac80211_hwsim radios=1; {WAIT} until test -s {OWN_NETWORK}; do sleep 1; done'")
        run(f"{WAIT} while systemctl is-active pyramid-referee-radio.service; do sleep 1; done'")
        if run("cat /sys/class/rfkill/rfkill*/soft").split() != ["1"] or pair.machine.try_to_run(is_up)[0] == 0:
            raise Wrong("the radio is not off")
        run(f"setpriv --reuid=referee --regid=referee --clear-groups touch {WANTED}")
        wait_until("the device's own Wi-Fi", NEXT_S / 3, lambda: pair.machine.try_to_run(is_up)[0] == 0, every_s=2)
        if run("cat /sys/class/rfkill/rfkill*/soft").split() != ["0"]:
            raise Wrong("the radio is off")
        said = run("journalctl --boot --unit pyramid-referee-radio.service --output cat --grep 'stays off|AP-ENABLED'")
        run("modprobe --remove mac80211_hwsim")
        return f"on a simulated radio (mac80211_hwsim): {'; '.join(said.splitlines())}; address {OWN_ADDRESS}"

    def begin_game(pair: Pair) -> str:
        pair.begin_game()
        pair.play(6)
        return f"{pair.presses} presses and as many expected pictures; {difference_so_far(pair)}"

    def mistake(pair: Pair) -> str:
        room_of_games(pair, CARD_MB)
        pair.switch_off()
        card.write_settings(MISTAKE)
        card.copy_to_larger()
        pair.switch_on()
        pair.wait_until_ready()
        said = pair.machine.run(
            f"journalctl --boot --unit {UNIT} --output cat --grep 'cannot be used' --lines 1"
        ).strip()
        if said != speak("en")(reported := mistake_words()):
            raise Wrong(said)
        pair.expect_troubles(reported)
        shutil.copy(pair.machine.picture(), FOLDER / "mistake.ppm")
        size_mb = room_of_games(pair, LARGER_MB)
        return f'first page with "{said}", {difference_so_far(pair)}; games: now a partition of {size_mb} MB'

    def flashed_again(pair: Pair, *, are_spoilt: bool = False) -> str:
        before = number_of_games(pair)
        pair.switch_off()
        if are_spoilt:
            card.spoil_games()
        card.flash()
        pair.switch_on()
        pair.wait_until_ready()
        if number_of_games(pair) != before:
            raise Wrong("the games have another file system")
        pair.resume()
        pair.play(2)
        return f"the file system of the games is the same ({before}), the game goes on"

    return (
        Check("the firmware of each Raspberry Pi finds what it loads", STEP_S, for_firmware),
        Check("the image comes up to the first page", NEXT_S, first_start),
        Check("nobody can get in, and nothing can be written but games", NEXT_S, closed),
        Check("memory at rest", NEXT_S, memory_at_rest),
        Check("the radio is off until a phone is invited", NEXT_S, radio),
        Check("a game is begun and played by keys", NEXT_S, begin_game),
        Check("a mistake in the owner's file is told; the card is copied to a larger one", NEXT_S, mistake),
        Check("the image is written over a played card: the games survive", NEXT_S, flashed_again),
        Check(
            "the same, and the label of the games is damaged: they are mended",
            NEXT_S,
            partial(flashed_again, are_spoilt=True),
        ),
    )


def mistake_words() -> Words:
    """What the referee says of the mistake in the owner's file."""
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(MISTAKE)
        file.flush()
        try:
            load_config(Path(file.name))
        except ConfigError as error:
            (problem,) = error.problems
    problem = Words(problem.message, tuple({**dict(problem.values), "file": OWNERS_FILE}.items()))
    return words("The settings file cannot be used: the defaults are in force. {first}", first=problem)


def number_of_games(pair: Pair) -> str:
    """The number of the games' file system, which a new one would not have."""
    return pair.machine.run(f"findmnt -no UUID {STATE}").strip()


def room_of_games(pair: Pair, card_mb: int) -> int:
    """The size of the games' file system in MB. :raises Wrong: when it does not fill a card of this size"""
    size_mb = int(pair.machine.run(f"df -m --output=size {STATE} | tail -1"))
    if size_mb < card_mb - GAMES_MB - OF_SYSTEM_MB:
        raise Wrong(f"the games have {size_mb} MB")
    return size_mb


def begin(image: Path, folder: Path, cuts: int) -> Begun:
    """Make the card of a run."""
    del cuts
    card = Card(folder, image)
    return Begun(
        [Stage("", lambda: (Pair(folder, card, phones_at="", hold_s=HELD_S), all_checks(card)))],
        f"{ARM.name} with two processors, {MEMORY_MB} MB and {image.name}, emulated by software",
        lambda: f"all is well; the emulator itself stalled {card.stalls} times while booting and was started again",
    )


def main(image: Path) -> int:
    """Run the test; return 1 when a check fails."""
    tools = {ARM.emulator: ARM.package, "mcopy": "mtools"}
    return EmulatedTest("make image", FOLDER, tools, ARM.emulator, lambda: image, begin, 0, 5400.0).main([])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))

"""A Wi-Fi made of network namespaces: a phone's, an access point's, and ours, in which the device stands.

The radio can fade, so that nothing arrives and nobody is told, or be lost, so that the phone knows; a phone can get
another address. Only root may make namespaces.
"""

import os
import subprocess
from contextlib import contextmanager
from itertools import count

_NUMBERS = count(1)


class RadioError(Exception):
    """Namespaces cannot be made here."""


def _ip(*words):
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode:
        raise RadioError(done.stderr.strip())


class Radio:
    """What lies between one phone and the device; `host` is where the phone finds the device."""

    def __init__(self, number):
        """Plug it together."""
        tag = f"{os.getpid() % 10_000}{number}"
        self.point, self.phone = f"pr-point-{tag}", f"pr-phone-{tag}"
        self._ends = f"pra{tag}", f"prb{tag}", f"prc{tag}", f"prd{tag}"
        net = f"10.{(os.getpid() + number) % 250 + 1}"  # another one than that of other tests that run now
        self.host, self._net, self._at = f"{net}.1.1", net, 2
        ours, theirs, down, up = self._ends
        for name in (self.point, self.phone):
            _ip("netns", "add", name)
        _ip("link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", self.point)
        _ip("-n", self.point, "link", "add", down, "type", "veth", "peer", "name", up, "netns", self.phone)
        _ip("addr", "add", f"{net}.1.1/24", "dev", ours)
        _ip("link", "set", ours, "up")
        for end, address in ((theirs, f"{net}.1.2"), (down, f"{net}.2.1")):
            _ip("-n", self.point, "addr", "add", f"{address}/24", "dev", end)
            _ip("-n", self.point, "link", "set", end, "up")
        _ip("route", "add", f"{net}.2.0/24", "via", f"{net}.1.2")
        self._forward(is_on=True)
        _ip("-n", self.phone, "link", "set", "lo", "up")
        self._join()

    @property
    def command(self):
        """What a program of the phone's begins with."""
        return ("ip", "netns", "exec", self.phone)

    def _forward(self, *, is_on):
        command = ["ip", "netns", "exec", self.point, "sysctl", "-qw", f"net.ipv4.ip_forward={int(is_on)}"]
        if subprocess.run(command, capture_output=True).returncode:
            raise RadioError("no forwarding")

    def _join(self):
        end = self._ends[3]
        _ip("-n", self.phone, "addr", "add", f"{self._net}.2.{self._at}/24", "dev", end)
        _ip("-n", self.phone, "link", "set", end, "up")
        _ip("-n", self.phone, "route", "add", "default", "via", f"{self._net}.2.1")

    def fade(self):
        """Let nothing arrive any more; the phone does not know."""
        self._forward(is_on=False)

    def come_back(self):
        """Let everything arrive again."""
        self._forward(is_on=True)

    def lose(self):
        """Take the phone out of the Wi-Fi; it knows."""
        _ip("-n", self.phone, "link", "set", self._ends[3], "down")

    def join_again(self):
        """Take the phone into the Wi-Fi again, at the address that it had."""
        _ip("-n", self.phone, "link", "set", self._ends[3], "up")
        _ip("-n", self.phone, "route", "add", "default", "via", f"{self._net}.2.1")

    def move(self):
        """Give the phone another address."""
        _ip("-n", self.phone, "addr", "flush", "dev", self._ends[3])
        self._at += 1
        self._join()

    def close(self):
        """Take it apart."""
        for name in (self.point, self.phone):
            subprocess.run(["ip", "netns", "del", name], capture_output=True)
        subprocess.run(["ip", "link", "del", self._ends[0]], capture_output=True)


@contextmanager
def radio():
    """Yield a Wi-Fi. :raises RadioError: where namespaces cannot be made."""
    try:
        made = Radio(next(_NUMBERS))
    except OSError as error:
        raise RadioError(str(error)) from error
    try:
        yield made
    finally:
        made.close()

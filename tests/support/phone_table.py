"""A simulated device with phones at its table: what each is sent, and what it touches."""

import hashlib
import re
from contextlib import contextmanager
from itertools import count

from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.disk import _invite
from firmware_py.device.effects import CodeDrawn
from firmware_py.device.loop import FromPhones
from firmware_py.device.phone_messages import Come, Gone, Knock, Lost, Paired, Replied, Tap, Viewed
from firmware_py.device.phones import Phones

ADDRESS = "192.168.1.17"


class Phone:
    """One phone: what it was sent last, and every page before."""

    def __init__(self, table, to):
        self.table, self.to = table, to
        self.token, self.pages, self.is_gone = "", [], False

    @property
    def digest(self):
        """What the referee knows of its secret."""
        return hashlib.sha256(self.token.encode()).hexdigest()

    @property
    def shown(self):
        """The page that it shows."""
        return self.pages[-1]

    @property
    def html(self):
        """That page's text."""
        return self.shown.html

    def targets(self):
        """What can be touched, in the order of the page."""
        return re.findall(r'data-t="([^"]*)"', self.html)

    def come(self, language="en", now=""):
        """Open its stream."""
        self.table.say(Come(self.to, self.digest, language, now))
        return self

    def touch(self, *targets, page=None, key=None):
        """Touch these targets, and return the status of the answer; None if there is none yet."""
        message = Tap(self.to, self.digest, key or f"key {next(self.table.keys):08}", page or self.shown.page, targets)
        return self.send(message)

    def send(self, message):
        """Send a press, and return the status of its answer; None if there is none yet."""
        self.table.answers.pop((self.to, message.key), None)
        self.table.say(message)
        answer = self.table.answers.get((self.to, message.key))
        return answer.status if answer else None


class PhoneTable:
    """The display of a device that sends each change to its phones."""

    def __init__(self):
        self.device, self.phones, self.all, self.seats = None, Phones(self.send, "t"), {}, {}
        self.answers, self.tokens, self.sent = {}, {}, []
        self.keys, self.numbers = count(), count(1)

    # --- as the display of the device

    def show(self, app, _devices):
        """Let the phones follow."""
        if self.device:
            self.phones.after_round(app, self.device.now_s)

    def poll(self):
        """No input."""
        return ()

    # --- as the process of the phones

    def send(self, said):
        """Take a line of the referee."""
        self.sent.append(said)
        match said:
            case Viewed():
                for phone in self.seats.get(said.seat, ()):
                    phone.pages.append(said)
            case Replied():
                self.answers[said.to, said.key] = said
            case Paired(to, token):
                self.tokens[to] = token
            case Gone(to) if to in self.all:
                self.all[to].is_gone = True

    def say(self, message):
        """Say a line to the referee, and let it end whatever it stores."""
        self.phones.take(FromPhones(message), self.device.app, self.device.now_s)
        self.device.wait(0.0)

    def lose(self):
        """Let the process of the phones end: all streams are gone."""
        self.say(Lost())
        for phones in self.seats.values():
            phones.clear()

    # --- at the table

    def invite(self, player):
        """Show the code for a player's phone at the box, and return it."""
        app, drawn = self.device.app, CodeDrawn(_invite(player, ADDRESS))
        app.do_in_turn(lambda now_s: app.take_from_phone(drawn, lambda _: None, now_s), self.device.now_s)
        self.device.wait(0.0)
        return app.stack[-1].invitation.code

    def knock(self, code, name="Android", phone=None):
        """Let a phone, or a new one, try a code; return it."""
        phone = phone or Phone(self, next(self.numbers))
        self.all[phone.to] = phone
        self.say(Knock(phone.to, code, name, phone.digest))
        phone.token = self.tokens.pop(phone.to, phone.token)
        return phone

    def seat(self, player, language="en"):
        """A new phone at this player's seat."""
        phone = self.knock(self.invite(player))
        assert phone.token
        self.seats.setdefault(player, []).append(phone)
        return phone.come(language)


@contextmanager
def table_with_phones(folder, config=None, disk=None):
    """Yield a table whose device is on, in English, without a game."""
    table = PhoneTable()
    with SimulatedDevice(
        config or Config(language="en"), folder / "data", table, disk=disk, phones_at=ADDRESS
    ) as device:
        table.device = device
        device.press("ok")
        yield table

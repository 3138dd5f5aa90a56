"""Every lesson is played to its end on the device, by whatever controls it has and in every language."""

from random import Random
from typing import get_args

import pytest

from display.view import Menu, TablePlan, as_text
from firmware_py.config.schema import ButtonsConfig, Config
from firmware_py.config.settings import Controls
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.registry import BOXES
from firmware_py.pages.start_page import LessonEnd, LessonPage
from firmware_py.words import LANGUAGES, NOTHING, Words, speak

TO_PLAY = {"six": ("ok",), "four": ("up", "ok"), "encoder": ("up", "ok")}
"""What leads from the table to the page before the game."""


MOST_STEPS = 12


class Learner:
    """Somebody who takes lessons by presses of the buttons there are, or by touch."""

    def __init__(self, device: SimulatedDevice, controls: Controls, language: str) -> None:
        self.device, self.controls, self.say = device, controls, speak(language)
        self._chance = Random(1)

    @property
    def menu(self) -> Menu:
        """What can be chosen on the page."""
        body = self.device.app.view.body
        return body if isinstance(body, Menu) else body.choices  # type: ignore[union-attr]

    def choose(self, wanted: Words) -> None:
        """Think for two to twenty seconds, and choose a line."""
        self.device.wait(self._chance.uniform(2, 20))
        labels = [item.label for item in self.menu.items]
        at = labels.index(self.say(wanted))
        if self.controls == "touch":
            self.device.touch(self.menu.items[at].target)
            return
        for _ in labels:
            if self.menu.cursor != at:
                self.device.press("down")
        self.device.press("ok")

    def sit_down(self, title: Words) -> None:
        """Choose a game, and the players that are offered."""
        self.choose(title)
        plan = self.device.app.view.body
        assert isinstance(plan, TablePlan)
        if self.controls == "touch":
            self.device.touch(plan.go.target)
        else:
            for button in TO_PLAY[self.controls]:
                self.device.press(button)

    def learn(self) -> int:
        """Give every wrong answer before the right one, at each step; return how many steps there were."""
        steps = 0
        for _ in range(MOST_STEPS):
            if not isinstance(page := self.device.app.stack[-1], LessonPage):
                break
            answers = page.lesson.steps[page.at].answers
            assert [item.label for item in self.menu.items] == [self.say(answer.label) for answer in answers]
            for answer in sorted(answers, key=lambda one: one.why_not == NOTHING):
                self.choose(answer.label)
                if answer.why_not != NOTHING:
                    assert self.say(answer.why_not) in as_text(self.device.app.view)
            steps += 1
        return steps


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("controls", get_args(Controls))
def test_every_lesson_is_played_to_its_end(tmp_path, controls: Controls, language: str) -> None:
    """A wrong answer says why and stays; after the last right one the set-up is under the cursor."""
    config = Config(language=language, buttons=ButtonsConfig(layout=controls))
    with SimulatedDevice(config, tmp_path / "data") as device:
        learner = Learner(device, controls, language)
        learner.choose(Words(LANGUAGES[language]))
        for box in BOXES.values():
            learner.sit_down(box.title)
            learner.choose(Words("Learn the game in three minutes…"))
            assert learner.learn() == 8
            assert isinstance(device.app.stack[-1], LessonEnd)
            device.touch("button:ok") if controls == "touch" else device.press("ok")
            shown = as_text(device.app.view)
            assert f"> <story> {learner.say(Words('Set up, step by step…'))}" in shown
            for _ in device.app.stack[1:]:
                device.touch("button:back") if controls == "touch" else device.press("back")
        assert device.presses_for_page == 0

"""Tunes by the computer's audio output: their samples, and the real mixer over a driver that nobody hears."""

from itertools import pairwise

import pytest

from firmware_py.device.output import TUNES
from hardware import open_devices
from hardware.controls.sound import LOUDEST, PEAK, RATE_HZ, Audio, has_card, load_mixer, samples
from hardware.errors import HardwareError
from hardware.wiring import Wiring

TUNE = ((440.0, 0.1),)


@pytest.fixture
def opened():
    """Simulated pins without an audio output; whatever is opened later is closed."""
    with open_devices(Wiring(), [].append, lambda: 0.0, simulate=True) as devices:
        yield devices
    assert load_mixer().get_init() is None


@pytest.fixture
def silent_card(monkeypatch):
    """A card that nobody hears."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.mark.parametrize("frequency_hz", [220.0, 440.0, 1760.0])
def test_a_tone_has_its_frequency_and_its_length(frequency_hz):
    """Counted by the changes of sign: two of them each period."""
    made = samples(((frequency_hz, 0.5),))
    assert len(made) == RATE_HZ // 2
    signs = [sample > 0 for sample in made if sample]
    assert sum(before != after for before, after in pairwise(signs)) == pytest.approx(frequency_hz, abs=2)


@pytest.mark.parametrize("tune", TUNES.values(), ids=TUNES)
def test_a_tune_begins_and_ends_at_zero_and_never_jumps(tune):
    """No click: nothing rises faster than the tune's highest tone at its crest, and no sample is beyond the peak."""
    made = samples(tune)
    steepest = 2 * 3.15 * max(frequency_hz or 0.0 for frequency_hz, _ in tune) / RATE_HZ * PEAK
    assert (made[0], made[-1]) == (0, 0)
    assert max(abs(after - before) for before, after in pairwise(made)) <= steepest * 1.02
    assert 0.95 * PEAK < max(map(abs, made)) <= PEAK


def test_a_rest_is_silent_and_lasts():
    """Between two notes there is nothing for as long as it says."""
    assert set(samples(((None, 0.1),))) == {0}
    assert len(samples(((None, 0.1), (440.0, 0.1)))) == 2 * round(0.1 * RATE_HZ)


@pytest.mark.usefixtures("silent_card")
def test_the_audio_output_doubles_the_amplitude_with_each_step():
    """Through the real mixer, without waiting for the end of a tune; step 0 is silence."""
    with Audio([TUNE]) as audio:
        gains = []
        for volume in range(LOUDEST + 1):
            audio.play(TUNE, 0.0, volume)
            assert load_mixer().Channel(0).get_busy()
            gains.append(load_mixer().Channel(0).get_sound().get_volume())
        assert gains == [0.0, 0.125, 0.25, 0.5, 1.0]
        assert audio.fault == ""
    assert load_mixer().get_init() is None
    audio.close()


@pytest.mark.usefixtures("silent_card")
def test_a_card_that_fails_later_leaves_the_piezo(opened):
    """The fault is named, and the next tune comes from the piezo."""
    opened.open_audio("audio", [TUNE])
    assert opened.sounders == (opened.audio, opened.buzzer)
    load_mixer().quit()
    opened.audio.play(TUNE, 0.0)
    assert opened.sounders == (opened.buzzer,)
    assert [fault.split(" (")[0] for fault in opened.faults] == ["The sound card has failed"]


@pytest.mark.usefixtures("silent_card")
def test_the_piezo_needs_no_mixer(opened):
    """Who chose the piezo pays nothing for the audio output."""
    opened.open_audio("piezo", [TUNE])
    assert (opened.audio, opened.faults) == (None, ())
    assert load_mixer().get_init() is None


@pytest.mark.parametrize(("output", "faults"), [("auto", 0), ("audio", 1)])
def test_no_card_is_a_fault_only_for_who_wants_one(opened, monkeypatch, output, faults):
    """The piezo sounds instead; the desk is silent without a word."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_card")
    opened.open_audio(output, [TUNE])
    assert opened.sounders == (opened.buzzer,)
    assert len(opened.faults) == faults


@pytest.mark.usefixtures("silent_card")
def test_a_real_piezo_sounds_unless_the_owner_wants_audio(opened):
    """Never both at once; a simulated piezo, which makes no sound, shows beside the audio output that a tune plays."""
    simulated, opened.simulated = opened.simulated, None
    opened.open_audio("auto", [TUNE])
    assert opened.audio is None
    opened.open_audio("audio", [TUNE])
    assert opened.sounders == (opened.audio,)
    opened.simulated = simulated
    assert opened.sounders == (opened.audio, opened.buzzer)


@pytest.mark.usefixtures("silent_card")
def test_a_desk_plays_audio_by_itself(opened):
    """Its simulated piezo makes no sound; without a buzzer a device does the same."""
    opened.open_audio("auto", [TUNE])
    assert opened.audio is not None
    assert opened.faults == ()


def test_without_any_card_none_is_tried(monkeypatch, tmp_path):
    """The library would complain in the log; a sound server's socket is as good as a card."""
    monkeypatch.delenv("SDL_AUDIODRIVER", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr("hardware.controls.sound.CARDS", tmp_path / "snd")
    assert not has_card()
    with pytest.raises(HardwareError, match="no sound card"):
        Audio([])
    (tmp_path / "pipewire-0").touch()
    assert has_card()

"""What fingers on bouncing contacts mean: presses, long presses and repeats, at given times."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.controls.gestures import (
    HOLDABLE,
    Edge,
    Gesture,
    GestureState,
    GestureTimes,
    Held,
    Pressed,
    Repeated,
    feed,
    hold_progress,
    ignore_until_released,
    keys_down,
    next_deadline_s,
    start,
    tick,
)

BUTTONS = ("up", "down", "left", "right", "ok", "back")
END_S = 1000.0


def play(
    edges: Iterable[Edge], state: GestureState | None = None, until_s: float = END_S
) -> list[tuple[float, Gesture]]:
    """Run edges through a loop that never comes late; return each gesture with its moment."""
    state = state or start()
    seen: list[tuple[float, Gesture]] = []
    for edge in edges:
        state, done = wait(state, edge.at_s)
        state, gestures = feed(state, edge)
        seen += [*done, *((edge.at_s, gesture) for gesture in gestures)]
    return seen + wait(state, until_s)[1]


def wait(state: GestureState, until_s: float) -> tuple[GestureState, list[tuple[float, Gesture]]]:
    """Let time pass from deadline to deadline, as the loop of the device does."""
    seen: list[tuple[float, Gesture]] = []
    while (due_s := next_deadline_s(state)) is not None and due_s <= until_s:
        state, gestures = tick(state, due_s)
        seen += [(due_s, gesture) for gesture in gestures]
    return state, seen


def press(name: str, from_s: float, to_s: float) -> list[Edge]:
    """The two clean edges of one press."""
    return [Edge(name, True, from_s), Edge(name, False, to_s)]


def gestures(edges: Iterable[Edge], state: GestureState | None = None) -> list[Gesture]:
    return [gesture for _, gesture in play(edges, state)]


@pytest.mark.parametrize("name", ["down", "left", "right"])
def test_a_direction_is_pressed_at_its_first_edge(name):
    """Moving the cursor waits for nothing."""
    state, seen = feed(start(), Edge(name, True, 5.0))
    assert seen == (Pressed(name),)
    assert keys_down(state) == {name}


@pytest.mark.parametrize("name", ["ok", "back", "up"])
def test_a_holdable_button_is_pressed_at_its_release(name):
    """A short press of a button with a long press is known at the release and not before."""
    assert play(press(name, 5.0, 5.3)) == [(5.3, Pressed(name))]


def test_a_long_press_fires_once_at_its_threshold_and_never_short():
    """Held comes as soon as the hold is reached; the release then says nothing."""
    assert play(press("back", 1.0, 4.0)) == [(2.0, Held("back"))]


def test_a_release_at_the_very_threshold_is_a_hold():
    """Short means shorter than the hold."""
    assert play(press("ok", 1.0, 2.0)) == [(2.0, Held("ok"))]


def test_a_long_press_is_judged_by_its_edges_even_when_the_loop_comes_late():
    """A press shorter than the hold stays short, however late the loop feeds its release."""
    state, _ = feed(start(), Edge("ok", True, 0.0))
    state, late = feed(state, Edge("ok", False, 0.6))
    assert late == (Pressed("ok"),)
    assert tick(state, 7.0)[1] == ()


def test_a_held_direction_repeats_after_a_delay_and_then_steadily():
    """The first repeat comes after 0.5 s, the others every 0.12 s, none after the release."""
    seen = play(press("down", 10.0, 10.8))
    assert [gesture for _, gesture in seen] == [Pressed("down")] + [Repeated("down")] * 3
    assert [at_s for at_s, _ in seen] == pytest.approx([10.0, 10.5, 10.62, 10.74])


def test_a_late_loop_gets_one_repeat_and_no_burst():
    """After a stall the cursor moves one step, and goes on in its rhythm from there."""
    state, _ = feed(start(), Edge("down", True, 0.0))
    state, late = tick(state, 3.0)
    assert late == (Repeated("down"),)
    assert next_deadline_s(state) == pytest.approx(3.12)


def test_bounces_at_both_ends_of_a_press_are_one_press():
    """Edges within 20 ms of the first are noted and not believed."""
    times_s = (1.0, 1.001, 1.004, 1.009, 1.012)
    closing = [Edge("ok", index % 2 == 0, at_s) for index, at_s in enumerate(times_s)]
    opening = [Edge("ok", index % 2 == 1, at_s + 0.4) for index, at_s in enumerate(times_s)]
    assert play(closing + opening) == [(1.4, Pressed("ok"))]


def test_a_spike_on_the_wire_is_no_press_of_ok():
    """A contact that is open again at the second look was never pressed."""
    assert gestures(press("ok", 1.0, 1.002)) == []
    assert gestures(press("back", 1.0, 1.0)) == []


def test_a_spike_moves_a_direction_one_step_and_never_repeats():
    """A direction answers at once, so noise may cost a step; it costs no more than that."""
    assert gestures(press("left", 1.0, 1.002)) == [Pressed("left")]


def test_a_crackle_under_the_finger_is_no_second_press():
    """A contact that is closed again at the second look was never released."""
    crackle = [Edge("down", False, 1.3), Edge("down", True, 1.303)]
    assert play([Edge("down", True, 1.0), *crackle, Edge("down", False, 1.55)]) == [
        (1.0, Pressed("down")),
        (1.5, Repeated("down")),
    ]
    crackle = [Edge("ok", False, 1.3), Edge("ok", True, 1.303)]
    assert play([Edge("ok", True, 1.0), *crackle, Edge("ok", False, 3.0)]) == [(1.3, Pressed("ok"))]


def test_a_button_held_at_power_up_is_ignored_until_it_is_released():
    """What was down at the start says nothing; its next press counts."""
    held = start(("ok", "down"))
    assert keys_down(held) == {"ok", "down"}
    assert hold_progress(held, 0.0) is None
    edges = [Edge("down", False, 2.0), Edge("ok", False, 3.0), *press("down", 4.0, 4.1)]
    assert gestures([*edges, *press("ok", 5.0, 5.1)], held) == [Pressed("down"), Pressed("ok")]


def test_a_bounce_of_a_button_held_at_power_up_is_no_press():
    """Its contact crackling before the release changes nothing."""
    edges = [Edge("down", False, 1.0), Edge("down", True, 1.002), Edge("down", False, 9.0)]
    assert gestures(edges, start(("down",))) == []


def test_a_press_that_woke_the_screen_says_nothing_more():
    """Presses under way can be ignored until released, without harm to the next."""
    state, _ = feed(start(), Edge("ok", True, 1.0))
    state, _ = feed(state, Edge("down", True, 1.0))
    state = ignore_until_released(state)
    edges = [Edge("ok", False, 3.0), Edge("down", False, 3.0), *press("ok", 4.0, 4.2)]
    assert gestures(edges, state) == [Pressed("ok")]


def test_a_second_button_counts_while_the_first_is_down():
    """In a chord each button is its own press."""
    edges = [Edge("back", True, 1.0), *press("down", 1.2, 1.3), *press("ok", 1.4, 1.5)]
    assert play([*edges, Edge("back", False, 1.6)]) == [
        (1.2, Pressed("down")),
        (1.5, Pressed("ok")),
        (1.6, Pressed("back")),
    ]


def test_two_buttons_within_the_same_milliseconds_both_count_in_order():
    """One button's bounce time hides nothing of another's."""
    edges = [Edge("left", True, 1.0), Edge("right", True, 1.001), Edge("down", True, 1.001)]
    assert gestures([*edges, *(Edge(edge.name, False, 1.2) for edge in edges)]) == [
        Pressed("left"),
        Pressed("right"),
        Pressed("down"),
    ]


def test_a_stuck_button_falls_silent_and_blocks_no_other():
    """A direction jammed for 20 s stops repeating; the others work all the while."""
    seen = play([Edge("down", True, 0.0), *press("ok", 60.0, 60.2)])
    assert max(at_s for at_s, gesture in seen if gesture == Repeated("down")) < 20.0
    assert seen[-1] == (60.2, Pressed("ok"))


def test_a_released_stuck_button_works_again():
    """Being stuck ends with the release."""
    edges = [*press("down", 0.0, 60.0), *press("down", 61.0, 61.1)]
    assert play(edges)[-1] == (61.0, Pressed("down"))


def test_a_storm_of_a_thousand_edges_is_one_press():
    """A contact chattering far faster than any finger, then held, is one press and one hold."""
    storm = [Edge("ok", index % 2 == 0, 1.0 + index * 0.000_015) for index in range(1001)]
    assert play([*storm, Edge("ok", False, 1.5)]) == [(1.5, Pressed("ok"))]
    storm = [Edge("down", index % 2 == 0, 1.0 + index * 0.000_015) for index in range(1001)]
    assert play([*storm, Edge("down", False, 1.2)]) == [(1.0, Pressed("down"))]


def test_the_progress_of_a_hold_runs_from_nothing_to_one_and_then_ends():
    """A screen can draw how far a hold is, for the button furthest on."""
    state, _ = feed(start(), Edge("back", True, 1.0))
    state, _ = feed(state, Edge("ok", True, 1.2))
    assert hold_progress(state, 1.0) == ("back", pytest.approx(0.0))
    assert hold_progress(state, 1.75) == ("back", pytest.approx(0.75))
    assert hold_progress(state, 9.0) == ("back", 1.0)
    state, seen = tick(state, 2.0)
    assert seen == (Held("back"),)
    assert hold_progress(state, 2.0) == ("ok", pytest.approx(0.8))
    state, _ = feed(state, Edge("ok", False, 2.1))
    assert hold_progress(state, 2.1) is None


def test_an_idle_state_has_no_deadline():
    """With every button settled and up, the loop may sleep until an edge comes."""
    state, _ = feed(start(), Edge("down", True, 1.0))
    state, _ = feed(state, Edge("down", False, 1.1))
    assert next_deadline_s(state) == pytest.approx(1.12)
    state, _ = tick(state, 1.12)
    assert next_deadline_s(state) is None


def test_a_repeated_edge_to_the_same_level_changes_nothing():
    """An edge reported twice, as after a lost one, is no second press."""
    edges = [Edge("ok", True, 1.0), Edge("ok", True, 1.5), Edge("ok", False, 1.6)]
    assert gestures([*edges, Edge("ok", False, 1.9)]) == [Pressed("ok")]


def test_the_times_are_the_callers_choice():
    """Another hold time."""
    state = start(times=GestureTimes(hold_s=0.3))
    assert play(press("ok", 1.0, 2.0), state) == [(pytest.approx(1.3), Held("ok"))]


def test_up_pressed_again_at_once_repeats_and_later_is_held():
    """Held, it asks for help; after a short press, it scrolls up as the other directions do."""
    seen = gestures([*press("up", 1.0, 1.1), *press("up", 1.3, 2.5)])
    assert seen == [Pressed("up"), Pressed("up"), *[Repeated("up")] * 6]
    assert gestures([*press("up", 1.0, 1.1), *press("up", 1.5, 2.7)]) == [Pressed("up"), Held("up")]
    again_s = 1.0 + GestureTimes().again_s
    assert Repeated("up") in gestures([*press("up", 0.8, 1.0), *press("up", again_s, again_s + 1.2)])
    assert Held("up") in gestures([*press("up", 0.8, 1.0), *press("up", again_s + 0.001, again_s + 1.2)])
    assert gestures([*press("back", 1.0, 1.1), *press("back", 1.3, 2.5)]) == [Pressed("back"), Held("back")]


def clicks(*names: str) -> list[Edge]:
    """The edges of an encoder's clicks, which have no length."""
    times_s = [1.2 + 0.05 * number for number in range(len(names))]
    return [Edge(name, closed, at_s) for name, at_s in zip(names, times_s, strict=True) for closed in (True, False)]


def test_a_knob_that_is_pushed_and_turned_is_held_up():
    """The first click is the long press, in either direction; the others and the push mean nothing."""
    for first in ("up", "down"):
        turned = [Edge("ok", True, 1.0), *clicks(first, "up", "down"), Edge("ok", False, 1.6)]
        assert gestures(turned, start(has_knob=True)) == [Held("up")]
    assert gestures(clicks("up", "up"), start(has_knob=True)) == [Pressed("up")] * 2
    late = [Edge("ok", True, 0.0), *clicks("up"), Edge("ok", False, 1.6)]
    assert gestures(late, start(has_knob=True)) == [Held("ok")]


@dataclass(frozen=True)
class Finger:
    """One true press, with the bounces of its contact at both ends."""

    name: str
    rest_s: float
    down_s: float
    closing: tuple[float, ...]
    opening: tuple[float, ...]


def bounces() -> st.SearchStrategy[tuple[float, ...]]:
    """Moments within the bounce time, an even number, so that the contact ends where it should."""
    moments = st.lists(st.floats(0.0001, 0.019), max_size=5, unique=True)
    return moments.map(lambda found: tuple(sorted(found + [m / 2 for m in found])))


FINGERS = st.builds(
    Finger,
    name=st.sampled_from(BUTTONS),
    rest_s=st.floats(0.03, 2.0),
    down_s=st.floats(0.03, 3.0),
    closing=bounces(),
    opening=bounces(),
)


def edges_of(fingers: list[Finger]) -> tuple[list[Edge], list[Edge]]:
    """The edges of fingers that come one after another on each button, clean and bouncing.

    Different buttons overlap freely, as with several hands.
    """
    clean: list[Edge] = []
    bouncing: list[Edge] = []
    free_s = dict.fromkeys(BUTTONS, 1.0)
    for finger in fingers:
        closes_s = free_s[finger.name] + finger.rest_s
        opens_s = free_s[finger.name] = closes_s + finger.down_s
        for pressed, at_s, moments in (
            (True, closes_s, finger.closing),
            (False, opens_s, finger.opening),
        ):
            clean.append(Edge(finger.name, pressed, at_s))
            bouncing.append(clean[-1])
            bouncing += [
                Edge(finger.name, pressed == (index % 2 == 1), at_s + moment) for index, moment in enumerate(moments)
            ]
    return sorted(clean, key=lambda e: e.at_s), sorted(bouncing, key=lambda e: e.at_s)


def expected(finger: Finger, *, is_first: bool) -> Gesture:
    """The gesture a person means by one press, its repeats left out."""
    is_again = finger.name == "up" and finger.rest_s <= 0.3 and not is_first
    held = finger.name in HOLDABLE and finger.down_s >= 1.0 and not is_again
    return Held(finger.name) if held else Pressed(finger.name)


@given(st.lists(FINGERS, max_size=12))
def test_bouncing_edges_give_exactly_the_true_presses(fingers):
    """Whatever the contacts do around true presses, each counts once and nothing is added."""
    _, bouncing = edges_of(fingers)
    seen = [gesture for gesture in gestures(bouncing) if not isinstance(gesture, Repeated)]
    for name in BUTTONS:
        of_one = [finger for finger in fingers if finger.name == name]
        meant = [expected(finger, is_first=number == 0) for number, finger in enumerate(of_one)]
        assert [gesture for gesture in seen if gesture.name == name] == meant


@given(st.lists(FINGERS, max_size=12))
def test_bounces_change_neither_gestures_nor_their_times(fingers):
    """A worn button feels exactly like a new one, repeats included."""
    clean, bouncing = edges_of(fingers)
    assert play(bouncing) == play(clean)


EDGES = st.builds(Edge, st.sampled_from(BUTTONS), st.booleans(), st.floats(0.0, 5.0))


@given(st.lists(EDGES, max_size=80))
def test_no_storm_gives_more_presses_than_debouncing_allows(storm):
    """Even random edges give at most one press a button and bounce time, and always settle."""
    storm.sort(key=lambda edge: edge.at_s)
    seen = play([*storm, *(Edge(name, False, 6.0) for name in BUTTONS)])
    for name in BUTTONS:
        times_s = [at_s for at_s, gesture in seen if gesture == Pressed(name)]
        assert all(b - a >= 0.0199 for a, b in pairwise(times_s))
        closings = sum(edge.pressed for edge in storm if edge.name == name)
        assert len(times_s) <= closings
    assert all(at_s <= 6.0 for at_s, _ in seen)


@given(st.lists(FINGERS, max_size=8), st.sampled_from(BUTTONS))
def test_a_stuck_button_changes_nothing_for_the_others(fingers, stuck):
    """With one button jammed from the start, every other gives the very same gestures."""
    _, bouncing = edges_of([finger for finger in fingers if finger.name != stuck])
    jammed = [Edge(stuck, True, 0.5), *bouncing]
    others = [(at_s, g) for at_s, g in play(jammed) if g.name != stuck]
    assert others == play(bouncing)


@given(st.lists(FINGERS, max_size=8), st.lists(st.floats(0.0, 40.0), max_size=30))
def test_looking_more_often_changes_nothing(fingers, looks_s):
    """Waking between deadlines gives the same gestures as waking at deadlines only."""
    clean, _ = edges_of(fingers)
    state, seen = start(), []
    steps = sorted([*clean, *looks_s], key=lambda s: s if isinstance(s, float) else s.at_s)
    for step in steps:
        at_s = step if isinstance(step, float) else step.at_s
        state, waited = wait(state, at_s)
        seen += waited
        state, found = tick(state, at_s) if isinstance(step, float) else feed(state, step)
        seen += [(at_s, gesture) for gesture in found]
    assert seen + wait(state, END_S)[1] == play(clean)

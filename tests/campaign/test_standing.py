"""Modifiers that stay with a character: by hand, for some rolls or all, until they end."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, types
from tracker.errors import Refused
from tracker.events import ModifierAdded, ModifierEnded, RollMade
from tracker.service import Campaign


def applied(play: Play, line: str) -> list[tuple[str, int, str]]:
    return [(each.label, each.value, each.source) for each in one(play(line), RollMade).modifiers]


def refusal(play: Play, line: str) -> str:
    with pytest.raises(Refused) as refused:
        play(line)
    return refused.value.code


def test_one_for_all_rolls_counts_in_all_but_those_of_the_body(play: Play) -> None:
    assert one(play("modifier mira add -3 charm"), ModifierAdded) == ModifierAdded(label="charm", value=-3)
    assert applied(play, "mira climbing =3,3,3") == [("charm", -3, "standing")]
    assert applied(play, "mira will =3,3,3") == [("charm", -3, "standing")]
    assert applied(play, "vora st =3,3,3") == []
    assert applied(play, "fright mira ghoul =3,3,3") == []


def test_one_for_a_roll_counts_in_that_alone_by_its_name_on_the_sheet(play: Play) -> None:
    added = every(play("modifier mira add +2 blessing of the old gods on climb, strength for 6h"), ModifierAdded)
    assert [(each.label, each.value, each.what, each.until) for each in added] == [
        ("blessing of the old gods", 2, "Climbing", 6 * 3600),
        ("blessing of the old gods", 2, "ST", 6 * 3600),
    ]
    assert applied(play, "mira climbing =3,3,3") == [("blessing of the old gods", 2, "standing")]
    assert applied(play, "mira dx =3,3,3") == []


def test_a_single_roll_may_overrule_it(play: Play) -> None:
    play("modifier mira add -3 charm on climbing")
    roll = one(play("mira climbing +0 charm =3,3,3"), RollMade)
    assert [(each.label, each.value, each.source, each.expected) for each in roll.modifiers] == [("charm", 0, "gm", -3)]
    assert applied(play, "mira climbing =3,3,3") == [("charm", -3, "standing")]


def test_a_retry_has_what_stays_by_then(play: Play) -> None:
    play("modifier mira add -3 charm")
    play("mira climbing =6,6,4")
    play("modifier mira end charm")
    assert [label for label, _, _ in applied(play, "retry =3,3,3")] == ["attempt 2"]


def test_time_ends_it_and_going_back_does_not_bring_it_again(play: Play, campaign: Campaign) -> None:
    added = play("modifier mira add -3 charm for 6h").events[0].position
    assert types(play("clock +5h")) == ["ClockAdvanced"]
    over = play("clock +1h")
    assert one(over, ModifierEnded) == ModifierEnded(modifier=added, label="charm", by="time")
    assert over.events[1].envelope.subject == "mira"
    assert campaign.view("mira").modifiers == {}
    play("undo")
    assert list(campaign.view("mira").modifiers) == [added]


def test_a_session_that_starts_later_ends_it_too(play: Play) -> None:
    play("modifier mira add -3 charm for 6h")
    play("session end")
    assert one(play("session start Two elapsed 1d"), ModifierEnded).label == "charm"


def test_it_is_ended_by_its_name_the_start_of_it_and_for_one_roll(play: Play, campaign: Campaign) -> None:
    play("modifier mira add -3 charm on climbing, st, dx")
    play("modifier mira add +1 song")
    ended = play("modifier mira end ch on climb")
    assert [event.event.label for event in ended.events] == ["charm"]
    assert ended.events[0].envelope.cause == one(ended, ModifierEnded).modifier
    assert len(every(play("modifier mira end charm"), ModifierEnded)) == 2
    assert [each.label for each in campaign.view("mira").modifiers.values()] == ["song"]
    play("undo")
    assert len(campaign.view("mira").modifiers) == 3


def test_a_whole_name_comes_before_a_longer_one(play: Play, campaign: Campaign) -> None:
    play("modifier mira add -3 charm")
    play("modifier mira add -1 charming smile")
    assert refusal(play, "modifier mira end cha") == "ambiguous"
    play("modifier mira end charm")
    assert [each.label for each in campaign.view("mira").modifiers.values()] == ["charming smile"]


def test_what_cannot_be_is_refused(play: Play, campaign: Campaign) -> None:
    head = campaign.state.head
    for line, code in (
        ("modifier mira add 3 charm", "syntax"),
        ("modifier mira add +0 charm", "nothing"),
        ("modifier mira add -3", "empty"),
        ("modifier mira add -3 charm for -1h", "bad_duration"),
        ("modifier mira add -3 charm for 0s", "bad_duration"),
        ("modifier mira add -3 charm for", "syntax"),
        ("modifier mira add -3 charm on", "syntax"),
        ("modifier mira charm", "syntax"),
        ("modifier mira end", "not_found"),
        ("modifier mira end charm", "not_found"),
        ("modifier @guard add -3 charm", "not_found"),
        ("modifier mira add -3 ch\x07arm", "control_character"),
    ):
        assert refusal(play, line) == code, line
    assert campaign.state.head == head


def test_a_secret_one_makes_the_rolls_secret_that_would_give_it_away(play: Play) -> None:
    play("secret modifier mira add -3 curse on climbing")
    assert play("mira climbing =3,3,3").events[0].envelope.visibility == "gm"
    assert play("mira dx =3,3,3").events[0].envelope.visibility == "everyone"
    assert {event.envelope.visibility for event in play("contest vora st vs mira climbing").events} == {"gm"}
    play("option dice hand")
    done = play("mira climbing")
    ((position, _),) = done.pending.items()
    assert {event.envelope.visibility for event in (*done.events, *play(f"answer {position} =3,3,3").events)} == {"gm"}


def test_labels_are_text_of_any_kind(play: Play, campaign: Campaign) -> None:
    play('modifier mira add -1 "[b]呪い[/b] on +2" on "detect lies", 隠密')
    assert [(each.label, each.what) for each in campaign.view("mira").modifiers.values()] == [
        ("[b]呪い[/b] on +2", "detect lies"),
        ("[b]呪い[/b] on +2", "隠密"),
    ]


def test_what_came_to_stay_during_the_scene_ends_with_it(play: Play, campaign: Campaign) -> None:
    play("modifier mira add -1 curse")
    play("scene the cellar")
    assert refusal(play, "modifier clear") == "nothing"
    dark = every(play("modifier all add -3 dark"), ModifierAdded)
    assert [each.value for each in dark] == [-3] * len(campaign.state.present())
    assert applied(play, "vora climbing =3,3,3") == [("dark", -3, "standing")]
    assert [each.label for each in every(play("modifier clear"), ModifierEnded)] == ["dark"] * len(dark)
    assert applied(play, "mira climbing =3,3,3") == [("curse", -1, "standing")]
    play("undo")
    assert [label for label, _, _ in applied(play, "mira climbing =3,3,3")] == ["curse"]  # the roll was undone
    play("undo")
    play("undo")
    assert sorted(label for label, _, _ in applied(play, "mira climbing =3,3,3")) == ["curse", "dark"]


def test_a_modifier_ends_for_all_with_whom_it_stays(play: Play) -> None:
    play("modifier mira add -3 dark")
    assert len(every(play("modifier all end dark"), ModifierEnded)) == 1
    assert refusal(play, "modifier all end dark") == "not_found"

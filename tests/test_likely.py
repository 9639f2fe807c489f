"""The lines that keys open the bar with, and the numbers of quick skills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.quickline import Context, likely, parse
from tracker.quickline.quick import quick_skills
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store

Play = Callable[[str], list[ev.Recorded]]


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        for name in ("Mira Dusk", "Vora"):
            values = (("stealth", "12"), ("climbing", "11"), ("lockpicking", "14"))
            campaign.execute(cmd.AddCharacter(name=name, values=values))
        yield campaign


def context_of(campaign: Campaign, active: str = "mira-dusk") -> Context:
    return Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", active)


@pytest.fixture
def play(campaign: Campaign) -> Play:
    def played(text: str) -> list[ev.Recorded]:
        line = parse(text, context_of(campaign))
        return list(campaign.execute(line.command, dice=line.dice, secret=line.secret).events)

    return played


def the_roll(events: list[ev.Recorded]) -> ev.Recorded:
    return next(one for one in reversed(events) if isinstance(one.event, ev.RollMade))


def marked(line: likely.Likely, position: int) -> str:
    """The line with its caret, without the number of the event."""
    return f"{line.text[: line.caret]}|{line.text[line.caret :]}".replace(f"correct {position}", "correct N")


@pytest.mark.parametrize(
    ("roll", "line"),
    [
        ("stealth -2 dark +1 soft boots =3,4,5", "correct N -2 dark +1 soft boots =3,4,5|"),
        ("stealth -2 dark", "correct N -2| dark"),
        ("stealth -2", "correct N without -2 -2|"),
        ("stealth", "correct N |"),
        ("@guard per=12 -1 fog", "correct N base 12 -1| fog"),
        ("stealth target 9 because the floor creaks", "correct N target 9|"),
        ('stealth -2 "who, without a lamp, cares"', 'correct N -2| "who, without a lamp, cares"'),
        ('stealth -2 “the "old" well”', 'correct N -2| “the "old" well”'),
    ],
)
def test_a_roll_is_corrected_in_its_own_words(roll: str, line: str, campaign: Campaign, play: Play) -> None:
    position = the_roll(play(roll)).position
    assert marked(likely.correction(position, context_of(campaign)), position) == line


@pytest.mark.parametrize(
    ("roll", "digit", "dice", "modifiers"),
    [
        ("stealth -2 dark =3,4,5", "3", (3, 4, 3), [("dark", -2)]),
        ("stealth -2 dark", "3", None, [("dark", -3)]),
        ("stealth -2", "3", None, [("", -3)]),
        ("stealth +1 soft boots -2", "3", None, [("soft boots", 1), ("", -3)]),
    ],
)
def test_another_digit_at_the_caret_is_the_correction(
    roll: str, digit: str, dice: tuple[int, ...] | None, modifiers: list[tuple[str, int]], campaign: Campaign, play: Play
) -> None:
    wrong = the_roll(play(roll))
    text, caret = likely.correction(wrong.position, context_of(campaign))
    right = the_roll(play(f"{text[: caret - 1]}{digit}{text[caret:]} #misread")).event
    assert isinstance(wrong.event, ev.RollMade)
    assert isinstance(right, ev.RollMade)
    assert (right.corrects, right.dice) == (wrong.position, dice or wrong.event.dice)
    assert [(one.label, one.value) for one in right.modifiers] == modifiers


def test_the_reason_of_a_correction_stands_behind_a_sign(campaign: Campaign, play: Play) -> None:
    position = the_roll(play("stealth -2 dark =3,4,5")).position
    line = parse(f"correct {position} -3 dark # misread the table =3,4,4", context_of(campaign))
    assert line.dice == ("3,4,4",)
    assert line.command == cmd.Correct(roll=position, modifiers=(cmd.GivenModifier(-3, "dark"),), reason="misread the table")
    assert parse(f"void {position} #wrong one", context_of(campaign)).command == cmd.Void(
        position=position, reason="wrong one"
    )


def test_what_is_no_roll_is_not_corrected(campaign: Campaign) -> None:
    with pytest.raises(Refused, match="Event 1 is no roll"):
        likely.correction(1, context_of(campaign))
    with pytest.raises(Refused, match="Event 99 is no roll"):
        likely.correction(99, context_of(campaign))


def test_the_last_contest_is_offered_with_what_the_gm_had_named(campaign: Campaign, play: Play) -> None:
    assert likely.contest(context_of(campaign)) == "contest quick "
    play("contest quick mira stealth -1 rain vs @guard per=12")
    play("contest regular vora st vs mira st =vora:3,3,3 =mira:6,6,5")
    again = likely.contest(context_of(campaign))
    assert again == "contest regular Vora ST vs Mira Dusk ST"
    play("undo")
    again = likely.contest(context_of(campaign))
    assert again == "contest quick Mira Dusk Stealth -1 rain vs @guard per=12"
    rolls = [one.event for one in play(again) if isinstance(one.event, ev.RollMade)]
    assert [(roll.what, roll.base, [each.value for each in roll.modifiers]) for roll in rolls] == [
        ("Stealth", 12, [-1]),
        ("per", 12, []),
    ]


def test_an_influence_roll_is_no_contest_to_repeat(campaign: Campaign, play: Play) -> None:
    play("influence mira diplomacy=12 vs @guard will=11")
    assert likely.contest(context_of(campaign)) == "contest quick "


def test_a_sense_roll_against_somebody_is_no_contest_to_repeat(campaign: Campaign, play: Play) -> None:
    play("set mira per=12")
    play("sense mira hearing vs @guard stealth=11")
    assert likely.contest(context_of(campaign)) == "contest quick "


def test_the_last_threat_frightens_again(campaign: Campaign, play: Play) -> None:
    assert likely.fright(context_of(campaign)) == "fright all "
    play("fright all ghoul =mira:3,3,3 =vora:3,3,3")
    play('fright mira "the ringer, drowned" =3,3,3')
    assert likely.fright(context_of(campaign)) == 'fright all "the ringer, drowned"'
    command = parse(f"{likely.fright(context_of(campaign))} -2", context_of(campaign)).command
    assert isinstance(command, cmd.Fright)
    assert (command.cause, command.modifiers) == ("the ringer, drowned", (cmd.GivenModifier(-2, ""),))


def test_extra_effort_goes_on_with_the_last_feat(campaign: Campaign, play: Play) -> None:
    assert likely.effort(context_of(campaign)) == "effort st +"
    play("effort climbing +20% =3,3,3")
    assert likely.effort(context_of(campaign)) == "effort Climbing +"
    assert likely.effort(context_of(campaign, "vora")) == "effort st +"
    assert parse("effort st +10 her brother", context_of(campaign)).command == cmd.ExtraEffort(
        who="Mira Dusk", feat="st", increase=10, motivated="her brother"
    )


def test_quick_skills_are_what_was_rolled_most_before_this_session(campaign: Campaign, play: Play) -> None:
    def first_three() -> list[str]:
        return quick_skills(context_of(campaign), "mira-dusk")[:3]

    assert first_three() == ["Lockpicking", "Stealth", "Climbing"]  # the best first, as long as nothing was rolled
    play("session start")
    for _ in range(3):
        play("climbing =3,3,3")
    play("stealth =3,3,3")
    assert first_three() == ["Lockpicking", "Stealth", "Climbing"]  # a number keeps its meaning through the session
    play("session end")
    play("session start")
    assert first_three() == ["Climbing", "Stealth", "Lockpicking"]
    assert quick_skills(context_of(campaign), "vora")[:3] == ["Lockpicking", "Stealth", "Climbing"]
    assert len(quick_skills(context_of(campaign), "vora")) <= 9
    assert quick_skills(context_of(campaign), "nobody") == []


def test_a_number_is_a_roll_on_that_quick_skill(campaign: Campaign) -> None:
    context = context_of(campaign)
    assert parse("2", context).command == cmd.Roll(who="Mira Dusk", what="Stealth")
    assert parse("vora 3 -2 dark", context).command == cmd.Roll(
        who="Vora", what="Climbing", modifiers=(cmd.GivenModifier(-2, "dark"),)
    )
    with pytest.raises(Refused) as refused:
        parse("9", Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM"))
    assert refused.value.code == "syntax"  # nobody is active


def test_a_number_beyond_the_quick_skills_is_refused(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "other")) as store:
        campaign = Campaign.create(store, "Small", "brp")
        campaign.execute(cmd.AddCharacter(name="Ann", values=(("climb", "40"),)))
        assert quick_skills(context_of(campaign, "ann"), "ann") == ["Climb"]
        with pytest.raises(Refused, match="“2” at place 1: Ann has 1 quick skill\\."):
            parse("2", context_of(campaign, "ann"))

"""Work of many days: workers, supervisor, hours done and destroyed."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, types
from tracker.errors import Refused
from tracker.events import GM_ONLY, AmountRolled, LongTaskEnded, RollMade, WorkDone
from tracker.service import Campaign


@pytest.fixture
def bridge(play: Play) -> int:
    """A bridge of 40 man-hours; its position."""
    play("set mira carpentry=12")
    return play("longtask start the bridge 40").events[0].position


def done(campaign: Campaign, task: int) -> int:
    return campaign.state.work.get(task, 0)


def test_a_day_of_three_workers(play: Play, campaign: Campaign, bridge: int) -> None:
    day = play('longtask work "the bridge" mira carpentry, @helper carpentry=11, vora dx =3,3,3 =6,5,4 =1,1,1')
    assert [(work.hours, work.destroyed) for work in every(day, WorkDone)] == [(8, 0), (4, 0), (12, 0)]
    assert [(roll.kind, roll.what, roll.target) for roll in every(day, RollMade)] == [
        ("long_task", "Carpentry", 12),
        ("long_task", "carpentry", 11),
        ("long_task", "DX", 12),
    ]
    assert done(campaign, bridge) == 24


def test_a_supervisors_success_helps_everyone(play: Play, bridge: int) -> None:
    for line, bonus in (
        ("supervisor @korr leadership=14 =3,3,3 =3,3,3", 1),
        ("supervisor @korr administration=14 bonus 2 =3,3,3 =3,3,3", 2),
        ("supervisor @korr leadership=14 bonus 2 =6,5,5 =3,3,3", 0),
    ):
        leader, worker = every(
            play(f"longtask work the bridge mira carpentry -1 rain, {line}".replace(", sup", " sup")), RollMade
        )
        assert (leader.target, worker.target) == (14, 11 + bonus)
        assert [(each.label, each.value, each.source) for each in worker.modifiers][1:] == (
            [("supervisor", bonus, "supervisor")] if bonus else []
        )


def test_no_more_is_destroyed_than_was_done(play: Play, campaign: Campaign, bridge: int) -> None:
    ruined = play("longtask work bridge mira carpentry, vora dx =3,3,3 =6,6,6 =destroyed:6,5")
    assert one(ruined, AmountRolled).total == 11
    assert [(work.hours, work.destroyed) for work in every(ruined, WorkDone)] == [(8, 0), (0, 8)]
    assert done(campaign, bridge) == 0
    play(f"void {ruined.events[0].position}")
    assert campaign.state.work == {}


def test_the_task_ends_when_its_hours_are_done(play: Play, campaign: Campaign, bridge: int) -> None:
    crew = ", ".join(f"@hand{number} masonry=10" for number in range(5))
    day = play(f"longtask work bridge {crew} {' '.join(5 * ['=3,3,3'])}")
    assert types(day)[-2:] == ["LongTaskEnded", "ProcedureEnded"]
    assert one(day, LongTaskEnded).how == "done"
    with pytest.raises(Refused, match="No open long task is called “bridge”; open: none"):
        play("longtask work bridge mira carpentry")
    play(f"void {day.events[0].position}")
    assert done(campaign, bridge) == 0
    play("longtask work bridge mira carpentry")


def test_a_day_that_destroys_work_may_not_finish_it(play: Play, campaign: Campaign, bridge: int) -> None:
    crew = ", ".join(f"@hand{number} masonry=10" for number in range(5))
    day = play(f"longtask work bridge {crew}, mira carpentry {' '.join(5 * ['=3,3,3'])} =6,6,6 =destroyed:1,1")
    assert not every(day, LongTaskEnded)
    assert done(campaign, bridge) == 38


def test_by_hand_one_after_the_other(play: Play, campaign: Campaign, bridge: int) -> None:
    play("option dice hand")
    play("longtask work the bridge mira carpentry, vora dx supervisor @korr leadership=14 bonus 2")
    seen = []
    for dice in ("3,3,3", "6,6,6", "1,2", "3,3,3"):
        ((prompt, asked),) = campaign.state.open_prompts().items()
        seen.append(asked.text)
        before = campaign.state
        answered = play(f"answer {prompt} ={dice}")
        void = play(f"void {answered.events[0].position}").events[0].position
        assert (campaign.state.work, campaign.state.open_prompts()) == (before.work, before.open_prompts())
        play(f"void {void}")
    assert seen == [
        "korr: leadership for the bridge, target 14",
        "Mira: Carpentry for the bridge, target 14",
        "Mira: 2d man-hours of work destroyed",
        "Vora: DX for the bridge, target 14",
    ]
    assert types(answered)[-1] == "ProcedureEnded"
    assert done(campaign, bridge) == 8


def test_an_answer_when_the_task_is_gone(play: Play, campaign: Campaign, bridge: int) -> None:
    play("option dice hand")
    play("longtask work the bridge mira carpentry, vora dx")
    play(f"void {bridge} dependants keep")
    for _ in range(2):
        (prompt,) = campaign.state.open_prompts()
        play(f"answer {prompt} =3,3,3")


def test_giving_up(play: Play, campaign: Campaign, bridge: int) -> None:
    given_up = play("longtask giveup the bridge")
    assert one(given_up, LongTaskEnded).how == "given_up"
    play("longtask start the bridge 20 hours")
    play(f"void {given_up.events[0].position}")


def test_secret_work_stays_secret(play: Play, campaign: Campaign) -> None:
    play("secret longtask start 地下道 10")
    day = play("longtask work 地下道 mira dx =3,3,3")
    assert {event.envelope.visibility for event in day.events} == {GM_ONLY}


def test_a_hundred_workers_are_not_too_many(play: Play, campaign: Campaign) -> None:
    play("longtask start the pyramid 1000000")
    crew = ", ".join(f"@hand{number} masonry=10" for number in range(100))
    assert len(every(play(f"longtask work the pyramid {crew}"), WorkDone)) == 100


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("longtask", "syntax", "start, work or giveup"),
        ("longtask start the mill", "syntax", "how many man-hours"),
        ("longtask start the mill 0", "bad_number", "1 to"),
        ("longtask start The Bridge 10", "name_taken", "open already"),
        ("longtask work the mill mira carpentry", "not_found", "open: the bridge"),
        ("longtask giveup the mill", "not_found", "open: the bridge"),
        ("giveup bridge", "wrong_verb", "“longtask giveup the bridge”"),
        ("giveup the mill", "not_found", "open: none"),
        ("longtask work the bridge mira carpentry bonus 2", "missing", "name one"),
        ("longtask work the bridge mira carpentry supervisor vora dx", "bad_skill", "Leadership or Administration"),
        ("longtask work the bridge mira carpentry supervisor @korr leadership=9 bonus 3", "bad_number", "1 or 2"),
        ("longtask work the bridge mira carpentry, mira dx", "same", "Mira is named twice"),
        ("longtask work the bridge mira carpentry, @helper masonry", "missing", "what number helper has"),
        ("longtask work the bridge mira carpentry -11", "not_attemptable", "below 3"),
    ],
)
def test_what_is_refused(play: Play, campaign: Campaign, bridge: int, line: str, code: str, words: str) -> None:
    head = campaign.state.head
    with pytest.raises(Refused) as refused:
        play(line)
    assert (refused.value.code, words in refused.value.message) == (code, True), refused.value.message
    assert campaign.state.head == head

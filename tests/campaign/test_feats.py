"""Physical feats at the table: what is asked for, the rolls in their order, what they cost, and extra effort that helps."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, pools, types
from tracker.campaign import commands as cmd
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.events import GM_ONLY, FeatPerformed, NoteAdded, PoolChanged, RollMade, Sheet, SheetSource
from tracker.service import Campaign, Outcome


def refusal(play: Play, line: str) -> Refused:
    with pytest.raises(Refused) as refused:
        play(line)
    return refused.value


def figures(feat: FeatPerformed) -> dict[str, tuple[float, str]]:
    return {figure.name: (figure.value, figure.unit) for figure in feat.figures}


def standing(state: CampaignState) -> tuple[object, ...]:
    """What a feat may change."""
    return state.characters, state.ends, state.open_prompts(), state.work, state.clock


def test_a_climb_rolls_at_the_start_and_every_five_minutes(play: Play) -> None:
    climbed = play("feat mira climb wall 60ft roped =3,4,4 =3,3,3 =5,5,1")
    assert types(climbed) == ["ProcedureStarted", *3 * ["RollMade"], "FeatPerformed", "ProcedureEnded"]
    rolls = every(climbed, RollMade)
    assert {(roll.kind, roll.what, roll.base, roll.target) for roll in rolls} == {("feat", "Climbing", 14, 11)}
    assert [(each.label, each.value, each.source) for each in rolls[0].modifiers] == [("vertical stone wall", -3, "surface")]
    feat = one(climbed, FeatPerformed)
    assert feat.given == {
        "surface": "vertical_stone_wall",
        "height": {"value": 60.0, "unit": "ft"},
        "roped": True,
    }
    assert (feat.seconds, feat.outcome, feat.effort, feat.increase) == (900, "done", None, 0)
    assert feat.rolls == tuple(event.position for event in climbed.events if isinstance(event.event, RollMade))


@pytest.mark.parametrize(
    ("line", "outcome", "rolls"),
    [
        ("climb mira wall 60ft =6,5,4", "falls", 1),
        ("climb mira wall 60ft =3,3,3 =6,5,4", "falls after 5 min", 2),
        ("climb mira wall 60ft roped =3,3,3 =3,3,3 =6,5,4", "caught by the rope after 10 min", 3),
        ("climb mira wall 60ft roped =6,6,6", "falls", 1),
        ("climb mira wall 60ft roped secured =6,6,6", "caught by the rope", 1),
    ],
)
def test_a_failure_ends_the_climb(play: Play, line: str, outcome: str, rolls: int) -> None:
    climbed = play(line)
    assert one(climbed, FeatPerformed).outcome == outcome
    assert len(every(climbed, RollMade)) == rolls


def test_dice_for_rolls_that_a_fall_spares_are_refused(play: Play, campaign: Campaign) -> None:
    head = campaign.state.head
    assert refusal(play, "climb mira wall 60ft =6,5,4 =3,3,3").code == "bad_dice"
    assert campaign.state.head == head


def test_combat_speed_costs_a_fatigue_point_before_the_roll(play: Play, campaign: Campaign) -> None:
    climbed = play("climb mira tree 20ft combat =3,3,3")
    assert types(climbed) == ["ProcedureStarted", "PoolChanged", "RollMade", "FeatPerformed", "ProcedureEnded"]
    lost = one(climbed, PoolChanged)
    assert (lost.pool, lost.change, lost.reason, lost.note) == ("FP", -1, "feat", "Climbing: climbs at combat speed")
    assert climbed.events[1].envelope.cause == climbed.events[0].position
    assert one(climbed, FeatPerformed).seconds == 20


def test_modifiers_stand_among_what_is_asked_for(play: Play) -> None:
    roll = one(play("climb mira -2 icy, darkness 3 60 feet ordinary tree at combat speed, good tools =3,3,3"), RollMade)
    assert [(each.label, each.value) for each in roll.modifiers] == [
        ("ordinary tree", 5),
        ("icy", -2),
        ("darkness 3", -3),
        ("good tools", 1),
    ]
    roll = every(play("feat mira climb surface=wall height=10yd =3,3,3 =3,3,3"), RollMade)[0]
    assert roll.target == 11


def test_the_gms_value_for_a_surface_wins(play: Play) -> None:
    roll = one(play("climb mira wall 10ft -1 vertical stone wall =3,3,3"), RollMade)
    assert (roll.target, roll.modifiers[0].value, roll.modifiers[0].expected) == (13, -1, -3)


def test_load_and_default_count(play: Play) -> None:
    play("set vora load=2")
    roll = one(play("feat vora climb tree 10ft =3,3,3"), RollMade)
    assert (roll.default, roll.base, roll.target) == ("DX-5", 7, 10)
    assert [(each.label, each.value, each.source) for each in roll.modifiers][1] == ("encumbrance 2", -2, "load")


def test_a_sprint_costs_fatigue_for_each_failed_check(play: Play, campaign: Campaign) -> None:
    ran = play("run vora sprint 45s =6,6,4 =3,3,3 =6,5,4")
    assert [(roll.what, roll.target) for roll in every(ran, RollMade)] == [("HT", 12)] * 3
    assert [change.note for change in every(ran, PoolChanged)] == ["Running: is winded"] * 2
    assert pools(campaign, "vora")["FP"] == 10
    assert figures(one(ran, FeatPerformed))["distance"] == (7 * 44 + 6, "yards")


def imported(campaign: Campaign, name: str, pools: dict[str, int], **attributes: float) -> None:
    """A character whose sheet has no more than this."""
    sheet = Sheet(attributes=dict(attributes), pools=pools, exact=True)
    source = SheetSource(format="gcs", filename=f"{name}.gcs", sha256=name)
    campaign.execute(cmd.ImportCharacter(name=name, player="", sheet=sheet, source=source, current={}))


def test_who_has_no_fatigue_loses_none(play: Play, campaign: Campaign) -> None:
    imported(campaign, "Bones", {"HP": 12}, st=12, dx=10, ht=11, move=5)
    ran = play("run bones sprint 15s =6,6,6")
    assert one(ran, NoteAdded).text == "Running: is winded (no FP to lose)"
    assert not every(ran, PoolChanged)


def test_a_missing_attribute_is_refused(play: Play, campaign: Campaign) -> None:
    imported(campaign, "Mist", {}, dx=10)
    refused = refusal(play, "lift mist two hands")
    assert (refused.message, refused.code) == ("Mist has no ST.", "not_found")


def test_good_days_carry_a_hiker_farther(play: Play) -> None:
    hiked = play("hike vora plains 3d =2,2,2 =6,6,4 =2,2,2")
    assert figures(one(hiked, FeatPerformed)) == {
        "distance": (255.0, "miles"),  # 75 a day, a fifth more on two of three
        "distance a day": (75.0, "miles"),
    }
    assert [note.text for note in every(hiked, NoteAdded)] == ["Hiking: +20% distance that day"] * 2


def test_low_fatigue_halves_what_is_run_but_not_what_is_lifted(play: Play) -> None:
    lifted = figures(one(play("lift vora two hands"), FeatPerformed))
    ran = figures(one(play("run vora paced 10s"), FeatPerformed))
    play("fp vora -10 marched all night")
    assert figures(one(play("lift vora two hands"), FeatPerformed)) == lifted
    assert figures(one(play("throw vora 20lb"), FeatPerformed))["distance"] == (9.1, "yards")
    assert ran["speed"][0] == 3.5
    assert figures(one(play("run vora paced 10s"), FeatPerformed))["speed"][0] == 2


def test_a_feat_without_a_roll_is_one_event(play: Play) -> None:
    for line, name, value in (
        ("jump mira high", "distance", (20, "inches")),
        ("dig vora sand 2h shovel", "volume", (136, "cubic feet")),
        ("feat mira breath mild", "time", (44, "seconds")),
        ("feat mira holding breath walking", "time", (44, "seconds")),
    ):
        done = play(line)
        assert types(done) == ["FeatPerformed"], line
        assert figures(one(done, FeatPerformed))[name] == value
    assert refusal(play, "jump mira high -2 mud").code == "no_roll"


# -- by hand ----------------------------------------------------------------------------------------------------------


def test_by_hand_each_roll_is_asked_for_in_its_turn(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    begun = play("climb mira wall 60ft roped")
    assert types(begun) == ["ProcedureStarted", "PromptOpened"]
    asked = "Mira: Climbing, roll {} of 3, target 11"
    for number in (1, 2):
        (prompt,) = campaign.state.open_prompts()
        assert campaign.state.open_prompts()[prompt].text == asked.format(number)
        answered = play(f"answer {prompt} =3,3,{number}")
        assert types(answered) == ["PromptAnswered", "RollMade", "PromptOpened"]
    (prompt,) = campaign.state.open_prompts()
    ended = play(f"answer {prompt} =6,5,4")
    assert types(ended) == ["PromptAnswered", "RollMade", "FeatPerformed", "ProcedureEnded"]
    feat = one(ended, FeatPerformed)
    assert (feat.outcome, len(feat.rolls)) == ("caught by the rope after 10 min", 3)
    assert campaign.state.open_prompts() == {}


def test_each_action_can_be_taken_back_and_restored(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    play("effort vora run +10% =3,3,3")
    lines = ["run vora sprint 30s", *2 * ["answer"]]
    for line in lines:
        prompts = campaign.state.open_prompts()
        before = standing(campaign.state)
        done = play(f"answer {next(iter(prompts))} =6,6,4" if line == "answer" else line)
        after = standing(campaign.state)
        void = play(f"void {done.events[0].position}").events[0].position
        assert standing(campaign.state) == before
        play(f"void {void}")
        assert standing(campaign.state) == after
    assert pools(campaign, "vora")["FP"] == 12 - 1 - 2


def test_who_fails_to_swim_rolls_again_before_anything_else(play: Play, campaign: Campaign) -> None:
    swum = play("swim mira 10min =6,6,4")
    assert types(swum) == ["ProcedureStarted", "RollMade", "PoolChanged", "PromptOpened"]
    (prompt,) = campaign.state.open_prompts()
    assert campaign.state.open_prompts()[prompt].text.startswith(
        "Mira: Swimming (default HT-4), roll 1 of 2, again after 5 s"
    )
    again = play(f"answer {prompt} =6,5,4")
    assert types(again) == ["PromptAnswered", "RollMade", "PoolChanged", "PromptOpened"]
    (prompt,) = campaign.state.open_prompts()
    saved = play(f"answer {prompt} =2,2,2 =1,2,2")
    assert types(saved) == ["PromptAnswered", "RollMade", "RollMade", "FeatPerformed", "ProcedureEnded"]
    assert pools(campaign, "mira")["FP"] == 9
    assert len(one(saved, FeatPerformed).rolls) == 4


def test_a_thousand_rolls_are_made_and_no_more(play: Play, campaign: Campaign) -> None:
    ran = play("run vora sprint 15000s")
    assert len(every(ran, RollMade)) == 1000
    refused = refusal(play, "run vora sprint 15015s")
    assert (refused.code, "1,001 rolls" in refused.message) == ("too_many", True)


# -- secrets and odd names --------------------------------------------------------------------------------------------


def test_a_secret_feat_is_hidden_whole_whenever_it_ends(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    begun = play("secret climb mira wall 10ft combat")
    (prompt,) = campaign.state.open_prompts()
    ended = play(f"answer {prompt} =6,6,6")
    assert {event.envelope.visibility for outcome in (begun, ended) for event in outcome.events} == {GM_ONLY}


def test_odd_names(play: Play, campaign: Campaign) -> None:
    for name in ("エルザ", "Sir Wall", "Run"):
        campaign.execute(cmd.AddCharacter(name=name, values=(("dx", "12"),)))
    assert one(play("climb エルザ tree ６０ft =3,3,3"), FeatPerformed).seconds == 180
    assert play("climb sir wall tree 10ft =3,3,3").events[0].subject == "sir-wall"
    assert play("feat run run sprint 10s").events[0].subject == "run"


def test_a_feats_own_name_alone_is_a_skill(play: Play) -> None:
    assert one(play("climb -2 =3,3,3"), RollMade).kind == "success"
    assert one(play("climb at west-door =3,3,3"), RollMade).what == "Climbing"
    assert one(play("climb =3,3,3"), RollMade).target == 14


# -- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("feat mira", "syntax", "a feat (climb, jump"),
        ("feat mira dance", "not_found", "known: climb, jump"),
        ("climb mira", "missing", "say the surface (ordinary tree, ordinary mountain"),
        ("climb mira wall", "missing", "say the height (length of the climb in feet"),
        ("climb mira wall tree 20ft", "syntax", "surface is said twice"),
        ("climb mira glass 20ft", "syntax", "expected the surface (ordinary tree"),
        ("climb mira wall 20kg", "syntax", "expected the height (20ft)"),
        ("climb mira wall 0ft", "not_possible", "must be more than 0"),
        ("climb mira wall 20ft depth=3", "syntax", "expected one of surface="),
        ("climb mira wall height=high", "syntax", "expected the height (20ft)"),
        ("climb mira wall 20ft -20 storm", "not_attemptable", "below 3"),
        ("throw vora 2000 lb", "not_possible", "too heavy to throw"),
        ("throw vora 20 stone", "syntax", "a unit of the weight (lb, lbs, pound, pounds, kg)"),
        ("hike mira plains 1.5d", "not_possible", "must be whole"),
        ("run mira sprint 111111111111111111111111111111111111111111111111111", "syntax", "expected the time (20s)"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(play: Play, campaign: Campaign, line: str, code: str, words: str) -> None:
    head = campaign.state.head
    refused = refusal(play, line)
    assert refused.code == code
    assert words in refused.message
    assert campaign.state.head == head


@pytest.mark.parametrize(
    "given",
    [
        {"surface": "glass", "height": 10.0},
        {"surface": "ordinary_tree", "height": float("nan")},
        {"surface": "ordinary_tree", "height": 1e300},
        {"surface": "ordinary_tree", "height": True},
        {"surface": "ordinary_tree", "height": "10"},
        {"surface": "ordinary_tree", "height": 10.0, "roped": "yes"},
        {"surface": "ordinary_tree", "height": 10.0, "wings": True},
    ],
)
def test_answers_that_are_none_are_refused(campaign: Campaign, given: dict[str, str | float | bool]) -> None:
    with pytest.raises(Refused) as refused:
        campaign.execute(cmd.Feat(who="mira", feat="climb", given=given))
    assert refused.value.code in ("bad_value", "bad_key")


# -- extra effort -----------------------------------------------------------------------------------------------------


def positions(outcome: Outcome) -> list[int]:
    return [event.position for event in outcome.events]


def test_a_feat_uses_the_effort_that_waits_for_it_once(play: Play, campaign: Campaign) -> None:
    plain = figures(one(play("jump mira broad"), FeatPerformed))["distance"][0]
    effort = play("effort mira jump +20% =2,3,2").events[0].position
    assert one(play("jump mira broad"), FeatPerformed).effort == effort
    again = one(play("jump mira broad"), FeatPerformed)
    assert (again.effort, again.increase) == (None, 0)
    play("effort mira jump +20% =2,3,2")
    assert figures(one(play("jump mira broad"), FeatPerformed))["distance"] == (int(plain * 1.2), "feet")


def test_an_effort_is_taken_while_the_feat_waits_for_its_dice(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    effort = play("effort mira climbing +20% =2,3,2").events[0].position
    begun = play("climb mira wall 20ft")
    assert begun.events[0].envelope.cause == effort
    (prompt,) = campaign.state.open_prompts()
    second = play("climb mira wall 20ft")
    ended = play(f"answer {prompt} =3,3,3")
    assert (one(ended, RollMade).effort, one(ended, FeatPerformed).effort) == (effort, effort)
    assert one(ended, FeatPerformed).seconds == 250, "300 seconds at a fifth more speed"
    (prompt,) = campaign.state.open_prompts()
    assert one(play(f"answer {prompt} =3,3,3"), FeatPerformed).effort is None
    play(f"void {second.events[0].position} dependants keep")


def test_without_the_feat_the_effort_waits_again(play: Play) -> None:
    effort = play("effort mira lift +10% =3,3,3").events[0].position
    lifted = play("lift mira two hands")
    play(f"void {positions(lifted)[0]}")
    assert one(play("lift mira two hands"), FeatPerformed).effort == effort

"""What rests on an action that is to be taken back."""

from __future__ import annotations

from tracker.campaign import commands as cmd
from tracker.service import Campaign, Outcome
from tracker.store import Store


def positions(outcome: Outcome) -> list[int]:
    return [recorded.position for recorded in outcome.events]


def test_retries_rest_on_the_failed_roll_and_a_named_trait_on_its_check(store: Store) -> None:
    campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
    campaign.execute(cmd.AddCharacter(name="Mira", values=(("will", "12"), ("lockpicking", "12"))))
    failed = campaign.execute(cmd.Roll(who="mira", what="lockpicking"), dice=["6,6,4"])
    retried = campaign.execute(cmd.Retry(roll=failed.events[0].position), dice=["6,6,4"])
    third = campaign.execute(cmd.Retry(roll=retried.events[-1].position), dice=["6,6,4"])
    unrelated = campaign.execute(cmd.Note(text="rain"))
    fright = cmd.Fright(who=("mira",), cause="ghoul", modifiers=(cmd.GivenModifier(-6),))
    checked = campaign.execute(fright, dice=["5,5,4", "mira-table:5,5,5"])
    named = campaign.execute(cmd.NameTrait(prompt=checked.events[-1].position, name="Necrophobia"))

    def rest_on(outcome: Outcome) -> list[int]:
        return [one.position for one in campaign.dependants(positions(outcome))]

    assert rest_on(failed) == positions(retried) + positions(third)
    assert rest_on(retried) == positions(third), "a later attempt's penalty counts the earlier ones"
    assert rest_on(checked) == positions(named)
    assert rest_on(unrelated) == rest_on(named) == []
    campaign.execute(cmd.Void(position=third.events[0].position, dependants="keep"))
    assert rest_on(failed) == positions(retried), "what is void itself rests on nothing"


def test_what_was_recorded_by_the_clock_rests_on_its_steps(store: Store) -> None:
    campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
    campaign.execute(cmd.AddCharacter(name="Mira", values=(("will", "12"),)))
    step = campaign.execute(cmd.AdvanceClock(seconds=7200))
    exposed = campaign.execute(cmd.Fright(who=("mira",), cause="ghoul"), dice=["3,3,3"])
    found = [one.position for one in campaign.dependants(positions(step))]
    assert found == [recorded.position for recorded in exposed.events if recorded.envelope.type == "FrightExposed"]


def sentences(campaign: Campaign, *found: int) -> str:
    return "\n".join(one.sentence for one in campaign.dependants(found))


def test_each_kind_says_how_it_rests_on_what_went_before(store: Store) -> None:
    campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
    values = (("will", "12"), ("lockpicking", "12"), ("st", "10"), ("ht", "11"), ("points", "20"))
    for name in ("Mira", "Vora"):
        campaign.execute(cmd.AddCharacter(name=name, values=values))
    campaign.execute(cmd.StartSession())
    campaign.execute(cmd.SetOption(name="genre", value="heroic"))

    def at(command: cmd.Command, *dice: str, what: str = "RollMade") -> int:
        made = campaign.execute(command, dice=dice)
        return next(recorded.position for recorded in made.events if recorded.envelope.type == what)

    first = at(cmd.Fright(who=("mira",), cause="ghoul"), "3,3,3", what="FrightExposed")
    second = at(cmd.Fright(who=("mira",), cause="ghoul"), "3,3,3", what="FrightExposed")
    assert f"{second}: Mira met ghoul counts the exposure at {first}" in sentences(campaign, first)
    failed = at(cmd.Roll(who="mira", what="lockpicking"), "5,5,4")
    bought = at(cmd.BuySuccess(roll=failed), what="OutcomeRuled")
    assert f"{bought}: Mira bought: failure counts as success, roll {failed}" in sentences(campaign, failed)
    note = at(cmd.Note(text="rain"), what="NoteAdded")
    at(cmd.Amend(position=note, text="snow"), what="NoteAmended")
    assert f"snow, in place of {note} comes of {note}" in sentences(campaign, note)
    stunned = at(cmd.AddCondition(who="mira", name="stunned"), what="ConditionAdded")
    ended = at(cmd.EndCondition(who="mira", name="stunned"), what="ConditionEnded")
    assert f"{ended}: Mira condition over: stunned (by the GM) comes of {stunned}" in sentences(campaign, stunned)
    effort = at(cmd.ExtraEffort(who="vora", feat="st", increase=10), "3,3,3")
    used = at(cmd.Roll(who="vora", what="st"), "3,3,3")
    assert f"{used}: Vora ST" in sentences(campaign, effort)
    bridge = at(cmd.StartLongTask(name="the bridge", hours=80), what="LongTaskStarted")
    side = cmd.Side(who="vora", what="st")
    work = at(cmd.WorkDay(name="the bridge", workers=(side,)), "3,3,3", what="WorkDone")
    assert f"{work}: Vora" in sentences(campaign, bridge)
    a, b = cmd.Side(who="mira", what="st"), cmd.Side(who="vora", what="st")
    at(cmd.SetOption(name="dice", value="hand"), what="OptionSet")
    asked = campaign.execute(cmd.Contest(a=a, b=b))
    one = campaign.execute(cmd.Answer(prompt=next(iter(asked.pending))), dice=["3,3,3"])
    last = campaign.execute(cmd.Answer(prompt=next(iter(one.pending))), dice=["4,4,4"])
    roll = next(recorded.position for recorded in one.events if recorded.envelope.type == "RollMade")
    verdict = next(recorded.position for recorded in last.events if recorded.envelope.type == "ContestDecided")
    assert f"{verdict}: Mira wins" in sentences(campaign, roll)
    campaign.execute(cmd.Mark(position=note))
    assert "marked" not in sentences(campaign, note), "a bookmark would be there all the same"

"""What rests on an action that is to be taken back."""

from __future__ import annotations

from tracker.campaign import commands as cmd
from tracker.reports.dependants import dependants
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
        return dependants(campaign.log, positions(outcome), campaign.state.void_positions)

    assert rest_on(failed) == positions(retried) + positions(third)
    assert rest_on(checked) == positions(named)
    assert rest_on(unrelated) == rest_on(named) == []
    campaign.execute(cmd.Void(position=third.events[0].position))
    assert rest_on(failed) == positions(retried), "what is void itself rests on nothing"


def test_what_was_recorded_by_the_clock_rests_on_its_steps(store: Store) -> None:
    campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
    campaign.execute(cmd.AddCharacter(name="Mira", values=(("will", "12"),)))
    step = campaign.execute(cmd.AdvanceClock(seconds=7200))
    exposed = campaign.execute(cmd.Fright(who=("mira",), cause="ghoul"), dice=["3,3,3"])
    found = dependants(campaign.log, positions(step), campaign.state.void_positions)
    assert found == [recorded.position for recorded in exposed.events if recorded.envelope.type == "FrightExposed"]

"""Where corrections stand that are read for one position only."""

from __future__ import annotations

from tests.campaign.conftest import Play, campaign, play
from tracker.events import ContestDecided, RollMade
from tracker.reports.places import moved
from tracker.service import Campaign, Outcome

__all__ = ["campaign", "play"]  # fixtures


def test_a_verdict_stands_at_the_last_of_its_rolls_though_the_other_was_corrected_before_the_position(
    play: Play, campaign: Campaign
) -> None:
    first, last = rolls(play("contest mira st vs vora st =mira:3,3,3 =vora:3,3,4"))
    _, anew = rolls(play(f"correct {first} =3,3,2"))
    between = campaign.state.head
    play(f"correct {anew} =3,4,4")
    whole = [each for each in moved(campaign.log) if each.recorded.position > between]
    assert [each.place for each in whole if isinstance(each.recorded.event, ContestDecided)] == [last]
    assert moved(campaign.log, across=between) == whole


def rolls(outcome: Outcome) -> list[int]:
    return [one.position for one in outcome.events if isinstance(one.event, RollMade)]

"""Where corrections stand that are read for one position only."""

from __future__ import annotations

from pathlib import Path

from tests.campaign.conftest import Play, campaign, play
from tests.campaign.systems import PARTY, table
from tracker import moments
from tracker.events import ContestDecided, GroupDecided, PromptOpened, RollMade
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


def test_what_newly_came_of_a_correction_and_was_corrected_itself_stands_where_it_all_began(
    play: Play, campaign: Campaign
) -> None:
    (calm,) = rolls(play("fright mira ghoul -5 =3,3,3"))
    play("session end")
    end = campaign.state.head
    play("session start Two")
    afraid, ht = rolls(play(f"correct {calm} =mira:6,5,2 =table:4,4,4 =ht:3,3,3"))
    (right,) = rolls(play(f"correct {ht} =6,5,4"))
    places = {each.recorded.position: each.place for each in moved(campaign.log, across=end)}
    assert (places[afraid], places[right]) == (calm, calm)
    assert moments.corrected_at(campaign.log, end).characters["mira"].pools == {"HP": -1}
    play(f"correct {right} =3,3,4")
    assert moments.corrected_at(campaign.log, end).characters["mira"].pools == {}


def test_what_comes_of_a_verdict_stands_behind_it(tmp_path: Path) -> None:
    with table(tmp_path, "d20under", PARTY) as at:
        first, last = rolls(at("group lyssa, kruncor dex =lyssa:3 =kruncor:3"))
        at(f"correct {first} =20")
        stand = [(type(each.recorded.event), each.place) for each in moved(at.campaign.log)]
        assert stand == [(RollMade, first), (GroupDecided, last), (PromptOpened, last)]

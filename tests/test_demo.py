"""The demo campaign shows what the program does, and is the same wherever it is made."""

from __future__ import annotations

from pathlib import Path

from tracker import demo
from tracker.reports import frights, history, retries, sessions, traits
from tracker.reports.filters import where
from tracker.service import Campaign
from tracker.store import open_store


def test_the_demo_has_something_to_see_in_every_corner(tmp_path: Path) -> None:
    location, name = demo.make(str(tmp_path))
    with open_store(location) as store:
        campaign = Campaign.open(store, name)
        assert campaign.log.verify() == []
        assert [sheet.name for sheet in campaign.views()] == ["Mira Dusk", "Vora", "Aldric", "エルザ"]
        assert [prompt.kind for prompt in campaign.state.open_prompts().values()] == ["trait"]
        assert campaign.view("vora").pools["HP"].current < campaign.view("vora").pools["HP"].maximum
        with campaign.log.reading() as connection:
            asked = (connection, campaign.log.id)
            assert [session.number for session in sessions.session_list(*asked, campaign.log.get)] == [1, 2, 3]
            audit = retries.audit_retries(*asked)
            assert (len(audit.violations), len(audit.possible)) == (0, 1)
            assert {trait.status for trait in traits.audit_traits(*asked)} == {"named", "pending"}
            assert frights.audit_frights(*asked)
            assert history.roll_positions(*asked, where(voided=True))
            assert history.roll_positions(*asked, where(secret=True))


def test_made_again_it_is_kept_as_it_is(tmp_path: Path) -> None:
    location, name = demo.make(str(tmp_path))
    with open_store(location) as store:
        head = store.open(name).head()
    assert demo.make(str(tmp_path)) == (location, name)
    with open_store(location) as store:
        assert store.open(name).head() == head

"""Forms: filled in, each makes a line that says just what was filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tracker.campaign import commands as cmd
from tracker.quickline import Context, parse
from tracker.quickline.forms import YES, forms
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store

FILLED: dict[str, tuple[dict[str, str], str]] = {
    "roll": (
        {
            "what": "Stealth",
            "named": "very hard",
            "modifiers": "-1 creaking",
            "at": "west-door",
            "policy": "once",
            "secret": YES,
            "because": "it is old",
        },
        "secret Mira Stealth very hard -1 creaking at west-door policy once because it is old",
    ),
    "retry": ({"roll": "6", "waited": YES}, "retry 6 waited"),
    "fright": ({"cause": "ghoul", "dark": YES, "distance": "120"}, "fright all ghoul dark 120yd"),
    "effort": ({"feat": "jump", "increase": "20"}, "effort Mira jump +20%"),
    "contest": (
        {"what": "ST", "other": "@guard", "answer": "st=12", "kind": "regular"},
        "contest regular Mira ST vs @guard st=12",
    ),
    "influence": (
        {"skill": "Diplomacy", "other": "@guard", "will": "will=11"},
        "influence Mira Diplomacy vs @guard will=11",
    ),
    "reaction": ({"who": "@innkeeper", "modifiers": "+2 looks"}, "reaction @innkeeper +2 looks"),
    "sense-vision": ({"darkness": "3", "plain": YES}, "sense Mira vision darkness=3 plain"),
    "sense-hearing": (
        {"sound": "normal conversation", "distance": "8", "danger": YES},
        "sense Mira hearing normal conversation 8yd danger",
    ),
    "sense-taste_smell": ({"modifiers": "+1 strong"}, "sense Mira taste/smell +1 strong"),
    "feat-climb": (
        {"surface": "vertical stone wall", "height": "60", "roped": YES},
        "climb Mira vertical stone wall 60ft roped",
    ),
    "feat-jump": ({"kind": "broad", "run": "4"}, "jump Mira broad 4yd"),
    "feat-run": ({"mode": "sprinting", "time": "30"}, "run Mira sprinting 30s"),
    "attack": ({"what": "Broadsword", "named": "mighty blows"}, "attack Mira Broadsword mighty blows"),
    "defend": ({}, "defend Mira Dodge"),
    "selfcontrol": ({"trait": "bad temper=12"}, "selfcontrol Mira bad temper=12"),
    "firstaid": ({"healer": "Mira", "patient": "Vora", "tl": "3"}, "firstaid Mira Vora tl 3"),
    "rule": ({"roll": "6", "outcome": "success", "because": "the rope held"}, "rule 6 success because the rope held"),
    "told": ({"roll": "6", "text": "nothing there"}, "told 6 nothing there"),
    "buy": ({"roll": "6"}, "buy 6"),
    "longtask": ({"name": "the bridge", "hours": "80"}, "longtask start the bridge 80"),
    "work": ({"name": "the bridge", "workers": "Mira dx, Vora dx"}, "longtask work the bridge Mira dx, Vora dx"),
    "heal": ({}, "heal Mira"),
    "recover": ({}, "recover Mira"),
}


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Mira, who is active, and Vora; event 5 is a failed roll."""
    with open_store(str(tmp_path_factory.mktemp("forms"))) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        for name in ("Mira", "Vora"):
            values = (("stealth", "12"), ("broadsword", "13"), ("diplomacy", "12"), ("climbing", "12"))
            campaign.execute(cmd.AddCharacter(name=name, values=values))
        campaign.execute(cmd.StartSession())
        campaign.execute(cmd.Roll(who="mira", what="dx"), dice=["6,6,4"])
        yield Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", "mira")


@pytest.mark.parametrize("id", FILLED)
def test_a_filled_form_is_a_line_that_is_understood(id: str, context: Context) -> None:
    values, expected = FILLED[id]
    form = next(form for form in forms(context) if form.id == id)
    assert set(values) <= {field.key for field in form.fields}
    assert form.missing(values) == ""
    line = form.line(values)
    assert line == expected
    parse(line, context)


def test_every_form_says_what_is_missing_before_it_is_filled_in(context: Context) -> None:
    found = forms(replace(context, active=None))
    assert len({form.id for form in found}) == len(found)
    assert {form.id for form in found if not form.missing({})} == {"retry", "buy"}  # these mean the last roll

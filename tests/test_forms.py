"""Forms: filled in, each makes a line that says just what was filled in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tracker.campaign import commands as cmd
from tracker.campaign.montages import open_montages
from tracker.quickline import Context, parse
from tracker.quickline.forms import YES, Form, forms
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store

Filled = dict[str, tuple[dict[str, str], str]]

FOURTH: Filled = {
    "roll": (
        {
            "what": "Stealth",
            "named": "very hard",
            "modifiers": "-1 creaking",
            "at": "the west door",
            "policy": "once",
            "secret": YES,
            "because": "it is old",
        },
        'secret Mira Stealth very hard -1 creaking at "the west door" policy once because it is old',
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
    "feat-swim": ({"time": "90", "modifiers": "-2 waves"}, "swim Mira 90s -2 waves"),
    "feat-hike": ({"terrain": "forest", "days": "2"}, "hike Mira forest 2d"),
    "feat-breath": ({"exertion": "light", "secret": YES}, "secret feat Mira breath light"),
    "feat-lift": ({"kind": "two hands"}, "lift Mira two hands"),
    "feat-throw": ({"weight": "20"}, "throw Mira 20lb"),
    "feat-dig": ({"soil": "loose soil", "tool": "shovel", "time": "2"}, "dig Mira loose soil shovel 2h"),
    "feat-run": ({"mode": "sprinting", "time": "30"}, "run Mira sprinting 30s"),
    "attack": ({"what": "Broadsword", "named": "mighty blows"}, "attack Mira Broadsword mighty blows"),
    "defend": (
        {"named": "feverish defense", "foe": "@orc", "ranged": YES},
        "defend Mira Dodge feverish defense vs @orc ranged",
    ),
    "selfcontrol": ({"trait": "bad temper=12"}, "selfcontrol Mira bad temper=12"),
    "firstaid": ({"healer": "Mira", "patient": "Vora", "tl": "3"}, "firstaid Mira Vora tl 3"),
    "rule": ({"roll": "6", "outcome": "success", "because": "the rope held"}, "rule 6 success because the rope held"),
    "told": ({"roll": "6", "text": "nothing there"}, "told 6 nothing there"),
    "buy": ({"roll": "6"}, "buy 6"),
    "longtask": ({"name": "the bridge", "hours": "80"}, "longtask start the bridge 80"),
    "work": ({"name": "the bridge", "workers": "Mira dx, Vora dx"}, "longtask work the bridge Mira dx, Vora dx"),
    "heal": ({}, "heal Mira"),
    "recover": ({}, "recover Mira"),
    "pool": ({"pool": "FP", "change": "-2", "reason": "a forced march"}, "pool Mira FP -2 a forced march"),
    "chance": ({"chance": "35%", "what": "it rains"}, "chance 35% it rains"),
}
THIRD: Filled = {
    "roll": ({"what": "ST", "modifiers": "+2", "secret": YES}, "secret Mira ST +2"),
    "retry": ({"damage": YES, "waited": YES, "modifiers": "-1 wet"}, "retry damage waited -1 wet"),
    "contest": (
        {"what": "ST", "other": "Vora", "answer": "DX", "others": "-1", "kind": "resist", "supernatural": YES},
        "contest resist Mira ST vs Vora DX -1 supernatural",
    ),
    "attack": ({"what": "Broadsword", "modifiers": "-4 head"}, "attack Mira Broadsword -4 head"),
    "defend": ({"foe": "Vora"}, "defend Mira Dodge vs Vora"),
    "selfcontrol": ({"trait": "bad temper", "modifiers": "-2 provoked"}, "selfcontrol Mira bad temper -2 provoked"),
    "pool": ({"change": "+1"}, "pool Mira HP +1"),
    "chance": ({"chance": "1 in 6"}, "chance 1 in 6"),
    "rule": ({"roll": "6", "outcome": "critical success"}, "rule 6 critical success"),
    "told": ({"roll": "6", "text": "all is well"}, "told 6 all is well"),
}
PERCENTILE: Filled = {
    "roll": ({"what": "Spot", "named": "advantage", "modifiers": "+10 light"}, "Mira Spot advantage +10 light"),
    "retry": ({"because": "the rain has stopped"}, "retry because the rain has stopped"),
    "contest": ({"what": "STR", "other": "@ogre", "answer": "str=90"}, "contest opposed Mira STR vs @ogre str=90"),
    "attack": ({"what": "Sword", "named": "disadvantage"}, "attack Mira Sword disadvantage"),
    "defend": ({"what": "Sword"}, "defend Mira Sword"),
    "pool": ({"pool": "MP", "change": "-4", "reason": "a spell"}, "pool Mira MP -4 a spell"),
    "chance": ({"chance": "2 in 6", "what": "wolves"}, "chance 2 in 6 wolves"),
    "rule": ({"roll": "6", "outcome": "minor success"}, "rule 6 minor success"),
    "told": ({"roll": "6", "text": "nothing"}, "told 6 nothing"),
}
ROLL_UNDER: Filled = {
    "roll": (
        {"what": "Cha", "named": "disadvantage", "represents": "the whole party", "because": "she speaks for all"},
        "Mira Cha disadvantage representing the whole party because she speaks for all",
    ),
    "retry": ({"because": "the guard has left"}, "retry because the guard has left"),
    "reroll": ({}, "reroll Mira"),
    "group": (
        {"who": "Mira, Vora", "what": "Stealth", "modifiers": "-2 a creaking floor", "named": "advantage"},
        "group Mira, Vora Stealth advantage -2 a creaking floor",
    ),
    "montage-start": ({"difficulty": "very hard", "name": "find the cult"}, "montage start very hard find the cult"),
    "montage-course": (
        {"what": "Cha", "modifiers": "-1 a stranger", "course": "bribing the barkeep", "because": "Vora is asleep"},
        "montage Mira Cha -1 a stranger by bribing the barkeep because Vora is asleep",
    ),
    "montage-giveup": ({}, "montage giveup find the cult"),
    "contest": ({"what": "Str", "other": "Vora", "answer": "Dex"}, "contest opposed Mira Str vs Vora Dex"),
    "attack": ({"what": "Str"}, "attack Mira Str"),
    "defend": ({"what": "Dex", "named": "advantage"}, "defend Mira Dex advantage"),
    "pool": ({"pool": "Luck", "change": "+1", "reason": "a night's rest"}, "pool Mira Luck +1 a night's rest"),
    "chance": ({"chance": "2 in 6", "what": "wolves", "secret": YES}, "secret chance 2 in 6 wolves"),
    "rule": ({"roll": "6", "outcome": "terrible failure"}, "rule 6 terrible failure"),
    "told": ({"roll": "6", "text": "nothing"}, "told 6 nothing"),
}
CORRECTIONS: Filled = {
    "correct": (
        {"roll": "6", "dice": "3", "modifiers": "-1 rain", "because": "misread", "dependants": "void"},
        "correct 6 =3 -1 rain because misread dependants void",
    ),
    "void": ({"event": "6", "because": "wrong character", "dependants": "keep"}, "void 6 wrong character dependants keep"),
    "amend": ({"event": "6", "text": "the bell tolls"}, "amend 6 the bell tolls"),
    "reveal": ({"event": "6", "because": "the spell ends"}, "reveal 6 the spell ends"),
}
FILLED: dict[str, Filled] = {
    "gurps4e": FOURTH | CORRECTIONS,
    "gurps3e": THIRD | CORRECTIONS,
    "brp": PERCENTILE | CORRECTIONS,
    "d20under": ROLL_UNDER | CORRECTIONS,
}

SHEETS = {
    "gurps4e": "stealth=12 broadsword=13 diplomacy=12 climbing=12",
    "gurps3e": "st=11 broadsword=13",
    "brp": "str=11 con=12 siz=13 dex=10 pow=10 spot=55 sword=40",
    "d20under": "str=12 dex=11 cha=13 stealth=dex",
}
WEAK = {"gurps4e": ("dx", "6,6,4"), "gurps3e": ("dx", "6,6,4"), "brp": ("spot", "90"), "d20under": ("stealth", "19")}


WALK = [(system, id) for system, filled in FILLED.items() for id in filled]


@pytest.fixture(scope="module")
def contexts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Context]]:
    """Of each system a campaign of Mira, who is active, and Vora; her last roll, event 6, failed."""
    with open_store(str(tmp_path_factory.mktemp("forms"))) as store:
        found = {}
        for system, sheet in SHEETS.items():
            campaign = Campaign.create(store, system, system)
            for name in ("Mira", "Vora"):
                pairs = [pair.partition("=") for pair in sheet.split()]
                values = tuple((key, value) for key, _, value in pairs)
                campaign.execute(cmd.AddCharacter(name=name, values=values))
            campaign.execute(cmd.StartSession())
            what, dice = WEAK[system]
            campaign.execute(cmd.Roll(who="mira", what=what), dice=[dice])
            if system == "d20under":
                campaign.execute(cmd.StartMontage(name="find the cult", difficulty="hard"))
            found[system] = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", "mira")
        yield found


def form_of(context: Context, id: str) -> Form:
    return next(form for form in forms(context) if form.id == id)


@pytest.mark.parametrize(("system", "id"), WALK)
def test_a_filled_form_is_a_line_that_is_understood(system: str, id: str, contexts: dict[str, Context]) -> None:
    values, expected = FILLED[system][id]
    form = form_of(contexts[system], id)
    assert set(values) <= {field.key for field in form.fields}
    assert form.missing(values) == ""
    line = form.line(values)
    assert line == expected
    assert parse(line, contexts[system]).secret == ("secret" in values)


@pytest.mark.parametrize(("typed", "said"), [("30", "30s"), ("30s", "30s"), ("1m", "1m"), ("1m 30", "1m 30s")])
def test_a_unit_that_is_typed_stays(typed: str, said: str, contexts: dict[str, Context]) -> None:
    form = form_of(contexts["gurps4e"], "feat-run")
    assert form.line({"mode": "sprinting", "time": typed}) == f"run Mira sprinting {said}"


@pytest.mark.parametrize("system", FILLED)
def test_a_system_has_the_forms_of_its_chapters(system: str, contexts: dict[str, Context]) -> None:
    found = forms(contexts[system])
    assert len({form.id for form in found}) == len(found)
    assert {form.id for form in found} == set(FILLED[system])
    for form in found:
        for field in form.fields:
            assert field.kind == "text" or field.choices  # nothing is chosen from nothing
            assert field.kind != "choice" or field.default in ("", *field.choices)


@pytest.mark.parametrize("system", FILLED)
def test_every_choice_of_every_form_is_understood(system: str, contexts: dict[str, Context]) -> None:
    """Each value that a form offers, filled in beside the others, is a line that can be read."""
    context = contexts[system]
    for id, (values, _) in FILLED[system].items():
        form = form_of(context, id)
        for field in form.fields:
            for choice in field.choices if field.kind != "text" else ():
                parse(form.line(values | {field.key: choice}), context)


@pytest.mark.parametrize(
    ("system", "complete"),
    [
        ("gurps4e", {"retry", "buy"}),
        ("gurps3e", {"retry"}),
        ("brp", {"retry"}),
        ("d20under", {"retry", "reroll", "montage-giveup"}),
    ],
)
def test_every_form_says_what_is_missing_before_it_is_filled_in(
    system: str, complete: set[str], contexts: dict[str, Context]
) -> None:
    """The complete ones mean the last roll, or the only open montage."""
    found = forms(replace(contexts[system], active=None))
    assert {form.id for form in found if not form.missing({})} == complete


def test_what_a_system_does_not_ask_is_no_field(contexts: dict[str, Context]) -> None:
    def asked(system: str, id: str) -> set[str]:
        return {field.key for field in form_of(contexts[system], id).fields}

    assert {"damage", "waited"} <= asked("gurps3e", "retry")
    assert not {"damage", "waited"} & (asked("brp", "retry") | asked("d20under", "retry"))  # no such policy
    assert "represents" in asked("d20under", "roll")
    assert "represents" not in asked("gurps4e", "roll")
    assert "foe" in asked("gurps3e", "defend")
    assert "foe" not in asked("brp", "defend")  # no table of criticals that a defense could send it to
    assert "named" not in asked("gurps3e", "attack")  # that edition has no named modifiers here
    assert "supernatural" not in asked("d20under", "contest")  # nothing is resisted


def test_policies_are_those_of_the_system(contexts: dict[str, Context]) -> None:
    offered = {
        system: next(field.options for field in form_of(context, "roll").fields if field.key == "policy")
        for system, context in contexts.items()
    }
    assert offered == {
        "gurps4e": ("once", "damage", "penalty", "free"),
        "gurps3e": ("once", "damage", "penalty", "free"),
        "brp": ("once", "free"),
        "d20under": ("once", "free", "changed"),
    }


def test_montages_are_gone_on_with_while_they_are_open(tmp_path: Path) -> None:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "The cult", "d20under")
        campaign.execute(cmd.AddCharacter(name="Lyssa", values=(("cha", "12"),)))

        def context() -> Context:
            return Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", "lyssa")

        def offered() -> set[str]:
            return {form.id for form in forms(context()) if form.id.startswith("montage")}

        assert offered() == {"montage-start"}
        campaign.execute(cmd.StartMontage(name="find the cult", difficulty="hard"))
        assert offered() == {"montage-start", "montage-course", "montage-giveup"}
        values = {"what": "auto", "course": "asking around"}
        assert form_of(context(), "montage-course").line(values) == "montage Lyssa auto by asking around"
        campaign.execute(cmd.StartMontage(name="flee by sea", difficulty="hard"))
        form = form_of(context(), "montage-course")
        assert form.line(values) == 'montage "find the cult" Lyssa auto by asking around'
        chosen = parse(form.line(values | {"montage": "flee by sea"}), context())
        campaign.execute(chosen.command)
        cult, sea = open_montages(campaign.state, campaign.ruleset.montages)
        assert [course.course for course in campaign.state.courses[sea]] == ["asking around"]
        assert cult not in campaign.state.courses


def test_a_long_task_can_be_given_up_while_it_is_open(tmp_path: Path) -> None:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "The bridge", "gurps4e")

        def offered() -> list[Form]:
            context = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")
            return [form for form in forms(context) if form.id == "longtask-giveup"]

        assert offered() == []
        campaign.execute(cmd.StartLongTask(name="the bridge", hours=80))
        (form,) = offered()
        context = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")
        campaign.execute(parse(form.line({}), context).command)
        assert offered() == []

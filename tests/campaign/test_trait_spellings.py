"""What sheets call their traits, and what the rules make of it in play."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import one
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import FrightExposed, RollMade, Sheet, SheetSource, Skill, Trait
from tracker.service import Campaign

ATTRIBUTES = {"st": 10.0, "dx": 12.0, "iq": 11.0, "ht": 11.0, "will": 11.0, "per": 11.0}


def take(campaign: Campaign, *traits: Trait, attributes: dict[str, float] | None = None, load: int = 0) -> None:
    skills = (
        Skill("Climbing", 13, load_factor=1),
        Skill("Stealth", 14, load_factor=1),
        Skill("Swimming", 12, load_factor=2),
        Skill("Lockpicking", 12),
    )
    sheet = Sheet(
        attributes=ATTRIBUTES | (attributes or {}), pools={"HP": 10, "FP": 11}, skills=skills, traits=traits, load=load
    )
    source = SheetSource(format="GCS JSON 5", filename="korr.gcs", sha256="0" * 64)
    campaign.execute(cmd.ImportCharacter(name="Korr", player="", sheet=sheet, source=source, current={}, npc=False))


def modifiers(roll: RollMade) -> dict[str, int]:
    return {modifier.label: modifier.value for modifier in roll.modifiers}


@pytest.mark.parametrize(
    ("traits", "expected", "target"),
    [
        ((Trait("Combat Reflexes"),), {"Combat Reflexes": 2}, 13),
        ((Trait("Combat Reflexes (Racial) [15]"),), {"Combat Reflexes": 2}, 13),
        ((Trait("Fearlessness", level=1),), {"Fearlessness 1": 1}, 12),
        ((Trait("FEARLESSNESS 2"),), {"Fearlessness 2": 2}, 13),
        ((Trait("Fearlessness", level=1), Trait("Fearlessness 1 (Racial)")), {"Fearlessness 2": 2}, 13),
        ((Trait("Fearlessness (2)"), Trait("Combat Paralysis")), {"Fearlessness 2": 2, "Combat Paralysis": -2}, 11),
        ((Trait("Fearfulness: 3"),), {"Fearfulness 3": -3}, 8),
        ((Trait("Fearlessness 2", active=False), Trait("Low Empathy")), {}, 11),
    ],
)
def test_a_fright_check_counts_the_traits(
    play: Play, campaign: Campaign, traits: tuple[Trait, ...], expected: dict[str, int], target: int
) -> None:
    take(campaign, *traits)
    roll = one(play("fright korr ghoul =3,3,3"), RollMade)
    assert (modifiers(roll), roll.target) == (expected, target)


def test_a_sheets_own_fright_check_holds_the_trait_already_however_it_is_spelt(play: Play, campaign: Campaign) -> None:
    take(campaign, Trait("Fearlessness 2"), attributes={"fright_check": 14.0})
    roll = one(play("fright korr ghoul =3,3,3"), RollMade)
    assert modifiers(roll) == {"Fearlessness 2": 2, "the sheet's Fright Check": 1}


def test_the_unfazeable_need_no_check(play: Play, campaign: Campaign) -> None:
    take(campaign, Trait("Unfazable (Advantage)"))
    assert one(play("fright korr ghoul"), FrightExposed).waived_by == "Unfazeable"


def test_what_is_set_by_hand_is_the_level_of_all_rows_together(play: Play, campaign: Campaign) -> None:
    take(campaign, Trait("Fearlessness 1"), Trait("Fearlessness", level=1))
    play("set korr fearlessness=3")
    assert campaign.view("korr").trait_levels() == {"fearlessness": 3}
    play("set korr fearlessness=0")
    assert campaign.view("korr").trait_levels() == {}


def test_hard_to_kill_and_fitness_help_against_death(play: Play, campaign: Campaign) -> None:
    take(campaign, Trait("Hard to Kill 2 (Stubborn)"), Trait("Fit, Very"))
    play("hp korr -21")
    (prompt,) = [at for at, prompt in campaign.state.open_prompts().items() if "-10" in prompt.text]
    roll = one(play(f"answer {prompt} =3,3,3"), RollMade)
    assert modifiers(roll) == {"Hard to Kill 2 (Stubborn)": 2, "Fit, Very": 2}


def test_a_machine_makes_no_extra_effort(play: Play, campaign: Campaign) -> None:
    take(campaign, Trait("Meta-Trait: Machine"))
    with pytest.raises(Refused, match="Machine meta-trait"):
        play("effort korr st +20%")


def test_acute_senses_sharpen_a_sense_roll(play: Play, campaign: Campaign) -> None:
    take(campaign, Trait("Acute Senses (Vision) 3"), Trait("Hearing, Acute", level=1))
    assert modifiers(one(play("sense korr vision =3,3,3"), RollMade)) == {"Acute Vision 3": 3}
    assert modifiers(one(play("sense korr hearing =3,3,3"), RollMade)) == {"Acute Hearing 1": 1}


@pytest.mark.parametrize(
    ("skill", "expected", "target"),
    [
        ("climbing", {"load 2": -2}, 11),
        ("stealth", {"load 2": -2}, 12),
        ("swimming", {"load 2": -4}, 8),
        ("lockpicking", {}, 12),
    ],
)
def test_a_load_hinders_what_it_hinders(
    play: Play, campaign: Campaign, skill: str, expected: dict[str, int], target: int
) -> None:
    take(campaign, load=2)
    roll = one(play(f"korr {skill} =3,3,3"), RollMade)
    assert (modifiers(roll), roll.target) == (expected, target)

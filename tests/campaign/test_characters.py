"""What a name stands for on a sheet: skills whose names state a tech level, typed with it or without."""

from __future__ import annotations

import pytest

from tracker.campaign import commands as cmd
from tracker.campaign.characters import Basis, find_basis
from tracker.errors import Refused
from tracker.service import Campaign


def basis(campaign: Campaign, typed: str, *skills: tuple[str, int]) -> Basis:
    """What Ada (DX 12, IQ 12) rolls on with these skills."""
    values = (("dx", "12"), ("iq", "12"), *((f"skill:{name}", f"{level}") for name, level in skills))
    campaign.execute(cmd.AddCharacter(name="Ada", values=values))
    return find_basis(campaign.view("ada"), campaign.ruleset, typed)


@pytest.mark.parametrize(
    ("on_the_sheet", "typed"),
    [
        ("Guns/TL8 (Pistol)", "guns (pistol)"),
        ("Guns (Pistol)", "guns/tl8 (pistol)"),
        ("Guns/TL8 (Pistol)", "guns/TL (pistol)"),
        ("Guns/TL (Pistol)", "guns/tl"),
        ("Electronics Operation/TL10^ (Sensors)", "electronics operation (sensors)"),
        ("Lockpicking", "Lockpicking/TL8"),
    ],
)
def test_a_trained_skill_is_never_rolled_at_its_default_for_a_tech_level_that_was_left_out(
    campaign: Campaign, on_the_sheet: str, typed: str
) -> None:
    found = basis(campaign, typed, (on_the_sheet, 15))
    assert (found.what, found.level, found.default) == (on_the_sheet, 15, "")


def test_another_tech_level_is_another_skill(campaign: Campaign) -> None:
    found = basis(campaign, "guns/tl7", ("Guns/TL8", 15))
    assert (found.level, found.default) == (8, "DX-4")


def test_another_specialty_is_another_skill(campaign: Campaign) -> None:
    found = basis(campaign, "guns (rifle)", ("Guns/TL8 (Pistol)", 15))
    assert (found.level, found.default) == (8, "DX-4")


def test_a_default_rests_on_the_best_skill_of_that_name_whatever_its_tech_level(campaign: Campaign) -> None:
    found = basis(campaign, "diagnosis", ("Physician/TL8", 15), ("Physician/TL5", 11), ("First Aid/TL8", 12))
    assert (found.level, found.default) == (11, "physician-4")


def test_attributes_are_known_too(campaign: Campaign) -> None:
    with pytest.raises(Refused, match=r"no skill or attribute “juggling”\. Known: Stealth, ST, DX, IQ, HT, Will, Per"):
        basis(campaign, "juggling", ("Stealth", 12))

"""What a newer sheet says otherwise."""

from __future__ import annotations

from tracker.events import Sheet, Skill, Trait
from tracker.interchange.difference import differences

BEFORE = Sheet(
    attributes={"st": 10, "basic_speed": 5.25},
    pools={"HP": 10, "FP": 11},
    skills=(Skill("Stealth", 12), Skill("Guns", 13), Skill("Guns", 11)),
    traits=(Trait("Acrophobia", -10, self_control=12), Trait("Luck", 15)),
    points_total=100,
    points_spent=95,
)


def said(after: Sheet) -> list[str]:
    return [str(one) for one in differences(BEFORE, after)]


def test_the_same_sheet_says_nothing_else() -> None:
    assert said(BEFORE) == []


def test_every_kind_of_value() -> None:
    after = Sheet(
        attributes={"st": 11, "basic_speed": 5.25},
        pools={"HP": 11},
        skills=(Skill("Stealth", 13), Skill("Guns", 13), Skill("Guns", 12), Skill("Brawling", 10)),
        traits=(Trait("Acrophobia", -10, self_control=9), Trait("Luck", 15, active=False)),
        load=1,
        points_total=104,
        points_spent=95,
    )
    assert said(after) == [
        "attribute st: 10 -> 11",
        "pool HP: 10 -> 11",
        "pool FP: 11 -> none",
        "skill Stealth: 12 -> 13",
        "skill Guns (2): 11 -> 12",
        "skill Brawling: none -> 10",
        "trait Acrophobia: yes [-10], self-control 12 -> yes [-10], self-control 9",
        "trait Luck: yes [15] -> yes [15], not in force",
        "points total: 100 -> 104",
        "points load: 0 -> 1",
    ]


def test_a_skill_that_adds_to_an_attribute() -> None:
    before, after = Sheet(skills=(Skill("Lore", attribute="int"),)), Sheet(skills=(Skill("Lore"),))
    assert [str(one) for one in differences(before, after)] == ["skill Lore: int -> yes"]

"""Skills that add to an attribute, as the roll-under system has them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.systems import PARTY, Table, table
from tests.campaign.told import one
from tracker.errors import Refused
from tracker.events import RetryPenaltyApplied, RollMade, SheetValueSet
from tracker.rulesets.base import Modifier


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Table]:
    """Lyssa: Stealth with Dex 14, Bluff with Cha 13, Athletics with anything, such as Str 8."""
    with table(tmp_path / "store", "d20under", PARTY) as opened:
        yield opened


def skills(play: Table) -> dict[str, str]:
    """The skills of Lyssa, with the attribute that each goes with."""
    return {skill.name: skill.attribute for skill in play.campaign.view("lyssa").skills}


@pytest.mark.parametrize(
    ("typed", "what", "base", "target"),
    [
        ("stealth", "Stealth (Dex)", 14, 15),
        ("steal", "Stealth (Dex)", 14, 15),
        ("dex stealth", "Stealth (Dex)", 14, 15),
        ("stealth str", "Stealth (Str)", 8, 9),  # another attribute than its own
        ("str athletics", "Athletics (Str)", 8, 9),
        ("Athletics (Con)", "Athletics (Con)", 11, 12),
        ("strength athletics", "Athletics (Str)", 8, 9),
    ],
)
def test_a_skill_adds_one_to_its_attribute(play: Table, typed: str, what: str, base: int, target: int) -> None:
    roll = one(play(f"lyssa {typed} =9"), RollMade)
    assert (roll.what, roll.base, roll.target) == (what, base, target)
    name = what.partition(" ")[0]
    assert [(each.label, each.value, each.source) for each in roll.modifiers] == [(name, 1, "skill")]


def test_an_attribute_alone_has_no_bonus_and_great_successes_rest_on_it(play: Table) -> None:
    assert one(play("lyssa dex =8"), RollMade).modifiers == ()
    assert one(play("lyssa dex =7"), RollMade).degree == "great_success"
    assert one(play("lyssa stealth =8"), RollMade).degree == "success", "half of the bare 14 is 7"


def test_one_that_goes_with_several_needs_its_attribute(play: Table) -> None:
    assert play.refused("lyssa athletics") == "ambiguous"
    with pytest.raises(Refused, match="such as “Str Athletics” \\(Str, Dex, Con, Int, Perc, Cha, Luck\\)"):
        play("lyssa athletics")
    assert play.refused("lyssa will athletics") == "not_found", "she has no Will"
    assert play.refused("odo stealth") == "not_found"
    assert play.refused("odo dex stealth") == "syntax", "Dex it is, and Stealth is no modifier"


def test_the_attribute_of_the_example_is_one_that_the_character_has(play: Table) -> None:
    play("character Wisp dex=9 stealth=yes")
    with pytest.raises(Refused, match="such as “Dex Stealth” \\(Dex, Luck\\)"):
        play("wisp stealth")


def test_the_gms_word_on_the_bonus_keeps_what_was_expected(play: Table) -> None:
    roll = one(play("lyssa stealth +3 stealth =9"), RollMade)
    assert [(each.label, each.value, each.source, each.expected) for each in roll.modifiers] == [("Stealth", 3, "gm", 1)]
    assert roll.target == 17


@pytest.mark.parametrize(
    ("typed", "value", "after"),
    [
        ("lore=int", "int", {"Lore": "int"}),
        ("lore=Intelligence", "int", {"Lore": "int"}),
        ("lore=yes", "", {"Lore": ""}),
        ("stealth=no", 0.0, {}),
        ("stealth=0", 0.0, {}),
        ("stealth=str", "str", {"Stealth": "str"}),
        ("skill:Dex Tricks=dex", "dex", {"Dex Tricks": "dex"}),
    ],
)
def test_set_by_hand(play: Table, typed: str, value: float | str, after: dict[str, str]) -> None:
    before = skills(play)
    name = next(iter(after), "Stealth")
    assert one(play(f'set lyssa "{typed}"' if " " in typed else f"set lyssa {typed}"), SheetValueSet).value == value
    rest = {skill: attribute for skill, attribute in before.items() if skill != name}
    assert skills(play) == rest | after
    play("undo")
    assert skills(play) == before


@pytest.mark.parametrize(
    ("typed", "code"),
    [("stealth=dex", "nothing"), ("stealth=12", "bad_value"), ("lore=no", "nothing"), ("stealth=fine", "bad_value")],
)
def test_what_a_skill_is_not_set_to(play: Table, typed: str, code: str) -> None:
    assert play.refused(f"set lyssa {typed}") == code


def test_a_skill_taken_from_the_sheet_comes_back_with_another_attribute(play: Table) -> None:
    play("set lyssa stealth=no")
    assert play.refused("lyssa stealth") == "not_found"
    play("set lyssa stealth=int")
    assert one(play("lyssa stealth =9"), RollMade).target == 13


def test_a_retry_is_of_the_same_attribute_and_skill(play: Table) -> None:
    play("lyssa str athletics -1 rain =20")
    retried = play("retry because the rain has stopped =3")
    roll = one(retried, RollMade)
    assert (roll.what, roll.target, one(retried, RetryPenaltyApplied).applied) == ("Athletics (Str)", 8, 0)
    assert [(each.label, each.value) for each in roll.modifiers] == [("Athletics", 1), ("rain", -1)]


def test_a_modifier_that_stays_is_for_the_skill_with_its_attribute(play: Table) -> None:
    play("modifier lyssa add -2 mud on stealth")
    assert one(play("lyssa stealth =9"), RollMade).target == 13
    assert one(play("lyssa str stealth =9"), RollMade).target == 9
    assert one(play("lyssa dex =9"), RollMade).target == 14
    assert play.refused("modifier lyssa add -2 mud on athletics") == "ambiguous"


def test_any_modifier_caps_the_target_at_18(play: Table) -> None:
    play("set lyssa dex=19")
    assert one(play("lyssa dex =19"), RollMade).success
    skilled = one(play("lyssa stealth =19"), RollMade)
    assert (skilled.target, skilled.success, skilled.caps) == (18, False, ("Modified attribute: 18 at most",))
    assert play.campaign.ruleset.target(19, [Modifier("Stealth", 1, "skill")], "success").value == 18


def test_a_skill_of_several_words_that_ends_in_an_attribute(play: Table) -> None:
    play('set lyssa "skill:Lore (Elves)=int"')
    assert one(play("lyssa lore =3"), RollMade).what == "Lore (Elves) (Int)"
    play("lyssa cha lore (elves) =20")
    assert one(play("retry because of the tapestry =3"), RollMade).what == "Lore (Elves) (Cha)"

"""Names with a reading, and kana in names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign.conftest import Play
from tests.campaign.told import every, one
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_character
from tracker.errors import Refused
from tracker.events import CharacterAdded, FrightExposed, RollMade, SheetValueSet, ThreatNamed
from tracker.quickline import Context, candidates
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.text import as_hiragana, fold, slug


@pytest.fixture
def elza(campaign: Campaign) -> Campaign:
    """The party with 絵瑠沙, read エルザ, in it."""
    values = (("stealth", "14"), ("reading", "エルザ"))
    event = one(campaign.execute(cmd.AddCharacter(name="絵瑠沙", values=values)), CharacterAdded)
    assert event.reading == "エルザ"
    return campaign


@pytest.mark.parametrize("typed", ["絵瑠沙", "絵", "エルザ", "えるざ", "える", "ｴﾙｻﾞ"])
def test_a_character_is_found_by_name_or_reading_in_any_kana(elza: Campaign, play: Play, typed: str) -> None:
    made = play(f"{typed} stealth =3,3,3")
    assert (one(made, RollMade).what, made.events[-1].subject) == ("Stealth", "絵瑠沙")


def test_a_reading_is_set_and_set_anew_and_a_name_comes_before_it(elza: Campaign, play: Play) -> None:
    event = one(play("set 絵瑠沙 reading=elza"), SheetValueSet)
    assert (event.field, event.value, event.before) == ("reading", "elza", "エルザ")
    assert find_character(elza.state, "el").id == "絵瑠沙"
    with pytest.raises(Refused, match="No character"):
        find_character(elza.state, "えるざ")
    elza.execute(cmd.AddCharacter(name="Elric"))
    assert find_character(elza.state, "el").id == "elric"
    assert find_character(elza.state, "elza").id == "絵瑠沙"
    play("undo")
    play("undo")
    assert find_character(elza.state, "える").id == "絵瑠沙"


def test_two_that_are_read_alike_are_both_shown(elza: Campaign) -> None:
    elza.execute(cmd.AddCharacter(name="江流座", values=(("読み", "えるざ"),)))
    with pytest.raises(Refused, match="絵瑠沙, 江流座"):
        find_character(elza.state, "エルザ")


def test_a_reading_that_is_a_number_is_meant_for_a_skill(campaign: Campaign, play: Play) -> None:
    with pytest.raises(Refused, match="skill:reading=14"):
        play("set mira reading=14")
    play("set mira skill:reading=14")
    assert ("reading", 14) in {(skill.name, skill.level) for skill in campaign.view("mira").skills}


def test_the_line_is_completed_to_the_name_by_its_reading(elza: Campaign) -> None:
    context = Context(elza.state, elza.ruleset, Targets(elza.log), elza.author, None)
    assert candidates("えル", context) == ["絵瑠沙"]
    assert candidates("fp エる", context) == ["fp 絵瑠沙"]


def test_a_skill_is_found_in_either_kana(campaign: Campaign, play: Play) -> None:
    play("set mira スキー=13")
    assert one(play("mira すきー =3,3,3"), RollMade).what == "スキー"


def test_a_threat_is_one_in_either_kana_and_keeps_the_id_that_it_was_given(campaign: Campaign, play: Play) -> None:
    assert one(play("fright mira グール =3,3,3"), ThreatNamed).threat == "グール"
    again = play("fright mira ぐーる =3,3,3")
    assert (every(again, ThreatNamed), one(again, FrightExposed).threat) == ([], "グール")
    assert [each.label for each in one(again, RollMade).modifiers] == ["met once within 24 hours"]


def test_names_that_differ_in_kana_alone_stay_apart_where_both_are_there_already(campaign: Campaign) -> None:
    campaign.execute(cmd.AddCharacter(name="ミナ"))
    with pytest.raises(Refused, match="there already"):
        campaign.execute(cmd.AddCharacter(name="みな"))
    assert slug("ミナ") == "ミナ"


@given(st.text(alphabet=st.characters(min_codepoint=0x3041, max_codepoint=0x3096)))
def test_katakana_fold_as_their_hiragana_and_folding_again_changes_nothing(text: str) -> None:
    katakana = "".join(chr(ord(sign) + 0x60) for sign in text)
    assert fold(katakana) == fold(text) == fold(fold(katakana))
    assert as_hiragana(katakana) == text

"""Names of the rules typed and shown in another language, and recorded in English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests import tongue
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_basis, find_character, view
from tracker.campaign.parts import Prompt
from tracker.errors import Refused
from tracker.phrases import said
from tracker.quickline import Context, candidates, parse, parse_filter
from tracker.reports.filters import Condition
from tracker.reports.lines import describe
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store

JAPANESE = {
    "skill\x04stealth": "隠密",
    "skill\x04lockpicking": "鍵開け",
    "skill\x04guns": "銃器",
    "skill\x04fast talk": "言いくるめ",
    "skill\x04first aid": "応急手当",
    "skill\x04climbing": "登攀",
    "Climbing": "登る",
    "DX": "敏捷力",
    "{known}/TL{level}": "{known}/TL{level}",
    "{known}/TL{level} ({detail})": "{known}/TL{level} ({detail})",
    "{known} ({detail})": "{known} ({detail})",
    "Nightmares": "悪夢",
    "Phobia (Fire)": "恐怖症 (火)",
}


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    """Mira, who has the skills of the rules, and エルザ, who has one that is called 隠密 on her sheet."""
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        mira = (("Stealth", "14"), ("Fast-Talk", "11"), ("skill:Guns/TL8 (Pistol)", "13"), ("dx", "12"))
        campaign.execute(cmd.AddCharacter(name="Mira", values=mira))
        campaign.execute(cmd.AddCharacter(name="エルザ", values=(("skill:隠密", "12"), ("skill:隠密の心得", "9"))))
        tongue.speak(monkeypatch, JAPANESE)
        yield Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", "mira")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Stealth", "隠密"),
        ("stealth", "隠密"),
        ("Fast-Talk", "言いくるめ"),
        ("Guns/TL8 (Pistol)", "銃器/TL8 (Pistol)"),
        ("First Aid/TL3", "応急手当/TL3"),
        ("Climbing", "登攀"),
        ("Stealthy Step", "Stealthy Step"),
        ("Law of the Sea", "Law of the Sea"),
    ],
)
@pytest.mark.usefixtures("context")
def test_a_skill_is_shown_by_its_name_however_the_sheet_spells_it(name: str, shown: str) -> None:
    assert said(name) == shown


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("mira 隠密 -2 暗い", "Stealth"),
        ("mira 隠 -2", "Stealth"),
        ("隠密－２", "Stealth"),
        ("mira 言いくるめ", "Fast-Talk"),
        ("mira 銃器 +1", "Guns/TL8 (Pistol)"),
        ("mira 銃器/TL8 (Pistol)", "Guns/TL8 (Pistol)"),
        ("mira 敏捷力", "敏捷力"),  # an alias that the rules have
        ("mira 鍵開け", "lockpicking"),  # she has it by default
        ("エルザ 隠密", "隠密"),  # the sheet's own name
        ("mira stealth", "stealth"),
        ("mira 忍び足", "忍び足"),  # nobody knows that: the decision says so
        ("@guard 隠密=12", "隠密"),  # nor has somebody made up a sheet
    ],
)
def test_a_name_typed_in_the_language_spoken_is_recorded_in_english(line: str, what: str, context: Context) -> None:
    command = parse(line, context).command
    assert isinstance(command, cmd.Roll)
    assert command.what == what


def test_both_sides_of_a_contest_may_be_named_so(context: Context) -> None:
    command = parse("contest mira 隠密 vs mira 言いくるめ", context).command
    assert isinstance(command, cmd.Contest)
    assert (command.a.what, command.b.what) == ("Stealth", "Fast-Talk")


def test_what_several_skills_begin_with_names_none(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    tongue.speak(monkeypatch, {**JAPANESE, "skill\x04fast talk": "隠語"})
    assert isinstance(command := parse("mira 隠", context).command, cmd.Roll)
    assert command.what == "隠"


def test_a_filter_finds_the_rolls_by_the_name_shown(context: Context) -> None:
    assert parse_filter("skill:隠密", context).conditions == (Condition("what", ("隠密",)),)  # エルザ's own skill
    assert parse_filter("what:言いくるめ", context).conditions == (Condition("what", ("Fast-Talk",)),)
    assert parse_filter("skill:stealth", context).conditions == (Condition("what", ("stealth",)),)


def test_names_are_completed_as_they_are_shown(context: Context) -> None:
    assert candidates("mira 言い", context) == ["mira 言いくるめ"]
    assert candidates("mira fa", context) == ["mira Fast-Talk"]
    assert candidates("敏", context) == ["敏捷力"]


def test_a_trait_that_the_rules_suggest_is_recorded_in_english(context: Context) -> None:
    state = context.state.fork()
    state.prompts[42] = Prompt("trait", "name it", {"trait": "phobia_or_mental_disadvantage"}, "mira", None)
    state.unanswered.add(42)
    asked = replace(context, state=state)
    for typed, name in {
        "悪夢": "Nightmares",
        "恐怖症 (火)": "Phobia (Fire)",
        "悪": "悪",
        "鐘への恐れ": "鐘への恐れ",
    }.items():
        assert parse(f"trait 42 {typed}", asked).command == cmd.NameTrait(prompt=42, name=name)
    assert candidates("trait 42 悪", asked) == ["trait 42 悪夢"]
    assert parse("trait 7 悪夢", asked).command == cmd.NameTrait(prompt=7, name="悪夢")


def test_a_refusal_names_the_skills_as_they_are_shown(context: Context) -> None:
    sheet = view(context.state, find_character(context.state, "mira"), context.ruleset)
    with pytest.raises(Refused, match=r"Known: 隠密, 言いくるめ, 銃器/TL8 \(Pistol\)"):
        find_basis(sheet, context.ruleset, "忍び足")


def test_a_chance_is_told_and_foretold_in_the_language_spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        bare, rain = (
            campaign.execute(cmd.Chance(faces=2, sides=6, what=what), dice=["3"]).events[0] for what in ("", "Two in six")
        )
        said_of = {
            "{faces} in {sides}": "{sides}分の{faces}",
            "{what}: {faces} in {sides}, {percent} %": "{what}: {sides}分の{faces}、{percent} %",
        }
        tongue.speak(monkeypatch, said_of)
        assert [describe(one, {}, voided=False).text for one in (bare, rain)] == ["6分の2", "Two in six 6分の2"]
        assert campaign.preview(cmd.Chance(faces=2, sides=6, what="雨")).notes == ("雨: 6分の2、33.3 %",)


def test_what_a_feat_or_a_sense_asks_may_be_answered_in_the_language_spoken(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = {"vertical stone wall": "垂直な石壁", "roped": "命綱あり", "normal conversation": "普通の会話"}
    typed = {
        "climb mira wall 60ft roped": "climb mira 垂直な石壁 60ft 命綱あり",
        "sense mira hearing normal conversation 8yd": "sense mira hearing 普通の会話 8yd",
    }
    in_english = {line: parse(line, context).command for line in typed}
    tongue.speak(monkeypatch, JAPANESE | shown)
    assert {line: parse(spoken, context).command for line, spoken in typed.items()} == in_english
    with pytest.raises(Refused, match="ordinary mountain, 垂直な石壁"):
        parse("climb mira 氷 60ft", context)

"""Finding people and skills by what a GM types, adding and changing them."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import one
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import CharacterAdded, RollMade, Sheet, SheetSource, SheetValueSet, Skill
from tracker.service import Campaign


def add(campaign: Campaign, name: str, values: str = "") -> CharacterAdded:
    pairs = tuple((key, value) for key, _, value in (pair.partition("=") for pair in values.split()))
    return one(campaign.execute(cmd.AddCharacter(name=name, values=pairs)), CharacterAdded)


def test_what_a_sheet_does_not_say_derives_from_what_it_says(campaign: Campaign) -> None:
    add(campaign, "Korr", "st=14 iq=9 ht=12 will=11")
    sheet = campaign.view("korr")
    assert {name: pool.maximum for name, pool in sheet.pools.items()} == {"HP": 14, "FP": 12}
    assert (sheet.attributes["will"], sheet.attributes["per"], sheet.attributes["dx"]) == (11, 9, 10)
    assert sheet.attributes["basic_speed"] == 5.5


def test_an_exact_attribute_name_beats_a_skill_that_starts_with_it(play: Play, campaign: Campaign) -> None:
    add(campaign, "Ash", "st=11 stealth=15")
    assert one(play("ash st =3,3,3"), RollMade).what == "ST"
    assert one(play("ash ste =3,3,3"), RollMade).what == "Stealth"


def test_a_tie_shows_the_candidates_and_never_guesses(play: Play, campaign: Campaign) -> None:
    add(campaign, "Ash", "stealth=15 streetwise=11")
    with pytest.raises(Refused, match="Stealth, Streetwise") as refusal:
        play("ash s")
    assert refusal.value.code == "ambiguous"
    add(campaign, "Mirabel")
    with pytest.raises(Refused, match="Mira, Mirabel"):
        play("mi st")
    assert one(play("mira st =3,3,3"), RollMade).base == 10, "a whole name is no tie"


def test_an_untrained_skill_falls_back_to_its_best_known_default(play: Play, campaign: Campaign) -> None:
    add(campaign, "Ox", "iq=25")
    roll = one(play("ox lockpicking =3,3,3"), RollMade)
    assert (roll.what, roll.default, roll.base) == ("Lockpicking", "IQ-5", 15), "the Rule of 20 caps IQ"
    with pytest.raises(Refused) as refusal:
        play("ox karate")
    assert refusal.value.code == "no_default"


def test_a_load_lowers_only_the_skills_that_it_hinders(play: Play, campaign: Campaign) -> None:
    sheet = Sheet(
        attributes={"st": 10, "dx": 12},
        pools={"HP": 10, "FP": 10},
        skills=(Skill(name="Climbing", level=14, load_factor=1), Skill(name="Bow", level=13)),
        load=2,
    )
    source = SheetSource(format="test", filename="ash.gcs", sha256="3" * 64)
    campaign.execute(cmd.ImportCharacter(name="Ash", player="", sheet=sheet, source=source, current={"HP": 7}))
    climbing = one(play("ash climbing =3,3,3"), RollMade)
    assert (climbing.base, climbing.target, climbing.modifiers[0].source) == (14, 12, "load")
    assert one(play("ash bow =3,3,3"), RollMade).target == 13
    assert campaign.view("ash").pools["HP"].current == 7, "the file's wounds came along"
    campaign.execute(cmd.SetValue(who="ash", key="load", value="0"))
    assert one(play("ash climbing =3,3,3"), RollMade).target == 14


def test_the_same_file_twice_and_a_taken_name_are_refused(campaign: Campaign) -> None:
    sheet = Sheet(attributes={"st": 12}, pools={"HP": 12})
    source = SheetSource(format="test", filename="ash.gcs", sha256="4" * 64)
    first = cmd.ImportCharacter(name="Ash", player="", sheet=sheet, source=source, current={})
    campaign.execute(first)
    for command, code in (
        (first, "already_imported"),
        (
            cmd.ImportCharacter(
                name="ASH",
                player="",
                sheet=sheet,
                source=SheetSource(format="test", filename="b", sha256="5" * 64),
                current={},
            ),
            "name_taken",
        ),
    ):
        with pytest.raises(Refused) as refusal:
            campaign.execute(command)
        assert refusal.value.code == code


def test_a_value_set_by_hand_records_what_was_there_before(campaign: Campaign) -> None:
    event = one(campaign.execute(cmd.SetValue(who="mira", key="Lockpicking", value="14")), SheetValueSet)
    assert (event.before, event.value) == (12, 14)
    campaign.execute(cmd.SetValue(who="mira", key="iq", value="14"))
    assert campaign.view("mira").attributes["per"] == 14, "what derives from it follows"
    assert campaign.view("mira").attributes["will"] == 12, "what was stated doesn't"


def test_a_level_with_a_digit_too_many_is_refused(campaign: Campaign) -> None:
    campaign.execute(cmd.SetValue(who="mira", key="st", value="9999"))
    for key, value in (("st", "10000"), ("lockpicking", "10000"), ("st", "-10000")):
        with pytest.raises(Refused, match="out of bounds") as refused:
            campaign.execute(cmd.SetValue(who="mira", key=key, value=value))
        assert refused.value.code == "bad_number"
    assert campaign.view("mira").attributes["st"] == 9999
    campaign.execute(cmd.SetValue(who="mira", key="hp", value="500000"))  # of a whole ship
    assert campaign.view("mira").pools["HP"].maximum == 500_000


def test_a_newer_file_replaces_what_was_set_by_hand_before_it(campaign: Campaign) -> None:
    def sheet(level: int) -> Sheet:
        return Sheet(attributes={"st": 10}, pools={"HP": 10}, skills=(Skill(name="Bow", level=level),))

    def source(mark: str) -> SheetSource:
        return SheetSource(format="test", filename="ash.gcs", sha256=mark * 64)

    def bow() -> int | None:
        return campaign.view("ash").skills[0].level

    campaign.execute(cmd.ImportCharacter(name="Ash", player="", sheet=sheet(12), source=source("a"), current={}))
    campaign.execute(cmd.SetValue(who="ash", key="bow", value="13"))
    revised = campaign.execute(
        cmd.ImportCharacter(name="Ash", player="", sheet=sheet(16), source=source("b"), current={}, update=True)
    )
    assert bow() == 16
    campaign.execute(cmd.Void(position=revised.events[0].position))
    assert bow() == 13
    campaign.execute(cmd.SetValue(who="ash", key="bow", value="14"))
    assert bow() == 14


def test_someone_made_up_on_the_fly_rolls_against_a_number(play: Play, campaign: Campaign) -> None:
    outcome = play("@ringer per=12 -2 fog =3,4,3")
    assert (outcome.events[0].subject, one(outcome, RollMade).target) == ("@ringer", 10)
    with pytest.raises(Refused, match="what number"):
        play("@ringer per")
    assert play("@Ringer per=12 =3,3,3").events[0].subject == "@ringer", "however it is spelt"
    assert one(play(f"again {outcome.events[0].position} =3,3,3"), RollMade).base == 12


@pytest.mark.parametrize(
    "name", ["\x1b]0;x\x07", "", "   ", "a" * 300, "@guard", "＠guard", "a,b", "all", "A\x00B", "tab\x9b"]
)
def test_names_that_could_do_harm_are_refused(campaign: Campaign, name: str) -> None:
    head = campaign.state.head
    with pytest.raises(Refused):
        campaign.execute(cmd.AddCharacter(name=name))
    assert campaign.log.head().position == head


@pytest.mark.parametrize("name", ["[red]Bob[/]", "エルザ", "O'Brien; DROP TABLE events", "=SUM(A1)", "ﾐﾗ"])
def test_odd_names_are_just_names(play: Play, campaign: Campaign, name: str) -> None:
    add(campaign, name, "st=11")
    assert one(play(f'"{name}" st =3,3,3'), RollMade).base == 11


def test_a_base_that_the_gm_typed_is_kept_by_retries_and_refused_where_the_sheet_knows_better(
    play: Play, campaign: Campaign
) -> None:
    failed = play("mira acrobatics=14 =6,6,4")
    assert one(failed, RollMade).given
    assert one(play("retry =3,3,3"), RollMade).base == 14, "not the default DX-6"
    for line in ("mira st=20", "mira lockpicking=20"):
        with pytest.raises(Refused) as refusal:
            play(line)
        assert refusal.value.code == "known_skill"


def test_a_key_said_twice_and_a_level_below_zero_are_refused(campaign: Campaign) -> None:
    for values in ("stealth=12 Stealth=14", "st=12 ST=13", "fearlessness=1 Fearlessness=2", "name=5", "fearlessness=-2"):
        with pytest.raises(Refused):
            add(campaign, "Ash", values)
    with pytest.raises(Refused, match="whole number"):
        add(campaign, "Ash", "stealth=12.9")


def test_pools_follow_attributes_that_are_set_unless_they_were_stated(campaign: Campaign) -> None:
    add(campaign, "Ash", "st=11 fp=14")
    campaign.execute(cmd.SetValue(who="ash", key="st", value="20"))
    campaign.execute(cmd.SetValue(who="ash", key="ht", value="15"))
    assert {name: pool.maximum for name, pool in campaign.view("ash").pools.items()} == {"HP": 20, "FP": 14}


def test_a_load_lowers_dodge_which_is_an_active_defense(play: Play, campaign: Campaign) -> None:
    add(campaign, "Ash", "dx=12 ht=12 load=4")
    dodge = one(play("ash dodge =3,3,3"), RollMade)
    assert (dodge.kind, dodge.base, dodge.target) == ("active_defense", 9, 5)


def test_one_file_can_serve_several_characters(campaign: Campaign) -> None:
    sheet, source = (
        Sheet(attributes={"st": 12}, pools={"HP": 12}),
        SheetSource(format="test", filename="orc", sha256="6" * 64),
    )
    for name in ("Orc one", "Orc two"):
        campaign.execute(cmd.ImportCharacter(name=name, player="", sheet=sheet, source=source, current={}))
    assert [character.id for character in campaign.state.roster()][-2:] == ["orc-one", "orc-two"]


def test_two_rows_of_one_skill_both_stay_on_the_sheet(campaign: Campaign, play: Play) -> None:
    sheet = Sheet(skills=(Skill("Guns", 13), Skill("Guns", 11)))
    campaign.execute(
        cmd.ImportCharacter(name="Ada", player="", sheet=sheet, source=SheetSource("GCS", "ada.gcs", "0" * 64), current={})
    )
    play("set ada guns=14")
    assert [(skill.name, skill.level) for skill in campaign.view("ada").skills] == [("Guns", 14), ("Guns", 11)]

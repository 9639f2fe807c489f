"""Attacks and defenses: extra effort in combat, critical hits and misses, the GM's own tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, pools, types
from tests.readmodels import rows
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import (
    GM_ONLY,
    EffectNamed,
    PoolChanged,
    ProcedureEnded,
    PromptOpened,
    RollMade,
    Sheet,
    SheetSource,
    Skill,
    TableConsulted,
    TableLoaded,
    TableRow,
)
from tracker.rulesets.gurps4e import modifiers
from tracker.service import Campaign

EVERY_TOTAL = (TableRow(3, 9, "a scratch"), TableRow(10, 18, "a deep wound"))


def test_an_attack_is_a_roll_of_its_own_kind(play: Play) -> None:
    struck = play("attack vora broadsword -2 head =3,4,5")
    assert types(struck) == ["RollMade"]
    roll = one(struck, RollMade)
    assert (roll.kind, roll.base, roll.target, roll.margin) == ("attack", 15, 13, 1)


@pytest.mark.parametrize(
    ("line", "target", "spent"),
    [
        ("attack vora broadsword mighty blows =3,4,5", 15, [1]),
        ("attack vora broadsword rapid strike =3,4,5", 9, []),
        ("attack vora broadsword rapid strike flurry =3,4,5", 12, [1]),
        ("attack vora broadsword rapid strike flurry of blows =3,4,5", 12, [1]),
        ("attack vora broadsword -2 dark flurry of blows =3,4,5", 16, [1]),
        ("attack vora broadsword rapid strike flurry mighty =3,4,5", 12, [1, 1]),
        ("attack vora broadsword -2 head mighty blows =3,4,5", 13, [1]),  # a label doesn't swallow what costs
        ("defend vora dodge feverish =3,4,5", 11, [1]),  # Basic Speed 6, Dodge 9
        ("vora dodge feverish =3,4,5", 11, [1]),
        ("defend vora parry=10 feverish -1 behind =3,4,5", 11, [1]),
        ("vora dodge +2 feverish =3,4,5", 11, [1]),  # the GM's own points cost as much
        ("vora broadsword -2 feverish hands =3,4,5", 13, []),  # Feverish Defense is for defenses
    ],
)
def test_extra_effort_in_combat_costs_its_fatigue(
    play: Play, campaign: Campaign, line: str, target: int, spent: list[int]
) -> None:
    outcome = play(line)
    assert one(outcome, RollMade).target == target
    lost = every(outcome, PoolChanged)
    assert [(each.pool, -each.change, each.reason) for each in lost] == [("FP", points, "extra_effort") for points in spent]
    assert pools(campaign, "vora")["FP"] == 12 - sum(spent)
    roll = next(each for each in outcome.events if isinstance(each.event, RollMade))
    assert all(each.envelope.cause == roll.position for each in outcome.events if isinstance(each.event, PoolChanged))
    play("undo")
    assert pools(campaign, "vora")["FP"] == 12


@pytest.mark.parametrize("line", ["defend vora dodge feverish feverish", "vora broadsword dark, haste 10%, dark"])
def test_what_the_rules_give_counts_once(play: Play, line: str) -> None:
    with pytest.raises(Refused, match="counts for this roll already"):
        play(f"{line} =3,4,5")


def test_the_price_is_seen_before_and_paid_again_by_the_same_attack(play: Play, campaign: Campaign) -> None:
    attack = cmd.Roll(
        who="vora",
        what="broadsword",
        kind="attack",
        modifiers=tuple(cmd.GivenModifier(None, name) for name in ("rapid strike", "flurry", "mighty blows")),
    )
    assert campaign.preview(attack).rolls[0].costs == {"FP": 2}
    play("fp vora -12")
    assert campaign.preview(attack).rolls[0].costs == {"FP": 2, "HP": 2}, "below FP 0 every point takes one of HP"
    play("fp vora +12")
    play("attack vora broadsword mighty blows =3,4,5")
    assert [each.note for each in every(play("again vora =3,4,5"), PoolChanged)] == [
        "Mighty Blows: 2 damage more, or 1 a die"
    ]


def test_a_corrected_attack_pays_what_is_recorded_whatever_the_rules_call_it_now(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll = next(one for one in play("attack vora broadsword mighty blows =3,4,5").events if isinstance(one.event, RollMade))
    monkeypatch.setattr(modifiers, "_ATTACKS", {})
    outcome = play(f"correct {roll.position} =4,4,4")
    paid = [(each.pool, each.change, each.note) for each in every(outcome, PoolChanged)]
    assert paid == [("FP", -1, "Mighty Blows: 2 damage more, or 1 a die")]


def test_who_has_no_fatigue_can_not_pay_and_nobody_keeps_that_of_a_made_up_foe(play: Play, campaign: Campaign) -> None:
    sheet = Sheet(attributes={"st": 15, "dx": 10}, pools={"HP": 15}, skills=(Skill("Broadsword", 12),), exact=True)
    source = SheetSource(format="gcs", filename="golem.gcs", sha256="0" * 64)
    campaign.execute(cmd.ImportCharacter(name="Golem", player="", sheet=sheet, source=source, current={"HP": 15}))
    with pytest.raises(Refused) as refusal:
        play("attack golem broadsword mighty blows =3,4,5")
    assert refusal.value.code == "no_pool"
    assert types(play("attack @orc axe=12 mighty blows =3,4,5")) == ["RollMade"]


def test_an_attack_is_no_task(play: Play, campaign: Campaign) -> None:
    with pytest.raises(Refused):
        play("attack vora broadsword at orc =3,4,5")
    with pytest.raises(Refused) as refusal:
        campaign.execute(cmd.Roll(who="vora", what="broadsword", kind="attack", at="orc"))
    assert refusal.value.code == "no_task"
    missed = play("attack vora broadsword =6,5,5").events[0].position
    with pytest.raises(Refused) as refusal:
        play(f"retry {missed}")
    assert refusal.value.code == "not_retried"


@pytest.mark.parametrize(
    ("dice", "table", "total", "row", "says"),
    [
        ("1,1,1", "critical_hit", "3,4,4", "9-11", "The most damage that the attack can do."),
        ("6,6,6", "critical_miss", "2,2,3", "7", "The weapon is dropped."),
    ],
)
def test_the_chosen_table_says_what_a_critical_does(
    play: Play, dice: str, table: str, total: str, row: str, says: str
) -> None:
    play("option criticals gurps3e")
    outcome = play(f"attack vora broadsword ={dice} =critical:{total}")
    assert types(outcome) == ["RollMade", "TableConsulted"]
    read = one(outcome, TableConsulted)
    assert (read.table, read.text) == (table, says)
    assert read.total == sum(map(int, total.split(",")))
    low, _, high = read.row.partition("-")
    assert int(low) <= read.total <= int(high or low)
    assert outcome.events[1].envelope.cause == outcome.events[0].position


def test_without_a_table_the_game_master_says_what_happens(play: Play, campaign: Campaign) -> None:
    outcome = play("attack vora broadsword =1,1,1 =vora-critical:4,4,4")
    assert types(outcome) == ["RollMade", "TableConsulted", "ProcedureStarted", "PromptOpened"]
    read = one(outcome, TableConsulted)
    assert (read.table, read.total, read.row, read.text) == ("critical_hit", 12, "12", "")
    (prompt,) = outcome.pending
    assert one(outcome, PromptOpened).text == "Vora: critical hit, 12 on your table: what happens?"
    named = play(f'effect {prompt} the hilt cracks, -1 to "hit" st+2')
    effect = one(named, EffectNamed)
    assert (effect.text, effect.table) == ('the hilt cracks, -1 to "hit" st+2', outcome.events[1].position)
    assert types(named)[-1] == "ProcedureEnded"
    assert campaign.state.open_prompts() == {}
    play("undo")
    assert list(campaign.state.open_prompts()) == [prompt], "it waits again"
    play(f"void {outcome.events[0].position}")
    assert campaign.state.open_prompts() == {}, "the attack was taken back: nothing waits"


def test_only_what_waits_for_an_effect_takes_one(play: Play) -> None:
    play("option dice hand")
    (prompt,) = play("mira dx").pending
    for line, code in ((f"effect {prompt} x", "wrong_answer"), ("effect 999 x", "not_found"), ("effect nothing", "syntax")):
        with pytest.raises(Refused) as refusal:
            play(line)
        assert refusal.value.code == code
    play(f"answer {prompt} =3,3,3")
    (prompt,) = play("attack vora broadsword =1,1,1 =critical:4,4,4").pending
    for line, code in (
        (f"effect {prompt}", "empty"),
        (f"answer {prompt} =3,3,3", "wrong_answer"),
        (f"trait {prompt} X", "wrong_answer"),
    ):
        with pytest.raises(Refused) as refusal:
            play(line)
        assert refusal.value.code == code


def test_by_hand_every_throw_waits_and_is_kept_at_once(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    (attack,) = play("attack vora broadsword mighty blows").pending
    assert pools(campaign, "vora")["FP"] == 12, "nothing is paid before the dice fall"
    rolled = play(f"answer {attack} =6,6,6")
    assert types(rolled) == ["PromptAnswered", "RollMade", "PoolChanged", "PromptOpened"]
    (table,) = rolled.pending
    assert rolled.pending[table].text == "Vora: critical miss, dice for the table"
    read = play(f"answer {table} =3,3,4")
    assert types(read) == ["PromptAnswered", "TableConsulted", "PromptOpened"]
    (effect,) = read.pending
    assert one(play(f"effect {effect} it slips"), ProcedureEnded).outcome == "done"
    before = rows(campaign)
    play(f"void {attack} dependants keep")
    assert pools(campaign, "vora")["FP"] == 12 - 1, "the price belongs to the answer, an action of its own"
    play(f"void {campaign.state.head}")
    assert {name: len(found) for name, found in rows(campaign).items() if name not in ("lines", "voids")} == {
        name: len(found) for name, found in before.items() if name not in ("lines", "voids")
    }


def test_a_hidden_attack_hides_all_that_follows(play: Play) -> None:
    outcome = play("secret attack @orc axe=12 =1,1,1 =critical:4,4,4")
    (prompt,) = outcome.pending
    named = play(f"effect {prompt} a sinew tears")
    assert {each.envelope.visibility for each in (*outcome.events, *named.events)} == {GM_ONLY}


def test_dice_for_a_critical_that_did_not_come_are_spare(play: Play) -> None:
    assert types(play("attack vora broadsword =3,4,5 =critical:4,4,4")) == ["RollMade"]
    for line in ("mira dx =3,4,5 =critical:4,4,4", "attack vora broadsword =3,4,5 =mira-critical:4,4,4"):
        with pytest.raises(Refused) as refusal:
            play(line)
        assert refusal.value.code == "bad_dice"


def test_a_table_of_the_game_masters_own(play: Play, campaign: Campaign) -> None:
    load = cmd.LoadTable(name="Straße der Häuser", title="House", hit=EVERY_TOTAL)
    loaded = campaign.execute(load)
    assert one(loaded, TableLoaded).name == "strasse_der_häuser"
    with pytest.raises(Refused) as refusal:
        campaign.execute(load)
    assert refusal.value.code == "nothing"
    play("option criticals Strasse der Häuser")
    hit = one(play("attack vora broadsword =1,1,1 =critical:4,4,4"), TableConsulted)
    assert (hit.row, hit.text) == ("10-18", "a deep wound")
    missed = play("attack vora broadsword =6,6,6 =critical:4,4,4")
    assert one(missed, TableConsulted).text == "", "it has no rows for misses"
    assert len(missed.pending) == 1
    play(f"void {loaded.events[0].position}")
    assert one(play("attack vora broadsword =1,1,1 =critical:4,4,4"), TableConsulted).text == "", "the table is gone"


def test_a_newer_table_takes_the_place_of_one_with_its_name(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.LoadTable(name="house", title="House", hit=EVERY_TOTAL))
    play("option criticals house")
    newer = campaign.execute(cmd.LoadTable(name="House", title="House", hit=(TableRow(3, 18, "a limb is lost"),)))
    assert one(play("attack vora broadsword =1,1,1 =critical:4,4,4"), TableConsulted).text == "a limb is lost"
    play(f"void {newer.events[0].position}")
    assert one(play("attack vora broadsword =1,1,1 =critical:4,4,4"), TableConsulted).text == "a deep wound"


@pytest.mark.parametrize("name", ["none", "gurps3e", "GURPS3E", "  "])
def test_a_table_can_not_take_every_name(campaign: Campaign, name: str) -> None:
    with pytest.raises(Refused):
        campaign.execute(cmd.LoadTable(name=name, title="x", hit=EVERY_TOTAL))


def test_a_system_without_criticals_in_combat_has_no_tables(tmp_path: Path) -> None:
    from tracker.store import open_store

    with open_store(str(tmp_path / "other")) as store:
        campaign = Campaign.create(store, "Other", "brp")
        with pytest.raises(Refused) as refusal:
            campaign.execute(cmd.LoadTable(name="house", title="x", hit=EVERY_TOTAL))
        assert refusal.value.code == "no_rule"
        attack = cmd.Roll(who="@cultist", what="dagger", base=50, kind="attack")
        assert types(campaign.execute(attack, dice=["1"])) == ["RollMade"]

"""Character points that buy a better outcome."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import every, one, types
from tests.readmodels import rows
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import GM_ONLY, OutcomeRuled, PointsChanged, PromptAnswered, RollMade, TableConsulted, TaskEnded
from tracker.service import Campaign


@pytest.fixture
def heroic(play: Play) -> Play:
    """In a heroic campaign, where Mira has earned five points to spend."""
    play("option genre heroic")
    play("award mira 200")  # her sheet has 150, none of them spent
    play("spend mira 350 everything")
    play("award mira 5")
    return play


def unspent(campaign: Campaign, who: str = "mira") -> float:
    return campaign.view(who).points_unspent


@pytest.mark.parametrize(
    ("dice", "before", "after", "price"),
    [
        ("6,6,6", "critical_failure", "failure", 2),
        ("6,6,4", "failure", "success", 1),
        ("3,3,3", "success", "critical_success", 2),
    ],
)
def test_one_step_up_has_its_price(heroic: Play, campaign: Campaign, dice: str, before: str, after: str, price: int) -> None:
    roll = heroic(f"mira lockpicking ={dice}").events[0].position
    had = unspent(campaign)
    bought = heroic("buy")
    ruled = one(bought, OutcomeRuled)
    assert (ruled.roll, ruled.before, ruled.degree, ruled.by) == (roll, before, after, "points")
    paid = one(bought, PointsChanged)
    assert (paid.total, paid.spent, paid.reason) == (0, price, "success")
    assert [each.envelope.cause for each in bought.events] == [roll, bought.events[0].position]
    assert unspent(campaign) == had - price
    heroic("undo")
    assert unspent(campaign) == had
    assert campaign.state.rulings == {}


def test_step_after_step_goes_from_what_was_bought_before(heroic: Play, campaign: Campaign) -> None:
    roll = heroic("mira lockpicking =6,6,6").events[0].position
    had = unspent(campaign)
    for _ in range(3):
        heroic(f"buy {roll}")
    assert unspent(campaign) == had - 5
    assert campaign.state.rulings[roll].get(None).degree == "critical_success"
    with pytest.raises(Refused) as refusal:
        heroic(f"buy {roll}")
    assert refusal.value.code == "not_for_sale"


@pytest.mark.parametrize("wanted", ["critical success", "failure", "critical failure", "glory", "suc"])
def test_any_other_step_is_not_for_sale(heroic: Play, wanted: str) -> None:
    roll = heroic("mira lockpicking =6,6,4").events[0].position
    with pytest.raises(Refused) as refusal:
        heroic(f"buy {roll} {wanted}")
    assert refusal.value.code == "not_for_sale"


@pytest.mark.parametrize(
    ("genre", "code"), [(None, "undecided"), ("horror", "forbidden"), ("mystery", "forbidden"), ("cinematic", "")]
)
def test_the_genre_decides(play: Play, genre: str | None, code: str) -> None:
    if genre:
        play(f"option genre {genre}")
    play("mira lockpicking =6,6,4")
    if not code:
        assert types(play("buy")) == ["OutcomeRuled", "PointsChanged"]
        return
    with pytest.raises(Refused) as refusal:
        play("buy")
    assert refusal.value.code == code


def test_what_can_not_be_bought(heroic: Play, campaign: Campaign) -> None:
    heroic("spend mira 4 Stealth")
    dear = heroic("mira lockpicking =6,6,6").events[0].position  # one point is left
    voided = heroic("mira lockpicking =6,6,4").events[0].position
    heroic(f"void {voided}")
    guard = heroic("@guard per=12 =6,6,4").events[0].position
    head = campaign.state.head
    for line, code in (
        (f"buy {dear}", "too_few_points"),
        (f"buy {voided}", "voided"),
        (f"buy {guard}", "no_points"),
        ("buy 1", "not_a_roll"),
        ("buy 9999", "not_found"),
        ("buy nobody", "syntax"),
    ):
        with pytest.raises(Refused) as refusal:
            heroic(line)
        assert refusal.value.code == code, line
    assert campaign.state.head == head
    heroic("session end")
    heroic("session start Two")
    with pytest.raises(Refused) as refusal:
        heroic(f"buy {dear}")
    assert refusal.value.code == "not_recent"


def test_a_bought_success_ends_the_task_until_it_is_taken_back(heroic: Play, campaign: Campaign) -> None:
    heroic("mira lockpicking at door =6,6,4")
    second = heroic("mira lockpicking at door =6,6,4")
    roll = next(each.position for each in second.events if isinstance(each.event, RollMade))
    bought = heroic("buy")
    assert one(bought, TaskEnded).how == "success"
    assert campaign.state.open_tasks() == {}
    with pytest.raises(Refused):
        heroic(f"retry {roll}")
    heroic("undo")
    assert len(campaign.state.open_tasks()) == 1
    assert one(heroic("retry =3,3,3"), RollMade).attempt == 3


def test_a_bought_plain_roll_is_nothing_to_retry(heroic: Play) -> None:
    older = heroic("mira dx =6,6,4").events[0].position
    newer = heroic("mira lockpicking =6,6,4").events[0].position
    heroic("buy")
    with pytest.raises(Refused) as refusal:
        heroic(f"retry {newer}")
    assert refusal.value.code == "not_failed"
    retried = heroic("retry =3,3,3")
    assert retried.events[0].envelope.cause == older


def test_dice_that_wait_for_what_is_bought_wait_no_longer(heroic: Play, campaign: Campaign) -> None:
    heroic("option dice hand")
    heroic("mira lockpicking at door =6,6,4")
    assert len(heroic("retry").pending) == 1
    bought = heroic("buy")
    assert len(every(bought, PromptAnswered)) == 1
    assert bought.pending == {}
    assert len(heroic("undo").pending) == 1
    heroic("void " + str(max(campaign.state.open_prompts())))
    fright = heroic("fright mira ghoul -6 =5,5,5")
    assert [prompt.text for prompt in fright.pending.values()] == ["Mira: Fright Check Table, failed by 9"]
    assert heroic("buy").pending == {}, "who isn't frightened throws for no table"


def test_a_bought_critical_hit_goes_to_the_table(heroic: Play) -> None:
    heroic("option criticals gurps3e")
    hit = heroic("attack mira dx =3,4,5").events[0].position
    bought = heroic(f"buy {hit}")
    assert types(bought) == ["OutcomeRuled", "TableConsulted", "PointsChanged"]
    assert one(bought, TableConsulted).table == "critical_hit"


def test_a_bought_fumble_needs_no_effect(heroic: Play) -> None:
    fumbled = heroic("attack mira dx =6,6,6 =critical:4,4,4")
    assert len(fumbled.pending) == 1
    assert heroic("buy").pending == {}


def test_a_hidden_roll_is_bought_in_hiding(heroic: Play) -> None:
    heroic("secret mira lockpicking =6,6,4")
    assert {each.envelope.visibility for each in heroic("buy").events} == {GM_ONLY}


def test_voids_and_rebuilds_agree(heroic: Play, campaign: Campaign) -> None:
    from tracker.service import rebuild

    heroic("mira lockpicking at door =6,6,4")
    before = campaign.view("mira")
    heroic("buy")
    heroic("undo")
    assert campaign.view("mira") == before
    kept = rows(campaign)
    rebuild(campaign.log)
    assert rows(campaign) == kept


def test_a_system_without_bought_outcomes_refuses(campaign: Campaign) -> None:
    from tracker.store import open_store

    assert campaign.log.path is not None
    with open_store(str(campaign.log.path.parent / "other")) as store:
        other = Campaign.create(store, "Other", "brp")
        roll = other.execute(cmd.Roll(who="@guard", what="spot", base=50), dice=["99"]).events[0].position
        with pytest.raises(Refused) as refusal:
            other.execute(cmd.BuySuccess(roll=roll))
        assert refusal.value.code == "no_rule"

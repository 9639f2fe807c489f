"""Contests: roll by roll, both sides, whoever throws the dice and whenever."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.conftest import Play
from tests.campaign.systems import table
from tests.campaign.told import every, one, pools, types
from tracker.campaign import commands as cmd
from tracker.campaign.contests import MOST_ROUNDS
from tracker.errors import Refused
from tracker.events import ContestDecided, PromptOpened, RollMade
from tracker.quickline import Context, parse
from tracker.reports.targets import Targets
from tracker.rulesets import available, get
from tracker.rulesets.base import CONTESTS
from tracker.service import Campaign, Outcome


def waits(outcome: Outcome) -> list[int]:
    return sorted(outcome.pending)


def refusal(play: Play, line: str) -> str:
    with pytest.raises(Refused) as refused:
        play(line)
    return refused.value.code


def test_a_quick_contest_compares_both_margins(play: Play) -> None:
    done = play("contest mira climbing -2 wall vs @guard st=12 +1 brace =3,4,5 =2,2,3")
    assert types(done) == ["ProcedureStarted", "RollMade", "RollMade", "ContestDecided", "ProcedureEnded"]
    mira, guard = every(done, RollMade)
    assert (mira.kind, mira.what, mira.target, mira.margin) == ("contest", "Climbing", 12, 0)
    assert (guard.kind, guard.base, guard.target, guard.margin) == ("contest", 12, 13, 6)
    assert one(done, ContestDecided) == ContestDecided(
        kind="quick",
        sides=("mira", "@guard"),
        rolls=(done.events[1].position, done.events[2].position),
        winner="@guard",
        margin=6,
    )
    assert [event.envelope.cause for event in done.events[1:4]] == [event.position for event in done.events[:3]]


@pytest.mark.parametrize(
    ("line", "winner", "margin"),
    [
        ("contest mira st vs vora st =3,3,3 =6,6,4", "mira", 1 + 3),  # one succeeds: both margins
        ("contest mira st vs vora st =5,5,2 =6,6,5", "mira", 4 - 2),  # both fail: the smaller failure
        ("contest mira st vs vora st =2,3,4 =4,4,4", None, 0),  # by 1 and by 1
        ("contest quick mira st vs vora st =1,1,1 =6,5,1", "mira", 6),  # a critical counts as its margin
    ],
)
def test_who_wins_and_by_how_much(play: Play, line: str, winner: str | None, margin: int) -> None:
    decided = one(play(line), ContestDecided)
    assert (decided.winner, decided.margin) == (winner, margin)


def test_labelled_dice_go_to_their_side_in_any_order(play: Play) -> None:
    mira, guard = every(play("contest mira st vs @guard st=12 =guard:2,2,3 =mira:3,4,5"), RollMade)
    assert (mira.dice, guard.dice) == ((3, 4, 5), (2, 2, 3))


def test_load_low_pools_and_what_stays_count_as_in_any_roll(play: Play, campaign: Campaign) -> None:
    campaign.execute(cmd.SetValue(who="vora", key="load", value="2"))
    play("modifier vora add -3 charm on climbing")
    play("fp vora -9")
    play("set vora climbing=15")
    mira, vora = every(play("contest mira climbing vs vora climbing"), RollMade)
    assert [(each.label, each.value) for each in vora.modifiers] == [("charm", -3)]
    assert mira.modifiers == ()
    (st, _) = every(play("contest vora st vs mira st"), RollMade)
    assert (st.base, st.target) == (13, 7), "halved, rounded up"


def test_named_modifiers_are_found_for_each_sides_own_ability(play: Play) -> None:
    mira, guard = every(play("contest mira climbing wall vs @guard climbing=14 in the dark +1 rope"), RollMade)
    assert [(each.source, each.value) for each in mira.modifiers] == [("surface", -3)]
    assert [(each.label, each.value) for each in guard.modifiers] == [("darkness", -9), ("rope", 1)]


def test_a_named_modifier_never_swallows_the_vs(play: Play) -> None:
    assert len(every(play("contest mira st hard vs vora st very hard"), RollMade)) == 2


# -- resistance -------------------------------------------------------------------------------------------------------


def test_an_attacker_who_fails_is_resisted_without_a_roll(play: Play) -> None:
    done = play("contest resist @wizard sleep=14 vs mira will =6,6,5")
    assert [roll.what for roll in every(done, RollMade)] == ["sleep"]
    decided = one(done, ContestDecided)
    assert (decided.winner, decided.margin, len(decided.rolls)) == ("mira", None, 1)


def test_dice_of_a_subject_that_needs_none_may_be_given_and_no_others(play: Play) -> None:
    assert len(play("contest resist @wizard sleep=14 vs mira will =wizard:6,6,5 =mira:3,3,3").events) == 4
    assert len(play("contest resist @wizard sleep=14 vs mira will =6,6,5 =3,3,3").events) == 4
    assert refusal(play, "contest resist @wizard sleep=14 vs mira will =6,6,5 =vora:3,3,3") == "bad_dice"
    assert refusal(play, "contest mira st vs vora st =6,6,5 =3,3,3 =3,3,3") == "bad_dice"


def test_a_tie_is_the_subjects(play: Play) -> None:
    decided = one(play("contest resist @wizard sleep=14 vs mira will =4,4,4 =3,4,3"), ContestDecided)
    assert (decided.winner, decided.margin) == ("mira", 0)


def test_will_is_what_resists_unless_something_else_is_named(play: Play) -> None:
    attack, will = every(play("contest resist @wizard sleep=18 vs mira +2 charm =3,3,3 =4,4,4"), RollMade)
    assert (attack.kind, will.kind, will.what, will.target) == ("contest", "resistance", "Will", 14)
    assert every(play("contest resist @wizard poison=18 vs mira ht =3,3,3 =4,4,4"), RollMade)[1].what == "HT"


def test_the_rule_of_16_caps_supernatural_attacks_and_says_so(play: Play) -> None:
    attack, will = every(play("contest resist @wizard sleep=19 -1 far vs mira will supernatural =5,5,6 =4,4,4"), RollMade)
    assert (attack.base, attack.target, attack.margin, attack.computed) == (19, 16, 0, None)
    assert attack.caps == ("Rule of 16: 16 at most",)
    assert (will.target, will.caps) == (12, ())
    attack, _ = every(play("contest resist @wizard sleep=19 vs @saint will=17 supernatural =5,5,6 =4,4,4"), RollMade)
    assert (attack.target, attack.caps) == (17, ("Rule of 16: 17 at most",))
    assert every(play("contest resist @wizard sleep=19 vs mira =5,5,6 =4,4,4"), RollMade)[0].target == 19


def test_nobody_chooses_to_roll_below_three_but_a_subject_has_to(play: Play, campaign: Campaign) -> None:
    head = campaign.state.head
    assert refusal(play, "contest mira st -8 vs vora st") == "not_attemptable"
    assert refusal(play, "contest mira st vs vora st -11") == "not_attemptable"
    assert refusal(play, "contest resist @wizard sleep=2 vs mira") == "not_attemptable"
    assert campaign.state.head == head
    _, will = every(play("contest resist @wizard sleep=15 vs mira will -11 =3,4,3 =4,4,4"), RollMade)
    assert (will.target, will.success) == (1, False)


# -- round by round ---------------------------------------------------------------------------------------------------


def test_a_regular_contest_lasts_until_just_one_succeeds(play: Play) -> None:
    dice = "=mira:3,3,3 =vora:4,4,4 =mira:6,6,1 =vora:6,6,2 =mira:3,3,3 =vora:6,6,2"
    done = play(f"contest regular mira st vs vora st {dice}")
    decided = one(done, ContestDecided)
    assert (decided.winner, decided.margin, decided.rounds) == ("mira", None, 3)
    assert decided.rolls == tuple(event.position for event in done.events if isinstance(event.event, RollMade))
    assert len(decided.rolls) == 6


def test_extreme_scores_are_levelled_for_the_contest(play: Play) -> None:
    a, b = every(play("contest regular @ogre st=20 vs @troll st=18 -2 tired =3,3,3 =6,6,4"), RollMade)
    assert (a.base, a.target, b.base, b.target) == (20, 14, 18, 10)
    assert a.caps == b.caps == ("Extreme scores: both lowered by 6 for this contest",)
    assert (a.computed, b.computed) == (None, None)
    a, b = every(play("contest regular @rat st=2 vs @mouse st=1 =3,3,3 =6,6,4"), RollMade)
    assert (a.target, b.target) == (11, 10), "raised first: two rats may well wrestle"


def test_a_contest_pauses_after_so_many_rounds_and_goes_on_when_called_for(play: Play) -> None:
    even = "=3,3,3 =3,3,3 "
    first = play(f"contest regular mira st vs vora st rounds 2 {even * 2}")
    assert (len(every(first, RollMade)), types(first)[-1]) == (4, "PromptOpened")
    (asked,) = waits(first)
    second = play(f"answer {asked} {even * 2}")
    assert types(second) == ["PromptAnswered", "RollMade", "RollMade", "RollMade", "RollMade", "PromptOpened"]
    (asked,) = waits(second)
    last = play(f"answer {asked} =3,3,3 =6,6,4")
    decided = one(last, ContestDecided)
    assert (decided.winner, decided.rounds, len(decided.rolls)) == ("mira", 5, 10)
    assert types(last)[-1] == "ProcedureEnded"
    assert waits(last) == []


def test_the_next_rounds_dice_may_be_given_at_once(play: Play) -> None:
    done = play("contest regular mira st vs vora st rounds 1 =mira:3,3,3 =vora:3,3,3 =mira:3,3,3 =vora:6,6,4")
    assert one(done, ContestDecided).rounds == 2


def test_an_endless_contest_pauses_by_itself(play: Play, campaign: Campaign) -> None:
    even = " ".join(["=mira:3,3,3 =vora:3,3,3"] * MOST_ROUNDS)
    done = play(f"contest regular mira st vs vora st {even}")
    assert (len(every(done, RollMade)), len(waits(done))) == (2 * MOST_ROUNDS, 1)
    again = play(f"answer {waits(done)[0]} {even}")
    assert (len(every(again, RollMade)), len(waits(again))) == (2 * MOST_ROUNDS, 1)


def test_rounds_and_kinds_are_checked(play: Play) -> None:
    for line, code in (
        ("contest mira st vs vora st rounds 3", "bad_value"),
        ("contest resist mira st vs vora st rounds 3", "bad_value"),
        ("contest regular mira st vs vora st rounds 0", "bad_number"),
        ("contest regular mira st vs vora st rounds 1000", "bad_number"),
        ("contest regular mira st vs vora st rounds many", "syntax"),
        ("contest mira st vs vora st supernatural", "bad_value"),
        ("contest mira st vs mira will", "same"),
        ("contest @guard st=12 vs @Guard st=12", "same"),
        ("contest mira st vs @guard st", "missing"),
        ("contest mira st vs @guard", "syntax"),
        ("contest mira st", "syntax"),
        ("contest mira vs vora st", "syntax"),
        ("contest mira st vs", "syntax"),
        ("contest mira st vs bob st", "syntax"),
        ("contest mira st vs vora juggling", "not_found"),
        ("contest mira st vs vora st because", "syntax"),
        ("contest", "syntax"),
    ):
        assert refusal(play, line) == code, line


def test_the_kind_may_come_from_a_form(play: Play, campaign: Campaign) -> None:
    sides = {"a": cmd.Side(who="mira", what="st"), "b": cmd.Side(who="vora", what="st")}
    with pytest.raises(Refused, match="quick, resist, regular"):
        campaign.execute(cmd.Contest(kind="duel", **sides))
    assert one(campaign.execute(cmd.Contest(**sides)), ContestDecided).kind == "quick"


@pytest.mark.parametrize("active", ["ann", None])
@pytest.mark.parametrize("line", ["contest quick ann dodge vs bob dodge", "contest quick @rat dodge=20 vs bob dodge"])
def test_a_kind_of_another_system_is_no_ability(tmp_path: Path, line: str, active: str | None) -> None:
    with table(tmp_path / "store", "brp", {"Ann": "dodge=40", "Bob": "dodge=30"}) as other:
        context = Context(other.campaign.state, other.campaign.ruleset, Targets(other.campaign.log), "GM", active)
        with pytest.raises(Refused, match="A contest is opposed; “quick” is none") as refused:
            parse(line, context)
    assert refused.value.code == "bad_kind"


def test_a_skill_may_begin_with_the_name_of_such_a_kind(tmp_path: Path) -> None:
    with table(tmp_path / "store", "brp", {"Ann": "quick_draw=40", "Bob": "dodge=30"}) as other:
        context = Context(other.campaign.state, other.campaign.ruleset, Targets(other.campaign.log), "GM", "ann")
        assert parse("contest quick draw vs bob dodge", context).command == cmd.Contest(
            a=cmd.Side(who="Ann", what="quick draw"), b=cmd.Side(who="Bob", what="dodge")
        )


def test_every_kind_of_contest_is_known_to_all_systems() -> None:
    """A word that is a kind in one system is recognised as such in the others."""
    kinds = {kind for ruleset in map(get, available()) if ruleset.contests for kind in ruleset.contests.kinds}
    assert kinds == set(CONTESTS)


def test_a_preview_shows_both_sides(campaign: Campaign) -> None:
    a, b = cmd.Side(who="mira", what="climbing"), cmd.Side(who="@guard", what="st", base=12)
    rolls = campaign.preview(cmd.Contest(a=a, b=b)).rolls
    assert [(roll.name, roll.what, roll.target) for roll in rolls] == [("Mira", "Climbing", 14), ("guard", "st", 12)]


def test_a_system_without_contests_says_so(campaign: Campaign, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(campaign.ruleset), "contests", None)
    assert refusal(play, "contest mira st vs vora st") == "no_rule"


# -- dice by hand, secrets, and taking back -----------------------------------------------------------------------------


def test_dice_by_hand_are_asked_for_one_after_the_other(play: Play) -> None:
    play("option dice hand")
    first = play("contest mira st vs @guard st=12")
    assert one(first, PromptOpened).text == "Mira: ST against guard, target 10"
    second = play(f"answer {waits(first)[0]} =3,3,3")
    assert types(second) == ["PromptAnswered", "RollMade", "PromptOpened"]
    assert one(second, PromptOpened).text == "guard: st against Mira, target 12"
    third = play(f"answer {waits(second)[0]} =6,6,4")
    assert types(third) == ["PromptAnswered", "RollMade", "ContestDecided", "ProcedureEnded"]
    assert (one(third, ContestDecided).winner, one(third, ContestDecided).margin) == ("mira", 5)


def test_every_round_by_hand_is_durable_and_each_step_can_be_taken_back(play: Play, campaign: Campaign) -> None:
    play("option dice hand")
    states = [campaign.state]
    done = play("contest regular mira st vs vora st rounds 1")
    for dice in ("=3,3,3", "=3,3,3", "=3,3,3", "=6,6,4"):
        states.append(campaign.state)
        done = play(f"answer {waits(done)[0]} {dice}")
    assert (one(done, ContestDecided).rounds, waits(done)) == (2, [])
    for state in reversed(states):
        play("undo")
        assert campaign.state.open_prompts() == state.open_prompts()
        assert campaign.state.characters == state.characters
    assert campaign.state.procedures == states[0].procedures


def test_another_die_after_a_step_was_taken_back_goes_on_from_there(play: Play) -> None:
    play("option dice hand")
    asked = waits(play("contest mira st vs vora st"))[0]
    play(f"answer {asked} =3,3,3")
    play("undo the die fell off the table")
    (second,) = waits(play(f"answer {asked} =5,5,5"))
    assert one(play(f"answer {second} =3,3,3"), ContestDecided).winner == "vora"


def test_a_secret_contest_is_secret_to_its_end(play: Play) -> None:
    play("option dice hand")
    done = play("secret contest mira st vs @guard st=12")
    seen = [*done.events]
    for dice in ("=3,3,3", "=6,6,4"):
        done = play(f"answer {waits(done)[0]} {dice}")
        seen += done.events
    assert {event.envelope.visibility for event in seen} == {"gm"}


def test_a_contest_taken_back_leaves_nothing(play: Play, campaign: Campaign) -> None:
    before = campaign.state
    play("contest regular mira st vs vora st rounds 1 =3,3,3 =3,3,3")
    void = play("undo").events[0].position
    assert (campaign.state.open_prompts(), campaign.state.procedures) == ({}, before.procedures)
    (asked,) = waits(play(f"void {void}"))
    assert one(play(f"answer {asked} =3,3,3 =6,6,4"), ContestDecided).winner == "mira"


def test_costs_of_a_modifier_are_paid_once_in_a_long_contest(play: Play, campaign: Campaign) -> None:
    play("set mira brawling=12")
    dice = "=mira:3,3,3 =vora:4,4,4 =mira:3,3,3 =vora:6,6,4"
    play(f"contest regular mira brawling mighty blows vs vora st {dice}")
    assert pools(campaign, "mira")["FP"] == 10


def test_names_of_any_script_and_with_blanks_can_contend(play: Play, campaign: Campaign) -> None:
    for name in ("エルザ", "Old Vs Tom"):
        campaign.execute(cmd.AddCharacter(name=name, values=(("st", "11"),)))
    done = play("contest エルザ st －1 ﾀﾞﾒ vs “Old Vs Tom” st =エルザ:3,3,3 =old-vs-tom:6,6,4")
    assert one(done, ContestDecided).winner == campaign.view("エルザ").id


def test_a_contest_is_not_retried(play: Play) -> None:
    failed = play("contest mira st vs vora st =6,6,4 =3,3,3").events[1].position
    assert refusal(play, f"retry {failed}") == "not_retried"
    assert refusal(play, f"again {failed}") == "not_again"

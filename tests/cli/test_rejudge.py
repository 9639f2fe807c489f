"""Recorded dice judged by other rules."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Rollbook


@pytest.fixture
def percent(rollbook: Rollbook) -> Rollbook:
    """A campaign of percentiles with d20 rolls: Ann's Spot 60 needs 9, her Hide 12 needs 18."""
    rollbook("new", "Lighthouse", "--ruleset", "brp")
    rollbook("character", "add", "Ann", "spot=60", "hide=12")
    rollbook("options", "die", "d20")  # 3
    return rollbook


def test_a_defense_at_17_of_the_third_edition_is_a_critical_failure(innsmouth: Rollbook) -> None:
    made = innsmouth.result("defend", "@guard", "dodge=16", "--dice", "6,6,5")["position"]
    innsmouth("roll", "mira", "stealth", "--dice", "5,5,5")  # a plain failure in both
    before = innsmouth.head()
    found = innsmouth.rows("rejudge", "--ruleset", "gurps3e")
    assert innsmouth.head() == before
    assert [(row.get("position"), row["type"]) for row in found] == [(made, "difference"), (None, "summary")]
    assert (found[0]["before"]["degree"], found[0]["after"]["degree"]) == ("failure", "critical_failure")
    assert (found[1]["judged"], found[1]["kinds"]) == (2, {"active_defense": 1})
    assert innsmouth.rows("rejudge", "--ruleset", "gurps3e", "character:mira")[-1]["differing"] == 0


def test_own_rules_change_nothing(innsmouth: Rollbook) -> None:
    innsmouth("roll", "mira", "stealth", "-3", "dark", "--dice", "6,6,6")
    assert innsmouth.rows("rejudge") == [
        {"type": "summary", "judged": 1, "differing": 0, "unjudged": 0, "changes": {}, "kinds": {}}
    ]


def test_a_mental_disadvantage_is_harder_to_resist_in_the_third_edition(rollbook: Rollbook) -> None:
    rollbook("new", "Old Wall", "--ruleset", "gurps3e")
    rollbook("character", "add", "Dai", "will=15", "iq=15", "sword=14")
    roll = rollbook.result("selfcontrol", "dai", "acrophobia", "--dice", "6,6,2")["position"]  # 14 fails there
    voided = rollbook.result("selfcontrol", "dai", "acrophobia", "--dice", "6,6,2")["position"]
    rollbook("void", str(voided))
    rollbook("rule", str(roll), "success", "because", "it was not that high")
    [one, summary] = rollbook.rows("rejudge", "--ruleset", "gurps4e")
    assert (one["position"], one["kind"], one["before"]["degree"], one["after"]["degree"], one["ruled"]) == (
        roll,
        "mental_disadvantage",
        "failure",
        "success",
        "success",
    )
    assert (summary["judged"], summary["changes"], summary["kinds"]) == (
        1,
        {"failure -> success": 1},
        {"mental_disadvantage": 1},
    )
    told = rollbook("rejudge", "--ruleset", "gurps4e").lines
    assert told[0] == "1 roll judged again, 1 would come out otherwise"
    assert "failure -> success; counts as success in any case" in " ".join(line.strip() for line in told)
    assert rollbook.rows("rejudge", "--ruleset", "gurps4e", "what:sword")[-1]["judged"] == 0


def test_other_dice_cannot_be_read(percent: Rollbook) -> None:
    roll = percent.result("roll", "ann", "spot", "--dice", "9")["position"]
    [one, summary] = percent.rows("rejudge", "--option", "die=d10")
    assert (one["type"], one["position"], one["why"]) == ("unjudged", roll, "it was thrown with 1d20, and 1d10 is asked for")
    assert (summary["judged"], summary["unjudged"]) == (0, 1)
    assert percent.rows("rejudge", "--option", "die=d20")[-1]["differing"] == 0


def test_options_of_the_day_are_those_by_which_it_was_asked_for(percent: Rollbook) -> None:
    percent("options", "dice", "hand")
    prompt = percent.json("roll", "ann", "spot")["pending"][0]["prompt"]
    percent("options", "die", "d6")
    percent("answer", str(prompt), "--dice", "9")
    assert percent.rows("rejudge")[-1] == {
        "type": "summary",
        "judged": 1,
        "differing": 0,
        "unjudged": 0,
        "changes": {},
        "kinds": {},
    }


def test_a_throw_that_was_made_again_counts_where_it_would_not_be(percent: Rollbook) -> None:
    """From a chance of 96 on a 1 on the d20 is thrown once more; the roll-under system reads it as it is."""
    percent("roll", "ann", "luck=96", "--dice", "1,7")
    [row, _] = percent.rows("rejudge", "--ruleset", "d20under")
    assert (row["before"]["degree"], row["total"]) == ("minor_success", 7)
    assert row["after"]["degree"] == "great_success"


def test_a_throw_that_would_be_made_again_is_told(rollbook: Rollbook) -> None:
    rollbook("new", "Low Road", "--ruleset", "d20under")
    rollbook("roll", "@giant", "str=96", "--dice", "1")
    [row, _] = rollbook.rows("rejudge", "--ruleset", "brp", "--option", "die=d20")
    assert (row["type"], row["why"]) == ("unjudged", "a 1 would be thrown once more")


@pytest.mark.parametrize(
    ("argv", "where"),
    [
        (["--ruleset", "gurps5e"], "ruleset"),
        (["--option", "die=d7"], "option"),
        (["--option", "weather=rain"], "option"),
        (["--option", "die"], "die"),
        (["--ruleset", "gurps4e", "--option", "die=d6"], "option"),
    ],
)
def test_rules_that_there_are_not_are_refused(percent: Rollbook, argv: list[str], where: str) -> None:
    assert percent.refusal("rejudge", *argv)["where"] in (where, "value")


def test_a_target_that_the_gm_set_stays_and_a_roll_that_is_not_allowed_is_told(innsmouth: Rollbook) -> None:
    innsmouth("do", "mira stealth target 14 because fog =5,5,4")
    assert innsmouth.rows("rejudge", "--ruleset", "gurps3e")[-1]["differing"] == 0
    [row, _] = innsmouth.rows("rejudge", "--ruleset", "d20under")
    assert row["why"].endswith("1d20 is asked for")

"""Influence rolls of GURPS 4e where the worked cases don't reach."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rulesets.gurps4e import RULESET
from tracker.rulesets.gurps4e.influence import INFLUENCE, REACTIONS, Subject, influence_roll
from tracker.text import fold

TOTALS = st.integers(3, 18)


def test_the_ruleset_offers_influence() -> None:
    assert RULESET.influence is INFLUENCE
    assert (INFLUENCE.resists, INFLUENCE.notation) == ("will", "3d6")
    assert {"indomitable", "slave mentality", "empathy", "sensitive"} <= set(RULESET.traits)
    assert len(set(RULESET.traits)) == len(RULESET.traits)


# --- reactions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "reaction"),
    [
        (-9, 0, "disastrous"),
        (1, 3, "very_bad"),
        (4, 6, "bad"),
        (7, 9, "poor"),
        (10, 12, "neutral"),
        (13, 15, "good"),
        (16, 18, "very_good"),
        (19, 40, "excellent"),
    ],
)
def test_the_reaction_table(low: int, high: int, reaction: str) -> None:
    assert INFLUENCE.reaction_of(low) == INFLUENCE.reaction_of(high) == reaction
    assert reaction in INFLUENCE.reactions


@given(st.integers(-30, 60))
def test_a_higher_total_is_never_a_worse_reaction(total: int) -> None:
    assert REACTIONS.index(INFLUENCE.reaction_of(total)) <= REACTIONS.index(INFLUENCE.reaction_of(total + 1))


@pytest.mark.parametrize(
    ("skill", "won", "lost"),
    [
        ("Diplomacy", "good", "bad"),
        ("Fast-Talk", "good", "bad"),
        ("Intimidation", "good", "very_bad"),
        ("Savoir-Faire (High Society)", "good", "bad"),
        ("Sex Appeal", "very_good", "bad"),
        ("Streetwise", "good", "bad"),
    ],
)
def test_what_each_skill_brings(skill: str, won: str, lost: str) -> None:
    assert INFLUENCE.reaction(skill, True, None) == won
    assert INFLUENCE.reaction(skill, False, None) == lost
    assert any(fold(skill).startswith(fold(known)) for known in INFLUENCE.skills)


@given(st.sampled_from(REACTIONS), st.booleans())
def test_only_diplomacy_falls_back_on_the_better_reaction(regular: str, won: bool) -> None:
    own = INFLUENCE.reaction("Diplomacy", won, None)
    better = INFLUENCE.reaction("Diplomacy", won, regular)
    assert better in (own, regular)
    assert REACTIONS.index(better) >= max(REACTIONS.index(own), REACTIONS.index(regular))
    assert INFLUENCE.reaction("Streetwise", won, regular) == own
    assert [skill for skill in INFLUENCE.skills if INFLUENCE.takes_reaction_roll(skill)] == ["Diplomacy"]


def test_a_reaction_that_is_none() -> None:
    with pytest.raises(ValueError, match="unknown reaction 'meh'"):
        INFLUENCE.reaction("Diplomacy", True, "meh")


# --- who can't be moved -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("skill", "subject", "influencer", "exempt"),
    [
        ("Diplomacy", {}, {}, None),
        ("Diplomacy", {"indomitable": 1}, {}, ("impossible", "Indomitable")),
        ("Diplomacy", {"indomitable": 1}, {"empathy": 1}, None),
        ("Diplomacy", {"indomitable": 1}, {"sensitive": 1}, None),
        ("Diplomacy", {"unfazeable": 1}, {}, None),
        ("Intimidation", {"unfazeable": 1}, {"empathy": 1}, ("impossible", "Unfazeable")),
        ("Streetwise", {"slave mentality": 1}, {}, ("automatic", "Slave Mentality")),
        ("Intimidation", {"slave mentality": 1, "unfazeable": 1}, {}, ("automatic", "Slave Mentality")),
    ],
)
def test_exempt(skill: str, subject: dict[str, int], influencer: dict[str, int], exempt: tuple[str, str] | None) -> None:
    assert INFLUENCE.exempt(skill, subject, influencer) == exempt


# --- the roll ---------------------------------------------------------------------------------------------------------


def test_empathy_reaches_the_indomitable() -> None:
    subject = Subject(11, 12, ("indomitable",))
    assert influence_roll("Diplomacy", 13, subject, roll=9, empathy=True).outcome == "win"
    assert influence_roll("Diplomacy", 13, subject, roll=9).outcome == "impossible"


def test_an_exempt_pc_gets_no_modifier() -> None:
    influence = influence_roll("Diplomacy", 13, Subject(11, traits=("indomitable",), is_pc=True), roll=None)
    assert (influence.outcome, influence.reaction, influence.pc_modifier) == ("impossible", None, 0)


@given(TOTALS, TOTALS, st.integers(3, 20), st.integers(3, 20), st.integers(-10, 0))
def test_a_pc_is_never_forced_and_an_npc_always_reacts(
    roll: int, answer: int, level: int, will: int, unsuitable: int
) -> None:
    pc = influence_roll("Sex Appeal", level, Subject(will, answer, is_pc=True), roll=roll, unsuitable_penalty=unsuitable)
    npc = influence_roll("Sex Appeal", level, Subject(will, answer), roll=roll, unsuitable_penalty=unsuitable)
    assert (pc.outcome, pc.margin_of_victory) == (npc.outcome, npc.margin_of_victory)
    assert (pc.reaction, npc.pc_modifier) == (None, None)
    assert pc.pc_modifier == (pc.margin_of_victory or 0)
    assert npc.reaction == ("very_good" if npc.outcome == "win" else "bad")
    assert (npc.margin_of_victory is None) == (npc.outcome == "not_won")


def test_reaction_modifiers_and_unsuitable_skills_move_the_level() -> None:
    subject = Subject(10, 10)
    assert influence_roll("Streetwise", 12, subject, roll=11, reaction_modifier=2).margin_of_victory == 3
    assert (
        influence_roll("Streetwise", 12, subject, roll=11, reaction_modifier=2, unsuitable_penalty=-3).outcome == "not_won"
    )


def test_rolls_and_penalties_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="both sides roll"):
        influence_roll("Streetwise", 12, Subject(10), roll=11)
    with pytest.raises(ValueError, match="both sides roll"):
        influence_roll("Streetwise", 12, Subject(10, 11), roll=None)
    for penalty in (1, -11):
        with pytest.raises(ValueError, match="0 to 10 points"):
            influence_roll("Streetwise", 12, Subject(10, 11), roll=11, unsuitable_penalty=penalty)

"""Self-control rolls, and how they differ from Will rolls."""

from __future__ import annotations

import pytest

from tests.campaign.conftest import Play
from tests.campaign.told import one, types
from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.events import RollMade, Sheet, SheetSource
from tracker.events import Trait as SheetTrait
from tracker.quickline import Context, parse_filter
from tracker.reports import history
from tracker.reports.targets import Targets
from tracker.service import Campaign


@pytest.fixture
def korr(campaign: Campaign) -> str:
    """Korr: Bad Temper (12), Bloodlust (9), “Greed, of a kind” (15); Honesty without a number."""
    traits = (
        SheetTrait(name="Bad Temper", points=-10, self_control=12),
        SheetTrait(name="Bloodlust", points=-15, self_control=9),
        SheetTrait(name="Greed, of a “kind”", points=-7, self_control=15),
        SheetTrait(name="Honesty", points=-10),
    )
    sheet = Sheet(attributes={"will": 10, "ht": 10}, pools={"HP": 10, "FP": 10}, traits=traits)
    source = SheetSource(format="test", filename="korr.gcs", sha256="0" * 64)
    campaign.execute(cmd.ImportCharacter(name="Korr", player="", sheet=sheet, source=source, current={}))
    return "Korr"


def refusal(play: Play, line: str) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        play(line)
    return refused.value.code, refused.value.message


def test_the_roll_is_against_the_traits_own_number(play: Play, korr: str) -> None:
    outcome = play("selfcontrol korr bad temper -2 provoked =3,4,4")
    assert types(outcome) == ["RollMade"]
    roll = one(outcome, RollMade)
    assert (roll.kind, roll.what, roll.base, roll.target, roll.success) == ("self_control", "Bad Temper", 12, 10, False)
    assert [(each.label, each.value) for each in roll.modifiers] == [("provoked", -2)]
    assert not roll.given
    assert one(play("selfcontrol korr blood =3,3,3"), RollMade).what == "Bloodlust"
    assert one(play('selfcontrol korr "greed, of a “kind”" =3,3,3'), RollMade).base == 15


def test_a_number_made_worse_by_fright_counts(play: Play, campaign: Campaign, korr: str) -> None:
    play("fright korr ghoul -6 =6,5,4 =korr-table:5,5,4")
    play(f"trait {campaign.state.head} Bad Temper")
    assert one(play("selfcontrol korr bad temper =3,3,3"), RollMade).base == 9
    play("undo")
    play("undo")
    assert one(play("selfcontrol korr bad temper =3,3,3"), RollMade).base == 12


def test_a_trait_without_a_number_is_refused_unless_one_is_given(play: Play, korr: str) -> None:
    code, message = refusal(play, "selfcontrol korr honesty")
    assert code == "no_self_control"
    assert "Bad Temper 12, Bloodlust 9" in message
    roll = one(play("selfcontrol korr honesty=12 +1 tired of it =3,3,3"), RollMade)
    assert (roll.what, roll.base, roll.target, roll.given) == ("honesty", 12, 13, True)
    assert one(play('selfcontrol korr "code of honor=9" =3,3,3'), RollMade).what == "code of honor"
    assert refusal(play, "selfcontrol korr b")[0] == "ambiguous"
    assert refusal(play, "selfcontrol korr bad temper=9")[0] == "known_trait"
    assert refusal(play, "selfcontrol korr")[0] == "syntax"


def test_somebody_made_up_on_the_fly(play: Play) -> None:
    outcome = play("selfcontrol @orc bad-temper=12 -1 =4,4,4")
    assert outcome.events[0].subject == "@orc"
    assert (one(outcome, RollMade).target, one(outcome, RollMade).success) == (11, False)
    assert refusal(play, "selfcontrol @orc greed")[0] == "no_self_control"


def test_the_roll_is_forced_whatever_the_target_and_what_stays_spares_it(play: Play, korr: str) -> None:
    play("modifier korr add -2 dizzy")
    roll = one(play("selfcontrol korr bloodlust -8 =3,3,3"), RollMade)
    assert (roll.target, roll.success) == (1, False)


def test_self_control_by_hand_and_in_secret(play: Play, campaign: Campaign, korr: str) -> None:
    play("option dice hand")
    asked = play("secret selfcontrol korr bad temper")
    (prompt,) = asked.pending
    assert asked.pending[prompt].text == "Korr: Bad Temper (self-control), target 12"
    answered = play(f"answer {prompt} =3,3,3")
    assert {event.envelope.visibility for event in (*asked.events, *answered.events)} == {"gm"}
    assert one(answered, RollMade).kind == "self_control"


def test_no_self_control_roll_is_retried_or_made_again(play: Play, campaign: Campaign, korr: str) -> None:
    play("selfcontrol korr bad temper =6,6,4")
    position = campaign.state.head
    assert refusal(play, f"retry {position}")[0] == "not_retried"
    assert refusal(play, f"again {position}")[0] == "not_again"


def test_will_rolls_are_another_kind(play: Play, campaign: Campaign, korr: str) -> None:
    """A Will roll has its modifiers, may be retried and may stand in by default; filters tell the two apart."""
    failed = play("korr will -2 noise =4,4,4")
    assert (one(failed, RollMade).kind, one(failed, RollMade).target) == ("will", 8)
    again = one(play("retry =4,4,4"), RollMade)
    assert (again.kind, again.attempt, again.target) == ("will", 2, 7)
    meditation = one(play("korr meditation =2,2,1"), RollMade)
    assert (meditation.kind, meditation.default) == ("success", "Will-6"), "a skill by default of Will is no Will roll"
    play("selfcontrol korr bad temper =3,3,3")
    context = Context(campaign.state, campaign.ruleset, Targets(campaign.log), campaign.author)
    with campaign.log.reading() as connection:
        for kind, count in (("will", 2), ("self_control", 1)):
            wanted = parse_filter(f"kind:{kind} character:korr", context)
            assert len(history.roll_positions(connection, campaign.log.id, wanted)) == count

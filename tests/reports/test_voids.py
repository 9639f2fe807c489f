"""The voids audit: what was taken back, corrected and restored, and what still rests on it."""

from __future__ import annotations

import pytest

from tracker.campaign import commands as cmd
from tracker.campaign.state import CampaignState
from tracker.reports import voids
from tracker.reports.voids import CORRECTION, RESTORATION, VOID, Flip
from tracker.service import Campaign, Outcome
from tracker.store import Store


@pytest.fixture
def campaign(store: Store) -> Campaign:
    """Mira, who fails at a lock (2), tries again (5) and once more (7)."""
    campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
    campaign.execute(cmd.AddCharacter(name="Mira", values=(("will", "12"), ("lockpicking", "12"), ("ht", "11"))))
    campaign.execute(cmd.StartSession())
    failed = campaign.execute(cmd.Roll(who="mira", what="lockpicking", at="gate"), dice=["6,6,4"])
    for _ in range(2):
        failed = campaign.execute(cmd.Retry(roll=last(failed)), dice=["6,6,4"])
    assert last(failed) == 9
    return campaign


def last(outcome: Outcome) -> int:
    return outcome.events[-1].position


def void(campaign: Campaign, position: int, dependants: str = "keep", reason: str = "", author: str = "Ren") -> int:
    return last(campaign.execute(cmd.Void(position=position, dependants=dependants, reason=reason), author=author))


def audited(campaign: Campaign, character: str | None = None) -> list[Flip]:
    return at(campaign, campaign.state, character=character)


def at(campaign: Campaign, state: CampaignState, *, upto: int | None = None, character: str | None = None) -> list[Flip]:
    log = campaign.log
    with log.reading() as connection:
        flips = log.positions("ActionVoided")
        return voids.audit_voids(connection, log.id, log.get, state, flips, upto=upto, character=character)


def rests(flip: Flip) -> list[tuple[int, int, bool]]:
    return [(one.position, one.on, one.direct) for one in flip.resting]


def test_a_kept_retry_rests_on_what_does_not_count(campaign: Campaign) -> None:
    by = void(campaign, 7, reason="wrong door")
    (flip,) = audited(campaign)
    assert (flip.position, flip.kind, flip.character, flip.events, flip.author, flip.reason) == (
        by,
        VOID,
        "Mira",
        (6, 7),
        "Ren",
        "wrong door",
    )
    assert rests(flip) == [(8, 7, True), (9, 7, True)]
    text = voids.as_text([flip])
    assert text[0] == "1 void, 2 lines resting on what doesn't count"
    assert "           8: attempt 3's penalty rests on 7, which doesn't count" in text
    assert "Ren took back 6 and 1 more (wrong door): Mira: Lockpicking" in " ".join(" ".join(text).split())


def test_what_was_taken_back_with_it_rests_on_nothing(campaign: Campaign) -> None:
    void(campaign, 7, "void")
    assert [(flip.events, flip.resting) for flip in audited(campaign)] == [((8, 9), ()), ((6, 7), ())]


def test_an_attempt_made_since_rests_on_those_that_count(campaign: Campaign) -> None:
    void(campaign, 9)
    campaign.execute(cmd.Retry(roll=7), dice=["6,6,4"])
    campaign.execute(cmd.Retry(roll=7), dice=["6,6,4"])
    (flip,) = audited(campaign)
    assert flip.resting == ()


def test_a_corrected_roll_names_the_one_that_counts(campaign: Campaign) -> None:
    done = campaign.execute(cmd.Correct(roll=7, dependants="keep", reason="misread"), dice=["5,5,5"])
    new = last(done)
    (flip,) = audited(campaign)
    assert (flip.kind, flip.corrected, flip.events, flip.reason) == (CORRECTION, new, (7,), "misread")
    assert rests(flip) == [(8, 7, True), (9, 7, True)]
    assert f"8: attempt 3's penalty rests on 7, which is {new} now" in "\n".join(voids.as_text([flip]))


def test_corrected_twice_leads_from_one_to_the_next(campaign: Campaign) -> None:
    first = last(campaign.execute(cmd.Correct(roll=9), dice=["5,5,5"]))
    second = last(campaign.execute(cmd.Correct(roll=first), dice=["5,5,6"]))
    assert [(flip.events, flip.corrected) for flip in audited(campaign)] == [((9,), first), ((first,), second)]


def test_a_correction_taken_back_restores_the_roll(campaign: Campaign) -> None:
    new = last(campaign.execute(cmd.Correct(roll=9), dice=["5,5,5"]))
    void(campaign, new)
    corrected, gone, back = audited(campaign)
    assert (corrected.kind, corrected.corrected, corrected.undone) == (CORRECTION, new, back.position)
    assert (gone.kind, gone.events, gone.undone) == (VOID, (new,), None)
    assert (back.kind, back.events, back.undone) == (RESTORATION, (9,), None)
    again = last(campaign.execute(cmd.Correct(roll=9), dice=["4,4,4"]))
    assert [flip.corrected for flip in audited(campaign)] == [new, None, None, again]


def test_taken_back_restored_and_taken_back_again(campaign: Campaign) -> None:
    first = void(campaign, 7)
    restored = void(campaign, first, "")
    assert [(flip.kind, flip.undone, flip.resting) for flip in audited(campaign)] == [
        (VOID, restored, ()),
        (RESTORATION, None, ()),
    ]
    second = void(campaign, 7)
    found = audited(campaign)
    assert [(flip.kind, flip.undone) for flip in found] == [(VOID, restored), (RESTORATION, second), (VOID, None)]
    assert [len(flip.resting) for flip in found] == [0, 0, 2]
    assert f"; restored by {restored}" in " ".join(" ".join(voids.as_text(found)).split())


def test_an_exposure_that_counted_a_void_one_rests_on_it(campaign: Campaign) -> None:
    first = campaign.execute(cmd.Fright(who=("mira",), cause="ghoul"), dice=["3,3,3"])
    second = campaign.execute(cmd.Fright(who=("mira",), cause="ghoul"), dice=["3,3,3"])
    void(campaign, last(first))
    (flip,) = audited(campaign)
    met = next(one.position for one in second.events if one.envelope.type == "FrightExposed")
    exposure = next(one for one in flip.resting if one.position == met)
    assert (exposure.how, exposure.direct) == ("exposure", True)
    check = next(one for one in flip.resting if one.position == last(second) - 1)
    assert (check.on, check.direct) == (met, False), "the check counts on, by what doesn't"


def test_an_earlier_moment_knows_what_held_then(campaign: Campaign) -> None:
    from tracker.moments import state_at

    first = void(campaign, 7)
    restored = void(campaign, first, "")
    then = state_at(campaign.log, first)
    (as_it_stood,) = at(campaign, then)
    assert (as_it_stood.undone, len(as_it_stood.resting)) == (None, 2)
    (as_corrected,) = at(campaign, campaign.state, upto=first)
    assert (as_corrected.undone, as_corrected.resting) == (restored, ())
    assert at(campaign, state_at(campaign.log, first - 1)) == []
    void(campaign, 9)
    assert rests(at(campaign, then)[0]) == [(8, 7, True), (9, 7, True)], "what was taken back later counted then"


def test_one_character_only(campaign: Campaign) -> None:
    campaign.execute(cmd.AddCharacter(name="Vora", values=(("will", "10"),)))
    both = campaign.execute(cmd.Fright(who=("mira", "vora"), cause="ghoul"), dice=["mira:3,3,3", "vora:3,3,3"])
    by = void(campaign, last(both))
    alone = void(campaign, 9)
    assert [flip.position for flip in audited(campaign, "vora")] == [by]
    assert [flip.position for flip in audited(campaign, "mira")] == [by, alone]


def test_a_hidden_void_says_so(campaign: Campaign) -> None:
    hidden = campaign.execute(cmd.Roll(who="mira", what="will"), dice=["3,3,3"], secret=True)
    void(campaign, last(hidden))
    (flip,) = audited(campaign)
    assert flip.secret
    assert " ".join(" ".join(voids.as_text([flip])).split()).endswith("[GM]")

"""A campaign of three sessions by the rules, into which the GM plants irregularities: the audits together find just these.

What is irregular: a violation or a possible unlinked retry, an override that no points paid for, an exposure that was
counted otherwise or whose count was overruled, a purchase at another price than the genre's, and what rests on what
doesn't count. Everything else that the audits list is play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from tracker.campaign import commands as cmd
from tracker.projections.overrides import BOUGHT
from tracker.quickline import Context, parse
from tracker.reports.bought import audit_bought
from tracker.reports.frights import audit_frights
from tracker.reports.overrides import audit_overrides
from tracker.reports.retries import audit_retries
from tracker.reports.targets import Targets
from tracker.reports.voids import audit_voids
from tracker.service import Campaign
from tracker.store import open_store

SKIPPED, SECOND_TRY, EXPOSURE, FATIGUE = "skipped penalty", "second try", "exposure", "fatigue waived"
PLANTED = (SKIPPED, SECOND_TRY, EXPOSURE, FATIGUE)

# A line of play; or what is planted: its name, the GM's line, the event that is wrong, and the line that goes by the rules.
Step = str | tuple[str, str, str, str]

STORY: tuple[Step, ...] = (
    "character Mira st=10 dx=12 iq=12 ht=11 will=12 lockpicking=12 climbing=14 stealth=13 points=150",
    "character Vora st=13 dx=12 iq=10 ht=12 will=10 broadsword=15 points=150",
    "option genre heroic",
    "spend mira 146 all that she learned",
    "session start The Bell Tower",
    "scene the gate",
    # Retries by policy: each at its penalty, to success.
    "mira lockpicking at west-door =6,6,3",
    "retry =6,6,3",
    "retry =3,3,3",
    # The same task anew begins without a penalty.
    "mira lockpicking at east-door =6,6,3",
    (SKIPPED, "retry penalty 0 because the lock is oiled =6,6,3", "RetryPenaltyApplied", "retry =6,6,3"),
    "retry =3,3,3",
    "mira climbing at wall policy damage =6,6,4",
    "retry damage waited =3,3,3",
    "vora dx at rope policy free =6,6,3",
    "retry because a better hold =3,3,3",
    # Extra effort costs fatigue, rest gives it back.
    "effort vora st +20% protecting her brother =3,3,3",
    "vora st =3,3,4",
    "effort vora st +10% =6,6,5",
    (FATIGUE, "fp vora +1 the storm carried her", "PoolChanged", "note the storm howls"),
    "rest 30m vora",
    # Within 24 hours each exposure counts.
    "fright mira ghoul =3,3,3",
    "clock +2h",
    "fright all ghoul =mira:3,3,3 =vora:3,3,3",
    (EXPOSURE, "fright mira ghoul +0 met =3,3,3", "RollMade", "fright mira ghoul =3,3,3"),
    "hp mira -3 arrow",
    "session end",
    "session start The Crypt elapsed 3d",
    "scene the chest",
    # Beyond 24 hours none does.
    "fright mira ghoul =6,6,4 =mira-table:3,3,4 =stun:1",
    "mira lockpicking at chest policy once =6,6,3",
    (SECOND_TRY, "retry penalty 0 because fine tools =6,6,3", "RetryPenaltyApplied", "giveup chest"),
    # Bought successes at the genre's price.
    "mira stealth =6,6,4",
    "buy",
    "vora broadsword =6,6,6",
    "fp mira -2 forced march",
    # A correction and a void on which nothing rests.
    "mira climbing -2 wet =6,6,1",
    "correct LAST -1 wet because misread =3,3,3",
    "hp vora -5 mistake",
    "undo",
    "secret mira stealth -1 gravel =3,4,4",
    "session end",
    "session start The Way Home elapsed 12h",
    "scene the road",
    "fright mira ghoul =3,3,3",
    "mira lockpicking at west-door =6,6,3",
    "retry =6,6,3",
    "award all 3 the bell is silent",
    "session end keep",
)


def play(campaign: Campaign, line: str) -> dict[str, int]:
    """Type one line; returns the last position of each type of event that it led to."""
    typed = line.replace("LAST", str(campaign.state.head))
    asked = parse(typed, Context(campaign.state, campaign.ruleset, Targets(campaign.log), campaign.author, "mira"))
    done = campaign.execute(asked.command, dice=asked.dice, secret=asked.secret)
    return {recorded.envelope.type: recorded.position for recorded in done.events}


def played(campaign: Campaign, planted: Collection[str]) -> dict[int, str]:
    """Play the story with some of the irregularities; returns what was planted, by the position of the wrong event."""
    found = {}
    for step in STORY:
        if isinstance(step, str):
            play(campaign, step)
            continue
        what, irregular, wrong, regular = step
        if what in planted:
            found[play(campaign, irregular)[wrong]] = what
        else:
            play(campaign, regular)
    return found


def irregular(campaign: Campaign) -> Iterator[tuple[int, str]]:
    """What the audits find: the position of the wrong event, and the audit with what it says."""
    log, rules = campaign.log, campaign.ruleset
    with log.reading() as connection:
        retries = audit_retries(connection, log.id)
        yield from ((one.positions[0], f"retries: {one.code}") for one in retries.violations)
        yield from ((one.positions[1], "retries: possible") for one in retries.possible)
        for exposure in audit_frights(connection, log.id):
            if exposure.earlier != exposure.earlier_then:
                yield exposure.position, "frights: counted otherwise"
            if exposure.check and exposure.check.overruled:
                yield exposure.check.position, "frights: overruled"
        for override in audit_overrides(connection, log.id, rules):
            if override.kind != BOUGHT:
                yield override.position, f"overrides: {override.kind}"
        for bought in audit_bought(connection, log.id, campaign.state, rules):
            if bought.cost != bought.price or not bought.roll_counts:
                yield bought.position, "bought: price"
        for flip in audit_voids(connection, log.id, log.get, campaign.state, log.positions("ActionVoided")):
            yield from ((rest.position, "voids: resting") for rest in flip.resting)


# Which audits tell each of them.
TOLD = {
    SKIPPED: {"retries: penalty_differs", "overrides: retry"},
    SECOND_TRY: {"retries: not_allowed", "overrides: retry"},
    EXPOSURE: {"frights: overruled", "overrides: modifier"},
    FATIGUE: {"overrides: pool"},
}


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    with open_store(str(tmp_path / "store")) as store:
        yield Campaign.create(store, "Ravenmoor", "gurps4e")


@pytest.mark.parametrize("planted", [(), *((one,) for one in PLANTED), PLANTED], ids=", ".join)
def test_the_audits_find_what_was_planted_and_nothing_else(campaign: Campaign, planted: tuple[str, ...]) -> None:
    expected = played(campaign, planted)
    assert sorted(expected.values()) == sorted(planted)
    found: dict[int, set[str]] = {}
    for position, told in irregular(campaign):
        found.setdefault(position, set()).add(told)
    assert found == {position: TOLD[what] for position, what in expected.items()}


def test_what_is_regular_is_listed_all_the_same(campaign: Campaign) -> None:
    """The audits would find nothing in an empty campaign either: the story holds what they look at."""
    played(campaign, ())
    log = campaign.log
    with log.reading() as connection:
        chains = audit_retries(connection, log.id).chains
        assert [len(chain.attempts) for chain in chains] == [3, 3, 2, 2, 1, 2]
        assert [chain.ended for chain in chains] == ["success"] * 4 + ["given_up", None]
        earlier = [one.earlier for one in audit_frights(connection, log.id) if one.character == "Mira"]
        assert earlier == [0, 1, 2, 0, 1]
        (bought,) = audit_bought(connection, log.id, campaign.state, campaign.ruleset)
        assert (bought.before, bought.after, bought.cost, bought.price) == ("failure", "success", 1, 1)
        kinds = [
            flip.kind for flip in audit_voids(connection, log.id, log.get, campaign.state, log.positions("ActionVoided"))
        ]
        assert kinds == ["correction", "void"]


def test_a_void_that_leaves_a_retry_on_sand_is_found(campaign: Campaign) -> None:
    played(campaign, ())
    with campaign.log.reading() as connection:
        first, second, third = audit_retries(connection, campaign.log.id).chains[1].attempts
    campaign.execute(cmd.Void(position=second.position, dependants="keep"))
    found = set(irregular(campaign))
    assert {(third.penalty, "voids: resting"), (third.position, "voids: resting")} <= found
    assert (third.penalty, "retries: misnumbered") in found
    assert not [position for position, _ in found if position == first.position]

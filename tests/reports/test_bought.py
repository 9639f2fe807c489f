"""The audit of bought successes."""

from __future__ import annotations

from tests.projections.builder import CAMPAIGN, Log, projected
from tracker import events as ev
from tracker import rulesets
from tracker.campaign.evolve import apply, fact_of
from tracker.campaign.state import CampaignState
from tracker.reports import bought
from tracker.reports.bought import Bought


def audited(log: Log, character: str | None = None) -> list[Bought]:
    state = CampaignState(id=CAMPAIGN)
    for recorded in log.events:
        if isinstance(recorded.event, ev.OptionSet):
            apply(state, fact_of(recorded))
    with projected(log) as connection:
        return bought.audit_bought(connection, CAMPAIGN, state, rulesets.get("gurps4e"), character=character)


def buy(log: Log, roll: int, before: str, after: str, cost: int | None) -> int:
    """The position of the purchase; its points follow it."""
    with log.action():
        ruled = log.add(
            ev.OutcomeRuled(roll=roll, before=before, degree=after, success="success" in after, critical=False, by="points"),
            "mira",
            cause=roll,
        )
        if cost is not None:
            log.add(ev.PointsChanged(total=0, spent=cost, reason="success"), "mira", cause=ruled)
    return ruled


def test_each_purchase_with_its_roll_points_and_the_price_of_its_day() -> None:
    log = Log()
    log.character("mira", "Mira")
    log.add(ev.OptionSet(name="genre", value="heroic"))
    failed = log.roll("mira", "Stealth", 14)
    by_price = buy(log, failed, "failure", "success", 1)
    log.add(ev.OptionSet(name="genre", value="horror"))
    fumble = log.roll("mira", "Climbing", 18)
    unsold = buy(log, fumble, "critical_failure", "failure", 1)
    unpaid = buy(log, log.roll("mira", "Will", 14), "failure", "success", None)
    found = audited(log)
    assert [(one.position, one.roll, one.rolled, one.before, one.after) for one in found] == [
        (by_price, failed, "Stealth", "failure", "success"),
        (unsold, fumble, "Climbing", "critical_failure", "failure"),
        (unpaid, unpaid - 1, "Will", "failure", "success"),
    ]
    assert [(one.cost, one.paid, one.genre, one.price) for one in found] == [
        (1, by_price + 1, "heroic", 1),
        (1, unsold + 1, "horror", None),
        (None, None, "horror", None),
    ]
    assert bought.as_text(found)[:3] == [
        "3 bought successes",
        f"{by_price:>9}  Mira: Stealth at {failed}: failure to success for 1 point (event {by_price + 1}); heroic:",
        "           price 1",
    ]
    assert audited(log, "vora") == []


def test_one_taken_back_is_none_and_one_for_a_void_roll_says_so() -> None:
    log = Log()
    log.character("mira", "Mira")
    failed = log.roll("mira", "Stealth", 14)
    log.void(buy(log, failed, "failure", "success", 1))
    assert audited(log) == []
    buy(log, failed, "failure", "success", 1)
    log.void(failed)
    (kept,) = audited(log)
    assert not kept.roll_counts
    assert f"Stealth at {failed}, which doesn't count:" in "\n".join(bought.as_text([kept]))


def test_the_gms_own_word_costs_nothing_and_is_no_purchase() -> None:
    log = Log()
    failed = log.roll("mira", "Stealth", 14)
    log.add(ev.OutcomeRuled(roll=failed, before="failure", degree="success", success=True, critical=False, by="gm"), "mira")
    assert audited(log) == []

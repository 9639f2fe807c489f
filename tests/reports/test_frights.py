"""The audits of frights and of the traits that came of them."""

from __future__ import annotations

import pytest

from tests.projections.builder import CAMPAIGN, DAY, HOUR, Log, fright, name_trait, projected
from tracker import events as ev
from tracker.reports import frights, traits


def met(log: Log) -> list[frights.Exposure]:
    with projected(log) as connection:
        return frights.audit_frights(connection, CAMPAIGN)


def gained(log: Log) -> list[traits.AcquiredTrait]:
    with projected(log) as connection:
        return traits.audit_traits(connection, CAMPAIGN)


def exposed(log: Log, who: str = "mira", threat: str = "ghoul") -> int:
    return log.add(ev.FrightExposed(threat=threat), who)


def test_a_check_with_its_table() -> None:
    log = Log()
    log.character("mira", "Mira")
    made = fright(log, {"mira": 15})["mira"]
    (exposure,) = met(log)
    assert (exposure.character, exposure.threat, exposure.threat_id) == ("Mira", "Ghoul", "ghoul")
    check = exposure.check
    assert check is not None
    assert (check.position, check.target, check.total, check.success, check.margin) == (made.roll, 12, 15, False, 3)
    assert check.table == frights.TableRow(made.table or 0, 13, "13")


@pytest.mark.parametrize(("hours_ago", "counted"), [(1, 1), (24, 1), (24.001, 0)])
def test_the_window_is_a_day_and_its_last_second_counts(hours_ago: float, counted: int) -> None:
    log = Log()
    exposed(log)
    log.add(ev.ClockAdvanced(seconds=int(hours_ago * HOUR + 0.999)))
    exposed(log)
    assert [exposure.earlier for exposure in met(log)] == [0, counted]


def test_only_the_same_character_and_threat_count() -> None:
    log = Log()
    for who, threat in [("mira", "ghoul"), ("korr", "ghoul"), ("mira", "wraith"), ("mira", "ghoul"), ("mira", "ghoul")]:
        exposed(log, who, threat)
    assert [exposure.earlier for exposure in met(log)] == [0, 0, 0, 1, 2]


def test_one_that_was_anothers_counts_from_where_it_was_put_down_wrongly() -> None:
    log = Log()
    wrong = fright(log, {"mira": 8})["mira"]
    log.add(ev.SessionStarted(number=2, elapsed=None))
    after = fright(log, {"korr": 8})["korr"]
    log.void(wrong.roll)
    with log.action():
        right = log.add(ev.FrightExposed(threat="ghoul"), "korr")
        log.roll("korr", "Fright Check", 8, kind="fright", threat="ghoul", cause=right, corrects=wrong.roll)
    again = fright(log, {"korr": 8})["korr"]
    assert [(one.position, one.earlier) for one in met(log) if one.character_id == "korr"] == [
        (right, 0),
        (after.exposure, 0),
        (again.exposure, 1),
    ]


def test_an_unknown_time_between_ends_the_window() -> None:
    log = Log()
    log.add(ev.SessionStarted(number=1))
    exposed(log)
    log.add(ev.SessionStarted(number=2, elapsed=HOUR))
    exposed(log)
    gap = log.add(ev.SessionStarted(number=3, elapsed=None))
    exposed(log)
    assert [exposure.earlier for exposure in met(log)] == [0, 1, 0]
    log.void(gap)
    assert [exposure.earlier for exposure in met(log)] == [0, 1, 2]


def test_what_lies_in_the_future_of_a_flashback_has_not_happened_yet() -> None:
    log = Log()
    exposed(log)
    log.add(ev.ClockAdvanced(seconds=-2 * DAY))
    exposed(log)
    log.add(ev.ClockAdvanced(seconds=2 * DAY + HOUR))
    exposed(log)
    assert [exposure.earlier for exposure in met(log)] == [0, 0, 1]


def test_an_exposure_taken_back_no_longer_counts_though_it_did_then() -> None:
    log = Log()
    first = exposed(log)
    log.add(ev.FrightExposed(threat="ghoul", earlier=1), "mira")
    log.void(first)
    (exposure,) = met(log)
    assert (exposure.earlier, exposure.earlier_then) == (0, 1)
    assert "1 were counted then" in "\n".join(frights.as_text([exposure]))


def test_a_check_by_another_count_than_the_exposures_says_so() -> None:
    log = Log()
    exposed(log)
    again = exposed(log)
    other = (ev.AppliedModifier("met once within 24 hours", 0, "gm", 1), ev.AppliedModifier("dark", -1, "gm"))
    log.roll("mira", "Fright Check", kind="fright", cause=again, modifiers=other)
    _, second = met(log)
    assert second.check is not None
    assert second.check.overruled == (frights.Overruled("met once within 24 hours", "+1", "+0", ""),)
    assert "met once within 24 hours +0, the rules say +1" in " ".join(" ".join(frights.as_text([second])).split())


def test_the_unfazeable_make_no_check() -> None:
    log = Log()
    log.add(ev.FrightExposed(threat="ghoul", waived_by="Unfazeable"), "mira")
    (exposure,) = met(log)
    assert (exposure.waived_by, exposure.check) == ("Unfazeable", None)


def test_a_trait_from_prompt_to_buy_off() -> None:
    log = Log()
    log.character("mira", "Mira")
    check = fright(log, {"mira": 15})["mira"]
    (pending,) = gained(log)
    assert (pending.status, pending.name, pending.points, pending.threat, pending.roll, pending.cause) == (
        "pending",
        "quirk",
        -1,
        "Ghoul",
        check.roll,
        check.table,
    )
    trait, points = name_trait(log, "mira", check, "Hates bells")
    (named,) = gained(log)
    assert (named.position, named.status, named.name, named.cause) == (trait, "named", "Hates bells", check.prompt)
    ended = log.add(ev.TraitEnded(trait=trait, name="Hates bells", points=1), "mira")
    (bought,) = gained(log)
    assert (bought.status, bought.ended_at) == ("bought_off", ended)
    log.void(ended)
    assert gained(log)[0].status == "named"
    log.void(points)  # the naming as a whole
    assert gained(log)[0].status == "pending"


def test_a_voided_fright_check_leaves_no_prompt() -> None:
    log = Log()
    check = fright(log, {"mira": 15})["mira"]
    log.void(check.roll)
    assert gained(log) == []
    assert met(log) == []


def test_a_trait_of_the_sheet_that_got_worse_is_an_answer_too() -> None:
    log = Log()
    check = fright(log, {"mira": 15})["mira"]
    with log.action():
        log.add(ev.PromptAnswered(prompt=check.prompt or 0), "mira")
        log.add(ev.SelfControlWorsened(trait="Bad Temper", before=12, after=9), "mira", cause=check.prompt)
    (worse,) = gained(log)
    assert (worse.status, worse.name, worse.threat, worse.roll) == ("worsened", "Bad Temper (12 -> 9)", "Ghoul", check.roll)


def test_for_people() -> None:
    log = Log()
    log.character("mira", "Mira")
    log.add(ev.ClockAdvanced(seconds=DAY + 14 * HOUR))
    check = fright(log, {"mira": 15})["mira"]
    trait, _ = name_trait(log, "mira", check, "Hates bells")
    assert frights.as_text(met(log)) == [
        "1 exposure",
        "",
        "Ghoul: 1 exposure",
        "          5  day 2 14:00  Mira: need 12 rolled 15 NO by 3; table 13, row 13",
    ]
    assert traits.as_text(gained(log)) == [
        "1 trait",
        f"{trait:>9}  Mira: Hates bells [-1] from Ghoul at {check.roll}: named",
    ]

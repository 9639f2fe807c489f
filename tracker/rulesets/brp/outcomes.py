"""How a roll may come out (seed 001, Outcomes)."""

from __future__ import annotations

from tracker.language import N_
from tracker.rulesets.base import Degree, Judgement

CRITICAL_FAILURE, FAILURE = "critical_failure", "failure"
MINOR_SUCCESS, MAJOR_SUCCESS, CRITICAL_SUCCESS = "minor_success", "major_success", "critical_success"

DEGREES = (
    Degree(CRITICAL_FAILURE, success=False, critical=True, note=N_("it fails, and something goes seriously wrong besides")),
    Degree(FAILURE, success=False, critical=False, note=N_("nothing comes of it")),
    Degree(
        MINOR_SUCCESS,
        success=True,
        critical=False,
        note=N_("half the damage or duration; or all that was wanted, at a small price such as time, supplies or fatigue"),
    ),
    Degree(MAJOR_SUCCESS, success=True, critical=False, note=N_("full damage and duration, without a drawback")),
    Degree(
        CRITICAL_SUCCESS, success=True, critical=True, note=N_("twice the damage and duration, and a rare benefit on top")
    ),
)

_BY_NAME = {degree.name: degree for degree in DEGREES}


def outcome(name: str, margin: int) -> Judgement:
    """The judgement of a roll that came out to the degree of that name."""
    degree = _BY_NAME[name]
    return Judgement(success=degree.success, critical=degree.critical, degree=name, margin=margin)

"""The worked cases' names for what the rules engine offers under names of its own. Nothing is computed here."""

from __future__ import annotations

from typing import Any

from tracker.rulesets import brp, d20under
from tracker.rulesets.base import Default, Modifier
from tracker.rulesets.gurps4e.defaults import default_roll
from tracker.rulesets.gurps4e.effort import extra_effort
from tracker.rulesets.gurps4e.fright import fright_check, fright_table
from tracker.rulesets.gurps4e.retries import retry
from tracker.rulesets.gurps4e.success import effective_skill, may_attempt, success_probability, success_roll

TRAITS = {
    "fearlessness": "fearlessness",
    "fearfulness": "fearfulness",
    "combat_reflexes": "combat reflexes",
    "combat_paralysis": "combat paralysis",
    "unfazeable": "unfazeable",
}
CIRCUMSTANCES = {"in_combat": "combat", "remote_view": "remote", "alone": "alone", "dark": "dark", "touched": "touched"}


def evaluate(ruleset: str, rule: str, given: dict[str, Any]) -> dict[str, Any]:
    """What the rules engine says about a case's ``given``, in the words of its ``expect``.

    Raises NotImplementedError for a rule that isn't there yet.
    """
    match ruleset, rule:
        case "gurps4e", "success_roll":
            roll = success_roll(given["target"], given["roll"], given["kind"])
            attemptable = may_attempt(given["target"], given["kind"])
            return {"attemptable": attemptable} | _fields(roll, "success", "critical", "margin")
        case "gurps4e", "effective_skill":
            effective = effective_skill(given["base"], [Modifier(m["reason"], m["value"]) for m in given["modifiers"]])
            return {"effective": effective, "attemptable": may_attempt(effective)}
        case "gurps4e", "success_probability":
            odds = success_probability(given["target"], given["kind"])
            return {
                "attemptable": may_attempt(given["target"], given["kind"]),
                "success_of_216": odds.success,
                "critical_success_of_216": odds.critical_success,
                "critical_failure_of_216": odds.critical_failure,
                "success_percent": odds.percent,
            }
        case "gurps4e", "default_roll":
            scores = [(Default(d["from"], d["name"], d["modifier"]), d["score"]) for d in given["defaults"]]
            return _fields(default_roll(given["trained_level"], scores), "allowed", "target", "used", "attemptable")
        case "gurps4e", "retry":
            return _fields(retry(**given), "allowed", "modifier")
        case "gurps4e", "extra_effort":
            effort = extra_effort(**given)
            return _fields(effort, "allowed", "target", "granted_percent", "fp_cost", "hp_loss") | _fields(
                effort.judgement, "success"
            )
        case "gurps4e", "fright_check":
            check = fright_check(
                given["will"],
                traits={trait: given[key] for key, trait in TRAITS.items() if given[key]},
                circumstances=[name for key, name in CIRCUMSTANCES.items() if given[key]],
                distance_yards=given["distance_yards"],
                exposures_hours_ago=given["exposures_hours_ago"],
                roll=given["roll"],
            )
            return _fields(check, "needed", "modifier", "target") | _fields(check.judgement, "success", "margin")
        case "gurps4e", "fright_table":
            return fright_table(**given)._asdict()
        case "brp", "percentile":
            return {"outcome": brp.percentile(**given).degree}
        case "d20under", "check":
            target = _d20_target(given)
            return {"target": target, "success": d20under.check(given["attribute"], target, given["roll"]).success}
        case "d20under", "degree":
            attribute, target = given["attribute"], _d20_target(given)
            return {
                "great_success_max": d20under.great_success_max(attribute),
                "terrible_failure_min": d20under.terrible_failure_min(attribute),
                "target": target,
                "degrees": [d20under.check(attribute, target, roll).degree for roll in given["rolls"]],
            }
    raise NotImplementedError(f"{ruleset}.{rule}")


def _fields(result: object | None, *names: str) -> dict[str, Any]:
    """The named fields of a result; all None where there is no result."""
    return {name: getattr(result, name, None) for name in names}


def _d20_target(given: dict[str, Any]) -> int:
    return d20under.check_target(given["attribute"], skilled=given["skilled"], modifier=given["modifier"])

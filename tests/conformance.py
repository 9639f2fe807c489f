"""The worked cases' names for what the rules engine offers under names of its own. Nothing is computed here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tracker.rulesets import brp
from tracker.rulesets.base import Default, FeatRoll, Judgement, Modifier
from tracker.rulesets.d20under.check import Throw as D20Throw
from tracker.rulesets.d20under.check import advantage, check_target, great_success_max, terrible_failure_min
from tracker.rulesets.d20under.check import check as d20_check
from tracker.rulesets.d20under.contests import opposed
from tracker.rulesets.d20under.party import MONTAGES, group_check, reroll
from tracker.rulesets.gurps3e.criticals import critical_defense, critical_hit_table, critical_miss_table
from tracker.rulesets.gurps3e.success import success_roll as success_roll_3e
from tracker.rulesets.gurps4e.buying import buy_success
from tracker.rulesets.gurps4e.contests import Throw, quick_contest, regular_contest, resistance_roll
from tracker.rulesets.gurps4e.defaults import default_roll
from tracker.rulesets.gurps4e.difficulty import task_difficulty
from tracker.rulesets.gurps4e.effort import extra_effort
from tracker.rulesets.gurps4e.equipment import equipment_modifier
from tracker.rulesets.gurps4e.feats import FEATS
from tracker.rulesets.gurps4e.feats.climb import SURFACES, falls
from tracker.rulesets.gurps4e.feats.jump import jump_move
from tracker.rulesets.gurps4e.feats.run import running_checks, running_speed, running_target
from tracker.rulesets.gurps4e.feats.swim import SECONDS_AFTER_FAILURE
from tracker.rulesets.gurps4e.fright import fright_check, fright_table
from tracker.rulesets.gurps4e.influence import Subject, influence_roll
from tracker.rulesets.gurps4e.long_tasks import Worker, long_task
from tracker.rulesets.gurps4e.retries import retry
from tracker.rulesets.gurps4e.senses import danger_sense, sense_roll
from tracker.rulesets.gurps4e.success import effective_skill, may_attempt, success_probability, success_roll
from tracker.rulesets.gurps4e.timing import time_modifier

TRAITS = {
    "fearlessness": "fearlessness",
    "fearfulness": "fearfulness",
    "combat_reflexes": "combat reflexes",
    "combat_paralysis": "combat paralysis",
    "unfazeable": "unfazeable",
}
CIRCUMSTANCES = {"in_combat": "combat", "remote_view": "remote", "alone": "alone", "dark": "dark", "touched": "touched"}
SENSE_TRAITS = {
    "vision": {"acute": "acute vision", "dark_sight": "dark vision"},
    "hearing": {"acute": "acute hearing", "discriminatory": "discriminatory hearing"},
    "taste_smell": {"acute": "acute taste and smell", "discriminatory": "discriminatory smell"},
}
WINNERS = {"a": "attacker", "b": "subject"}
KINDS_3E = {"skill": "success", "defense": "active_defense"}


@dataclass(frozen=True)
class Sheet:
    """A character of a case, as far as the rules ask about one."""

    attributes: dict[str, float]
    skills: dict[str, int | None] = field(default_factory=dict)
    traits: dict[str, int] = field(default_factory=dict)
    load: int = 0

    def attribute(self, key: str) -> float:
        return self.attributes[key]

    def unhurt(self, key: str) -> float:
        return self.attributes[key]

    def skill(self, name: str) -> int | None:
        return self.skills.get(name)

    def trait(self, name: str) -> int:
        return self.traits.get(name, 0)


def evaluate(ruleset: str, rule: str, given: dict[str, Any]) -> dict[str, Any]:
    """What the rules engine says about a case's ``given``, in the words of its ``expect``.

    Raises NotImplementedError for a rule that it doesn't know.
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
        case "gurps4e", "task_difficulty":
            return _fields(task_difficulty(**given), "label", "effective", "roll_needed")
        case "gurps4e", "equipment_modifier":
            return _fields(equipment_modifier(**given), "modifier", "cost_factor")
        case "gurps4e", "time_modifier":
            modifier = time_modifier(**given)
            return {"allowed": modifier is not None, "modifier": modifier}
        case "gurps4e", "long_task":
            workers = [Worker(w["skill"], w["roll"], w["destroyed_dice"]) for w in given["workers"]]
            day = long_task(given["supervisor_bonus"], workers)
            return _fields(day, "hours_contributed", "hours_destroyed") | {"outcomes": list(day.outcomes)}
        case "gurps4e", "buy_success":
            return _fields(buy_success(**given), "allowed", "cost", "points_left")
        case "gurps4e", "quick_contest":
            verdict = quick_contest(Throw(**given["a"]), Throw(**given["b"]))
            return {"winner": verdict.winner or "tie", "margin_of_victory": verdict.margin}
        case "gurps4e", "resistance_roll":
            attacker, subject = given["attacker"], given["subject"]
            resisted = resistance_roll(
                Throw(attacker["skill"], attacker["roll"]),
                subject["resistance"],
                subject["roll"],
                supernatural=given["supernatural"],
                living_or_sapient=given["subject_living_or_sapient"],
            )
            return _fields(resisted, "attacker_target", "subject_rolls") | {
                "winner": WINNERS[str(resisted.verdict.winner)],
                "margin_of_victory": resisted.verdict.margin,
            }
        case "gurps4e", "regular_contest":
            return _fields(regular_contest(**given), "a_target", "b_target", "winner", "rounds_played")
        case "gurps4e", "influence_roll":
            influence = influence_roll(
                given["skill"],
                given["level"],
                _subject(given["subject"]),
                roll=given["roll"],
                reaction_modifier=given["reaction_modifier"],
                unsuitable_penalty=given["unsuitable_penalty"],
                empathy=given["has_empathy"],
                regular_reaction=given["regular_reaction"],
            )
            return _fields(influence, "outcome", "margin_of_victory", "reaction", "pc_modifier")
        case "gurps4e", "sense_roll":
            sensed = sense_roll(
                given["sense"],
                given["per"],
                traits={trait: int(given[key]) for key, trait in SENSE_TRAITS[given["sense"]].items()},
                given=_sensed(given),
                other_modifier=given["other_modifier"],
            )
            return _fields(sensed, "allowed", "distance_modifier", "target")
        case "gurps4e", "danger_sense":
            return _fields(danger_sense(**given), "noticed", "by", "second_roll_made")
        case "gurps4e", "climbing":
            climber = Sheet({"dx": given["dx"]}, {"Climbing": given["climbing_skill"]}, load=given["encumbrance"])
            plan = FEATS["climb"].plan(
                climber, {"surface": given["surface"], "height": given["feet"], "combat": given["mode"] == "combat"}, 0
            )
            return {
                "surface_modifier": SURFACES[given["surface"]].modifier,
                "target": _against(plan.roll),
                "seconds": plan.seconds,
                "rolls_needed": plan.roll and plan.roll.count,
            }
        case "gurps4e", "climbing_fall":
            outcome = given["outcome"]
            judgement = Judgement(outcome.endswith("success"), outcome.startswith("critical"), outcome, 1)
            return {"falls": falls(judgement, roped=given["roped"], secured=given["rope_secured"])}
        case "gurps4e", "jumping":
            jumper = Sheet({"basic_move": given["basic_move"]}, {"Jumping": given["jumping_skill"]})
            plan = FEATS["jump"].plan(jumper, {"kind": given["kind"], "run": given["run_yards"]}, 0)
            return {
                "move_used": jump_move(given["basic_move"], given["jumping_skill"]),
                "distance": plan.figures[0].value,
                "unit": {"inches": "inch", "feet": "foot"}[plan.figures[0].unit],
            }
        case "gurps4e", "running":
            target = running_target(given["ht"], given["running_skill"])[1]
            judged = [success_roll(target, roll) for roll in given["rolls"]]
            lost = [FEATS["run"].effects(check, given) for check in judged if check is not None]
            return {
                "speed": running_speed(given["mode"], given["move"]),
                "checks": running_checks(given["mode"], given["seconds"]),
                "check_target": target,
                "fp_lost": sum(effect.points for effects in lost for effect in effects),
            }
        case "gurps4e", "swimming":
            swimmer = Sheet({"basic_move": given["basic_move"], "ht": given["ht"]}, {"Swimming": given["swimming_skill"]})
            plan = FEATS["swim"].plan(swimmer, {"time": None}, 0)
            swum = success_roll(_against(plan.roll), given["roll"])
            effects = FEATS["swim"].effects(swum, given) if swum else ()
            return {
                "water_move": plan.figures[0].value,
                "target": _against(plan.roll),
                "fp_lost": sum(effect.points for effect in effects),
                "next_roll_seconds": SECONDS_AFTER_FAILURE if effects else None,
            }
        case "gurps3e", "success_roll":
            kind = KINDS_3E.get(given["kind"], given["kind"])
            return _fields(success_roll_3e(kind, given["effective_skill"], given["roll"]), "success", "critical")
        case "gurps3e", "critical_defense":
            return _fields(critical_defense(**given), "defense_allowed", "defended", "attacker_to_critical_miss_table")
        case "gurps3e", "critical_hit_table":
            hit = critical_hit_table(**given)
            return _fields(hit, "max_damage", "ignore_dr", "knockout", "knockout_target")
        case "gurps3e", "critical_miss_table":
            missed = critical_miss_table(given["roll"])
            return _fields(missed, "weapon", "break_chance_thirds", "lost_balance", "defense_modifier")
        case "brp", "percentile":
            return {"outcome": brp.percentile(**given).degree}
        case "brp", "die_range":
            ranges = [brp.dice.die_range(given["die"], percent) for percent in given["percents"]]
            return {name: [getattr(found, name) for found in ranges] for name in ("success_from", "reroll_on_minimum")}
        case "brp", "die_roll":
            made = brp.dice.die_roll(**given)
            return {"outcome": made.judgement.degree, "rolls_used": made.rolls_used}
        case "brp", "advantage":
            return {"outcome": brp.advantage(**given).degree}
        case "brp", "opposed":
            sides = [brp.contests.Throw(**given[side]) for side in ("a", "b")]
            return _fields(brp.contests.opposed(*sides), "a_outcome", "b_outcome", "winner")
        case "d20under", "check":
            target = _d20_target(given)
            return {"target": target, "success": d20_check(given["attribute"], target, given["roll"]).success}
        case "d20under", "advantage":
            first, second = given["rolls"]
            target = _d20_target(given)
            used = advantage(given["attribute"], target, (first, second), given["mode"])
            return {"target": target, "roll_used": used.roll_used, "success": used.judgement.success}
        case "d20under", "degree":
            attribute, target = given["attribute"], _d20_target(given)
            return {
                "great_success_max": great_success_max(attribute),
                "terrible_failure_min": terrible_failure_min(attribute),
                "target": target,
                "degrees": [d20_check(attribute, target, roll).degree for roll in given["rolls"]],
            }
        case "d20under", "opposed":
            return _fields(opposed(D20Throw(**given["a"]), D20Throw(**given["b"])), "a_margin", "b_margin", "winner")
        case "d20under", "group_check":
            return _fields(group_check([D20Throw(**member) for member in given["members"]]), "successes", "outcome")
        case "d20under", "montage":
            limit = MONTAGES.limits[given["difficulty"]]
            return {"failure_limit": limit} | _fields(
                MONTAGES.score(given["results"], limit), "successes", "failures", "status"
            )
        case "d20under", "reroll":
            throw = D20Throw(_d20_target(given), given["roll"])
            rolled = reroll(given["attribute"], throw, given["reroll"], skilled=given["skilled"], left=given["rerolls_left"])
            return {
                "target": throw.target,
                "reroll_allowed": rolled.allowed,
                "success": rolled.judgement.success,
                "rerolls_left": rolled.left,
            }
    raise NotImplementedError(f"{ruleset}.{rule}")


def _fields(result: object | None, *names: str) -> dict[str, Any]:
    """The named fields of a result; all None where there is no result."""
    return {name: getattr(result, name, None) for name in names}


def _against(roll: FeatRoll | None) -> int:
    assert roll is not None
    return effective_skill(roll.base, roll.modifiers)


def _subject(given: dict[str, Any]) -> Subject:
    traits = [trait.replace("_", " ") for trait in given["traits"]]
    return Subject(given["will"], given["roll"], traits, is_pc=given["kind"] == "pc")


def _sensed(given: dict[str, Any]) -> dict[str, Any]:
    """A case's circumstances as the inputs of a sense roll."""
    total = given["darkness"] == "total"
    return {
        "darkness": 0 if total else given["darkness"],
        "total": total,
        "plain": given["in_plain_view"],
        "size_range": given["size_range_modifier"],
        "sound": given["sound"],
        "distance": given["distance_yards"],
    }


def _d20_target(given: dict[str, Any]) -> int:
    return check_target(given["attribute"], skilled=given["skilled"], modifier=given["modifier"])

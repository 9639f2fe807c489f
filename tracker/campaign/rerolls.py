"""Decisions about failed checks that are rolled anew, paid for from a pool. The second roll counts, whatever it shows."""

from __future__ import annotations

from contextlib import suppress

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_basis
from tracker.campaign.decision import Decision
from tracker.campaign.options import chosen
from tracker.campaign.parts import Ruling
from tracker.campaign.pools import lose
from tracker.campaign.rulings import count_as, decide_anew
from tracker.campaign.settling import RollSpec, after_every_roll, asked_rolls, in_common, roll
from tracker.campaign.steps import Question
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import RerollRules

SKILL = "skill"  # the source of a modifier that a skill brings in


def rolled_anew(decision: Decision, command: cmd.Reroll) -> None:
    """A failed check once more with its own target. One that was rolled anew before is meant by any of its rolls."""
    rules = _rules(decision)
    recorded, earlier = decision.roll_at(command.roll)
    if earlier.reroll_of is not None:
        recorded, earlier = decision.roll_at(earlier.reroll_of)
    character = decision.state.characters.get(recorded.subject or "")
    if character is None or character.removed:
        raise Refused(
            _(
                "The roll {position} is no character's who could pay for it with {pool}.",
                position=recorded.position,
                pool=rules.pool,
            ),
            code="no_pool",
            where="position",
        )
    name = decision.name_of(character.id)
    skilled = _skilled(decision, character.id, earlier)
    if refusal := rules.refusal(decision.outcome(recorded.position, earlier).success, skilled):
        raise Refused(
            _("The roll {position}: {refusal}", position=recorded.position, refusal=refusal),
            code="no_reroll",
            where="position",
        )
    if any(asked.reroll_of == recorded.position for asked in asked_rolls(decision).values()):
        raise Refused(
            _("The roll {position} waits for its second throw.", position=recorded.position),
            code="waiting",
            where="position",
        )
    pools = decision.sheet(character.id).pools
    if rules.pool not in pools or pools[rules.pool].current < 1:
        raise Refused(_("{name} has no {pool} left.", name=name, pool=rules.pool), code="no_pool", where="position")
    if decision.hidden(recorded.position):
        decision.visibility = ev.GM_ONLY
    lose(decision, character, rules.pool, 1, reason="reroll", note=earlier.what, cause=recorded.position)
    spec = RollSpec(
        **in_common(earlier) | {"task": None, "effort": None, "reroll_of": recorded.position, "corrects": None, "then": {}},
        rules=chosen(decision.ruleset, decision.state),
    )
    roll(decision, spec, subject=character.id, name=name, cause=recorded.position, purpose=" anew")


def _rules(decision: Decision) -> RerollRules:
    if decision.ruleset.rerolls is None:
        raise Refused(_("{title} has no rerolls.", title=_(decision.ruleset.title)), code="no_rule", where="reroll")
    return decision.ruleset.rerolls


def _skilled(decision: Decision, character: str, earlier: ev.RollMade) -> bool:
    """Whether a fitting skill was in a roll, at the points of the rules or of the GM's."""
    if any(modifier.source == SKILL for modifier in earlier.modifiers):
        return True
    with suppress(Refused):
        return bool(find_basis(decision.sheet(character), decision.ruleset, earlier.what).attribute)
    return False


@after_every_roll
def _stands_in(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    """The first roll counts as the second one came out, and what was decided on it is decided anew."""
    if spec.reroll_of is None:
        return
    recorded = decision.event_at(spec.reroll_of)
    earlier = recorded.event
    if not isinstance(earlier, ev.RollMade):
        raise TypeError(f"event {spec.reroll_of} is no roll")
    now = Ruling(made.degree, made.success, made.critical)
    if decision.outcome(spec.reroll_of, earlier) == now:
        decide_anew(decision, spec.reroll_of, position)
    else:
        count_as(decision, recorded, earlier, now, by="reroll")

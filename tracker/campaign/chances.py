"""Decisions about random checks: so many faces of a die, or a percentage, whatever the rule system."""

from __future__ import annotations

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision
from tracker.campaign.steps import Question, ask, step
from tracker.dice import MAX_SIDES, MIN_SIDES, Throw
from tracker.errors import Refused
from tracker.text import clean_name

CHANCE = "chance"  # the kind of its roll


def chanced(decision: Decision, command: cmd.Chance) -> None:
    """One die: up to ``faces`` of its ``sides`` it happens (seed 003, Random Checks)."""
    if not MIN_SIDES <= command.sides <= MAX_SIDES:
        raise Refused(f"A die has {MIN_SIDES} to {MAX_SIDES:,} sides.", code="bad_number", where="sides")
    if not 0 < command.faces < command.sides:
        raise Refused(
            f"A chance is 1 to {command.sides - 1} in {command.sides}; no roll is needed for anything else.",
            code="bad_number",
            where="faces",
        )
    what = clean_name(command.what, "what") if command.what else f"{command.faces} in {command.sides}"
    percent = f"{100 * command.faces / command.sides:.3g} %"
    ask(
        decision,
        Question(
            step=CHANCE,
            notation=f"1d{command.sides}",
            labels=(CHANCE,),
            text=f"{what}: {command.faces} in {command.sides}, {percent}" if command.what else f"Chance: {what}, {percent}",
            subject="",
            data={"what": what, "faces": command.faces},
        ),
    )


@step(CHANCE)
def _thrown(decision: Decision, question: Question, throw: Throw) -> None:
    faces = question.data["faces"]
    success = throw.total <= faces
    decision.record(
        ev.RollMade(
            kind=CHANCE,
            what=question.data["what"],
            base=faces,
            given=True,
            target=faces,
            notation=throw.notation,
            dice=throw.faces,
            dice_source=throw.source,
            total=throw.total,
            success=success,
            critical=False,
            degree="success" if success else "failure",
            margin=abs(faces - throw.total),
            ruleset=decision.ruleset.id,
            ruleset_version=decision.ruleset.version,
        ),
        cause=question.cause,
        procedure=question.procedure,
    )

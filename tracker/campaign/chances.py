"""Decisions about random checks: so many faces of a die, or a percentage, whatever the rule system."""

from __future__ import annotations

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision
from tracker.campaign.steps import Question, ask, step
from tracker.dice import MAX_SIDES, MIN_SIDES, Throw, parse
from tracker.errors import Refused
from tracker.language import _
from tracker.text import clean_name


def chanced(decision: Decision, command: cmd.Chance) -> None:
    """One die: up to ``faces`` of its ``sides`` it happens (seed 003, Random Checks)."""
    if not MIN_SIDES <= command.sides <= MAX_SIDES:
        raise Refused(
            _("A die has {least} to {most:,} sides.", least=MIN_SIDES, most=MAX_SIDES),
            code="bad_number",
            where="sides",
        )
    what = (
        clean_name(command.what, "what") if command.what else phrases.CHANCE.format(faces=command.faces, sides=command.sides)
    )
    throw_for(decision, command.faces, f"1d{command.sides}", what)


def throw_for(decision: Decision, faces: int, notation: str, what: str, procedure: int | None = None) -> None:
    """Throw the one die of a chance of so many faces. Raises Refused for a chance that needs no roll."""
    sides = parse(notation).sides
    if not 0 < faces < sides:
        raise Refused(
            _("A chance is 1 to {most} in {sides}; no roll is needed for anything else.", most=sides - 1, sides=sides),
            code="bad_number",
            where="faces",
        )
    chance = phrases.CHANCE.format(faces=faces, sides=sides)
    named = f"Chance: {what}" if what == chance else f"{what}: {chance}"
    ask(
        decision,
        Question(
            step=ev.CHANCE,
            notation=notation,
            labels=(ev.CHANCE,),
            text=f"{named}, {100 * faces / sides:.3g} %",
            subject="",
            procedure=procedure,
            data={"what": what, "faces": faces},
        ),
    )


@step(ev.CHANCE, ev.RollMade, "what")
def _thrown(decision: Decision, question: Question, throw: Throw) -> None:
    faces = question.data["faces"]
    success = throw.total <= faces
    decision.record(
        ev.RollMade(
            kind=ev.CHANCE,
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
            corrects=question.data.get("corrects"),
        ),
        cause=question.cause,
        procedure=question.procedure,
    )

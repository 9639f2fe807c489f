"""What the rules leave to the GM to say: asked for by a prompt, and recorded beside what it is about."""

from __future__ import annotations

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision
from tracker.campaign.steps import finish, open_prompt
from tracker.errors import Refused
from tracker.language import _
from tracker.text import clean_text

EFFECT = "effect"  # the kind of such a prompt


def ask_the_gm(
    decision: Decision, text: str, *, about: int, kind: str, subject: str | None = None, procedure: int | None = None
) -> None:
    """Ask what the event at a position comes to. Without a procedure that goes on it is one of its own, of ``kind``."""
    if procedure is None:
        procedure = decision.record(ev.ProcedureStarted(kind=kind), cause=about)
    decision.record(
        ev.PromptOpened(kind=EFFECT, text=text, ask={"table": about}), subject=subject, cause=about, procedure=procedure
    )


def effect_named(decision: Decision, command: cmd.NameEffect) -> None:
    """The GM says what comes of it."""
    prompt = open_prompt(decision, command.prompt)
    if prompt.kind != EFFECT:
        raise Refused(
            _("Prompt {prompt} asks for something else: {text}.", prompt=command.prompt, text=phrases.asked(prompt.text)),
            code="wrong_answer",
            where="prompt",
        )
    text = clean_text(command.text, "effect").strip()
    if not text:
        raise Refused(_("Say what happens: “effect 42 the hilt cracks”."), code="empty", where="effect")
    decision.record(
        ev.PromptAnswered(prompt=command.prompt),
        subject=prompt.subject,
        cause=command.prompt,
        procedure=prompt.procedure,
    )
    decision.record(
        ev.EffectNamed(table=prompt.ask["table"], text=text),
        subject=prompt.subject,
        cause=prompt.ask["table"],
        procedure=prompt.procedure,
    )
    finish(decision, prompt.procedure)

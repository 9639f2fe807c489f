"""Commands that set right what was recorded: taking back, correcting a roll, amending a note, revealing a secret."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from tracker import quickline
from tracker.campaign import commands as cmd
from tracker.cli.context import Action, Common, Dice, Position, Target

Dependants = Annotated[
    str,
    Parameter(help="What becomes of later events that rest on it: keep, as they are, or void, taken back too."),
]
Without = Annotated[
    tuple[str, ...], Parameter(help="A modifier that doesn't apply, by its name; again for each.", negative=())
]
Reason = Annotated[str, Parameter(help="Why.")]


def undo(*reason: str, dependants: Dependants = "", action: Action = None, context: Common) -> int:
    """Take back the last thing that you recorded in this session.

    Parameters
    ----------
    reason
        Why.
    """
    command = quickline.read("undo", (), context.typed())
    return context.record(replace(command, reason=" ".join(reason), dependants=dependants), action=action)


def redo(*reason: str, dependants: Dependants = "", action: Action = None, context: Common) -> int:
    """Bring back what your last undo in this session took back.

    Parameters
    ----------
    reason
        Why.
    """
    command = quickline.read("redo", (), context.typed())
    return context.record(replace(command, reason=" ".join(reason), dependants=dependants), action=action)


def void(position: Position, /, *reason: str, dependants: Dependants = "", action: Action = None, context: Common) -> int:
    """Take back the whole action that an event belongs to; of a void: restore what it took back.

    Parameters
    ----------
    position
        The event's number.
    reason
        Why.
    """
    command = cmd.Void(position=position, reason=" ".join(reason), dependants=dependants)
    return context.record(command, action=action)


def correct(
    position: Position,
    /,
    *modifiers: str,
    without: Without = (),
    who: Annotated[str, Parameter(help="Whose roll it was.")] = "",
    base: Annotated[Target | None, Parameter(help="The number that you had given for somebody without a sheet.")] = None,
    target: Annotated[Target | None, Parameter(help="The target that you had set.")] = None,
    reason: Reason = "",
    dependants: Dependants = "",
    dice: Dice = (),
    action: Action = None,
    context: Common,
) -> int:
    """Set a roll right that was put down wrongly; what came of it follows anew by the rules.

    Parameters
    ----------
    position
        The roll's number.
    modifiers
        Those that were left out or had other points: numbers with a sign, each with the words of its reason: -1 dark.
    """
    typed = context.typed()
    command = cmd.Correct(
        roll=position,
        modifiers=quickline.read_modifiers(modifiers, typed.targets.name_of(position), typed),
        without=without,
        who=who,
        base=base,
        target=target,
        reason=reason,
        dependants=dependants,
    )
    return context.record(command, dice=dice, action=action)


def amend(position: Position, /, *text: str, reason: Reason = "", action: Action = None, context: Common) -> int:
    """Give a note, or a session or scene, other words; the old ones stay in the log.

    Parameters
    ----------
    position
        The number of the note, or of the beginning of the session or scene.
    text
        How it is to read.
    """
    return context.record(cmd.Amend(position=position, text=" ".join(text), reason=reason), action=action)


def reveal(position: Position, /, *reason: str, action: Action = None, context: Common) -> int:
    """Let everyone see a secret event and what came of it.

    Parameters
    ----------
    position
        The event's number.
    reason
        Why.
    """
    return context.record(cmd.Reveal(position=position, reason=" ".join(reason)), action=action)

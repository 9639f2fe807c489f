"""Commands of play: rolls, retries, frights, effort, what waits for an answer, and notes."""

from __future__ import annotations

import re
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from tracker import quickline
from tracker.campaign import commands as cmd
from tracker.cli import outcome
from tracker.cli.context import (
    Action,
    Common,
    Dice,
    PenaltyPoints,
    Percent,
    Position,
    Target,
    as_position,
    whole,
)
from tracker.errors import Refused
from tracker.language import _
from tracker.reports.results import prompt_json

Policy = Annotated[str, Parameter(help="How it may be tried again: once, damage, penalty or free.")]
Penalty = Annotated[PenaltyPoints | None, Parameter(help="The penalty of this attempt, in place of what the policy says.")]
Reason = Annotated[str, Parameter(help="Why you overrule what the rules say.")]
Assessed = Annotated[bool, Parameter(help="The damage of the last failure is dealt out.")]
Waited = Annotated[bool, Parameter(help="A reasonable time has passed.")]


def do(*line: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Do what a line says, as the screen's quick line does.

    Parameters
    ----------
    line
        Such as "mira stealth -2 dark", "fright all ghoul", "hp mira -3 arrow".
    """
    read = quickline.parse(" ".join(line), context.typed())
    return context.record(read.command, dice=(*read.dice, *dice), action=action, secret=read.secret)


def roll(
    who: str,
    what: str,
    /,
    *modifiers: str,
    at: Annotated[str, Parameter(help="The task that this is an attempt at.")] = "",
    policy: Policy = "",
    penalty: Penalty = None,
    reason: Reason = "",
    damage_assessed: Assessed = False,
    waited: Waited = False,
    target: Annotated[Target | None, Parameter(help="The target that you set, in place of what the rules give.")] = None,
    kind: Annotated[str, Parameter(help="The sort of roll where it isn't the ordinary one: active_defense, forced.")] = "",
    dice: Dice = (),
    action: Action = None,
    context: Common,
) -> int:
    """Roll against a skill or an attribute.

    Parameters
    ----------
    who
        A character, or somebody made up on the fly such as @guard.
    what
        A skill or attribute; with a number for somebody without a sheet: per=12.
    modifiers
        What the rules know by name (wall, "fine tools", "haste 30%"), and numbers with a sign, each with the words of its
        reason: -1 dark.
    """
    name, base = _what(what)
    what, given = quickline.read_ability(who, (name, *modifiers), base, context.typed())
    command = cmd.Roll(
        who=who,
        what=what,
        base=base,
        modifiers=given,
        kind=kind,
        at=at,
        policy=_policy(policy),
        penalty=penalty,
        target=target,
        reason=reason,
        damage_assessed=damage_assessed,
        waited=waited,
    )
    return context.record(command, dice=dice, action=action)


def retry(
    *words: str,
    policy: Policy = "",
    penalty: Penalty = None,
    reason: Reason = "",
    damage_assessed: Assessed = False,
    waited: Waited = False,
    dice: Dice = (),
    action: Action = None,
    context: Common,
) -> int:
    """Try a failed roll again, with its own modifiers and more.

    Parameters
    ----------
    words
        [POSITION or WHO] [damage] [waited] [MODIFIER...]: the failed roll's number, or somebody's last failure, else the
        last one of all; that its damage is dealt out, and that time has passed; then more modifiers.
    """
    said = quickline.read("retry", words, context.typed())
    given = {"policy": _policy(policy), "penalty": penalty, "reason": reason}
    given |= {"damage_assessed": damage_assessed or None, "waited": waited or None}
    command = replace(said, **{name: value for name, value in given.items() if value not in ("", None)})
    return context.record(command, dice=dice, action=action)


def again(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Make the same roll once more, as a new one and not as a retry.

    Parameters
    ----------
    words
        [POSITION or WHO] [MODIFIER...]: the roll's number, or somebody's last roll, else the last one of all; then more
        modifiers.
    """
    return context.take("again", words, dice=dice, action=action)


def reroll(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Make a failed check anew, where the rules have a pool for that; the second roll counts.

    Parameters
    ----------
    words
        [POSITION or WHO]: the failed roll's number, or somebody's last failure, else the last one of all.
    """
    return context.take("reroll", words, dice=dice, action=action)


def chance(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """See whether something happens that has a chance of so many in so many, or of so many percent.

    Parameters
    ----------
    words
        2 in 6 WHAT HAPPENS, or 35% WHAT HAPPENS.
    """
    return context.take("chance", words, dice=dice, action=action)


def giveup(
    *task: str,
    who: Annotated[str, Parameter(help="Whose task, where several have one of that name.")] = "",
    action: Action = None,
    context: Common,
) -> int:
    """End a task without success.

    Parameters
    ----------
    task
        The task's name.
    """
    return context.record(cmd.GiveUp(task=" ".join(task), who=who), action=action)


def fright(
    *words: str,
    cause: Annotated[str, Parameter(help="What they meet.")],
    alone: bool = False,
    dark: bool = False,
    touched: bool = False,
    combat: bool = False,
    remote: bool = False,
    distance: Annotated[float | None, Parameter(help="How many yards away it is.")] = None,
    dice: Dice = (),
    action: Action = None,
    context: Common,
) -> int:
    """Make Fright Checks of one or many at one threat.

    Parameters
    ----------
    words
        WHO... [MODIFIER...]: names, or all for everyone present; then numbers with a sign and their reasons.
    alone
        Facing it alone.
    dark
        In the dark or at night.
    touched
        It touches them.
    combat
        In the heat of combat.
    remote
        Seen through a camera, by clairvoyance and the like.
    """
    first = next((index for index, word in enumerate(words) if _is_signed(word)), len(words))
    if not first:
        raise Refused(_("Say who is frightened: names, or all for everyone present."), code="missing", where="who")
    flags = {"alone": alone, "dark": dark, "touched": touched, "combat": combat, "remote": remote}
    command = cmd.Fright(
        who=words[:first],
        cause=cause,
        modifiers=quickline.read_modifiers(words[first:], "Fright Check", context.typed()),
        circumstances=tuple(word for word, holds in flags.items() if holds),
        distance=distance,
    )
    return context.record(command, dice=dice, action=action)


def effort(
    who: str,
    feat: str,
    /,
    *modifiers: str,
    increase: Annotated[Percent, Parameter(help="How many percent more, such as 20.")],
    motivated: Annotated[str, Parameter(help="The reason that drives the character beyond.")] = "",
    using: Annotated[str, Parameter(help="A skill to roll against in place of Will.")] = "",
    dice: Dice = (),
    action: Action = None,
    context: Common,
) -> int:
    """Make an extra effort at the next feat.

    Parameters
    ----------
    who
        The character.
    feat
        What the effort is for: an attribute, a skill, or words of your own.
    modifiers
        Numbers with a sign, each with the words of its reason.
    """
    command = cmd.ExtraEffort(
        who=who,
        feat=feat,
        increase=increase,
        motivated=motivated,
        using=using,
        modifiers=quickline.read_modifiers(modifiers, using or "Will", context.typed()),
    )
    return context.record(command, dice=dice, action=action)


def answer(prompt: Position, /, *, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Give the dice that something waits for.

    Parameters
    ----------
    prompt
        The number of what waits: see pending.
    """
    return context.record(cmd.Answer(prompt=prompt), dice=dice, action=action)


def pending(*, context: Common) -> int:
    """List what waits for dice or for a trait's name."""
    prompts, names = context.campaign.state.open_prompts(), context.campaign.names()
    context.out.show(
        (prompt_json(position, prompt, names) for position, prompt in prompts.items()),
        outcome.waiting(prompts, context.campaign.ruleset, context.out.idiom) if prompts else [_("Nothing waits.")],
    )
    return 0


def note(*text: str, action: Action = None, context: Common) -> int:
    """Write a note into the log.

    Parameters
    ----------
    text
        What to remember.
    """
    return context.record(cmd.Note(text=" ".join(text)), action=action)


def mark(*words: str, action: Action = None, context: Common) -> int:
    """Put a bookmark on an event.

    Parameters
    ----------
    words
        [POSITION] [LABEL]: the event's number, else the last event; then what to call the mark.
    """
    at, label = _at(words)
    position = context.campaign.state.head if at is None else at
    return context.record(cmd.Mark(position=position, label=" ".join(label)), action=action)


def _what(text: str) -> tuple[str, int | None]:
    """``per=12`` as a name and its number, anything else as a name."""
    name, equals, number = text.rpartition("=")
    return (name.strip(), whole(number, "what")) if equals else (text, None)


def _policy(word: str) -> str:
    return quickline.POLICIES.get(word, word)


def _at(words: tuple[str, ...]) -> tuple[int | None, tuple[str, ...]]:
    """An event's number, where the words begin with one, and the rest."""
    at = as_position(words[0]) if words else None
    return (None, words) if at is None else (at, words[1:])


def _is_signed(word: str) -> bool:
    return re.fullmatch(r"[+\-−–＋－]\s*\d{1,4}", word) is not None

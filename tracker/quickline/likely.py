"""The line that a verb most likely begins with, so that Enter alone is often enough: the last pair of a contest, the threat
of the last Fright Check, an event's own line for a correction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tracker import events as ev
from tracker.campaign.characters import made_up
from tracker.campaign.rolls import AUTOMATIC
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline.contests import AGAINST
from tracker.quickline.corrections import CLAUSES
from tracker.quickline.words import Context
from tracker.text import fold

# Words that a label must not hold bare: they would end it.
_ENDING = frozenset({*CLAUSES, *AGAINST, "advantage", "disadvantage", "rounds", "supernatural"})

_KINDS = ("contest", "resistance")  # an influence roll is no contest of its own


class Likely(NamedTuple):
    """A line to go on typing, with the caret behind ``caret`` of its characters."""

    text: str
    caret: int


def contest(context: Context) -> str:
    """The last contest once more, of the same two with what the GM had named; else the ordinary kind of contest."""
    rules = context.ruleset.contests
    if rules is None:
        return "contest "
    for decided in context.targets.last_contests():
        sides = [_side(context, decided, subject) for subject in decided.sides]
        if decided.kind in rules.kinds and all(sides):
            return f"contest {decided.kind} {' vs '.join(filter(None, sides))}"
    return f"contest {rules.kinds[0]} "


def fright(context: Context) -> str:
    """A Fright Check of everyone present at what frightened them last."""
    threat = context.targets.last_threat()
    setting = context.state.threats.get(threat or "")
    return f"fright all {_held_together(setting.get(threat or ''))}" if setting else "fright all "


def effort(context: Context) -> str:
    """Extra effort of who is active, on the feat of their last one, else on what the rules name first."""
    what = context.targets.last_effort(context.active) if context.active else None
    first = context.ruleset.attributes[0].key if context.ruleset.attributes else ""
    return f"effort {what or first} +"


def correction(position: int, context: Context) -> Likely:
    """The line that corrects a roll, with what the GM had put down; the caret stands behind its last number: of the dice
    where they were typed, else of a modifier, of the target or the base. Raises Refused for what is no roll."""
    recorded = context.targets.event(position)
    made = recorded.event if recorded else None
    if not isinstance(made, ev.RollMade):
        raise Refused(_("Event {position} is no roll.", position=position), code="no_roll", where="position")
    parts = [f"correct {position}"]
    parts += [f"base {made.base}"] if made.given else []
    parts += [f"target {made.target}"] if made.computed is not None else []
    line = " ".join(parts)
    caret = len(line) if len(parts) > 1 else 0
    for modifier in made.modifiers:
        if modifier.source == "gm":
            line += f" {modifier.value:+d}" if modifier.label else f" without {modifier.value:+d} {modifier.value:+d}"
            caret = len(line)
            line += f" {_held_together(modifier.label)}" if modifier.label else ""
    if made.dice_source == "hand" and not made.dropped:
        line += f" ={','.join(map(str, made.dice))}"
        caret = len(line)
    line = line if caret else f"{line} "
    return Likely(line, caret or len(line))


def _side(context: Context, decided: ev.ContestDecided, subject: str) -> str | None:
    """A side of a contest as it is typed; None when it can't be any more."""
    first = next((one for at in decided.rolls if (one := context.targets.event(at)) and one.subject == subject), None)
    if first is None or not isinstance(first.event, ev.RollMade):
        return None
    made, character = first.event, context.state.characters.get(subject)
    if (character is None and made_up(subject) is None) or made.kind not in _KINDS or _sensed(context, first):
        return None
    who = subject if character is None else character.name.get(subject)
    what = f"{made.what}={made.base}" if made.given else made.what
    return " ".join([who, what, *_given(made.modifiers)])


def _sensed(context: Context, roll: ev.Recorded) -> bool:
    """Whether a roll is part of a sense roll against somebody: a bare contest would lack what the senses count."""
    started = context.targets.event(roll.envelope.procedure or 0)
    return started is not None and isinstance(started.event, ev.ProcedureStarted) and "sense" in started.event.plan


def _given(modifiers: Iterable[ev.AppliedModifier]) -> Iterator[str]:
    """The modifiers that the GM had named, as they are typed: by their names where the rules know them."""
    for one in modifiers:
        if one.source == "gm":
            yield f"{one.value:+d} {_held_together(one.label)}".rstrip()
        elif one.source not in AUTOMATIC:
            yield one.label


def _held_together(label: str) -> str:
    """A label as it is typed: in quotes where a word of it would be read as something else."""
    words = label.split()
    if all(re.fullmatch(r"[^\W\d_]+", word) and fold(word) not in _ENDING for word in words):
        return label
    return f"“{label}”" if '"' in label else f'"{label}"'

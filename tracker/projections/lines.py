"""The log as people see it: one row per event that is a line of its own."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker import events as ev
from tracker.projections.classify import FAMILIES, lasting, outcome, visible
from tracker.projections.row import Row, common
from tracker.projections.schema import lines
from tracker.projections.search import threat_of
from tracker.projections.spans import local_day
from tracker.text import fold

TYPES = tuple(FAMILIES)
_JUDGED = (ev.RollMade, ev.OutcomeRuled)


def rows(recorded: ev.Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    event, envelope = recorded.event, recorded.envelope
    if not visible(event):
        return
    roll = event if isinstance(event, ev.RollMade) else None
    judged = event if isinstance(event, _JUDGED) else None
    came_out = outcome(judged.success, judged.critical) if judged else None
    about = _about(event)
    yield (
        lines,
        common(
            recorded,
            action_id=envelope.action if isinstance(event, ev.ActionVoided) else None,
            scene=envelope.scene,
            cause=envelope.cause,
            day=local_day(envelope),
            game_time=envelope.game_time,
            family=FAMILIES[type(event)],
            kind=roll.kind if roll else envelope.type,
            what_key=fold(about) if about else None,
            outcome=came_out,
            lasting=lasting(event),
            author=envelope.author,
            threat=threat_of(event),
            **_rolled(roll, came_out),
        ),
    )


def _rolled(roll: ev.RollMade | None, came_out: str | None) -> Row:
    """What only rolls have."""
    if roll is None:
        return dict.fromkeys(("task", "target", "margin", "degree", "dice_source"))
    return {
        "task": roll.task,
        "target": roll.target,
        "margin": roll.margin if roll.success else -roll.margin,
        "degree": None if roll.degree == came_out else roll.degree,
        "dice_source": roll.dice_source,
    }


def _about(event: ev.Event) -> str:
    """What a search by name finds the event under."""
    match event:
        case ev.RollMade() | ev.AmountRolled():
            return event.what
        case ev.PoolChanged():
            return event.pool
        case ev.ConditionAdded() | ev.ConditionEnded() | ev.TraitAcquired() | ev.TraitEnded() | ev.OptionSet():
            return event.name
        case ev.ModifierAdded() | ev.ModifierEnded():
            return event.label
        case ev.ContestDecided():
            return event.kind
        case ev.InfluenceDecided():
            return event.skill
        case ev.FeatPerformed():
            return event.title
        case ev.LongTaskStarted() | ev.TableLoaded() | ev.MontageStarted():
            return event.name
        case ev.GroupDecided():
            return event.what
        case ev.CourseTaken():
            return event.course
        case ev.SelfControlWorsened():
            return event.trait
        case ev.AttributeChanged():
            return event.attribute
        case ev.SheetValueSet():
            return event.key or event.field
        case ev.TableConsulted():
            return event.table
        case ev.FrightExposed():
            return event.threat
        case ev.ProcedureStarted():
            return event.kind
    return ""

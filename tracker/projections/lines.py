"""The log as people see it: one row per event that is a line of its own."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker import events as ev
from tracker.projections.classify import FAMILIES, lasting, outcome, visible
from tracker.projections.row import Row, common
from tracker.projections.schema import lines
from tracker.text import fold


def rows(recorded: ev.Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    event, envelope = recorded.event, recorded.envelope
    if not visible(event):
        return
    roll = event if isinstance(event, ev.RollMade) else None
    judged = event if isinstance(event, ev.RollMade | ev.OutcomeRuled) else None
    about = _about(event)
    yield (
        lines,
        common(
            recorded,
            action_id=envelope.action,
            scene=envelope.scene,
            cause=envelope.cause,
            family=FAMILIES[type(event)],
            kind=roll.kind if roll else envelope.type,
            what_key=fold(about) if about else None,
            outcome=outcome(judged.success, judged.critical) if judged else None,
            lasting=lasting(event),
            author=envelope.author,
        ),
    )


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

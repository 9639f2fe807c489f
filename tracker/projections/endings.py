"""That something ended, by the position at which it began."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import ConditionEnded, ProcedureEnded, PromptAnswered, Recorded, TaskEnded, TraitEnded
from tracker.projections.row import Row, common
from tracker.projections.schema import endings

TYPES = (TaskEnded, ProcedureEnded, ConditionEnded, TraitEnded, PromptAnswered)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    match recorded.event:
        case TaskEnded(task=started, how=how) | ProcedureEnded(procedure=started, outcome=how):
            pass
        case ConditionEnded(condition=started, by=how):
            pass
        case TraitEnded(trait=started, by=by):
            how = "bought_off" if by == "buyoff" else "on_sheet"
        case PromptAnswered(prompt=started):
            how = "answered"
        case _:
            return
    yield endings, common(recorded, started=started, how=how)

"""What sort of fact an event is: judged from the event alone, for the log's lines, filters and marks."""

from __future__ import annotations

from tracker import events as ev
from tracker.language import N_

# The families into which the log's facets sort every type of event.
FAMILIES: dict[type[ev.Event], str] = {
    ev.CampaignCreated: N_("campaign"),
    ev.OptionSet: "campaign",
    ev.SessionStarted: N_("time"),
    ev.SessionEnded: "time",
    ev.SceneStarted: "time",
    ev.ClockAdvanced: "time",
    ev.NoteAdded: N_("note"),
    ev.NoteAmended: N_("correction"),
    ev.BookmarkAdded: "note",
    ev.AttendanceRecorded: N_("people"),
    ev.CharacterAdded: "people",
    ev.CharacterStatusChanged: "people",
    ev.SheetRevised: "people",
    ev.SheetValueSet: "people",
    ev.RollMade: N_("roll"),
    ev.TableConsulted: N_("dice"),
    ev.AmountRolled: "dice",
    ev.OutcomeRuled: "correction",
    ev.PlayerTold: "note",
    ev.EffectNamed: "dice",
    ev.ContestDecided: N_("contest"),
    ev.InfluenceDecided: "contest",
    ev.GroupDecided: "contest",
    ev.MontageStarted: N_("task"),
    ev.CourseTaken: "task",
    ev.MontageDecided: "task",
    ev.FeatPerformed: N_("feat"),
    ev.LongTaskStarted: "task",
    ev.WorkDone: "task",
    ev.LongTaskEnded: "task",
    ev.ModifierAdded: N_("condition"),
    ev.ModifierEnded: "condition",
    ev.TableLoaded: "campaign",
    ev.TaskStarted: "task",
    ev.TaskEnded: "task",
    ev.RetryPenaltyApplied: "task",
    ev.ThreatNamed: N_("fright"),
    ev.FrightExposed: "fright",
    ev.PoolChanged: N_("pool"),
    ev.ConditionAdded: "condition",
    ev.ConditionEnded: "condition",
    ev.TraitAcquired: N_("trait"),
    ev.TraitEnded: "trait",
    ev.SelfControlWorsened: "trait",
    ev.AttributeChanged: "trait",
    ev.PointsChanged: N_("points"),
    ev.ProcedureStarted: N_("procedure"),
    ev.ProcedureEnded: "procedure",
    ev.PromptOpened: "procedure",
    ev.PromptAnswered: "procedure",
    ev.ActionVoided: "correction",
    ev.Revealed: "correction",
}


def outcome(success: bool, critical: bool) -> str:
    """``success``, ``failure``, ``critical_success`` or ``critical_failure``, whatever the system calls its degrees."""
    word = "success" if success else "failure"
    return f"critical_{word}" if critical else word


def visible(event: ev.Event) -> bool:
    """Whether the event is a line of its own in the log. The others are told by the lines around them: a retry penalty
    by its roll (unless the GM gave a reason), a task's success by the roll that brought it, a bookmark by its mark."""
    match event:
        case ev.TaskStarted() | ev.ThreatNamed() | ev.PromptAnswered() | ev.BookmarkAdded():
            return False
        case ev.RetryPenaltyApplied():
            return event.overridden or bool(event.reason)
        case ev.TaskEnded():
            return event.how == "given_up"
        case ev.FrightExposed():
            return bool(event.waived_by or event.uncertain)
        case ev.ProcedureStarted():
            return bool(event.plan)  # without one it is a single throw that waits for its dice
        case ev.ProcedureEnded():
            return event.outcome != "done"
    return True


def lasting(event: ev.Event) -> bool:
    """Whether the event is, or brings, a lasting consequence: what a GM looks for when leafing through a session."""
    match event:
        case ev.RollMade():
            return not event.success and (event.critical or event.kind == "fright")
        case ev.TraitAcquired() | ev.SelfControlWorsened() | ev.AttributeChanged():
            return True
        case ev.PoolChanged(pool="HP"):
            return event.change < 0 and event.reason in ("fatigue", "extra_effort", "fright", "injury")
    return False

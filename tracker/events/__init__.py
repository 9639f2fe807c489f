"""Every fact that a campaign can record: one small typed class each. Knows no rules and no database."""

from tracker.events.base import EVERYONE, GM_ONLY, Envelope, Event, Recorded
from tracker.events.campaign import (
    AttendanceRecorded,
    BookmarkAdded,
    CampaignCreated,
    ClockAdvanced,
    NoteAdded,
    OptionSet,
    SceneStarted,
    SessionEnded,
    SessionStarted,
)
from tracker.events.changes import (
    AttributeChanged,
    ConditionAdded,
    ConditionEnded,
    PointsChanged,
    PoolChanged,
    SelfControlWorsened,
    TraitAcquired,
    TraitEnded,
)
from tracker.events.dice import AmountRolled, AppliedModifier, RollMade, TableConsulted, named_roll
from tracker.events.frights import FrightExposed, ThreatNamed
from tracker.events.people import (
    CharacterAdded,
    CharacterStatusChanged,
    SheetRevised,
    SheetSource,
    SheetValueSet,
)
from tracker.events.procedures import (
    ActionVoided,
    ProcedureEnded,
    ProcedureStarted,
    PromptAnswered,
    PromptOpened,
    VoidedEvent,
)
from tracker.events.sheet import Sheet, Skill, Trait
from tracker.events.tasks import RetryPenaltyApplied, TaskEnded, TaskStarted

__all__ = [
    "EVERYONE",
    "GM_ONLY",
    "ActionVoided",
    "AmountRolled",
    "AppliedModifier",
    "AttendanceRecorded",
    "AttributeChanged",
    "BookmarkAdded",
    "CampaignCreated",
    "CharacterAdded",
    "CharacterStatusChanged",
    "ClockAdvanced",
    "ConditionAdded",
    "ConditionEnded",
    "Envelope",
    "Event",
    "FrightExposed",
    "NoteAdded",
    "OptionSet",
    "PointsChanged",
    "PoolChanged",
    "ProcedureEnded",
    "ProcedureStarted",
    "PromptAnswered",
    "PromptOpened",
    "Recorded",
    "RetryPenaltyApplied",
    "RollMade",
    "SceneStarted",
    "SelfControlWorsened",
    "SessionEnded",
    "SessionStarted",
    "Sheet",
    "SheetRevised",
    "SheetSource",
    "SheetValueSet",
    "Skill",
    "TableConsulted",
    "TaskEnded",
    "TaskStarted",
    "ThreatNamed",
    "Trait",
    "TraitAcquired",
    "TraitEnded",
    "VoidedEvent",
    "named_roll",
]

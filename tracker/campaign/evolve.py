"""evolve: state x event -> state. Each event type has what it brings in (``apply``) and how that is taken out (``revert``).

No rules and no clamps here: an event records the change that was made, evolve adds it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign.state import (
    Attempt,
    CampaignState,
    Character,
    Condition,
    Effort,
    Exposure,
    GainedTrait,
    Procedure,
    Prompt,
    Scene,
    Session,
    Setting,
    Task,
)
from tracker.events import codec
from tracker.text import fold

VERSION = 1  # of the fold: keyframes of another version are made anew


class Fact(Struct, frozen=True, kw_only=True):
    """An event as evolve sees it, recorded or about to be."""

    position: int
    event: ev.Event
    subject: str | None = None
    game_time: int = 0
    session: int | None = None
    scene: int | None = None
    cause: int | None = None
    procedure: int | None = None
    visibility: str = ev.EVERYONE


def fact_of(recorded: ev.Recorded) -> Fact:
    """The fact of a stored event."""
    envelope = recorded.envelope
    return Fact(
        position=envelope.position,
        event=recorded.event,
        subject=envelope.subject,
        game_time=envelope.game_time,
        session=envelope.session,
        scene=envelope.scene,
        cause=envelope.cause,
        procedure=envelope.procedure,
        visibility=envelope.visibility,
    )


def voided_fact(voided: ev.VoidedEvent) -> Fact:
    """The fact of an event that a void carries. Raises codec.UnknownEvent."""
    return Fact(
        position=voided.position,
        event=codec.decode(voided.type, voided.version, voided.payload),
        subject=voided.subject,
        game_time=voided.game_time,
        session=voided.session,
        scene=voided.scene,
        procedure=voided.procedure,
        visibility=voided.visibility,
    )


def evolve(state: CampaignState, fact: Fact) -> CampaignState:
    """The state after one more event. The given state is consumed: ``fork`` it first to keep it."""
    apply(state, fact)
    state.head = fact.position
    return state


def apply(state: CampaignState, fact: Fact) -> None:
    """Bring in what an event says, without moving the head."""
    _RULES[type(fact.event)][0](state, fact, fact.event)


def revert(state: CampaignState, fact: Fact) -> None:
    """Take out what an event brought in."""
    _RULES[type(fact.event)][1](state, fact, fact.event)


E_ = TypeVar("E_", bound=ev.Event)
_Step = Callable[[CampaignState, Fact, Any], None]
_RULES: dict[type[ev.Event], tuple[_Step, _Step]] = {}


class _Rule(Protocol):
    def __call__(self, state: CampaignState, fact: Fact, event: Any, undo: bool) -> None: ...


def _rule(*types: type[ev.Event]) -> Callable[[_Rule], _Rule]:
    """Register one function for both directions; ``undo`` tells which."""

    def register(function: _Rule) -> _Rule:
        def forward(state: CampaignState, fact: Fact, event: Any) -> None:
            function(state, fact, event, False)

        def backward(state: CampaignState, fact: Fact, event: Any) -> None:
            function(state, fact, event, True)

        for event_type in types:
            _RULES[event_type] = (forward, backward)
        return function

    return register


def _set(setting: Setting[Any], fact: Fact, value: object, undo: bool) -> Setting[Any]:
    return setting.drop(fact.position) if undo else setting.put(fact.position, value)


def _mark(positions: tuple[int, ...], position: int, undo: bool) -> tuple[int, ...]:
    """The positions with one more or one less."""
    rest = tuple(other for other in positions if other != position)
    return rest if undo else tuple(sorted((*rest, position)))


def _end(ends: dict[int, tuple[int, ...]], target: int, fact: Fact, undo: bool) -> None:
    """Note in place that this event ended ``target``, or that it didn't."""
    if marked := _mark(ends.get(target, ()), fact.position, undo):
        ends[target] = marked
    else:
        ends.pop(target, None)


def _put(settings: dict[Any, Setting[Any]], key: object, fact: Fact, value: object, undo: bool) -> dict[Any, Setting[Any]]:
    """A copy of ``settings`` with this event's value put in or taken out; settings without a value are left out."""
    setting = _set(settings.get(key, Setting()), fact, value, undo)
    rest = {name: other for name, other in settings.items() if name != key}
    return rest | {key: setting} if setting.entries else rest


def _keyed(records: dict[int, Any], position: int, record: object, undo: bool) -> dict[int, Any]:
    """A copy of ``records`` with the record of this position put in or taken out."""
    kept = {key: value for key, value in records.items() if key != position}
    if not undo:
        kept[position] = record
    return kept


def _added(amounts: dict[str, int], key: str, change: int, undo: bool) -> dict[str, int]:
    """A copy of ``amounts`` with the change added or taken off; zeros are left out."""
    total = amounts.get(key, 0) + (-change if undo else change)
    kept = {name: amount for name, amount in amounts.items() if name != key}
    return kept | {key: total} if total else kept


def _change(state: CampaignState, fact: Fact, **fields: Any) -> None:
    """Replace fields of the subject's record. A subject made up on the fly (``@guard``) has none."""
    character = state.characters.get(fact.subject or "")
    if character is not None:
        state.characters[character.id] = replace(character, **fields)


def _subject(state: CampaignState, fact: Fact) -> Character | None:
    return state.characters.get(fact.subject or "")


# -- the campaign -----------------------------------------------------------------------------------------------------


@_rule(ev.CampaignCreated)
def _created(state: CampaignState, fact: Fact, event: ev.CampaignCreated, undo: bool) -> None:
    state.name, state.ruleset, state.ruleset_version = event.name, event.ruleset, event.ruleset_version


@_rule(ev.OptionSet)
def _option(state: CampaignState, fact: Fact, event: ev.OptionSet, undo: bool) -> None:
    state.options = _put(state.options, event.name, fact, event.value, undo)


@_rule(ev.SessionStarted)
def _session_started(state: CampaignState, fact: Fact, event: ev.SessionStarted, undo: bool) -> None:
    if undo:
        state.sessions.pop(fact.position, None)
    else:
        state.sessions[fact.position] = Session(event.number, event.title, event.elapsed)
    if event.elapsed is None:
        state.gaps = _mark(state.gaps, fact.position, undo)
    else:
        state.clock += -event.elapsed if undo else event.elapsed


@_rule(ev.SessionEnded)
def _session_ended(state: CampaignState, fact: Fact, event: ev.SessionEnded, undo: bool) -> None:
    _end(state.session_ends, event.number, fact, undo)


@_rule(ev.SceneStarted)
def _scene_started(state: CampaignState, fact: Fact, event: ev.SceneStarted, undo: bool) -> None:
    if undo:
        state.scenes.pop(fact.position, None)
    else:
        state.scenes[fact.position] = Scene(event.number, event.title)


@_rule(ev.ClockAdvanced)
def _clock(state: CampaignState, fact: Fact, event: ev.ClockAdvanced, undo: bool) -> None:
    state.clock += -event.seconds if undo else event.seconds


@_rule(ev.NoteAdded, ev.BookmarkAdded, ev.TableConsulted, ev.AmountRolled, ev.RetryPenaltyApplied)
def _for_the_record(state: CampaignState, fact: Fact, event: ev.Event, undo: bool) -> None:
    """These are read from the log; the state holds nothing of them."""


# -- people -----------------------------------------------------------------------------------------------------------


@_rule(ev.CharacterAdded)
def _character_added(state: CampaignState, fact: Fact, event: ev.CharacterAdded, undo: bool) -> None:
    fresh = Character(
        id=fact.subject or "",
        added=fact.position,
        kind=event.kind,
        name=Setting(((fact.position, event.name),)),
        player=Setting(((fact.position, event.player),)),
        status=Setting(((fact.position, "npc" if event.kind == "npc" else "active"),)),
        sheet=Setting(((fact.position, fact.position),)),
        fingerprints=((fact.position, event.source.sha256),) if event.source else (),
    )
    known = state.characters.get(fresh.id)
    if known is None:
        known = fresh
        state.sheets[fact.position] = event.sheet
    # The record stays while it is void: what later events brought in is still there when it is restored.
    state.characters[fresh.id] = replace(known, removed=undo)


@_rule(ev.SheetRevised)
def _sheet_revised(state: CampaignState, fact: Fact, event: ev.SheetRevised, undo: bool) -> None:
    character = _subject(state, fact)
    if character is None:
        return
    if undo:
        state.sheets.pop(fact.position, None)
    else:
        state.sheets[fact.position] = event.sheet
    prints = tuple(entry for entry in character.fingerprints if entry[0] != fact.position)
    if event.source and not undo:
        prints = tuple(sorted((*prints, (fact.position, event.source.sha256))))
    _change(state, fact, sheet=_set(character.sheet, fact, fact.position, undo), fingerprints=prints)


@_rule(ev.SheetValueSet)
def _value_set(state: CampaignState, fact: Fact, event: ev.SheetValueSet, undo: bool) -> None:
    character = _subject(state, fact)
    if character is None:
        return
    if event.field in ("name", "player", "load"):
        _change(state, fact, **{event.field: _set(getattr(character, event.field), fact, event.value, undo)})
        return
    key = f"{event.field}:{fold(event.key)}"
    values = _put(character.values, key, fact, event.value, undo)
    _change(state, fact, values=values, names={name: character.names.get(name, event.key) for name in values})


@_rule(ev.CharacterStatusChanged)
def _status(state: CampaignState, fact: Fact, event: ev.CharacterStatusChanged, undo: bool) -> None:
    if character := _subject(state, fact):
        _change(state, fact, status=_set(character.status, fact, event.status, undo))


@_rule(ev.AttendanceRecorded)
def _attendance(state: CampaignState, fact: Fact, event: ev.AttendanceRecorded, undo: bool) -> None:
    if character := _subject(state, fact):
        _change(state, fact, attendance=_put(character.attendance, event.session, fact, event.present, undo))


# -- rolls and tasks --------------------------------------------------------------------------------------------------


@_rule(ev.RollMade)
def _rolled(state: CampaignState, fact: Fact, event: ev.RollMade, undo: bool) -> None:
    if event.task is not None:
        made = {attempt.roll: attempt for attempt in state.rolls.get(event.task, ()) if attempt.roll != fact.position}
        if not undo:
            made[fact.position] = Attempt(fact.position, event.success)
        state.rolls[event.task] = tuple(made[position] for position in sorted(made))
        if not made:
            del state.rolls[event.task]
    if event.effort is not None:
        _end(state.ends, event.effort, fact, undo)
    if event.kind == "effort" and event.success and (character := _subject(state, fact)):
        effort = Effort(fold(event.what), event.increase or 0)
        _change(state, fact, efforts=_keyed(character.efforts, fact.position, effort, undo))


@_rule(ev.TaskStarted)
def _task_started(state: CampaignState, fact: Fact, event: ev.TaskStarted, undo: bool) -> None:
    if undo:
        state.tasks.pop(fact.position, None)
        return
    state.tasks[fact.position] = Task(
        character=fact.subject or "",
        name=event.name,
        what=event.what,
        policy=event.policy,
        session=fact.session,
        scene=fact.scene,
        first=event.first,
    )


@_rule(ev.TaskEnded)
def _task_ended(state: CampaignState, fact: Fact, event: ev.TaskEnded, undo: bool) -> None:
    _end(state.ends, event.task, fact, undo)


# -- frights ----------------------------------------------------------------------------------------------------------


@_rule(ev.ThreatNamed)
def _threat(state: CampaignState, fact: Fact, event: ev.ThreatNamed, undo: bool) -> None:
    state.threats = _put(state.threats, event.threat, fact, event.name, undo)


@_rule(ev.FrightExposed)
def _exposed(state: CampaignState, fact: Fact, event: ev.FrightExposed, undo: bool) -> None:
    if undo:
        state.exposures.pop(fact.position, None)
    else:
        state.exposures[fact.position] = Exposure(fact.subject or "", event.threat, fact.game_time)


# -- what changes a character -----------------------------------------------------------------------------------------


@_rule(ev.PoolChanged)
def _pool(state: CampaignState, fact: Fact, event: ev.PoolChanged, undo: bool) -> None:
    if character := _subject(state, fact):
        _change(state, fact, pools=_added(character.pools, event.pool, event.change, undo))


@_rule(ev.AttributeChanged)
def _attribute(state: CampaignState, fact: Fact, event: ev.AttributeChanged, undo: bool) -> None:
    if character := _subject(state, fact):
        _change(state, fact, attributes=_added(character.attributes, event.attribute, event.change, undo))


@_rule(ev.ConditionAdded)
def _condition(state: CampaignState, fact: Fact, event: ev.ConditionAdded, undo: bool) -> None:
    if character := _subject(state, fact):
        condition = Condition(event.name, event.until, event.recover, event.recover_from, event.every, event.note)
        _change(state, fact, conditions=_keyed(character.conditions, fact.position, condition, undo))


@_rule(ev.ConditionEnded)
def _condition_ended(state: CampaignState, fact: Fact, event: ev.ConditionEnded, undo: bool) -> None:
    _end(state.ends, event.condition, fact, undo)


@_rule(ev.TraitAcquired)
def _trait(state: CampaignState, fact: Fact, event: ev.TraitAcquired, undo: bool) -> None:
    if character := _subject(state, fact):
        trait = GainedTrait(event.name, event.points, event.kind, event.origin, event.threat, event.roll)
        _change(state, fact, traits=_keyed(character.traits, fact.position, trait, undo))


@_rule(ev.TraitEnded)
def _trait_ended(state: CampaignState, fact: Fact, event: ev.TraitEnded, undo: bool) -> None:
    _end(state.ends, event.trait, fact, undo)


@_rule(ev.SelfControlWorsened)
def _self_control(state: CampaignState, fact: Fact, event: ev.SelfControlWorsened, undo: bool) -> None:
    if character := _subject(state, fact):
        worse = (fold(event.trait), event.after)
        _change(state, fact, self_control=_keyed(character.self_control, fact.position, worse, undo))


@_rule(ev.PointsChanged)
def _points(state: CampaignState, fact: Fact, event: ev.PointsChanged, undo: bool) -> None:
    if character := _subject(state, fact):
        sign = -1 if undo else 1
        _change(
            state,
            fact,
            points_total=character.points_total + sign * event.total,
            points_spent=character.points_spent + sign * event.spent,
        )


# -- procedures and corrections ---------------------------------------------------------------------------------------


@_rule(ev.ProcedureStarted)
def _procedure_started(state: CampaignState, fact: Fact, event: ev.ProcedureStarted, undo: bool) -> None:
    if undo:
        state.procedures.pop(fact.position, None)
    else:
        state.procedures[fact.position] = Procedure(event.kind)


@_rule(ev.ProcedureEnded)
def _procedure_ended(state: CampaignState, fact: Fact, event: ev.ProcedureEnded, undo: bool) -> None:
    _end(state.ends, event.procedure, fact, undo)


@_rule(ev.PromptOpened)
def _prompt_opened(state: CampaignState, fact: Fact, event: ev.PromptOpened, undo: bool) -> None:
    if undo:
        state.prompts.pop(fact.position, None)
        return
    state.prompts[fact.position] = Prompt(event.kind, event.text, event.ask, fact.subject, fact.procedure, fact.visibility)


@_rule(ev.PromptAnswered)
def _prompt_answered(state: CampaignState, fact: Fact, event: ev.PromptAnswered, undo: bool) -> None:
    _end(state.ends, event.prompt, fact, undo)


def _voided(state: CampaignState, fact: Fact, event: ev.ActionVoided) -> None:
    if event.restores:
        state.voided[event.action] = fact.position
        state.voided.pop(event.original, None)
        for voided in event.events:
            state.void_positions.pop(voided.position, None)
            apply(state, voided_fact(voided))
    else:
        state.voided[event.original] = fact.position
        for voided in reversed(event.events):
            state.void_positions[voided.position] = fact.position
            revert(state, voided_fact(voided))


def _void_of_void(state: CampaignState, fact: Fact, event: ev.ActionVoided) -> None:
    raise AssertionError("a void is taken back by a restoring void, never reverted")


_RULES[ev.ActionVoided] = (_voided, _void_of_void)

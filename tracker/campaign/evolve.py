"""evolve: state x event -> state. Each event type has what it brings in (``apply``) and how that is taken out (``revert``).

No rules and no clamps here: an event records the change that was made, evolve adds it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign.archive import Shelf, page_of
from tracker.campaign.parts import (
    Attempt,
    Character,
    Condition,
    Course,
    CriticalRows,
    Effort,
    Exposure,
    GainedTrait,
    Group,
    LongTask,
    Montage,
    Prompt,
    Ruling,
    Scene,
    Session,
    Setting,
    Standing,
    Task,
)
from tracker.campaign.state import CampaignState
from tracker.events import Fact, codec
from tracker.rulesets.base import OPEN
from tracker.text import fold

GROUP = "group"  # the kind of a group check's procedure and of its rolls

VERSION = 7  # of the fold: keyframes of another version are not used


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
    _RULES[type(fact.event)](state, fact, fact.event, False)


def revert(state: CampaignState, fact: Fact) -> None:
    """Take out what an event brought in."""
    _RULES[type(fact.event)](state, fact, fact.event, True)


_Rule = Callable[[CampaignState, Fact, Any, bool], None]
_OfCharacter = Callable[[Fact, Any, bool, Character], dict[str, Any]]
_RULES: dict[type[ev.Event], _Rule] = {}


def _rule(*types: type[ev.Event]) -> Callable[[_Rule], _Rule]:
    """Register one function for both directions; its last argument tells whether to take out."""

    def register(function: _Rule) -> _Rule:
        for event_type in types:
            _RULES[event_type] = function
        return function

    return register


def _of_character(*types: type[ev.Event]) -> Callable[[_OfCharacter], _OfCharacter]:
    """Register a function that answers with the changed fields of the subject's record. A subject made up on the fly
    (``@guard``) has no record and nothing changes."""

    def register(function: _OfCharacter) -> _OfCharacter:
        def step(state: CampaignState, fact: Fact, event: Any, undo: bool) -> None:
            if character := state.characters.get(fact.subject or ""):
                state.characters[character.id] = replace(character, **function(fact, event, undo, character))

        _rule(*types)(step)
        return function

    return register


def _set(setting: Setting[Any], fact: Fact, value: object, undo: bool) -> Setting[Any]:
    return setting.drop(fact.position) if undo else setting.put(fact.position, value)


def _put(settings: dict[Any, Setting[Any]], key: object, fact: Fact, value: object, undo: bool) -> dict[Any, Setting[Any]]:
    """A copy of ``settings`` with this event's value put in or taken out; settings without a value are left out."""
    setting = _set(settings.get(key, Setting()), fact, value, undo)
    rest = {name: other for name, other in settings.items() if name != key}
    return rest | {key: setting} if setting.entries else rest


def _file(settings: dict[Any, Setting[Any]] | Shelf[Setting[Any]], key: Any, fact: Fact, value: object, undo: bool) -> None:
    """``settings`` of the state with this event's value put in or taken out, in place."""
    setting = _set(settings.get(key, Setting()), fact, value, undo)
    if setting.entries:
        settings[key] = setting
    else:
        settings.pop(key, None)


def _hold(records: dict[int, Any] | Shelf[Any], fact: Fact, record: object, undo: bool) -> None:
    """Put this event's record in or take it out, in place."""
    if undo:
        records.pop(fact.position, None)
    else:
        records[fact.position] = record


def _list(state: CampaignState, records: Shelf[Any], listed: set[int], position: int) -> None:
    """List a position, in place, while there is a record that no event has ended."""
    if position in records and position not in state.ends:
        listed.add(position)
    else:
        listed.discard(position)


def _list_task(state: CampaignState, position: int) -> None:
    # With its record: open tasks are looked through at every roll, and some stay open for years.
    if position in state.tasks and position not in state.ends:
        state.unfinished[position] = state.tasks[position]
    else:
        state.unfinished.pop(position, None)


def _list_long_task(state: CampaignState, position: int) -> None:
    _list(state, state.long_tasks, state.in_work, position)


def _list_montage(state: CampaignState, position: int) -> None:
    """List a montage, in place, while it isn't decided, or open again."""
    status = state.montage_status.get(position)
    if position in state.montages and (status is None or status.get(OPEN) == OPEN):
        state.underway.add(position)
    else:
        state.underway.discard(position)


def _list_prompt(state: CampaignState, position: int) -> None:
    """A prompt for a roll to be rid of a condition waits no longer than that lasts."""
    _list(state, state.prompts, state.unanswered, position)
    if position in state.unanswered:
        condition = _hoped_for(state.prompts[position].ask)
        if condition is not None and (condition not in state.conditions or condition in state.ends):
            state.unanswered.discard(position)


def _hoped_for(ask: dict[str, Any]) -> int | None:
    """The condition that the roll which a prompt asks for would end."""
    condition: int | None = ask.get("data", {}).get("condition") if ask.get("step") == "roll" else None
    return condition


def _settle(state: CampaignState, field: str, position: int, subject: str | None) -> None:
    """A character has a condition, trait, effort or modifier while there is a record that no event has ended."""
    held = getattr(state, field).get(position)
    character = state.characters.get((held[0] if held else subject) or "")
    if character is None:
        return
    lasting = {at: one for at, one in getattr(character, field).items() if at != position}
    if held and position not in state.ends:
        lasting[position] = held[1]
    state.characters[character.id] = replace(character, **{field: lasting})
    for prompt in state.hopes.get(position, ()) if field == "conditions" else ():
        _list_prompt(state, prompt)


def _gain(state: CampaignState, field: str, fact: Fact, record: object, undo: bool) -> None:
    """Give the subject a condition, trait, effort or modifier, or take it away. A subject made up on the fly (``@guard``)
    has none."""
    if (fact.subject or "") in state.characters:
        _hold(getattr(state, field), fact, (fact.subject, record), undo)
        _settle(state, field, fact.position, fact.subject)


def _added(amounts: dict[str, int], key: str, change: int, undo: bool) -> dict[str, int]:
    """A copy of ``amounts`` with the change added or taken off; zeros are left out."""
    total = amounts.get(key, 0) + (-change if undo else change)
    rest = {name: amount for name, amount in amounts.items() if name != key}
    return rest | {key: total} if total else rest


def _mark(positions: tuple[int, ...], position: int, undo: bool) -> tuple[int, ...]:
    """The positions with one more or one less."""
    rest = tuple(other for other in positions if other != position)
    return rest if undo else tuple(sorted((*rest, position)))


def _end(ends: dict[int, tuple[int, ...]] | Shelf[tuple[int, ...]], target: int, fact: Fact, undo: bool) -> None:
    """Note in place that this event ended ``target``, or that it didn't."""
    if marked := _mark(ends.get(target, ()), fact.position, undo):
        ends[target] = marked
    else:
        ends.pop(target, None)


# -- the campaign -----------------------------------------------------------------------------------------------------


@_rule(ev.CampaignCreated)
def _created(state: CampaignState, fact: Fact, event: ev.CampaignCreated, undo: bool) -> None:
    state.name, state.ruleset, state.ruleset_version = event.name, event.ruleset, event.ruleset_version


@_rule(ev.OptionSet)
def _option(state: CampaignState, fact: Fact, event: ev.OptionSet, undo: bool) -> None:
    _file(state.options, event.name, fact, event.value, undo)


@_rule(ev.SessionStarted)
def _session_started(state: CampaignState, fact: Fact, event: ev.SessionStarted, undo: bool) -> None:
    _hold(state.sessions, fact, Session(event.number, event.title, event.elapsed), undo)
    state.last_session = max(state.last_session, event.number)
    if event.elapsed is None:
        state.gaps = _mark(state.gaps, fact.position, undo)
    else:
        state.clock += -event.elapsed if undo else event.elapsed


@_rule(ev.SessionEnded)
def _session_ended(state: CampaignState, fact: Fact, event: ev.SessionEnded, undo: bool) -> None:
    _end(state.session_ends, event.number, fact, undo)


@_rule(ev.SceneStarted)
def _scene_started(state: CampaignState, fact: Fact, event: ev.SceneStarted, undo: bool) -> None:
    _hold(state.scenes, fact, Scene(event.number, event.title), undo)


@_rule(ev.ClockAdvanced)
def _clock(state: CampaignState, fact: Fact, event: ev.ClockAdvanced, undo: bool) -> None:
    state.clock += -event.seconds if undo else event.seconds


@_rule(ev.TableLoaded)
def _table_loaded(state: CampaignState, fact: Fact, event: ev.TableLoaded, undo: bool) -> None:
    table = CriticalRows(event.name, event.title, event.hit, event.miss)
    _file(state.tables, fold(event.name), fact, table, undo)


@_rule(
    ev.NoteAdded,
    ev.BookmarkAdded,
    ev.TableConsulted,
    ev.AmountRolled,
    ev.RetryPenaltyApplied,
    ev.PlayerTold,
    ev.EffectNamed,
    ev.InfluenceDecided,
)
def _for_the_record(state: CampaignState, fact: Fact, event: ev.Event, undo: bool) -> None:
    """These are read from the log; the state holds nothing of them."""


@_rule(ev.NoteAmended)
def _amended(state: CampaignState, fact: Fact, event: ev.NoteAmended, undo: bool) -> None:
    _file(state.wordings, event.position, fact, event.text, undo)


# -- people -----------------------------------------------------------------------------------------------------------


@_rule(ev.CharacterAdded)
def _character_added(state: CampaignState, fact: Fact, event: ev.CharacterAdded, undo: bool) -> None:
    fresh = Character(
        id=fact.subject or "",
        added=fact.position,
        kind=event.kind,
        name=Setting(((fact.position, event.name),)),
        player=Setting(((fact.position, event.player),)),
        reading=Setting(((fact.position, event.reading),)),
        status=Setting(((fact.position, "npc" if event.kind == "npc" else "active"),)),
        sheet=Setting(((fact.position, fact.position),)),
        fingerprints=((fact.position, event.source.sha256),) if event.source else (),
    )
    known = state.characters.get(fresh.id)
    if known is None:
        known = fresh
        state.archive.keep_sheet(fact.position, event.sheet)
    # The record stays while it is void: what later events brought in is still there when it is restored.
    state.characters[fresh.id] = replace(known, removed=undo)


@_rule(ev.SheetRevised)
def _sheet_revised(state: CampaignState, fact: Fact, event: ev.SheetRevised, undo: bool) -> None:
    character = state.characters.get(fact.subject or "")
    if character is None:
        return
    if not undo:
        state.archive.keep_sheet(fact.position, event.sheet)
    prints = tuple(entry for entry in character.fingerprints if entry[0] != fact.position)
    if event.source and not undo:
        prints = tuple(sorted((*prints, (fact.position, event.source.sha256))))
    sheet = _set(character.sheet, fact, fact.position, undo)
    state.characters[character.id] = replace(character, sheet=sheet, fingerprints=prints)
    for position in event.counted:
        _end(state.ends, position, fact, undo)
        _settle(state, "traits", position, fact.subject)


@_of_character(ev.SheetValueSet)
def _value_set(fact: Fact, event: ev.SheetValueSet, undo: bool, character: Character) -> dict[str, Any]:
    if event.field in ("name", "player", "reading"):
        return {event.field: _set(getattr(character, event.field), fact, event.value, undo)}
    key = f"{event.field}:{fold(event.key)}"
    values = _put(character.values, key, fact, event.value, undo)
    return {"values": values, "names": {name: character.names.get(name, event.key) for name in values}}


@_of_character(ev.CharacterStatusChanged)
def _status(fact: Fact, event: ev.CharacterStatusChanged, undo: bool, character: Character) -> dict[str, Any]:
    return {"status": _set(character.status, fact, event.status, undo)}


@_of_character(ev.AttendanceRecorded)
def _attendance(fact: Fact, event: ev.AttendanceRecorded, undo: bool, character: Character) -> dict[str, Any]:
    return {"attendance": _put(character.attendance, event.session, fact, event.present, undo)}


# -- rolls and tasks --------------------------------------------------------------------------------------------------


@_rule(ev.RollMade)
def _rolled(state: CampaignState, fact: Fact, event: ev.RollMade, undo: bool) -> None:
    if event.task is not None:
        made = {attempt.roll: attempt for attempt in state.rolls.get(event.task, ()) if attempt.roll != fact.position}
        if not undo:
            made[fact.position] = Attempt(fact.position, event.success, event.attempt)
        if made:
            state.rolls[event.task] = tuple(sorted(made.values(), key=lambda attempt: (attempt.number, attempt.roll)))
        else:
            state.rolls.pop(event.task, None)
    if event.effort is not None:
        _end(state.ends, event.effort, fact, undo)
        _settle(state, "efforts", event.effort, fact.subject)
    if event.reroll_of is not None:
        _end(state.rerolls, event.reroll_of, fact, undo)
    if event.kind == GROUP and fact.procedure is not None and event.reroll_of is None:
        _end(state.group_rolls, fact.procedure, fact, undo)
    if event.condition is not None and not event.success:
        _end(state.recoveries, event.condition, fact, undo)
    if event.kind == "effort" and event.success:
        _gain(state, "efforts", fact, Effort(fold(event.what), event.increase or 0), undo)


@_rule(ev.TaskStarted)
def _task_started(state: CampaignState, fact: Fact, event: ev.TaskStarted, undo: bool) -> None:
    task = Task(fact.subject or "", event.name, event.what, event.policy, event.first)
    _hold(state.tasks, fact, task, undo)
    if event.first is not None:
        _end(state.begun, event.first, fact, undo)
    _list_task(state, fact.position)


@_rule(ev.OutcomeRuled)
def _ruled(state: CampaignState, fact: Fact, event: ev.OutcomeRuled, undo: bool) -> None:
    ruling = Ruling(event.degree, event.success, event.critical)
    _file(state.rulings, event.roll, fact, ruling, undo)
    if (montage := state.course_of.get(event.roll)) is not None:
        state.courses[montage] = tuple(_as_ruled(state, course) for course in state.courses[montage])


def _as_ruled(state: CampaignState, course: Course) -> Course:
    """A course as it counts now."""
    ruled = state.rulings.get(course.roll) if course.roll is not None else None
    return replace(course, counts=ruled.entries[-1][1].degree if ruled else course.degree)


@_rule(ev.FeatPerformed)
def _feat(state: CampaignState, fact: Fact, event: ev.FeatPerformed, undo: bool) -> None:
    if event.effort is not None:
        _end(state.ends, event.effort, fact, undo)
        _settle(state, "efforts", event.effort, fact.subject)


@_rule(ev.LongTaskStarted)
def _long_task_started(state: CampaignState, fact: Fact, event: ev.LongTaskStarted, undo: bool) -> None:
    _hold(state.long_tasks, fact, LongTask(event.name, event.hours), undo)
    _list_long_task(state, fact.position)


@_rule(ev.WorkDone)
def _worked(state: CampaignState, fact: Fact, event: ev.WorkDone, undo: bool) -> None:
    change = event.hours - event.destroyed
    done = state.work.get(event.long_task, 0) + (-change if undo else change)
    if done:
        state.work[event.long_task] = done
    else:
        state.work.pop(event.long_task, None)


@_rule(ev.ContestDecided, ev.GroupDecided)
def _decided(state: CampaignState, fact: Fact, event: ev.ContestDecided | ev.GroupDecided, undo: bool) -> None:
    for roll in event.rolls:
        _end(state.verdicts, roll, fact, undo)


@_rule(ev.MontageStarted)
def _montage_started(state: CampaignState, fact: Fact, event: ev.MontageStarted, undo: bool) -> None:
    _hold(state.montages, fact, Montage(event.name, event.difficulty, event.goal, event.limit), undo)
    _list_montage(state, fact.position)


@_rule(ev.CourseTaken)
def _course_taken(state: CampaignState, fact: Fact, event: ev.CourseTaken, undo: bool) -> None:
    taken = {course.position: course for course in state.courses.get(event.montage, ()) if course.position != fact.position}
    if event.roll is not None:
        state.course_of.pop(event.roll, None)
    if not undo:
        turn = fact.position if event.turn is None else event.turn
        course = Course(fact.position, fact.subject or "", event.course, event.degree, event.roll, event.degree, turn)
        taken[fact.position] = _as_ruled(state, course)
        if event.roll is not None:
            state.course_of[event.roll] = event.montage
    state.courses[event.montage] = tuple(sorted(taken.values(), key=lambda course: (course.turn, course.position)))
    if not taken:
        del state.courses[event.montage]
    if event.roll is not None:
        _end(state.verdicts, event.roll, fact, undo)


@_rule(ev.MontageDecided)
def _montage_decided(state: CampaignState, fact: Fact, event: ev.MontageDecided, undo: bool) -> None:
    _file(state.montage_status, event.montage, fact, event.status, undo)
    _list_montage(state, event.montage)


# What ends something that an earlier event began: the field that holds that event's position, and what lists it.
_ENDINGS: dict[type[ev.Event], tuple[str, Callable[[CampaignState, int], None] | None]] = {
    ev.TaskEnded: ("task", _list_task),
    ev.ProcedureEnded: ("procedure", None),
    ev.PromptAnswered: ("prompt", _list_prompt),
    ev.LongTaskEnded: ("long_task", _list_long_task),
}


@_rule(*_ENDINGS)
def _ended(state: CampaignState, fact: Fact, event: ev.Event, undo: bool) -> None:
    field, relist = _ENDINGS[type(event)]
    _end(state.ends, getattr(event, field), fact, undo)
    if relist is not None:
        relist(state, getattr(event, field))


# What a character is rid of: the field that holds the position of the event that brought it.
_RIDDANCES: dict[type[ev.Event], str] = {
    ev.ConditionEnded: "condition",
    ev.TraitEnded: "trait",
    ev.ModifierEnded: "modifier",
}


@_rule(*_RIDDANCES)
def _rid_of(state: CampaignState, fact: Fact, event: ev.Event, undo: bool) -> None:
    field = _RIDDANCES[type(event)]
    _end(state.ends, getattr(event, field), fact, undo)
    _settle(state, f"{field}s", getattr(event, field), fact.subject)


# -- frights ----------------------------------------------------------------------------------------------------------


@_rule(ev.ThreatNamed)
def _threat(state: CampaignState, fact: Fact, event: ev.ThreatNamed, undo: bool) -> None:
    _file(state.threats, event.threat, fact, event.name, undo)


@_rule(ev.FrightExposed)
def _exposed(state: CampaignState, fact: Fact, event: ev.FrightExposed, undo: bool) -> None:
    exposure = Exposure(fact.subject or "", event.threat, fact.game_time)
    _hold(state.exposures, fact, exposure, undo)
    times = _added(state.times_met.get(exposure.character, {}), exposure.threat, 1, undo)
    state.times_met[exposure.character] = times
    if not times:
        del state.times_met[exposure.character]
    number = page_of(fact.position)
    page = state.archive.page(number)
    seconds = [one.game_time for one in page.exposures.values()] if page else []
    if seconds:
        state.met[number] = min(seconds), max(seconds)
    else:
        state.met.pop(number, None)


# -- what changes a character -----------------------------------------------------------------------------------------


@_of_character(ev.PoolChanged)
def _pool(fact: Fact, event: ev.PoolChanged, undo: bool, character: Character) -> dict[str, Any]:
    return {"pools": _added(character.pools, event.pool, event.change, undo)}


@_of_character(ev.AttributeChanged)
def _attribute(fact: Fact, event: ev.AttributeChanged, undo: bool, character: Character) -> dict[str, Any]:
    return {"attributes": _added(character.attributes, event.attribute, event.change, undo)}


@_rule(ev.ConditionAdded)
def _condition(state: CampaignState, fact: Fact, event: ev.ConditionAdded, undo: bool) -> None:
    condition = Condition(
        name=event.name,
        until=event.until,
        recover=event.recover,
        recover_modifiers=event.recover_modifiers,
        recover_from=event.recover_from,
        every=event.every,
        aftermath=event.aftermath,
        note=event.note,
    )
    _gain(state, "conditions", fact, condition, undo)


@_rule(ev.ModifierAdded)
def _modifier(state: CampaignState, fact: Fact, event: ev.ModifierAdded, undo: bool) -> None:
    _gain(state, "modifiers", fact, Standing(event.label, event.value, fold(event.what), event.until), undo)


@_rule(ev.TraitAcquired)
def _trait(state: CampaignState, fact: Fact, event: ev.TraitAcquired, undo: bool) -> None:
    trait = GainedTrait(event.name, event.points, event.kind, event.origin, event.threat, event.roll)
    _gain(state, "traits", fact, trait, undo)


@_of_character(ev.SelfControlWorsened)
def _self_control(fact: Fact, event: ev.SelfControlWorsened, undo: bool, character: Character) -> dict[str, Any]:
    worse = dict(character.self_control)
    _hold(worse, fact, (fold(event.trait), event.after), undo)
    return {"self_control": worse}


@_rule(ev.PointsChanged)
def _points(state: CampaignState, fact: Fact, event: ev.PointsChanged, undo: bool) -> None:
    character = state.characters.get(fact.subject or "")
    if character is None:
        return
    sign = -1 if undo else 1
    state.characters[character.id] = replace(
        character,
        points_total=character.points_total + sign * event.total,
        points_spent=character.points_spent + sign * event.spent,
    )
    if event.reason == "award":
        _hold(state.awards, fact, (character.id, event.total), undo)


# -- procedures and corrections ---------------------------------------------------------------------------------------


@_rule(ev.ProcedureStarted)
def _procedure_started(state: CampaignState, fact: Fact, event: ev.ProcedureStarted, undo: bool) -> None:
    _hold(state.procedures, fact, event.kind, undo)
    if event.kind == GROUP:
        _hold(state.groups, fact, Group(event.plan["what"], tuple(event.plan["members"])), undo)


@_rule(ev.PromptOpened)
def _prompt_opened(state: CampaignState, fact: Fact, event: ev.PromptOpened, undo: bool) -> None:
    prompt = Prompt(event.kind, event.text, event.ask, fact.subject, fact.procedure)
    _hold(state.prompts, fact, prompt, undo)
    if (condition := _hoped_for(event.ask)) is not None:
        _end(state.hopes, condition, fact, undo)
    _list_prompt(state, fact.position)


@_rule(ev.Revealed)
def _revealed(state: CampaignState, fact: Fact, event: ev.Revealed, undo: bool) -> None:
    for position in event.positions:
        _end(state.revealed, position, fact, undo)


def flip(state: CampaignState, position: int, void: ev.ActionVoided, upto: int | None = None) -> None:
    """Take out, or bring in again, the events that a void at ``position`` carries; only those up to ``upto`` if given."""
    carried = [one for one in void.events if upto is None or one.position <= upto]
    turned = void.turns
    if turned is None and void.restores:  # version 1 didn't say
        turned = state.void_positions.get(void.events[0].position)
    if turned is not None and (upto is None or turned <= upto):
        state.void_positions[turned] = position
    if void.revives is not None:
        state.void_positions.pop(void.revives, None)
    if void.restores:
        for one in carried:
            state.void_positions.pop(one.position, None)
            apply(state, voided_fact(one))
    else:
        for one in reversed(carried):
            state.void_positions[one.position] = position
            revert(state, voided_fact(one))


@_rule(ev.ActionVoided)
def _voided(state: CampaignState, fact: Fact, event: ev.ActionVoided, undo: bool) -> None:
    if undo:
        raise AssertionError("a void is taken back by a restoring void, never reverted")
    flip(state, fact.position, event)

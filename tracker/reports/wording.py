"""What an event of any type says in words, for one line of the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from tracker import events as ev
from tracker.durations import format_clock, format_duration
from tracker.reports.render import place, quantity
from tracker.reports.roster import called
from tracker.text import spoken

# Amounts thrown for what a table did to somebody.
_AMOUNTS = {"fp": "fatigue", "hp": "injury"}


def told(event: ev.Event, names: Mapping[str, str], game_time: int) -> tuple[str, str]:
    """Who speaks when no character does, and what the line says. ``game_time`` is the in-game second of the event."""
    match event:
        case ev.RollMade():
            return event.kind, _roll_text(event)
        case ev.TableConsulted():
            dice = dice_text(event.dice, sum(event.dice))
            modifier = f" {event.modifier:+d}" if event.modifier else ""
            modifier = "".join(f" {_modifier(each)}" for each in event.modifiers) or modifier
            total = f"{modifier} = {event.total}" if modifier else ""
            row = event.text or ("" if event.row == f"{event.total}" else f"row {event.row}")
            return "table", f"{spoken(event.table)}: {dice}{total}" + (f", {row}" if row else "")
        case ev.AmountRolled():
            what = _AMOUNTS.get(event.what, event.what)
            unit = event.unit.removesuffix("s") if event.total == 1 else event.unit
            return "dice", f"{what} {event.notation}: {_amount_text(event)} {unit}"
        case ev.TaskStarted():
            named = f" at {event.name}" if event.name else ""
            return "task", f"task: {event.what}{named}, retries {event.policy}"
        case ev.RetryPenaltyApplied():
            expected = "no attempt" if event.expected is None else f"{event.expected:+d}"
            overridden = f", the rule says {expected}" if event.overridden else ""
            return "task", _with(f"attempt {event.attempt} at {event.applied:+d}{overridden}", note=event.reason)
        case ev.TaskEnded():
            return "task", _with(f"task ended, {spoken(event.how)}:", at=event.task)
        case ev.ThreatNamed():
            return "threat", f"threat: {event.name}"
        case ev.FrightExposed():
            waived = f", no Fright Check: {event.waived_by}" if event.waived_by else ""
            times = quantity(event.uncertain, "earlier time")
            uncertain = f", {times} before unknown time not counted" if event.uncertain else ""
            return "threat", f"met {event.threat}{waived}{uncertain}"
        case ev.PoolChanged():
            reason = "" if event.reason == "manual" else f" {spoken(event.reason)}"
            return "", _with(f"{event.pool} {event.change:+d}{reason}", note=event.note)
        case ev.ConditionAdded():
            return "", _with(f"condition: {event.name}{_lasting(event, game_time)}", note=event.note)
        case ev.ConditionEnded():
            return "", f"condition over: {event.name} (by {event.by})"
        case ev.TraitAcquired():
            return "", f"trait gained: {event.name} [{event.points:+d}]"
        case ev.TraitEnded():
            if event.by == "sheet":
                return "", f"trait no longer beside the sheet: {event.name}"
            return "", f"trait bought off: {event.name} [{event.points}]"
        case ev.SelfControlWorsened():
            return "", f"self-control of {event.trait} {event.before} -> {event.after}"
        case ev.PointsChanged():
            return "", _with(f"points {event.total:+d}, spent {event.spent:+d} {event.reason}", note=event.note)
        case ev.AttributeChanged():
            return "", _with(f"{event.attribute} {event.change:+d} for good", note=spoken(event.reason))
        case ev.OutcomeRuled():
            how = {"points": "bought", "reroll": "rolled anew"}.get(event.by, "ruled")
            said = f"{how}: {spoken(event.before)} counts as {spoken(event.degree)}, roll"
            return "", _with(said, at=event.roll, note=event.reason)
        case ev.PlayerTold():
            return "told", _with("the player was told of roll", at=event.roll, note=event.text)
        case ev.EffectNamed():
            return "table", event.text
        case ev.ContestDecided():
            return event.kind, _contest(event, names)
        case ev.InfluenceDecided():
            return "", _influence(event, names)
        case ev.GroupDecided():
            how = {"success": "the group passes", "failure": "the group fails", "special": "yours to decide"}[event.outcome]
            return "group", f"{event.what}: {how}, {event.successes} of {len(event.rolls)} succeed"
        case ev.MontageStarted():
            needed = f"{event.goal} successes before {quantity(event.limit, 'failure')}"
            return "montage", f"{event.name} ({spoken(event.difficulty)}): {needed}"
        case ev.CourseTaken():
            return "montage", _with(f"by {event.course}: {spoken(event.degree)}", note=event.reason)
        case ev.MontageDecided():
            came = f"{quantity(event.successes, 'success', 'successes')}, {quantity(event.failures, 'failure')}"
            return "montage", _with(f"{spoken(event.status)}, {came}:", at=event.montage)
        case ev.FeatPerformed():
            return "", _feat(event)
        case ev.LongTaskStarted():
            return "task", f"long task: {event.name}, {quantity(event.hours, 'man-hour')}"
        case ev.WorkDone():
            destroyed = f", {quantity(event.destroyed, 'man-hour')} of work destroyed" if event.destroyed else ""
            return "task", f"{quantity(event.hours, 'man-hour')} of work{destroyed}"
        case ev.LongTaskEnded():
            return "task", _with(f"long task {spoken(event.how)}:", at=event.long_task)
        case ev.ModifierAdded():
            until = "" if event.until is None else f" until {format_clock(event.until)}"
            return "", f"{event.value:+d} {event.label} on {event.what or 'all rolls'}{until}"
        case ev.ModifierEnded():
            return "", f"modifier over: {event.label} (by {event.by})"
        case ev.TableLoaded():
            rows = len(event.hit) + len(event.miss)
            return "table", f"table of criticals: {event.title or event.name}, {quantity(rows, 'row')}"
        case ev.CampaignCreated():
            return "campaign", f"{event.name} begins ({event.ruleset} {event.ruleset_version})"
        case ev.OptionSet():
            return "option", f"{event.name} = {event.value}"
        case ev.SessionStarted():
            elapsed = "unknown" if event.elapsed is None else format_duration(event.elapsed)
            return "session", f"{_titled('session', event.number, event.title)} (time gone by: {elapsed})"
        case ev.SessionEnded():
            return "session", f"session {event.number} ended"
        case ev.SceneStarted():
            return "scene", _titled("scene", event.number, event.title)
        case ev.ClockAdvanced():
            return "clock", _with(f"{'+' * (event.seconds >= 0)}{format_duration(event.seconds)}", note=event.reason)
        case ev.NoteAdded():
            return "note", event.text
        case ev.BookmarkAdded():
            return "mark", _with("marked", at=event.at, note=event.label)
        case ev.AttendanceRecorded():
            return "", f"{'takes part in' if event.present else 'misses'} session {event.session}"
        case ev.CharacterAdded():
            return "", _with(f"joined as {event.kind.upper()}", note=event.player)
        case ev.CharacterStatusChanged():
            return "", f"is now {event.status}"
        case ev.SheetRevised():
            return "", _with("newer sheet", note=event.source.filename if event.source else "")
        case ev.SheetValueSet():
            empty = "yes" if event.field == "skill" else "nothing"  # a skill that goes with any attribute
            now, before = _value(event.value, empty), _value(event.before, empty)
            return "", f"{event.key or event.field}: {before} -> {now}"
        case ev.ProcedureStarted():
            return spoken(event.kind), _plan(event.plan, names)
        case ev.ProcedureEnded():
            return "", _with(f"{event.outcome}:", at=event.procedure)
        case ev.PromptOpened():
            return "asked", event.text
        case ev.PromptAnswered():
            return "asked", _with("answered:", at=event.prompt)
        case ev.NoteAmended():
            return "amended", _with(f"{event.text}, in place of", at=event.position, note=event.reason)
        case ev.Revealed():
            shown = ", ".join(map(place, event.positions[:1])) + " and what goes with it" * (len(event.positions) > 1)
            return "revealed", _with(f"everyone may see {shown}", note=event.reason)
        case ev.ActionVoided():
            return "undo", _voided(event)
    raise NotImplementedError(f"no words for {type(event).__name__}")


def dice_text(dice: Sequence[int], total: int) -> str:
    """Faces and total: ``3+4+5=12``; one die that is its own total just ``12``."""
    if list(dice) == [total]:
        return str(total)
    return f"{'+' if sum(dice) == total else ','}".join(map(str, dice)) + f"={total}"


def _amount_text(amount: ev.AmountRolled) -> str:
    """The faces, what is added to them and what that comes to: ``5-3=2``."""
    added = amount.total - sum(amount.dice)
    faces = "+".join(map(str, amount.dice))
    return f"{faces}{added:+d}={amount.total}" if added else dice_text(amount.dice, amount.total)


def _roll_text(roll: ev.RollMade) -> str:
    """What was rolled and its modifiers, retry penalty and increase among them even where no modifier names them."""
    sources = {each.source for each in roll.modifiers}
    applied = [_modifier(each) for each in roll.modifiers]
    if roll.retry_penalty and "retry" not in sources:
        applied.append(f"{roll.retry_penalty:+d} retry")
    increase = "effort" if "effort" in sources else f"effort +{roll.increase}%"
    effort = increase if roll.increase is not None else ""
    if roll.computed is not None:
        applied.append(_with(f"target set, the rules say {roll.computed}", note=roll.ruling))
    if roll.corrects is not None:
        applied.append(f"(corrects {place(roll.corrects)})")
    named = f"{roll.named} for {roll.represents}" if roll.represents else roll.named
    return " ".join(part for part in chain((named, effort), applied, dropped_throws(roll)) if part)


def dropped_throws(roll: ev.RollMade) -> Iterator[str]:
    """The throws that don't count, and why: ``advantage over 73``, ``(1, thrown again)``."""
    for each in roll.dropped:
        if each.why == roll.mode:
            yield f"{each.why} over {each.total}"
        else:
            yield f"({each.total}, thrown again)"


def _modifier(applied: ev.AppliedModifier) -> str:
    overruled = "" if applied.expected is None else f" (the rules say {applied.expected:+d})"
    return f"{applied.value:+d} {applied.label}".rstrip() + overruled


def _with(text: str, *, note: str = "", at: int | None = None) -> str:
    """A text with the note that people left, and the position that it points at."""
    text = text if at is None else f"{text} {place(at)}"
    return f"{text} ({note})" if note else text


def _titled(kind: str, number: int, title: str) -> str:
    return f"{kind} {number}: {title}" if title else f"{kind} {number}"


def _value(value: float | str | None, empty: str) -> str:
    return "nothing" if value is None else f"{value:g}" if isinstance(value, float) else str(value) or empty


def _voided(void: ev.ActionVoided) -> str:
    done = "restored" if void.restores else "took back"
    positions = [event.position for event in void.events]
    if not positions:
        return _with(done, note=void.reason)
    if len(positions) == 1:
        return _with(done, at=positions[0], note=void.reason)
    span = f"{done} {quantity(len(positions), 'event')}, {place(min(positions))} to {place(max(positions))}"
    return _with(span, note=void.reason)


def _plan(plan: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if "sides" in plan:
        return " vs ".join(called(names, side) for side in plan["sides"])
    if "given" in plan:
        return f"{plan['title']}{_asked(plan['given'])}"
    if "members" in plan:
        return f"{plan['what']}: {', '.join(called(names, member) for member in plan['members'])}"
    if "long_task" in plan:
        return f"at {plan['name']}"
    return f"at {plan['cause']}" if "cause" in plan else "in several steps"


_CONTESTS = {"resist": "resistance roll"}
_TIED = ("resist",)  # where a tie has a winner


def _contest(event: ev.ContestDecided, names: Mapping[str, str]) -> str:
    """How it came out for the first of both sides, who is the line's subject."""
    one, other = event.sides
    rounds = f" in round {event.rounds}" if event.rounds > 1 else ""
    kind = _CONTESTS.get(event.kind, f"{event.kind} contest")
    tied = event.margin == 0 and event.kind in _TIED
    by = " on a tie" if tied else "" if event.margin is None else f" by {event.margin}"
    undecided = "gets nowhere against" if event.margin is None else "ties with"
    came = {None: undecided, one: f"wins{by} against", other: f"loses{by} to"}[event.winner]
    return f"{came} {called(names, other)}{rounds} ({kind})"


def _influence(event: ev.InfluenceDecided, names: Mapping[str, str]) -> str:
    came = {
        "win": f"wins by {event.margin}",
        "not_won": "doesn't win",
        "impossible": f"has no effect ({event.trait})",
        "automatic": f"is obeyed ({event.trait})",
    }[event.outcome]
    reaction = f"; reaction: {spoken(event.reaction)}" if event.reaction else ""
    modifier = f"; leaves a modifier of {event.modifier}" if event.modifier else ""
    return f"{event.skill} of {called(names, event.influencer)} {came}{reaction}{modifier}"


def _lasting(condition: ev.ConditionAdded, game_time: int) -> str:
    """How long a condition lasts, or when its first recovery roll comes."""
    if condition.until is not None:
        return f" for {format_duration(condition.until - game_time)}"
    if condition.recover and condition.recover_from is not None and condition.recover_from > game_time:
        return f", recovery roll after {format_duration(condition.recover_from - game_time)}"
    return ""


def _feat(event: ev.FeatPerformed) -> str:
    effort = f" (+{event.increase}% by effort)" if event.increase else ""
    figures = ", ".join(f"{each.name} {_measure(each.value, each.unit)}" for each in event.figures)
    came = figures if event.outcome == "done" else f"{event.outcome} (in full: {figures})"
    return f"{event.title}{_asked(event.given)}{effort}: {came}"


def _asked(given: Mapping[str, Any]) -> str:
    """What was asked for: `` (vertical stone wall, 60 ft, roped)``."""
    choices = [spoken(value) for value in given.values() if isinstance(value, str)]
    measures = [value for value in given.values() if isinstance(value, Mapping)]
    numbers = [_measure(value["value"], value["unit"]) for value in measures if value["value"]]
    holding = [spoken(key) for key, value in given.items() if value is True]
    words = [*choices, *numbers, *holding]
    return f" ({', '.join(words)})" if words else ""


def _measure(value: float, unit: str) -> str:
    """``60 ft``; seconds in the largest units that fit."""
    if unit in ("s", "seconds") and value == int(value):
        return format_duration(int(value))
    return f"{value:,.2f}".rstrip("0").rstrip(".") + f" {unit}".rstrip()

"""Any event in one line for people: the log on screen, the history's text, the replay."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from tracker import events as ev
from tracker.durations import format_clock, format_duration
from tracker.projections.classify import lasting, outcome
from tracker.projections.schema import lines as _lines
from tracker.projections.schema import marks as _marks
from tracker.reports.overrides import Ruled, rulings
from tracker.reports.reading import Get, chunks, counting
from tracker.reports.render import OUTCOME_WORDS, one_line, place, quantity, wall_clock
from tracker.reports.roster import called

_COMMON_DEGREES = frozenset(OUTCOME_WORDS)


class Line(Struct, frozen=True):
    """One line of the log, its parts apart so that a screen can put them in columns.

    ``who`` is the character's name, or what speaks in its place (``note``, ``session`` ...). A roll has ``need``,
    ``rolled`` (``3+4+5=12``), ``outcome`` (``ok``, ``NO``, ``CRIT``, ``FUMBLE``), ``by`` (``by 3``) and, where the system
    has finer words for it, ``degree`` (``great success``), and ``ruled`` (``-> ok (bought)``) when it counts otherwise;
    ``attempt`` is above 1 for a retry. ``mark`` is made of ``*`` for a bookmark and ``~`` for taken back or else ``!`` for a
    lasting consequence.
    """

    position: int
    time: str
    who: str
    text: str
    mark: str = ""
    need: int | None = None
    rolled: str = ""
    outcome: str = ""
    by: str = ""
    degree: str = ""
    attempt: int = 1
    secret: bool = False
    ruled: str = ""

    def __str__(self) -> str:
        """The whole line as plain text."""
        parts = [f"{self.mark:2}{place(self.position):>7} {self.time} {self.who:8} {self.text}".rstrip()]
        if self.need is not None:
            degree = self.degree and f"({self.degree})"
            verdict = " ".join(part for part in (self.outcome, self.by, degree, self.ruled) if part)
            parts.append(f"need {self.need}  rolled {self.rolled}  {verdict}")
        if self.secret:
            parts.append("[GM]")
        return "  ".join(parts)


# Amounts thrown for what a table did to somebody.
_AMOUNTS = {"fp": "fatigue", "hp": "injury"}


def describe(
    recorded: ev.Recorded,
    names: Mapping[str, str],
    *,
    voided: bool,
    bookmarked: bool = False,
    ruled: Ruled | None = None,
) -> Line:
    """The line of an event of any type. ``names`` are the characters' names by id; people's text stays as they typed it,
    but for line breaks. ``ruled`` is what a roll counts as in place of how the dice fell."""
    envelope, event = recorded.envelope, recorded.event
    who, text = _told(event, names)
    if envelope.subject is not None:
        who = called(names, envelope.subject)
        text = text.removeprefix(f"{who}: ")  # a prompt's text stands for itself elsewhere
    mark = ("*" if bookmarked else "") + ("~" if voided else "!" if lasting(event) else "")
    line = Line(
        position=recorded.position,
        time=f"{wall_clock(envelope.recorded_at, envelope.utc_offset):%H:%M}",
        who=one_line(who),
        text=one_line(text),
        mark=mark,
        secret=envelope.visibility == ev.GM_ONLY,
        ruled=str(ruled or ""),
    )
    return _rolled(line, event) if isinstance(event, ev.RollMade) else line


def page(
    connection: Connection, campaign_id: str, positions: Sequence[int] | array[int], names: Mapping[str, str], get: Get
) -> list[Line]:
    """The lines at these positions, in their order: one page of a list that holds positions only."""
    voided: set[int] = set()
    bookmarked: set[int] = set()
    ruled: dict[int, Ruled] = {}
    for portion in chunks(positions):
        here = [_lines.c.campaign_id == campaign_id, _lines.c.position.in_(portion), _lines.c.voided.is_not(None)]
        voided.update(connection.scalars(select(_lines.c.position).where(*here)))
        marks = select(_marks.c.at).where(*counting(_marks, campaign_id), _marks.c.at.in_(portion))
        bookmarked.update(connection.scalars(marks))
        ruled |= rulings(connection, campaign_id, portion)
    recorded = get(list(positions))
    return [
        describe(
            recorded[position],
            names,
            voided=position in voided,
            bookmarked=position in bookmarked,
            ruled=ruled.get(position),
        )
        for position in positions
    ]


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


def _rolled(line: Line, roll: ev.RollMade) -> Line:
    degree = "" if roll.degree in _COMMON_DEGREES else roll.degree.replace("_", " ")
    return replace(
        line,
        need=roll.target,
        rolled=dice_text(roll.dice, roll.total),
        outcome=OUTCOME_WORDS[outcome(roll.success, roll.critical)],
        by=f"by {roll.margin}",
        degree=degree,
        attempt=roll.attempt,
    )


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
    return " ".join(part for part in chain((roll.named, effort), applied) if part)


def _modifier(applied: ev.AppliedModifier) -> str:
    overruled = "" if applied.expected is None else f" (the rules say {applied.expected:+d})"
    return f"{applied.value:+d} {applied.label}".rstrip() + overruled


def _with(text: str, *, note: str = "", at: int | None = None) -> str:
    """A text with the note that people left, and the position that it points at."""
    text = text if at is None else f"{text} {place(at)}"
    return f"{text} ({note})" if note else text


def _titled(kind: str, number: int, title: str) -> str:
    return f"{kind} {number}: {title}" if title else f"{kind} {number}"


def _value(value: float | str | None) -> str:
    return "nothing" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _voided(void: ev.ActionVoided) -> str:
    done = "restored" if void.restores else "took back"
    positions = [event.position for event in void.events]
    if not positions:
        return _with(done, note=void.reason)
    if len(positions) == 1:
        return _with(done, at=positions[0], note=void.reason)
    span = f"{done} {quantity(len(positions), 'event')}, {place(min(positions))} to {place(max(positions))}"
    return _with(span, note=void.reason)


def _degree(degree: str) -> str:
    return degree.replace("_", " ")


def _plan(plan: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if "sides" in plan:
        return " vs ".join(called(names, side) for side in plan["sides"])
    if "given" in plan:
        return f"{plan['title']}{_asked(plan['given'])}"
    if "long_task" in plan:
        return f"at {plan['name']}"
    return f"at {plan['cause']}" if "cause" in plan else "in several steps"


_CONTESTS = {"resist": "resistance roll"}


def _contest(event: ev.ContestDecided, names: Mapping[str, str]) -> str:
    """How it came out for the first of both sides, who is the line's subject."""
    one, other = event.sides
    rounds = f" in round {event.rounds}" if event.rounds > 1 else ""
    kind = _CONTESTS.get(event.kind, f"{event.kind} contest")
    by = "" if event.margin is None else f" by {event.margin}" if event.margin else " on a tie"
    came = {None: "ties with", one: f"wins{by} against", other: f"loses{by} to"}[event.winner]
    return f"{came} {called(names, other)}{rounds} ({kind})"


def _influence(event: ev.InfluenceDecided, names: Mapping[str, str]) -> str:
    came = {
        "win": f"wins by {event.margin}",
        "not_won": "doesn't win",
        "impossible": f"has no effect ({event.trait})",
        "automatic": f"is obeyed ({event.trait})",
    }[event.outcome]
    reaction = f"; reaction: {_degree(event.reaction)}" if event.reaction else ""
    modifier = f"; leaves a modifier of {event.modifier}" if event.modifier else ""
    return f"{event.skill} of {called(names, event.influencer)} {came}{reaction}{modifier}"


def _feat(event: ev.FeatPerformed) -> str:
    effort = f" (+{event.increase}% by effort)" if event.increase else ""
    figures = ", ".join(f"{each.name} {_measure(each.value, each.unit)}" for each in event.figures)
    came = figures if event.outcome == "done" else f"{event.outcome} (in full: {figures})"
    return f"{event.title}{_asked(event.given)}{effort}: {came}"


def _asked(given: Mapping[str, Any]) -> str:
    """What was asked for: `` (vertical stone wall, 60 ft, roped)``."""
    choices = [value.replace("_", " ") for value in given.values() if isinstance(value, str)]
    measures = [value for value in given.values() if isinstance(value, Mapping)]
    numbers = [_measure(value["value"], value["unit"]) for value in measures if value["value"]]
    holding = [key.replace("_", " ") for key, value in given.items() if value is True]
    words = [*choices, *numbers, *holding]
    return f" ({', '.join(words)})" if words else ""


def _measure(value: float, unit: str) -> str:
    """``60 ft``; seconds in the largest units that fit."""
    if unit in ("s", "seconds") and value == int(value):
        return format_duration(int(value))
    return f"{value:,.2f}".rstrip("0").rstrip(".") + f" {unit}".rstrip()


def _told(event: ev.Event, names: Mapping[str, str]) -> tuple[str, str]:
    """Who speaks when no character does, and what the line says."""
    match event:
        case ev.RollMade():
            return "", _roll_text(event)
        case ev.TableConsulted():
            dice = dice_text(event.dice, sum(event.dice))
            modifier = f" {event.modifier:+d}" if event.modifier else ""
            modifier = "".join(f" {_modifier(each)}" for each in event.modifiers) or modifier
            total = f"{modifier} = {event.total}" if modifier else ""
            row = event.text or ("" if event.row == f"{event.total}" else f"row {event.row}")
            return "table", f"{_degree(event.table)}: {dice}{total}" + (f", {row}" if row else "")
        case ev.AmountRolled():
            what = _AMOUNTS.get(event.what, event.what)
            return "dice", f"{what} {event.notation}: {_amount_text(event)} {event.unit}"
        case ev.TaskStarted():
            named = f" at {event.name}" if event.name else ""
            return "task", f"task: {event.what}{named}, retries {event.policy}"
        case ev.RetryPenaltyApplied():
            expected = "no attempt" if event.expected is None else f"{event.expected:+d}"
            overridden = f", the rule says {expected}" if event.overridden else ""
            return "task", _with(f"attempt {event.attempt} at {event.applied:+d}{overridden}", note=event.reason)
        case ev.TaskEnded():
            return "task", _with(f"task ended, {event.how.replace('_', ' ')}:", at=event.task)
        case ev.ThreatNamed():
            return "threat", f"threat: {event.name}"
        case ev.FrightExposed():
            waived = f", no Fright Check: {event.waived_by}" if event.waived_by else ""
            uncertain = f", {event.uncertain} earlier times before unknown time not counted" if event.uncertain else ""
            return "threat", f"met {event.threat}{waived}{uncertain}"
        case ev.PoolChanged():
            reason = "" if event.reason == "manual" else f" {event.reason.replace('_', ' ')}"
            return "", _with(f"{event.pool} {event.change:+d}{reason}", note=event.note)
        case ev.ConditionAdded():
            return "", _with(f"condition: {event.name}", note=event.note)
        case ev.ConditionEnded():
            return "", f"condition over: {event.name} (by {event.by})"
        case ev.TraitAcquired():
            return "", f"trait gained: {event.name} [{event.points:+d}]"
        case ev.TraitEnded():
            return "", f"trait bought off: {event.name} [{event.points}]"
        case ev.SelfControlWorsened():
            return "", f"self-control of {event.trait} {event.before} -> {event.after}"
        case ev.PointsChanged():
            return "", _with(f"points {event.total:+d}, spent {event.spent:+d} {event.reason}", note=event.note)
        case ev.AttributeChanged():
            return "", _with(f"{event.attribute} {event.change:+d} for good", note=event.reason.replace("_", " "))
        case ev.OutcomeRuled():
            how = "bought" if event.by == "points" else "ruled"
            said = f"{how}: {_degree(event.before)} counts as {_degree(event.degree)}, roll"
            return "", _with(said, at=event.roll, note=event.reason)
        case ev.PlayerTold():
            return "told", _with("the player was told of roll", at=event.roll, note=event.text)
        case ev.EffectNamed():
            return "table", event.text
        case ev.ContestDecided():
            return event.kind, _contest(event, names)
        case ev.InfluenceDecided():
            return "", _influence(event, names)
        case ev.FeatPerformed():
            return "", _feat(event)
        case ev.LongTaskStarted():
            return "task", f"long task: {event.name}, {quantity(event.hours, 'man-hour')}"
        case ev.WorkDone():
            destroyed = f", {quantity(event.destroyed, 'man-hour')} of work destroyed" if event.destroyed else ""
            return "task", f"{quantity(event.hours, 'man-hour')} of work{destroyed}"
        case ev.LongTaskEnded():
            return "task", _with(f"long task {event.how.replace('_', ' ')}:", at=event.long_task)
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
            return "clock", _with(f"{format_duration(event.seconds)} pass", note=event.reason)
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
            return "", f"{event.key or event.field}: {_value(event.before)} -> {_value(event.value)}"
        case ev.ProcedureStarted():
            return event.kind.replace("_", " "), _plan(event.plan, names)
        case ev.ProcedureEnded():
            return "", _with(f"{event.outcome}:", at=event.procedure)
        case ev.PromptOpened():
            return "asked", event.text
        case ev.PromptAnswered():
            return "asked", _with("answered:", at=event.prompt)
        case ev.ActionVoided():
            return "undo", _voided(event)
    raise NotImplementedError(f"no words for {type(event).__name__}")

"""What an event of any type says in words, for one line of the log, in the language spoken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from tracker import events as ev
from tracker.durations import clock_words, duration_words
from tracker.language import N_, _, ngettext
from tracker.phrases import asked, said
from tracker.reports.render import place
from tracker.reports.roster import called
from tracker.reports.words import RULED_BY, base_words, ended_by, in_place_of, note_words, roll_name, word

# Amounts thrown for what a table did to somebody.
_AMOUNTS = {"fp": "fatigue", "hp": "injury"}
_GROUP = {"success": N_("the group passes"), "failure": N_("the group fails"), "special": N_("yours to decide")}


def told(event: ev.Event, names: Mapping[str, str], game_time: int, *, pointing: bool = True) -> tuple[str, str]:
    """Who speaks when no character does (a key, to be shown as ``words.word`` has it), and what the line says.
    ``game_time`` is the in-game second of the event. What ended is named by its position, unless not ``pointing``, for
    those who know of no positions."""
    match event:
        case ev.RollMade():
            return event.kind, _roll_text(event)
        case ev.TableConsulted():
            dice = dice_text(event.dice, sum(event.dice))
            modifier = f" {event.modifier:+d}" if event.modifier else ""
            modifier = "".join(f" {_modifier(each)}" for each in event.modifiers) or modifier
            total = f"{modifier} = {event.total}" if modifier else ""
            row = said(event.text) or ("" if event.row == f"{event.total}" else _("row {row}", row=event.row))
            return "table", f"{word(event.table)}: {dice}{total}" + (_(", ") + row if row else "")
        case ev.AmountRolled():
            what = said(_AMOUNTS.get(event.what, event.what))
            unit = event.unit.removesuffix("s") if event.total == 1 else event.unit
            return "dice", f"{what} {event.notation}: {_amount_text(event)} {said(unit)}"
        case ev.TaskStarted():
            what, policy = said(event.what), word(event.policy)
            if event.name not in ("", event.what):  # a retry names the task that it begins after the roll
                return "task", _("task: {what} at {task}, retries {policy}", what=what, task=event.name, policy=policy)
            return "task", _("task: {what}, retries {policy}", what=what, policy=policy)
        case ev.RetryPenaltyApplied():
            tried = _("attempt {attempt} at {penalty:+d}", attempt=event.attempt, penalty=event.applied)
            if event.overridden:
                expected = _("no attempt") if event.expected is None else f"{event.expected:+d}"
                tried += _(", the rule says {expected}", expected=expected)
            return "task", _noted(tried, event.reason)
        case ev.TaskEnded():
            return "task", _ended(_("task ended, {how}", how=word(event.how)), event.task, pointing)
        case ev.ThreatNamed():
            return "threat", _("threat: {threat}", threat=event.name)
        case ev.FrightExposed():
            waived = _(", no Fright Check: {trait}", trait=said(event.waived_by)) if event.waived_by else ""
            uncertain = ngettext(
                ", {count} earlier time before unknown time not counted",
                ", {count} earlier times before unknown time not counted",
                event.uncertain,
            )
            met = _("met {threat}", threat=event.threat)
            return "threat", f"{met}{waived}{uncertain if event.uncertain else ''}"
        case ev.PoolChanged():
            reason = "" if event.reason == "manual" else word(event.reason)
            line = f"{said(event.pool)} {event.change:+d} {reason}".rstrip()
            return "", _noted(line, note_words(event.reason, event.note))
        case ev.ConditionAdded():
            return "", _noted(_condition(event, game_time), event.note)
        case ev.ConditionEnded():
            return "", _("condition over: {condition} (by {by})", condition=said(event.name), by=ended_by(event.by))
        case ev.TraitAcquired():
            return "", _("trait gained: {trait} [{points:+d}]", trait=said(event.name), points=event.points)
        case ev.TraitEnded():
            if event.by == "sheet":
                return "", _("trait no longer beside the sheet: {trait}", trait=said(event.name))
            return "", _("trait bought off: {trait} [{points}]", trait=said(event.name), points=event.points)
        case ev.SelfControlWorsened():
            trait = said(event.trait)
            return "", _("self-control of {trait} {before} -> {after}", trait=trait, before=event.before, after=event.after)
        case ev.PointsChanged():
            reason = word(event.reason)
            line = _("points {total:+d}, spent {spent:+d} {reason}", total=event.total, spent=event.spent, reason=reason)
            return "", _noted(line, note_words(event.reason, event.note))
        case ev.AttributeChanged():
            line = _("{attribute} {change:+d} for good", attribute=word(event.attribute), change=event.change)
            return "", _noted(line, word(event.reason))
        case ev.OutcomeRuled():
            line = _(
                "{how}: {before} counts as {degree}, roll {position}",
                how=_(RULED_BY.get(event.by, RULED_BY["gm"])),
                before=word(event.before),
                degree=word(event.degree),
                position=place(event.roll),
            )
            return "", _noted(line, event.reason)
        case ev.PlayerTold():
            return "told", _noted(_("the player was told of roll {position}", position=place(event.roll)), event.text)
        case ev.EffectNamed():
            return "effect", event.text
        case ev.ContestDecided():
            return event.kind, _contest(event, names)
        case ev.InfluenceDecided():
            return "", _influence(event, names)
        case ev.GroupDecided():
            return "group", _(
                "{what}: {how}, {successes} of {rolls} succeed",
                what=said(event.what),
                how=_(_GROUP[event.outcome]),
                successes=event.successes,
                rolls=len(event.rolls),
            )
        case ev.MontageStarted():
            needed = ngettext(
                "{goal} successes before {count} failure",
                "{goal} successes before {count} failures",
                event.limit,
                goal=event.goal,
            )
            return "montage", f"{event.name} ({word(event.difficulty)}): {needed}"
        case ev.CourseTaken():
            return "montage", _noted(
                _("by {course}: {degree}", course=event.course, degree=word(event.degree)), event.reason
            )
        case ev.MontageDecided():
            successes = ngettext("{count} success", "{count} successes", event.successes)
            failures = ngettext("{count} failure", "{count} failures", event.failures)
            return "montage", _ended(_(", ").join((word(event.status), successes, failures)), event.montage, pointing)
        case ev.FeatPerformed():
            return "", _feat(event)
        case ev.LongTaskStarted():
            return "task", ngettext(
                "long task: {task}, {count} man-hour", "long task: {task}, {count} man-hours", event.hours, task=event.name
            )
        case ev.WorkDone():
            destroyed = ngettext(
                ", {count} man-hour of work destroyed", ", {count} man-hours of work destroyed", event.destroyed
            )
            done = ngettext("{count} man-hour of work", "{count} man-hours of work", event.hours)
            return "task", done + (destroyed if event.destroyed else "")
        case ev.LongTaskEnded():
            return "task", _ended(_("long task {how}", how=word(event.how)), event.long_task, pointing)
        case ev.ModifierAdded():
            label, what = said(event.label), said(event.what) or _("all rolls")
            until = "" if event.until is None else _(" until {time}", time=clock_words(event.until))
            line = _("{value:+d} {label} on {rolls}", value=event.value, label=label, rolls=what)
            return "", line + until
        case ev.ModifierEnded():
            return "", _("modifier over: {label} (by {by})", label=said(event.label), by=ended_by(event.by))
        case ev.TableLoaded():
            return "table", ngettext(
                "table of criticals: {title}, {count} row",
                "table of criticals: {title}, {count} rows",
                len(event.hit) + len(event.miss),
                title=event.title or event.name,
            )
        case ev.CampaignCreated():
            return "campaign", _(
                "{campaign} begins ({ruleset} {version})",
                campaign=event.name,
                ruleset=event.ruleset,
                version=event.ruleset_version,
            )
        case ev.OptionSet():
            return "option", f"{event.name} = {said(event.value)}"
        case ev.SessionStarted():
            elapsed = _("unknown") if event.elapsed is None else duration_words(event.elapsed)
            gone_by = _("time gone by: {duration}", duration=elapsed)
            return "session", f"{session_title(event.number, event.title)} ({gone_by})"
        case ev.SessionEnded():
            return "session", _("session {number} ended", number=event.number)
        case ev.SceneStarted():
            if event.title:
                return "scene", _("scene {number}: {title}", number=event.number, title=event.title)
            return "scene", _("scene {number}", number=event.number)
        case ev.ClockAdvanced():
            return "clock", _noted(f"{'+' * (event.seconds >= 0)}{duration_words(event.seconds)}", event.reason)
        case ev.NoteAdded():
            return "note", event.text
        case ev.BookmarkAdded():
            return "mark", _noted(_("marked {position}", position=place(event.at)), event.label)
        case ev.AttendanceRecorded():
            if event.present:
                return "", _("takes part in session {number}", number=event.session)
            return "", _("misses session {number}", number=event.session)
        case ev.CharacterAdded():
            return "", _noted(_("joined as {kind}", kind=event.kind.upper()), event.player)
        case ev.CharacterStatusChanged():
            return "", _("is now {status}", status=word(event.status))
        case ev.SheetRevised():
            return "", _noted(_("newer sheet"), event.source.filename if event.source else "")
        case ev.SheetValueSet():
            return "", _set_to(event, pointing)
        case ev.ProcedureStarted():
            return event.kind, _plan(event.plan, names)
        case ev.ProcedureEnded():
            return "", _ended(word(event.outcome), event.procedure, pointing)
        case ev.PromptOpened():
            return "asked", asked(event.text)
        case ev.PromptAnswered():
            return "asked", _("answered: {position}", position=place(event.prompt))
        case ev.NoteAmended():
            return "amended", _noted(
                _("{text}, in place of {position}", text=event.text, position=place(event.position)), event.reason
            )
        case ev.Revealed():
            if len(event.positions) > 1:
                shown = _("everyone may see {position} and what goes with it", position=place(event.positions[0]))
            else:
                shown = _("everyone may see {positions}", positions="".join(map(place, event.positions)))
            return "revealed", _noted(shown, event.reason)
        case ev.ActionVoided():
            return "undo", _noted(_voided(event), event.reason)
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
    applied = [base_words(roll)] if roll.kind == ev.CHANCE else []
    applied += [_modifier(each) for each in roll.modifiers]
    if roll.retry_penalty and "retry" not in sources:
        applied.append(f"{roll.retry_penalty:+d} " + _("retry"))
    increase = "" if roll.increase is None or "effort" in sources else f"+{roll.increase}%"
    if roll.computed is not None:
        applied.append(_noted(_("target set, the rules say {target}", target=roll.computed), roll.ruling))
    if roll.corrects is not None:
        applied.append(_("(corrects {position})", position=place(roll.corrects)))
    named = in_place_of(roll_name(roll), roll.represents)
    return " ".join(part for part in chain((named, increase), applied, dropped_throws(roll)) if part)


def dropped_throws(roll: ev.RollMade) -> Iterator[str]:
    """The throws that don't count, and why: ``advantage over 73``, ``(1, thrown again)``."""
    for each in roll.dropped:
        if each.why == roll.mode:
            yield _("{mode} over {total}", mode=word(each.why), total=each.total)
        else:
            yield _("({total}, thrown again)", total=each.total)


def _modifier(applied: ev.AppliedModifier) -> str:
    overruled = "" if applied.expected is None else _(" (the rules say {expected:+d})", expected=applied.expected)
    return f"{applied.value:+d} {said(applied.label)}".rstrip() + overruled


def _noted(text: str, note: str) -> str:
    """A text with the note that people left."""
    return f"{text} ({note})" if note else text


def _ended(text: str, at: int, pointing: bool) -> str:
    """A text with the position of what it says the end of."""
    return f"{text}: {place(at)}" if pointing else text


def session_title(number: int, title: str) -> str:
    """``session 2: The Bell Tower``."""
    if title:
        return _("session {number}: {title}", number=number, title=title)
    return _("session {number}", number=number)


def _set_to(event: ev.SheetValueSet, pointing: bool) -> str:
    """A value of a sheet, with what it was before unless that may be hidden from those who read it."""
    empty = _("yes") if event.field == "skill" else _("nothing")  # a skill that goes with any attribute
    now, before = _value(event.value, empty), _value(event.before, empty)
    return f"{word(event.key or event.field)}: " + (f"{before} -> {now}" if pointing else now)


def _value(value: float | str | None, empty: str) -> str:
    return _("nothing") if value is None else f"{value:g}" if isinstance(value, float) else str(value) or empty


def _voided(void: ev.ActionVoided) -> str:
    positions = [event.position for event in void.events]
    if not positions:
        return _("restored") if void.restores else _("took back")
    if len(positions) == 1:
        at = place(positions[0])
        return _("restored {position}", position=at) if void.restores else _("took back {position}", position=at)
    span = {"first": place(min(positions)), "last": place(max(positions))}
    if void.restores:
        return ngettext(
            "restored {count} event, {first} to {last}", "restored {count} events, {first} to {last}", len(positions), **span
        )
    return ngettext(
        "took back {count} event, {first} to {last}", "took back {count} events, {first} to {last}", len(positions), **span
    )


def _plan(plan: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if "sides" in plan:
        return _(" vs ").join(called(names, side) for side in plan["sides"])
    if "given" in plan:
        return f"{said(plan['title'])}{_asked(plan['given'])}"
    if "members" in plan:
        return f"{said(plan['what'])}: {_(', ').join(called(names, member) for member in plan['members'])}"
    if "long_task" in plan:
        return _("at {what}", what=plan["name"])
    return _("at {what}", what=plan["cause"]) if "cause" in plan else _("in several steps")


_CONTESTS = {
    "quick": N_("quick contest"),
    "regular": N_("regular contest"),
    "opposed": N_("opposed contest"),
    "resist": N_("resistance roll"),
}
_TIED = ("resist",)  # where a tie has a winner


def _contest(event: ev.ContestDecided, names: Mapping[str, str]) -> str:
    """How it came out for the first of both sides, who is the line's subject."""
    rounds = _(" in round {number}", number=event.rounds) if event.rounds > 1 else ""
    kind = _(_CONTESTS.get(event.kind, f"{event.kind} contest"))
    return f"{_came(event, called(names, event.sides[1]))}{rounds} ({kind})"


def _came(event: ev.ContestDecided, other: str) -> str:
    tied = event.margin == 0 and event.kind in _TIED
    if event.winner is None:
        if event.margin is None:
            return _("gets nowhere against {other}", other=other)
        return _("ties with {other}", other=other)
    if event.winner == event.sides[0]:
        if tied:
            return _("wins on a tie against {other}", other=other)
        if event.margin is None:
            return _("wins against {other}", other=other)
        return _("wins by {margin} against {other}", margin=event.margin, other=other)
    if tied:
        return _("loses on a tie to {other}", other=other)
    if event.margin is None:
        return _("loses to {other}", other=other)
    return _("loses by {margin} to {other}", margin=event.margin, other=other)


def _influence(event: ev.InfluenceDecided, names: Mapping[str, str]) -> str:
    trait = said(event.trait)
    match event.outcome:
        case "win":
            came = _("wins by {margin}", margin=event.margin)
        case "impossible":
            came = _("has no effect ({trait})", trait=trait)
        case "automatic":
            came = _("is obeyed ({trait})", trait=trait)
        case _other:
            came = _("doesn't win")
    reaction = _("; reaction: {reaction}", reaction=word(event.reaction)) if event.reaction else ""
    modifier = _("; leaves a modifier of {modifier}", modifier=event.modifier) if event.modifier else ""
    skill, influencer = said(event.skill), called(names, event.influencer)
    line = _("{skill} of {influencer} {came}", skill=skill, influencer=influencer, came=came)
    return f"{line}{reaction}{modifier}"


def _condition(condition: ev.ConditionAdded, game_time: int) -> str:
    """A condition, with how long it lasts, or when its first recovery roll comes."""
    name = said(condition.name)
    if condition.until is not None:
        lasts = duration_words(condition.until - game_time)
        return _("condition: {condition} for {duration}", condition=name, duration=lasts)
    if condition.recover and condition.recover_from is not None and condition.recover_from > game_time:
        first = duration_words(condition.recover_from - game_time)
        return _("condition: {condition}, recovery roll after {duration}", condition=name, duration=first)
    return _("condition: {condition}", condition=name)


def _feat(event: ev.FeatPerformed) -> str:
    effort = _(" (+{increase}% by effort)", increase=event.increase) if event.increase else ""
    figures = _(", ").join(f"{said(each.name)} {_measure(each.value, each.unit)}" for each in event.figures)
    came = (
        figures
        if event.outcome == "done"
        else _("{outcome} (in full: {figures})", outcome=said(event.outcome), figures=figures)
    )
    return f"{_(event.title)}{_asked(event.given)}{effort}: {came}"


def _asked(given: Mapping[str, Any]) -> str:
    """What was asked for: `` (vertical stone wall, 60 ft, roped)``."""
    choices = [word(value) for value in given.values() if isinstance(value, str)]
    measures = [value for value in given.values() if isinstance(value, Mapping)]
    numbers = [_measure(value["value"], value["unit"]) for value in measures if value["value"]]
    holding = [word(key) for key, value in given.items() if value is True]
    words = [*choices, *numbers, *holding]
    return f" ({_(', ').join(words)})" if words else ""


def _measure(value: float, unit: str) -> str:
    """``60 ft``; seconds in the largest units that fit."""
    if unit in ("s", "seconds") and value == int(value):
        return duration_words(int(value))
    return f"{value:,.2f}".rstrip("0").rstrip(".") + f" {said(unit)}".rstrip()

"""What a recorded command came to: the JSON of a play command, and short lines to read at the table."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.characters import view
from tracker.campaign.parts import LongTask, Prompt
from tracker.cli.output import Idiom, at_event
from tracker.durations import format_duration
from tracker.errors import Refused
from tracker.language import _
from tracker.projections import classify
from tracker.reports.dependants import said
from tracker.reports.lines import describe
from tracker.reports.party import montage_words
from tracker.reports.render import wrapped
from tracker.reports.results import event_json, line_text, prompt_json, result, visible
from tracker.reports.wording import dice_text, dropped_throws
from tracker.reports.words import base_words, in_place_of, overrules, roll_name
from tracker.rulesets.base import RETRIED_KINDS, Ruleset
from tracker.service import Campaign, Outcome


def as_json(outcome: Outcome, campaign: Campaign) -> dict[str, Any]:
    """The JSON of a play command."""
    names = campaign.names()
    repeated = {"repeated": True} if outcome.repeated else {}
    return {
        "campaign": outcome.campaign,
        "action_id": outcome.action_id,
        "head": outcome.head,
        "result": result(outcome.events, names, campaign.log.get, campaign.state.work),
        "pending": [prompt_json(position, prompt, names) for position, prompt in outcome.pending.items()],
        "events": [event_json(recorded) for recorded in outcome.events],
        **repeated,
    }


def as_text(outcome: Outcome, campaign: Campaign, idiom: Idiom) -> Iterator[str]:
    """The rolls, what followed from them, and what waits for an answer."""
    names = campaign.names()
    # What is left is known for the end of the action only: it stands at a pool's last change.
    last = {(one.subject, one.event.pool): one.position for one in outcome.events if isinstance(one.event, ev.PoolChanged)}
    if outcome.repeated:
        yield _("This action was recorded already; nothing is new.")
    for recorded in visible(outcome.events):
        if isinstance(recorded.event, ev.RollMade):
            yield _roll(recorded, recorded.event, names) + _hint(recorded, campaign, idiom)
            yield from (f"  {note}" for note in _meaning(recorded.event, campaign.ruleset))
        elif not isinstance(recorded.event, ev.PromptOpened):
            pool = isinstance(recorded.event, ev.PoolChanged)
            left = "" if pool and recorded.position not in last.values() else _left(recorded, campaign, idiom)
            yield f"{line_text(recorded, names)}{left}{at_event(recorded.position)}"
        if isinstance(recorded.event, ev.ActionVoided) and not recorded.event.restores:
            yield from _resting_on(recorded.event, campaign)
        if isinstance(recorded.event, ev.OutcomeRuled) and recorded.event.by != "reroll":
            yield from _untouched(recorded.event, outcome, campaign)
    yield from _progress(outcome, campaign)
    suggest = {recorded.position for recorded in outcome.events}
    pending = {at: prompt for at, prompt in outcome.pending.items() if idiom.reminds or at in suggest}
    yield from waiting(pending, campaign.ruleset, idiom, suggest=suggest)


def _progress(outcome: Outcome, campaign: Campaign) -> Iterator[str]:
    """How far the long tasks and montages are that the action was about."""
    worked = (one.event.long_task for one in outcome.events if isinstance(one.event, ev.WorkDone))
    for position in dict.fromkeys(worked):
        if task := campaign.state.long_tasks.get(position):
            yield work_words(task, campaign.state.work.get(position, 0))
    rules = campaign.ruleset.montages
    courses = (one.event.montage for one in outcome.events if isinstance(one.event, ev.CourseTaken))
    for position in dict.fromkeys(courses):
        if rules is not None and (montage := campaign.state.montages.get(position)):
            score = rules.score(campaign.state.course_degrees(position), montage.limit)
            yield f"{montage.name}: {montage_words(montage, score)}"


def work_words(task: LongTask, done: int) -> str:
    """How far a long task is, in man-hours."""
    return _("{task}: {done:,} of {hours:,} man-hours done", task=task.name, done=done, hours=task.hours)


def waiting(
    prompts: Mapping[int, Prompt], ruleset: Ruleset, idiom: Idiom, suggest: Container[int] | None = None
) -> Iterator[str]:
    """Each open prompt with the command that answers it, and names to choose from where a trait is to be named: for all of
    them, or for those to ``suggest`` for, as the lists would bury what an action came to."""
    run = idiom.command
    for position, prompt in prompts.items():
        if prompt.kind == "trait":
            how = _('{trait} "NAME"', trait=f"{run}trait name {position}")
        elif prompt.kind == "modifier":
            concerns = f"{run}concerns {position}"
            how = _('{concerns} "ROLL, ROLL" [bonus] [for 1h], or {concerns} nothing', concerns=concerns)
        elif prompt.kind == "effect":
            how = _("{effect} WHAT HAPPENS", effect=f"{run}effect {position}")
        else:
            given = f"{run}answer {position} {idiom.dice}"
            how = _("{answer}FACES   ({notation})", answer=given, notation=prompt.ask["notation"])
        yield _("Waiting {position}: {text}   -> {how}", position=position, text=phrases.asked(prompt.text), how=how)
        if suggest is not None and position not in suggest:
            continue
        if prompt.kind == "trait" and ruleset.fright and (names := ruleset.fright.suggestions(prompt.ask["trait"])):
            yield from wrapped(_("  such as {names}", names=_(", ").join(map(phrases.said, names))), indent="    ")


def _reason(roll: ev.RollMade) -> str:
    """What the GM said to a roll: a ruling where it overrules, else just why it was made so."""
    said = phrases.said(roll.ruling)
    return _("ruled: {ruling}", ruling=said) if overrules(roll) else _("because {reason}", reason=said)


def _roll(recorded: ev.Recorded, roll: ev.RollMade, names: Mapping[str, str]) -> str:
    line = describe(recorded, names, voided=False)
    modifiers = "".join(f" {each.value:+d} {phrases.said(each.label)}".rstrip() for each in roll.modifiers)
    target = f" = {roll.target}" if modifiers or roll.target != roll.base else ""
    words = (*map(phrases.said, roll.caps), *([_reason(roll)] if roll.ruling else []))
    caps = f" ({'; '.join(words)})" if words else ""
    again = _(", attempt {number}", number=roll.attempt) if roll.attempt > 1 else ""
    degree = f" ({line.degree})" if line.degree else ""
    needed = "" if roll.needed is None else _(", {needed} or more", needed=roll.needed)
    dropped = "".join(f" {words}" for words in dropped_throws(roll))
    named = in_place_of(roll_name(roll), roll.represents)
    rolled = _("rolled {dice}", dice=dice_text(roll.dice, roll.total).replace("=", " = "))
    return (
        f"{line.who}  {f'{named}{again} {base_words(roll)}'.rstrip()}{modifiers}{target}{needed}{caps}{dropped}; "
        f"{rolled}: {_(line.outcome)} {line.by}{degree}{'  [GM]' if line.secret else ''}{at_event(recorded.position)}"
    )


def _meaning(roll: ev.RollMade, ruleset: Ruleset) -> Iterator[str]:
    """What the outcome means at the table, where the system says so."""
    notes = (degree.note for degree in ruleset.degrees if degree.name == roll.degree)
    yield from (phrases.said(note) for note in notes if note and roll.ruleset == ruleset.id and roll.kind != ev.CHANCE)


def _hint(recorded: ev.Recorded, campaign: Campaign, idiom: Idiom) -> str:
    """How a failed roll may be tried again, where its policy allows that."""
    roll = recorded.event
    if not isinstance(roll, ev.RollMade) or roll.success or roll.kind not in RETRIED_KINDS:
        return ""
    try:
        retry = campaign.preview(cmd.Retry(roll=recorded.position)).rolls[0]
    except Refused:
        return ""
    return "   " + _("retry: {command} (target {target})", command=f"{idiom.command}retry", target=retry.target)


def _resting_on(void: ev.ActionVoided, campaign: Campaign) -> Iterator[str]:
    """What was recorded on the strength of what is taken back now."""
    taken_back = [event.position for event in void.events]
    if found := campaign.dependants(taken_back):
        yield _("Left as it is, though it rests on this; look whether it still holds:")
        yield from (f"  {sentence}" for sentence in said(found))


def _untouched(ruled: ev.OutcomeRuled, outcome: Outcome, campaign: Campaign) -> Iterator[str]:
    """What a ruling leaves as it was, which the GM may want to set right."""
    roll = campaign.log.get([ruled.roll])[ruled.roll].event
    over = isinstance(roll, ev.RollMade) and roll.task in campaign.state.ends
    if over and not ruled.success:
        yield _("Its task is over and stays so: name it again to begin anew.")
    new = {recorded.position for recorded in outcome.events}
    found = campaign.log.get([one.position for one in campaign.dependants([ruled.roll])])
    led_to = [at for at, one in sorted(found.items()) if at not in new and _told(one)]
    if led_to:
        events = _(", ").join(map(str, led_to))
        yield _("What the roll led to stays: {events}; set right by hand what no longer holds.", events=events)


def _told(recorded: ev.Recorded) -> bool:
    """Whether an event is a consequence for the people of the story, and no ruling or its price."""
    match recorded.event:
        case ev.OutcomeRuled() | ev.PlayerTold() | ev.PromptOpened() | ev.PointsChanged(reason="success"):
            return False
        case ev.GroupDecided() | ev.CourseTaken() | ev.MontageDecided():  # these are decided anew by themselves
            return False
    return classify.visible(recorded.event)


def _left(recorded: ev.Recorded, campaign: Campaign, idiom: Idiom) -> str:
    """What is left in a pool that an event changed; how to let the time of a feat pass."""
    if isinstance(feat := recorded.event, ev.FeatPerformed) and (feat.seconds or 0) >= 60 and feat.outcome == "done":
        typed = format_duration(feat.seconds or 0).replace(" min", "m").replace(" ", "").replace(",", "")
        return "   " + _("let the time pass: {command}", command=f"{idiom.command}clock +{typed}")
    character = campaign.state.characters.get(recorded.subject or "")
    if not isinstance(recorded.event, ev.PoolChanged) or character is None:
        return ""
    pool = view(campaign.state, character, campaign.ruleset).pools.get(recorded.event.pool)
    return _(", now {current}/{maximum}", current=pool.current, maximum=pool.maximum) if pool else ""

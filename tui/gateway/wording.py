"""Events in words: everything about what was done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.events import Recorded, RollMade
    from tracker.service import Campaign

    Fact = tuple[str, str]

REVEALED = "revealed"
"""The label of the fact that an event is no longer secret."""


def summary(recorded: Recorded, line: str) -> str:
    """The selected event in one line below the log, which names the character: a roll with its verdict, base, modifiers and
    dice; of others what the log says."""
    from tracker.events import RollMade
    from tracker.quickline.ahead import labelled, target_words

    event = recorded.event
    if not isinstance(event, RollMade):
        return f"{recorded.position:,}  {line}"
    modifiers = " ".join(map(labelled, event.modifiers))
    target = target_words(event.target, event.needed)
    need = f"{event.named} {event.base} {modifiers} = {target}" if modifiers else f"{event.named} {target}"
    return f"{recorded.position:,}  {need}; rolled {_dice_words(event)}; {_verdict(event)}"


def _dice_words(roll: RollMade) -> str:
    from tracker.reports.wording import dice_text

    return dice_text(roll.dice, roll.total).replace("=", " = ")


def _verdict(roll: RollMade) -> str:
    from tracker.projections.classify import outcome
    from tracker.reports.render import OUTCOME_WORDS

    return f"{OUTCOME_WORDS[outcome(roll.success, roll.critical)]} by {roll.margin}"


def facts(
    recorded: Recorded,
    line: str,
    names: Mapping[str, str],
    causes: Sequence[str],
    voided_by: int | None,
    since: Sequence[Fact] = (),
) -> list[Fact]:
    """Everything about an event as label and value. ``causes`` are the lines that led to it, the nearest first; ``since``
    is what was said about it later."""
    from tracker.durations import format_clock
    from tracker.events import RollMade
    from tracker.reports.render import wall_clock

    envelope, event = recorded.envelope, recorded.event
    found = [("what", line)]
    if isinstance(event, RollMade):
        found += _roll_facts(event)
    else:
        found += _payload_facts(recorded)
    found += [("because of" if number == 0 else "", cause) for number, cause in enumerate(causes)]
    found += since
    if voided_by is not None:
        found.append(("taken back", f"by event {voided_by:,}"))
    when = wall_clock(envelope.recorded_at, envelope.utc_offset)
    found += [
        ("who", names.get(envelope.subject or "", envelope.subject or "nobody in particular")),
        ("session", f"{envelope.session}" if envelope.session is not None else "between sessions"),
        ("recorded", f"{when:%Y-%m-%d %H:%M:%S} by {envelope.author}, in the game {format_clock(envelope.game_time)}"),
        ("seen by", {"everyone": "everyone", "owner": "the player and the GM", "gm": "the GM"}[envelope.visibility]),
        ("event", f"{envelope.position:,}, {envelope.type} version {envelope.version}"),
        ("action", f"{envelope.action}, part {envelope.ordinal + 1}"),
        ("hash", recorded.hash),
    ]
    return found


def since(campaign: Campaign, position: int) -> list[Fact]:
    """What was said about an event later: what a roll counts as in the end, and what its player was told; how a note reads
    by now, and what is no longer secret."""
    from tracker.reports.history import told_of
    from tracker.reports.overrides import rulings
    from tracker.reports.since import amended_of, revealed_of

    with campaign.log.reading() as connection:
        ruled = rulings(connection, campaign.log.id, [position])
        told = told_of(connection, campaign.log.id, [position], campaign.log.get)
        amended = amended_of(connection, campaign.log.id, [position], campaign.log.get)
        revealed = revealed_of(connection, campaign.log.id, campaign.log.get, position).get(position)
    found = [("counts as", f"{str(each).removeprefix('-> ')}, by event {each.position:,}") for each in ruled.values()]
    found += [("reads now", f"{getattr(one.event, 'text', '')}, by event {one.position:,}") for one in amended.values()]
    if revealed is not None:
        found.append((REVEALED, f"by event {revealed.position:,}, {revealed.envelope.author}"))
    return found + [("the player", f"was told: {text}") for text in told.values()]


_OF_BOTH = {"advantage": "better", "disadvantage": "worse"}


def _roll_facts(roll: RollMade) -> Iterator[Fact]:
    from tracker.quickline.ahead import labelled
    from tracker.reports.wording import dice_text

    yield "base", f"{roll.named} {roll.base}"
    for each in roll.modifiers:
        expected = "" if each.expected is None else f"; the rules say {each.expected:+d}"
        yield "modifier", f"{labelled(each)} (source: {each.source}{expected})"
    if not roll.modifiers:
        yield "modifier", "none"
    for cap in roll.caps:
        yield "cap", cap
    yield "target", f"{roll.target}" + ("" if roll.computed is None else f", the rules say {roll.computed}")
    if roll.needed is not None:
        yield "needed", f"{roll.needed} or more"
    if roll.ruling:
        yield "ruling", roll.ruling
    if roll.represents:
        yield "represents", roll.represents
    if roll.corrects is not None:
        yield "corrects", f"event {roll.corrects:,}"
    if roll.reroll_of is not None:
        yield "rolled anew", f"in place of event {roll.reroll_of:,}"
    if roll.mode:
        yield "mode", f"{roll.mode}: the {_OF_BOTH[roll.mode]} of both rolls counts"
    yield "dice", f"{roll.notation}: {_dice_words(roll)} (source: {roll.dice_source})"
    for thrown in roll.dropped:
        why = "the other roll" if thrown.why == roll.mode else "the lowest that the dice show: thrown once more"
        yield "not counted", f"{dice_text(thrown.dice, thrown.total)} ({why})"
    yield "outcome", f"{_verdict(roll)}, {roll.degree.replace('_', ' ')}"
    if roll.attempt > 1 or roll.task is not None:
        yield "attempt", f"{roll.attempt}, retry penalty {roll.retry_penalty:+d}"
    if roll.increase is not None:
        yield "effort", f"+{roll.increase}%" + (f", motivated by {roll.motivation}" if roll.motivation else "")
    if roll.threat:
        yield "threat", roll.threat
    yield "rules", f"{roll.ruleset} {roll.ruleset_version}, a {roll.kind} roll"


def _payload_facts(recorded: Recorded) -> Iterator[Fact]:
    """The fields of an event whose values fit on a line; what is nested stands in the log itself."""
    import msgspec

    for name, value in msgspec.structs.asdict(recorded.event).items():
        if isinstance(value, str | int | float) and value != "":
            yield name.replace("_", " "), str(value)

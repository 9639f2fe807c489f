"""Previews and events in words: what Enter will do, and everything about what was done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.events import AppliedModifier, Recorded, RollMade
    from tracker.rulesets.base import Odds
    from tracker.service import Campaign, Preview, PreviewedRoll

    Fact = tuple[str, str]


_MOST_THROWS = 216  # of three dice

# Bookkeeping around what a GM asked for.
_UNTOLD = frozenset({"ProcedureStarted", "ProcedureEnded", "PromptOpened", "PromptAnswered"})


def preview_words(preview: Preview, short: Mapping[str, str]) -> str:
    """``Mira Stealth 12 +2 quiet boots -3 dark = 11  62.5 %, 135 of 216``; of several rolls what modifies all of them, and
    each one's target and odds. ``short`` are names as they are called at the table."""
    does = _what_it_does(preview, short)
    return ". ".join([*([does] if does else []), *preview.notes])


def _what_it_does(preview: Preview, short: Mapping[str, str]) -> str:
    if len(preview.rolls) == 1:
        return _roll_words(preview.rolls[0])
    if preview.rolls:
        first, *others = preview.rolls
        if any(roll.what != first.what for roll in others):
            return "; ".join(map(_roll_words, preview.rolls))
        shared = [each for each in first.modifiers if all(each in roll.modifiers for roll in others)]
        rolls = ", ".join(f"{short.get(roll.name, roll.name)} {roll.target} ({roll.percent}%)" for roll in preview.rolls)
        return f"{' '.join([first.what, *map(_labelled, shared), first.mode]).rstrip()}: {rolls}"
    kinds = dict.fromkeys(_spaced(kind) for kind in preview.event_types if kind not in _UNTOLD)
    return "Enter records: " + ", ".join(kinds) if kinds else ""


def _roll_words(roll: PreviewedRoll) -> str:
    costs = " ".join(f"{pool} {-points:+d}" for pool, points in roll.costs.items() if points)
    parts = [
        f"{roll.name} {roll.what} {roll.base}",
        *_modifier_words(roll.modifiers),
        f"= {_target_words(roll.target, roll.needed)}",
        f" {roll.mode}" if roll.mode else "",
        f" {_odds_words(roll.odds)}",
        f" {costs}" if costs else "",
        f" ({'; '.join(roll.caps)})" if roll.caps else "",
    ]
    return " ".join(part for part in parts if part)


def _target_words(target: int, needed: int | None) -> str:
    """``60``; of dice that are wished high, which are read against another number, ``60, 9 or more``."""
    return f"{target}" if needed is None else f"{target}, {needed} or more"


def _odds_words(odds: Odds) -> str:
    """``74.1 %, 160 of 216``; where the percentage is exact already (a d20, percentile dice), or throws of several rolls are
    counted that nobody has a feeling for, just the percentage."""
    alone = 1000 % odds.of == 0 or odds.of > _MOST_THROWS
    return f"{odds.percent:g} %" if alone else f"{odds.percent:g} %, {odds.success} of {odds.of}"


def _modifier_words(modifiers: Sequence[AppliedModifier]) -> list[str]:
    """Each modifier with its label, and its source where that isn't the GM's word or said by the label."""
    return [
        f"{_labelled(each)} ({each.source})" if each.source != "gm" and each.source not in each.label else _labelled(each)
        for each in modifiers
    ]


def _labelled(modifier: AppliedModifier) -> str:
    return f"{modifier.value:+d} {modifier.label}".rstrip()


def _spaced(name: str) -> str:
    """``PoolChanged`` as ``pool changed``."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


# -- an event in full -------------------------------------------------------------------------------------------------


def summary(recorded: Recorded, line: str) -> str:
    """The selected event in one line below the log, which names the character: a roll with its verdict, base, modifiers and
    dice; of others what the log says."""
    from tracker.events import RollMade

    event = recorded.event
    if not isinstance(event, RollMade):
        return f"{recorded.position:,}  {line}"
    modifiers = " ".join(map(_labelled, event.modifiers))
    target = _target_words(event.target, event.needed)
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
        found.append(("revealed", f"by event {revealed.position:,}, {revealed.envelope.author}"))
    return found + [("the player", f"was told: {text}") for text in told.values()]


_OF_BOTH = {"advantage": "better", "disadvantage": "worse"}


def _roll_facts(roll: RollMade) -> Iterator[Fact]:
    from tracker.reports.wording import dice_text

    yield "base", f"{roll.named} {roll.base}"
    for each in roll.modifiers:
        expected = "" if each.expected is None else f"; the rules say {each.expected:+d}"
        yield "modifier", f"{_labelled(each)} (source: {each.source}{expected})"
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

"""What a line would do, in words, before it does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from tracker.campaign.commands import Answer, Correct, Void
from tracker.campaign.efforts import EFFORT
from tracker.campaign.options import DICE
from tracker.campaign.steps import Question
from tracker.dice import Tray
from tracker.errors import Refused
from tracker.events import (
    ActionVoided,
    AppliedModifier,
    ProcedureEnded,
    ProcedureStarted,
    PromptAnswered,
    PromptOpened,
    Recorded,
)
from tracker.language import _
from tracker.phrases import asked, said
from tracker.quickline import Line
from tracker.reports.lines import describe, sentence
from tracker.reports.words import effort_name
from tracker.rulesets.base import Odds
from tracker.service import Campaign, Preview, PreviewedRoll

_MOST_THROWS = 216  # of three dice

# Bookkeeping around what a GM asked for.
_UNTOLD = (ProcedureStarted, ProcedureEnded, PromptOpened, PromptAnswered)


def ahead(campaign: Campaign, line: Line, short: Mapping[str, str]) -> tuple[Preview | None, str]:
    """What a line would do, and the preview of its rolls where it is about rolls; ``short`` are names as they are called at
    the table. Raises Refused as the line itself would."""
    told = _told_ahead(campaign, line)
    preview = None if told else campaign.preview(line.command, secret=line.secret)
    words = told if preview is None else preview_words(preview, short, campaign.names())
    return preview, _("for the GM alone: {words}", words=words) if line.secret else words


def _told_ahead(campaign: Campaign, line: Line) -> str:
    """What a line would do where its events alone don't say it: which dice it answers with, or what it takes back."""
    command = line.command
    if isinstance(command, Answer):
        prompt = campaign.state.open_prompts().get(command.prompt)
        if prompt is not None and prompt.kind == "dice":
            question = msgspec.convert(prompt.ask, Question)
            if Tray.given(line.dice).throw(question.labels, question.notation, question.times):  # refused as by Enter
                return _("Enter records {dice}. {prompt}", dice="; ".join(line.dice), prompt=asked(prompt.text))
            by_hand = DICE.value(campaign.state, campaign.ruleset) == "hand"
            if by_hand:
                return _("Type the faces, such as =3,4,5. {prompt}", prompt=asked(prompt.text))
            return _("Enter throws, or type =3,4,5. {prompt}", prompt=asked(prompt.text))
    if isinstance(command, Void) and (recorded := campaign.log.get([command.position]).get(command.position)):
        campaign.preview(command, secret=line.secret)  # refused where it can't be taken back
        action = campaign.log.action(recorded.envelope.action)
        if isinstance(recorded.event, ActionVoided) and all(isinstance(one.event, ActionVoided) for one in action):
            first = recorded.event.events[0].position
            line_again = _told(campaign.log.get([first])[first], campaign)
            return _("Enter brings back {position:,} {line}", position=first, line=line_again)
        return _("Enter takes back {position:,} {line}", position=command.position, line=_told(recorded, campaign))
    if isinstance(command, Correct) and (recorded := campaign.log.get([command.roll]).get(command.roll)):
        try:
            campaign.preview(command, secret=line.secret)
        except Refused as refused:
            if refused.code != "nothing" or not line.dice:  # a preview knows no dice
                raise
        return _("Enter corrects {position:,} {line}", position=command.roll, line=_told(recorded, campaign))
    return ""


def _told(recorded: Recorded, campaign: Campaign) -> str:
    return describe(recorded, campaign.names(), voided=False).sentence


def preview_words(preview: Preview, short: Mapping[str, str], names: Mapping[str, str]) -> str:
    """``Mira Stealth 12 +2 quiet boots -3 dark = 11  62.5 %, 135 of 216``; of several rolls what modifies all of them, and
    each one's target and odds; without any, what is recorded. ``short`` are names as they are called at the table, ``names``
    those of the characters by id."""
    does = _what_it_does(preview, short, names)
    return ". ".join([*([does] if does else []), *preview.notes])


def _what_it_does(preview: Preview, short: Mapping[str, str], names: Mapping[str, str]) -> str:
    if len(preview.rolls) == 1:
        return _roll_words(preview.rolls[0])
    if preview.rolls:
        first, *others = preview.rolls
        if any(roll.what != first.what for roll in others):
            return "; ".join(map(_roll_words, preview.rolls))
        shared = [each for each in first.modifiers if all(each in roll.modifiers for roll in others)]
        rolls = _(", ").join(f"{short.get(roll.name, roll.name)} {roll.target} ({roll.percent}%)" for roll in preview.rolls)
        return f"{' '.join([said(first.what), *map(labelled, shared), said(first.mode)]).rstrip()}: {rolls}"
    told = [sentence(fact, names) for fact in preview.facts if not isinstance(fact.event, _UNTOLD)]
    return _("Enter records: {events}", events="; ".join(told)) if told else ""


def _roll_words(roll: PreviewedRoll) -> str:
    costs = " ".join(f"{pool} {-points:+d}" for pool, points in roll.costs.items() if points)
    parts = [
        f"{roll.name} {effort_name(roll.what) if roll.kind == EFFORT else said(roll.what)} {roll.base}",
        *_modifier_words(roll.modifiers),
        f"= {target_words(roll.target, roll.needed)}",
        f" {said(roll.mode)}" if roll.mode else "",
        f" {_odds_words(roll.odds)}",
        f" {costs}" if costs else "",
        f" ({'; '.join(map(said, roll.caps))})" if roll.caps else "",
    ]
    return " ".join(part for part in parts if part)


def target_words(target: int, needed: int | None) -> str:
    """``60``; of dice that are wished high, which are read against another number, ``60, 9 or more``."""
    return f"{target}" if needed is None else _("{target}, {needed} or more", target=target, needed=needed)


def _odds_words(odds: Odds) -> str:
    """``74.1 %, 160 of 216``; where the percentage is exact already (a d20, percentile dice), or throws of several rolls are
    counted that nobody has a feeling for, just the percentage."""
    alone = 1000 % odds.of == 0 or odds.of > _MOST_THROWS
    if alone:
        return f"{odds.percent:g} %"
    return _("{percent:g} %, {good} of {all}", percent=odds.percent, good=odds.success, all=odds.of)


def _modifier_words(modifiers: Sequence[AppliedModifier]) -> list[str]:
    """Each modifier with its label, and its source where that isn't the GM's word or said by the label."""
    return [
        f"{labelled(each)} ({said(each.source)})"
        if each.source != "gm" and each.source not in each.label
        else labelled(each)
        for each in modifiers
    ]


def labelled(modifier: AppliedModifier) -> str:
    """``-3 dark``."""
    return f"{modifier.value:+d} {said(modifier.label)}".rstrip()

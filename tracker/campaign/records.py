"""Decisions that only write something down: the campaign itself, its options, notes and bookmarks."""

from __future__ import annotations

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision
from tracker.campaign.options import options_of
from tracker.errors import Refused
from tracker.text import clean_name, clean_text, key_of


def campaign_created(decision: Decision, command: cmd.CreateCampaign) -> None:
    """The first event of a log."""
    if decision.state.head:
        raise Refused("This campaign has begun already.", code="not_empty", where="name")
    event = ev.CampaignCreated(
        name=clean_name(command.name), ruleset=decision.ruleset.id, ruleset_version=decision.ruleset.version
    )
    decision.record(event)


def option_set(decision: Decision, command: cmd.SetOption) -> None:
    """An option of the campaign, one of its allowed values."""
    options = options_of(decision.ruleset, decision.state)
    option = options.get(key_of(command.name))
    if option is None:
        raise Refused(f"No option is called “{command.name}”; known: {', '.join(options)}.", code="not_found", where="name")
    allowed = option.values(decision.ruleset, decision.state)
    value = key_of(command.value)
    if value not in allowed:
        raise Refused(f"The option {option.name} takes one of {', '.join(allowed)}.", code="bad_value", where="value")
    if option.value(decision.state, decision.ruleset) == value:
        raise Refused(f"The option {option.name} is {value} already.", code="nothing", where="value")
    decision.record(ev.OptionSet(name=option.name, value=value))


def noted(decision: Decision, command: cmd.Note) -> None:
    """A note, of several lines if need be."""
    text = clean_text(command.text, "note").strip()
    if not text:
        raise Refused("The note is empty.", code="empty", where="note")
    decision.record(ev.NoteAdded(text=text))


def marked(decision: Decision, command: cmd.Mark) -> None:
    """A bookmark on an event."""
    decision.event_at(command.position)
    label = clean_name(command.label, "label") if command.label else ""
    decision.record(ev.BookmarkAdded(at=command.position, label=label), cause=command.position)

"""Decisions that only write something down: the campaign itself, its options, notes and bookmarks."""

from __future__ import annotations

from collections.abc import Iterator

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision
from tracker.campaign.options import options_of
from tracker.errors import Refused
from tracker.language import _
from tracker.text import clean_name, clean_text, key_of


def campaign_created(decision: Decision, command: cmd.CreateCampaign) -> None:
    """The first event of a log."""
    if decision.state.head:
        raise Refused(_("This campaign has begun already."), code="not_empty", where="name")
    event = ev.CampaignCreated(
        name=clean_name(command.name), ruleset=decision.ruleset.id, ruleset_version=decision.ruleset.version
    )
    decision.record(event)


def option_set(decision: Decision, command: cmd.SetOption) -> None:
    """An option of the campaign, one of its allowed values."""
    options = options_of(decision.ruleset, decision.state)
    option = options.get(key_of(command.name))
    if option is None:
        raise Refused(
            _("No option is called “{name}”; known: {options}.", name=command.name, options=", ".join(options)),
            code="not_found",
            where="name",
        )
    allowed = option.values(decision.ruleset, decision.state)
    value = key_of(command.value)
    if value not in allowed:
        raise Refused(
            _("The option {name} takes one of {allowed}.", name=option.name, allowed=", ".join(allowed)),
            code="bad_value",
            where="value",
        )
    if option.value(decision.state, decision.ruleset) == value:
        raise Refused(
            _("The option {name} is {value} already.", name=option.name, value=value), code="nothing", where="value"
        )
    decision.record(ev.OptionSet(name=option.name, value=value))


def noted(decision: Decision, command: cmd.Note) -> None:
    """A note, of several lines if need be."""
    text = clean_text(command.text, "note").strip()
    if not text:
        raise Refused(_("The note is empty."), code="empty", where="note")
    decision.record(ev.NoteAdded(text=text))


def amended(decision: Decision, command: cmd.Amend) -> None:
    """Another wording of a note, or another title of a session or scene; what stood there stays in the log. An amendment
    that is named means what it amended."""
    recorded = decision.event_at(command.position)
    if isinstance(recorded.event, ev.NoteAmended):
        recorded = decision.event_at(recorded.event.position)
    position, event = recorded.position, recorded.event
    if position in decision.state.void_positions:
        by = decision.state.void_positions[position]
        raise Refused(
            _("Event {position} was taken back by {by}.", position=position, by=by), code="voided", where="position"
        )
    if isinstance(event, ev.NoteAdded):
        before, text = event.text, clean_text(command.text, "note").strip()
    elif isinstance(event, ev.SessionStarted | ev.SceneStarted):
        before, text = event.title, clean_name(command.text, "title") if command.text.strip() else ""
    else:
        raise Refused(
            _(
                "Event {position} is no note, session or scene: only their words are amended; a roll is corrected.",
                position=position,
            ),
            code="no_words",
            where="position",
        )
    if not text:
        raise Refused(_("Say how it is to read: “amend 17 the bell tolls at noon”."), code="empty", where="text")
    if text == decision.state.wording(position, before):
        raise Refused(_("Event {position} reads so already.", position=position), code="nothing", where="text")
    reason = clean_name(command.reason, "reason") if command.reason else ""
    decision.record(ev.NoteAmended(position=position, text=text, reason=reason), cause=position)


def revealed(decision: Decision, command: cmd.Reveal) -> None:
    """A hidden event becomes everyone's to see, with what came of it, and with what it names and can't be told without."""
    recorded = decision.event_at(command.position)
    if recorded.position in decision.state.void_positions:
        by = decision.state.void_positions[recorded.position]
        raise Refused(
            _("Event {position} was taken back by {by}.", position=recorded.position, by=by), code="voided", where="position"
        )
    if recorded.position in decision.state.revealed:
        by = decision.state.revealed[recorded.position][0]
        raise Refused(
            _("Event {position} was revealed by {by}.", position=recorded.position, by=by), code="nothing", where="position"
        )
    if not decision.hidden(recorded.position):
        raise Refused(
            _("Event {position} is no secret: everyone sees it.", position=recorded.position),
            code="not_secret",
            where="position",
        )
    positions = set[int]()
    waiting = [recorded.position, *command.resting]
    while waiting:
        position = waiting.pop()
        known = decision.facts.recorded(position)
        if known is not None and position not in positions and decision.hidden(position):
            positions.add(position)
            waiting += [
                at for at in (known.envelope.cause, known.envelope.procedure, *named_by(known.event)) if at is not None
            ]
    reason = clean_name(command.reason, "reason") if command.reason else ""
    event = ev.Revealed(positions=tuple(sorted(positions)), reason=reason)
    decision.record(event, subject=recorded.subject)


# The fields in which an event names another one by its position.
_NAMING = (
    *("roll", "prompt", "condition", "trait", "task", "effort", "modifier", "procedure", "long_task", "at", "table"),
    *("first", "reroll_of", "montage", "corrects", "position"),
)


def named_by(event: ev.Event) -> Iterator[int]:
    """The positions of the earlier events that an event names."""
    for field in _NAMING:
        if isinstance(value := getattr(event, field, None), int):
            yield value
    yield from getattr(event, "rolls", ())
    if isinstance(event, ev.ActionVoided):  # which carries them whole
        yield from (one.position for one in event.events)
        yield from (at for at in (event.turns, event.revives) if at is not None)


def marked(decision: Decision, command: cmd.Mark) -> None:
    """A bookmark on an event."""
    decision.event_at(command.position)
    label = clean_name(command.label, "label") if command.label else ""
    decision.record(ev.BookmarkAdded(at=command.position, label=label), cause=command.position)

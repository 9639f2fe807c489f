"""What rests on an action: the later events that would have come out otherwise, or not at all, without it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, or_, select

from tracker import events as ev
from tracker.campaign.state import CampaignState
from tracker.language import N_, _
from tracker.projections import classify
from tracker.projections.schema import exposures, rolls
from tracker.reports.lines import spoken_by
from tracker.reports.reading import Get, chunks, scope
from tracker.reports.render import one_line, place
from tracker.reports.wording import told
from tracker.store.schema import events

_CLOCKS = (ev.ClockAdvanced, ev.SessionStarted)
_TIMED = ("FrightExposed", "ConditionAdded")  # what holds a moment or an end on the in-game clock
WINDOW = 24 * 3600
"""In-game seconds for which an exposure counts (seed 000, Fright Checks)."""
# These say something about an event and don't come of it, or are handled with it anyway.
_APART = (ev.ActionVoided, ev.BookmarkAdded, ev.Revealed)


class Dependant(Struct, frozen=True):
    """An event at ``position`` that rests on the one at ``on``, ``how`` by a word and in one ``sentence``. ``told`` is
    whether it is a line of the log and no bookkeeping around one."""

    position: int
    on: int
    how: str
    sentence: str
    told: bool


_Links = Iterator[tuple[int, int, str]]
"""The position of an event, of the one that it rests on, and how (a key of _HOW)."""

_HOW = {
    "cause": N_("{event} comes of {position}"),
    "procedure": N_("{event} is a step of {position}"),
    "task": N_("{event} is an attempt at the task begun at {position}"),
    "attempt": N_("{event} follows the attempt at {position}"),
    "exposure": N_("{event} counts the exposure at {position}"),
    "verdict": N_("{event} is decided on {position}"),
    "end": N_("{event} ends or uses up {position}"),
    "recovery": N_("{event} tries to shake off {position}"),
    "reroll": N_("{event} was made in place of {position}"),
    "ruling": N_("{event} rules on {position}"),
    "clock": N_("{event} was recorded by the time of {position}"),
    "subject": N_("{event} happened to the character added at {position}"),
}


def dependants(
    connection: Connection, campaign_id: str, get: Get, state: CampaignState, positions: Collection[int]
) -> list[Dependant]:
    """The later events that count in ``state`` and that rest on those at ``positions``, directly or through others, oldest
    first; the ones asked about may have been taken back already. The connection is the log's own, of whatever moment the
    state is.

    They were caused by them or are steps of a procedure that they began; later attempts of a task, at their penalty;
    exposures that counted theirs; verdicts, rulings, rerolls and purchases on their rolls; what answered, ended, amended or
    used up what they began; and, when they moved the clock, what was recorded by it since, or, when they added a character,
    all that happened to it. A void of them isn't counted.
    """
    return dependants_of(connection, campaign_id, get, state, [positions])[0]


def dependants_of(
    connection: Connection, campaign_id: str, get: Get, state: CampaignState, groups: Sequence[Collection[int]]
) -> list[list[Dependant]]:
    """The dependants of each of several groups of positions, as of one alone; the log is read for all of them at once."""

    def links(fresh: Mapping[int, ev.Recorded]) -> _Links:
        yield from _caused(connection, campaign_id, fresh)
        yield from _known(state, fresh)
        yield from _attempted(connection, campaign_id, fresh)
        yield from _met_again(connection, campaign_id, fresh)

    given = get(sorted({position for group in groups for position in group}))
    found = _reached(given, groups, links, get, state)
    timed = {
        position: [link[0] for link in _at_its_time(connection, campaign_id, position, one)]
        for position, one in given.items()
        if isinstance(one.event, (*_CLOCKS, ev.CharacterAdded))
    }
    more = get(sorted({at for later in timed.values() for at in later if at not in state.void_positions}))
    names = {key: character.name.get(key) for key, character in state.characters.items()}
    told_of = []
    for group, reached in zip(groups, found, strict=True):
        for position in group:
            how = "subject" if position in timed and isinstance(given[position].event, ev.CharacterAdded) else "clock"
            for at in timed.get(position, ()):
                if at in more and at not in group and not isinstance(more[at].event, _APART):
                    reached.setdefault(at, (more[at], position, how))
        told_of.append([_dependant(at, *reached[at], names) for at in sorted(reached)])
    return told_of


def _dependant(at: int, recorded: ev.Recorded, on: int, how: str, names: Mapping[str, str]) -> Dependant:
    told_by_itself = classify.visible(recorded.event) or isinstance(recorded.event, ev.RetryPenaltyApplied)
    return Dependant(at, on, how, _sentence(recorded, on, how, names), told_by_itself)


def consequences(connection: Connection, campaign_id: str, get: Get, state: CampaignState, position: int) -> list[int]:
    """The later events that count and merely came of the one at ``position``, oldest first; another attempt, which the GM
    decided on, isn't one."""

    def links(fresh: Mapping[int, ev.Recorded]) -> _Links:
        yield from _caused(connection, campaign_id, fresh)
        yield from (link for link in _known(state, fresh) if link[2] in ("verdict", "ruling"))

    apart = (*_APART, ev.TaskStarted, ev.RetryPenaltyApplied)
    return sorted(_reached(get([position]), [[position]], links, get, state, apart)[0])


_Reached = dict[int, tuple[ev.Recorded, int, str]]
"""Events by position, each with the one that it rests on and how."""


def _reached(
    given: Mapping[int, ev.Recorded],
    groups: Sequence[Collection[int]],
    links: Callable[[Mapping[int, ev.Recorded]], _Links],
    get: Get,
    state: CampaignState,
    apart: tuple[type[ev.Event], ...] = _APART,
) -> list[_Reached]:
    """For each group of the ``given`` events all that counts and that links lead to from them, one after the other. What
    lies ``apart`` is left out and leads nowhere."""
    known = {at: one for at, one in given.items() if at not in state.void_positions and not isinstance(one.event, apart)}
    seen = set(given)
    onward = defaultdict[int, list[tuple[int, int, str]]](list)  # from an event to those that rest on it, in order
    fresh = given
    while fresh:
        found = [link for link in links(fresh) if link[0] > link[1]]
        for number, (at, on, how) in enumerate(found):
            onward[on].append((number, at, how))
        come = get(sorted({at for at, _on, _how in found if not (at in seen or at in state.void_positions)}))
        seen |= come.keys()
        fresh = {at: one for at, one in come.items() if not isinstance(one.event, apart)}
        known |= fresh
    return [_walked(group, onward, known) for group in groups]


def _walked(
    group: Collection[int], onward: Mapping[int, Sequence[tuple[int, int, str]]], known: Mapping[int, ev.Recorded]
) -> _Reached:
    """What links lead to from one group; of several links to an event the first that was found."""
    found: _Reached = {}
    layer = list(group)
    while layer:
        reached = sorted((number, at, on, how) for on in layer for number, at, how in onward.get(on, ()))
        layer = []
        for _number, at, on, how in reached:
            if at in known and at not in found and at not in group:
                found[at] = known[at], on, how
                layer.append(at)
    return found


def said(found: Sequence[Dependant]) -> list[str]:
    """What the GM reads of them: their lines, without the bookkeeping around them where there is anything else."""
    return [one.sentence for one in found if one.told] or [one.sentence for one in found]


def _sentence(recorded: ev.Recorded, on: int, how: str, names: Mapping[str, str]) -> str:
    event, at = recorded.event, f"{place(recorded.position)}: "
    if isinstance(event, ev.RetryPenaltyApplied):
        said = _("attempt {attempt}'s penalty rests on {position}", attempt=event.attempt, position=place(on))
        return f"{at}{said}"
    who, text = spoken_by(recorded.subject, names, *told(event, names, recorded.envelope.game_time))
    return at + _(_HOW[how], event=one_line(f"{who} {text}".strip()), position=place(on))


def _at_its_time(connection: Connection, campaign_id: str, position: int, recorded: ev.Recorded) -> _Links:
    """What was recorded by the time that an event brought, or happened to the character whom it added; further than to
    these it doesn't lead."""
    here = (events.c.campaign_id == campaign_id, events.c.position > position)
    if isinstance(recorded.event, _CLOCKS):
        timed = select(events.c.position).where(*here, events.c.type.in_(_TIMED))
        yield from ((at, position, "clock") for at in connection.scalars(timed))
    elif isinstance(recorded.event, ev.CharacterAdded):
        theirs = select(events.c.position).where(*here, events.c.subject == recorded.subject)
        yield from ((at, position, "subject") for at in connection.scalars(theirs))


def _caused(connection: Connection, campaign_id: str, fresh: Collection[int]) -> _Links:
    for part in chunks(sorted(fresh)):
        named = select(events.c.position, events.c.cause, events.c.procedure).where(
            events.c.campaign_id == campaign_id,
            events.c.position > min(part),
            or_(events.c.cause.in_(part), events.c.procedure.in_(part)),
        )
        for row in connection.execute(named):
            if row.cause in fresh:
                yield row.position, row.cause, "cause"
            if row.procedure in fresh and row.procedure != row.cause:
                yield row.position, row.procedure, "procedure"
        tried = select(rolls.c.position, rolls.c.task).where(rolls.c.campaign_id == campaign_id, rolls.c.task.in_(part))
        yield from ((row.position, row.task, "task") for row in connection.execute(tried))


def _known(state: CampaignState, fresh: Collection[int]) -> _Links:
    """What the state itself links to them."""
    kinds: tuple[tuple[str, Callable[[int], Collection[int]]], ...] = (
        ("verdict", lambda at: state.verdicts.get(at, ())),
        ("reroll", lambda at: state.rerolls.get(at, ())),
        ("ruling", lambda at: [by for by, _ in state.rulings[at].entries] if at in state.rulings else ()),
        ("recovery", lambda at: state.recoveries.get(at, ())),
        ("end", lambda at: state.ends.get(at, ())),
    )
    for position in fresh:
        for how, linked in kinds:
            for at in linked(position):
                yield at, position, how


def _attempted(connection: Connection, campaign_id: str, fresh: Mapping[int, ev.Recorded]) -> _Links:
    """The later attempts of rolls' tasks, and their penalties, by which the attempts count."""
    tried = defaultdict[int, list[tuple[int, int]]](list)
    for position, one in fresh.items():
        if isinstance(one.event, ev.RollMade) and one.event.task is not None:
            tried[one.event.task].append((position, one.event.attempt))
    for part in chunks(sorted(tried)):
        made = select(rolls.c.position, rolls.c.cause, rolls.c.task, rolls.c.attempt).where(
            *scope(rolls, campaign_id), rolls.c.task.in_(part)
        )
        for row in connection.execute(made):
            for position, attempt in tried[row.task]:
                if row.attempt > attempt:
                    yield row.position, position, "attempt"
                    if row.cause is not None:
                        yield row.cause, position, "attempt"


def _met_again(connection: Connection, campaign_id: str, fresh: Mapping[int, ev.Recorded]) -> _Links:
    """The later exposures to the same threat that counted an earlier one."""
    met = {position: one for position, one in fresh.items() if isinstance(one.event, ev.FrightExposed)}
    if not met:
        return
    theirs = exposures.c.character.in_(sorted({one.subject or "" for one in met.values()}))
    later = select(exposures).where(*scope(exposures, campaign_id), theirs, exposures.c.position > min(met))
    of_threat = defaultdict[tuple[str | None, str], list[Any]](list)
    for row in connection.execute(later.order_by(exposures.c.position)):
        of_threat[row.character, row.threat].append(row)
    for position, first in sorted(met.items()):
        threat = first.event.threat if isinstance(first.event, ev.FrightExposed) else ""
        for again in of_threat[first.subject, threat]:
            if again.earlier and 0 <= again.game_time - first.envelope.game_time <= WINDOW:
                yield again.position, position, "exposure"

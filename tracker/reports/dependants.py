"""What rests on an action: the later events that would have come out otherwise, or not at all, without it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from sqlalchemy import Connection, or_, select

from tracker import events as ev
from tracker.campaign.state import CampaignState
from tracker.projections import classify
from tracker.projections.schema import exposures, rolls
from tracker.reports.reading import Get, chunks, scope
from tracker.reports.render import one_line, place
from tracker.reports.roster import called
from tracker.reports.wording import told
from tracker.store.schema import events

_CLOCKS = (ev.ClockAdvanced, ev.SessionStarted)
_TIMED = ("FrightExposed", "ConditionAdded")  # what holds a moment or an end on the in-game clock
_WINDOW = 24 * 3600  # in-game seconds for which an exposure counts (seed 000, Fright Checks)
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
    "cause": "comes of",
    "procedure": "is a step of",
    "task": "is an attempt at the task begun at",
    "attempt": "follows the attempt at",
    "exposure": "counts the exposure at",
    "verdict": "is decided on",
    "end": "ends or uses up",
    "recovery": "tries to shake off",
    "reroll": "was made in place of",
    "ruling": "rules on",
    "clock": "was recorded by the time of",
    "subject": "happened to the character added at",
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

    def links(fresh: Mapping[int, ev.Recorded]) -> _Links:
        yield from _caused(connection, campaign_id, fresh)
        yield from _known(state, fresh)
        for position, recorded in fresh.items():
            yield from _attempted(connection, campaign_id, position, recorded.event)
        yield from _met_again(connection, campaign_id, fresh)

    given = get(sorted(positions))
    once = {
        link[0]: link[1:] for position, one in given.items() for link in _at_its_time(connection, campaign_id, position, one)
    }
    found = _reached(given, links, get, state)
    more = get([at for at in once if at not in found and at not in given and at not in state.void_positions])
    found |= {at: (one, *once[at]) for at, one in more.items() if not isinstance(one.event, _APART)}
    names = {key: character.name.get(key) for key, character in state.characters.items()}
    return [
        Dependant(
            at,
            on,
            how,
            _sentence(one, on, how, names),
            classify.visible(one.event) or isinstance(one.event, ev.RetryPenaltyApplied),
        )
        for at, (one, on, how) in sorted(found.items())
    ]


def consequences(connection: Connection, campaign_id: str, get: Get, state: CampaignState, position: int) -> list[int]:
    """The later events that count and merely came of the one at ``position``, oldest first; another attempt, which the GM
    decided on, isn't one."""

    def links(fresh: Mapping[int, ev.Recorded]) -> _Links:
        yield from _caused(connection, campaign_id, fresh)
        yield from (link for link in _known(state, fresh) if link[2] in ("verdict", "ruling"))

    apart = (*_APART, ev.TaskStarted, ev.RetryPenaltyApplied)
    return sorted(_reached(get([position]), links, get, state, apart))


def _reached(
    given: Mapping[int, ev.Recorded],
    links: Callable[[Mapping[int, ev.Recorded]], _Links],
    get: Get,
    state: CampaignState,
    apart: tuple[type[ev.Event], ...] = _APART,
) -> dict[int, tuple[ev.Recorded, int, str]]:
    """All that counts and that links lead to from the ``given`` events, one after the other: each with the event that it
    rests on and how. What lies ``apart`` is left out and leads nowhere."""
    found: dict[int, tuple[ev.Recorded, int, str]] = {}
    fresh = given
    while fresh:
        reached = {at: (on, how) for at, on, how in reversed([*links(fresh)]) if at > on}
        come = get([at for at in sorted(reached) if not (at in found or at in given or at in state.void_positions)])
        fresh = {at: one for at, one in come.items() if not isinstance(one.event, apart)}
        found |= {at: (one, *reached[at]) for at, one in fresh.items()}
    return found


def said(found: Sequence[Dependant]) -> list[str]:
    """What the GM reads of them: their lines, without the bookkeeping around them where there is anything else."""
    return [one.sentence for one in found if one.told] or [one.sentence for one in found]


def _sentence(recorded: ev.Recorded, on: int, how: str, names: Mapping[str, str]) -> str:
    event, at = recorded.event, f"{place(recorded.position)}: "
    if isinstance(event, ev.RetryPenaltyApplied):
        return f"{at}attempt {event.attempt}'s penalty rests on {place(on)}"
    who, text = told(event, names, recorded.envelope.game_time)
    if recorded.subject:
        who = called(names, recorded.subject)
        text = text.removeprefix(f"{who}: ")  # a prompt's text stands for itself elsewhere
    return f"{at}{one_line(f'{who} {text}'.strip())} {_HOW[how]} {place(on)}"


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
            by_cause = row.cause in fresh
            yield row.position, row.cause if by_cause else row.procedure, "cause" if by_cause else "procedure"
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


def _attempted(connection: Connection, campaign_id: str, position: int, event: ev.Event) -> _Links:
    """The later attempts of a roll's task, and their penalties, by which the attempts count."""
    if not isinstance(event, ev.RollMade) or event.task is None:
        return
    later = select(rolls.c.position, rolls.c.cause).where(
        *scope(rolls, campaign_id), rolls.c.task == event.task, rolls.c.attempt > event.attempt
    )
    for row in connection.execute(later):
        yield row.position, position, "attempt"
        if row.cause is not None:
            yield row.cause, position, "attempt"


def _met_again(connection: Connection, campaign_id: str, fresh: Mapping[int, ev.Recorded]) -> _Links:
    """The later exposures to the same threat that counted an earlier one."""
    met = {position for position, one in fresh.items() if isinstance(one.event, ev.FrightExposed)}
    if not met:
        return
    rows = connection.execute(select(exposures).where(*scope(exposures, campaign_id)).order_by(exposures.c.position)).all()
    for first in rows:
        for again in rows if first.position in met else ():
            same = (again.character, again.threat) == (first.character, first.threat)
            if same and again.earlier and 0 <= again.game_time - first.game_time <= _WINDOW:
                yield again.position, first.position, "exposure"

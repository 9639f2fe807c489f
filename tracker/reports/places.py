"""Where a correction stands: a roll made anew with what came of it at the place of the roll that was put down wrongly, other
words at the place of those that they amend; not at their own positions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Select, Subquery, bindparam, func, select

from tracker import events as ev
from tracker.projections.schema import rolls, voids
from tracker.projections.voids import reaching
from tracker.reports.reading import chunks, scope
from tracker.sql import Prepared
from tracker.store import Log
from tracker.store.schema import events


def corrected_rolls(connection: Connection, campaign_id: str) -> dict[int, int]:
    """From each roll that corrects another one to that one."""
    return {row.position: row.corrects for row in connection.execute(_correcting(campaign_id))}


def _correcting(campaign_id: str) -> Select[tuple[int, int | None]]:
    """The query of the rolls that correct others, and of these."""
    return select(rolls.c.position, rolls.c.corrects).where(*scope(rolls, campaign_id), rolls.c.corrects.is_not(None))


_TOLD = Prepared(
    select(events.c.position, events.c.type)
    .where(events.c.campaign_id == bindparam("campaign"), events.c.action_id == bindparam("action"))
    .order_by(events.c.ordinal)  # by which SQLite finds the index of actions
)


def standing(connection: Connection, campaign_id: str) -> dict[int, int]:
    """From each roll that was corrected, that corrects another one or that newly came of a correction to its place: where
    the one stands that was corrected first."""
    corrects = corrected_rolls(connection, campaign_id)
    actions = set[str]()
    for part in chunks(sorted(corrects)):
        named = select(events.c.action_id).where(events.c.campaign_id == campaign_id, events.c.position.in_(part))
        actions |= {*connection.scalars(named)}
    # One by one: of many at once SQLite would rather read the whole log.
    told = [(row, one) for one in actions for row in _TOLD.read(connection, {"campaign": campaign_id, "action": one})]
    made = [(position, action) for (position, type_), action in told if type_ == ev.RollMade.__name__]
    found, latest = dict[int, int](), dict[str, int]()
    for position, action in sorted(made):
        if (corrected := corrects.get(position)) is not None:
            latest[action] = found.setdefault(corrected, corrected)
        if action in latest:
            found[position] = latest[action]
    return found


def places(campaign_id: str) -> Subquery:
    """The query of the rolls that correct others, each with its ``place``, however often that was corrected. Other rolls
    stand at their own position and aren't in it."""
    corrects = select(rolls.c.position, rolls.c.corrects.label("place")).where(
        *scope(rolls, campaign_id), rolls.c.corrects.is_not(None)
    )
    chain = corrects.cte("corrected", recursive=True)
    earlier = rolls.alias("earlier")
    chain = chain.union_all(
        select(chain.c.position, earlier.c.corrects).where(
            earlier.c.campaign_id == campaign_id, earlier.c.position == chain.c.place, earlier.c.corrects.is_not(None)
        )
    )
    return select(chain.c.position, func.min(chain.c.place).label("place")).group_by(chain.c.position).subquery()


# -- whole corrections ------------------------------------------------------------------------------------------------


class Moved(NamedTuple):
    """An event that counts, and the position behind which it stands, which is an earlier one than its own."""

    place: int
    recorded: ev.Recorded


def moved(log: Log, across: int | None = None) -> list[Moved]:
    """The events of corrections that count now, in the order in which they were recorded, each with its place; on request
    only those that were recorded behind the position ``across`` and stand at or before it. What a correction had to end,
    because its time was over by then, stands where that time was over."""
    with log.reading() as connection:
        if across is None:
            made, amending = {*corrected_rolls(connection, log.id)}, log.positions(ev.NoteAmended.__name__)
        else:
            made = {*connection.scalars(_made(log.id).where(rolls.c.corrects <= across, rolls.c.position > across))}
            amending = [row.position for row in connection.execute(reaching(log.id, across))]
    amended = log.get(amending)
    # The action that goes on behind the position may be a correction that began before it.
    actions = _actions(log, made) if across is None else _connected(log, {*made, across + 1})
    told = [one for action in actions for one in action]
    stands = dict[int, int]()
    placed = [each for action in actions for each in _placed(log, action, stands)]
    dead = _taken_back(log, {*amended, *(one.position for one in told)})
    placed += [Moved(one.event.position, one) for one in amended.values() if isinstance(one.event, ev.NoteAmended)]
    return sorted(
        (
            each
            for each in placed
            if each.recorded.position not in dead and (across is None or each.place <= across < each.recorded.position)
        ),
        key=lambda each: each.recorded.position,
    )


def _actions(log: Log, positions: Collection[int]) -> list[Sequence[ev.Recorded]]:
    """The whole actions of the events at these positions, in the log's order."""
    names = dict.fromkeys(one.envelope.action for _, one in sorted(log.get(positions).items()))
    return [log.action(name) for name in names]


def _connected(log: Log, positions: Collection[int]) -> list[Sequence[ev.Recorded]]:
    """The actions of the events at these positions; of those that are corrections, the ones too whose rolls they correct or
    decide on, and the ones that correct theirs. In the log's order."""
    found: dict[int, Sequence[ev.Recorded]] = {}
    wanted = {*positions}
    while wanted:
        fresh = {action[0].position: action for action in _actions(log, wanted)}
        made = [one for at, action in fresh.items() if at not in found and _corrections(action) for one in action]
        found |= fresh
        own = [one.position for one in made if isinstance(one.event, ev.RollMade)]
        wanted = {roll for one in made for roll in _resting_on(one.event)}
        with log.reading() as connection:
            for some in chunks(own):
                wanted |= {*connection.scalars(_made(log.id).where(rolls.c.corrects.in_(some)))}
        wanted -= {one.position for action in found.values() for one in action}
    return [found[at] for at in sorted(found)]


def _made(campaign_id: str) -> Select[tuple[int]]:
    """The query of the positions of all rolls."""
    return select(rolls.c.position).where(*scope(rolls, campaign_id))


def _corrections(action: Sequence[ev.Recorded]) -> list[ev.Recorded]:
    """The rolls of an action that correct others."""
    return [one for one in action if isinstance(one.event, ev.RollMade) and one.event.corrects is not None]


def _resting_on(event: ev.Event) -> Collection[int]:
    """The rolls whose places tell that of an event."""
    match event:
        case ev.RollMade(corrects=int(corrected)):
            return (corrected,)
        case ev.ContestDecided() | ev.GroupDecided() | ev.FeatPerformed():
            return event.rolls
    return ()


def _placed(log: Log, action: Sequence[ev.Recorded], stands: dict[int, int]) -> Iterator[Moved]:
    """The events of a correction with their places: what led to a roll and what came of it at that roll's, a verdict at that
    of the last roll that it counts. Nothing of another action. ``stands`` leads from the rolls of earlier corrections to
    their places, and learns those of this one."""
    corrected = _corrections(action)
    if not corrected:
        return
    moment = corrected[0].envelope.game_time
    place = max(_places_of(corrected[0].event, stands))
    voids_made = [one.event for one in action if isinstance(one.event, ev.ActionVoided)]
    redecided = {carried.type for void in voids_made for carried in void.events}
    until = dict[int, int | None]()  # of what it brought, by position
    for one in action:
        event = one.event
        place = max(_places_of(event, stands), default=place)
        if isinstance(event, ev.RollMade):
            stands[one.position] = place
        if isinstance(event, ev.ActionVoided):
            continue
        if isinstance(event, ev.ConditionAdded | ev.ModifierAdded):
            until[one.position] = event.until
        if one.envelope.game_time != moment:
            if (over := until.get(_ended(event) or 0)) is not None:
                yield Moved(_reached(log, place, over, one.position), one)
        elif not isinstance(event, ev.MontageDecided) or ev.MontageDecided.__name__ in redecided:
            yield Moved(place, one)  # a montage that went on since is decided by all its courses, where that was recorded


def _places_of(event: ev.Event, stands: Mapping[int, int]) -> list[int]:
    """Where the rolls stand that tell the place of an event; empty for one that stands where the one before it does."""
    return [stands.get(roll, roll) for roll in _resting_on(event)]


def _ended(event: ev.Event) -> int | None:
    """What time has ended."""
    match event:
        case ev.ConditionEnded(condition=at, by="time") | ev.ModifierEnded(modifier=at, by="time"):
            return at
    return None


def _reached(log: Log, after: int, second: int, recorded: int) -> int:
    """The first position behind ``after`` at which the in-game clock stood at a second or later, at most ``recorded``."""
    later = select(events.c.position).where(
        events.c.campaign_id == log.id,
        events.c.position.between(after + 1, recorded),
        events.c.game_time >= second,
    )
    with log.reading() as connection:
        # An event carries the time at which it came: the one before it has moved the clock.
        return max((connection.scalar(later.order_by(events.c.position).limit(1)) or recorded) - 1, after)


def _taken_back(log: Log, positions: Collection[int]) -> set[int]:
    """Those of these positions, of whole actions, that don't count now."""
    if not positions:
        return set()
    made = select(voids.c.position).where(voids.c.campaign_id == log.id, voids.c.position > min(positions))
    turning: list[int] = []
    with log.reading() as connection:
        for portion in chunks(sorted(positions)):
            turning += connection.scalars(made.where(voids.c.first.in_(portion)))
    dead = set[int]()
    for _, one in sorted(log.get(turning).items()):
        if isinstance(one.event, ev.ActionVoided):
            carried = {each.position for each in one.event.events}
            dead = dead - carried if one.event.restores else dead | carried
    return dead

"""The voids audit: what was taken back, corrected or restored, by whom and why, and what still rests on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from tracker import events as ev
from tracker.campaign.state import CampaignState
from tracker.language import N_, _, ngettext
from tracker.projections import classify
from tracker.reports.dependants import Dependant, dependants_of
from tracker.reports.lines import describe, described
from tracker.reports.places import corrected_rolls
from tracker.reports.reading import Get
from tracker.reports.render import flush_right, place, wall_clock, wrapped
from tracker.reports.roster import called

VOID, CORRECTION, RESTORATION = "void", "correction", "restoration"


class Resting(Struct, frozen=True):
    """An event at ``position`` that was kept, ``how`` by a word (as in ``Dependant``) and in one ``sentence`` resting on the
    one at ``on``. ``direct`` is whether that one doesn't count itself, or only goes back to such a one. ``told`` is
    whether the event is a line of the log and no bookkeeping around one."""

    position: int
    on: int
    how: str
    direct: bool
    told: bool
    sentence: str


class Flip(Struct, frozen=True, tag_field="type", tag="void"):
    """An event that took others back, or brought them back. ``kind`` is ``void``, ``correction`` (``corrected`` is the roll
    that counts in place of the one taken back) or ``restoration``.

    ``events`` are the positions of what it turned round and ``what`` tells the first of them, which ``character`` had a part
    in. ``author`` recorded it at ``recorded_at`` (UTC in ISO 8601; ``utc_offset`` in minutes). ``undone`` is the position of
    the event that turned it round again, None while it holds; only then something may be ``resting`` on what doesn't
    count.
    """

    position: int
    kind: str
    character: str
    character_id: str | None
    session: int | None
    events: tuple[int, ...]
    what: str
    author: str
    recorded_at: str
    utc_offset: int
    reason: str
    secret: bool
    corrected: int | None
    undone: int | None
    resting: tuple[Resting, ...]


def audit_voids(
    connection: Connection,
    campaign_id: str,
    get: Get,
    state: CampaignState,
    voids: Sequence[int],
    *,
    character: str | None = None,
    upto: int | None = None,
) -> list[Flip]:
    """What each of the events at ``voids`` (all ActionVoided of the log) took back or restored, oldest first; on request
    what concerns one character (by id), and only those ``upto`` a position. What holds and what counts is as in ``state``.
    The connection is the log's own."""
    flips = [
        (one, one.event)
        for _, one in sorted(get([at for at in voids if at <= state.head]).items())
        if isinstance(one.event, ev.ActionVoided)
    ]
    undone = _undone(flips)
    names = {key: person.name.get(key) for key, person in state.characters.items()}
    replaced = defaultdict[int, list[int]](list)
    for new, old in corrected_rolls(connection, campaign_id).items():
        replaced[old].append(new)
    asked = [
        (recorded, void)
        for recorded, void in flips
        if (character is None or any(one.subject == character for one in void.events))
        and (upto is None or recorded.position <= upto)
    ]
    taken = get(sorted({one.position for _recorded, void in asked for one in void.events}))
    found = [_flip(taken, names, replaced, recorded, void, undone.get(recorded.position)) for recorded, void in asked]
    holding = [flip for flip in found if flip.kind != RESTORATION and flip.undone is None]
    kept = dependants_of(connection, campaign_id, get, state, [flip.events for flip in holding])
    resting = {flip.position: tuple(_resting(flip, each)) for flip, each in zip(holding, kept, strict=True)}
    return [replace(flip, resting=resting.get(flip.position, ())) for flip in found]


def as_text(found: Sequence[Flip]) -> list[str]:
    """The voids in plain lines, under each what still rests on what doesn't count."""
    sand = sum(len(rests_told(flip)) for flip in found)
    resting = ngettext(", {count} line resting on what doesn't count", ", {count} lines resting on what doesn't count", sand)
    lines = [ngettext("{count} void", "{count} voids", len(found)) + (resting if sand else "")]
    for flip in found:
        lines += wrapped(flip_text(flip), indent=" " * 11)
        for rest in rests_told(flip):
            lines += wrapped(rest_text(rest, flip), indent=" " * 13)
    return lines


def flip_text(flip: Flip) -> str:
    """A void, correction or restoration in one sentence, not wrapped."""
    events = place(flip.events[0])
    if len(flip.events) > 1:
        events = _("{event} and {number} more", event=events, number=len(flip.events) - 1)
    if flip.corrected is not None:
        events += _(", which is {position} now", position=place(flip.corrected))
    did = _(_DID[flip.kind], author=flip.author, events=events)
    why = f" ({flip.reason})" if flip.reason else ""
    again = ""
    if flip.undone is not None:
        again = _(_TURNED[flip.kind == RESTORATION], position=place(flip.undone))
    secret = "  [GM]" if flip.secret else ""
    session = "" if flip.session is None else _(", session {number}", number=flip.session)
    when = f"{wall_clock(flip.recorded_at, flip.utc_offset):%Y-%m-%d %H:%M}{session}"
    who = f"{flip.character}: " if flip.character else ""
    return f"{flush_right(place(flip.position), 9)}  {did}{why}: {who}{flip.what}; {when}{again}{secret}"


_DID = {
    VOID: N_("{author} took back {events}"),
    CORRECTION: N_("{author} corrected {events}"),
    RESTORATION: N_("{author} restored {events}"),
}
_TURNED = {False: N_("; restored by {position}"), True: N_("; taken back again by {position}")}


def rests_told(flip: Flip) -> list[Resting]:
    """What people read of what rests on a void: without the bookkeeping around it where there is anything else."""
    return [one for one in flip.resting if one.told] or list(flip.resting)


def rest_text(rest: Resting, flip: Flip) -> str:
    """``attempt 3's penalty rests on 41, which doesn't count``, with the event's position before it; not wrapped."""
    gone = ""
    if rest.direct:
        corrected = flip.corrected is not None and rest.on == flip.events[0]
        now = place(flip.corrected or 0)
        gone = _(", which is {position} now", position=now) if corrected else _(", which doesn't count")
    return f"           {rest.sentence}{gone}"


def _undone(flips: Sequence[tuple[ev.Recorded, ev.ActionVoided]]) -> dict[int, int]:
    """By what each void was turned round: an event is taken back and restored by turns, so the next one is the opposite."""
    of_event = defaultdict[int, list[int]](list)
    for recorded, void in flips:
        for one in void.events:
            of_event[one.position].append(recorded.position)
    return {earlier: later for turns in of_event.values() for earlier, later in pairwise(turns)}


def _flip(
    known: Mapping[int, ev.Recorded],
    names: Mapping[str, str],
    replaced: Mapping[int, Sequence[int]],
    recorded: ev.Recorded,
    void: ev.ActionVoided,
    undone: int | None,
) -> Flip:
    envelope = recorded.envelope
    events = [known[at] for at in sorted({one.position for one in void.events})]
    main = next((one for one in events if classify.visible(one.event)), events[0])
    line = describe(main, names, voided=False)
    corrected = None if void.restores else _corrected(replaced, recorded.position, events, undone)
    return Flip(
        position=recorded.position,
        kind=RESTORATION if void.restores else VOID if corrected is None else CORRECTION,
        character=called(names, main.subject),
        character_id=main.subject,
        session=envelope.session,
        events=tuple(one.position for one in events),
        what=described(line),
        author=envelope.author,
        recorded_at=envelope.recorded_at,
        utc_offset=envelope.utc_offset,
        reason=void.reason,
        secret=envelope.visibility == ev.GM_ONLY,
        corrected=corrected,
        undone=undone,
        resting=(),
    )


def _corrected(
    replaced: Mapping[int, Sequence[int]], void: int, taken: Sequence[ev.Recorded], undone: int | None
) -> int | None:
    """The roll that was made in place of one of those ``taken`` back, as long as the void held."""
    made = (
        new for one in taken for new in replaced.get(one.position, ()) if new > void and (undone is None or new < undone)
    )
    return min(made, default=None)


def _resting(flip: Flip, kept: Sequence[Dependant]) -> Iterator[Resting]:
    """What had been recorded before the void and was kept."""
    for one in kept:
        if one.position < flip.position:
            yield Resting(
                position=one.position,
                on=one.on,
                how=one.how,
                direct=one.on in flip.events,
                told=one.told,
                sentence=one.sentence,
            )

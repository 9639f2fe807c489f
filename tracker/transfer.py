"""Whole logs carried from one store to another, on the bulk path: recorded and projected in batches, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from tracker import events as ev
from tracker import moments, projections, rulesets
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.interchange.log_lines import LogFile
from tracker.store import Log, Store
from tracker.store.log import Head, Transaction

_BATCH = 2000  # events


class Carried(NamedTuple):
    """What an import of a log came to: the campaign's name here, how many events were added, and its head."""

    name: str
    added: int
    head: Head


def import_log(store: Store, file: LogFile, name: str = "") -> Carried:
    """Take a campaign over from the lines of its log: a new one under its own or another ``name``, or what a longer copy
    adds to the one that is here. The whole file is checked before anything is recorded.

    Raises Refused as ``LogFile.events``, and ``diverged`` naming the position where the copy parts from the log here.
    """
    header = file.header
    rulesets.get(header.ruleset)
    _check(file)
    known = next((info.name for info in store.campaigns() if info.id == header.campaign), None)
    if known is None:

        def begin(tx: Transaction) -> None:
            tx.read_model_version = projections.VERSION
            extend(tx, file.events(), CampaignState(id=header.campaign))

        log = store.create(name or header.name, header.ruleset, header.campaign, begin)
        return Carried(log.name, header.head, log.head())
    log = store.open(known)
    before = log.head()
    _compare(log, before, file)
    if header.head > before.position:
        with log.writing() as tx:
            if tx.head != before:
                raise Refused("The campaign was played on meanwhile; try again.", code="busy", where="campaign")
            if tx.read_model_version != projections.VERSION:
                raise Refused("Open the campaign once, or run “rebuild”, then try again.", code="other_version")
            state = moments.keep_up(log, tx, moments.keyframe(log, before.position))
            extend(tx, (one for one in file.events() if one.position > before.position), state)
    return Carried(log.name, max(0, header.head - before.position), log.head())


def extend(tx: Transaction, recorded: Iterable[ev.Recorded], state: CampaignState) -> CampaignState:
    """Add events that follow the log's head, with their read models and keyframes; ``state`` is the one at the head and is
    consumed. Returns the state after them. Raises Refused as ``Transaction.extend``, and for events that make no sense."""
    source, keeper = iter(recorded), moments.Keeper(tx, state.head)
    while batch := list(islice(source, _BATCH)):
        tx.extend(batch)
        try:
            projections.apply(tx.connection, tx.campaign, batch)
            state = keeper.fold(batch, state)
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            raise Refused(
                f"The events from {batch[0].position:,} on make no sense: {type(problem).__name__} behind event "
                f"{state.head:,}.",
                code="unreadable_event",
                where="file",
            ) from problem
    keeper.after_action(state)
    return state


def _check(file: LogFile) -> None:
    """Read the whole file. Raises Refused."""
    first: ev.Recorded | None = None
    for recorded in file.events():
        first = first or recorded
    if first is None or not isinstance(first.event, ev.CampaignCreated):
        raise Refused("The log doesn't begin with a campaign.", code="not_a_log", where="file")


def _compare(log: Log, head: Head, file: LogFile) -> None:
    """Raises Refused (``diverged``) unless one of the two is the beginning of the other."""
    last = min(head.position, file.header.head)
    ours, theirs = _hashes(log, last), ((one.position, one.hash) for one in file.events())
    for (position, hash_), (_, other) in zip(ours, theirs, strict=False):
        if hash_ != other:
            raise Refused(
                f"This copy of “{log.name}” parts from the one here at event {position:,}: what was recorded there since "
                "can't be joined to what was recorded here.",
                code="diverged",
                where="file",
            )


def _hashes(log: Log, upto: int) -> Iterator[tuple[int, str]]:
    return ((one.position, one.hash) for one in log.read(0, upto))

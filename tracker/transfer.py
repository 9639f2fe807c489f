"""Whole logs carried from one store to another, on the bulk path: recorded and projected in batches, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from tracker import events as ev
from tracker import moments, projections, rulesets
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.interchange.log_lines import KeptFile, LogFile
from tracker.language import _
from tracker.store import Log, Store
from tracker.store.log import GENESIS, Head, Transaction

_BATCH = 2000  # events
_FAIR_SHARE = 10  # as many times what was added make the whole log, or less


Watched = Callable[[Iterator[ev.Recorded], str], Iterator[ev.Recorded]]
"""Lets somebody see how far a reading of the file has come, and what for."""


class Carried(NamedTuple):
    """What an import of a log came to: the campaign's name here, how many events were added, its head, and how many kept
    files came along."""

    name: str
    added: int
    head: Head
    files: int = 0


def import_log(store: Store, file: LogFile, name: str = "", watched: Watched = lambda events, _title: events) -> Carried:
    """Take a campaign over from the lines of its log: a new one under its own or another ``name``, or what a longer copy
    adds to the one that is here, kept files included. The whole file is checked before anything is recorded; it is read
    twice at most.

    Raises Refused as ``LogFile.contents``, and ``diverged`` naming the position where the copy parts from the log here.
    """
    header = file.header
    rulesets.get(header.ruleset)
    known = next((info.name for info in store.campaigns() if info.id == header.campaign), None)
    log = None if known is None else store.open(known)
    before = Head(0, GENESIS) if log is None else log.head()
    kept = _check(file, log, before, watched)
    if log is None:

        def begin(tx: Transaction) -> None:
            tx.read_model_version = projections.VERSION
            extend(tx, watched(_behind(0, file, tx), _("Recording")), CampaignState(id=header.campaign))

        log = store.create(name or header.name, header.ruleset, header.campaign, begin)
        return Carried(log.name, header.head, log.head(), len(kept))
    missing = kept.difference(log.files())
    if header.head > before.position or missing:
        with log.writing() as tx:
            if tx.head != before:
                raise Refused(_("The campaign was played on meanwhile; try again."), code="busy", where="campaign")
            if tx.read_model_version != projections.VERSION:
                raise Refused(_("Open the campaign once, or run “rebuild”, then try again."), code="other_version")
            state = moments.keep_up(log, tx, moments.keyframe(log, before.position))
            extend(tx, watched(_behind(before.position, file, tx), _("Recording")), state)
    return Carried(log.name, max(0, header.head - before.position), log.head(), len(missing))


def _behind(position: int, file: LogFile, tx: Transaction) -> Iterator[ev.Recorded]:
    """The events of a file behind a position; the files that come before them are kept on the way."""
    for one in file.contents():
        if isinstance(one, KeptFile):
            tx.keep_file(one.data)
        elif one.position > position:
            yield one


def extend(tx: Transaction, recorded: Iterable[ev.Recorded], state: CampaignState) -> CampaignState:
    """Add events that follow the log's head, with their read models and keyframes; ``state`` is the one at the head and is
    consumed. Returns the state after them. Raises Refused as ``Transaction.extend``, and for events that make no sense."""
    source, keeper, begun = iter(recorded), moments.Keeper(tx, state.head), state.head
    while batch := list(islice(source, _BATCH)):
        tx.extend(batch)
        try:
            projections.apply(tx.connection, tx.campaign, batch)
            state = keeper.fold(batch, state)
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            raise Refused(
                _(
                    "The events from {position:,} on make no sense: {name} behind event {head:,}.",
                    position=batch[0].position,
                    name=type(problem).__name__,
                    head=state.head,
                ),
                code="unreadable_event",
                where="file",
            ) from problem
    if (state.head - begun) * _FAIR_SHARE >= state.head:  # else putting all in order costs more than it saves
        projections.settle(tx.connection)
    keeper.after_action(state)
    return state


def _check(file: LogFile, log: Log | None, head: Head, watched: Watched) -> set[str]:
    """Read the whole file, beside what the log here holds up to its head; the fingerprints of the files that come with it.
    Raises Refused, also (``diverged``) unless one of the two is the beginning of the other."""
    kept, named = set[str](), set[str]()

    def events() -> Iterator[ev.Recorded]:
        for one in file.contents():
            if isinstance(one, KeptFile):
                kept.add(one.file)
            else:
                yield one

    ours = iter(() if log is None else log.read(0, head.position))
    for recorded in watched(events(), _("Checking")):
        here = next(ours, None)
        if here is not None and here.hash != recorded.hash:
            raise Refused(
                _(
                    "This copy of “{name}” parts from the one here at event {position:,}: what was recorded "
                    "there since can't be joined to what was recorded here.",
                    name=log.name if log else "",
                    position=recorded.position,
                ),
                code="diverged",
                where="file",
            )
        if recorded.position == 1 and not isinstance(recorded.event, ev.CampaignCreated):
            raise Refused(_("The log doesn't begin with a campaign."), code="not_a_log", where="file")
        if isinstance(recorded.event, ev.CharacterAdded | ev.SheetRevised) and recorded.event.source:
            named.add(recorded.event.source.sha256)
    if not file.header.head:
        raise Refused(_("The log doesn't begin with a campaign."), code="not_a_log", where="file")
    if unnamed := sorted(kept - named):
        raise file.unnamed(unnamed[0])
    return kept

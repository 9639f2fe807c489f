"""The only door between the screen and the tracker.

One thread writes: it opens campaigns and records what was sent, strictly in the order of sending. Three others read, one
the lists, one what goes with the keys (previews, explanations), one what takes long (statistics, recaps). Results come
back as messages; a reader's job asks ``wanted`` before and after its work, so what was superseded is neither read to its end
nor delivered.

Nothing of the tracker is imported before a job needs it: the first frame is drawn without a database layer.
"""

from __future__ import annotations

import asyncio
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tracker import drafts as kept
from tracker.drafts import Drafts, Kept
from tracker.errors import Refused
from tracker.language import _
from tui.gateway.context import context_of
from tui.gateway.lanes import Lane
from tui.gateway.messages import (
    Advanced,
    Broken,
    CampaignEntry,
    CampaignsListed,
    DependantsAsked,
    Draft,
    Explained,
    FilterRefused,
    FormsListed,
    HandedBack,
    Hinted,
    News,
    Opened,
    Page,
    Positions,
    Rebuilding,
    RulesetEntry,
    Saved,
    Suggested,
    Tail,
    Trouble,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from tracker.events import Recorded
    from tracker.quickline import Line
    from tracker.reports.filters import Filter
    from tracker.reports.lines import Line as LogLine
    from tracker.service import Campaign
    from tracker.store import Store
    from tui.gateway import wording
    from tui.gateway.picture import picture_of

NEWEST = 128  # lines shown at once while the positions of all others are still read
_CAUSES = 8  # how far back an explanation follows what led to an event

_ALL = 1 << 31  # lines of a list: more than there ever are
_PATIENCE = 2.0  # seconds that a key waits for what it opens with

Wanted = Callable[[], bool]
Reply = TypeVar("Reply")


class Receiver(Protocol):
    """A widget, a screen or the app; takes messages from any thread."""

    def post_message(self, message: News) -> bool: ...


@dataclass(frozen=True, slots=True)
class Where:
    """Which campaign to open and who records. An empty ``store`` is the user's own folder, an empty ``campaign`` the one
    last used, an empty ``author`` the default."""

    store: str = ""
    campaign: str = ""
    author: str = ""


class Gateway:
    """The screen's side of one store and the campaign that is open in it."""

    def __init__(self, where: Where, app: Receiver, drafts_folder: Path | None = None) -> None:
        self._where = where
        self._app = app
        self._drafts_folder = drafts_folder
        self._writer = Lane("writer", self._failed)
        self._lists = Lane("lists", self._failed)
        self._hints = Lane("hints", self._failed)
        self._studies = Lane("studies", self._failed)
        self._store: Store | None = None
        self._campaign: Campaign | None = None
        self._drafts: Drafts | None = None
        self._lock = threading.Lock()
        self._pending: list[Draft] = []
        self._told = 0  # the head that the screen knows of
        self._reading: tuple[Wanted, Connection] | None = None
        self._leaving = False
        self._writer.do(self._open_store)  # before anything that is typed until it is done

    # -- life ---------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Open the store and, where it is clear which one, the campaign; then do what was asked for meanwhile."""
        for lane in (self._writer, self._lists, self._hints, self._studies):
            lane.start()

    def close(self, unsent: Sequence[Draft] = (), seconds: float = 2.0) -> bool:
        """Let the lines sent so far be recorded and note what isn't, ``unsent`` ones of the bar included; False when the
        writer is still at work after ``seconds``."""
        with self._lock:
            self._leaving = True
        self._interrupt()
        done = self._writer.finish(seconds)
        with self._lock:
            left = [*self._pending, *unsent]
        if self._drafts is not None:
            self._drafts.keep(_kept(left))
        if done and self._store is not None:
            self._store.close()
        return done

    # -- commands, in order ---------------------------------------------------------------------------------------------

    def open(self, name: str) -> None:
        self._writer.do(lambda: self._open(name))

    def create(self, name: str, ruleset: str) -> None:
        self._writer.do(
            lambda: self._opening(lambda campaigns, store, author: campaigns.create(store, name, ruleset, author))
        )

    def make_demo(self) -> None:
        """Make the campaign to try things on, and open it."""
        self._writer.do(self._make_demo)

    def list_campaigns(self, to: Receiver) -> None:
        """Look what there is: ``CampaignsListed``."""
        self._writer.do(lambda: self._list_campaigns(to=to))

    def send(self, draft: Draft) -> None:
        """Record a draft after those sent before it: ``Saved`` or ``HandedBack`` tells what came of it."""
        with self._lock:
            self._pending.append(draft)
            self._note_pending()
        self._writer.do(lambda: self._record(draft))

    @property
    def named_store(self) -> str:
        """The store that the program was started with, empty for the user's own."""
        return self._where.store

    @property
    def busy(self) -> bool:
        """Whether drafts are on their way."""
        return bool(self._pending)

    def poll(self) -> None:
        """Look for events of other programs."""
        self._writer.do(self._look)

    def _open_store(self) -> None:
        from tracker.store import default_location, open_store

        try:
            self._store = open_store(self._where.store or default_location())
            name = self._where.campaign or self._only_choice(self._store)
        except Refused as refused:
            self._post(CampaignsListed((), (), refused.message))
            return
        if name:
            self._open(name)
        else:
            self._list_campaigns()

    def _only_choice(self, store: Store) -> str | None:
        """The campaign last used, or the only one there is."""
        good = [entry.name for entry in store.campaigns() if not entry.problem]
        last = store.last_used()
        return last if last in good else good[0] if len(good) == 1 else None

    def _open(self, name: str) -> None:
        progress = self._tell_rebuilt
        self._opening(lambda campaigns, store, author: campaigns.open(store, name, author, progress=progress))

    def _opening(self, make: Callable[[type[Campaign], Store, str], Campaign]) -> None:
        from tracker.events.codec import UnknownEvent
        from tracker.service import Campaign
        from tui.gateway.picture import picture_of

        if self._store is None:
            return
        try:
            campaign = make(Campaign, self._store, self._where.author or "GM")
        except Refused as refused:
            self._list_campaigns(refused.message)
            return
        except UnknownEvent as problem:
            self._list_campaigns(
                _("The campaign can't be read: {problem}. A newer version of Rollbook may have written it.", problem=problem)
            )
            return
        self._store.remember(campaign.log.name)
        self._drafts = Drafts(self._drafts_folder or kept.folder(), campaign.log.id)
        unsent = [Draft(one.text, note=one.note, amends=one.amends) for one in self._drafts.take_over()]
        self._campaign, self._told = campaign, campaign.state.head
        self._post(Opened(picture_of(campaign), unsent, tuple(self._store.warnings)))

    def _tell_rebuilt(self, done: int, all: int) -> None:
        self._post(Rebuilding(done, all))

    def _make_demo(self) -> None:
        from tracker import demo

        if self._store is None:
            return
        try:
            _, name = demo.make(self._store.location)
        except Refused as refused:
            self._list_campaigns(refused.message)
            return
        self._open(name)

    def _list_campaigns(self, message: str = "", to: Receiver | None = None) -> None:
        from tracker import rulesets

        if self._store is None:
            return
        try:
            entries = [
                CampaignEntry(info.name, info.ruleset, info.head, info.archived, info.problem)
                for info in self._store.campaigns()
            ]
        except Refused as refused:
            entries, message = [], message or refused.message
        known = [RulesetEntry(id, rulesets.get(id).title) for id in rulesets.available()]
        self._post(CampaignsListed(entries, known, message), to)

    def _record(self, draft: Draft) -> None:
        from tracker.service import Dependants

        campaign = self._campaign
        with self._lock:
            if draft not in self._pending:
                return  # handed back together with one before it
        if campaign is None:
            self._hand_back([draft], _("No campaign is open: choose one first."))
            return
        try:
            campaign.refresh()
            line = self._understand(campaign, draft)
            outcome = campaign.execute(line.command, dice=line.dice, secret=line.secret, previewed=draft.previewed)
        except Dependants as asked:
            self._settled([draft])
            self._tell_progress(campaign)
            self._post(DependantsAsked(draft, asked.sentences, asked.message))
            return
        except Refused as refused:
            # A campaign that is locked stays so for the lines behind this one, and they must not overtake it.
            with self._lock:
                back = list(self._pending) if refused.code == "busy" else [draft]
            self._tell_progress(campaign)
            self._hand_back(back, refused.message)
            return
        self._settled([draft])
        self._post(Saved(f"{datetime.now():%H:%M:%S}", _critical(outcome.events)))
        self._tell_progress(campaign)

    def _understand(self, campaign: Campaign, draft: Draft) -> Line:
        from tracker import quickline
        from tracker.campaign.commands import Amend, Note

        if draft.amends is not None:
            return quickline.Line(Amend(position=draft.amends, text=draft.text))
        if draft.note:
            return quickline.Line(Note(text=draft.text))
        return quickline.parse(draft.text, context_of(campaign, draft.active))

    def _hand_back(self, drafts: Sequence[Draft], message: str) -> None:
        self._settled(drafts)
        self._post(HandedBack(drafts, message))

    def _settled(self, drafts: Sequence[Draft]) -> None:
        with self._lock:
            for draft in drafts:
                self._pending.remove(draft)
            self._note_pending()

    def _note_pending(self) -> None:
        if self._drafts is not None:
            self._drafts.keep(_kept(self._pending))

    def _tell_progress(self, campaign: Campaign) -> None:
        """Show how far the campaign has come, if that is news."""
        from tui.gateway.picture import picture_of

        if campaign.state.head != self._told:
            self._told = campaign.state.head
            self._post(Advanced(picture_of(campaign)))

    def _look(self) -> None:
        if self._campaign is None:
            return
        try:
            self._campaign.refresh()
            self._tell_progress(self._campaign)
        except Refused as refused:
            self._post(Trouble(refused.message))

    # -- with the keys ------------------------------------------------------------------------------------------------

    def hint(self, to: Receiver, text: str, active: str | None, wanted: Wanted) -> None:
        """What a line would do, for the bar: ``Hinted``."""
        self._hints.do(lambda: self._hint(to, text, active, wanted))

    def suggest(self, to: Receiver, text: str, wanted: Wanted) -> None:
        """What the last word of a filter may become: ``Suggested``."""
        self._hints.do(lambda: self._suggest(to, text, wanted))

    def forms(self, to: Receiver, active: str | None) -> None:
        """The forms of the open campaign: ``FormsListed``."""
        self._hints.do(lambda: self._forms(to, active))

    def explain(self, to: Receiver, position: int, wanted: Wanted) -> None:
        """Everything about an event: ``Explained``."""
        self._hints.do(lambda: self._explain(to, position, wanted))

    def _hint(self, to: Receiver, text: str, active: str | None, wanted: Wanted) -> None:
        from tui.gateway.picture import short_names

        campaign = self._campaign
        if campaign is None or not wanted():
            return
        from tracker import quickline
        from tracker.quickline.ahead import ahead

        context = context_of(campaign, active)
        candidates = quickline.candidates(text, context)
        try:
            line = quickline.parse(text.removesuffix(" ="), context)  # dice are about to follow
            preview, words = ahead(campaign, line, short_names(campaign.state))
        except Refused as refused:
            found = Hinted(text, None, refused.message, True, candidates)
        else:
            found = Hinted(text, preview, words, False, candidates)
        if wanted():
            self._post(found, to)

    def _suggest(self, to: Receiver, text: str, wanted: Wanted) -> None:
        if self._campaign is None or not wanted():
            return
        from tracker.quickline.filter_words import filter_candidates

        found = filter_candidates(text, context_of(self._campaign))
        if wanted():
            self._post(Suggested(text, found), to)

    def _forms(self, to: Receiver, active: str | None) -> None:
        if self._campaign is not None:
            from tracker.quickline.forms import forms

            self._post(FormsListed(forms(context_of(self._campaign, active))), to)

    def _explain(self, to: Receiver, position: int, wanted: Wanted) -> None:
        from tracker.events import GM_ONLY
        from tui.gateway import wording

        campaign = self._campaign
        if campaign is None or not wanted():
            return
        recorded = campaign.log.get([position]).get(position)
        if recorded is None:
            return
        names, state = campaign.names(), campaign.state
        causes: list[str] = []
        cause = recorded.envelope.cause
        while cause is not None and len(causes) < _CAUSES:
            earlier = campaign.log.get([cause])[cause]
            causes.append(f"{cause:,} {_told(earlier, names)}")
            cause = earlier.envelope.cause
        told = _told(recorded, names)
        voided_by = state.void_positions.get(position)
        found = wording.facts(recorded, told, names, causes, voided_by, wording.since(campaign, position))
        if wanted():
            self._post(Explained(position, wording.summary(recorded, told), found), to)

    # -- before the next key ---------------------------------------------------------------------------------------------

    async def fetch(self, question: Callable[[Campaign], Reply]) -> Reply | None:
        """The answer to a short question that the next key waits for: what a bar opens with. None while no campaign is
        open, and where it is refused or takes too long; then the app is told why."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[Reply | None] = loop.create_future()

        def arrived(answer: Reply | None) -> None:
            if not waiting.done():
                waiting.set_result(answer)

        def job() -> None:
            answer = None
            try:
                answer = question(self._campaign) if self._campaign is not None else None
            finally:
                with suppress(RuntimeError):  # the program is leaving
                    loop.call_soon_threadsafe(arrived, answer)

        self._hints.do(job)
        try:
            return await asyncio.wait_for(waiting, _PATIENCE)
        except TimeoutError:
            self._post(Trouble(_("The campaign is busy; try that key again.")))
            return None

    # -- questions ------------------------------------------------------------------------------------------------------

    def ask(self, to: Receiver, question: Callable[[Campaign], News], wanted: Wanted) -> None:
        """Have a question of one screen answered: the past, an audit, a sheet. What it asks is told by its own module."""
        self._lists.do(lambda: self._answer(to, question, wanted))

    def study(self, to: Receiver, question: Callable[[Campaign], News], wanted: Wanted) -> None:
        """The same for a question that may take long: the lists go on meanwhile."""
        self._studies.do(lambda: self._answer(to, question, wanted))

    def _answer(self, to: Receiver, question: Callable[[Campaign], News], wanted: Wanted) -> None:
        campaign = self._campaign
        if campaign is None or not wanted():
            return
        answer = question(campaign)
        if wanted():
            self._post(answer, to)

    # -- lists ----------------------------------------------------------------------------------------------------------

    def positions(self, to: Receiver, generation: int, text: str, wanted: Wanted) -> None:
        """The lines that a filter's text matches: ``Positions`` twice, first the newest alone, or ``FilterRefused``."""
        self._interrupt()
        self._lists.do(lambda: self._read(lambda source: self._positions(source, to, generation, text, wanted), wanted))

    def tail(self, to: Receiver, generation: int, text: str, after: int, wanted: Wanted) -> None:
        """The lines of a list behind the position ``after``: ``Tail``, or ``Positions`` when there are too many."""
        self._lists.do(lambda: self._read(lambda source: self._tail(source, to, generation, text, after, wanted), wanted))

    def page(self, to: Receiver, generation: int, positions: array[int], wanted: Wanted) -> None:
        """The lines at these positions: ``Page``."""

        def job(source: _Source) -> None:
            self._post(Page(generation, source.lines(positions)), to)

        self._lists.do(lambda: self._read(job, wanted))

    def _positions(self, source: _Source, to: Receiver, generation: int, text: str, wanted: Wanted) -> None:
        from tracker.reports import history

        try:
            filter = source.filter(text)
        except Refused as refused:
            self._post(FilterRefused(generation, refused.message), to)
            return
        if not filter.by_position:
            self._sorted(source, to, generation, filter, wanted)
            return
        newest = history.newest_lines(source.connection, source.id, filter, limit=NEWEST)
        if wanted():
            self._post(Positions(generation, newest, source.lines(newest), whole=len(newest) < NEWEST), to)
        if len(newest) == NEWEST and wanted():
            everything = history.line_positions(source.connection, source.id, filter)
            if wanted():
                self._post(Positions(generation, everything, (), whole=True), to)

    def _sorted(self, source: _Source, to: Receiver, generation: int, filter: Filter, wanted: Wanted) -> None:
        """The lines in another order than the log's: the first page, then all of them."""
        from tracker.reports import history

        for limit in (NEWEST, _ALL):
            found = array("q", history.page(source.connection, source.id, filter, limit=limit))
            whole = len(found) < limit
            if wanted():
                self._post(Positions(generation, found, source.lines(found[:NEWEST]), whole, sorted=True), to)
            if whole or not wanted():
                return

    def _tail(self, source: _Source, to: Receiver, generation: int, text: str, after: int, wanted: Wanted) -> None:
        from tracker.reports import history

        filter = source.filter(text)
        if not filter.by_position:  # a new line may stand anywhere
            self._sorted(source, to, generation, filter, wanted)
            return
        newest = history.newest_lines(source.connection, source.id, filter, limit=NEWEST)
        fresh = array("q", (position for position in newest if position > after))
        if len(fresh) == NEWEST:
            self._positions(source, to, generation, text, wanted)
        elif wanted():
            self._post(Tail(generation, fresh), to)

    def _read(self, job: Callable[[_Source], None], wanted: Wanted) -> None:
        import sqlite3

        from sqlalchemy.exc import DBAPIError

        campaign = self._campaign
        if campaign is None or not wanted():
            return
        try:
            with campaign.log.reading() as connection, self._interruptible(wanted, connection):
                job(_Source(campaign, connection))
        except (DBAPIError, sqlite3.Error):  # the driver's own where its rows are read without SQLAlchemy
            if wanted() and not self._leaving:  # otherwise it is our own interruption
                raise

    @contextmanager
    def _interruptible(self, wanted: Wanted, connection: Connection) -> Iterator[None]:
        with self._lock:
            self._reading = (wanted, connection)
        try:
            yield
        finally:
            with self._lock:
                self._reading = None

    def _interrupt(self) -> None:
        """Stop the statement of a list's job that nobody wants any more."""
        with self._lock:
            if self._reading is None or (self._reading[0]() and not self._leaving):
                return
            driver: Any = self._reading[1].connection.driver_connection
            stop = getattr(driver, "interrupt", None) or getattr(driver, "cancel", None)
            if stop is not None:
                stop()

    # -- results --------------------------------------------------------------------------------------------------------

    def _failed(self, error: Exception) -> None:
        self._post(Trouble(error.message) if isinstance(error, Refused) else Broken(error))

    def _post(self, message: News, to: Receiver | None = None) -> None:
        try:
            (to or self._app).post_message(message)
        except RuntimeError:
            return  # the program is leaving and its event loop is closed


class _Source:
    """What a list's job reads from: one campaign, as one connection sees it."""

    def __init__(self, campaign: Campaign, connection: Connection) -> None:
        self.campaign = campaign
        self.connection = connection
        self.id = campaign.log.id

    def filter(self, text: str) -> Filter:
        from tracker import quickline

        return quickline.parse_filter(text, context_of(self.campaign))

    def lines(self, positions: array[int]) -> list[LogLine]:
        from tracker.reports.lines import page

        return page(self.connection, self.id, positions, self.campaign.names(), self.campaign.log.get)


def _kept(drafts: Sequence[Draft]) -> list[Kept]:
    return [Kept(draft.text, draft.note, draft.amends) for draft in drafts]


def _critical(events: Sequence[Recorded]) -> bool:
    """Whether a roll that everyone may see is a critical success or failure."""
    from tracker.events import RollMade

    return any(
        isinstance(one.event, RollMade) and one.event.critical and one.envelope.visibility == "everyone" for one in events
    )


def _told(recorded: Any, names: Any) -> str:
    from tracker.reports.lines import describe

    return describe(recorded, names, voided=False).sentence

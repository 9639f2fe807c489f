"""Which earlier event a short command means: the last roll, the last failure, the last action of an author."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import ColumnElement, Row, func, or_, select

from tracker.events import ActionVoided, ContestDecided, Recorded, RollMade
from tracker.projections.schema import lines, rolls, sessions
from tracker.reports.filters import OUTCOMES
from tracker.reports.overrides import counts_as
from tracker.rulesets.base import REPEATED_KINDS, RETRIED_KINDS
from tracker.store import Log
from tracker.store.schema import events

IsOver = Callable[[int, RollMade], bool]
"""Whether nothing more can come of the roll at a position."""


class Targets:
    """Looks things up in the read models of one campaign. Positions are those of events that count."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def last_roll(self, character: str | None = None) -> int | None:
        """The last roll, of one character or of anybody."""
        return self._roll(character, rolls.c.kind.in_(REPEATED_KINDS))

    def last_of_any_kind(self, character: str | None = None) -> int | None:
        """The last roll whatever it was for, of one character or of anybody."""
        return self._roll(character)

    def last_attack(self, character: str) -> int | None:
        """Somebody's last attack."""
        return self._roll(character, rolls.c.kind == "attack")

    def last_secret(self) -> int | None:
        """The last roll that only the GM has seen."""
        return self._roll(None, rolls.c.secret)

    def last_failed(self, character: str | None, is_over: IsOver) -> int | None:
        """The last roll that counts as failed, of one character or of anybody, that isn't over."""
        failed = counts_as(rolls, self._log.id, OUTCOMES["failure"])
        return self._roll(character, rolls.c.kind.in_(RETRIED_KINDS), failed, is_over=is_over)

    def last_failed_of_any_kind(self, character: str | None, is_over: IsOver) -> int | None:
        """The last roll that counts as failed, whatever it was for, of one character or of anybody, that isn't over."""
        return self._roll(character, counts_as(rolls, self._log.id, OUTCOMES["failure"]), is_over=is_over)

    def roll(self, position: int) -> RollMade:
        """The roll at a position. Raises TypeError for what is none."""
        event = self._log.get([position])[position].event
        if not isinstance(event, RollMade):
            raise TypeError(f"event {position} is no roll")
        return event

    def event(self, position: int) -> Recorded | None:
        """The event at a position, None where there is none."""
        return self._log.get([position]).get(position)

    def last_contests(self, limit: int = 5) -> list[ContestDecided]:
        """The contests that were decided last, the newest first."""
        decided = select(lines.c.position).where(
            lines.c.campaign_id == self._log.id, lines.c.kind == ContestDecided.__name__, lines.c.voided.is_(None)
        )
        with self._log.reading() as connection:
            found = list(connection.scalars(decided.order_by(lines.c.position.desc()).limit(limit)))
        recorded = self._log.get(found)
        events = [recorded[position].event for position in found]
        return [event for event in events if isinstance(event, ContestDecided)]

    def last_threat(self) -> str | None:
        """The id of what the last Fright Check was about."""
        position = self._roll(None, rolls.c.threat.is_not(None))
        return None if position is None else self.roll(position).threat

    def last_effort(self, character: str) -> str | None:
        """The feat that somebody's last extra effort was for."""
        position = self._roll(character, rolls.c.kind == "effort")
        return None if position is None else self.roll(position).what

    def most_rolled(self, character: str, before: int, kinds: Sequence[str]) -> list[str]:
        """What somebody has rolled before a position, in rolls of these kinds, the most frequent first."""
        counted = (
            select(rolls.c.what)
            .where(
                rolls.c.campaign_id == self._log.id,
                rolls.c.character == character,
                rolls.c.position < before,
                rolls.c.voided.is_(None),
                rolls.c.kind.in_(kinds),
            )
            .group_by(rolls.c.what)
            .order_by(func.count().desc(), rolls.c.what)
        )
        with self._log.reading() as connection:
            return list(connection.scalars(counted))

    def name_of(self, roll: int) -> str:
        """What was rolled at a position; empty when that is no roll."""
        named = select(rolls.c.what).where(rolls.c.campaign_id == self._log.id, rolls.c.position == roll)
        with self._log.reading() as connection:
            return connection.scalar(named) or ""

    def last_action(self, author: str, since: int, voided: Container[int]) -> int | None:
        """An event of the last action that this author recorded at or after position ``since`` and that isn't at one of the
        ``voided`` positions. A void counts as an action when it took back something else than the last action."""
        live = self._actions(author, since, voided).live
        counting = (one for one in reversed(live.values()) if one.position not in voided)
        return next((one.position for one in counting if one.at >= since), None)

    def last_undo(self, author: str, since: int, voided: Container[int]) -> int | None:
        """The event whose void takes back this author's last undo at or after position ``since`` that still holds: the undo,
        or what it had brought back. None when there is none."""
        undos = self._actions(author, since, voided).undos
        return next((one.position for one in reversed(undos.values()) if one.at >= since), None)

    def _actions(self, author: str, since: int, voided: Container[int]) -> _Actions:
        rows, recorded = self._rows(author, since)
        actions = _Actions()
        for action, group in groupby(rows, key=lambda row: row.action_id):
            parts = list(group)
            voids = [one.event for row in parts if (one := recorded.get(row.position))]
            own = [row for row in parts if row.position not in recorded]
            only = not own or own[0].type in _DECIDED_WITHOUT
            if voids:
                taken = [void for void in voids if isinstance(void, ActionVoided)]
                actions.void(taken, action, parts[0].position, mine=parts[0].author == author, only=only)
            if not (voids and only):
                counting = (row.position for row in reversed(own) if row.position not in voided)
                actions.add(action, next(counting, own[-1].position), own[-1].position)
        return actions

    def _rows(self, author: str, since: int) -> tuple[Sequence[Row[int, str, str, str]], Mapping[int, Recorded]]:
        """What an author recorded at or after position ``since``, with all voids; and these by position. While the start of
        the session there was taken back, the author went on in the session before: then from the start of that one on."""
        mine = select(events.c.position, events.c.action_id, events.c.author, events.c.type).where(
            events.c.campaign_id == self._log.id,
            events.c.position >= since,
            or_(events.c.author == author, events.c.type == "ActionVoided"),
            events.c.type != "CampaignCreated",
        )
        before = select(func.max(sessions.c.position)).where(
            sessions.c.campaign_id == self._log.id, ~sessions.c.ends, sessions.c.position < since
        )
        with self._log.reading() as connection:
            rows = connection.execute(mine.order_by(events.c.position)).all()
            earlier = connection.scalar(before) or 0
        recorded = self._log.get([row.position for row in rows if row.type == "ActionVoided"])
        voids = [one.event for one in recorded.values() if isinstance(one.event, ActionVoided)]
        if since and any(each.position == since for void in voids for each in void.events):
            return self._rows(author, earlier)
        return rows, recorded

    def _roll(self, character: str | None, *conditions: ColumnElement[bool], is_over: IsOver | None = None) -> int | None:
        query = select(rolls.c.position).where(rolls.c.campaign_id == self._log.id, rolls.c.voided.is_(None), *conditions)
        if character is not None:
            query = query.where(rolls.c.character == character)
        with self._log.reading() as connection:
            newest_first = connection.execute(query.order_by(rolls.c.position.desc())).scalars()
            return next((at for at in newest_first if is_over is None or not is_over(at, self.roll(at))), None)


# What a void records besides: what stood on more than it took back is decided without that.
_DECIDED_WITHOUT = frozenset({"GroupDecided", "MontageDecided", "PromptAnswered"})


class _Done(NamedTuple):
    """What an author did ``at`` a position; a void of the event at ``position`` takes it back."""

    position: int
    at: int


class _Actions:
    """An author's actions as undo goes back through them: ``live`` are those that count, ``undos`` those undos that still
    hold, by their actions; the last one at the end."""

    def __init__(self) -> None:
        self.live: dict[str, _Done] = {}
        self.undos: dict[str, _Done] = {}
        self._added: dict[str, _Done] = {}

    def add(self, action: str, position: int, at: int) -> None:
        self._added[action] = self.live[action] = _Done(position, at)

    def void(self, voids: Sequence[ActionVoided], action: str, at: int, *, mine: bool, only: bool) -> None:
        """Somebody took back the action that the last of these voids is about, or brought back what that one had taken back;
        ``only`` when the action did nothing else, as a correction does."""
        target = voids[-1].action
        undone = next(reversed(self.live), None) == target
        brings_back = not any(void.action == void.original == target and not void.restores for void in voids)
        back = next((void for void in voids if void.restores), None) if brings_back else None
        if not undone:  # else redo gives that back first, and only then what an undo had given back is taken again
            self.undos.pop(target, None)
        if brings_back:
            self.live.pop(target, None)
        for void in voids:
            if not void.restores and not void.part:
                self.live.pop(void.original, None)
            elif void is back and mine and not undone:
                self.live[void.original] = _Done(void.events[0].position, at)  # restored last, undone first
            elif void.restores and void.original in self._added:
                self.live[void.original] = self._added[void.original]
                self.live = dict(sorted(self.live.items(), key=lambda item: item[1].at))
        if mine and undone and back is not None:
            self.undos[back.original] = _Done(back.events[0].position, at)  # to be taken back once more
        elif mine and only and not brings_back:
            (self.undos if undone else self.live)[action] = _Done(at, at)

"""The log as later corrections have it: a roll made anew stands in place of the one that was put down wrongly, and what was
taken back, with the events that only say so, is not there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from tracker import events as ev
from tracker.reports.places import Moved, moved
from tracker.store import Log

_BATCH = 64  # events read at a time on the way back from a position


class CorrectedLog:
    """A log as its corrections up to now have it; ``voided`` leads from the positions that don't count to what made it so.

    ``amended`` has the newest wording of notes, sessions and scenes by position, ``places`` where the events stand that
    stand before their own position.
    """

    def __init__(self, log: Log, voided: Mapping[int, int]) -> None:
        self._log = log
        self._voided = voided
        self._behind = defaultdict[int, list[Moved]](list)
        self.amended: dict[int, ev.Recorded] = {}
        self.places: dict[int, int] = {}
        for each in moved(log):
            if isinstance(each.recorded.event, ev.NoteAmended):
                self.amended[each.place] = each.recorded
            else:
                self.places[each.recorded.position] = each.place
                self._behind[each.place].append(each)

    def at(self, position: int) -> list[ev.Recorded]:
        """What stands at a position: the event recorded there if it counts, and what corrections put there, in order."""
        return [each.recorded for each in self._standing(self._log.get([position])[position])]

    def upto(self, position: int, count: int) -> list[Moved]:
        """The last so many events that stand at a position or before it, each with its place; the last one last."""
        found: list[Moved] = []
        while position > 0 and len(found) < count:
            portion = self._log.get(range(max(1, position - _BATCH + 1), position + 1))
            for recorded in sorted(portion.values(), key=lambda one: -one.position):
                found += reversed([*self._standing(recorded)])
            position -= _BATCH
        return found[:count][::-1]

    def _standing(self, recorded: ev.Recorded) -> Iterator[Moved]:
        position = recorded.position
        if not (position in self._voided or position in self.places or isinstance(recorded.event, _SAY_SO)):
            yield Moved(position, recorded)
        yield from self._behind.get(position, ())


# What they say shows in the events that they are about.
_SAY_SO = (ev.ActionVoided, ev.NoteAmended)

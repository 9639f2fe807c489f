"""Where corrected rolls are told: in the place of those that were put down wrongly."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from tracker import events as ev
from tracker.reports.reading import Get


class Places:
    """Which events are told elsewhere than where they were recorded. ``voided`` leads from the positions that don't count at
    present to the voids that made it so, ``get`` and ``action`` fetch events by position and by action."""

    def __init__(self, voided: Mapping[int, int], get: Get, action: Callable[[str], Sequence[ev.Recorded]]) -> None:
        self._voided = voided
        self._get = get
        self._action = action
        self._behind: dict[int, list[ev.Recorded]] = {}
        self._planned: set[str] = set()

    def corrects(self, first: ev.Recorded) -> bool:
        """Whether an action that begins with this event is a correction: its session and scene are those of another roll."""
        return isinstance(first.event, ev.ActionVoided) and any(map(_corrected_by, self._action(first.envelope.action)))

    def moved(self, first: ev.Recorded) -> bool:
        """Whether the correction that begins with this event stands in place of its roll: it wasn't taken back since."""
        action = self._action(first.envelope.action)
        voids = {one.position for one in action if isinstance(one.event, ev.ActionVoided)}
        return any(self._voided.get(_corrected_by(one) or 0) in voids for one in action)

    def behind(self, recorded: ev.Recorded) -> list[ev.Recorded]:
        """What is told after this event, though it was recorded later: a roll as it should have stood after the one that was
        put down wrongly, and after the last that had come of that what comes of it now."""
        void = self._voided.get(recorded.position)
        if void is not None and isinstance(recorded.event, ev.RollMade):
            action = self._get([void])[void].envelope.action
            if action not in self._planned:
                self._planned.add(action)
                self._plan(self._action(action))
        return self._behind.pop(recorded.position, [])

    def _plan(self, action: Sequence[ev.Recorded]) -> None:
        taken = {
            # A check of many ends behind them all: what came of one of them stands before the others.
            carried.position: [one.position for one in void.event.events if one.type != ev.ProcedureEnded.__name__]
            for void in action
            if isinstance(void.event, ev.ActionVoided)
            for carried in void.event.events
        }
        made = [one for one in action if not isinstance(one.event, ev.ActionVoided)]
        wrong = [at for at in map(_corrected_by, made) if at is not None]
        if not wrong:
            return
        place = wrong[0]  # what stands before the first roll led to it
        for one in made:
            at = _corrected_by(one)
            self._behind.setdefault(at or place, []).append(one)
            if at is not None:
                wrong.remove(at)
                until = wrong[0] if wrong else math.inf
                place = max((each for each in taken.get(at, ()) if at <= each < until), default=at)


def _corrected_by(recorded: ev.Recorded) -> int | None:
    """The roll that an event sets right."""
    return recorded.event.corrects if isinstance(recorded.event, ev.RollMade) else None

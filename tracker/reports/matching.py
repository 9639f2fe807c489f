"""The lines that a filter lets through, read so that a page costs the same wherever it lies in the log.

SQLite keeps no statistics here: of several indexed conditions it is told the one with the fewest lines.
"""

from __future__ import annotations

import copy
import heapq
from array import array
from collections.abc import Callable, Iterable
from functools import partial
from operator import itemgetter
from typing import Any, cast

from sqlalchemy import Column, ColumnElement, Connection, Select, bindparam, false, func, not_, or_, select, tuple_
from sqlalchemy.sql.visitors import iterate

from tracker.projections.schema import lines
from tracker.reports.conditions import Conditions, Driver, Part, matches, search, unindexed
from tracker.reports.filters import ROLLS_ONLY, Condition, Filter
from tracker.reports.reading import scope
from tracker.sql import Prepared

_FEW = 2_000  # lines: sorting them or looking them up one by one takes no time
_LOOK_UP = 10  # so many lines are read in order while one is looked up
_SAMPLE = 100  # lines by which a value's share of all is judged
_BRANCHES = 60  # values of a column whose lines are merged
_RENDERED = 10  # so many times SQLAlchemy's part in executing a statement takes as long as to render it


class Query:
    """A filter on the lines of one campaign, or only on its rolls, as one connection sees them.

    Raises Refused for a text that no name can be.
    """

    def __init__(self, connection: Connection, campaign_id: str, filter: Filter, *, only_rolls: bool = False) -> None:
        self._connection = connection
        self._sqlite = connection.dialect.name == "sqlite"
        self._filter = filter
        self._scope = scope(lines, campaign_id)
        self._first: int | None = None  # where it can match at all
        self._last: int | None = None
        self._narrowed: list[ColumnElement[bool]] = list(self._scope)
        self._by_search: list[list[Part]] = []
        self._without: list[str] = []  # what the search index is to find none of
        self._drivers: list[Driver] = []
        self._few = False
        if only_rolls or any(condition.key in ROLLS_ONLY for condition in filter.conditions):
            self._narrowed.append(lines.c.family == "roll")
        asked = Conditions(connection, campaign_id)
        for condition in filter.conditions:
            self._narrow(condition, asked.parts(condition))

    def positions(self) -> array[int]:
        """The positions of all lines that match, oldest first."""
        place, found = self._source(self._driver_of_all())
        with self._connection.execute(found.with_only_columns(place).order_by(place)) as result:
            # Of a million rows the driver's own take a third of the time that SQLAlchemy's do.
            return array("q", (row[0] for row in cast(Any, result.cursor)))

    def count(self) -> int:
        """How many lines match."""
        _, found = self._source(self._driver_of_all())
        return self._connection.scalar(found.with_only_columns(func.count())) or 0

    def page(self, limit: int, before: int | None = None) -> list[int]:
        """The positions of the first lines in the filter's order, or of those that come after the line at ``before``."""
        if not self._filter.by_position:
            return self._sorted(limit, before)
        if not self._without:
            return self._newest_first(limit, before)
        # All that is left out is found before the first line is: no further back than the page may reach.
        window, reach = copy.copy(self), _LOOK_UP * limit
        newest = self._newest_position() + 1 if before is None else before
        while True:
            window._first = max(self._first or 0, newest - reach)
            found = window._newest_first(limit, before)
            if len(found) == limit or window._first == (self._first or 0):
                return found
            reach *= _LOOK_UP

    def _newest_first(self, limit: int, before: int | None) -> list[int]:
        driver = self._rarest(_FEW)
        if driver is None and not self._by_search and not self._few:
            leaders = [one for one in self._drivers if len(one.values) <= _BRANCHES]
            if len(leaders) > 1:
                leaders.sort(key=lambda one: self._share(one, before))
            if leaders:
                return self._merged(leaders[0], limit, before)
        return list(self._connection.scalars(self._newest(limit, self._source(driver, before=before))))

    def _newest(self, limit: int, source: tuple[ColumnElement[int], Select[Any]]) -> Select[Any]:
        place, found = source
        return found.with_only_columns(place.label("position")).order_by(place.desc()).limit(limit)

    def _share(self, driver: Driver, before: int | None) -> float:
        """How many of the lines that come next have one of the driver's values, going by the newest few of each."""
        value: Any = bindparam("value", driver.values[0])
        place = lines.c.position
        mine = select(place).where(*self._scope, driver.column == value, *self._bounds(place, before))
        few = mine.order_by(place.desc()).limit(_SAMPLE).subquery()
        asked = select(func.count(), func.max(few.c.position), func.min(few.c.position))
        every = [self._connection.execute(asked, {"value": one}).one() for one in driver.values]
        newest = max((last for _number, last, _first in every if last), default=0)
        return float(sum(number / (newest - first + 1) for number, _last, first in every if first))

    def _merged(self, driver: Driver, limit: int, before: int | None) -> list[int]:
        """A page of lines with one of many values: each value's own newest ones stand in the index in order."""
        value: Any = bindparam("value", driver.values[0])
        newest = self._newest(limit, self._source(driver, driver.column == value, before=before))
        read: Callable[[dict[str, Any]], Iterable[Any]]
        if len(driver.values) > _RENDERED:
            read = partial(Prepared(newest).read, self._connection)
        else:
            read = partial(self._connection.execute, newest)
        return heapq.nlargest(limit, (row[0] for one in driver.values for row in read({"value": one})))

    def _sorted(self, limit: int, after: int | None) -> list[int]:
        """A page in another order than the newest first."""
        by = {"margin": lines.c.margin, "target": lines.c.target, "date": lines.c.day}.get(self._filter.order)
        keys: list[ColumnElement[Any]] = [lines.c.position] if by is None else [by, lines.c.position]
        driver = self._rarest(_FEW)
        if self._sqlite and (driver is not None or self._few):  # sorting few is less than reading all in order
            keys = [unindexed(key) for key in keys]
        _, found = self._source(driver, in_order=False)
        if self._filter.order in ROLLS_ONLY:
            found = found.where(keys[0].is_not(None))
        if after is not None:
            last = self._connection.execute(select(*keys).where(*self._scope, lines.c.position == after)).one_or_none()
            if last is None or None in last:
                return []
            here = tuple_(*keys)
            found = found.where(here < tuple(last) if self._filter.descending else here > tuple(last))
        order = [key.desc() if self._filter.descending else key.asc() for key in keys]
        return list(self._connection.scalars(found.with_only_columns(lines.c.position).order_by(*order).limit(limit)))

    def _source(
        self,
        driver: Driver | None,
        held: ColumnElement[bool] | None = None,
        *,
        before: int | None = None,
        in_order: bool = True,
    ) -> tuple[ColumnElement[int], Select[Any]]:
        """The lines that match, read by a driver's values, or what ``held`` says of them, if there is one, else by the
        search index if it is asked and they are wanted ``in_order`` of position; and the column that is that there."""
        others = [one for one in self._drivers if one is not driver]
        narrowed = [*self._narrowed, *(one.unindexed if self._sqlite else one.held for one in others)]
        if self._without:
            left_out = select(search.c.rowid).where(
                matches(" OR ".join(self._without)), *self._bounds(search.c.rowid, before)
            )
            narrowed.append(lines.c.position.not_in(left_out))
        if driver is None and self._by_search and self._sqlite and in_order:
            hit: ColumnElement[int] = search.c.rowid
            asked = " AND ".join(map(_either, self._by_search))
            # The sum keeps SQLite from looking each line up in the index, instead of each hit among the lines.
            looked_up = lines.c.position == search.c.rowid + 0
            found = (
                select(hit)
                .select_from(search, lines)
                .where(matches(asked), looked_up, *self._bounds(hit, before), *narrowed)
            )
            return hit, found
        place = lines.c.position
        bounds = self._bounds(place, before)
        if driver is not None and held is None:
            held = driver.held
            if self._sqlite and not (in_order and self._covers(driver)):  # else it tends to read all lines in order
                held = place.in_(select(place).where(*self._scope, *bounds, held))
                bounds = []
        elif self._few and self._sqlite:
            bounds = self._bounds(unindexed(place), before)
        searched = [or_(*(part.held for part in parts)) for parts in self._by_search]
        found = select(place).where(*narrowed, *bounds, *searched)
        return place, found if held is None else found.where(held)

    def _newest_position(self) -> int:
        return self._connection.scalar(select(func.max(lines.c.position)).where(*self._scope)) or 0

    def _bounds(self, place: ColumnElement[int], before: int | None = None) -> list[ColumnElement[bool]]:
        """That a line stands where the filter can match at all, and before a position."""
        bounds = [] if before is None else [place < before]
        bounds += [] if self._first is None else [place >= self._first]
        return bounds if self._last is None else [*bounds, place <= self._last]

    def _driver_of_all(self) -> Driver | None:
        """The driver by whose lines all that match are found soonest, None where that is to read all lines in order."""
        if not self._drivers or self._few or not self._sqlite:
            return None
        costs = [(1 if self._covers(one) else _LOOK_UP, one) for one in self._drivers]  # of a line beside one read in order
        if len(costs) == 1 and costs[0][0] == 1:
            return costs[0][1]
        newest = self._newest_position()
        last = newest if self._last is None else min(self._last, newest)
        best, least = None, max(_FEW * _LOOK_UP, last - (self._first or 0))
        for cost, driver in sorted(costs, key=itemgetter(0)):
            number = self._number(driver, least // cost)
            if number < least // cost:
                best, least = driver, number * cost
        return best

    def _rarest(self, limit: int) -> Driver | None:
        """The driver with the fewest lines, if they are fewer than ``limit``."""
        best = None
        for driver in self._drivers if self._sqlite and not self._few else ():
            number = self._number(driver, limit)
            if number < limit:
                best, limit = driver, number
        return best

    def _number(self, driver: Driver, limit: int) -> int:
        """How many lines a driver finds, counted up to a limit."""
        some = select(1).select_from(lines).where(*self._scope, driver.held, *self._bounds(lines.c.position)).limit(limit)
        return self._connection.scalar(select(func.count()).select_from(some.subquery())) or 0

    def _covers(self, driver: Driver) -> bool:
        """Whether the index of a driver's column holds all that is asked, in the order of the log."""
        if len(driver.values) > 1 or self._by_search:
            return False
        asked = [*self._narrowed, *(one.held for one in self._drivers)]
        columns = {part for clause in asked for part in iterate(clause) if isinstance(part, Column) and part.table is lines}
        return any(
            index.columns.values()[1] is driver.column and columns <= set(index.columns.values()) for index in lines.indexes
        )

    def _narrow(self, condition: Condition, parts: list[Part]) -> None:
        searched = all(part.words for part in parts)
        if condition.negated and searched and self._sqlite:
            self._without += [part.words for part in parts]
            return
        if condition.negated:
            self._narrowed.append(not_(func.coalesce(or_(*(part.held for part in parts)), false())))
            return
        if searched:
            self._by_search.append(parts)
            return
        firsts, lasts = [part.first for part in parts], [part.last for part in parts]
        if None not in firsts:
            lowest = min(cast("list[int]", firsts))
            self._first = lowest if self._first is None else max(self._first, lowest)
        if None not in lasts:
            highest = max(cast("list[int]", lasts))
            self._last = highest if self._last is None else min(self._last, highest)
        self._few = self._few or all(part.few for part in parts)
        drivers = [part.driver for part in parts if part.driver is not None]
        if len(drivers) == len(parts):
            values = tuple(dict.fromkeys(value for driver in drivers for value in driver.values))
            self._drivers.append(Driver(drivers[0].column, values))
        else:
            self._narrowed.append(or_(*(part.held for part in parts)))


def _either(parts: list[Part]) -> str:
    """The alternatives of a condition in the language of SQLite's search index."""
    return f"({' OR '.join(part.words for part in parts)})"

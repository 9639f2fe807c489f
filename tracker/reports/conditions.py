"""A filter's conditions as SQL on the log's lines, with what helps to read few of them.

What a condition calls by name (skills, tasks, threats, scenes) and by time is little: it is looked up first, and the lines
are then found by keys and between positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    cast,
    column,
    false,
    func,
    or_,
    select,
    union,
    union_all,
)
from sqlalchemy import table as named_table
from sqlalchemy.sql.expression import UnaryExpression
from sqlalchemy.sql.operators import custom_op

from tracker.projections.schema import (
    INDEXED_BEGINNING,
    lines,
    marks,
    overrides,
    penalties,
    rolls,
    scenes,
    spans,
    tasks,
)
from tracker.projections.search import MODIFIER, SIGNS, TASK
from tracker.projections.spans import DAY, HOUR, HOUR_SECONDS, SCENE, SESSION
from tracker.projections.tokens import sought
from tracker.reports import roster
from tracker.reports.filters import OUTCOMES, Condition, Key, Range, Value
from tracker.reports.overrides import counts_as, counts_as_degree
from tracker.reports.reading import counting, scope
from tracker.sql import Prepared
from tracker.text import NAME_LIMIT, clean_text, fold

_FEW = 2_000  # lines: so many are looked up one by one in no time
_MOST_KEYS = 500  # names that fit a beginning: beyond it the lines are compared one by one
_MOST_TERMS = 100  # words that fit a beginning: beyond it the search index collects what it has of all of them
_LAST = "\U0010ffff"  # the last sign that text can hold
_TRAIT = "trait"

_PLUS = custom_op[Any]("+")

search = named_table("search", column("rowid"), column("campaign_id"), column("position"), column("words"))
"""The search index; in SQLite a row's id is the position."""

_terms = named_table("search_terms", column("term"))
_FIRST_TERM = Prepared(
    select(_terms.c.term).where(_terms.c.term >= bindparam("first"), _terms.c.term < bindparam("behind")).limit(1)
)


class Driver(Struct):
    """A column with an index by which the lines that match are read in order: one run of them for each value."""

    column: ColumnElement[Any]
    values: tuple[Any, ...]

    @property
    def held(self) -> ColumnElement[bool]:
        """That a line has one of the values."""
        return _one_of(self.column, self.values)

    @property
    def unindexed(self) -> ColumnElement[bool]:
        """The same, said so that SQLite looks the line up by something else."""
        return _one_of(unindexed(self.column), self.values)


class Part(Struct):
    """One alternative of a condition: what ``held`` says of a line, the first and the last position where it can hold, a
    ``driver`` that finds all such lines, whether the positions themselves are a short list (``few``), and what the search
    index is asked for, in its language."""

    held: ColumnElement[bool]
    first: int | None = None
    last: int | None = None
    driver: Driver | None = None
    few: bool = False
    words: str = ""


class Conditions:
    """The conditions of filters on one campaign; what they name is looked up in its read models."""

    def __init__(self, connection: Connection, campaign_id: str) -> None:
        self._connection = connection
        self._campaign = campaign_id
        self._sqlite = connection.dialect.name == "sqlite"
        self._of: dict[Key, Callable[[Any], Part]] = {
            "session": lambda asked: self._in_span(asked, lines.c.session, SESSION),
            "day": lambda asked: self._in_span(asked, lines.c.day, DAY),
            "time": lambda asked: self._in_span(asked, lines.c.game_time, HOUR, HOUR_SECONDS),
            "position": lambda asked: Part(_within(lines.c.position, asked), asked.first, asked.last),
            "character": lambda asked: _keyed("character", _clean(asked, "character")),
            "player": lambda asked: _keyed("character", asked),
            "what": self._what,
            "trait": self._trait,
            "kind": lambda asked: _keyed("kind", _clean(asked, "kind")),
            "family": lambda asked: Part(lines.c.family == asked),
            "outcome": self._outcome,
            "margin": self._margin,
            "target": lambda asked: self._sized(lines.c.target, asked),
            "modifier": lambda asked: self._searched((MODIFIER, *sought(asked))),
            "source": lambda asked: Part(lines.c.dice_source == asked),
            "task": self._task,
            "threat": self._threat,
            "scene": self._scene,
            "author": lambda asked: Part(lines.c.author.istartswith(_clean(asked, "author"), autoescape=True)),
            "secret": lambda asked: Part(lines.c.secret == asked),
            "voided": lambda asked: Part(lines.c.voided.is_not(None) if asked else lines.c.voided.is_(None)),
            "overridden": lambda asked: _among(self._overridden(), asked),
            "marked": lambda asked: _among(select(marks.c.at).where(*counting(marks, self._campaign)), asked),
            "notable": _notable,
            "text": lambda asked: self._searched(tuple(sought(asked))),
        }

    def parts(self, condition: Condition) -> list[Part]:
        """The alternatives of a condition. Raises Refused for a text that no name can be."""
        return [self._of[condition.key](value) for value in condition.any_of]

    # -- time and place -----------------------------------------------------------------------------------------------

    def _in_span(self, asked: Range, within: ColumnElement[Any], scale: str, unit: int = 1) -> Part:
        """Between two values of a column whose places in the log the spans tell."""
        first, last = (None if bound is None else bound // unit for bound in (asked.first, asked.last))
        return Part(_within(within, asked), *self._bounds(scale, _within(spans.c.number, Range(first, last))))

    def _bounds(self, scale: str, narrowed: ColumnElement[bool]) -> tuple[int, int]:
        """The first and the last event of these spans."""
        bounds = select(func.min(spans.c.first), func.max(spans.c.last)).where(
            spans.c.campaign_id == self._campaign, spans.c.scale == scale, narrowed
        )
        first, last = self._connection.execute(bounds).one()
        return (1, 0) if first is None else (first, last)

    def _scene(self, asked: Value) -> Part:
        """A scene by its event's position (an int), its number within its session, or words of its title."""
        listed = select(scenes.c.position, scenes.c.number, scenes.c.title).where(*scope(scenes, self._campaign))
        rows, fits = self._connection.execute(listed).all(), _fitting(asked, "scene")
        found = [row.position for row in rows if asked in (row.position, str(row.number)) or fits(row.title)]
        first, last = self._bounds(SCENE, spans.c.number.in_(found))
        return Part(or_(lines.c.scene.in_(found), lines.c.position.in_(found)), min([first, *found]), max([last, *found]))

    # -- names ----------------------------------------------------------------------------------------------------------

    def _what(self, asked: str) -> Part:
        """What a line is about: by the beginning of its name, or behind a ``=`` by the whole of it."""
        key = fold(_clean(asked, "what"))
        if key.startswith("="):
            return _keyed("what_key", key[1:].strip())
        keys = self._what_keys(key)
        if keys is None:
            return Part(lines.c.what_key.startswith(key, autoescape=True))
        return _keyed("what_key", *keys)

    def _trait(self, asked: str) -> Part:
        part = self._what(asked)
        return Part(and_(part.held, lines.c.family == _TRAIT))

    def _what_keys(self, beginning: str) -> list[str] | None:
        """The names of lines that begin so, found by leaping through their index; None when there are too many."""
        mine = scope(lines, self._campaign)
        if self._sqlite:  # text is in the order of its code points
            mine.append(lines.c.what_key < beginning + _LAST)
        least = select(func.min(lines.c.what_key)).where(*mine)
        start = least.where(lines.c.what_key >= beginning) if self._sqlite else least
        keys = select(start.scalar_subquery().label("key")).cte("keys", recursive=True)
        following = least.where(lines.c.what_key > keys.c.key).correlate(keys).scalar_subquery()
        keys = keys.union_all(select(following).where(keys.c.key.is_not(None)))
        found: list[str] = []
        for key in self._connection.scalars(select(keys.c.key).where(keys.c.key.is_not(None))):
            if key.startswith(beginning):
                found.append(key)
                if len(found) > _MOST_KEYS:
                    return None
        return found

    def _task(self, asked: Value) -> Part:
        """The attempts of tasks whose name begins so, or of the one begun at a position, with the plain roll before."""
        begun = select(tasks.c.position).where(*scope(tasks, self._campaign))
        if isinstance(asked, int):
            begun = begun.where(tasks.c.position == asked)
        else:
            begun = begun.where(tasks.c.position.in_(self._hits(self._asked((TASK, *sought(_clean(str(asked), "task")))))))
        found = self._connection.scalars(begun.limit(_MOST_KEYS + 1)).all()
        part = _keyed("task", *found) if len(found) <= _MOST_KEYS else Part(lines.c.task.in_(begun))
        firsts = begun.with_only_columns(tasks.c.first).where(tasks.c.first.is_not(None))
        if self._connection.execute(firsts.limit(1)).first() is None:
            return part
        return Part(or_(part.held, lines.c.position.in_(firsts)))

    def _threat(self, asked: str) -> Part:
        fits = _fitting(asked, "threat")
        named = roster.threat_names(self._connection, self._campaign)
        return _keyed("threat", *(id_ for id_, name in named.items() if fits(name) or fits(id_)))

    # -- how it came out --------------------------------------------------------------------------------------------------

    def _outcome(self, asked: str) -> Part:
        """What a roll counts as in the end."""
        if asked in OUTCOMES:
            return Part(counts_as(lines, self._campaign, OUTCOMES[asked]))
        return Part(counts_as_degree(lines, self._campaign, asked))

    def _sized(self, by: ColumnElement[Any], *ranges: Range) -> Part:
        """Between any of these bounds. Where few are, they are found by the column's index."""
        held = or_(*(_within(by, each) for each in ranges))
        if not self._sqlite:
            return Part(held)
        mine = scope(lines, self._campaign)
        found = union_all(*(select(lines.c.position).where(*mine, _within(by, each)) for each in ranges)).subquery()
        some = select(found.c.position).limit(_FEW).subquery()
        if (self._connection.scalar(select(func.count()).select_from(some)) or 0) < _FEW:
            return Part(lines.c.position.in_(select(found.c.position)), few=True)
        return Part(held)

    def _margin(self, asked: Range) -> Part:
        """A margin: on the scale where failures are negative, or, not ``signed``, of this size of either kind."""
        if asked.signed:
            return self._sized(lines.c.margin, asked)
        least = max(asked.first or 0, 0)
        most = None if asked.last is None else -asked.last
        return self._sized(lines.c.margin, Range(least, asked.last), Range(most, -least))

    def _overridden(self) -> Any:
        """Where the GM's word counts: the rolls, the penalties and the tables themselves."""
        mine = scope(overrides, self._campaign)
        retried = select(rolls.c.position).where(
            *scope(penalties, self._campaign),
            penalties.c.overridden,
            *scope(rolls, self._campaign),
            rolls.c.task == penalties.c.task,
            rolls.c.cause == penalties.c.position + 0,  # the sum: penalties are few, and aren't to be looked up by rolls
        )
        return union(
            select(overrides.c.position).where(*mine),
            select(overrides.c.roll).where(*mine, overrides.c.roll.is_not(None)),
            retried,
        )

    # -- the search index -------------------------------------------------------------------------------------------------

    def _searched(self, tokens: tuple[str, ...]) -> Part:
        asked = self._asked(tokens)
        return Part(lines.c.position.in_(self._hits(asked)), words=asked)

    def _asked(self, tokens: Sequence[str]) -> str:
        """Tokens in this order, the last one the beginning of a word, in the language of the search index."""
        return self._fts(tokens) if self._sqlite else _tsquery(tokens)

    def _hits(self, asked: str) -> Select[Any]:
        """The positions at which the search index has what it is asked for."""
        if self._sqlite:
            return select(search.c.rowid).where(matches(asked))
        from sqlalchemy.dialects.postgresql import TSQUERY

        mine = search.c.campaign_id == self._campaign
        return select(search.c.position).where(mine, search.c.words.op("@@")(cast(asked, TSQUERY)))

    def _fts(self, tokens: Sequence[str]) -> str:
        """As ``_asked``, in SQLite's language.

        The words that begin so are asked for one by one: of a beginning that it hasn't indexed it first collects every place
        where one of them stands, of a word it reads the places as they are needed.
        """
        *before, last = tokens
        words = [last] if last in SIGNS else None if len(last) <= INDEXED_BEGINNING else self._terms(last)
        if words is None:
            return f'"{" ".join(tokens)}" *'
        return " OR ".join(f'"{" ".join((*before, word))}"' for word in words or [last])

    def _terms(self, beginning: str) -> list[str] | None:
        """The words of SQLite's search index that begin so, found by leaping from one to the next; None when there are too
        many."""
        found: list[str] = []
        first = beginning
        while rows := _FIRST_TERM.read(self._connection, {"first": first, "behind": beginning + _LAST}):
            if len(found) == _MOST_TERMS:
                return None
            found.append(rows[0][0])
            first = found[-1] + "\x01"
        return found


def unindexed(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """A column that SQLite won't look up in an index."""
    return UnaryExpression(column, operator=_PLUS, type_=column.type)


def matches(query: str) -> ColumnElement[bool]:
    """That a document of SQLite's search index matches a query in its language."""
    return search.c.words.op("MATCH", is_comparison=True)(query)


def _tsquery(tokens: Sequence[str]) -> str:
    """The same in PostgreSQL's language."""
    return " <-> ".join(f"'{token}'" for token in tokens) + (":*" if tokens[-1] not in SIGNS else "")


def _one_of(column: ColumnElement[Any], values: Sequence[Any]) -> ColumnElement[bool]:
    return column == values[0] if len(values) == 1 else column.in_(values)


def _keyed(column: str, *values: Any) -> Part:
    """That a line has one of these values in a column with an index of its own."""
    driver = Driver(lines.c[column], values)
    return Part(driver.held, driver=driver) if values else Part(false(), 1, 0)


def _among(positions: Any, asked: bool) -> Part:
    """That a line's position is, or isn't, one of few."""
    here = lines.c.position.in_(positions)
    return Part(here, few=True) if asked else Part(~here)


def _notable(asked: bool) -> Part:
    # Written out for both: a line without an outcome isn't unlike "success" for SQL.
    notable = or_(func.coalesce(lines.c.outcome, "success") != "success", lines.c.lasting)
    return Part(notable if asked else ~notable)


def _within(within: ColumnElement[Any], asked: Range) -> ColumnElement[bool]:
    if asked.first is not None and asked.first == asked.last:
        return within == asked.first
    bounds = [] if asked.first is None else [within >= asked.first]
    bounds += [] if asked.last is None else [within <= asked.last]
    return and_(*bounds) if bounds else within.is_not(None)


def _clean(text: str, field: str) -> str:
    return clean_text(text, field, limit=NAME_LIMIT)


def _fitting(asked: Value, field: str) -> Callable[[str], bool]:
    """Whether a name has a word that begins like this, or the words of this from there on; behind a ``=`` the whole name."""
    key = fold(_clean(str(asked), field))
    if key.startswith("="):
        return lambda name: fold(name) == key[1:].strip()
    return lambda name: f" {key}" in f" {fold(name)}"

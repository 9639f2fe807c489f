"""The search index: the tokens of what people wrote, and of what the events' names for it are, by position.

Each database keeps them as it searches best: SQLite in a full-text table that holds the tokens and not the text, PostgreSQL
as a tsvector. The tokens are ours in both (see ``tokens``). A document is a sequence of fields, each behind a mark that no
text can hold, so that a phrase never runs from one field into the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Column, Connection, bindparam, select, text

from tracker import events as ev
from tracker.projections.schema import scenes, sessions, tasks, threats
from tracker.projections.tokens import tokens, tokens_of_name
from tracker.sql import Prepared
from tracker.text import NAME_LIMIT

FIELD, MODIFIER, TASK = "\u241e", "\u241f", "\u241d"
"""The tokens before a field: the label of a modifier, the name of a task where it starts, and any other."""

SIGNS = frozenset({FIELD, MODIFIER, TASK})

# What people wrote in events, and the names of what these are about.
_WRITTEN: dict[type[ev.Event], tuple[str, ...]] = {
    ev.RollMade: ("named", "ruling", "motivation", "represents"),
    ev.NoteAdded: ("text",),
    ev.NoteAmended: ("text", "reason"),
    ev.PlayerTold: ("text",),
    ev.EffectNamed: ("text",),
    ev.SessionStarted: ("title",),
    ev.SceneStarted: ("title",),
    ev.ClockAdvanced: ("reason",),
    ev.ActionVoided: ("reason",),
    ev.OutcomeRuled: ("reason",),
    ev.RetryPenaltyApplied: ("reason",),
    ev.Revealed: ("reason",),
    ev.CampaignCreated: ("name",),
    ev.CharacterAdded: ("name",),
    ev.LongTaskStarted: ("name",),
    ev.MontageStarted: ("name",),
    ev.TraitAcquired: ("name",),
    ev.TraitEnded: ("name",),
    ev.ConditionAdded: ("name", "note"),
    ev.ConditionEnded: ("name",),
    ev.SelfControlWorsened: ("trait",),
    ev.ModifierAdded: ("label",),
    ev.ModifierEnded: ("label",),
    ev.PoolChanged: ("pool", "note"),
    ev.PointsChanged: ("note",),
    ev.AttributeChanged: ("attribute", "reason"),
    ev.CourseTaken: ("course", "reason"),
    ev.GroupDecided: ("what",),
    ev.AmountRolled: ("what",),
    ev.TableConsulted: ("table", "text"),
    ev.TableLoaded: ("title",),
    ev.FeatPerformed: ("title",),
    ev.PromptOpened: ("text",),
    ev.OptionSet: ("name", "value"),
    ev.SheetValueSet: ("key",),
}

_MODIFIED = (ev.RollMade, ev.TableConsulted)
_THREATENING = (ev.RollMade, ev.FrightExposed, ev.TraitAcquired)

_LONGEST = 500  # characters of a token: PostgreSQL takes no lexeme above 2 KB
_LAST_PLACE = 16_383  # PostgreSQL counts no further, and takes what follows for being there

_SQLITE = Prepared(text("INSERT INTO search (rowid, words) VALUES (:position, :words)"))
_POSTGRESQL = Prepared(
    text("INSERT INTO search (campaign_id, position, words) VALUES (:campaign, :position, CAST(:words AS tsvector))")
)


def _called(key: Column[Any], name: Column[Any]) -> Prepared:
    """What something was called by events, and where these stand, in order."""
    table = key.table
    query = select(table.c.position, name).where(table.c.campaign_id == bindparam("campaign"), key == bindparam("key"))
    return Prepared(query.order_by(table.c.position))


_TASKS = _called(tasks.c.position, tasks.c.name)
_SCENES = _called(scenes.c.position, scenes.c.title)
_SESSIONS = _called(sessions.c.number, sessions.c.title)
_THREATS = _called(threats.c.threat, threats.c.name)
_ONE_PIECE = text("INSERT INTO search (search) VALUES ('optimize')")
_EMPTY_SQLITE = text("INSERT INTO search (search) VALUES ('delete-all')")
_EMPTY_POSTGRESQL = text("DELETE FROM search WHERE campaign_id = :campaign")


def apply(connection: Connection, campaign_id: str, events: Sequence[ev.Recorded]) -> None:
    """Add the documents of events just appended, whose rows in the other read models are there already."""
    names = _Names.of(connection, campaign_id, events)
    documents = [(recorded.position, found) for recorded in events if (found := _document(recorded, names))]
    if not documents:
        return
    if connection.dialect.name == "sqlite":
        rows = [{"position": position, "words": " ".join(words)} for position, words in documents]
        _SQLITE.write(connection, rows)
    else:
        rows = [{"campaign": campaign_id, "position": position, "words": vector(words)} for position, words in documents]
        _POSTGRESQL.write(connection, rows)


def clear(connection: Connection, campaign_id: str) -> None:
    """Remove all documents of a campaign; a SQLite file holds only one."""
    if connection.dialect.name == "sqlite":
        connection.execute(_EMPTY_SQLITE)
    else:
        connection.execute(_EMPTY_POSTGRESQL, {"campaign": campaign_id})


def settle(connection: Connection) -> None:
    """Put the index in one piece after many events at once. SQLite does that bit by bit otherwise, and now and then a roll
    of the evenings that follow waits for it; PostgreSQL does it by itself."""
    if connection.dialect.name == "sqlite":
        connection.execute(_ONE_PIECE)


def vector(words: Iterable[str]) -> str:
    """Tokens in PostgreSQL's notation of a tsvector. They hold neither quotes nor backslashes."""
    return " ".join(f"'{word}':{min(at, _LAST_PLACE)}" for at, word in enumerate(words, start=1))


def _document(recorded: ev.Recorded, names: _Names) -> list[str]:
    event = recorded.event
    written = [getattr(event, name) for name in _WRITTEN.get(type(event), ())]
    fields = [(FIELD, said) for said in (*written, *names.around(recorded)) if said]
    if isinstance(event, _MODIFIED):
        fields += [(MODIFIER, modifier.label) for modifier in event.modifiers]
    if isinstance(event, ev.TaskStarted):
        fields.append((TASK, event.name or event.what))
    found: list[str] = []
    for mark, said in dict.fromkeys(fields):
        short = len(said) <= NAME_LIMIT
        if words := tokens_of_name(said) if short else [word[:_LONGEST] for word in tokens(said)]:
            found += (mark, *words)
    return found


class _Names(Struct):
    """What the tasks, threats, scenes and sessions are called that some events belong to, by key and by the position from
    which on they are called so."""

    tasks: Mapping[int, str]
    scenes: Mapping[int, str]
    sessions: Mapping[int, Sequence[tuple[int, str]]]
    threats: Mapping[str, Sequence[tuple[int, str]]]

    @classmethod
    def of(cls, connection: Connection, campaign_id: str, events: Sequence[ev.Recorded]) -> _Names:
        task_ids = {each.event.task for each in events if isinstance(each.event, ev.RollMade) and each.event.task}
        threat_ids = {threat for each in events if (threat := threat_of(each.event))}
        scene_ids = {each.envelope.scene for each in events if each.envelope.scene is not None}
        numbers = {each.envelope.session for each in events if each.envelope.session is not None}
        named = [
            {key: query.read(connection, {"campaign": campaign_id, "key": key}) for key in wanted}
            for query, wanted in ((_TASKS, task_ids), (_SCENES, scene_ids), (_SESSIONS, numbers), (_THREATS, threat_ids))
        ]
        alone = ({key: said[0][1] for key, said in found.items() if said} for found in named[:2])
        return cls(*alone, *named[2:])  # type: ignore[arg-type]

    def around(self, recorded: ev.Recorded) -> Iterator[str]:
        """The names that go with an event, as they were when it was recorded."""
        envelope, event = recorded.envelope, recorded.event
        if isinstance(event, ev.RollMade) and event.task is not None:
            yield self.tasks.get(event.task, "")
        if (threat := threat_of(event)) is not None:
            yield self._as_of(self.threats.get(threat, ()), envelope.position)
        if envelope.scene is not None:
            yield self.scenes.get(envelope.scene, "")
        if envelope.session is not None:
            yield self._as_of(self.sessions.get(envelope.session, ()), envelope.position)

    @staticmethod
    def _as_of(said: Sequence[tuple[int, str]], position: int) -> str:
        for at, name in reversed(said):
            if at <= position and name:
                return name
        return ""


def threat_of(event: ev.Event) -> str | None:
    """The id of the threat that an event is about."""
    return event.threat if isinstance(event, _THREATENING) else None

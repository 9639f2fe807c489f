"""The rolls that statistics are about: those that match a filter and count, each with what it counts as."""

from __future__ import annotations

from sys import intern

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from tracker import events as ev
from tracker.projections.schema import overrides
from tracker.reports import history, roster
from tracker.reports.day_rules import DayRules
from tracker.reports.filters import Filter
from tracker.reports.overrides import Ruled, rulings
from tracker.reports.places import standing
from tracker.reports.reading import counting
from tracker.rulesets.base import Ruleset
from tracker.store import Log

_PAGE = 500


class Sampled(Struct, frozen=True, gc=False):
    """A roll. ``degree`` and ``success`` are what it counts as, ``thrown`` is whether the dice made it a success, ``margin``
    (points) what they had it by, None where it counts otherwise. ``rules`` are those of its day, None for a bare chance.
    ``outcome`` is False where something else has its say: a roll that stands in for another counts through that one, and
    nobody succeeds at a bare chance. Of a ``chosen`` roll the better or worse throw, or a second one, was kept: its dice are
    no fair sample."""

    position: int
    character: str
    player: str
    session: int | None
    kind: str
    what: str
    base: int
    target: int
    mode: str
    notation: str
    dice: tuple[int, ...]
    source: str
    total: int
    thrown: bool
    degree: str
    success: bool
    margin: int | None
    rules: Ruleset | None
    outcome: bool
    chosen: bool


def sample(log: Log, ruleset: Ruleset, filter: Filter, *, players: bool = False) -> list[Sampled]:
    """The rolls that match and weren't taken back, in the order in which they were played: one that corrects another stands
    in its place, with what newly came of it. For ``players`` without what only the GM has seen."""
    filter = filter.counting().only("secret", False) if players else filter.counting()
    with log.reading() as connection:
        positions = [*history.roll_positions(connection, log.id, filter)]
        people = {person.id: person for person in roster.people(connection, log.id)}
        names = roster.names(connection, log.id)
        ruled = _rulings(connection, log.id, players)
        places = standing(connection, log.id)
    day, matching = DayRules(log, ruleset), set(positions)
    found: dict[int, Sampled] = {}
    for start in range(0, len(positions), _PAGE):
        page = [recorded for _, recorded in sorted(log.get(positions[start : start + _PAGE]).items())]
        rules = day.of(page)
        for recorded in page:
            made, person, ruling = recorded.event, people.get(recorded.subject or ""), ruled.get(recorded.position)
            if not isinstance(made, ev.RollMade):
                continue
            found[recorded.position] = Sampled(
                position=recorded.position,
                character=roster.called(names, recorded.subject),
                player=person.player if person else "",
                session=recorded.envelope.session,
                kind=intern(made.kind),  # half a million rolls have a few dozen of these words between them
                what=intern(made.what),
                base=made.base,
                target=made.target,
                mode=intern(made.mode),
                notation=intern(made.notation),
                dice=made.dice,
                source=intern(made.dice_source),
                total=made.total,
                thrown=made.success,
                degree=intern(ruling.degree if ruling else made.degree),
                success=ruling.success if ruling else made.success,
                margin=None if ruling else made.margin,
                rules=rules.get(recorded.position),
                outcome=made.kind != ev.CHANCE and made.reroll_of not in matching,
                chosen=bool(made.dropped),
            )
            stands_for = found.get(made.reroll_of or 0)
            if stands_for and (told := ruled.get(stands_for.position)) and told.by == "reroll":
                found[stands_for.position] = replace(stands_for, margin=made.margin)
    return sorted(found.values(), key=lambda roll: (places.get(roll.position, roll.position), roll.position))


_SETTLED = frozenset(
    {
        *("session", "day", "time", "position", "scene", "author", "character", "player", "what", "kind", "family"),
        *("task", "threat", "target", "modifier", "source", "secret", "voided"),
    }
)


def is_fair(filter: Filter) -> bool:
    """Whether a filter chooses rolls by what is settled before the dice fall: by who, what, when and how, not by the
    outcome. Only such rolls tell of luck and dice."""
    return all(condition.key in _SETTLED for condition in filter.conditions)


def _rulings(connection: Connection, campaign_id: str, players: bool) -> dict[int, Ruled]:
    """What rolls count as; for players without what they weren't told."""
    found = rulings(connection, campaign_id)
    if players:
        hidden = select(overrides.c.position).where(*counting(overrides, campaign_id), overrides.c.secret)
        untold = set(connection.scalars(hidden))
        found = {roll: ruled for roll, ruled in found.items() if ruled.position not in untold}
    return found

"""How fast filters and the search answer, in milliseconds: ``python -m tests.benchmarks.history [EVENTS]``.

Fills the read models with made-up events, mostly rolls, and measures; asserts nothing.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

from sqlalchemy import Connection

from tests.benchmarks.campaign import show, timed
from tracker import events as ev
from tracker import projections
from tracker.reports.filters import EVERYTHING, Condition, Filter, Range, where
from tracker.reports.matching import Query
from tracker.store import open_store

_CAMPAIGN = "benchmark"
_BATCH = 10_000
_PAGE = 100
_START = datetime(2016, 3, 6, 19, 0, tzinfo=UTC)
_WHO = ("mira", "korr", "ash", "vora", "elsa")
_SKILLS = [f"skill {number}" for number in range(40)] + ["stealth", "lockpicking", "climbing", "observation"]
_LABELS = ("dark", "fine tools", "rain", "wounded", "in a hurry", "鬼火が見える", "darkness of the bell tower")
_PER_SESSION = 500


def main(count: int = 100_000) -> None:
    """Measure on so many events."""
    with tempfile.TemporaryDirectory() as folder, open_store(folder) as store:
        log = store.create("Benchmark", "gurps4e", campaign_id=_CAMPAIGN)
        events = made_up(count)
        while batch := [event for _, event in zip(range(_BATCH), events, strict=False)]:
            with log.writing() as tx:
                projections.apply(tx.connection, _CAMPAIGN, batch)
        assert log.path is not None
        with log.writing() as tx:
            projections.settle(tx.connection)
        size = log.path.stat().st_size + sum(path.stat().st_size for path in Path(folder).glob("*-wal"))
        sys.stdout.write(f"{count:,} events: read models of {size / count:.0f} bytes an event\n")
        with log.reading() as connection:
            measure(connection, count)


def measure(connection: Connection, count: int) -> None:
    old = count // 3
    session = old // _PER_SESSION
    for name, filter in {
        "everything": EVERYTHING,
        "character": where(character="mira"),
        "session": where(session=Range(session, session)),
        "sessions": where(session=Range(session, session + 3)),
        "skill": where(what="stealth"),
        "skill, many names": where(what="skill"),
        "skill, rare": where(what="juggling"),
        "kind": where(kind="fright"),
        "outcome": where(outcome="no"),
        "outcome, critical": where(outcome="fumble"),
        "task": where(task="west door"),
        "threat": where(threat="ghoul"),
        "positions": where(position=Range(old, old + 5000)),
        "date": where(day=Range((_START + timedelta(minutes=2 * old)).toordinal(), None)),
        "one date": where(day=Range(*2 * [(_START + timedelta(minutes=2 * old)).toordinal()])),
        "in-game time": where(time=Range(60 * old, 60 * old + 86_400)),
        "margin": where(margin=Range(9)),
        "margin, none": where(margin=Range(30)),
        "modifier": where(modifier="fine"),
        "character + skill + failure": where(character="mira", what="stealth", outcome="failure"),
        "the same, rare skill": where(character="mira", what="juggling", outcome="failure"),
        "character + kind + margin none": where(character="mira", kind="success", margin=Range(30)),
        "source, none": where(source="hand"),
        "voided": where(voided=True),
        "overridden": where(overridden=True),
        "word": where(text="dark"),
        "word's beginning": where(text="d"),
        "phrase": where(text="bell tower"),
        "Japanese": where(text="鬼火"),
        "rare word": where(text="lighthouse"),
        "word + rare skill": where(text="dark", what="juggling"),
        "word + session": where(text="dark", session=Range(session, session)),
        "not a word": Filter((Condition("text", ("dark",), negated=True),)),
        "rare skill, sort:margin": Filter(where(what="juggling").conditions, "margin"),
        "sort:margin": Filter((), "margin"),
        "sort:-target": Filter(where(character="mira").conditions, "target"),
        "session, sort:margin": Filter(where(session=Range(session, session)).conditions, "margin"),
    }.items():
        show(f"{name}: first page", [timed(partial(page, connection, filter)) for _ in range(5)])
        first = page(connection, filter)
        if filter.by_position and len(first) == _PAGE:
            show("    next page", [timed(partial(page, connection, filter, first[-1])) for _ in range(5)])
    deep = count // 2
    show("everything: page in the middle", [timed(lambda: page(connection, EVERYTHING, deep)) for _ in range(20)])
    mira = where(character="mira")
    show("character: page in the middle", [timed(lambda: page(connection, mira, deep)) for _ in range(20)])
    three = where(character="mira", what="stealth", outcome="failure")
    for name, filter in {
        "everything": EVERYTHING,
        "character + skill + failure": three,
        "character + kind + failure": where(character="mira", kind="success", outcome="failure"),
        "margin": where(margin=Range(9)),
        "word": where(text="dark"),
    }.items():
        query = Query(connection, _CAMPAIGN, filter)
        show(f"{name}: all {query.count():,} ids", [timed(query.positions) for _ in range(3)])
        show(f"{name}: count", [timed(query.count) for _ in range(3)])


def page(connection: Connection, filter: Filter, before: int | None = None) -> list[int]:
    return Query(connection, _CAMPAIGN, filter).page(_PAGE, before)


def made_up(count: int) -> Iterator[ev.Recorded]:
    """Five sorts of rolls to one of anything else, in sessions of some hundred events."""
    random = Random(1)
    for position in range(1, count + 1):
        session = position // _PER_SESSION + 1
        what = random.choice(_SKILLS) if position % 20_000 else "juggling"
        event: ev.Event
        if position % _PER_SESSION == 1:
            event = ev.SessionStarted(number=session, title=f"Chapter {session}")
        elif position == 10:
            event = ev.ThreatNamed(threat="ghoul", name="Ghoul")
        elif position % 50 == 2:
            event = ev.TaskStarted(
                name="west door" if position % 10_000 == 2 else f"door {position // 50}", what=what, policy="penalty"
            )
        elif position % 6 == 0:
            event = ev.NoteAdded(text=f"the duke's seal, number {position}{' of the lighthouse' * (position % 9000 == 0)}")
        else:
            event = rolled(random, what, position)
        yield recorded(event, random.choice(_WHO), position, session)


def rolled(random: Random, what: str, position: int) -> ev.RollMade:
    dice = (random.randint(1, 6), random.randint(1, 6), random.randint(1, 6))
    total, target = sum(dice), random.randint(8, 15)
    success = total <= target
    critical = total <= 4 or total >= 17
    word = "success" if success else "failure"
    fright = position % 40 == 5
    return ev.RollMade(
        kind="fright" if fright else "success",
        what="Fright Check" if fright else what,
        base=12,
        modifiers=(ev.AppliedModifier(random.choice(_LABELS), -2),),
        target=target,
        notation="3d6",
        dice=dice,
        dice_source="system",
        total=total,
        success=success,
        critical=critical,
        degree=f"critical_{word}" if critical else word,
        margin=abs(total - target),
        ruleset="gurps4e",
        ruleset_version="1",
        task=position - position % 50 + 2 if position % 50 in (3, 4) else None,
        threat="ghoul" if fright and position % 1000 < 40 else None,
    )


def recorded(event: ev.Event, who: str, position: int, session: int) -> ev.Recorded:
    envelope = ev.Envelope(
        campaign=_CAMPAIGN,
        position=position,
        action=f"{position:032x}",
        ordinal=0,
        cause=None,
        procedure=None,
        type=type(event).__name__,
        version=event.VERSION,
        session=session,
        scene=None,
        subject=who,
        author="GM",
        recorded_at=(_START + timedelta(minutes=2 * position)).isoformat(timespec="microseconds"),
        utc_offset=60,
        game_time=60 * position,
        visibility=ev.EVERYONE,
    )
    return ev.Recorded(envelope, "", "", event)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))

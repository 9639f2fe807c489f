"""Logs by hand: numbers the positions and fills the envelopes, so that a test only says what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, create_engine, insert

from tracker import events as ev
from tracker import projections
from tracker.events.codec import chain_hash, encode
from tracker.projections.schema import metadata
from tracker.store.rows import values_of
from tracker.store.schema import events

CAMPAIGN = "ravenmoor"
START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
HOUR = 3600
DAY = 24 * HOUR


class Log:
    """A growing log. Each ``add`` is an action of its own unless it stands within ``with log.action():``."""

    def __init__(self, campaign: str = CAMPAIGN) -> None:
        self.campaign = campaign
        self.events: list[ev.Recorded] = []
        self.session: int | None = None
        self.scene: int | None = None
        self.clock = 0
        self._actions = 0
        self._ordinal: int | None = None  # within an open action

    @contextmanager
    def action(self) -> Iterator[str]:
        """One action; yields its id."""
        self._actions += 1
        self._ordinal = 0
        yield f"a{self._actions}"
        self._ordinal = None

    def add(
        self,
        event: ev.Event,
        who: str | None = None,
        *,
        cause: int | None = None,
        procedure: int | None = None,
        secret: bool = False,
    ) -> int:
        """Record an event; returns its position."""
        position = len(self.events) + 1
        if isinstance(event, ev.SessionStarted):
            self.session, self.scene = event.number, None
            self.clock += event.elapsed or 0
        elif isinstance(event, ev.SceneStarted):
            self.scene = position
        if self._ordinal is None:
            self._actions += 1
            ordinal = 0
        else:
            ordinal = self._ordinal
            self._ordinal += 1
        envelope = ev.Envelope(
            campaign=self.campaign,
            position=position,
            action=f"a{self._actions}",
            ordinal=ordinal,
            cause=cause,
            procedure=procedure,
            type=type(event).__name__,
            version=event.VERSION,
            session=self.session,
            scene=self.scene,
            subject=who,
            author="Ren",
            recorded_at=(START + timedelta(minutes=position)).isoformat(timespec="microseconds"),
            utc_offset=60,
            game_time=self.clock,
            visibility=ev.GM_ONLY if secret else ev.EVERYONE,
        )
        text = encode(event)
        previous = self.events[-1].hash if self.events else ""
        self.events.append(ev.Recorded(envelope, text, chain_hash(previous, envelope, text), event))
        if isinstance(event, ev.ClockAdvanced):
            self.clock += event.seconds
        elif isinstance(event, ev.SessionEnded):
            self.session = self.scene = None
        return position

    def get(self, positions: Iterable[int]) -> dict[int, ev.Recorded]:
        """As the store's ``Log.get``."""
        return {position: self.events[position - 1] for position in positions}

    # -- short forms --------------------------------------------------------------------------------------------------

    def character(self, who: str, name: str, *, kind: str = "pc", player: str = "") -> int:
        return self.add(ev.CharacterAdded(name=name, kind=kind, sheet=ev.Sheet(), player=player), who)

    def roll(
        self, who: str | None, what: str, total: int = 10, *, target: int = 12, cause: int | None = None, **fields: Any
    ) -> int:
        """A roll of 3d6, judged as plain success or failure unless told otherwise."""
        secret = fields.pop("secret", False)
        return self.add(rolled(what, total, target=target, **fields), who, cause=cause, secret=secret)

    def task(self, who: str, what: str, name: str = "", *, policy: str = "penalty", **fields: Any) -> tuple[int, int]:
        """A named task with its first attempt, which fails unless told otherwise; returns task and roll."""
        with self.action():
            task = self.add(ev.TaskStarted(name=name, what=what, policy=policy), who)
            return task, self.roll(who, what, **{"total": 14, "task": task, "cause": task, **fields})

    def retry(
        self,
        who: str,
        what: str,
        task: int,
        attempt: int,
        *,
        expected: int | None = -1,
        applied: int = -1,
        reason: str = "",
        cause: int | None = None,
        **fields: Any,
    ) -> int:
        """A retry with its penalty; returns the roll."""
        with self.action():
            penalty = self.add(
                ev.RetryPenaltyApplied(
                    task=task, attempt=attempt, policy="penalty", expected=expected, applied=applied, reason=reason
                ),
                who,
                cause=cause,
            )
            made = {"total": 14, "retry_penalty": applied, **fields}
            roll = self.roll(who, what, task=task, attempt=attempt, cause=penalty, **made)
            if made["total"] <= made.get("target", 12):
                self.add(ev.TaskEnded(task=task, how="success"), who, cause=roll)
            return roll

    def void(self, position: int, reason: str = "") -> int:
        """Take back the action of the event at a position; of a void: restore what it took back."""
        target = self.events[position - 1]
        if isinstance(target.event, ev.ActionVoided):
            void = target.event
            restored = ev.ActionVoided(
                action=target.envelope.action, original=void.original, events=void.events, restores=True, reason=reason
            )
            return self.add(restored)
        action = target.envelope.action
        taken = tuple(_voided(each) for each in self.events if each.envelope.action == action)
        return self.add(ev.ActionVoided(action=action, original=action, events=taken, reason=reason))


def rolled(what: str, total: int = 10, *, target: int = 12, dice: tuple[int, ...] = (), **fields: Any) -> ev.RollMade:
    """A RollMade of 3d6 with plausible values for all that a test doesn't care about."""
    success = fields.pop("success", total <= target)
    critical = fields.pop("critical", False)
    word = "success" if success else "failure"
    return ev.RollMade(
        **{
            "kind": "success",
            "what": what,
            "base": target,
            "target": target,
            "notation": "3d6",
            "dice": dice or _faces(total),
            "dice_source": "system",
            "total": total,
            "success": success,
            "critical": critical,
            "degree": f"critical_{word}" if critical else word,
            "margin": abs(target - total),
            "ruleset": "gurps4e",
            "ruleset_version": "1",
            **fields,
        }
    )


def _faces(total: int) -> tuple[int, int, int]:
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return first, second, total - first - second


def _voided(recorded: ev.Recorded) -> ev.VoidedEvent:
    envelope = recorded.envelope
    return ev.VoidedEvent(
        position=envelope.position,
        type=envelope.type,
        version=envelope.version,
        subject=envelope.subject,
        game_time=envelope.game_time,
        session=envelope.session,
        payload=recorded.payload_text,
    )


@contextmanager
def database() -> Iterator[Connection]:
    """Empty read models in memory."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        metadata.create_all(connection)
        yield connection
    engine.dispose()


@contextmanager
def projected(log: Log) -> Iterator[Connection]:
    """The log, and read models that took it in as it was written: one action at a time."""
    with database() as connection:
        events.create(connection)
        for action in actions(log.events):
            connection.execute(insert(events), list(map(values_of, action)))
            projections.apply(connection, log.campaign, action)
        yield connection


def actions(events: Iterable[ev.Recorded]) -> Iterator[list[ev.Recorded]]:
    """The events of each action, in order."""
    batch: list[ev.Recorded] = []
    for recorded in events:
        if batch and batch[0].envelope.action != recorded.envelope.action:
            yield batch
            batch = []
        batch.append(recorded)
    if batch:
        yield batch


def everything(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all read models."""
    return {
        table.name: [tuple(row) for row in connection.execute(table.select().order_by(*table.primary_key.columns))]
        for table in metadata.sorted_tables
    }


def rebuilt(log: Log) -> dict[str, list[tuple[Any, ...]]]:
    """The rows that a log leaves in a database in memory."""
    with database() as connection:
        projections.apply(connection, log.campaign, log.events)
        return everything(connection)


def sample() -> Log:
    """An evening with a bit of everything: tasks with retries, frights, extra effort, rest, corrections."""
    log = Log()
    log.add(ev.CampaignCreated(name="Ravenmoor", ruleset="gurps4e", ruleset_version="1"))
    log.character("mira", "Mira", player="Aiko")
    log.character("korr", "Korr", player="Ben")
    log.add(ev.SessionStarted(number=1, title="The Bell Tower"))
    log.add(ev.SceneStarted(number=1, title="the stair"))
    task, _ = log.task("mira", "Lockpicking", "west door")
    log.retry("mira", "Lockpicking", task, 2)
    log.retry("mira", "Lockpicking", task, 3, expected=-2, applied=0, reason="fine tools", total=9)
    fright(log, {"mira": 9, "korr": 15})
    log.add(ev.NoteAdded(text="the duke's seal\n鬼火が三つ"), secret=True)
    with log.action():
        effort = log.roll("korr", "Jumping", 11, kind="effort", increase=10)
        log.add(ev.PoolChanged(pool="FP", change=-1, reason="extra_effort", note="Jumping"), "korr", cause=effort)
    jump = log.roll("korr", "Jumping", 13, target=12, effort=effort)
    log.add(ev.BookmarkAdded(at=jump, label="the leap"))
    log.void(log.void(jump, "wrong target"))
    with log.action():
        rest = log.add(ev.ClockAdvanced(seconds=HOUR, reason="rest"))
        log.add(ev.PoolChanged(pool="FP", change=1, reason="rest"), "korr", cause=rest)
    log.roll("@guard", "Perception", 12, target=10)
    log.add(ev.SessionEnded(number=1))
    return log


class Fright:
    """The positions of one character's part in a fright check."""

    def __init__(self, exposure: int, roll: int, table: int | None, prompt: int | None) -> None:
        self.exposure, self.roll, self.table, self.prompt = exposure, roll, table, prompt


def fright(log: Log, totals: dict[str, int], threat: str = "ghoul") -> dict[str, Fright]:
    """A Fright Check of several, against 12; those who fail read the table and owe a quirk."""
    made = {}
    with log.action():
        procedure = log.add(ev.ProcedureStarted(kind="fright"))
        log.add(ev.ThreatNamed(threat=threat, name=threat.title()), cause=procedure, procedure=procedure)
        for who, total in totals.items():
            met = log.add(ev.FrightExposed(threat=threat), who, cause=procedure, procedure=procedure)
            roll = log.roll(who, "Fright Check", total, kind="fright", threat=threat, cause=met)
            table = prompt = None
            if total > 12:
                consulted = ev.TableConsulted(
                    table="fright",
                    notation="3d6",
                    dice=(2, 2, 6),
                    dice_source="system",
                    modifier=total - 12,
                    total=total - 2,
                    row="13",
                )
                table = log.add(consulted, who, cause=roll, procedure=procedure)
                ask = {"trait": "quirk", "points": -1, "threat": threat, "roll": roll}
                asked = ev.PromptOpened(kind="trait", text=f"{who}: name a mental quirk (-1 points)", ask=ask)
                prompt = log.add(asked, who, cause=table, procedure=procedure)
            made[who] = Fright(met, roll, table, prompt)
    return made


def name_trait(log: Log, who: str, check: Fright, name: str, threat: str = "ghoul") -> tuple[int, int]:
    """Answer the prompt of a failed Fright Check; returns the positions of the trait and of its points."""
    with log.action():
        assert check.prompt is not None
        log.add(ev.PromptAnswered(prompt=check.prompt), who, cause=check.prompt)
        gained = ev.TraitAcquired(name=name, points=-1, kind="quirk", origin="fright", threat=threat, roll=check.roll)
        trait = log.add(gained, who, cause=check.prompt)
        points = log.add(ev.PointsChanged(total=-1, spent=-1, reason="fright", note=name), who, cause=trait)
    return trait, points

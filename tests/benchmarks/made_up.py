"""A made-up campaign of any length: the events of many evenings, chained as a log holds them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from tracker import events as ev
from tracker.events.codec import chain_hash, encode
from tracker.store.log import GENESIS

CAMPAIGN = "0123456789abcdef0123456789abcdef"
PLAYERS = ("Aki", "Ben", "Chloe", "Dara", "Emil", "Fumiko")
CHARACTERS = ("Mira", "Kesh", "Lyssa", "Orvo", "Tamsin", "雪乃")
FOES = tuple(f"Foe {number}" for number in range(1, 61))
SKILLS = (
    *("Broadsword", "Lockpicking", "Stealth", "Climbing", "Fast-Talk", "First Aid", "Observation", "Riding (Horse)"),
    *("Guns/TL8 (Pistol)", "Research", "Tracking", "Swimming", "Occultism", "Savoir-Faire (High Society)", "鍵開け", "隠密"),
)
LABELS = ("dark", "fine tools", "hurried", "rain", "good footing", "wounded arm", "暗闇", "from behind")
WORDS = (
    *("bell", "tower", "lantern", "harbour", "cellar", "duke", "letter", "ghoul", "bridge", "storm", "market", "key"),
    *("鬼火", "古い塔", "狐の面", "silver", "promise", "old", "debt", "ship", "wolves", "shrine"),
)
THREATS = ("ghoul", "bell-tower-shade", "鬼火", "drowned-choir")
DAY = 86_400


class Log:
    """Writes events down one after the other; positions are those that the log gives."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.position = 0
        self.hash = GENESIS
        self.session: int | None = None
        self.scene: int | None = None
        self.game_time = 0
        self.now = datetime(2016, 1, 9, 18, tzinfo=UTC)
        self.made: list[ev.Recorded] = []
        self._action = ""
        self._ordinal = 0

    def act(self) -> None:
        """What follows is a new action, some seconds later."""
        self._action = f"{self.random.getrandbits(128):032x}"
        self._ordinal = 0
        self.now += timedelta(seconds=self.random.randint(4, 30), microseconds=self.random.randint(0, 999_999))

    def record(self, event: ev.Event, subject: str | None = None, **envelope: Any) -> int:
        """The event's position."""
        self.position += 1
        if isinstance(event, ev.SceneStarted):
            self.scene = self.position
        secret = envelope.pop("secret", False)
        written = ev.Envelope(
            campaign=CAMPAIGN,
            position=self.position,
            action=self._action,
            ordinal=self._ordinal,
            cause=envelope.pop("cause", None),
            procedure=envelope.pop("procedure", None),
            type=type(event).__name__,
            version=event.VERSION,
            session=self.session,
            scene=self.scene,
            subject=subject,
            author="GM",
            recorded_at=self.now.isoformat(timespec="microseconds").replace("+00:00", "Z"),
            utc_offset=60,
            game_time=self.game_time,
            visibility=ev.GM_ONLY if secret else ev.EVERYONE,
        )
        self._ordinal += 1
        text = encode(event)
        self.hash = chain_hash(self.hash, written, text)
        self.made.append(ev.Recorded(written, text, self.hash, event))
        return self.position


def campaign(events: int = 1_000_000, sessions: int = 500, seed: int = 1) -> Iterator[ev.Recorded]:
    """At least so many events in so many sessions. Actions are never cut off."""
    log = Log(seed)
    log.act()
    log.record(ev.CampaignCreated(name="Ten Years", ruleset="gurps4e", ruleset_version="1"))
    for name, player in zip(CHARACTERS, PLAYERS, strict=True):
        log.act()
        log.record(ev.CharacterAdded(name=name, kind="pc", sheet=_sheet(log, 0), player=player), name.lower())
    for foe in FOES:
        log.act()
        log.record(ev.CharacterAdded(name=foe, kind="npc", sheet=_sheet(log, 0)), foe.lower().replace(" ", "-"))
    for threat in THREATS:
        log.act()
        log.record(ev.ThreatNamed(threat=threat, name=threat))
    for number in range(1, sessions + 1):
        _evening(log, number, log.position + (events - log.position) // (sessions - number + 1))
        yield from log.made
        log.made.clear()


def _sheet(log: Log, revision: int) -> ev.Sheet:
    attributes = {"st": 11.0, "dx": 12.0, "iq": 12.0, "ht": 11.0, "will": 12.0, "per": 13.0, "basic_speed": 5.75}
    skills = tuple(ev.Skill(name=name, level=log.random.randint(9, 16) + revision % 3, points=2) for name in SKILLS)
    traits = tuple(ev.Trait(name=f"Trait {number}", points=log.random.randint(-15, 20)) for number in range(15))
    return ev.Sheet(attributes=attributes, pools={"HP": 12, "FP": 11}, skills=skills, traits=traits, points_total=150)


def _evening(log: Log, number: int, until: int) -> None:
    log.session, log.scene = number, None
    log.now += timedelta(days=7) - timedelta(hours=log.now.hour - 18, minutes=log.now.minute)
    log.game_time += 3 * DAY
    log.act()
    log.record(ev.SessionStarted(number=number, title=_words(log, 2), elapsed=3 * DAY))
    if number % 10 == 0:
        for name in CHARACTERS:
            log.act()
            log.record(ev.SheetRevised(sheet=_sheet(log, number // 10)), name.lower())
    scene = 0
    while log.position < until - 60:
        if log.random.random() < 0.006 or not scene:
            scene += 1
            log.act()
            log.record(ev.SceneStarted(number=scene, title=_words(log, 3)))
        log.random.choices(*_MIX)[0](log)
    for name in CHARACTERS:
        log.act()
        log.record(ev.PointsChanged(total=3, spent=0, reason="award", note=f"session {number}"), name.lower())
    log.act()
    log.record(ev.SessionEnded(number=number))
    log.session = log.scene = None


def _words(log: Log, count: int) -> str:
    return " ".join(log.random.sample(WORDS, count))


def _who(log: Log) -> str:
    if log.random.random() < 0.8:
        return log.random.choice(CHARACTERS).lower()
    return log.random.choice(FOES).lower().replace(" ", "-")


def _roll(log: Log, kind: str, what: str, base: int, more: int = 0, **fields: Any) -> ev.RollMade:
    dice = tuple(log.random.randint(1, 6) for _ in range(3))
    modifiers = tuple(
        ev.AppliedModifier(label, log.random.randint(-4, 2))
        for label in log.random.sample(LABELS, log.random.choice((0, 1, 1, 2)))
    )
    target = base + sum(modifier.value for modifier in modifiers) + more
    total = sum(dice)
    success = total <= 4 or (total <= target and total < 17)
    critical = total in (3, 4, 18) or total - target >= 10
    degree = ("critical_" if critical else "") + ("success" if success else "failure")
    return ev.RollMade(
        kind=kind,
        what=what,
        base=base,
        modifiers=modifiers,
        target=target,
        notation="3d6",
        dice=dice,
        dice_source=log.random.choices(("system", "hand"), (3, 1))[0],
        total=total,
        success=success,
        critical=critical,
        degree=degree,
        margin=abs(target - total),
        ruleset="gurps4e",
        ruleset_version="1",
        **fields,
    )


def _plain(log: Log) -> None:
    log.act()
    event = _roll(log, "success", log.random.choice(SKILLS), log.random.randint(9, 16))
    position = log.record(event, _who(log), secret=log.random.random() < 0.03)
    slip = log.random.random()
    if slip < 0.015:  # of the tongue: taken back at once
        _void(log, position)
    elif slip < 0.02:  # the dice were read wrongly
        void = _void(log, position)
        anew = _roll(log, "success", event.what, event.base, corrects=position)
        log.record(anew, log.made[-1].subject, cause=void, secret=log.made[-1].envelope.visibility == ev.GM_ONLY)


def _void(log: Log, position: int) -> int:
    voided = next(one for one in reversed(log.made) if one.position == position)
    envelope = voided.envelope
    log.act()
    carried = ev.VoidedEvent(
        position=position,
        type=envelope.type,
        version=envelope.version,
        subject=envelope.subject,
        game_time=envelope.game_time,
        session=envelope.session,
        payload=voided.payload_text,
        scene=envelope.scene,
        procedure=None,
        visibility=envelope.visibility,
    )
    event = ev.ActionVoided(action=envelope.action, original=envelope.action, events=(carried,), reason="misread")
    return log.record(event, envelope.subject, cause=position, secret=envelope.visibility == ev.GM_ONLY)


def _task(log: Log) -> None:
    who, what, base = _who(log), log.random.choice(SKILLS), log.random.randint(9, 15)
    log.act()
    task = log.record(ev.TaskStarted(name=_words(log, 2), what=what, policy="penalty"), who)
    for attempt in range(1, 5):
        if attempt > 1:
            log.act()
            penalty = ev.RetryPenaltyApplied(
                task=task, attempt=attempt, policy="penalty", expected=1 - attempt, applied=1 - attempt
            )
            cause = log.record(penalty, who)
        roll = _roll(log, "success", what, base, 1 - attempt, task=task, attempt=attempt, retry_penalty=1 - attempt)
        made = log.record(roll, who, cause=cause if attempt > 1 else None)
        if roll.success:
            log.record(ev.TaskEnded(task=task, how="success"), who, cause=made)
            return
    if log.random.random() < 0.9:  # the others stay open for good
        log.act()
        log.record(ev.TaskEnded(task=task, how="given_up"), who)


def _fright(log: Log) -> None:
    who, threat = _who(log), log.random.choice(THREATS)
    log.act()
    procedure = log.record(ev.ProcedureStarted(kind="fright", plan={"threat": threat, "who": [who]}))
    exposed = log.record(ev.FrightExposed(threat=threat, earlier=0), who, cause=procedure, procedure=procedure)
    roll = _roll(log, "fright", "Fright Check", 12, threat=threat)
    made = log.record(roll, who, cause=exposed, procedure=procedure)
    if not roll.success:
        dice = tuple(log.random.randint(1, 6) for _ in range(3))
        row = ev.TableConsulted(
            table="fright",
            notation="3d6",
            dice=dice,
            dice_source="system",
            modifier=roll.margin,
            total=sum(dice) + roll.margin,
            row="4",
        )
        read = log.record(row, who, cause=made, procedure=procedure)
        condition = ev.ConditionAdded(name="stunned", recover="will", recover_from=log.game_time + 1, every=1)
        stunned = log.record(condition, who, cause=read, procedure=procedure)
        asked = log.record(
            ev.PromptOpened(
                kind="dice", text=f"{who}: Will to recover", ask={"step": "roll", "data": {"condition": stunned}}
            ),
            who,
            cause=stunned,
            procedure=procedure,
        )
        if log.random.random() < 0.05:
            trait = ev.TraitAcquired(name=f"Phobia ({threat})", points=-5, kind="phobia", origin="fright", threat=threat)
            log.record(trait, who, cause=read, procedure=procedure)
        log.act()
        answered = log.record(ev.PromptAnswered(prompt=asked), who, cause=asked, procedure=procedure)
        log.record(ev.ConditionEnded(condition=stunned, name="stunned", by="roll"), who, cause=answered, procedure=procedure)
    log.record(ev.ProcedureEnded(procedure=procedure), procedure=procedure)


def _pool(log: Log) -> None:
    log.act()
    change = log.random.choice((-3, -2, -1, 1, 2, 3))
    event = ev.PoolChanged(pool=log.random.choice(("HP", "FP")), change=change, reason="manual", note=_words(log, 1))
    log.record(event, _who(log))


def _note(log: Log) -> None:
    log.act()
    position = log.record(ev.NoteAdded(text=_words(log, 6)))
    if log.random.random() < 0.03:
        log.act()
        log.record(ev.NoteAmended(position=position, text=_words(log, 6)), cause=position)


def _time(log: Log) -> None:
    log.act()
    log.record(ev.ClockAdvanced(seconds=1800))
    log.game_time += 1800


_MIX = ((_plain, _task, _fright, _pool, _note, _time), (60, 10, 5, 10, 4, 2))

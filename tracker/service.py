"""An opened campaign: commands in, recorded events out, in one transaction with the read models."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from uuid import uuid4

from msgspec import Struct, convert
from sqlalchemy import Connection, select, update

from tracker import events as ev
from tracker import moments, projections, rulesets
from tracker.campaign import commands as cmd
from tracker.campaign import decide
from tracker.campaign.characters import CharacterView, find_character, view
from tracker.campaign.decision import Decision
from tracker.campaign.evolve import VERSION as FOLD_VERSION
from tracker.campaign.evolve import evolve, fact_of
from tracker.campaign.options import DICE
from tracker.campaign.state import CampaignState, Prompt
from tracker.campaign.steps import Question, RollSpec
from tracker.dice import DiceSource, SystemDice, Tray
from tracker.errors import Refused
from tracker.rulesets.base import Judgement, Ruleset
from tracker.store import Log, Store
from tracker.store.log import Transaction
from tracker.store.schema import campaigns


class Outcome(Struct, frozen=True):
    """What a command recorded. ``repeated``: the action was recorded already, and these are its stored events."""

    campaign: str
    action_id: str
    head: int
    events: tuple[ev.Recorded, ...]
    pending: dict[int, Prompt]
    repeated: bool = False


class PreviewedRoll(Struct, frozen=True):
    """A roll as a command would make it: target and costs are what a conflict is measured by."""

    subject: str
    name: str
    kind: str
    what: str
    base: int
    modifiers: tuple[ev.AppliedModifier, ...]
    target: int
    caps: tuple[str, ...]
    percent: float
    costs: dict[str, int]


class Preview(Struct, frozen=True):
    """What a command would do at ``head``: its rolls, the types of the events that it would record at once, and what the
    GM may want to decide otherwise, in words."""

    head: int
    rolls: tuple[PreviewedRoll, ...]
    event_types: tuple[str, ...]
    notes: tuple[str, ...] = ()


class Conflict(Refused):
    """The campaign moved on and the previewed roll would be another one: nothing is recorded, the dice are handed back."""

    def __init__(self, before: Preview, now: Preview, dice: Sequence[str]) -> None:
        changes = [
            f"{new.name} {new.what}: target {old.target} is now {new.target}"
            if old.target != new.target
            else f"{new.name} {new.what}: the cost is now {new.costs}"
            for old, new in zip(before.rolls, now.rolls, strict=False)
            if old != new
        ]
        super().__init__(
            f"The campaign has moved on: {'; '.join(changes) or 'other rolls would be made'}. Nothing was recorded.",
            code="conflict",
            where="target",
        )
        self.now = now
        self.dice = tuple(dice)


class Campaign:
    """One opened campaign. Its ``state`` is replaced, never changed, so other threads may go on reading an older one;
    commands come from one thread at a time."""

    def __init__(self, log: Log, author: str = "GM", source: DiceSource | None = None) -> None:
        self.log = log
        self.author = author
        self.source = source or SystemDice()
        self.state = moments.state_at(log)
        self.ruleset: Ruleset = rulesets.get(self.state.ruleset)

    @classmethod
    def create(cls, store: Store, name: str, ruleset: str, author: str = "GM", source: DiceSource | None = None) -> Campaign:
        """A new campaign whose first event is recorded. Raises Refused."""
        rules = rulesets.get(ruleset)
        log = store.create(name, rules.id)
        decision = decide(
            CampaignState(id=log.id), rules, cmd.CreateCampaign(name=name, ruleset=rules.id), Tray(), _Facts(log)
        )
        with log.writing() as tx:
            _set_read_model_version(log, tx.connection)
            _append(tx, log, decision, uuid4().hex, author)
        store.remember(log.name)
        return cls(log, author, source)

    @classmethod
    def open(cls, store: Store, name: str, author: str = "GM", source: DiceSource | None = None) -> Campaign:
        """An existing campaign, its read models rebuilt when this program has others. Raises Refused, also when they were
        built by a newer program."""
        log = store.open(name)
        with log.reading() as connection:
            version = _read_model_version(log, connection)
        if version != projections.VERSION:
            rebuild(log)
        return cls(log, author, source)

    @property
    def facts(self) -> _Facts:
        return _Facts(self.log)

    def refresh(self) -> bool:
        """Take in what others appended; True when there was something."""
        before = self.state.head
        if self.log.head().position > before:
            self.state = moments.catch_up(self.log, self.state.fork())
        return self.state.head > before

    def view(self, name: str, state: CampaignState | None = None) -> CharacterView:
        """A character by name, now or in another state. Raises Refused."""
        state = state or self.state
        return view(state, find_character(state, name), self.ruleset)

    def views(self, state: CampaignState | None = None) -> list[CharacterView]:
        """All characters, in the order in which they came."""
        state = state or self.state
        return [view(state, character, self.ruleset) for character in state.roster()]

    def names(self) -> dict[str, str]:
        """Characters' names by id, the removed ones too."""
        return {key: character.name.get(key) for key, character in self.state.characters.items()}

    def preview(self, command: cmd.Command, *, secret: bool = False) -> Preview:
        """What a command would do, without dice. Raises Refused as the command itself would."""
        return self._preview(self.state, command, secret)

    def execute(
        self,
        command: cmd.Command,
        *,
        dice: Iterable[str] = (),
        author: str | None = None,
        action_id: str | None = None,
        secret: bool = False,
        previewed: Preview | None = None,
    ) -> Outcome:
        """Decide a command and record what it leads to, whole or not at all.

        ``dice`` are given by hand (``"3,4,5"``, ``"mira:3,4,5"``); the rest is thrown here, or asked for when the campaign
        throws by hand. A repeated ``action_id`` returns what is stored. Raises Refused, and Conflict when ``previewed``
        no longer holds; nothing is recorded then.
        """
        dice = tuple(dice)
        action_id = action_id or uuid4().hex
        with self.log.writing() as tx:
            if stored := tx.action(action_id):
                return self._outcome(stored, repeated=True)
            if tx.head.position > self.state.head:
                self.state = _fold(self.state.fork(), tx.read(self.state.head))
            self._check_version(tx)
            if previewed is not None and previewed.head != self.state.head:
                now = self._preview(self.state, command, secret)
                if now.rolls != previewed.rolls:
                    raise Conflict(previewed, now, dice)
            source = self.source if DICE.value(self.state, self.ruleset) == "system" else None
            decision = decide(self.state, self.ruleset, command, Tray.given(dice, source), self.facts, secret=secret)
            recorded = _append(tx, self.log, decision, action_id, author or self.author)
        self.state = decision.state
        moments.keep(self.log, self.state)
        return self._outcome(recorded)

    def _outcome(self, recorded: Sequence[ev.Recorded], *, repeated: bool = False) -> Outcome:
        envelope = recorded[0].envelope
        return Outcome(
            campaign=self.log.name,
            action_id=envelope.action,
            head=max(self.state.head, recorded[-1].position),
            events=tuple(recorded),
            pending=self.state.open_prompts(),
            repeated=repeated,
        )

    def _check_version(self, tx: Transaction) -> None:
        if _read_model_version(self.log, tx.connection) != projections.VERSION:
            raise Refused(
                "Another version of the program rebuilt this campaign's read models: use that version, or run “rebuild”.",
                code="other_version",
            )

    def _preview(self, state: CampaignState, command: cmd.Command, secret: bool) -> Preview:
        decision = decide(state, self.ruleset, command, Tray(), self.facts, secret=secret)
        rolls = []
        for fact in decision.made:
            if isinstance(fact.event, ev.PromptOpened) and fact.event.kind == "dice":
                question = convert(fact.event.ask, Question)
                if question.step == "roll":
                    rolls.append(self._previewed(decision, question))
        types = tuple(type(fact.event).__name__ for fact in decision.made)
        notes = tuple(
            f"{self._name(decision, fact.subject)} met this {fact.event.uncertain} times before an unknown stretch of time: "
            "give a modifier if that was within a day?"
            for fact in decision.made
            if isinstance(fact.event, ev.FrightExposed) and fact.event.uncertain
        )
        return Preview(state.head, tuple(rolls), types, notes)

    @staticmethod
    def _name(decision: Decision, subject: str | None) -> str:
        character = decision.state.characters.get(subject or "")
        return character.name.get(character.id) if character else (subject or "").removeprefix("@")

    def _previewed(self, decision: Decision, question: Question) -> PreviewedRoll:
        spec = convert(question.data, RollSpec)
        costs: dict[str, int] = {}
        character = decision.state.characters.get(question.subject)
        if spec.kind == "effort" and self.ruleset.effort and character:
            sheet = view(decision.state, character, self.ruleset)
            current = {name: pool.current for name, pool in sheet.pools.items()}
            maximum = {name: pool.maximum for name, pool in sheet.pools.items()}
            for pool, points in self.ruleset.effort.costs(Judgement(True, False, "success", 0)).items():
                costs |= self.ruleset.pool_loss(pool, points, current, maximum).changes
        return PreviewedRoll(
            subject=question.subject,
            name=self._name(decision, question.subject),
            kind=spec.kind,
            what=spec.what,
            base=spec.base,
            modifiers=spec.modifiers,
            target=spec.target,
            caps=spec.caps,
            percent=self.ruleset.odds(spec.base, spec.target, spec.kind).percent,
            costs=costs,
        )


def rebuild(log: Log) -> None:
    """Throw the read models away and build them from the log; keyframes of other versions go with them.

    Raises Refused when they were built by a newer program.
    """
    with log.writing() as tx:
        if _read_model_version(log, tx.connection) > projections.VERSION:
            raise Refused(
                "A newer version of the program built this campaign's read models; use that version.", code="newer_version"
            )
        projections.rebuild(tx.connection, log.id, tx.read(0))
        _set_read_model_version(log, tx.connection)
    log.drop_keyframes(FOLD_VERSION)


class _Facts:
    """Recorded events, read from the log."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def recorded(self, position: int) -> ev.Recorded | None:
        return self._log.get([position]).get(position)

    def action(self, action_id: str) -> Sequence[ev.Recorded]:
        return self._log.action(action_id)


def _append(tx: Transaction, log: Log, decision: Decision, action_id: str, author: str) -> list[ev.Recorded]:
    """Record a decision's facts and project them, within a transaction."""
    now = datetime.now(UTC)
    envelopes = [
        ev.Envelope(
            campaign=log.id,
            position=fact.position,
            action=action_id,
            ordinal=ordinal,
            cause=fact.cause,
            procedure=fact.procedure,
            type=type(fact.event).__name__,
            version=fact.event.VERSION,
            session=fact.session,
            scene=fact.scene,
            subject=fact.subject,
            author=author,
            recorded_at=now.isoformat(timespec="microseconds").replace("+00:00", "Z"),
            utc_offset=_utc_offset(now),
            game_time=fact.game_time,
            visibility=fact.visibility,
        )
        for ordinal, fact in enumerate(decision.made)
    ]
    items = list(zip(envelopes, (fact.event for fact in decision.made), strict=True))
    recorded = tx.append(action_id, items)
    projections.apply(tx.connection, log.id, recorded)
    return recorded


def _fold(state: CampaignState, recorded: Iterable[ev.Recorded]) -> CampaignState:
    for one in recorded:
        evolve(state, fact_of(one))
    return state


def _utc_offset(now: datetime) -> int:
    """The local offset from UTC in minutes."""
    return (time.localtime(now.timestamp()).tm_gmtoff or 0) // 60


def _read_model_version(log: Log, connection: Connection) -> int:
    query = select(campaigns.c.read_model_version).where(campaigns.c.campaign_id == log.id)
    version: int = connection.execute(query).scalar_one()
    return version


def _set_read_model_version(log: Log, connection: Connection) -> None:
    mine = update(campaigns).where(campaigns.c.campaign_id == log.id)
    connection.execute(mine.values(read_model_version=projections.VERSION))
